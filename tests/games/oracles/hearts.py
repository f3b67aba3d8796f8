"""Hearts beside OpenSpiel's: the same deals, the same cards, the same points.

OpenSpiel can also have the queen of spades break hearts, reward whoever takes no trick, and let any
suit be led to the first trick by whoever has the two of clubs; these rules are not here. It has one
deal, and the moon may always be shot.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from .. import rules_hearts as rules
from ..perft import moves, play
from ..spiel import follow, on_offer

DIRECTIONS = {"NONE": 0, "LEFT": 1, "ACROSS": 2, "RIGHT": 3}
"""As OpenSpiel's first chance node numbers them."""


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    PASS: str = "NONE"
    BREAK: str = "YES"
    BLOOD: str = "NO"
    JACK: str = "NO"

    @property
    def spec(self) -> str:
        """OpenSpiel's game. Its queen of spades breaks hearts, unless told otherwise; shooting the
        moon is always allowed."""
        told = {
            "pass_cards": self.PASS != "NONE",
            "must_break_hearts": self.BREAK == "YES",
            "no_pts_on_first_trick": self.BLOOD == "NO",
            "jd_bonus": self.JACK == "YES",
            "qs_breaks_hearts": False,
        }
        return f"hearts({','.join(f'{name}={str(value).lower()}' for name, value in told.items())})"


VARIANTS = (
    *(Variant(PASS=way) for way in DIRECTIONS),
    Variant(BREAK="NO"),
    Variant(BLOOD="YES"),
    Variant(PASS="LEFT", BREAK="NO", BLOOD="YES"),
    Variant(JACK="YES"),
)


def named(card: str) -> str:
    """A card as OpenSpiel writes it: `TH`."""
    return card.replace("10", "T")


def deal(rng: Random) -> list[str]:
    """The cards in the order in which they are dealt, one to each seat in turn."""
    return rng.sample(rules.DECK, 52)


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    ours = kibitz.load("hearts", **asdict(variant))
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = deal(rng)
        state = ours.new(deal={f"HAND {seat}": " ".join(cards[seat::4]) for seat in range(4)})
        other = theirs.new_initial_state()
        other.apply_action(DIRECTIONS[variant.PASS])
        follow(other, *map(named, cards))
        while not state.over:
            assert not other.is_terminal()
            assert state.to_move == other.current_player()
            offered = moves(state)
            legal = on_offer(other).keys()
            passing = "pass" in state.actions[0].label
            # Cards to be passed are named in the order of the deck here, in any order there.
            assert passing or {named(card) for card in offered} == legal
            assert {named(card) for card in offered} <= legal
            card = rng.choice(offered)
            state = play(state, card)
            follow(other, named(card))
            decisions += 1
        assert other.is_terminal()
        assert [26 - score for score in state.scores] == list(other.returns())
    return decisions
