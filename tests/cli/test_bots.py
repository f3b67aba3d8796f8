"""`kibitz bots`."""

from __future__ import annotations

import json

from .conftest import Kibitz


def test_the_bots_are_listed_with_their_parameters(kibitz: Kibitz) -> None:
    result = kibitz("bots")
    assert result.exit_code == 0
    for word in ("random", "slow", "seconds=0.2", "greedy", "boerenbridge", "path/my.py:MyBot"):
        assert word in result.stdout


def test_only_those_of_a_game(kibitz: Kibitz) -> None:
    assert "greedy" not in kibitz("bots", "agram").stdout
    assert "greedy" in kibitz("bots", "boerenbridge").stdout


def test_the_bots_as_json(kibitz: Kibitz) -> None:
    found = {
        bot["name"]: bot for bot in json.loads(kibitz("bots", "tarot", "--json").stdout)["bots"]
    }
    assert found["slow"]["parameters"] == [
        {"name": "seconds", "values": "a number", "about": "how long it waits", "default": 0.2}
    ]
    assert (found["random"]["game"], found["rule"]["game"]) == (None, "tarot")


def test_an_unknown_game_is_refused(kibitz: Kibitz) -> None:
    result = kibitz("bots", "agrm")
    assert result.exit_code == 2
    assert "did you mean `agram`?" in result.stderr
