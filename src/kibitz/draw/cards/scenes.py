"""The twenty-one trumps: a small scene each, from a seedling to the whole world.

A scene fills the upper half of the frame, 54 wide and 61 high (x 23 to 77, y 9 to 70); the lower
half repeats it. Where a number can be seen in a thing, it is: two swallows, seven colours, eight
spokes, twelve hours, sixteen petals.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from kibitz.draw.cards.ink import GOLD, GREEN, INK, RED, circle, group, line, path
from kibitz.draw.svg import Element, element

__all__ = ["around", "cloud", "hill", "scene", "spokes", "star", "stars", "waves"]

DAY, DUSK, NIGHT, MIST = "#cfe6f0", "#fbe3b4", "#24335f", "#e6ecef"
GRASS, WATER, WHITE, STONE, WOOD = "#8fb56a", "#5f9dbd", "#fffdf5", "#b9b3a6", "#8a5a33"


def scene(sky: str, *parts: Element) -> Element:
    """A scene under a sky."""
    ground = element("rect", x=23, y=9, width=54, height=61, fill=sky)
    return group(ground, group(*parts, stroke=INK, stroke_width=0.7, stroke_linejoin="round"))


def around(x: float, y: float, r: float, t: float) -> str:
    """A point of a circle, at an angle in radians."""
    return f"{x + r * cos(t):.1f} {y + r * sin(t):.1f}"


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = -90) -> str:
    """The path of a star."""
    corners = []
    for k in range(2 * points):
        r, t = inner if k % 2 else outer, (turn + 180 * k / points) * pi / 180
        corners.append(around(x, y, r, t))
    return f"M{'L'.join(corners)}z"


def spokes(x: float, y: float, near: float, far: float, count: int, turn: float = -90) -> str:
    """The path of so many lines around a point."""
    parts = []
    for k in range(count):
        t = (turn + 360 * k / count) * pi / 180
        parts.append(f"M{around(x, y, near, t)}L{around(x, y, far, t)}")
    return "".join(parts)


def hill(top: float = 56, colour: str = GRASS) -> Element:
    return path(f"M23 {top + 4:g}Q50 {top - 6:g} 77 {top + 4:g}V70H23z", colour)


def stars(places: Iterable[tuple[float, float]], size: float = 1.8) -> Element:
    return path("".join(star(x, y, size, size * 0.36, 4) for x, y in places), "#ffe9a3", "none")


def cloud(x: float, y: float, scale: float = 1) -> Element:
    shape = "M-9 4A4.4 4.4 0 0 1-7.4-3A6 6 0 0 1 3.4-4.6A4.6 4.6 0 0 1 9 4z"
    return path(shape, WHITE, INK, 0.5, transform=f"translate({x:g} {y:g})scale({scale:g})")


def waves(*rows: float) -> Element:
    drawn = "".join(f"M23 {y:g}" + "q3.4-3 6.75 0t6.75 0" * 4 for y in rows)
    return line(drawn, WHITE, 0.9)


def one() -> Element:
    return scene(
        DUSK,
        circle(50, 33, 15, "#ffd36b", "none"),
        line(spokes(50, 33, 17.5, 22, 16), "#f0b437", 1.4),
        path("M23 58Q50 49 77 58V70H23z", WOOD),
        line("M50 54C50.4 46 50 42 50 36", GREEN, 2.2),
        path("M50 44C41 44 36 38 35 30C44.4 30.4 50 35 50 44zM50 39C58 39 63.6 33 64.4 25"
             "C55.6 25.6 50 30.6 50 39z", "#63a84f"),
        line("M37.6 32.4Q45 36 49.4 43M61.8 27.6Q54.6 31.6 50.6 38", "#2f6a35", 0.6),
    )  # fmt: skip


def two() -> Element:
    swallow = (
        "M-17-7C-9-8-4-5-1-1C3-8 10-11 18-11C11-7 8-3 6 2L15 11L4.6 5.6L-6 12"
        "C-6 8-5 5-4 3C-8-2-12-5-17-7z"
    )
    return scene(
        DAY,
        cloud(35, 46, 0.9), cloud(66, 20, 0.7),
        path(swallow, "#2c4470", transform="translate(42 28)scale(.92)"),
        path(swallow, RED, transform="translate(60 47)scale(-.72 .72)"),
        hill(62),
    )  # fmt: skip


def three() -> Element:
    return scene(
        DAY,
        circle(67, 20, 5, GOLD, "none"),
        path("M23 64V44L32 31L46 64z", "#8ea4bf"),
        path("M56 64L69 33L77 46V64z", "#8ea4bf"),
        path("M32 66L50 17L68 66z", "#57739c"),
        path("M43.4 35L50 17L56.6 35L53.4 31.4L50 37L46.8 31.4zM28.2 36.6L32 31L34.4 36.6L32 35z"
             "M66 40L69 33L72.6 38.4L69.6 37.4z",
             WHITE, INK, 0.5),
        hill(61),
    )  # fmt: skip


def four() -> Element:
    panes = "".join(f"M{x} {y}h5.4v5.4h-5.4z" for x in (37.6, 57) for y in (44.6, 54))
    return scene(
        DUSK,
        hill(52),
        path("M60 25H64.4V36H60z", RED),
        line("M62 22C60 19 65 17 62 13", "#9a9387", 1.4),
        path("M34 40H66V64H34z", WHITE),
        path("M29.6 41.4L50 22L70.4 41.4z", "#b8442c"),
        path("M46.6 64V51.4Q50 47.4 53.4 51.4V64z", WOOD),
        path(panes, "#9cc7dc"),
        circle(50, 33.6, 2.6, GOLD),
    )  # fmt: skip


def five() -> Element:
    return scene(
        DAY,
        cloud(33, 20, 0.7),
        path("M23 55H77V70H23z", WATER),
        path("M49.2 15H50.8V53H49.2z", WOOD),
        path("M51.6 17.6C62 25 66 37 65.6 47.4H51.6z", WHITE),
        path("M48.4 22C41 30 37 39 36 47.4H48.4z", RED),
        path("M50.8 15L58 13.4L55.6 16.2L58 18.6L50.8 18z", GOLD, INK, 0.5),
        path("M32 50.6H68.6L63 60H38.4z", WOOD),
        line("M33.8 53.6H66.8", "#e8c98f", 1),
        waves(61, 66),
    )  # fmt: skip


def six() -> Element:
    arches = "".join(
        f"M{x:g} 62V{y:g}a5.6 5.6 0 0 1 11.2 0V62z" for x, y in ((31, 53), (44.4, 50.4), (57.8, 53))
    )
    return scene(
        MIST,
        path("M23 40L35 27L46 38L58 25L77 42V62H23z", "#b3c6b0", "none"),
        path("M23 58H77V70H23z", WATER),
        path("M23 43Q50 31 77 43V62H23z", STONE),
        path(arches, "#3e6f8c"),
        line("M23 46.6Q50 34.6 77 46.6", INK, 0.6),
        path("M49.2 37V26H50.8V37z", WOOD),
        path("M46.8 20.4H53.2L52 26.4H48z", GOLD),
        waves(64.5, 68),
    )  # fmt: skip


def seven() -> Element:
    colours = ("#c4152f", "#e07a1f", "#f2c230", "#3f9a4f", "#2f86b8", "#2c4f9a", "#6d3f96")
    bands = [
        line(f"M{24.4 + 2.4 * k:g} 62"
             f"A{25.6 - 2.4 * k:g} {30 - 2.4 * k:g} 0 0 1 {75.6 - 2.4 * k:g} 62", colour, 2.5)
        for k, colour in enumerate(colours)
    ]  # fmt: skip
    return scene("#dfeaf0", *bands, hill(60), cloud(31, 55, 0.8), cloud(69, 55, 0.8),
                 line("M44 24l-1.4 4M52 18l-1.4 4M58 26l-1.4 4M36 20l-1.4 4M65 19"
                      "l-1.4 4", "#6c9cb8", 1))  # fmt: skip


def eight() -> Element:
    return scene(
        "#f3dfbb",
        hill(60, "#b99a6a"),
        circle(50, 37, 22.4, WOOD),
        circle(50, 37, 17.6, "#f3dfbb"),
        line(spokes(50, 37, 4, 18, 8), INK, 4),
        line(spokes(50, 37, 4, 18.2, 8), "#b8834a", 2.6),
        circle(50, 37, 5.4, GOLD),
        circle(50, 37, 1.8, INK, "none"),
        line(spokes(50, 37, 19, 21, 8, -67.5), GOLD, 2),
    )  # fmt: skip


def nine() -> Element:
    return scene(
        NIGHT,
        path("M53 25L77 13V35zM47 25L23 15V33z", "#ffe9a3", "none", opacity=0.75),
        stars([(30, 41), (69, 44), (35, 14), (64, 15), (26, 52), (73, 55)], 1.7),
        path("M23 60H77V70H23z", "#2f5d84"),
        path("M36 66C38 58 44 57 50 57S62 58 64 66z", "#6b6a6e"),
        path("M43.6 60L46 30H54L56.4 60z", WHITE),
        path("M45.2 40L45.8 33.4H54.2L54.8 40zM44.2 53L44.8 46.4H55.2L55.8 53z", RED),
        path("M44.6 30.6H55.4V28.6H44.6z", INK),
        path("M46.6 28.6V21.4H53.4V28.6z", "#ffe9a3"),
        path("M45.4 21.6L50 16L54.6 21.6z", RED),
        waves(67),
    )  # fmt: skip


def ten() -> Element:
    return scene(
        DUSK,
        circle(66, 22, 5, "#f0a23c", "none"),
        path("M27 64V36h2.6v3h2.8v-3h2.8v3h2.8v-3H41V64z", STONE),
        path("M59 64V36h2.6v3h2.8v-3h2.8v3h2.8v-3H73V64z", STONE),
        path("M39 64V45h3v3h4v-3h8v3h4v-3h3V64z", "#cfc8b8"),
        path("M43 48V26h3v3.4h2.6V26h2.8v3.4H54V26h3V48z", STONE),
        path("M45.6 64V57a4.4 5 0 0 1 8.8 0V64z", WOOD),
        path("M49 40v-5a1 1.4 0 0 1 2 0v5zM33 51v-5a1 1.4 0 0 1 2 0v5zM65 51v-5a1 1.4 0 0 1 2 0"
             "v5z", INK, "none"),
        line("M50 26V13M34 36V26M66 36V28", INK, 0.9),
        path("M50 13L59 15.8L50 18.8zM34 26L41 28.4L34 30.8zM66 28L73 30.2L66 32.6z", RED),
        hill(64),
    )  # fmt: skip
