"""Formulas of epistemic logic: one tree, however they were written.

A formula is true or false in a world of a model. Agents are numbered from 0; so are the cards and
places of a deal, sets of which are bit sets. `K`, `Ev`, `C` and `D` speak of what one agent knows,
of what each of a group knows, of what a group knows in common, and of what it would know if it put
its knowledge together; announcements of what will be so once something has been said in public.

>>> str(Knows(0, Holds(places=0b10, cards=0b100)) & ~Knows(1, TOP))
'K 0 has(1,#2) & ~K 1 true'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.errors import KibitzError

__all__ = [
    "BOTTOM",
    "TOP",
    "And",
    "Announce",
    "AnnounceWhether",
    "Bottom",
    "CanAnnounce",
    "CanAnnounceWhether",
    "Common",
    "CommonWhether",
    "Distributed",
    "DistributedWhether",
    "Everybody",
    "EverybodyWhether",
    "Exists",
    "Forall",
    "Formula",
    "Holds",
    "Iff",
    "Implies",
    "Knows",
    "KnowsWhether",
    "Not",
    "OneOf",
    "Or",
    "Proposition",
    "Top",
    "Xor",
    "check_depth",
    "details",
    "parts",
    "walk",
]

MOST_NESTED = 150
"""How deep formulas may be nested, so that walking one never exhausts Python's stack."""


class Formula:
    """Any of the formulas below; `str` writes it in the named spelling."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __str__(self) -> str:
        from kibitz.knowledge.logic.spelling import spell

        return spell(self)

    def __invert__(self) -> Formula:
        return Not(self)

    def __and__(self, other: Formula) -> Formula:
        return And((self, other))

    def __or__(self, other: Formula) -> Formula:
        return Or((self, other))


# --- atoms ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Top(Formula):
    """True everywhere."""


@dataclass(frozen=True, slots=True)
class Bottom(Formula):
    """True nowhere."""


@dataclass(frozen=True, slots=True)
class Holds(Formula):
    """At least `least` of these cards lie in these places (both bit sets)."""

    places: int
    cards: int
    least: int = 1


@dataclass(frozen=True, slots=True)
class Proposition(Formula):
    """An atom that is only a number, as in SMCDEL's files."""

    number: int


TOP = Top()
BOTTOM = Bottom()

# --- connectives ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Not(Formula):
    """It is not so."""

    formula: Formula


@dataclass(frozen=True, slots=True)
class And(Formula):
    """All of them; true if there are none."""

    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or(Formula):
    """At least one of them."""

    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Xor(Formula):
    """An odd number of them."""

    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class OneOf(Formula):
    """Exactly one of them."""

    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies(Formula):
    """If the first, then the second."""

    premise: Formula
    conclusion: Formula


@dataclass(frozen=True, slots=True)
class Iff(Formula):
    """Both or neither."""

    left: Formula
    right: Formula


# --- knowledge ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Knows(Formula):
    """It is so in all worlds that look the same to the agent."""

    agent: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class KnowsWhether(Formula):
    """The agent knows that it is so, or that it is not."""

    agent: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Everybody(Formula):
    """Each of the group knows it; perhaps not that the others do."""

    group: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class EverybodyWhether(Formula):
    """Each of the group knows that it is so, or that it is not."""

    group: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class Common(Formula):
    """All of the group know it, know that all know it, and so on."""

    group: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class CommonWhether(Formula):
    """That it is so is common knowledge, or that it is not."""

    group: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class Distributed(Formula):
    """It is so in all worlds that look the same to each of the group."""

    group: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class DistributedWhether(Formula):
    """The group together knows that it is so, or that it is not."""

    group: tuple[int, ...]
    formula: Formula


# --- announcements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announce(Formula):
    """`[! a] f`: if a is true, then f once a has been announced."""

    announcement: Formula
    formula: Formula


@dataclass(frozen=True, slots=True)
class CanAnnounce(Formula):
    """`<! a> f`: a is true, and f once a has been announced."""

    announcement: Formula
    formula: Formula


@dataclass(frozen=True, slots=True)
class AnnounceWhether(Formula):
    """`[?! a] f`: f once it has been announced whether a."""

    announcement: Formula
    formula: Formula


@dataclass(frozen=True, slots=True)
class CanAnnounceWhether(Formula):
    """`<?! a> f`: the dual of `[?! a] f`, and the same, as one of both can be announced."""

    announcement: Formula
    formula: Formula


# --- quantifiers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forall(Formula):
    """It is so whatever these propositions are."""

    numbers: tuple[int, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class Exists(Formula):
    """It is so for some values of these propositions."""

    numbers: tuple[int, ...]
    formula: Formula


# --- walking --------------------------------------------------------------------------------------


ATOMS = (Top, Bottom, Holds, Proposition)
LISTS = (And, Or, Xor, OneOf)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas a formula is made of."""
    if isinstance(formula, ATOMS):
        return ()
    if isinstance(formula, LISTS):
        return formula.formulas
    values = [getattr(formula, name) for name in formula.__match_args__]
    return tuple([value for value in values if isinstance(value, Formula)])


def details(formula: Formula) -> tuple[object, ...]:
    """What else a formula says, apart from its parts: agents, cards, numbers."""
    values = [getattr(formula, name) for name in formula.__match_args__]
    return tuple([value for value in values if not isinstance(value, Formula)])


def walk(formula: Formula) -> Iterator[Formula]:
    """A formula and all that it is made of; what it shares is met once."""
    waiting, met = [formula], {id(formula)}
    while waiting:
        formula = waiting.pop()
        yield formula
        for part in parts(formula):
            if id(part) not in met:
                met.add(id(part))
                waiting.append(part)


def check_depth(formula: Formula) -> None:
    """Refuse a formula that is nested too deeply to be walked by recursion."""
    level = [formula]
    for _ in range(MOST_NESTED):
        if not level:
            return
        # One object of each is enough: a formula built by a program may share its parts.
        level = list({id(part): part for outer in level for part in parts(outer)}.values())
    if level:
        raise KibitzError(f"the formula is nested more than {MOST_NESTED} deep")
