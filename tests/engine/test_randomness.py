"""Chance: the same key gives the same game, and the same deal whatever is played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.engine.keys import derive_key
from kibitz.engine.primitives import below

from .tables import GAMES, game, last


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    assert bytes(game(name).new(1)) == bytes(game(name).new(1))
    assert bytes(game(name).new(key=(1, 2))) == bytes(game(name).new(key=(1, 2)))
    fresh = Game(game(name).source, game(name).sheet, name, {})
    assert bytes(fresh.new(1)) == bytes(game(name).new(1))


def test_another_seed_gives_another_deal() -> None:
    deals = {game("agram").new(seed).cards("HAND 0") for seed in range(50)}
    assert len(deals) == 50


def draws(state: State, place: str) -> list[int]:
    """The cards that left a place, in order."""
    number = state.game.place_names.index(place)
    return [event.card for event in state.events if event.kind == "move" and event.source == number]


def test_in_brisca_the_stock_gives_the_same_cards_in_the_same_order_whatever_is_played() -> None:
    for seed in range(5):
        ends = [last(game("brisca").new(seed), Random(way)) for way in range(6)]
        assert len({end.history for end in ends}) == 6
        orders = {tuple(draws(end, "STOCK")) for end in ends}
        assert len(orders) == 1
        assert sorted(orders.pop()) == list(range(40))


def test_in_boerenbridge_all_rounds_are_dealt_alike_whatever_is_played() -> None:
    for seed in range(3):
        ends = [last(game("boerenbridge").new(seed), Random(way)) for way in range(5)]
        assert len({tuple(draws(end, "STOCK")) for end in ends}) == 1
        assert len({tuple(draws(end, "SUITS")) for end in ends}) == 1


def test_every_deal_of_the_first_two_cards_is_equally_likely() -> None:
    """Kuhn poker: six deals; expected 500 each, with a deviation of 20."""
    kuhn = game("kuhn")
    deals = Counter(
        (state.cards("HAND 0"), state.cards("HAND 1"))
        for state in (kuhn.new(seed) for seed in range(3000))
    )
    assert len(deals) == 6
    assert all(abs(times - 500) < 100 for times in deals.values()), deals


def chi_square(counts: Counter[int], n: int) -> float:
    expected = counts.total() / n
    return sum((counts[i] - expected) ** 2 / expected for i in range(n))


@pytest.mark.parametrize("n", [2, 3, 7, 35, 52])
@pytest.mark.parametrize("stream", [-3, -1, 0, 9])
def test_below_is_uniform(n: int, stream: int) -> None:
    """Five deviations above the expected value of chi square."""
    key = derive_key("uniform", n, stream)
    counts = Counter(below(*key, stream, counter, n) for counter in range(400 * n))
    assert set(counts) == set(range(n))
    assert chi_square(counts, n) < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_below_is_uniform_over_keys_too() -> None:
    counts = Counter(below(*derive_key(seed), 0, 0, 10) for seed in range(4000))
    assert chi_square(counts, 10) < 9 + 5 * 18**0.5


def test_neighbouring_draws_are_independent() -> None:
    """Pairs of consecutive numbers, and pairs from neighbouring streams."""
    key = derive_key("pairs")
    for pairs in (
        [(below(*key, 0, i, 4), below(*key, 0, i + 1, 4)) for i in range(6400)],
        [(below(*key, i, 0, 4), below(*key, i + 1, 0, 4)) for i in range(6400)],
    ):
        counts = Counter(4 * a + b for a, b in pairs)
        assert chi_square(counts, 16) < 15 + 5 * 30**0.5


def test_keys_are_pairs_of_62_bits_and_differ() -> None:
    keys = {derive_key(seed, i) for seed in range(20) for i in range(20)}
    assert len(keys) == 400
    assert all(0 <= half < 2**62 for key in keys for half in key)
