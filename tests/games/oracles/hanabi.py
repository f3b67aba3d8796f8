"""Hanabi beside OpenSpiel's, which is DeepMind's: the same cards, hints, lives and fireworks.

Their hands close up, and a new card comes to the end; in ours it comes into the place of the old
one. Their score is nothing when the lives are lost: our BUST=ZERO.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..spiel import follow, on_offer

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "white": "W", "blue": "B"}
COPIES = (3, 2, 2, 2, 1)


@dataclass(frozen=True)
class Variant:
    """Rules that both have."""

    NUMP: int = 3
    HAND: int = 5
    COLOURS: int = 5
    HEIGHT: int = 5
    HINTS: int = 8
    ERRORS: int = 3

    @property
    def spec(self) -> str:
        """OpenSpiel's game."""
        told = {
            "players": self.NUMP,
            "hand_size": self.HAND,
            "colors": self.COLOURS,
            "ranks": self.HEIGHT,
            "max_information_tokens": self.HINTS,
            "max_life_tokens": self.ERRORS,
        }
        return f"hanabi({','.join(f'{name}={value}' for name, value in told.items())})"

    @property
    def deck(self) -> list[str]:
        """All cards: of the highest rank there is one in each colour."""
        return [
            f"{colour}{rank}"
            for colour in "RYGWB"[: self.COLOURS]
            for rank in range(1, self.HEIGHT + 1)
            for _ in range(1 if rank == self.HEIGHT else COPIES[rank - 1])
        ]


VARIANTS = (
    Variant(),
    Variant(NUMP=2),
    Variant(NUMP=5, HAND=4),
    Variant(NUMP=2, HAND=2, COLOURS=2, HEIGHT=3, HINTS=3, ERRORS=2),
    Variant(NUMP=3, HAND=3, COLOURS=3, HEIGHT=4, HINTS=8, ERRORS=3),
)


def theirs(move: str, seat: int, seats: tuple[str, ...], order: list[int]) -> str:
    """A move of ours as OpenSpiel writes it: `play card 3`, `tell East what is blue`."""
    words = move.split()
    if words[0] != "tell":
        return f"({words[0].capitalize()} {order.index(int(words[-1]))})"
    player = (seats.index(words[1]) - seat) % len(seats)
    if words[-1].isdigit():
        return f"(Reveal player +{player} rank {words[-1]})"
    return f"(Reveal player +{player} color {LETTERS[words[-1]]})"


def seen(other: Any, seat: int) -> list[list[str]]:
    """The hands that OpenSpiel shows to a seat, its own first: `XX` where it sees nothing."""
    text = other.observation_string(seat).partition("Hands:\n")[2].partition("Deck size")[0]
    hands = text.replace("Cur player\n", "").split("-----\n")
    return [[line.split()[0] for line in hand.splitlines()] for hand in hands]


def shown(state: Any, seat: int, orders: list[list[int]]) -> list[list[str]]:
    """The same of ours."""
    places, cards = state.observation(seat).places, state.game.cards
    return [
        [
            "XX" if isinstance(places[name], int) else cards[places[name][0]].text.upper()
            for spot in orders[other]
            if state.cards(name := f"CARD {other}#{spot}")
        ]
        for other in ((seat + distance) % len(orders) for distance in range(len(orders)))
    ]


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(variant.spec)
    ours = kibitz.load("hanabi", BUST="ZERO", **vars(variant))
    rng, decisions = Random(seed), 0
    for _ in range(games):
        cards = rng.sample(variant.deck, len(variant.deck))
        drawn = iter(cards)
        deal = {
            f"CARD {seat}#{spot}": next(drawn)
            for seat in range(variant.NUMP)
            for spot in range(1, variant.HAND + 1)
        }
        state = ours.new(deal={**deal, "STOCK": " ".join(cards[len(deal) :])})
        other, drawn = game.new_initial_state(), iter(cards)
        orders = [list(range(1, variant.HAND + 1)) for _ in range(variant.NUMP)]
        while not state.over:
            while other.is_chance_node():
                card = next(drawn)
                other.apply_action(next(
                    a for a in other.legal_actions() if card in other.action_to_string(-1, a)
                ))  # fmt: skip
            seat = other.current_player()
            assert state.to_move == seat
            assert shown(state, seat, orders) == seen(other, seat)
            offered = {
                theirs(action.text, seat, ours.seats, orders[seat]): action
                for action in state.actions
            }
            legal = on_offer(other)
            assert sorted(offered) == sorted(legal)
            # A random player who plays as often as anything else loses all lives at once.
            said = rng.choice(
                [s for s in legal if "Play" not in s or rng.random() < 0.3] or [*legal]
            )
            state = state.after(offered[said])
            follow(other, said)
            if "Reveal" not in said:
                spot = orders[seat].pop(int(said[-2]))
                orders[seat].append(spot)
            decisions += 1
        assert other.is_terminal()
        assert list(state.scores) == other.returns()
    return decisions
