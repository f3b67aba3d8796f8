"""`kibitz bench`: that it tells what it measures. How fast things are is not tested."""

from __future__ import annotations

import json
import re
import sys
from itertools import count
from pathlib import Path

import pytest

from kibitz.interop import peers
from kibitz.interop.openspiel_peers import OH_HELL

from .conftest import Kibitz

QUICK = ("--seconds", "0.01", "--rounds", "2")


@pytest.fixture
def matched(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small game with a peer, as if it were a house game."""
    path = tiny.with_name("matched.rcy")
    path.write_text(tiny.read_text())
    monkeypatch.setitem(peers.MATCHES, str(path), peers.Match(OH_HELL, variant="5 cards"))
    return str(path)


@pytest.fixture
def no_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)


def test_a_game_of_ones_own_has_no_peer(kibitz: Kibitz, tiny: Path) -> None:
    result = kibitz("bench", str(tiny), *QUICK)
    assert result.exit_code == 0
    assert result.stderr == ""
    for way in peers.WAYS:
        assert re.search(rf"{way} +[\d.]+ [Mk] +[\d.]+ [Mk] - [\d.]+ [Mk]", result.stdout), way
    assert "Decisions a CPU-second on one core, the median of 2" in result.stdout


@pytest.mark.usefixtures("no_openspiel")
def test_without_openspiel_it_says_how_to_get_it(kibitz: Kibitz, matched: str) -> None:
    result = kibitz("bench", matched, *QUICK)
    assert result.exit_code == 0
    said = "OpenSpiel is not installed, so there is nothing to compare with: pip install"
    assert f'{said} "kibitz[bench]"' in result.stdout
    found = json.loads(kibitz("bench", matched, *QUICK, "--json").stdout)
    assert found["machine"]["openspiel"] is None
    assert [heat["openspiel"] for heat in found["heats"]] == [None] * 3


def test_a_game_is_compared_with_its_peer(kibitz: Kibitz, matched: str) -> None:
    result = kibitz("bench", matched, *QUICK)
    assert result.exit_code == 0
    assert "Matched, 5 cards" in result.stdout
    for way in peers.WAYS:
        row = rf"{way} +[\d.]+ [Mk] +Oh Hell [\d.]+ [Mk] +[\d.]+ x +[\d.]+ - [\d.]+ x"
        assert re.search(row, result.stdout), way


def test_everything_measured_as_json(kibitz: Kibitz, matched: str, tiny: Path) -> None:
    result = kibitz("bench", matched, str(tiny), *QUICK, "--json")
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert (found["seconds"], found["rounds"]) == (0.01, 2)
    assert set(found["machine"]) >= {"date", "processor", "cores", "load", "llvmlite", "openspiel"}
    games = [(heat["game"], heat["way"]) for heat in found["heats"]]
    assert games == [(game, way) for game in ("matched", "tiny") for way in peers.WAYS]
    for heat in found["heats"]:
        figures = [heat["kibitz"]]
        if heat["game"] == "matched":
            assert heat["peer"].startswith("oh_hell(")
            figures += [heat["openspiel"], heat["ratio"]]
        else:
            assert heat["peer"] is heat["openspiel"] is heat["ratio"] is None
        for figure in figures:
            assert len(figure["rounds"]) == 2
            assert 0 < figure["least"] <= figure["median"] <= figure["most"]


def test_ctrl_c_keeps_what_was_measured(
    kibitz: Kibitz, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare, times = peers.compare, count()

    def interrupted(racer: peers.Racer, **options: object) -> list[peers.Heat]:
        if next(times):
            raise KeyboardInterrupt
        return compare(racer, seconds=0.01, rounds=2)

    monkeypatch.setattr(peers, "compare", interrupted)
    result = kibitz("bench", str(tiny), str(tiny), *QUICK)
    assert result.exit_code == 0
    assert result.stdout.count("Tiny") == 1
    assert result.stderr == "stopped early\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("agrm",), "there is no game `agrm`; did you mean `agram`?"),
        (("--seconds", "0"), "--seconds"),
        (("--rounds", "0"), "--rounds"),
    ],
)
def test_wrong_input_is_refused(kibitz: Kibitz, words: tuple[str, ...], message: str) -> None:
    result = kibitz("bench", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_game_without_decisions_has_no_speed(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "idle.rcy"
    path.write_text(
        "(game (setup (create players 2) (create deck (game vloc D) (deck (RANK (A, B)))))"
        " (do ((inc (game sto X)))) (scoring max (game sto X)))"
    )
    result = kibitz("bench", str(path), *QUICK)
    assert result.exit_code == 2
    assert "nobody decides anything in Idle" in result.stderr
