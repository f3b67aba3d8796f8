"""The order of a report: a designer's questions, and the measures that answer each."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.report import Report

__all__ = ["OUTLINE", "Question", "answered"]


@dataclass(frozen=True, slots=True)
class Question:
    """A section of a report."""

    key: str
    asks: str
    measures: tuple[str, ...]


OUTLINE = (
    Question("length", "How long is it?", ("decisions", "exact_decisions", "unfinished")),
    Question(
        "choices",
        "Are there real choices?",
        (
            *("choices", "forced", "spread", "convergence", "options", "options_by_place"),
            *("options_by_kind", "stakes", "regret"),
        ),
    ),
    Question("skill", "Does skill pay?", ("order", "order_rotated", "thinking", "depth")),
    Question(
        "seats",
        "Is a seat favoured?",
        (
            *("fairness", "draws", "win_share", "wins_all", "exact_wins", "score"),
            *("exact_scores",),
        ),
    ),
    Question(
        "leads",
        "How does the lead change?",
        ("lead_changes", "drama", "security", "decisiveness", "coolness", "leads"),
    ),
    Question(
        "secrets",
        "How fast do secrets come out?",
        (
            *("secrets", "secrets_half", "secrets_gained", "secrets_left", "attention", "hidden"),
            *("secrets_given", "secrets_by_rule", "information_flow"),
        ),
    ),
    Question("luck", "Luck or skill?", ("luck", "deals_needed")),
    Question("wood", "What is dead wood?", ("dead_wood",)),
    Question("ends", "How does it end?", ("decided", "settled", "claims")),
)


def answered(report: Report) -> list[tuple[Question, list[str]]]:
    """The questions to which a report has answers, with the measures it has; those that have no
    place here come last."""
    found = [
        (question, [key for key in question.measures if key in report.measured])
        for question in OUTLINE
    ]
    placed = {key for question in OUTLINE for key in question.measures}
    others = [key for key in report.measured if key not in placed]
    found.append((Question("more", "What else was measured?", ()), others))
    return [(question, keys) for question, keys in found if keys]
