"""Laws, made into masks as far as that is easily done.

"None of these cards lies there" and "all of them do" are said as well by the places each card may
be in; and what is so whatever happens need not be said at all. What is left is counted while the
tables are filled: see `counters`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz.knowledge.worlds import Count, Law, Worlds

__all__ = ["bits", "simplified", "within"]


def bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def simplified(worlds: Worlds) -> Worlds | None:
    """The same worlds with as few laws as that is easily done; None if there are none."""
    if not worlds.laws:
        return worlds if all(worlds.masks) else None
    masks, laws = list(worlds.masks), tuple(dict.fromkeys(worlds.laws))
    changed = True
    while changed:
        left = _closed(masks, worlds.sizes)
        if left is None:
            return None
        changed = False
        kept: list[Law] = []
        for law in laws:
            undecided: list[tuple[Count, Count]] = []
            for count in law:
                inside = within(count, masks)
                number = inside.cards.bit_count()
                here = sum([size for p, size in enumerate(left) if inside.places >> p & 1])
                fewest, greatest = max(0, number - (sum(left) - here)), min(number, here)
                if inside.least <= fewest and inside.most >= greatest:
                    break  # it is so whatever happens
                if max(inside.least, fewest) <= min(inside.most, greatest):
                    undecided.append((count, inside))
            else:
                if not undecided:
                    return None
                if len(undecided) > 1 or not _masked(masks, undecided[0][1]):
                    kept.append(tuple([count for count, _ in undecided]))
                    continue
            changed = True
        laws = tuple(kept)
    return replace(worlds, masks=tuple(masks), laws=laws)


def within(count: Count, masks: list[int] | tuple[int, ...]) -> Count:
    """The same about those cards only that may lie in its places and elsewhere."""
    cards = sure = 0
    for card in bits(count.cards):
        if not masks[card] & ~count.places:
            sure += 1
        elif masks[card] & count.places:
            cards |= 1 << card
    most = min(count.most - sure, cards.bit_count())
    return Count(count.places, cards, max(0, count.least - sure), most)


def _closed(masks: list[int], sizes: tuple[int, ...]) -> list[int] | None:
    """Let no card be in a place that others fill; the room left by cards with one place, or None
    if some card has no place."""
    full, closed = 0, -1
    while full != closed:
        closed = full
        left = list(sizes)
        for card, mask in enumerate(masks):
            if mask & (mask - 1):
                mask = masks[card] = mask & ~closed
            if not mask:
                return None
            if not mask & (mask - 1):
                left[mask.bit_length() - 1] -= 1
        if min(left) < 0:
            return None
        full = sum([1 << place for place, room in enumerate(left) if not room])
    return left


def _masked(masks: list[int], inside: Count) -> bool:
    """Say by masks that none, or all, of some cards lie in some places; False if it is neither."""
    if inside.most == 0:
        allowed = ~inside.places
    elif inside.least == inside.cards.bit_count():
        allowed = inside.places
    else:
        return False
    for card in bits(inside.cards):
        masks[card] &= allowed
    return True
