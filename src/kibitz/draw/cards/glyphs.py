"""Ranks as they stand in the corners, drawn by us: no card depends on the fonts of a machine.

A glyph is a line of even weight in a box 12 wide and 20 high around the origin, in the colour of
the group it is used in.
"""

from __future__ import annotations

from kibitz.draw.cards.ink import group, path, use
from kibitz.draw.svg import Element

__all__ = ["SHAPES", "drawable", "written"]

LINES = {
    "0": "M0-8.5C3.6-8.5 4.7-4.5 4.7 0S3.6 8.5 0 8.5S-4.7 4.5-4.7 0S-3.6-8.5 0-8.5z",
    "1": "M-4.4-5.4C-2-5.7-.4-7 0-9.4V8.5M-4.6 8.5H4.6",
    "2": "M-4.6-4.4C-4.4-7.4-2.4-8.5 0-8.5C2.9-8.5 4.5-6.8 4.5-4.2C4.5-.2-3.7 3.2-4.6 8.5H5.4",
    "3": "M-4.6-8.5H3.6L-1-1.9C2.8-2.1 4.7.2 4.7 3.2C4.7 6.6 2.5 8.5-.3 8.5C-2.6 8.5-4.4 7.3-5 5.2",
    "4": "M2 10V-8.2L-4.9 4H5.8",
    "5": "M4.2-8.5H-3.3L-3.9-.8C-3-1.9-1.6-2.5 0-2.5C2.9-2.5 4.8-.3 4.8 2.9"
    "C4.8 6.3 2.7 8.5-.3 8.5C-2.6 8.5-4.3 7.4-5 5.4",
    "6": "M4.3-6C3.7-7.7 2.3-8.5.6-8.5C-2.9-8.5-4.7-4.6-4.7 1C-4.7 6-2.8 8.5 0 8.5"
    "C2.9 8.5 4.7 6.3 4.7 3.2C4.7.1 2.9-1.9.2-1.9C-2.4-1.9-4.4 0-4.7 2.6",
    "7": "M-4.8-5.6V-8.5H4.4C1.5-3.5-1 2.4-1.4 10",
    "8": "M0-1C-2.5-1-4.2-2.7-4.2-4.8S-2.5-8.5 0-8.5S4.2-6.9 4.2-4.8S2.5-1 0-1"
    "C-2.8-1-4.8.9-4.8 3.7S-2.8 8.5 0 8.5S4.8 6.5 4.8 3.7S2.8-1 0-1z",
    "9": "M-4.3 6C-3.7 7.7-2.3 8.5-.6 8.5C2.9 8.5 4.7 4.6 4.7-1C4.7-6 2.8-8.5 0-8.5"
    "C-2.9-8.5-4.7-6.3-4.7-3.2C-4.7-.1-2.9 1.9-.2 1.9C2.4 1.9 4.4 0 4.7-2.6",
    "A": "M-5.4 8.6L0-8.4L5.4 8.6M-3.6 3.4H3.6M-7.4 8.6H-3.2M3.2 8.6H7.4",
    "C": "M5-4.4C4.4-7.3 2.6-8.5.4-8.5C-3.4-8.5-5-4.6-5 0S-3.4 8.5.4 8.5C2.8 8.5 4.6 7 5.1 4.2"
    "M5-9.6V-3.8",
    "J": "M-1.6-8.5H5.8M2.4-8.5V4C2.4 7.1.7 8.5-1.4 8.5C-3.7 8.5-5 7.2-5.1 4.6",
    "K": "M-3.9-8.5V8.5M-6.6-8.5H-1.2M-6.6 8.5H-1.2M5-8.5L-3.4 2.6M-.9-.8L5 8.5M2.4-8.5H7"
    "M2.6 8.5H7.2",
    "Q": "M0-8.5C3.9-8.5 5.3-4.6 5.3 0S3.9 8.5 0 8.5S-5.3 4.6-5.3 0S-3.9-8.5 0-8.5z"
    "M-.4 3.2C2.4 3.4 3 8.6 6.8 9.6",
}

SHAPES: dict[str, Element] = {
    f"g{letter}": path(d, "none", "currentColor", 3) for letter, d in LINES.items()
}


def drawable(text: str) -> bool:
    """Whether a rank can be drawn: one or two letters that we have."""
    return 0 < len(text) <= 2 and all(letter in LINES for letter in text)


def written(text: str, x: float, y: float, scale: float = 1) -> Element:
    """A rank of one or two letters, its middle at a point."""
    if len(text) == 1:
        return use(f"g{text}", x, y, scale)
    gap = [4.2 if letter == "1" else 6.6 for letter in text]
    wide = sum(gap) * 2
    at, placed = -wide / 2, []
    for letter, half in zip(text, gap, strict=True):
        placed.append(use(f"g{letter}", at + half))
        at += 2 * half
    squeeze = min(1, 16.8 / wide)
    moved = f"translate({x:g} {y:g})scale({scale * squeeze:.3g} {scale:g})"
    return group(*placed, transform=moved)
