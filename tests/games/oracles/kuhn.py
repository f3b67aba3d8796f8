"""Kuhn poker beside OpenSpiel's: the same cards, the same words, the same chips."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play
from ..spiel import follow, on_offer

VARIANTS = ("kuhn_poker",)
CARDS = ("J", "Q", "K")
"""As OpenSpiel numbers them."""
WORDS = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}


def beside(variant: str, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs, ours = spiel.load_game(variant), kibitz.load("kuhn")
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(CARDS, 3)
        state = ours.new(deal={"HAND 0": cards[0], "HAND 1": cards[1]})
        other = theirs.new_initial_state()
        for card in cards[:2]:
            other.apply_action(CARDS.index(card))
        while not state.over:
            seat = state.to_move
            assert seat == other.current_player()
            own = CARDS[int(other.information_state_string(seat)[0])]
            assert state.observation(seat).places[f"HAND {seat}"] == (ours.card(own).number,)
            offered = moves(state)
            assert sorted(WORDS[word] for word in offered) == sorted(on_offer(other))
            word = rng.choice(offered)
            state = play(state, word)
            follow(other, WORDS[word])
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == other.returns()
    return decisions
