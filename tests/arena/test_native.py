"""Compiled bots play the same games as their Python versions; a match says how it was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.arena.match import Match, match
from kibitz.arena.simulated import simulate
from kibitz.bots.names import find
from kibitz.bots.roster import Roster, roster
from kibitz.engine import load
from kibitz.engine.native import kernel_text
from kibitz.engine.variants import rules_of
from kibitz.errors import KibitzError
from kibitz.recycle.printer import Function, cut

BOERENBRIDGE, BRISCA = load("boerenbridge"), load("brisca")
AGENTS = ["random", "greedy", "greedy-kripke", "full-kripke"]

WEAK = """
def choose(V, K, O, n, seat, seed):
    \"\"\"The card that is worth least, and now and then any; sometimes a wrong answer.\"\"\"
    if drawn(seed, 0, 100) == 0:
        return n
    best = 0
    for k in range(n):
        if (O[k] - ACTION_TRICK) % 10 < (O[best] - ACTION_TRICK) % 10:
            best = k
    return best if drawn(seed, 1, 4) else drawn(seed, 2, n)
"""


def outcome(found: Match) -> object:
    """What does not depend on the clock, nor on how it was played."""
    timeless = [
        tuple((s.score, s.win, s.won, s.drawn, s.lost, s.decisions, s.faults) for s in deal)
        for deal in found.shares
    ]
    return found.deals, found.games, found.unfinished, timeless


def test_four_agents_play_the_same_compiled() -> None:
    python = match(BOERENBRIDGE, AGENTS, 4, seed=3, mode="python")
    native = match(BOERENBRIDGE, AGENTS, 4, seed=3, mode="native", workers=2)
    assert (python.mode, native.mode) == ("python", "native")
    assert python.because == "that was asked for"
    assert outcome(python) == outcome(native)


def test_a_bot_of_ones_own_plays_the_same_compiled_and_its_faults_are_found(tmp_path: Path) -> None:
    path = tmp_path / "weak.bot.py.txt"
    path.write_text(WEAK)
    python = match(BRISCA, [str(path), "random"], 15, mode="python")
    native = match(BRISCA, [str(path), "random"], 15, mode="native")
    assert outcome(python) == outcome(native)
    assert native.mode == "native+python"  # the games with faults were given back
    assert native.bots[0].faults > 0
    assert native.bots[1].faults == 0


def test_a_simulation_is_the_same_compiled() -> None:
    seats = ["greedy", "random", "full-kripke", "first"]
    python = simulate(BOERENBRIDGE, 5, 2, bots=seats, mode="python").as_json()
    native = simulate(BOERENBRIDGE, 5, 2, bots=seats, mode="native").as_json()
    for each in (python, native):
        for clock in ("seconds", "cpu_seconds", "decisions_per_second", "mode", "workers"):
            del each[clock]
    assert python == native


@pytest.mark.parametrize(
    ("bots", "options", "because"),
    [
        (["greedy", "osla"], {}, "`osla` has no compiled version"),
        (["greedy", "random"], {"budget": 1.0}, "they are timed"),
        (["greedy", "random"], {"mode": "python"}, "that was asked for"),
    ],
)
def test_it_is_said_why_a_match_is_played_in_python(
    bots: list[str], options: dict[str, object], because: str
) -> None:
    found = match(BOERENBRIDGE, bots, 1, seatings=[(0, 1, 1, 1)], **options)  # type: ignore[arg-type]
    assert (found.mode, found.because) == ("python", because)


def test_who_asks_for_native_bots_is_told_why_there_are_none() -> None:
    with pytest.raises(KibitzError) as refused:
        match(BOERENBRIDGE, ["greedy", "osla"], 1, mode="native")
    assert "because `osla` has no compiled version" in str(refused.value)
    with pytest.raises(KibitzError) as refused:
        simulate(BOERENBRIDGE, 1, bots=["osla"])
    assert "`osla` has no compiled version" in str(refused.value)


@pytest.mark.parametrize("game", [BOERENBRIDGE, BRISCA, load("tarot")], ids=lambda game: game.name)
def test_the_kernel_of_matches_has_no_name_of_the_rules(game: object) -> None:
    assert isinstance(game, type(BRISCA))
    found = roster(game, [find("rule" if game is not BOERENBRIDGE else "full-kripke", game)])
    assert isinstance(found, Roster)
    own = {p.name for p in cut(kernel_text("matches")) if isinstance(p, Function)}
    rules = {p.name for p in rules_of(game, found.kernel).pieces if isinstance(p, Function)}
    assert own & rules <= {"held", "size_of"}  # those of the row, which rules may bring along
