"""`kibitz sandbox`: attacks in a table, or as JSON, and an exit code."""

from __future__ import annotations

import json

import pytest

from kibitz.seats import trials
from kibitz.seats.trials import Trial

from .conftest import Kibitz


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three attacks: two that nobody holds, and one that everybody does."""
    names = ("read_judges_file", "kill_judge", "find_descriptors")
    chosen = tuple(trial for trial in trials.TRIALS if trial.name in names)
    monkeypatch.setattr(trials, "TRIALS", chosen)


def test_a_table_says_what_holds(kibitz: Kibitz, few: None) -> None:
    result = kibitz("sandbox", "--sandbox", "off")
    assert result.exit_code == 0
    assert result.stdout.startswith("Sandbox: off (auto is ")
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "looks for open descriptors it gets nothing holds" in rows
    assert any(
        row.startswith("reads a file of the judge's it gets nothing does not") for row in rows
    )
    assert rows[-1] == "1 of 3 attacks held; off does not promise the others."


def test_a_broken_promise_is_an_exit_code(
    kibitz: Kibitz, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "promises", lambda kind, needs: True)
    result = kibitz("sandbox", "--sandbox", "off", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["kind"] == "off"
    assert told["ok"] is False
    by_name = {attack["name"]: attack for attack in told["attacks"]}
    assert by_name["read_judges_file"]["got"] == "KH QD"
    assert by_name["find_descriptors"]["holds"] is True
    assert set(told["auto"]) == {"kind", "why"}


def test_a_judge_that_is_not_told_is_no_promise_kept(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(ground: trials.Ground, name: str) -> str:
        return ground.got("ignore_signals", 0.05)

    trial = Trial("waits", "does not answer", "it is late", "nothing", judge)
    monkeypatch.setattr(trials, "TRIALS", (trial,))
    result = kibitz("sandbox", "--sandbox", "off")
    assert result.exit_code == 1
    assert "0 of 1 attack held; 1 that this sandbox should hold did not." in result.stdout


def test_there_are_four_kinds(kibitz: Kibitz) -> None:
    result = kibitz("sandbox", "--sandbox", "glass")
    assert result.exit_code == 2
