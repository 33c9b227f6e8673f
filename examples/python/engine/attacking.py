"""Attacks: the steps, retaliation, boosts, and the damage of an attack."""

from __future__ import annotations

from typing import Any

from .damage import Hit
from .game import Node, distance
from .numbers import reduced
from .table import MAP, PLAYED, Attack, Card, Done, Happening


class Attacking:
    """A part of the engine."""

    # ── The procedure ──

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
