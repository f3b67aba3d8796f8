"""The numbers of a match, against examples worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz.arena.statistics import (
    GameResult,
    Share,
    difference,
    estimate,
    shares,
    standing,
    t_chance,
    t_quantile,
    winning_teams,
)

ALONE = ((0,), (1,), (2,))
SHARE = Share(score=1, win=1, won=1, drawn=0, lost=0, decisions=4, seconds=2.0, overruns=1)


def game(scores: tuple[int, ...], winners: tuple[tuple[int, ...], ...]) -> GameResult:
    """A game in which seat i decided i + 1 times, a second each, and was late i times."""
    seats = range(len(scores))
    return GameResult(scores, winners, [i + 1 for i in seats], [i + 1.0 for i in seats], [*seats])


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_students_t_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, rel=0.0015)


@pytest.mark.parametrize(
    ("freedom", "p", "quantile"),
    [
        (1, 0.95, 6.313752),
        (2, 0.95, 2.919986),
        (4, 0.95, 2.131847),
        (5, 0.95, 2.015048),
        (5, 0.975, 2.570582),
        (10, 0.995, 3.169273),
    ],
)
def test_it_is_nearly_exact_from_four_degrees_of_freedom_on(
    freedom: int, p: float, quantile: float
) -> None:
    assert t_quantile(freedom, p) == pytest.approx(quantile, rel=0.000_12)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 11, 60, 1000, 1001])
@pytest.mark.parametrize("p", [0.6, 0.95, 0.975, 0.995])
def test_how_often_it_is_so_far_off(freedom: int, p: float) -> None:
    expected = pytest.approx(2 * (1 - p), rel=0.03 if freedom == 3 else 0.015)
    assert t_chance(freedom, t_quantile(freedom, p)) == expected
    assert t_chance(freedom, -t_quantile(freedom, p)) == expected
    assert t_chance(freedom, 0.0) == 1


def test_the_interval_of_a_mean() -> None:
    """Mean 6, variance 20/3, so the standard error is the root of 5/3; t is 3.182."""
    found = estimate([3, 5, 7, 9])
    assert found.mean == 6
    assert found.ci95 == pytest.approx((6 - 4.108, 6 + 4.108), abs=0.01)


def test_one_deal_says_nothing_about_the_next() -> None:
    assert estimate([5]).ci95 is None
    alone = standing("random", [SHARE])
    assert alone.ci95 is alone.win_ci95 is None


def test_who_has_the_best_score_wins_and_equals_share() -> None:
    assert winning_teams((2, 1, 3), ALONE) == ((1,),)
    assert winning_teams((1, 3, 1), ALONE) == ((0,), (2,))


def test_seats_of_one_team_win_together() -> None:
    assert winning_teams((3, 1, 1), ((0,), (1, 2))) == ((1, 2),)
    assert winning_teams((1, 1, 1, 1), ((0, 2), (1, 3))) == ((0, 2), (1, 3))


def test_a_partner_of_the_winner_with_fewer_points_has_not_won() -> None:
    assert winning_teams((2, 1, 3), ((0,), (1, 2))) == ((1,),)


def test_a_deal_of_two_teams_both_ways_round() -> None:
    """The first bot wins with both cards of the deal: once by 3, once it is a draw."""
    pairs = ((0, 2), (1, 3))
    games = [game((3, 0, 3, 0), pairs[:1]), game((1, 1, 1, 1), pairs)]
    one, two = shares([(0, 1, 0, 1), (1, 0, 1, 0)], games)
    assert (one.score, two.score) == (2, 0.5)
    assert (one.win, two.win) == (0.75, 0.25)
    assert (one.won, one.drawn, one.lost) == (1, 1, 0)
    assert (two.won, two.drawn, two.lost) == (0, 1, 1)
    assert (one.decisions, one.seconds, one.overruns) == (1 + 3 + 2 + 4, 10.0, 0 + 2 + 1 + 3)


def test_a_deal_of_two_bots_at_three_seats() -> None:
    """A bot with two seats has two chances: shares are counted for each seat it has."""
    games = [game((5, 2, 2), ((0,),)), game((4, 4, 0), ((0,), (1,)))]
    one, two = shares([(0, 1, 1), (0, 0, 1)], games)
    assert one.score == pytest.approx((5 + 4 + 4) / 3)
    assert two.score == pytest.approx((2 + 2 + 0) / 3)
    assert one.win == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)
    assert two.win == 0
    assert (one.won, one.drawn, one.lost) == (2, 0, 0)  # it shares a victory with nobody but itself
    assert (two.won, two.drawn, two.lost) == (0, 0, 2)


def test_partners_of_different_kinds_both_win() -> None:
    found = shares([(0, 1, 2, 3)], [game((1, 0, 1, 0), ((0, 2),))])
    assert [(share.won, share.win) for share in found] == [(1, 1), (0, 0), (1, 1), (0, 0)]


def test_a_game_counts_for_those_who_sat_in_it() -> None:
    one, two = shares([(0, 0), (0, 1)], [game((1, 0), ((0,),)), game((0, 1), ((1,),))])
    assert (one.won, one.lost) == (1, 1)
    assert (two.won, two.lost) == (1, 0)


def test_a_standing_adds_up_the_deals() -> None:
    found = standing("first", [SHARE, replace(SHARE, score=3, win=0, won=0, drawn=1, lost=2)])
    assert (found.mean_score, found.win_share) == (2, 0.5)
    assert found.ci95 == pytest.approx((2 - 12.706, 2 + 12.706), abs=0.001)
    assert found.win_ci95 == (0, 1)  # no share is below none or above all
    assert (found.won, found.drawn, found.lost) == (1, 1, 2)
    assert (found.decisions, found.seconds_per_decision, found.overruns) == (8, 0.5, 2)


def test_who_never_decided_took_no_time() -> None:
    assert standing("first", [replace(SHARE, decisions=0, seconds=0)]).seconds_per_decision == 0


def test_the_difference_is_taken_deal_by_deal() -> None:
    """Scores vary much, but the first bot is always two better."""
    one = [replace(SHARE, score=score) for score in (2, 12, 102)]
    two = [replace(SHARE, score=score) for score in (0, 10, 100)]
    assert difference(one, two).ci95 == (2, 2)
