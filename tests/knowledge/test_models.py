"""Models: which engine answers, what is refused, and what is exact."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from math import comb, factorial
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import bdd, models
from kibitz.knowledge.logic.formulas import (
    TOP,
    And,
    Announce,
    Common,
    Everybody,
    Exists,
    Formula,
    Holds,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
    Proposition,
)
from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.logic.quotient import Quotient, groups_of, number_of_tables
from kibitz.knowledge.worlds import Count, Worlds

TAROT = Worlds(sizes=(24, 24, 24, 6), masks=(15,) * 78)
TRUMPS = (1 << 22) - 1
BOEREN = Worlds(sizes=(5, 5, 5, 5), masks=(15,) * 20)
SUITS = [0b11111 << 5 * at for at in range(4)]


def dealt(worlds: Worlds) -> tuple[int, ...]:
    """The deal in the order of the cards."""
    return tuple(place for place, size in enumerate(worlds.sizes) for _ in range(size))


def test_nested_knowledge_in_a_full_deal_of_tarot() -> None:
    model = Model(TAROT, observed=(1, 2, 4), actual=dealt(TAROT))
    petit = 1
    holder, other = Holds(1, petit), Holds(2, petit)
    formulas: list[tuple[Formula, bool]] = [
        (Knows(0, holder), True),
        (Knows(1, holder), False),
        (Knows(0, Not(KnowsWhether(1, holder))), True),
        (Common((0, 1, 2), Or((holder, Not(Knows(0, holder))))), True),
        (Knows(0, Knows(1, Not(Knows(2, other)))), True),
        (Announce(Or((holder, other)), Knows(1, holder)), True),
        (Announce(Or((holder, other)), Knows(2, holder)), False),
        (Common((0, 1, 2), Implies(Holds(2, TRUMPS, 22), Knows(0, Not(holder)))), True),
        (Knows(0, Not(Holds(2, TRUMPS, 1))), True),  # the first hand has all 22 trumps
    ]
    for formula, expected in formulas:
        assert model.engine_for(formula) == "quotient"
        assert model.holds(formula) is expected, str(formula)
    assert model.count(TOP) == factorial(78) // (factorial(24) ** 3 * factorial(6))
    assert model.count(holder) == model.count(TOP) * 24 // 78


@pytest.mark.parametrize(
    ("worlds", "sets", "tables"),
    [
        (TAROT, [1, TRUMPS], 5_240),
        (BOEREN, SUITS, 40_176),
        (BOEREN, [1, SUITS[0]], 140),
        (Worlds((13,) * 4, (15,) * 52), [1, (1 << 13) - 1], 1_820),
    ],
)
def test_the_number_of_tables(worlds: Worlds, sets: list[int], tables: int) -> None:
    groups = groups_of(worlds, sets)
    assert number_of_tables(worlds.sizes, groups, 0) == tables
    quotient = Quotient(worlds, (1, 2, 4), groups)
    assert len(quotient.alive) == tables
    assert quotient.count(quotient.alive) == Model(worlds, ()).count(TOP)


def test_a_counterexample_is_what_the_agent_cannot_tell_from_the_deal() -> None:
    model = Model(TAROT, observed=(1, 2, 4), actual=dealt(TAROT))
    refuted = model.counterexample(Knows(0, Holds(2, 1 << 24)))
    assert refuted is not None
    assert TAROT.allows(refuted)
    assert refuted[:24] == dealt(TAROT)[:24]
    assert refuted[24] != 1
    assert model.counterexample(Knows(0, Holds(1, 1))) is None


def test_hands_announced_card_by_card_are_for_diagrams() -> None:
    pytest.importorskip("dd")
    hands = [(0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (1, 5, 9, 10, 11)]
    said = Or(tuple(And(tuple(Holds(1, 1 << card) for card in hand)) for hand in hands))
    model = Model(BOEREN, observed=(1, 2, 4, 8), actual=dealt(BOEREN))
    assert model.holds(Announce(said, Knows(1, Holds(1, 0b11111, 5))))  # who has 5 to 9 can tell
    formula = Announce(said, Knows(2, Holds(1, 0b11111, 5)))
    assert model.engine_for(formula) == "diagrams"
    assert not model.holds(formula)
    refuted = model.counterexample(formula)
    assert refuted is not None
    assert refuted[10:15] == dealt(BOEREN)[10:15]
    assert {card for card in range(20) if refuted[card] == 0} == {*hands[1]}


def test_a_question_too_large_for_all_is_refused_with_its_size() -> None:
    worlds = Worlds(sizes=(9,) * 8, masks=(255,) * 72)
    model = Model(worlds, observed=(1,))
    formula = And(tuple(Holds(1, 1 << card) for card in range(40)))
    with pytest.raises(KibitzError, match=r"about 2\.04e\+59 deals .* tables .* nodes") as caught:
        model.valid(formula)
    assert caught.value.hint is not None
    assert model.engine_for(Holds(1, 1)) == "quotient"


def test_tests_are_asked_of_every_deal() -> None:
    def ordered(world: Sequence[int]) -> bool:
        return world[0] <= world[1]

    worlds = Worlds((1, 1, 1), (7,) * 3, tests=(ordered,))
    model = Model(worlds, (1, 2, 4), actual=(0, 1, 2))
    assert model.engine_for(TOP) == "explicit"
    assert model.count(TOP) == 3
    assert model.holds(Knows(1, Holds(1, 1)))  # card 1 is with agent 1: card 0 must be before
    for engine in ("quotient", "diagrams"):
        with pytest.raises(KibitzError, match="tested deal by deal"):
            Model(worlds, (1,), engine=engine).valid(TOP)
    with pytest.raises(KibitzError, match=r"about 6\.59e\+40 deals .* deal by deal"):
        Model(Worlds(TAROT.sizes, TAROT.masks, tests=(ordered,)), (1,)).valid(TOP)


def test_laws_hold_in_all_deals() -> None:
    law = (Count(places=1, cards=TRUMPS, least=10, most=78),)
    worlds = Worlds(TAROT.sizes, TAROT.masks, laws=(law,))
    model = Model(worlds, (1, 2, 4))
    assert model.valid(Common((0, 1, 2), Holds(1, TRUMPS, 10)))
    assert not model.valid(Holds(1, TRUMPS, 11))


def ask(model: Model, formula: Formula, world: Any = None) -> None:
    model.holds(formula, world)


@pytest.mark.parametrize(
    ("formula", "world", "message"),
    [
        (Knows(3, TOP), (0, 1, 2), "there is no agent 3; there are 3"),
        (Common((0, 5), TOP), (0, 1, 2), "there is no agent 5"),
        (Holds(8, 1), (0, 1, 2), "names a place or card that this deal has not"),
        (Holds(1, 8), (0, 1, 2), "names a place or card that this deal has not"),
        (Proposition(1), (0, 1, 2), "means nothing in a deal"),
        (Exists((1,), TOP), (0, 1, 2), "a deal has none"),
        (TOP, (0, 0, 2), "not among those that are possible"),
        (TOP, (0, 1), "not among those that are possible"),
        (TOP, None, "nobody has said which deal is the actual one"),
    ],
)
def test_a_wrong_question_is_refused(formula: Formula, world: Any, message: str) -> None:
    for engine in ("explicit", "quotient", "diagrams"):
        if engine == "diagrams":
            pytest.importorskip("dd")
        model = Model(Worlds((1, 1, 1), (7,) * 3), (1, 2, 4), engine=engine)
        with pytest.raises(KibitzError, match=message):
            ask(model, formula, world)


def test_worlds_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(KibitzError, match="3 cards do not fill places for 2"):
        Model(Worlds((1, 1), (3, 3, 3)), (1,))
    with pytest.raises(KibitzError, match="no deal is possible"):
        Model(Worlds((1, 1), (1, 1)), (1,)).valid(TOP)
    with pytest.raises(KibitzError, match="not among those that are possible"):
        Model(Worlds((1, 1), (1, 3)), (1,), actual=(1, 0))


def test_a_deal_without_cards_is_one_world() -> None:
    assert Model(Worlds((0, 0), ()), (1, 2), actual=()).holds(Knows(0, TOP))


def test_a_model_keeps_few_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(TAROT, (1, 2, 4), actual=dealt(TAROT))
    for card in range(10):
        assert model.holds(Knows(0, Holds(1, 1 << card)))
    assert len(model._engines) == models.MOST_ENGINES


def test_the_python_twin_of_the_diagrams_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dd")

    def without_cudd(name: str) -> Any:
        if name == "dd.cudd":
            raise ImportError(name)
        return importlib.import_module(name)

    monkeypatch.setattr(bdd, "import_module", without_cudd)
    law = (Count(1, 0b11, 1, 2),)
    worlds = Worlds((2, 2, 1), (7, 7, 3, 7, 7), laws=(law,))
    twin = Model(worlds, (1, 2, 4), actual=(0, 0, 1, 1, 2), engine="diagrams")
    plain = Model(worlds, (1, 2, 4), actual=(0, 0, 1, 1, 2), engine="explicit")
    for card in range(5):
        for formula in (
            Knows(2, Holds(1, 1 << card)),
            Common((0, 1), Or((Holds(1, 1 << card), Not(Knows(1, Holds(1, 1 << card)))))),
            Announce(Holds(2, 1 << card), KnowsWhether(2, Holds(1, 1))),
        ):
            assert twin.holds(formula) == plain.holds(formula)
            assert twin.count(formula) == plain.count(formula)
            assert (twin.counterexample(formula) is None) == twin.holds(formula)


def test_positions_of_a_pile_are_places_too() -> None:
    stock = tuple(1 << place for place in range(1, 13))
    masks = tuple(0b11 | bit for bit in (*stock, 0b110, 0b1010, 0b10010))
    worlds = Worlds((3, *(1 for _ in stock)), masks)
    model = Model(worlds, (1, 2))
    assert model.valid(KnowsWhether(1, Holds(1, 0b01)))  # it is there, or at the observed place
    assert not model.valid(KnowsWhether(1, Holds(1, 0b10)))


def test_more_places_than_a_byte_counts() -> None:
    worlds = Worlds((0,) * 298 + (1, 1), (3 << 298,) * 2)
    model = Model(worlds, (1 << 298,), actual=(298, 299))
    assert model.engine_for(TOP) == "quotient"
    assert model.holds(Knows(0, Holds(1 << 299, 0b10)))
    assert model.count(TOP) == 2


@pytest.mark.parametrize("cards", [200, 1200])
def test_huge_decks_are_merged_too(cards: int) -> None:
    masks = (3,) * (cards - 10) + (1,) * 5 + (2,) * 5
    worlds = Worlds((cards // 2, cards // 2), masks)
    model = Model(worlds, (1, 2))
    assert model.engine_for(Holds(1, 1)) == "quotient"
    assert model.valid(KnowsWhether(0, Holds(2, 1)))
    assert model.count(TOP) == comb(cards - 10, cards // 2 - 5)


def test_diagrams_that_outgrow_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dd.cudd")
    monkeypatch.setattr(bdd, "MOST_MEMORY", 8 << 20)
    with pytest.raises(KibitzError, match="its diagrams do not fit into memory"):
        Model(TAROT, (1, 2, 4), engine="diagrams").valid(TOP)


def test_what_each_knows_need_not_be_common_knowledge() -> None:
    """North has the heart; East has the spade and North none; South and West may have the club.

    East has no heart and West none either, so East knows who has it. West sees no spade: East has
    it, and not the heart. South sees no club: West has it, East the spade, North the heart. But for
    all North knows West may have the spade, and would not know where the heart is.
    """
    north, east, south, west = 1, 2, 4, 8
    masks = (north | east, east | west, south | west, north | east | south | west)
    heart = Holds(north, 1)
    model = Model(Worlds((1, 1, 1, 1), masks), (north, east, south, west), actual=(0, 1, 3, 2))
    everybody = (0, 1, 2, 3)
    assert model.holds(Everybody(everybody, heart))
    assert not model.holds(Common(everybody, heart))
    assert not model.holds(Everybody(everybody, Everybody(everybody, heart)))
    assert model.counterexample(Everybody(everybody, heart)) is None


def test_a_question_about_one_deal_of_tarot_is_answered_by_deals_that_show_it() -> None:
    """Nobody with the petit has no other trump; North asks about a suit of fourteen."""
    petit, hearts = 1, ((1 << 14) - 1) << 22
    laws = tuple(
        (Count(1 << seat, petit, 0, 0), Count(1 << seat, TRUMPS, 2, 99)) for seat in (0, 1, 2)
    )
    worlds = Worlds(TAROT.sizes, TAROT.masks, laws)
    actual = tuple(card % 13 // 4 for card in range(78))
    assert worlds.allows(actual)
    model = Model(worlds, (1, 2, 4), actual)
    asked: list[tuple[Formula, bool]] = [
        (Knows(0, Not(Holds(2, hearts))), False),
        (Knows(0, Holds(2 | 4 | 8, hearts)), True),
        (Common((0, 1, 2), Not(Holds(2, hearts, 15))), True),
        (Common((0, 1, 2), Holds(1, hearts)), False),
        (KnowsWhether(1, Holds(1, hearts, 3)), False),
        (Announce(Not(Holds(2 | 8, hearts)), Knows(0, Holds(4, hearts))), True),
    ]
    for formula, expected in asked:
        assert model.holds(formula) is expected, str(formula)
        assert model.used == "witnesses"
        shown = model.counterexample(formula)
        assert (shown is None) == expected
        assert shown is None or worlds.allows(shown)
    nested = Knows(0, Not(Knows(1, Holds(4, hearts))))
    assert model.holds(nested)
    assert model.used == "quotient"  # it depends on all that East may have
