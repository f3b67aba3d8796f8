"""What must be known before a report is read: how it ended, what is missing, and why."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.analysis.report import Report
from kibitz.analysis.wording import finished, measure_of

__all__ = ["notices"]

STOPPED = {
    "interrupted": "It was interrupted: some figures rest on fewer games, others are missing.",
    "clock": "It was cut short by the clock: some figures rest on fewer games, others are missing.",
}


def notices(report: Report) -> Iterator[str]:
    """A sentence each; most reports have none."""
    if report.stopped is not None:
        yield STOPPED.get(report.stopped, f"It ended early: {report.stopped}.")
    for study, why in report.skipped.items():
        yield f"The study “{study}” was not made: {finished(why, capital=False)}"
    for sample in report.samples.values():
        if sample.unfinished:
            yield (
                f"{sample.unfinished:,} of {sample.games:,} games ({sample.title}) did not end in "
                "time; they count as they stood."
            )
    yield from _notes(report)
    if not report.measured:
        yield "Nothing was measured."


def _notes(report: Report) -> Iterator[str]:
    """What must be read with some measures, each once."""
    about: dict[str, list[str]] = {}
    for found in report.measured.values():
        if found.note:
            about.setdefault(finished(found.note), []).append(measure_of(found).title)
    for note, titles in about.items():
        more = f" and {len(titles) - 1} more" if len(titles) > 1 else ""
        yield f"{titles[0]}{more}: {note}"
