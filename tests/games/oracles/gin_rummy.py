"""Gin rummy beside OpenSpiel's: the same deals, draws, discards and knocks, the same points.

There the knocker lays their melds one by one and chooses them, and then the other player lays off
and melds; here the rules do all that. So after a knock the knocker lays the melds there that our
rules have found, and the other player's best return of all ways to go on must be ours. When two
cards are left in the stock, OpenSpiel's next player may still knock with the upcard: they pass
here. There a deal is void when the upcard was taken 50 times; our limit of turns is set too high to
matter. The card just taken may always be thrown back there, as with BACK=YES; but a deal in which
both do so with the same card ends there, so nobody does here. Where all eleven cards have several
best melds, OpenSpiel looks at one of them only, and may not see that one could knock. With equal
deadwood the knocker is undercut here, there nobody scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

SUITS = "SCDH"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
SPOKEN = {"Draw upcard": "take", "Draw stock": "draw", "Pass": "leave"}


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    KNOCK: int = 10
    OKLAHOMA: str = "NO"
    GIN: int = 25
    UNDERCUT: int = 25

    @property
    def spec(self) -> str:
        """OpenSpiel's game."""
        return (
            f"gin_rummy(knock_card={self.KNOCK},gin_bonus={self.GIN},undercut_bonus={self.UNDERCUT},"
            f"oklahoma={'true' if self.OKLAHOMA == 'YES' else 'false'})"
        )

    @property
    def game(self) -> Any:
        """Ours."""
        return kibitz.load(
            "gin-rummy",
            KNOCK=self.KNOCK,
            OKLAHOMA=self.OKLAHOMA,
            GIN=self.GIN,
            UNDERCUT=self.UNDERCUT,
            BACK="YES",
            TURNS=500,
        )


VARIANTS = (
    Variant(),
    Variant(KNOCK=7, UNDERCUT=10),
    Variant(KNOCK=0, GIN=20),
    Variant(OKLAHOMA="YES"),
)


def spelt(card: str) -> str:
    """A card as OpenSpiel writes it: `Th`."""
    return card[:-1].replace("10", "T") + card[-1].lower()


def said(state: Any, action: int) -> str:
    """What OpenSpiel calls an option, without the player."""
    return str(state.action_to_string(action)).partition("Action: ")[2]


def dealt(theirs: Any, cards: Sequence[str], count: int) -> None:
    """Give cards to chance."""
    for card in cards[:count]:
        outcomes = {theirs.action_to_string(-1, a)[-2:]: a for a in theirs.legal_actions()}
        theirs.apply_action(outcomes[spelt(card)])


def in_their_words(text: str) -> str:
    """An option of ours as OpenSpiel has it: that one may knock is one, and with which card comes
    later."""
    first, _, rest = text.partition(" ")
    return rest if first == "discard" else first


def related(card: str, hand: Sequence[str]) -> int:
    """How many cards of a hand might be in a meld with a card."""
    near = [
        abs(RANKS.index(other[:-1]) - RANKS.index(card[:-1])) <= 2 and other[-1] == card[-1]
        for other in hand
    ]
    return sum(near) + sum(other[:-1] == card[:-1] for other in hand) - 2


def chosen(moves: Sequence[str], hand: Sequence[str], rng: Random) -> str:
    """A random option, that is often a good one, so that there is something to knock with."""
    knocks = [move for move in moves if move.startswith("knock")]
    discards = [move.split()[1] for move in moves if move.startswith("discard")]
    if knocks:
        return rng.choice(knocks)
    if not discards or rng.random() < 0.1:
        return rng.choice(moves)
    worst = min(discards, key=lambda card: (related(card, hand), -RANKS.index(card[:-1])))
    return f"discard {worst}"


def numbered(theirs: Any) -> dict[str, int]:
    """OpenSpiel's options by our names."""
    found = {}
    for action in theirs.legal_actions():
        word = said(theirs, action)
        card = word[:-1].replace("T", "10") + word[-1].upper()
        found[SPOKEN.get(word, "knock" if word == "Knock" else card)] = action
    return found


def knocked(theirs: Any, state: Any, knocker: int) -> float:
    """What the other player gets at best, after the knocker has laid the melds that ours have."""
    sets, runs = ({spelt(card) for card in state.cards(f"{n} {knocker}")} for n in ("SETS", "RUNS"))
    laid = laying(theirs, sets, runs)
    assert laid is not None
    return best(laid, 1 - knocker)


def laying(theirs: Any, sets: set[str], runs: set[str]) -> Any:
    """The position after these melds have been laid, if they can be."""
    if not sets and not runs:
        return theirs.child(passing(theirs))
    for action in theirs.legal_actions():
        cards = said(theirs, action)
        meld = {cards[at : at + 2] for at in range(0, len(cards), 2)}
        same = len({card[0] for card in meld}) == 1
        if meld <= (sets if same else runs):
            found = laying(theirs.child(action), sets - meld, runs - meld)
            if found is not None:
                return found
    return None


def best(theirs: Any, seat: int) -> float:
    """The best return of all ways in which one player goes on alone."""
    if theirs.is_terminal():
        return float(theirs.returns()[seat])
    assert theirs.current_player() == seat
    return max(best(theirs.child(action), seat) for action in theirs.legal_actions())


def passing(theirs: Any) -> int:
    """The option to pass."""
    found: int = next(a for a in theirs.legal_actions() if said(theirs, a) == "Pass")
    return found


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random but glad to knock, and tell how many decisions
    were the same; an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    ours, rng, decisions = variant.game, Random(seed), 0
    game = spiel.load_game(variant.spec)
    numbers = {ours.card(card).number: card for card in DECK}
    for _ in range(games):
        cards = rng.sample(DECK, 52)
        hands = {f"HAND {seat}": " ".join(cards[10 * seat : 10 * seat + 10]) for seat in (0, 1)}
        state = ours.new(deal={**hands, "PILE": cards[20], "STOCK": " ".join(cards[21:])})
        theirs = game.new_initial_state()
        dealt(theirs, cards, 21)
        stock = cards[21:]
        while not state.over:
            assert state.to_move == theirs.current_player()
            offered = numbered(theirs)
            moves = [action.text for action in state.actions]
            assert {in_their_words(move) for move in moves} - {"knock"} == {*offered} - {"knock"}
            if "knock" not in offered:
                moves = [move for move in moves if not move.startswith("knock")]
                assert len(moves) == len(offered)
            for seat in (0, 1):
                text = theirs.observation_string(seat)
                seen = state.observation(seat).places
                assert all(spelt(numbers[card]) in text for card in seen[f"HAND {seat}"])
                upcard = text.partition("Upcard: ")[2][:2]
                assert upcard in ("XX", *(spelt(numbers[card]) for card in seen["PILE"][-1:]))
            mover = state.to_move
            taken = state.history[-1].label.startswith("take") if state.history else False
            back = f"discard {state.history[-1].cards[0]}" if taken else ""
            kept = [move for move in moves if move != back]
            move = chosen(kept, state.cards(f"HAND {mover}"), rng)
            state = state.after(move)
            decisions += 1
            theirs.apply_action(offered[in_their_words(move)])
            if move.startswith("knock"):
                theirs.apply_action(numbered(theirs)[move.removeprefix("knock with ")])
                gained = state.scores[1 - mover] - state.scores[mover]
                if 0 < state.store("DEADWOOD 0") == state.store("DEADWOOD 1"):
                    assert gained == variant.UNDERCUT
                    gained = 0
                assert gained == knocked(theirs, state, mover)
                break
            if move == "draw":
                dealt(theirs, stock, 1)
                stock = stock[1:]
        else:
            assert state.scores == (0, 0)
            if not theirs.is_terminal():
                theirs.apply_action(passing(theirs))
            assert theirs.is_terminal()
            assert list(theirs.returns()) == [0, 0]
    return decisions
