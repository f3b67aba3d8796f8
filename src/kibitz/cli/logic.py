"""`kibitz logic`: the questions of one of SMCDEL's files, answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import Json, print_json, stdout

if TYPE_CHECKING:
    from kibitz.knowledge.logic.smcdel import Question
    from kibitz.knowledge.logic.structures import Answer

__all__ = ["logic"]


def logic(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A text file as SMCDEL reads it.")],
    json: Json = False,
) -> None:
    """Answer questions about knowledge: a file in SMCDEL's format.

    The file says which propositions there are, which law they obey, what each agent sees, and what
    is asked: TRUE? in a state, VALID? in all, WHERE? it is so.
    """
    from kibitz.engine.files import read_text
    from kibitz.knowledge.logic.smcdel import parse_file
    from kibitz.knowledge.logic.structures import answers

    asked = parse_file(read_text(file, "a file of SMCDEL"), file)
    found = answers(asked)
    if json:
        print_json({"answers": found})
        return
    out = stdout()
    if not found:
        out.print("The file asks nothing.")
    for question, answer in zip(asked.questions, found, strict=True):
        out.print(_told(question, answer), markup=False, soft_wrap=True)


# --- words ----------------------------------------------------------------------------------------


def _told(question: Question, answer: Answer) -> str:
    """A question and its answer in plain words."""
    if isinstance(answer, list):
        lines = [f"Where is this so?  {question.text}", f"  {_places(answer)}"]
        return "\n".join(lines + [f"    {_state(state)}" for state in answer])
    where = f"with only {_state(question.state)} true" if question.state else "with nothing true"
    where = "in all states" if question.kind == "VALID?" else where
    return f"Is this so {where}?  {question.text}\n  {'Yes.' if answer else 'No.'}"


def _places(states: list[list[int]]) -> str:
    if not states:
        return "Nowhere."
    return "In one state:" if len(states) == 1 else f"In {len(states):,} states:"


def _state(true: Sequence[int]) -> str:
    return ", ".join(map(str, true)) or "nothing true"
