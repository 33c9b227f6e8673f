"""Describes every variant of the IR in words.

Each union of the IR has a table with a function for each variant. An engine has the same tables, with functions that
perform what these describe. The tests compare the tables with the generated types: when the IR gets a new variant,
they name the table that lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Node = Mapping[str, Any]
# Functions that describe a variant; the first argument is the `Words` that describe its inner nodes.
Table = dict[str, Callable[[Any, Node], Any]]

PLAYERS = {"you": "you", "opponent": "your opponent", "each": "each player"}
WHOSE = {"you": "your", "opponent": "your opponent's", "each": "each player's"}
OWNERS = {"you": "your", "opponent": "your opponent's", "owner": "its owner's", "actor": "their own"}
SIDES = {"friendly": "friendly", "enemy": "enemy"}
ROW_SIDES = {"your": "your", "opponent": "your opponent's", "any": "any"}
ENDS = {"top": "top", "bottom": "bottom"}
FACES = {"up": "face-up", "down": "face-down"}
ROUNDING = {"up": "up", "down": "down"}
PERIODS = {"activation": "this activation", "turn": "this turn", "round": "this round"}
LIMITS = {"round": "in a round", "game": "in a game", "period": "in each {period}"}
COMPARISONS = {
    "exactly": "exactly",
    "at-least": "at least",
    "at-most": "at most",
    "more-than": "more than",
    "less-than": "less than",
}
MOMENTS = {
    "start-of-round": "at the start of each round",
    "end-of-round": "at the end of each round",
    "start-of-next-round": "at the start of the next round",
    "start-of-period": "at the start of each {period}",
    "end-of-period": "at the end of each {period}",
    "start-of-next-period": "at the start of the next {period}",
}
NOUNS = {"card": "card", "space": "space"}
CHOSEN_NOUNS = {"card": "card", "space": "space", "zone": "cards"}


def spaced(id: str) -> str:
    return id.replace("_", " ")


def with_period(words: str, node: Any) -> str:
    """Puts the period of a node into its words."""
    return words.format(period=spaced(node.get("period", "")))


def each(function: Callable[[Any], str], nodes: Iterable[Any], between: str = " and ") -> str:
    return between.join(function(node) for node in nodes)


def negated(not_: bool | None, words: str) -> str:
    return f"not ({words})" if not_ else words


def does(who: str, verb: str, third: str | None = None) -> str:
    third = third or ("readies" if verb == "ready" else f"{verb}s")
    return f"{PLAYERS[who]} {verb if who == 'you' else third}"


def times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def plural(word: str, many: bool) -> str:
    return f"{word}s" if many else word


def a(words: str) -> str:
    return f"an {words}" if words[0] in "aeio" else f"a {words}"


def is_one(amount: Node) -> bool:
    return amount["amount"] == "fixed" and amount["value"] == 1


def least(minimum: int | None) -> str:
    return "" if minimum is None else f", at least {minimum}"


def most(maximum: int | None) -> str:
    return "" if maximum is None else f", at most {maximum}"


PLACEMENT: Table = {
    "attach-to": lambda w, n: f"attached to {w.selector(n['to'])}",
    "aside": lambda w, n: "placed aside",
}

EFFECT: Table = {
    "then": lambda w, n: w.block("one after the other:", n["effects"]),
    "together": lambda w, n: w.block("all at once:", n["effects"]),
    "while": lambda w, n: w.block(f"as long as {w.condition(n['condition'])}:", n["effects"]),
    "unless": lambda w, n: w.block(f"unless {w.condition(n['condition'])}:", n["effects"]),
    "when": lambda w, n: w.block(f"{w.occasion(n['occasion'])}:", n["effects"]),
    "limit": lambda w, n: w.block(
        f"at most {times(n['times'])} {with_period(LIMITS[n['per']], n)}:", n["effects"]
    ),
    "delayed": lambda w, n: w.block(f"once, {with_period(MOMENTS[n['moment']], n)}:", n["effects"]),
    "replace": lambda w, n: w.block(f"if {w.event(n['event'])}, instead:", n["effects"]),
    "either": lambda w, n: w.block(f"{does(n['who'], 'choose')} one of these:", n["effects"]),
    "repeat": lambda w, n: w.block(f"{n['times']} times:", n["effects"]),
    "ladder": lambda w, n: w.ladder(n),
    "for-each": lambda w, n: w.block(f"again for every {w.filter(n['each'])}{w.slot(n['slot'])}:", n["effects"]),
    "act": lambda w, n: w.act(n),
    "may": lambda w, n: w.may(n),
    "if": lambda w, n: (
        w.block(f"if {w.condition(n['condition'])}:", n["then"])
        + w.block("otherwise:", n.get("otherwise"))
    ),
    "unless-paid": lambda w, n: (
        w.block(f"{PLAYERS[n['who']]} may pay this:", n["cost"])
        + w.block("if it is not paid:", n["effects"])
    ),
    "choose": lambda w, n: w.choose(n),
}

# What fills the holes of a phrase of the game.
ARGUMENTS: Table = {
    "number": lambda w, n: w.amount(n["amount"]),
    "word": lambda w, n: w.word(n["list"], n["value"]),
    "things": lambda w, n: w.selector(n["which"]),
    "player": lambda w, n: PLAYERS[n["who"]],
}

ACTION: Table = {
    "deal-damage": lambda w, n: f"deal {w.amount(n['amount'])} damage to {w.selector(n['to'])}",
    "divide-damage": lambda w, n: f"divide {w.amount(n['amount'])} damage among {w.selector(n['among'])}",
    "remove-damage": lambda w, n: f"remove {w.amount(n['amount'])} damage from {w.selector(n['from'])}",
    "move-damage": lambda w, n: (
        f"move {w.amount(n['amount'])} damage from {w.selector(n['from'])} to {w.selector(n['to'])}"
    ),
    "double-damage": lambda w, n: f"double the damage of {w.selector(n['of'])}",
    "increase": lambda w, n: f"add {w.amount(n['amount'])} to the size of {w.selector(n['what'])}",
    "decrease": lambda w, n: f"take {w.amount(n['amount'])} from the size of {w.selector(n['what'])}",
    "move-tokens": lambda w, n: f"move {w.tokens(n['tokens'])} from {w.selector(n['from'])} to {w.selector(n['to'])}",
    "change": lambda w, n: f"give {w.selector(n['who'])} {each(w.change, n['changes'])}{w.time(n['time'])}",
    "bonus": lambda w, n: (
        f"bonus: {each(w.change, n['changes'])}{' for ' + w.filter(n['of']) if 'of' in n else ''}"
        f"{w.time(n['time']) if 'time' in n else ''}"
    ),
    "set-attribute": lambda w, n: (
        f"set the {w.word('attributes', n['attribute'])} of {w.selector(n['of'])} to {w.amount(n['to'])}"
        f"{w.time(n['time'])}"
    ),
    "become": lambda w, n: (
        f"set the {spaced(n['field'])} of {w.selector(n['who'])} to {spaced(n['value'])}{w.time(n['time'])}"
    ),
    "set-limit": lambda w, n: (
        f"set {WHOSE[n['who']]} {w.word('player_limits', n['limit'])} to {w.amount(n['to'])}{w.time(n['time'])}"
    ),
    "move": lambda w, n: (
        f"move {w.selector(n['what'])} {'up to ' if n['up_to'] else ''}{w.many(n['steps'], 'step')}"
        f"{w.direction(n['direction']) if n.get('direction') else ''}"
    ),
    "swap": lambda w, n: f"swap {w.selector(n['what'])}{w.maybe(' with', n.get('with'))}",
    "place": lambda w, n: (
        f"place {w.selector(n['what'])} on {w.selector(n['on'])}{w.maybe(' as a copy of', n.get('copy_of'))}"
    ),
    "attack": lambda w, n: (
        f"attack with {w.selector(n['who'])}{' again' if n['again'] else ''}: {w.selector(n['whom'])}"
    ),
    "deal-more": lambda w, n: (
        f"damage of {w.selector(n['who'])}: {w.amount(n['amount'])} {'less' if n['less'] else 'more'}"
        f"{least(n.get('at_least'))}{w.time(n['time'])}"
    ),
    "cards-deal-more": lambda w, n: (
        f"damage of each {w.filter(n['what'])}: {w.amount(n['amount'])} {'less' if n['less'] else 'more'}"
        f"{least(n.get('at_least'))}{w.time(n['time'])}"
    ),
    "disadvantage": lambda w, n: (
        f"{'disadvantage' if n['has'] else 'no disadvantage'} for {w.selector(n['of'])}{w.time(n['time'])}"
    ),
    "also-hits": lambda w, n: f"hit {w.selector(n['what'])} too with {w.selector(n['attack'])}",
    "redirect": lambda w, n: f"redirect {w.selector(n['attack'])} to {w.selector(n['to'])}",
    "cannot": lambda w, n: f"forbid {w.stake(n['who'])} to {each(w.deed, n['what'], ' or to ')}{w.time(n['time'])}",
    "can-attack-only": lambda w, n: (
        f"forbid {w.selector(n['who'])} to attack anything but {w.selector(n['whom'])}{w.time(n['time'])}"
    ),
    "permit": lambda w, n: f"permit {w.selector(n['who'])} to {w.permission(n['permission'])}{w.time(n['time'])}",
    "permit-places": lambda w, n: (
        f"permit each {w.filter(n['what'])} to be placed also {each(w.place, n['places'], ' and ')}{w.time(n['time'])}"
    ),
    "place-marks": lambda w, n: f"place {w.marks(n['marks'])} on {w.selector(n['on'])}",
    "remove-marks": lambda w, n: f"remove {w.marks(n['marks'])} from {w.selector(n['from'])}",
    "activate": lambda w, n: f"activate {w.selector(n['what'])}",
    "draw": lambda w, n: f"{does(n['who'], 'draw')} {w.many(n['amount'], 'card')}{w.slot(n['slot'])}",
    "discard": lambda w, n: f"{does(n['who'], 'discard')} {w.selector(n['what'])}",
    "reveal": lambda w, n: f"{does(n['who'], 'reveal')} {w.selector(n['what'])}",
    "look": lambda w, n: f"look at {w.selector(n['what'])}",
    "choose": lambda w, n: f"name {w.selector(n['what'])}",
    "return": lambda w, n: f"return {w.selector(n['what'])} {w.put(n['to'])}",
    "put": lambda w, n: f"put {w.selector(n['what'])} {w.put(n['to'])}{w.maybe_put(n.get('rest'))}",
    "search": lambda w, n: (
        f"search {w.zone(n['zone'])} for {w.selector(n['what'])}{', reveal it' if n['reveal'] else ''} and put it "
        f"{w.put(n['to'])}"
    ),
    "shuffle": lambda w, n: f"{does(n['who'], 'shuffle')} {w.zone(n['zone'])}{w.maybe_into(n.get('into'))}",
    "play": lambda w, n: (
        f"{does(n['who'], 'play')} {w.selector(n['what'])}{' without paying' if n['free'] else ''}"
        f"{w.face_down_as(n)}"
    ),
    "remove-from-map": lambda w, n: f"remove {w.selector(n['what'])} from the map",
    "remove-from-game": lambda w, n: f"remove {w.selector(n['what'])} from the game",
    "negate": lambda w, n: f"negate {w.selector(n['what'])}",
    "take-control": lambda w, n: f"{does(n['who'], 'take')} control of {w.selector(n['what'])}{w.time(n['time'])}",
    "lose-control": lambda w, n: f"{does(n['who'], 'lose')} control of {w.selector(n['what'])}",
    "ready": lambda w, n: f"{does(n['who'], 'ready')} {w.selector(n['what'])}",
    "spend": lambda w, n: f"{does(n['who'], 'spend')} {w.selector(n['what'])}",
    "pay": lambda w, n: f"{does(n['who'], 'pay')} {w.amount(n['amount'])} {w.word('statistics', n['statistic'])}",
    "perform": lambda w, n: f"{does(n['who'], 'perform')} {spaced(n['phrase'])}{w.arguments(n)}",
    "apply-rule": lambda w, n: f"rule: {spaced(n['phrase'])}{w.arguments(n)}{w.time(n['time'])}",
    "have-ability": lambda w, n: f"{w.selector(n['who'])} has {spaced(n['phrase'])}{w.arguments(n)}{w.time(n['time'])}",
    "gain-resource": lambda w, n: f"{does(n['who'], 'gain')} {w.amount(n['amount'])} {spaced(n['resource'])}",
    "pay-resource": lambda w, n: f"{does(n['who'], 'pay')} {w.amount(n['amount'])} {spaced(n['resource'])}",
    "spend-as": lambda w, n: (
        f"let {PLAYERS[n['who']]} spend each {w.filter(n['what'])} as {w.amount(n['amount'])} "
        f"{w.word('statistics', n['statistic'])}{w.time(n['time'])}"
    ),
    "change-cost": lambda w, n: (
        f"cost of {'the first ' if n.get('first_each_round') else 'each '}{w.filter(n['what'])}"
        f"{' of each round' if n.get('first_each_round') else ''}: {w.amount(n['amount'])} "
        f"{w.word('statistics', n['statistic']) if 'statistic' in n else 'of everything'} "
        f"{'less' if n['less'] else 'more'}{least(n.get('at_least'))}{w.time(n['time'])}"
    ),
    "turn": lambda w, n: f"turn {w.selector(n['what'])} {FACES[n['face']]}",
    "attach": lambda w, n: f"attach {w.selector(n['what'])} to {w.selector(n['to'])}",
    "remove-card": lambda w, n: f"remove {w.selector(n['what'])} attached to {w.selector(n['from'])}",
    "place-tokens": lambda w, n: f"place {w.tokens(n['tokens'])} on {w.selector(n['on'])}",
    "remove-tokens": lambda w, n: f"remove {w.tokens(n['tokens'])} from {w.selector(n['from'])}",
    "prevent-next": lambda w, n: (
        f"prevent the next {w.amount(n['amount'])} damage to {w.selector(n['to'])}{w.time(n['time'])}"
    ),
    "prevent-that": lambda w, n: f"prevent {w.amount(n['amount'])} of that damage",
    "take-less": lambda w, n: (
        f"damage to {w.selector(n['who'])}{w.maybe(' from', n.get('from'))}: {w.amount(n['amount'])} "
        f"{'more' if n['more'] else 'less'}{least(n.get('at_least'))}{w.time(n['time'])}"
    ),
    "boost": lambda w, n: f"{does(n['who'], 'boost')} {w.selector(n['attack'])} with {w.selector(n['with'])}",
    "boost-damage": lambda w, n: (
        f"damage of {WHOSE[n['who']]} boost cards: {w.amount(n['amount'])} instead of {w.amount(n['instead_of'])}"
        f"{w.time(n['time'])}"
    ),
    "gain": lambda w, n: f"give {w.selector(n['who'])} these abilities{w.time(n['time'])}:",
}

DIRECTION: Table = {
    "away-from": lambda w, n: f" away from {w.reference(n['what'])}",
    "toward": lambda w, n: f" toward {w.reference(n['what'])}",
}

STAKE: Table = {
    "cards": lambda w, n: w.selector(n['which']),
    "player": lambda w, n: PLAYERS[n['who']],
}

DEED: Table = {
    "move": lambda w, n: "move",
    "attack": lambda w, n: f"attack{w.maybe('', n.get('whom'))}",
    "retaliate": lambda w, n: f"retaliate{w.maybe(' against', n.get('against'))}",
    "be-activated": lambda w, n: "be activated",
    "be-targeted": lambda w, n: f"be targeted{w.maybe(' by', n.get('by'))}",
    "be-affected": lambda w, n: f"be affected by {w.selector(n['by'])}",
    "be-attacked": lambda w, n: f"be attacked{w.maybe(' by', n.get('by'))}",
    "be-moved": lambda w, n: f"be moved{w.maybe(' by', n.get('by'))}",
    "enter": lambda w, n: f"enter {w.selector(n['what'])}",
    "play": lambda w, n: f"play {w.selector(n['what'])}",
    "boost": lambda w, n: f"boost {w.selector(n['what'])}",
    "draw": lambda w, n: f"draw {w.selector(n['what'])}",
}

PERMISSION: Table = {
    "move-after-attacking": lambda w, n: "move after attacking",
    "move-through": lambda w, n: f"move through {w.selector(n['what'])}",
    "retaliate-any-number-of-times": lambda w, n: "retaliate any number of times",
}

EVENT: Table = {
    "attacks": lambda w, n: f"{w.selector(n['who'])} attacks{w.maybe('', n.get('whom'))}",
    "is-attacked": lambda w, n: f"{w.selector(n['who'])} is attacked{w.maybe(' by', n.get('by'))}",
    "retaliates": lambda w, n: f"{w.selector(n['who'])} retaliates{w.maybe(' against', n.get('against'))}",
    "is-dealt-damage": lambda w, n: f"{w.selector(n['who'])} is dealt damage{w.maybe(' by', n.get('by'))}",
    "would-be-dealt-damage": lambda w, n: f"{w.selector(n['who'])} would be dealt damage{w.maybe(' by', n.get('by'))}",
    "is-activated": lambda w, n: f"{w.selector(n['who'])} is activated",
    "activates": lambda w, n: f"{w.selector(n['what'])} is activated by {PLAYERS[n['who']]}",
    "moves": lambda w, n: f"{w.selector(n['who'])} moves",
    "enters": lambda w, n: f"{w.selector(n['who'])} enters {w.selector(n['space'])}",
    "stops-on": lambda w, n: f"{w.selector(n['who'])} stops on {w.selector(n['space'])}",
    "is-played": lambda w, n: f"{w.selector(n['what'])} is played",
    "plays": lambda w, n: f"{w.selector(n['what'])} is played by {PLAYERS[n['who']]}",
    "is-placed": lambda w, n: (
        f"{w.selector(n['what'])} is placed{''.join(f' {w.place(place)}' for place in n.get('places', []))}"
    ),
    "is-increased": lambda w, n: f"{w.selector(n['who'])} is increased",
    "is-decreased": lambda w, n: f"{w.selector(n['who'])} is decreased",
    "merges": lambda w, n: f"{w.selector(n['who'])} merges",
    "is-removed-from-map": lambda w, n: f"{w.selector(n['who'])} is removed from the map{w.maybe(' by', n.get('by'))}",
    "would-be-removed-from-map": lambda w, n: (
        f"{w.selector(n['who'])} would be removed from the map{w.maybe(' by', n.get('by'))}"
    ),
    "is-boosted": lambda w, n: f"{w.selector(n['what'])} is boosted",
    "boosts": lambda w, n: f"an attack is boosted by {PLAYERS[n['who']]}",
    "is-targeted": lambda w, n: f"{w.selector(n['who'])} is targeted{w.maybe(' by', n.get('by'))}",
    "is-drawn": lambda w, n: f"{w.selector(n['what'])} is drawn",
    "draws": lambda w, n: f"{w.selector(n['what'])} is drawn by {PLAYERS[n['who']]}",
    "is-discarded": lambda w, n: f"{w.selector(n['what'])} is discarded",
    "discards": lambda w, n: f"{w.selector(n['what'])} is discarded by {PLAYERS[n['who']]}",
    "is-attached": lambda w, n: f"{w.selector(n['what'])} is attached{w.maybe(' to', n.get('to'))}",
    "is-readied": lambda w, n: f"{w.selector(n['what'])} is readied",
    "readies": lambda w, n: f"{w.selector(n['what'])} is readied by {PLAYERS[n['who']]}",
    "is-spent": lambda w, n: f"{w.selector(n['what'])} is spent",
    "spends": lambda w, n: f"{w.selector(n['what'])} is spent by {PLAYERS[n['who']]}",
    "is-taken": lambda w, n: f"{w.selector(n['what'])} is taken",
    "takes-control": lambda w, n: f"{w.selector(n['what'])} is taken by {PLAYERS[n['who']]}",
    "mark-placed": lambda w, n: f"{w.marks(n['marks'])} is placed on {w.selector(n['on'])}",
    "occurs": lambda w, n: f"{spaced(n['phrase'])}{w.arguments(n)} occurs",
    "passes": lambda w, n: f"the round is passed by {PLAYERS[n['who']]}",
}

OCCASION: Table = {
    "when": lambda w, n: f"when {w.event(n['event'])}",
    "after": lambda w, n: f"after {w.event(n['event'])}",
    "first-each-round": lambda w, n: f"the first time each round that {w.event(n['event'])}",
    "at": lambda w, n: with_period(MOMENTS[n["moment"]], n),
}

DURATION: Table = {
    "end-of-attack": lambda w, n: " until the end of the attack",
    "end-of-activation": lambda w, n: " until the end of the activation",
    "end-of": lambda w, n: f" until the end of the {spaced(n['period'])}",
    "end-of-next": lambda w, n: f" until the end of the next {spaced(n['period'])}",
    "periods": lambda w, n: f" for {n['count']} times {spaced(n['period'])}",
    "end-of-turn": lambda w, n: " until the end of the turn",
    "end-of-round": lambda w, n: " until the end of the round",
    "end-of-game": lambda w, n: " until the end of the game",
    "your-next-turn": lambda w, n: " until your next turn",
    "while": lambda w, n: f" as long as {w.condition(n['condition'])}",
    "standing": lambda w, n: " as long as this is there",
    "another-change": lambda w, n: " until something changes it",
}

CONDITION: Table = {
    "all": lambda w, n: each(w.condition, n['of']),
    "number": lambda w, n: f"there {'is' if is_one(n['number']['number']) else 'are'} {w.so(n['number'], n['of'])}",
    "has": lambda w, n: f"{does(n['who'], 'have', 'has')} {w.so(n['number'], n['what'])}",
    "has-played": lambda w, n: (
        f"{does(n['who'], 'have', 'has')} played {w.so(n['number'], n['what'])} {PERIODS[n['period']]}"
    ),
    "compare": lambda w, n: f"{w.amount(n['left'])} is {w.comparison(n['right'])}",
    "is": lambda w, n: negated(n.get("not"), f"{w.selector(n['who'])} is {a(w.filter(n['what']))}"),
    "holds": lambda w, n: f"{spaced(n['phrase'])}{w.arguments(n)} holds",
    "first-player": lambda w, n: negated(n.get("not"), f"the first player is {PLAYERS[n['who']]}"),
    "has-moved": lambda w, n: negated(n.get("not"), f"{w.selector(n['who'])} has moved {PERIODS[n['period']]}"),
    "has-attacked": lambda w, n: negated(n.get("not"), f"{w.selector(n['who'])} has attacked {PERIODS[n['period']]}"),
    "has-retaliated": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} has retaliated {PERIODS[n['period']]}"
    ),
    "has-been-activated": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} has been activated {PERIODS[n['period']]}"
    ),
    "has-been-attacked": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} has been attacked {PERIODS[n['period']]}"
    ),
    "has-been-dealt-damage": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} has been dealt damage {PERIODS[n['period']]}"
    ),
    "has-been-removed": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} has been removed {PERIODS[n['period']]}"
    ),
    "was-removed-this-way": lambda w, n: negated(n.get("not"), f"{w.selector(n['who'])} was removed this way"),
    "was-discarded-this-way": lambda w, n: negated(n.get("not"), f"{w.selector(n['what'])} was discarded this way"),
    "was-drawn-this-way": lambda w, n: negated(n.get("not"), f"{w.selector(n['what'])} was drawn this way"),
    "was-revealed-this-way": lambda w, n: negated(n.get("not"), f"{w.selector(n['what'])} was revealed this way"),
    "was-dealt-damage-this-way": lambda w, n: negated(
        n.get("not"), f"{w.selector(n['who'])} was dealt damage this way"
    ),
}

SELECTOR: Table = {
    "random": lambda w, n: (
        f"{w.amount(n['count'])} random {w.filter(n['from'], not is_one(n['count']))}{w.slot(n['slot'])}"
    ),
    "each": lambda w, n: f"every {w.filter(n['from'])}{w.slot(n['slot'])}",
    "any": lambda w, n: f"any {w.filter(n['from'])}{w.slot(n['slot'])}",
    "stack": lambda w, n: (
        f"the {ENDS[n['end']]} {w.many(n['count'], 'card')} of {w.zone(n['zone'])}{w.slot(n['slot'])}"
    ),
    "pile": lambda w, n: (
        f"the {ENDS[n['end']]} {w.amount(n['count'])} {w.types(n['types'], not is_one(n['count']))}"
        f" of {w.selector(n['of'])}{w.slot(n['slot'])}"
    ),
    "known": lambda w, n: w.reference(n['is']),
    "zone": lambda w, n: f"all cards of {w.zone(n['zone'])}{w.slot(n['slot'])}",
    "choose": lambda w, n: w.chosen_by(n),
}

COUNT: Table = {
    "exactly": lambda w, n: w.amount(n['number']),
    "up-to": lambda w, n: f"up to {w.amount(n['number'])}",
    "any": lambda w, n: "any number of",
}

SUPERLATIVE: Table = {
    "highest": lambda w, n: f"with the highest {w.word('attributes', n['attribute'])}",
    "lowest": lambda w, n: f"with the lowest {w.word('attributes', n['attribute'])}",
    "nearest": lambda w, n: f"nearest to {w.reference(n['to'])}",
}

REFERENCE: Table = {
    "this": lambda w, n: f"this {w.type(n['as']) if n.get('as') else 'card'}",
    "this-attack": lambda w, n: "this attack",
    "that-attack": lambda w, n: "that attack",
    "target": lambda w, n: "the target",
    "attacker": lambda w, n: "the attacker",
    "attached-unit": lambda w, n: "the attached unit",
    "attached-space": lambda w, n: "the attached space",
    "this-space": lambda w, n: "this space",
    "chosen-space": lambda w, n: "the chosen space",
    "chosen": lambda w, n: f"{'all of ' if n.get('many') else ''}{w.chosen(n['named'])} [{w.refers(n['slot'])}]",
    "first-chosen": lambda w, n: f"the first {w.chosen(n['named'])} [{w.refers(n['slot'])}]",
    "rest": lambda w, n: f"the rest of [{w.refers(n['slot'])}]",
    "your-hero": lambda w, n: "your hero",
    "enemy-hero": lambda w, n: "the enemy hero",
}

STATE: Table = {
    "mark": lambda w, n: f"{'with' if n['has'] else 'without'} the {w.word('marks', n['mark'])} mark",
    "tokens": lambda w, n: f"with {w.word('tokens', n['token'])} tokens {w.comparison(n['number'])}",
    "damage": lambda w, n: f"with damage {w.comparison(n['number'])}",
    "size": lambda w, n: f"with size {w.comparison(n['number'])}",
    "attribute": lambda w, n: f"with {w.word('attributes', n['attribute'])} {w.comparison(n['number'])}",
    "same-name": lambda w, n: f"named as {w.reference(n['as'])}",
    "vacant": lambda w, n: "vacant",
    "ready": lambda w, n: "ready",
    "spent": lambda w, n: "spent",
    "face-up": lambda w, n: "face-up",
    "face-down": lambda w, n: "face-down",
    "being-played": lambda w, n: "being played",
    "removed-this-way": lambda w, n: "removed this way",
    "dealt-damage-this-way": lambda w, n: "dealt damage this way",
}

PLACE: Table = {
    "adjacent": lambda w, n: negated(n.get("not"), f"adjacent to {w.selector(n['to'])}"),
    "within": lambda w, n: negated(n.get("not"), f"within {w.many(n['range'], 'step')} of {w.selector(n['of'])}"),
    "beyond": lambda w, n: f"more than {w.many(n['steps'], 'step')} from {w.selector(n['from'])}",
    "same-row": lambda w, n: f"in the row of {w.selector(n['as'])}",
    "same-column": lambda w, n: f"in the column of {w.selector(n['as'])}",
    "row": lambda w, n: f"in {ROW_SIDES[n['side']]} {w.word('rows', n['row'])} row",
    "under": lambda w, n: f"under {w.selector(n['what'])}",
    "behind": lambda w, n: f"behind {w.selector(n['what'])} as the attacker sees it",
    "area": lambda w, n: "in the area of effect",
    "on": lambda w, n: f"on {w.selector(n['what'])}",
}

AMOUNT: Table = {
    "fixed": lambda w, n: str(n['value']),
    "x": lambda w, n: "X",
    "all": lambda w, n: "all",
    "attribute": lambda w, n: (
        f"({'printed ' if n.get('printed') else ''}{w.word('attributes', n['attribute'])} of "
        f"{w.reference(n['of'])})"
    ),
    "size": lambda w, n: f"(size of {w.reference(n['of'])})",
    "damage-on": lambda w, n: f"(damage on {w.reference(n['of'])})",
    "tokens-on": lambda w, n: f"({w.word('tokens', n['token'])} tokens on {w.reference(n['of'])})",
    "number": lambda w, n: f"(number of {w.filter(n['of'], True)})",
    "played": lambda w, n: (
        f"(number of {w.filter(n['what'], True)} played by {PLAYERS[n['who']]} {PERIODS[n['period']]})"
    ),
    "damage-of-event": lambda w, n: "(that damage)",
    "damage-dealt": lambda w, n: f"(damage dealt by {w.reference(n['by'])})",
    "steps-moved": lambda w, n: f"(steps moved by {w.reference(n['who'])} {PERIODS[n['period']]})",
    "half": lambda w, n: f"(half of {w.amount(n['of'])}, rounded {ROUNDING[n['rounded']]})",
    "times": lambda w, n: f"({n['factor']} × {w.amount(n['of'])})",
    "every": lambda w, n: f"(1 for every {n['each']} of {w.amount(n['of'])})",
    "bounded": lambda w, n: f"({w.amount(n['of'])}{least(n.get('minimum'))}{most(n.get('maximum'))})",
}
