"""Sets of cards as words: the instructions and the small functions both games are made of.

A hand is one 64-bit word, sixteen bits for each suit, the higher card the higher bit.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

NIL, ONE, TWO, THREE = (np.uint64(number) for number in range(4))
LANE, LANES = np.uint64(0xFFFF), np.uint64(48)
"""The lowest suit, and which bits of a card's number say how far up its own is."""

STEP, TWIST = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
"""The constants of wyrand, the random generator."""

HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))


def sets(cards: int, size: int) -> Any:
    """All sets of so many cards, as words in ascending order: first those of the lowest cards."""
    words = (sum(1 << card for card in some) for some in itertools.combinations(range(cards), size))
    return np.array(sorted(words), dtype=np.uint64)


# Instructions Numba has no name for.


@intrinsic
def popcount(context, word):
    """How many bits are set."""

    def emit(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), emit


@intrinsic
def trailing(context, word):
    """How many zeros there are below the lowest bit set; the word must not be 0."""

    def emit(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), emit


@intrinsic
def times(context, a, b):
    """The high and the low word of a product."""

    def emit(context, builder, signature, args):
        word, wide = ir.IntType(64), ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return context.make_tuple(
            builder, signature.return_type, (high, builder.trunc(product, word))
        )

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), emit


@intrinsic
def either(context, condition, a, b):
    """`a if condition else b`, never as a branch."""

    def emit(context, builder, signature, args):
        chosen = builder.select(*args)
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.uint64(types.boolean, types.uint64, types.uint64), emit


@intrinsic
def pdep(context, bits, mask):
    """The instruction of that name; see `deposit`."""

    def emit(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

    return types.uint64(types.uint64, types.uint64), emit


@njit
def deposit_slowly(bits, mask):
    """What `pdep` does, for processors that cannot."""
    result = NIL
    while bits:
        low = mask & (~mask + ONE)
        result |= low * (bits & ONE)
        mask ^= low
        bits >>= ONE
    return result


if HAS_PDEP:

    @njit
    def deposit(bits, mask):
        """Spread the lowest bits over the places where the mask has ones: a set of its cards."""
        return pdep(bits, mask)

else:
    deposit = deposit_slowly


# The table.


@njit
def word(state):
    """The random word of a state."""
    high, low = times(state, state ^ TWIST)
    return high ^ low


@njit
def pick(legal, luck):
    """One of the legal cards, and the luck that is left."""
    index, luck = times(luck, popcount(legal))
    return deposit(ONE << index, legal), luck


@njit
def answer(hand, suit, luck):
    """A card of the suit, or any if the hand has none of it."""
    legal = hand & suit
    return pick(either(legal != NIL, legal, hand), luck)


@njit
def suit_of(card):
    """All cards of this card's suit."""
    return LANE << (trailing(card) & LANES)


@njit
def best_of(p, q, r, s):
    """Which of four cards is the highest, 0 to 3."""
    second, fourth = q > p, s > r
    left, right = either(second, q, p), either(fourth, s, r)
    return either(right > left, either(fourth, THREE, TWO), either(second, ONE, NIL))


@njit
def turn(a, b, c, d, by):
    """The four hands from that of the winner on."""
    two, one = (by & TWO) != NIL, (by & ONE) != NIL
    a, b, c, d = either(two, c, a), either(two, d, b), either(two, a, c), either(two, b, d)
    return either(one, b, a), either(one, c, b), either(one, d, c), either(one, a, d)
