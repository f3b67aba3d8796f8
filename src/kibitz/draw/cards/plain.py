"""Cards of any other deck: the words printed on them, a colour, a sign, a number.

Nobody has drawn these cards before, so they are made from what the description says. Every word is
given a width it cannot leave, whatever letters the machine has.
"""

from __future__ import annotations

import textwrap
import zlib
from collections.abc import Sequence

from kibitz.draw.cards import glyphs, pips
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import HEIGHT, INK, PAPER, group, line, path, turned
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
    guess = 0.72 * size * len(text)
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
    longest = max([1, *map(len, lines)])  # a word may be nothing but space
    size = max(7.0, min(17.0, room / (0.7 * longest), 60 / (1.25 * max(1, len(lines)))))
    top = y - 1.25 * size * (len(lines) - 1) / 2 + 0.36 * size
    return [
        fitted(text, x, top + 1.25 * size * k, size, room, colour) for k, text in enumerate(lines)
    ]


def caption(words: Sequence[str]) -> list[Element]:
    """What else is printed on a card of a known deck: a line at its foot."""
    if not words:
        return []
    text = " ".join(words)
    text = text if len(text) <= 24 else text[:23] + "…"
    band = element("rect", x=23, y=123, width=54, height=13, rx=3, fill=PAPER, stroke=INK)
    return [band, fitted(text, 50, 132.6, 9, 49, INK)]


def plain(reading: Reading) -> list[Element]:
    """A card of an unknown deck."""
    colour = hue_of(reading)
    words, corner = list(reading.words), reading.rank
    short = [word for word in words if len(word) <= 2 and glyphs.drawable(word.upper())]
    if not corner and len(words) > 1 and len(short) == 1:  # a letter that does for a rank
        corner = short[0].upper()
        words.remove(short[0])
    index = [glyphs.written(corner, 12.2, 19, 1.06)] if glyphs.drawable(corner) else []
    return [group(_frame(colour, bool(index)), *index, turned(*index),
                  *_body(reading, words, corner, colour), color=colour)]  # fmt: skip


def _frame(colour: str, indexed: bool) -> Element:
    """A double line around, which leaves the corners to the ranks."""
    outer = "M25 8H92V106M75 132H8V34" if indexed else "M8 8H92V132H8z"
    inner = "M25 11H89V106M75 129H11V34" if indexed else "M11 11H89V129H11z"
    return group(line(outer, colour, 1.4), line(inner, colour, 0.6))


def _body(reading: Reading, words: list[str], corner: str, colour: str) -> list[Element]:
    """The words under a sign; a number shows itself in so many of the signs."""
    sign = SIGNS[_pick(reading, len(SIGNS))]
    count = int(reading.rank) if reading.rank.isdigit() else 0
    many = 1 <= count <= 10
    if not words and not many:
        return [glyphs.written(corner, 50, 70, 3)]
    if not words:
        upper, once = pips.places(count)
        spots = [*upper, *once, *((x, HEIGHT - y) for x, y in upper)]
        size = 1.6 if count == 1 else 0.56
    elif many:
        spots = _rows(count)
        size = 0.4
    else:
        spots, size = [(50, 42)], 1
    signs = [
        path(sign, colour, transform=f"translate({x:g} {y:g})scale({size:g})", fill_rule="evenodd")
        for x, y in spots
    ]
    return [group(*signs, class_="kc-pips" if many else None), *block(words, 50, 92, 68, INK)]


def _rows(count: int) -> list[tuple[float, float]]:
    """So many places, at most four in a row, in the upper half of a card.

    >>> len(_rows(7))
    7
    """
    rows = -(-count // 4)
    spots = []
    for row in range(rows):
        here = count // rows + (row < count % rows)
        y = 44 + 16 * (row - (rows - 1) / 2)
        spots += [(50 + 15.5 * (k - (here - 1) / 2), y) for k in range(here)]
    return spots
