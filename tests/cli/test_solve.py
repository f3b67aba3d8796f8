"""`kibitz solve`: what best play leads to, in words and as data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series

from .conftest import FEWEST, Kibitz

PUZZLE = (
    *("solve", "agram", "--set", "NUMP=3", "--set", "HAND=2", "--set", "TRICKS=2"),
    *("--deal", "hand 0=3S 9H", "--deal", "HAND 1=10S 4H", "--deal", "HAND 2=5D 6D"),
)


ANSWER = """\
North: 1 at the end of the round at least, even if all others play against them

>   play 3♠  1
    play 9♥  0

Best play
  North 3♠  East 10♠  South 5♦  East 4♥  South 6♦  North 9♥
"""


def plain(text: str) -> str:
    """A text without the spaces that nobody sees."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def test_a_puzzle_is_answered_in_the_words_of_the_game(kibitz: Kibitz) -> None:
    result = kibitz(*PUZZLE)
    assert result.exit_code == 0
    assert plain(result.output).endswith(ANSWER)
    assert "> North" in result.output


def test_the_same_as_data(kibitz: Kibitz) -> None:
    found = json.loads(kibitz(*PUZZLE, "--json").stdout)
    assert found["value"] == 1
    assert found["seat"] == found["to_move"] == "North"
    assert found["two_sides"] is False
    assert found["actions"] == [
        {"action": "play 3S", "value": 1, "best": True},
        {"action": "play 9H", "value": 0, "best": False},
    ]
    assert found["line"][0] == {"seat": "North", "action": "play 3S"}
    assert len(found["line"]) == 6


@pytest.mark.parametrize("seat", ["East", "E", "1"])
def test_the_score_of_another_seat(kibitz: Kibitz, seat: str) -> None:
    found = json.loads(kibitz(*PUZZLE, "--seat", seat, "--json").stdout)
    assert (found["seat"], found["to_move"], found["value"]) == ("East", "North", 0)


def test_without_a_moment_the_last_tricks_are_solved(kibitz: Kibitz) -> None:
    found = json.loads(kibitz("solve", "brisca", "--seed", "3", "--json").stdout)
    assert found["decision"] == 28
    assert found["two_sides"] is True
    assert len(found["line"]) == 12


def test_a_recorded_game_at_a_moment(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Record.of(play_of_series(load("agram"), 5, 0)[-1]).save(path)
    result = kibitz("solve", "agram", "--record", str(path), "--at", "-4", "--json")
    assert json.loads(result.stdout)["decision"] == 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("brisca", "--at", "0"), "cards are still drawn in this position"),
        (("agram", "--at", "24"), "the game is over"),
        (
            ("agram", "--at", "0", "--limit", "100"),
            "24 cards in hands, and more than 100 positions",
        ),
        (("agram", "--limit", str(10**12 + 1)), "--limit"),
        (("agram", "--limit", str(10**30)), "--limit"),
        (("agram", "--deal", "HAND 0"), "`HAND 0` does not deal cards"),
        (("agram", "--deal", "HAND 0=3S", "--seed", "1"), "--deal is a game of its own"),
        (("agram", "--seat", "Q"), "Q"),
        (("agram", "--at", "99"), "there is no decision 99"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_sentence(
    kibitz: Kibitz, words: tuple[str, ...], message: str
) -> None:
    result = kibitz("solve", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_where_fewer_points_are_better_a_seat_is_sure_of_at_most_so_many(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    (path := tmp_path / "few.rcy").write_text(FEWEST)
    found = kibitz("solve", str(path), "--seed", "1", "--at", "0").stdout
    assert "North: 1 at the end of the round at most, even if all others play against" in found
