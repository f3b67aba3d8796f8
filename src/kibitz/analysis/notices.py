"""What must be known before a report is read: how it ended, what is missing, and why."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.analysis.report import Report

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
        yield f"The study “{study}” was not made: {why}."
    for sample in report.samples.values():
        if sample.unfinished:
            yield (
                f"{sample.unfinished:,} of {sample.games:,} games ({sample.title}) did not end in "
                "time; they count as they stood."
            )
    if not report.measured:
        yield "Nothing was measured."
