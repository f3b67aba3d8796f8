"""Where a bracket may be missing or too much, guessed from the indentation.

Whoever writes a description indents it as it is meant: lines that begin in the same column stand
in the same brackets, lines further to the right stand in more. The best guess is the repair that
leaves the fewest lines at odds with this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.recycle.diagnostics import Source

__all__ = ["missing", "surplus"]

MOST_STEPS = 500_000
"""Brackets looked at before the guessing ends."""

Guess = tuple[int, int]
"""Offset of the bracket, and the line that gives it away."""

_BRACKET = re.compile(r""";[^\n]*|"[^"\n]*"|\n[ \t\r]*|[()]""")


@dataclass(frozen=True, slots=True)
class _Bracket:
    at: int
    step: int
    """1 for an opening bracket, -1 for a closing one."""
    line: int
    column: int
    """If its line begins with it, else 0."""


def missing(source: Source) -> Guess | None:
    """The bracket that is probably never closed."""
    brackets = _brackets(source)
    guesses = []
    for i, depth, expected in _candidates(brackets):
        opened = _open(brackets[:i])
        if len(opened) == depth > expected > 0:
            closing = _Bracket(brackets[i].at, -1, brackets[i].line, 0)
            rest = len(_odds([*brackets[:i], closing, *brackets[i:]]))
            guesses.append((rest, i, (opened[expected].at, brackets[i].line)))
    return min(guesses)[2] if guesses else None


def surplus(source: Source) -> Guess | None:
    """The closing bracket that is probably too much."""
    brackets = _brackets(source)
    guesses = []
    for i, depth, expected in _candidates(brackets):
        if depth < expected:
            here, j = depth, i
            while here < expected:
                j -= 1
                here -= brackets[j].step
            rest = len(_odds(brackets[:j] + brackets[j + 1 :]))
            guesses.append((rest, i, (brackets[j].at, brackets[i].line)))
    return min(guesses)[2] if guesses else None


def _brackets(source: Source) -> list[_Bracket]:
    line, indent, margin = 1, 0, 0
    found = []
    for match in _BRACKET.finditer(source.text):
        token = match.group()
        if token[0] == "\n":
            line, indent, margin = line + 1, match.end(), len(token[1:].expandtabs(8))
        elif token[0] not in ';"':
            column = margin + 1 if match.start() == indent else 0
            found.append(_Bracket(match.start(), 1 if token == "(" else -1, line, column))
    return found


def _candidates(brackets: list[_Bracket]) -> list[tuple[int, int, int]]:
    return _odds(brackets)[: max(1, MOST_STEPS // (1 + len(brackets)))]


def _odds(brackets: list[_Bracket]) -> list[tuple[int, int, int]]:
    """Lines at odds with their indentation: the bracket, its depth, and the depth expected."""
    found = []
    depth = 0
    lines: list[tuple[int, int]] = []
    for i, bracket in enumerate(brackets):
        if bracket.column and bracket.step > 0:
            while lines and lines[-1][0] > bracket.column:
                lines.pop()
            if lines and lines[-1][0] == bracket.column:
                expected = lines.pop()[1]
                if depth != expected:
                    found.append((i, depth, expected))
            elif lines and depth <= lines[-1][1]:
                found.append((i, depth, lines[-1][1] + 1))
            lines.append((bracket.column, depth))
        depth += bracket.step
    return found


def _open(brackets: list[_Bracket]) -> list[_Bracket]:
    """The brackets that are open after some others."""
    found: list[_Bracket] = []
    for bracket in brackets:
        if bracket.step > 0:
            found.append(bracket)
        elif found:
            found.pop()
    return found
