"""Counting option sequences, as chess programs do, and other helpers for all the games here.

Everything works alike on the engine's states and on the positions of the plain rule modules
(`rules_agram` and so on): both have `over`, `to_move`, `actions`, `after` and `scores`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

Scores = tuple[int, ...]


class Position(Protocol):
    """What the engine's `State` and a rule module's position have in common."""

    @property
    def over(self) -> bool: ...

    @property
    def to_move(self) -> int | None: ...

    @property
    def actions(self) -> Sequence[Any]: ...

    @property
    def scores(self) -> Sequence[int]: ...

    def after(self, action: Any, /) -> Any: ...


def perft(position: Position, depth: int) -> int:
    """The number of option sequences of exactly this length."""
    if depth == 0:
        return 1
    if position.over:
        return 0
    if depth == 1:
        return len(position.actions)
    return sum(perft(position.after(action), depth - 1) for action in position.actions)


def census(position: Position, depth: int) -> tuple[list[int], Counter[Scores]]:
    """How many sequences have length 1, 2, ..., depth, and how those that end are scored."""
    counts = [0] * depth
    endings: Counter[Scores] = Counter()

    def visit(node: Position, level: int) -> None:
        if node.over:
            endings[tuple(node.scores)] += 1
        elif level < depth:
            for action in node.actions:
                counts[level] += 1
                visit(node.after(action), level + 1)

    visit(position, 0)
    return counts, endings


def expectation(position: Position) -> tuple[list[Fraction], Fraction]:
    """The exact mean scores and the exact mean number of decisions under uniform random play."""
    if position.over:
        return [Fraction(score) for score in position.scores], Fraction(0)
    below = [expectation(position.after(action)) for action in position.actions]
    share = Fraction(1, len(below))
    means = [share * sum(column) for column in zip(*(scores for scores, _ in below), strict=True)]
    return means, 1 + share * sum(length for _, length in below)


def written(action: Any) -> str:
    """What was picked, as one types it: `QH`, or `2` for a number."""
    if isinstance(action, str):
        return action
    if action.cards:
        return str(action.cards[0])
    return str(action.numbers[0])


def moves(position: Position) -> list[str]:
    """The options of the player to move, as one types them, sorted."""
    return sorted(written(action) for action in position.actions)


def play(position: Any, *chosen: str) -> Any:
    """The position after these moves, given as one types them: `play(state, "QH", "3H")`."""
    for move in chosen:
        [action] = [action for action in position.actions if written(action) == move]
        position = position.after(action)
    return position
