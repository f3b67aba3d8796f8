"""The four French suits as shapes, and where the pips of a card lie."""

from __future__ import annotations

from kibitz.draw.cards.ink import BLACK, RED, path
from kibitz.draw.svg import Element

__all__ = ["COLOURS", "SHAPES", "places"]

COLOURS = {"hearts": RED, "diamonds": RED, "clubs": BLACK, "spades": BLACK}

SHAPES: dict[str, Element] = {
    "hearts": path(
        "M0 10C-2.6 5.4-9.8 1.6-9.8-4.2C-9.8-7.8-7.4-9.8-4.8-9.8C-2.4-9.8-.7-8.3 0-6"
        "C.7-8.3 2.4-9.8 4.8-9.8C7.4-9.8 9.8-7.8 9.8-4.2C9.8 1.6 2.6 5.4 0 10z",
        "currentColor",
    ),
    "diamonds": path(
        "M0-11C2-7 5-3 8.2 0C5 3 2 7 0 11C-2 7-5 3-8.2 0C-5-3-2-7 0-11z", "currentColor"
    ),
    "clubs": path(
        "M-4.7-5.3a4.7 4.7 0 1 1 9.4 0C4.7-3.6 3.8-2.2 2.6-.9C3.4-1.5 4.4-1.8 5.4-1.8"
        "a4.6 4.6 0 1 1-.4 9.2C3.2 7.4 1.6 6.2.9 4.6C1 7.4 2.2 9.6 4 10.4H-4"
        "C-2.2 9.6-1 7.4-.9 4.6C-1.6 6.2-3.2 7.4-5 7.4a4.6 4.6 0 1 1-.4-9.2"
        "C-4.4-1.8-3.4-1.5-2.6-.9C-3.8-2.2-4.7-3.6-4.7-5.3z",
        "currentColor",
    ),
    "spades": path(
        "M0-10.8C2.8-5.6 9.6-2.2 9.6 3.2C9.6 6.2 7.4 8 5 8C3.2 8 1.7 7 .9 5.2"
        "C1 7.8 2.2 9.8 4 10.6H-4C-2.2 9.8-1 7.8-.9 5.2C-1.7 7-3.2 8-5 8"
        "C-7.4 8-9.6 6.2-9.6 3.2C-9.6-2.2-2.8-5.6 0-10.8z",
        "currentColor",
    ),
}

LEFT, MIDDLE, RIGHT = 34.0, 50.0, 66.0
TOP, CENTRE = 24.0, 70.0
STEP = (CENTRE - TOP) / 1.5

UPPER: dict[int, tuple[tuple[float, float], ...]] = {
    1: (),
    2: ((MIDDLE, TOP),),
    3: ((MIDDLE, TOP),),
    4: ((LEFT, TOP), (RIGHT, TOP)),
    5: ((LEFT, TOP), (RIGHT, TOP)),
    6: ((LEFT, TOP), (RIGHT, TOP)),
    7: ((LEFT, TOP), (RIGHT, TOP)),
    8: ((LEFT, TOP), (RIGHT, TOP), (MIDDLE, (TOP + CENTRE) / 2)),
    9: ((LEFT, TOP), (RIGHT, TOP), (LEFT, TOP + STEP), (RIGHT, TOP + STEP)),
    10: (
        (LEFT, TOP),
        (RIGHT, TOP),
        (LEFT, TOP + STEP),
        (RIGHT, TOP + STEP),
        (MIDDLE, TOP + STEP / 2),
    ),
}
UPRIGHT: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MIDDLE, CENTRE),),
    3: ((MIDDLE, CENTRE),),
    5: ((MIDDLE, CENTRE),),
    6: ((LEFT, CENTRE), (RIGHT, CENTRE)),
    7: ((LEFT, CENTRE), (RIGHT, CENTRE), (MIDDLE, (TOP + CENTRE) / 2)),
    8: ((LEFT, CENTRE), (RIGHT, CENTRE)),
    9: ((MIDDLE, CENTRE),),
}


def places(count: int) -> tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]:
    """Where the pips lie: those of the upper half, which the lower half repeats upside down, and
    those that are there once.

    >>> upper, once = places(7)
    >>> 2 * len(upper) + len(once)
    7
    """
    return UPPER[count], UPRIGHT.get(count, ())
