"""What follows from the code of an option alone: the number of its action, and whether it is closed
to the others.
"""

from __future__ import annotations

from kibitz.recycle.choices import Choice, Clause, Verb
from kibitz.recycle.common import common, shown
from kibitz.recycle.emitter.chosen import innermost
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Binding, Kind

__all__ = ["action", "closed", "secrets"]


def action(desk: Desk, decisions: Decisions) -> Function:
    """The number of an action where it follows from the code alone."""
    page = desk.page
    desk.begin("return -1")
    page.line("pc = S[$PC]")
    for choice in decisions.choices:
        kinds = choice.kinds
        if choice.general or any(c.verb.variants > 1 or not c.verb.size for c in kinds):
            continue
        with page.indented(f"if pc == {choice.label}:"):
            for number, clause in enumerate(kinds[:-1]):
                with page.indented(f"if code % {len(kinds)} == {number}:"):
                    page.line(f"return {_number(clause.verb, f'code // {len(kinds)}')}")
            pick = f"code // {len(kinds)}" if len(kinds) > 1 else "code"
            page.line(f"return {_number(kinds[-1].verb, pick)}")
        for clause in filter(lambda clause: clause.subset, kinds):
            with page.indented(f"if pc == {decisions.subset_labels[clause]}:"):
                page.line(f"return {_number(clause.verb, 'code')}")
    page.line("return -1")
    doc = "The number of the action an option is; -1 where only its description tells."
    return page.function("action(S, code)", doc)


def closed(desk: Desk, decisions: Decisions) -> Function:
    """Whether what an option picks is a secret of the chooser."""
    page = desk.page
    desk.begin("return False")
    page.line("pc = S[$PC]")
    for choice in decisions.choices:
        secret = secrets(choice)
        if secret:
            kinds = len(choice.kinds)
            tests = " or ".join(f"code % {kinds} == {number}" for number in secret)
            with page.indented(f"if pc == {choice.label}:"):
                page.line(f"return {tests}")
        for number in secret:
            if choice.kinds[number].subset:
                with page.indented(f"if pc == {decisions.subset_labels[choice.kinds[number]]}:"):
                    page.line("return True")
    page.line("return False")
    doc = "Whether the others do not see what an option picks."
    return page.function("closed(S, code)", doc)


def secrets(choice: Choice) -> list[int]:
    """The kinds of options whose picks not everybody sees."""
    return [n for n, clause in enumerate(choice.kinds) if not _is_open(clause)]


def _is_open(clause: Clause) -> bool:
    """Whether everybody sees what is picked in an option of a clause: where it goes, or that a card
    leaves a place that is open to all."""
    effects = clause.effects or innermost(clause.node)
    picks = [pick.binding for pick in clause.picks]
    if clause.pick is not None:
        picks = [clause.pick.bound]
    return all(shown(effects, pick) or _lies_open(pick) for pick in picks)


def _lies_open(pick: Binding) -> bool:
    return pick.kind is Kind.CARD and pick.value is not None and common(pick.value)


def _number(verb: Verb, pick: str) -> str:
    """The number of an action with one pick, or none."""
    if not verb.picks:
        return str(verb.base)
    (only,) = verb.picks
    if only.kind != "number":
        return f"{verb.base} + {pick}"
    low = f"{pick} - $LIMIT"
    return f"{verb.base} + {low} if 0 <= {low} < {only.room} else -1"
