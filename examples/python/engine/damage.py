"""Damage, the check of the state, and how cards leave the map. Also what is forbidden and what is permitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from .finding import Thing
from .game import Node
from .numbers import reduced
from .table import MAP, ON_CARD, PLAYED, ZONE, Attack, Card, Entry, Happening, Ref


@dataclass
class Hit:
    """Damage that is about to be dealt to a card, computed up to step 5."""

    target: Card
    amount: int
    source: Card
    doer: int
    attack: Attack | None = None
    # What boost cards of the target's player take off.
    boosted: int = 0


class GameOver(Exception):
    """The game has ended; the winner is a player, or nobody."""

    def __init__(self, winner: int | None) -> None:
        super().__init__(winner)
        self.winner = winner


# The key of the selector in each deed.
DEED_OBJECT = {
    "attack": "whom",
    "retaliate": "against",
    "be-targeted": "by",
    "be-attacked": "by",
    "be-moved": "by",
    "enter": "what",
    "play": "what",
    "boost": "what",
    "draw": "what",
    "move": None,
    "be-activated": None,
}


class Damage:
    """A part of the engine."""

    # ── Prohibitions and permissions ──

    def is_forbidden(self, deed: str, subject: Thing, objects: list[Thing] | tuple = ()) -> bool:
        """Whether a card or a player cannot do that to one of the objects, which are names of the same thing."""
        for live in self.lasting("cannot"):
            for one in live.node["what"]:
                if one["deed"] != deed:
                    continue
                stake = live.node["who"]
                if stake["stake"] == "player":
                    if not isinstance(subject, int) or not live.applies_to_player(stake["who"], subject):
                        continue
                elif isinstance(subject, int) or not live.applies(stake["which"], subject, anywhere=deed == "enter"):
                    continue  # a card may enter from outside the map
                key = DEED_OBJECT[deed]
                if key is None or key not in one:
                    return True
                if any(self.matches(one[key], thing, live.env, subject) for thing in objects):
                    return True
        return False

    def permissions(self, permission: str, card: Card) -> list[Any]:
        return [
            live
            for live in self.lasting("permit")
            if live.node["permission"]["permission"] == permission and live.applies(live.node["who"], card)
        ]

    # ── Damage ──

    def taken(self, hit: Hit) -> int:
        """Step 6: what the target takes more and less, and the boost cards of its player."""
        number = hit.amount
        less = []
        for live in self.lasting("take-less"):
            node = live.node
            if not live.applies(node["who"], hit.target):
                continue
            causes = [hit.source, hit.attack] if hit.attack else [hit.source]
            if "from" in node and not any(self.matches(node["from"], one, live.env, hit.target) for one in causes):
                continue
            by = live.amount("amount", node["amount"], hit.target)
            if node["more"]:
                number += by
            else:
                less.append((by, node.get("at_least", 0)))
        for by, least in less:
            number = reduced(number, by, least)
        return max(0, number - hit.boosted)

    def extra_damage(self, card: Card, number: int) -> int:
        """What a card that is not on the map deals more or less by its abilities."""
        more, less = 0, []
        changes = [
            (live, live.applies(live.node["who"], card)) for live in self.lasting("deal-more") if card.where != MAP
        ]
        for live in self.lasting("cards-deal-more"):
            only = live.change.used if live.change is not None and live.node["what"].get("next") else card.name
            changes.append((live, only == card.name and self.fits(card, live.node["what"], live.env)))
        for live, applies in changes:
            if not applies:
                continue
            by = live.amount("amount", live.node["amount"], card)
            if live.node["less"]:
                less.append((by, live.node.get("at_least", 0)))
            else:
                more += by
        number += more
        for by, least in less:
            number = reduced(number, by, least)
        return number

    def deal(self, hits: list[Hit]) -> None:
        """Deals damage at one moment: steps 6 to 8."""
        coming: dict[str, list[tuple[Hit, int]]] = {}
        for hit in hits:
            number = self.taken(hit)
            if number > 0 and hit.target.where == MAP:
                coming.setdefault(hit.target.name, []).append((hit, number))
        happenings = {}
        for name, parts in coming.items():
            sources = [hit.source for hit, _ in parts]
            attack = next((hit.attack for hit, _ in parts if hit.attack), None)
            roles = {"who": [self.cards[name]], "by": sources}
            happenings[name] = Happening(
                {"would-be-dealt-damage": roles}, parts[0][0].doer, attack, sum(number for _, number in parts)
            )
        targets = [self.cards[name] for name in coming]
        for target in self.in_order(targets, lambda card: happenings[card.name]):
            happening = happenings[target.name]
            life = target.leaves
            if not self.would(happening, lambda: target.leaves == life and happening.damage > 0):
                happening.damage = 0
            else:
                self.apply_shields(target, happening)
            self.batch.afters += happening.afters
        placed = [(target, happenings[target.name]) for target in targets]
        placed = [(target, happening) for target, happening in placed if happening.damage > 0 and target.where == MAP]
        self.place_damage(placed, coming)

    def apply_shields(self, target: Card, happening: Happening) -> None:
        for change in self.changes:
            if change.do != "prevent-next" or not any(
                self.current(ref) == self.ref_of(target) for ref in change.things
            ):
                continue
            stopped = min(change.left, happening.damage)
            happening.damage -= stopped
            change.left -= stopped
        self.changes = [one for one in self.changes if one.do != "prevent-next" or one.left > 0]

    def place_damage(self, placed: list[tuple[Card, Happening]], coming: dict[str, list[tuple[Hit, int]]]) -> None:
        dealt = []
        for target, happening in placed:
            roles = happening.kinds["would-be-dealt-damage"]
            dealt.append(Happening({"is-dealt-damage": roles}, happening.doer, happening.attack, happening.damage))

        def change() -> None:
            for target, happening in placed:
                self.record("damaged", self.memory(target))
                self.add_tokens(target, self.game.damage, happening.damage)
                target.damaged_by = list(happening.kinds["would-be-dealt-damage"]["by"])
                self.note("been dealt damage", target)
                self.is_quiet = False
                left = happening.damage
                for hit, number in coming[target.name]:
                    if hit.attack is not None:
                        hit.attack.dealt = (hit.attack.dealt or 0) + min(number, left)
                    left -= min(number, left)

        self.occur(dealt, change)

    # ── The check of the state ──

    def check(self) -> None:
        """Checks the state until nothing changes."""
        for _ in range(1000):
            changed = self.check_conditions()
            self.check_leaders()
            changed = self.check_units() or changed
            changed = self.check_attached() or changed
            if not changed:
                return
        raise RuntimeError("the state does not come to rest")

    def endurance(self, card: Card) -> int:
        number = self.number_of(card, self.game.attributes["endurance"])
        return 1 if number is None else number

    def is_doomed(self, card: Card) -> bool:
        return card.where == MAP and self.tokens_on(card, self.game.damage) >= self.endurance(card)

    def check_units(self) -> bool:
        """Decreases units with too much damage, all at one moment; what would be removed is asked before."""
        units = [card for card in self.on_map() if self.type_of(card) == self.game.unit and card.name not in self.held]
        hurt = [card for card in units if self.tokens_on(card, self.game.damage)]
        over = self.unchanged(lambda: [card for card in hurt if self.is_doomed(card)])
        if not over:
            return False
        doomed = [card for card in over if self.shrunk(card)[1]]
        gone, by = self.ask_to_leave(
            doomed, lambda card: card.damaged_by, over, lambda card: self.shrunk(card)[1], self.spare
        )
        left = [(card, self.shrunk(card)[0]) for card in over if card.where == MAP and card not in gone]
        self.shrink_and_leave(left, gone, self.game.zones["discard"], by)
        return True

    def shrunk(self, card: Card) -> tuple[dict[str, int], bool]:
        """The tokens of a unit after the check of its damage, and whether it would be removed."""
        kept, card.tokens = card.tokens, dict(card.tokens)
        try:
            while self.is_doomed(card):
                if self.tokens_on(card, self.game.size) == 0:
                    return card.tokens, True
                self.add_tokens(card, self.game.damage, -self.endurance(card))
                self.add_tokens(card, self.game.size, -1)
            return card.tokens, False
        finally:
            card.tokens = kept

    def spare(self, card: Card) -> None:
        """A replacement has saved a unit that the check was about to remove.

        It has size 1, and the damage that decreased it is gone.
        """
        smaller = self.tokens_on(card, self.game.size) > 0

        def change() -> None:
            while self.tokens_on(card, self.game.size):
                self.add_tokens(card, self.game.damage, -self.endurance(card))
                self.add_tokens(card, self.game.size, -1)
            self.add_tokens(card, self.game.damage, -self.endurance(card))

        if smaller:
            self.occur([self.happening({"is-decreased": {"who": [card]}})], change)
        else:
            change()

    def shrink_and_leave(
        self,
        left: list[tuple[Card, dict[str, int]]],
        gone: list[Card],
        zone: str,
        by: dict[str, list[Card]],
    ) -> None:
        """Some units get fewer tokens and others leave the map, at one moment."""
        left = [(card, tokens) for card, tokens in left if tokens != card.tokens]
        smaller = [
            card for card, tokens in left if tokens.get(self.game.size, 0) < self.tokens_on(card, self.game.size)
        ]
        decreases = [self.happening({"is-decreased": {"who": [card]}}) for card in [*smaller, *gone]]

        def change() -> None:
            for card, tokens in left:
                card.tokens = tokens

        self.leave_together(gone, zone, by, first=decreases, also=change)

    def check_leaders(self) -> None:
        end = self.game.end("leader-damage")
        if end is None:
            return
        limit = self.game.number(end["at_least"])
        lost = [
            card.controller
            for card in self.on_map()
            if self.type_of(card) == self.game.leader and self.tokens_on(card, self.game.damage) >= limit
        ]
        if lost:
            raise GameOver(1 - lost[0] if len(lost) == 1 else None)

    def check_attached(self) -> bool:
        loose = [card for card in self.in_play if (card.where == ON_CARD and not self.cards[card.host].in_play)]
        for card in loose:
            self.discard_one(card, None)
        return bool(loose)

    def check_conditions(self) -> bool:
        failed = [
            change
            for change in self.changes
            if not all(self.test(condition, change.env) == wanted for condition, wanted in change.conditions)
        ]
        for change in failed:
            self.end_change(change)
        return bool(failed)

    # ── Leaving ──

    def memory(self, card: Card) -> Card:
        """A card as it is now, to be remembered."""
        copy = Card(**vars(card))
        copy.tokens, copy.marks = dict(card.tokens), list(card.marks)
        type = self.type_of(card)
        numbers = {one: self.number_of(card, one) for one in self.game.attributes_of(type)}
        fields = {}
        for field in (self.game.fields["unit_type"],):
            fields[field] = self.field_of(card, field)
        copy.frozen = {"numbers": numbers, "fields": fields, "space": self.space_of(card)}
        return copy

    def leave_map(
        self,
        cards: list[Card],
        zone: str,
        by: Callable[[Card], list[Card]],
        end: str = "top",
        discarder: int | None = None,
    ) -> list[Card]:
        """Takes units off the map at one moment, unless something replaces it; returns those that left."""
        gone, sources = self.ask_to_leave(cards, by, cards)
        self.leave_together(gone, zone, sources, end, discarder)
        return gone

    def ask_to_leave(
        self,
        cards: list[Card],
        by: Callable[[Card], list[Card]],
        touched: list[Card],
        still: Callable[[Card], bool] | None = None,
        spared: Callable[[Card], None] | None = None,
    ) -> tuple[list[Card], dict[str, list[Card]]]:
        """Announces that units would leave the map, one after the other; returns those that do, and what removes them.

        Checks of the state on the way do not touch the units of this moment, before they are replaced.
        """
        lives = {card.name: card.leaves for card in cards}
        sources = {card.name: by(card) for card in cards}
        coming = {}
        for card in cards:
            kinds = {"would-be-removed-from-map": {"who": [card], "by": sources[card.name]}}
            coming[card.name] = self.happening(kinds)

        def is_there(card: Card) -> bool:
            return card.where == MAP and card.leaves == lives[card.name] and (still is None or still(card))

        gone = []
        held = self.held
        self.held = held | {card.name for card in touched}
        try:
            for card in self.in_order(cards, lambda one: coming[one.name]):
                if self.would(coming[card.name], lambda: is_there(card)):
                    gone.append(card)
                else:
                    replaced = coming[card.name].replaced and card.where == MAP and card.leaves == lives[card.name]
                    if spared is not None and replaced:
                        spared(card)
                        self.held = self.held - {card.name}
                self.batch.afters += coming[card.name].afters
        finally:
            self.held = held
        return [card for card in cards if card in gone and is_there(card)], sources

    def leave_together(
        self,
        gone: list[Card],
        zone: str,
        by: dict[str, list[Card]],
        end: str = "top",
        discarder: int | None = None,
        first: list[Happening] | None = None,
        also: Callable[[], None] | None = None,
    ) -> None:
        """Units leave the map, and something else happens, at one moment."""
        happenings = list(first or [])
        removals = []
        for card in gone:
            kinds: Node = {"is-removed-from-map": {"who": [card], "by": by[card.name]}}
            if self.zone_for(card, zone) == self.game.zones["discard"]:
                kinds["is-discarded"] = {"what": [card]}
                if discarder is not None:
                    kinds["discards"] = {"who": discarder, "what": [card]}
            removals.append(self.happening(kinds))

        def change() -> None:
            if also is not None:
                also()
            for card, happening in zip(gone, removals):
                self.put_into(card, self.zone_for(card, zone), end)
                memory = card.last
                happening.removed.append(memory)
                self.record("removed", memory)
                if "is-discarded" in happening.kinds:
                    self.record("discarded", memory)
                self.journal_removed(card, memory)

        if happenings or removals or also is not None:
            self.occur([*happenings, *removals], change)

    def journal_removed(self, card: Card, memory: Card) -> None:
        self.clock += 1
        self.journal.append(Entry("removed", Ref(card.name, memory.leaves), memory, None, self.clock))

    def zone_for(self, card: Card, zone: str) -> str:
        """Where a card goes: one of the reserve goes back there instead of to the discard pile."""
        if zone == self.game.zones["discard"] and self.is_reserve(card) and card.where in (MAP, PLAYED):
            return self.game.zones["reserve"]
        return zone

    def put_into(self, card: Card, zone: str, end: str = "top") -> None:
        """Puts a card into a zone of its owner, from wherever it is. Nothing goes with it."""
        self.take_away(card)
        card.where, card.zone, card.controller = ZONE, zone, card.owner
        cards = self.zones[card.owner][zone]
        if end == "bottom":
            cards.insert(0, card)
        else:
            cards.append(card)

    def take_away(self, card: Card) -> None:
        """Takes a card from where it is; a card in play loses all that is on it."""
        if card.where == ZONE:
            self.zones[self.zone_player(card)][card.zone].remove(card)
        elif card.in_play:
            card.last = self.memory(card)
            self.arrangement += 1
            self.in_play.remove(card)
            if card.where == MAP and self.standing.get(card.space) is card:
                del self.standing[card.space]
            card.leaves += 1
            card.tokens, card.marks = {}, []
            card.copy = None
            card.used_round, card.used_game = 0, {}
            card.damaged_by = []
            self.changes = [
                one for one in self.changes if one.things is None or not one.things or self.still_applies(one)
            ]
        card.turned = card.face_down = False
        card.laid = None
        card.host = card.space = card.zone = None

    def still_applies(self, change: Any) -> bool:
        """Whether one of the things of a change is what it was."""
        if change.do == "change-cost" or change.do == "cards-deal-more":
            return True
        return any(self.cards[self.current(ref).name].leaves == self.current(ref).leaves for ref in change.things)

    def zone_player(self, card: Card) -> int:
        return card.owner

    def put_away(self, card: Card) -> None:
        """A card that was used goes to its owner's discard pile; that is no discarding."""
        self.put_into(card, self.zone_for(card, self.game.zones["discard"]))

    def discard_one(self, card: Card, player: int | None) -> None:
        """Discards a card that is not on the map."""
        kinds: Node = {"is-discarded": {"what": [card]}}
        if player is not None:
            kinds["discards"] = {"who": player, "what": [card]}
        happening = self.happening(kinds)

        def change() -> None:
            target = self.zone_for(card, self.game.zones["discard"])
            self.put_into(card, target)
            self.record("discarded", card.last if card.last and card.last.leaves == card.leaves - 1 else card)

        self.occur([happening], change)

    def happening(self, kinds: Node, attack: Attack | None = None) -> Happening:
        """An occurrence that is the doing of the ability that causes it, or of the player of the turn."""
        return Happening(kinds, self.doer(), attack)

    def add_tokens(self, thing: Thing, token: str, number: int) -> None:
        tokens = self.space_tokens.setdefault(thing, {}) if isinstance(thing, tuple) else thing.tokens
        tokens[token] = max(0, tokens.get(token, 0) + number)
        if tokens[token] == 0:
            del tokens[token]
        if isinstance(thing, tuple) and not tokens:
            del self.space_tokens[thing]
