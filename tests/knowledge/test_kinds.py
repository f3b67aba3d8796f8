"""Kinds: deals of many copies counted, estimated, and asked where a face is, against all worlds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals, Estimate, faces, parts, possible
from kibitz.knowledge.deals.estimates import guessed, share, whole
from kibitz.knowledge.deals.grids import Grid, Line
from kibitz.knowledge.worlds import Count, Worlds

from .test_deals import all_worlds

MANY = 10**9


@st.composite
def some_deals(draw: st.DrawFn, tests: bool = False) -> tuple[Worlds, list[int]]:
    """A few cards of a few faces in a few places, of which sets, laws and tests are known."""
    places = draw(st.integers(2, 3))
    deal = draw(st.lists(st.integers(0, places - 1), min_size=2, max_size=7))
    looks = draw(st.lists(st.integers(0, 2), min_size=len(deal), max_size=len(deal)))
    known = draw(st.lists(st.integers(1, (1 << places) - 1), min_size=4, max_size=4))
    told = draw(st.booleans())  # else the same is known of all that look the same
    masks = [
        known[(card if told else look) % 4] | 1 << place
        for card, (look, place) in enumerate(zip(looks, deal, strict=True))
    ]
    if not told:
        joined = dict.fromkeys(looks, 0)
        for look, mask in zip(looks, masks, strict=True):
            joined[look] |= mask
        masks = [joined[look] for look in looks]
    counts = st.builds(
        lambda where, cards, least, more: Count(where, cards, least, least + more),
        st.integers(1, (1 << places) - 1),
        st.integers(1, (1 << len(deal)) - 1),
        st.integers(0, 2),
        st.sampled_from([0, 1, MANY]),
    )
    laws = draw(st.lists(st.lists(counts, min_size=1, max_size=2).map(tuple), max_size=2))
    sizes = tuple(deal.count(place) for place in range(places))
    where, face = draw(st.integers(0, places - 1)), draw(st.integers(0, 2))

    def not_just_one(world: Sequence[int]) -> bool:
        copies = [place for place, look in zip(world, looks, strict=True) if look == face]
        return copies.count(where) != 1

    return Worlds(sizes, tuple(masks), tuple(laws), (not_just_one,) * tests), looks


def looks_of(worlds: Worlds, looks: list[int]) -> set[tuple[tuple[int, int], ...]]:
    return {tuple(sorted(zip(looks, world, strict=True))) for world in all_worlds(worlds)}


# --- counted --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["few", "grids"])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_deals_by_kinds_masks_laws_and_tests(way: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if way == "grids":
            patch.setattr(parts, "SMALL", -1)
            patch.setattr(parts, "AS_DEAR", 10**12)
        worlds, looks = data.draw(some_deals(tests=data.draw(st.booleans())))
        every = all_worlds(worlds)
        deals = Deals(worlds, looks)
        assert deals.count_faces == len(looks_of(worlds, looks))
        assert deals.estimate is None
        for face in set(looks) if every else ():
            copies = [card for card, look in enumerate(looks) if look == face]
            for places in range(1, 1 << len(worlds.sizes)):
                there = sum(any(places >> world[card] & 1 for card in copies) for world in every)
                assert abs(deals.presence(copies, places) - there / len(every)) < 1e-9


@given(deal=some_deals())
@settings(max_examples=60, deadline=None)
def test_places_may_be_filled_one_by_one_too(deal: tuple[Worlds, list[int]]) -> None:
    """Few kinds in many places: the table lies on its side."""
    worlds, looks = deal
    worlds = Worlds(worlds.sizes, worlds.masks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Grid, "work", property(lambda grid: len(grid.rows)))
        assert Deals(worlds, looks).count_faces == len(looks_of(worlds, looks))


def test_seven_kinds_of_eight() -> None:
    """Lama for two: of fifty cards six are in the other hand, the rest in the stock. How many hands
    look different is the number of ways to take six from seven kinds of seven or eight."""
    kinds = [8, *[7] * 6]
    looks = [kind for kind, copies in enumerate(kinds) for _ in range(copies)]
    deals = Deals(Worlds((6, 44), (0b11,) * 50), looks)
    assert deals.count_faces == comb(6 + 6, 6)
    assert deals.estimate is None
    first = looks.index(1)
    hand = deals.presence(range(first, first + 7), 0b01)
    assert abs(hand - (1 - comb(43, 6) / comb(50, 6))) < 1e-12


def test_lama_for_four_kind_by_kind() -> None:
    """Three hands of six and a stock: every kind gives each hand some cards, and keeps the rest."""
    kinds = [8, *[7] * 6]
    looks = [kind for kind, copies in enumerate(kinds) for _ in range(copies)]
    ways = {(0, 0, 0): 1}
    for copies in kinds:
        more: dict[tuple[int, int, int], int] = {}
        for (a, b, c), n in ways.items():
            for x, y, z in product(range(7 - a), range(7 - b), range(7 - c)):
                if x + y + z <= copies:
                    after = a + x, b + y, c + z
                    more[after] = more.get(after, 0) + n
        ways = more
    deals = Deals(Worlds((6, 6, 6, 32), (0b1111,) * 50), looks)
    assert (deals.count_faces, deals.estimate) == (ways[6, 6, 6], None)


def test_lama_for_six_is_counted_exactly_in_any_order() -> None:
    sizes, looks = [6, 6, 6, 6, 6, 20], [0, *[card // 7 for card in range(49)]]
    one = Deals(Worlds(tuple(sizes), (0b111111,) * 50), looks)
    other = Deals(Worlds(tuple(sizes[::-1]), (0b111111,) * 50), looks[::-1])
    assert one.estimate is other.estimate is None
    assert one.count_faces == other.count_faces > 10**14


def test_whole_numbers_of_any_size() -> None:
    """Two cards each of fifty faces in two hands of fifty: the middle of (1 + x + x²)^50."""
    row = [1]
    for _ in range(50):
        row = [sum(row[max(0, i - 2) : i + 1]) for i in range(len(row) + 2)]
    assert Grid([Line(2, 0b11, alike=True)] * 50, [50, 50]).count == row[50]
    assert Grid([Line(1, 0b11)] * 100, [50, 50]).count == comb(100, 50)


# --- dealt ----------------------------------------------------------------------------------------


def test_deals_drawn_for_estimates_come_equally_often() -> None:
    law = (Count(0b001, 0b000111, 1, 2), Count(0b100, 0b111000, 2, 2))
    worlds = Worlds((2, 1, 3), (0b111, 0b111, 0b101, 0b111, 0b110, 0b111), (law,))
    division = Deals(worlds)._division
    assert division is not None
    every = all_worlds(worlds)
    drawn = division.dealt(200 * len(every), np.random.Generator(np.random.PCG64(3)))
    assert drawn is not None
    seen: dict[tuple[int, ...], int] = {}
    for world in map(tuple, drawn.tolist()):
        seen[world] = seen.get(world, 0) + 1
    assert set(seen) <= set(every)
    square = sum((seen.get(world, 0) - 200) ** 2 / 200 for world in every)
    freedom = len(every) - 1
    assert abs(square - freedom) / (2 * freedom) ** 0.5 < 4


# --- estimated ------------------------------------------------------------------------------------


def test_too_much_to_count_is_estimated_and_says_so() -> None:
    """Ten places, 56 cards of seven kinds: nobody counts that in a moment."""
    looks = [card // 8 for card in range(56)]
    deals = Deals(Worlds((5,) * 9 + (11,), (0b1111111111,) * 56), looks)
    assert deals.estimate is not None
    low, high, samples = deals.estimate
    assert samples >= 100
    assert low < deals.count_faces < high < 1.5 * low
    assert deals.estimate == Deals(deals.given, looks).estimate


def test_estimates_hold_the_truth() -> None:
    """Tables that can be counted, also guessed at: in nearly all cases the interval holds."""
    held = 0
    tables = [
        ([Line(n, 0b1111 ^ (k % 3 == 0) << seed % 4, alike=k % 2 == 0) for k, n in enumerate(rows)])
        for seed, rows in enumerate([(4, 3, 5, 2, 6), (8, 8, 8, 8), (2,) * 12, (9, 1, 7, 3, 8)] * 5)
    ]
    for seed, rows in enumerate(tables):
        cards = sum(row.cards for row in rows)
        sizes = [3 + seed % 3, 4, 5, cards - 12 - seed % 3]
        grid, guess = Grid(rows, sizes), guessed(rows, sizes)
        true = log(grid.count)
        held += guess.low <= true <= guess.high
        assert abs(guess.count - true) < 0.5
        for mine, counted in zip(guess.shares, grid.shares, strict=True):
            if not any(row.alike for row in rows):
                assert np.allclose(mine, counted, atol=0.1)
    assert held >= 17


def test_laws_that_tell_copies_apart_leave_bounds_that_always_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(possible, "LISTED", 0)
    law = ((Count(0b01, 0b000011, 1, 2),),)  # of three that look the same, two
    worlds = Worlds((3, 3), (0b11,) * 6, law)
    looks = [0, 1, 0, 1, 2, 2]
    deals = Deals(worlds, looks)
    assert deals.estimate is not None
    low, high, samples = deals.estimate
    assert low <= len(looks_of(worlds, looks)) <= high
    assert low <= deals.count_faces <= high
    assert samples == 0


@given(st.integers(0, 100), st.integers(1, 100))
def test_wilsons_interval_holds_what_was_seen(passed: int, more: int) -> None:
    samples = passed + more
    low, high = share(passed, samples)
    assert 0 <= low <= passed / samples <= high <= 1
    assert (low == 0) == (passed == 0)


def test_tests_that_nothing_passed_leave_an_upper_bound() -> None:
    """One deal of 184,756 passes: no sample will, but there may be one, and certainly not many."""
    wanted = (0,) * 10 + (1,) * 10
    deals = Deals(Worlds((10, 10), (0b11,) * 20, (), (lambda world: tuple(world) == wanted,)))
    assert deals.estimate is not None
    low, high, _ = deals.estimate
    assert low == 0 < high < 184_756 // 50
    assert deals.count <= high
    assert np.allclose(deals.probabilities, 0.5)  # as if there were no test


def test_tests_of_copies_are_estimated_by_looks() -> None:
    """Four faces, four copies each, in two hands of eight; the first hand must have exactly two of
    the first face. Looks are counted, not deals, though it is deals that are drawn."""
    looks = [card // 4 for card in range(16)]
    tests = (lambda world: list(world[:4]).count(0) == 2,)
    deals = Deals(Worlds((8, 8), (0b11,) * 16, (), tests), looks)
    true = sum(sum(others) == 6 for others in product(range(5), repeat=3))
    assert deals.estimate is not None
    assert deals.estimate.low <= true <= deals.estimate.high < 4 * true
    assert abs(deals.presence(range(4), 0b01) - 1) < 1e-12
    assert abs(deals.presence(range(2), 0b01) - 5 / 6) < 0.1


def test_a_test_on_too_many_deals_is_bounded_by_those_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "QUICK", -1)
    deals = Deals(Worlds((10, 10), (0b11,) * 20, (), (lambda world: True,)))
    assert deals.estimate == Estimate(0, 184_756, 0)


def test_where_a_face_is_likely_is_estimated_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
    worlds = Worlds((3, 3, 4), (0b111,) * 3 + (0b011,) * 3 + (0b110,) * 4)
    exact = Deals(worlds, looks)
    wanted = [exact.presence(range(3), 1 << place) for place in range(3)]
    for name in ("SMALL", "QUICK", "BEARABLE"):
        monkeypatch.setattr(parts, name, -1)
    monkeypatch.setattr(faces, "QUICK", -1)
    monkeypatch.setattr(possible, "LISTED", 0)
    rough = Deals(worlds, looks)
    assert rough.estimate is not None
    assert rough.estimate.low <= exact.count_faces <= rough.estimate.high
    found = [rough.presence(range(3), 1 << place) for place in range(3)]
    assert np.allclose(found, wanted, atol=0.05)
    with pytest.raises(KibitzError, match="too many to be counted exactly"):
        rough.fraction(0, 0)


@pytest.mark.parametrize("number", [1, 7, 10**15, 3**500, 10**900])
def test_large_numbers_keep_their_first_digits(number: int) -> None:
    assert abs(whole(log(number)) - number) * 10**9 <= number
