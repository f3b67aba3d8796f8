"""What a game does in a race: whole games with random players, and rollouts."""

from __future__ import annotations

from itertools import count
from random import Random

from kibitz.engine.game import Game
from kibitz.engine.race import Play
from kibitz.engine.state import State

__all__ = ["first_card", "rollouts", "with_deal"]

POSITIONS = 16
"""How many dealt positions rollouts start from."""

LONGEST_AUCTION = 200
"""Decisions after which nobody waits any longer for a card to be played."""


def with_deal(game: Game, mode: str = "native") -> Play:
    """Whole games on one core, dealt and scored."""
    seeds = count(1)

    def play(games: int) -> int:
        return game.simulate(games, seed=next(seeds), workers=1, mode=mode).decisions

    return play


def rollouts(game: Game) -> Play:
    """The rest of games, in native mode on one core: from positions before the first card."""
    seeds = count(1)
    positions = [first_card(game, seed) for seed in range(POSITIONS)]

    def play(games: int) -> int:
        decisions = 0
        for i, position in enumerate(positions):
            share = games * (i + 1) // POSITIONS - games * i // POSITIONS
            if share:
                decisions += game.simulate(
                    share, seed=next(seeds), workers=1, mode="native", start=position
                ).decisions
        return decisions

    return play


def first_card(game: Game, seed: int) -> State:
    """A position in which all have bid at random and nobody has played a card.

    In a game in which nobody ever just plays a card, it is the position as dealt.

    >>> from kibitz.engine import load
    >>> print(*first_card(load("boerenbridge"), seed=7).actions, sep=", ")
    play K♥
    """
    rng = Random(seed)
    dealt = state = game.new(seed=seed)
    for _ in range(LONGEST_AUCTION):
        if all(action.label.startswith("play ") for action in state.actions):
            return state
        state = state.after(rng.choice(state.actions))
        if state.over:
            break
    return dealt
