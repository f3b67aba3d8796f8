"""One Python module per game: `setup`, `run`, `options`, `apply`, `scores`, and what they need.

The functions work on a flat array of integers `S` and hold no Python objects, so that they run as
they are and compiled. A second variant, with `log`, tells every event on the way: the
array `E` collects them, `C` may hold outcomes of chance to be used instead of drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz.recycle.choices import Choice, Clause, Verb
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.clauses import Clauses
from kibitz.recycle.emitter.codes import action, closed
from kibitz.recycle.emitter.conditions import Conditions
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk, Errors
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.flow import Flow
from kibitz.recycle.emitter.lists import Lists
from kibitz.recycle.emitter.masks import Masks
from kibitz.recycle.emitter.offers import Offers
from kibitz.recycle.emitter.places import Places
from kibitz.recycle.emitter.scalars import Scalars
from kibitz.recycle.emitter.sets import Sets
from kibitz.recycle.emitter.setup import scores, setup
from kibitz.recycle.emitter.statements import Statements
from kibitz.recycle.emitter.tables import constants, levels
from kibitz.recycle.emitter.told import Lifting
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import Layout
from kibitz.recycle.notes import Note
from kibitz.recycle.prelude import numbers, only_used, prelude, steady_sight, tables
from kibitz.recycle.printer import Function, Module, Piece
from kibitz.recycle.tree import Program

__all__ = ["Emitted", "emit"]

TELLS = re.compile(r"\b[EC]\b")
"""What is told, or which outcomes of chance are given, has a part in it."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """A game's module and what the engine must know about it."""

    module: Module
    layout: Layout
    choices: dict[int, Choice]
    """Choices by program position; a position of a subset being picked maps to its choice."""
    subsets: dict[int, Clause]
    """Clauses whose subset is being picked, by program position."""
    verbs: tuple[Verb, ...]
    errors: Errors
    notes: tuple[Note, ...] = ()
    """Where events are told: what choices and statements show of hidden cards (`learnt`)."""
    secrets: Module | None = None
    """Where events are told: the tests of hidden cards by themselves, as `secret`, for native code;
    None if there are none."""

    @property
    def text(self) -> str:
        """The module as people read it."""
        return self.module.readable()


def emit(program: Program, log: bool = False, errors: Errors = (), whole: bool = False) -> Emitted:
    """The module of a program; some errors have their numbers already. If `whole`, cards that are
    dealt are not told one by one: that is for the knowing variant."""
    desk = Desk(Layout(program), log, errors, whole)
    decisions = Decisions()
    groups = list(_functions(desk, decisions))
    title = f"{program.name}, written by Kibitz from {program.source.name}."
    known = constants(desk, decisions)
    quiet = _tests([f for group in groups for f in group if f.name.startswith("secret_")])
    return Emitted(
        _module(title, desk, known, groups, log),
        desk.layout,
        {c.label: c for c in decisions.choices} | decisions.by_label,
        {label: clause for clause, label in decisions.subset_labels.items()},
        tuple(decisions.verbs.values()),
        desk.errors,
        tuple(desk.notes),
        _module(title, desk, known, quiet, False) if len(quiet) > 1 else None,
    )


def _module(title: str, desk: Desk, known: str, groups: list[list[Function]], log: bool) -> Module:
    """Functions of a game with all they need before them."""
    calls = frozenset[str]().union(*(function.calls for group in groups for function in group))
    levelled, masks = levels(desk) if "levelled" in calls else ({}, "")
    named = numbers(desk.layout)
    common = only_used(prelude(desk.layout, log, bool(levelled)), calls)
    common[-1] = replace(common[-1], body=common[-1].body.rstrip() + "\n\n\n\n")
    pieces: list[Piece] = [f"\n\n{_defined(named)}\n{tables(desk.layout)}\n\n\n", *common]
    pieces.append("\n".join(filter(None, [known, _defined(levelled), masks])))
    for group in groups:
        pieces.append("\n\n")
        for i, function in enumerate(group):
            pieces += ["\n\n\n", function] if i else [function]
    return Module(title, (*pieces, "\n"), named | levelled, steady_sight(desk.layout))


def _tests(secrets: list[Function]) -> list[list[Function]]:
    """Tests of hidden cards as native code has them, called by their number with a list of what is
    given. They only look, so there is nothing to be told; those that do something and look at what
    they tell are left out."""
    tests, lines = [], []
    for function in secrets:
        _, _, _, *given = function.parameters
        head = f"{function.name}({', '.join(['S', *given])})"
        body = function.body.replace(", E, C)", ")")
        if TELLS.search(body) or "wanted_" in body:  # or asks a function beside it
            continue
        tests.append(Function(head, function.doc, body))
        values = "".join(f", A[{i}]" for i in range(len(given)))
        lines.append(f"    if k == {function.name.removeprefix('secret_')}:")
        lines.append(f"        return {function.name}(S{values})")
    lines.append("    return 0")
    chosen = Function("secret(k, S, A)", "How a test comes out.", "\n".join(lines))
    return [[test] for test in [*tests, chosen]]


def _defined(named: dict[str, int]) -> str:
    return "\n".join(f"{name} = {value}" for name, value in named.items())


def _writers(desk: Desk) -> Writers:
    """The writers of expressions, each of which can ask the others."""
    found = Writers()
    found.scalars = Scalars(desk, found)
    found.places = Places(desk, found)
    found.sets = Sets(desk, found)
    found.masks = Masks(desk, found)
    found.lists = Lists(desk, found)
    found.conditions = Conditions(desk, found)
    return found


def _functions(desk: Desk, decisions: Decisions) -> Iterator[list[Function]]:
    """The functions of a game in the order they are written, those of a choice together."""
    writers = _writers(desk)
    trial = Trial(desk)
    lifting = Lifting(desk, writers)
    disclosures = Disclosures(desk, writers, lifting)
    chosen = Chosen(desk, writers, disclosures)
    statements = Statements(desk, writers, trial, disclosures, chosen)
    flow = Flow(desk, writers, decisions, statements, disclosures)
    clauses = Clauses(desk, writers, decisions, trial, statements, chosen)
    run = flow.run()
    yield from ([passage] for passage in flow.passages)
    yield [run]
    if not desk.log:
        yield [setup(desk, writers, flow)]
    for choice in decisions.choices:  # grows while rests of options are found
        yield clauses.of_choice(choice)
    yield [clauses.act()]
    yield [clauses.apply()]
    yield from ([each] for each in (*lifting.helpers, *lifting.secrets))
    if not desk.log:
        offers = Offers(desk, writers, decisions, clauses)
        yield [offers.offer()]
        yield [offers.code()]
        yield [offers.options()]
        yield [offers.turn()]
        yield [offers.ways()]
        yield [offers.listing.describe()]
        yield [scores(desk, writers)]
    base = 0
    for verb in decisions.verbs.values():
        verb.base = base
        base += verb.size * verb.variants
    if not desk.log:
        yield [action(desk, decisions)]
        yield [closed(desk, decisions)]
