"""Plane geometry for pictures: hulls, curves that miss boxes, spanning trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from kibitz.draw.svg import number

__all__ = ["Box", "Point", "around", "bend", "convex_hull", "curve", "inside", "spanning_tree"]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its centre and size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        return self.x, self.y

    def corners(self) -> tuple[Point, ...]:
        across, down = self.width / 2, self.height / 2
        return tuple((self.x + a * across, self.y + b * down) for a in (-1, 1) for b in (-1, 1))

    def contains(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a point lies inside, or less than a margin outside."""
        return (
            abs(point[0] - self.x) < self.width / 2 + margin
            and abs(point[1] - self.y) < self.height / 2 + margin
        )


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the convex hull, in order (Andrew's monotone chain).

    >>> convex_hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered = sorted(set(points))

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in points:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return half(ordered) + half(reversed(ordered)) if len(ordered) > 1 else ordered


def inside(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies strictly inside a convex polygon as `convex_hull` gives it."""
    x, y = point
    return len(polygon) > 2 and all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    )


def around(polygon: Sequence[Point], margin: float) -> str:
    """The path at a distance round a convex polygon, its corners rounded."""
    commands: list[str] = []
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        angle = atan2(by - ay, bx - ax) - pi / 2  # The polygon is to the left of its edges.
        dx, dy = margin * cos(angle), margin * sin(angle)
        radius = number(margin)
        turn = f"A{radius} {radius} 0 0 1 " if commands else "M"
        commands.append(f"{turn}{number(ax + dx)} {number(ay + dy)}")
        commands.append(f"L{number(bx + dx)} {number(by + dy)}")
    end = commands[0][1:]
    return " ".join(commands) + f" A{radius} {radius} 0 0 1 {end}Z"


def bowed(start: Point, end: Point, ends: float, bow: float) -> tuple[Point, Point, Point]:
    """The control points of a curve between two points, its ends and middle moved sideways."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    nx, ny = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    reach = 2 * bow - ends  # A quadratic curve goes half way to its control point.
    return (
        (start[0] + nx * ends, start[1] + ny * ends),
        (middle[0] + nx * reach, middle[1] + ny * reach),
        (end[0] + nx * ends, end[1] + ny * ends),
    )


def curve(start: Point, end: Point, ends: float, bow: float) -> str:
    """The path between two points whose ends are moved sideways and whose middle by `bow`."""
    points = bowed(start, end, ends, bow)
    a, b, c = (f"{number(x)} {number(y)}" for x, y in points)
    return f"M{a} L{c}" if ends == bow else f"M{a} Q{b} {c}"


def bend(start: Point, end: Point, others: Sequence[Box], margin: float) -> float:
    """How far the line between two points must bow to miss the boxes; 0 if it need not.

    Of many tries the first that misses most: a picture must be drawn even if nothing does. To
    leave the picture is as bad as to hit a box.
    """
    length = hypot(end[0] - start[0], end[1] - start[1])
    low = min(start[0], end[0]), min(start[1], end[1])
    high = max(start[0], end[0]), max(start[1], end[1])
    reach = margin + 0.4 * length
    near = [
        box
        for box in others
        if low[0] - reach < box.x + box.width / 2
        and box.x - box.width / 2 < high[0] + reach
        and low[1] - reach < box.y + box.height / 2
        and box.y - box.height / 2 < high[1] + reach
    ]
    ends = [Box(*start, 0.0, 0.0), Box(*end, 0.0, 0.0), *others]
    left = min(box.x - box.width / 2 for box in ends) - 16
    right = max(box.x + box.width / 2 for box in ends) + 16
    top = min(box.y - box.height / 2 for box in ends) - 16
    bottom = max(box.y + box.height / 2 for box in ends) + 16
    best, fewest = 0.0, 1 << 30
    fine = 1 if len(others) < 40 else 4  # With many boxes there is no time for many tries.
    shares = [0.0, *(sign * n / 100 for n in range(6, 41, fine) for sign in (1, -1))]
    steps = max(8, int(length / (8 if fine == 1 else 16)))
    for share in (share for share in shares if abs(share) * length <= 130):
        a, b, c = bowed(start, end, 0.0, share * length)
        hits = 0
        for step in range(1, steps):
            t = step / steps
            x = (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0]
            y = (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1]
            hits += any(box.contains((x, y), margin) for box in near)
            hits += not (left < x < right and top < y < bottom)
        if hits < fewest:
            best, fewest = share * length, hits
        if not hits:
            break
    return best


def spanning_tree(points: Sequence[Point], members: Sequence[int]) -> list[tuple[int, int]]:
    """The shortest tree that joins the members, as pairs of indices (Prim's algorithm)."""
    tree: list[tuple[int, int]] = []
    nearest = dict.fromkeys(members[1:], members[0])

    def distance(a: int, b: int) -> float:
        return hypot(points[a][0] - points[b][0], points[a][1] - points[b][1])

    while nearest:
        new = min(nearest, key=lambda k: (distance(k, nearest[k]), k))
        tree.append((min(new, nearest[new]), max(new, nearest[new])))
        del nearest[new]
        for k, old in nearest.items():
            if distance(k, new) < distance(k, old):
                nearest[k] = new
    return tree
