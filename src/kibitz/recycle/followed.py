"""What others can follow of a game: where its rules show something about hidden cards that Kibitz
cannot tell them, and where it can only be told by trying.

Nothing is played for this: the variant of the game that tells is written, and read.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from kibitz.recycle.emitter import emit
from kibitz.recycle.tree import Program

__all__ = ["Followed", "NotFollowed", "followed"]


class NotFollowed(NamedTuple):
    """A line that shows something about hidden cards which is not followed, and why it is not."""

    line: int
    why: str


class Followed(NamedTuple):
    """What is followed of a game, and what is not."""

    untold: tuple[NotFollowed, ...]
    """Where knowledge is no longer exact, if play comes there: in the order of the lines."""
    tested: tuple[int, ...]
    """Lines whose conditions on hidden cards are tested again on other deals: exact, and slower
    than what can be counted."""


def followed(program: Program) -> Followed:
    """What others can follow of a game."""
    untold: set[NotFollowed] = set()
    tested: set[int] = set()
    for node in ast.walk(ast.parse(emit(program, log=True).text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if node.func.id == "Untold":
                line, why = given
                untold.add(NotFollowed(int(str(line)), str(why)))
            elif node.func.id in ("secret", "disclose_again"):
                tested.add(int(str(given[0])))
    return Followed(tuple(sorted(untold)), tuple(sorted(tested)))
