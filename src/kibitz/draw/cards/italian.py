"""Italian cards: denari, coppe, spade and bastoni, numbers to seven, fante, cavallo and re.

Coins have a flower on them, cups have handles, swords are slender and batons smooth: that is how
they are told from the Spanish ones. The frame is whole.
"""

from __future__ import annotations

from kibitz.draw.cards import glyphs
from kibitz.draw.cards.courts import Dress, figure
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import BLUE, GOLD, GREEN, INK, RED, circle, group, line, path, use
from kibitz.draw.cards.plain import caption
from kibitz.draw.cards.spanish import ROWS
from kibitz.draw.cards.spanish_courts import NONE, caballo, rey, sota
from kibitz.draw.svg import Element, element

__all__ = ["COLOURS", "SHAPES", "italian"]

COLOURS = {"denari": "#a86f0a", "coppe": RED, "spade": BLUE, "bastoni": "#27693f"}
ACES = {"denari": 2.5, "coppe": 2.1, "spade": 2.7, "bastoni": 2.6}
"""How large an ace is."""
STEEL, TEAL = "#bfd0e2", "#1f7a78"
PETAL = "M0-2.2C2.6-4.2 2.4-7.2 0-8.8C-2.4-7.2-2.6-4.2 0-2.2z"

SHAPES: dict[str, Element] = {
    "denari": figure(
        circle(0, 0, 11.4, GOLD),
        circle(0, 0, 9.6, "#fbe7ad", "#9a6a0c", 0.7),
        *(path(PETAL, RED if k % 2 else TEAL, "none", transform=f"rotate({45 * k})")
          for k in range(8)),
        circle(0, 0, 2.6, GOLD, INK, 0.6),
    ),
    "coppe": figure(
        path("M-1.8 5H1.8V9.6C5 10 6.6 11.4 7 13.6H-7C-6.6 11.4-5 10-1.8 9.6z", GOLD),
        line("M-8-9.4C-13.6-9.6-13.4-1.6-6.4-.6M8-9.4C13.6-9.6 13.4-1.6 6.4-.6", INK, 3.2),
        line("M-8-9.4C-13.6-9.6-13.4-1.6-6.4-.6M8-9.4C13.6-9.6 13.4-1.6 6.4-.6", GOLD, 1.7),
        path("M-8.4-12H8.4C8.8-2.6 6 5.6 0 6S-8.8-2.6-8.4-12z", RED),
        path("M-9.2-13.6H9.2V-10.4H-9.2z", GOLD),
        path("M0-8.4l2.8 4l-2.8 4l-2.8-4z", "#fbe7ad", "none"),
        circle(0, 7.6, 2.1, TEAL),
    ),
    "spade": figure(
        path("M-1.8 8V-12.6L0-18L1.8-12.6V8z", STEEL),
        line("M0-14V7", "#56759b", 0.7),
        path("M-6.6 5.4C-6.6 9-3.4 8.6-1.6 8.4H1.6C3.4 8.6 6.6 9 6.6 5.4C8.6 9.6 5.4 11.4 1.6 11"
             "H-1.6C-5.4 11.4-8.6 9.6-6.6 5.4z", GOLD),
        path("M-1.5 11H1.5V15H-1.5z", BLUE),
        path("M0 14l2.7 2.2l-2.7 2.2l-2.7-2.2z", RED),
    ),
    "bastoni": figure(
        path("M-2.2-13.6H2.2L3 13.6H-3z", "#c08a45"),
        path("M-4.2-17.6H4.2L2.6-12.4H-2.6zM-4.6 17.6H4.6L3.2 12.2H-3.2z", GREEN),
        path("M-2.7-6.4H2.7V-3.6H-2.7zM-2.9 3.6H2.9V6.4H-2.9z", GOLD),
        path("M-2.6-1.6H2.6V1.6H-2.6z", RED),
    ),
}  # fmt: skip

DRESSES = {
    "denari": Dress("#c98f17", TEAL, RED, "#6d3d20", "#e7dcc6", "", NONE),
    "coppe": Dress(RED, TEAL, GOLD, "#3c3436", "#8d5a30", "", NONE),
    "spade": Dress(BLUE, GOLD, RED, "#a6752c", "#d4d5da", "", NONE),
    "bastoni": Dress(GREEN, RED, GOLD, "#5b3a1e", "#6b4c36", "", NONE),
}
FIGURES = {8: sota, 9: caballo, 10: rey}


def italian(reading: Reading) -> list[Element]:
    """The drawing of an Italian card."""
    suit, rank = reading.suit, reading.rank
    if not rank:
        return [_frame(suit), use(suit, 50, 70, 2.9), *caption(reading.words)]
    number = int(rank) if rank.isdigit() else 0
    written = reading.corner or rank
    corner = [use(suit, 16.2, 44.5, 0.6)]
    if glyphs.drawable(written):
        corner.insert(0, glyphs.written(written, 17, 22, 0.98))
    other = corner[:1] if number in FIGURES else corner  # a figure needs the room
    flipped = group(*other, transform="rotate(180 50 70)")
    corners = group(*corner, flipped, color=COLOURS[suit])
    if 1 <= number <= 7:
        body = [group(*_pips(number, suit), class_="kc-pips")]
    elif number in FIGURES:
        drawn = FIGURES[number](suit, DRESSES[suit])
        body = [group(*drawn, transform="translate(4 10.5)scale(.86)")]
    else:
        body = [group(glyphs.written(rank, 50, 70, 2.6), color=COLOURS[suit])]
    return [_frame(suit), *body, corners, *caption(reading.words)]


def _frame(suit: str) -> Element:
    return element(
        "rect", x=7, y=7, width=86, height=126, rx=3, fill="none",
        stroke=COLOURS[suit], stroke_width=1.3,
    )  # fmt: skip


def _pips(count: int, suit: str) -> list[Element]:
    if count == 1:
        return [use(suit, 50, 70, ACES[suit])]
    scale = {2: 1.4, 3: 1.1, 4: 1.1, 5: 1.0, 7: 0.86}.get(count, 0.96)
    if suit not in ("denari", "coppe"):  # the long ones would touch each other
        scale = {2: 1.4, 4: 1.25, 5: 1.0, 7: 0.82}.get(count, 0.92)
    elif suit == "coppe" and count > 3:
        scale *= 0.92
    return [use(suit, 50 + 14 * x, 70 + y, scale) for x, y in ROWS[count]]
