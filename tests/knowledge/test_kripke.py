"""Kripke models: what the fast way finds is what all deals, one by one, would tell."""

from __future__ import annotations

import doctest
import json
from itertools import product
from random import Random
from xml.etree import ElementTree

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge import kripke
from kibitz.knowledge.kripke import card_model, deal_model
from kibitz.knowledge.worlds import Count, Law, Worlds

NAMES = ("North", "East", "South", "West")
OWN = (1, 2, 4, 8)


def brute(worlds: Worlds) -> list[tuple[int, ...]]:
    """All possible deals."""
    places = range(len(worlds.sizes))
    return [w for w in product(places, repeat=len(worlds.masks)) if worlds.allows(w)]


def look(world: tuple[int, ...], observed: int) -> tuple[int, ...]:
    """What a seat sees of a deal."""
    return tuple(place if observed >> place & 1 else -1 for place in world)


def random_worlds(random: Random, tests: bool = False) -> Worlds:
    """A small random deal with masks and laws; perhaps an impossible one."""
    places, cards = random.randint(1, 4), random.randint(1, 6)
    true = [random.randrange(places) for _ in range(cards)]
    sizes = tuple(true.count(place) for place in range(places))
    pool = [random.randrange(1, 1 << places) for _ in range(2)] + [(1 << places) - 1]
    masks = [random.choice(pool) for _ in range(cards)]
    if random.random() < 0.9:  # Mostly the true deal is possible, else perhaps none is.
        masks = [mask | 1 << place for mask, place in zip(masks, true, strict=True)]
    laws: list[Law] = []
    for _ in range(random.choice((0, 0, 1, 2))):
        law = []
        for _ in range(random.randint(1, 2)):
            least = random.randint(0, 2)
            law.append(
                Count(
                    random.randrange(1 << places),
                    random.randrange(1 << cards),
                    least,
                    least + random.randint(0, 2),
                )
            )
        laws.append(tuple(law))
    checks = (lambda world: sum(world) % 3 != 1,) if tests else ()
    return Worlds(sizes, tuple(masks), tuple(laws), checks)


@pytest.mark.parametrize("tests", [False, True])
def test_the_model_of_a_card_is_that_of_all_deals(tests: bool) -> None:
    random = Random(5)
    tried = 0
    while tried < 400:
        worlds = random_worlds(random, tests)
        every = brute(worlds)
        if not every:
            continue
        tried += 1
        places, seats = len(worlds.sizes), random.randint(1, 3)
        observed = tuple(random.randrange(1 << places) for _ in range(seats))
        card = random.randrange(len(worlds.masks))
        actual = random.choice(every)
        names = [f"place {k}" for k in range(places)]
        agents = [f"seat {k}" for k in range(seats)]
        model = card_model(worlds, observed, card, None, names, agents, actual=actual)
        assert [world.key for world in model.worlds] == sorted({w[card] for w in every})
        assert [w.key for w in model.worlds if w.actual] == [actual[card]]
        number = {world.key: k for k, world in enumerate(model.worlds)}
        for seat, sees in enumerate(observed):
            pairs = {
                (number[a[card]], number[b[card]])
                for a in every
                for b in every
                if a[card] < b[card] and look(a, sees) == look(b, sees)
            }
            strong = {number[w[card]] for w in every if look(w, sees) == look(actual, sees)}
            assert model.relation(seat) == pairs
            assert model.strong(agents[seat]) == strong


def test_a_played_card_is_in_a_single_world() -> None:
    worlds = Worlds((4, 5, 5, 5, 1), (16,) + (15,) * 19)
    model = card_model(worlds, OWN, 0, 4, (*NAMES, "played"), NAMES)
    assert [(world.label, world.actual) for world in model.worlds] == [("played", True)]
    assert not any(model.relations)


def test_not_having_a_suit_removes_a_world_from_the_models_of_all_its_cards() -> None:
    before = Worlds((5,) * 4, (15,) * 20)
    after = Worlds((5,) * 4, (15 & ~2,) * 5 + (15,) * 15)  # East has no hearts.
    for card in range(20):
        old = card_model(before, OWN, card, None, NAMES, NAMES)
        new = card_model(after, OWN, card, None, NAMES, NAMES)
        assert [world.key for world in old.worlds] == [0, 1, 2, 3]
        assert [world.key for world in new.worlds] == ([0, 2, 3] if card < 5 else [0, 1, 2, 3])
    for seat in range(4):
        model = card_model(after, OWN, 0, None, NAMES, NAMES, also_impossible=(1,))
        assert [w.label for w in model.worlds if not w.possible] == ["East"]
        assert not any(1 in pair for pair in model.relation(seat))


def test_of_a_whole_hand_and_the_tarot_not_every_deal_is_looked_at() -> None:
    """There are more of them than anybody could wait for."""
    boeren = card_model(Worlds((5,) * 4, (15,) * 20), OWN, 0, 0, NAMES, NAMES)
    tarot_places = ("Anna", "Bert", "Carla", "dog")
    tarot = Worlds((24, 24, 24, 6), (15,) * 78)
    petit = card_model(tarot, (1, 2, 4), 0, 0, tarot_places, tarot_places[:3])
    assert boeren.relation("North") == {(1, 2), (1, 3), (2, 3)}
    assert petit.relation("Anna") == {(1, 2), (1, 3), (2, 3)}


def test_one_seat_may_relate_two_places_only_through_a_third() -> None:
    """Places of one card: a shadow of deals, and not always an equivalence."""
    # The seat sees x or y in the last place; x there says "not in 2", y "not in 0".
    laws = ((Count(4, 1, 0, 0), Count(8, 2, 0, 0)), (Count(1, 1, 0, 0), Count(8, 4, 0, 0)))
    worlds = Worlds((1, 1, 1, 1), (7, 15, 15, 7), laws)
    model = card_model(worlds, (8,), 0, None, "012O", ["seat"])
    assert model.relation(0) == {(0, 1), (1, 2)}
    for svg in (model.svg("lines"), model.svg("hulls")):
        told = [e.text or "" for e in ElementTree.fromstring(svg).iter() if "title" in e.tag]
        assert sum("cannot tell" in text for text in told) == 2


def test_too_many_tables_are_refused_with_an_estimate() -> None:
    masks = tuple(15 & ~(1 << k % 4) or 15 for k in range(8)) * 6
    worlds = Worlds((12,) * 4, masks, tests=(lambda world: True,))
    with pytest.raises(KibitzError, match=r"about .* deals are possible.*tested deal by deal"):
        card_model(worlds, OWN, 0, None, NAMES, NAMES)
    laws = tuple((Count(1, 3 << card, 1, 2),) for card in range(0, 48, 2))
    with pytest.raises(KibitzError, match=r"too large: about .* tables"):
        card_model(Worlds((12,) * 4, masks, laws), OWN, 0, None, NAMES, NAMES)


def test_what_does_not_fit_is_refused() -> None:
    worlds = Worlds((1, 1), (3, 1))
    names, seats = ("hand", "stock"), ("Ann",)
    with pytest.raises(KibitzError, match="true deal is not among"):
        card_model(worlds, (1,), 0, None, names, seats, actual=(0, 1))
    with pytest.raises(KibitzError, match="cannot be at hand"):
        card_model(worlds, (1,), 0, 0, names, seats)
    with pytest.raises(KibitzError, match="not where the true deal has it"):
        card_model(worlds, (1,), 0, 0, names, seats, actual=(1, 0))
    with pytest.raises(KibitzError, match="no card 2"):
        card_model(worlds, (1,), 2, None, names, seats)
    with pytest.raises(KibitzError, match="places have"):
        card_model(worlds, (1,), 0, None, names[:1], seats)
    with pytest.raises(KibitzError, match="seats have"):
        card_model(worlds, (1,), 0, None, names, ())
    with pytest.raises(KibitzError, match="no seat 'Bob'"):
        card_model(worlds, (1,), 0, None, names, seats).relation("Bob")
    with pytest.raises(KibitzError, match="no deal is possible"):
        card_model(Worlds((1, 1), (1, 1)), (1,), 0, None, names, seats)


def test_the_russian_cards_have_140_deals() -> None:
    worlds = Worlds((3, 3, 1), (7,) * 7)
    seats = ("Anne", "Bill", "Cath")
    actual = (0, 0, 0, 1, 1, 1, 2)
    with pytest.raises(KibitzError, match="140 deals are too many to draw; the limit is 64"):
        deal_model(worlds, (1, 2, 4), actual, "0123456", "abc", seats)
    model = deal_model(worlds, (1, 2, 4), actual, "0123456", "abc", seats, limit=200)
    assert len(model.worlds) == 140
    assert [len(model.strong(seat)) for seat in seats] == [4, 4, 20]
    assert [len(model.relation(seat)) for seat in seats] == [35 * 6, 35 * 6, 7 * 190]
    assert [w.label for w in model.worlds if w.actual] == ["a: 012 | b: 345 | c: 6"]
    ElementTree.fromstring(model.svg())
    ElementTree.fromstring(model.svg("hulls"))


def test_the_model_of_a_deal_is_that_of_all_deals() -> None:
    random = Random(9)
    tried = 0
    while tried < 100:
        worlds = random_worlds(random, tests=random.random() < 0.3)
        every = brute(worlds)
        if not 0 < len(every) <= 64:
            continue
        tried += 1
        places = len(worlds.sizes)
        sees = random.randrange(1 << places)
        cards = [f"c{k}" for k in range(len(worlds.masks))]
        names = [str(k) for k in range(places)]
        model = deal_model(worlds, (sees,), every[-1], cards, names, ["seat"])
        assert [world.key for world in model.worlds] == every
        looks = [look(world, sees) for world in every]
        size = range(len(every))
        pairs = {(a, b) for a in size for b in size if a < b and looks[a] == looks[b]}
        assert model.relation("seat") == pairs
        assert model.strong(0) == {k for k in size if looks[k] == looks[-1]}


def test_a_model_shows_itself() -> None:
    worlds = Worlds((1, 1), (3, 3))
    model = card_model(
        worlds, (1, 0), 0, 0, ("hand", "stock"), ("Ann", "Ben"), actual=(0, 1), title="7♦"
    )
    assert json.loads(json.dumps(model.data()))["agents"][1] == {
        "name": "Ben",
        "pairs": [[0, 1]],
        "strong": [0, 1],
    }
    assert model._repr_svg_() == model.svg("lines")
    assert "w0 -- w1" in model.graphviz()


def test_the_examples_are_true() -> None:
    assert doctest.testmod(kripke).failed == 0
