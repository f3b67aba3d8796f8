"""All engines give the same answers, and those of the definitions, to thousands of formulas."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.bdd import StructureDiagrams
from kibitz.knowledge.logic.evaluation import Evaluation
from kibitz.knowledge.logic.models import EngineName, Model
from kibitz.knowledge.logic.structures import TruthTables

from .plain import (
    Plain,
    World,
    plain_deal,
    plain_structure,
    random_deal,
    random_formula,
    random_holds,
    random_structure,
)

pytest.importorskip("dd")

ENGINES: tuple[EngineName, ...] = ("explicit", "quotient", "diagrams")


@pytest.mark.parametrize("seed", range(80))
def test_all_engines_agree_with_the_definitions_about_deals(seed: int) -> None:
    rng = random.Random(seed)
    worlds, observed, actual = random_deal(rng)
    plain = plain_deal(worlds, observed)
    alive = frozenset(plain.worlds)
    models = [Model(worlds, observed, actual, engine=engine) for engine in ENGINES]
    for _ in range(12):
        formula = random_formula(rng, len(observed), lambda: random_holds(rng, worlds), 4)
        true = [plain.true(formula, world, alive) for world in plain.worlds]
        here = plain.true(formula, actual, alive)
        other = rng.choice(plain.worlds)
        for model in models:
            assert model.holds(formula) == here
            assert model.holds(formula, other) == plain.true(formula, other, alive)
            assert model.valid(formula) == all(true)
            assert model.count(formula) == sum(true)
            refuted = model.counterexample(formula)
            assert (refuted is None) == here
            if refuted is not None:
                check_refutation(plain, formula, actual, refuted)


def check_refutation(plain: Plain, formula: f.Formula, actual: object, refuted: object) -> None:
    """A counterexample is what its agents think possible, and there the formula known is false."""
    alive = frozenset(plain.worlds)
    while isinstance(formula, f.Announce):
        said = formula.announcement
        alive = frozenset(v for v in alive if plain.true(said, v, alive))
        formula = formula.formula
    assert refuted in alive
    match formula:
        case f.Knows(agent, part):
            assert plain.same((agent,), actual, refuted)
            assert not plain.true(part, refuted, alive)
        case f.Distributed(group, part):
            assert plain.same(group, actual, refuted)
            assert not plain.true(part, refuted, alive)
        case f.Everybody(group, part):
            assert any(plain.same((agent,), actual, refuted) for agent in group)
            assert not plain.true(part, refuted, alive)
        case f.Common(group, part):
            assert refuted in plain.reached(group, actual, alive)
            assert not plain.true(part, refuted, alive)
        case _:
            assert refuted == actual


@pytest.mark.parametrize("seed", range(80))
def test_single_deals_show_what_the_definitions_say(seed: int) -> None:
    """Whatever can be answered by looking for single deals is answered in that way alone."""
    rng = random.Random(seed)
    worlds, observed, actual = random_deal(rng)
    plain = plain_deal(worlds, observed)
    alive, answered = frozenset(plain.worlds), 0
    model = Model(worlds, observed, actual, engine="witnesses")
    for depth in (2, 2, 2, 2, 3, 3, 3, 3, 4, 4):
        formula = random_formula(rng, len(observed), lambda: random_holds(rng, worlds), depth)
        try:
            true, refuted = model.holds(formula), model.counterexample(formula)
        except KibitzError:
            continue  # for the other engines
        answered += 1
        assert true == plain.true(formula, actual, alive), str(formula)
        assert (refuted is None) == true
        if refuted is not None:
            check_refutation(plain, formula, actual, refuted)
    assert answered >= 3


@pytest.mark.parametrize("seed", range(60))
def test_who_does_not_know_whether_is_shown_two_deals_that_differ(seed: int) -> None:
    rng = random.Random(seed)
    worlds, observed, actual = random_deal(rng)
    plain = plain_deal(worlds, observed)
    alive = frozenset(plain.worlds)
    group = tuple(range(len(observed)))
    part = random_formula(rng, 0, lambda: random_holds(rng, worlds), 2)
    said = random_formula(rng, 0, lambda: random_holds(rng, worlds), 1)
    left = frozenset(v for v in alive if plain.true(said, v, alive))
    alike: dict[f.Formula, Callable[[World], bool]] = {
        f.KnowsWhether(0, part): lambda v: plain.same((0,), v, actual),
        f.DistributedWhether(group, part): lambda v: plain.same(group, v, actual),
        f.EverybodyWhether(group, part): lambda v: any(plain.same((a,), v, actual) for a in group),
        f.CommonWhether(group, part): lambda v: v in plain.reached(group, actual, alive),
    }
    for engine in (*ENGINES, "witnesses"):
        model = Model(worlds, observed, actual, engine=engine)
        for formula, possible in alike.items():
            try:
                found = model.differing(formula)
            except KibitzError:
                assert engine == "witnesses"
                continue
            assert (found is None) == plain.true(formula, actual, alive)
            if found is not None:
                so, not_so = found
                assert possible(so)
                assert possible(not_so)
                assert plain.true(part, so, alive)
                assert not plain.true(part, not_so, alive)
        after = model.differing(f.Announce(said, f.KnowsWhether(0, part)))
        known = plain.true(f.Announce(said, f.KnowsWhether(0, part)), actual, alive)
        assert (after is None) == known
        assert after is None or set(after) <= left
        assert model.differing(f.Knows(0, part)) is None  # there is only one deal to be shown


@pytest.mark.parametrize("seed", range(30))
def test_without_an_actual_deal_a_counterexample_is_any_deal_where_it_is_false(seed: int) -> None:
    rng = random.Random(seed)
    worlds, observed, _ = random_deal(rng)
    formula = random_formula(rng, len(observed), lambda: random_holds(rng, worlds), 3)
    for engine in ENGINES:
        model = Model(worlds, observed, engine=engine)
        refuted = model.counterexample(formula)
        assert (refuted is None) == model.valid(formula)
        assert refuted is None or not model.holds(formula, refuted)


@pytest.mark.parametrize("seed", range(60))
def test_both_engines_agree_with_the_definitions_about_structures(seed: int) -> None:
    rng = random.Random(seed)
    structure = random_structure(rng)
    plain = plain_structure(structure)
    alive = frozenset(plain.worlds)
    engines = (TruthTables(structure), StructureDiagrams(structure))
    numbers = structure.propositions
    for _ in range(12):
        formula = random_formula(rng, 2, lambda: f.Proposition(rng.choice(numbers)), 4, numbers)
        where = sorted(sorted(s) for s in plain.worlds if plain.true(formula, s, alive))
        anywhere = [n for n in numbers if rng.random() < 0.5]  # it may break the law
        for engine in engines:
            found = Evaluation(engine).value(formula)
            assert sorted(engine.states(found)) == where
            assert engine.count(found) == len(where)
            assert engine.contains(found, anywhere) == plain.true(
                formula, frozenset(anywhere), alive
            )
