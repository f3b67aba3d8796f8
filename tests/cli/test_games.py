"""`kibitz games` and `kibitz rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house import HOUSE

from kibitz.engine.descriptions import house_games

from .conftest import Kibitz


def test_the_house_games_are_listed(kibitz: Kibitz) -> None:
    result = kibitz("games")
    assert result.exit_code == 0
    for name in ("agram", "boerenbridge", "brisca", "hearts", "ninety-eight", "tarot"):
        assert name in result.stdout
    assert "A quick trick-taking game from Niger" in result.stdout


def test_games_as_json(kibitz: Kibitz) -> None:
    listed = json.loads(kibitz("games", "--json").stdout)["games"]
    assert [game["name"] for game in listed] == list(house_games())
    agram = next(game for game in listed if game["name"] == "agram")
    assert agram["title"] == "Agram"
    assert agram["players"] == "2-6"
    assert agram["summary"]
    assert next(game for game in listed if game["name"] == "tarot")["players"] == "3"


@pytest.mark.parametrize("name", HOUSE)
def test_the_rules_of_every_house_game_can_be_read(kibitz: Kibitz, name: str) -> None:
    result = kibitz("rules", name)
    assert result.exit_code == 0
    assert "Seats: North" in result.stdout
    assert f"kibitz play {name} --set" in result.stdout


def test_the_parameters_are_explained(kibitz: Kibitz) -> None:
    shown = kibitz("rules", "boerenbridge").stdout
    assert "PEAK" in shown
    assert "1 to 13" in shown
    assert "BYONE, FREE" in shown


def test_rules_as_json(kibitz: Kibitz) -> None:
    rules = json.loads(kibitz("rules", "brisca", "--json").stdout)
    assert rules["game"] == "brisca"
    assert rules["players"] == 4
    assert rules["seats"] == ["North", "East", "South", "West"]
    assert rules["teams"] == [[0, 2], [1, 3]]
    assert rules["cards"] == 40
    assert "120 points" in rules["rules"]
    tie, first = rules["parameters"]
    assert tie["name"] == "TIE"
    assert tie["default"] == "DRAW"
    assert tie["values"] == ["DRAW", "SECOND"]
    assert first["min"] == 0
    assert first["max"] == 3
    assert first["help"]


def test_a_game_without_a_sheet_points_to_its_description(kibitz: Kibitz, suspicious: Path) -> None:
    result = kibitz("rules", str(suspicious))
    assert result.exit_code == 0
    assert "kibitz show" in result.stdout.replace("\n", " ")
