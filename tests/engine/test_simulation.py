"""Simulations: many games, measured."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise

import pytest

from kibitz.engine import Game, Simulation
from kibitz.engine.primitives import below
from kibitz.engine.simulation import CHOOSING, game_key
from kibitz.errors import GameError, KibitzError

from .tables import GAMES, game

Load = Callable[..., Game]
TIMES = ("seconds", "cpu_seconds", "decisions_per_second", "mode", "workers")


def numbers(result: Simulation) -> dict[str, object]:
    """All of a result but how it was got, and how long that took."""
    return {f.name: getattr(result, f.name) for f in fields(result) if f.name not in TIMES}


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_fit_together(name: str) -> None:
    result = game(name).simulate(20, seed=3, mode="python")
    assert (result.game, result.players, result.games) == (name, game(name).players, 20)
    assert (result.seed, result.mode, result.workers) == (3, "python", 1)
    assert result.bots == ["random"] * game(name).players
    assert result.parameters == game(name).parameters
    assert len(result.win_share) == len(result.score_mean) == result.players
    assert sum(result.win_share) == pytest.approx(1)
    assert result.unfinished == 0
    assert result.options_mean >= 1
    assert 0 <= result.forced_share <= 1
    assert len(result.options_by_decision) >= result.decisions_mean
    assert all(options >= 1 for options in result.options_by_decision)
    assert result.decisions_per_second > 0
    assert json.loads(json.dumps(result.as_json())) == result.as_json()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_result_and_another_seed_another(name: str) -> None:
    assert numbers(game(name).simulate(15, seed=1)) == numbers(game(name).simulate(15, seed=1))
    assert numbers(game(name).simulate(15, seed=1)) != numbers(game(name).simulate(15, seed=2))


def test_agram_has_six_decisions_for_each_player() -> None:
    result = game("agram").simulate(50)
    assert result.decisions_mean == 24
    assert len(result.options_by_decision) == 24
    assert result.options_by_decision[0] == 6
    assert result.options_by_decision[-4:] == [1, 1, 1, 1]


@pytest.mark.parametrize("name", GAMES)
def test_game_i_is_the_same_however_many_are_played(name: str) -> None:
    totals = [[0.0] * game(name).players]
    for n in range(1, 8):
        result = game(name).simulate(n, seed=5)
        totals.append([share * n for share in result.score_mean])
    singles = [
        [b - a for a, b in zip(before, after, strict=True)] for before, after in pairwise(totals)
    ]
    for i, single in enumerate(singles):
        assert played(game(name), 5, i) == pytest.approx(single)


def played(of: Game, seed: int, i: int) -> tuple[int, ...]:
    """Game i of a simulation with random bots, played by hand; subsets are weighed."""
    key = game_key(seed, i)
    state = of.new(key=key)
    made = 0
    while not state.over:
        weights = state.weights()
        if len(state.actions) == 1:
            index = 0
        elif any(weight != 1 for weight in weights) or _subset(of, state.array[0]):
            mark = below(*key, CHOOSING, made, 1 << 30) / (1 << 30) * sum(weights)
            index = 0
            while (mark := mark - weights[index]) >= 0:
                index += 1
        else:
            index = below(*key, CHOOSING, made, len(weights))
        state = state.after(state.actions[index])
        made += 1
    return state.scores


def _subset(of: Game, position: int) -> bool:
    return position in of.emitted.subsets or any(
        clause.subset for clause in of.emitted.choices[position].clauses
    )


def test_ties_are_split(game_of: Load) -> None:
    """Seats 0 and 2 always win together, seat 1 never."""
    made = game_of(
        "(choice ((turn pass))) (do ((dec ((1 player) sto S))))",
        players=3,
        scoring="max ((current player) sto S)",
    )
    result = made.simulate(10)
    assert result.win_share == pytest.approx([0.5, 0, 0.5])
    assert result.score_mean == [0, -1, 0]
    lowest = game_of(
        "(choice ((turn pass))) (do ((dec ((1 player) sto S))))",
        players=3,
        scoring="min ((current player) sto S)",
    ).simulate(10)
    assert lowest.win_share == [0, 1, 0]


def test_each_seat_can_have_its_own_bot(game_of: Load) -> None:
    """`first` takes the first option listed, here always 1; `random` one of three."""
    made = game_of(
        """(stage player (end (== (game sto N) 20))
        (choice ((any (range 1..3) 'K (inc ((current player) sto S) 'K))))
        (do ((inc (game sto N)))))""",
        scoring="max ((current player) sto S)",
    )
    result = made.simulate(100, bots=["first", "random"])
    assert result.bots == ["first", "random"]
    assert result.score_mean[0] == 10
    assert result.score_mean[1] == pytest.approx(20, abs=1.5)
    assert made.simulate(10, bots=["first"]).score_mean == [10, 10]


@pytest.mark.parametrize("bots", [["nobody"], ["random", "nobody"], ["random"] * 3, []])
def test_bots_that_cannot_be_seated_are_refused(bots: list[str]) -> None:
    with pytest.raises(KibitzError):
        game("agram").simulate(1, bots=bots)


@pytest.mark.parametrize("option", range(5))
def test_random_bots_pick_every_option_equally_often(game_of: Load, option: int) -> None:
    """One in five; with 2000 games the share deviates by 0.009."""
    made = game_of(
        f"""(choice ((any (range 0..4) 'K (set (game sto K) 'K))))
        (do (((== (game sto K) {option}) (set (game sto HIT) 1))))""",
        scoring="max (game sto HIT)",
    )
    assert made.simulate(2000).score_mean[0] == pytest.approx(0.2, abs=0.045)


def test_random_bots_pick_every_subset_equally_often(game_of: Load) -> None:
    """Two of five cards, asked for one by one: every card is in two fifths of the subsets."""
    made = game_of(
        """(choice ((any (subsets 2 (game vloc DECK)) 'S
        (all 'S 'C (move 'C (top (game vloc PILE)))))))""",
        scoring="max (sum (game vloc PILE) using (game points VALUE))",
    )
    result = made.simulate(2000)
    assert result.score_mean[0] == pytest.approx(6, abs=0.2)
    assert result.decisions_mean == 2


def test_an_error_of_the_rules_comes_out(game_of: Load) -> None:
    stuck = game_of("(choice ((any (game vloc NOWHERE) 'C (move 'C (top (game vloc PILE))))))")
    with pytest.raises(GameError, match="no option"):
        stuck.simulate(1)
    broken = game_of("(choice ((turn pass))) (do ((set (game sto X) (// 1 (game sto X)))))")
    with pytest.raises(GameError, match="division by zero"):
        broken.simulate(1)


@pytest.mark.parametrize("mode", ["python", "native"])
def test_progress_is_told(mode: str) -> None:
    told: list[int] = []
    game("kuhn").simulate(200, mode=mode, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 200


@pytest.mark.parametrize("n", [0, -1])
def test_at_least_one_game_is_played(n: int) -> None:
    with pytest.raises(KibitzError, match="cannot be played"):
        game("kuhn").simulate(n)
