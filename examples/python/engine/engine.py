"""The engine: the state of one game, its choices, and what a driver sees of both."""

from __future__ import annotations

from typing import Any, Protocol

from .acts_cards import ActsOnCards
from .acts_things import ActsOnThings
from .attacking import Attacking
from .conditions import Conditions
from .damage import Damage, GameOver
from .events import Batch, Events
from .fighting import Fighting
from .finding import Finding, Thing
from .game import Game, Node, Refused, Space, space_name, space_of_name
from .numbers import Numbers
from .playing import Playing
from .resolve import Resolve
from .rounds import Handover, Rounds
from .support import check_support, kinds_heard
from .table import (
    ASIDE,
    MAP,
    ON_CARD,
    ON_SPACE,
    PLAYED,
    ZONE,
    Attack,
    Card,
    Change,
    Entry,
    Env,
    Ref,
    Watch,
)


class Choice:
    """A decision: who makes it (nobody: chance), and what can be chosen."""

    def __init__(
        self, who: int | None, kind: str, options: list[str], least: int, most: int, ordered: bool, by: str | None
    ) -> None:
        self.who, self.kind, self.options = who, kind, options
        self.least, self.most, self.ordered, self.by = least, most, ordered, by

    def is_open(self) -> bool:
        """Whether it has more than one answer."""
        if self.most == 0 or not self.options:
            return False
        if self.ordered:
            return len(self.options) > 1
        return not self.least == self.most == len(self.options)


class Driver(Protocol):
    """Answers the choices of a game."""

    def answer(self, engine: Engine, choice: Choice) -> list[str] | Handover: ...


class Engine(
    Finding,
    Numbers,
    Conditions,
    Damage,
    Events,
    Resolve,
    ActsOnThings,
    ActsOnCards,
    Playing,
    Fighting,
    Attacking,
    Rounds,
):
    """One game. Its attributes are the state; a driver answers its choices."""

    def __init__(self, game: Game, driver: Driver) -> None:
        check_support(game, Engine)
        self.game = game
        self.driver = driver
        self.cards: dict[str, Card] = {}
        self.zones: dict[int, dict[str, list[Card]]] = {
            player: {zone: [] for zone in game.zone_rules} for player in (0, 1)
        }
        self.parts: dict[int, dict[str, list[Card]]] = {0: {}, 1: {}}
        # What is in play, the oldest first, and the unit or leader on each space.
        self.in_play: list[Card] = []
        self.standing: dict[Space, Card] = {}
        self.space_tokens: dict[Space, dict[str, int]] = {}
        self.round = 0
        self.first = 0
        self.turn: int | None = None
        self.passed = [False, False]
        self.first_passed: int | None = None
        self.laid_count = [0, 0]
        self.winner: int | None = None
        self.is_over = False
        self.is_quiet = True
        self.quiet_rounds = 0
        # What lasts, watches and waits.
        self.changes: list[Change] = []
        self.watches: list[Watch] = []
        self.watch_count = 0
        self.delayed: list[list[Any]] = []
        self.moment_count = 0
        self.merged: dict[Ref, Ref] = {}
        self.base_control: dict[tuple[str, int], int] = {}
        self.firsts: set[Any] = set()
        self.used_options: set[Any] = set()
        # What happened in the round.
        self.journal: list[Entry] = []
        self.clock = 0
        self.round_began = 0
        self.turn_began = 0
        # What is going on.
        self.attacks: list[Attack] = []
        self.waiting_attacks: list[Any] = []
        self.activations: list[Any] = []
        self.resolving: list[tuple[str, str]] = []
        self.causes: list[Env] = []
        self.whiles: list[Any] = []
        self.batch: Batch | None = None
        self.targeted: list[Card] = []
        self.playing: list[str] = []
        self.negated: set[str] = set()
        self.considered: Card | None = None
        self.held: frozenset[str] = frozenset()
        self.working: set[str] = set()
        # What saves time: it follows from the rest of the state. `arrangement` counts the changes of `in_play`.
        self.arrangement = 0
        self.sources_of: tuple[int, dict[str, list[Card]]] = (-1, {})
        self.kinds: dict[str, set[str]] = {}
        # What lasts, while nothing changes.
        self.known: dict[Any, Any] | None = None
        self.first_known: dict[int, Any] = {}
        self.heard: set[str] = set()

    # ── Beginning ──

    def add_card(self, name: str, printed: str, owner: int) -> Card:
        card = Card(name, printed, owner, controller=owner)
        self.cards[name] = card
        self.heard |= kinds_heard(self.game.cards[printed])
        return card

    def deal_sets(self, sets: list[str]) -> None:
        """Takes the cards of two sets, before the first step of the set-up."""
        counts: dict[str, int] = {}
        starts = {rule["starts_with"]: zone for zone, rule in self.game.zone_rules.items() if "starts_with" in rule}
        for player, id in enumerate(sets):
            for part, listed in self.game.kingdoms[id]["zones"].items():
                for value, number in listed.items():
                    printed = (
                        value if starts.get(part) != self.game.zones["payment"] else self.game.payment_cards[value]
                    )
                    for _ in range(number):
                        counts[printed] = counts.get(printed, 0) + 1
                        card = self.add_card(f"{printed}#{counts[printed]}", printed, player)
                        if part in starts:
                            card.where, card.zone = ZONE, starts[part]
                            self.zones[player][starts[part]].append(card)
                        else:
                            self.parts[player].setdefault(part, []).append(card)

    def run(self) -> int | None:
        """Plays a game that was dealt to its end; returns the winner, or nobody."""
        return self.until_over(self.whole_game)

    def run_from_turn(self) -> int | None:
        """Plays on from the beginning of the turn of a player."""
        return self.until_over(self.rest_of_game)

    def whole_game(self) -> None:
        self.set_up()
        self.play_rounds()

    def rest_of_game(self) -> None:
        turns = next(place for place, step in enumerate(self.game.round) if step["step"] == "turns")
        self.is_quiet = False
        self.play_turns(self.turn if self.turn is not None else self.first)
        self.play_round(turns + 1)
        self.play_rounds()

    def until_over(self, play: Any) -> int | None:
        try:
            play()
        except GameOver as over:
            self.is_over = True
            self.winner = over.winner
        return self.winner

    # ── Choices ──

    def ask(
        self,
        who: int | None,
        kind: str,
        options: list[tuple[str, Any]],
        least: int,
        most: int,
        ordered: bool = False,
        by: str | None = None,
        always: bool = False,
    ) -> Any:
        """Asks the driver for some of the options; a choice with one answer is made without it."""
        most = min(most, len(options))
        least = min(least, most)
        named: dict[str, Any] = {}
        for name, value in options:
            number, full = 1, name
            while full in named:
                number += 1
                full = f"{name} ({number})"
            named[full] = value
        choice = Choice(who, kind, list(named), least, most, ordered, by)
        if not always and not choice.is_open():
            return [] if most == 0 else [value for _, value in options]
        answer = self.driver.answer(self, choice)
        if isinstance(answer, Handover):
            return answer
        if (
            not least <= len(answer) <= most
            or len(set(answer)) != len(answer)
            or any(one not in named for one in answer)
        ):
            raise ValueError(f"{answer} is no answer to {kind}: {choice.options}")
        return [named[one] for one in answer]

    def option_of(self, thing: Thing) -> str:
        return f"space {space_name(thing)}" if isinstance(thing, tuple) else f"card {thing.name}"

    def option_space(self, space: Space) -> str:
        return space_name(space)

    # ── The state as data ──

    def state(self) -> Node:
        """All of the state that two engines have to agree on; see docs/conformance.md."""
        state: Node = {
            "round": self.round,
            "first": self.first,
            "passed": list(self.passed),
            "zones": {
                str(player): {zone: [card.name for card in cards] for zone, cards in zones.items()}
                for player, zones in self.zones.items()
            },
            "order": [card.name for card in self.in_play],
            "play": self.play_state(),
        }
        if self.turn is not None:
            state["turn"] = self.turn
        if self.is_over:
            state["winner"] = "nobody" if self.winner is None else self.winner
        parts = {
            str(player): {part: [card.name for card in cards] for part, cards in parts.items() if cards}
            for player, parts in self.parts.items()
        }
        if any(parts.values()):
            state["parts"] = {player: part for player, part in parts.items() if part}
        played = sorted(card.name for card in self.cards.values() if card.where == PLAYED)
        if played:
            state["being_played"] = played
        laid = {card.name: card.laid for card in self.cards.values() if card.laid is not None}
        if laid:
            state["laid"] = laid
        turned = sorted(card.name for card in self.cards.values() if card.where == ZONE and card.turned)
        if turned:
            state["turned"] = turned
        if self.space_tokens:
            state["tokens"] = {space_name(space): dict(tokens) for space, tokens in self.space_tokens.items()}
        return state

    def play_state(self) -> Node:
        return self.unchanged(lambda: {card.name: self.card_state(card) for card in self.in_play})

    def card_state(self, card: Card) -> Node:
        state: Node = {}
        if card.where == MAP:
            state["space"] = space_name(card.space)
        elif card.where == ON_CARD:
            state["on"] = card.host
        elif card.where == ON_SPACE:
            state["on"] = space_name(card.space)
        if card.controller is not None:
            state["controller"] = card.controller
        if card.tokens:
            state["tokens"] = dict(card.tokens)
        if card.marks:
            state["marks"] = sorted(card.marks)
        if card.turned:
            state["turned"] = True
        if card.face_down:
            state["face_down"] = True
        if card.used_round:
            state["used"] = card.used_round
        if card.copy:
            state["copy"] = card.copy
        type = self.type_of(card)
        if type in (self.game.unit, self.game.leader) and card.where == MAP:
            numbers = {one: self.number_of(card, one) for one in self.game.attributes_of(type)}
            state["numbers"] = {one: number for one, number in numbers.items() if number is not None}
        return state

    def restore(self, cards: Node, state: Node) -> None:
        """Sets up a state that `state` has returned."""
        for name, card in cards.items():
            self.add_card(name, card["card"], card["owner"])
        self.round, self.first = state["round"], state["first"]
        self.passed = list(state["passed"])
        self.turn = state.get("turn")
        if any(self.passed):
            self.first_passed = self.passed.index(True)
        for player in (0, 1):
            for zone, names in state["zones"].get(str(player), {}).items():
                for name in names:
                    card = self.cards[name]
                    card.where, card.zone, card.controller = ZONE, zone, card.owner
                    self.zones[player][zone].append(card)
            for part, names in state.get("parts", {}).get(str(player), {}).items():
                self.parts[player][part] = [self.cards[name] for name in names]
        for name, statistic in state.get("laid", {}).items():
            self.cards[name].laid = statistic
            self.cards[name].face_down = True
        for name in state.get("turned", []):
            self.cards[name].turned = True
        for space, tokens in state.get("tokens", {}).items():
            self.space_tokens[space_of_name(space)] = dict(tokens)
        for name in state["order"]:
            self.restore_card(self.cards[name], state["play"][name])

    def restore_card(self, card: Card, state: Node) -> None:
        controller = state.get("controller")
        self.enter_play(card, card.owner if controller is None else controller)
        card.controller = controller
        if controller is None:
            self.base_control.pop((card.name, card.leaves))
        on = state.get("on")
        if "space" in state:
            card.where, card.space = MAP, space_of_name(state["space"])
            if self.type_of(card) != self.game.site:
                self.standing[card.space] = card
        elif on is None:
            card.where = ASIDE
        elif "#" in on:
            card.where, card.host = ON_CARD, on
        else:
            card.where, card.space = ON_SPACE, space_of_name(on)
        card.tokens = dict(state.get("tokens", {}))
        card.marks = list(state.get("marks", []))
        card.turned = state.get("turned", False)
        card.face_down = state.get("face_down", False)
        card.used_round = state.get("used", 0)
        card.copy = state.get("copy")


__all__ = ["Choice", "Driver", "Engine", "Game", "Handover", "Refused"]
