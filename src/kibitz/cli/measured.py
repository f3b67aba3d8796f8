"""Reports and comparisons on a terminal: in short, with every figure and its interval."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.analysis.comparison import Comparison, Line
from kibitz.analysis.comparison_text import BEST, MARKS, WORST, changed, notes
from kibitz.analysis.figures import Figure
from kibitz.analysis.findings import findings, headlines
from kibitz.analysis.measured import Measured
from kibitz.analysis.notices import skipped
from kibitz.analysis.outline import answered
from kibitz.analysis.report import Report
from kibitz.analysis.sentences import sentence as sentence_of
from kibitz.analysis.wording import interval_text, measure_of, said, sample_text, value_text

__all__ = ["tell_comparison", "tell_report"]

MOST_ROWS = 8
"""Rows of a measure that are told here; of more, the page has a plot."""

DRAWN = ("information_flow", "leads", "options_by_place")
"""What a picture tells better: it is on the page."""

LEAST = 20
"""Letters that a title has room for before it is broken: sooner the heads beside it are."""

MOST_SIDES, MOST_MOVED = 7, 5
"""Sides that have room beside each other; of more, only the measures that differ most are told."""


def tell_report(found: Report, out: Console) -> None:
    """What a game is like: the summary, the findings, all figures."""
    out.print(Text(found.about.title, style="bold"))
    for _, sentence in headlines(found):
        out.print(Text(sentence), soft_wrap=True)
    striking = findings(found)
    if striking:
        out.print()
        out.print(Text("Most striking, chosen by rules", style="bold"))
        for finding in striking:
            out.print(Text(f"  {finding.sentence}"), soft_wrap=True)
    out.print(_figures(found))
    out.print()
    for studies, why in skipped(found):
        out.print(Text(f"no {', '.join(studies)}: {why}", style="yellow"), soft_wrap=True)
    for sample in found.samples.values():
        out.print(Text(sample_text(sample), style="dim"), soft_wrap=True)


def _figures(found: Report) -> Table:
    """All figures, by the questions they answer."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    for question, keys in answered(found):
        table.add_row()
        table.add_row(Text(question.asks, style="bold"))
        for key in keys:
            measure = measure_of(found.measured[key])
            told = _told(found.measured[key], measure.title, found.about.seats)
            if not told and key not in DRAWN:
                table.add_row(Text(f"  {sentence_of(found, key)}"))
            for title, figure in told:
                between = "exact" if figure.exact else interval_text(figure, measure.unit)
                table.add_row(Text(f"  {title}"), value_text(figure, measure.unit), between)
    return table


def _told(measured: Measured, title: str, seats: Sequence[str]) -> list[tuple[str, Figure]]:
    """The figure of a measure; or those of the seats, or of its rows if it has none of its own and
    they are few."""
    rows = [row for row in measured.rows if not row.group]
    by_seat = [row.label for row in rows] == list(seats)
    if measured.figure is not None and not by_seat:
        return [(title, measured.figure)]
    return [(f"{title}: {row.label}", row.figure) for row in rows] if len(rows) <= MOST_ROWS else []


# --- comparisons ----------------------------------------------------------------------------------


def tell_comparison(found: Comparison, out: Console) -> None:
    """Reports side by side, and how much of it may be chance."""
    out.print(Text(found.title, style="bold"))
    if len(found.sides) == 2:
        _tell_two(found, out)
    else:
        out.print(_beside(found, out.width))
    for line in notes(found):
        out.print(Text(line, style="dim"), soft_wrap=True)
    for each in found.left_out:
        out.print(Text(f"left out: {each.label}: {each.why}", style="yellow"), soft_wrap=True)
    for side in found.sides:
        for key, why in side.report.skipped.items():
            out.print(Text(f"{side.label}, no {key}: {why}", style="yellow"), soft_wrap=True)


def _tell_two(found: Comparison, out: Console) -> None:
    """What moved, first what moved most; what did not is only counted."""
    out.print(Text(changed(found)), soft_wrap=True)
    moved = [line for line in found.moved if line.moved[0]]
    if not moved:
        return
    other = 1 - found.base
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("measure", overflow="fold")
    for number in (found.base, other):
        label = Text(found.sides[number].label)
        table.add_column(label, justify="right", overflow="fold", min_width=8)
    table.add_column("difference", justify="right", no_wrap=True)
    for line in moved:
        cells = [_cell(line, number, mark=False) for number in (found.base, other)]
        table.add_row(_titled(line), *cells, _apart(line, other))
    out.print(table)


def _apart(line: Line, number: int) -> str:
    apart = line.differences[number]
    if apart is None:
        return "–"
    sign = "+" if apart.figure.value > 0 else ""
    unit = "share" if line.measure.unit == "share" else ""
    return f"{sign}{said(apart.figure, unit)}{MARKS[apart.verdict]}"


def _beside(found: Comparison, width: int) -> Table:
    """Figures without their intervals, for which there is no room; the page has them."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    if len(found.sides) > MOST_SIDES:
        moved = found.moved[:MOST_MOVED]
        table.add_column("", overflow="fold")
        for line in moved:
            table.add_column(_titled(line), justify="right", overflow="fold")
        for number, side in enumerate(found.sides):
            cells = [_cell(line, number) for line in moved]
            table.add_row(Text(side.label), *cells, style=_style(found, number))
        return table
    rows = [
        (_titled(line), *(_cell(line, number) for number in range(len(found.sides))))
        for line in found.lines
    ]
    labels = [Text(side.label) for side in found.sides]
    heads = [Text("measure"), *labels]
    first, *others = (
        max(each.cell_len for each in column) for column in zip(heads, *rows, strict=True)
    )
    left = width - sum(others) - len(others) - 2
    table.add_column("measure", overflow="fold", width=max(LEAST, min(first, left)))
    for number, label in enumerate(labels):
        table.add_column(label, justify="right", style=_style(found, number), overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _style(found: Comparison, number: int) -> str:
    """The side that all are compared with stands out."""
    return "bold" if number == found.base else ""


def _titled(line: Line) -> Text:
    """What a line is about, and in which unit."""
    unit = line.measure.unit
    return Text(line.title if unit in ("", "share") else f"{line.title} ({unit})")


def _cell(line: Line, number: int, *, mark: bool = True) -> Text:
    figure, apart = line.figures[number], line.differences[number]
    if figure is None:
        return Text("–")
    sure = MARKS[apart.verdict] if apart is not None and mark else ""
    unit = "share" if line.measure.unit == "share" else ""  # the others stand beside the title
    text = Text(f"{value_text(figure, unit)}{sure}")
    if number == line.best:
        text.append(f" {BEST}", style="green")
    elif number == line.worst:
        text.append(f" {WORST}", style="red")
    return text
