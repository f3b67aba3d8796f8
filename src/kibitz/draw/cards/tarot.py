"""Trumps and the Excuse of a Tarot deck, and the joker of a French one."""

from __future__ import annotations

from kibitz.draw.cards import glyphs, scenes, scenes_late
from kibitz.draw.cards.courts import figure
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import (
    BLUE,
    GOLD,
    GREEN,
    INK,
    RED,
    SKIN,
    circle,
    group,
    line,
    path,
    turned,
    use,
)  # fmt: skip
from kibitz.draw.cards.plain import caption, hue_of
from kibitz.draw.cards.scenes import star
from kibitz.draw.svg import Element, element

__all__ = ["SHAPES", "fool", "trump"]

VIOLET, BOUT = "#33418c", "#a8740a"
WOOD, WHITE = "#a4713e", "#fbf6e9"
BOUTS = ("1", "21")


def _jester(left: str, right: str) -> Element:
    """A jester with his lute: the upper half of his card."""
    points = [(29, 57), (36, 61.6), (43, 64.6), (50, 65.6), (57, 64.6), (64, 61.6), (71, 57)]
    collar = [
        path(f"M{50 + 0.4 * (x - 50) - 4:g} 51L{x:g} {y:g}L{50 + 0.4 * (x - 50) + 4:g} 51z",
             (left, GOLD, right)[k % 3])
        for k, (x, y) in enumerate(points)
    ]  # fmt: skip
    bells = [circle(x, y + 1, 1.5, GOLD) for x, y in points]
    return figure(
        path("M23 70V65C26 57 34 54 42 51H50V70z", left),
        path("M77 70V65C74 57 66 54 58 51H50V70z", right),
        *collar,
        *bells,
        path("M45.6 45V51.4L50 55L54.4 51.4V45z", SKIN),
        use("man"),
        path("M50 33C44 28 42 22 50 11.6C58 22 56 28 50 33z", GOLD),
        path("M38.8 43C38 33 41 27.4 50 28L50 33.4C44 33.6 42 36.6 41 43zM40.4 36"
             "C38 26 31 24.6 27.6 33"
             "C25.6 26 28 17.6 35.4 17C43 17 48 23 50 30z", left),
        path("M61.2 43C62 33 59 27.4 50 28L50 33.4C56 33.6 58 36.6 59 43zM59.6 36"
             "C62 26 69 24.6 72.4 33"
             "C74.4 26 72 17.6 64.6 17C57 17 52 23 50 30z", right),
        path("M40.6 42C39.6 35 43 31.6 50 31.6S60.4 35 59.4 42C58 37 55.4 34.8 50 34.8"
             "S42 37 40.6 42z", GOLD),
        path("M46.4 44.6Q50 49.6 53.6 44.6Q50 46.4 46.4 44.6z", "#b3402f", INK, 0.5),
        circle(50, 11.8, 2.1, GOLD), circle(27.6, 34.4, 2.3, GOLD), circle(72.4, 34.4, 2.3, GOLD),
        group(
            path("M-36-1.3H-13V1.3H-36z", "#6e4318"),
            path("M-41 2.4L-39.4 5L-35.6 1.3V-1.3z", "#6e4318"),
            path("M9 0C9 5 4 7.6-1 7.6C-7 7.6-10 3-16 1.3V-1.3C-10-3-7-7.6-1-7.6"
                 "C4-7.6 9-5 9 0z", WOOD),
            circle(-2, 0, 2.3, "#4a2c10", GOLD, 0.7),
            line("M-36-.5H5M-36 .5H5", WHITE, 0.35),
            path("M4-3.4H5.4V3.4H4z", "#4a2c10", "none"),
            transform="translate(63.6 60)rotate(14)",
        ),
        circle(60, 60.4, 2.8, SKIN), circle(35.6, 53.6, 2.7, SKIN),
        path("M23 67H77V70H23z", GOLD, INK, 0.6),
        path("".join(f"M{x} 67.2l2.4 2.8h-4.8z" for x in range(26, 77, 6)), right, "none"),
    )  # fmt: skip


SCENES = (
    scenes.one, scenes.two, scenes.three, scenes.four, scenes.five, scenes.six, scenes.seven,
    scenes.eight, scenes.nine, scenes.ten, scenes_late.eleven, scenes_late.twelve,
    scenes_late.thirteen, scenes_late.fourteen, scenes_late.fifteen, scenes_late.sixteen,
    scenes_late.seventeen, scenes_late.eighteen, scenes_late.nineteen, scenes_late.twenty,
    scenes_late.twenty_one,
)  # fmt: skip

SHAPES: dict[str, Element] = {
    **{f"T{k}": draw() for k, draw in enumerate(SCENES, 1)},
    "excuse": _jester(RED, GREEN),
    "joker": _jester(BLUE, RED),
    "tarot": path(star(0, 0, 7.5, 2.5, 4), "currentColor"),
    "star": path(star(0, 0, 9.6, 3.9, 5), "currentColor"),
}


def _framed(half: str, colour: str, width: float) -> list[Element]:
    return [
        use(half),
        turned(use(half)),
        path("M23 9H77V131H23z", "none", colour, width),
    ]


def trump(reading: Reading) -> list[Element]:
    """A trump: its scene twice, and its number on a shield between; the bouts are golden."""
    bout = reading.rank in BOUTS
    corner = [glyphs.written(reading.rank, 12, 19.5, 1.06), use("tarot", 12, 42, 0.95)]
    shield = [
        circle(50, 70, 10.4, "#fffefa", GOLD if bout else INK, 2 if bout else 1),
        glyphs.written(reading.rank, 50, 70, 0.62),
    ]
    frame = _framed(f"T{reading.rank}", GOLD if bout else INK, 2.4 if bout else 1)
    seam = line("M23 70H77", GOLD if bout else INK, 1)
    body = group(*corner, turned(*corner), *frame, seam, *shield, color=BOUT if bout else VIOLET)
    return [body, *caption(reading.words)]


def fool(reading: Reading) -> list[Element]:
    """The Excuse, or a joker: a jester, and a star where others have a rank."""
    half = reading.deck
    if half == "excuse":
        colour = BOUT
    else:
        colour = hue_of(reading) if reading.hue else RED
    corner = [use("star", 12, 19)]
    back = element("rect", x=23, y=9, width=54, height=122, fill="#fdf6e3")
    frame = _framed(half, GOLD if half == "excuse" else INK, 2.4 if half == "excuse" else 1)
    return [
        group(*corner, turned(*corner), back, *frame, color=colour),
        *caption(reading.words),
    ]
