"""Figures of a phase, worked out by hand from a handful of games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.arena.statistics import GameResult, Teams, estimate
from kibitz.compete.charter import Phase
from kibitz.compete.figures import (
    PhaseFigures,
    competition_figures,
    encounters,
    failings,
    pairs,
    phase_figures,
)
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.orders import ahead, order
from kibitz.compete.points import Row, tallies
from kibitz.seats.failures import Failure

PARTNERS: Teams = ((0, 2), (1, 3))
ALONE: Teams = ((0,), (1,), (2,))
LEAGUE = Phase("league", 4)


def game(
    deal: int,
    turn: int,
    names: tuple[str, ...],
    scores: tuple[int, ...],
    winners: Teams,
    *,
    meeting: int = 0,
    failures: tuple[tuple[Failure, ...], ...] = (),
    forfeits: tuple[int, ...] = (),
) -> PlayedGame:
    own = dict.fromkeys(names)
    seating = tuple(list(own).index(name) for name in names)
    seats = len(names)
    result = GameResult(
        scores, winners, (3,) * seats, (0.5,) * seats, (0,) * seats, True, failures, forfeits
    )
    return PlayedGame(GameId(0, 0, meeting, deal, turn), names, seating, result)


def duel(deal: int, turn: int, one: str, other: str, score: int, *, meeting: int = 0) -> PlayedGame:
    """A game of partners; more than half of 120 wins."""
    winners = ((0, 2),) if score > 60 else ((1, 3),) if score < 60 else PARTNERS
    names, scores = (one, other) * 2, (score, 120 - score) * 2
    return game(deal, turn, names, scores, winners, meeting=meeting)


GAMES = [
    duel(0, 0, "Ann", "Bob", 70),
    duel(0, 1, "Bob", "Ann", 50),
    duel(1, 0, "Ann", "Bob", 60),
    duel(1, 1, "Bob", "Ann", 80),
    duel(0, 0, "Ann", "Cleo", 100, meeting=1),
    duel(0, 1, "Cleo", "Ann", 90, meeting=1),
]
"""Ann against Bob: won, won, drawn, lost; against Cleo, on one deal only: won, lost."""


def figures(games: list[PlayedGame] = GAMES, phase: Phase = LEAGUE) -> PhaseFigures:
    sums = tallies(phase, games)
    rows = [
        Row(place, name, tally.points, tally.games, tally.wins, tally.score, tally.margin)
        for place, (name, tally) in enumerate(sorted(sums.items()), 1)
    ]
    seatings = ((0, 1, 0, 1), (1, 0, 1, 0))
    meetings = [
        Meeting(0, 0, 0, ("Ann", "Bob"), range(2), seatings),
        Meeting(0, 0, 1, ("Ann", "Cleo"), range(1), seatings),
    ]
    return phase_figures(0, phase, rows, meetings, games, teams=PARTNERS, highest=True, seed="s")


def test_standings_add_up() -> None:
    ann, bob, cleo = figures().standings
    assert (ann.won, ann.drawn, ann.lost) == (3, 1, 2)
    assert (bob.won, bob.drawn, bob.lost) == (1, 1, 2)
    assert (cleo.won, cleo.drawn, cleo.lost) == (1, 0, 1)
    assert ann.row.points == Fraction(7, 2)
    assert sum(one.row.points for one in (ann, bob, cleo)) == len(GAMES)
    assert ann.win_share.mean == pytest.approx(3.5 / 6)
    assert ann.mean_score.mean == pytest.approx((70 + 70 + 60 + 40 + 100 + 30) / 6)
    assert ann.decisions == 6 * 2 * 3


def test_a_deal_is_one_observation() -> None:
    ann, bob, cleo = figures().standings
    assert bob.win_share.ci95 is not None
    assert bob.mean_score == estimate([50, (60 + 80) / 2])  # as many games of each deal
    assert bob.win_share.ci95 == (0.0, 1.0)  # not beyond all there is
    assert bob.points == (0.0, 4.0)
    assert cleo.points is None  # nobody knows after one deal
    assert cleo.mean_score.ci95 is None
    mean = 370 / 6  # Ann: four games of deal 0, two of deal 1
    moved = [mean + (270 - 4 * mean) / 3, mean + (100 - 2 * mean) / 3]
    assert ann.mean_score.ci95 == pytest.approx(estimate(moved).ci95)


def test_who_won_all_may_have_had_luck() -> None:
    won = [duel(deal, turn, "Ann", "Bob", 70) for deal in range(10) for turn in range(2)]
    ann, bob = figures(won).standings
    least = 0.025 ** (1 / 10)
    assert ann.win_share.ci95 == pytest.approx((least, 1.0))
    assert bob.win_share.ci95 == pytest.approx((0.0, 1 - least))
    assert ann.points == pytest.approx((20 * least, 20.0))


def test_so_may_two_who_were_equal_in_every_deal() -> None:
    games = [
        duel(deal, turn, *pair, 70)
        for deal in range(3)
        for turn, pair in enumerate((("Ann", "Bob"), ("Bob", "Ann")))
    ]
    found = figures(games).standings[0].win_share
    luck = 1 - 0.025 ** (1 / 3)
    assert found.mean == 0.5
    assert found.ci95 == pytest.approx((0.5 - luck / 2, 0.5 + luck / 2))


def test_points_for_a_bye_are_certain() -> None:
    row = Row(1, "Bob", Fraction(11, 2), 4, Fraction(3, 2), Fraction(), Fraction())
    found = phase_figures(0, LEAGUE, [row], [], GAMES, teams=PARTNERS, highest=True)
    assert found.standings[0].points == (4.0, 8.0)  # instead of 0 to 4


def test_points_may_be_the_score() -> None:
    phase = Phase("league", 4, points="score")
    ann = figures(phase=phase).standings[0]
    assert ann.row.points == 370
    assert ann.points is not None
    assert ann.points[0] < 0  # a score has no bounds


def test_pairs_are_both_ways_round() -> None:
    found = {(pair.one, pair.other): pair for pair in figures().pairs}
    assert set(found) == {("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Cleo"), ("Cleo", "Ann")}
    assert found["Ann", "Bob"].games == 4
    assert found["Ann", "Bob"].points == Fraction(5, 2)
    assert found["Ann", "Bob"].share.mean == pytest.approx(2.5 / 4)
    assert found["Bob", "Ann"].share.mean == pytest.approx(1.5 / 4)
    again = pairs(LEAGUE, GAMES, teams=PARTNERS, highest=True)
    assert again == figures().pairs


def test_encounters_have_their_games_in_order() -> None:
    first, second = encounters(LEAGUE, [one.meeting for one in figures().encounters], GAMES[::-1])
    assert {name: float(points) for name, points in first.points.items()} == {
        "Ann": 2.5,
        "Bob": 1.5,
    }
    assert len(second.games) == 2
    assert [one.games for one in figures().encounters] == [tuple(GAMES[:4]), tuple(GAMES[4:])]


def test_it_does_not_matter_how_games_came_in() -> None:
    assert figures(GAMES[::-1]) == figures()


def test_failures_are_counted_by_cause_and_the_first_is_told() -> None:
    late, raised = Failure(4, "late", "it was late"), Failure(2, "raised", "no", "trace", "hint")
    names = ("Ann", "Bob") * 2
    played = [
        game(0, 0, names, (70, 50) * 2, ((0, 2),), failures=((), (late,), (), (late, raised))),
        game(1, 0, names, (70, 50) * 2, ((0, 2),), failures=((), (late,), (), ()), forfeits=(1,)),
        game(2, 0, names, (50, 70) * 2, ((1, 3),)),
    ]
    first, second = failings(played)
    assert (first.name, first.cause, first.times, first.games) == ("Bob", "late", 3, 2)
    assert (second.cause, second.times, second.said, second.trace) == ("raised", 1, "no", "trace")
    assert first.first == played[0].id
    ann, bob = figures(played).standings
    assert (ann.failures, ann.failed, ann.forfeited) == (0, 0, 0)
    assert (bob.failures, bob.failed, bob.forfeited) == (4, 2, 1)


# --- orders ---------------------------------------------------------------------------------------


def test_a_team_of_one_entrant_is_one_player() -> None:
    assert order(GAMES[0], PARTNERS) == (("Ann",), ("Bob",))
    assert order(GAMES[2], PARTNERS) == (("Ann", "Bob"),)


def test_who_plays_alone_ends_by_score_after_those_who_won() -> None:
    table = game(0, 0, ("Ann", "Bob", "Cleo"), (3, 9, 5), ((1,),))
    assert order(table, ALONE) == (("Bob",), ("Cleo",), ("Ann",))
    fewest = game(0, 0, ("Ann", "Bob", "Cleo"), (3, 9, 9), ((0,),))
    assert order(fewest, ALONE, highest=False) == (("Ann",), ("Bob", "Cleo"))
    twice = game(0, 0, ("Ann", "Bob", "Ann"), (3, 9, 5), ((1,),))
    assert order(twice, ALONE) == (("Bob",), ("Ann",), ("Ann",))


def test_who_forfeits_comes_last() -> None:
    table = game(0, 0, ("Ann", "Bob", "Cleo"), (3, 9, 5), ((2,),), forfeits=(1,))
    assert order(table, ALONE) == (("Cleo",), ("Ann",), ("Bob",))


def test_at_tables_of_more_pairs_go_by_who_ended_before_whom() -> None:
    end = (("Bob",), ("Ann", "Cleo"))
    assert [ahead(end, "Bob", "Ann"), ahead(end, "Ann", "Cleo"), ahead(end, "Cleo", "Bob")] == [
        1,
        Fraction(1, 2),
        0,
    ]
    table = game(0, 0, ("Ann", "Bob", "Cleo"), (3, 9, 5), ((1,),))
    found = {
        (p.one, p.other): p.share.mean for p in pairs(LEAGUE, [table], teams=ALONE, highest=True)
    }
    assert found["Cleo", "Ann"] == 1
    assert found["Cleo", "Bob"] == 0
    assert len(found) == 6


def test_ratings_of_all_phases_are_those_of_the_only_one() -> None:
    only = figures()
    found = competition_figures([only])
    assert found.ratings == only.ratings
    assert only.ratings[0].name == "Ann"
    twice = competition_figures([only, only])
    assert twice.ratings[0].games == 2 * only.ratings[0].games
