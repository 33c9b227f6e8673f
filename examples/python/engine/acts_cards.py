"""The actions on cards in zones and beside the map: drawing, discarding, putting, playing, control, statistics."""

from __future__ import annotations

from typing import Callable

from .finding import Thing
from .game import Node
from .numbers import ALL
from .table import MAP, ON_CARD, ON_SPACE, PLAYED, ZONE, Card, Env


class ActsOnCards:
    """A part of the engine."""

    # ── Drawing and discarding ──

    def act_draw(self, node: Node, env: Env) -> None:
        number = self.amount(node["amount"], env, limit=ALL)
        for player in self.players(node["who"], env):
            drawn = []
            for _ in range(number):
                card = self.draw_one(player, env)
                if card is None:
                    break
                drawn.append(self.ref_of(card))
            env.slots[node["slot"]] = drawn

    def draw_one(self, player: int, env: Env | None = None) -> Card | None:
        """Draws a card; none from an empty deck, or if it is forbidden."""
        cards = self.zone_cards(player, self.game.zones["draw"])
        if not cards or self.is_forbidden("draw", player, cards[-1:]):
            return None
        card = cards[-1]
        happening = self.happening({"is-drawn": {"what": [card]}, "draws": {"who": player, "what": [card]}})

        def change() -> None:
            self.put_into(card, self.game.zones["hand"])
            self.record("drawn", card)
            self.is_quiet = False

        self.moment(lambda: self.occur([happening], change), env)
        return card

    def movable(self, things: list[Thing]) -> list[Card]:
        """Cards that can be taken from where they are: leaders and locations stay."""
        stay = (self.game.leader, self.game.site)
        return [one for one in things if isinstance(one, Card) and not (one.in_play and self.type_of(one) in stay)]

    def in_chosen_order(self, cards: list[Card], player: int, env: Env | None) -> list[Card]:
        """Several cards of one owner, in the order that a player chooses."""
        if len(cards) < 2:
            return cards
        by = env.this.name if env else None
        options = [(f"card {card.name}", card) for card in cards]
        return self.ask(player, "order", options, len(cards), len(cards), ordered=True, by=by)

    def act_discard(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            (things,) = self.seek(node, env, "what", doer=player)
            cards = self.in_chosen_order(self.movable(things), player, env)
            self.moment(lambda: self.discard(cards, player, env), env)

    def discard(self, cards: list[Card], player: int | None, env: Env | None) -> None:
        """Discards cards at one moment."""
        on_map = [card for card in cards if card.where == MAP]
        by = [env.this] if env else []
        if on_map:
            self.leave_map(on_map, self.game.zones["discard"], lambda card: by, discarder=player)
        rest = [card for card in cards if card not in on_map and not self.is_discarded(card)]
        if not rest:
            return
        happenings = []
        for card in rest:
            kinds: Node = {"is-discarded": {"what": [card]}}
            if player is not None:
                kinds["discards"] = {"who": player, "what": [card]}
            happenings.append(self.happening(kinds))

        def change() -> None:
            for card in rest:
                was_in_play = card.in_play
                self.put_into(card, self.zone_for(card, self.game.zones["discard"]))
                self.record("discarded", card.last if was_in_play else card)

        self.occur(happenings, change)

    def is_discarded(self, card: Card) -> bool:
        return card.where == ZONE and card.zone == self.game.zones["discard"]

    def act_reveal(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "what", doer=self.players(node["who"], env)[0])

        def change() -> None:
            for card in things:
                if isinstance(card, Card):
                    self.record("revealed", card)

        self.moment(change, env)

    def act_look(self, node: Node, env: Env) -> None:
        self.seek(node, env, "what", doer=env.actor)

    def act_choose(self, node: Node, env: Env) -> None:
        self.seek(node, env, "what", doer=env.actor)

    # ── Putting ──

    def act_return(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "what", doer=env.actor)
        self.put(self.movable(things), node["to"], env)

    def act_put(self, node: Node, env: Env) -> None:
        rest: list[Card] = []
        if "rest" in node:
            among = node["what"].get("from", {}).get("among")
            if among is not None:
                rest = [one for one in self.refer(among, env) if isinstance(one, Card)]
            elif node["what"]["select"] == "choose":
                rest = [one for one in self.matching(node["what"]["from"], env) if isinstance(one, Card)]
        (things,) = self.seek(node, env, "what", doer=env.actor)
        puts = [self.ordered(self.movable(things), node["to"], env)]
        rest = [card for card in rest if card not in things]
        if rest:
            puts.append(self.ordered(rest, node["rest"], env))
        self.moment(lambda: [change() for change in puts], env)

    def put(self, cards: list[Card], put: Node, env: Env) -> None:
        """Puts cards into a zone of their owners."""
        self.moment(self.ordered(cards, put, env), env)

    def ordered(self, cards: list[Card], put: Node, env: Env) -> Callable[[], None]:
        """Asks for the order of cards, and returns what puts them: the first of them nearest to the end."""
        if put.get("any_order"):
            cards = self.in_chosen_order(cards, env.actor, env)
        zone, end = put["zone"]["zone"], put.get("end", "top")

        def change() -> None:
            on_map = [card for card in cards if card.where == MAP]
            rest = [card for card in cards if card.where != MAP]
            if on_map:
                self.leave_map(on_map, zone, lambda card: [env.this], end=end, discarder=env.actor)
            if zone == self.game.zones["discard"]:
                self.discard(rest, env.actor, env)
            else:
                for card in reversed(rest):
                    self.put_into(card, zone, end)

        return change

    def act_search(self, node: Node, env: Env) -> None:
        selector = node["what"]
        if selector["select"] == "choose" and selector["count"]["count"] == "exactly":
            # A player need not find what only the owner of the cards can check.
            selector = {**selector, "count": {"count": "up-to", "number": selector["count"]["number"]}}
        (things,) = self.seek({"what": selector}, env, "what", doer=env.actor)
        cards = [one for one in things if isinstance(one, Card)]
        if node["reveal"]:
            self.moment(lambda: [self.record("revealed", card) for card in cards], env)
        self.put(cards, node["to"], env)

    def act_shuffle(self, node: Node, env: Env) -> None:
        for owner in self.owners_of(node["zone"], env):
            zone = node["zone"]["zone"]
            if "into" in node:
                into = node["into"]["zone"]
                cards = list(self.zone_cards(owner, zone))
                self.moment(lambda: [self.put_into(card, into) for card in cards], env)
                zone = into
            self.shuffle(owner, zone)

    def shuffle(self, player: int, zone: str) -> None:
        """A choice of chance: the cards of a zone in their new order."""
        cards = self.zones[player][zone]
        options = [(f"card {card.name}", card) for card in cards]
        self.zones[player][zone] = list(self.ask(None, "shuffle", options, len(cards), len(cards), ordered=True))

    # ── Playing and leaving ──

    def act_play(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            (things,) = self.seek(node, env, "what", doer=player)
            for ref in [self.ref_of(one) for one in things if isinstance(one, Card)]:
                card = self.thing_of(ref)
                if not isinstance(card, Card) or card.in_play or card.where == PLAYED:
                    continue
                if "as" in node:
                    self.lay_as(card, player, node["as"], env)
                else:
                    self.play(player, card, free=node["free"])

    def lay_as(self, card: Card, player: int, filter: Node, env: Env) -> None:
        """Lays a card face-down as a ready card of a statistic."""
        pays = self.game.fields["pays"]
        named = [field["value"] for field in filter.get("fields", []) if field["field"] == pays]
        statistics = named or list(self.game.vocabulary["statistics"])
        options = [(f"as {one}", one) for one in statistics]
        statistic = self.ask(env.actor, "stack", options, 1, 1, by=env.this.name)[0]
        self.moment(lambda: self.lay(card, statistic), env)

    def lay(self, card: Card, statistic: str) -> None:
        self.put_into(card, self.game.zones["payment"])
        card.laid = statistic
        card.face_down = True

    def act_remove_from_map(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "what")
        cards = [card for card in self.movable(things) if card.where == MAP]
        self.moment(lambda: self.leave_map(cards, self.game.zones["discard"], lambda card: [env.this]), env)

    def act_negate(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "what")
        for card in things:
            if isinstance(card, Card) and card.name in self.playing:
                self.negated.add(card.name)
                if card.where == PLAYED:
                    self.moment(lambda: self.put_away(card), env)

    # ── Control ──

    def act_take_control(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            (things,) = self.seek(node, env, "what", doer=player)
            cards = [one for one in things if isinstance(one, Card) and one.where == MAP]
            cards = [card for card in cards if self.type_of(card) != self.game.leader]
            self.moment(lambda: [self.take(card, player, node, env) for card in cards], env)

    def take(self, card: Card, player: int, node: Node | None = None, env: Env | None = None) -> None:
        """A player takes control of a card."""
        site = self.type_of(card) == self.game.site

        def change() -> None:
            card.controller = player
            if site:
                card.face_down = False
            if site or node is None or env is None:
                self.base_control[(card.name, card.leaves)] = player
            else:
                self.last_on(node, env, [card], players=[player])

        if card.controller == player:
            change()
            return
        happening = self.happening({"is-taken": {"what": [card]}, "takes-control": {"who": player, "what": [card]}})
        self.occur([happening], change)

    def act_lose_control(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            before, self.targeted = self.targeted, []
            allowed = [
                card for card in self.on_map() if self.type_of(card) == self.game.site and card.controller == player
            ]
            things = self.find(node["what"], env, player, allowed=allowed)
            targeted, self.targeted = self.targeted, before
            self.tell_targeted(targeted, env)

            def change() -> None:
                for card in things:
                    if isinstance(card, Card) and card.where == MAP and card.controller == player:
                        if self.type_of(card) == self.game.site:
                            card.controller = None
                            self.base_control.pop((card.name, card.leaves), None)

            self.moment(change, env)

    # ── Statistics ──

    def act_ready(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            (things,) = self.seek(node, env, "what", doer=player)
            cards = [one for one in things if isinstance(one, Card) and one.turned]
            self.moment(lambda: self.ready(cards), env)

    def ready(self, cards: list[Card]) -> None:
        happenings = [
            self.happening(
                {"is-readied": {"what": [card]}, "readies": {"who": self.controller_of(card), "what": [card]}}
            )
            for card in cards
        ]

        def change() -> None:
            for card in cards:
                card.turned = False
                card.used_round = 0

        if cards:
            self.occur(happenings, change)

    def controller_of(self, card: Card) -> int:
        return card.owner if card.controller is None else card.controller

    def act_spend(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            (things,) = self.seek(node, env, "what", doer=player)
            cards = [one for one in things if isinstance(one, Card) and not one.turned and one.where == ZONE]
            self.moment(lambda: self.spend(cards, player), env)

    def spend(self, cards: list[Card], player: int) -> None:
        happenings = [
            self.happening({"is-spent": {"what": [card]}, "spends": {"who": player, "what": [card]}}) for card in cards
        ]

        def change() -> None:
            for card in cards:
                card.turned = True

        if cards:
            self.occur(happenings, change)

    def act_pay(self, node: Node, env: Env) -> None:
        for player in self.players(node["who"], env):
            limit = self.most_payable(player, node["statistic"])
            number = self.amount(node["amount"], env, limit=limit)
            cost = {node["statistic"]: limit if number == ALL else number}
            if self.can_pay_statistics(player, cost):
                self.pay(player, cost, env)

    # ── Locations and attaching ──

    def act_turn(self, node: Node, env: Env) -> None:
        (things,) = self.seek(node, env, "what", doer=env.actor)
        down = node["face"] == "down"

        def change() -> None:
            for card in things:
                if isinstance(card, Card) and card.in_play and card.face_down != down:
                    card.face_down = down
                    if self.type_of(card) == self.game.site:
                        card.controller = None
                        self.base_control.pop((card.name, card.leaves), None)

        self.moment(change, env)

    def act_attach(self, node: Node, env: Env) -> None:
        what, to = self.seek(node, env, "what", "to")
        if not to:
            return
        host = to[0]
        if isinstance(host, Card) and host.where != MAP:
            return
        if isinstance(host, Card) and self.type_of(host) == self.game.site:
            host = host.space
        for card in self.movable(what):
            lies = self.cards[card.host] if card.where == ON_CARD else card.space if card.where == ON_SPACE else None
            if card.where == MAP or (lies is not None and self.is_same(lies, host)):
                continue
            self.moment(lambda: self.attach(card, host, env.actor), env)
            self.settle(card)

    def attach(self, card: Card, host: Thing, player: int) -> None:
        """Lays a card under a unit or leader, or on a space."""

        def change() -> None:
            if card.in_play:
                self.in_play.remove(card)
                card.host = card.space = None
            else:
                self.take_away(card)
            self.enter_play(card, player)
            if isinstance(host, Card):
                card.where, card.host = ON_CARD, host.name
            else:
                card.where, card.space = ON_SPACE, host

        to = [host] if isinstance(host, Card) else self.at_space(host)
        self.occur([self.happening({"is-attached": {"what": [card], "to": to}})], change)

    def act_remove_card(self, node: Node, env: Env) -> None:
        (hosts,) = self.seek(node, env, "from", doer=env.actor)
        allowed = [card for host in hosts for card in self.attached_to(host)]
        before, self.targeted = self.targeted, []
        things = self.find(node["what"], env, env.actor, allowed=allowed)
        self.targeted = before
        cards = [card for card in things if isinstance(card, Card) and card.where in (ON_CARD, ON_SPACE)]
        self.moment(lambda: self.discard(cards, env.actor, env), env)
