"""Leduc poker beside OpenSpiel's: the same cards, the same words, the same chips.

OpenSpiel says "call" for a check and "raise" for a bet.
"""

from __future__ import annotations

import re
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play
from ..spiel import follow, on_offer

VARIANTS = ("leduc_poker",)
CARDS = ("JS", "JH", "QS", "QH", "KS", "KH")
"""As OpenSpiel numbers them."""
WORDS = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Raise", "raise": "Raise"}


def seen(other: Any, seat: int, field: str) -> list[str]:
    """The card that OpenSpiel's observation names, if it does."""
    found = re.search(rf"\[{field}: (-?\d+)\]", other.information_state_string(seat))
    return [CARDS[int(found[1])]] if found else []


def beside(variant: str, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs, ours = spiel.load_game(variant), kibitz.load("leduc")
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(CARDS, 6)
        deal = {"HAND 0": cards[0], "HAND 1": cards[1], "STOCK": " ".join(cards[2:])}
        state = ours.new(deal=deal)
        other = theirs.new_initial_state()
        for card in cards[:2]:
            other.apply_action(CARDS.index(card))
        while not state.over:
            if other.is_chance_node():
                other.apply_action(CARDS.index(cards[2]))
            seat = other.current_player()
            assert state.to_move == seat
            for place, field in ((f"HAND {seat}", "Private"), ("BOARD", "Public")):
                numbers = [ours.card(card).number for card in seen(other, seat, field)]
                found = state.observation(seat).places[place]
                assert isinstance(found, tuple)
                assert list(found) == numbers
            offered = moves(state)
            assert sorted(WORDS[word] for word in offered) == sorted(on_offer(other))
            word = rng.choice(offered)
            state = play(state, word)
            follow(other, WORDS[word])
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == other.returns()
    return decisions
