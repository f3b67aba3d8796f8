"""One step ahead, in every game."""

from __future__ import annotations

import pytest

from kibitz.bots.osla import Osla
from kibitz.engine import load

from .playing import Anything, played, swapped


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca"])
def test_it_does_not_see_hidden_cards(name: str) -> None:
    game = load(name)
    assert swapped(game, [Osla(deals=2) for _ in range(game.players)], 1) > 10


def test_it_bids_lays_aside_and_plays_in_tarot() -> None:
    game = load("tarot")
    for seed in range(2):
        end = played(game, [Osla(deals=1), Osla(deals=1), Anything()], seed)
        assert sum(end.scores) == 0


MATCHES = [("agram", 120), ("boerenbridge", 16), ("brisca", 24)]


@pytest.mark.parametrize(("name", "games"), MATCHES)
def test_it_does_better_than_random(name: str, games: int) -> None:
    game = load(name)
    margin = 0.0
    for seed in range(games):
        bots: list[Osla | Anything] = [Anything() for _ in range(game.players)]
        mine = (seed % 2, seed % 2 + 2) if name == "brisca" else (seed % game.players,)
        for seat in mine:
            bots[seat] = Osla(deals=4)
        scores = played(game, bots, seed).scores
        others = [score for seat, score in enumerate(scores) if seat not in mine]
        margin += scores[mine[0]] - sum(others) / len(others)
    assert margin > 0


def test_in_a_game_it_does_not_know_it_looks_at_the_score() -> None:
    game = load("kuhn")
    ends = [played(game, [Osla() for _ in range(game.players)], seed) for seed in range(10)]
    assert all(end.over for end in ends)
