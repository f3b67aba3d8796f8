"""A cup: who loses is out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from compete.invented import better, play, stage, won
from kibitz.compete.charter import Phase
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.phases import Results, is_over, meetings, table
from kibitz.compete.phases.cup import MOST, bracket

EIGHT = tuple("12345678")
CUP = Phase("cup", 4, extra=2)


def entrants(found: list[Meeting]) -> list[str]:
    return ["-".join(meeting.entrants) for meeting in found]


def played(field: tuple[str, ...], phase: Phase = CUP) -> tuple[list[list[Meeting]], Results]:
    of, results, rounds = stage(phase, field), Results(), []
    while not is_over(meetings(of, results), results):
        rounds.append(play(of, results, better(*field)))
    return rounds, results


def test_the_best_meet_the_last_and_the_winners_of_1_8_and_4_5_meet() -> None:
    (quarter, semi, last), _ = played(EIGHT)
    assert entrants(quarter) == ["1-8", "4-5", "2-7", "3-6"]
    assert entrants(semi) == ["1-4", "2-3"]
    assert entrants(last) == ["1-2", "3-4"]
    assert [meeting.title for meeting in (*quarter[:1], *semi, *last)] == [
        "quarter-final 1", "semi-final 1", "semi-final 2", "final", "third place",
    ]  # fmt: skip


def test_the_table_is_by_how_far_everybody_came() -> None:
    _, results = played(EIGHT)
    rows = table(stage(CUP, EIGHT), results)
    assert [row.name for row in rows] == list(EIGHT)
    assert [row.note for row in rows[:4]] == ["winner", "final", "third place", "fourth place"]


def test_without_a_match_for_the_third_place_there_is_none() -> None:
    rounds, _ = played(EIGHT, Phase("cup", 4, third=False))
    assert entrants(rounds[-1]) == ["1-2"]


@pytest.mark.parametrize("size", [2, 3, 5, 6, 11, 64])
def test_in_any_field_the_best_have_byes_and_one_wins(size: int) -> None:
    field = tuple(f"n{number:02}" for number in range(1, size + 1))
    rounds, results = played(field, Phase("cup", 2, third=False))
    first = {name for meeting in rounds[0] for name in meeting.entrants}
    byes = len(bracket(size)) - size
    assert first == set(field[byes:])
    assert sum(map(len, rounds)) == size - 1
    assert [row.name for row in table(stage(CUP, field), results)][:2] == list(field[:2])


def test_whoever_wins_a_number_goes_on_to_half_of_it() -> None:
    rounds, _ = played(tuple("12345"))
    for before, after in pairwise(rounds):
        goes_on = {meeting.number // 2: meeting.entrants for meeting in before}
        for number, pair in goes_on.items():
            met = {one.number: one.entrants for one in after}
            assert set(pair) & set(met[number])


def drawn_until(deal: int) -> object:
    """Equal, until a deal that the second one wins."""

    def how(meeting: Meeting, game: GameId) -> PlayedGame:
        one, other = meeting.entrants
        return won(meeting, game, *([other] if game.deal >= deal else [one, other]))

    return how


def test_equals_play_on_in_pairs_of_games_until_one_is_ahead() -> None:
    of, results = stage(CUP, "ab"), Results()
    extents = []
    while not is_over(meetings(of, results), results):
        (meeting,) = play(of, results, drawn_until(3))  # type: ignore[arg-type]
        extents.append(meeting.games)
    assert extents == [4, 6, 8]
    rows = table(of, results)
    assert [row.name for row in rows] == ["b", "a"]
    assert not rows[0].lot


def test_after_the_most_they_may_play_a_lot_decides() -> None:
    of, results = stage(CUP, "ab"), Results()
    while not is_over(meetings(of, results), results):
        (meeting,) = play(of, results, drawn_until(99))  # type: ignore[arg-type]
    assert meeting.games == 8
    rows = table(of, results)
    assert all(row.lot for row in rows)
    assert rows[0].note == "winner"


def test_in_robobriscas_scheme_they_play_on_with_two_new_deals() -> None:
    of, results = stage(Phase("cup", 4, scheme="robobrisca", extra=1), "ab"), Results()
    extents = []
    while not is_over(meetings(of, results), results):
        (meeting,) = play(of, results, drawn_until(99))  # type: ignore[arg-type]
        extents.append((meeting.games, len(meeting.deals)))
    assert extents == [(4, 4), (6, 6)]


def test_while_it_is_played_those_who_are_in_come_first() -> None:
    of, results = stage(CUP, EIGHT), Results()
    play(of, results, better(*EIGHT))
    rows = table(of, results)
    assert {row.name for row in rows[:4]} == set("1234")
    assert [row.note for row in rows[:4]] == [""] * 4


def test_a_cup_is_for_sixty_four() -> None:
    assert MOST == 64
    assert sorted(bracket(64)) == list(range(1, 65))
