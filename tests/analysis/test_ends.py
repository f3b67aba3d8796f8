"""When a game was decided: against a plain look at every way on."""

from __future__ import annotations

from functools import partial

import pytest

import kibitz
from kibitz.analysis import figures, report
from kibitz.analysis.bench import Bench
from kibitz.analysis.effort import effort
from kibitz.analysis.ends import Backwards, Ended, Ends, claims, decided, gather
from kibitz.analysis.study import Asked, Pilot, Sample
from kibitz.arena.statistics import winning_teams
from kibitz.engine import Game, State
from kibitz.engine.series import states_of_series
from kibitz.work import Here

GUESSES = """(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do ((set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)
         ((RANK : FOUR) 4) ((RANK : FIVE) 5) ((RANK : SIX) 6)))
       (shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 1)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do ((move (top (game iloc STOCK)) (top ((current player) vloc DRAWN))))))
  (scoring min (+ (sum ((current player) iloc HAND) using (game points VALUE))
                  (sum ((current player) vloc DRAWN) using (game points VALUE)))))"""
"""Lay a card aside; what one keeps and what one draws counts against one. The draws are settled by
the shuffle, so the kibitzer can tell the end from the beginning."""


def wins(state: State, side: set[int]) -> int:
    """2 if a side has won alone, 1 with others, 0 not at all."""
    winners = {seat for team in winning_teams(state.ranks, state.teams) for seat in team}
    return (2 if winners <= side else 1) if winners & side else 0


def is_sure(state: State, side: set[int], least: int, free: bool) -> bool:
    """The same by looking at every way on."""
    if state.over:
        return wins(state, side) >= least
    ways = (is_sure(state.after(action), side, least, free) for action in state.actions)
    return any(ways) if free and state.to_move in side else all(ways)


def plainly(states: list[State]) -> Ended:
    """When a game was decided, by looking at every way on from each of its states."""
    winners = winning_teams(states[-1].ranks, states[-1].teams)
    side, least = set(winners[0]), 1 if len(winners) > 1 else 2
    before = states[:-1]

    def first(free: bool) -> int:
        at = len(before)
        while at and is_sure(before[at - 1], side, least, free):
            at -= 1
        return at

    claimed = first(True)
    choices = sum(len(state.actions) > 1 for state in before[claimed:])
    return Ended(len(before), claimed, first(False), choices, False, False)


def games(game: Game, n: int) -> list[list[State]]:
    return [list(states_of_series(game, 1, number)) for number in range(n)]


@pytest.mark.parametrize("mode", ["python", "native"])
def test_a_trick_game_is_decided_when_every_way_on_says_so(mode: str) -> None:
    game = kibitz.load("agram", NUMP=3, HAND=3, TRICKS=3)
    look = Backwards(game, mode)
    found = [look.ended(states) for states in games(game, 25)]
    assert found == [plainly(states) for states in games(game, 25)]
    assert len({ended.claimed for ended in found}) > 2
    assert any(ended.claimed < ended.settled for ended in found)


def test_what_is_still_to_be_drawn_is_known_and_few_points_win(load_text: object) -> None:
    game: Game = load_text(GUESSES)  # type: ignore[operator]
    look = Backwards(game)
    played = games(game, 40)
    found = [look.ended(states) for states in played]
    assert found == list(map(plainly, played))
    assert any(ended.claimed == 0 for ended in found)
    assert any(ended.claimed > 0 for ended in found)


def test_partners_win_together() -> None:
    game = kibitz.load("brisca")
    states = games(game, 1)[0]
    look = Backwards(game, limit=2000)
    ended = look.ended(states)
    last = [states[-6 + i] for i in range(6)]  # near the end every way on can be looked at
    short = plainly(last)
    assert ended.decisions - ended.settled >= short.decisions - short.settled
    assert ended.decisions - ended.claimed >= short.decisions - short.claimed


def test_too_many_ways_on_are_not_looked_at() -> None:
    game = kibitz.load("agram", NUMP=3, HAND=3, TRICKS=3)
    states = games(game, 1)[0]
    given_up = Backwards(game, limit=2).ended(states)
    assert given_up.claim_open
    assert given_up.claimed >= Backwards(game).ended(states).claimed


def ends(*games: Ended) -> Ends:
    return Ends(Sample("ends", "", ("random",), len(games), len(games), 1), games, True)


def test_a_game_decided_halfway_has_half_of_it_still_to_come() -> None:
    found = decided(ends(Ended(10, 5, 9, 3, False, False), Ended(10, 5, 9, 0, True, False)))
    assert found is not None
    assert found.figure == figures.mean_share([0.5, 0.5])
    late = decided(ends(Ended(10, 0, 9, 3, False, False), Ended(10, 5, 9, 0, True, False)))
    assert late is not None
    assert late.figure is not None
    assert late.figure.ci95 == (0, 1)  # no more than all can be to come
    assert [row.figure.value for row in found.rows] == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert found.note is not None
    assert "50 %" in found.note


@pytest.mark.parametrize("decisions", [10, 20, 30, 70])
def test_a_game_is_decided_by_the_tenth_in_which_it_was(decisions: int) -> None:
    for tenth in range(1, 11):
        found = decided(ends(Ended(decisions, tenth * decisions // 10, 0, 0, False, False)))
        assert found is not None
        assert [row.figure.value for row in found.rows].index(1) == tenth - 1


def test_who_has_nothing_left_to_choose_cannot_claim() -> None:
    found = claims(ends(Ended(10, 5, 9, 3, False, False), Ended(10, 9, 9, 0, False, False)))
    assert found is not None
    assert found.figure is not None
    assert found.figure.value == 0.5
    assert found.note is None


def test_the_study_is_the_same_whatever_the_workers() -> None:
    made = partial(
        report, kibitz.load("agram", NUMP=2, HAND=4, TRICKS=4), studies=("ends",), games=25
    )
    one, two = made(workers=1), made(workers=2)
    assert one.to_json() == two.to_json()
    assert one.samples["ends"].games == 25


@pytest.mark.parametrize("left", [False, True])
def test_ends_go_by_the_numbers_of_deals_only_if_all_games_came_to_one(
    left: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = [[10, 5, 9, 3, 0, 0], None if left else [10, 4, 9, 3, 0, 0], [10, 7, 9, 3, 0, 0]]
    bench = Bench(kibitz.load("agram"), 1, Here())
    monkeypatch.setattr(bench, "lots", lambda *_, **__: [answer])
    found = gather(bench, Asked(effort("quick"), pairing=True), Pilot(10, 2, 5, 0, 100))
    assert found is not None
    assert found.sample.unfinished == left
    measured = decided(found)
    assert measured is not None
    assert (measured.residuals is None) is left
