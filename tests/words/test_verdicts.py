"""Who has won, in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.engine import load
from kibitz.words import Words
from kibitz.words.chips import Chip
from kibitz.words.position import Side
from kibitz.words.verdicts import over_scores, standings, verdict

FEWEST = """(game (setup (create players 3))
    (stage player (end (all player 'P (> ('P sto N) 0)))
      (choice ((inc ((current player) sto N) 1) (inc ((current player) sto N) 2))))
    (scoring min ((current player) sto N)))"""


def ended(seat: int | None, *ranks: int) -> str:
    """What is said at the end of Agram."""
    return verdict(Words(load("agram", NUMP=max(2, min(6, len(ranks))), HAND=5), seat), ranks)


def test_to_everybody_the_winners_are_named() -> None:
    assert ended(None, 2, 1, 3, 4) == "East wins."
    assert ended(None, 1, 3, 1, 4) == "North and South win."
    assert ended(None, 1, 1, 1, 4) == "North, East and South win."


def test_if_all_are_equal_it_is_a_draw() -> None:
    assert ended(None, 1, 1, 1, 1) == ended(2, 1, 1, 1, 1) == "A draw."


def test_those_who_play_together_have_no_draw() -> None:
    game = load("hanabi")
    for seat in (None, 1):
        assert verdict(Words(game, seat), (1, 1, 1)) == "Everybody scores the same."


def test_to_the_winner_it_is_you_alone_or_with_others() -> None:
    assert ended(1, 2, 1, 3, 4) == "You win!"
    assert ended(0, 1, 3, 1, 4) == "You win, together with South!"
    assert ended(1, 1, 1, 1, 4) == "You win, together with North and South!"


@pytest.mark.parametrize(
    ("rank", "nth"),
    [
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (10, "10th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (14, "14th"),
        (21, "21st"),
        (22, "22nd"),
        (23, "23rd"),
        (24, "24th"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (121, "121st"),
    ],
)
def test_to_the_others_which_place_they_have_got(rank: int, nth: str) -> None:
    assert ended(0, rank, *range(1, rank)) == f"You come {nth}."


def test_where_the_fewest_points_win_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "few.rcy"
    path.write_text(FEWEST)
    few = load(path)
    assert verdict(Words(few, None), (2, 1, 3)) == "East wins, with the fewest points."
    assert verdict(Words(few, 1), (2, 1, 3)) == "You win, with the fewest points!"
    assert (
        verdict(Words(few, 1), (2, 1, 1)) == "You win, together with West, with the fewest points!"
    )
    assert verdict(Words(few, None), (1, 1, 1)) == "A draw."
    assert over_scores(few, "mean score") == "mean score, fewer is better"
    assert over_scores(load("agram")) == "score"


def test_equals_who_have_not_won_are_told_their_place_too() -> None:
    assert ended(0, 2, 1, 2, 2) == "You come 2nd."


def test_who_plays_alone_reaches_the_end() -> None:
    assert verdict(Words(load("agram"), 0), [1]) == "You have reached the end."


def test_a_partnership_wins_or_loses() -> None:
    brisca = load("brisca")
    assert verdict(Words(brisca, 0), [1, 3, 1, 3]) == "You win, together with South!"
    assert verdict(Words(brisca, 1), [1, 3, 1, 3]) == "You lose."


def points(*each: int) -> list[Side]:
    """The two sides of Brisca, with their points."""
    return [Side((n, n + 2), (Chip("points", str(one)),)) for n, one in enumerate(each)]


def test_partners_stand_together_with_what_they_have_counted() -> None:
    found = standings(load("brisca"), points(55, 65), [-1, 1, -1, 1], [3, 1, 3, 1])
    assert [(one.rank, one.seats, one.chips[0].value) for one in found] == [
        (1, (1, 3), "65"),
        (2, (0, 2), "55"),
    ]
    equal = standings(load("brisca"), points(60, 60), [0, 0, 0, 0], [1, 1, 1, 1])
    assert [one.rank for one in equal] == [1, 1]


def test_a_score_that_says_more_than_who_has_won_is_shown() -> None:
    found = standings(load("brisca"), points(55, 65), [-20, 20, -20, 20], [3, 1, 3, 1])
    assert [(one.rank, one.seats) for one in found] == [(1, (1, 3)), (2, (0, 2))]
    assert [[str(chip.value) for chip in one.chips] for one in found] == [
        ["65", "20"],
        ["55", "−20"],
    ]
    assert [chip.name for chip in found[0].chips] == ["points", "score"]
    same = standings(load("brisca"), points(5, 7), [5, 7, 5, 7], [3, 1, 3, 1])
    assert [len(one.chips) for one in same] == [1, 1]
    each = standings(load("brisca"), points(55, 65), [1, 20, 2, 20], [4, 1, 3, 1])
    assert [one.seats for one in each] == [(1,), (3,), (2,), (0,)]


def test_whoever_plays_together_stands_together() -> None:
    (found,) = standings(load("hanabi"), [], [12, 12, 12], [1, 1, 1])
    assert (found.seats, [chip.value for chip in found.chips]) == ((0, 1, 2), ["12"])
