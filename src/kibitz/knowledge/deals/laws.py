"""Laws, made into masks as far as that is easily done.

"None of these cards lies there" and "all of them do" are said as well by the places each card may
be in; and what is so whatever happens need not be said at all. What is left is counted while the
tables are filled: see `counters`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from kibitz.knowledge.worlds import Count, Law, Sum, Weighed, Worlds

__all__ = ["bits", "by_places", "heft", "simplified", "within"]


def bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def by_places(masks: Sequence[int]) -> dict[int, int]:
    """The cards as sets, by the places they may be in."""
    sets: dict[int, int] = {}
    for card, mask in enumerate(masks):
        sets[mask] = sets.get(mask, 0) | 1 << card
    return sets


def simplified(worlds: Worlds) -> Worlds | None:
    """The same worlds with as few laws as that is easily done; None if there are none."""
    if not worlds.laws and not worlds.sums:
        return worlds if all(worlds.masks) else None
    sets = by_places(worlds.masks)
    laws: tuple[Weighed, ...] = tuple(dict.fromkeys([*worlds.laws, *worlds.sums]))
    while True:
        closed = _closed(sets, worlds.sizes)
        if closed is None:
            return None
        sets, left = closed
        kept: list[Weighed] = []
        for law in laws:
            undecided = []
            for count in law:
                inside = within(count, sets.items())
                fewest, greatest = 0, heft(inside, inside.cards)
                if isinstance(inside, Count):
                    here = sum([size for p, size in enumerate(left) if inside.places >> p & 1])
                    fewest = max(0, greatest - (sum(left) - here))
                    greatest = min(greatest, here)
                if inside.least <= fewest and inside.most >= greatest:
                    break  # it is so whatever happens
                if max(inside.least, fewest) <= min(inside.most, greatest):
                    undecided.append((count, inside))
            else:
                if not undecided:
                    return None
                if len(undecided) > 1 or not _masked(sets, undecided[0][1]):
                    kept.append(tuple([count for count, _ in undecided]))
        if len(kept) == len(laws):
            break
        laws = tuple(kept)
    masks = list(worlds.masks)
    for mask, cards in sets.items():
        for card in bits(cards):
            masks[card] = mask
    plain = [law for law in kept if _is_plain(law)]
    sums = [law for law in kept if not _is_plain(law)]
    return replace(worlds, masks=tuple(masks), laws=tuple(plain), sums=tuple(sums))


def _is_plain(law: Weighed) -> TypeGuard[Law]:
    """Whether nothing in it is a sum."""
    return not any(isinstance(count, Sum) for count in law)


def heft(count: Count | Sum, cards: int) -> int:
    """For how much some cards count."""
    if isinstance(count, Count):
        return cards.bit_count()
    return sum([count.points[card] for card in bits(cards)])


def within(count: Count | Sum, sets: Iterable[tuple[int, int]]) -> Count | Sum:
    """The same about those cards only that may lie in its places and elsewhere; `sets` are cards
    with the places they may be in."""
    places, cards, sure = count.places, 0, 0
    for mask, own in sets:
        if not mask & ~places:
            sure += heft(count, own & count.cards)
        elif mask & places:
            cards |= own & count.cards
    most = min(count.most - sure, heft(count, cards))
    return count._replace(cards=cards, least=max(0, count.least - sure), most=most)


def _closed(
    sets: dict[int, int], sizes: tuple[int, ...]
) -> tuple[dict[int, int], list[int]] | None:
    """Let no card be in a place that others fill: the sets, and the room left by cards with one
    place; None if some card has no place."""
    full, closed = 0, -1
    while full != closed:
        closed = full
        left = list(sizes)
        closer: dict[int, int] = {}
        for mask, cards in sets.items():
            if not cards:
                continue
            if mask & (mask - 1):
                mask &= ~closed
            if not mask:
                return None
            if not mask & (mask - 1):
                left[mask.bit_length() - 1] -= cards.bit_count()
            closer[mask] = closer.get(mask, 0) | cards
        if min(left) < 0:
            return None
        sets = closer
        full = sum([1 << place for place, room in enumerate(left) if not room])
    return sets, left


def _masked(sets: dict[int, int], inside: Count | Sum) -> bool:
    """Say by masks that none, or all, of some cards lie in some places; False if it is neither."""
    if isinstance(inside, Sum):
        return False
    if inside.most == 0:
        allowed = ~inside.places
    elif inside.least == inside.cards.bit_count():
        allowed = inside.places
    else:
        return False
    for mask, cards in list(sets.items()):
        if cards & inside.cards:
            sets[mask] = cards & ~inside.cards
            sets[mask & allowed] = sets.get(mask & allowed, 0) | cards & inside.cards
    return True
