"""Takes the effects of an ability apart: what applies, what watches, what can be used, what is done once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from .game import Node

STANDING = {"standing", "while"}
# The effects that always resolve where they are reached.
ONCE = {"delayed", "choose", "either", "repeat", "for-each", "unless-paid"}


@dataclass(eq=False)
class Line:
    """A part of an ability, with the conditions around it: `static`, `when`, `replace`, `use` or `now`."""

    kind: str
    node: Node
    conditions: list[tuple[Node, bool]]
    limit: Node | None
    number: int = 0


_known: dict[int, tuple[Node, list[Line]]] = {}


def lines_of(ability: Node) -> list[Line]:
    """The parts of an ability, in their order."""
    found = _known.get(id(ability))
    if found is None:
        lines = list(_flatten(ability["effects"], [], None))
        for number, line in enumerate(lines):
            line.number = number
        found = _known[id(ability)] = (ability, lines)
    return found[1]


def _flatten(effects: list[Node], conditions: list[tuple[Node, bool]], limit: Node | None) -> Iterator[Line]:
    for node in effects:
        kind = node["effect"]
        if kind == "act":
            static = node.get("time", {}).get("until") in STANDING and node["do"] not in ("take-control",)
            yield Line("static" if static else "now", node, conditions, limit)
        elif kind in ("then", "together"):
            yield from _flatten(node["effects"], conditions, limit)
        elif kind == "while":
            yield from _flatten(node["effects"], [*conditions, (node["condition"], True)], limit)
        elif kind == "unless":
            yield from _flatten(node["effects"], [*conditions, (node["condition"], False)], limit)
        elif kind == "if":
            yield from _flatten(node["then"], [*conditions, (node["condition"], True)], limit)
            yield from _flatten(node.get("otherwise", []), [*conditions, (node["condition"], False)], limit)
        elif kind == "limit" and _waits(node["effects"]):
            yield from _flatten(node["effects"], conditions, node)
        elif kind in ("when", "replace"):
            yield Line(kind, node, conditions, limit)
        elif kind in ("limit", "may"):
            yield Line("use", node, conditions, limit)
        else:
            yield Line("now", node, conditions, limit)


def _waits(effects: list[Node]) -> bool:
    """Whether effects only wait for an event."""
    inner = [line.kind for line in _flatten(effects, [], None)]
    return bool(inner) and all(kind in ("when", "replace") for kind in inner)
