"""The shoe: all that kernels need to deal at random, as one list of numbers.

It is written here and read by `kernels/dealing.py.txt`, the same in both modes. Offsets are from
the beginning of the list or, within a part, of the part.

    0  cards, parts; the place of every card, -1 if it is dealt; where each part is
    part   the distance in the table of rows, of columns; rows, columns; piles; where the steps are;
           where the piles are; cells of the table; where the groups are; groups
    step   which row; where are: the first edge of each state, the bounds, targets and choices of
           the edges, the choices
    pile   cards, places; each place with its number of cards
    group  cards; each card
"""

from __future__ import annotations

from kibitz.knowledge.deals.parts import Division, Part

__all__ = ["filled_shoe"]


def filled_shoe(cards: int, division: Division) -> tuple[list[int], int]:
    """The shoe for these worlds, and how many numbers the kernel needs to work on."""
    parts = division.parts
    found = [cards, len(parts), *[division.fixed.get(card, -1) for card in range(cards)]]
    starts = len(found)
    found += [0] * len(parts)
    for i, part in enumerate(parts):
        found[starts + i] = len(found)
        found += _part(part)
    cells = max([(len(part.groups) + 1) * len(part.piles) for part in parts], default=0)
    return found, 3 * cards + cells


def _part(part: Part) -> list[int]:
    piles, groups = len(part.piles), len(part.groups)
    rows, columns = (piles, groups) if part.by_pile else (groups, piles)
    heads: list[int] = []
    behind = 10 + 6 * rows
    starts, body = part.tables.flat
    for row, own in zip(part.order, starts, strict=True):
        heads.append(row)
        heads += [behind + start for start in own]
    heaps: list[int] = []
    for pile, height in zip(part.piles, part.heights, strict=True):
        heaps += [height, len(pile), *[n for place in pile for n in place]]
    cards = [n for group in part.groups for n in (len(group), *group)]
    behind += len(body)
    distances = (1, piles) if part.by_pile else (piles, 1)
    front = [
        *distances, rows, columns, piles, 10, behind, groups * piles, behind + len(heaps), groups,
    ]  # fmt: skip
    return front + heads + body + heaps + cards
