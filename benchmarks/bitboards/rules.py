"""Plain rules with lists of cards, given the luck that the bitboards have: a second opinion."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from bitboards.bits import STEP, TWIST

__all__ = ["Luck", "agram", "oh_hell"]


class Luck:
    """Random words and their digits, as the kernels use them."""

    def __init__(self, seed: int) -> None:
        self.state, self.rest, self.options = seed, 0, []

    def renew(self) -> None:
        self.rest = self.state * (self.state ^ int(TWIST))
        self.rest = (self.rest >> 64) ^ (self.rest & (1 << 64) - 1)
        self.state = (self.state + int(STEP)) & (1 << 64) - 1

    def digit(self, ways: int) -> int:
        index, self.rest = divmod(self.rest * ways, 1 << 64)
        return index

    def choose(self, options: list[Any]) -> Any:
        """A decision."""
        self.options.append(len(options))
        return options[self.digit(len(options))]

    def draw(self, stock: list[Any], size: int) -> list[Any]:
        """So many of the cards; they are taken out of the stock."""
        ways = sorted(itertools.combinations(range(len(stock)), size), key=lambda some: some[::-1])
        places = ways[self.digit(len(ways))]
        return [stock.pop(place) for place in reversed(places)]


Card = tuple[int, int]
"""Suit and rank."""


def trick(
    hands: list[list[Card]], leader: int, luck: Luck, order: Callable[[Card], Any], trump: int = -1
) -> int:
    """Play a trick; who won it."""
    lead, best, winner = -1, (False, -1), -1
    for place in range(4):
        seat = (leader + place) % 4
        hand = sorted(hands[seat], key=order)
        card = luck.choose([card for card in hand if card[0] == lead] or hand)
        hands[seat].remove(card)
        if place == 0:
            lead = card[0]
        if card[0] in (lead, trump) and (card[0] == trump, card[1]) > best:
            best, winner = (card[0] == trump, card[1]), seat
    return winner


def agram(luck: Luck) -> int:
    """Who wins a game of Agram."""
    stock = [(suit, rank) for suit in range(4) for rank in range(9) if (suit, rank) != (0, 8)]
    parts = []
    for size in (3, 3, 2):
        luck.renew()
        parts += [luck.draw(stock, 3) for _ in range(size)]
    hands = [parts[i] + parts[i + 1] for i in (0, 2, 4, 6)]
    leader = 0
    luck.renew()
    for _ in range(6):
        leader = trick(hands, leader, luck, order=lambda card: card)
    return leader


def oh_hell(luck: Luck, anew: Luck | None = None) -> list[int]:
    """The scores of a round of Boeren Bridge; the cards may be played with other luck."""
    luck.renew()
    stock = [(suit, rank) for suit in range(4) for rank in range(5)]
    hands = [luck.draw(stock, 5) for _ in range(4)]
    trump = luck.digit(4)
    luck.renew()
    guesses = [luck.choose(list(range(6))) for _ in range(4)]
    if sum(guesses) == 5:
        others = [guess for guess in (guesses[3] - 1, guesses[3] + 1) if 0 <= guess <= 5]
        guesses[3] = luck.choose(others) if len(others) > 1 else others[0]
    if anew is not None:
        luck = anew
        luck.renew()
    won = [0] * 4
    leader = 0
    for _ in range(5):
        # The kernel's order of suits: the trumps last, the others around the circle from there.
        leader = trick(
            hands, leader, luck, lambda card: ((card[0] - trump - 1) % 4, card[1]), trump
        )
        won[leader] += 1
    return [
        10 + 2 * tricks if tricks == guess else -2 * abs(tricks - guess)
        for tricks, guess in zip(won, guesses, strict=True)
    ]
