"""A comparison in words, and as Markdown."""

from __future__ import annotations

from kibitz.analysis.comparison import Comparison, Line
from kibitz.analysis.markdown import plain_text
from kibitz.analysis.wording import said, sample_text

__all__ = ["BEST", "MARKS", "WORST", "cell", "changed", "comparison_text", "notes"]

MARKS = {"sure": "*", "perhaps": "?", "": ""}
BEST, WORST = "▲", "▼"


def notes(found: Comparison) -> list[str]:
    """What must be read with the figures."""
    base = found.sides[found.base].label
    marks = (
        f"* differs from {base} for sure, among all {found.looked_at:,} differences that were "
        f"looked at (Holm's method). ? is beyond its own interval only: about "
        f"{found.by_chance:.1f} are so by chance."
    )
    if found.looked_at == 0:
        marks = f"* differs from {base}; chance has no part in it."
    told = [f"Each interval holds with 95 % confidence. {marks}"]
    if any(line.best is not None for line in found.lines):
        told.append(f"{BEST} best, {WORST} worst: where one is better than the other for sure.")
    if found.paired:
        told.append(
            "Differences are taken deal by deal where the games have the same cards and players: "
            "what the deals have in common does not blur them."
        )
    return told


def changed(found: Comparison) -> str:
    """How many measures differ, in one sentence."""
    sure = sum(line.moved[0] == 2 for line in found.lines)
    perhaps = sum(line.moved[0] == 1 for line in found.lines)
    of = f"of {len(found.lines)} figures"
    if sure:
        more = f"; {perhaps} more may" if perhaps else ""
        return f"{sure} {of} {'differs' if sure == 1 else 'differ'} for sure{more}."
    return f"Nothing differs for sure, {of}{f'; {perhaps} may' if perhaps else ''}."


def cell(line: Line, number: int) -> str:
    """A figure of one side with its marks: `31 %* ▲`."""
    figure = line.figures[number]
    if figure is None:
        return "–"
    apart = line.differences[number]
    mark = MARKS[apart.verdict] if apart is not None else ""
    end = f" {BEST}" if number == line.best else f" {WORST}" if number == line.worst else ""
    return f"{said(figure, line.measure.unit)}{mark}{end}"


def comparison_text(found: Comparison) -> str:
    """All of it as Markdown."""
    lines = [f"# {plain_text(found.title)}", "", changed(found), ""]
    heads = ["", *(plain_text(side.label) for side in found.sides)]
    lines += [_row(heads), _row(["---", *("--:" for _ in found.sides)])]
    for line in found.moved if len(found.sides) == 2 else found.lines:
        cells = [cell(line, number) for number in range(len(found.sides))]
        lines.append(_row([plain_text(line.title), *cells]))
    lines += ["", *(f"{plain_text(note)}\n" for note in notes(found))]
    lines += [
        f"- left out: {plain_text(each.label)}: {plain_text(each.why)}" for each in found.left_out
    ]
    for side in found.sides:
        about = side.report.about
        given = ", ".join(f"{name}={value}" for name, value in about.parameters.items())
        lines += [
            "",
            f"## {plain_text(side.label)}",
            "",
            plain_text(f"{about.title} ({given})" if given else about.title),
            "",
        ]
        lines += [f"- {plain_text(sample_text(sample))}" for sample in side.report.samples.values()]
        lines += [
            f"- no {plain_text(key)}: {plain_text(why)}" for key, why in side.report.skipped.items()
        ]
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
