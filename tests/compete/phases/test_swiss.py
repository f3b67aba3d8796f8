"""A swiss phase: equals meet."""

from __future__ import annotations

import pytest

from compete.invented import better, play, stage
from kibitz.compete.charter import Phase
from kibitz.compete.phases import Results, is_over, meetings, table

EIGHT, SEVEN = tuple("abcdefgh"), tuple("abcdefg")


def rounds(field: tuple[str, ...], count: int) -> tuple[list[list[tuple[str, ...]]], Results]:
    of, results = stage(Phase("swiss", 2, rounds=count), field), Results()
    found = []
    while not is_over(meetings(of, results), results):
        found.append([meeting.entrants for meeting in play(of, results, better(*EIGHT))])
    return found, results


def test_the_first_half_begins_against_the_second() -> None:
    of = stage(Phase("swiss", 2, rounds=3), EIGHT)
    met = [meeting.entrants for meeting in meetings(of, Results())]
    assert met == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]


def test_then_those_meet_who_have_as_many_points() -> None:
    found, _ = rounds(EIGHT, 2)
    assert all({one in "abcd", other in "abcd"} != {True, False} for one, other in found[1])


@pytest.mark.parametrize("field", [EIGHT, SEVEN], ids=len)
def test_nobody_meets_anybody_twice_while_that_can_be_avoided(field: tuple[str, ...]) -> None:
    found, _ = rounds(field, 5)
    assert len(found) == 5
    met = [frozenset(pair) for round in found for pair in round]
    assert len(set(met)) == len(met)


def test_the_best_wins() -> None:
    _, results = rounds(EIGHT, 3)
    rows = table(stage(Phase("swiss", 2, rounds=3), EIGHT), results)
    assert rows[0].name == "a"
    assert rows[0].points == 6
    assert rows[-1].name == "h"


def test_who_is_left_over_gets_what_the_others_made_on_average_and_nobody_is_twice() -> None:
    found, results = rounds(SEVEN, 3)
    playing = [{name for pair in round for name in pair} for round in found]
    byes = [name for names in playing for name in SEVEN if name not in names]
    assert len(byes) == len(set(byes)) == 3
    assert byes[0] == "g"
    rows = table(stage(Phase("swiss", 2, rounds=3), SEVEN), results)
    assert {row.name for row in rows if row.note.startswith("bye in round")} == set(byes)
    assert sum(row.points for row in rows) == 3 * 3 * 2 + 3


def test_every_round_has_deals_of_its_own() -> None:
    of, results = stage(Phase("swiss", 4, rounds=3), EIGHT), Results()
    deals: list[int] = []
    while not is_over(meetings(of, results), results):
        (own,) = {tuple(meeting.deals) for meeting in play(of, results, better(*EIGHT))}
        deals += own
    assert len(deals) == len(set(deals)) == 6
