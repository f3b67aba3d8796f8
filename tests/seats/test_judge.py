"""Foreign bots in booths: they play as they would here, are timed, and find nothing there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena import Played, play
from kibitz.bots.names import find
from kibitz.bots.plain import First, Random
from kibitz.bots.player import Seated
from kibitz.engine import load
from kibitz.engine.keys import derive_key
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign
from kibitz.seats.terms import Terms

from . import spying

AGRAM = load("agram", NUMP=2)
KEY = derive_key(7)
BOTS = """
import os
import random
import time

class First:
    def choose(self, view, budget):
        return view.actions[0]

class Diary:
    def __init__(self, note: str):
        self.note = note

    def start(self, game, seat, seed):
        self.random = random.Random(seed)
        self.lines = [f"start {seat} {seed}"]

    def choose(self, view, budget):
        self.lines.append(f"choose {len(view.events)} {budget}")
        return self.random.choice(view.actions)

    def finish(self, result):
        self.lines.append(f"finish {result.scores} {result.ranks}")
        with open(self.note, "a") as file:
            file.write("\\n".join(self.lines) + "\\n")

class Resident(First):
    games = 0

    def __init__(self, note: str):
        self.note = note

    def start(self, game, seat, seed):
        Resident.games += 1
        with open(self.note, "a") as file:
            file.write(f"{os.getpid()} {Resident.games}\\n")

class Moody(First):
    "Does something else at each decision."
    def __init__(self, moods: str):
        self.moods = moods.split("+")
        self.asked = 0

    def choose(self, view, budget):
        choices = len([event for event in view.events if event.kind == "choice"])
        mood = self.moods[min(choices // 2, len(self.moods) - 1)]
        if mood == "die":
            os._exit(7)
        if mood == "raise":
            raise ValueError("no idea")
        if mood == "stay":
            while True:
                try:
                    time.sleep(60)
                except:
                    pass
        if mood == "dawdle":
            time.sleep(0.05)
        return view.actions[0]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.fixture
def embassy() -> Iterator[Embassy]:
    with closing(Embassy(GameRef.of(AGRAM), Terms())) as found:
        yield found


def played(name: str, embassy: Embassy, **more: Any) -> Played:
    seats: list[Seated | Foreign] = [
        Foreign("it", name, 5, embassy),
        Seated("f", First(), 1),
    ]
    return play(AGRAM, KEY, seats, **more)


def judged(name: str, strikes: int = 9, **terms: Any) -> Played:
    with closing(Embassy(GameRef.of(AGRAM), Terms(strikes=strikes, **terms))) as embassy:
        return played(name, embassy, stand_in=Random, strikes=strikes)


def here(name: str, budget: float | None = None) -> Played:
    seated = Seated("it", find(name, AGRAM).make(), 5)
    return play(AGRAM, KEY, [seated, Seated("f", First(), 1)], budget=budget)


def test_a_bot_plays_in_a_booth_as_it_does_here(file: Path, tmp_path: Path) -> None:
    notes = tmp_path / "there.txt", tmp_path / "here.txt"
    there = judged(f"{file}:Diary:note={notes[0]}", move=60)
    same = here(f"{file}:Diary:note={notes[1]}", budget=60)
    assert there.state == same.state
    assert (there.asked, there.overruns) == (same.asked, same.overruns)
    assert there.seconds[0] > 0
    assert notes[0].read_text() == notes[1].read_text() != ""
    assert there.failures == ((), ())


def test_every_game_and_every_seat_has_a_process_of_its_own(
    embassy: Embassy, file: Path, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    name = f"{file}:Resident:note={note}"
    for _ in range(2):
        play(AGRAM, KEY, [Foreign("it", name, 5, embassy) for _ in range(2)])
    homes = [line.split() for line in note.read_text().splitlines()]
    assert len({home for home, _ in homes}) == 4
    assert {games for _, games in homes} == {"1"}, "nothing is left of an earlier game"


def test_a_failure_costs_one_move_and_too_many_the_game(file: Path) -> None:
    name = f"{file}:Moody:moods=raise+fine+die+fine"
    found = judged(name)
    assert [(one.decision, one.cause) for one in found.failures[0]] == [(0, "raised"), (4, "died")]
    assert found.forfeits == ()
    raised, died = found.failures[0]
    assert raised.said == "the bot `it` failed at decision 1 (North): ValueError: no idea"
    assert raised.hint == f"{file}, line 50"
    assert raised.trace.endswith('in choose: raise ValueError("no idea")')
    assert died.said == "the bot `it` has ended its process at decision 5 (North) (exit code 7)"
    assert judged(name).state == found.state, "what is drawn in its place is the same each time"
    twice = judged(name, strikes=2)
    assert len(twice.failures[0]) == 2
    assert twice.forfeits == (0,)
    assert twice.state.over


def test_who_is_late_is_ended_and_comes_back_at_the_next_decision(file: Path) -> None:
    found = judged(f"{file}:Moody:moods=stay+fine", move=0.2)
    (failure,) = found.failures[0]
    assert (failure.decision, failure.cause) == (0, "late")
    assert "was given up at decision 1" in failure.said
    assert found.overruns[0] == 1


def test_a_bank_is_spent_and_grace_lets_late_answers_count(file: Path) -> None:
    name = f"{file}:Moody:moods=dawdle"
    banked = judged(name, move=0.001, bank=60.0)
    assert (banked.failures[0], banked.overruns[0]) == ((), 0)
    graced = judged(name, move=0.001, grace=60.0)
    assert graced.failures[0] == ()
    assert graced.overruns[0] == graced.asked[0] > 1


def test_a_bot_that_cannot_be_made_is_complained_about(embassy: Embassy, file: Path) -> None:
    with pytest.raises(KibitzError, match="has no `Dairy`; did you mean `Diary`"):
        embassy.check(f"{file}:Dairy", AGRAM)
    found = played(f"{file}:Dairy", embassy, stand_in=Random, strikes=5)
    assert [(one.decision, one.cause) for one in found.failures[0]] == [(-1, "start")]
    assert found.forfeits == (0,), "nobody is there to play"


def test_seatings_are_kept_apart_where_bots_are_held(file: Path) -> None:
    name = f"{file}:Moody:moods=fine"
    for sandbox, apart in (("off", False), ("limits", True)):
        terms = Terms.from_json({**Terms().to_json(), "sandbox": sandbox})
        with closing(Embassy(GameRef.of(AGRAM), terms)) as embassy:
            first, again = embassy.booth(name, 0, 0), embassy.booth(name, 0, 0)
            other = embassy.booth(name, 0, 1)
            assert first is again
            assert (first is not other) == apart


def test_a_spy_finds_neither_the_key_nor_the_hands_of_others(
    embassy: Embassy, tmp_path: Path
) -> None:
    name, state = f"{spying.__file__}:Spy:note=", AGRAM.new(key=KEY)
    here(name + str(tmp_path / "here"))
    assert spying.betrayed(tmp_path / "here", state) == {"key", "hands"}  # beside the arbiter
    played(name + str(tmp_path / "there"), embassy)
    assert spying.betrayed(tmp_path / "there", state) == set()
