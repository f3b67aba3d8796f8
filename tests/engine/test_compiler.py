"""The compiler: what it makes of a text does what Python does with it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.engine.compiler import machine
from kibitz.engine.compiler.kinds import Beyond
from kibitz.engine.primitives import PRIMITIVES, below, noise, nth_bit


def native(text: str) -> Mapping[str, Callable[..., Any]]:
    return machine.loaded(machine.compiled(text))


def python(text: str) -> dict[str, Any]:
    space: dict[str, Any] = dict(PRIMITIVES)
    exec("def table(numbers):\n    return numbers\n" + text, space)
    return space


# --- the language ---------------------------------------------------------------------------------

LANGUAGE = """
BITS = 62
TWICE = 2 * BITS
BEST = True
ROW = table((3, -1, 4, 1, -5))


def quotients(x, y, A):
    A[0] = x // 8 + x % 8
    A[1] = x // 7 * 1000 + x % 7
    A[2] = x // -3 * 1000 + x % -3
    A[3] = x // y * 1000 + x % y if y != 0 else 7
    A[4] = -x + ~y + abs(x) - abs(y) + int(x / 3) + int(abs(y / 4 - 1.5) * 10)


def choices(x, y, A):
    A[5] = 1 if x < y <= 3 else 2 if not x == y else 3
    A[6] = x and y
    A[7] = x or y
    A[8] = (x > 1 and y > 1) + (x < 0 or y < 0) * 2 + ((x > y) == BEST) * 4
    good = x > 2
    if y % 2:
        good = y > 2
    A[9] += good
    A[10] = x >> 1 | (y & 6) ^ 5
    A[11] = min(x, y, 2) * 100 + max(x, y)
    A[12] = ROW[x % 5] + ROW[y & 3] + TWICE


def broken(x, y):
    share = 0
    for i in range(3):
        share = share + x / 4
    share -= 0.25 * max(y, 0.5)
    if share:
        return root(share * share) > 1.5 or share == -1.5
    return False


def loops(x, y, A):
    a, b = 1, 1
    last = -1
    for i in range(y, -20, -3):
        last = i
        if i == x:
            break
        if i % 2:
            continue
        a, b = b, a + b
        i = 5
    k = 0
    while True:
        k += 1
        if k * k > x:
            break
    for v in (x, 3, y):
        k = 10 * k + v
    A[13] = a * 100 + last
    A[14] = k


def row_of(n, first):
    A = new(n + 1)
    for i in range(n):
        A[i] = first + i
    return A


def own(x, y, A):
    total = 0
    for i in range(4):
        B = row_of(5 + i, x)
        C = new(3)
        C[i % 3] += y
        total += B[4 + i] * 10 + C[0]
        if total > 90:
            return total
    return total


def mix(N, n, x, y):
    S = view(N, n)
    quotients(x, y, S)
    choices(x, y, S)
    loops(x, y, S)
    S[15] = broken(x, y)
    S[16] = own(x, y, S)
    copy(view(S, 17), S, 5)
    return S[0] + S[16]
"""


def in_python(text: str) -> Callable[[array[int], int, int, int], int]:
    space = python(text)
    space["new"] = lambda n: [0] * n
    space["view"] = lambda numbers, at: memoryview(numbers)[at:]

    def copy(target: Any, source: Any, n: int) -> None:
        target[:n] = source[:n]

    space["copy"] = copy
    found: Callable[[array[int], int, int, int], int] = space["mix"]
    return found


def test_everything_that_is_compiled_does_what_python_does() -> None:
    ours, theirs = native(LANGUAGE)["mix"], in_python(LANGUAGE)
    for x in range(-9, 12):
        for y in range(-9, 12):
            one, two = array("q", [1] * 24), array("q", [1] * 24)
            result = ours(one, 2, x, y)
            assert (result, one.tolist()) == (theirs(two, 2, x, y), two.tolist()), (x, y)


def test_to_divide_by_nothing_stops_nobody() -> None:
    divided = native("def f(N, x, y):\n    N[0] = x // y\n    N[1] = x % y\n    return 0\n")["f"]
    found = array("q", [5, 5])
    least = -(1 << 63)
    for x, y, quotient in ((7, 0, 0), (least, -1, least), (7, -1, -7)):
        divided(found, x, y)
        assert found.tolist() == [quotient, 0]


def test_arrays_may_be_of_fractions_too() -> None:
    text = """
def halves(N, n, FLOATS, FLOATS_BLANK, REALS):
    F = view(FLOATS, 1)
    copy(F, FLOATS_BLANK, n)
    for i in range(n):
        F[i] += N[i] / 2
        REALS[i] = F[i] * F[i]
    return 0
"""
    numbers, reals = np.arange(4), np.zeros(4)
    floats, blank = np.zeros(5, np.float32), np.ones(4, np.float32)
    halves = native(text)["halves"]
    halves(numbers, 4, floats, blank, reals)
    assert floats.tolist() == [0.0, 1.0, 1.5, 2.0, 2.5]
    assert reals.tolist() == [1.0, 2.25, 4.0, 6.25]
    with pytest.raises(TypeError, match="wrong size"):
        halves(numbers, 4, reals, blank, reals)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return N.size", "N.size"),
        ("return f(N)", "calls itself"),
        ("return g(N)", "no function `g`"),
        ("return K", "`K` is not known"),
        ("return N[0.5]", "whole number is needed"),
        ("x = N\n    x = 1\n    return x", "both"),
        ("with N:\n        pass", "With"),
        ("return [1]", "[1]"),
        ("for x in N:\n        pass", "only loops over a range"),
    ],
)
def test_what_cannot_be_compiled_is_named(body: str, said: str) -> None:
    with pytest.raises(Beyond, match=re.escape(said)):
        machine.compiled(f"def f(N):\n    {body}\n")


# --- the gate -------------------------------------------------------------------------------------


def test_whoever_calls_with_something_else_is_told() -> None:
    total = native("def total(N, n):\n    return N[0] + n\n")["total"]
    assert total(array("q", [3]), 4) == 7
    assert total(np.array([3]), np.int64(-1)) == 2
    for wrong, said in [
        ((np.array([3]),), "wrong number"),
        ((np.array([3], np.int32), 1), "wrong size"),
        ((np.array([3]), 1.5), "float"),
        ((7, 1), "bytes-like"),
    ]:
        with pytest.raises(TypeError, match=said):
            total(*wrong)
    with pytest.raises(ValueError, match="contiguous"):
        total(np.arange(8)[::2], 1)


# --- the primitives -------------------------------------------------------------------------------

MILLION = 1_000_000

LOOP = """
def each(N, n, NTH, KEYS, MORE, COUNTERS, LIMITS, FOUND):
    for i in range(n):
        FOUND[i] = popcount(N[i])
        FOUND[n + i] = lowest(N[i])
        FOUND[2 * n + i] = nth_bit(N[i], NTH[i])
        FOUND[3 * n + i] = below(KEYS[i], MORE[i], NTH[i] - 4, COUNTERS[i], LIMITS[i])
        FOUND[4 * n + i] = noise(KEYS[i], MORE[i], NTH[i] - 4, COUNTERS[i])
    return 0
"""


def results(sets: Any, *inputs: Any) -> Any:
    """What compiled primitives make of some inputs: a row for each."""
    found = np.zeros((5, MILLION), np.int64)
    native(LOOP)["each"](sets, MILLION, *inputs, found)
    return found


def test_native_primitives_give_what_the_python_ones_give_for_a_million_inputs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also on machines that cannot lay out bits by one instruction. Most random sets are large, so
    some are thinned out."""
    rng = np.random.default_rng(1)
    sets, thin, keys, keys2 = rng.integers(0, 1 << 62, (4, MILLION))
    sets[: MILLION // 2] &= thin[: MILLION // 2]
    sets[: MILLION // 4] &= keys[: MILLION // 4]
    sets[sets == 0] = 1 << 61
    sizes = np.bitwise_count(sets).astype(np.int64)
    nth = rng.integers(0, sizes)
    counters = rng.integers(0, 1 << 40, MILLION)
    limits = rng.integers(1, 1 << 31, MILLION)
    inputs = sets, nth, keys, keys2, counters, limits
    found = results(*inputs)
    monkeypatch.setattr(machine, "has_pdep", lambda: False)
    assert "pdep" not in machine.assembly(LOOP)

    assert np.array_equal(found, results(*inputs))
    assert np.array_equal(found[0], sizes)
    assert np.array_equal(1 << found[1], sets & -sets)
    rows = list(zip(*(column.tolist() for column in inputs), strict=True))
    assert found[2].tolist() == [nth_bit(x, n) for x, n, *_ in rows]
    assert found[3].tolist() == [below(k, k2, n - 4, c, most) for _, n, k, k2, c, most in rows]
    assert found[4].tolist() == [noise(k, k2, n - 4, c) for _, n, k, k2, c, _ in rows]


def test_kernels_and_the_rules_of_games_do_not_call_different_things_alike() -> None:
    """They are compiled together; a kernel that takes a game's place would find it with others."""
    package = Path(kibitz.__file__).parent
    names = [
        {
            name
            for path in (package / folder).glob("*.py.txt")
            if path.name != "knowing.py.txt"
            for name in re.findall(r"^def (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
        }
        for folder in ("engine/kernels", "recycle/templates")
    ]
    assert not names[0] & names[1]
