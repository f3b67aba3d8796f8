"""Spades beside OpenSpiel's: the same deals, the same bids and cards, the same points.

OpenSpiel's spades are never broken: whoever has anything else may not lead them. Here they are
broken as usual, or never locked; whoever leads may then be offered spades more than there, and none
of these is chosen. OpenSpiel has one deal, a nil of a hundred points, tricks of a nil that fails
count for the partner, and ten bags cost a hundred: what our parameters say if nothing is set.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play
from ..rules_spades import DECK
from ..spiel import follow, on_offer

VARIANTS = ("YES", "NO")
"""Whether spades must be broken."""


def named(move: str) -> str:
    """A bid or a card as OpenSpiel writes it: `Nil`, `12`, `HT`."""
    if move == "bid_nil":
        return "Nil"
    return move if move.isdigit() else move[-1] + move[:-1].replace("10", "T")


def their_hand(text: str) -> set[str]:
    """The hand in what OpenSpiel shows a player: a line for each suit, `S AT2` or `S none`."""
    lines = [line.split() for line in text.splitlines()[:4]]
    return {suit + rank for suit, ranks in lines for rank in ranks if ranks != "none"}


def our_hand(state: kibitz.State, seat: int) -> set[str]:
    """The hand in what we show them."""
    cards = state.observation(seat).places[f"HAND {seat}"]
    assert not isinstance(cards, int)
    return {named(state.game.cards[card].text) for card in cards}


def offered(state: kibitz.State, legal: set[str]) -> list[str]:
    """Our options, of which both programs have the same, but that we may offer spades to lead."""
    ours = moves(state)
    more = {named(move) for move in ours} - legal
    assert {named(move) for move in ours} >= legal
    assert all(move[0] == "S" for move in more)
    if more:
        assert not any(state.cards(f"TRICK {seat}") for seat in range(4))
        assert state.store("BROKEN") == "YES" or state.game.parameters["BREAK"] == "NO"
    return [move for move in ours if named(move) in legal]


def beside(variant: str, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game("spades")
    ours = kibitz.load("spades", BREAK=variant)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(DECK, 52)
        state = ours.new(deal={f"HAND {seat}": " ".join(cards[seat::4]) for seat in range(4)})
        other = theirs.new_initial_state()
        follow(other, *map(named, cards))
        while not state.over:
            assert not other.is_terminal()
            seat = other.current_player()
            assert state.to_move == seat
            assert our_hand(state, seat) == their_hand(other.observation_string(seat))
            move = rng.choice(offered(state, set(on_offer(other))))
            state = play(state, move)
            follow(other, named(move))
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == list(other.returns())
    return decisions
