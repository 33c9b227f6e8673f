"""The set-up, the rounds and the turns, as the bundle lists their steps."""

from __future__ import annotations

from typing import Any

from .damage import GameOver
from .game import Node, Space
from .lines import lines_of
from .table import MAP, Card, Done, Env, Trigger


class Handover:
    """The answer of a driver that ends a turn without an action and gives the next one to a player."""

    def __init__(self, player: int) -> None:
        self.player = player


class Rounds:
    """A part of the engine."""

    # ── The set-up ──

    def set_up(self) -> None:
        for step in self.game.setup:
            getattr(self, "setup_" + step["step"].replace("-", "_"))(step)

    def setup_first_player(self, step: Node) -> None:
        self.first = self.ask(None, "first", [("player 0", 0), ("player 1", 1)], 1, 1)[0]

    def setup_place_leader(self, step: Node) -> None:
        for player in self.both():
            for card in self.parts[player].pop(step["of"], []):
                row = self.game.rows_of(step["row"], player)[0]
                self.lay_on_map(card, (row, self.game.columns // 2), player)

    def lay_on_map(self, card: Card, space: Space, player: int | None) -> None:
        self.enter_play(card, card.owner)
        card.controller = player
        if player is None:
            self.base_control.pop((card.name, card.leaves))
        card.where, card.space = MAP, space
        if self.type_of(card) != self.game.site:
            self.standing[space] = card

    def setup_lay_sites(self, step: Node) -> None:
        for row in step["rows"]:
            for player in self.both():
                cards = self.parts[player].get(step["of"], [])
                if not cards:
                    continue
                card = self.ask(player, "lay-site", [(f"card {one.name}", one) for one in cards], 1, 1)[0]
                taken = {one.space[1] for one in self.on_map() if self.type_of(one) == self.game.site}
                number = self.game.rows_of(row, player)[0]
                spaces = [(number, column) for column in range(self.game.columns) if column not in taken]
                options = [(f"space {self.option_space(space)}", space) for space in spaces]
                space = self.ask(player, "lay-site", options, 1, 1)[0]
                cards.remove(card)
                self.lay_on_map(card, space, None)
                card.face_down = True
        for player in (0, 1):
            if not self.parts[player].get(step["of"]):
                self.parts[player].pop(step["of"], None)

    def setup_shuffle(self, step: Node) -> None:
        for player in (0, 1):
            self.shuffle(player, step["zone"])

    def setup_draw(self, step: Node) -> None:
        for player in self.both():
            self.take_cards(player, self.game.number(step["amount"]))

    def take_cards(self, player: int, number: int) -> None:
        """Takes cards from the deck; that is no event."""
        for _ in range(number):
            cards = self.zone_cards(player, self.game.zones["draw"])
            if cards:
                self.put_into(cards[-1], self.game.zones["hand"])

    def setup_exchange(self, step: Node) -> None:
        for _ in range(self.game.number(step["times"])):
            for player in self.both():
                hand = list(self.zone_cards(player, self.game.zones["hand"]))
                options = [(f"card {card.name}", card) for card in hand]
                old = self.ask(player, "exchange", options, 0, len(hand))
                if not old:
                    continue
                self.take_cards(player, len(old))
                for card in old:
                    self.put_into(card, self.game.zones["draw"])
                self.shuffle(player, self.game.zones["draw"])

    # ── Rounds ──

    def play_rounds(self) -> None:
        """Plays whole rounds until the game is over."""
        while True:
            self.round += 1
            self.begin_round()
            self.play_round(0)

    def begin_round(self) -> None:
        self.clock += 1
        self.round_began = self.clock
        self.firsts = set()
        self.journal = []
        self.is_quiet = True
        self.laid_count = [0, 0]

    def play_round(self, start: int) -> None:
        """Plays the rest of a round, from one of its steps."""
        for step in self.game.round[start:]:
            if self.round >= step.get("from", 1):
                getattr(self, "round_" + step["step"].replace("-", "_"))(step)
        self.check_ends()

    def round_first_player(self, step: Node) -> None:
        if self.first_passed is not None:
            self.first = self.first_passed
        self.passed = [False, False]
        self.first_passed = None

    def round_discard(self, step: Node) -> None:
        for player in self.both():
            hand = list(self.zone_cards(player, self.game.zones["hand"]))
            least = max(0, len(hand) - self.hand_limit(player, step["limit"]))
            options = [(f"card {card.name}", card) for card in hand]
            cards = self.ask(player, "discard", options, least, len(hand))
            if cards:
                self.moment(lambda: self.discard(cards, player, None))

    def round_draw(self, step: Node) -> None:
        for player in self.both():
            for _ in range(self.game.number(step["amount"])):
                if self.draw_one(player) is None:
                    break

    def round_ready(self, step: Node) -> None:
        marks = step["marks"]

        def change() -> None:
            for card in self.on_map():
                card.marks = [mark for mark in card.marks if mark not in marks]
            payment = [card for player in self.both() for card in self.zone_cards(player, self.game.zones["payment"])]
            self.ready([card for card in [*payment, *self.in_play] if card.turned])
            for card in self.in_play:
                card.used_round = 0

        self.moment(change)

    def round_start_of_round(self, step: Node) -> None:
        self.at_moment("start-of-round", ("start-of-round", "start-of-next-round"))

    def round_end_of_round(self, step: Node) -> None:
        self.at_moment("end-of-round", ("end-of-round",))
        self.end_all("round")

    def at_moment(self, moment: str, delayed: tuple[str, ...]) -> None:
        """Resolves what waits for a moment of the round: players alternate, one effect at a time."""
        self.moment_count += 1
        triggers = []
        for card, key, ability in self.active():
            for line in lines_of(ability):
                if line.kind != "when" or line.node["occasion"].get("moment") != moment:
                    continue
                env = self.env_of(card, key, ability, static=False)
                if all(self.test(condition, env) == wanted for condition, wanted in line.conditions):
                    env.done = Done()
                    triggers.append(self.timed(line.node["effects"], env, line.limit))
        for watch in self.watches:
            if watch.node["effect"] == "when" and watch.node["occasion"].get("moment") == moment:
                triggers.append(self.timed(watch.node["effects"], watch.env.copy(done=Done(), static=False), None))
        due = [one for one in self.delayed if one[0] in delayed and one[3] < self.moment_count]
        self.delayed = [one for one in self.delayed if one not in due]
        triggers += [self.timed(effects, env, None) for _, effects, env, _ in due]
        self.run_triggers(triggers)

    def timed(self, effects: list[Node], env: Env, limit: Node | None) -> Any:
        return Trigger(effects, env, env.this, env.key, limit, player=env.controller)

    def round_turns(self, step: Node) -> None:
        self.play_turns(self.first)

    # ── Turns ──

    def play_turns(self, player: int) -> None:
        """Turns, alternating, until both have passed."""
        while not all(self.passed):
            if self.passed[player]:
                player = 1 - player
            handed = self.play_turn(player)
            if handed is None:
                player = 1 - player
            else:
                player = handed
                self.passed[player] = False
                if self.first_passed == player:
                    self.first_passed = 1 - player if self.passed[1 - player] else None
        self.turn = None

    def play_turn(self, player: int) -> int | None:
        """A turn; returns the player to whom the driver gives the next one, if it does."""
        self.turn = player
        self.clock += 1
        self.turn_began = self.clock
        self.end_all(("turn of", player))
        self.used_options = set()
        acted, handed = False, None
        while True:
            options = self.uses(player, acted)
            if not acted:
                options += self.actions(player)
            options.append(("end", ("end",)) if acted else ("pass", ("pass",)))
            answer = self.ask(player, "action", options, 1, 1, always=True)
            if isinstance(answer, Handover):
                handed = answer.player
                break
            kind, *rest = answer[0]
            if kind == "end":
                break
            if kind == "pass":
                self.pass_turn(player)
                break
            if kind == "use":
                self.use_thing(*rest)
                continue
            acted = True
            if kind == "play":
                self.play(player, rest[0])
            elif kind == "lay":
                self.lay_from_hand(player, rest[0])
            else:
                self.activate(rest[0])
        self.end_all("turn")
        self.turn = None
        return handed

    def pass_turn(self, player: int) -> None:
        if not any(self.passed):
            self.first_passed = player
        happening = self.happening({"passes": {"who": player}})

        def change() -> None:
            self.passed[player] = True

        self.moment(lambda: self.occur([happening], change))

    def actions(self, player: int) -> list[tuple[str, Any]]:
        """The actions of a turn but to pass."""
        found: list[tuple[str, Any]] = []
        hand = self.zone_cards(player, self.game.zones["hand"])
        found += [(f"play {card.name}", ("play", card)) for card in hand if self.can_play(player, card)]
        if self.laid_count[player] < self.game.rule("pay", "laid_per_round"):
            found += [(f"lay {card.name}", ("lay", card)) for card in hand]
        for card in self.on_map():
            if card.controller == player and self.can_activate(card):
                found.append((f"activate {card.name}", ("activate", card)))
        return found

    def lay_from_hand(self, player: int, card: Card) -> None:
        options = [(f"as {one}", one) for one in self.game.vocabulary["statistics"]]
        statistic = self.ask(player, "stack", options, 1, 1)[0]
        self.laid_count[player] += 1
        self.moment(lambda: self.lay(card, statistic))

    # ── Uses in a turn ──

    def uses(self, player: int, acted: bool) -> list[tuple[str, Any]]:
        """The limits and options without an occasion that can be used now."""
        found: list[tuple[str, Any]] = []
        for card in list(self.in_play):
            if card.controller != player or not self.is_awake(card) or not self.has_lasting(card):
                continue
            number = 0
            for key, ability in self.abilities_of(card):
                if not self.game.heading(ability["heading"]["id"]).get("lasting"):
                    continue
                for line in lines_of(ability):
                    if line.kind != "use":
                        continue
                    number += 1
                    mark = (card.name, card.leaves, key, line.number, acted)
                    if line.node["effect"] == "may" and mark in self.used_options:
                        continue
                    env = self.env_of(card, key, ability, static=False)
                    if not all(self.test(condition, env) == wanted for condition, wanted in line.conditions):
                        continue
                    if self.can_use([line.node], env):
                        found.append((f"use {card.name} {number}", ("use", card, key, ability, line, mark)))
        return found

    def use_thing(self, card: Card, key: str, ability: Node, line: Any, mark: Any) -> None:
        self.used_options.add(mark)
        env = self.env_of(card, key, ability, static=False)
        self.use([line.node], env, asked=True)

    # ── The end of the game ──

    def check_ends(self) -> None:
        """Whether the game ends at the end of a round."""
        end = self.game.end("nothing-left")
        if end is not None:
            lost = [player for player in (0, 1) if self.has_nothing(player, end["zone"])]
            if lost:
                raise GameOver(1 - lost[0] if len(lost) == 1 else None)
        self.quiet_rounds = self.quiet_rounds + 1 if self.is_quiet else 0
        end = self.game.end("quiet-rounds")
        if end is not None and self.quiet_rounds >= self.game.number(end["rounds"]):
            raise GameOver(None)
        end = self.game.end("last-round")
        if end is not None and self.round >= self.game.number(end["round"]):
            raise GameOver(None)

    def has_nothing(self, player: int, zone: str) -> bool:
        if self.zone_cards(player, zone):
            return False
        return not any(card.controller == player and self.type_of(card) == self.game.unit for card in self.on_map())
