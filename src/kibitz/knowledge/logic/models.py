"""Models: what agents know about a deal, asked by formulas.

>>> from kibitz.knowledge.logic.formulas import Holds, Knows
>>> from kibitz.knowledge.worlds import Law, Worlds
>>> model = Model(Worlds(sizes=(1, 1, 1), masks=(0b111,) * 3), observed=(1, 2, 4), actual=(0, 1, 2))
>>> model.holds(Knows(0, Holds(places=0b001, cards=0b001)))  # who has card 0 knows it
True
>>> model.counterexample(Knows(0, Holds(places=0b010, cards=0b010)))
(0, 2, 1)

The answer is always exact. Of several engines that agree one is chosen by the size of the question;
one that is too large for all of them is refused. Where the question is large and about one deal,
single deals are looked for first that show the answer (`kibitz.knowledge.logic.witnesses`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.bdd import DealDiagrams, diagram_size
from kibitz.knowledge.logic.evaluation import (
    Engine,
    Evaluation,
    Set,
    common_levels,
    within_memory,
)
from kibitz.knowledge.logic.explicit import MOST_PLACES, Explicit
from kibitz.knowledge.logic.quotient import (
    Group,
    Quotient,
    groups_of,
    number_of_tables,
    number_of_worlds,
    sets_named,
)
from kibitz.knowledge.logic.rows import MOST_ROWS, Rows, World
from kibitz.knowledge.logic.witnesses import Unanswered, Witnesses
from kibitz.knowledge.worlds import Law, Worlds

__all__ = ["EngineName", "Model"]

EngineName = Literal["explicit", "quotient", "diagrams", "witnesses"]

AT_ONCE = 5_000
"""So few worlds are listed rather than merged: it takes no time, and serves every formula."""

SOON = 20_000
"""So few tables are worked out in no time; where there are more, single deals are looked for."""

MOST_CELLS = 80_000_000
"""The largest array of worlds."""

MOST_TABLES = 8_000_000
"""The most tables: a byte for each group and place, and every question looks at each once."""

MOST_BYTES = 160_000_000
"""The largest array of tables."""

MOST_NODES = 2_000_000
"""The largest diagram that is built for the law of a deal."""

MOST_ENGINES = 4
"""The engines a model keeps for the next question; each may be large."""


class DealEngine(Engine, Protocol):
    """An engine for the worlds of a deal."""

    def contains(self, found: Set, world: World) -> bool:
        """Whether a world is in a set."""
        ...

    def count(self, found: Set) -> int:
        """How many worlds alive are in a set."""
        ...

    def pick(
        self, found: Set, group: tuple[int, ...] = (), like: World | None = None
    ) -> World | None:
        """A world of a set; one that looks the same to each of a group as another, if given."""
        ...


@dataclass
class Model:
    """The worlds that are possible, and the places each agent observes."""

    worlds: Worlds
    observed: tuple[int, ...]
    """For each agent the places it observes, a bit set."""
    actual: World | None = None
    """The world that is the case, if somebody knows it."""
    engine: EngineName | None = None
    """The engine to be used; None to choose one for each formula."""
    used: EngineName | None = field(default=None, init=False, repr=False, compare=False)
    """The engine that answered last whether a formula is true in a world."""
    _engines: dict[tuple[EngineName, tuple[Group, ...]], DealEngine] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _single: Witnesses | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if sum(self.worlds.sizes) != len(self.worlds.masks):
            raise KibitzError(
                f"{len(self.worlds.masks)} cards do not fill places for {sum(self.worlds.sizes)}"
            )
        if self.actual is not None:
            self._check_world(self.actual)

    # --- questions --------------------------------------------------------------------------------

    @within_memory()
    def holds(self, formula: f.Formula, world: World | None = None) -> bool:
        """Whether a formula is true in a world; in the actual one if none is given."""
        at = self._world(world)
        if (witnesses := self._witnesses(formula)) is not None:
            try:
                self.used = "witnesses"
                return witnesses.holds(formula, at)
            except Unanswered:
                self._must_have_others()
        engine = self._engine(formula)
        self.used = self.engine_for(formula)
        return engine.contains(Evaluation(engine).value(formula), at)

    @within_memory()
    def valid(self, formula: f.Formula) -> bool:
        """Whether a formula is true in all worlds."""
        engine = self._engine(formula)
        return engine.same(engine.alive & Evaluation(engine).value(formula), engine.alive)

    @within_memory()
    def count(self, formula: f.Formula) -> int:
        """In how many worlds a formula is true, exactly."""
        engine = self._engine(formula)
        return engine.count(Evaluation(engine).value(formula))

    @within_memory()
    def counterexample(self, formula: f.Formula, world: World | None = None) -> World | None:
        """A world that shows a formula to be false; None if it is true.

        Given the actual world (or another), a formula about knowledge is refuted by a world that
        the agent cannot tell from it; any other by the world itself. Without one, it is any world
        in which the formula is false.
        """
        given = world is not None or self.actual is not None
        if given and (witnesses := self._witnesses(formula)) is not None:
            at = self._world(world)
            try:
                return None if witnesses.holds(formula, at) else _shown(witnesses, formula, at)
            except Unanswered:
                self._must_have_others()
        engine = self._engine(formula)
        evaluation = Evaluation(engine)
        if world is None and self.actual is None:
            false = engine.alive & engine.complement(evaluation.value(formula))
            return engine.pick(false)
        at = self._world(world)
        if engine.contains(evaluation.value(formula), at):
            return None
        return _refute(evaluation, engine, formula, at)

    @within_memory()
    def differing(
        self, formula: f.Formula, world: World | None = None
    ) -> tuple[World, World] | None:
        """Two worlds that show why a formula about knowing *whether* is false: those who do not
        know it can tell neither from the actual world (or another); in the first it is so, in the
        second it is not. None if the formula is true, or about something else."""
        at, inner = self._world(world), formula
        while isinstance(inner, f.Announce):
            inner = inner.formula
        if not isinstance(inner, WHETHER) or self.holds(formula, at):
            return None
        if (witnesses := self._witnesses(formula)) is not None:
            try:
                return witnesses.differing(*_arguments(witnesses, formula, at))
            except Unanswered:
                self._must_have_others()
        engine = self._engine(formula)
        evaluation = Evaluation(engine)
        one = _refute(evaluation, engine, _known_to_be(formula, False), at)
        return one, _refute(evaluation, engine, _known_to_be(formula, True), at)

    # --- the engine -------------------------------------------------------------------------------

    def engine_for(self, formula: f.Formula) -> EngineName:
        """The engine that answers a question about this formula."""
        if self.engine is not None:
            wanted: tuple[EngineName, ...] = (self.engine,)
        elif self._deals <= AT_ONCE or self.worlds.tests:
            wanted = ("explicit", "quotient")
        elif self._tables(self._groups(formula)) <= self._deals / 4:
            wanted = ("quotient", "explicit", "diagrams")
        else:
            wanted = ("explicit", "quotient", "diagrams")
        for name in wanted:
            if self._fits(name, formula):
                return name
        raise self._too_large(formula)

    def _witnesses(self, formula: f.Formula) -> Witnesses | None:
        """What looks for single deals, if that is the quickest way to an answer."""
        self._check(formula)
        few = self._deals <= AT_ONCE or self._tables(self._groups(formula)) <= SOON
        if self.worlds.tests or (self.engine != "witnesses" and (self.engine is not None or few)):
            return None
        if self._single is None:
            self._single = Witnesses(self.worlds, self.observed)
        return self._single

    def _must_have_others(self) -> None:
        if self.engine == "witnesses":
            raise KibitzError("no single deal shows whether this is so")

    @within_memory()
    def rows(self, formula: f.Formula) -> Rows:
        """All worlds, those merged that need not be told apart to speak of a formula; refused if
        they are too many."""
        if self.engine_for(formula) == "diagrams":
            raise self._too_large(formula)
        engine = self._engine(formula)
        assert isinstance(engine, Rows)
        return engine

    @cached_property
    def _deals(self) -> float:
        return number_of_worlds(self.worlds)

    def _groups(self, formula: f.Formula) -> tuple[Group, ...]:
        return groups_of(self.worlds, sets_named(self.worlds, formula))

    def _tables(self, groups: tuple[Group, ...]) -> float:
        return number_of_tables(self.worlds.sizes, groups, min(MOST_TABLES, self._deals / 4))

    def _fits(self, name: EngineName, formula: f.Formula) -> bool:
        """Whether a question is small enough for an engine."""
        cards, places = len(self.worlds.masks), len(self.worlds.sizes)
        if name == "explicit":
            few = self._deals <= MOST_ROWS and self._deals * cards <= MOST_CELLS
            return few and places <= MOST_PLACES
        if self.worlds.tests:
            return False
        if name == "diagrams":
            return diagram_size(self.worlds) <= MOST_NODES
        groups = self._groups(formula)
        tables = self._tables(groups)
        return tables <= MOST_TABLES and tables * len(groups) * places <= MOST_BYTES

    def _too_large(self, formula: f.Formula) -> KibitzError:
        deals = f"about {self._deals:.3g} deals are possible"
        if self.worlds.tests:
            return KibitzError(
                f"{deals}, and what is known of them must be tested deal by deal: "
                f"at most {MOST_ROWS:,} can be, over {MOST_PLACES} places"
            )
        return KibitzError(
            f"this question is too large: {deals} and {self._tables(self._groups(formula)):.3g} "
            f"tables (at most {MOST_ROWS:,} and {MOST_TABLES:,}), and a diagram would have about "
            f"{diagram_size(self.worlds):.3g} nodes (at most {MOST_NODES:,})",
            "the fewer cards a formula names one by one, the fewer tables there are",
        )

    def _engine(self, formula: f.Formula) -> DealEngine:
        self._check(formula)
        name = self.engine_for(formula)
        groups = self._groups(formula) if name == "quotient" else ()
        engine = self._engines.pop((name, groups), None) or self._made(name, groups)
        self._engines[name, groups] = engine  # the last used is last
        while len(self._engines) > MOST_ENGINES:
            del self._engines[next(iter(self._engines))]
        return engine

    def _made(self, name: EngineName, groups: tuple[Group, ...]) -> DealEngine:
        if name == "explicit":
            engine: DealEngine = Explicit(self.worlds, self.observed)
        elif name == "quotient":
            engine = Quotient(self.worlds, self.observed, groups)
        else:
            engine = DealDiagrams(self.worlds, self.observed)
        if engine.pick(engine.alive) is None:
            raise KibitzError("no deal is possible: what is known contradicts itself")
        return engine

    # --- checks -----------------------------------------------------------------------------------

    def _check(self, formula: f.Formula) -> None:
        f.check_depth(formula)
        cards, places = len(self.worlds.masks), len(self.worlds.sizes)
        for part in f.walk(formula):
            agents: tuple[int, ...] = ()
            match part:
                case f.Knows(agent, _) | f.KnowsWhether(agent, _):
                    agents = (agent,)
                case f.Everybody(group, _) | f.EverybodyWhether(group, _):
                    agents = group
                case f.Common(group, _) | f.CommonWhether(group, _):
                    agents = group
                case f.Distributed(group, _) | f.DistributedWhether(group, _):
                    agents = group
                case f.Holds(where, which, _) if where >> places or which >> cards:
                    raise KibitzError(f"`{part}` names a place or card that this deal has not")
            for agent in agents:
                if not 0 <= agent < len(self.observed):
                    raise KibitzError(f"there is no agent {agent}; there are {len(self.observed)}")

    def _world(self, world: World | None) -> World:
        if world is not None:
            self._check_world(world)
            return world
        if self.actual is None:
            raise KibitzError("nobody has said which deal is the actual one")
        return self.actual

    def _check_world(self, world: World) -> None:
        if len(world) != len(self.worlds.masks) or not self.worlds.allows(world):
            raise KibitzError("the deal given is not among those that are possible")


WHETHER = (f.KnowsWhether, f.EverybodyWhether, f.CommonWhether, f.DistributedWhether)
THAT = {
    f.KnowsWhether: f.Knows,
    f.EverybodyWhether: f.Everybody,
    f.CommonWhether: f.Common,
    f.DistributedWhether: f.Distributed,
}
"""Knowing whether, and knowing that."""


def _known_to_be(formula: Any, truly: bool) -> f.Formula:
    """From "knows whether it is so" to "knows that it is", or "that it is not"."""
    if isinstance(formula, f.Announce):
        return f.Announce(formula.announcement, _known_to_be(formula.formula, truly))
    who, part = (getattr(formula, name) for name in formula.__match_args__)
    found: f.Formula = THAT[type(formula)](who, part if truly else f.Not(part))
    return found


def _arguments(
    witnesses: Witnesses, formula: f.Formula, world: World
) -> tuple[f.Formula, World, tuple[Law, ...]]:
    inner, said = witnesses.after(formula)
    return inner, world, said


def _shown(witnesses: Witnesses, formula: f.Formula, world: World) -> World:
    """The same as below, by single deals."""
    inner, world, said = _arguments(witnesses, formula, world)
    if isinstance(inner, f.Knows | f.Everybody | f.Common | f.Distributed):
        return witnesses.doubt(inner, world, said) or world
    return world


def _refute(evaluation: Evaluation, engine: DealEngine, formula: f.Formula, world: World) -> World:
    """A world that shows why a formula is false in another, or that one itself."""
    model = 0
    while isinstance(formula, f.Announce):
        model = evaluation.after(model, formula.announcement)
        formula = formula.formula
    alive = evaluation.alive[model]
    match formula:
        case f.Knows(agent, part):
            group: tuple[int, ...] = (agent,)
        case f.Distributed(group, part):
            pass
        case f.Everybody(group, part):
            known = evaluation.value(part, model)
            doubtful = alive & engine.complement(known)
            steps = (engine.pick(doubtful, (agent,), world) for agent in group)
            return next(step for step in steps if step is not None)
        case f.Common(group, part):
            known = evaluation.value(part, model)
            return _wander(engine, group, alive, common_levels(engine, group, alive, known), world)
        case _:
            return world
    false = alive & engine.complement(evaluation.value(part, model))
    return engine.pick(false, group, world) or world


def _wander(
    engine: DealEngine, group: tuple[int, ...], alive: Set, levels: list[Set], world: World
) -> World:
    """Go from world to world, each the same as the last to one of the group, to one outside all."""
    while True:
        level = next(at for at, known in enumerate(levels) if not engine.contains(known, world))
        if level == 0:
            return world
        doubtful = alive & engine.complement(levels[level - 1])
        steps = (engine.pick(doubtful, (agent,), world) for agent in group)
        world = next(step for step in steps if step is not None)
