"""Agram by hand: flat, bit sets, no rules engine. The practical limit for python mode."""

from __future__ import annotations

from random import Random

SUITS = (0xFF | 0, 0xFF << 8 | 1 << 32, 0xFF << 16 | 1 << 33, 0xFF << 24 | 1 << 34)
"""Spades, hearts, clubs, diamonds; bits 32 to 34 are the aces (there is none of spades)."""

STRENGTH = [3 + card % 8 if card < 32 else 14 for card in range(35)]
SUIT_OF = [card // 8 if card < 32 else card - 31 for card in range(35)]


def play(rng: Random, players: int = 4, hand: int = 6) -> int:
    """One random game; the seat that wins the last trick."""
    deck = list(range(35))
    rng.shuffle(deck)
    hands = [0] * players
    for seat in range(players):
        for card in deck[seat * hand : (seat + 1) * hand]:
            hands[seat] |= 1 << card
    leader = 0
    for _ in range(hand):
        led = -1
        best = winner = -1
        for turn in range(players):
            seat = (leader + turn) % players
            legal = hands[seat]
            if led >= 0 and legal & SUITS[led]:
                legal &= SUITS[led]
            for _ in range(rng.randrange(legal.bit_count())):
                legal &= legal - 1
            bit = legal & -legal
            card = bit.bit_length() - 1
            hands[seat] ^= bit
            if led < 0:
                led = SUIT_OF[card]
            if SUIT_OF[card] == led and STRENGTH[card] > best:
                best, winner = STRENGTH[card], seat
        leader = winner
    return leader
