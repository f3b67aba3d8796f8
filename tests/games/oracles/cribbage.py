"""Cribbage beside OpenSpiel's: the same cards laid away, the same plays, the same points.

OpenSpiel counts a deal to its end before it looks who has won, where here whoever gets to the goal
has won at once; so single deals are compared, all points of the play and those of the show. There
one says "go" as a decision, here the rules do. Two cards are laid away at once there, one by one
here. Four cards of a suit in the crib count there without the starter, as here with FLUSH=YES; by
the rules as they are printed most, and if nothing is set, they do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDSH" for rank in RANKS)


@dataclass(frozen=True)
class Variant:
    """Rules that both have."""

    FLUSH: str = "YES"


VARIANTS = (Variant(),)


def spelt(card: str) -> str:
    """A card as OpenSpiel writes it: `TH`."""
    return card.replace("10", "T")


def options(theirs: Any) -> dict[str, int]:
    """OpenSpiel's options by what is chosen."""
    return {theirs.action_to_string(a).removeprefix("Choose "): a for a in theirs.legal_actions()}


def scores(theirs: Any) -> list[int]:
    """The points so far."""
    return [int(points) for points in str(theirs).partition("Scores: ")[2].split()[:2]]


def dealt(theirs: Any, card: str) -> None:
    """Give a card to chance."""
    cards = {theirs.action_to_string(-1, a)[-2:]: a for a in theirs.legal_actions()}
    theirs.apply_action(cards[spelt(card)])


def laid_away(theirs: Any, cards: list[str]) -> None:
    """Choose two cards there."""
    offered = {frozenset(name.split()): action for name, action in options(theirs).items()}
    theirs.apply_action(offered[frozenset(map(spelt, cards))])


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many deals in both programs, at random, and tell how many decisions were the same; an
    AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("cribbage")
    ours = kibitz.load("cribbage", GOAL=0, FLUSH=variant.FLUSH)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(DECK, 13)
        hands = {f"HAND {seat}": " ".join(cards[6 * seat : 6 * seat + 6]) for seat in (0, 1)}
        state = ours.new(deal={**hands, "STOCK": cards[12]})
        theirs = game.new_initial_state()
        for card in cards[:12]:
            dealt(theirs, card)
        chosen: list[str] = []
        while not state.over:
            if theirs.is_chance_node():
                dealt(theirs, cards[12])
            while list(options(theirs)) == ["Pass"]:
                theirs.apply_action(theirs.legal_actions()[0])
            assert state.to_move == theirs.current_player()
            offered = moves(state)
            laying = len(state.history) < 4
            if not laying:
                assert {spelt(card) for card in offered} == set(options(theirs))
                assert list(scores(theirs)) == [state.store(f"SCORE {seat}") for seat in (0, 1)]
            hand = state.cards(f"HAND {state.to_move}")
            assert all(spelt(card) in theirs.observation_string(state.to_move) for card in hand)
            card = rng.choice(offered)
            state = play(state, card)
            decisions += 1
            if not laying:
                theirs.apply_action(options(theirs)[spelt(card)])
                continue
            chosen.append(card)
            if len(chosen) == 2:
                laid_away(theirs, chosen)
                chosen = []
        while not theirs.is_chance_node() and list(options(theirs)) == ["Pass"]:
            theirs.apply_action(theirs.legal_actions()[0])
        assert list(state.scores) == scores(theirs), f"{state.scores} {theirs}"
    return decisions
