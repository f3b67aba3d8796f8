"""Limit Hold'em beside OpenSpiel's `universal_poker`: the same cards, words and chips.

OpenSpiel says "call" for a check and "bet" for a raise, and shares a pot in fractions of chips: so
the blind is 60 here, which four can share. Its limit game reads stacks for four players at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(rank + suit for rank in RANKS for suit in "CDHS")
"""As OpenSpiel numbers them."""
WORDS = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Bet", "raise": "Bet"}


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    NUMP: int = 2
    MOST: int = 4
    BLIND: int = 60

    @property
    def spec(self) -> str:
        """OpenSpiel's game: of two players the second deals, posts the small blind and opens."""
        small, large = self.BLIND, 2 * self.BLIND
        blinds = [large, small] if self.NUMP == 2 else [small, large, *[0] * (self.NUMP - 2)]
        told = {
            "betting": "limit",
            "numPlayers": self.NUMP,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds)),
            "firstPlayer": "2 1 1 1" if self.NUMP == 2 else "3 1 1 1",
            "raiseSize": f"{large} {large} {2 * large} {2 * large}",
            "maxRaises": f"{self.MOST - 1} {self.MOST} {self.MOST} {self.MOST}",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join(["9000"] * self.NUMP),
        }
        return f"universal_poker({','.join(f'{name}={value}' for name, value in told.items())})"


VARIANTS = (Variant(), Variant(NUMP=3), Variant(NUMP=4), Variant(MOST=3))


def seen(other: Any, seat: int) -> set[str]:
    """The cards of a seat, by OpenSpiel's own words for them."""
    line = next(line for line in str(other).splitlines() if line.startswith(f"P{seat} Cards: "))
    cards = line.removeprefix(f"P{seat} Cards: ")
    pairs = (cards[at : at + 2] for at in range(0, len(cards), 2))
    return {pair[0].replace("T", "10") + pair[1].upper() for pair in pairs}


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    ours = kibitz.load("holdem", DEALS=1, NUMP=variant.NUMP, MOST=variant.MOST, BLIND=variant.BLIND)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(CARDS, 2 * variant.NUMP + 5)
        hands = {f"HAND {p}": " ".join(cards[2 * p : 2 * p + 2]) for p in range(variant.NUMP)}
        state = ours.new(deal={**hands, "STOCK": " ".join(cards[2 * variant.NUMP :])})
        other = theirs.new_initial_state()
        drawn = iter(cards)
        while not state.over:
            while other.is_chance_node():
                other.apply_action(CARDS.index(next(drawn)))
            seat = other.current_player()
            assert state.to_move == seat
            assert set(state.cards(f"HAND {seat}")) == seen(other, seat)
            offered = moves(state)
            actions = {
                other.action_to_string(action).rpartition("=")[2]: action
                for action in other.legal_actions()
            }
            assert sorted(WORDS[word] for word in offered) == sorted(actions)
            # A random player who folds as often as anything else sees few rivers.
            word = rng.choice([word for word in offered if word != "fold" or rng.random() < 0.3])
            state = play(state, word)
            other.apply_action(actions[WORDS[word]])
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == other.returns()
    return decisions
