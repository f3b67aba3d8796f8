"""A Kripke model as a picture: worlds are boxes, and lines join what a seat cannot tell apart.

The true world is golden, every seat has a colour, and what a seat really considers possible is
drawn heavier. A dot on a world is a seat that can tell it from all others. Worlds that have become
impossible fade: dashed, pale and unrelated. `KripkePicture` is plain data, so that anything can be
drawn; `kibitz.knowledge.kripke` makes it from a game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal

from kibitz.draw import geometry
from kibitz.draw.geometry import Box
from kibitz.draw.layout import positions
from kibitz.draw.palette import STYLE, seat_class, seat_style
from kibitz.draw.picture import KripkePicture, PictureAgent, PictureWorld
from kibitz.draw.svg import Element, element, number
from kibitz.errors import KibitzError

__all__ = ["KripkePicture", "PictureAgent", "PictureWorld", "Relations", "draw_kripke"]

Relations = Literal["lines", "hulls"]

LABEL, LINE, SMALL = 15.0, 19.0, 12.5
"""The size of a label, the distance of its lines, and the size of all else."""
MANY = 6
"""With more worlds than this, a seat's cluster is drawn as a tree: who is joined is alike."""


def draw_kripke(
    picture: KripkePicture, *, relations: Relations = "lines", legend: bool = True
) -> str:
    """The picture as SVG, with lines between worlds or hulls round those that look the same.

    >>> coin = KripkePicture(
    ...     (PictureWorld(("heads",), actual=True), PictureWorld(("tails",))),
    ...     (PictureAgent("Ann", frozenset({(0, 1)}), frozenset({0, 1})),),
    ... )
    >>> draw_kripke(coin).startswith("<svg")
    True
    """
    if relations not in ("lines", "hulls"):
        raise KibitzError(f"relations are drawn as 'lines' or 'hulls', not {relations!r}")
    boxes = world_boxes(picture)
    drawn = joined(picture, boxes) if relations == "lines" else enclosed(picture, boxes)
    drawn = sorted(drawn, key=lambda shape: "kz-strong" in str(shape.attributes))
    worlds = [draw_world(world, box) for world, box in zip(picture.worlds, boxes, strict=True)]
    dots = [dot for k, box in enumerate(boxes) for dot in draw_knowers(picture, k, box)]

    pad = 30.0 if relations == "lines" else 24.0 + 5 * len(picture.agents)
    left = min((box.x - box.width / 2 for box in boxes), default=0.0) - pad
    right = max((box.x + box.width / 2 for box in boxes), default=0.0) + pad
    top = min((box.y - box.height / 2 for box in boxes), default=0.0) - pad
    bottom = max((box.y + box.height / 2 for box in boxes), default=0.0) + pad
    least = max(300.0, text_width(picture.title, 16) + 40)
    if right - left < least:
        left, right = (left + right - least) / 2, (left + right + least) / 2
    heading: list[Element] = []
    if picture.title:
        top -= 26
        heading.append(words(picture.title, left + 18, top + 30, 16, weight="600"))
    key: list[Element] = []
    if legend:
        told = hints(picture, relations)
        key, height = draw_legend(picture, told, left + 18, bottom + 8, right - left - 36)
        bottom += height + 16
    frame = (left, top, right - left, bottom - top)
    return str(
        element(
            "svg",
            element("title", picture.title or "Kripke model"),
            element("desc", picture.description()),
            element("style", STYLE),
            element(
                "rect", x=left, y=top, width=frame[2], height=frame[3], rx=10, class_="kz-paper"
            ),
            *heading,
            element("g", *drawn),
            element("g", *worlds),
            element("g", *dots),
            *key,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(number(value) for value in frame),
            width=frame[2],
            height=frame[3],
            role="img",
            class_="kz",
            style="max-width:100%;height:auto",
        )
    )


def text_width(text: str, size: float) -> float:
    """About how wide a text is: fonts differ, so rather too wide."""
    wide = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.6 for c in text)
    return wide * size


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str | None = None,
    weight: str | None = None,
    class_: str | None = None,
) -> Element:
    """A line of text; red suits are red."""
    runs: list[Element | str] = [""]
    for c in text:
        if c in "♥♦":
            runs += [element("tspan", c, class_="kz-red"), ""]
        else:
            runs[-1] = f"{runs[-1]}{c}"
    told = [run for run in runs if run != ""]
    return element(
        "text", *told, x=x, y=y, font_size=size, text_anchor=anchor, font_weight=weight,
        class_=class_,
    )  # fmt: skip


def world_boxes(picture: KripkePicture) -> list[Box]:
    """The boxes of all worlds, of one size: the largest label's."""
    width, height = 62.0, 40.0
    for world in picture.worlds:
        width = max([width, *(text_width(line, LABEL) + 26 for line in world.lines)])
        small = LINE if world.probability is not None else 0.0
        height = max(height, LINE * len(world.lines) + small + 22)
    spots = positions(len(picture.worlds), width, height, picture.clusters)
    return [Box(x, y, width, height) for x, y in spots]


def draw_world(world: PictureWorld, box: Box) -> Element:
    """A box with its label."""
    state = " kz-actual" if world.actual else "" if world.weight > 0 else " kz-impossible"
    shade = 0.45 + 0.55 * max(0.0, min(1.0, world.weight))
    small = LINE if world.probability is not None else 0.0
    y = box.y - (LINE * len(world.lines) + small) / 2 + LABEL - 1
    lines: list[Element] = []
    for line in world.lines:
        weight = "600" if world.actual else None
        lines.append(words(line, box.x, y, LABEL, anchor="middle", weight=weight))
        y += LINE
    if world.probability is not None:
        share = f"{100 * world.probability:.3g} %"
        lines.append(words(share, box.x, y, SMALL, anchor="middle", class_="kz-quiet"))
    return element(
        "g",
        element(
            "rect", x=box.x - box.width / 2, y=box.y - box.height / 2, width=box.width,
            height=box.height, rx=10, class_=f"kz-world{state}",
        ),
        *lines,
        opacity=None if shade == 1 else shade,
        class_="kz-true" if world.actual else None,
    )  # fmt: skip


def seat(picture: KripkePicture, k: int, kind: str, strong: bool) -> dict[str, str | None]:
    """The attributes of anything that is drawn in a seat's colour."""
    return {
        "class_": f"{kind} {seat_class(k)}{' kz-strong' * strong}",
        "style": seat_style(picture.agents[k].colour),
    }


def draw_knowers(picture: KripkePicture, world: int, box: Box) -> list[Element]:
    """A dot for every seat that can tell this world from all others; full if it is the true one."""
    if world not in picture.possible:
        return []
    knowers = [
        k
        for k, agent in enumerate(picture.agents)
        if not any(world in pair for pair in agent.pairs)
    ]
    start = box.x - 6.5 * (len(knowers) - 1)
    return [
        element(
            "circle",
            element("title", f"{picture.agents[k].name} can tell this world from all others"),
            cx=start + 13 * at,
            cy=box.y + box.height / 2,
            r=4.5,
            **seat(picture, k, "kz-knows", world in picture.agents[k].strong),
        )
        for at, k in enumerate(knowers)
    ]


def joined(picture: KripkePicture, boxes: list[Box]) -> list[Element]:
    """Relations as lines: side by side where several seats confuse the same two worlds."""
    centres = [box.centre for box in boxes]
    sparse = len(picture.worlds) > MANY
    lanes: dict[tuple[int, int], list[int]] = {}
    for k, agent in enumerate(picture.agents):
        pairs: Iterable[tuple[int, int]] = agent.pairs
        found = picture.clusters[k]
        if sparse and sum(map(len, found)) == len(picture.possible):  # An equivalence.
            pairs = [pair for cluster in found for pair in geometry.spanning_tree(centres, cluster)]
        for pair in sorted(pairs):
            lanes.setdefault(pair, []).append(k)
    drawn = []
    for (a, b), seats in sorted(lanes.items()):
        others = [box for k, box in enumerate(boxes) if k not in (a, b)]
        bow = geometry.bend(centres[a], centres[b], others, 5.0)
        gap = min(8.0, (boxes[a].height - 16) / len(seats))
        for lane, k in enumerate(seats):
            agent = picture.agents[k]
            aside = (lane - (len(seats) - 1) / 2) * gap
            labels = f"{picture.worlds[a].label} from {picture.worlds[b].label}"
            drawn.append(
                element(
                    "path",
                    element("title", f"{agent.name} cannot tell {labels}"),
                    d=geometry.curve(centres[a], centres[b], aside, aside + bow),
                    **seat(picture, k, "kz-line", {a, b} <= agent.strong),
                )
            )
    return drawn


def enclosed(picture: KripkePicture, boxes: list[Box]) -> list[Element]:
    """Relations as hulls round the worlds that look the same to a seat.

    Where a hull would also hold a world that looks different, a ribbon from world to world.
    """
    drawn = []
    for k, agent in enumerate(picture.agents):
        for cluster in picture.clusters[k]:
            if len(cluster) < 2:
                continue
            strong = agent.strong >= set(cluster)
            told = element("title", f"{agent.name} cannot tell these worlds apart")
            hull = geometry.convex_hull(p for member in cluster for p in boxes[member].corners())
            strange = [box for n, box in enumerate(boxes) if n not in cluster]
            if any(geometry.inside(hull, box.centre) for box in strange):
                look = seat(picture, k, "kz-ribbon", strong)
                drawn.append(element("g", told, *ribbon(picture, k, cluster, boxes), **look))
            else:
                path = geometry.around(hull, 8.0 + 5 * k)
                drawn.append(element("path", told, d=path, **seat(picture, k, "kz-hull", strong)))
    return drawn


def ribbon(
    picture: KripkePicture, k: int, cluster: tuple[int, ...], boxes: list[Box]
) -> list[Element]:
    """A band that joins the boxes of a cluster and goes round each, beside those of other seats."""
    centres = [box.centre for box in boxes]
    aside = (k - (len(picture.agents) - 1) / 2) * 10
    parts = []
    for a, b in geometry.spanning_tree(centres, cluster):
        others = [box for n, box in enumerate(boxes) if n not in (a, b)]
        bow = geometry.bend(centres[a], centres[b], others, 5.0)
        path = geometry.curve(centres[a], centres[b], aside, aside + bow)
        parts.append(element("path", d=path, stroke_width=9))
    for member in cluster:
        box = boxes[member]
        parts.append(
            element(
                "rect", x=box.x - box.width / 2, y=box.y - box.height / 2, width=box.width,
                height=box.height, rx=10, stroke_width=8 + 5 * k,
            )
        )  # fmt: skip
    return parts


def draw_legend(
    picture: KripkePicture, told: list[str], left: float, top: float, width: float
) -> tuple[list[Element], float]:
    """The seats' colours and what the marks mean, in as many rows as it takes; and its height."""
    entries: list[tuple[str, str, int]] = [
        (agent.name, "kz-line", k) for k, agent in enumerate(picture.agents)
    ]
    if any(world.actual for world in picture.worlds):
        entries.append(("true", "kz-world kz-actual", -1))
    if any(world.weight <= 0 for world in picture.worlds):
        entries.append(("impossible", "kz-world kz-impossible", -1))
    drawn: list[Element] = []
    x, y = left, top + 6
    for name, look, k in entries:
        wide = 30 + text_width(name, SMALL) + 16
        if x > left and x + wide > left + width:
            x, y = left, y + 22
        if k >= 0:
            drawn.append(
                element("path", d=f"M{number(x)} {number(y)} h22", **seat(picture, k, look, True))
            )
        else:
            drawn.append(element("rect", x=x, y=y - 7, width=22, height=14, rx=4, class_=look))
        drawn.append(words(name, x + 30, y + 4.5, SMALL))
        x += wide
    for hint in told:
        y += 19
        drawn.append(words(hint, left, y + 5, SMALL - 1, class_="kz-quiet"))
    return drawn, y + 12 - top


def hints(picture: KripkePicture, relations: Relations) -> list[str]:
    """What the marks mean that are not explained by a sample."""
    told = []
    if relations == "lines" and len(picture.worlds) > MANY:
        told.append("joined, also through others: alike")
    if any({a, b} <= agent.strong for agent in picture.agents for a, b in agent.pairs):
        told.append("heavy: what a seat actually considers possible")
    if any(draw_knowers(picture, k, Box(0, 0, 0, 0)) for k in picture.possible):
        told.append("dot: there the seat knows which world it is")
    return told
