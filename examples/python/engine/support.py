"""Refuses a bundle with a kind of node that the engine cannot play, by name, when it is loaded."""

from __future__ import annotations

from typing import Any, Iterator

from .damage import DEED_OBJECT
from .game import Game, Node, Refused
from .numbers import COMPARISONS

# Each tag of a node, and how the methods that play its variants begin.
METHODS = {
    "do": "act_",
    "condition": "condition_",
    "amount": "amount_",
    "ref": "ref_",
    "state": "state_",
    "place": "place_",
}
# The variants of the tags that are played without a method for each.
WORDS: dict[str, set[str]] = {
    "effect": {
        "act",
        "then",
        "together",
        "may",
        "if",
        "while",
        "unless",
        "unless-paid",
        "when",
        "limit",
        "delayed",
        "replace",
        "choose",
        "either",
        "for-each",
        "repeat",
    },
    "event": {
        "attacks",
        "is-attacked",
        "retaliates",
        "is-dealt-damage",
        "would-be-dealt-damage",
        "is-activated",
        "activates",
        "moves",
        "enters",
        "stops-on",
        "is-played",
        "plays",
        "is-placed",
        "is-increased",
        "is-decreased",
        "merges",
        "is-removed-from-map",
        "would-be-removed-from-map",
        "is-boosted",
        "boosts",
        "is-targeted",
        "is-drawn",
        "draws",
        "is-discarded",
        "discards",
        "is-attached",
        "is-readied",
        "readies",
        "is-spent",
        "spends",
        "is-taken",
        "takes-control",
        "mark-placed",
        "passes",
    },
    "select": {"choose", "random", "each", "any", "stack", "known", "zone"},
    "count": {"exactly", "up-to", "any"},
    "superlative": {"highest", "lowest", "nearest"},
    "until": {
        "end-of-attack",
        "end-of-activation",
        "end-of-turn",
        "end-of-round",
        "end-of-game",
        "your-next-turn",
        "while",
        "standing",
        "another-change",
    },
    "occasion": {"when", "after", "first-each-round", "at"},
    "direction": {"away-from", "toward"},
    "stake": {"cards", "player"},
    "placement": {"attach-to", "aside"},
    "permission": {"move-after-attacking", "move-through", "retaliate-any-number-of-times"},
    "deed": set(DEED_OBJECT),
    "is": set(COMPARISONS),
    "noun": {"card", "space", "zone"},
    "moment": {"start-of-round", "end-of-round", "start-of-next-round"},
    "per": {"round", "game"},
}
# The steps of the set-up and of a round, and the ends of a game.
STEPS = {"setup": "setup_", "round": "round_"}
ENDS = {"leader-damage", "nothing-left", "quiet-rounds", "last-round"}


def check_support(game: Game, engine: type) -> None:
    """Refuses a game with something that the engine does not play."""
    if getattr(game, "is_supported", False):
        return
    for card in game.cards.values():
        for node in nodes_of(card["abilities"]):
            for tag, value in node.items():
                if isinstance(value, str) and not is_played(engine, tag, value):
                    raise Refused(f"{card['id']}: this engine does not play {tag}: {value}")
            if "heading" in node:
                for key in ("part", "scale"):
                    if key in node:
                        raise Refused(f"{card['id']}: this engine does not play {key} of an ability")
                heading = node["heading"]["id"]
                if heading not in game.vocabulary["headings"]:
                    raise Refused(f"{card['id']}: the bundle has no heading {heading}")
    for part, prefix in STEPS.items():
        for step in getattr(game, part):
            if not hasattr(engine, prefix + step["step"].replace("-", "_")):
                raise Refused(f"this engine does not play the step {step['step']} of {part}")
    for end in game.ends:
        if end["when"] not in ENDS:
            raise Refused(f"this engine does not play the end {end['when']}")
    game.is_supported = True


def is_played(engine: type, tag: str, value: str) -> bool:
    if tag in METHODS:
        return value == "x" and tag == "amount" or hasattr(engine, METHODS[tag] + value.replace("-", "_"))
    return tag not in WORDS or value in WORDS[tag]


def nodes_of(node: Any) -> Iterator[Node]:
    """All nodes below a node."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes_of(value)


def kinds_heard(card: Node) -> set[str]:
    """The events for which the text of a card waits."""
    return {node["event"] for node in nodes_of(card["abilities"]) if isinstance(node.get("event"), str)}
