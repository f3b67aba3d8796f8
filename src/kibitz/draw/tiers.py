"""Boxes in tiers, and arrows between them that cross no box and no number.

After Sugiyama: boxes come in an order, and what follows upon others stands below them. An arrow
goes from tier to tier through *spots* that keep room for it: beside the boxes of the tiers it
passes, and between tiers, where its number stands. Spots of a tier are ordered so that arrows cross
seldom, and stand as near to what they are joined to as there is room. Arrows against the order are
the same the other way round. An arrow from a box to itself is a loop at its right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.draw.geometry import Point
from kibitz.draw.svg import number

__all__ = ["Route", "Spot", "Tiers", "tiers"]

GAP, APART, BAND = 30.0, 22.0, 18.0
"""The height between a tier and the numbers below it, the room between spots, and the height of
the band in which numbers stand."""
LOOP = 30.0
"""How far a loop goes out."""
SWEEPS, STRAIGHT = 12, 8.0
"""How often everything is put in order, and how much straighter long arrows are than others."""


@dataclass(eq=False, slots=True)
class Spot:
    """Something that has its place in a tier: a box, or an arrow that goes through."""

    left: float
    """How far it reaches to the left of its x..."""
    right: float
    height: float
    through: bool = False
    """Whether an arrow goes through it."""
    x: float = 0.0
    top: float = 0.0
    above: list[Spot] = field(default_factory=list)
    below: list[Spot] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(eq=False, slots=True)
class Route:
    """The way of an arrow: the points it goes through, always from above."""

    spots: list[Spot]
    reverse: bool
    label: Point = (0.0, 0.0)
    start: float = 0.0
    """The x at which it leaves the upper box, and that at which it reaches the lower one."""
    end: float = 0.0

    def path(self, short: float) -> tuple[str, Point, Point]:
        """The path up to so much before its end; where it ends, and in which direction."""
        first, last = self.spots[0], self.spots[-1]
        if first is last:
            return self._loop(first, short)
        points = [(self.start, first.bottom)]
        for spot in self.spots[1:-1]:
            points += [(spot.x, spot.top), (spot.x, spot.bottom)]
        points.append((self.end, last.top))
        if self.reverse:
            points.reverse()
        down = -1.0 if self.reverse else 1.0
        tip = points[-1]
        points[-1] = (tip[0], tip[1] - down * short)
        path = f"M{_at(points[0])}"
        for at in range(0, len(points), 2):
            (ax, ay), (bx, by) = points[at : at + 2]
            bow = (by - ay) * 0.45
            path += f"C{_at((ax, ay + bow))} {_at((bx, by - bow))} {_at((bx, by))}"
            if at + 2 < len(points):
                path += f"L{_at(points[at + 2])}"
        return path, tip, (0.0, down)

    def _loop(self, box: Spot, short: float) -> tuple[str, Point, Point]:
        x, y = self.start, box.top + box.height / 2
        up, down = y - box.height / 4, y + box.height / 4
        out = x + LOOP - 4
        return (
            f"M{_at((x, up))}C{_at((out, up))} {_at((out, down))} {_at((x + short, down))}",
            (x, down),
            (-1.0, 0.0),
        )


@dataclass(frozen=True, slots=True)
class Tiers:
    """Where everything stands."""

    boxes: list[Spot]
    routes: list[Route]
    left: float
    right: float
    bottom: float


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def tiers(
    sizes: Sequence[tuple[float, float]],
    joined: Sequence[tuple[int, int]],
    labels: Sequence[tuple[float, float]],
) -> Tiers:
    """Boxes of these sizes, arrows between them, and for each how wide its line and number are."""
    boxes = [Spot(width / 2, width / 2, height) for width, height in sizes]
    level = _levels(len(sizes), joined)
    rows: list[list[Spot]] = [[] for _ in range(2 * max(level, default=0) + 1)]
    for box, at in zip(boxes, level, strict=True):
        rows[2 * at].append(box)
    routes = []
    for (source, target), (line, text) in zip(joined, labels, strict=True):
        upper, lower = sorted((source, target), key=lambda box: level[box])
        route = Route([boxes[upper]], reverse=upper != source)
        if source == target:
            boxes[source].right += LOOP + text
        else:
            for row in range(2 * level[upper] + 1, 2 * level[lower]):
                right = line / 2 + 6 + text if row == 2 * level[upper] + 1 else line / 2
                spot = Spot(line / 2, right, BAND if row % 2 else 0.0, through=True)
                rows[row].append(spot)
                route.spots.append(spot)
            for one, two in zip(route.spots, [*route.spots[1:], boxes[lower]], strict=True):
                one.below.append(two)
                two.above.append(one)
        route.spots.append(boxes[lower])
        routes.append(route)
    _order(rows)
    _stand(rows)
    for (source, target), (_, text) in zip(joined, labels, strict=True):
        if source == target:  # the loop is not part of the box
            boxes[source].right -= LOOP + text
    _join(routes, labels)
    spots = [spot for row in rows for spot in row]
    loops = [route.label[0] + text for route, (_, text) in zip(routes, labels, strict=True)]
    return Tiers(
        boxes,
        routes,
        min((spot.x - spot.left for spot in spots), default=0.0),
        max([spot.x + spot.right for spot in spots] + loops, default=0.0),
        max((spot.bottom for spot in spots), default=0.0),
    )


def _levels(boxes: int, joined: Sequence[tuple[int, int]]) -> list[int]:
    """The tier of every box: below all that come before it in the order and are joined to it."""
    level, pairs = [0] * boxes, [sorted(pair) for pair in joined]
    for box in range(boxes):
        level[box] = max([level[one] + 1 for one, two in pairs if two == box != one], default=0)
    return level


def _order(rows: list[list[Spot]]) -> None:
    """Order every row by where those stand that it is joined to, from above and from below."""
    at = {id(spot): float(number) for row in rows for number, spot in enumerate(row)}
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):

            def wish(spot: Spot, down: bool = down) -> tuple[float, float]:
                near = spot.above if down else spot.below
                mean = sum(at[id(each)] for each in near) / len(near) if near else at[id(spot)]
                return mean, at[id(spot)]

            row.sort(key=wish)
            for place, spot in enumerate(row):
                at[id(spot)] = place - (len(row) - 1) / 2


def _stand(rows: list[list[Spot]]) -> None:
    """Give every spot its place."""
    top = 0.0
    for number_, row in enumerate(rows):
        height = max((spot.height for spot in row), default=0.0)
        for spot in row:
            spot.height = spot.height or height  # arrows go straight past boxes
            spot.top = top + (height - spot.height) / 2
        top += height + GAP + (4 if number_ % 2 else 0)
        _spread(row, [0.0] * len(row))
    for sweep in range(2 * SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            _spread(row, [_wish(spot) for spot in row])


def _wish(spot: Spot) -> float:
    """Where a spot would like to stand: near to what it is joined to, and long arrows straight."""
    near = [
        (each.x, STRAIGHT if spot.through and each.through else 1.0)
        for each in (*spot.above, *spot.below)
    ]
    return sum(x * pull for x, pull in near) / sum(pull for _, pull in near) if near else spot.x


def _spread(row: list[Spot], wishes: list[float]) -> None:
    """Let spots stand where they wish, in their order and apart: the least squares (pool adjacent
    violators)."""
    offsets, far = [], 0.0
    for one, two in zip([None, *row], row, strict=False):
        far += one.right + APART + two.left if one is not None else 0.0
        offsets.append(far)
    pools: list[tuple[float, int]] = []
    for wish, offset in zip(wishes, offsets, strict=True):
        pools.append((wish - offset, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, m), (b, n) = pools[-2:]
            pools[-2:] = [((a * m + b * n) / (m + n), m + n)]
    shifts = [mean for mean, size in pools for _ in range(size)]
    for spot, shift, offset in zip(row, shifts, offsets, strict=True):
        spot.x = shift + offset


def _join(routes: list[Route], labels: Sequence[tuple[float, float]]) -> None:
    """Where arrows leave and reach their boxes, side by side, and where their numbers stand."""
    ends: dict[tuple[int, bool], list[Route]] = {}
    for route in routes:
        first, last = route.spots[0], route.spots[-1]
        if first is last:
            route.start = first.x + first.right
            route.label = (route.start + LOOP, first.top + first.height / 2 + 4)
        else:
            ends.setdefault((id(first), True), []).append(route)
            ends.setdefault((id(last), False), []).append(route)
    for (_, down), here in ends.items():
        here.sort(key=lambda route: route.spots[1 if down else -2].x)
        box = here[0].spots[0 if down else -1]
        room = (box.left + box.right - 30) / max(1, len(here) - 1)
        step = min(26.0, room)
        for place, route in enumerate(here):
            x = box.x + (place - (len(here) - 1) / 2) * step
            if down:
                route.start = x
            else:
                route.end = x
    for route, (line, _) in zip(routes, labels, strict=True):
        if route.spots[0] is not route.spots[-1]:
            spot = route.spots[1]
            route.label = (spot.x + line / 2 + 5, spot.top + BAND / 2 + 4)
