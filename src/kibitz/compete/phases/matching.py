"""Pairing equals: neighbours in a table, and nobody with somebody they have met, if there is a way.

Whether those who are left can all be paired is asked of a largest matching in the graph of those
who have not met, found along augmenting paths with blossoms (J. Edmonds, "Paths, trees, and
flowers", 1965).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

__all__ = ["can_all_be_paired", "fewest_again"]

Graph = Sequence[set[int]]


def fewest_again(order: Sequence[str], met: Mapping[frozenset[str], int]) -> list[tuple[str, str]]:
    """Everybody in pairs: the first with the next in order they have not met so that all others
    can be paired as well, and so on. Where some must meet again, those may who met least often.

    >>> met = {frozenset("ab"): 1, frozenset("cd"): 1}
    >>> fewest_again("abcd", met)
    [('a', 'c'), ('b', 'd')]
    """
    n = len(order)
    times = [[met.get(frozenset((a, b)), 0) for b in order] for a in order]
    for most in range(1 + max(met.values(), default=0)):
        graph = [{j for j in range(n) if j != i and times[i][j] <= most} for i in range(n)]
        if can_all_be_paired(graph):
            return [(order[i], order[j]) for i, j in _in_order(graph)]
    raise AssertionError("anybody can be paired with anybody")


def _in_order(graph: Graph) -> list[tuple[int, int]]:
    left = list(range(len(graph)))
    pairs = []
    while left:
        first, rest = left[0], left[1:]
        for other in rest:
            if other not in graph[first]:
                continue
            among = [one for one in rest if one != other]
            if can_all_be_paired(_part(graph, among)):
                break
        else:
            raise AssertionError("all could be paired before")
        pairs.append((first, other))
        left = among
    return pairs


def _part(graph: Graph, among: Sequence[int]) -> list[set[int]]:
    """The graph of some only, numbered anew."""
    number = {one: place for place, one in enumerate(among)}
    return [{number[other] for other in graph[one] if other in number} for one in among]


def can_all_be_paired(graph: Graph) -> bool:
    """Whether there is a perfect matching.

    >>> can_all_be_paired([{1, 2}, {0, 2}, {0, 1, 3}, {2}])
    True
    >>> can_all_be_paired([{1}, {0, 2, 3}, {1}, {1}])
    False
    """
    mate = [-1] * len(graph)
    for one in range(len(graph)):  # most of them at once
        if mate[one] < 0:
            other = next((other for other in sorted(graph[one]) if mate[other] < 0), -1)
            if other >= 0:
                mate[one], mate[other] = other, one
    return all(mate[one] >= 0 or _augment(graph, mate, one) for one in range(len(graph)))


def _augment(graph: Graph, mate: list[int], root: int) -> bool:
    """Find an augmenting path from somebody who is alone, and turn it round."""
    n = len(graph)
    parent, base = [-1] * n, list(range(n))
    reached = [False] * n
    reached[root] = True
    waiting = deque([root])

    def common(one: int, other: int) -> int:
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if mate[one] < 0:
                break
            one = parent[mate[one]]
        other = base[other]
        while other not in seen:
            other = base[parent[mate[other]]]
        return other

    def mark(one: int, top: int, child: int, blossom: set[int]) -> None:
        while base[one] != top:
            blossom |= {base[one], base[mate[one]]}
            parent[one] = child
            child, one = mate[one], parent[mate[one]]

    while waiting:
        one = waiting.popleft()
        for other in sorted(graph[one]):
            if base[one] == base[other] or mate[one] == other:
                continue
            if other == root or (mate[other] >= 0 and parent[mate[other]] >= 0):
                top = common(one, other)
                blossom: set[int] = set()
                mark(one, top, other, blossom)
                mark(other, top, one, blossom)
                for member in range(n):
                    if base[member] in blossom:
                        base[member] = top
                        if not reached[member]:
                            reached[member] = True
                            waiting.append(member)
            elif parent[other] < 0:
                parent[other] = one
                if mate[other] < 0:
                    while other >= 0:
                        before, after = parent[other], mate[parent[other]]
                        mate[other], mate[before] = before, other
                        other = after
                    return True
                reached[mate[other]] = True
                waiting.append(mate[other])
    return False
