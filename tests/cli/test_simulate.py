"""`kibitz simulate`."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.engine.simulation import Simulation

from .conftest import Kibitz

KUHN = str(Path(__file__).parent.parent / "games" / "small" / "kuhn.rcy")
CLOCKS = ("seconds", "cpu_seconds", "decisions_per_second")


def test_the_table_names_the_seats(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "20")
    assert result.exit_code == 0
    assert "Agram: 20 games" in result.stdout
    assert "24.00" in result.stdout
    for seat in ("North", "East", "South", "West"):
        assert seat in result.stdout
    assert result.stderr == ""


def test_simulation_as_json(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "25", "--seed", "7", "--set", "NUMP=3", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert set(found) >= {field.name for field in fields(Simulation)}
    assert found["game"] == "agram"
    assert found["players"] == 3
    assert found["games"] == 25
    assert found["decisions_mean"] == 18
    assert found["seed"] == 7
    assert found["mode"] == "python"
    assert found["unfinished"] == 0
    assert sum(found["win_share"]) == pytest.approx(1)
    assert len(found["score_mean"]) == 3
    assert len(found["options_by_decision"]) == 18
    assert result.stderr == ""


def test_the_same_seed_gives_the_same_games(kibitz: Kibitz) -> None:
    def played(seed: str) -> dict[str, object]:
        found = json.loads(kibitz("simulate", "brisca", "-n", "5", "--seed", seed, "--json").stdout)
        return {key: value for key, value in found.items() if key not in CLOCKS}

    assert played("3") == played("3")
    assert played("3") != played("4")


def test_one_bot_for_all_or_one_for_each(kibitz: Kibitz) -> None:
    two = json.loads(kibitz("simulate", KUHN, "-n", "5", "--bots", "first,random", "--json").stdout)
    assert two["bots"] == ["first", "random"]
    one = json.loads(kibitz("simulate", KUHN, "-n", "5", "--bots", "first", "--json").stdout)
    assert one["bots"] == ["first", "first"]


def test_games_are_left_at_the_limit(kibitz: Kibitz) -> None:
    result = kibitz("simulate", "agram", "-n", "3", "--limit", "10", "--json")
    assert json.loads(result.stdout)["unfinished"] == 3
    assert "unfinished" in kibitz("simulate", "agram", "-n", "3", "--limit", "10").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bots", "clever"), "there is no plain bot `clever`"),
        (("--bots", "first,random"), "2 bots for 4 seats"),
        (("-n", "0"), "-n"),
        (("-n", "many"), "-n"),
        (("--limit", "0"), "--limit"),
    ],
)
def test_wrong_options_are_refused(kibitz: Kibitz, options: tuple[str, ...], message: str) -> None:
    result = kibitz("simulate", "agram", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
