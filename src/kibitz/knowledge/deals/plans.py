"""Plans: in which order the rows of a table are best filled, and how much work that is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod
from operator import or_

from kibitz.knowledge.deals.counters import Tally

__all__ = ["plan"]


def plan(
    rows: Sequence[int],
    masks: Sequence[int],
    columns: Sequence[int],
    laws: Sequence[Sequence[Tally]] = (),
) -> tuple[float, list[int]]:
    """How much work the tables are at most, and in which order to take the rows: always the one
    that leaves the fewest states, and while a law is open, one that it is about."""
    width = range(len(columns))
    later = [sum([n for n, mask in zip(rows, masks, strict=True) if mask >> j & 1]) for j in width]
    before = [0] * len(columns)
    order: list[int] = []
    rest = list(range(len(rows)))
    tied = [reduce(or_, [tally.rows for tally in law]) for law in laws]
    done = 0
    states, work = 1.0, 0.0
    while rest:
        best, fewest = rest[0], float("inf")
        wanted = -1
        if laws:
            wanted = reduce(or_, [law & ~done for law in tied if law & done], 0) or -1
        for i in rest if len(rest) > 1 else ():
            if not wanted >> i & 1:
                continue
            volume, widest = 1.0, 1
            for j in width:
                n = rows[i] if masks[i] >> j & 1 else 0
                low = max(0, columns[j] - before[j] - n)
                span = max(1, min(columns[j], later[j] - n) - low + 1)
                volume *= span
                widest = max(widest, span)
            volume /= widest  # the columns' sum is known: one of them is free
            if laws:
                volume *= _progress(laws, tied, done | 1 << i, rows)
            if volume < fewest:
                best, fewest = i, volume
        rest.remove(best)
        order.append(best)
        done |= 1 << best
        spans = [min(rows[best], columns[j]) + 1 for j in width if masks[best] >> j & 1]
        ways = prod(spans) / max(spans, default=1)
        after = fewest if rest else 1.0
        work += states * min(after, ways)
        states = min(after, states * ways)
        for j in width:
            if masks[best] >> j & 1:
                before[j] += rows[best]
                later[j] -= rows[best]
    return work, order


def _progress(
    laws: Sequence[Sequence[Tally]], tied: Sequence[int], done: int, rows: Sequence[int]
) -> float:
    """In how many ways the open laws can have got somewhere when these rows are done."""
    found = 1.0
    for law, own in zip(laws, tied, strict=True):
        if own & done and own & ~done:
            for tally in law:
                found *= 1 + min(tally.heft(done, rows), tally.cap(tally.heft(-1, rows)))
    return found
