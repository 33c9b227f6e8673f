"""Activation, movement, merging and attacks."""

from __future__ import annotations

from typing import Any

from .damage import Hit
from .game import Node, Space, distance
from .numbers import reduced
from .table import MAP, PLAYED, Activation, Attack, Card, Done, Env, Happening, Ref


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

    # ── Attacks ──

    def begin_attack(self, attacker: Card, target: Card) -> None:
        """Attacks now, or after the attack that is going on."""
        made_by = (list(self.resolving), list(self.causes))
        if self.attacks:
            self.waiting_attacks.append((self.ref_of(attacker), self.ref_of(target), made_by))
            return
        self.attack(attacker, target)
        while self.waiting_attacks:
            one, other, made_by = self.waiting_attacks.pop(0)
            attacker, target = self.thing_of(one), self.thing_of(other)
            if isinstance(attacker, Card) and isinstance(target, Card):
                kept = self.resolving, self.causes
                self.resolving, self.causes = made_by
                try:
                    self.attack(attacker, target)
                finally:
                    self.resolving, self.causes = kept

    def attack(self, attacker: Card, target: Card) -> None:
        if not self.can_attack(attacker, target) or self.is_forbidden("attack", attacker):
            return
        attack = Attack(attacker, target)
        done = Done()
        self.attacks.append(attack)
        try:
            self.note("attacked", attacker)
            for one in self.activations:
                if one.card is attacker:
                    one.attacked = True
            self.attack_steps(attack, done)
            attack.over = True
            attack.dealt = attack.dealt or 0
            for effect, env in attack.waiting:
                self.causes.append(env)
                self.resolving.append((env.this.name, env.key))
                self.resolve([effect], env)
                self.resolving.pop()
                self.causes.pop()
            self.discard_boosts(attack)
        finally:
            self.attacks.remove(attack)
        self.end_all(attack)
        for trigger in attack.afters:
            trigger.env.done = done.copy()
        self.run_triggers(attack.afters)

    def announce_attacked(self, attack: Attack, first: bool) -> None:
        """Announces the attack, or its new target."""
        self.note("been attacked", attack.target)
        kinds: Node = {"is-attacked": {"who": [attack.target], "by": [attack.attacker]}}
        if first:
            kinds["attacks"] = {"who": [attack.attacker], "whom": [attack.target]}
        doer = attack.attacker.controller
        happening = Happening(kinds, doer, attack)
        if not self.is_heard([happening]):
            return
        attack.afters = [one for one in attack.afters if one.kind != "is-attacked"]
        attack.afters += self.gather([happening], "after")
        whens = self.gather([happening], "when")
        self.apart(lambda: self.run_triggers(whens))

    def is_on(self, attack: Attack) -> bool:
        """Whether both are still there."""
        return all(
            card.where == MAP and card.leaves == life
            for card, life in ((attack.attacker, attack.lives[0]), (attack.target, attack.lives[1]))
        )

    def redirect(self, attack: Attack, target: Card) -> None:
        if attack.retaliation_of is not None or target is attack.target or target is attack.attacker:
            return
        if not self.can_attack(attack.attacker, target):
            return
        attack.target = target
        attack.lives = (attack.lives[0], target.leaves)
        self.announce_attacked(attack, False)

    def attack_steps(self, attack: Attack, done: Done) -> None:
        attack.lives = (attack.attacker.leaves, attack.target.leaves)
        self.announce_attacked(attack, True)
        attacker = attack.attacker
        if not self.is_on(attack):
            return
        if not self.can_attack(attacker, attack.target) or self.is_forbidden("attack", attacker):
            attack.afters = []
            return
        for _, key, ability in self.abilities_with(attacker, self.game.headings["attack"]):
            if self.is_on(attack) and (attacker.name, key) not in self.resolving:
                env = self.env_of(attacker, key, ability, static=False)
                env.attack = attack
                self.use_always(ability["effects"], env)
        if not self.is_on(attack):
            return
        self.retaliate(attack)
        if not self.is_on(attack):
            return
        self.boost(attack)
        if not self.is_on(attack):
            return
        hits = self.hits_of(attack)
        if attack.retaliation is not None:
            hits += self.hits_of(attack.retaliation)
            attack.retaliation.dealt = 0
        attack.dealt = 0
        self.moment(lambda: self.deal(hits), done=done)

    def retaliate(self, attack: Attack) -> None:
        target, attacker = attack.target, attack.attacker
        mark = self.game.marks["retaliated"]
        if self.type_of(target) != self.game.unit or distance(target.space, attacker.space) != 1:
            return
        if mark in target.marks and not self.permissions("retaliate-any-number-of-times", target):
            return
        if self.is_forbidden("retaliate", target, [attack, attacker]):
            return
        retaliation = attack.retaliation = Attack(target, attacker, retaliation_of=attack)
        retaliation.lives = (target.leaves, attacker.leaves)
        self.note("retaliated", target)
        self.moment(lambda: self.place_marks(target, [mark]))
        kinds = {"retaliates": {"who": [target], "against": [attacker]}}
        afters = self.announce([Happening(kinds, target.controller, retaliation)])
        attack.afters += afters
        for _, key, ability in self.abilities_with(target, self.game.headings["retaliation"]):
            if self.is_on(attack) and (target.name, key) not in self.resolving:
                env = self.env_of(target, key, ability, static=False)
                env.attack = retaliation
                self.use_always(ability["effects"], env)

    # ── Boosts ──

    def boost(self, attack: Attack) -> None:
        """Each player may lay cards for their unit; then all are revealed."""
        laid = []
        for side in ("target", "attacker"):
            unit = getattr(attack, side)
            player = unit.controller
            if self.type_of(unit) != self.game.unit:
                continue
            if self.is_forbidden("boost", player, [attack, attack.attacker]):
                continue
            hand = [card for card in self.zone_cards(player, self.game.zones["hand"])]
            hand = [card for card in hand if not any(card in cards for _, _, cards in laid)]
            options = [(f"card {card.name}", card) for card in hand]
            most = min(self.game.rule("attack", "boost_cards"), len(hand))
            cards = self.ask(player, "boost", options, 0, most)
            if cards:
                laid.append((side, player, cards))
        self.reveal_boosts(attack, laid)

    def boost_with(self, attack: Attack, side: str, player: int, cards: list[Card]) -> None:
        if self.type_of(getattr(attack, side)) == self.game.unit and cards:
            if not self.is_forbidden("boost", player, [attack, attack.attacker]):
                self.reveal_boosts(attack, [(side, player, cards)])

    def reveal_boosts(self, attack: Attack, laid: list[tuple[str, int, list[Card]]]) -> None:
        happenings = []
        for side, player, _ in laid:
            kinds = {"boosts": {"who": player}, "is-boosted": {"what": [getattr(attack, side)]}}
            happenings.append(self.happening(kinds, attack))

        def change() -> None:
            for side, player, cards in laid:
                for card in cards:
                    self.take_away(card)
                    card.where, card.controller = PLAYED, player
                    attack.boosts[side].append(card)

        if laid:
            self.moment(lambda: self.occur(happenings, change))

    def discard_boosts(self, attack: Attack) -> None:
        cards = [card for side in ("target", "attacker") for card in attack.boosts[side] if card.where == PLAYED]
        if cards:
            self.moment(lambda: [self.put_away(card) for card in cards])

    def boost_count(self, cards: list[Card], units: bool) -> int:
        return sum((self.type_of(card) == self.game.unit) == units for card in cards)

    def boost_damage(self, player: int) -> int:
        """What a unit card with which the player boosts adds."""
        number = self.game.rule("attack", "boost_damage")
        for live in self.lasting("boost-damage"):
            if live.applies_to_player(live.node["who"], player):
                if live.amount("instead_of", live.node["instead_of"]) == number:
                    return live.amount("amount", live.node["amount"])
        return number

    # ── The damage of an attack ──

    def own_boosts(self, attack: Attack) -> tuple[list[Card], list[Card]]:
        """The boost cards of the one that deals damage, and of the one that takes it."""
        if attack.retaliation_of is None:
            return attack.boosts["attacker"], attack.boosts["target"]
        return attack.retaliation_of.boosts["target"], attack.retaliation_of.boosts["attacker"]

    def hits_of(self, attack: Attack) -> list[Hit]:
        """The damage of an attack, steps 1 to 5, for all that it hits."""
        attacker = attack.attacker
        own, others = self.own_boosts(attack)
        number = (self.number_of(attacker, self.game.attributes["strength"]) or 0) * self.size_of(attacker)
        if self.has_disadvantage(attack):
            divisor = self.game.rule("attack", "disadvantage")
            number = -(-number // divisor)
        number *= 2**attack.doubled
        less = []
        for live in self.lasting("deal-more"):
            if not self.concerns(live, live.node["who"], attack):
                continue
            by = live.amount("amount", live.node["amount"], attacker)
            if live.node["less"]:
                less.append((by, live.node.get("at_least", 0)))
            else:
                number += by
        number += self.boost_count(own, True) * self.boost_damage(attacker.controller)
        for by, least in less:
            number = reduced(number, by, least)
        shield = self.boost_count(others, False) * self.game.rule("attack", "boost_damage")
        hits = [Hit(attack.target, number, attacker, attacker.controller, attack, shield)]
        for ref in attack.also:
            card = self.thing_of(ref)
            if isinstance(card, Card) and card.where == MAP and card is not attack.target:
                hits.append(Hit(card, number, attacker, attacker.controller, attack))
        return hits

    def concerns(self, live: Any, selector: Node, attack: Attack) -> bool:
        """Whether a change is about an attack, or about the one that makes it."""
        if live.change is not None and live.change.attack is not None:
            return live.change.attack is attack
        return live.applies(selector, attack.attacker)

    def has_disadvantage(self, attack: Attack) -> bool:
        attacker, target = attack.attacker, attack.target
        has = False
        if attack.retaliation_of is None and self.shoots(attacker):
            steps = distance(attacker.space, target.space)
            has = steps == 1 or steps > (self.number_of(attacker, self.game.attributes["reach"]) or 0)
        for live in self.lasting("disadvantage"):
            if self.concerns(live, live.node["of"], attack):
                if not live.node["has"]:
                    return False
                has = True
        return has
