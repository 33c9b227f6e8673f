"""Tests of the engine that plays: whole games of random players, and recordings of the reference engine.

They use the bundle in the folder BUNDLE, and the recordings in the files TESTS and GAMES, or those that the commands in
the README build.
"""

from __future__ import annotations

import copy
import os
import sys
import typing
import unittest
from pathlib import Path

from engine.conformance import Difference, Replay, play_file, read_recordings
from engine.engine import Choice, Engine
from engine.game import Game, Refused, read_bundle
from engine.selfplay import Checked
from engine.support import METHODS, STEPS, is_played

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target"
BUNDLE = Path(os.environ.get("BUNDLE", TARGET / "bundle"))

sys.path.insert(0, str(HERE.parents[1] / "schema"))

import bundle_types as types

# Each union of the IR, and the key that distinguishes its variants.
UNIONS = [
    (types.Effect, "effect"),
    (types.Effect, "do"),
    (types.Placement, "placement"),
    (types.Direction, "direction"),
    (types.Stake, "stake"),
    (types.Deed, "deed"),
    (types.Permission, "permission"),
    (types.Event, "event"),
    (types.Occasion, "occasion"),
    (types.Duration, "until"),
    (types.Condition, "condition"),
    (types.Selector, "select"),
    (types.Count, "count"),
    (types.Superlative, "superlative"),
    (types.Reference, "ref"),
    (types.State, "state"),
    (types.Place, "place"),
    (types.Amount, "amount"),
    (types.Comparison, "is"),
    (types.Noun, "noun"),
]


class Noted(Checked):
    """Plays at random, and notes every choice and its answer."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.notes: list[tuple[str, list[str], list[str]]] = []

    def answer(self, engine: Engine, choice: Choice) -> list[str]:
        answer = super().answer(engine, choice)
        self.notes.append((choice.kind, choice.options, answer))
        return answer


class Restored(Checked):
    """Restores the state at the beginning of turns, where no lasting change has to be known, and compares it."""

    compared = 0

    def answer(self, engine: Engine, choice: Choice) -> list[str]:
        if choice.kind == "action" and "pass" in choice.options and not engine.changes:
            cards = {card.name: {"card": card.printed, "owner": card.owner} for card in engine.cards.values()}
            other = Engine(engine.game, self)
            other.restore(cards, engine.state())
            if other.state() != engine.state():
                raise AssertionError(f"{other.state()} is not {engine.state()}")
            self.compared += 1
        return super().answer(engine, choice)


class Repeated:
    """Gives the answers of an earlier game, and compares its choices."""

    def __init__(self, notes: list[tuple[str, list[str], list[str]]]) -> None:
        self.notes = iter(notes)

    def answer(self, engine: Engine, choice: Choice) -> list[str]:
        kind, options, answer = next(self.notes)
        if (kind, options) != (choice.kind, choice.options):
            raise AssertionError(f"{choice.kind} {choice.options} is not {kind} {options}")
        return answer


# Variants that only other games have. The engine refuses them by name.
OF_OTHER_GAMES = {
    "effect": {"ladder"},
    "do": {"apply-rule", "bonus", "gain-resource", "have-ability", "pay-resource", "perform", "remove-from-game"},
    "condition": {"holds"},
    "deed": {"be-affected"},
    "event": {"occurs"},
    "until": {"end-of", "end-of-next", "periods"},
    "place": {"under"},
    "select": {"pile"},
    "step": {"concede", "line-up", "phases"},
}


class Support(unittest.TestCase):
    def test_every_variant_of_the_ir_is_played(self) -> None:
        for union, tag in UNIONS:
            for variant in typing.get_args(union):
                for word in typing.get_args(typing.get_type_hints(variant).get(tag)):
                    played = word not in OF_OTHER_GAMES.get(tag, ())
                    self.assertEqual(is_played(Engine, tag, word), played, f"{tag}: {word}")

    def test_every_step_of_the_rules_is_played(self) -> None:
        for part, union in (("setup", types.Setup), ("round", types.RoundStep)):
            for variant in typing.get_args(union):
                for word in typing.get_args(typing.get_type_hints(variant)["step"]):
                    played = hasattr(Engine, STEPS[part] + word.replace("-", "_"))
                    self.assertEqual(played, word not in OF_OTHER_GAMES["step"], word)

    def test_a_variant_that_is_not_played_is_refused_by_name(self) -> None:
        bundle = read_bundle(BUNDLE)
        for tag, word in [("do", "roll-a-die"), ("event", "sneezes"), *((tag, "unheard-of") for tag in METHODS)]:
            changed = copy.deepcopy(bundle)
            changed["cards"][0]["abilities"].append({"heading": {"id": "passive"}, "effects": [{tag: word}]})
            with self.assertRaisesRegex(Refused, f"does not play {tag}: {word}"):
                Engine(Game(changed), Checked(1))

    def test_other_versions_are_refused(self) -> None:
        for key in ("format", "ir"):
            with self.assertRaisesRegex(Refused, "99"):
                Game({**read_bundle(BUNDLE), key: 99})


class Games(unittest.TestCase):
    def test_random_games_end_and_can_be_repeated(self) -> None:
        game = Game(read_bundle(BUNDLE))
        sets = list(game.kingdoms)
        for seed in range(3):
            pair = [sets[seed % len(sets)], sets[(seed + 1) % len(sets)]]
            driver = Noted(seed)
            engine = Engine(game, driver)
            engine.deal_sets(pair)
            engine.run()
            self.assertTrue(engine.is_over)
            self.assertGreater(len(driver.notes), 100)
            again = Engine(game, Repeated(driver.notes))
            again.deal_sets(pair)
            again.run()
            self.assertEqual(again.state(), engine.state())

    def test_a_state_between_two_turns_can_be_restored(self) -> None:
        game = Game(read_bundle(BUNDLE))
        driver = Restored(7)
        engine = Engine(game, driver)
        engine.deal_sets(list(game.kingdoms)[:2])
        engine.run()
        self.assertGreater(driver.compared, 10)


class Recordings(unittest.TestCase):
    def test_the_tests_of_the_cards(self) -> None:
        self.play("TESTS", "tests.json", 100)

    def test_whole_games(self) -> None:
        self.play("GAMES", "games.json", 20)

    def test_a_difference_is_found(self) -> None:
        recordings = read_recordings(self.file("TESTS", "tests.json"))
        game = Game(read_bundle(BUNDLE), recordings.get("cards", []))
        recording = next(one for one in recordings["recordings"] if one["steps"] and "choice" in one["steps"][0])
        Replay(game, recording).run()
        changes = [
            ("options of action", lambda one: one["steps"][0]["choice"]["options"].append("lay nothing#1")),
            ("asks action, not action", lambda one: one["steps"][0]["choice"].update(who=1 - one["start"]["turn"])),
            ("state round", lambda one: one["steps"][0]["changes"].update(round=77)),
            ("asks action, not boost", lambda one: one.update(asked={**one["asked"], "kind": "boost", "options": []})),
        ]
        for kind, change in changes:
            other = copy.deepcopy(recording)
            change(other)
            with self.assertRaises(Difference) as caught:
                Replay(game, other).run()
            self.assertEqual(caught.exception.kind, kind)

    def file(self, variable: str, name: str) -> Path:
        """A file of recordings; there has to be one if its variable is set."""
        path = Path(os.environ.get(variable, TARGET / name))
        if variable not in os.environ and not path.exists():
            self.skipTest(f"{path} is not there; the README says how to build it")
        return path

    def play(self, variable: str, name: str, least: int) -> None:
        path = self.file(variable, name)
        self.assertGreaterEqual(len(read_recordings(path)["recordings"]), least)
        found = play_file(path, BUNDLE)
        self.assertEqual([], [f"{title}: {text}" for title, _, text in found])


if __name__ == "__main__":
    unittest.main()
