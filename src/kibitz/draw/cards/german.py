"""German cards: acorns, leaves, hearts and bells, with Unter, Ober, king and Daus.

The sign of an Ober is above, that of an Unter below: that is what they are called after. A Daus,
the deuce of dice, shows its suit twice, whatever letter a game writes for it.
"""

from __future__ import annotations

from kibitz.draw.cards import glyphs, pips
from kibitz.draw.cards.courts import Dress, figure
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import (
    BROWN,
    GOLD,
    GREEN,
    INK,
    PALE,
    RED,
    circle,
    group,
    line,
    path,
    turned,
    use,
)  # fmt: skip
from kibitz.draw.cards.plain import caption
from kibitz.draw.cards.spanish_courts import NONE, rey, sota
from kibitz.draw.svg import Element

__all__ = ["COLOURS", "SHAPES", "german"]

COLOURS = {"acorns": "#7a4d16", "leaves": "#276b35", "herz": RED, "bells": "#a8700a"}
NUT, CUP, LEAF = "#d9a441", "#3b7d3f", "#3f8f3f"

SHAPES: dict[str, Element] = {
    "acorns": figure(
        line("M0-7V-12.2", INK, 3),
        line("M0-7V-11.8", BROWN, 1.6),
        path("M-6.8-2.4H6.8C7.4 4.6 3.4 8.8 0 12C-3.4 8.8-7.4 4.6-6.8-2.4z", NUT),
        line("M-3.2 .6C-3.2 4.2-2 6.6-.6 8.6", "#f6dfa0", 1.5),
        path("M-8.4-1.6C-8.6-6.4-5.2-9 0-9S8.6-6.4 8.4-1.6C5.4-.2-5.4-.2-8.4-1.6z", CUP),
        line("M-5.2-1.2L-.4-8M0-.8L4.2-7.4M-5-6.4L-1.2-.8M-.8-8.4L4.8-1.2M4.2-7.4L7-3.6",
             "#20552a", 0.8),
    ),
    "leaves": figure(
        line("M0 6C.4 9 1.4 11 4 12.2", INK, 3),
        line("M0 6C.4 9 1.4 11 4 12.2", LEAF, 1.6),
        path("M0-11.6C2.2-6.8 9.4-3.6 9.4 2.2C9.4 6.6 4.6 8.8 0 5.6C-4.6 8.8-9.4 6.6-9.4 2.2"
             "C-9.4-3.6-2.2-6.8 0-11.6z", LEAF),
        line("M0-8V6M0 1.6L-5.6-.8M0 1.6L5.6-.8M0-3L-3.4-4.6M0-3L3.4-4.6", "#c9e3b4", 0.9),
    ),
    "herz": figure(
        path("M0 11C-2.8 6-10 2-10-4.2C-10-8-7.6-10-4.9-10C-2.5-10-.8-8.6 0-6.2"
             "C.8-8.6 2.5-10 4.9-10C7.6-10 10-8 10-4.2C10 2 2.8 6 0 11z", RED),
        line("M-7-4.4C-7-6.6-5.8-7.4-4.6-7.4", "#f6b7bd", 1.5),
    ),
    "bells": figure(
        path("M-2.6-9.4C-2.6-13 2.6-13 2.6-9.4L1-8H-1z", RED),
        circle(0, 0.6, 9.4, GOLD),
        path("M-9.3-.8Q0 2.4 9.3-.8V2.2Q0 5.4-9.3 2.2z", RED, INK, 0.7),
        line("M-5.6-4.6C-4.4-6.4-3-7.2-1.4-7.4", "#fdf0c8", 1.5),
        line("M0 4.6V9.4", INK, 1.5),
        circle(0, 5.2, 1.7, INK, "none"),
    ),
}  # fmt: skip

DRESSES = {
    "acorns": Dress("#b5762b", GREEN, RED, "#5d3a1c", "", "", NONE),
    "leaves": Dress(GREEN, GOLD, BROWN, "#8a5b2b", "", "", NONE),
    "herz": Dress(RED, GOLD, "#2f7d4f", "#c48a31", "", "", NONE),
    "bells": Dress("#d9a21c", RED, "#2c6f9c", "#3d3230", "", "", NONE),
}
COURTS = ("U", "O", "K")


def german(reading: Reading) -> list[Element]:
    """The drawing of a German card."""
    suit, rank = reading.suit, reading.rank
    colour = COLOURS[suit]
    if not rank:
        corner = [use(suit, 14, 18, 0.75)]
        sign = use(suit, 50, 70, 3)
        return [group(*corner, turned(*corner), sign, color=colour), *caption(reading.words)]
    written = reading.corner or rank
    corner = [use(suit, 13.4, 42.5, 0.8)]
    if glyphs.drawable(written):
        corner.insert(0, glyphs.written(written, 12.8, 19, 1.06))
    other = corner[:1] if rank in COURTS else corner  # a figure needs the room
    corners = group(*corner, turned(*other), color=colour)
    count = int(rank) if rank.isdigit() else 0
    if rank in COURTS:
        body = _court(rank, suit)
    elif rank in ("A", "D") or count in (1, 2):
        body = _daus(suit)
    elif count <= 10:
        body = [group(*_pips(count, suit), class_="kc-pips")]
    else:
        body = [group(glyphs.written(rank, 50, 70, 3), color=colour)]
    return [*body, corners, *caption(reading.words)]


def _pips(count: int, suit: str) -> list[Element]:
    upper, once = pips.places(count)
    drawn = [use(suit, x, y, 0.98) for x, y in upper]
    return [*drawn, *(use(suit, x, y, 0.98) for x, y in once), turned(*drawn)]


def _daus(suit: str) -> list[Element]:
    """Two large signs, and a ribbon between them."""
    half = [use(suit, 50, 41, 1.95)]
    curl = line("M50 70C44 62 32 63 29 70C27 75.6 33 78.6 35.4 74.6", COLOURS[suit], 1.6)
    bead = path("M50 66.2l2.8 3.8l-2.8 3.8l-2.8-3.8z", GOLD, INK, 0.7)
    return [curl, turned(curl), bead, group(*half, turned(*half), class_="kc-pips")]


def _court(rank: str, suit: str) -> list[Element]:
    """A figure: king and Ober lift their sign, at an Unter's feet it lies."""
    dress = DRESSES[suit]
    if rank == "K":
        drawn = rey(suit, dress)
    elif rank == "O":
        drawn = [*_cloak(dress), *sota(suit, dress)]
    else:
        drawn = sota(suit, dress, lifted=_pike(dress))
    field = path("M24 8H92V108H78V132H24z", "#fdf6e3", COLOURS[suit], 1)
    low = [use(suit, 37, 113, 1.05)] if rank == "U" else []
    shift = {"K": "translate(14 12)scale(.84)"}.get(rank, "translate(13 13)scale(.84)")
    return [field, group(*drawn, transform=shift), *low]


def _cloak(dress: Dress) -> list[Element]:
    """What an Ober wears over all else."""
    return [
        figure(
            path("M40 46C28 62 25 90 22.6 118H40L44 60zM60 46C72 62 75 90 77.4 118H60L56 60z",
                 dress.trim),
            path("M40 46C33 58 30 84 29 118H40L44 60zM60 46C67 58 70 84 71 118H60L56 60z",
                 PALE, "none"),
        ),
    ]  # fmt: skip


def _pike(dress: Dress) -> list[Element]:
    """What an Unter carries."""
    return [
        line("M80 122V30", INK, 3.2),
        line("M80 121V30", BROWN, 1.8),
        path("M80 14L84.4 27L80 33L75.6 27z", "#c3ccd6"),
        path("M80 33l4.4 3.4l-4.4 3.4l-4.4-3.4z", dress.panel),
    ]
