"""A Kripke model of one card round a table: every world stands where its seat sits.

On a page one slides from moment to moment, so a world must always be in the same place: hands stand
in a ring as the players sit, all else beside them. Every seat has a lane of its own between two
worlds, so that its lines stay where they are when others are hidden. There is no style sheet, title
or legend in it: the page has them. What it is made of can be found by `data-` attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin

from kibitz.draw import geometry
from kibitz.draw.geometry import Box, Point
from kibitz.draw.kripke import LABEL, LINE, draw_knowers, draw_world, seat, text_width
from kibitz.draw.picture import KripkePicture, PictureWorld
from kibitz.draw.svg import Element, element, number

__all__ = ["beside", "draw_seated", "ring"]

WIDTH, HEIGHT = 116.0, 44.0
"""The size of a box with one line in it."""
LANE = 7.0
"""How far the lines of two seats are apart."""
EDGE = 16.0


def ring(count: int) -> list[Point]:
    """Where the hands stand: the first seat is north, then clockwise; two face each other.

    >>> ring(4)
    [(0.0, -112.0), (152.0, 0.0), (0.0, 112.0), (-152.0, 0.0)]
    """
    if count == 2:
        return [(-152.0, 0.0), (152.0, 0.0)]
    if count == 3:
        return [(0.0, -104.0), (152.0, 96.0), (-152.0, 96.0)]
    if count == 4:
        return [(0.0, -112.0), (152.0, 0.0), (0.0, 112.0), (-152.0, 0.0)]
    across = max(152.0, count * (WIDTH + 26) / (2 * pi))
    down = max(130.0, count * (HEIGHT + 40) / (2 * pi) + 20)
    turns = [2 * pi * k / count - pi / 2 for k in range(count)]
    return [(across * cos(turn), down * sin(turn)) for turn in turns]


def beside(count: int, seats: int) -> list[Point]:
    """Where the worlds stand that are nobody's hand: not between two hands that face each other,
    where lines would run through them. Below those of two seats, in the corners of four."""
    if seats == 2:
        return [((k - (count - 1) / 2) * (WIDTH + 20), 104.0) for k in range(count)]
    corners: list[Point] = []
    if seats == 3:
        corners = [(0.0, 18.0), (152.0, -104.0), (-152.0, -104.0)]
    elif seats == 4:
        corners = [(152.0, -112.0), (152.0, 112.0), (-152.0, 112.0), (-152.0, -112.0)]
    if count <= len(corners):
        return corners[:count]
    columns = 1 if count <= 3 else 2 if count <= 8 else 3
    lines = -(-count // columns)
    return [
        (
            (k % columns - (columns - 1) / 2) * (WIDTH + 10),
            (k // columns - (lines - 1) / 2) * (HEIGHT + 10),
        )
        for k in range(count)
    ]


def draw_seated(picture: KripkePicture, spots: Sequence[Point]) -> str:
    """The picture as SVG, each world at its spot.

    >>> coin = KripkePicture((PictureWorld(("heads",), actual=True), PictureWorld(("tails",))), ())
    >>> draw_seated(coin, ring(2)).startswith("<svg")
    True
    """
    boxes = [box_of(world, spot) for world, spot in zip(picture.worlds, spots, strict=True)]
    worlds = [
        marked(draw_world(replace(world, lines=broken(world)), box), world=world.label)
        for world, box in zip(picture.worlds, boxes, strict=True)
    ]
    dots = [
        dot for k, box in enumerate(boxes) if picture.worlds[k].weight > 0
        for dot in knowers(picture, k, box)
    ]  # fmt: skip
    lines = sorted(joined(picture, boxes), key=lambda line: "kz-strong" in str(line.attributes))
    left = min((box.x - box.width / 2 for box in boxes), default=0.0) - EDGE
    right = max((box.x + box.width / 2 for box in boxes), default=0.0) + EDGE
    top = min((box.y - box.height / 2 for box in boxes), default=0.0) - EDGE
    bottom = max((box.y + box.height / 2 for box in boxes), default=0.0) + EDGE
    return str(
        element(
            "svg",
            element("g", *lines, class_="kz-lines"),
            element("g", *worlds, class_="kz-worlds"),
            element("g", *dots, class_="kz-dots"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(number(value) for value in (left, top, right - left, bottom - top)),
            role="img",
            class_="kz",
        )
    )


def box_of(world: PictureWorld, spot: Point) -> Box:
    """The box of a world: always as wide, as high as its label needs."""
    more = LINE * (len(broken(world)) - 1)
    return Box(*spot, WIDTH, HEIGHT + more - (6 if more else 0))


def broken(world: PictureWorld) -> tuple[str, ...]:
    """The lines of a label, broken between words so that they fit into the box."""
    found: list[str] = []
    for line in world.lines:
        start = len(found)
        for word in line.split():
            if len(found) > start and text_width(f"{found[-1]} {word}", LABEL) <= WIDTH + 4:
                found[-1] += f" {word}"
            else:
                found.append(word)
    return tuple(found)


def marked(drawn: Element, **marks: str | float) -> Element:
    """An element that can be found by its `data-` attributes."""
    told = tuple((f"data-{name}", str(value)) for name, value in marks.items())
    return replace(drawn, attributes=(*drawn.attributes, *told))


def knowers(picture: KripkePicture, world: int, box: Box) -> list[Element]:
    """The dots of those who can tell this world from all others."""
    dots = draw_knowers(picture, world, box)
    who = [
        k
        for k, agent in enumerate(picture.agents)
        if not any(world in pair for pair in agent.pairs)
    ]
    label = picture.worlds[world].label
    return [marked(dot, agent=k, at=label) for k, dot in zip(who, dots, strict=True)]


def joined(picture: KripkePicture, boxes: Sequence[Box]) -> list[Element]:
    """The relations as lines, each seat in its own lane."""
    count = len(picture.agents)
    gap = min(LANE, (HEIGHT - 12) / max(1, count))
    bows: dict[tuple[int, int], float] = {}
    drawn = []
    for k, agent in enumerate(picture.agents):
        aside = (k - (count - 1) / 2) * gap
        for a, b in sorted(agent.pairs):
            if (a, b) not in bows:
                others = [
                    box for n, box in enumerate(boxes)
                    if n not in (a, b) and picture.worlds[n].weight > 0
                ]  # fmt: skip
                bows[a, b] = geometry.bend(boxes[a].centre, boxes[b].centre, others, 5.0)
            one, other = picture.worlds[a].label, picture.worlds[b].label
            path = geometry.curve(boxes[a].centre, boxes[b].centre, aside, aside + bows[a, b])
            if " L" in path:  # written as a curve, too, so that one can become the other
                path = straight(path)
            line = element(
                "path",
                element("title", f"{agent.name} cannot tell {one} from {other}"),
                d=path,
                **seat(picture, k, "kz-line", {a, b} <= agent.strong),
            )
            drawn.append(marked(line, agent=k, pair=f"{one} – {other}"))
    return drawn


def straight(path: str) -> str:
    """A straight path as a curve that does not bend.

    >>> straight("M0 0 L10 4")
    'M0 0 Q5 2 10 4'
    """
    start, end = path[1:].split(" L")
    (ax, ay), (bx, by) = (map(float, point.split()) for point in (start, end))
    return f"M{start} Q{number((ax + bx) / 2)} {number((ay + by) / 2)} {end}"
