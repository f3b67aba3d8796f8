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


def named(actions: Sequence[Any]) -> list[str]:
    """What is decided by each of a position's options, as briefly as one may type it: `QH` for
    `play QH`, `2` for `guess 2`. An option of another kind, or one that would be called like
    another, has all its words: `play_QH`, `pass`."""
    brief = [
        action
        if isinstance(action, str)
        else action.cards[0]
        if len(action.cards) == 1 and not action.numbers
        else str(action.numbers[0])
        if len(action.numbers) == 1 and not action.cards
        else action.text
        for action in actions
    ]
    twice = {name for name, times in Counter(brief).items() if times > 1}
    return [
        (name if name not in twice or isinstance(action, str) else action.text).replace(" ", "_")
        for name, action in zip(brief, actions, strict=True)
    ]


def moves(position: Position) -> list[str]:
    """The options of the player to move, as one types them, sorted."""
    return sorted(named(position.actions))


def play(position: Any, *chosen: str) -> Any:
    """The position after these moves, given as one types them: `play(state, "QH", "3H")`."""
    for move in chosen:
        position = position.after(position.actions[named(position.actions).index(move)])
    return position
