"""Plays games of random players: python3 -m engine.selfplay BUNDLE SET SET [GAMES [SEED]]."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from .engine import Choice, Engine
from .game import Game, Refused, read_bundle


class RandomDriver:
    """Answers every choice at random, chance and players alike."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.choices = 0

    def answer(self, engine: Engine, choice: Choice) -> list[str]:
        self.choices += 1
        number = self.random.randint(choice.least, choice.most)
        return self.random.sample(choice.options, number)


class Checked(RandomDriver):
    """Also checks at every choice that no card is lost and that no space has two units."""

    def answer(self, engine: Engine, choice: Choice) -> list[str]:
        problem = conserved(engine) if self.choices % 5 == 0 else None
        if problem:
            raise AssertionError(problem)
        if len(choice.options) < choice.least or not choice.options:
            raise AssertionError(f"{choice.kind} has too few options")
        return super().answer(engine, choice)


def conserved(engine: Engine) -> str | None:
    """What is wrong with where the cards are, if anything is."""
    state = engine.state()
    places = [name for zones in state["zones"].values() for names in zones.values() for name in names]
    places += [name for parts in state.get("parts", {}).values() for names in parts.values() for name in names]
    places += [*state["order"], *state.get("being_played", [])]
    if sorted(places) != sorted(engine.cards):
        twice = sorted({name for name in places if places.count(name) > 1})
        return f"twice: {twice}, nowhere: {sorted(set(engine.cards) - set(places))}"
    taken: dict[str, str] = {}
    for name, card in state["play"].items():
        if "numbers" in card and taken.setdefault(card["space"], name) != name:
            if not engine.activations and not engine.causes:
                return f"{name} and {taken[card['space']]} are on {card['space']}"
    return None


def main(arguments: list[str]) -> int:
    try:
        game = Game(read_bundle(Path(arguments[0])))
        sets = arguments[1:3]
        games = int(arguments[3]) if len(arguments) > 3 else 10
        seed = int(arguments[4]) if len(arguments) > 4 else 1
        began = time.monotonic()
        wins: dict[str, int] = {}
        for number in range(games):
            driver = Checked(seed + number)
            engine = Engine(game, driver)
            engine.deal_sets(sets)
            winner = engine.run()
            name = "nobody" if winner is None else sets[winner]
            wins[name] = wins.get(name, 0) + 1
            print(f"game {seed + number}: {name} wins in round {engine.round} after {driver.choices} choices")
        print(f"{games} games, {games / (time.monotonic() - began):.2f} a second: {wins}")
    except (Refused, IndexError) as error:
        print(error if isinstance(error, Refused) else __doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
