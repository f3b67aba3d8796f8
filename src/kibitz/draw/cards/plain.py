"""Cards of any other deck: the words printed on them, a colour, a sign, a number.

Nobody has drawn these cards before, so they are made from what the description says. Every word is
given a width it cannot leave, whatever letters the machine has.
"""

from __future__ import annotations

import textwrap
import zlib
from collections.abc import Sequence

from kibitz.draw.cards import glyphs
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import INK, group, line, path, turned
from kibitz.draw.svg import Element, element

__all__ = ["caption", "hue_of", "plain"]

HUES = {
    "red": "#c4152f", "black": "#2a303c", "blue": "#23558f", "green": "#2f7d4f",
    "yellow": "#c8940c", "white": "#8b8f98", "orange": "#d06a12", "purple": "#6d3f96",
    "violet": "#6d3f96", "brown": "#84512a", "pink": "#c54b86", "grey": "#6a707c",
    "gray": "#6a707c", "gold": "#b98a1d", "silver": "#7e8794", "teal": "#10727c",
}  # fmt: skip
OTHERS = ("#23558f", "#a3341f", "#2f7d4f", "#6d3f96", "#84512a", "#10727c", "#b0406f", "#54606f")

SIGNS = (
    "M0-15a15 15 0 1 0 .1 0zM0-8a8 8 0 1 1-.1 0z",
    "M0-16L16 12H-16z",
    "M-13-13H13V13H-13z",
    "M0-17L15-8.5V8.5L0 17L-15 8.5V-8.5z",
    "M0-17L4.6-5.5L17-4.6L7.5 3.4L10.5 15.5L0 9L-10.5 15.5L-7.5 3.4L-17-4.6L-4.6-5.5z",
    "M-5-15H5V-5H15V5H5V15H-5V5H-15V-5H-5z",
    "M0-17C9-7 13-1 13 5A13 13 0 0 1-13 5C-13-1-9-7 0-17z",
    "M-15 4A15 15 0 0 1 15 4zM-11 8H11V13H-11z",
)


def hue_of(reading: Reading) -> str:
    """The colour of a card: the one it names, or one that goes with its first word."""
    if reading.hue in HUES:
        return HUES[reading.hue]
    return OTHERS[_pick(reading, len(OTHERS))]


def _pick(reading: Reading, count: int) -> int:
    word = reading.words[0] if reading.words else reading.rank
    return zlib.crc32(word.encode()) % count


def fitted(
    text: str, x: float, y: float, size: float, room: float, colour: str, bold: bool = True
) -> Element:
    """A line of text that cannot be wider than its room: where letters might run wide on some
    machine, the line is told its length."""
    guess = 0.68 * size * len(text)
    return element(
        "text", text, x=x, y=y, font_size=size, fill=colour, text_anchor="middle",
        font_family="Georgia,'DejaVu Serif',serif", font_weight="bold" if bold else None,
        textLength=room if guess > room else None,
        lengthAdjust="spacingAndGlyphs" if guess > room else None,
    )  # fmt: skip


def lines_of(words: Sequence[str], room: int = 12, most: int = 6) -> list[str]:
    """Words in lines; a long one is broken, and what is too much ends in an ellipsis."""
    lines: list[str] = []
    for word in words:
        lines += textwrap.wrap(word, room, break_long_words=True) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: room - 1] + "…"]
    return lines


def block(words: Sequence[str], x: float, y: float, room: float, colour: str) -> list[Element]:
    """Some words under each other, in the middle of a place, as large as they fit."""
    lines = lines_of(words)
    longest = max(map(len, lines), default=1)
    size = max(8.0, min(17.0, room / (0.66 * longest), 62 / (1.25 * len(lines))))
    top = y - 1.25 * size * (len(lines) - 1) / 2 + 0.36 * size
    return [
        fitted(text, x, top + 1.25 * size * k, size, room, colour) for k, text in enumerate(lines)
    ]


def caption(words: Sequence[str], y: float = 70) -> list[Element]:
    """What else is printed on a card of a known deck, on a band across it."""
    if not words:
        return []
    text = " ".join(words)
    text = text if len(text) <= 24 else text[:23] + "…"
    band = element("rect", x=20, y=y - 8, width=60, height=16, rx=3, fill="#fffefa", stroke=INK)
    return [band, fitted(text, 50, y + 3.4, 9.5, 54, INK)]


def plain(reading: Reading) -> list[Element]:
    """A card of an unknown deck."""
    colour = hue_of(reading)
    words = list(reading.words)
    short = [word for word in words if len(word) <= 2 and glyphs.drawable(word.upper())]
    corner = reading.rank or (short[0].upper() if short and len(words) > 1 else "")
    if short and corner == short[0].upper() and not reading.rank:
        words.remove(short[0])
    index = [glyphs.written(corner, 13, 18, 0.9)] if glyphs.drawable(corner) else []
    sign = SIGNS[_pick(reading, len(SIGNS))]
    frame = (
        line("M24 10H90V116M76 130H10V24", colour, 1.1)
        if index
        else line("M10 10H90V130H10z", colour, 1.1)
    )
    if words:
        body = [
            path(sign, colour, transform="translate(50 38)", fill_rule="evenodd"),
            *block(words, 50, 88, 72, INK),
        ]
    else:
        body = [glyphs.written(corner, 50, 70, 3)] if index else []
    return [group(frame, *index, turned(*index), *body, color=colour)]
