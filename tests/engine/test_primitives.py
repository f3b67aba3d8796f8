"""Bits and random numbers, against their plain definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kibitz.engine.primitives import (
    PRIMITIVES,
    below,
    lowest,
    luck,
    new,
    nth_bit,
    nth_one,
    popcount,
    root,
    scaled,
    table,
)

SETS = st.sets(st.integers(0, 61), min_size=1)
KEYS = st.integers(0, 2**62 - 1)


def word(bits: set[int]) -> int:
    return sum(1 << bit for bit in bits)


@given(SETS)
def test_popcount_counts_the_members(bits: set[int]) -> None:
    assert popcount(word(bits)) == len(bits)
    assert popcount(0) == 0


@given(SETS)
def test_lowest_is_the_smallest_member(bits: set[int]) -> None:
    assert lowest(word(bits)) == min(bits)


@given(SETS, st.data())
def test_nth_bit_is_the_nth_smallest_member(bits: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(bits) - 1))
    assert nth_bit(word(bits), n) == sorted(bits)[n]
    assert nth_one(word(bits), n) == 1 << sorted(bits)[n]


@given(KEYS, KEYS, st.integers(-3, 10_000), st.integers(0, 2**40), st.integers(1, 2**31 - 1))
def test_below_is_in_range_and_a_function_of_its_arguments(
    key: int, key2: int, stream: int, counter: int, n: int
) -> None:
    number = below(key, key2, stream, counter, n)
    assert 0 <= number < n
    assert number == below(key, key2, stream, counter, n)


@given(KEYS, KEYS)
def test_below_one_is_nothing(key: int, key2: int) -> None:
    assert below(key, key2, 0, 0, 1) == 0


@given(KEYS, KEYS, st.integers(0, 1000), st.integers(2, 2**31 - 1))
def test_the_random_number_of_a_plain_definition(key: int, key2: int, counter: int, n: int) -> None:
    """splitmix64's finaliser twice, the second half of the key in between, scaled by n."""

    def finalise(x: int) -> int:
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        return x ^ x >> 31

    x = (key + 5 * 0x9E3779B97F4A7C15 + counter * 0xD1B54A32D192ED03) % 2**64
    assert below(key, key2, 5, counter, n) == finalise(finalise(x) ^ key2) * n // 2**64


@given(st.integers(0, 2**62 - 1), st.integers(0, 1000), st.integers(1, 1000))
def test_luck_is_worth_the_same_random_number(key: int, counter: int, n: int) -> None:
    assert scaled(luck(key, 7, -3, counter), n) == below(key, 7, -3, counter, n)


def test_new_is_zeros() -> None:
    assert list(new(3)) == [0, 0, 0]
    assert new(3) is not new(3)


def test_a_table_holds_its_values() -> None:
    assert list(table((1, 2, 3))) == [1, 2, 3]


@given(st.integers(0, 2**26))
def test_root_of_a_square_is_what_was_squared(x: int) -> None:
    assert root(float(x * x)) == x


def test_emitted_code_knows_the_primitives_by_their_names() -> None:
    bits = {"popcount", "lowest", "nth_bit", "nth_one"}
    chance = {"below", "noise", "luck", "scaled"}
    assert set(PRIMITIVES) == bits | chance | {"root", "new", "copy", "view", "table"}
