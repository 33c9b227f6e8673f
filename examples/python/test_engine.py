"""Tests that the tables are complete, and that the queries agree with the bundle.

They use the bundle in the folder BUNDLE, or the one that the commands in the README build.
"""

from __future__ import annotations

import os
import sys
import typing
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "schema"))

import bundle_types as types

import deck_builder
import tables
from bundle import Refused, abilities_of, load, open_database, words_of, words_of_database
from words import Words

BUNDLE = Path(os.environ.get("BUNDLE", HERE.parents[1] / "target" / "bundle"))

# Each union, the key that distinguishes its variants, and the table with a function for each variant.
UNIONS = [
    (types.Effect, "effect", tables.EFFECT),
    (types.Effect, "do", tables.ACTION),
    (types.Placement, "placement", tables.PLACEMENT),
    (types.Direction, "direction", tables.DIRECTION),
    (types.Stake, "stake", tables.STAKE),
    (types.Deed, "deed", tables.DEED),
    (types.Permission, "permission", tables.PERMISSION),
    (types.Event, "event", tables.EVENT),
    (types.Occasion, "occasion", tables.OCCASION),
    (types.Duration, "until", tables.DURATION),
    (types.Condition, "condition", tables.CONDITION),
    (types.Selector, "select", tables.SELECTOR),
    (types.Count, "count", tables.COUNT),
    (types.Superlative, "superlative", tables.SUPERLATIVE),
    (types.Reference, "ref", tables.REFERENCE),
    (types.State, "state", tables.STATE),
    (types.Place, "place", tables.PLACE),
    (types.Amount, "amount", tables.AMOUNT),
    (types.Comparison, "is", tables.COMPARISONS),
    (types.Noun, "noun", tables.NOUNS),
    (types.ChosenNoun, "noun", tables.CHOSEN_NOUNS),
]

# Each list of words that is a node of its own.
WORDS = [
    (types.Player, tables.PLAYERS),
    (types.Player, tables.WHOSE),
    (types.Owner, tables.OWNERS),
    (types.Side, tables.SIDES),
    (types.RowSide, tables.ROW_SIDES),
    (types.End, tables.ENDS),
    (types.Face, tables.FACES),
    (types.Round, tables.ROUNDING),
    (types.Period, tables.PERIODS),
    (types.LimitPeriod, tables.LIMITS),
    (types.Moment, tables.MOMENTS),
]


def sample(type: object, *, full: bool) -> object:
    """Returns a value of a type, with all optional fields or with none."""
    if typing.is_typeddict(type):
        keys = typing.get_type_hints(type)
        needed = keys if full else {key: keys[key] for key in keys if is_needed(type, key)}
        return {key: sample(hint, full=False) for key, hint in needed.items()}
    origin, args = typing.get_origin(type), typing.get_args(type)
    if origin is list:
        return [sample(args[0], full=False)] if args[0] is str else []
    if origin is tuple:
        return [0, 0]
    if origin in (typing.Union, typing.Literal):
        first = args[0]
        return first if origin is typing.Literal else sample(first, full=full)
    return {str: "word", int: 2, bool: True}[type]


def is_needed(type: object, key: str) -> bool:
    hints = typing.get_type_hints(type, include_extras=True)
    return typing.get_origin(hints[key]) is not typing.NotRequired


class Tables(unittest.TestCase):
    def test_every_union_has_a_function_for_each_variant(self) -> None:
        for union, key, table in UNIONS:
            words = set()
            for variant in typing.get_args(union):
                words.update(typing.get_args(typing.get_type_hints(variant).get(key)))
            with self.subTest(key):
                self.assertEqual(words, set(table))

    def test_every_list_of_words_is_known(self) -> None:
        for words, table in WORDS:
            self.assertEqual(set(typing.get_args(words)), set(table))

    def test_every_variant_can_be_said_with_and_without_what_may_be_missing(self) -> None:
        said = Words({"card_types": {}}, {})
        for union, key, table in UNIONS:
            for variant in typing.get_args(union):
                for full in (True, False):
                    node = sample(variant, full=full)
                    function = table[node[key]] if key in node else None
                    if callable(function):
                        self.assertNotIn("None", str(function(said, node)), node)

    def test_a_variant_that_is_not_known_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "does not know .*'amount': 'dice'"):
            Words({}, {}).amount({"amount": "dice"})


class Queries(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.bundle = load(BUNDLE / "bundle.msgpack")
        cls.cards = {card["id"]: card for card in cls.bundle["cards"]}
        cls.database = open_database(BUNDLE / "cards.sqlite")
        cls.addClassCleanup(cls.database.close)

    def test_the_tables_say_what_the_bundle_says(self) -> None:
        bundle, database = words_of(self.bundle), words_of_database(self.database)
        for id, card in self.cards.items():
            abilities = abilities_of(self.database, id)
            self.assertEqual(abilities, card["abilities"])
            for ability in abilities:
                self.assertEqual(database.ability(ability), bundle.ability(ability))

    def test_what_a_hero_can_pay(self) -> None:
        for hero in [card for card in self.cards.values() if card["type"] == "hero"]:
            found = deck_builder.payable_by(self.database, hero["id"])
            self.assertEqual(sorted(found), sorted(self.payable_by(hero)))
            self.assertTrue(0 < len(found) < len(self.cards))

    def payable_by(self, hero: dict) -> list[tuple[str, int]]:
        substitution = self.bundle["game"]["constants"]["substitution"]["value"]
        found = []
        for id, card in self.cards.items():
            left = {name: has - card.get("cost", {}).get(name, 0) for name, has in hero["stats"].items()}
            lacks = sum(-number for number in left.values() if number < 0)
            spare = sum(number for number in left.values() if number > 0)
            ours = card.get("faction", "neutral") in ("neutral", hero["faction"])
            if "cost" in card and ours and lacks * substitution <= spare:
                found.append((id, sum(card["cost"].values())))
        return found

    def test_what_has_a_trait(self) -> None:
        expected = [id for id, card in self.cards.items() if "undead" in card.get("traits", [])]
        self.assertEqual(deck_builder.with_trait(self.database, "undead"), [(id,) for id in sorted(expected)])
        self.assertGreater(len(expected), 5)

    def test_what_is_searched_for(self) -> None:
        found = deck_builder.search(self.database, "skel* NOT undead")
        self.assertIn(("skeleton",), found)
        self.assertEqual(deck_builder.search(self.database, "nothingofthekind"), [])

    def test_the_curve_counts_every_card_of_the_deck(self) -> None:
        for kingdom in self.bundle["kingdoms"]:
            curve = deck_builder.cost_curve(self.database, kingdom["id"])
            self.assertEqual(sum(number for _, number in curve), sum(kingdom["zones"]["deck"].values()))

    def test_the_sets_that_a_card_is_in(self) -> None:
        found = deck_builder.sets_with(self.database, "skeleton")
        expected = [
            (kingdom["name"], zone, cards["skeleton"])
            for kingdom in self.bundle["kingdoms"]
            for zone, cards in kingdom["zones"].items()
            if "skeleton" in cards
        ]
        self.assertEqual(found, expected)
        self.assertTrue(found)

    def test_what_is_not_there_is_refused(self) -> None:
        for ask, id in [
            (deck_builder.payable_by, "catherin"),
            (deck_builder.with_trait, "undeed"),
            (deck_builder.cost_curve, "lances"),
            (deck_builder.sets_with, "skeletn"),
        ]:
            with self.assertRaisesRegex(Refused, f'has no id "{id}"'):
                ask(self.database, id)


if __name__ == "__main__":
    unittest.main()
