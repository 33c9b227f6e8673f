"""Reads bundles, and rejects those that this engine would misunderstand."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import msgpack

from words import Words

# The supported versions: docs/versioning.md says when they rise.
FORMAT = 2
IR = 5


class Refused(Exception):
    """An error that the user can fix, with its message."""


def load(path: Path) -> dict[str, Any]:
    """Loads a `bundle.msgpack` as a `Bundle` of schema/bundle_types.py."""
    try:
        bundle = msgpack.unpackb(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, msgpack.UnpackException):
        raise Refused(f"{path} is not MessagePack") from None
    if not isinstance(bundle, dict) or not isinstance(bundle.get("cards"), list):
        raise Refused(f'{path} is not a bundle: missing list "cards"')
    _check(path, bundle.get("format"), bundle.get("ir"))
    return bundle


def words_of(bundle: dict[str, Any]) -> Words:
    return Words(bundle["vocabulary"], {card["id"]: card["name"] for card in bundle["cards"]})


def open_database(path: Path) -> sqlite3.Connection:
    """Opens a `cards.sqlite` read-only."""
    try:
        database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        (version,) = database.execute("PRAGMA user_version").fetchone()
        (ir,) = database.execute("SELECT ir FROM game").fetchone()
    except sqlite3.Error as error:
        raise Refused(f"{path} is not a card database: {error}") from None
    _check(path, version, ir)
    return database


def words_of_database(database: sqlite3.Connection) -> Words:
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    tables = ["card_types", "headings", *(name for name in names if name.startswith("vocabulary_"))]
    vocabulary: dict[str, dict[str, dict[str, str]]] = {}
    for table in tables:
        plural = "name" if table == "headings" else "plural"
        rows = database.execute(f'SELECT id, name, {plural} FROM "{table}"')
        words = {id: {"name": name, "plural": plural} for id, name, plural in rows}
        vocabulary[table.removeprefix("vocabulary_")] = words
    return Words(vocabulary, dict(database.execute("SELECT id, name FROM cards")))


def abilities_of(database: sqlite3.Connection, card: str) -> list[dict[str, Any]]:
    rows = database.execute("SELECT ability FROM abilities WHERE card = ? ORDER BY position", [card])
    return [json.loads(ability) for (ability,) in rows]


def _check(path: Path, format: Any, ir: Any) -> None:
    if format != FORMAT:
        raise Refused(f"{path} has format {format}; this engine reads format {FORMAT}")
    if ir != IR:
        raise Refused(f"{path} has IR {ir}; this engine plays IR {IR}")
