"""The tree of formulas."""

from __future__ import annotations

import doctest

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas, models, named, puzzles, smcdel, spelling, structures
from kibitz.knowledge.logic.formulas import (
    MOST_NESTED,
    And,
    Announce,
    Formula,
    Holds,
    Implies,
    Knows,
    Not,
    Or,
    Proposition,
    check_depth,
    parts,
    walk,
)

P, Q = Proposition(1), Proposition(2)


@pytest.mark.parametrize(
    "module", [formulas, models, named, puzzles, smcdel, spelling, structures], ids=str
)
def test_the_examples_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0


def test_operators_make_formulas() -> None:
    made = (~P & Q) | P
    assert made == Or((And((Not(P), Q)), P))


def test_a_formula_knows_its_parts() -> None:
    assert parts(Announce(P, Knows(0, Q))) == (P, Knows(0, Q))
    assert parts(And((P, Q))) == (P, Q)
    assert parts(Holds(1, 2)) == ()
    assert set(walk(Implies(P, Not(Q)))) == {P, Q, Not(Q), Implies(P, Not(Q))}


def test_a_formula_with_shared_parts_is_walked_in_no_time() -> None:
    formula: Formula = P
    for _ in range(MOST_NESTED - 1):
        formula = And((formula, formula))
    check_depth(formula)
    assert len(list(walk(formula))) == MOST_NESTED


def test_a_formula_nested_too_deeply_is_refused() -> None:
    formula: Formula = P
    for _ in range(MOST_NESTED):
        formula = Not(formula)
    with pytest.raises(KibitzError, match=f"nested more than {MOST_NESTED} deep"):
        str(formula)
