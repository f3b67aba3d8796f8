"""A report as Markdown that can be read as it is, in a terminal or an e-mail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.analysis.findings import findings, headlines
from kibitz.analysis.measured import Measured
from kibitz.analysis.notices import notices
from kibitz.analysis.outline import answered
from kibitz.analysis.report import Report
from kibitz.analysis.sentences import DEAD, line_text, sentence
from kibitz.analysis.wording import (
    finished,
    headed,
    interval_text,
    measure_of,
    row_unit,
    sample_text,
    value_text,
)

__all__ = ["plain_text", "report_text"]

MOST_ROWS = 30
"""Rows of a table; of more, every so many are shown."""


def report_text(report: Report) -> str:
    """The whole report: the same sentences and figures as on the page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    about = report.about
    yield f"# {plain_text(about.title)}: what it is like"
    yield ""
    if about.summary:
        yield from (plain_text(about.summary), "")
    for said in notices(report):
        yield from (f"> {plain_text(said)}", "")
    yield from _summary(report)
    for question, keys in answered(report):
        yield from (f"## {question.asks}", "")
        for key in keys:
            yield from _measure(report, report.measured[key])
    yield from ("## The game", "")
    seats = ", ".join(about.seats)
    wins = "most" if about.highest_wins else "fewest"
    yield plain_text(f"{about.name} ({about.hash}); {seats}; {wins} points win.")
    for name, value in about.parameters.items():
        yield f"- {plain_text(name)}: {plain_text(str(value))}"
    yield ""
    if about.rules:
        yield from ("\n\n".join(plain_text(part) for part in about.rules.split("\n\n")).strip(), "")
    if about.cards:
        yield from (f"{len(about.cards)} cards: {plain_text(' '.join(about.cards))}", "")
    yield from ("## What was played", "")
    for sample in report.samples.values():
        yield f"- {plain_text(sample_text(sample))}"
    yield ""
    made = f"Effort: {report.effort}; seed {report.seed}. Made by Kibitz {report.kibitz}."
    yield plain_text(made)


def _summary(report: Report) -> Iterator[str]:
    lines, chosen = headlines(report), findings(report)
    if lines or chosen:
        yield from ("## In short", "")
    for _, line in lines:
        yield f"- {plain_text(line)}"
    if lines:
        yield ""
    if chosen:
        yield from ("What stands out, chosen by rules:", "")
        for number, one in enumerate(chosen, 1):
            yield f"{number}. {plain_text(one.sentence)} (Rule: {plain_text(one.rule)}.)"
        yield ""


def _measure(report: Report, found: Measured) -> Iterator[str]:
    of = measure_of(found)
    yield f"**{plain_text(of.title)}.** {plain_text(sentence(report, found.key))}"
    if found.note:
        yield plain_text(finished(found.note))
    yield ""
    if found.key == "dead_wood":
        yield from _dead_wood(report, found)
    if found.rows:
        yield from _rows(report, found)


def _rows(report: Report, found: Measured) -> Iterator[str]:
    of = measure_of(found)
    grouped = len({row.group for row in found.rows}) > 1
    step = -(-len(found.rows) // MOST_ROWS)
    seen: Counter[str] = Counter()
    lines = []
    for row in found.rows:
        seen[row.group] += 1
        if (seen[row.group] - 1) % step:
            continue
        unit = row_unit(found, row)
        cells = [row.group] if grouped else []
        cells += [row.label, value_text(row.figure, unit)]
        cells += ["exact" if row.figure.exact else interval_text(row.figure, unit)]
        lines.append([plain_text(cell) for cell in cells])
    heads = ["which"] if grouped else []
    shares = {row_unit(found, row) for row in found.rows} != {""}
    yield from _table(
        [
            *heads,
            headed(found, report.about.seats),
            "value" if shares else of.unit or "value",
            "95 %",
        ],
        lines,
        numbers={len(heads) + 1},
    )
    if step > 1:
        yield from (f"(One row in {step} is shown.)", "")


def _dead_wood(report: Report, found: Measured) -> Iterator[str]:
    some = False
    for name, what in DEAD.items():
        for entry in found.data.get(name, ()):
            some = True
            written = " ".join(str(entry.get("text", "")).split()).replace("`", "'")
            yield f"- {plain_text(line_text(entry, report))} {what}: `{written}`"
    if some:
        yield ""


def _table(heads: Sequence[str], lines: list[list[str]], numbers: set[int]) -> Iterator[str]:
    """Columns that stand below each other, also where nobody makes a table of it."""
    every = [list(heads), *lines]
    widths = [max(3, *(len(line[at]) for line in every)) for at in range(len(heads))]

    def written(line: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if at in numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        return f"| {' | '.join(cells)} |"

    yield written(heads)
    rules = [
        "-" * (width - 1) + ":" if at in numbers else "-" * width
        for at, width in enumerate(widths)
    ]  # fmt: skip
    yield f"| {' | '.join(rules)} |"
    yield from map(written, lines)
    yield ""


def plain_text(text: str) -> str:
    """A text of somebody's on one line, which makes no markup: neither HTML nor a link."""
    line = " ".join(text.split())
    for letter in "\\`*[]|":
        line = line.replace(letter, "\\" + letter)
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
