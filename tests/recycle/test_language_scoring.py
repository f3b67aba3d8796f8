"""The end: scores, ranks, and games that do not come to one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State

Load = Callable[..., Game]
Rules = Callable[..., State]

SCORES = """(do (
    (set ((0 player) sto S) 3) (set ((1 player) sto S) 7)
    (set ((2 player) sto S) 3) (set ((3 player) sto S) (- 0 1))))"""


def test_the_highest_score_wins_and_equal_scores_share_the_better_rank(rules: Rules) -> None:
    state = rules(SCORES, players=4, scoring="max ((current player) sto S)")
    assert state.over
    assert state.scores == (3, 7, 3, -1)
    assert state.ranks == (2, 1, 2, 4)


def test_the_lowest_score_wins(rules: Rules) -> None:
    state = rules(SCORES, players=4, scoring="min ((current player) sto S)")
    assert state.ranks == (2, 4, 2, 1)


def test_all_equal_are_all_first(rules: Rules) -> None:
    assert rules("(do ((turn pass)))", players=3, scoring="max 5").ranks == (1, 1, 1)


def test_the_score_is_evaluated_with_each_player_current(rules: Rules) -> None:
    deal = """(do (
        (repeat 2 (move (top (game vloc DECK)) (top ((1 player) vloc WON))))
        (move (top (game vloc DECK)) (top ((2 player) vloc WON)))))"""
    score = "max (+ (* 10 (pid (current player))) (size ((current player) vloc WON)))"
    assert rules(deal, players=3, scoring=score).scores == (0, 12, 21)


def test_the_score_of_a_team_is_that_of_its_members(rules: Rules) -> None:
    state = rules(
        "(do ((inc ((team (2 player)) sto S) 5)))",
        players=4,
        teams="(create teams (0, 2) (1, 3))",
        scoring="max ((team (current player)) sto S)",
    )
    assert state.scores == (5, 0, 5, 0)
    assert state.ranks == (1, 3, 1, 3)


def test_scores_can_be_read_before_the_end_and_change_nothing(rules: Rules) -> None:
    state = rules(
        """(do ((inc ((0 player) sto S))))
        (stage player (end (== (game sto N) 3))
          (choice ((inc (game sto N)))) (do ((inc ((current player) sto S)))))""",
        scoring="max ((current player) sto S)",
    )
    assert state.scores == (1, 0)
    state = state.after(state.actions[0])
    assert (state.scores, state.to_move) == ((2, 0), 1)


ENDLESS = """(stage player (end (== 1 2)) (choice ((inc ((current player) sto S)) (turn pass))))"""


@pytest.mark.parametrize("limit", [1, 10, 11])
def test_a_game_that_does_not_end_is_unfinished_and_scored_as_it_stands(
    game_of: Load, limit: int
) -> None:
    game = game_of(ENDLESS, scoring="max ((current player) sto S)")
    result = game.simulate(5, limit=limit, bots=["first"])
    assert (result.games, result.unfinished, result.decisions_mean) == (5, 5, limit)
    assert result.score_mean == [(limit + 1) // 2, limit // 2]


def test_a_finished_game_is_not_unfinished(game_of: Load) -> None:
    game = game_of("(stage player (end (== (game sto N) 10)) (choice ((inc (game sto N)))))")
    assert game.simulate(3, limit=10).unfinished == 0
    assert game.simulate(3, limit=9).unfinished == 3
