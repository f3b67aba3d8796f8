"""What formulas mean: one definition for all engines.

An engine has sets of worlds of its own kind, with `&` and `|`: rows of an array, the bits of an
integer, nodes of a decision diagram. It says in which worlds an atom is true and what knowledge
makes of a set; the rest is here. An announcement leaves fewer worlds *alive*; in worlds that are
not, formulas may have any value, as nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import and_, or_
from typing import Any, NoReturn, Protocol

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f

__all__ = [
    "Engine",
    "Evaluation",
    "Set",
    "common_levels",
    "no_propositions",
    "of_cards",
    "of_propositions",
    "within_memory",
]

Set = Any
"""A set of worlds, in the way of an engine."""

ANNOUNCEMENTS = (f.Announce, f.CanAnnounce, f.AnnounceWhether, f.CanAnnounceWhether)


class Engine(Protocol):
    """Sets of the worlds of one model."""

    name: str
    everything: Set
    alive: Set
    """The worlds that are possible; an engine may know others, for quantifiers to speak of."""

    def complement(self, found: Set) -> Set:
        """All worlds that are not in a set."""
        ...

    def atom(self, atom: f.Formula) -> Set:
        """Where an atom is true."""
        ...

    def knows(self, group: tuple[int, ...], alive: Set, known: Set) -> Set:
        """Where all worlds alive that look the same to each of the group are in a set."""
        ...

    def quantify(self, numbers: tuple[int, ...], known: Set, every: bool) -> Set:
        """Where a set is reached for every, or some, value of the propositions."""
        ...

    def same(self, one: Set, other: Set) -> bool:
        """Whether two sets are equal."""
        ...


class Evaluation:
    """The values of a formula and its parts.

    Equal parts have the same number, so that each is computed once; only the values of parts that
    occur more than once are kept, as a set of worlds may be large.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.alive = [engine.alive]
        """The worlds left after each announcement met so far, by number."""
        self._after: dict[tuple[int, int, bool], int] = {}
        self._values: dict[tuple[int, int], Set] = {}
        self._met: dict[int, tuple[f.Formula, int]] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._uses: list[int] = []

    def value(self, formula: f.Formula, model: int = 0) -> Set:
        """Where a formula is true, in the model left after an announcement."""
        number = self._number(formula)
        found = self._values.get((model, number))
        if found is None:
            found = self._value(formula, model)
            if self._uses[number] > 1:
                self._values[model, number] = found
        return found

    def _number(self, formula: f.Formula) -> int:
        """The number of a formula; that of its parts is known from then on, and their uses."""
        met = self._met.get(id(formula))
        if met is not None:
            return met[1]
        inside = [self._number(part) for part in f.parts(formula)]
        own = () if isinstance(formula, f.LISTS) else f.details(formula)
        key = (type(formula), own, *inside)
        if key not in self._numbers:
            self._numbers[key] = len(self._uses)
            self._uses.append(0)
            # What is announced is asked for twice: whether it is true, and what is left then.
            for part in (*inside, inside[0]) if isinstance(formula, ANNOUNCEMENTS) else inside:
                self._uses[part] += 1
        self._met[id(formula)] = formula, self._numbers[key]  # an object's id lasts as long as it
        return self._numbers[key]

    def after(self, model: int, announcement: f.Formula, truly: bool = True) -> int:
        """The model left after an announcement, or after that of its negation."""
        key = (model, self._number(announcement), truly)
        if key not in self._after:
            said = self.value(announcement, model)
            self.alive.append(self.alive[model] & (said if truly else self.engine.complement(said)))
            self._after[key] = len(self.alive) - 1
        return self._after[key]

    def _xor(self, one: Set, other: Set) -> Set:
        return (one & self.engine.complement(other)) | (other & self.engine.complement(one))

    def _value(self, formula: f.Formula, model: int) -> Set:
        everything, complement = self.engine.everything, self.engine.complement
        match formula:
            case f.Top():
                return everything
            case f.Bottom():
                return complement(everything)
            case f.Holds() | f.Proposition():
                return self.engine.atom(formula)
            case f.Not(part):
                return complement(self.value(part, model))
            case f.And(parts):
                return reduce(and_, (self.value(part, model) for part in parts), everything)
            case f.Or(parts):
                nothing = complement(everything)
                return reduce(or_, (self.value(part, model) for part in parts), nothing)
            case f.Xor(parts):
                nothing = complement(everything)
                return reduce(self._xor, (self.value(part, model) for part in parts), nothing)
            case f.OneOf(parts):
                none, one = everything, complement(everything)
                for part in parts:
                    found = self.value(part, model)
                    other = complement(found)
                    none, one = none & other, (one & other) | (none & found)
                return one
            case f.Implies(premise, conclusion):
                return complement(self.value(premise, model)) | self.value(conclusion, model)
            case f.Iff(left, right):
                return complement(self._xor(self.value(left, model), self.value(right, model)))
            case f.Announce() | f.CanAnnounce() | f.AnnounceWhether() | f.CanAnnounceWhether():
                return self._announced(formula, model)
            case f.Forall(numbers, part):
                return self.engine.quantify(numbers, self.value(part, model), True)
            case f.Exists(numbers, part):
                return self.engine.quantify(numbers, self.value(part, model), False)
        return self._known(formula, model)

    def _announced(
        self,
        formula: f.Announce | f.CanAnnounce | f.AnnounceWhether | f.CanAnnounceWhether,
        model: int,
    ) -> Set:
        said, part = formula.announcement, formula.formula
        true = self.value(said, model)
        false = self.engine.complement(true)
        after = self.value(part, self.after(model, said))
        if isinstance(formula, f.Announce):
            return false | after
        if isinstance(formula, f.CanAnnounce):
            return true & after
        otherwise = self.value(part, self.after(model, said, False))
        return (true & after) | (false & otherwise)

    def _known(self, formula: f.Formula, model: int) -> Set:
        match formula:
            case f.Knows(agent, part) | f.KnowsWhether(agent, part):
                group: tuple[int, ...] = (agent,)
            case f.Distributed(group, part) | f.DistributedWhether(group, part):
                pass
            case f.Common(group, part) | f.CommonWhether(group, part):
                pass
            case f.Everybody(group, part) | f.EverybodyWhether(group, part):
                pass
            case _:
                raise KibitzError(f"{type(formula).__name__} is not a formula")
        engine, alive, known = self.engine, self.alive[model], self.value(part, model)

        def knows(what: Set) -> Set:
            if isinstance(formula, f.Common | f.CommonWhether):
                return common_levels(engine, group, alive, what)[-1]
            return engine.knows(group, alive, what)

        if isinstance(formula, f.Everybody | f.EverybodyWhether):
            found, not_known = engine.everything, engine.complement(known)
            for agent in group:
                sure = engine.knows((agent,), alive, known)
                if isinstance(formula, f.EverybodyWhether):
                    sure = sure | engine.knows((agent,), alive, not_known)
                found = found & sure
            return found
        if isinstance(formula, f.Knows | f.Distributed | f.Common):
            return knows(known)
        return knows(known) | knows(engine.complement(known))


def common_levels(engine: Engine, group: tuple[int, ...], alive: Set, known: Set) -> list[Set]:
    """Where it is so; where moreover all know it; where all know that; until nothing changes."""
    levels = [known]
    while True:
        last = levels[-1]
        found = reduce(and_, (engine.knows((agent,), alive, last) for agent in group), last)
        if engine.same(found, last):
            return levels
        levels.append(found)


# --- what can go wrong ----------------------------------------------------------------------------


def of_cards(atom: f.Formula) -> f.Holds:
    """The atom of a deal; another means nothing there."""
    if not isinstance(atom, f.Holds):
        raise KibitzError(f"`{atom}` means nothing in a deal; write has(player,card)")
    return atom


def of_propositions(atom: f.Formula) -> int:
    """The number of the atom of a structure; another means nothing there."""
    if not isinstance(atom, f.Proposition):
        raise KibitzError(f"`{atom}` speaks of cards, and there are only propositions here")
    return atom.number


def no_propositions() -> NoReturn:
    """Refuse to quantify in a deal."""
    raise KibitzError("`forall` and `exists` speak of propositions, and a deal has none")


@contextmanager
def within_memory() -> Iterator[None]:
    """Say so if a diagram outgrew the memory it may have: CUDD only returns a null pointer then."""
    try:
        yield
    except (ValueError, RuntimeError) as error:
        if "NULL" not in str(error):
            raise
        raise KibitzError(
            "this question is too large: its diagrams do not fit into memory"
        ) from None
