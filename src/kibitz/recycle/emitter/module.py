"""One Python module per game: `setup`, `run`, `options`, `apply`, `scores`, and what they need.

The functions work on a flat array of integers `S` and hold no Python objects, so that the same
text runs as it is and compiled. A second variant, with `log`, tells every event on the way: the
array `E` collects them, `C` may hold outcomes of chance to be used instead of drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.recycle.choices import Choice, Clause, Verb
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.clauses import Clauses
from kibitz.recycle.emitter.conditions import Conditions
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.expressions import Expressions
from kibitz.recycle.emitter.flow import Flow
from kibitz.recycle.emitter.lifting import Lifting
from kibitz.recycle.emitter.lists import Lists
from kibitz.recycle.emitter.numbers import action, closed
from kibitz.recycle.emitter.offers import Offers
from kibitz.recycle.emitter.places import Places
from kibitz.recycle.emitter.scalars import Scalars
from kibitz.recycle.emitter.sets import Sets
from kibitz.recycle.emitter.setup import scores, setup
from kibitz.recycle.emitter.statements import Statements
from kibitz.recycle.emitter.tables import constants, levels
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.layout import Layout
from kibitz.recycle.prelude import only_used, prelude
from kibitz.recycle.tree import Program

__all__ = ["Emitted", "emit"]


@dataclass(frozen=True, slots=True)
class Emitted:
    """A game's module and what the engine must know about it."""

    text: str
    layout: Layout
    choices: dict[int, Choice]
    """Choices by program position; a position of a subset being picked maps to its choice."""
    subsets: dict[int, Clause]
    """Clauses whose subset is being picked, by program position."""
    verbs: tuple[Verb, ...]
    errors: tuple[tuple[str, tuple[int, int]], ...]


def emit(program: Program, log: bool = False) -> Emitted:
    """The module of a program."""
    desk = Desk(Layout(program), log)
    decisions = Decisions()
    parts = list(_functions(desk, decisions))
    found = levels(desk) if any("levelled(" in part for part in parts) else []
    text = "\n\n".join(
        [
            f'"""{program.name}, written by Kibitz from {program.source.name}."""\n',
            only_used(prelude(desk.layout, log, bool(found)), "".join(parts)).rstrip(),
            "",
            "\n".join([constants(desk, decisions), *found]),
            *parts,
        ]
    )
    return Emitted(
        text + "\n",
        desk.layout,
        {c.label: c for c in decisions.choices} | decisions.by_label,
        {label: clause for clause, label in decisions.subset_labels.items()},
        tuple(decisions.verbs.values()),
        desk.errors,
    )


def expressions_on(desk: Desk) -> Expressions:
    """The writers of expressions, each of which can ask the others."""
    found = Expressions()
    found.scalars = Scalars(desk, found)
    found.places = Places(desk, found)
    found.sets = Sets(desk, found)
    found.lists = Lists(desk, found)
    found.conditions = Conditions(desk, found)
    return found


def _functions(desk: Desk, decisions: Decisions) -> Iterator[str]:
    """The functions of a game, in the order in which they are written."""
    expressions = expressions_on(desk)
    trial = Trial(desk)
    lifting = Lifting(desk, expressions)
    disclosures = Disclosures(desk, expressions, lifting)
    chosen = Chosen(desk, expressions, disclosures)
    statements = Statements(desk, expressions, trial, disclosures, chosen)
    flow = Flow(desk, expressions, decisions, statements, disclosures)
    clauses = Clauses(desk, expressions, decisions, trial, statements, chosen)
    run = flow.run()
    yield from flow.passages
    yield run
    if not desk.log:
        yield setup(desk, expressions, flow)
    for choice in decisions.choices:  # grows while rests of options are found
        yield clauses.of_choice(choice)
    yield clauses.act()
    yield clauses.apply()
    yield from lifting.secrets
    if not desk.log:
        offers = Offers(desk, expressions, decisions, clauses)
        yield from (offers.offer(), offers.code(), offers.options(), offers.turn(), offers.ways())
        yield offers.listing.describe()
        yield scores(desk, expressions)
    base = 0
    for verb in decisions.verbs.values():
        verb.base = base
        base += verb.size * verb.variants
    if not desk.log:
        yield action(desk, decisions)
        yield closed(desk, decisions)
