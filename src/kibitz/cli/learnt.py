"""What `kibitz check` says about what players learn from a game's choices and statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kibitz.recycle.lessons import How, Lesson

__all__ = ["as_json", "in_full", "summary"]

HOW: dict[How, str] = {
    "sets": "followed as sets",
    "tests": "by testing deals",
    "not followed": "not followed",
}


def summary(rows: Sequence[Lesson], file: str) -> str:
    """One line: how much of it is followed.

    >>> rows = [Lesson(5, "sets", "", ""), Lesson(9, "sets", "", ""), Lesson(7, "tests", "", "")]
    >>> summary(rows, "my.rcy")
    'what players learn: followed as sets in 2 places, by testing deals in 1'
    """
    number = Counter(row.how for row in rows)
    parts = [f"{HOW[how]} in {number[how]}" for how in HOW if number[how]]
    parts[0] = f"{parts[0]} {'place' if parts[0].endswith(' 1') else 'places'}"
    more = f": see kibitz check {file} --knowledge" if number["not followed"] else ""
    return f"what players learn: {', '.join(parts)}{more}"


def in_full(rows: Sequence[Lesson]) -> Iterator[tuple[str, bool]]:
    """A line for each choice and statement, and whether something is missing there."""
    for row in rows:
        if row.how == "not followed":
            told = f"what this shows about a hand is not followed: `{row.text}`"
            yield f"line {row.line}: {told}{f'; {row.why}' if row.why else ''}", True
        else:
            how = "followed as sets" if row.how == "sets" else "followed by testing deals"
            yield f"line {row.line}: {how}: `{row.text}`", False


def as_json(rows: Sequence[Lesson]) -> dict[str, Any]:
    """The same as data."""
    number = Counter(row.how for row in rows)
    return {
        "sets": number["sets"],
        "tests": number["tests"],
        "not_followed": number["not followed"],
        "rows": [row._asdict() for row in rows],
    }
