"""The table of `speed.py`: what was measured, what was to be reached, and whether it was."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.engine.race import Result

__all__ = ["Bar", "Row", "as_markdown", "as_text"]


@dataclass(frozen=True)
class Bar:
    """What is to be reached, at least and as an aim; `more` says whether more is better."""

    least: float
    aim: float
    more: bool = True

    def verdict(self, value: float) -> str:
        sign = 1 if self.more else -1
        if sign * value >= sign * self.aim:
            return "aim reached"
        return "reached" if sign * value >= sign * self.least else "missed"


@dataclass(frozen=True)
class Row:
    """One line of the table. Without a bar it is there for information."""

    what: str
    unit: str
    values: tuple[float, ...]
    """As measured, one for each round; what counts is the median."""
    bar: Bar | None = None
    note: str = ""

    @property
    def value(self) -> float:
        return statistics.median(self.values)

    @property
    def verdict(self) -> str:
        return self.bar.verdict(self.value) if self.bar else ""

    def amount(self, value: float) -> str:
        """A value of this row with its unit."""
        if self.unit == "%":
            return f"{value:.0%}"
        if self.unit == "x":
            return f"{value:.3g} x" if value < 100 else f"{value:.0f} x"
        return f"{value:.3g} {self.unit}"

    def cells(self) -> list[str]:
        """What it is, at least, aim, measured, from - to, verdict."""
        least, aim = (self.amount(self.bar.least), self.amount(self.bar.aim)) if self.bar else "  "
        spread = f"{self.amount(min(self.values))} - {self.amount(max(self.values))}"
        if len(self.values) == 1:
            spread = ""
        return [self.what, least.strip(), aim.strip(), self.amount(self.value), spread]

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"value": self.value, "verdict": self.verdict}


HEADS = ["", "at least", "aim", "measured", "from - to", ""]


def as_text(rows: list[Row], results: list[Result], about: dict[str, Any]) -> str:
    lines = [HEADS, *([*row.cells(), row.verdict or row.note] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADS))]
    table = [
        "  ".join(
            cell.ljust(width) if i in (0, 5) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    speeds = [f"{result.name:44}{millions(result.median):>8} M" for result in results]
    heading = "million decisions per CPU-second"
    return "\n".join([describe(about), "", *table, "", heading, *speeds])


def as_markdown(rows: list[Row], results: list[Result], about: dict[str, Any]) -> str:
    lines = ["| " + " | ".join(HEADS) + " |", "|---|--:|--:|--:|--:|---|"]
    for row in rows:
        what, least, aim, measured, spread = row.cells()
        cells = [what, least, aim, f"**{measured}**", spread, row.verdict or row.note]
        lines.append("| " + " | ".join(cells) + " |")
    speeds = ["| | million decisions per CPU-second |", "|---|--:|"]
    speeds += [f"| {result.name} | {millions(result.median)} |" for result in results]
    return "\n".join([describe(about), "", *lines, "", *speeds]).replace(" - ", " – ")


def millions(speed: float) -> str:
    return f"{speed / 1e6:.1f}" if speed >= 1e6 else f"{speed / 1e6:.3f}"


def describe(about: dict[str, Any]) -> str:
    return (
        f"Measured on {about['date']} on one of {about['cores']} cores of an {about['processor']} "
        f"(load {about['load']}), Python {about['python']}, llvmlite {about['llvmlite']}, "
        f"OpenSpiel {about['openspiel']}."
    )
