"""Prints the effects of cards in a bundle, and answers queries of a deck builder. It never prints `text`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import deck_builder
from bundle import Refused, abilities_of, load, open_database, words_of, words_of_database
from deck_builder import Rows

QUERIES = {
    "payable": (deck_builder.payable_by, "HERO", "cards that a hero can pay for"),
    "trait": (deck_builder.with_trait, "TRAIT", "cards with a trait"),
    "search": (deck_builder.search, "WORDS", "cards whose names or texts contain these words"),
    "curve": (deck_builder.cost_curve, "SET", "the number of cards of a set for each cost"),
    "sets": (deck_builder.sets_with, "CARD", "sets that contain a card"),
}


def abilities(path: Path, ids: list[str]) -> str:
    bundle = load(path)
    words = words_of(bundle)
    cards = {card["id"]: card for card in bundle["cards"]}
    paragraphs = []
    for id in cards if ids == ["--all"] else ids:
        if id not in cards:
            raise Refused(f'no card of {bundle["game"]["title"]} has the id "{id}"')
        card = cards[id]
        lines = [line for ability in card["abilities"] for line in words.ability(ability)]
        paragraphs.append(paragraph(f"{card['name']} ({card['type']})", lines or ["no abilities"]))
    return "\n\n".join(paragraphs)


def answer(path: Path, query: str, about: str) -> str:
    database = open_database(path)
    ask, _, _ = QUERIES[query]
    rows = ask(database, about)
    if query == "curve":
        return "\n".join(f"{cost:2} {'#' * number} {number}" for cost, number in rows)
    if query == "sets":
        return "\n".join(f"{name}: {number} in {zone}" for name, zone, number in rows)
    words = words_of_database(database)
    paragraphs = []
    for id, *rest in rows:
        lines = [line for ability in abilities_of(database, id) for line in words.ability(ability)]
        cost = f", {rest[0]} in all" if rest else ""
        paragraphs.append(paragraph(f"{words.cards[id]}{cost}", lines or ["no abilities"]))
    return "\n\n".join(paragraphs)


def paragraph(head: str, lines: Iterable[str]) -> str:
    return "\n".join([head, *(f"  {line}" for line in lines)])


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="main.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("abilities", help="the effects of cards")
    command.add_argument("bundle", type=Path, metavar="BUNDLE.MSGPACK")
    command.add_argument("ids", nargs="*", metavar="ID")
    command.add_argument("--all", action="store_true", help="every card")
    for name, (_, about, help) in QUERIES.items():
        command = commands.add_parser(name, help=help)
        command.add_argument("database", type=Path, metavar="CARDS.SQLITE")
        command.add_argument("about", metavar=about)
    return parser


def main() -> int:
    args = arguments().parse_args()
    try:
        if args.command == "abilities":
            print(abilities(args.bundle, ["--all"] if args.all else args.ids))
        else:
            print(answer(args.database, args.command, args.about))
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
