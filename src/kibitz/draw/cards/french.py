"""French cards: hearts, diamonds, clubs and spades, with pips, courts and a fine ace."""

from __future__ import annotations

from kibitz.draw.cards import glyphs, pips
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import group, turned, use
from kibitz.draw.cards.plain import caption
from kibitz.draw.svg import Element

__all__ = ["french"]


def index(rank: str, suit: str) -> list[Element]:
    """The corner: the rank over the suit, large enough for a card of the size of a stamp."""
    return [glyphs.written(rank, 12.5, 18, 0.92), use(suit, 12.5, 39, 0.68)]


def french(reading: Reading) -> list[Element]:
    """The drawing of a French card."""
    suit, rank = reading.suit, reading.rank
    colour = pips.COLOURS[suit]
    if not rank:
        corner = [use(suit, 13, 17, 0.75)]
        return [
            group(*corner, turned(*corner), use(suit, 50, 70, 3.1), color=colour),
            *caption(reading.words, 116),
        ]
    corner = index(rank, suit) if glyphs.drawable(rank) else [use(suit, 13, 17, 0.75)]
    count = 1 if rank == "A" else int(rank) if rank.isdigit() else 0
    if 1 <= count <= 10:
        body = [group(*_pips(count, suit), class_="kc-pips")]
    else:
        body = [glyphs.written(rank, 50, 70, 3)]
    return [group(*corner, turned(*corner), *body, color=colour), *caption(reading.words)]


def _pips(count: int, suit: str) -> list[Element]:
    upper, once = pips.places(count)
    size = 2.2 if count == 1 else 0.98
    drawn = [use(suit, x, y, size) for x, y in upper]
    again = [use(suit, x, 140 - y, size, 180) for x, y in upper]
    return [*drawn, *(use(suit, x, y, size) for x, y in once), *again]
