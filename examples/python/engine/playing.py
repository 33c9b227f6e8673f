"""Playing and paying: costs, payments, how cards are played, and where they go."""

from __future__ import annotations

from itertools import product
from typing import Any, Iterator

from .finding import Thing
from .game import Node, Space, distance
from .lines import lines_of
from .table import ASIDE, MAP, PLAYED, Card, Env


class Playing:
    """A part of the engine."""

    # ── Coming into play ──

    def enter_play(self, card: Card, player: int) -> None:
        """A card begins to be in play; it has been taken from where it was."""
        self.clock += 1
        self.arrangement += 1
        card.entered = self.clock
        card.controller = player
        self.base_control[(card.name, card.leaves)] = player
        card.zone = None
        self.in_play.append(card)

    def enter_map(self, card: Card, space: Space, player: int, copied: Card | None = None) -> None:
        """A card from outside comes onto the map, with the mark of entering."""
        mark = self.game.marks["activated"]
        things = self.at_space(space)
        happening = self.happening(
            {
                "is-placed": {"what": [card]},
                "enters": {"who": [card], "space": things},
                "stops-on": {"who": [card], "space": things},
                "mark-placed": {"on": [card], "marks": [mark]},
            }
        )

        happening.coming = True

        def change() -> None:
            self.take_away(card)
            self.enter_play(card, player)
            card.where, card.space = MAP, space
            self.standing[space] = card
            card.marks = [mark]
            if copied is not None:
                card.copy = self.definition(copied)["id"]

        self.occur([happening], change)

    # ── Costs ──

    def cost_of(self, card: Card, player: int) -> dict[str, int]:
        """What a card costs now."""
        cost = dict(self.definition(card).get(self.game.fields["cost"], {}))
        changes = [live for live in self.lasting("change-cost") if self.changes_cost(live, card)]
        for live in changes:
            if not live.node["less"]:
                statistic = live.node["statistic"]
                cost[statistic] = cost.get(statistic, 0) + live.amount("amount", live.node["amount"], card)
        for live in changes:
            if live.node["less"]:
                statistics = [live.node["statistic"]] if "statistic" in live.node else list(cost)
                by = live.amount("amount", live.node["amount"], card)
                least = live.node.get("at_least", 0)
                for statistic in statistics:
                    number = cost.get(statistic, 0)
                    cost[statistic] = number if number <= least else max(least, number - by)
        return {statistic: number for statistic, number in cost.items() if number > 0}

    def changes_cost(self, live: Any, card: Card) -> bool:
        filter = live.node["what"]
        if filter.get("next") and live.change is not None and live.change.used is not None:
            return False
        if not self.fits(card, filter, live.env):
            return False
        if live.node.get("first_each_round"):
            played = [entry.card for entry in self.journal if entry.what == "played" and entry.time > self.round_began]
            return not any(self.fits(one, filter, live.env) for one in played)
        return True

    # ── Payments ──

    def ready_payment(self, player: int) -> list[Card]:
        return [card for card in self.zone_cards(player, self.game.zones["payment"]) if not card.turned]

    def statistic_of(self, card: Card) -> str:
        return self.field_of(card, self.game.fields["pays"])

    def payment_classes(self, player: int) -> dict[tuple[str, tuple[tuple[str, int], ...]], list[Card]]:
        """The ready cards by what they can be spent as."""
        lives = [live for live in self.lasting("spend-as") if live.applies_to_player(live.node["who"], player)]
        classes: dict[Any, list[Card]] = {}
        for card in self.ready_payment(player):
            other = sorted(
                {
                    (live.node["statistic"], live.amount("amount", live.node["amount"], card))
                    for live in lives
                    if self.fits(card, live.node["what"], live.env)
                }
            )
            own = self.statistic_of(card)
            other = [one for one in other if one != (own, 1)]
            classes.setdefault((own, tuple(other)), []).append(card)
        return classes

    def payments(self, player: int, cost: dict[str, int]) -> list[list[Card]]:
        """All ways to pay a cost exactly."""
        cost = {statistic: number for statistic, number in cost.items() if number > 0}
        if not cost:
            return [[]]
        classes = self.payment_classes(player)
        kinds = list(classes)
        found: dict[tuple[int, ...], None] = {}
        uses = [(place, one) for place, kind in enumerate(kinds) for one in kind[1] if one[0] in cost]
        limits = [min(len(classes[kinds[place]]), cost[one[0]]) for place, one in uses]
        for counts in product(*(range(limit + 1) for limit in limits)):
            spent = [0] * len(kinds)
            need = dict(cost)
            values: dict[str, list[int]] = {}
            for number, (place, (statistic, worth)) in zip(counts, uses):
                spent[place] += number
                need[statistic] -= number * worth
                values.setdefault(statistic, []).extend([worth] * number)
            if any(number > len(classes[kind]) for number, kind in zip(spent, kinds)):
                continue
            if any(
                need[one] < 0 and (len(worths) != 1 or need[one] + worths[0] <= 0) for one, worths in values.items()
            ):
                continue
            need = {statistic: max(0, number) for statistic, number in need.items()}
            if any(self.is_needed(statistic, number, kinds, classes, spent) for statistic, number in need.items()):
                continue
            for payment in self.own_payments(kinds, [len(classes[kind]) for kind in kinds], spent, need):
                found[payment] = None
        return [[card for kind, number in zip(kinds, one) for card in classes[kind][:number]] for one in found]

    def is_needed(self, statistic: str, number: int, kinds: list[Any], classes: Node, spent: list[int]) -> bool:
        """Whether cards are spent as something else that a cost needs as cards of a statistic."""
        places = [place for place, kind in enumerate(kinds) if kind[0] == statistic]
        there = sum(len(classes[kinds[place]]) for place in places)
        return number > 0 and sum(spent[place] for place in places) > max(0, there - number)

    def own_payments(
        self, kinds: list[Any], there: list[int], spent: list[int], need: dict[str, int]
    ) -> Iterator[tuple[int, ...]]:
        """The payments of the rest of a cost by cards of the statistics, and by others where none is left."""
        missing = 0
        owns: list[list[tuple[int, ...]]] = []
        for statistic, number in need.items():
            places = [place for place, kind in enumerate(kinds) if kind[0] == statistic]
            left = [there[place] - spent[place] for place in places]
            own = min(number, sum(left))
            missing += number - own
            owns.append([dict(zip(places, one)) for one in splits(own, left)])
        for choice in product(*owns):
            now = list(spent)
            for part in choice:
                for place, number in part.items():
                    now[place] += number
            if missing == 0:
                yield tuple(now)
                continue
            left = [one - other for one, other in zip(there, now)]
            for extra in splits(missing * self.game.rule("pay", "substitution"), left):
                yield tuple(one + other for one, other in zip(now, extra))

    def can_pay_statistics(self, player: int, cost: dict[str, int]) -> bool:
        return bool(self.payments(player, cost))

    def most_payable(self, player: int, statistic: str) -> int:
        number = 0
        while self.can_pay_statistics(player, {statistic: number + 1}):
            number += 1
        return number

    def pay(self, player: int, cost: dict[str, int], env: Env | None = None) -> None:
        """Pays a cost with the cards that the payer chooses."""
        options = []
        for cards in self.payments(player, cost):
            if cards:
                options.append((" ".join(["pay", *sorted(card.name for card in cards)]), cards))
        if options:
            cards = self.ask(player, "payment", options, 1, 1, by=env.this.name if env else None)[0]
            self.moment(lambda: self.spend(cards, player), env)

    # ── What can be played ──

    def can_play(self, player: int, card: Card, free: bool = False) -> bool:
        """Whether a card can be played, has a place, and can be paid for."""
        with_controller, card.controller = card.controller, player
        considered, self.considered = self.considered, card
        try:
            if self.is_forbidden("play", player, [card]):
                return False
            if self.type_of(card) == self.game.unit:
                if not self.unit_spaces(player, card) and not self.twins(player, card):
                    return False
            elif not self.has_host(player, card):
                return False
            return free or self.can_pay_statistics(player, self.cost_of(card, player))
        finally:
            card.controller, self.considered = with_controller, considered

    def unit_spaces(self, player: int, card: Card) -> list[Space]:
        """The vacant spaces where a played unit may be placed."""
        heroes = [leader.space for leader in self.leader_of(player)]
        reach = self.game.rule("play", "distance")
        permits = [live for live in self.lasting("permit-places") if self.fits(card, live.node["what"], live.env)]
        found = []
        for space in self.game.spaces:
            if self.occupant(space) is not None:
                continue
            near = any(distance(space, hero) == reach for hero in heroes)
            near = near or any(
                all(self.is_at(place, space, live.env) for place in live.node["places"]) for live in permits
            )
            if near and not self.is_forbidden("enter", card, self.at_space(space)):
                found.append(space)
        return found

    def twins(self, player: int, card: Card) -> list[Card]:
        """The units of the same name that the card may increase."""
        return [
            one
            for one in self.on_map()
            if one.controller == player
            and self.type_of(one) == self.game.unit
            and self.name_of(one) == self.name_of(card)
        ]

    def keeper(self, card: Card) -> tuple[str, Node] | None:
        """The ability whose heading decides where the card stays; none if it is discarded."""
        for key, ability in self.printed_abilities(card):
            heading = self.game.heading(ability["heading"]["id"])
            if heading.get("lasting") or "when" in ability["heading"] or "placement" in ability["heading"]:
                return key, ability
        return None

    def stays_without_text(self, card: Card) -> bool:
        """Whether cards of its type stay beside the map by themselves."""
        type = self.type_of(card)
        headings = self.game.vocabulary["headings"].values()
        return not self.definition(card)["abilities"] and any(
            one.get("lasting") and one.get("form", "plain") == "plain" and type in one["types"] for one in headings
        )

    def host_selector(self, card: Card) -> Node | None:
        keeper = self.keeper(card)
        placement = keeper[1]["heading"].get("placement", {}) if keeper else {}
        return placement.get("to")

    def env_of_play(self, card: Card, player: int, key: str = "") -> Env:
        return Env(card, player, player, key, leaves=card.leaves, playing=True)

    def has_host(self, player: int, card: Card) -> bool:
        selector = self.host_selector(card)
        return selector is None or bool(self.choosable(selector, self.env_of_play(card, player), player))

    # ── The procedure ──

    def play(self, player: int, card: Card, free: bool = False) -> bool:
        """Plays a card; nothing happens if it cannot be played or paid for."""
        if not self.can_play(player, card, free):
            return False
        self.take_away(card)
        card.where, card.controller = PLAYED, player
        self.playing.append(card.name)
        try:
            self.play_card(player, card, free)
        finally:
            self.playing.remove(card.name)
            self.negated.discard(card.name)
        return True

    def play_card(self, player: int, card: Card, free: bool) -> None:
        unit = self.type_of(card) == self.game.unit
        env = self.env_of_play(card, player)
        twin, space, host = None, None, None
        if unit:
            twin, space = self.choose_way(player, card)
        selector = self.host_selector(card) if not unit else None
        targeted = []
        if selector is not None:
            before, self.targeted = self.targeted, []
            found = self.find(selector, env, player)
            targeted, self.targeted = self.targeted, before
            host = found[0] if found else None
        if "area" in self.definition(card):
            spaces = [(f"space {self.option_space(one)}", one) for one in self.game.spaces]
            env.space = self.ask(player, "area", spaces, 1, 1, by=card.name)[0]
        if not free:
            self.pay(player, self.cost_of(card, player))
        afters = self.announce_play(player, card, targeted)
        if card.name in self.negated:
            pass
        elif twin is not None:
            self.play_onto(card, twin, player)
        elif unit:
            self.place_played(card, space, player)
        else:
            self.resolve_played(card, env, host)
        self.own_playing(player, card)
        self.run_triggers(afters)

    def choose_way(self, player: int, card: Card) -> tuple[Card | None, Space | None]:
        spaces = self.unit_spaces(player, card)
        options: list[tuple[str, Any]] = [("enter", None)] if spaces else []
        options += [(f"onto {twin.name}", twin) for twin in self.twins(player, card)]
        twin = self.ask(player, "way", options, 1, 1)[0]
        if twin is not None:
            return twin, None
        named = [(f"space {self.option_space(space)}", space) for space in spaces]
        return None, self.ask(player, "space", named, 1, 1)[0]

    def announce_play(self, player: int, card: Card, targeted: list[Card]) -> list[Any]:
        """Announces that the card is played; from now on it was played."""
        memory = self.memory(card)
        memory.frozen["played"] = True
        happenings = [self.happening({"plays": {"who": player, "what": [card]}, "is-played": {"what": [card]}})]
        for target in targeted:
            happenings.append(self.happening({"is-targeted": {"who": [target], "by": [card]}}))
        for change in self.changes:
            if change.do in ("change-cost", "cards-deal-more") and change.node["what"].get("next"):
                if change.used is None and self.fits(card, change.node["what"], change.env):
                    change.used = card.name
        self.changes = [one for one in self.changes if not (one.used and one.do == "change-cost")]
        self.note("played", card, player, memory)
        self.is_quiet = False
        return self.announce(happenings)

    def place_played(self, card: Card, space: Space | None, player: int) -> None:
        """Places a unit; if its space was taken meanwhile, on another one, or on the discard pile."""
        if card.where != PLAYED:
            return
        if space is None or self.occupant(space) is not None or self.is_forbidden("enter", card, self.at_space(space)):
            spaces = [(f"space {self.option_space(one)}", one) for one in self.unit_spaces(player, card)]
            if not spaces:
                self.moment(lambda: self.put_away(card))
                return
            space = self.ask(player, "space", spaces, 1, 1)[0]
        self.moment(lambda: self.enter_map(card, space, player))

    def play_onto(self, card: Card, twin: Card, player: int) -> None:
        """Increases a unit of the same name, which is activated by it; the card is discarded."""

        def change() -> None:
            if card.where == PLAYED:
                self.put_away(card)
            if twin.where == MAP:
                self.increase([(twin, self.game.rule("play", "duplicate"))], None)
                self.place_marks(twin, [self.game.marks["activated"]])

        self.moment(change)

    def resolve_played(self, card: Card, env: Env, host: Thing) -> None:
        """The lines of a card in their order; the heading that keeps it decides where it goes."""
        keeper = self.keeper(card)
        for key, ability in self.printed_abilities(card):
            if keeper is not None and keeper[0] == key:
                self.keep(card, env, host)
            if ability["heading"]["id"] == self.game.headings["played"]:
                own = env.copy(key=key)
                self.use_always(ability["effects"], own)
        if card.where == PLAYED and self.stays_without_text(card):
            self.keep(card, env, None)
        if card.where == PLAYED:
            self.moment(lambda: self.put_away(card))

    def use_always(self, effects: list[Node], env: Env) -> None:
        """Resolves an ability that must resolve."""
        self.resolving.append((env.this.name, env.key))
        self.causes.append(env)
        try:
            self.resolve(effects, env)
        finally:
            self.causes.pop()
            self.resolving.pop()

    def keep(self, card: Card, env: Env, host: Thing) -> None:
        """Puts a card that stays in play in its place."""
        if card.where != PLAYED:
            return
        if host is not None and (not isinstance(host, Card) or host.where == MAP):
            self.moment(lambda: self.attach(card, host, env.controller))
        elif host is not None:
            return
        else:

            def aside() -> None:
                self.take_away(card)
                self.enter_play(card, env.controller)
                card.where = ASIDE

            self.moment(aside)
        self.settle(card)

    def settle(self, card: Card) -> None:
        """Does what the lasting abilities of a card do once, when it is placed."""
        for key, ability in self.abilities_of(card):
            if "placement" not in ability["heading"] or not self.is_awake(card):
                continue
            for line in lines_of(ability):
                if line.kind != "now":
                    continue
                env = self.env_of(card, key, ability, static=False)
                if all(self.test(condition, env) == wanted for condition, wanted in line.conditions):
                    self.whiles += line.conditions
                    self.use_always([line.node], env)
                    del self.whiles[len(self.whiles) - len(line.conditions) :]

    def own_playing(self, player: int, card: Card) -> None:
        """What the card itself does when it is played: as soon as it is in play."""
        if not card.in_play or not self.is_awake(card):
            return
        happening = self.happening({"plays": {"who": player, "what": [card]}, "is-played": {"what": [card]}})
        found = []
        for key, ability in self.abilities_of(card):
            if not self.game.heading(ability["heading"]["id"]).get("lasting"):
                continue
            for line in lines_of(ability):
                if line.kind != "when" or (card.name, key) in self.resolving:
                    continue
                occasion = line.node["occasion"]
                event = occasion.get("event", {})
                what = event.get("what", {})
                if event.get("event") not in happening.kinds or what.get("is", {}).get("ref") != "this":
                    continue
                found += self.triggers_of_line(card, key, ability, line, [happening], True)
        self.run_triggers(found)


def splits(number: int, there: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take a number of things from heaps."""
    if not there:
        if number == 0:
            yield ()
        return
    for taken in range(min(number, there[0]) + 1):
        for rest in splits(number - taken, there[1:]):
            yield (taken, *rest)
