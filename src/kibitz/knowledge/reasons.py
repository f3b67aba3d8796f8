"""Reasons: why a card is where somebody thinks it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.engine.disclosures import All, Condition, Count
from kibitz.knowledge.announcements import sentence
from kibitz.knowledge.worlds import members

if TYPE_CHECKING:
    from kibitz.knowledge.knowledge import Knowledge

__all__ = ["Reason", "reasons"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation; the decision that showed it, if it was one."""

    words: str
    decision: int | None = None

    def __str__(self) -> str:
        return self.words


def reasons(knowledge: Knowledge, card: int, wanted: int) -> tuple[Reason, ...]:
    """Why a card may be in the wanted places only, or in none of them, or why nothing is known."""
    game, words = knowledge.game, knowledge.words
    symbol = game.cards[card].symbol
    where = knowledge.located.get(card)
    if where is not None:
        return (Reason(f"{symbol} is in sight: {words.holder(1 << where)}"),)
    possible = sum(1 << place for place in knowledge.possible_places(card))
    if not possible & wanted:
        ruled_out = wanted
    elif not possible & ~wanted:
        ruled_out = sum(1 << place for place in knowledge.unseen if not wanted >> place & 1)
    else:
        return (Reason(f"{symbol} may be with {words.holder(possible)}: nothing decides it"),)
    found: dict[Reason, None] = {}
    masks = dict(zip(knowledge.frame.cards, knowledge.frame.worlds.masks, strict=True))
    for place in members(ruled_out):
        if not knowledge.sizes.get(place):
            continue
        found[_why_not(knowledge, card, place, masks[card])] = None
    if possible.bit_count() == 1:
        found[Reason(f"so {words.holder(possible)} has {symbol}")] = None
    return tuple(found)


def _surely(condition: Condition) -> list[Count]:
    """The counts that hold if a condition does."""
    if isinstance(condition, All):
        return [count for part in condition.parts for count in _surely(part)]
    return [condition] if isinstance(condition, Count) else []


def _why_not(knowledge: Knowledge, card: int, place: int, mask: int) -> Reason:
    """Why a card cannot be in a place that holds cards."""
    words = knowledge.words
    who = words.holder(1 << place)
    if place in knowledge.frame.places:
        lots = [i for i, each in enumerate(knowledge.frame.places) if each == place]
        if any(mask >> i & 1 for i in lots):
            return Reason(f"{who} has no room for it: other cards fill it")
        for entry in reversed(knowledge.entries):
            for count in _surely(entry.condition):
                if count.places >> place & 1 and count.cards >> card & 1:
                    return Reason(sentence(count, words), entry.decision)
        return Reason(f"{who} has had no chance to get it")
    return Reason(f"{who} is in sight")
