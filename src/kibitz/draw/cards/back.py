"""The back of every card: a fine lattice in the colour of the house."""

from __future__ import annotations

from kibitz.draw.cards.ink import circle, group, line, path
from kibitz.draw.svg import Element, element

__all__ = ["back"]

DEEP, FINE, BRIGHT = "#123f4d", "#4f8a94", "#e5d3a1"


def back() -> list[Element]:
    """The drawing of a back, on paper."""
    return [
        element("rect", x=6, y=6, width=88, height=128, rx=4.5, fill=DEEP),
        line(_lattice(), FINE, 0.7),
        path(_knots(), BRIGHT),
        element(
            "rect", x=8.6, y=8.6, width=82.8, height=122.8, rx=2.6,
            fill="none", stroke=BRIGHT, stroke_width=0.8,
        ),
        group(
            path("M50 43L69 70L50 97L31 70z", DEEP, BRIGHT, 1),
            path("M50 48.5L65 70L50 91.5L35 70z", "none", FINE, 0.7),
            circle(50, 70, 8.5, "none", BRIGHT, 1),
            path("M50 58.5Q51.4 68.6 61.5 70Q51.4 71.4 50 81.5Q48.6 71.4 38.5 70"
                 "Q48.6 68.6 50 58.5z", BRIGHT),
            circle(50, 70, 2.2, DEEP),
        ),
    ]  # fmt: skip


def _lattice() -> str:
    """Diagonal lines between the sides of the inner frame."""
    left, top, right, bottom = 10.0, 10.0, 90.0, 130.0
    parts = []
    for down in (1, -1):
        for k in range(-14, 30):
            # x = start + down * (y - top), cut at the sides
            start = left + 8 * k
            points = []
            for y in (top, bottom):
                x = start + down * (y - top)
                if x < left:
                    y += (left - x) * down
                    x = left
                elif x > right:
                    y += (right - x) * down
                    x = right
                points.append((x, y))
            (a, b), (c, d) = points
            if abs(a - c) > 1 and top <= b <= bottom and top <= d <= bottom:
                parts.append(f"M{a:g} {b:g}L{c:g} {d:g}")
    return "".join(parts)


def _knots() -> str:
    """Small diamonds where every second pair of lines crosses."""
    parts = []
    for row in range(15):
        for column in range(10):
            x, y = 14 + 8 * column, 14 + 8 * row
            inside = 12 < x < 88 and 12 < y < 128
            if inside and (row + column) % 2 == 0 and abs(x - 50) / 23 + abs(y - 70) / 31 > 1:
                parts.append(f"M{x} {y - 1.1:g}l1.1 1.1l-1.1 1.1l-1.1-1.1z")
    return "".join(parts)
