"""Lessons: what others learn from each choice and statement of a description, or why not.

A stand-in: it knows of every choice, of what is tested again on other deals, and of what is not
told at all, and takes all else for followed as sets. The analysis of the emitter takes its place;
who shows lessons needs no more than `Lesson` and `lessons`.
"""

from __future__ import annotations

import ast
from typing import Literal, NamedTuple

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.emitter import emit
from kibitz.recycle.tree import Program

__all__ = ["How", "Lesson", "lessons"]

How = Literal["sets", "tests", "not followed"]


LONGEST = 64
"""Characters that are shown of what the description says."""


class Lesson(NamedTuple):
    """What is learnt from a choice or statement."""

    line: int
    """Where the description has it."""
    how: How
    """It is followed as sets of cards, by testing deals, or not at all."""
    text: str
    """What the description says there."""
    why: str
    """Why it is not followed, and what to write instead; empty otherwise."""


def lessons(program: Program, source: Source) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order of the lines."""
    emitted = emit(program, log=True)
    found: dict[int, How] = {}
    texts: dict[int, str] = {}
    for choice in emitted.choices.values():
        line = source.place(choice.node.at[0])[0]
        found.setdefault(line, "sets")
        texts[line] = _short(source.text[slice(*choice.node.at)])
    why: dict[int, str] = {}
    for node in ast.walk(ast.parse(emitted.text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            lines = [value for value in given if isinstance(value, int)]
            if node.func.id == "Untold" and lines:
                found[lines[0]] = "not followed"
                why[lines[0]] = str(given[-1])
            elif node.func.id == "secret" and lines and found.get(lines[0]) != "not followed":
                found[lines[0]] = "tests"
    return tuple(
        Lesson(line, how, texts.get(line) or _short(source.line(line)), why.get(line, ""))
        for line, how in sorted(found.items())
    )


def _short(text: str) -> str:
    """The beginning of some text of a description, on one line."""
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
