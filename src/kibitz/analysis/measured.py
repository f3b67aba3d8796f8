"""Measures: what can be asked about a game, each one a function with its definition beside it.

    @measure("order", "Order", asks="Does skill pay?", sample="one", reference=SHAPE)
    def order(games: Searched) -> Measured | None:
        '''(w - 1/n) / (1 - 1/n), where w is the share of games that the search bot wins...'''

The docstring is the definition that reports print. A measure says what it found in a figure, and
maybe in rows (a figure each for every decision, seat or clause). None: there was nothing to
measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import cleandoc
from typing import Any, TypeVar

from kibitz.analysis.damage import must_be
from kibitz.analysis.figures import Figure, Residuals

__all__ = [
    "CARDSTOCK",
    "MEASURES",
    "SHAPE",
    "TOGETHER",
    "Measure",
    "Measured",
    "Row",
    "measure",
    "named",
]

E = TypeVar("E")

CARDSTOCK = (
    "Bell and Goadrich, Automated Playtesting with RECYCLEd CardStock, Game & Puzzle Design 2, 2016"
)
"""Where some of them were defined first..."""

SHAPE = "Goadrich, The Shape of Card Games, 2018-2019: mgoadric.github.io/cardstock"
"""...and where others were, with the figures that ours are held against."""

TOGETHER = "all win or lose together"
"""What is said where nobody can be ahead of anybody."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What can be asked about any game."""

    key: str
    title: str
    asks: str
    """The question in a designer's words."""
    definition: str
    sample: str
    """The sample it comes from: `random`, `one`, `all`..., as the study names it."""
    unit: str = ""
    """`share` (0 to 1, shown as per cent), or what is counted: `bits`, `points`, `decisions`; none:
    a plain number."""
    reference: str | None = None
    """Where it was defined first."""
    better: str | None = None
    """`high`, `low`, or None where neither is: what variants mark as best."""


@dataclass(frozen=True, slots=True)
class Row:
    """One of several figures that belong together."""

    label: str
    """What it is about: `1`, `North`, `agram.rcy:41`."""
    figure: Figure
    group: str = ""
    """Rows of one group are a curve, or a block of a table: `leader`, `followers`."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a measure found."""

    figure: Figure | None = None
    rows: tuple[Row, ...] = ()
    note: str | None = None
    """A sentence that must be read with it: `the ladder ends at 1,024 tries`."""
    data: dict[str, Any] = field(default_factory=dict)
    """Anything else that pages show: JSON. What it is, the definition says."""
    key: str = ""
    """The measure; filled in by the decorator."""
    residuals: Residuals | None = field(default=None, compare=False, repr=False)
    """Of the figure, by the number of the deal, for comparing with others on the same deals; not in
    JSON."""

    @property
    def measure(self) -> Measure:
        """What was asked."""
        return MEASURES[self.key]

    def to_json(self) -> dict[str, Any]:
        return {
            "figure": self.figure and self.figure.to_json(),
            "rows": [
                {"label": row.label, "group": row.group, **row.figure.to_json()}
                for row in self.rows
            ],
            "note": self.note,
            "data": self.data,
        }

    @classmethod
    def from_json(cls, key: str, data: dict[str, Any]) -> Measured:
        figure = None if data["figure"] is None else Figure.from_json(data["figure"])
        rows = tuple(Row(r["label"], Figure.from_json(r), r["group"]) for r in data["rows"])
        must_be(str, *(text for row in rows for text in (row.label, row.group)))
        must_be(str, *([] if data["note"] is None else [data["note"]]))
        must_be(dict, data["data"])
        return cls(figure, rows, data["note"], data["data"], key)


MEASURES: dict[str, Measure] = {}
"""All measures, by key, in the order in which they were defined."""


def measure(
    key: str, title: str, *, asks: str, sample: str, **more: str | None
) -> Callable[[Callable[[E], Measured | None]], Callable[[E], Measured | None]]:
    """Declare a measure; its docstring is the definition."""

    def declare(function: Callable[[E], Measured | None]) -> Callable[[E], Measured | None]:
        assert key not in MEASURES
        assert function.__doc__
        definition = cleandoc(function.__doc__)
        MEASURES[key] = Measure(key, title, asks, definition, sample, **more)  # type: ignore[arg-type]

        @wraps(function)
        def measured(evidence: E) -> Measured | None:
            found = function(evidence)
            if found is None:
                return None
            return replace(found, key=key)

        return measured

    return declare


def named(
    labels: Sequence[object], figures: Sequence[Figure | None], group: str = ""
) -> tuple[Row, ...]:
    """Rows of figures, those that are there."""
    pairs = zip(labels, figures, strict=True)
    return tuple(Row(str(label), figure, group) for label, figure in pairs if figure is not None)
