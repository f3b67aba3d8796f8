"""Laws, made into masks: any worlds as a sum of worlds that have no laws.

"Exactly j of these cards lie in that place" cuts the place in two: one part holds j of them, the
other none, and that is said by masks. A law of one count is the sum of what it allows. Of a law of
several counts, what it forbids is taken away: each of its counts is broken, which is a law of one
count again. Nothing is approximate, and the terms that are added are disjoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from math import comb

from kibitz.errors import KibitzError
from kibitz.knowledge.worlds import Count, Law, Worlds

__all__ = ["Term", "bits", "relaxed", "simplified", "terms"]

MOST_TERMS = 10_000

MOST_CASES = 100
"""To deal from, it is not worth while to make more: deals that break a law are thrown away."""


@dataclass(frozen=True, slots=True)
class Term:
    """Worlds without laws, to be added (sign 1) or taken away (-1)."""

    sign: int
    sizes: tuple[int, ...]
    masks: tuple[int, ...]
    home: tuple[int, ...]
    """The place that each place is a part of."""


def bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def terms(worlds: Worlds) -> list[Term]:
    """Worlds without laws whose signed sum these worlds are."""
    found = _up_to(worlds, MOST_TERMS)
    if found is None:
        raise KibitzError(
            f"what is known cuts these deals into more than {MOST_TERMS:,} cases",
            "ask about fewer laws at a time",
        )
    return found


def _up_to(worlds: Worlds, limit: int) -> list[Term] | None:
    """The terms, unless there are more than so many."""
    found = list(islice(_terms(worlds, tuple(range(len(worlds.sizes))), 1), limit + 1))
    return found if len(found) <= limit else None


def relaxed(worlds: Worlds) -> tuple[Worlds, tuple[Law, ...]]:
    """The worlds without those laws that cannot be added up from few cases, and these laws.

    If there are too many cases, the laws that most deals obey anyhow go first: who deals without
    them is seldom wrong.
    """
    plain = simplified(worlds)
    if plain is None:
        return worlds, ()
    hard = [law for law in plain.laws if len(law) > 1]
    single = [law for law in plain.laws if len(law) == 1]
    easy = sorted(single, key=partial(_chance, plain))
    if hard:
        plain = replace(plain, laws=tuple(easy))
    while len(easy) > 1 and _up_to(plain, MOST_CASES) is None:
        hard.append(easy.pop())
        plain = replace(plain, laws=tuple(easy))
    return plain, tuple(hard)


def _chance(worlds: Worlds, law: Law) -> float:
    """How likely a law of one count is to hold, if its cards are like any others."""
    count = law[0]
    cards, inside = len(worlds.masks), count.cards.bit_count()
    room = sum(size for place, size in enumerate(worlds.sizes) if count.places >> place & 1)
    ways = range(max(0, count.least), min(count.most, inside, room) + 1)
    good = sum(comb(inside, n) * comb(cards - inside, room - n) for n in ways)
    return good / comb(cards, room)


def simplified(worlds: Worlds) -> Worlds | None:
    """The same worlds with as few laws as that is easily done; None if there are none."""
    if not worlds.laws:
        return worlds if all(worlds.masks) else None
    masks = list(worlds.masks)
    laws = worlds.laws
    changed = True
    while changed and laws:
        changed = False
        kept: list[Law] = []
        for law in laws:
            open_: list[Count] = []
            for count in law:
                some = [c for c in bits(count.cards) if masks[c] & count.places]
                sure = sum(not masks[c] & ~count.places for c in some)
                least, most = max(count.least, sure), min(count.most, len(some))
                if (least, most) == (sure, len(some)):
                    break  # it is so whatever happens
                if least <= most:
                    open_.append(count)
            else:
                if not open_:
                    return None
                if len(open_) > 1 or not _masked(masks, open_[0]):
                    kept.append(tuple(open_))
                    continue
            changed = True
        laws = tuple(kept)
    if not all(masks):
        return None
    return replace(worlds, masks=tuple(masks), laws=laws)


def _masked(masks: list[int], count: Count) -> bool:
    """Say by masks that none, or all, of some cards lie in some places; False if it is neither."""
    some = [c for c in bits(count.cards) if masks[c] & count.places]
    free = [c for c in some if masks[c] & ~count.places]
    if count.least == len(some):
        for c in some:
            masks[c] &= count.places
    elif count.most == len(some) - len(free):
        for c in free:
            masks[c] &= ~count.places
    else:
        return False
    return True


def _terms(worlds: Worlds, home: tuple[int, ...], sign: int) -> Iterator[Term]:
    plain = simplified(worlds)
    if plain is None:
        return
    if not plain.laws:
        yield Term(sign, plain.sizes, plain.masks, home)
        return
    law = min(plain.laws, key=len)
    rest = replace(plain, laws=tuple(other for other in plain.laws if other is not law))
    if len(law) == 1:
        yield from _cut(rest, home, sign, law[0])
        return
    yield from _terms(rest, home, sign)
    for broken in product(*(_broken(count) for count in law)):
        wrong = tuple((count,) for count in broken)
        yield from _terms(replace(rest, laws=wrong + rest.laws), home, -sign)


def _broken(count: Count) -> Iterator[Count]:
    """How a count can be wrong: too few, too many."""
    if count.least > 0:
        yield count._replace(least=0, most=count.least - 1)
    if count.most < count.cards.bit_count():
        yield count._replace(least=count.most + 1, most=count.cards.bit_count())


def _cut(worlds: Worlds, home: tuple[int, ...], sign: int, count: Count) -> Iterator[Term]:
    """The cases of a count: how many of its cards lie in the first of its places."""
    place = next(
        p for p in bits(count.places) if any(worlds.masks[c] >> p & 1 for c in bits(count.cards))
    )
    size, part = worlds.sizes[place], len(worlds.sizes)
    may = [c for c, mask in enumerate(worlds.masks) if mask >> place & 1]
    inside = [c for c in may if count.cards >> c & 1]
    masks = list(worlds.masks)
    for c in inside:
        masks[c] ^= 1 << place | 1 << part
    laws = tuple(tuple(_with_part(each, place, part) for each in law) for law in worlds.laws)
    lowest = max(0, size - (len(may) - len(inside)))
    for n in range(lowest, min(size, len(inside), count.most) + 1):
        sizes = (*worlds.sizes[:place], size - n, *worlds.sizes[place + 1 :], n)
        elsewhere = count._replace(
            places=count.places ^ 1 << place, least=count.least - n, most=count.most - n
        )
        case = Worlds(sizes, tuple(masks), ((elsewhere,), *laws))
        yield from _terms(case, (*home, home[place]), sign)


def _with_part(count: Count, place: int, part: int) -> Count:
    return count._replace(places=count.places | (count.places >> place & 1) << part)
