"""Several cards at once: a set that the rules ask for card by card is picked in any order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from kibitz.engine import State, load
from kibitz.engine.picking import Picking, picked, pickings, steps
from kibitz.errors import IllegalAction

Rules = Callable[..., State]

TO_PILE = "(all 'S 'C (move 'C (top (game vloc PILE))))"
TWO = f"(any (subsets 2 (game vloc DECK)) 'S {TO_PILE})"


def only(state: State) -> Picking:
    (picking,) = pickings(state)
    return picking


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_every_set_can_be_picked_in_any_order(rules: Rules, size: int) -> None:
    state = rules(f"(choice ((any (subsets {size} (game vloc DECK)) 'S {TO_PILE})))")
    picking = only(state)
    assert (picking.size, len(picking.cards)) == (size, 5)
    for cards in combinations(picking.cards, size):
        mixed = Random(sum(cards)).sample(cards, size)
        states = picked(state, picking, mixed)
        assert len(states) == size
        assert set(states[-1].faces("PILE")) == {state.game.cards[card] for card in cards}


def test_the_last_cards_can_be_picked_though_no_step_begins_with_them(rules: Rules) -> None:
    state = rules(f"(choice ({TWO}))")
    picking = only(state)
    assert len(state.actions) == len(picking.offered) == 4
    assert picking.cards[-1] in steps(state.game, picking)
    assert len(steps(state.game, picking)) == 5


def test_what_was_picked_already_is_no_longer_asked_for(rules: Rules) -> None:
    state = rules(f"(choice ((any (subsets 3 (game vloc DECK)) 'S {TO_PILE})))")
    after = state.after(state.actions[1])
    picking = only(after)
    assert (picking.size, picking.cards) == (2, only(state).cards[2:])
    assert len(picked(after, picking, picking.cards[:2])[-1].faces("PILE")) == 3


def test_other_options_stand_beside_a_set(rules: Rules) -> None:
    state = rules(f"(choice ((turn pass) {TWO}))")
    assert only(state).offered == (1, 2, 3, 4)
    assert pickings(state.after("pass")) == ()


def test_of_several_sets_each_is_one_of_its_own(rules: Rules) -> None:
    three = TWO.replace("2", "3")
    state = rules(f"(choice ({TWO} {three}))")
    for picking in pickings(state):
        states = picked(state, picking, picking.cards[-picking.size :])
        assert len(states[-1].faces("PILE")) == picking.size
    assert [picking.size for picking in pickings(state)] == [2, 3]


def test_nothing_is_asked_for_where_no_set_is(rules: Rules) -> None:
    assert pickings(rules("(choice ((turn pass)))")) == ()
    none = f"(any (subsets 0 (game vloc DECK)) 'S (do ((turn pass) {TO_PILE})))"
    assert pickings(rules(f"(choice ({none} (set (game sto A) 1)))")) == ()
    assert pickings(load("agram").new(1)) == ()


def test_what_is_no_such_set_is_refused_in_a_sentence(rules: Rules) -> None:
    state = rules(f"""(choice ((any (subsets 2 (filter (game vloc DECK) 'C
        (> (score 'C using (game points VALUE)) 2))) 'S {TO_PILE})))""")
    picking = only(state)
    kept = next(face.number for face in state.faces("DECK") if face.number not in picking.cards)
    for cards, why in (
        (picking.cards[:1], "2 cards are to be picked, not 1"),
        (picking.cards, "2 cards are to be picked, not 3"),
        (picking.cards[:1] * 2, "was picked twice"),
        ((picking.cards[0], kept), "cannot be picked now"),
        ((picking.cards[0], 999), "card 999 cannot be picked now"),
    ):
        with pytest.raises(IllegalAction, match=why):
            picked(state, picking, cards)
