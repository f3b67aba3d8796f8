"""Spanish cards: oros, copas, espadas and bastos, with their pintas.

The line around a card is broken at top and bottom, so that a player who spreads a hand a little
knows the suit before seeing it: oros not at all, copas once, espadas twice, bastos three times.
"""

from __future__ import annotations

from kibitz.draw.cards import glyphs
from kibitz.draw.cards.courts import figure
from kibitz.draw.cards.faces import Reading
from kibitz.draw.cards.ink import (
    BLUE,
    GOLD,
    INK,
    RED,
    circle,
    group,
    line,
    path,
    turned,
    use,
)  # fmt: skip
from kibitz.draw.cards.plain import caption
from kibitz.draw.cards.scenes import star
from kibitz.draw.cards.spanish_courts import FIGURES, caballo, rey, sota
from kibitz.draw.svg import Element

__all__ = ["COLOURS", "SHAPES", "spanish"]

COLOURS = {"oros": "#b07c10", "copas": RED, "espadas": BLUE, "bastos": "#27693f"}
PINTAS: dict[str, tuple[int, ...]] = {
    "oros": (),
    "copas": (50,),
    "espadas": (40, 60),
    "bastos": (32, 50, 68),
}
ACES = {"oros": 2.4, "copas": 2.6, "espadas": 2.7, "bastos": 2.15}
"""How large an ace is."""
STEEL, LEAF, WOOD = "#b9cbe0", "#3f8f4f", "#b07a3c"

SHAPES: dict[str, Element] = {
    "oros": figure(
        circle(0, 0, 11, GOLD),
        circle(0, 0, 8.4, "#f7d169", "#9a6a0c", 0.7),
        path("M0-7.4Q2.2-2.2 7.4 0Q2.2 2.2 0 7.4Q-2.2 2.2-7.4 0Q-2.2-2.2 0-7.4z", RED, "none"),
        path("M-4.6-4.6Q0-1.6 4.6-4.6Q1.6 0 4.6 4.6Q0 1.6-4.6 4.6Q-1.6 0-4.6-4.6z", BLUE, "none"),
        circle(0, 0, 1.9, GOLD, INK, 0.5),
    ),
    "copas": figure(
        path("M-2 3.4H2V9C4.6 9.4 6.4 10.6 6.8 12.6H-6.8C-6.4 10.6-4.6 9.4-2 9z", GOLD),
        path("M-9-10H9C9.6-1.6 6.4 4.8 0 5S-9.6-1.6-9-10z", RED),
        path("M-8.8-4.6H8.8C8.6-2.8 8.2-1.2 7.4 0H-7.4C-8.2-1.2-8.6-2.8-8.8-4.6z", GOLD, INK, 0.6),
        path("M-9.6-12.4H9.6V-9.4H-9.6z", GOLD),
        path("M-2.4-2.4l2.4-1.8l2.4 1.8l-2.4 1.8z", BLUE, "none"),
        circle(0, 7, 2.1, GOLD),
    ),
    "espadas": figure(
        path("M-2.3 7V-12.4L0-17L2.3-12.4V7z", STEEL),
        line("M0-13V6", "#56759b", 0.8),
        path("M-7 6.4Q0 8.6 7 6.4V9.4Q0 11-7 9.4z", GOLD),
        path("M-1.5 10H1.5V14.4H-1.5z", RED),
        circle(0, 15.4, 2, GOLD),
        circle(-7, 7.9, 1.6, GOLD),
        circle(7, 7.9, 1.6, GOLD),
    ),
    "bastos": figure(
        path("M-4.4-4.6L-8.6-7.4L-9.6-4.6L-4.2-1zM4 .4L7.8-2.8L9.4-.4L3.6 4z", WOOD),
        path("M-8.8-7.6C-12-9.4-12.4-12.6-11-15C-8-13.6-7.2-10.4-8.8-7.6z"
             "M8.6-3C12.4-4.2 13.4-7.4 12.6-10.2C9.2-9.4 7.8-6.4 8.6-3z", LEAF),
        path("M-2.4 16.2C-3 7.6-5.8-.6-5.8-10.6C-5.8-14.6-3.4-17 0-17S5.8-14.6 5.8-10.6"
             "C5.8-.6 3 7.6 2.4 16.2Q0 17.4-2.4 16.2z", WOOD),
        line("M-2.8-9C-2.6-3-1 3-.8 12M2.6-6C2.4-1 1.2 4 1 9", "#6e4318", 0.9),
        path("M-3.6-13.6a3.6 1.8 0 1 0 7.2 0a3.6 1.8 0 1 0-7.2 0z", "#f0d9a8", INK, 0.6),
        circle(-.4, -3, 1.3, "#6e4318", "none"),
    ),
}  # fmt: skip

ROWS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, -30), (0, 30)),
    3: ((0, -36), (0, 0), (0, 36)),
    4: ((-1, -30), (1, -30), (-1, 30), (1, 30)),
    5: ((-1, -34), (1, -34), (0, 0), (-1, 34), (1, 34)),
    6: ((-1, -36), (1, -36), (-1, 0), (1, 0), (-1, 36), (1, 36)),
    7: ((-1, -36), (1, -36), (0, -18), (-1, 4), (1, 4), (-1, 38), (1, 38)),
    8: ((-1, -37), (1, -37), (0, -18.5), (-1, 0), (1, 0), (0, 18.5), (-1, 37), (1, 37)),
    9: ((-1, -37), (0, -37), (1, -37), (-1, 0), (0, 0), (1, 0), (-1, 37), (0, 37), (1, 37)),
}
"""Where the pips lie, from the middle: -1 is the left column, 1 the right one."""


def frame(suit: str) -> Element:
    """The line around the card, broken as the suit says."""
    top = "M7 7"
    bottom = "M7 133"
    for gap in PINTAS[suit]:
        top += f"H{gap - 4}M{gap + 4} 7"
        bottom += f"H{gap - 4}M{gap + 4} 133"
    return line(f"{top}H93V133M7 7V133{bottom}H93", COLOURS[suit], 1.3)


def spanish(reading: Reading) -> list[Element]:
    """The drawing of a Spanish card."""
    suit, rank = reading.suit, reading.rank
    if not rank:
        return [frame(suit), use(suit, 50, 70, 2.9), *caption(reading.words)]
    corner = [use(suit, 16.2, 44.5, 0.56)]
    if glyphs.drawable(rank):
        corner.insert(0, glyphs.written(rank, 17, 22, 0.98))
    number = int(rank) if rank.isdigit() else 0
    other = corner[:1] if number in FIGURES else corner  # a figure needs the room
    corners = group(*corner, turned(*other), color=COLOURS[suit])
    if number == 1:
        body = [
            group(use(suit, 50, 70, ACES[suit]), class_="kc-pips"),
            *_ornament(suit),
        ]
    elif number in ROWS:
        body = [group(*_pips(number, suit), class_="kc-pips")]
    elif number in FIGURES:
        drawn = {10: sota, 11: caballo, 12: rey}[number](suit)
        body = [group(*drawn, transform="translate(4 10.5)scale(.86)")]
    else:
        body = [group(glyphs.written(rank, 50, 70, 2.6), color=COLOURS[suit])]
    return [frame(suit), *body, corners, *caption(reading.words)]


def _pips(count: int, suit: str) -> list[Element]:
    low = suit in ("oros", "copas")
    scale = {2: 1.5, 3: 1.25, 4: 1.16, 5: 1.1}.get(count, 1.0)
    if not low and count in (3, 8, 9):
        scale = 1.02
    if suit == "bastos" and count > 3:
        scale *= 0.88  # their leaves need the room
    if suit == "oros" and count == 7:
        scale = 0.92
    half = 14.5 if count < 9 else 18.0
    return [use(suit, 50 + half * x, 70 + y, scale) for x, y in ROWS[count]]


def _ornament(suit: str) -> list[Element]:
    """What makes an ace a fine one: rays, vines, a ribbon, leaves."""
    if suit == "oros":
        rays = star(50, 70, 35, 28.5, 24) + "M50 43.6a26.4 26.4 0 1 0 .1 0z"
        return [
            path(rays, GOLD, "#9a6a0c", 0.7, fill_rule="evenodd"),
            circle(50, 70, 11.6, GOLD, "#9a6a0c", 1),
            line("M44.6 67q1.8-1.8 3.6 0M51.8 67q1.8-1.8 3.6 0M50 67.4v4.2h-1.6", INK, 1.1),
            line("M45 74.6Q50 78.6 55 74.6", RED, 1.5),
        ]
    if suit == "copas":
        return [
            line("M28 114C38 122 44 111 50 117C56 111 62 122 72 114", RED, 1.5),
            line("M34 26C40 31 46 24 50 29C54 24 60 31 66 26", RED, 1.5),
        ]
    twigs = ((35, 78, 1), (32, 66, 1), (40, 90, 1), (65, 78, -1), (68, 66, -1), (60, 90, -1))
    leaves = "".join(
        f"M{x} {y}q{-7 * way}-1 {-8 * way}-8q{6 * way} 1 {8 * way} 8z" for x, y, way in twigs
    )
    if suit == "espadas":
        branches = "M44 98C35 90 31 76 32 58M56 98C65 90 69 76 68 58"
        return [line(branches, "#27693f", 1.2), path(leaves, LEAF, INK, 0.5)]
    return [line("M30 118C40 124 45 115 50 120C55 115 60 124 70 118", "#27693f", 1.4)]
