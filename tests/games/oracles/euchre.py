"""Euchre beside OpenSpiel's: the same deals, the same bids, discards and cards, the same points.

Three things are not the same. There, the dealer never discards the card they picked up, so BURY is
NO here. There, the dealer discards before it is said who plays alone, so the decisions before the
first card are made here, and then told there in that order. And a dealer whose partner plays alone
discards there, though they sit out; here they leave the upcard where it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import kibitz
from kibitz.engine.state import State

from ..perft import named, play
from ..spiel import follow, on_offer

DECK = tuple(rank + suit for suit in "CDSH" for rank in ("9", "10", "J", "Q", "K", "A"))
DEALER = 3
BIDS = {
    "pass": "Pass",
    "make_clubs_trump": "Clubs",
    "make_diamonds_trump": "Diamonds",
    "make_spades_trump": "Spades",
    "make_hearts_trump": "Hearts",
    "go_alone": "Alone",
    "defend_alone": "Alone",
    "take_the_partner_along": "Partner",
    "defend_with_the_partner": "Partner",
}
"""Our words for what is said, and theirs. What is ordered up is the suit of the upcard."""

SUITS = {"C": "Clubs", "D": "Diamonds", "S": "Spades", "H": "Hearts"}


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    STICK: str = "YES"
    DEFEND: str = "NO"

    @property
    def spec(self) -> str:
        """OpenSpiel's game."""
        told = {
            "stick_the_dealer": self.STICK == "YES",
            "allow_lone_defender": self.DEFEND == "YES",
        }
        return f"euchre({','.join(f'{name}={str(value).lower()}' for name, value in told.items())})"


VARIANTS = tuple(
    Variant(STICK=stick, DEFEND=defend) for stick in ("YES", "NO") for defend in ("NO", "YES")
)


class Decision(NamedTuple):
    """What one seat was offered and chose, in OpenSpiel's words."""

    seat: int
    offered: set[str]
    chosen: str


def card(name: str) -> str:
    """A card as OpenSpiel writes it: `HT`."""
    return name[-1] + name[:-1].replace("10", "T")


def decided(state: State, rng: Random, up: str) -> tuple[State, Decision]:
    """A random decision in our game."""
    offered = named(state.actions)
    chosen = rng.choice(offered)

    def theirs(move: str) -> str:
        if move in ("order_it_up", "pick_it_up"):
            return SUITS[up[-1]]
        return BIDS.get(move) or card(move)

    assert state.to_move is not None
    decision = Decision(state.to_move, set(map(theirs, offered)), theirs(chosen))
    return play(state, chosen), decision


def opened(state: State, rng: Random, up: str) -> tuple[State, list[Decision]]:
    """All decisions before the first card, in the order in which OpenSpiel asks for them: a
    discard, if any, comes before what is said about playing alone."""
    said: list[Decision] = []
    lone: list[Decision] = []
    discards: list[Decision] = []
    while not state.over and not state.actions[0].text.startswith("play "):
        discarding = bool(state.actions[0].cards)
        state, decision = decided(state, rng, up)
        if discarding:
            discards.append(decision)
        else:
            (lone if decision.chosen in ("Alone", "Partner") else said).append(decision)
    return state, said + discards + lone


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    ours = kibitz.load("euchre", BURY="NO", STICK=variant.STICK, DEFEND=variant.DEFEND)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(DECK, 21)
        deal = {f"HAND {(DEALER + i) % 4}": " ".join(cards[i:20:4]) for i in range(4)}
        state = ours.new(deal={**deal, "UPCARD": cards[20]})
        other = theirs.new_initial_state()
        other.apply_action(DEALER)
        follow(other, *map(card, cards))
        state, opening = opened(state, rng, cards[20])
        for decision in opening:
            skip(other, decision.seat)
            compare(other, decision)
        decisions += len(opening)
        if not state.over:
            skip(other, None)
        while not state.over:
            sees_the_same(other, state)
            state, decision = decided(state, rng, cards[20])
            compare(other, decision)
            decisions += 1
        assert other.is_terminal()
        north, east = state.scores[:2]
        assert list(other.returns()) == [north - east, east - north] * 2
    return decisions


def skip(other: Any, seat: int | None) -> None:
    """A dealer who will sit out discards there: anything. It shows before somebody else is asked
    whether they play alone, or before the first card, when the dealer has still six cards."""
    if other.current_player() == DEALER and seat != DEALER and "Alone" not in on_offer(other):
        other.apply_action(other.legal_actions()[0])


def compare(other: Any, decision: Decision) -> None:
    """The same seat is offered the same there; follow what it chose here."""
    assert decision.seat == other.current_player()
    assert decision.offered == set(on_offer(other))
    follow(other, decision.chosen)


def sees_the_same(other: Any, state: State) -> None:
    """The hand of the player to move, as they see it there and here."""
    seat = state.to_move
    assert seat is not None
    lines = other.observation_string(seat).split("Hand:\n")[1].splitlines()[:4]
    hand = {
        suit + rank
        for suit, ranks in (line.split(maxsplit=1) for line in lines)
        if ranks != "none"
        for rank in ranks
    }
    mine = kibitz.view(state, seat).cards(f"HAND {seat}")
    assert hand == {card(str(each)) for each in mine}
