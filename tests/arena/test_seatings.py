"""Who sits where in a match."""

from __future__ import annotations

from collections import Counter

import pytest

from kibitz.arena.seatings import checked, seatings
from kibitz.errors import KibitzError

ALONE = [(0,), (1,), (2,), (3,)]
PAIRS = [(0, 2), (1, 3)]


@pytest.mark.parametrize("teams", [ALONE, PAIRS])
def test_as_many_bots_as_seats_are_rotated(teams: list[tuple[int, ...]]) -> None:
    found = seatings(4, teams)
    assert found == [(0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0)]


def test_as_many_bots_as_teams_get_a_team_each_both_ways_round() -> None:
    assert seatings(2, PAIRS) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert seatings(2, [(0,), (1, 2)]) == [(0, 1, 1), (1, 0, 0)]


def test_two_bots_alone_are_seated_in_every_way_in_which_both_sit() -> None:
    found = seatings(2, ALONE)
    assert len(found) == len(set(found)) == 2**4 - 2
    assert all(set(seating) == {0, 1} for seating in found)
    for seat in range(4):
        assert Counter(seating[seat] for seating in found) == {0: 7, 1: 7}


@pytest.mark.parametrize(
    ("bots", "teams", "message"),
    [
        (3, ALONE, "3 bots cannot share the 4 seats of Agram\n  hint: give 4, one for each seat; "),
        (3, ALONE, "or 2, seated in every way"),
        (3, PAIRS, "or 2, one for each team"),
        (1, ALONE, "1 bot cannot share"),
        (1, [(0,), (1,)], "hint: give 2, one for each seat"),
        (5, PAIRS, "5 bots cannot share"),
    ],
)
def test_anything_else_is_refused_with_what_would_fit(
    bots: int, teams: list[tuple[int, ...]], message: str
) -> None:
    with pytest.raises(KibitzError) as refused:
        seatings(bots, teams, "Agram")
    assert message in str(refused.value)


def test_seatings_may_be_given() -> None:
    assert checked([[0, 1, 1], (1, 0, 0)], 2, 3) == [(0, 1, 1), (1, 0, 0)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([(0, 1)], "(0, 1) is not a seating of 2 bots at 3 seats"),
        ([(0, 1, 2)], "it has a number from 0 to 1 for each seat"),
        ([(0, -1, 1)], "is not a seating"),
        ([(0, 0, 0)], "bot 1 has no seat in any of the seatings"),
        ([], "bot 0 has no seat"),
    ],
)
def test_seatings_that_are_none_are_refused(given: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(KibitzError) as refused:
        checked(given, 2, 3)
    assert message in str(refused.value)
