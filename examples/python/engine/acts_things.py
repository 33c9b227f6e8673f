"""The actions on things on the map: damage, size, numbers, movement, fighting, marks, tokens, prevention."""

from __future__ import annotations

from typing import Any, Callable

from .damage import Hit
from .finding import Thing
from .game import Node, distance
from .numbers import ALL
from .table import MAP, Attack, Card, Env


class ActsOnThings:
    """A part of the engine."""

    def perform(self, node: Node, env: Env) -> None:
        """Performs an action; with `who: each`, once for each player."""
        act: Callable[[Node, Env], None] = getattr(self, "act_" + node["do"].replace("-", "_"))
        if node.get("who") == "each":
            self.for_each_player("each", env, lambda player: act(node, env))
        else:
            act(node, env)

    def seek(
        self, node: Node, env: Env, *keys: str, doer: int | None = None, most: int | None = None
    ) -> list[list[Thing]]:
        """Finds what an action applies to, in the order of the slots; then tells that it was targeted."""
        before, self.targeted = self.targeted, []
        # References may mean what the same action finds, so they come last.
        ordered = sorted(keys, key=lambda key: node[key].get("slot", ALL))
        found = {key: self.find(node[key], env, doer, most) for key in ordered}
        targeted, self.targeted = self.targeted, before
        self.tell_targeted(targeted, env)
        if env.playing and env.this.name in self.negated:
            return [[] for _ in keys]
        return [found[key] for key in keys]

    def tell_targeted(self, targeted: list[Card], env: Env) -> None:
        if targeted:
            happenings = [self.happening({"is-targeted": {"who": [card], "by": [env.this]}}) for card in targeted]
            afters = self.announce(happenings)
            self.apart(lambda: self.run_triggers(afters))

    def fighters(self, things: list[Thing]) -> list[Card]:
        """The units and leaders on the map among them."""
        types = (self.game.unit, self.game.leader)
        return [one for one in things if isinstance(one, Card) and one.where == MAP and self.type_of(one) in types]

    def units(self, things: list[Thing]) -> list[Card]:
        return [one for one in self.fighters(things) if self.type_of(one) == self.game.unit]

    # ── Damage ──

    def act_deal_damage(self, node: Node, env: Env) -> None:
        (to,) = self.seek(node, env, "to")
        hits = []
        for card in self.fighters(to):
            number = self.amount(node["amount"], env, card, limit=ALL)
            hits.append(Hit(card, self.extra_damage(env.this, number), env.this, env.controller))
        self.moment(lambda: self.deal(hits), env)

    def act_divide_damage(self, node: Node, env: Env) -> None:
        number = self.amount(node["amount"], env, limit=ALL)
        (among,) = self.seek(node, env, "among", most=number)
        cards = self.fighters(among)[:number]
        parts = {card.name: 1 for card in cards}
        for _ in range(number - len(cards) if cards else 0):
            parts[self.choose_things("divide", env.actor, cards, 1, 1, env)[0].name] += 1
        hits = [Hit(card, self.extra_damage(env.this, parts[card.name]), env.this, env.controller) for card in cards]
        self.moment(lambda: self.deal(hits), env)

    def act_remove_damage(self, node: Node, env: Env) -> None:
        (cards,) = self.seek(node, env, "from")
        numbers = [(card, self.amount(node["amount"], env, card, limit=ALL)) for card in self.fighters(cards)]
        self.moment(lambda: [self.add_tokens(card, self.game.damage, -number) for card, number in numbers], env)

    def act_move_damage(self, node: Node, env: Env) -> None:
        givers, takers = self.seek(node, env, "from", "to")
        number = self.amount(node["amount"], env, limit=ALL)
        self.move_tokens(self.game.damage, number, self.fighters(givers), self.fighters(takers), env)

    def move_tokens(self, token: str, number: int, givers: list[Thing], takers: list[Thing], env: Env) -> None:
        if not givers or not takers or givers[0] is takers[0]:
            return
        number = min(number, self.tokens_on(givers[0], token))

        def change() -> None:
            self.add_tokens(givers[0], token, -number)
            self.add_tokens(takers[0], token, number)

        if number:
            self.moment(change, env)

    def attacks_in(self, node: Node, key: str, env: Env) -> list[Attack]:
        return [
            one for one in self.find(node[key], env) if isinstance(one, Attack) and not one.over and one.dealt is None
        ]

    def act_double_damage(self, node: Node, env: Env) -> None:
        for attack in self.attacks_in(node, "of", env):
            attack.doubled += 1

    # ── Size ──

    def act_increase(self, node: Node, env: Env) -> None:
        (what,) = self.seek(node, env, "what")
        self.increase([(card, self.amount(node["amount"], env, card, limit=ALL)) for card in self.units(what)], env)

    def increase(self, numbers: list[tuple[Card, int]], env: Env | None) -> None:
        numbers = [(card, number) for card, number in numbers if number > 0]
        happenings = [self.happening({"is-increased": {"who": [card]}}) for card, _ in numbers]

        def change() -> None:
            for card, number in numbers:
                self.add_tokens(card, self.game.size, number)

        if numbers:
            self.moment(lambda: self.occur(happenings, change), env)

    def act_decrease(self, node: Node, env: Env) -> None:
        (what,) = self.seek(node, env, "what")
        self.decrease(
            [(card, self.amount(node["amount"], env, card, limit=ALL)) for card in self.units(what)], env, False
        )

    def decrease(self, numbers: list[tuple[Card, int]], env: Env, keep: bool) -> None:
        """Removes size tokens; a unit with fewer leaves the map, unless it keeps size 1."""
        numbers = [(card, number) for card, number in numbers if number > 0]

        def smaller(card: Card) -> dict[str, int]:
            left = self.tokens_on(card, self.game.size) - wanted[card.name]
            tokens = {token: number for token, number in card.tokens.items() if token != self.game.size}
            return {**tokens, self.game.size: left} if left > 0 else tokens

        def spare(card: Card) -> None:
            if self.tokens_on(card, self.game.size):
                decreased = self.happening({"is-decreased": {"who": [card]}})
                self.occur([decreased], lambda: setattr(card, "tokens", smaller(card)))

        def change() -> None:
            cards = [card for card, _ in numbers]
            doomed = [card for card in cards if wanted[card.name] > self.tokens_on(card, self.game.size) and not keep]
            gone, by = self.ask_to_leave(doomed, lambda card: [env.this], cards, None, spare)
            left = [(card, smaller(card)) for card in cards if card.where == MAP and card not in gone]
            self.shrink_and_leave(left, gone, self.game.zones["discard"], by)

        wanted = {card.name: number for card, number in numbers}
        if numbers:
            self.moment(change, env)

    def act_move_tokens(self, node: Node, env: Env) -> None:
        givers, takers = self.seek(node, env, "from", "to")
        number = self.amount(node["tokens"]["amount"], env, limit=ALL)
        token = node["tokens"]["token"]
        self.move_tokens(token, number, self.bearers(givers, token), self.bearers(takers, token), env)

    def bearers(self, things: list[Thing], token: str) -> list[Thing]:
        """The things that can have such tokens now: of size and damage, what the vocabulary says."""
        types = self.game.vocabulary["tokens"][token].get("of", [])
        found = [one for one in things if isinstance(one, tuple) or one.in_play]
        if not types:
            return found
        return [one for one in found if isinstance(one, Card) and one.where == MAP and self.type_of(one) in types]

    def act_place_tokens(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "on")
        token = node["tokens"]["token"]
        things = self.bearers(things, token)
        numbers = [(thing, self.amount(node["tokens"]["amount"], env, thing, limit=ALL)) for thing in things]
        if token == self.game.size:
            self.increase(numbers, env)
        else:
            self.moment(lambda: [self.add_tokens(thing, token, number) for thing, number in numbers], env)

    def act_remove_tokens(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "from")
        token = node["tokens"]["token"]
        things = self.bearers(things, token)
        there = max((self.tokens_on(thing, token) for thing in things), default=0)
        numbers = [(thing, self.amount(node["tokens"]["amount"], env, thing, limit=there)) for thing in things]
        if token == self.game.size:
            self.decrease([(card, number) for card, number in numbers if self.tokens_on(card, token)], env, True)
        else:
            self.moment(lambda: [self.add_tokens(thing, token, -number) for thing, number in numbers], env)

    # ── Numbers and other lasting changes of cards ──

    def act_change(self, node: Node, env: Env) -> None:
        self.change_found(node, env, "who")

    def change_found(self, node: Node, env: Env, key: str) -> None:
        (things,) = self.seek(node, env, key)
        self.moment(lambda: self.last_on(node, env, things), env)

    act_gain = act_permit = act_can_attack_only = act_take_less = act_become = act_change

    def act_set_attribute(self, node: Node, env: Env) -> None:
        self.change_found(node, env, "of")

    act_disadvantage = act_set_attribute

    def act_deal_more(self, node: Node, env: Env) -> None:
        self.change_found(node, env, "who")

    def act_cards_deal_more(self, node: Node, env: Env) -> None:
        self.moment(lambda: self.last_on(node, env), env)

    act_permit_places = act_change_cost = act_cards_deal_more

    def act_set_limit(self, node: Node, env: Env) -> None:
        players = self.players(node["who"], env)
        self.moment(lambda: self.last_on(node, env, players=players), env)

    act_spend_as = act_boost_damage = act_set_limit

    def act_cannot(self, node: Node, env: Env) -> None:
        stake = node["who"]
        if stake["stake"] == "player":
            players = self.players(stake["who"], env)
            self.moment(lambda: self.last_on(node, env, players=players), env)
            return
        (things,) = self.seek({"which": stake["which"]}, env, "which")
        self.moment(lambda: self.last_on(node, env, things), env)

    def act_prevent_next(self, node: Node, env: Env) -> None:
        (cards,) = self.seek(node, env, "to")
        for card in self.fighters(cards):
            number = self.amount(node["amount"], env, card, limit=ALL)
            if number:
                self.last_on(node, env, [card])
                self.changes[-1].left = number
        self.moment(lambda: None, env)

    def act_prevent_that(self, node: Node, env: Env) -> None:
        number = self.amount(node["amount"], env, limit=ALL)
        if env.event is not None and "would-be-dealt-damage" in env.event.kinds:
            env.event.damage = max(0, env.event.damage - number)

    # ── Movement ──

    def act_move(self, node: Node, env: Env) -> None:
        (what,) = self.seek(node, env, "what")
        left = [self.ref_of(card) for card in self.fighters(what)]
        while left:
            options = [(self.option_of(self.cards[ref.name]), ref) for ref in left]
            ref = self.ask(env.actor, "next", options, 1, 1, by=env.this.name)[0]
            left.remove(ref)
            card = self.thing_of(ref)
            if not isinstance(card, Card) or card.where != MAP:
                continue
            if self.is_forbidden("move", card) or self.is_forbidden("be-moved", card, [env.this]):
                continue
            steps = self.amount(node["steps"], env, card, limit=ALL)
            self.walk(card, env.actor, steps, exact=not node["up_to"], direction=node.get("direction"), env=env)

    def act_swap(self, node: Node, env: Env) -> None:
        if "with" in node:
            one, other = self.seek(node, env, "what", "with")
            pair = [*one[:1], *other[:1]]
        else:
            (pair,) = self.seek(node, env, "what")
        pair = self.fighters(pair)[:2]
        if len(pair) < 2 or pair[0] is pair[1]:
            return
        spaces = [pair[1].space, pair[0].space]
        for card, space in zip(pair, spaces):
            if self.is_forbidden("enter", card, self.at_space(space)):
                return

        def change() -> None:
            for card, space in zip(pair, spaces):
                card.space = space
                self.standing[space] = card

        happenings = []
        for card, space in zip(pair, spaces):
            things = self.at_space(space)
            happenings.append(
                self.happening(
                    {"enters": {"who": [card], "space": things}, "stops-on": {"who": [card], "space": things}}
                )
            )
        self.moment(lambda: self.occur(happenings, change), env)

    def at_space(self, space: Any) -> list[Thing]:
        """A space, and the location and the attached cards on it."""
        site = self.site_on(space)
        return [space, *([site] if site else []), *self.attached_to(space)]

    def act_place(self, node: Node, env: Env) -> None:
        what, on = self.seek(node, env, "what", "on")
        if not what or not on or not isinstance(what[0], Card):
            return
        card, space = what[0], self.space_of(on[0])
        copied = None
        if "copy_of" in node:
            copied = self.copied(node, env, space)
            if copied is None:
                return
        if space is None or self.occupant(space) is not None or self.is_forbidden("enter", card, self.at_space(space)):
            return
        if self.type_of(card) not in (self.game.unit, self.game.leader) and copied is None:
            return
        if card.where == MAP:
            self.relocate(card, space, env)
            return
        if card.in_play:
            self.take_away(card)
        self.moment(lambda: self.enter_map(card, space, env.actor, copied), env)

    def relocate(self, card: Card, space: Any, env: Env) -> None:
        def change() -> None:
            del self.standing[card.space]
            card.space = space
            self.standing[space] = card

        things = self.at_space(space)
        happening = self.happening(
            {"enters": {"who": [card], "space": things}, "stops-on": {"who": [card], "space": things}}
        )
        self.moment(lambda: self.occur([happening], change), env)

    def copied(self, node: Node, env: Env, space: Any) -> Card | None:
        """The unit of which a card enters as a copy: for a pattern, one that is near the chosen space."""
        selector = node["copy_of"]
        ref = selector.get("is", {})
        for place in node["on"].get("from", {}).get("places", []):
            for key in ("to", "of", "as", "what", "from"):
                pattern = place.get(key)
                if (
                    isinstance(pattern, dict)
                    and pattern.get("select") == "any"
                    and pattern.get("slot") == ref.get("slot")
                ):
                    options = [
                        one for one in self.matching(pattern["from"], env) if self.is_near_one(place, space, one, env)
                    ]
                    if not options:
                        return None
                    found = self.choose_things("copy", env.actor, options, 1, 1, env)
                    env.slots[pattern["slot"]] = [self.ref_of(found[0])]
                    return found[0]
        found = self.find(selector, env)
        return found[0] if found and isinstance(found[0], Card) else None

    def is_near_one(self, place: Node, space: Any, thing: Thing, env: Env) -> bool:
        """Whether a place is true of a space when it is measured from one thing."""
        origin = self.space_of(thing)
        steps = distance(space, origin)
        if place["place"] == "adjacent":
            return steps == 1
        if place["place"] == "within":
            return steps <= self.amount(place["range"], env)
        if place["place"] == "beyond":
            return steps > self.amount(place["steps"], env)
        if place["place"] == "same-row":
            return space[0] == origin[0]
        return place["place"] == "same-column" and space[1] == origin[1]

    # ── Fighting ──

    def act_attack(self, node: Node, env: Env) -> None:
        (who,) = self.seek(node, env, "who")
        left = [self.ref_of(card) for card in self.units(who)]
        while left:
            options = [(self.option_of(self.cards[ref.name]), ref) for ref in left]
            ref = self.ask(env.actor, "next", options, 1, 1, by=env.this.name)[0]
            left.remove(ref)
            card = self.thing_of(ref)
            if not isinstance(card, Card) or card.where != MAP or self.is_forbidden("attack", card):
                continue
            before, self.targeted = self.targeted, []
            targets = self.find(node["whom"], env, env.actor)
            targeted, self.targeted = self.targeted, before
            self.tell_targeted(targeted, env)
            for target in self.fighters(targets):
                self.begin_attack(card, target)

    def act_also_hits(self, node: Node, env: Env) -> None:
        (what,) = self.seek(node, env, "what")
        for attack in self.attacks_in(node, "attack", env):
            for card in self.fighters(what):
                ref = self.ref_of(card)
                if card is not attack.target and ref not in attack.also:
                    attack.also.append(ref)

    def act_redirect(self, node: Node, env: Env) -> None:
        (to,) = self.seek(node, env, "to")
        for attack in self.attacks_in(node, "attack", env):
            for target in self.fighters(to):
                self.redirect(attack, target)

    def act_boost(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            attacks = self.attacks_in(node, "attack", env)
            (cards,) = self.seek(node, env, "with", doer=player)
            for attack in attacks:
                side = "attacker" if attack.attacker.controller == player else "target"
                self.boost_with(attack, side, player, [one for one in cards if isinstance(one, Card)])

    # ── Marks ──

    def act_place_marks(self, node: Node, env: Env) -> None:
        (cards,) = self.seek(node, env, "on")
        self.moment(lambda: [self.place_marks(card, node["marks"]) for card in self.fighters(cards)], env)

    def place_marks(self, card: Card, marks: list[str]) -> None:
        new = [mark for mark in marks if mark not in card.marks]
        if new:
            happening = self.happening({"mark-placed": {"on": [card], "marks": new}})
            self.occur([happening], lambda: card.marks.extend(new))

    def act_remove_marks(self, node: Node, env: Env) -> None:
        (cards,) = self.seek(node, env, "from")

        def change() -> None:
            for card in self.fighters(cards):
                card.marks = [mark for mark in card.marks if mark not in node["marks"]]

        self.moment(change, env)

    def act_activate(self, node: Node, env: Env) -> None:
        (cards,) = self.seek(node, env, "what")
        left = [self.ref_of(card) for card in self.fighters(cards)]
        while left:
            options = [(self.option_of(self.cards[ref.name]), ref) for ref in left]
            ref = self.ask(env.actor, "next", options, 1, 1, by=env.this.name)[0]
            left.remove(ref)
            card = self.thing_of(ref)
            if isinstance(card, Card) and self.can_activate(card):
                self.activate(card)
