"""Contests: who sits where, who did better, and that a deal is the same whoever plays it when."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.analysis import contest
from kibitz.analysis.contest import RANDOM, ROW, Cost, Kind, duel, normalised, pairs, play, played
from kibitz.analysis.effort import EFFORTS
from kibitz.analysis.study import Asked, Pilot
from kibitz.arena.seatings import seatings
from kibitz.errors import KibitzError

from .skilful import CHANCE, GUESS, LUCK, NIM, NUMBERS, PROMISE, described

SHORT = Pilot(decisions=24, options=3, choices=14, unfinished=0, limit=1000)


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """These games are too small to be compiled."""
    monkeypatch.setattr(contest, "MODE", "python")


def found(text: str, deals: int, *kinds: str) -> dict[str, float]:
    """What came of a contest, on average over its deals."""
    rows = played(described(text), 0, deals, 1, kinds, 1000)
    return {what: sum(row[at] for row in rows) / deals for at, what in enumerate(ROW)}


# --- seats and ranks ------------------------------------------------------------------------------


def test_a_rank_is_the_share_of_the_others_one_has_left_behind() -> None:
    assert normalised([1, 2, 3]) == (1.0, 0.5, 0.0)
    assert normalised([1, 1, 3]) == (0.75, 0.75, 0.0)
    assert normalised([2, 1, 2, 2]) == pytest.approx((1 / 3, 1, 1 / 3, 1 / 3))
    assert normalised([1]) == (1.0,)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_fair_seating_is_one_of_a_pair_that_exchange_seats(players: int) -> None:
    teams = [(seat,) for seat in range(players)]
    both = pairs(teams)
    assert sorted(one for pair in both for one in pair) == sorted(seatings(2, teams))
    assert all(a != b for one, other in both for a, b in zip(one, other, strict=True))


def test_partners_are_of_one_kind() -> None:
    three = pairs([(0, 3), (1, 4), (2, 5)])
    assert len(three) == 3
    assert all(one[seat] == one[seat + 3] for pair in three for one in pair for seat in range(3))


# --- games ----------------------------------------------------------------------------------------


def test_a_deal_does_not_depend_on_the_lot_it_is_played_in() -> None:
    game, kinds = kibitz.load("agram"), ("search:2", "random")
    whole = played(game, 0, 3, 7, kinds, 1000)
    assert whole == played(game, 0, 1, 7, kinds, 1000) + played(game, 1, 3, 7, kinds, 1000)
    assert whole != played(game, 0, 3, 8, kinds, 1000)


def test_the_same_players_play_the_same_deal_differently_in_another_turn() -> None:
    game, players = kibitz.load("agram"), [RANDOM] * 4
    ends = {play(game, 3, 1, players, turn=turn, limit=1000).wins for turn in range(12)}
    assert len(ends) > 1


def test_a_game_that_is_left_is_counted() -> None:
    row = duel(kibitz.load("agram"), 0, 1, (RANDOM, RANDOM), limit=5)
    assert row[ROW.index("unfinished")] == 2


def test_the_deal_that_decides_everything_is_nobodys_merit() -> None:
    row = found(LUCK, 8, "search:8", "random")
    assert (row["points"], row["wins"], row["ranks"]) == (0, 0, 0)
    assert row["victories"] == 0.5


def test_where_fewest_points_win_less_is_more() -> None:
    fewest = NUMBERS.replace("scoring max", "scoring min")
    for text in (fewest, NUMBERS):
        assert found(text, 8, "search:20", "random")["points"] > 0.5


def test_who_plays_better_is_seen_at_once_in_an_open_game() -> None:
    row = found(NIM, 6, "search:40", "random")
    assert row["victories"] > 0.7
    assert row["wins"] == row["points"] == row["ranks"] > 0.3


# --- knowledge ------------------------------------------------------------------------------------


def test_who_has_listened_knows_the_suit_and_who_has_not_guesses_it() -> None:
    row = found(GUESS, 20, "search:8", "heedless:8")
    assert row["points"] == pytest.approx(0.5, abs=0.25)
    assert found(GUESS, 8, "open:8", "search:8")["points"] == 0


def test_a_deal_in_which_the_game_could_not_go_on_is_not_imagined() -> None:
    """Whoever has promised a heart must play one: deals without are drawn again, so that also the
    heedless know the suit."""
    assert found(PROMISE, 12, "search:8", "heedless:8")["points"] == 0


# --- what it costs --------------------------------------------------------------------------------


def test_more_time_means_more_deals_and_longer_games_fewer() -> None:
    game, kind = kibitz.load("agram"), Kind("search", 200)
    quick, usual = (Asked(EFFORTS[name]) for name in ("quick", "usual"))
    cost = Cost(game, SHORT)
    assert 12 <= cost.deals(quick, 0.1, 2, [kind]) < cost.deals(usual, 0.1, 2, [kind])
    assert cost.deals(usual, 0.1, 2, [Kind("search", 2000)]) < cost.deals(usual, 0.1, 2, [kind])
    assert cost.deals(Asked(EFFORTS["usual"], games=30), 0.1, 3, [kind]) == 10


def test_a_game_that_is_too_long_for_searchers_is_refused() -> None:
    endless = Pilot(decisions=10_000, options=3, choices=9_000, unfinished=1, limit=10_000)
    cost = Cost(kibitz.load("agram"), endless)
    with pytest.raises(KibitzError, match="too long for searchers: it has about 9,000 choices"):
        cost.deals(Asked(EFFORTS["quick"]), 0.1, 2, [Kind("search", 200)])


def test_a_game_without_decisions_can_be_played() -> None:
    assert found(CHANCE, 4, "search:8", "random")["ranks"] == 0
