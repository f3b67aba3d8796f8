"""Cards in rows on green felt, a name beside each row: a whole table in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.draw.cards.faces import Printed
from kibitz.draw.cards.ink import HEIGHT, WIDTH, group
from kibitz.draw.cards.sprite import backside, face, picture
from kibitz.draw.svg import Element, element

__all__ = ["Row", "rows_svg"]

FELT, CHALK, DIM = "#2c5f4a", "#ffffff", "#cfe3d8"
SIZE = 0.6
"""Of a card, against one that stands alone."""
STEP = 26
"""From one card of a row to the next."""
TALL = round(HEIGHT * SIZE) + 14
LEFT = 14
NAME, NOTE = 15, 11.5
"""The sizes of letters; each is about three fifths as wide, at most."""


@dataclass(frozen=True, slots=True)
class Row:
    """Some cards, whose they are, and what else is to be said; None is a card face down."""

    name: str
    cards: Sequence[Printed | None]
    note: str = ""
    strong: bool = False


def rows_svg(title: str, rows: Sequence[Row]) -> str:
    """A picture of rows of cards."""
    longest = max((len(row.cards) for row in rows), default=1)
    wide = max((max(NAME * len(row.name), NOTE * len(row.note)) for row in rows), default=0)
    start = round(LEFT + 0.6 * wide + 12)
    width = start + STEP * max(0, longest - 1) + round(WIDTH * SIZE) + LEFT
    height = TALL * len(rows) + 10
    drawn = [element("rect", width=width, height=height, rx=10, fill=FELT)]
    for number, row in enumerate(rows):
        drawn += _row(row, start, 10 + TALL * number)
    return picture(width, height, title, drawn)


def _row(row: Row, start: int, top: int) -> list[Element]:
    middle = top + TALL / 2
    words = [_text(row.name, middle - (8 if row.note else 0), NAME, CHALK, row.strong)]
    if row.note:
        words.append(_text(row.note, middle + 12, NOTE, DIM))
    cards = [
        group(
            *(backside() if card is None else face(card)),
            transform=f"translate({start + STEP * k} {top})scale({SIZE})",
        )
        for k, card in enumerate(row.cards)
    ]
    return [*words, *cards]


def _text(words: str, y: float, size: float, ink: str, strong: bool = False) -> Element:
    return element(
        "text", words, x=LEFT, y=y, fill=ink, font_size=size, font_family="system-ui,sans-serif",
        font_weight=600 if strong else None,
    )  # fmt: skip
