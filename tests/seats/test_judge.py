"""Foreign bots in booths: they play as they would here, are timed, and find nothing there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kibitz.arena import Played, play
from kibitz.bots.names import find, is_foreign
from kibitz.bots.plain import First
from kibitz.bots.player import Seated
from kibitz.engine import load
from kibitz.engine.keys import derive_key
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign
from tests.bots import spying

AGRAM = load("agram", NUMP=2)
KEY = derive_key(7)
BOTS = """
from kibitz.bots.plain import First, Random

class Diary(Random):
    def __init__(self, note: str):
        self.note = note

    def start(self, game, seat, seed):
        super().start(game, seat, seed)
        self.lines = [f"start {seat} {seed}"]

    def choose(self, view, budget):
        self.lines.append(f"choose {len(view.events)} {budget}")
        return super().choose(view, budget)

    def finish(self, result):
        self.lines.append(f"finish {result.scores} {result.ranks}")
        with open(self.note, "a") as file:
            file.write("\\n".join(self.lines) + "\\n")

class Late(First):
    def choose(self, view, budget):
        import time
        end = time.perf_counter() + budget + 0.01
        while time.perf_counter() < end:
            pass
        return view.actions[0]

class Resident(First):
    def __init__(self, note: str):
        self.note = note

    def start(self, game, seat, seed):
        import os
        with open(self.note, "a") as file:
            file.write(f"{os.getpid()}\\n")

class Neighbour(Resident):
    pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.fixture
def embassy() -> Iterator[Embassy]:
    with closing(Embassy(GameRef.of(AGRAM))) as found:
        yield found


def against_first(embassy: Embassy, name: str, budget: float | None = None) -> Played:
    return play(
        AGRAM, KEY, [Foreign("it", name, 5, embassy), Seated("f", First(), 1)], budget=budget
    )


def here(name: str, budget: float | None = None) -> Played:
    seated = Seated("it", find(name, AGRAM).make(), 5)
    return play(AGRAM, KEY, [seated, Seated("f", First(), 1)], budget=budget)


def test_a_bot_plays_abroad_as_it_does_here(embassy: Embassy, file: Path, tmp_path: Path) -> None:
    notes = tmp_path / "abroad.txt", tmp_path / "here.txt"
    abroad = against_first(embassy, f"{file}:Diary:note={notes[0]}", budget=60)
    same = here(f"{file}:Diary:note={notes[1]}", budget=60)
    assert abroad.state == same.state
    assert (abroad.asked, abroad.overruns) == (same.asked, same.overruns)
    assert abroad.seconds[0] > 0
    assert notes[0].read_text() == notes[1].read_text() != ""


def test_no_bot_shares_a_process_with_another_or_with_itself_at_another_seat(
    embassy: Embassy, file: Path, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    one, other = (f"{file}:{bot}:note={note}" for bot in ("Resident", "Neighbour"))
    for pair in ((one, one), (other, one), (one, one)):
        play(AGRAM, KEY, [Foreign("it", name, 5, embassy) for name in pair])
    homes = note.read_text().split()
    assert len(set(homes)) == 3  # one at both seats, the other at the first
    assert homes[:2] == homes[4:]


def test_every_game_has_a_new_bot(embassy: Embassy, file: Path, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    for _ in range(2):
        against_first(embassy, f"{file}:Diary:note={note}")
    once, again = note.read_text().split("start")[1:]
    assert once == again


def test_a_bot_that_takes_too_long_abroad_is_late(embassy: Embassy, file: Path) -> None:
    found = against_first(embassy, f"{file}:Late", budget=0.001)
    assert found.overruns[0] == found.asked[0] > 0


def test_a_bot_that_cannot_be_made_is_complained_about(embassy: Embassy, file: Path) -> None:
    with pytest.raises(KibitzError, match="has no `Dairy`; did you mean `Diary`"):
        embassy.check(f"{file}:Dairy")


def test_bots_of_files_are_foreign_and_are_not_run_to_know_it(tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text("raise RuntimeError")
    assert is_foreign(f"{path}:Loud")
    assert not is_foreign("random")
    assert not is_foreign("nobody")


def test_a_spy_finds_neither_the_key_nor_the_hands_of_others(
    embassy: Embassy, tmp_path: Path
) -> None:
    name, state = f"{spying.__file__}:Spy:note=", AGRAM.new(key=KEY)
    here(name + str(tmp_path / "here"))
    assert spying.betrayed(tmp_path / "here", state) == {"key", "hands"}  # beside the arbiter
    against_first(embassy, name + str(tmp_path / "abroad"))
    assert spying.betrayed(tmp_path / "abroad", state) == set()
