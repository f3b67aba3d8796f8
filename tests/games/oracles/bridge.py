"""Contract Bridge beside OpenSpiel's: the same deals, calls, cards and points, and what each seat
sees: their hand, and dummy's when it lies open.

OpenSpiel has one deal, of which the dealer, North, says the first word, as here. By default it
reckons what perfect players would win in place of the play; here its cards are played.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import moves, play
from ..spiel import follow, on_offer

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
VARIANTS = ("NONE", "NS", "EW", "ALL")
"""Who is vulnerable."""
CALLS = {"pass": "Pass", "double": "Dbl", "redouble": "RDbl"}


def named(move: str) -> str:
    """A call or a card as OpenSpiel writes it: `Dbl`, `3NT`, `♥10`."""
    if move[-1] in SUITS:
        return SUITS[move[-1]] + move[:-1]
    return CALLS.get(move, move.replace("_", ""))


def vulnerable(who: str) -> str:
    """How OpenSpiel is told who is vulnerable; North deals."""
    dealers, others = (str(who in (side, "ALL")).lower() for side in ("NS", "EW"))
    return f"dealer_vul={dealers},non_dealer_vul={others}"


def their_cards(text: str) -> list[set[str]]:
    """The hands in what OpenSpiel shows a player: their own, and then dummy's, if it lies open."""
    found: list[set[str]] = []
    for line in text.splitlines():
        if line.endswith(" hold:") or line.endswith(" holds:"):
            found.append(set())
        elif line.startswith(tuple(SUITS.values())) and found:
            suit, *ranks = line.split()
            found[-1] |= {suit + rank for rank in ranks if rank != "none"}
    return found


def our_cards(state: kibitz.State, seat: int) -> list[set[str]]:
    """The hands in what we show them; dummy's own lies open."""
    places = state.observation(seat).places
    found = [places[f"HAND {seat}"], *(places[f"OPEN {other}"] for other in range(4))]
    hands = [
        {named(state.game.cards[card].text) for card in cards}
        for cards in found
        if not isinstance(cards, int)
    ]
    own, *opened = hands
    dummy = set().union(*opened)
    lies = state.store("CONTRACT") != "NONE" and seat == state.store("DUMMY")
    return [dummy if lies and not own else own, dummy]


def beside(variant: str, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ. Every second call is a pass, if anything has been bid."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(f"bridge(use_double_dummy_result=false,{vulnerable(variant)})")
    ours = kibitz.load("bridge", VULNERABLE=variant)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(DECK, 52)
        state = ours.new(deal={f"HAND {seat}": " ".join(cards[seat::4]) for seat in range(4)})
        other = theirs.new_initial_state()
        follow(other, *map(named, cards))
        while not state.over:
            assert not other.is_terminal()
            assert state.to_move == other.current_player()
            seat = rng.randrange(4)
            seen = their_cards(other.observation_string(seat))
            assert our_cards(state, seat) == (seen if len(seen) == 2 else [*seen, set()])
            offered = moves(state)
            assert {named(move) for move in offered} == on_offer(other).keys()
            move = rng.choice(offered)
            if "pass" in offered and state.store("HIGH") != 0 and rng.random() < 0.5:
                move = "pass"
            state = play(state, move)
            follow(other, named(move))
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == list(other.returns())
    return decisions
