"""The few primitives emitted code calls and does not contain: bits and random numbers.

Each has a Python body here; the native mode brings bodies of its own that give the same numbers.
All values fit a signed 64-bit integer.
"""

from __future__ import annotations

from array import array
from math import sqrt
from typing import TypeAlias

__all__ = ["PRIMITIVES", "below", "noise"]

Words: TypeAlias = "array[int] | memoryview[int]"

Luck: TypeAlias = "tuple[int, int, int, int]"

_WORD = (1 << 64) - 1


def popcount(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def lowest(x: int) -> int:
    """The number of the lowest bit that is set."""
    return (x & -x).bit_length() - 1


def nth_bit(x: int, n: int) -> int:
    """The number of the n-th lowest bit that is set, counted from 0."""
    skipped = 0
    if n > 7:  # by halves, while they do not contain it
        count = (x & 0xFFFFFFFF).bit_count()
        if count <= n:
            n -= count
            x >>= 32
            skipped = 32
        count = (x & 0xFFFF).bit_count()
        if count <= n:
            n -= count
            x >>= 16
            skipped += 16
    if n > 2:
        count = (x & 0xFF).bit_count()
        if count <= n:
            n -= count
            x >>= 8
            skipped += 8
    while n:
        x &= x - 1
        n -= 1
    return (x & -x).bit_length() - 1 + skipped


def nth_one(x: int, n: int) -> int:
    """The n-th lowest bit that is set, counted from 0, by itself."""
    return 1 << nth_bit(x, n)


def luck(key: int, key2: int, stream: int, counter: int) -> Luck:
    """What a random number is made of, once it is known below what: a function of its arguments."""
    return key, key2, stream, counter


def scaled(luck: Luck, n: int) -> int:
    """The random number from 0 to n - 1 that is made of some luck.

    The counter is spread by Weyl constants, mixed with each half of the key by a splitmix64
    finaliser, and scaled to n by a 64-bit multiplication (n < 2^31, bias below 2^-33).
    """
    if n == 1:
        return 0
    key, key2, stream, counter = luck
    x = (key + stream * 0x9E3779B97F4A7C15 + counter * 0xD1B54A32D192ED03) & _WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
    x ^= (x >> 31) ^ key2
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
    return ((x ^ (x >> 31)) * n) >> 64


def below(key: int, key2: int, stream: int, counter: int, n: int) -> int:
    """A random number from 0 to n - 1: a function of its arguments only."""
    return scaled((key, key2, stream, counter), n)


def noise(key: int, key2: int, stream: int, counter: int) -> int:
    """62 random bits: a function of the arguments only."""
    return scaled((key, key2, stream, counter), 1 << 62)


def root(x: float) -> float:
    """The square root."""
    return sqrt(x)


def new(n: int) -> array[int]:
    """A list of n zeros, for work in passing."""
    return array("q", bytes(8 * n))


def copy(target: Words, source: Words, n: int) -> None:
    """Copy the first n numbers."""
    if len(target) == len(source) == n:
        target[:] = source  # type: ignore[assignment]
    else:
        target[:n] = source[:n]  # type: ignore[assignment]


def view(numbers: Words, at: int) -> memoryview[int]:
    """The numbers of an array from a place on."""
    whole = memoryview(numbers) if isinstance(numbers, array) else numbers
    return whole[at:]


def table(values: tuple[int, ...]) -> tuple[int, ...]:
    """A constant table."""
    return values


PRIMITIVES = {
    "popcount": popcount,
    "lowest": lowest,
    "nth_bit": nth_bit,
    "nth_one": nth_one,
    "luck": luck,
    "scaled": scaled,
    "below": below,
    "noise": noise,
    "root": root,
    "new": new,
    "copy": copy,
    "view": view,
    "table": table,
}
