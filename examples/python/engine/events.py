"""Events: what matches, what triggers, what replaces, and in which order everything resolves."""

from __future__ import annotations

from typing import Any, Callable, Iterator

from .finding import Thing
from .game import Node
from .lines import Line, lines_of
from .table import MAP, Card, Done, Env, Happening, Trigger

# The keys of an event that name things or players, in the order of the text.
ROLES = ("who", "what", "whom", "on", "by", "against", "to", "space")
# These are checked with the state after them.
AFTERWARDS = {"is-placed", "merges"}
# In these, a card of another player shows only its back.
DRAWING = {"is-drawn", "draws"}
# What the back of a card hides.
HIDDEN = ("names", "traits", "fields", "states", "excluding", "among")


def is_open(selector: Node) -> bool:
    """Whether a pattern depends on nothing that the back of a card hides."""
    filter = selector.get("from", {})
    return not filter.get("noun", {}).get("types") and not any(filter.get(key) for key in HIDDEN)


class Batch:
    """What the events of one moment have triggered; it resolves when the moment is over."""

    def __init__(self, dones: list[Done]) -> None:
        self.whens: list[Trigger] = []
        self.afters: list[Trigger] = []
        # What was done at this moment, and the memories of the abilities that do it.
        self.done = Done()
        self.dones = [self.done, *dones]


class Events:
    """A part of the engine."""

    # ── Moments ──

    def moment(self, change: Callable[[], Any], env: Env | None = None, done: Done | None = None) -> Any:
        """Does something at one moment; then the state is checked and triggers resolve."""
        dones = [one for one in (env.done if env else None, done) if one is not None]
        if self.batch is not None:
            self.batch.dones += [one for one in dones if one not in self.batch.dones]
            return change()
        batch = self.batch = Batch(dones)
        try:
            result = change()
            self.check()
        finally:
            self.batch = None
        for trigger in batch.afters:
            if trigger.env.event.done is None:
                trigger.env.done = batch.done.copy()
        self.run_triggers(batch.whens)
        self.run_triggers(batch.afters)
        return result

    def apart(self, what: Callable[[], Any]) -> Any:
        """Does something with moments of its own, in the middle of another moment."""
        batch, self.batch = self.batch, None
        targeted, self.targeted = self.targeted, []
        try:
            return what()
        finally:
            self.batch = batch
            self.targeted = targeted

    def doer(self) -> int:
        """Whose doing it is what happens now."""
        return self.causes[-1].controller if self.causes else (self.turn if self.turn is not None else self.first)

    def cause(self) -> Card | None:
        """The card whose ability is resolving."""
        return self.causes[-1].this if self.causes else None

    def record(self, what: str, card: Card) -> None:
        """Remembers for "this way" what was done to a card."""
        if self.batch is not None:
            for done in self.batch.dones:
                known = getattr(done, what)
                if not any(one.name == card.name for one in known):
                    known.append(card)

    def occur(self, happenings: list[Happening], change: Callable[[], Any]) -> Any:
        """Done events: what they trigger is among what was active directly before or after."""
        if self.batch is None:
            return self.moment(lambda: self.occur(happenings, change))
        if not self.is_heard(happenings):
            return change()
        taken = [role for one in happenings for role in one.kinds.get("is-taken", {}).get("what", [])]
        before = {(card.name, key) for card, key, _ in self.active() if card not in taken}
        known = [one for one in happenings if not one.coming]
        whens = self.gather(known, "when", skip=taken, kinds_after=False)
        afters = self.gather(known, "after", skip=taken, kinds_after=False)
        old = [self.with_memory(one) for one in known]
        result = change()
        late = [one if one.coming else self.only_afterwards(one) for one in happenings]
        whens += self.gather(late, "when", only_lines=True) + self.gather(old, "when", skip=before, is_keys=True)
        afters += self.gather(late, "after", only_lines=True) + self.gather(old, "after", skip=before, is_keys=True)
        self.batch.whens += whens
        self.batch.afters += afters
        return result

    def with_memory(self, happening: Happening) -> Happening:
        """The same with the things as they are now, to be checked later."""
        kinds = {}
        for kind, roles in happening.kinds.items():
            if kind not in AFTERWARDS:
                kinds[kind] = {
                    role: [self.memory(one) if isinstance(one, Card) and one.frozen is None else one for one in things]
                    if isinstance(things, list)
                    else things
                    for role, things in roles.items()
                }
        return Happening(kinds, happening.doer, happening.attack, happening.damage, happening.removed, happening.done)

    def only_afterwards(self, happening: Happening) -> Happening:
        kinds = {kind: roles for kind, roles in happening.kinds.items() if kind in AFTERWARDS}
        return Happening(kinds, happening.doer, happening.attack, happening.damage, happening.removed, happening.done)

    def is_heard(self, happenings: list[Happening]) -> bool:
        return any(kind in self.heard for one in happenings for kind in one.kinds)

    # ── Matching ──

    def match(self, event: Node, happening: Happening, env: Env) -> dict[int, list[Any]] | None:
        """The slots that an event binds, or nothing if it is another one."""
        roles = happening.kinds.get(event["event"])
        if roles is None:
            return None
        slots: dict[int, list[Any]] = {}
        subject: Thing = None
        for role in ROLES:
            if role not in event:
                continue
            wanted = event[role]
            values = roles.get(role)
            if isinstance(wanted, str):
                if values is None or values not in self.players(wanted, env):
                    return None
                continue
            found = [one for one in values or [] if self.matches(wanted, one, env, subject)]
            if event["event"] in DRAWING:
                found = [one for one in found if one.owner == env.controller or is_open(wanted)]
            if not found:
                return None
            if subject is None:
                subject = found[0]
            if "slot" in wanted:
                slots[wanted["slot"]] = [self.ref_of(found[0])]
                env.slots[wanted["slot"]] = slots[wanted["slot"]]
        if "marks" in event and not any(mark in roles["marks"] for mark in event["marks"]):
            return None
        if not all(self.is_at(place, subject, env, subject) for place in event.get("places", [])):
            return None
        return slots

    def doer_of(self, event: Node, happening: Happening) -> int | None:
        """Whose doing an event is: if it names a player, that player's."""
        if isinstance(event.get("who"), str):
            return happening.kinds[event["event"]]["who"]
        return happening.doer

    def gather(
        self,
        happenings: list[Happening],
        occasion: str,
        skip: Any = (),
        is_keys: bool = False,
        kinds_after: bool = True,
        only_lines: bool = False,
    ) -> list[Trigger]:
        """What an occurrence triggers. `skip` has abilities or cards that do not count now."""
        happenings = [one for one in happenings if one.kinds]
        if not happenings or not self.is_heard(happenings):
            return []
        found: list[Trigger] = []
        for card, key, ability in self.active():
            if is_keys and (card.name, key) in skip:
                continue
            if not is_keys and card in skip:
                continue
            for line in lines_of(ability):
                if line.kind == "when" and line.node["occasion"]["occasion"] == occasion:
                    found += self.triggers_of_line(card, key, ability, line, happenings, kinds_after)
        if not is_keys:
            found += self.triggers_of_watches(happenings, occasion, kinds_after)
        if occasion == "when" and not is_keys:
            found += self.triggers_of_first(happenings, kinds_after)
            found += self.triggers_of_reactions(happenings, kinds_after)
        return sorted(found, key=lambda trigger: happenings.index(trigger.env.event))

    def triggers_of_line(
        self, card: Card, key: str, ability: Node, line: Line, happenings: list[Happening], kinds_after: bool
    ) -> list[Trigger]:
        event = line.node["occasion"]["event"]
        found = []
        for happening in happenings:
            if event["event"] not in happening.kinds or (not kinds_after and event["event"] in AFTERWARDS):
                continue
            if (card.name, key) in self.resolving:
                continue
            env = self.env_of(card, key, ability)
            slots = self.match(event, happening, env)
            if slots is None or not all(self.test(one, env) == wanted for one, wanted in line.conditions):
                continue
            found.append(self.trigger(line.node["effects"], env, happening, slots, line.limit, event["event"]))
        return found

    def trigger(
        self,
        effects: list[Node],
        env: Env,
        happening: Happening,
        slots: dict[int, list[Any]],
        limit: Node | None = None,
        kind: str = "",
    ) -> Trigger:
        env = env.copy(event=happening, static=False, done=Done(), leaves=env.this.leaves)
        env.slots.update(slots)
        env.picked |= set(slots)
        if happening.done is not None:
            env.done = happening.done.copy()
        return Trigger(effects, env, env.this, env.key, limit, player=env.controller, kind=kind)

    def triggers_of_watches(self, happenings: list[Happening], occasion: str, kinds_after: bool) -> list[Trigger]:
        found = []
        for watch in self.watches:
            if watch.node["effect"] != "when" or (watch.env.this.name, watch.key) in self.resolving:
                continue
            waits = watch.node["occasion"]
            if waits["occasion"] != occasion and not (waits["occasion"] == "first-each-round" and occasion == "when"):
                continue
            for happening in happenings:
                if waits["event"]["event"] not in happening.kinds:
                    continue
                if not kinds_after and waits["event"]["event"] in AFTERWARDS:
                    continue
                env = watch.env.copy()
                slots = self.match(waits["event"], happening, env)
                if slots is not None:
                    trigger = self.trigger(
                        watch.node["effects"], watch.env, happening, slots, kind=waits["event"]["event"]
                    )
                    trigger.env.leaves = watch.env.leaves
                    found.append(trigger)
        return found

    def first_lines(self) -> Iterator[tuple[Card, str, Node, Line]]:
        """Each `first-each-round` of all cards in the game, wherever they are."""
        for card in self.cards.values():
            if card.laid is not None:
                continue
            for key, ability in self.printed_abilities(card):
                for line in self.firsts_of(ability):
                    yield card, key, ability, line
        if self.gains_exist():
            for card, key, ability in self.active():
                if "/" in key:
                    for line in self.firsts_of(ability):
                        yield card, key, ability, line

    def firsts_of(self, ability: Node) -> list[Line]:
        found = self.first_known.get(id(ability))
        if found is None:
            found = [
                line
                for line in lines_of(ability)
                if line.kind == "when" and line.node["occasion"]["occasion"] == "first-each-round"
            ]
            self.first_known[id(ability)] = found
        return found

    def triggers_of_first(self, happenings: list[Happening], kinds_after: bool) -> list[Trigger]:
        """Marks the abilities that have seen their first event, and triggers those that are active."""
        found = []
        for card, key, ability, line in list(self.first_lines()):
            event = line.node["occasion"]["event"]
            if not kinds_after and event["event"] in AFTERWARDS:
                continue
            fitting = [one for one in happenings if event["event"] in one.kinds]
            if not fitting:
                continue
            for controller in (0, 1):
                mark = (card.name, key, line.number, controller)
                if mark in self.firsts:
                    continue
                matched = []
                for happening in fitting:
                    env = self.env_of(card, key, ability)
                    env.controller = env.actor = controller
                    slots = self.match(event, happening, env)
                    if slots is not None:
                        matched.append((happening, env, slots))
                if not matched:
                    continue
                self.firsts.add(mark)
                if card.controller != controller or not self.is_awake(card) or (card.name, key) in self.resolving:
                    continue
                good = [
                    self.trigger(line.node["effects"], env, happening, slots, line.limit, event["event"])
                    for happening, env, slots in matched
                    if all(self.test(one, env) == wanted for one, wanted in line.conditions)
                ]
                found += self.only_once(good)
        return found

    def only_once(self, triggers: list[Trigger]) -> list[Trigger]:
        """Of triggers of one ability that can trigger only once, one; its controller picks when it resolves."""
        if len(triggers) > 1:
            triggers[0].instead = triggers
        return triggers[:1]

    def triggers_of_reactions(self, happenings: list[Happening], kinds_after: bool) -> list[Trigger]:
        found = []
        for card in list(self.in_play):
            if card.where == MAP or not self.is_awake(card):
                continue
            for key, ability in self.abilities_of(card):
                event = ability["heading"].get("when")
                if event is None or (card.name, key) in self.resolving:
                    continue
                if not kinds_after and event["event"] in AFTERWARDS:
                    continue
                answers = self.game.heading(ability["heading"]["id"]).get("answers")
                matched = []
                for happening in happenings:
                    if event["event"] not in happening.kinds:
                        continue
                    if answers == "opponent" and self.doer_of(event, happening) != 1 - card.controller:
                        continue
                    env = self.env_of(card, key, ability)
                    slots = self.match(event, happening, env)
                    if slots is not None:
                        trigger = self.trigger(ability["effects"], env, happening, slots, kind=event["event"])
                        trigger.reaction = True
                        matched.append(trigger)
                found += self.only_once(matched)
        return found

    # ── Resolving triggers ──

    def run_triggers(self, triggers: list[Trigger]) -> None:
        """Starting with the first player and alternating, players resolve one of theirs at a time."""
        left = list(triggers)
        player = self.first
        while left:
            own = [trigger for trigger in left if trigger.player == player]
            if own:
                # Of an ability that can trigger only once, each of its events is an option.
                options = [(f"card {one.card.name}", (one, group)) for group in own for one in group.instead or [group]]
                trigger, group = self.ask(player, "trigger", options, 1, 1)[0]
                left.remove(group)
                self.run_trigger(trigger)
            player = 1 - player

    def run_trigger(self, trigger: Trigger) -> None:
        if trigger.reaction and trigger.card.leaves != trigger.env.leaves:
            return
        self.apart(lambda: self.use(trigger.effects, trigger.env, trigger.limit))
        if trigger.reaction and trigger.card.in_play and trigger.card.leaves == trigger.env.leaves:
            self.moment(lambda: self.put_away(trigger.card))

    def use(self, effects: list[Node], env: Env, limit: Node | None = None, asked: bool = False) -> bool:
        """Resolves an ability, or a use of a limit; false if it is declined or cannot be used."""
        self.resolving.append((env.this.name, env.key))
        self.causes.append(env)
        try:
            if limit is not None:
                return self.use_limit(limit, effects, env, asked)
            if len(effects) == 1 and effects[0]["effect"] in ("may", "limit"):
                node = effects[0]
                if node["effect"] == "may":
                    return self.take_option(node, env, asked)
                return self.use_limit(node, node["effects"], env, asked)
            self.resolve(effects, env)
            return True
        finally:
            self.causes.pop()
            self.resolving.pop()

    # ── Announcing ──

    def announce(self, happenings: list[Happening]) -> list[Trigger]:
        """Resolves the triggers of announced events; returns those that wait until the event is over."""
        if not self.is_heard(happenings):
            return []
        afters = self.gather(happenings, "after")
        whens = self.gather(happenings, "when")
        self.apart(lambda: self.run_triggers(whens))
        return afters

    def waits_for(self, happening: Happening) -> bool:
        """Whether a replacement or a trigger waits for an event that would happen."""
        if self.replacements(happening, set()):
            return True
        marks = set(self.firsts)
        found = bool(self.gather([happening], "when"))
        self.firsts = marks
        return found

    def would(self, happening: Happening, still: Callable[[], bool]) -> bool:
        """Whether an event that would happen happens: replacements, then triggers, then new replacements."""
        if not self.is_heard([happening]):
            return True
        used: set[Any] = set()
        before = {self.replacement_key(one) for one in self.all_replacements()}
        happening.replaced = self.replace(happening, used, None)
        if happening.replaced or not still():
            return False
        happening.afters = self.announce([happening])
        if not still():
            happening.afters = []
            return False
        happening.replaced = self.replace(happening, used, before)
        return not happening.replaced

    def all_replacements(self) -> list[tuple[Card, str, Node, Env, Node | None, list[Any]]]:
        """Each `replace` that watches now: card, key, node, what it knows, its limit and its conditions."""
        found = []
        for card, key, ability in self.active():
            for line in lines_of(ability):
                if line.kind == "replace":
                    env = self.env_of(card, key, ability)
                    found.append((card, key, line.node, env, line.limit, line.conditions))
        for watch in self.watches:
            if watch.node["effect"] == "replace":
                found.append((watch.env.this, watch.key, watch.node, watch.env.copy(), None, []))
        return found

    def replacement_key(self, one: Any) -> tuple[str, str, int]:
        return one[0].name, one[1], id(one[2])

    def replacements(self, happening: Happening, used: set[Any]) -> list[Any]:
        found = []
        for one in self.all_replacements():
            card, key, node, env, limit, conditions = one
            if self.replacement_key(one) in used or (card.name, key) in self.resolving:
                continue
            if node["event"]["event"] not in happening.kinds:
                continue
            slots = self.match(node["event"], happening, env)
            if slots is None or not all(self.test(test, env) == wanted for test, wanted in conditions):
                continue
            trigger = self.trigger(node["effects"], env, happening, slots, limit)
            if limit is not None and not self.uses_left(card, limit, key):
                continue
            found.append((self.replacement_key(one), trigger))
        return found

    def replace(self, happening: Happening, used: set[Any], not_these: set[Any] | None) -> bool:
        """Lets replacements happen instead of the event, until one does."""
        used = used if not_these is None else used | not_these
        while True:
            found = self.replacements(happening, used)
            if not found:
                return False
            thing = next(iter(happening.kinds.values()))["who"][0]
            player = thing.controller if thing.controller is not None else self.first
            options = [(f"card {one[1].card.name}", one) for one in found]
            key, trigger = self.ask(player, "replacement", options, 1, 1)[0]
            used.add(key)
            if self.apart(lambda: self.use(trigger.effects, trigger.env, trigger.limit)):
                return True

    def in_order(self, things: list[Card], event_of: Callable[[Card], Happening]) -> Iterator[Card]:
        """The things of one moment: the first player's first, and each player orders those that something waits for."""
        for player in [*self.both(), None]:
            left = [thing for thing in things if thing.controller == player]
            while left:
                waiting = [thing for thing in left if self.waits_for(event_of(thing))]
                if not waiting:
                    yield from left
                    break
                options = [(f"card {thing.name}", thing) for thing in waiting]
                thing = self.ask(player, "next", options, 1, 1)[0]
                left.remove(thing)
                yield thing
