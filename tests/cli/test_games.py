"""`kibitz games` and `kibitz rules`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from house import HOUSE
from typer.testing import Result

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
    assert agram["counts"] == [2, 3, 4, 5, 6]
    assert agram["summary"]
    assert (agram["family"], agram["also"]) == ("tricks", ["Sink-Sink"])
    assert (agram["length"], agram["pace"]) == (24, "quick")
    assert (agram["cards"], agram["pack"], agram["teams"]) == (35, "french", [])
    assert "error" not in agram
    assert next(game for game in listed if game["name"] == "tarot")["players"] == "3"


def names(result: Result) -> set[str]:
    assert result.exit_code == 0, result.output
    return {game["name"] for game in json.loads(result.stdout)["games"]}


def test_games_are_listed_under_their_families(kibitz: Kibitz) -> None:
    lines = kibitz("games").stdout.splitlines()
    at = {line.split()[0]: number for number, line in enumerate(lines) if line.strip()}
    assert at["Tricks"] < at["agram"] < at["tarot"] < at["Counting"] < at["ninety-eight"]


def test_the_list_fits_into_eighty_columns(kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, kibitz("games").stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("options", "some", "others"),
    [
        (("--family", "counting"), {"ninety-eight"}, {"agram"}),
        (("--players", "3"), {"agram", "tarot"}, {"hearts"}),
        (("--length", "quick"), {"agram"}, {"hearts"}),
        (("--length", "while"), {"hearts"}, {"agram", "boerenbridge"}),
        (("--deck", "spanish"), {"brisca"}, {"agram", "tarot"}),
        (("--deck", "french", "--players", "2"), {"agram"}, {"hearts", "brisca"}),
        (("black", "lady"), {"hearts"}, {"agram"}),
        (("hearts", "--players", "2"), set(), {"hearts"}),
    ],
)
def test_games_are_looked_for(
    kibitz: Kibitz, options: tuple[str, ...], some: set[str], others: set[str]
) -> None:
    listed = names(kibitz("games", *options, "--json"))
    assert some <= listed
    assert not others & listed


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--family", "trick"), "there is no family `trick`; did you mean `tricks`?"),
        (("--length", "brief"), "one of: quick, while, long"),
        (("--deck", "germn"), "did you mean `german`?"),
        (("tarrot",), "no game answers to `tarrot`; did you mean `tarot`?"),
        (("--players", "99"), "no game is like that"),
        (("--deck", "german"), "kibitz new my-skat --like skat --cards german"),
    ],
)
def test_what_there_is_not_is_one_sentence(
    kibitz: Kibitz, options: tuple[str, ...], sentence: str
) -> None:
    result = kibitz("games", *options)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_an_unknown_game_may_be_meant_by_another_name(kibitz: Kibitz) -> None:
    result = kibitz("play", "black lady")
    assert result.exit_code == 2
    assert "did you mean `hearts`?" in result.stderr


@pytest.mark.parametrize("name", HOUSE)
def test_the_rules_of_every_house_game_can_be_read(kibitz: Kibitz, name: str) -> None:
    result = kibitz("rules", name)
    assert result.exit_code == 0
    assert "Seats: North" in result.stdout
    assert f"kibitz play {name} --set" in result.stdout


def test_lists_in_the_rules_stay_lists(kibitz: Kibitz) -> None:
    shown = kibitz("rules", "casino").stdout
    assert "cards from the table:\n- cards of its own rank" in shown
    assert "of its own rank; kings, queens and jacks capture only those,\n- if it" in shown
    assert "\nIt may take several such groups" in shown


@pytest.mark.parametrize("name", HOUSE)
def test_every_parameter_of_a_house_game_is_explained(kibitz: Kibitz, name: str) -> None:
    said = json.loads(kibitz("rules", name, "--json").stdout)["parameters"]
    assert [each["name"] for each in said if not each["help"]] == []


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
