"""Teachers: games in which somebody who plays well is asked at every decision, kept to learn from.

    teach(game, Course("ismcts:iterations=1000"), 50_000, folder)    # so many decisions, about
    lessons = rows(game, kept(game, folder))                         # see `kibitz.learn.lessons`

The teacher is asked wherever there is something to decide, whoever decides: as a rule itself, but a
share of the seats may go to a *company*, so that the teacher also tells what to do in positions it
would never have come to itself (Ross, Gordon and Bagnell 2011). For the same reason it *strays*:
now and then the option played is drawn, by how often its search tried each of them, while what is
learnt is what it would have chosen.

Of a game very little is kept: its number, the option taken at each decision, and what the teacher
thought of the options. Whatever a network is to see is found by playing it again, so that the same
games do for every encoding. A game depends on the course and its number only, whoever plays it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kibitz.bots.luggage import Luggage, packed
from kibitz.bots.names import find, is_foreign
from kibitz.bots.player import Player, Seated
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import MOST_DECISIONS, game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError
from kibitz.learn.lessons import Notes, kept, notes_file, write_notes
from kibitz.work import Here, Job, Place, Thing

__all__ = ["LOT", "SELF", "Course", "teach"]

LOT = 20
"""Games of a lot: what is played in one go, and kept in one file."""

SELF = "teacher"
"""The teacher, among those who play."""


@dataclass(frozen=True)
class Course:
    """Who teaches, and in which games: all that decides what is played."""

    teacher: str
    """A bot by its name."""
    seed: int = 1
    stray: float = 0.2
    """How often the teacher plays something it has tried in place of what it found best."""
    company: Mapping[str, float] = field(default_factory=lambda: {SELF: 1.0})
    """Who plays: bots by their names, and how often each has a seat. `teacher` is the teacher."""

    def __post_init__(self) -> None:
        if not 0 <= self.stray <= 1:
            raise KibitzError(f"nobody strays {self.stray:g} of the time", "a share from 0 to 1")
        if not self.company or min(self.company.values()) <= 0:
            raise KibitzError("somebody has to play", "give each a share greater than 0")
        for bot in self.bots:
            if is_foreign(bot):
                raise KibitzError(
                    f"nobody learns from `{bot}`: it may not play outside its booth",
                    "teachers and their company are bots of the house, or compiled ones",
                )

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """All bots that are needed, the teacher first."""
        return self.teacher, *(bot for bot in self.company if bot != SELF)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def teach(
    game: Game,
    course: Course,
    lessons: int,
    folder: Path,
    *,
    place: Place | None = None,
    progress: Callable[[int, int], None] | None = None,
    enough: threading.Event | None = None,
) -> int:
    """Have games of a course played until the folder has so many lessons of it, about: decisions
    the teacher was asked about. What is there already is not played again; how many there are then.

    The games come in lots, and the first lot tells how many are needed. `progress` is told after
    every lot how many lessons there are, and how many there will be. Who sets `enough` gets what
    there is by then.
    """
    for bot in course.bots:
        find(bot, game).make()  # what is wrong with a bot is said at once
    where = place or Here()
    luggage = packed(course.bots, where.near, game)
    of = {"game": GameRef.of(game).thing.of, "course": course.to_json(), "luggage": luggage}
    school = Thing.once(f"{__name__}:opened", of)
    series = series_of(game, course)
    had = {each.first: len(each) for each in kept(game, folder) if each.series == series}
    tell = progress or (lambda lessons, wanted: None)
    wanted = lessons

    def jobs(numbers: range) -> Iterator[Job]:
        for first in numbers:
            if first not in had and not (enough and enough.is_set()):
                span = {"first": first, "last": first + LOT}
                yield Job(f"{__name__}:taught", span, {"school": school})

    def play(numbers: range) -> None:
        with closing(where.as_they_come(jobs(numbers))) as answers:  # type: ignore[type-var]
            for _, answer in answers:
                notes = Notes.from_json(answer)
                write_notes(notes, notes_file(folder, notes))
                had[notes.first] = len(notes)
                tell(sum(had.values()), wanted)

    tell(sum(had.values()), wanted)
    play(range(1))
    if 0 not in had:  # nobody wanted any
        return sum(had.values())
    if had[0] == 0:
        raise KibitzError(
            f"nobody ever had anything to decide in {LOT} games of {game.title}",
            "there is nothing to learn in it",
        )
    wanted = -(-lessons // had[0]) * had[0]
    play(range(0, wanted // had[0] * LOT, LOT))
    return sum(had.values())


def series_of(game: Game, course: Course) -> str:
    """Tells the games of a course in a game apart from all others."""
    of = {"game": game.hash, **course.to_json()}
    return Thing.once("", of).key[:12]


# --- in whatever process --------------------------------------------------------------------------


class School:
    """Where a course is held."""

    def __init__(self, game: Game, course: Course, luggage: Luggage) -> None:
        self.game, self.course, self.luggage = game, course, luggage
        self.series = series_of(game, course)
        names = (SELF, *course.bots[1:])
        self.bots = {name: find(bot, game) for name, bot in zip(names, luggage.bots, strict=True)}

    def notes(self, numbers: range) -> Notes:
        """What the teacher said in some games."""
        scribe = _Scribe()
        for number in numbers:
            self._game(number, scribe)
        return scribe.notes(self.game, self.series, self.course.to_json(), numbers.start)

    def _game(self, number: int, scribe: _Scribe) -> None:
        """One game, from the deal to the end."""
        seed, seats = self.course.seed, range(self.game.players)
        dice = Random(derive_key("course", seed, number)[0])
        teachers = [self._seated(SELF, number, seat) for seat in seats]
        drawn = dice.choices(
            list(self.course.company), list(self.course.company.values()), k=len(seats)
        )
        others = [
            None if who == SELF else self._seated(who, number, seat)
            for seat, who in enumerate(drawn)
        ]
        state = begin(self.game, game_key(seed, number))
        made = 0
        while made < MOST_DECISIONS and (seat := state.to_move) is not None:
            actions = state.actions
            if len(actions) == 1:
                state, taken = state.after(actions[0]), 0
            else:
                advised = teachers[seat].after(state, made)
                choice = _index(state, advised)
                tries, means = _thoughts(teachers[seat], state)
                scribe.tell(choice, tries, means)
                other = others[seat]
                if other is not None:
                    after = other.after(state, made)
                elif dice.random() < self.course.stray:
                    after = state.after(dice.choices(actions, tries if any(tries) else None)[0])
                else:
                    after = advised
                state, taken = after, _index(state, after)
            scribe.take(taken, len(actions))
            made += 1
        scribe.end()

    def _seated(self, name: str, number: int, seat: int) -> Player:
        """A bot at its seat in a game."""
        seed = derive_key("course", self.course.seed, number, name, seat)[0]
        made = self.bots[name].make()
        return Seated(name, made, seed).sit(self.game, seat, budget=None, cheats=False)


class _Scribe:
    """What is written down while games are played."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.taken: list[int] = []
        self.widths: list[int] = []
        self.choices: list[int] = []
        self.tries: list[int] = []
        self.means: list[float] = []
        self._begun = 0

    def tell(self, choice: int, tries: list[int], means: list[float]) -> None:
        """What the teacher thinks of a decision."""
        self.choices.append(choice)
        self.tries += tries
        self.means += means

    def take(self, option: int, among: int) -> None:
        """What was done in the end."""
        self.taken.append(option)
        self.widths.append(among)

    def end(self) -> None:
        """The game is over."""
        self.lengths.append(len(self.taken) - self._begun)
        self._begun = len(self.taken)

    def notes(self, game: Game, series: str, course: dict[str, Any], first: int) -> Notes:
        return Notes(
            game.hash,
            series,
            course,
            first,
            lengths=np.array(self.lengths, np.int64),
            taken=np.array(self.taken, np.int64),
            widths=np.array(self.widths, np.int64),
            choices=np.array(self.choices, np.int64),
            tries=np.array(self.tries, np.int64),
            means=np.array(self.means, np.float32),
        )


def _index(state: State, after: State) -> int:
    """Which option led from a state to another."""
    action = after.last.action
    assert action is not None
    return state.actions.index(action)


def _thoughts(player: Player, state: State) -> tuple[list[int], list[float]]:
    """For each option how often the teacher tried it, and the mean score it came to: nothing, if it
    does not tell."""
    thinking = player.thinking()
    tries, means = [0] * len(state.actions), [0.0] * len(state.actions)
    for thought in thinking.thoughts if thinking else ():
        at = state.actions.index(thought.action)
        tries[at], means[at] = thought.visits, thought.value
    return tries, means


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def opened(game: dict[str, Any], course: dict[str, Any], luggage: dict[str, Any]) -> School:
    """A school for a course that was sent."""
    return School(GameRef.told(game).game(), Course(**course), Luggage(**luggage))


def taught(school: School, first: int, last: int) -> dict[str, Any]:
    """What the teacher said in some games, from a first one to before a last one."""
    return school.notes(range(first, last)).to_json()
