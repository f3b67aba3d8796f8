"""Announcements in words and in notation: "East has no hearts", `[! ~has(E,hearts)]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.engine.disclosures import All, Condition, Count, Lying, One, Secret
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.vocabulary import Name, Vocabulary

__all__ = ["Announcement", "announcements", "idle"]


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something everybody learnt, from the decision with this number (0: from the deal)."""

    decision: int
    seat: int | None
    """Whose decision it was."""
    words: str
    notation: str
    """Empty if no formula says it."""

    def __str__(self) -> str:
        return self.words


def announcements(entries: Iterable[Entry], words: Vocabulary) -> tuple[Announcement, ...]:
    """What was learnt, as people and formulas say it; nothing twice from the same decision."""
    found: dict[tuple[int, str], Announcement] = {}
    for decision, seat, condition in entries:
        if idle(condition, words):
            continue
        sentence, formula = said(condition, words), written(condition, words)
        found[decision, sentence] = Announcement(
            decision, seat if seat >= 0 else None, sentence, formula and f"[! {formula}]"
        )
    return tuple(found.values())


def idle(condition: Condition, words: Vocabulary) -> bool:
    """Whether it tells only how many cards lie somewhere, whichever they are: all can see that."""
    if isinstance(condition, Count):
        return condition.cards == words.everything
    return isinstance(condition, All | One) and all(idle(part, words) for part in condition.parts)


def said(condition: Condition, words: Vocabulary) -> str:
    """A condition as people say it."""
    if isinstance(condition, Count):
        return sentence(condition, words)
    if isinstance(condition, All):
        return " and ".join(said(part, words) for part in condition.parts)
    if isinstance(condition, One):
        ways = list(dict.fromkeys(said(part, words) for part in condition.parts))
        first = condition.parts[0]
        if len(ways) == 1 and len(condition.parts) > 1 and isinstance(first, Count):
            who = words.holder(first.places)  # numbered places, which are called the same
            return f"one of {who}s{ways[0].removeprefix(who)}"
        return ", or ".join(ways)
    if isinstance(condition, Secret):
        how = "holds" if condition.outcome else "does not hold"
        return f"what line {condition.line} of the rules tests {how}"
    if isinstance(condition, Lying):
        place = words.game.place_names[condition.place]
        names = words.names(condition.cards)
        kinds = _listed([_a(one) if one != many else one for one, many, _ in names], "or")
        return f"the {'top' if condition.end > 0 else 'bottom'} card of {place} is {kinds}"
    return "something about hidden cards that cannot be put in a few words"


def written(condition: Condition, words: Vocabulary) -> str:
    """A condition as a formula; empty if no formula says it."""
    if isinstance(condition, Count):
        return formula(condition, words)
    if isinstance(condition, All | One):
        sign = " & " if isinstance(condition, All) else " | "
        parts = [written(part, words) for part in condition.parts]
        return sign.join(f"({p})" if " & " in p or " | " in p else p for p in parts if all(parts))
    return ""


def sentence(count: Count, words: Vocabulary) -> str:
    """A count in words: "East has at least 3 trumps"."""
    number = count.cards.bit_count()
    least, most = max(0, count.least), min(number, count.most)
    who, has = words.holder(count.places), "has"
    if " or " in who and not (least == 1 and most == number):
        who, has = who.replace(" or ", " and "), "together have"
    names = words.names(count.cards)
    if count.cards == words.everything:
        names = [Name("card", "cards", "")]
    kinds = any(name.one != name.many for name in names)
    many = [name.many for name in names]

    def of(count: int) -> str:
        if len(names) > 1 or not kinds:
            return f"{count} of {_listed(many, 'or')}"
        return f"{count} {names[0].one if count == 1 else names[0].many}"

    if most == 0:
        has = has.removeprefix("together ")
        what = f"no {_listed(many, 'or')}" if kinds else f"none of {_listed(many)}"
        if len(names) == 1 and not kinds:
            has, what = "do not have" if has == "have" else "does not have", many[0]
    elif least == number:
        what = f"all {_listed(many)}" if kinds else _listed(many)
    elif least == most:
        what = f"exactly {of(least)}"
    elif least == 0:
        what = f"at most {of(most)}"
    elif most < number:
        what = f"{least} to {of(most)}"
    elif least == 1:
        what = _listed([_a(one) if one != many else one for one, many, _ in names], "or")
    else:
        what = f"at least {of(least)}"
    return f"{who} {has} {what}"


def _listed(words: list[str], word: str = "and") -> str:
    return f" {word} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _a(word: str) -> str:
    vowel = word[0].lower() in "aeiou" and not word.lower().startswith(("one", "uni", "eu"))
    return f"{'an' if vowel else 'a'} {word}"


def formula(count: Count, words: Vocabulary) -> str:
    """The same as a formula: `has(E,>=3 trumps)`; empty if no words mean just these cards."""
    number = count.cards.bit_count()
    where, kind = words.places_name(count.places), words.cards_name(count.cards)
    if (words.places(where), words.cards(kind)) != (count.places, count.cards):
        return ""

    def at_least(least: int) -> str:
        return f"has({where},{'' if least == 1 else f'>={least} '}{kind})"

    parts = []
    if count.least > 0:
        parts.append(at_least(count.least))
    if count.most < number:
        parts.append("~" + at_least(count.most + 1))
    return " & ".join(parts) or "true"
