"""Oh Hell beside OpenSpiel's, a deal at a time: the same cards, the same bids, the same points.

There, the dealer is always on the hook; without the hook it is not compared, nor are deals in which
a bid that fails is worth nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play
from ..spiel import follow, on_offer

DECK = tuple(
    rank + suit
    for suit in "CDSH"
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
)


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    NUMP: int
    CARDS: int
    SCORING: str = "TRICKS"

    @property
    def spec(self) -> str:
        """OpenSpiel's game."""
        penalty = str(self.SCORING == "PENALTY").lower()
        return (
            f"oh_hell(players={self.NUMP},num_tricks_fixed={self.CARDS},off_bid_penalty={penalty})"
        )


VARIANTS = (
    Variant(3, 1),
    Variant(3, 17, "PENALTY"),
    Variant(4, 5),
    Variant(4, 12),
    Variant(5, 3, "PENALTY"),
    Variant(7, 7),
)


def named(move: str) -> str:
    """A bid or a card as OpenSpiel writes it: `4`, `HT`."""
    return move if move.isdigit() else move[-1] + move[:-1].replace("10", "T")


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    players, size = variant.NUMP, variant.CARDS
    ours = kibitz.load("oh-hell", NUMP=players, FIRST=size, LAST=size, SCORING=variant.SCORING)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        *cards, turned = rng.sample(DECK, players * size + 1)
        deal = {f"HAND {seat}": " ".join(cards[seat::players]) for seat in range(players)}
        state = ours.new(deal={**deal, "TURNED": turned})
        other = theirs.new_initial_state()
        follow(other, str(size), str(players - 1), *map(named, cards), named(turned))
        while not state.over:
            seat = state.to_move
            assert seat == other.current_player()
            offered = moves(state)
            assert set(map(named, offered)) == set(on_offer(other))
            sees_the_same(other, kibitz.view(state, seat))
            move = rng.choice(offered)
            state = play(state, move)
            follow(other, named(move))
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == list(other.returns())
    return decisions


def sees_the_same(other: Any, view: kibitz.View) -> None:
    """The hand and the card turned up, as the player to move sees them there and here."""
    lines = other.information_state_string(view.seat).splitlines()
    first = lines.index(f"Player: {view.seat}") + 1
    hand = {
        line.strip()[0] + rank for line in lines[first : first + 4] for rank in line[6:].strip()
    }
    assert hand == {named(str(card)) for card in view.cards(f"HAND {view.seat}")}
    assert lines[3] == f"Trump: {named(str(view.cards('TURNED')[0]))}"
