"""Lessons: what a teacher said at every decision of some games, in files and as rows for a network.

A file has the *notes* of some games as `kibitz.learn.teachers` has them played: the option taken at
each decision, and what the teacher thought of all of them. `rows` plays the games again, all
together in a batch, and gives what each decision looked like to whoever made it, whatever the
encoding:

    lessons = rows(game, kept(game, folder), "probability")
    lessons.rows      [decision, byte]: packed, see `kibitz.learn.packing`
    lessons.options   [decision, option]: the number of the action; -1 where there is none
    lessons.visits    [decision, option]: the share of the teacher's tries
    lessons.values    [decision, option]: what they came to until the end of the hand, in points
    lessons.choices   [decision]: the column of what the teacher would have played
    lessons.hand      [decision, seat]: what everybody got until the end of the hand, in points,
                      beginning with who looks; `rest`: until the end of the game
    lessons.foreseen  [decision, seat]: what the teacher expected everybody to get, when they next
                      had something to decide in that hand; after that, what they got

In all of them more is better: where the lowest score wins, the signs are changed.
"""

from __future__ import annotations

import base64
import io
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.batch import Batch
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn.packing import Bytes, Packing, packing_of

__all__ = ["FOLDER", "Lessons", "Notes", "kept", "notes_file", "read_notes", "rows", "write_notes"]

FOLDER = "lessons"
"""What the folder of the notes is called, in that of a training."""

FORMAT = "kibitz lessons 1"

AT_ONCE = 500
"""Games that are played again together."""

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Notes:
    """Some games of a series, one after the other; where there were two options or more, the
    teacher was asked."""

    game: str
    """What the rules and parameters come to: `game.hash`."""
    series: str
    """Tells the games of a course apart from others."""
    course: dict[str, Any]
    """How they were played: see `kibitz.learn.teachers.Course`."""
    first: int
    """The number of the first game."""
    lengths: Integers
    """[game]: how many decisions it has."""
    taken: Integers
    """[decision]: which of the options was played."""
    widths: Integers
    """[decision]: how many there were."""
    choices: Integers
    """[decision with a choice]: which one the teacher would have played."""
    tries: Integers
    """[its option]: how often the teacher tried each."""
    means: Floats
    """[its option]: the mean score of whoever decides after it."""

    def __len__(self) -> int:
        return len(self.choices)

    def data(self) -> bytes:
        """The notes as they are kept."""
        named = ("game", "series", "course", "first")
        about = {"format": FORMAT, **{name: getattr(self, name) for name in named}}
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        small = {name: getattr(self, name).astype(kind) for name, kind in KINDS.items()}
        packed = io.BytesIO()
        np.savez_compressed(packed, about=text, **small)
        return packed.getvalue()

    @classmethod
    def from_data(cls, data: bytes, name: str = "this") -> Notes:
        """The notes again."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                about = json.loads(arrays["about"].tobytes())
                wide = {
                    each: arrays[each].astype(np.float32 if each == "means" else np.int64)
                    for each in KINDS
                }
            if about.pop("format") != FORMAT:
                raise KeyError("format")
            notes = cls(**about, **wide)
        except (ValueError, KeyError, TypeError, EOFError, OSError, BadZipFile) as error:
            raise KibitzError(
                f"{name} has no lessons in it, or is broken", "remove it: they are played again"
            ) from error
        notes._check(name)
        return notes

    def _check(self, name: str) -> None:
        """Complain if the parts do not go together."""
        asked = self.widths[self.widths > 1]
        alike = len(self.taken) == len(self.widths) == self.lengths.sum()
        alike &= len(self.choices) == len(asked)
        alike &= len(self.tries) == len(self.means) == asked.sum()
        if not alike:
            raise KibitzError(
                f"{name} is broken: its parts do not go together",
                "remove it: they are played again",
            )

    def to_json(self) -> dict[str, Any]:
        return {"notes": base64.b64encode(self.data()).decode()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Notes:
        return cls.from_data(base64.b64decode(data["notes"]))


KINDS = {
    "lengths": np.int32,
    "taken": np.int16,
    "widths": np.int16,
    "choices": np.int16,
    "tries": np.int32,
    "means": np.float32,
}
"""The arrays as they are kept: there are 65,536 options at most, seldom more than 100."""


# --- files ----------------------------------------------------------------------------------------


def notes_file(folder: Path, notes: Notes) -> Path:
    """Where notes are kept."""
    return folder / FOLDER / f"{notes.series}-{notes.first:06}.npz"


def write_notes(notes: Notes, path: Path) -> None:
    """Write notes; nobody ever sees half a file."""
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(notes.data())
        os.replace(part, path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None


def read_notes(path: Path) -> Notes:
    """Notes from their file."""
    try:
        return Notes.from_data(path.read_bytes(), str(path))
    except OSError as error:
        raise KibitzError(f"{path} cannot be read: {error.strerror}") from None


def kept(game: Game, folder: Path) -> list[Notes]:
    """All notes of a game that are in a folder, whatever the course; always in the same order."""
    found = [read_notes(path) for path in sorted((folder / FOLDER).glob("*.npz"))]
    return [notes for notes in found if notes.game == game.hash]


# --- as rows --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Decisions as a network sees them, and what a teacher thought of them. See above."""

    packing: Packing
    rows: Bytes
    options: NDArray[np.int16]
    visits: Floats
    values: Floats
    choices: NDArray[np.int16]
    hand: Floats
    rest: Floats
    foreseen: Floats
    games: Integers
    """[decision]: which game it is of; all of one game have the same number."""

    def __len__(self) -> int:
        return len(self.rows)


def rows(
    game: Game, notes: Sequence[Notes], knowledge: str = "none", mode: str = "auto"
) -> Lessons:
    """The games of some notes, played again."""
    if not notes:
        raise KibitzError(f"there is nothing to learn {game.title} from: no lessons")
    parts = [_replayed(game, run, knowledge, mode) for run in _runs(notes)]
    widest = max(part["options"].shape[1] for part in parts)
    found: dict[str, Any] = {}
    before = 0
    for part in parts:
        for name, fill in (("options", -1), ("visits", 0), ("values", 0)):
            room = ((0, 0), (0, widest - part[name].shape[1]))
            part[name] = np.pad(part[name], room, constant_values=fill)
        part["games"] = part["games"] + before
        before = int(part["games"].max(initial=before - 1)) + 1
    for name in parts[0]:
        found[name] = np.concatenate([part[name] for part in parts])
    real = (found["options"] >= 0).sum(axis=1) > 1  # a network can choose among these
    found = {name: each[real] for name, each in found.items()}
    return Lessons(packing_of(game, knowledge), **found)


def _runs(notes: Sequence[Notes]) -> Iterator[list[Notes]]:
    """Notes of one series whose games follow each other, as many as are played again together."""
    run: list[Notes] = []
    games = 0
    for each in notes:
        follows = bool(run) and run[-1].series == each.series
        follows = follows and run[-1].first + len(run[-1].lengths) == each.first
        if run and (not follows or games + len(each.lengths) > AT_ONCE):
            yield run
            run, games = [], 0
        run.append(each)
        games += len(each.lengths)
    if run:
        yield run


def _replayed(game: Game, run: Sequence[Notes], knowledge: str, mode: str) -> dict[str, Any]:
    """The lessons of some games that follow each other, in the order of the games."""
    script, packing = _Script(run), packing_of(game, knowledge)
    batch = Batch(game, script.games, run[0].course["seed"], mode, knowledge != "none")
    batch.dealt = run[0].first
    batch.deal()
    total = len(script.choices)
    seen = np.zeros((total, packing.width), np.uint8)
    options = np.full((total, script.widest), -1, np.int16)
    seats = np.zeros(total, np.int64)
    sign = 1 if game.program.highest_wins else -1
    scores, rounds = [sign * batch.scores()], [batch.states[:, game.layout.ROUND].copy()]
    for step in range(script.longest):
        offer, lessons = batch.offer(), script.asked[:, step]
        here = np.flatnonzero(lessons >= 0)
        if len(here):
            at, wide = lessons[here], min(script.widest, offer.actions.shape[1])
            seen[at] = packing.pack(batch.encode(knowledge=knowledge)[here])
            options[at, :wide] = offer.actions[here, :wide]
            seats[at] = offer.seats[here]
        taken = script.taken[:, step]
        batch.apply(np.where(taken < 0, -1, offer.codes[np.arange(len(batch)), taken]))
        scores.append(sign * batch.scores())
        rounds.append(batch.states[:, game.layout.ROUND].copy())
    visits, means = script.thoughts()
    shares = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)
    results = _Results(np.array(scores), np.array(rounds), script, seats)
    own = np.where(visits > 0, sign * means, 0)
    expected = np.where(visits.any(axis=1), (shares * own).sum(axis=1), np.nan)
    return {
        "rows": seen,
        "options": options,
        "visits": shares,
        "values": np.where(visits > 0, own - results.now[:, :1], 0).astype(np.float32),
        "choices": script.choices.astype(np.int16),
        "hand": results.hand - results.now,
        "rest": results.rest - results.now,
        "foreseen": results.foreseen(expected) - results.now,
        "games": script.where[0],
    }


class _Results:
    """What everybody has at each lesson, at the end of its hand and of its game: [lesson, seat],
    beginning with the seat that decides."""

    def __init__(
        self, scores: NDArray[Any], rounds: NDArray[Any], script: _Script, seats: Integers
    ) -> None:
        games, steps = script.where
        last = len(scores) - 1
        ends = np.full(rounds.shape, last)
        for step in range(last - 1, -1, -1):
            same = rounds[step] == rounds[step + 1]
            ends[step] = np.where(same, ends[step + 1], step + 1)
        self.games, self.seats, self.ends = games, seats, ends[steps, games]
        self.turned = (seats[:, None] + np.arange(scores.shape[2])) % scores.shape[2]
        self.now = self._turn(scores[steps, games])
        self.hand = self._turn(scores[self.ends, games])
        self.rest = self._turn(scores[last, games])

    def _turn(self, scores: NDArray[Any]) -> Floats:
        found: Floats = np.take_along_axis(scores, self.turned, 1).astype(np.float32)
        return found

    def foreseen(self, expected: NDArray[Any]) -> Floats:
        """The same as `hand`, but what the teacher expected of each seat when it next decided in
        that hand, if it did, and the teacher told: `expected` is of who decides at each lesson."""
        found = self.hand.copy()
        ahead: dict[int, tuple[tuple[int, int] | None, float]] = {}
        hands = zip(self.games.tolist(), self.ends.tolist(), strict=True)
        for lesson, hand in reversed(list(enumerate(hands))):
            if np.isfinite(expected[lesson]):
                ahead[int(self.seats[lesson])] = hand, float(expected[lesson])
            for k, seat in enumerate(self.turned[lesson].tolist()):
                then, value = ahead.get(seat, (None, 0.0))
                if then == hand:
                    found[lesson, k] = value
        return found


class _Script:
    """What was done in some games, as tables [game, decision]."""

    def __init__(self, run: Sequence[Notes]) -> None:
        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(notes, name) for notes in run])

        lengths, taken, widths = joined("lengths"), joined("taken"), joined("widths")
        self.games, self.longest = len(lengths), int(lengths.max(initial=0))
        played = np.arange(self.longest) < lengths[:, None]
        self.taken = np.full(played.shape, -1)
        self.taken[played] = taken
        real = np.zeros(played.shape, bool)
        real[played] = widths > 1
        self.asked = np.full(played.shape, -1)
        """The number of the lesson, -1 where there is none."""
        self.asked[real] = np.arange(real.sum())
        self.where = np.nonzero(real)
        """Of each lesson the game, and the decision in it."""
        self.choices = joined("choices")
        self.widths = widths[widths > 1]
        self.widest = int(self.widths.max(initial=2))
        self.tries, self.means = joined("tries"), joined("means")

    def thoughts(self) -> tuple[Floats, Floats]:
        """[lesson, option]: how often each was tried, and the mean score after it."""
        there = np.arange(self.widest) < self.widths[:, None]
        tries, means = np.zeros(there.shape, np.float32), np.zeros(there.shape, np.float32)
        tries[there], means[there] = self.tries, self.means
        return tries, means
