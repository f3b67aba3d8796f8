"""Formulas by the letter of their definitions, and random ones to compare with; slow, and plain."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.smcdel import Structure
from kibitz.knowledge.worlds import Count, Worlds

World = Any
"""The place of every card, or the set of true propositions."""


@dataclass
class Plain:
    """A model as a list of worlds, and a function that says what an agent sees in one."""

    worlds: list[World]
    look: Callable[[int, World], object]
    atom: Callable[[f.Formula, World], bool]
    _known: dict[object, bool] = field(default_factory=dict)

    def true(self, formula: f.Formula, world: World, alive: frozenset[World]) -> bool:
        """Whether a formula is true in a world, if only some worlds are alive."""
        key = (formula, world, alive)
        if key not in self._known:
            self._known[key] = self._true(formula, world, alive)
        return self._known[key]

    def _true(self, formula: f.Formula, world: World, alive: frozenset[World]) -> bool:
        def so(part: f.Formula, where: World = world) -> bool:
            return self.true(part, where, alive)

        def known(group: tuple[int, ...], part: f.Formula) -> bool:
            return all(so(part, v) for v in alive if self.same(group, v, world))

        def common(group: tuple[int, ...], part: f.Formula) -> bool:
            return all(so(part, v) for v in self.reached(group, world, alive))

        def after(said: f.Formula, part: f.Formula) -> bool:
            return self.true(part, world, frozenset(v for v in alive if so(said, v)))

        match formula:
            case f.Top() | f.Bottom():
                return isinstance(formula, f.Top)
            case f.Not(part):
                return not so(part)
            case f.And(parts):
                return all(map(so, parts))
            case f.Or(parts):
                return any(map(so, parts))
            case f.Xor(parts):
                return sum(map(so, parts)) % 2 == 1
            case f.OneOf(parts):
                return sum(map(so, parts)) == 1
            case f.Implies(premise, conclusion):
                return not so(premise) or so(conclusion)
            case f.Iff(left, right):
                return so(left) == so(right)
            case f.Knows(agent, part):
                return known((agent,), part)
            case f.KnowsWhether(agent, part):
                return known((agent,), part) or known((agent,), ~part)
            case f.Distributed(group, part):
                return known(group, part)
            case f.DistributedWhether(group, part):
                return known(group, part) or known(group, ~part)
            case f.Everybody(group, part):
                return all(known((agent,), part) for agent in group)
            case f.EverybodyWhether(group, part):
                return all(so(f.KnowsWhether(agent, part)) for agent in group)
            case f.Common(group, part):
                return common(group, part)
            case f.CommonWhether(group, part):
                return common(group, part) or common(group, ~part)
            case f.Announce(said, part):
                return not so(said) or after(said, part)
            case f.CanAnnounce(said, part):
                return so(said) and after(said, part)
            case f.AnnounceWhether(said, part) | f.CanAnnounceWhether(said, part):
                return after(said, part) if so(said) else after(~said, part)
            case f.Forall(numbers, part):
                return all(so(part, v) for v in self.varied(numbers, world))
            case f.Exists(numbers, part):
                return any(so(part, v) for v in self.varied(numbers, world))
        return self.atom(formula, world)

    def same(self, group: Iterable[int], one: World, other: World) -> bool:
        return all(self.look(agent, one) == self.look(agent, other) for agent in group)

    def reached(self, group: tuple[int, ...], world: World, alive: frozenset[World]) -> set[World]:
        """The world, and all that somebody thinks possible that somebody thinks possible ..."""
        found, waiting = {world}, [world]
        while waiting:
            here = waiting.pop()
            for other in alive - found:
                if any(self.same((agent,), here, other) for agent in group):
                    found.add(other)
                    waiting.append(other)
        return found

    def varied(self, numbers: tuple[int, ...], world: World) -> list[World]:
        """The state with all values of some propositions."""
        rest = frozenset(world) - frozenset(numbers)
        choices = product((False, True), repeat=len(numbers))
        return [rest | {n for n, true in zip(numbers, c, strict=True) if true} for c in choices]


def plain_deal(worlds: Worlds, observed: tuple[int, ...]) -> Plain:
    """The model of a deal."""

    def look(agent: int, world: World) -> object:
        return [(c, p) for c, p in enumerate(world) if observed[agent] >> p & 1]

    def atom(formula: f.Formula, world: World) -> bool:
        assert isinstance(formula, f.Holds)
        count = Count(formula.places, formula.cards, formula.least, len(world))
        return count.holds(world)

    every = product(range(len(worlds.sizes)), repeat=len(worlds.masks))
    return Plain([world for world in every if worlds.allows(world)], look, atom)


def plain_structure(structure: Structure) -> Plain:
    """The model of a knowledge structure."""

    def look(agent: int, state: World) -> object:
        return state & frozenset(structure.observed[agent])

    def atom(formula: f.Formula, state: World) -> bool:
        assert isinstance(formula, f.Proposition)
        return formula.number in state

    plain = Plain([], look, atom)
    every = plain.varied(structure.propositions, frozenset())
    plain.worlds = [state for state in every if plain.true(structure.law, state, frozenset())]
    return plain


# --- at random ------------------------------------------------------------------------------------


def random_deal(rng: random.Random, most_cards: int = 5) -> tuple[Worlds, tuple[int, ...], World]:
    """Worlds with masks and laws, the places each agent observes, and the actual world."""
    places, cards = rng.randint(2, 4), rng.randint(1, most_cards)
    actual = tuple(rng.randrange(places) for _ in range(cards))
    masks = [(1 << places) - 1, *(rng.randrange(1, 1 << places) for _ in range(2))]
    laws = []
    for _ in range(rng.choice((0, 0, 1, 2))):
        law = tuple(_random_count(rng, places, cards) for _ in range(rng.randint(1, 2)))
        if any(count.holds(actual) for count in law):
            laws.append(law)
    worlds = Worlds(
        sizes=tuple(actual.count(place) for place in range(places)),
        masks=tuple(rng.choice(masks) | 1 << place for place in actual),
        laws=tuple(laws),
    )
    observed = tuple(
        rng.choice((1 << agent % places, rng.randrange(1 << places)))
        for agent in range(rng.randint(1, 3))
    )
    return worlds, observed, actual


def _random_count(rng: random.Random, places: int, cards: int) -> Count:
    least = rng.randint(0, 2)
    where, which = rng.randrange(1, 1 << places), rng.randrange(1, 1 << cards)
    return Count(where, which, least, least + rng.randint(0, 3))


def random_structure(rng: random.Random) -> Structure:
    numbers = tuple(rng.sample(range(20), rng.randint(1, 5)))

    def atom() -> f.Formula:
        return f.Proposition(rng.choice(numbers))

    law = random_formula(rng, 0, atom, 2)
    return Structure(
        propositions=numbers,
        law=rng.choice((f.TOP, law)),
        agents=("a", "b"),
        observed=tuple(tuple(n for n in numbers if rng.random() < 0.5) for _ in range(2)),
    )


def random_holds(rng: random.Random, worlds: Worlds) -> f.Formula:
    """An atom about a deal."""
    places, cards = len(worlds.sizes), len(worlds.masks)
    if rng.random() < 0.5:
        return f.Holds(1 << rng.randrange(places), 1 << rng.randrange(cards))
    where = rng.choice((1 << rng.randrange(places), rng.randrange(1, 1 << places)))
    return f.Holds(where, rng.randrange(1, 1 << cards), rng.randint(1, 3))


def random_formula(
    rng: random.Random,
    agents: int,
    atom: Callable[[], f.Formula],
    depth: int,
    numbers: tuple[int, ...] = (),
) -> f.Formula:
    """A formula; with no agents one without knowledge, with numbers one that quantifies."""

    def part() -> f.Formula:
        return random_formula(rng, agents, atom, depth - 1, numbers)

    def several() -> tuple[f.Formula, ...]:
        return tuple(part() for _ in range(rng.choice((0, 1, 2, 2, 3))))

    if depth == 0 or rng.random() < 0.1:
        return rng.choice((f.TOP, f.BOTTOM)) if rng.random() < 0.05 else atom()
    made: list[Callable[[], f.Formula]] = [
        lambda: f.Not(part()),
        lambda: f.And(several()),
        lambda: f.Or(several()),
        lambda: f.Xor(several()),
        lambda: f.OneOf(several()),
        lambda: f.Implies(part(), part()),
        lambda: f.Iff(part(), part()),
    ]
    if agents:
        agent = rng.randrange(agents)
        group = tuple(rng.sample(range(agents), rng.randint(1, agents)))
        made += [
            lambda: f.Knows(agent, part()),
            lambda: f.Knows(agent, part()),
            lambda: f.KnowsWhether(agent, part()),
            lambda: f.Everybody(group, part()),
            lambda: f.EverybodyWhether(group, part()),
            lambda: f.Common(group, part()),
            lambda: f.CommonWhether(group, part()),
            lambda: f.Distributed(group, part()),
            lambda: f.DistributedWhether(group, part()),
            lambda: f.Announce(part(), part()),
            lambda: f.CanAnnounce(part(), part()),
            lambda: f.AnnounceWhether(part(), part()),
            lambda: f.CanAnnounceWhether(part(), part()),
        ]
    if numbers:
        some = tuple(rng.sample(numbers, rng.randint(1, len(numbers))))
        made += [lambda: f.Forall(some, part()), lambda: f.Exists(some, part())]
    return rng.choice(made)()
