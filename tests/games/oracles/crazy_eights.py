"""Crazy Eights beside OpenSpiel's: the same deals, the same options, the same cards left.

OpenSpiel's game ends one pass later when nobody can draw: all have passed, and the first of them
once more. It lets everybody draw who likes to, and its special cards come all together. A card left
counts by its number there, not by its rank, so points are compared as it counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..perft import named
from ..spiel import follow, on_offer

SUITS, RANKS = "CDHS", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""As OpenSpiel numbers the cards."""
SPOKEN = {"draw_a_card": "Draw", "draw_for_the_twos": "Draw", "pass": "Pass"}
SUIT_NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    NUMP: int = 4
    DRAWS: int = 5
    special: bool = False
    reshuffle: bool = False

    @property
    def spec(self) -> str:
        """OpenSpiel's game, which is not to end after a number of turns."""
        told = f"players={self.NUMP},max_draw_cards={self.DRAWS},max_turns=100000"
        special, reshuffle = str(self.special).lower(), str(self.reshuffle).lower()
        return f"crazy_eights({told},use_special_cards={special},reshuffle={reshuffle})"

    @property
    def parameters(self) -> dict[str, int | str]:
        """Ours."""
        special = "YES" if self.special else "NO"
        return {
            "NUMP": self.NUMP,
            "HAND": 7 if self.NUMP == 2 else 5,
            "DRAWS": self.DRAWS,
            "DRAW": "FREE",
            "RESHUFFLES": 20 if self.reshuffle else 0,
            **dict.fromkeys(("SKIP", "REVERSE", "TWOS"), special),
        }


VARIANTS = (
    *(Variant(NUMP=players) for players in (2, 3, 4, 5)),
    *(Variant(NUMP=players, special=True) for players in (2, 3, 4, 5)),
    Variant(DRAWS=1, special=True),
    Variant(NUMP=3, DRAWS=1, special=True, reshuffle=True),
    Variant(NUMP=5, DRAWS=3, special=True, reshuffle=True),
)


def theirs_of(move: str) -> str:
    """What we call a move, as OpenSpiel says it."""
    if move in DECK:
        return f"Play {move[-1]}{move[:-1].replace('10', 'T')}"
    if move in SPOKEN:
        return SPOKEN[move]
    return f"Nominate suit {SUIT_NAMES[move.removeprefix('name_')]}"


def worth(card: str) -> int:
    """What OpenSpiel takes off for a card."""
    rank = RANKS.index(card[:-1])
    return 50 if rank == 6 else 10 if rank >= 9 else DECK.index(card) + 2


def hand_seen(seen: str) -> list[str]:
    """The hand in an observation of OpenSpiel's."""
    rows = [line for line in seen.splitlines() if line.startswith("Suit ")]
    return [
        rank.replace("T", "10") + row[5] for row in rows for rank in row[7:] if not rank.isspace()
    ]


def check_view(state: Any, other: Any, seat: int) -> None:
    """A seat sees the same in both: their hand, the top card, how many cards the others have."""
    ours, seen = kibitz.view(state, seat), other.observation_string(seat)
    assert sorted(map(str, ours.cards(f"HAND {seat}"))) == sorted(hand_seen(seen))
    top = str(ours.cards("PILE")[-1])
    assert f"Previous card: {top[-1]}{top[:-1].replace('10', 'T')}\n" in seen
    players = state.game.players
    sizes = [len(state.cards(f"HAND {(seat + n) % players}")) for n in range(players)]
    assert f"other players have: {', '.join(map(str, sizes))} cards" in seen


def give(other: Any, cards: Sequence[str]) -> None:
    """Deal these cards, one after another; one that is not in the stock waits until the pile has
    been shuffled."""
    waiting = [DECK.index(card) for card in cards]
    while waiting:
        assert other.is_chance_node()
        there = other.legal_actions()
        number = next(card for card in waiting if card in there)
        waiting.remove(number)
        other.apply_action(number)


def chosen(options: list[str], rng: Random) -> str:
    """Any option, but rather a card than none: where the pile is shuffled again and again, games
    would be long."""
    cards = [move for move in options if move in DECK]
    return rng.choice(cards if cards and rng.random() < 0.7 else options)


def begun(theirs: Any, ours: Any, hand: int, rng: Random) -> tuple[Any, Any]:
    """The same deal in both; the card turned up is no eight."""
    players = ours.players
    cards = rng.sample(DECK, 52)
    dealt = players * hand
    up = next(card for card in cards[dealt:] if card[0] != "8")
    hands = {f"HAND {seat}": " ".join(cards[seat:dealt:players]) for seat in range(players)}
    other = theirs.new_initial_state()
    follow(other, f"Decide Player {players - 1} to be the dealer")
    give(other, [*cards[:dealt], up])
    return ours.new(deal={**hands, "PILE": up}, seed=rng.randrange(1000)), other


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    ours = kibitz.load("crazy-eights", **variant.parameters)
    hand = int(variant.parameters["HAND"])
    rng, decisions = Random(seed), 0
    for _ in range(games):
        state, other = begun(theirs, ours, hand, rng)
        while not state.over:
            seat = state.to_move
            assert seat is not None
            assert seat == other.current_player()
            check_view(state, other, seat)
            options = dict(zip(named(state.actions), state.actions, strict=True))
            assert {theirs_of(move) for move in options} == set(on_offer(other))
            move = chosen(sorted(options), rng)
            before = state.cards(f"HAND {seat}")
            state = state.after(options[move])
            follow(other, theirs_of(move))
            if "draw" in move:
                after = (*state.cards(f"HAND {seat}"), *state.cards(f"LEFT {seat}"))
                give(other, [card for card in after if card not in before])
            decisions += 1
        if not other.is_terminal():
            other.apply_action(other.legal_actions()[-1])  # the pass after all have passed
        assert other.is_terminal()
        left = [state.cards(f"LEFT {seat}") for seat in range(variant.NUMP)]
        assert [-sum(map(worth, cards)) for cards in left] == list(other.returns())
    return decisions
