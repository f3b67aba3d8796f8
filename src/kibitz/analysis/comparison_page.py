"""The page of a comparison: all figures side by side, and a plot for each that differs."""

from __future__ import annotations

from kibitz.analysis import plots
from kibitz.analysis.comparison import Comparison, Line
from kibitz.analysis.comparison_text import BEST, MARKS, WORST, changed, notes
from kibitz.analysis.wording import interval_text, said, sample_text, value_text
from kibitz.draw.markup import Child, Markup, document, joined, table, tag

__all__ = ["comparison_page"]

MOST_PLOTS = 12
"""Plots of what differs most."""

STYLE = """
.beside { display: grid; gap: 18px 28px; }
.beside { grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); }
.beside figure { margin: 0; }
.beside figcaption { font-size: .9375rem; }
td .fine { display: block; }
.who { white-space: normal; min-width: 8rem; }
.best { color: var(--win); } .worst { color: var(--loss); }
"""


def comparison_page(found: Comparison) -> str:
    """The page of a comparison, complete by itself."""
    main = tag(
        "main",
        _figures(found),
        _plots(found),
        _differences(found),
        _sides(found),
    )
    top = tag(
        "header",
        tag("h1", found.title),
        tag("p", changed(found)),
        tag("p", " · ".join(side.label for side in found.sides), class_="quiet"),
        class_="top",
    )
    foot = tag("footer", tag("p", f"Kibitz {found.sides[0].report.kibitz}", class_="quiet"))
    return document(found.title, top, main, foot, style=STYLE)


def _section(title: str, *parts: Child) -> Markup:
    return tag("section", tag("h2", title), *parts)


def _lines(found: Comparison) -> tuple[Line, ...]:
    """Two are sorted by what moved; more stay in their order, for reading down a column."""
    return found.moved if len(found.sides) == 2 else found.lines


def _figures(found: Comparison) -> Markup:
    heads: list[tuple[Child, str | None]] = [("measure", "who")]
    heads += [(side.label, "num") for side in found.sides]
    rows = [
        [_titled(line), *(_cell(line, number) for number in range(len(found.sides)))]
        for line in _lines(found)
    ]
    return _section(
        "Side by side",
        table("All figures, with their intervals", heads, rows),
        *(tag("p", note, class_="quiet") for note in notes(found)),
        *(
            tag("p", tag("b", f"Left out: {each.label}. "), each.why, class_="notice")
            for each in found.left_out
        ),
    )


def _titled(line: Line) -> Markup:
    return joined((line.title, tag("span", f" {line.measure.asks}", class_="unseen")))


def _cell(line: Line, number: int) -> Child:
    figure = line.figures[number]
    if figure is None:
        return "–"
    apart = line.differences[number]
    mark = MARKS[apart.verdict] if apart is not None else ""
    end: Child = None
    if number == line.best:
        end = tag("span", f" {BEST}", class_="best", title="best")
    elif number == line.worst:
        end = tag("span", f" {WORST}", class_="worst", title="worst")
    unit = line.measure.unit
    between = "exact" if figure.exact else interval_text(figure, unit)
    return joined((value_text(figure, unit), mark, end, tag("span", between, class_="fine")))


def _plots(found: Comparison) -> Markup | None:
    """A plot for each figure that differs, the surest first."""
    differing = [line for line in found.moved if line.moved[0] == 2][:MOST_PLOTS]
    drawn = [_plot(line, number, found) for number, line in enumerate(differing)]
    if not any(drawn):
        return None
    return _section(
        "What differs for sure",
        tag("div", *drawn, class_="beside"),
        tag(
            "details",
            tag("summary", "How to read this"),
            tag(
                "p",
                "A bar for each game or variant, as long as its figure; the line across its end is "
                "the interval in which the true value lies with 95 % confidence.",
            ),
            class_="fold",
        ),
    )


def _plot(line: Line, number: int, found: Comparison) -> Markup | None:
    bars = [
        plots.Bar(side.label, figure, "gold" if at == found.base else "seat-0")
        for at, (side, figure) in enumerate(zip(found.sides, line.figures, strict=True))
        if figure is not None
    ]
    told = _told(line, found)
    drawn = plots.bars(f"differs-{number}", line.title, told, bars, unit=line.measure.unit)
    if drawn is None:
        return None
    return tag("figure", tag("h3", line.title), drawn, tag("figcaption", told))


def _told(line: Line, found: Comparison) -> str:
    """What a plot shows, in one sentence."""
    there = [(f.value, n) for n, f in enumerate(line.figures) if f is not None]
    (_, low), (_, high) = min(there), max(there)
    least, most = line.figures[low], line.figures[high]
    assert least is not None
    assert most is not None
    unit = line.measure.unit
    return (
        f"From {value_text(least, unit)} ({found.sides[low].label}) to "
        f"{value_text(most, unit)} ({found.sides[high].label})."
    )


def _differences(found: Comparison) -> Markup:
    base = found.sides[found.base].label
    others = [n for n in range(len(found.sides)) if n != found.base]
    heads: list[tuple[Child, str | None]] = [("measure", "who")]
    heads += [(found.sides[n].label, "num") for n in others]
    rows: list[list[Child]] = []
    for line in _lines(found):
        cells: list[Child] = [line.title]
        for n in others:
            apart = line.differences[n]
            cells.append("–" if apart is None else _apart(line, n))
        rows.append(cells)
    return _section(
        f"Differences to {base}",
        table(f"How much more than in {base}, with the interval of the difference", heads, rows),
    )


def _apart(line: Line, number: int) -> Child:
    apart = line.differences[number]
    assert apart is not None
    text = said(apart.figure, line.measure.unit)
    sign = "+" if apart.figure.value > 0 else ""
    dealt = tag("span", "deal by deal", class_="fine") if apart.paired else None
    return joined((f"{sign}{text}{MARKS[apart.verdict]}", dealt))


def _sides(found: Comparison) -> Markup:
    """What was played of each."""
    parts: list[Child] = []
    for side in found.sides:
        about = side.report.about
        given = ", ".join(f"{name}={value}" for name, value in about.parameters.items())
        played = [tag("li", sample_text(sample)) for sample in side.report.samples.values()]
        missing = [tag("li", f"no {key}: {why}") for key, why in side.report.skipped.items()]
        stopped = tag("li", "ended early") if side.report.stopped else None
        parts += [
            tag("h3", side.label),
            tag("p", f"{about.title}: {given}" if given else about.title),
            tag("ul", *played, *missing, stopped, class_="quiet"),
        ]
    return _section("What was played", *parts)
