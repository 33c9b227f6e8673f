"""Activation, movement and merging."""

from __future__ import annotations

from typing import Any

from .game import Node, Space, distance
from .table import MAP, Activation, Card, Env, Ref


class Fighting:
    """A part of the engine."""

    # ── Activation ──

    def can_activate(self, card: Card) -> bool:
        return (
            card.where == MAP
            and card.controller is not None
            and self.type_of(card) in (self.game.unit, self.game.leader)
            and self.game.marks["activated"] not in card.marks
            and not self.is_forbidden("be-activated", card)
        )

    def abilities_with(self, card: Card, heading: str) -> list[tuple[int, str, Node]]:
        """The abilities of a card under a heading, with their numbers from 1."""
        found = enumerate(self.abilities_of(card), start=1)
        return [(number, key, one) for number, (key, one) in found if one["heading"]["id"] == heading]

    def activate(self, card: Card) -> None:
        """Activates a unit or leader, by its controller."""
        self.clock += 1
        activation = Activation(card, self.clock)
        self.activations.append(activation)
        life = card.leaves
        try:
            self.moment(lambda: self.place_marks(card, [self.game.marks["activated"]]))
            if card.where == MAP and card.leaves == life and not self.activate_instead(card):
                self.activate_normally(card, life, activation)
            self.end_all(activation)
        finally:
            self.activations.remove(activation)

    def activate_instead(self, card: Card) -> bool:
        """Resolves one of the abilities in place of the activation, if its controller wants that."""
        abilities = [
            one
            for one in self.abilities_with(card, self.game.headings["instead"])
            if (card.name, one[1]) not in self.resolving
        ]
        if not abilities:
            return False
        options: list[tuple[str, Any]] = [("normal", None)]
        options += [(f"ability {number}", (key, ability)) for number, key, ability in abilities]
        chosen = self.ask(card.controller, "instead", options, 1, 1, by=card.name)[0]
        if chosen is None:
            return False
        env = self.env_of(card, chosen[0], chosen[1], static=False)
        self.use_always(chosen[1]["effects"], env)
        return True

    def activate_normally(self, card: Card, life: int, activation: Activation) -> None:
        self.note("activated", card)
        happening = self.happening(
            {"activates": {"who": card.controller, "what": [card]}, "is-activated": {"who": [card]}}
        )
        afters = self.announce([happening])
        if self.lives(card, life):
            for _, key, ability in self.abilities_with(card, self.game.headings["activation"]):
                if self.lives(card, life) and (card.name, key) not in self.resolving:
                    self.use_always(ability["effects"], self.env_of(card, key, ability, static=False))
        self.move_in_activation(activation, life, after_attack=False)
        card = activation.card
        if self.lives(card, card.leaves):
            if self.type_of(card) == self.game.unit and not activation.merged:
                self.attack_in_activation(activation)
        card = activation.card
        if self.lives(card, card.leaves) and activation.attacked and self.permissions("move-after-attacking", card):
            self.move_in_activation(activation, card.leaves, after_attack=True)
        self.run_triggers(afters)

    def lives(self, card: Card, life: int) -> bool:
        return card.where == MAP and card.leaves == life

    def move_in_activation(self, activation: Activation, life: int, after_attack: bool) -> None:
        card = activation.card
        if not self.lives(card, life) or self.is_forbidden("move", card):
            return
        if activation.attacked and not self.permissions("move-after-attacking", card):
            return
        self.walk(card, card.controller, None, activation=activation)

    def targets(self, card: Card, activation: Activation) -> list[Card]:
        """What a unit may attack by its activation."""
        enemies = [
            one
            for one in self.on_map()
            if one.controller == 1 - card.controller and self.type_of(one) in (self.game.unit, self.game.leader)
        ]
        near = [one for one in enemies if distance(one.space, card.space) == 1]
        engaged = any(self.type_of(one) == self.game.unit for one in near)
        if not self.shoots(card) or activation.steps > 0 or engaged:
            enemies = near
        return [one for one in enemies if self.can_attack(card, one)]

    def can_attack(self, attacker: Card, target: Card) -> bool:
        if attacker is target or attacker.where != MAP or target.where != MAP:
            return False
        if self.is_forbidden("attack", attacker, [target]) or self.is_forbidden("be-attacked", target, [attacker]):
            return False
        for live in self.lasting("can-attack-only"):
            if live.applies(live.node["who"], attacker) and not self.applies(
                live.node["whom"], target, live.env, attacker
            ):
                return False
        return True

    def attack_in_activation(self, activation: Activation) -> None:
        card = activation.card
        if self.is_forbidden("attack", card):
            return
        options = [(self.option_of(one), one) for one in self.targets(card, activation)]
        chosen = self.ask(card.controller, "target", options, 0, 1)
        if chosen:
            self.begin_attack(card, chosen[0])

    # ── Movement ──

    def walk(
        self,
        card: Card,
        player: int,
        steps: int | None,
        exact: bool = False,
        direction: Node | None = None,
        env: Env | None = None,
        activation: Activation | None = None,
    ) -> None:
        """Moves a card step by step. Without a number of steps, it is the movement of its activation."""
        path: list[Space] = [card.space]
        afters: list[Any] = []
        announced, made, life = False, 0, card.leaves
        by = env.this.name if env else None
        if activation is not None and activation.most is None:
            activation.most = self.number_of(card, self.game.attributes["steps"]) or 0
        while self.lives(card, life):
            left = self.steps_left(card, steps, made, activation)
            options = self.step_options(card, path, left, made, exact, direction, env, activation)
            kind, space = self.ask(player, "step", options, 1, 1, by=by)[0]
            if kind in ("stop", "take"):
                if kind == "take":
                    self.moment(lambda: self.take(self.site_on(card.space), player))
                break
            if not announced:
                announced = True
                afters = self.announce([self.happening({"moves": {"who": [card]}})])
                if not self.lives(card, life):
                    break
                left = self.steps_left(card, steps, made, activation)
                again = self.step_options(card, path, left, made, exact, direction, env, activation)
                if (kind, space) not in [value for _, value in again]:
                    continue
            made += 1
            path.append(space)
            if activation is not None:
                activation.walked += 1
            if kind == "merge":
                card = self.merge(card, self.occupant(space), activation)
                life = card.leaves
                break
            self.step(card, space, activation)
        if made and self.lives(card, life):
            self.come_to_rest(card, path)
        if made:
            self.run_triggers(afters)

    def steps_left(self, card: Card, steps: int | None, made: int, activation: Activation | None) -> int:
        if steps is not None:
            return steps - made
        return max(0, activation.most - activation.walked)

    def step_options(
        self,
        card: Card,
        path: list[Space],
        left: int,
        made: int,
        exact: bool,
        direction: Node | None,
        env: Env | None,
        activation: Activation | None,
    ) -> list[tuple[str, Any]]:
        """The next steps of a movement, and to stop."""
        options: list[tuple[str, Any]] = []
        here = path[-1]
        if left > 0:
            for space in self.game.neighbours(here):
                if not self.may_step(card, here, space, path, direction, env):
                    continue
                other = self.occupant(space)
                if other is None or self.can_go_on(card, space, [*path, space], left - 1, direction, env, activation):
                    if other is None or self.may_pass(card, other):
                        options.append((f"step {self.option_space(space)}", ("step", space)))
                if other is not None and activation is not None and self.can_merge(card, other):
                    options.append((f"merge {self.option_space(space)}", ("merge", space)))
        over = self.standing.get(here) not in (None, card)
        if not options or not (exact or over):
            options.append(("stop", ("stop", here)))
        if activation is not None and made and not over and self.can_take(card):
            options.append(("take", ("take", here)))
        return options

    def may_step(
        self, card: Card, here: Space, space: Space, path: list[Space], direction: Node | None, env: Env | None
    ) -> bool:
        if space in path or self.is_forbidden("enter", card, self.at_space(space)):
            return False
        if direction is not None and env is not None:
            origins = [spot for thing in self.refer(direction["what"], env) if (spot := self.space_of(thing, env))]
            if not origins:
                return False
            change = distance(space, origins[0]) - distance(here, origins[0])
            return change == (1 if direction["direction"] == "away-from" else -1)
        return True

    def may_pass(self, card: Card, other: Card) -> bool:
        if self.passes_over(card):
            return True
        return any(
            self.matches(live.node["permission"]["what"], other, live.env, card)
            for live in self.permissions("move-through", card)
        )

    def can_go_on(
        self,
        card: Card,
        here: Space,
        path: list[Space],
        left: int,
        direction: Node | None,
        env: Env | None,
        activation: Activation | None,
    ) -> bool:
        """Whether a movement can still end after a space that is taken: on a vacant one, or by merging."""
        if left <= 0:
            return False
        for space in self.game.neighbours(here):
            if not self.may_step(card, here, space, path, direction, env):
                continue
            other = self.occupant(space)
            if other is None or other is card:
                return True
            if activation is not None and self.can_merge(card, other):
                return True
            further = [*path, space]
            if self.may_pass(card, other) and self.can_go_on(
                card, space, further, left - 1, direction, env, activation
            ):
                return True
        return False

    def step(self, card: Card, space: Space, activation: Activation | None) -> None:
        happening = self.happening({"enters": {"who": [card], "space": self.at_space(space)}})

        def change() -> None:
            self.lift(card)
            card.space = space
            if self.standing.get(space) is None:
                self.standing[space] = card
            self.count_step(card)

        self.moment(lambda: self.occur([happening], change))

    def lift(self, card: Card) -> None:
        if self.standing.get(card.space) is card:
            del self.standing[card.space]

    def count_step(self, card: Card) -> None:
        self.note("moved", card)
        for one in self.activations:
            if one.card is card:
                one.steps += 1

    def come_to_rest(self, card: Card, path: list[Space]) -> None:
        """A movement has ended; a card over a taken space goes back to the last vacant one."""
        if self.standing.get(card.space) is not card:
            for space in reversed(path):
                if self.standing.get(space) in (None, card):
                    card.space = space
                    self.standing[space] = card
                    break
        happening = self.happening({"stops-on": {"who": [card], "space": self.at_space(card.space)}})
        self.moment(lambda: self.occur([happening], lambda: None))

    def can_take(self, card: Card) -> bool:
        """Whether a leader may take the location on which it is."""
        site = self.site_on(card.space)
        return self.type_of(card) == self.game.leader and site is not None and site.controller != card.controller

    # ── Merging ──

    def can_merge(self, card: Card, other: Card) -> bool:
        return (
            other is not card
            and self.type_of(card) == self.game.unit
            and self.type_of(other) == self.game.unit
            and self.name_of(card) == self.name_of(other)
            and card.controller == other.controller
            and card.owner == other.owner
        )

    def merge(self, card: Card, other: Card, activation: Activation) -> Card:
        """Two units become one; their controller chooses which card stays."""
        alike = (card.printed, card.copy) == (other.printed, other.copy)
        options = [(f"card {one.name}", one) for one in ([other] if alike else [card, other])]
        stays = self.ask(card.controller, "merge", options, 1, 1)[0]
        goes = other if stays is card else card
        space = other.space
        things = self.at_space(space)
        happenings = [
            self.happening(
                {
                    "enters": {"who": [stays], "space": things},
                    "merges": {"who": [stays]},
                    "is-increased": {"who": [stays]},
                }
            ),
            self.happening({"is-discarded": {"what": [goes]}}),
        ]

        def change() -> None:
            self.lift(card)
            self.lift(other)
            self.count_step(card)
            old, new = Ref(goes.name, goes.leaves), Ref(stays.name, stays.leaves)
            tokens, marks, used = dict(goes.tokens), list(goes.marks), goes.used_round
            attached = self.attached_to(goes)
            turned = goes.turned
            games = dict(goes.used_game)
            for change in self.changes:
                if change.things is not None and old in change.things:
                    if change.do == "take-control":
                        continue
                    change.things = [new if ref == old else ref for ref in change.things]
                    change.amounts.setdefault(new.name, change.amounts.get(old.name, change.amounts.get("", {})))
            self.merged[old] = new
            self.put_into(goes, self.zone_for(goes, self.game.zones["discard"]))
            stays.space = space
            self.standing[space] = stays
            for token, number in tokens.items():
                self.add_tokens(stays, token, number)
            self.add_tokens(stays, self.game.size, self.game.rule("merge", "size"))
            stays.marks += [mark for mark in marks if mark not in stays.marks]
            stays.used_round = max(stays.used_round, used)
            for key, number in games.items():
                stays.used_game[key] = max(stays.used_game.get(key, 0), number)
            stays.turned = stays.turned or turned
            for one in attached:
                one.host = stays.name
            self.record("discarded", goes.last)

        self.moment(lambda: self.occur(happenings, change))
        for one in self.activations:
            if one.card in (card, other):
                one.card = stays
        activation.card, activation.merged = stays, True
        return stays
