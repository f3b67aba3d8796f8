"""Counts, probabilities and random deals against all worlds, listed one by one."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from kibitz import load
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.views import view
from kibitz.knowledge.worlds import Count, Law, Worlds

KEY = (11, 22)
ANY = 10**9


def all_worlds(worlds: Worlds) -> list[tuple[int, ...]]:
    """Every world, found by trying everything."""
    tried = product(range(len(worlds.sizes)), repeat=len(worlds.masks))
    return [world for world in tried if worlds.allows(world)]


def some_worlds(seed: int, laws: bool) -> Worlds:
    """A few cards in a few places; sometimes no deal is possible."""
    draw = random.Random(seed)
    places, cards = draw.randint(1, 4), draw.randint(1, 6)
    deal = [draw.randrange(places) for _ in range(cards)]
    kinds = [draw.randrange(1, 1 << places) for _ in range(draw.randint(1, 3))]
    masks = [draw.choice(kinds) | (draw.random() < 0.9) << place for place in deal]
    known = [
        tuple(some_count(draw, places, cards) for _ in range(draw.choice((1, 1, 2, 3))))
        for _ in range(draw.randint(1, 3) if laws else 0)
    ]
    sizes = Counter(deal)
    return Worlds(tuple(sizes[p] for p in range(places)), tuple(masks), tuple(known))


def some_count(draw: random.Random, places: int, cards: int) -> Count:
    least = draw.randint(0, 3)
    most = draw.choice((0, least, least + 1, ANY))
    return Count(draw.randrange(1, 1 << places), draw.randrange(1, 1 << cards), least, most)


def no_petit_sec(hands: int, others: int) -> tuple[Law, ...]:
    """No hand has card 0 and none of the others."""
    return tuple(
        (Count(1 << hand, 1, 0, 0), Count(1 << hand, others, 1, ANY)) for hand in range(hands)
    )


def wrong(law: Law) -> tuple[Law, ...]:
    """That a law is broken: none of its counts, each with one bound, is so."""
    return tuple(
        (Count(c.places, c.cards, 0, c.least - 1),)
        if c.least
        else (c._replace(least=c.most + 1, most=ANY),)
        for c in law
    )


def lawful(worlds: np.ndarray[Any, Any], laws: Sequence[Law]) -> np.ndarray[Any, Any]:
    """Of worlds, a row for each, those in which all laws hold: all of them at once."""
    for law in laws:
        holds = np.zeros(len(worlds), bool)
        for count in law:
            cards = [card for card in range(worlds.shape[1]) if count.cards >> card & 1]
            n = (count.places >> worlds[:, cards] & 1).sum(axis=1)
            holds |= (count.least <= n) & (n <= count.most)
        worlds = worlds[holds]
    return worlds


def chi_square(deals: Deals, draws: int) -> float:
    """How far the samples are from even, in standard deviations."""
    seen = Counter(deals.sample(KEY, i) for i in range(draws))
    expected = draws / deals.count
    assert set(seen) <= set(deals.worlds())
    total = sum((seen[world] - expected) ** 2 / expected for world in deals.worlds())
    freedom = deals.count - 1
    return float((total - freedom) / (2 * freedom) ** 0.5)


# --- counts and probabilities ---------------------------------------------------------------------


@pytest.mark.parametrize("laws", [False, True])
@pytest.mark.parametrize("block", range(10))
def test_counts_and_probabilities_are_those_of_all_worlds(block: int, laws: bool) -> None:
    for seed in range(100 * block, 100 * block + 100):
        worlds = some_worlds(seed, laws)
        expected = all_worlds(worlds)
        deals = Deals(worlds)
        assert deals.count == len(expected), seed
        assert deals.exact
        assert sorted(deals.worlds()) == expected, seed
        for card in range(len(worlds.masks)):
            held = [sum(w[card] == place for w in expected) for place in range(len(worlds.sizes))]
            assert deals.possible(card) == sum(1 << p for p, n in enumerate(held) if n), seed
            for place, n in enumerate(held if expected else ()):
                assert deals.fraction(card, place) == Fraction(n, len(expected)), seed
                assert abs(deals.probabilities[card, place] - n / len(expected)) < 1e-12, seed
        if expected:
            assert deals.sample(KEY, seed) in expected, seed


@pytest.mark.parametrize("laws", [False, True])
def test_few_and_many_tables_are_summed_alike(laws: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(60):
        worlds = some_worlds(seed, laws)
        monkeypatch.setattr("kibitz.knowledge.deals.parts.SMALL", 10**9)
        few = Deals(worlds)
        found = few.count, [few.possible(card) for card in range(len(worlds.masks))]
        assert np.allclose(few.probabilities.sum(axis=1), bool(few.count))
        monkeypatch.setattr("kibitz.knowledge.deals.parts.SMALL", -1)
        for as_dear in (1e-9, 10**12):  # tables, then grids
            monkeypatch.setattr("kibitz.knowledge.deals.parts.AS_DEAR", as_dear)
            many = Deals(worlds)
            assert (many.count, [many.possible(c) for c in range(len(worlds.masks))]) == found
            assert np.allclose(few.probabilities, many.probabilities, atol=1e-12)


def test_a_free_deal_of_tarot() -> None:
    deals = Deals(Worlds((24, 24, 6), (0b111,) * 54))
    assert deals.count == factorial(54) // (factorial(24) ** 2 * factorial(6))
    assert np.allclose(deals.probabilities, [24 / 54, 24 / 54, 6 / 54], atol=1e-15)


def test_no_petit_sec_is_all_deals_but_those_with_one() -> None:
    free = Worlds((24, 24, 6), (0b111,) * 54)
    others = ((1 << 13) - 1) << 1
    for hands in (1, 2):
        alone = [
            Deals(
                Worlds(
                    free.sizes,
                    (1 << hand, *(0b111 & ~(1 << hand),) * 13, *(0b111,) * 40),
                )
            ).count
            for hand in range(hands)
        ]
        kept = Deals(Worlds(free.sizes, free.masks, no_petit_sec(hands, others)))
        assert kept.count == Deals(free).count - sum(alone)
        assert np.allclose(kept.probabilities.sum(axis=1), 1, atol=1e-12)
        assert np.allclose(kept.probabilities.sum(axis=0), free.sizes, atol=1e-10)
        assert abs(kept.probabilities[0, 0] - kept.fraction(0, 0)) < 1e-12


def test_a_poignee_is_dealt_without_trying() -> None:
    """Thirteen of twenty trumps in one hand of eighteen come once in many thousand deals."""
    worlds = Worlds((18, 18, 18, 6), (0b1111,) * 60, ((Count(1, (1 << 20) - 1, 13, ANY),),))
    deals = Deals(worlds)
    assert deals.count < Deals(Worlds(worlds.sizes, worlds.masks)).count / 1000
    assert all(worlds.allows(deals.sample(KEY, i)) for i in range(20))


@pytest.mark.parametrize("seed", range(4))
def test_petit_sec_in_real_deals_of_tarot(seed: int) -> None:
    """Nobody holds the Petit as their only trump: as many deals as without those where one does."""
    game = load("tarot")
    draw, state = random.Random(seed), game.new(seed)
    lawful = 0
    for _ in range(30):
        worlds = view(state, state.to_move).knowledge.frame.worlds
        if worlds.laws:
            lawful += 1
            deals = Deals(worlds)
            free = Deals(Worlds(worlds.sizes, worlds.masks))
            broken = [Deals(Worlds(worlds.sizes, worlds.masks, wrong(law))) for law in worlds.laws]
            assert deals.count == free.count - sum(each.count for each in broken) > 0
            assert np.allclose(deals.probabilities.sum(axis=0), worlds.sizes, atol=1e-9)
            for card in range(0, len(worlds.masks), 7):
                assert abs(deals.probabilities[card, 0] - deals.fraction(card, 0)) < 1e-12
            assert all(worlds.allows(deals.sample(KEY, i)) for i in range(20))
        state = state.after(draw.choice(state.actions))
    assert lawful


def test_no_hand_has_a_quartet() -> None:
    """Eighteen laws; the deals of each rank are counted by hand."""
    laws = tuple(
        (Count(1 << hand, 0b1111 << 4 * rank, 0, 3),) for hand in range(3) for rank in range(6)
    )
    worlds = Worlds((5, 5, 5, 9), (0b1111,) * 24, laws)
    deals = Deals(worlds)
    ways: dict[tuple[int, ...], int] = {(5, 5, 5, 9): 1}
    for _ in range(6):
        after: Counter[tuple[int, ...]] = Counter()
        for left, n in ways.items():
            for held in product(range(4), range(4), range(4), range(5)):
                rest = tuple(a - b for a, b in zip(left, held, strict=True))
                if sum(held) == 4 and min(rest) >= 0:
                    after[rest] += n * 24 // prod(map(factorial, held))
        ways = after
    assert deals.count == ways[0, 0, 0, 0]
    assert all(worlds.allows(deals.sample(KEY, i)) for i in range(200))


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize("small", [-1, 10**9])
def test_many_laws_at_once(block: int, small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten to thirty laws that a true deal keeps, with as many copies as there are alike."""
    monkeypatch.setattr("kibitz.knowledge.deals.parts.SMALL", small)
    sizes = []
    for seed in range(25 * block, 25 * block + 25):
        worlds = many_laws(seed)
        expected = all_worlds(worlds)
        deals = Deals(worlds)
        sizes.append(len(expected))
        assert deals.count == len(expected) > 0, seed
        assert sorted(deals.worlds()) == expected, seed
        for card in range(len(worlds.masks)):
            held = [sum(w[card] == place for w in expected) for place in range(len(worlds.sizes))]
            assert deals.possible(card) == sum(1 << p for p, n in enumerate(held) if n), seed
            for place, n in enumerate(held):
                assert deals.fraction(card, place) == Fraction(n, len(expected)), seed
                assert abs(deals.probabilities[card, place] - n / len(expected)) < 1e-12, seed
        if 1 < len(expected) < 40:
            assert abs(chi_square(deals, 40 * len(expected))) < 5, seed
    assert max(sizes) > 20


def many_laws(seed: int) -> Worlds:
    """Eight cards and many laws, all kept by one deal at least."""
    draw = random.Random(seed)
    places, cards = draw.randint(2, 3), 8
    deal = [draw.randrange(places) for _ in range(cards)]
    masks = [draw.randrange(1 << places) | 1 << place for place in deal]
    masks = [mask if draw.random() < 0.3 else (1 << places) - 1 for mask in masks]
    sizes = tuple(deal.count(place) for place in range(places))
    laws: list[Law] = []
    wanted = draw.randint(10, 30)
    while len(laws) < wanted:
        law = tuple(some_count(draw, places, cards) for _ in range(draw.choice((1, 2, 3))))
        if any(count.holds(deal) for count in law):
            laws.append(law)
    return Worlds(sizes, tuple(masks), tuple(laws))


@pytest.mark.parametrize("seed", range(20))
def test_go_fish(seed: int) -> None:
    """Who asked for what and got what: up to a dozen laws, about quartets and single cards."""
    game = load("tests/games/small/gofish.rcy")
    draw, state = random.Random(seed), game.new(seed)
    seen: set[Worlds] = set()
    while not state.over:
        for seat in range(len(game.seats)):
            frame = view(state, seat).knowledge.frame
            if frame.worlds in seen or not frame.cards:
                continue
            seen.add(frame.worlds)
            deals = Deals(frame.worlds)
            assert deals.count > 0
            assert np.allclose(deals.probabilities.sum(axis=0), frame.worlds.sizes)
            assert all(frame.worlds.allows(deals.sample(KEY, i)) for i in range(3))
            if Deals(Worlds(frame.worlds.sizes, frame.worlds.masks)).count <= 5_000:
                free = Deals(Worlds(frame.worlds.sizes, frame.worlds.masks)).worlds()
                expected = lawful(np.array(list(free)), frame.worlds.laws)
                assert deals.count == len(expected)
                assert all(frame.worlds.allows(world) for world in expected[:9].tolist())
                for place in range(len(frame.worlds.sizes)):
                    held = (expected == place).mean(axis=0)
                    assert np.allclose(deals.probabilities[:, place], held, atol=1e-12)
        state = state.after(draw.choice(state.actions))


def test_probabilities_of_large_tables_add_up() -> None:
    suits = [card % 4 for card in range(47)]
    masks = tuple(0b1111 & ~(1 << suit if suit < 3 else 0) for suit in suits)
    deals = Deals(Worlds((5, 5, 5, 32), masks))
    assert np.allclose(deals.probabilities.sum(axis=1), 1, atol=1e-12)
    assert np.allclose(deals.probabilities.sum(axis=0), (5, 5, 5, 32), atol=1e-11)
    for card in range(4):
        for place in range(4):
            exact = deals.fraction(card, place)
            assert abs(deals.probabilities[card, place] - exact) < 1e-12


@pytest.mark.parametrize("seed", range(20))
def test_the_true_deal_is_always_possible(seed: int) -> None:
    draw = random.Random(seed)
    truth = [card % 4 for card in range(36)]
    kinds = [draw.randrange(16) for _ in range(4)]
    masks = tuple(draw.choice(kinds) | 1 << place for place in truth)
    deals = Deals(Worlds((9,) * 4, masks, no_petit_sec(1, 0b11110000)))
    assert deals.count > 0
    for card, place in enumerate(truth):
        assert deals.possible(card) >> place & 1
        assert deals.probabilities[card, place] > 0
    assert deals.given.allows(deals.sample(KEY, seed))


def test_very_many_cards() -> None:
    deals = Deals(Worlds((200, 200, 16), (0b011,) * 150 + (0b110,) * 150 + (0b111,) * 116))
    assert abs(deals.probabilities[0, 0] - deals.fraction(0, 0)) < 1e-12
    assert deals.given.allows(deals.sample(KEY, 1))


# --- random deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "worlds",
    [
        Worlds((2, 2, 2), (0b111,) * 6),
        Worlds((2, 2, 2), (0b011, 0b011, 0b110, 0b111, 0b111, 0b101)),
        Worlds((1, 2, 3), (0b110, 0b111, 0b111, 0b101, 0b111, 0b111)),
        Worlds((2, 1, 1, 2), (0b0011, 0b0011, 0b0111, 0b1100, 0b1110, 0b1111)),
        Worlds((2, 2, 2), (0b111,) * 6, no_petit_sec(3, 0b110)),
        Worlds((2, 2, 2), (0b111,) * 6, ((Count(1, 0b111, 1, 1),),)),
        Worlds((2, 2, 2), (0b111,) * 6, ((Count(0b11, 0b111, 2, 2),), *no_petit_sec(2, 6))),
        Worlds((2, 2, 2), (0b111,) * 6, (), (lambda world: world[0] != world[1],)),
    ],
)
def test_every_world_comes_equally_often(worlds: Worlds) -> None:
    deals = Deals(worlds)
    assert deals.count == len(all_worlds(worlds))
    assert abs(chi_square(deals, 60 * deals.count)) < 4


def test_a_sample_depends_on_the_key_and_its_number_only() -> None:
    worlds = Worlds((5, 5, 5), (0b111,) * 10 + (0b011,) * 5)
    one, other = Deals(worlds), Deals(worlds)
    late = other.sample(KEY, 9)
    assert [one.sample(KEY, i) for i in range(10)][9] == late
    assert len({one.sample(KEY, i) for i in range(100)}) > 90
    assert one.sample((1, 2), 9) != late


@pytest.mark.parametrize("name", ["boerenbridge", "tarot"])
def test_python_and_native_deal_the_same(name: str) -> None:
    game = load(name)
    cards = [7, 3, *range(10, 30), len(game.cards) - 1]
    masks = (0b110, 0b011, *(0b111,) * 10, *(0b101,) * 10, 0b111)
    worlds = Worlds((9, 5, 9), masks, no_petit_sec(2, 0b11110))
    deals = Deals(worlds)
    places = [1, 2, 5]
    blank = array("q", bytes(8 * game.layout.size))
    both = [
        deals.states(game, blank, cards, places, KEY, 40, first=5, mode=mode)
        for mode in ("python", "native")
    ]
    assert (both[0] == both[1]).all()
    where = both[1][:, _constant(game.emitted.text, "WHERE") :][:, cards]
    expected = [[places[p] for p in deals.sample(KEY, 5 + i)] for i in range(40)]
    assert where.tolist() == expected
    key = _constant(game.emitted.text, "KEY")
    assert len(np.unique(both[1][:, key])) == 40


def _constant(text: str, name: str) -> int:
    return next(int(line.split()[2]) for line in text.splitlines() if line.startswith(f"{name} = "))


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "worlds",
    [
        Worlds((1, 2), (0b01, 0b01, 0b11)),
        Worlds((1, 1, 1), (0b011, 0b011, 0b011)),
        Worlds((1, 1), (0b11, 0b11), ((Count(1, 0b11, 2, 2),),)),
        Worlds(
            (1, 1), (0b11, 0b11), ((Count(1, 1, 1, 1), Count(1, 2, 3, 3)), (Count(1, 1, 0, 0),))
        ),
        Worlds((1, 1), (0b11, 0b11), (), (lambda world: False,)),
    ],
)
def test_no_deal_is_possible(worlds: Worlds) -> None:
    deals = Deals(worlds)
    assert deals.count == 0
    assert list(deals.worlds()) == []
    assert not deals.probabilities.any()
    assert deals.possible(0) == 0
    with pytest.raises(KibitzError, match="no deal agrees"):
        deals.sample(KEY, 0)
    with pytest.raises(KibitzError, match="no deal agrees"):
        deals.fraction(0, 0)


def test_too_large_a_table_is_refused() -> None:
    masks = tuple((0xFFFF ^ 1 << card % 16) for card in range(480))
    with pytest.raises(KibitzError, match=r"more than [0-9,]+ entries"):
        Deals(Worlds((30,) * 16, masks)).sample(KEY, 0)


def test_too_many_laws_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.knowledge.deals.parts.SMALL", -1)
    monkeypatch.setattr("kibitz.knowledge.deals.tables.MOST_MOVES", 3)
    laws = tuple((Count(1, 0b111 << card, 1, 2),) for card in range(8))
    with pytest.raises(KibitzError, match=r"more than [0-9,]+ entries"):
        Deals(Worlds((5, 5), (0b11,) * 10, laws)).sample(KEY, 0)


def test_too_many_worlds_are_not_listed() -> None:
    deals = Deals(Worlds((10, 10), (0b11,) * 20))
    with pytest.raises(KibitzError, match="184,756 deals"):
        deals.table(100_000)
    assert deals.table(200_000).shape == (184_756, 20)


def test_cards_must_fill_the_places() -> None:
    with pytest.raises(KibitzError, match="3 cards"):
        Deals(Worlds((1, 1), (0b11,) * 3))


def test_with_tests_many_worlds_are_estimated() -> None:
    """Twenty cards in two hands: the first two lie together in 9/19 of the deals."""
    worlds = Worlds((10, 10), (0b11,) * 20, (), (lambda world: world[0] == world[1],))
    deals = Deals(worlds)
    assert not deals.exact
    assert deals.estimate is not None
    low, high, samples = deals.estimate
    assert low <= 184_756 * 9 // 19 <= high <= 1.2 * low
    assert low <= deals.count == deals.count_faces <= high
    assert samples > 100
    assert np.allclose(deals.probabilities[0], deals.probabilities[1])
    assert np.allclose(deals.probabilities.sum(axis=1), 1)
    assert Deals(worlds).estimate == deals.estimate  # the same for the same position
    with pytest.raises(KibitzError, match="too many to be counted exactly"):
        deals.fraction(0, 0)
    assert all(worlds.allows(deals.sample(KEY, i)) for i in range(50))


def test_tests_that_nothing_passes_starve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.knowledge.deals.possible.ENOUGH", 50)
    deals = Deals(Worlds((10, 10), (0b11,) * 20, (), (lambda world: False,)))
    with pytest.raises(KibitzError, match="in a row"):
        deals.sample(KEY, 0)


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("laws", [False, True])
def test_deals_of_copies_that_look_different(laws: bool) -> None:
    for seed in range(300):
        worlds = some_worlds(seed, laws)
        draw = random.Random(seed)
        faces = [draw.randrange(4) for _ in worlds.masks]
        looks = {tuple(sorted(zip(faces, world, strict=True))) for world in all_worlds(worlds)}
        assert Deals(worlds, faces).count_faces == len(looks), seed


def test_two_decks() -> None:
    """Three pairs in two hands: of each pair both, one or none."""
    deals = Deals(Worlds((3, 3), (0b11,) * 6), [0, 0, 1, 1, 2, 2])
    assert deals.count == 20
    assert deals.count_faces == 7
    assert Deals(Worlds((3, 3), (0b11,) * 6)).count_faces == 20
