"""Agram by hand: four players with six cards.

`fast` draws three cards at once from a table and has one random word for all decisions of a game.
`same_draws` is written without such art, but for `pdep`: an array of hands, a random word for each
card dealt and for each decision, which is the work that the emitted code does.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from bitboards.bits import (
    NIL,
    ONE,
    STEP,
    THREE,
    answer,
    best_of,
    deposit,
    pick,
    popcount,
    sets,
    suit_of,
    times,
    turn,
    word,
)

__all__ = ["fast", "play_fast", "play_with_same_draws", "same_draws"]

DECK = np.uint64(0x01FF_01FF_01FF_00FF)
"""Three to ten and ace; the lowest suit, spades, has no ace."""

WAYS = [np.uint64(ways) for ways in (6545, 4960, 3654, 2600, 1771, 1140, 680, 364)]
W35, W32, W29, W26, W23, W20, W17, W14 = WAYS
"""How many ways there are to draw three cards out of 35, of 32, ..., of 14."""

THREES = sets(35, 3)


def fast(games: int, seed: int = 1) -> int:
    """Play so many games; the number of decisions."""
    return int(play_fast(games, seed, np.zeros(4, np.int64)))


def same_draws(games: int, seed: int = 1) -> int:
    """The same with a random word for each card and each decision."""
    return int(play_with_same_draws(games, seed, np.zeros(4, np.int64)))


@njit
def draw_three(stock, ways, luck):
    index, luck = times(luck, ways)
    cards = deposit(THREES[index], stock)
    return cards, stock ^ cards, luck


@njit
def deal(state):
    """Four hands of six cards; takes three random words."""
    luck = word(state)
    a, stock, luck = draw_three(DECK, W35, luck)
    more, stock, luck = draw_three(stock, W32, luck)
    b, stock, luck = draw_three(stock, W29, luck)
    a |= more
    luck = word(state + STEP)
    more, stock, luck = draw_three(stock, W26, luck)
    c, stock, luck = draw_three(stock, W23, luck)
    b |= more
    more, stock, luck = draw_three(stock, W20, luck)
    c |= more
    luck = word(state + STEP + STEP)
    d, stock, luck = draw_three(stock, W17, luck)
    more, stock, luck = draw_three(stock, W14, luck)
    return a, b, c, d | more


@njit
def play_fast(games, seed, wins):
    state = uint64(seed)
    for _ in range(games):
        a, b, c, d = deal(state)
        luck = word(state + STEP + STEP + STEP)
        state += STEP + STEP + STEP + STEP
        leader = NIL
        for _ in range(5):
            p, luck = pick(a, luck)
            suit = suit_of(p)
            q, luck = answer(b, suit, luck)
            r, luck = answer(c, suit, luck)
            s, luck = answer(d, suit, luck)
            winner = best_of(p, q & suit, r & suit, s & suit)
            a, b, c, d = turn(a ^ p, b ^ q, c ^ r, d ^ s, winner)
            leader += winner
        suit = suit_of(a)
        leader += best_of(a, b & suit, c & suit, d & suit)
        wins[leader & THREE] += 1
    return games * 24


@njit
def play_with_same_draws(games, seed, wins):
    state = uint64(seed)
    hands = np.zeros(4, np.uint64)
    for _ in range(games):
        stock, left = DECK, np.uint64(35)
        for seat in range(4):
            hand = NIL
            for _ in range(6):
                state += STEP
                card = deposit(ONE << times(word(state), left)[0], stock)
                stock ^= card
                hand |= card
                left -= ONE
            hands[seat] = hand
        leader = NIL
        for _ in range(6):
            suit, best, winner = NIL, NIL, leader
            for place in range(4):
                seat = (leader + np.uint64(place)) & THREE
                hand = hands[seat]
                legal = hand & suit
                if not legal:
                    legal = hand
                state += STEP
                card = deposit(ONE << times(word(state), popcount(legal))[0], legal)
                hands[seat] = hand ^ card
                if place == 0:
                    suit = suit_of(card)
                if card & suit > best:
                    best, winner = card & suit, seat
            leader = winner
        wins[leader] += 1
    return games * 24
