"""Conditions, and the journal of what happened in the round."""

from __future__ import annotations

from typing import Callable

from .finding import Thing
from .game import Node
from .table import Card, Entry, Env, Ref


class Conditions:
    """A part of the engine."""

    def test(self, condition: Node, env: Env) -> bool:
        return getattr(self, "condition_" + condition["condition"].replace("-", "_"))(condition, env)

    def condition_all(self, node: Node, env: Env) -> bool:
        return all(self.test(one, env) for one in node["of"])

    def condition_number(self, node: Node, env: Env) -> bool:
        return self.compare(len(self.matching(node["of"], env, counting=True)), node["number"], env)

    def condition_has(self, node: Node, env: Env) -> bool:
        return all(
            self.compare(self.number_had(player, node["what"], env), node["number"], env)
            for player in self.players(node["who"], env)
        )

    def number_had(self, player: int, filter: Node, env: Env) -> int:
        """How many matching things the player controls in play, or has in a zone."""
        if "zone" in filter:
            zone = filter["zone"]["zone"]
            bare = {key: value for key, value in filter.items() if key != "zone"}
            return sum(self.fits(card, bare, env) for card in self.zone_cards(player, zone))
        things = self.matching(filter, env, doer=player, counting=True)
        return sum(isinstance(thing, Card) and thing.controller == player for thing in things)

    def condition_has_played(self, node: Node, env: Env) -> bool:
        return all(
            self.compare(self.times_played(player, node, env), node["number"], env)
            for player in self.players(node["who"], env)
        )

    def condition_compare(self, node: Node, env: Env) -> bool:
        return self.compare(self.amount(node["left"], env), node["right"], env)

    def condition_first_player(self, node: Node, env: Env) -> bool:
        return all((player == self.first) != node["not"] for player in self.players(node["who"], env))

    def holds(self, selector: Node, negated: bool, env: Env, test: Callable[[Thing], bool]) -> bool:
        """Whether it is so of what the selector means; see the table of `Condition`."""
        kind = selector["select"]
        if kind == "known":
            things = self.refer(selector["is"], env, memory=True)
            return bool(things) and all(test(thing) != negated for thing in things)
        things = self.matching(selector["from"], env, counting=True)
        if kind == "each":
            return bool(things) and all(test(thing) != negated for thing in things)
        found = [thing for thing in things if test(thing) != negated]
        if found and "slot" in selector:
            env.slots[selector["slot"]] = [self.ref_of(thing) for thing in found]
        return bool(found)

    def condition_is(self, node: Node, env: Env) -> bool:
        return self.holds(node["who"], node["not"], env, lambda thing: self.fits(thing, node["what"], env))

    # ── What has happened in a period ──

    def note(self, what: str, card: Card, player: int | None = None, memory: Card | None = None) -> None:
        """Writes into the journal of the round."""
        self.clock += 1
        self.journal.append(Entry(what, Ref(card.name, card.leaves), memory, player, self.clock))

    def since(self, period: str, env: Env, card: Card | None = None) -> int | None:
        """When a period began; none if there is no such period."""
        if period == "round":
            return self.round_began
        if period == "turn":
            return self.turn_began
        if not self.activations:
            return None
        if card is None:
            return self.activations[-1].start
        return next((one.start for one in reversed(self.activations) if one.card.name == card.name), None)

    def times(self, what: str, card: Thing, period: str, env: Env) -> int:
        """How often something has happened to a card in a period."""
        if not isinstance(card, Card):
            return 0
        start = self.since(period, env, card)
        if start is None:
            return 0
        own = Ref(card.name, card.leaves)
        return sum(
            entry.what == what and entry.time > start and self.current(entry.ref) == own for entry in self.journal
        )

    def times_played(self, player: int, node: Node, env: Env) -> int:
        start = self.since(node["period"], env)
        if start is None:
            return 0
        played = [entry for entry in self.journal if entry.what == "played" and entry.time > start]
        return sum(entry.player == player and self.fits_as_played(entry.card, node["what"], env) for entry in played)

    def fits_as_played(self, card: Card, filter: Node, env: Env) -> bool:
        return self.fits(card, filter, env)

    def has_happened(self, what: str, node: Node, env: Env) -> bool:
        return self.holds(node["who"], node["not"], env, lambda card: self.times(what, card, node["period"], env) > 0)

    def condition_has_moved(self, node: Node, env: Env) -> bool:
        return self.has_happened("moved", node, env)

    def condition_has_attacked(self, node: Node, env: Env) -> bool:
        return self.has_happened("attacked", node, env)

    def condition_has_retaliated(self, node: Node, env: Env) -> bool:
        return self.has_happened("retaliated", node, env)

    def condition_has_been_activated(self, node: Node, env: Env) -> bool:
        return self.has_happened("activated", node, env)

    def condition_has_been_attacked(self, node: Node, env: Env) -> bool:
        return self.has_happened("been attacked", node, env)

    def condition_has_been_dealt_damage(self, node: Node, env: Env) -> bool:
        return self.has_happened("been dealt damage", node, env)

    def condition_has_been_removed(self, node: Node, env: Env) -> bool:
        start = self.since(node["period"], env)
        entries = (
            []
            if start is None
            else [entry.card for entry in self.journal if entry.what == "removed" and entry.time > start and entry.card]
        )
        return self.was_one(node["who"], node["not"], env, entries)

    # ── This way ──

    def was_one(self, selector: Node, negated: bool, env: Env, cards: list[Card]) -> bool:
        """Whether it happened to a known thing, or to one that fits; with `not`, to none."""
        if selector["select"] == "known":
            things = self.refer(selector["is"], env)
            if not things:
                return False
            happened = [any(self.is_same(thing, card) for card in cards) for thing in things]
            if selector["is"].get("many"):
                return not any(happened) if negated else any(happened)
            return all(one != negated for one in happened)
        return any(self.fits(card, selector["from"], env) for card in cards) != negated

    def condition_was_removed_this_way(self, node: Node, env: Env) -> bool:
        return self.was_one(node["who"], node["not"], env, env.done.removed)

    def condition_was_discarded_this_way(self, node: Node, env: Env) -> bool:
        return self.was_one(node["what"], node["not"], env, env.done.discarded)

    def condition_was_drawn_this_way(self, node: Node, env: Env) -> bool:
        return self.was_one(node["what"], node["not"], env, env.done.drawn)

    def condition_was_revealed_this_way(self, node: Node, env: Env) -> bool:
        return self.was_one(node["what"], node["not"], env, env.done.revealed)

    def condition_was_dealt_damage_this_way(self, node: Node, env: Env) -> bool:
        return self.was_one(node["who"], node["not"], env, env.done.damaged)
