"""Every line of the truth files holds, by the plain rules and in the engine."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import kibitz

from .perft import census, moves, perft, play
from .truth import (
    RULES,
    Deal,
    Parameters,
    Truth,
    agram_deal,
    boerenbridge_deal,
    brisca_deal,
    hearts_deal,
    ninety_eight_deal,
    parse_truth,
    truths,
)

LINES = [
    pytest.param(game, truth, id=f"{game}-{number}")
    for game in RULES
    for number, truth in enumerate(truths(game), 1)
]


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


def random_deals() -> list[Any]:
    """Deals of all these games, with all their variants."""
    rng = random.Random(4)
    deals: list[tuple[str, Parameters, Deal]] = []
    for players in (2, 3, 4, 5):
        deals += [("agram", {"NUMP": players}, agram_deal(players, 6, rng)) for _ in range(8)]
    deals += [("agram", {"NUMP": 6, "HAND": 5}, agram_deal(6, 5, rng)) for _ in range(8)]
    for dealer in ("BYONE", "FREE"):
        for n in (1, 2, 3, 4, 5, 6, 8, 13):
            variant: Parameters = {"FIRST": n, "PEAK": n, "DEALER": dealer}
            deals += [("boerenbridge", variant, boerenbridge_deal(n, rng)) for _ in range(4)]
    for tie in ("DRAW", "SECOND"):
        for first in range(4):
            variant = {"TIE": tie, "FIRST": first}
            deals += [("brisca", variant, brisca_deal(rng)) for _ in range(4)]
    for way in ("LEFT", "RIGHT", "ACROSS", "NONE"):
        for opens, rest in itertools.product(("CLUBS", "LEFT"), ("YES", "NO")):
            variant = {"PASS": way, "FIRST": opens, "BREAK": rest, "BLOOD": rest, "MOON": rest}
            deals += [("hearts", variant, hearts_deal(rng))]
    for out in ("ONE", "ALL"):
        for players in (2, 3, 4, 6):
            variant = {"NUMP": players, "OUT": out}
            deals += [("ninety-eight", variant, ninety_eight_deal(players, 4, rng))] * 2
    return [pytest.param(*deal, id=f"{deal[0]}-{number}") for number, deal in enumerate(deals)]


@pytest.mark.parametrize(("game", "parameters", "deal"), random_deals())
def test_the_engine_and_the_plain_rules_agree_to_the_end(
    game: str, parameters: Parameters, deal: Deal
) -> None:
    rng = random.Random(5)
    position = RULES[game].start(deal, **parameters)
    state = kibitz.load(game, **parameters).new(deal=deal)
    while not position.over:
        assert not state.over
        assert state.to_move == position.to_move
        assert moves(state) == moves(position)
        move = rng.choice(moves(position))
        state, position = play(state, move), play(position, move)
    assert state.over
    assert list(state.scores) == position.scores
