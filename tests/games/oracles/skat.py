"""Skat beside OpenSpiel's: the same deals, the same cards on offer, the same points.

OpenSpiel's Skat has neither bids nor hand games, nothing is announced and nothing multiplied:
whoever is the first to name a game plays it, picks up the skat, and gets (points - 60) / 120 for
it. So the taker here bids 18 and takes the skat, the others pass, and what is compared is the play:
the cards on offer, the points of the taker, and whether a null is won. Bids and values are checked
against plain rules of their own. OpenSpiel has the game named before two cards are laid aside, and
these in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from .. import rules_skat as rules
from ..perft import moves, play
from ..spiel import follow, on_offer

AUCTIONS = (("pass", "pass", "18"), ("18", "pass", "pass"), ("pass", "18", "pass"))
"""What is said if forehand, middlehand or rearhand plays."""

ORDER = [0] * 3 + [1] * 3 + [2] * 3 + [3] * 2 + [0] * 4 + [1] * 4 + [2] * 4 + [0] * 3 + [1] * 3
"""Who gets the cards dealt, 3 for the skat; the last three are the third seat's."""


@dataclass(frozen=True)
class Variant:
    """A game that both know, and who plays it."""

    game: str
    taker: int


VARIANTS = (
    *(Variant(game, 0) for game in ("diamonds", "hearts", "spades", "clubs")),
    *(Variant("grand", taker) for taker in range(3)),
    Variant("clubs", 2),
    *(Variant("null", taker) for taker in range(3)),
)


def named(card: str) -> str:
    """A card as OpenSpiel writes it: `HT`."""
    return card[-1] + card[:-1].replace("10", "T")


def dealt(rng: Random) -> tuple[list[str], dict[str, str]]:
    """The cards as they are dealt, and who gets them."""
    cards = rng.sample(rules.DECK, 32)
    seats = [*ORDER, 2, 2, 2]
    places = ("HAND 0", "HAND 1", "HAND 2", "SKAT")
    own = (
        " ".join(card for card, seat in zip(cards, seats, strict=True) if seat == place)
        for place in range(4)
    )
    return cards, dict(zip(places, own, strict=True))


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game("skat")
    ours = kibitz.load("skat")
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards, deal = dealt(rng)
        other = theirs.new_initial_state()
        follow(other, *map(named, cards), *["unknown/pass"] * variant.taker, variant.game)
        state = play(ours.new(deal=deal), *AUCTIONS[variant.taker], "take_the_skat")
        while not state.over:
            offered = moves(state)
            if offered[0].startswith("play_"):
                state = play(state, f"play_{variant.game}")
                continue
            if offered[0].startswith("announce_"):
                state = play(state, "announce_no_more")
                continue
            assert not other.is_terminal()
            assert state.to_move == other.current_player()
            legal = on_offer(other).keys()
            laying = "lay" in state.actions[0].label
            assert laying or {named(card) for card in offered} == legal
            assert {named(card) for card in offered} <= legal
            card = rng.choice(offered)
            state = play(state, card)
            follow(other, named(card))
            decisions += 1
        assert other.is_terminal()
        points = state.store(f"POINTS {variant.taker}")
        if variant.game == "null":
            points = 90 if state.store("RESULT") == "WON" else 30
        assert abs(other.returns()[variant.taker] - (points - 60) / 120) < 1e-9
    return decisions
