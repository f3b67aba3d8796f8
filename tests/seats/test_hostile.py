"""Hostile and broken bots in their booths: each fails as it must, finds nothing, leaves nothing,
and whoever sits beside it plays on as if nothing were."""

from __future__ import annotations

import ast
import hashlib
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kibitz.arena.play import Played, play
from kibitz.bots.plain import Random
from kibitz.bots.player import Seated
from kibitz.engine import load
from kibitz.engine.keys import derive_key
from kibitz.engine.reference import GameRef
from kibitz.knowledge.views import view
from kibitz.seats import dialogue
from kibitz.seats.booth import available
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign
from kibitz.seats.terms import Terms

HERE = Path(__file__).parent / "hostile"
sys.path.append(str(HERE))
loot, parade = (importlib.import_module(name) for name in ("loot", "parade"))

AGRAM = load("agram", HAND=3, TRICKS=3)
PATIENT = Terms(move=20.0, start=60.0, strikes=2, memory=1 << 30, processes=24)
HASTY = replace(PATIENT, move=0.2, start=0.4)
"""For those who never answer, or never start: everybody else has all the time they need."""

CANARY = "CANARY-" + hashlib.sha256(os.urandom(16)).hexdigest()[:16]
NO_FAILURE = "no failure"
KINDS = ["bwrap", "limits"]


@cache
def expected(role: str) -> set[str]:
    """What must come of a bot, as its docstring says."""
    said = ast.get_docstring(ast.parse((HERE / f"{role}.py").read_text())) or ""
    return set(said.split("Comes to: ")[1].split(".")[0].split(" or "))


@pytest.fixture(scope="module", params=KINDS)
def embassy(request: pytest.FixtureRequest) -> Iterator[Embassy]:
    """Booths of a kind, with secrets lying around outside of them."""
    if request.param == "bwrap" and available()[0] != "bwrap":
        pytest.skip(f"no bwrap: {available()[1]}")
    with pytest.MonkeyPatch.context() as patched, tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for name in ("competition.sqlite", "secret.txt", "other/secret.py"):
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(CANARY)
        patched.setenv("KIBITZ_SECRET", CANARY)
        waits = [sys.executable, "-S", "-c", "input()", CANARY]
        with subprocess.Popen(waits, stdin=subprocess.PIPE) as somebody:
            made = Embassy(GameRef.of(AGRAM), replace(PATIENT, sandbox=request.param))
            yield made
            made.close()
            assert somebody.poll() is None
            somebody.kill()
    assert marked() == []


def marked() -> list[tuple[str, str]]:
    """Threads that hostile bots of this test have marked as theirs: in which state they are, and
    how long they have run."""
    found = []
    for file in Path("/proc").glob("[0-9]*/task/*/stat"):
        with suppress(OSError):
            name, rest = file.read_text().partition("(")[2].rsplit(")", 1)
            if name == loot.MARK:
                state, parent, *numbers = rest.split()
                if _is_ours(int(parent)):
                    found.append((state, f"{file.parts[-2]}: {numbers[9:11]}"))
    return found


def _is_ours(process: int) -> bool:
    """Whether a process with this parent comes from here, or from nobody any more: other tests, and
    other people's, may have hostile bots at the same time."""
    marks = True
    while process > 1:
        if process == os.getpid():
            return True
        name, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rsplit(")", 1)
        marks, process = marks and name == loot.MARK, int(rest.split()[1])
    return marks


def plays(embassy: Embassy, role: str, deal: int = 1, *, both: bool = False) -> Played:
    """A game in which a hostile bot sits in the North, or its partner in the South too; in the East
    sits an honest one, in a booth of its own."""
    seats: list[Seated | Foreign] = [Seated("random", Random(), seat) for seat in range(4)]
    seats[0] = sits(embassy, role, 0)
    seats[1] = Foreign("honest", f"{HERE / 'honest.py'}:Honest", 1, embassy)
    if both:
        seats[2] = sits(embassy, role, 2)
    with pytest.MonkeyPatch.context() as patched:
        if "finishes" in role:
            patched.setattr(dialogue, "FAREWELL", 0.2)
        return play(AGRAM, derive_key(deal), seats, stand_in=Random, strikes=2)


def sits(embassy: Embassy, role: str, seat: int) -> Foreign:
    """A hostile bot at a seat: its booth is that of the parade."""
    typed = f"{HERE / 'parade.py'}:Parade"
    terms = HASTY if expected(role) <= {"late", "start"} else PATIENT
    embassy.booth(typed, seat).terms = replace(terms, sandbox=embassy.terms.sandbox)
    return Foreign(role, typed, parade.seed_of(role), embassy)


QUICK = {"raised", "nothing", "garbage", "illegal", "start"}
"""What is judged alike, however a bot is held: it is tried in the first kind of booth only."""


@pytest.mark.parametrize("role", parade.ROLES)
def test_each_fails_as_it_must_finds_nothing_and_harms_nobody(
    embassy: Embassy, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if expected(role) <= QUICK and embassy.terms.sandbox != KINDS[0] and available()[0] == KINDS[0]:
        return
    before = contents()
    played = plays(embassy, role, both=role.startswith("talks"))
    said = capsys.readouterr().err
    assert played.state.over
    causes: set[str] = {failure.cause for failure in played.failures[0]}
    assert (causes or {NO_FAILURE}) <= expected(role), played.failures[0]
    assert played.failures[1] == ()
    assert 1 not in played.forfeits
    assert "FOUND" not in said
    assert marked() == []
    assert contents() == before


def contents() -> dict[str, float]:
    """The files of the bots, and when they were changed."""
    return {path.name: path.stat().st_mtime_ns for path in HERE.iterdir() if path.is_file()}


def test_no_game_finds_what_an_earlier_one_has_left(
    embassy: Embassy, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        plays(embassy, "remembers_deals")
    said = capsys.readouterr().err
    assert "fresh" in said
    assert "FOUND" not in said


def test_a_spy_sees_no_card_of_another(
    embassy: Embassy, capsys: pytest.CaptureFixture[str]
) -> None:
    played = plays(embassy, "looks_around_in_memory", deal=2)
    claims = [line.split()[1:] for line in capsys.readouterr().err.splitlines() if "CLAIM" in line]
    dealt = AGRAM.new(key=derive_key(2))
    truth = [
        next((str(s) for s in range(4) if n in dealt.cards_at(AGRAM.place(f"HAND {s}"))), "-1")
        for n in range(len(AGRAM.cards))
    ]
    assert played.state.over
    assert claims
    for claim in claims:
        assert not any(a == b and a in "123" for a, b in zip(claim, truth, strict=True))


@pytest.mark.parametrize("role", ["burns_on_others_time", "wakes_itself"])
def test_nobody_thinks_on_the_time_of_others(embassy: Embassy, role: str) -> None:
    state = AGRAM.new(key=derive_key(1))
    visitor = sits(embassy, role, 0).sit(AGRAM, 0, budget=None, cheats=False)
    state = visitor.after(state, 0)
    assert marked()
    while {thread for thread, _ in marked()} != {"T"}:  # it takes the kernel a moment
        pass
    before = marked()
    for _ in range(20):  # others think
        Random().choose(view(state, 1), None)
    assert marked() == before
    visitor.leave()
    assert marked() == []


def test_without_walls_they_would_have_found_it(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Embassy(GameRef.of(AGRAM), PATIENT)) as embassy:
        for role in ("talks_by_proc", "talks_by_locks", "talks_by_watching"):
            plays(embassy, role, both=True)
            assert "FOUND hand" in capsys.readouterr().err, role


@pytest.mark.parametrize("name", ["mute", "yes", "line_without_end"])
def test_programs_that_do_not_speak_the_protocol_do_not_begin(embassy: Embassy, name: str) -> None:
    embassy.booth(str(HERE / name), 0).terms = replace(HASTY, sandbox=embassy.terms.sandbox)
    seats: list[Seated | Foreign] = [Foreign(name, str(HERE / name), 1, embassy)]
    seats += [Seated("random", Random(), seat) for seat in range(1, 4)]
    played = play(AGRAM, derive_key(1), seats, stand_in=Random, strikes=2)
    assert played.failures[0]
    assert {failure.cause for failure in played.failures[0]} <= {"start", "garbage", "large"}
    assert played.forfeits == (0,)
