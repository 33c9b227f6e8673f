"""What a bundle says: the cards, the words by their roles, the numbers of the rules, and the map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Node = dict[str, Any]
Space = tuple[int, int]

# The supported versions.
FORMAT = 2
IR = 5


class Refused(Exception):
    """An error that the user can fix, with its message."""


class Game:
    """The data of one game. Nothing in it changes during play."""

    def __init__(self, bundle: Node, more_cards: list[Node] | None = None) -> None:
        if bundle.get("format") != FORMAT:
            raise Refused(f"the bundle has format {bundle.get('format')}; this engine reads format {FORMAT}")
        if bundle.get("ir") != IR:
            raise Refused(f"the bundle has IR {bundle.get('ir')}; this engine plays IR {IR}")
        game = bundle["game"]
        if "play" not in game or "map" not in game:
            raise Refused(f"the bundle of {game.get('title')} has no rules of play")
        self.id: str = game["id"]
        self.cards: dict[str, Node] = {card["id"]: card for card in [*bundle["cards"], *(more_cards or [])]}
        self.kingdoms: dict[str, Node] = {kingdom["id"]: kingdom for kingdom in bundle["kingdoms"]}
        self.constants: dict[str, Node] = game.get("constants", {})
        self.vocabulary: Node = bundle["vocabulary"]
        self.rows: list[str] = game["map"]["rows"]
        self.columns: int = game["map"]["columns"]
        self.spaces: list[Space] = [(row, column) for row in range(len(self.rows)) for column in range(self.columns)]
        self._read_rules(game["play"])

    def _read_rules(self, play: Node) -> None:
        roles = play["roles"]
        self.types: Node = roles["card_types"]
        self.headings: Node = roles["headings"]
        self.attributes: Node = roles["attributes"]
        self.tokens: Node = roles["tokens"]
        self.marks: Node = roles["marks"]
        self.zones: Node = roles["zones"]
        self.limits: Node = roles["limits"]
        self.fields: Node = roles["fields"]
        self.procedures: Node = play["procedures"]
        self.unit_types: Node = play["unit_types"]
        self.zone_rules: Node = play["zones"]
        self.setup: list[Node] = play["setup"]
        self.round: list[Node] = play["round"]
        self.ends: list[Node] = play["ends"]
        self.leader: str = self.types["leader"]
        self.unit: str = self.types["unit"]
        self.site: str = self.types["site"]
        self.payment: str = self.types["payment"]
        self.size: str = self.tokens["size"]
        self.damage: str = self.tokens["damage"]
        # The cards that stand for a statistic, when one is laid or a set lists the statistics.
        pays = self.fields["pays"]
        self.payment_cards = {card[pays]: id for id, card in self.cards.items() if card["type"] == self.payment}

    def number(self, number: int | str) -> int:
        """A number of a procedure, or the constant of that id."""
        return number if isinstance(number, int) else self.constants[number]["value"]

    def rule(self, procedure: str, name: str) -> int:
        return self.number(self.procedures[procedure][name])

    def end(self, when: str) -> Node | None:
        return next((end for end in self.ends if end["when"] == when), None)

    def is_ordered(self, zone: str) -> bool:
        return bool(self.vocabulary["zones"][zone].get("ordered"))

    def has_place_on_map(self, type: str) -> bool:
        return self.vocabulary["card_types"][type]["place"] == "map"

    def heading(self, id: str) -> Node:
        return self.vocabulary["headings"][id]

    def attributes_of(self, type: str) -> list[str]:
        words = self.vocabulary["attributes"]
        return [id for id, word in words.items() if not word.get("of") or type in word["of"]]

    # ── The map ──

    def is_on_map(self, space: Space) -> bool:
        return 0 <= space[0] < len(self.rows) and 0 <= space[1] < self.columns

    def neighbours(self, space: Space) -> list[Space]:
        row, column = space
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        return [other for other in near if self.is_on_map(other)]

    def rows_of(self, row: str, player: int | None) -> list[int]:
        """The numbers of the rows of that name, from the side of a player, or from either side."""
        found = [number for number, name in enumerate(self.rows) if name == row]
        if player is None or self.vocabulary["rows"][row].get("shared"):
            return found
        return [min(found) if player == 0 else max(found)]

    def area(self, player: int, card: Node, space: Space) -> list[Space]:
        """The spaces that a card's area of effect hits around the chosen space."""
        way = 1 if player == 0 else -1
        steps = card["area"]["spaces"]
        spaces = [(space[0] + way * step["forward"], space[1] + way * step["right"]) for step in steps]
        return [hit for hit in spaces if self.is_on_map(hit)]


def distance(one: Space, other: Space) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def space_name(space: Space) -> str:
    return f"{chr(ord('a') + space[1])}{space[0] + 1}"


def space_of_name(name: str) -> Space:
    return (int(name[1:]) - 1, ord(name[0]) - ord("a"))


def read_bundle(path: Path) -> Node:
    """Reads a `bundle.json`, or the one in that folder."""
    file = path / "bundle.json" if path.is_dir() else path
    try:
        bundle = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise Refused(f"{file} is not JSON") from None
    if not isinstance(bundle, dict) or not isinstance(bundle.get("cards"), list):
        raise Refused(f'{file} is not a bundle: missing list "cards"')
    return bundle
