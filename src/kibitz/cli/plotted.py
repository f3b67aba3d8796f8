"""A plot in the terminal: lines drawn with dots, each with its name at its end.

>>> up, flat = [(0, -1.0), (10, 3.0)], [(0, 1.0), (10, 1.0)]
>>> lines = [Line("up", "green", up), Line("flat", "red", flat)]
>>> print("\n".join(row.plain.rstrip() for row in plotted(lines, 40, 5, last=10, x="steps")))
 5 ┤
   │               ⣀⣀⣀⣀⠤⠤⠤⠤⠔⠒⠒⠒⠊⠉⠉ up
 0 ┼⣉⣉⡩⠭⠭⠭⠝⠛⠛⠛⠛⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉ flat
   │
-5 ┤
    0             5             10 steps
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from rich.text import Text

__all__ = ["Line", "plotted", "sparks", "ticks"]

WIDE, HIGH = 2, 4
"""Dots of a letter."""

DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot of a braille letter, by column and row."""

MANY = 10_000
"""From here on numbers are thousands."""

BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its name."""

    label: str
    style: str
    points: Sequence[tuple[float, float]]


def plotted(
    lines: Sequence[Line],
    width: int,
    height: int,
    *,
    last: float | None = None,
    x: str = "",
    plain: bool = False,
) -> list[Text]:
    """Lines over numbers from 0 to `last`, which are so many `x`, with a rule at 0: rows of text.
    `plain` uses no letters but those that every terminal has."""
    values = [value for line in lines for _, value in line.points]
    if not values:
        return []

    def row_of(value: float) -> int:
        return sheet.row((value - bottom) / (top - bottom))

    marks = ticks(min(0.0, *values), max(0.0, *values), max(2, height // 2))
    bottom, top = marks[0], marks[-1]
    left = max(len(_number(mark)) for mark in marks)
    right = max(len(line.label) for line in lines)
    sheet = _Sheet(max(8, width - left - right - 4), height)
    end = last or max(at for line in lines for at, _ in line.points) or 1.0
    for line in lines:
        dots = [(at / end, (value - bottom) / (top - bottom)) for at, value in line.points]
        sheet.draw(dots, line.style)
    rows = {row_of(mark): mark for mark in marks}
    names = _placed(lines, row_of, height)
    found = []
    for row in range(height):
        mark = rows.get(row)
        text = Text(" " * left if mark is None else _number(mark).rjust(left), style="dim")
        text.append(_edge(mark, plain), style="dim")
        text.append_text(sheet.letters(row, mark == 0, plain))
        if row in names:
            text.append(f" {names[row].label}", style=names[row].style)
        found.append(text)
    found.append(_below(sheet.columns, end, x, left))
    return found


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers, 0 perhaps among them, from below the lowest to above the highest.

    >>> ticks(-3.2, 11.0, 5)
    [-5.0, 0.0, 5.0, 10.0, 15.0]
    """
    spread = high - low or 1.0
    size = 10.0 ** floor(log10(spread / most))
    for times in (1, 2, 5, 10, 20, 50):
        step = size * times
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if last - first <= most:
            break
    if last == first:
        last += 1
    return [round(number * step, 10) for number in range(first, last + 1)]


def sparks(values: Sequence[float], width: int) -> str:
    """Numbers as a row of little bars, from 0 to the largest.

    >>> sparks([8, 4, 2, 1], 4)
    '█▅▃▂'
    """
    kept = values[-width:]
    most = max(kept, default=0.0)
    if most <= 0:
        return ""
    return "".join(
        BARS[min(len(BARS) - 1, round(value / most * (len(BARS) - 1)))] for value in kept
    )


# --- parts ----------------------------------------------------------------------------------------


class _Sheet:
    """Letters made of dots."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._bits = [[0] * columns for _ in range(rows)]
        self._styles = [[""] * columns for _ in range(rows)]

    def row(self, share: float) -> int:
        """The row of letters at a height from 0 to 1."""
        return self._down(share) // HIGH

    def _down(self, share: float) -> int:
        return round((1 - min(1.0, max(0.0, share))) * (self.rows * HIGH - 1))

    def draw(self, points: Sequence[tuple[float, float]], style: str) -> None:
        """A line through points given as shares of the sheet."""
        places = [
            (round(min(1.0, across) * (self.columns * WIDE - 1)), self._down(up))
            for across, up in points
        ]
        for one, other in zip(places, places[1:] or places, strict=False):
            for across, down in _between(one, other):
                column, row = across // WIDE, down // HIGH
                self._bits[row][column] |= DOTS[across % WIDE][down % HIGH]
                self._styles[row][column] = style

    def letters(self, row: int, ruled: bool, plain: bool) -> Text:
        """A row of letters, with a rule where there is no line."""
        text = Text()
        for bits, style in zip(self._bits[row], self._styles[row], strict=True):
            if bits:
                text.append("*" if plain else chr(0x2800 + bits), style=style)
            else:
                text.append(("-" if plain else "╌") if ruled else " ", style="dim")
        return text


def _between(one: tuple[int, int], other: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """The dots from one to another."""
    steps = max(abs(other[0] - one[0]), abs(other[1] - one[1]), 1)
    for step in range(steps + 1):
        part = step / steps
        yield round(one[0] + part * (other[0] - one[0])), round(one[1] + part * (other[1] - one[1]))


def _placed(lines: Sequence[Line], row_of: Callable[[float], int], height: int) -> dict[int, Line]:
    """Where the name of each line has room: at its end, or as near as can be."""
    found: dict[int, Line] = {}
    for line in lines:
        if line.points:
            at = row_of(line.points[-1][1])
            free = [(abs(row - at), row) for row in range(height) if row not in found]
            if free:
                found[min(free)[1]] = line
    return found


def _edge(mark: float | None, plain: bool) -> str:
    if plain:
        return " |" if mark is None else " +"
    return " │" if mark is None else " ┼" if mark == 0 else " ┤"


def _below(columns: int, end: float, x: str, left: int) -> Text:
    """The numbers below: where it begins and ends, and half of that."""
    ends = f"{_number(end)} {x}".rstrip()
    middle = _number(end / 2)
    text = "0".ljust(columns)
    text = _over(text, middle, (columns - len(middle)) // 2)
    text = _over(text, ends, columns - len(_number(end)))
    return Text(" " * (left + 2) + text, style="dim")


def _over(text: str, word: str, at: int) -> str:
    return text[:at] + word + text[at + len(word) :]


def _number(value: float) -> str:
    """A number at an axis: 12,000 is 12k.

    >>> _number(12500), _number(-0.5), _number(2_000_000)
    ('12.5k', '-0.5', '2M')
    """
    if abs(value) < MANY:
        return f"{value:.4g}"
    return f"{value / 1e6:.4g}M" if abs(value) >= 1e6 else f"{value / 1e3:.4g}k"
