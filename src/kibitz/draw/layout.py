"""Where the worlds of a Kripke model stand: always the same, and related ones near each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import cos, pi, sin, sqrt

from kibitz.draw.geometry import Point

__all__ = ["clusters", "positions"]

Pairs = Collection[tuple[int, int]]

ROUND = 12
"""As many worlds stand in a circle; more stand in rows."""


def clusters(members: Iterable[int], pairs: Pairs) -> list[tuple[int, ...]]:
    """The largest sets of worlds that are all related to each other, in order.

    If the relation is an equivalence, these are its classes. The relation on the places of one card
    need not be: it is the shadow of a larger one.

    >>> clusters(range(4), [(0, 1), (1, 2)])
    [(0, 1), (1, 2), (3,)]
    """
    beside: dict[int, set[int]] = {k: set() for k in members}
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in beside:
        if start in seen:
            continue
        component, waiting = {start}, [start]
        while waiting:
            new = beside[waiting.pop()] - component
            component |= new
            waiting.extend(new)
        seen |= component
        if all(len(beside[k]) == len(component) - 1 for k in component):
            found.append(tuple(sorted(component)))
        else:
            found.extend(cliques(beside, set(), component, set()))
    return sorted(found)


def cliques(
    beside: dict[int, set[int]], chosen: set[int], left: set[int], done: set[int]
) -> list[tuple[int, ...]]:
    """The maximal cliques (Bron and Kerbosch, with a pivot)."""
    if not left and not done:
        return [tuple(sorted(chosen))]
    pivot = max(sorted(left | done), key=lambda k: len(beside[k] & left))
    found = []
    for k in sorted(left - beside[pivot]):
        found += cliques(beside, chosen | {k}, left & beside[k], done & beside[k])
        left, done = left - {k}, done | {k}
    return found


def positions(
    count: int, width: float, height: float, relations: Sequence[Sequence[tuple[int, ...]]]
) -> list[Point]:
    """The centres of `count` boxes of one size; `relations` are each seat's clusters.

    One stands alone, two side by side, three in a triangle, four as seats sit round a table (the
    first is north, the second east), some more in a circle. Many stand as a crossing table if two
    seats together can tell them all apart, and otherwise in rows.
    """
    across, down = width + 110, height + 84
    if count <= 1:
        return [(0.0, 0.0)] * count
    if count == 2:
        return [(0.0, 0.0), (width + 150, 0.0)]
    if count == 3:
        return [(0.0, 0.0), (across * 0.72, down * 1.15), (-across * 0.72, down * 1.15)]
    if count == 4:
        across = max(across * 0.95, down * 1.15)
        return [(0.0, -down), (across, 0.0), (0.0, down), (-across, 0.0)]
    table = crossing(count, relations) if 6 < count <= 40 else None
    if table is not None:
        return [(column * (width + 66), row * (height + 62)) for row, column in table]
    if count <= ROUND:
        return circle(count, width, height, relations)
    return rows(count, width + 46, height + 40, relations)


def crossing(
    count: int, relations: Sequence[Sequence[tuple[int, ...]]]
) -> list[tuple[int, int]] | None:
    """The row and column of every world: rows are what one seat confuses, columns what another.

    None if no two seats make a table that is not mostly empty.
    """
    best: tuple[int, int, int, int] | None = None
    for a, rows in enumerate(relations):
        for b, columns in enumerate(relations):
            cells = [set(row) & set(column) for row in rows for column in columns]
            if a == b or max(map(len, cells)) > 1 or sum(map(len, cells)) != count:
                continue
            size = len(rows) * len(columns)
            rank = (size, abs(len(columns) - len(rows) - 1) if len(columns) <= ROUND else size)
            if size <= 2 * count and (best is None or (*rank, a, b) < best):
                best = (*rank, a, b)
    if best is None:
        return None
    rows, columns = relations[best[2]], relations[best[3]]
    row = {k: at for at, cluster in enumerate(rows) for k in cluster}
    # Like with like: a column whose worlds are far down comes first, so that gaps line up.
    ordered = sorted(columns, key=lambda own: (-sum(row[k] for k in own) / len(own), own))
    column = {k: at for at, cluster in enumerate(ordered) for k in cluster}
    return [(row[k], column[k]) for k in range(count)]


def circle(
    count: int, width: float, height: float, relations: Sequence[Sequence[tuple[int, ...]]]
) -> list[Point]:
    """In a circle, each world next to one that many seats confuse it with."""
    shared = [[0] * count for _ in range(count)]
    for partition in relations:
        for cluster in partition:
            for a in cluster:
                for b in cluster:
                    shared[a][b] += 1
    order = [0]
    if all(map(all, shared)):
        order = list(range(count))  # Everything is near everything.
    while len(order) < count:
        rest = (k for k in range(count) if k not in order)
        before = order[-2:][::-1]
        order.append(max(rest, key=lambda k: ([shared[k][old] for old in before], -k)))
    along = count * (max(width, height * 1.4) + 46) / (2 * pi)
    across, down = max(along, width + 70), max(along * 0.86, height + 60)
    spots = [(0.0, 0.0)] * count
    for step, k in enumerate(order):
        angle = 2 * pi * step / count - pi / 2
        spots[k] = (across * cos(angle), down * sin(angle))
    return spots


def rows(
    count: int, across: float, down: float, relations: Sequence[Sequence[tuple[int, ...]]]
) -> list[Point]:
    """In rows: what one seat confuses side by side, what the others confuse below each other."""
    shape = [partition for partition in relations if 1 < len(partition) < count]
    by_size = sorted(range(len(shape)), key=lambda k: (len(shape[k]), k))
    if not shape:
        first: Sequence[tuple[int, ...]] = [tuple(range(count))]
        others: list[Sequence[tuple[int, ...]]] = []
    else:
        first, others = shape[by_size[0]], [shape[k] for k in by_size[1:]]
    widest = max(len(cluster) for cluster in first)
    columns = max(round(sqrt(1.8 * count)), widest if widest <= 20 else 0)
    grid: list[list[int]] = [[]]
    placed: set[int] = set()
    for cluster in first:
        new = [k for k in cluster if k not in placed]
        placed.update(new)
        if len(grid[-1]) + len(new) > columns and grid[-1]:
            grid.append([])
        for k in new:
            if len(grid[-1]) == columns:
                grid.append([])
            grid[-1].append(k)
    column = {k: float(at) for row in grid for at, k in enumerate(row)}
    if all(len(row) <= widest for row in grid):
        settle(grid, others, column)
    return [spot(k, grid, columns, across, down) for k in range(count)]


def settle(
    grid: list[list[int]], others: Sequence[Sequence[tuple[int, ...]]], column: dict[int, float]
) -> None:
    """Order every row by where the worlds related to its own stand, a few times over."""
    related: dict[int, list[int]] = {k: [] for k in column}
    for partition in others:
        for cluster in partition:
            for k in cluster:
                related[k].extend(cluster)
    for _ in range(12):
        for row in grid:
            wish = {k: sum(column[n] for n in related[k]) / max(1, len(related[k])) for k in row}
            row.sort(key=lambda k: (wish[k], k))
            for at, k in enumerate(row):
                column[k] = float(at)


def spot(k: int, grid: list[list[int]], columns: int, across: float, down: float) -> Point:
    """The centre of a world in the grid; short rows stand in the middle."""
    for line, row in enumerate(grid):
        if k in row:
            return (row.index(k) + (columns - len(row)) / 2) * across, line * down
    raise AssertionError("every world has a place in the grid")
