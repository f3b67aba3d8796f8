"""The top of a report: what the game is like, and what stands out."""

from __future__ import annotations

from kibitz.analysis.findings import RULES, findings, headlines
from kibitz.analysis.report import Report
from kibitz.analysis.wording import measure_of, unbroken
from kibitz.draw.markup import Child, Markup, tag

__all__ = ["summary"]


def summary(report: Report) -> Markup | None:
    """A sentence for each question, and the findings that rules have chosen."""
    lines = headlines(report)
    chosen = findings(report)
    if not lines and not chosen:
        return None
    parts: list[Child] = [tag("h2", "In short")]
    if chosen:
        items = [
            tag(
                "li",
                tag("p", tag("a", unbroken(one.sentence), href=f"#m-{one.key}-panel")),
                tag("p", f"Rule: {one.rule}.", class_="quiet"),
            )
            for one in chosen
        ]
        parts += [tag("ol", *items, class_="findings")]
        parts += [
            tag(
                "p",
                f"These stand out: chosen by rules, not by people ({len(RULES)} rules; each looks "
                "at one measure, and how far its whole interval lies beyond a border ranks them; "
                "for this the intervals of all rules hold together).",
                class_="quiet",
            )
        ]
    items = [
        tag(
            "li",
            unbroken(line),
            " ",
            tag(
                "a",
                measure_of(report.measured[key]).title,
                href=f"#m-{key}-panel",
                class_="fine",
            ),
        )
        for key, line in lines
    ]
    parts.append(tag("ul", *items, class_="headlines"))
    return tag("section", *parts, id="summary")
