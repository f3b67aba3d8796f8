"""What `kibitz check` says about what players learn from a game's choices and statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.recycle.learnt import Learnt
from kibitz.recycle.notes import HOW, NOT, How

__all__ = ["as_json", "in_full", "summary"]

IN_WORDS: dict[How, str] = {
    "sets": "followed as sets",
    "tests": "by testing deals",
    "not always": "not always followed",
    "not followed": "not followed",
}


def summary(rows: Sequence[Learnt], file: str) -> str:
    """One line: how much of it is followed.

    >>> rows = [Learnt(5, "sets", ""), Learnt(9, "sets", ""), Learnt(7, "tests", "")]
    >>> summary(rows, "my.rcy")
    'what players learn: followed as sets in 2 places, by testing deals in 1'
    >>> summary([Learnt(5, "nothing", "")], "my.rcy")
    'what players learn: nothing but what they see'
    """
    number = _numbers(rows)
    parts = [f"{words} in {number[how]}" for how, words in IN_WORDS.items() if number[how]]
    if not parts:
        return "what players learn: nothing but what they see"
    parts[0] += " place" if parts[0].endswith(" 1") else " places"
    more = f": see kibitz check {file} --knowledge" if any(number[how] for how in NOT) else ""
    return f"what players learn: {', '.join(parts)}{more}"


def in_full(rows: Sequence[Learnt]) -> Iterator[tuple[str, str]]:
    """A line for each choice and statement, and the words in it that say that something is
    missing."""
    for row in rows:
        if row.how == "nothing":
            yield f"line {row.line}: shows nothing about hidden cards: `{row.text}`", ""
        elif row.how in NOT:
            told = f"what this shows about a hand is {IN_WORDS[row.how]}: `{row.text}`"
            advice = f": {row.hint}" if row.hint else ""
            yield f"line {row.line}: {told}; {row.why}{advice}", f"{IN_WORDS[row.how]}:"
        else:
            how = "followed as sets" if row.how == "sets" else "followed by testing deals"
            why = f"; {row.why}" if row.why else ""
            yield f"line {row.line}: {how}: `{row.text}`{why}", ""


def as_json(rows: Sequence[Learnt]) -> dict[str, Any]:
    """The same as data."""
    number = _numbers(rows)
    counted = {how.replace(" ", "_"): number[how] for how in HOW}
    return {**counted, "rows": [row._asdict() for row in rows]}


def _numbers(rows: Sequence[Learnt]) -> Counter[How]:
    """How many lines are followed in each way."""
    return Counter({row.line: row.how for row in rows}.values())
