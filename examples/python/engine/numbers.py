"""What holds at the moment: the abilities that are active, lasting changes, numbers and fields of cards, amounts."""

from __future__ import annotations

from typing import Any, Iterator

from .finding import Thing
from .game import Node
from .lines import lines_of
from .table import MAP, ON_CARD, ON_SPACE, Attack, Card, Change, Env

# An amount that means as many as there are.
ALL = 10**9
# X where nothing else limits it.
MOST_X = 20
# Stands for any ability under a lasting heading, among the kinds of static changes.
LASTING = "lasting"


class Live:
    """A lasting change that applies now: a static one, or a fixed one with its amounts."""

    def __init__(self, engine: Any, node: Node, env: Env, stamp: int, change: Change | None = None) -> None:
        self.engine = engine
        self.node = node
        self.env = env
        self.stamp = stamp
        self.change = change

    def applies(self, selector: Node, thing: Thing, anywhere: bool = False) -> bool:
        if self.change is None or self.change.things is None:
            if anywhere:
                return self.engine.matches(selector, thing, self.env)
            return self.engine.applies(selector, thing, self.env)
        return isinstance(thing, Card) and any(
            self.engine.current(ref) == self.engine.ref_of(thing) for ref in self.change.things
        )

    def applies_to_player(self, who: str, player: int) -> bool:
        if self.change is not None and self.change.players is not None:
            return player in self.change.players
        return player in self.engine.players(who, self.env)

    def amount(self, key: str, amount: Node, thing: Thing = None, position: int = 0) -> int:
        if self.change is None:
            return self.engine.amount(amount, self.env, thing)
        amounts = self.change.amounts
        name = thing.name if isinstance(thing, Card) else ""
        return amounts[name if name in amounts else ""][f"{key}{position}"]


class Numbers:
    """A part of the engine."""

    # ── What is printed, and what has become of it ──

    def definition(self, card: Card) -> Node:
        return self.game.cards[card.copy or card.printed]

    def type_of(self, card: Card) -> str:
        if card.laid is not None:
            return self.game.payment
        return self.definition(card)["type"]

    def name_of(self, card: Card) -> str:
        return "" if card.laid is not None else self.definition(card)["id"]

    def traits_of(self, card: Card) -> list[str]:
        if card.laid is not None:
            return [self.game.payment]
        printed = self.definition(card)
        return [*printed.get("traits", []), printed["type"]]

    def field_of(self, card: Card, field: str) -> Any:
        """A field of a card, as printed or as it has become."""
        if card.frozen is not None and field in card.frozen["fields"]:
            return card.frozen["fields"][field]
        if card.laid is not None:
            return card.laid if field == self.game.fields["pays"] else None
        printed = self.game.cards[card.printed] if field in self.game.zone_rules else self.definition(card)
        value = printed.get(field)
        if card.where != MAP or field in self.game.zone_rules:
            return value
        with_static = "become" not in self.working
        if with_static:
            self.working.add("become")
        try:
            for live in self.lasting("become", with_static):
                if live.node["field"] == field and live.applies(live.node["who"], card):
                    value = live.node["value"]
        finally:
            if with_static:
                self.working.discard("become")
        return value

    def is_reserve(self, card: Card) -> bool:
        return bool(self.game.cards[card.printed].get(self.game.zones["reserve"]))

    # ── Abilities ──

    def abilities_of(self, card: Card) -> list[tuple[str, Node]]:
        """The abilities of a card with a key for each: printed ones, then gained ones, the oldest first."""
        if card.laid is not None:
            return []
        found = self.printed_abilities(card)
        if card.where == MAP and self.gains_exist():
            found += self.gained_abilities(card, self.gains())
        return found

    def gains(self) -> list[Live]:
        """The changes by which cards gain abilities; they are worked out from printed abilities."""
        if "gain" in self.working:
            return []
        self.working.add("gain")
        try:
            return self.lasting("gain")
        finally:
            self.working.discard("gain")

    def gained_abilities(self, card: Card, gains: list[Live]) -> list[tuple[str, Node]]:
        found = []
        if gains:
            self.working.add("gain")
            try:
                for live in gains:
                    if live.applies(live.node["who"], card):
                        source = f"{live.env.this.name}/{live.env.key}/{live.stamp}/{id(live.node)}"
                        found += [(f"{source}/{number}", one) for number, one in enumerate(live.node["abilities"])]
            finally:
                self.working.discard("gain")
        return found

    def printed_abilities(self, card: Card) -> list[tuple[str, Node]]:
        """The abilities in the text of a card, or of the one that it copies: those of a copy are others."""
        printed = self.definition(card)
        return [(f"{printed['id']}:{number}", ability) for number, ability in enumerate(printed["abilities"])]

    def is_awake(self, card: Card) -> bool:
        """Whether the card can have active abilities."""
        if not card.in_play or card.face_down or card.controller is None:
            return False
        if card.where in (ON_CARD, ON_SPACE):
            thing = self.cards[card.host] if card.where == ON_CARD else card.space
            twins = [one for one in self.attached_to(thing) if self.name_of(one) == self.name_of(card)]
            return twins[0] is card
        return True

    def active(self) -> Iterator[tuple[Card, str, Node]]:
        """The abilities that apply and watch now, those of the older cards first."""
        gains = self.gains_exist()
        for card in list(self.in_play if gains else self.sources().get(LASTING, [])):
            if not self.is_awake(card):
                continue
            for key, ability in self.abilities_of(card):
                if self.game.heading(ability["heading"]["id"]).get("lasting"):
                    yield card, key, ability

    def has_lasting(self, card: Card) -> bool:
        """Whether it may have such abilities at all; saves time."""
        if card.where == MAP and self.gains_exist():
            return True
        return LASTING in self.static_kinds(self.definition(card))

    def gains_exist(self) -> bool:
        return "gain" in self.sources() or any(change.do == "gain" for change in self.changes)

    def gains_give(self, do: str) -> bool:
        """Whether an ability that a card may have gained has static changes of a kind; saves time."""
        nodes = [change.node for change in self.changes if change.do == "gain"]
        for card in self.sources().get("gain", []):
            for ability in self.definition(card)["abilities"]:
                nodes += [
                    line.node for line in lines_of(ability) if line.kind == "static" and line.node["do"] == "gain"
                ]
        return any(
            line.kind == "static" and line.node["do"] == do
            for node in nodes
            for ability in node["abilities"]
            for line in lines_of(ability)
        )

    def sources(self) -> dict[str, list[Card]]:
        """The cards in play by the static changes that their own texts have, and by whether a text lasts."""
        if self.sources_of[0] != self.arrangement:
            found: dict[str, list[Card]] = {}
            for card in self.in_play:
                definition = self.definition(card)
                for kind in self.static_kinds(definition):
                    found.setdefault(kind, []).append(card)
            self.sources_of = (self.arrangement, found)
        return self.sources_of[1]

    def static_kinds(self, definition: Node) -> set[str]:
        kinds = self.kinds.get(definition["id"])
        if kinds is None:
            kinds = set()
            for ability in definition["abilities"]:
                if self.game.heading(ability["heading"]["id"]).get("lasting"):
                    kinds.add(LASTING)
                    kinds |= {line.node["do"] for line in lines_of(ability) if line.kind == "static"}
            self.kinds[definition["id"]] = kinds
        return kinds

    def env_of(self, card: Card, key: str, ability: Node, static: bool = True) -> Env:
        """What an ability that is active knows before anything has happened."""
        controller = card.controller if card.controller is not None else card.owner
        env = Env(card, controller, controller, key, static=static, leaves=card.leaves)
        placement = ability["heading"].get("placement", {})
        if "to" in placement and "slot" in placement["to"]:
            thing = self.cards[card.host] if card.where == ON_CARD else card.space
            if thing is not None:
                env.slots[placement["to"]["slot"]] = [self.ref_of(thing)]
        return env

    # ── Lasting changes ──

    def lasting(self, do: str, static: bool = True) -> list[Live]:
        """The changes of a kind that last now, the oldest first."""
        if self.known is None:
            return self.lasting_now(do, static)
        key = (do, static, frozenset(self.working))
        if key not in self.known:
            self.known[key] = self.lasting_now(do, static)
        return self.known[key]

    def unchanged(self, look: Any) -> Any:
        """Looks at numbers without changing anything, and so works out what lasts only once."""
        if self.known is not None:
            return look()
        self.known = {}
        try:
            return look()
        finally:
            self.known = None

    def lasting_now(self, do: str, static: bool) -> list[Live]:
        found = [Live(self, one.node, one.env, one.stamp, one) for one in self.changes if one.do == do]
        if not static:
            return found
        plain = "gain" in self.working or do == "gain" or not self.gains_give(do)
        if plain and do not in self.sources():
            return found
        gains = [] if plain else self.gains()
        for card in self.sources().get(do, []) if plain else self.in_play:
            if not self.is_awake(card):
                continue
            abilities = self.printed_abilities(card)
            if card.where == MAP and not plain:
                abilities += self.gained_abilities(card, gains)
            for key, ability in abilities:
                if not self.game.heading(ability["heading"]["id"]).get("lasting"):
                    continue
                for line in lines_of(ability):
                    if line.kind != "static" or line.node["do"] != do:
                        continue
                    env = self.env_of(card, key, ability)
                    conditions = line.conditions
                    if line.node["time"]["until"] == "while":
                        conditions = [*conditions, (line.node["time"]["condition"], True)]
                    if all(self.test(condition, env) == wanted for condition, wanted in conditions):
                        found.append(Live(self, line.node, env, card.entered))
        found.sort(key=lambda live: live.stamp)
        return found

    # ── Numbers of cards ──

    def base_number(self, card: Card, attribute: str) -> int | None:
        """The printed number, or the one that the rules give."""
        type = self.type_of(card)
        if attribute not in self.game.attributes_of(type):
            return None
        printed = self.definition(card).get(self.game.fields["numbers"], {}).get(attribute)
        if printed is not None:
            return printed
        if type == self.game.leader and attribute == self.game.attributes["steps"]:
            return self.game.rule("walk", "leader")
        if type == self.game.unit and attribute == self.game.attributes["reach"]:
            return self.game.rule("attack", "reach" if self.shoots(card) else "reach_of_others")
        return None

    def shoots(self, card: Card) -> bool:
        type = self.field_of(card, self.game.fields["unit_type"])
        return bool(self.game.unit_types.get(type, {}).get("shoots"))

    def passes_over(self, card: Card) -> bool:
        type = self.field_of(card, self.game.fields["unit_type"])
        return bool(self.game.unit_types.get(type, {}).get("passes_over"))

    def number_of(self, card: Card, attribute: str) -> int | None:
        """A number as it is now; of a card that does not have it, none."""
        if not isinstance(card, Card):
            return None
        if card.frozen is not None:
            return card.frozen["numbers"].get(attribute)
        number = self.base_number(card, attribute)
        if number is None or card.where != MAP:
            return number
        static = attribute not in self.working
        if static:
            self.working.add(attribute)
        try:
            return self.changed_number(card, attribute, number, static)
        finally:
            if static:
                self.working.discard(attribute)

    def changed_number(self, card: Card, attribute: str, number: int, static: bool) -> int:
        for live in self.lasting("set-attribute", static):
            if live.node["attribute"] == attribute and live.applies(live.node["of"], card):
                number = live.amount("to", live.node["to"], card)
        losses = []
        for live in self.lasting("change", static):
            changes = [(place, one) for place, one in enumerate(live.node["changes"]) if one["attribute"] == attribute]
            if not changes or not live.applies(live.node["who"], card):
                continue
            for place, change in changes:
                by = live.amount("by", change["by"], card, place)
                if change.get("lose"):
                    losses.append((by, change.get("at_least", 0)))
                else:
                    number += by
        for by, least in losses:
            number = reduced(number, by, least)
        return max(number, 1 if attribute == self.game.attributes["endurance"] else 0)

    def size_of(self, card: Card) -> int:
        return self.tokens_on(card, self.game.size) + 1

    def tokens_on(self, thing: Thing, token: str) -> int:
        if isinstance(thing, tuple):
            return self.space_tokens.get(thing, {}).get(token, 0)
        return thing.tokens.get(token, 0)

    def hand_limit(self, player: int, rule: int | str) -> int:
        """How many cards a player may keep in the step of the round."""
        number = self.game.number(rule)
        for live in self.lasting("set-limit"):
            if live.node["limit"] == self.game.limits["hand"] and live.applies_to_player(live.node["who"], player):
                number = live.amount("to", live.node["to"])
        return number

    # ── Amounts ──

    def amount(self, amount: Node, env: Env, itself: Thing = None, limit: int | None = None) -> int:
        """A whole number. `limit` is the most that a choice of X may be."""
        kind = amount["amount"]
        if kind == "x":
            return self.amount_x(env, limit)
        return max(0, getattr(self, "amount_" + kind.replace("-", "_"))(amount, env, itself))

    def amount_x(self, env: Env, limit: int | None) -> int:
        if env.x is None and limit is not None and not env.static:
            most = max(1, min(limit, MOST_X))
            options = [(f"number {number}", number) for number in range(1, most + 1)]
            env.x = self.ask(env.actor, "x", options, 1, 1, by=env.this.name)[0]
        return env.x or 0

    def amount_fixed(self, amount: Node, env: Env, itself: Thing) -> int:
        return amount["value"]

    def amount_all(self, amount: Node, env: Env, itself: Thing) -> int:
        return ALL

    def sum_of(self, ref: Node, env: Env, of: Any) -> int:
        return sum(of(thing) or 0 for thing in self.refer(ref, env, memory=True))

    def amount_attribute(self, amount: Node, env: Env, itself: Thing) -> int:
        attribute = amount["attribute"]
        if amount.get("printed"):
            return self.sum_of(amount["of"], env, lambda card: self.base_number(card, attribute))
        return self.sum_of(amount["of"], env, lambda card: self.number_of(card, attribute))

    def amount_size(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.sum_of(amount["of"], env, self.size_of)

    def amount_damage_on(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.sum_of(amount["of"], env, lambda thing: self.tokens_on(thing, self.game.damage))

    def amount_tokens_on(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.sum_of(amount["of"], env, lambda thing: self.tokens_on(thing, amount["token"]))

    def amount_number(self, amount: Node, env: Env, itself: Thing) -> int:
        return len(self.matching(amount["of"], env, counting=True, itself=itself))

    def amount_played(self, amount: Node, env: Env, itself: Thing) -> int:
        return sum(self.times_played(player, amount, env) for player in self.players(amount["who"], env))

    def amount_damage_dealt(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.sum_of(amount["by"], env, lambda attack: attack.dealt if isinstance(attack, Attack) else 0)

    def amount_damage_of_event(self, amount: Node, env: Env, itself: Thing) -> int:
        return env.event.damage if env.event else 0

    def amount_steps_moved(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.sum_of(amount["who"], env, lambda card: self.times("moved", card, amount["period"], env))

    def amount_half(self, amount: Node, env: Env, itself: Thing) -> int:
        number = self.amount(amount["of"], env, itself)
        return (number + 1) // 2 if amount["rounded"] == "up" else number // 2

    def amount_times(self, amount: Node, env: Env, itself: Thing) -> int:
        return amount["factor"] * self.amount(amount["of"], env, itself)

    def amount_every(self, amount: Node, env: Env, itself: Thing) -> int:
        return self.amount(amount["of"], env, itself) // amount["each"]

    def amount_bounded(self, amount: Node, env: Env, itself: Thing) -> int:
        number = max(self.amount(amount["of"], env, itself), amount.get("minimum", 0))
        return min(number, amount.get("maximum", number))

    def compare(self, number: int, comparison: Node, env: Env, itself: Thing = None) -> bool:
        other = self.amount(comparison["number"], env, itself)
        return COMPARISONS[comparison["is"]](number, other)


COMPARISONS = {
    "exactly": lambda one, other: one == other,
    "at-least": lambda one, other: one >= other,
    "at-most": lambda one, other: one <= other,
    "more-than": lambda one, other: one > other,
    "less-than": lambda one, other: one < other,
}


def reduced(number: int, by: int, least: int) -> int:
    """A reduction that does not go below a number, and does nothing to one that is lower already."""
    return number if number <= least else max(number - by, least)
