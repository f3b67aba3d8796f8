"""Announcements in words and in notation: "East has no hearts", `[! ~has(E,hearts)]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.engine.disclosures import All, Condition, Count, One, Secret
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.vocabulary import Vocabulary

__all__ = ["Announcement", "announcements"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something everybody learnt, from the decision with this number (0: from the deal)."""

    decision: int
    seat: int | None
    """Whose decision it was."""
    words: str
    notation: str

    def __str__(self) -> str:
        return self.words


def announcements(entries: Iterable[Entry], words: Vocabulary) -> tuple[Announcement, ...]:
    """What was learnt, as people and formulas say it."""
    return tuple(
        Announcement(
            entry.decision,
            entry.seat if entry.seat >= 0 else None,
            said(entry.condition, words),
            f"[! {written(entry.condition, words)}]",
        )
        for entry in entries
    )


def said(condition: Condition, words: Vocabulary) -> str:
    """A condition as people say it."""
    if isinstance(condition, Count):
        return sentence(condition, words)
    if isinstance(condition, All):
        return " and ".join(said(part, words) for part in condition.parts)
    if isinstance(condition, One):
        return ", or ".join(said(part, words) for part in condition.parts)
    if isinstance(condition, Secret):
        how = "holds" if condition.outcome else "does not hold"
        return f"what line {condition.line} of the rules tests {how}"
    return "something about hidden cards that cannot be put in a few words"


def written(condition: Condition, words: Vocabulary) -> str:
    """A condition as a formula."""
    if isinstance(condition, Count):
        return formula(condition, words)
    if isinstance(condition, All | One):
        sign = " & " if isinstance(condition, All) else " | "
        parts = (written(part, words) for part in condition.parts)
        return sign.join(f"({p})" if " & " in p or " | " in p else p for p in parts)
    return "?"


def sentence(count: Count, words: Vocabulary) -> str:
    """A count in words: "East has at least 3 trumps"."""
    who = words.holder(count.places)
    number = count.cards.bit_count()
    least, most = max(0, count.least), min(number, count.most)
    kind = words.cards_name(count.cards)
    if most == 0:
        return f"{who} has no {kind}" if number > 1 else f"{who} does not have {kind}"
    if least == number:
        return f"{who} has {kind}" if number == 1 else f"{who} has all {kind}"
    if least == most:
        return f"{who} has exactly {least} of {kind}"
    if least == 0:
        return f"{who} has at most {most} of {kind}"
    if most == number:
        return f"{who} has at least {least} of {kind}"
    return f"{who} has {least} to {most} of {kind}"


def formula(count: Count, words: Vocabulary) -> str:
    """The same as a formula: `has(E,>=3 trumps)`."""
    number = count.cards.bit_count()
    where, kind = words.places_name(count.places), words.cards_name(count.cards)

    def at_least(least: int) -> str:
        return f"has({where},{'' if least == 1 else f'>={least} '}{kind})"

    parts = []
    if count.least > 0:
        parts.append(at_least(count.least))
    if count.most < number:
        parts.append("~" + at_least(count.most + 1))
    return " & ".join(parts)
