"""A league: everybody against everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from compete.invented import ALONE, better, play, stage
from kibitz.compete.charter import Phase, Stop
from kibitz.compete.phases import Results, is_over, meetings, table
from kibitz.compete.phases.league import groups

NAMES = tuple("abcdefgh")


def test_everybody_meets_everybody_once() -> None:
    met = [meeting.entrants for meeting in meetings(stage(Phase("league", 4), NAMES), Results())]
    assert sorted(met) == list(combinations(NAMES, 2))


def test_points_add_up_to_the_games_that_were_played() -> None:
    of, results = stage(Phase("league", 4), NAMES), Results()
    play(of, results, better(*NAMES))
    rows = table(of, results)
    assert [row.name for row in rows] == list(NAMES)
    assert sum(row.points for row in rows) == 28 * 4
    assert [row.points for row in rows] == [28, 24, 20, 16, 12, 8, 4, 0]


def test_two_share_a_table_of_singles_in_all_seatings() -> None:
    (meeting,) = meetings(stage(Phase("league", 12), "ab", ALONE), Results())
    assert len(meeting.seatings) == 6
    assert meeting.deals == range(2)


def test_at_tables_every_group_sits_together_and_is_rotated() -> None:
    found = meetings(stage(Phase("league", 6, meet="tables"), "abcde", ALONE), Results())
    assert [meeting.entrants for meeting in found] == list(combinations("abcde", 3))
    for meeting in found:
        for seat in range(3):
            assert {seating[seat] for seating in meeting.seatings} == {0, 1, 2}


def test_in_a_large_field_everybody_sits_at_as_many_tables_as_was_asked_for() -> None:
    names = [f"n{number:02}" for number in range(23)]
    of = stage(Phase("league", 3, meet="tables", tables=6), names, ALONE)
    found = groups(of)
    sat = Counter(name for group in found for name in group)
    assert min(sat.values()) == 6
    assert max(sat.values()) <= 7
    met = Counter(pair for group in found for pair in combinations(sorted(group), 2))
    assert sum(often > 1 for often in met.values()) < len(met) / 10
    assert all(len(set(group)) == 3 for group in found)
    assert groups(of) == found


def test_a_sequential_test_ends_a_meeting_that_is_clear() -> None:
    phase = Phase("league", 400, stop=Stop())
    of, results = stage(phase, "ab"), Results()
    assert meetings(of, results)[0].deals == range(10)
    rounds = 0
    while not is_over(meetings(of, results), results):
        play(of, results, better("a", "b"))
        rounds += 1
    (meeting,) = meetings(of, results)
    assert 1 <= rounds < 10
    assert len(meeting.deals) == 10 * rounds < 200
