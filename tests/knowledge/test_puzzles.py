"""Results from the literature."""

from __future__ import annotations

import pytest

from kibitz.knowledge.logic.evaluation import Evaluation
from kibitz.knowledge.logic.formulas import TOP, Announce, CanAnnounce, Common
from kibitz.knowledge.logic.puzzles import (
    ALICE_KNOWS,
    BOB_KNOWS,
    BOB_SAYS,
    CAROL_KNOWS_NOTHING,
    candidate_announcements,
    is_safe,
    muddy_children,
    muddy_children_know,
    russian_cards,
    says_one_of,
)
from kibitz.knowledge.logic.structures import structure_engine

HANDS = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6)]


def test_russian_cards_have_140_deals() -> None:
    assert russian_cards().count(TOP) == 140


def test_102_of_the_1290_announcements_are_safe() -> None:
    model, candidates = russian_cards(), list(candidate_announcements())
    assert len(candidates) == 1290
    assert sum(is_safe(model, hands) for hands in candidates) == 102


@pytest.mark.parametrize("engine", ["explicit", "quotient", "diagrams"])
def test_alice_names_five_hands_and_bob_names_carols_card(engine: str) -> None:
    if engine == "diagrams":
        pytest.importorskip("dd")
    model = russian_cards()
    model.engine = engine  # type: ignore[assignment]
    says, everybody = says_one_of(HANDS), (0, 1, 2)
    assert not model.holds(BOB_KNOWS)
    assert model.holds(CanAnnounce(says, Common(everybody, BOB_KNOWS & CAROL_KNOWS_NOTHING)))
    assert not model.holds(Announce(says, ALICE_KNOWS))
    both = Common(everybody, ALICE_KNOWS & BOB_KNOWS & CAROL_KNOWS_NOTHING)
    assert model.holds(CanAnnounce(says, CanAnnounce(BOB_SAYS, both)))


def test_an_announcement_of_two_hands_gives_carol_a_card() -> None:
    model = russian_cards()
    says = says_one_of([(0, 1, 2), (0, 3, 4)])
    assert model.holds(Announce(says, BOB_KNOWS))
    assert not model.holds(Announce(says, CAROL_KNOWS_NOTHING))


@pytest.mark.parametrize(("children", "muddy"), [(3, 1), (3, 2), (3, 3), (20, 2), (20, 7), (24, 5)])
def test_muddy_children_know_after_one_round_less_than_they_are(children: int, muddy: int) -> None:
    if children > 20:
        pytest.importorskip("dd")
    engine = structure_engine(muddy_children(children))
    for rounds in range(muddy):
        found = Evaluation(engine).value(muddy_children_know(children, muddy, rounds))
        assert engine.contains(found, range(1, muddy + 1)) == (rounds == muddy - 1)
