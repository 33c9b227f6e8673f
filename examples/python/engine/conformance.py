"""Plays recordings of the reference engine and compares: python3 -m engine.conformance FILE BUNDLE [TITLE].

docs/conformance.md describes the file. With a part of a title, only such recordings are played, and every choice is
printed.
"""

from __future__ import annotations

import copy
import json
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from .engine import Choice, Engine
from .game import Game, Node, Refused, read_bundle
from .rounds import Handover

FORMAT = 1


class Difference(Exception):
    """The first thing in which the engine differs from a recording."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Finished(Exception):
    """All of a recording has been compared."""


def merge(state: Node, changes: Node) -> None:
    """Applies the changes of a step, as in RFC 7396."""
    for key, new in changes.items():
        if new is None:
            state.pop(key, None)
        elif isinstance(new, dict):
            if not isinstance(state.get(key), dict):
                state[key] = {}
            merge(state[key], new)
        else:
            state[key] = new


class Replay:
    """A driver that gives the answers of a recording and compares everything on the way."""

    def __init__(self, game: Game, recording: Node, shown: bool = False) -> None:
        self.game = game
        self.recording = recording
        self.expected: Node = copy.deepcopy(recording["start"])
        self.steps: list[Node] = recording["steps"]
        self.next = 0
        self.shown = shown

    def answer(self, engine: Engine, choice: Choice) -> list[str] | Handover:
        if self.shown:
            print(f"  {self.next}: {choice.who} {choice.kind} {choice.by or ''} {choice.options}")
        while self.next < len(self.steps) and not {"choice", "turn"} & set(self.steps[self.next]):
            merge(self.expected, self.steps[self.next]["changes"])
            self.next += 1
        self.compare_state(engine.state())
        if self.next == len(self.steps):
            if "asked" not in self.recording:
                raise Difference("goes on", f"the game is over, but this engine asks {said(choice)}")
            self.compare_choice(choice, self.recording["asked"])
            raise Finished
        step = self.steps[self.next]
        if "turn" in step:
            if choice.kind != "action":
                raise Difference("asks more", f"the turn ends, but this engine asks {said(choice)}")
            self.next += 1
            merge(self.expected, step["changes"])
            return Handover(step["turn"])
        self.compare_choice(choice, step["choice"])
        if self.shown:
            print(f"      {step['answer']}")
        self.next += 1
        merge(self.expected, step["changes"])
        return step["answer"]

    def compare_choice(self, own: Choice, other: Node) -> None:
        same = (
            own.who == other.get("who")
            and set(own.options) == set(other["options"])
            and (own.least, own.most) == (other["at_least"], other["at_most"])
            and own.ordered == other.get("ordered", False)
        )
        if same:
            return
        more = sorted(set(own.options) - set(other["options"]))
        less = sorted(set(other["options"]) - set(own.options))
        if own.who == other.get("who") and own.kind == other.get("kind") and (more or less):
            text = f"{own.kind} ({own.by or other.get('by')}): only this engine has {more}, only the file {less}"
            raise Difference(f"options of {own.kind}", text)
        kind = f"asks {own.kind}, not {other.get('kind')}"
        raise Difference(kind, f"this engine asks {said(own)}; the file {json.dumps(other)}")

    def compare_state(self, own: Node) -> None:
        differences = list(compare(own, self.expected, "", self.game))
        if differences:
            text = "; ".join(f"{path}: {mine} here, {theirs} in the file" for path, mine, theirs in differences[:6])
            raise Difference("state " + differences[0][0].split("/")[-1], text)

    def run(self) -> None:
        """Plays the recording; raises the first difference."""
        engine = Engine(self.game, self)
        engine.restore(self.recording["cards"], self.recording["start"])
        try:
            if self.recording["begin"] == "set-up":
                engine.run()
            else:
                engine.run_from_turn()
        except Finished:
            return
        if self.next < len(self.steps) or "asked" in self.recording:
            raise Difference("is over", "the game is over here, but goes on in the file")
        self.compare_state(engine.state())


def said(choice: Choice) -> str:
    words = f"{choice.kind} of {'chance' if choice.who is None else choice.who}"
    ordered = " in order" if choice.ordered else ""
    return f"{words}: {choice.least} to {choice.most} of {choice.options}{ordered} ({choice.by})"


def compare(own: Any, other: Any, path: str, game: Game) -> Any:
    """Each path at which two states differ, with both values."""
    if isinstance(own, dict) and isinstance(other, dict):
        for key in sorted({*own, *other}):
            yield from compare(own.get(key), other.get(key), f"{path}/{key}", game)
    elif isinstance(own, list) and isinstance(other, list) and is_set(path, game):
        if sorted(own) != sorted(other):
            here, there = Counter(own), Counter(other)
            yield path, sorted((here - there).elements()), sorted((there - here).elements())
    elif own != other:
        if not own and not other and not isinstance(own, bool) and own != 0 and other != 0:
            return  # an empty list or object that one of both leaves out
        yield path, own, other


def is_set(path: str, game: Game) -> bool:
    """Whether the order of a list of the state has no meaning."""
    parts = path.split("/")[1:]
    if parts[0] in ("order", "parts"):
        return True
    return parts[0] == "zones" and not game.is_ordered(parts[-1])


def read_recordings(path: Path) -> Node:
    try:
        recordings = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise Refused(f"{path} is not JSON") from None
    if not isinstance(recordings, dict) or recordings.get("format") != FORMAT:
        raise Refused(f"{path} is not a file of recordings of format {FORMAT}")
    return recordings


def play_file(path: Path, bundle: Path, title: str | None = None) -> list[tuple[str, str, str]]:
    """Plays all recordings of a file; returns the title, the kind and the text of each difference."""
    recordings = read_recordings(path)
    read = read_bundle(bundle)
    if recordings["ir"] != read["ir"] or recordings["game"] != read["game"]["id"]:
        raise Refused(f"{path} belongs to another game or version than {bundle}")
    game = Game(read, recordings.get("cards", []))
    found = []
    for recording in recordings["recordings"]:
        name = recording["title"]
        if title is not None and title not in name:
            continue
        if title is not None:
            print(name)
        try:
            replay = Replay(game, recording, shown=title is not None)
            replay.run()
        except Difference as difference:
            found.append((name, difference.kind, f"step {replay.next}: {difference}"))
        except Exception as error:  # a fault of this engine is a difference too
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            found.append((name, f"fails at {place}", f"step {replay.next}: {type(error).__name__}: {error} at {place}"))
            if title is not None:
                traceback.print_exc()
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    path, bundle = Path(arguments[0]), Path(arguments[1])
    title = arguments[2] if len(arguments) == 3 else None
    try:
        began = time.monotonic()
        found = play_file(path, bundle, title)
    except Refused as error:
        print(error, file=sys.stderr)
        return 2
    for name, _, text in found:
        print(f"{name}\n    {text}")
    if len(found) > 10:
        for kind, number in Counter(kind for _, kind, _ in found).most_common():
            print(f"{number:5} {kind}")
    total = len(read_recordings(path)["recordings"])
    print(f"{total - len(found)} of {total} recordings are equal ({time.monotonic() - began:.1f} s)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
