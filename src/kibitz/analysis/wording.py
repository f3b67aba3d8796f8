"""Figures in words: as precise as they are sure, with their intervals.

One reads `31 % (29 to 33)` for a share and `0.31 (0.30 to 0.32)` for a plain number: decimals
end where the interval begins to blur them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

from kibitz.analysis.figures import Figure, Interval
from kibitz.analysis.measured import MEASURES, Measure, Measured, Row
from kibitz.analysis.study import Sample
from kibitz.arena.statistics import t_quantile

__all__ = [
    "among",
    "finished",
    "headed",
    "interval_text",
    "listed",
    "measure_of",
    "roughly",
    "row_unit",
    "said",
    "sample_text",
    "sentence_case",
    "unbroken",
    "value_text",
]

UNITS = {"bits", "points", "decisions", "deals", "rungs"}
"""Units that are named behind the number; others are not."""
SHARES = {"stakes", "depth", "luck"}
"""Measures whose rows are shares, whatever their figure is."""


def said(figure: Figure, unit: str = "") -> str:
    """A figure with its interval.

    >>> said(Figure(0.3123, (0.29, 0.33), 1000), "share")
    '31 % (29 to 33)'
    >>> said(Figure(12.3, (12.1, 12.5), 1000), "bits")
    '12.3 bits (12.1 to 12.5)'
    """
    number = value_text(figure, unit)
    if figure.exact:
        return f"exactly {number}"
    between = interval_text(figure, unit)
    return f"{number} ({between})" if between else number


def value_text(figure: Figure, unit: str = "") -> str:
    """The number alone."""
    places = _places(figure, unit) if figure.value else 0
    if unit == "share":
        return f"{_number(100 * figure.value, places)} %"
    number = _number(figure.value, places)
    if unit not in UNITS:
        return number
    return f"{number} {unit[:-1] if number == '1' else unit}"


def roughly(figure: Figure) -> str:
    """A plain number in passing, without its interval: two digits after the point are enough.

    >>> roughly(Figure(2.4554, (2.454, 2.457), 50_000))
    '2.46'
    """
    text = _number(figure.value, min(2, _places(figure, "")) if figure.value else 0)
    return text.removesuffix(".00")


def interval_text(figure: Figure, unit: str = "") -> str:
    """The interval alone; nothing if there is none, or it is a point."""
    if figure.ci95 is None or figure.is_point:
        return ""
    times, places = (100 if unit == "share" else 1), _places(figure, unit)
    low, high = (_number(times * end, places) for end in figure.ci95)
    return f"{low} to {high}"


def _number(value: float, places: int) -> str:
    text = f"{value:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.lstrip("-")


def _places(figure: Figure, unit: str) -> int:
    """Decimals that say something."""
    times = 100 if unit == "share" else 1
    value = abs(times * figure.value)
    if figure.ci95 is None or figure.is_point:
        text = f"{value:.4g}" if figure.exact or figure.ci95 is None else f"{value:.3g}"
        if "e" in text or "." not in text:
            return 0 if value >= 1 or value == 0 else 4
        return len(text.split(".")[1])
    half = times * (figure.ci95[1] - figure.ci95[0]) / 2
    if unit == "share":
        return 0 if half >= 0.5 else 1 if half >= 0.05 else 2
    if all(float(number).is_integer() for number in (figure.value, *figure.ci95)):
        return 0
    least = 2 if value < 1 else 0
    most = 4 if value < 1 else 3 if value < 10 else 2  # nobody needs more
    return min(most, max(least, -floor(log10(half) + 1e-6)))


def among(figure: Figure, count: int) -> Interval | None:
    """The interval that a figure needs if it was picked from several because it stands out: all of
    them hold together with 95 % confidence (Bonferroni's correction)."""
    if figure.ci95 is None:
        return (figure.value, figure.value) if figure.exact else None
    freedom = max(1, figure.n - 1)
    wider = t_quantile(freedom, 1 - 0.025 / max(1, count)) / t_quantile(freedom)
    low, high = figure.ci95
    return figure.value - wider * (figure.value - low), figure.value + wider * (high - figure.value)


def listed(words: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def sentence_case(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def finished(text: str, *, capital: bool = True) -> str:
    """A text as a sentence, with its full stop.

    >>> finished("the ladder ends here")
    'The ladder ends here.'
    """
    line = " ".join(text.split())
    if not line:
        return ""
    return (sentence_case(line) if capital else line) + (
        "" if line.endswith((".", "!", "?")) else "."
    )


def unbroken(text: str) -> str:
    """With every per cent sign on the line of its number."""
    return text.replace(" %", "\u00a0%")


def measure_of(found: Measured) -> Measure:
    """What was asked; what this Kibitz does not know gets its key for a title."""
    if found.key in MEASURES:
        return MEASURES[found.key]
    title = sentence_case(found.key.replace("_", " "))
    return Measure(found.key, title, "", "This Kibitz does not know this measure.", "")


def headed(found: Measured, seats: Sequence[str]) -> str:
    """What the rows of a measure are about, for the head of their column."""
    labels = {row.label for row in found.rows}
    if labels <= set(seats):
        return "seat"
    group = next((row.group for row in found.rows), "")
    if group.startswith("by ") and len({row.group for row in found.rows}) == 1:
        return group.removeprefix("by ")
    if found.key in ("decided", "settled", "leads"):
        return "tenth"
    return "number" if all(label.isdigit() for label in labels) else "what"


def row_unit(found: Measured, row: Row) -> str:
    """The unit of a row: `share`, or nothing where a table names the unit above."""
    unit = measure_of(found).unit
    if found.key in SHARES or unit == "share" or (unit == "points" and row.label == "wins"):
        return "share"
    return ""


def sample_text(sample: Sample) -> str:
    """What was played: who, how many games, from which seed."""
    bots = (
        sample.bots[0] if len(set(sample.bots)) == 1 else ", ".join(sample.bots)
    ) if sample.bots else ""  # fmt: skip
    if not sample.games:  # nothing was drawn
        return sample.title
    parts = [sample.title, f"{sample.games:,} {'game' if sample.games == 1 else 'games'}"]
    if sample.deals and sample.deals != sample.games:
        parts[-1] += f" of {sample.deals:,} {'deal' if sample.deals == 1 else 'deals'}"
    parts += [f"played by {bots}"] if bots else []
    parts += [f"seed {sample.seed}"]
    if sample.unfinished:
        parts.append(f"{sample.unfinished:,} of them left unfinished")
    return ", ".join(parts)
