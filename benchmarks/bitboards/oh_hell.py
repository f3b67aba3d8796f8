"""Oh Hell by hand: Boeren Bridge, one round of five cards, four players."""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from bitboards.bits import (
    NIL,
    ONE,
    STEP,
    THREE,
    TWO,
    answer,
    best_of,
    deposit,
    either,
    pick,
    sets,
    suit_of,
    times,
    turn,
    word,
)

__all__ = ["play", "positions", "roll_out", "rollouts", "with_deal"]

DECK = np.uint64(0x001F_001F_001F_001F)
V20, V15, V10 = (np.uint64(ways) for ways in (15504, 3003, 252))
"""How many ways there are to draw five cards out of 20, of 15, of 10."""

FIVES = sets(20, 5)

TRUMPS = np.uint64(0x001F_0000_0000_0000)
FIVE, SIX, BYTE = np.uint64(5), np.uint64(6), np.uint64(255)
SUITS, LANE_BITS, WORD_BITS = np.uint64(4), np.uint64(16), np.uint64(64)

POSITIONS = 16
"""How many dealt positions rollouts start from."""


def with_deal(games: int, seed: int = 1) -> int:
    """Play so many rounds; the number of decisions."""
    return int(play(games, seed, np.zeros(4, np.int64)))


def rollouts(games: int, seed: int = 1) -> int:
    """The same from positions already dealt, after the guesses."""
    dealt = np.zeros((POSITIONS, 5), np.uint64)
    positions(dealt, seed)
    return int(roll_out(games, seed, dealt, np.zeros(4, np.int64)))


@njit
def draw_five(stock, ways, luck):
    index, luck = times(luck, ways)
    return deposit(FIVES[index], stock), luck


@njit
def turned(hand, trump):
    """The hand with trumps as the highest suit; the order of the others does not matter."""
    up = (THREE - trump) * LANE_BITS
    return hand << up | hand >> ((WORD_BITS - up) & np.uint64(63))


@njit
def deal(state):
    """Four hands of five cards, a trump suit drawn; takes one random word."""
    luck = word(state)
    a, luck = draw_five(DECK, V20, luck)
    b, luck = draw_five(DECK ^ a, V15, luck)
    c, luck = draw_five(DECK ^ a ^ b, V10, luck)
    d = DECK ^ a ^ b ^ c
    trump, luck = times(luck, SUITS)
    return turned(a, trump), turned(b, trump), turned(c, trump), turned(d, trump)


@njit
def make_guesses(luck):
    """What the four guess, a byte each, and the number of decisions; the dealer sits last.

    The dealer's is changed by one, up or down, if they add up to the number of tricks; it is one
    more decision where both are possible.
    """
    a, luck = times(luck, SIX)
    b, luck = times(luck, SIX)
    c, luck = times(luck, SIX)
    d, luck = times(luck, SIX)
    change = a + b + c + d == FIVE
    free = change & (d != NIL) & (d != FIVE)
    up, luck = times(luck, either(free, TWO, ONE))
    up = either(d == NIL, ONE, up)
    d = either(change, d + up + up - ONE, d)
    guesses = a | b << np.uint64(8) | c << np.uint64(16) | d << np.uint64(24)
    return guesses, either(free, FIVE, SUITS), luck


@njit
def play_tricks(a, b, c, d, luck):
    """Play five tricks; how many each seat won, a byte each."""
    leader = won = NIL
    for _ in range(4):
        p, luck = pick(a, luck)
        suit = suit_of(p)
        q, luck = answer(b, suit, luck)
        r, luck = answer(c, suit, luck)
        s, luck = answer(d, suit, luck)
        suit |= TRUMPS
        winner = best_of(p, q & suit, r & suit, s & suit)
        a, b, c, d = turn(a ^ p, b ^ q, c ^ r, d ^ s, winner)
        leader = (leader + winner) & THREE
        won += ONE << (leader << THREE)
    suit = suit_of(a) | TRUMPS
    leader = (leader + best_of(a, b & suit, c & suit, d & suit)) & THREE
    return won + (ONE << (leader << THREE))


@njit
def score(guesses, won, seat):
    """Ten and two a trick for an exact guess; otherwise two lost for each trick off."""
    shift = np.uint64(8 * seat)
    guess, tricks = np.int64(guesses >> shift & BYTE), np.int64(won >> shift & BYTE)
    return 10 + 2 * tricks if guess == tricks else -2 * abs(guess - tricks)


@njit
def play(games, seed, totals):
    state = uint64(seed)
    decisions = NIL
    north = east = south = west = 0
    for _ in range(games):
        a, b, c, d = deal(state)
        guesses, made, luck = make_guesses(word(state + STEP))
        state += STEP + STEP
        won = play_tricks(a, b, c, d, luck)
        decisions += made
        north += score(guesses, won, 0)
        east += score(guesses, won, 1)
        south += score(guesses, won, 2)
        west += score(guesses, won, 3)
    totals[0], totals[1], totals[2], totals[3] = north, east, south, west
    return np.int64(decisions) + games * 20


@njit
def roll_out(games, seed, dealt, totals):
    state = uint64(seed)
    north = east = south = west = 0
    for i in range(len(dealt)):
        a, b, c, d, guesses = dealt[i]
        for _ in range(games * i // len(dealt), games * (i + 1) // len(dealt)):
            won = play_tricks(a, b, c, d, word(state))
            state += STEP
            north += score(guesses, won, 0)
            east += score(guesses, won, 1)
            south += score(guesses, won, 2)
            west += score(guesses, won, 3)
    totals[0], totals[1], totals[2], totals[3] = north, east, south, west
    return games * 20


@njit
def positions(dealt, seed):
    state = uint64(seed)
    for i in range(len(dealt)):
        a, b, c, d = deal(state)
        guesses, _, _ = make_guesses(word(state + STEP))
        state += STEP + STEP
        hands = dealt[i]
        hands[0], hands[1], hands[2], hands[3], hands[4] = a, b, c, d, guesses
