"""A formula asked at many moments of a game, within limits: people type whatever they like."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge import questions
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.named import parse
from kibitz.knowledge.logic.spelling import spell
from kibitz.knowledge.updates import ledger_of
from kibitz.knowledge.views import view
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.recycle.diagnostics import DescriptionError

__all__ = ["ask"]

LONGEST = 2_000
"""Characters of a formula."""
DEEPEST = 20
"""How deep it may be nested."""
LARGEST = 80
"""Of how many parts it may consist."""
SECONDS = 8.0
"""After so long no further moment is looked at."""


def ask(
    states: Sequence[State],
    formula: str,
    seat: int | None,
    since: int,
    until: int,
    at: int | None = None,
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Whether a formula is true at every moment from one to another, both included, and why: as it
    is, for the kibitzer (None), or as far as a seat knows.

    A moment at which it has no sure answer has a sentence in `refused`. The moments nearest to the
    one that is looked at, `at` (the first if it is not said), come first. If time runs out, those
    that are left are not in the answers, and `stopped` says so.
    """
    if not states:
        raise KibitzError("there is no moment to ask about")
    until = min(until, len(states) - 1)
    if not 0 <= since <= until:
        raise KibitzError(f"there is no moment {since}", f"they go from 0 to {len(states) - 1}")
    spelt = _read(states[0], formula)
    answers: dict[int, dict[str, Any]] = {}
    stopped = None
    begun = clock()
    middle = since if at is None else at
    for moment in sorted(range(since, until + 1), key=lambda k: (abs(k - middle), -k)):
        # A neighbour that was answered has the same answer if no card has moved since, and nothing
        # was announced.
        inner = moment - 1 if moment > middle else moment + 1
        if inner in answers and _position(states[moment]) == _position(states[inner]):
            answers[moment] = answers[inner] | {"at": moment}
            continue
        if answers and clock() - begun > seconds:
            first, last = min(answers), max(answers)
            stopped = f"This takes a while: answered from move {first} to {last}."
            break
        answers[moment] = _answer(states[moment], spelt, seat, moment)
    return {
        "formula": spelt,
        "answers": [answers[moment] for moment in sorted(answers)],
        "stopped": stopped,
    }


def _read(state: State, text: str) -> str:
    """A formula as we spell it; refused if it is wrong, or too large to be asked here."""
    if len(text) > LONGEST:
        raise KibitzError(f"a formula has at most {LONGEST:,} characters, this one {len(text):,}")
    if not text.strip():
        raise KibitzError("type a formula", "for example `K N has(E,QH)`")
    words = vocabulary_of(state.game)
    try:
        formula = parse(text, words)
    except DescriptionError as error:
        wrong = error.diagnostics[0]
        line = f"line {wrong.line}, " if "\n" in text else ""
        place = f"({line}character {wrong.column})"  # the page reads it, to go there
        raise KibitzError(f"{wrong.message} {place}", wrong.hint) from None
    deep, parts = _measured(formula)
    if deep > DEEPEST:
        raise KibitzError(f"this formula is nested {deep} deep, and {DEEPEST} is the most")
    if parts > LARGEST:
        raise KibitzError(f"this formula has {parts} parts, and {LARGEST} are the most")
    if any(isinstance(part, f.Proposition | f.Forall | f.Exists) for part in f.walk(formula)):
        raise KibitzError("at a table there are no propositions", "write has(player,card)")
    return spell(formula, words)


def _measured(formula: f.Formula) -> tuple[int, int]:
    """How deep a formula is nested, and of how many parts it consists, like ones counted each."""
    deepest, parts, left = 0, 0, [(formula, 1)]
    while left:
        part, depth = left.pop()
        deepest, parts = max(deepest, depth), parts + 1
        left.extend((inner, depth + 1) for inner in f.parts(part))
    return deepest, parts


def _position(state: State) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], Ledger]:
    """All that an answer depends on."""
    at = state.game.layout.where
    where = tuple(state.array[at : at + len(state.game.cards)])
    return where, state.teams, ledger_of(state)._replace(decision=0)


def _answer(state: State, formula: str, seat: int | None, at: int) -> dict[str, Any]:
    """One moment."""
    found: dict[str, Any] = {
        "at": at, "truth": None, "why": [], "counterexample": None, "differing": None,
        "refused": None, "hint": None,
    }  # fmt: skip
    try:
        answer = questions.ask(state if seat is None else view(state, seat), formula)
    except KibitzError as error:
        refused = f"{error.message[:1].upper()}{error.message[1:]}."
        return found | {"refused": refused, "hint": error.hint}
    return found | {
        "truth": answer.truth,
        "why": list(answer.reasons),
        "counterexample": answer.counterexample,
        "differing": None if answer.differing is None else list(answer.differing),
    }
