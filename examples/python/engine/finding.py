"""Who and what: references, filters, places and selectors."""

from __future__ import annotations

from typing import Any, Iterable

from .game import Node, Space, distance
from .table import MAP, ON_CARD, ON_SPACE, PLAYED, ZONE, Attack, Card, Env, Ref

Thing = Any  # a Card, a Space or an Attack


class Finding:
    """How nodes find things. A part of the engine."""

    # ── Players and references ──

    def both(self) -> list[int]:
        return [self.first, 1 - self.first]

    def players(self, who: str, env: Env) -> list[int]:
        if who == "you":
            return [env.controller]
        if who == "opponent":
            return [1 - env.controller]
        return self.both() if env.each is None else [env.each]

    def ref_of(self, thing: Thing) -> Any:
        """What a slot remembers of a thing."""
        return Ref(thing.name, thing.leaves) if isinstance(thing, Card) else thing

    def current(self, ref: Ref) -> Ref:
        """The thing that a merged unit has become."""
        while ref in self.merged:
            ref = self.merged[ref]
        return ref

    def thing_of(self, ref: Any, memory: bool = False) -> Thing | None:
        """The thing of a slot. With `memory`, a card that has left play is as it was then."""
        if not isinstance(ref, Ref):
            return ref
        ref = self.current(ref)
        card = self.cards[ref.name]
        if card.leaves == ref.leaves:
            return card
        if card.in_play or card.leaves != ref.leaves + 1:
            return None
        return card.last if memory and card.last else card

    def things_of(self, refs: Iterable[Any], memory: bool = False) -> list[Thing]:
        found = []
        for ref in refs:
            thing = self.thing_of(ref, memory)
            if thing is not None and thing not in found:
                found.append(thing)
        return found

    def refer(self, ref: Node, env: Env, memory: bool = False) -> list[Thing]:
        """What a reference means now; nothing if it is not there."""
        return getattr(self, "ref_" + ref["ref"].replace("-", "_"))(ref, env, memory)

    def one(self, thing: Thing | None, memory: bool) -> list[Thing]:
        if isinstance(thing, Card) and thing.frozen is None:
            thing = self.thing_of(self.ref_of(thing), memory)
        return [] if thing is None else [thing]

    def ref_this(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        if env.static:
            return [env.this]
        return self.things_of([Ref(env.this.name, env.leaves)], memory)

    def attack_of(self, env: Env) -> Attack | None:
        if env.attack is not None:
            return env.attack
        return env.event.attack if env.event else None

    def ref_this_attack(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        attack = self.attack_of(env)
        return [attack] if attack else []

    def ref_that_attack(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        attack = env.event.attack if env.event and env.event.attack else env.attack
        return [attack] if attack else []

    def ref_target(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        attack = self.attack_of(env)
        return self.known_card(attack.target, memory) if attack else []

    def ref_attacker(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        attack = self.attack_of(env)
        if attack is None:
            return []
        return self.known_card(attack.target if attack.retaliation_of else attack.attacker, memory)

    def known_card(self, card: Card, memory: bool) -> list[Thing]:
        card = self.cards[self.current(self.ref_of(card)).name]
        if memory and not card.in_play and card.last:
            return [card.last]
        return [card]

    def ref_attached_unit(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        card = self.as_in_play(env.this)
        if card is None or card.host is None:
            return []
        return self.known_card(self.cards[card.host], memory)

    def as_in_play(self, card: Card) -> Card | None:
        return card if card.in_play else card.last

    def ref_attached_space(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        card = self.as_in_play(env.this)
        return [card.space] if card is not None and card.where == ON_SPACE and card.space else []

    def ref_this_space(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        space = self.space_of(env.this, env)
        return [space] if space else []

    def ref_chosen_space(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        return [env.space] if env.space else []

    def ref_chosen(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        return self.things_of(env.slots.get(ref["slot"], []), memory)

    def ref_first_chosen(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        return self.things_of(env.slots.get(ref["slot"], [])[:1], memory)

    def ref_rest(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        taken = env.slots.get(("rest", ref["slot"]), [])
        return self.things_of([one for one in env.slots.get(ref["slot"], []) if one not in taken], memory)

    def ref_your_hero(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        return self.leader_of(env.controller)

    def ref_enemy_hero(self, ref: Node, env: Env, memory: bool) -> list[Thing]:
        return self.leader_of(1 - env.controller)

    def leader_of(self, player: int) -> list[Card]:
        return [card for card in self.on_map() if card.owner == player and self.type_of(card) == self.game.leader]

    # ── Where things are ──

    def on_map(self) -> list[Card]:
        return [card for card in self.in_play if card.where == MAP]

    def occupant(self, space: Space) -> Card | None:
        """The unit or leader on a space."""
        return self.standing.get(space)

    def site_on(self, space: Space) -> Card | None:
        return next(
            (card for card in self.on_map() if card.space == space and self.type_of(card) == self.game.site), None
        )

    def attached_to(self, thing: Thing) -> list[Card]:
        if isinstance(thing, Card):
            return [card for card in self.in_play if card.where == ON_CARD and card.host == thing.name]
        return [card for card in self.in_play if card.where == ON_SPACE and card.space == thing]

    def space_of(self, thing: Thing, env: Env | None = None) -> Space | None:
        """Where a thing is on the map; in an ability whose event removed it, where it was."""
        if isinstance(thing, tuple):
            return thing
        if not isinstance(thing, Card):
            return None
        if thing.frozen is not None:
            return thing.frozen["space"]
        if thing.where in (MAP, ON_SPACE):
            return thing.space
        if thing.where == ON_CARD:
            return self.space_of(self.cards[thing.host])
        if env is not None and env.event is not None and env.event.removed and thing.last is not None:
            return thing.last.frozen["space"]
        return None

    def zone_cards(self, player: int, zone: str) -> list[Card]:
        return self.zones[player][zone]

    def owners_of(self, zone: Node, env: Env, doer: int | None = None) -> list[int]:
        of = zone["of"]
        if of == "you":
            return [env.controller]
        if of == "opponent":
            return [1 - env.controller]
        if of == "actor":
            return [env.actor if env.each is None else env.each]
        return self.both()

    # ── Filters ──

    def candidates(self, filter: Node, env: Env, doer: int | None = None, counting: bool = False) -> list[Thing]:
        """The things among which a filter looks, by the first rule of the page that applies."""
        if "among" in filter:
            return self.refer(filter["among"], env)
        if "zone" in filter:
            zone = filter["zone"]
            return [card for player in self.owners_of(zone, env) for card in self.zone_cards(player, zone["zone"])]
        states = [state["state"] for state in filter.get("states", [])]
        if "removed-this-way" in states:
            return list(env.done.removed)
        if "dealt-damage-this-way" in states:
            return [self.thing_of(self.ref_of(card)) or card for card in env.done.damaged]
        if "being-played" in states:
            played = [card for card in self.cards.values() if card.where == PLAYED]
            return played
        noun = filter["noun"]
        if noun["noun"] == "space":
            return list(self.game.spaces)
        zones = self.game.zone_rules
        for field in filter.get("fields", []):
            if field["value"] == "true" and field["field"] in zones:
                if counting:
                    return list(self.in_play)
                return list(self.zone_cards(env.actor if doer is None else doer, field["field"]))
        types = noun.get("types", [])
        if types and all(self.game.has_place_on_map(type) for type in types):
            return self.on_map()
        if types == [self.game.payment]:
            if "side" in filter:
                players = [env.controller if filter["side"] == "friendly" else 1 - env.controller]
            elif doer is not None:
                players = [doer]
            else:
                players = self.both() if counting else [env.actor]
            return [card for player in players for card in self.zone_cards(player, self.game.zones["payment"])]
        return list(self.in_play)

    def matching(
        self, filter: Node, env: Env, doer: int | None = None, counting: bool = False, itself: Thing = None
    ) -> list[Thing]:
        found = self.candidates(filter, env, doer, counting)
        return [thing for thing in found if self.fits(thing, filter, env, itself)]

    def is_within(self, thing: Thing, filter: Node, env: Env) -> bool:
        """Whether a filter looks where the thing is. Used for changes that are asked about a thing."""
        if any(key in filter for key in ("among", "zone")):
            return True
        if isinstance(thing, tuple):
            return True
        types = filter["noun"].get("types", [])
        if any(state["state"] == "being-played" for state in filter.get("states", [])):
            return True
        if types and all(self.game.has_place_on_map(type) for type in types):
            return thing.where == MAP or thing.frozen is not None
        if types == [self.game.payment]:
            return thing.where == ZONE
        return thing.in_play or thing.frozen is not None

    def fits(self, thing: Thing, filter: Node, env: Env, itself: Thing = None) -> bool:
        """Whether a thing is as a filter describes, wherever it is."""
        noun = filter["noun"]
        if noun["noun"] == "space":
            if not isinstance(thing, tuple):
                return False
        elif not isinstance(thing, Card):
            return False
        elif noun.get("types") and self.type_of(thing) not in noun["types"]:
            return False
        if "side" in filter:
            player = env.controller if filter["side"] == "friendly" else 1 - env.controller
            if not isinstance(thing, Card) or thing.controller != player:
                return False
        if filter.get("names") and self.name_of(thing) not in filter["names"]:
            return False
        if filter.get("traits"):
            traits = self.traits_of(thing)
            if not all(any(trait in traits for trait in some) for some in filter["traits"]):
                return False
        for field in filter.get("fields", []):
            value = self.field_of(thing, field["field"])
            wanted = [field["value"], *field.get("or", [])]
            if (value is not True) if field["value"] == "true" else (value not in wanted):
                return False
        if filter.get("other") and self.is_known(thing, env):
            return False
        if filter.get("not_itself") and itself is not None and self.is_same(thing, itself):
            return False
        if "zone" in filter and not self.is_in_zone(thing, filter["zone"], env):
            return False
        if "among" in filter and not any(self.is_same(thing, one) for one in self.refer(filter["among"], env)):
            return False
        if not all(self.state_is(state, thing, env, itself) for state in filter.get("states", [])):
            return False
        if not all(self.is_at(place, thing, env, itself) for place in filter.get("places", [])):
            return False
        return not ("excluding" in filter and self.fits(thing, filter["excluding"], env, itself))

    def is_same(self, one: Thing, other: Thing) -> bool:
        if isinstance(one, Card) and isinstance(other, Card):
            return one.name == other.name
        return one == other

    def is_known(self, thing: Thing, env: Env) -> bool:
        """Whether `other` excludes it."""
        if self.is_same(thing, env.this):
            return True
        for slot in env.picked:
            if any(self.is_same(thing, one) for one in self.things_of(env.slots.get(slot, []))):
                return True
        attack = self.attack_of(env)
        return attack is not None and any(self.is_same(thing, one) for one in (attack.attacker, attack.target))

    def is_in_zone(self, thing: Thing, zone: Node, env: Env) -> bool:
        if not isinstance(thing, Card) or thing.where != ZONE or thing.zone != zone["zone"]:
            return False
        return thing.owner in self.owners_of(zone, env)

    # ── States ──

    def state_is(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return getattr(self, "state_" + state["state"].replace("-", "_"))(state, thing, env, itself)

    def state_mark(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return (state["mark"] in thing.marks) == state["has"]

    def state_tokens(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.compare(self.tokens_on(thing, state["token"]), state["number"], env, itself)

    def state_damage(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.compare(self.tokens_on(thing, self.game.damage), state["number"], env, itself)

    def state_size(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.compare(self.size_of(thing), state["number"], env, itself)

    def state_attribute(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        number = self.number_of(thing, state["attribute"])
        return number is not None and self.compare(number, state["number"], env, itself)

    def state_same_name(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        others = self.refer(state["as"], env, memory=True)
        return any(self.name_of(thing) == self.name_of(other) for other in others)

    def state_vacant(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        space = self.space_of(thing)
        return space is not None and self.occupant(space) is None

    def state_ready(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return not thing.turned

    def state_spent(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return thing.turned

    def state_face_up(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return not thing.face_down

    def state_face_down(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return thing.face_down

    def state_being_played(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return thing.where == PLAYED or thing is self.considered or bool(thing.frozen and thing.frozen.get("played"))

    def state_removed_this_way(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return any(self.is_same(thing, one) for one in env.done.removed)

    def state_dealt_damage_this_way(self, state: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return any(self.is_same(thing, one) for one in env.done.damaged)

    # ── Places ──

    def origins(self, selector: Node, env: Env, itself: Thing) -> tuple[list[Space], bool]:
        """The spaces from which a place is measured, and whether it has to be true for all of them."""
        every = False
        if selector["select"] == "known":
            things = self.refer(selector["is"], env)
            every = bool(selector["is"].get("many"))
        else:
            things = self.matching(selector["from"], env, counting=True, itself=itself)
            every = selector["select"] == "each"
            if "superlative" in selector:
                things = self.superlative(selector["superlative"], things, env)
        spaces = [self.space_of(thing, env) for thing in things]
        return [space for space in spaces if space is not None], every

    def is_near(self, place: Node, selector: Node, thing: Thing, env: Env, itself: Thing, near: Any) -> bool:
        space = self.space_of(thing, env)
        if space is None:
            return False
        spaces, every = self.origins(selector, env, itself)
        if not spaces:
            return bool(place.get("not"))
        found = (
            all(near(space, origin) for origin in spaces) if every else any(near(space, origin) for origin in spaces)
        )
        return found != bool(place.get("not"))

    def is_at(self, place: Node, thing: Thing, env: Env, itself: Thing = None) -> bool:
        return getattr(self, "place_" + place["place"].replace("-", "_"))(place, thing, env, itself)

    def place_adjacent(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.is_near(place, place["to"], thing, env, itself, lambda one, other: distance(one, other) == 1)

    def place_within(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        steps = self.amount(place["range"], env, itself)
        return self.is_near(place, place["of"], thing, env, itself, lambda one, other: distance(one, other) <= steps)

    def place_beyond(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        steps = self.amount(place["steps"], env, itself)
        return self.is_near(place, place["from"], thing, env, itself, lambda one, other: distance(one, other) > steps)

    def place_same_row(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.is_near(place, place["as"], thing, env, itself, lambda one, other: one[0] == other[0])

    def place_same_column(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        return self.is_near(place, place["as"], thing, env, itself, lambda one, other: one[1] == other[1])

    def place_row(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        space = self.space_of(thing, env)
        side = place["side"]
        player = None if side == "any" else env.controller if side == "your" else 1 - env.controller
        return space is not None and space[0] in self.game.rows_of(place["row"], player)

    def place_behind(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        space = self.space_of(thing, env)
        attack = self.attack_of(env)
        start = self.space_of(attack.attacker) if attack else None
        if space is None or start is None:
            return False
        for what in self.origins(place["what"], env, itself)[0]:
            rows, columns = what[0] - start[0], what[1] - start[1]
            if abs(rows) == abs(columns):
                continue
            step = ((rows > 0) - (rows < 0), 0) if abs(rows) > abs(columns) else (0, (columns > 0) - (columns < 0))
            if space == (what[0] + step[0], what[1] + step[1]):
                return True
        return False

    def place_area(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        space = self.space_of(thing, env)
        if space is None or env.space is None:
            return False
        return space in self.game.area(env.controller, self.definition(env.this), env.space)

    def place_on(self, place: Node, thing: Thing, env: Env, itself: Thing) -> bool:
        selector = place["what"]
        if selector["select"] == "known":
            whats = self.refer(selector["is"], env)
        else:
            whats = self.matching(selector["from"], env, counting=True, itself=itself)
        space = self.space_of(thing, env)
        for what in whats:
            if (
                isinstance(thing, Card)
                and isinstance(what, Card)
                and thing.where == ON_CARD
                and thing.host == what.name
            ):
                return True
            if space is not None and space == self.space_of(what, env) and not self.is_same(thing, what):
                return True
        return False

    # ── Selectors ──

    def superlative(self, node: Node, things: list[Thing], env: Env) -> list[Thing]:
        if node["superlative"] == "nearest":
            starts = [space for thing in self.refer(node["to"], env) if (space := self.space_of(thing, env))]
            spots = [(self.space_of(thing, env), thing) for thing in things]
            ranked = [
                (min(distance(spot, start) for start in starts), thing) for spot, thing in spots if spot and starts
            ]
        else:
            ranked = [(self.number_of(thing, node["attribute"]), thing) for thing in things]
            ranked = [(number, thing) for number, thing in ranked if number is not None]
        if not ranked:
            return []
        best = (max if node["superlative"] == "highest" else min)(number for number, _ in ranked)
        return [thing for number, thing in ranked if number == best]

    def choosable(self, selector: Node, env: Env, doer: int | None, allowed: list[Thing] | None = None) -> list[Thing]:
        """What a choice may choose: what matches and may be targeted."""
        things = self.matching(selector["from"], env, doer)
        if allowed is not None:
            things = [thing for thing in things if any(self.is_same(thing, one) for one in allowed)]
        if "superlative" in selector:
            things = self.superlative(selector["superlative"], things, env)
        return [thing for thing in things if self.may_target(thing, env)]

    def may_target(self, thing: Thing, env: Env) -> bool:
        if not isinstance(thing, Card) or thing.where != MAP:
            return True
        return not self.is_forbidden("be-targeted", thing, [env.this])

    def find(
        self,
        selector: Node,
        env: Env,
        doer: int | None = None,
        most: int | None = None,
        allowed: list[Thing] | None = None,
    ) -> list[Thing]:
        """Finds what an action applies to, and remembers it in the slot."""
        kind = selector["select"]
        if kind == "known":
            return self.refer(selector["is"], env)
        things = getattr(self, "select_" + kind)(selector, env, doer, most, allowed)
        slot = selector["slot"]
        env.slots[slot] = [self.ref_of(thing) for thing in things]
        if kind in ("choose", "random"):
            env.picked.add(slot)
            among = selector["from"].get("among")
            if among is not None and "slot" in among:
                env.slots.setdefault(("rest", among["slot"]), []).extend(env.slots[slot])
        return things

    def select_choose(
        self, selector: Node, env: Env, doer: int | None, most: int | None, allowed: list[Thing] | None
    ) -> list[Thing]:
        chosen: list[Thing] = []
        for player in self.players(selector["by"], env):
            options = [thing for thing in self.choosable(selector, env, doer, allowed) if thing not in chosen]
            least, highest = self.count(selector["count"], env, len(options))
            if most is not None:
                least, highest = min(least, most), min(highest, most)
            if "chain" in selector:
                chosen += self.choose_chain(selector, env, player, options, least, highest)
            else:
                chosen += self.choose_things("thing", player, options, least, highest, env)
        self.targeted += [thing for thing in chosen if isinstance(thing, Card) and thing.where == MAP]
        return chosen

    def choose_things(
        self, kind: str, player: int | None, options: list[Thing], least: int, most: int, env: Env | None = None
    ) -> list[Thing]:
        by = env.this.name if env is not None else None
        return self.ask(player, kind, [(self.option_of(thing), thing) for thing in options], least, most, by=by)

    def choose_chain(
        self, selector: Node, env: Env, player: int, options: list[Thing], least: int, most: int
    ) -> list[Thing]:
        steps = self.amount(selector["chain"]["range"], env)
        chosen: list[Thing] = []
        while len(chosen) < most:
            left = [thing for thing in options if thing not in chosen]
            if chosen:
                last = self.space_of(chosen[-1])
                left = [thing for thing in left if distance(self.space_of(thing), last) <= steps]
            if not left:
                break
            one = self.choose_things("thing", player, left, 1 if len(chosen) < least else 0, 1, env)
            if not one:
                break
            chosen += one
        return chosen

    def count(self, count: Node, env: Env, there: int) -> tuple[int, int]:
        """The least and the most that can be chosen of as many as there are."""
        if count["count"] == "any":
            return 0, there
        number = min(self.amount(count["number"], env, limit=there), there)
        return (number, number) if count["count"] == "exactly" else (0, number)

    def select_random(
        self, selector: Node, env: Env, doer: int | None, most: int | None, allowed: list[Thing] | None
    ) -> list[Thing]:
        options = self.matching(selector["from"], env, doer)
        number = min(self.amount(selector["count"], env, limit=len(options)), len(options))
        return self.choose_things("random", None, options, number, number, env)

    def select_each(
        self, selector: Node, env: Env, doer: int | None, most: int | None, allowed: list[Thing] | None
    ) -> list[Thing]:
        things = self.matching(selector["from"], env, doer)
        return [thing for thing in things if allowed is None or any(self.is_same(thing, one) for one in allowed)]

    select_any = select_each

    def select_stack(
        self, selector: Node, env: Env, doer: int | None, most: int | None, allowed: list[Thing] | None
    ) -> list[Thing]:
        found: list[Thing] = []
        for player in self.owners_of(selector["zone"], env):
            cards = self.zone_cards(player, selector["zone"]["zone"])
            number = self.amount(selector["count"], env, limit=len(cards))
            found += cards[::-1][:number] if selector["end"] == "top" else cards[:number]
        return found

    def select_zone(
        self, selector: Node, env: Env, doer: int | None, most: int | None, allowed: list[Thing] | None
    ) -> list[Thing]:
        zone = selector["zone"]
        return [card for player in self.owners_of(zone, env) for card in self.zone_cards(player, zone["zone"])]

    def matches(self, selector: Node, thing: Thing, env: Env, itself: Thing = None) -> bool:
        """Whether a thing fits a pattern or is what a reference means, wherever it is."""
        if selector["select"] == "known":
            found = self.refer(selector["is"], env)
            return any(self.is_same(thing, one) for one in found)
        return self.fits(thing, selector["from"], env, itself)

    def applies(self, selector: Node, thing: Thing, env: Env, itself: Thing = None) -> bool:
        """Whether a static change of these things applies to a thing now."""
        if selector["select"] == "known":
            return self.matches(selector, thing, env, itself)
        return self.is_within(thing, selector["from"], env) and self.fits(thing, selector["from"], env, itself)
