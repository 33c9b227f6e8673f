"""Resolving abilities: the effects around the actions, costs, limits and lasting changes."""

from __future__ import annotations

from typing import Any

from .finding import Thing
from .game import Node
from .numbers import ALL
from .table import Attack, Card, Change, Done, Env, Watch


class Resolve:
    """A part of the engine."""

    def resolve(self, effects: list[Node], env: Env) -> None:
        """Resolves effects strictly in this order."""
        for effect in effects:
            if env.this.name in self.negated and env.playing:
                return
            if self.must_wait(effect, env):
                continue
            getattr(self, "effect_" + effect["effect"].replace("-", "_"))(effect, env)

    def must_wait(self, effect: Node, env: Env) -> bool:
        """An action that needs the damage of an attack waits until it is dealt."""
        if effect["effect"] == "act":
            amounts = {key: value for key, value in effect.items() if key not in ("abilities",)}
        elif effect["effect"] in ("if", "unless"):
            amounts = effect["condition"]
        else:
            return False
        ref = dealt_of(amounts)
        if ref is None:
            return False
        attacks = [one for one in self.refer(ref, env) if isinstance(one, Attack)]
        if not attacks or attacks[0].over or attacks[0].dealt is not None:
            return False
        attacks[0].waiting.append((effect, env))
        return True

    def for_each_player(self, who: str, env: Env, what: Any) -> None:
        """Does something for one player, or once for each with what that player finds."""
        if who != "each" or env.each is not None:
            for player in self.players(who, env):
                what(player)
            return
        actor, base = env.actor, dict(env.slots)
        for player in self.both():
            env.slots = {**base, **env.own[player]}
            env.each = env.actor = player
            what(player)
            env.own[player] = {slot: things for slot, things in env.slots.items() if base.get(slot) != things}
        env.each, env.actor = None, actor
        env.slots = base
        first, second = self.both()
        for slot in {**env.own[first], **env.own[second]}:
            together = env.own[first].get(slot, []) + env.own[second].get(slot, [])
            env.slots[slot] = together

    def as_actor(self, player: int, env: Env, what: Any) -> Any:
        actor, env.actor = env.actor, player
        try:
            return what()
        finally:
            env.actor = actor

    # ── Effects ──

    def effect_act(self, node: Node, env: Env) -> None:
        self.perform(node, env)

    def effect_then(self, node: Node, env: Env) -> None:
        self.resolve(node["effects"], env)

    def effect_together(self, node: Node, env: Env) -> None:
        self.moment(lambda: self.resolve(node["effects"], env), env)

    def effect_may(self, node: Node, env: Env) -> None:
        self.take_option(node, env)

    def take_option(self, node: Node, env: Env, asked: bool = False) -> bool:
        """Resolves an option; false if it is declined or its cost cannot be paid."""
        taken = False

        def decide(player: int) -> None:
            nonlocal taken
            actor, env.actor = env.actor, player
            cost = node.get("cost", [])
            wants = self.can_pay(cost, env)
            if wants and not asked:
                wants = self.ask(player, "may", [("yes", True), ("no", False)], 1, 1, by=env.this.name)[0]
            if wants:
                taken = True
                self.resolve(cost, env)
                self.resolve(node["effects"], env)
            else:
                self.resolve(node.get("otherwise", []), env)
            env.actor = actor

        self.for_each_player(node["who"], env, decide)
        return taken

    def effect_if(self, node: Node, env: Env) -> None:
        self.resolve(node["then"] if self.test(node["condition"], env) else node.get("otherwise", []), env)

    def effect_unless(self, node: Node, env: Env) -> None:
        if not self.test(node["condition"], env):
            self.resolve(node["effects"], env)

    def effect_while(self, node: Node, env: Env) -> None:
        if self.test(node["condition"], env):
            self.whiles.append((node["condition"], True))
            try:
                self.resolve(node["effects"], env)
            finally:
                self.whiles.pop()

    def effect_unless_paid(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            each, actor = env.each, env.actor
            if node["who"] == "each":
                env.each = player
            env.actor = player
            paid = self.can_pay(node["cost"], env)
            if paid:
                paid = self.ask(player, "may", [("yes", True), ("no", False)], 1, 1, by=env.this.name)[0]
            if paid:
                self.resolve(node["cost"], env)
            env.each, env.actor = each, actor
            if not paid:
                self.resolve(node["effects"], env)
                return

    def effect_when(self, node: Node, env: Env) -> None:
        self.watch(node, env)

    def effect_replace(self, node: Node, env: Env) -> None:
        self.watch(node, env)

    def watch(self, node: Node, env: Env) -> None:
        """Begins to watch until the end of the attack or activation, or else of the round."""
        if self.attacks:
            end: Any = self.attacks[-1]
        elif self.activations:
            end = self.activations[-1]
        else:
            end = "round"
        self.watch_count += 1
        self.watches.append(Watch(node, env.copy(done=Done()), end, f"{env.key}/watch{self.watch_count}"))

    def effect_limit(self, node: Node, env: Env) -> None:
        self.use_limit(node, node["effects"], env)

    def effect_delayed(self, node: Node, env: Env) -> None:
        self.delayed.append([node["moment"], node["effects"], env.copy(done=Done()), self.moment_count])

    def effect_choose(self, node: Node, env: Env) -> None:
        def pick(player: int) -> None:
            def modes() -> None:
                options = [(f"mode {number + 1}", number) for number in range(len(node["modes"]))]
                most = min(node["at_most"], len(options))
                picked = self.ask(player, "mode", options, node["at_least"], most, by=env.this.name)
                for number in sorted(picked):
                    self.resolve(node["modes"][number], env)

            self.as_actor(player, env, modes)

        self.for_each_player(node["who"], env, pick)

    def effect_either(self, node: Node, env: Env) -> None:
        def pick(player: int) -> None:
            def one() -> None:
                options = [(f"mode {number + 1}", number) for number in range(len(node["effects"]))]
                number = self.ask(player, "either", options, 1, 1, by=env.this.name)[0]
                self.resolve([node["effects"][number]], env)

            self.as_actor(player, env, one)

        self.for_each_player(node["who"], env, pick)

    def effect_for_each(self, node: Node, env: Env) -> None:
        things = [self.ref_of(thing) for thing in self.matching(node["each"], env, counting=True)]
        while things:
            options = [(self.option_of(self.thing_of(one) or self.cards[one.name]), one) for one in things]
            ref = self.ask(env.actor, "next", options, 1, 1, by=env.this.name)[0]
            things.remove(ref)
            env.slots[node["slot"]] = [ref]
            env.picked.add(node["slot"])
            self.resolve(node["effects"], env)

    def effect_repeat(self, node: Node, env: Env) -> None:
        for _ in range(node["times"]):
            self.resolve(node["effects"], env)

    # ── Limits ──

    def limits_of(self, card: Card) -> list[tuple[str, Node]]:
        """The limits for each round of a card."""
        return [(key, node) for key, ability in self.abilities_of(card) for node in limits_in(ability["effects"])]

    def uses_left(self, card: Card, node: Node, key: str) -> bool:
        if node["per"] == "game":
            return card.used_game.get(f"{key}/{id(node)}", 0) < node["times"]
        return card.used_round < node["times"]

    def count_use(self, card: Card, node: Node, key: str) -> None:
        if node["per"] == "game":
            card.used_game[f"{key}/{id(node)}"] = card.used_game.get(f"{key}/{id(node)}", 0) + 1
            return
        card.used_round += 1
        limits = [one for _, one in self.limits_of(card) if one["per"] == "round"]
        if not any(card.used_round < one["times"] for one in limits):
            card.turned = True

    def use_limit(self, node: Node, effects: list[Node], env: Env, asked: bool = False) -> bool:
        """Uses a limit, at the option of the controller; declining is not a use."""
        card = env.this
        if not card.in_play or not self.uses_left(card, node, env.key):
            return False
        player = env.controller
        option = effects[0] if len(effects) == 1 and effects[0]["effect"] == "may" else None
        actor, env.actor = env.actor, player
        try:
            if option is not None and not self.can_pay(option.get("cost", []), env):
                self.resolve(option.get("otherwise", []), env)
                return False
            if not asked and not self.ask(player, "may", [("yes", True), ("no", False)], 1, 1, by=card.name)[0]:
                if option is not None:
                    self.resolve(option.get("otherwise", []), env)
                return False
            self.count_use(card, node, env.key)
            if option is not None:
                self.resolve(option.get("cost", []), env)
                self.resolve(option["effects"], env)
            else:
                self.resolve(effects, env)
            return True
        finally:
            env.actor = actor

    def can_use(self, effects: list[Node], env: Env, limit: Node | None = None) -> bool:
        """Whether an option can be taken: a use is left and its cost can be paid."""
        if limit is not None and not (env.this.in_play and self.uses_left(env.this, limit, env.key)):
            return False
        if len(effects) != 1:
            return True
        node = effects[0]
        if node["effect"] == "limit":
            return self.can_use(node["effects"], env, node)
        if node["effect"] == "may":
            return any(
                self.as_actor(player, env, lambda: self.can_pay(node.get("cost", []), env))
                for player in self.players(node["who"], env)
            )
        return True

    # ── Costs ──

    def can_pay(self, cost: list[Node], env: Env) -> bool:
        """Whether all of a cost can be paid. Nothing is changed."""
        if not cost:
            return True
        trial = env.copy(static=True)
        taken: dict[Any, int] = {}
        statistics: dict[str, int] = {}
        for part in flat(cost):
            if not self.can_do(part, trial, taken, statistics):
                return False
        return not statistics or self.can_pay_statistics(env.actor, statistics)

    def can_do(self, node: Node, env: Env, taken: dict[Any, int], statistics: dict[str, int]) -> bool:
        """Whether one part of a cost can be done in full."""
        if node["effect"] != "act":
            return True
        do = node["do"]
        if do == "pay":
            number = self.cost_amount(node["amount"], env)
            statistics[node["statistic"]] = statistics.get(node["statistic"], 0) + number
            return True
        if do == "draw":
            return not any(
                self.is_forbidden("draw", player, self.top_of(player)) for player in self.players(node["who"], env)
            )
        for key in ("what", "from", "on", "who", "to", "with", "among", "of"):
            selector = node.get(key)
            if not isinstance(selector, dict) or "select" not in selector:
                continue
            doer = self.players(node["who"], env)[0] if isinstance(node.get("who"), str) else env.actor
            if not self.can_find(selector, env, doer, taken, node):
                return False
        return True

    def top_of(self, player: int) -> list[Card]:
        return self.zone_cards(player, self.game.zones["draw"])[-1:]

    def cost_amount(self, amount: Node, env: Env) -> int:
        """An amount in a cost: X is 1 at least, and `all` is what is there."""
        if amount["amount"] == "x":
            return env.x or 1
        number = self.amount(amount, env)
        return 0 if number == ALL else number

    def can_find(self, selector: Node, env: Env, doer: int, taken: dict[Any, int], node: Node) -> bool:
        kind = selector["select"]
        if kind == "known":
            things = self.refer(selector["is"], env)
            if selector["is"]["ref"] in ("chosen", "first-chosen", "rest") and not env.slots.get(
                selector["is"]["slot"]
            ):
                return True  # what an earlier part of the cost finds
            return bool(things) and all(self.can_cost(node, thing, env) for thing in things)
        if kind == "choose":
            things = self.choosable(selector, env, doer)
        elif kind in ("random", "each", "any"):
            things = self.matching(selector["from"], env, doer)
        else:
            number = self.cost_amount(selector["count"], env) if "count" in selector else 1
            zone = selector["zone"]
            there = sum(len(self.zone_cards(player, zone["zone"])) for player in self.owners_of(zone, env))
            return there >= number
        things = [thing for thing in things if self.can_cost(node, thing, env)]
        if kind == "choose":
            count = selector["count"]
            number = self.cost_amount(count["number"], env) if count["count"] == "exactly" else 0
            place = str(selector["from"].get("zone"))
            taken[place] = taken.get(place, 0) + number
            return len(things) >= (taken[place] if "zone" in selector["from"] else number)
        if kind == "random":
            return len(things) >= self.cost_amount(selector["count"], env)
        return bool(things)

    def can_cost(self, node: Node, thing: Thing, env: Env) -> bool:
        """Whether an action of a cost can be done in full to a thing."""
        do = node["do"]
        if not isinstance(thing, (Card, tuple)):
            return True
        if do == "remove-tokens":
            amount = node["tokens"]["amount"]
            number = max(1, self.cost_amount(amount, env))
            return self.tokens_on(thing, node["tokens"]["token"]) >= number
        if do in ("remove-damage", "move-damage") and thing == self.first_of(node["from"], env, thing):
            return self.tokens_on(thing, self.game.damage) >= max(1, self.cost_amount(node["amount"], env))
        if do == "decrease":
            return self.type_of(thing) == self.game.unit and self.size_of(thing) >= self.cost_amount(
                node["amount"], env
            )
        if do == "spend":
            return not thing.turned
        if do == "remove-marks":
            return all(mark in thing.marks for mark in node["marks"])
        if do == "place-marks":
            return all(mark not in thing.marks for mark in node["marks"])
        if do == "move":
            return not self.is_forbidden("move", thing) and not self.is_forbidden("be-moved", thing, [env.this])
        if do in ("discard", "remove-from-map", "return", "put"):
            return not (thing.in_play and self.type_of(thing) in (self.game.leader, self.game.site))
        if do == "turn":
            return thing.face_down != (node["face"] == "down")
        return True

    def first_of(self, selector: Node, env: Env, thing: Thing) -> Thing:
        return thing if selector["select"] != "known" or thing in self.refer(selector["is"], env) else None

    # ── Lasting changes ──

    def last_on(
        self, node: Node, env: Env, things: list[Thing] | None = None, players: list[int] | None = None
    ) -> None:
        """Begins a fixed change of what was found, with the amounts of now."""
        time = node["time"]
        attack = next((thing for thing in things or [] if isinstance(thing, Attack)), None)
        cards = [thing for thing in things or [] if not isinstance(thing, Attack)]
        if things is not None and not cards and attack is None:
            return
        conditions = list(self.whiles)
        if time["until"] == "while":
            conditions.append((time["condition"], True))
        if not all(self.test(condition, env) == wanted for condition, wanted in conditions):
            return
        self.clock += 1
        change = Change(
            node["do"],
            node,
            env.copy(static=True, done=Done()),
            self.clock,
            time,
            things=[self.ref_of(card) for card in cards] if things is not None else None,
            attack=attack,
            players=players,
            end=self.end_of(time["until"], env, attack),
            conditions=conditions,
        )
        change.amounts = self.fixed_amounts(node, env, cards)
        self.changes.append(change)

    def fixed_amounts(self, node: Node, env: Env, cards: list[Thing]) -> dict[str, Any]:
        """The amounts of a change for each thing: they may differ only by `not_itself`."""
        found: dict[str, Any] = {}
        for thing in [None, *cards]:
            amounts = {}
            for key in ("amount", "to", "instead_of"):
                if isinstance(node.get(key), dict) and "amount" in node[key]:
                    amounts[f"{key}0"] = self.amount(node[key], env, thing, limit=ALL)
            for place, change in enumerate(node.get("changes", [])):
                amounts[f"by{place}"] = self.amount(change["by"], env, thing, limit=ALL)
            found[thing.name if isinstance(thing, Card) else ""] = amounts
        return found

    def end_of(self, until: str, env: Env, attack: Attack | None) -> Any:
        """What ends a change."""
        if until == "end-of-attack":
            found = attack or self.attack_of(env) or (self.attacks[-1] if self.attacks else None)
            if found is not None:
                return found.retaliation_of or found
        if until in ("end-of-attack", "end-of-activation") and self.activations:
            return self.activations[-1]
        if until in ("end-of-attack", "end-of-activation", "end-of-turn"):
            return "turn" if self.turn is not None else "round"
        if until == "end-of-round":
            return "round"
        if until == "your-next-turn":
            return ("turn of", env.controller)
        return None

    def end_all(self, end: Any) -> None:
        """Ends the changes and watches with that end, all at one moment."""
        self.watches = [watch for watch in self.watches if watch.end != end]
        over = [change for change in self.changes if change.end == end and change.end is not None]
        if not over:
            return

        def change() -> None:
            for one in over:
                if one in self.changes:
                    self.end_change(one)

        self.moment(change)

    def end_change(self, change: Change) -> None:
        self.changes.remove(change)
        if change.do == "take-control":
            for ref in change.things or []:
                card = self.thing_of(ref)
                if isinstance(card, Card) and card.in_play:
                    self.turn_back(card)

    def turn_back(self, card: Card) -> None:
        """A card goes back to the player of the newest change of control that is left, or to its owner."""
        player = self.base_control.get((card.name, card.leaves), card.owner)
        for change in self.changes:
            if change.do == "take-control" and self.ref_of(card) in [self.current(ref) for ref in change.things or []]:
                player = change.players[0]
        card.controller = player


def dealt_of(node: Any) -> Node | None:
    """The attack whose damage an amount in a node needs."""
    if isinstance(node, dict):
        if node.get("amount") == "damage-dealt":
            return node["by"]
        values = node.values()
    elif isinstance(node, list):
        values = node
    else:
        return None
    for value in values:
        found = dealt_of(value)
        if found is not None:
            return found
    return None


def limits_in(effects: list[Node]) -> list[Node]:
    """The limits in effects, in their order."""
    found = []
    for node in effects:
        if node["effect"] == "limit":
            found.append(node)
        for key in ("effects", "then", "otherwise", "cost"):
            if isinstance(node.get(key), list):
                found += limits_in(node[key])
        for mode in node.get("modes", []):
            found += limits_in(mode)
    return found


def flat(effects: list[Node]) -> list[Node]:
    """The actions of a cost."""
    found = []
    for node in effects:
        found += flat(node["effects"]) if node["effect"] in ("then", "together") else [node]
    return found
