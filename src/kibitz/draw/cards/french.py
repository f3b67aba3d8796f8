"""French cards: hearts, diamonds, clubs and spades, with pips, courts and a fine ace."""

from __future__ import annotations

from kibitz.draw.cards import glyphs, pips
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import BLACK, GOLD, INK, PALE, group, line, path, turned, use
from kibitz.draw.cards.plain import caption
from kibitz.draw.svg import Element, element

__all__ = ["ace", "bare_court", "court", "french", "index"]


def index(rank: str, suit: str) -> list[Element]:
    """The corner: the rank over the suit, large enough for a card of the size of a stamp."""
    return [glyphs.written(rank, 12.2, 19, 1.06), use(suit, 12.2, 42.5, 0.76)]


def french(reading: Reading) -> list[Element]:
    """The drawing of a French card."""
    suit, rank = reading.suit, reading.rank
    colour = pips.COLOURS[suit]
    if not rank:
        corner = [use(suit, 13, 17, 0.75)]
        return [
            group(*corner, turned(*corner), use(suit, 50, 70, 3.1), color=colour),
            *caption(reading.words),
        ]
    corner = index(rank, suit) if glyphs.drawable(rank) else [use(suit, 13, 17, 0.75)]
    count = 1 if rank == "A" else int(rank) if rank.isdigit() else 0
    if 1 <= count <= 10:
        body = [group(*_pips(count, suit), class_="kc-pips")]
        if count == 1:
            body = ace(suit)
    elif rank in ("J", "C", "Q", "K"):
        body = [court(rank, suit)]
    else:
        body = [glyphs.written(rank, 50, 70, 3)]
    return [group(*corner, turned(*corner), *body, color=colour), *caption(reading.words)]


def court(rank: str, suit: str) -> Element:
    """A court card: a frame, and the half figure twice."""
    half = [use(f"{rank}{suit}")]
    if suit:
        half.append(use(suit, 29.8, 17, 0.54))
    return group(
        element("rect", x=23, y=9, width=54, height=122, fill="#fdf6e3"),
        *half,
        turned(*half),
        element("rect", x=23, y=9, width=54, height=122, fill="none", stroke=INK),
    )


def ace(suit: str) -> list[Element]:
    """One large pip; that of spades is the fine one of every deck."""
    if suit != "spades":
        curl = line("M36 33C42 29 47 35 50 31C53 35 58 29 64 33", "currentColor", 1.2)
        bead = path("M50 23l2 2.6l-2 2.6l-2-2.6z", GOLD)
        return [group(use(suit, 50, 70, 2.5), class_="kc-pips"), curl, bead, turned(curl, bead)]
    return [
        group(use(suit, 50, 69, 3.5), class_="kc-pips"),
        line("M50 40C57 52 74 60 74 76C74 84 66 88 60 86M50 40C43 52 26 60 26 76"
             "C26 84 34 88 40 86", PALE, 1.1),
        line("M50 84C44 80 38 74 38 68S46 62 50 69C54 62 62 62 62 68S56 80 50 84zM50 54V62M46 58"
             "H54", GOLD, 1.3),
        path("M50 70l3 4.4l-3 4.4l-3-4.4z", GOLD),
        line("M30 112C38 118 46 112 50 116C54 112 62 118 70 112M38 28C44 24 48 30 50 26"
             "C52 30 56 24 62 28", BLACK, 1.2),
        path("M50 118.6l2 2.6l-2 2.6l-2-2.6zM50 17.4l2 2.6l-2 2.6l-2-2.6z", GOLD),
    ]  # fmt: skip


def _pips(count: int, suit: str) -> list[Element]:
    upper, once = pips.places(count)
    drawn = [use(suit, x, y) for x, y in upper]
    return [*drawn, *(use(suit, x, y) for x, y in once), turned(*drawn)]


def bare_court(reading: Reading) -> list[Element]:
    """A court card of a deck that has no suits."""
    corner = [glyphs.written(reading.rank, 12.2, 19, 1.06)]
    return [group(*corner, turned(*corner), court(reading.rank, ""), color="#4b3c74")]
