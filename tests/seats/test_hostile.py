"""Hostile and broken bots in their booths: each fails as it must, finds nothing, leaves nothing, and
whoever sits beside it plays on as if nothing were."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kibitz.arena.play import Played, play
from kibitz.bots.plain import Random
from kibitz.engine import load
from kibitz.engine.keys import derive_key
from kibitz.engine.reference import GameRef
from kibitz.seats import dialogue
from kibitz.seats.booth import available
from kibitz.seats.embassy import Embassy
from kibitz.seats.judge import Foreign
from kibitz.seats.terms import Terms

HERE = Path(__file__).parent / "hostile"
sys.path.append(str(HERE))
from loot import MARK  # noqa: E402
from parade import ROLES, seed_of  # noqa: E402

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
        patched.setattr(dialogue, "FAREWELL", 0.2)
        waits = [sys.executable, "-S", "-c", "input()", CANARY]
        with subprocess.Popen(waits, stdin=subprocess.PIPE) as somebody:
            made = Embassy(GameRef.of(AGRAM), replace(PATIENT, sandbox=request.param))
            yield made
            made.close()
            assert somebody.poll() is None
            somebody.kill()
    assert left_behind() == []


def left_behind() -> list[str]:
    """Processes that hostile bots have marked as theirs."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found += [folder.name] if MARK in (folder / "comm").read_text() else []
        except OSError:
            pass
    return found


def plays(embassy: Embassy, role: str, deal: int = 1, *, both: bool = False) -> Played:
    """A game in which a hostile bot sits in the North, or its partner in the South too."""
    hasty = expected(role) <= {"late", "start"}
    seated = []
    for seat in range(4):
        hostile = seat == 0 or (both and seat == 2)
        typed = f"{HERE / 'parade.py'}:Parade" if hostile else f"{HERE / 'honest.py'}:Honest"
        terms = HASTY if hasty and hostile else PATIENT
        embassy.booth(typed, seat).terms = replace(terms, sandbox=embassy.terms.sandbox)
        seed = seed_of(role) if hostile else seat
        seated.append(Foreign(role if hostile else "honest", typed, seed, embassy))
    return play(AGRAM, derive_key(deal), seated, stand_in=Random, strikes=2)


@pytest.mark.parametrize("role", ROLES)
def test_each_fails_as_it_must_finds_nothing_and_harms_nobody(
    embassy: Embassy, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents()
    played = plays(embassy, role, both=role.startswith("talks"))
    said = capsys.readouterr().err
    assert played.state.over
    causes = {failure.cause for failure in played.failures[0]} or {NO_FAILURE}
    assert causes <= expected(role), played.failures[0]
    assert played.failures[1] == played.failures[3] == ()
    assert 1 not in played.forfeits
    assert 3 not in played.forfeits
    assert "FOUND" not in said
    assert left_behind() == []
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
