"""A measure on a page: its figure, one sentence, its plots, and how to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.analysis import plots
from kibitz.analysis.measured import Measured
from kibitz.analysis.page.charts import charts
from kibitz.analysis.page.flow import flow_drawing
from kibitz.analysis.report import Report
from kibitz.analysis.sentences import DEAD, line_text, sentence, wood_games
from kibitz.analysis.wording import (
    finished,
    headed,
    interval_text,
    measure_of,
    row_unit,
    sample_text,
    unbroken,
    value_text,
)
from kibitz.draw.markup import Child, Markup, joined, table, tag

__all__ = ["missing_plots", "panels"]

Heads = list[tuple[Child, str | None]]


def panels(report: Report, keys: Sequence[str]) -> Markup:
    """The measures of a section: figures first, then what has plots or tables."""
    facts: list[Child] = []
    pictures: list[Child] = []
    for key in keys:
        found = report.measured[key]
        shown = [*charts(report, key), *_lists(report, found)]
        tabled = bool(found.rows) and not shown
        if tabled:
            shown = [rows_table(report, found)]
        (pictures if shown else facts).append(_panel(report, found, shown, tabled))
    if len(facts) == 1 and pictures:  # a row for one would be mostly empty
        pictures, facts = facts + pictures, []
    parts: list[Child] = []
    parts += [tag("div", *facts, class_="facts")] if facts else []
    parts += [tag("div", *pictures, class_="plots")] if pictures else []
    return joined(parts)


def _panel(report: Report, found: Measured, shown: Sequence[Child], tabled: bool) -> Markup:
    of = measure_of(found)
    value = None
    if found.figure is not None:
        between = interval_text(found.figure, of.unit)
        note = "exact" if found.figure.exact else between
        value = tag(
            "p",
            tag("b", value_text(found.figure, of.unit)),
            tag("span", f" {note}", class_="fine") if note else None,
            class_="value",
        )
    return tag(
        "article",
        tag("h3", of.title),
        value,
        tag("p", unbroken(sentence(report, found.key)), class_="says"),
        tag("p", finished(found.note), class_="quiet") if found.note else None,
        *shown,
        _reading(report, found, tabled),
        id=f"m-{found.key}-panel",
        class_="panel",
    )


def _reading(report: Report, found: Measured, tabled: bool) -> Markup:
    """How to read a measure: its definition, where it comes from, what was played; and all its
    figures, if they are in no table yet."""
    of = measure_of(found)
    parts: list[Child] = [tag("summary", "How to read this")]
    parts += [tag("p", tag("i", of.asks))] if of.asks else []
    parts += [tag("p", " ".join(part.split())) for part in of.definition.split("\n\n")]
    parts += [tag("p", f"Defined by: {of.reference}")] if of.reference else []
    if of.sample in report.samples:
        parts.append(tag("p", f"Sample: {sample_text(report.samples[of.sample])}."))
    if found.rows and not tabled:
        parts.append(rows_table(report, found))
    return tag("details", *parts, class_="reading")


def rows_table(report: Report, found: Measured) -> Markup:
    """The rows of a measure."""
    of = measure_of(found)
    grouped = len({row.group for row in found.rows}) > 1
    shares = {row_unit(found, row) for row in found.rows} != {""}
    heads: Heads = [("which", None)] if grouped else []
    heads += [
        (headed(found, report.about.seats), "who"),
        ("value" if shares else of.unit or "value", "num"),
    ]
    heads += [("95 %", "fine"), ("from", "num fine")]
    written: list[list[Child]] = []
    for row in found.rows:
        unit = row_unit(found, row)
        cells: list[Child] = [row.group] if grouped else []
        cells += [row.label, value_text(row.figure, unit)]
        cells += ["exact" if row.figure.exact else interval_text(row.figure, unit)]
        written.append([*cells, f"{row.figure.n:,}" if row.figure.n else ""])
    return table(f"{of.title}: all figures", heads, written)


def _lists(report: Report, found: Measured) -> Iterator[Markup]:
    """What some measures have beside figures."""
    if found.key == "dead_wood":
        yield from _dead_wood(report, found)
    elif found.key == "secrets_by_rule":
        yield from _rules(report, found)
    elif found.key == "information_flow" and (drawn := flow_drawing(found.data)) is not None:
        yield drawn


def _dead_wood(report: Report, found: Measured) -> Iterator[Markup]:
    rows: list[list[Child]] = [
        [line_text(entry, report), what, tag("code", str(entry.get("text", "")))]
        for name, what in DEAD.items()
        for entry in found.data.get(name, ())
    ]
    if rows:
        heads: Heads = [("clause", "who"), ("in all of them", "text"), ("as it is written", "text")]
        yield table(f"Dead wood in {wood_games(found)} at random", heads, rows)


def _rules(report: Report, found: Measured) -> Iterator[Markup]:
    rows: list[list[Child]] = [
        [line_text(entry, report), tag("code", str(entry.get("text", "")))]
        for entry in found.data.get("rules", ())
    ]
    if rows:
        heads: Heads = [("rule", "who"), ("as it is written", "text")]
        yield table("The rules that give most away", heads, rows)


def missing_plots(report: Report) -> Markup | None:
    """How to get plots, where there are none."""
    if plots.ready() or not report.measured:
        return None
    return tag("p", plots.MISSING, class_="notice")
