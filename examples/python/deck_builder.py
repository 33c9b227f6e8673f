"""Queries of a deck builder on `cards.sqlite`. docs/bundle.md describes the tables."""

from __future__ import annotations

import sqlite3

from bundle import Refused

Rows = list[tuple[str | int, ...]]

# For each statistic, compares the value of the hero with the cost of the card. What is missing is paid with cards
# of any other statistics, `substitution` of them for each missing one.
PAYABLE = """
WITH
    hero AS (SELECT id, faction FROM cards WHERE id = :hero),
    paid AS (
        SELECT cards.id AS card, stats.number AS has, coalesce(cost.number, 0) AS costs
        FROM cards
        JOIN cards_stats AS stats ON stats.card = :hero
        LEFT JOIN cards_cost AS cost ON cost.card = cards.id AND cost.name = stats.name
        WHERE EXISTS (SELECT 1 FROM cards_cost WHERE cards_cost.card = cards.id)
    ),
    payable AS (
        SELECT card, sum(costs) AS total FROM paid GROUP BY card
        HAVING sum(max(costs - has, 0)) * (SELECT value FROM constants WHERE id = 'substitution')
            <= sum(max(has - costs, 0))
    )
SELECT cards.id, payable.total FROM payable
JOIN cards ON cards.id = payable.card
JOIN hero
WHERE cards.faction IS NULL OR cards.faction IN (hero.faction, 'neutral')
ORDER BY payable.total, cards.id
"""

WITH_TRAIT = "SELECT card FROM cards_traits WHERE word = :trait ORDER BY card"

# Searches names and texts; the results are described from the IR.
SEARCH = """
SELECT cards.id FROM search JOIN cards ON cards.pk = search.rowid
WHERE search MATCH :words ORDER BY cards.id
"""

# The number of cards in the deck of a set for each total cost.
CURVE = """
SELECT coalesce(cost.total, 0) AS total, sum(kingdom_cards.count)
FROM kingdom_cards
LEFT JOIN (SELECT card, sum(number) AS total FROM cards_cost GROUP BY card) AS cost USING (card)
WHERE kingdom = :kingdom AND zone = 'deck'
GROUP BY total ORDER BY total
"""

SETS = """
SELECT kingdoms.name, kingdom_cards.zone, kingdom_cards.count
FROM kingdom_cards JOIN kingdoms ON kingdoms.id = kingdom_cards.kingdom
WHERE kingdom_cards.card = :card ORDER BY kingdoms.id, kingdom_cards.zone
"""


def payable_by(database: sqlite3.Connection, hero: str) -> Rows:
    """The cards that the statistics of a hero can pay for and that the hero's faction allows, with their costs."""
    _known(database, "cards", hero)
    return database.execute(PAYABLE, {"hero": hero}).fetchall()


def with_trait(database: sqlite3.Connection, trait: str) -> Rows:
    _known(database, "vocabulary_traits", trait)
    return database.execute(WITH_TRAIT, {"trait": trait}).fetchall()


def search(database: sqlite3.Connection, words: str) -> Rows:
    """The cards whose names or texts match a query in the syntax of FTS5."""
    try:
        return database.execute(SEARCH, {"words": words}).fetchall()
    except sqlite3.OperationalError as error:
        raise Refused(f'"{words}" cannot be searched for: {error}') from None


def cost_curve(database: sqlite3.Connection, kingdom: str) -> Rows:
    """The number of cards in the deck of a set for each total cost."""
    _known(database, "kingdoms", kingdom)
    return database.execute(CURVE, {"kingdom": kingdom}).fetchall()


def sets_with(database: sqlite3.Connection, card: str) -> Rows:
    """The sets and zones that contain a card, with its count."""
    _known(database, "cards", card)
    return database.execute(SETS, {"card": card}).fetchall()


def _known(database: sqlite3.Connection, table: str, id: str) -> None:
    if database.execute(f'SELECT 1 FROM "{table}" WHERE id = ?', [id]).fetchone() is None:
        raise Refused(f'{table.removeprefix("vocabulary_")} has no id "{id}"')
