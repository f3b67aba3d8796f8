"""Every line of the truth files holds, by the plain rules and in the engine; and both agree in
whole games, with the parameters that each of the plain rules names."""

from __future__ import annotations

import random

import pytest

import kibitz

from .counting import Parameters, Truth, parse_truth
from .perft import census, moves, perft, play
from .truth import RULES, truths

LINES = [
    pytest.param(game, truth, id=f"{game}-{number}")
    for game in RULES
    for number, truth in enumerate(truths(game), 1)
]
VARIANTS = [
    pytest.param(game, parameters, id=f"{game}-{number}")
    for game, rules in RULES.items()
    for number, parameters in enumerate(rules.VARIANTS, 1)
]
DEALS = 3
"""Whole games with each of them."""


@pytest.mark.parametrize(("game", "truth"), LINES)
def test_a_line_can_be_read_and_written(game: str, truth: Truth) -> None:
    assert parse_truth(str(truth)) == truth


@pytest.mark.parametrize(("game", "truth"), LINES)
def test_the_plain_rules_count_what_the_truth_says(game: str, truth: Truth) -> None:
    position = play(RULES[game].start(truth.deal, **truth.parameters), *truth.before)
    assert census(position, len(truth.counts)) == (truth.counts, truth.endings)


@pytest.mark.parametrize(("game", "truth"), LINES)
def test_the_engine_counts_what_the_truth_says(game: str, truth: Truth) -> None:
    state = kibitz.load(game, **truth.parameters).new(deal=truth.deal)
    state = play(state, *truth.before)
    assert census(state, len(truth.counts)) == (truth.counts, truth.endings)


@pytest.mark.parametrize(("game", "truth"), LINES[::7])
def test_perft_is_the_census_of_one_depth(game: str, truth: Truth) -> None:
    position = play(RULES[game].start(truth.deal, **truth.parameters), *truth.before)
    assert [perft(position, d) for d in range(1, len(truth.counts) + 1)] == truth.counts


@pytest.mark.parametrize(("game", "parameters"), VARIANTS)
def test_the_engine_and_the_plain_rules_agree_to_the_end(game: str, parameters: Parameters) -> None:
    rng = random.Random(5)
    for _ in range(DEALS):
        deal = RULES[game].random_deal(rng, **parameters)
        position = RULES[game].start(deal, **parameters)
        state = kibitz.load(game, **parameters).new(deal=deal)
        while not position.over:
            assert not state.over
            assert state.to_move == position.to_move
            assert moves(state) == moves(position)
            move = rng.choice(moves(position))
            state, position = play(state, move), play(position, move)
        assert state.over
        assert list(state.scores) == list(position.scores)
