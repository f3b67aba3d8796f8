"""What must be known before a report is read: how it ended, what is missing, and why."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.analysis.report import Report
from kibitz.analysis.wording import finished, listed

__all__ = ["notices", "skipped"]

STOPPED = {
    "interrupted": "It was interrupted: some figures rest on fewer games, others are missing.",
    "clock": "It was cut short by the clock: some figures rest on fewer games, others are missing.",
}


def notices(report: Report) -> Iterator[str]:
    """A sentence each; most reports have none."""
    if report.stopped is not None:
        yield STOPPED.get(report.stopped, f"It ended early: {report.stopped}.")
    for studies, why in skipped(report):
        named = listed([f"“{study}”" for study in studies])
        what = f"study {named} was" if len(studies) == 1 else f"studies {named} were"
        yield f"The {what} not made: {finished(why, capital=False)}"
    for sample in report.samples.values():
        if sample.unfinished:
            yield (
                f"{sample.unfinished:,} of {sample.games:,} games ({sample.title}) did not end in "
                "time; they count as they stood."
            )
    if not report.measured:
        yield "Nothing was measured."


def skipped(report: Report) -> list[tuple[list[str], str]]:
    """The studies that were not made, by the reason: often all have the same."""
    by_reason: dict[str, list[str]] = {}
    for study, why in report.skipped.items():
        by_reason.setdefault(why, []).append(study)
    return [(studies, why) for why, studies in by_reason.items()]
