"""Sota, caballo and rey: the page, the rider and the king, each standing on his own ground."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.draw.cards.courts import Dress, figure, horse_head, jack_head, king_head
from kibitz.draw.cards.ink import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    RED,
    SKIN,
    circle,
    group,
    line,
    path,
    use,
)  # fmt: skip
from kibitz.draw.svg import Element

__all__ = ["FIGURES", "NONE", "caballo", "rey", "sota"]

FIGURES = (10, 11, 12)
LOW = ("oros", "copas", "denari", "coppe", "acorns", "leaves", "herz", "bells")
"""Signs that are not long."""
WHITE = "#fbf6e9"
NONE = ("", "")
DRESSES = {
    "oros": Dress("#d99a1e", BLUE, RED, "#7a4a26", "#f3eadb", "", NONE),
    "copas": Dress(RED, GOLD, "#2f7d6b", "#3c3436", "#9a6236", "", NONE),
    "espadas": Dress(BLUE, RED, GOLD, "#b9862f", "#c9ccd4", "", NONE),
    "bastos": Dress(GREEN, GOLD, RED, "#94501f", "#5d4634", "", NONE),
}


def _ground() -> list[Element]:
    return [
        path("M22 127C30 120 40 121.6 50 121S72 119.6 80 127z", "#8db36b", "none"),
        line("M28 124l1.4-4l1.4 4M67 122.4l1.4-4l1.4 4M74 125l1-3.4l1.4 3.4", "#4d7d3d", 0.9),
    ]


def _arm(
    dress: Dress, colour: str, suit: str, lifted: Sequence[Element] | None = None
) -> list[Element]:
    """The arm that lifts the sign of the suit, or something else."""
    sign = lifted is None  # it is before the hand, a staff behind it
    if lifted is None:
        y = 37 if suit in LOW else 38
        lifted = [use(suit, 80, y, 0.86)]
    return [
        *(() if sign else lifted),
        path("M59 50C65 50 68 56 70.6 60.4L77 54L80.6 58C77 65.6 72 70 67.6 69"
             "C62.6 67 59 62 57.6 58z", colour),
        path("M75.6 55.2L78.8 52.4L82.6 56.8L79.4 59.8z", dress.trim),
        circle(80.4, 52.6, 3, SKIN),
        *(lifted if sign else ()),
    ]  # fmt: skip


def rey(suit: str, dress: Dress | None = None) -> list[Element]:
    dress = dress or DRESSES[suit]
    diamonds = "".join(f"M50 {y}l3 4.4l-3 4.4l-3-4.4z" for y in range(82, 112, 11))
    return [
        *_ground(),
        figure(
            path("M38 47C30 60 27 96 24.6 122H75.4C73 96 70 60 62 47z", dress.trim),
            path("M41 120.6C40 124.4 37 125.4 34 125.4H47V120zM59 120.6C60 124.4 63 125.4 66 125.4"
                 "H53V120z", INK, "none"),
            path("M40 47H60C65 58 66 92 67.6 121H32.4C34 92 35 58 40 47z", dress.robe),
            path("M45.6 54H54.4L57.4 121H42.6z", dress.panel),
            path(diamonds, dress.robe, "none"),
            path("M32.8 114.6H67.2L67.6 121H32.4z", WHITE),
            path("M37 116.4l.8 2.8h-1.6zM44 116.4l.8 2.8h-1.6zM51 116.4l.8 2.8h-1.6zM58 116.4"
                 "l.8 2.8h-1.6zM64 116.4l.8 2.8h-1.6z", INK, "none"),
            path("M36.4 75.4Q50 79.4 63.6 75.4V79Q50 83 36.4 79z", GOLD),
            path("M40 50C33 56 30.6 66 34 76.6L39.6 75.6C38.6 68 40 62 43 58z", dress.robe),
            path("M33.2 73.6L39.4 72.4L40 76L34 77.2z", dress.panel),
            circle(37.6, 79, 2.8, SKIN),
            *_arm(dress, dress.robe, suit),
            path("M37.6 45.4C33.6 49 34 55 38.6 57.4C45 53.4 55 53.4 61.4 57.4"
                 "C66 55 66.4 49 62.4 45.4z", WHITE),
            path("M40 50l.8 2.8h-1.6zM60 50l.8 2.8h-1.6zM36.8 51l.8 2.4h-1.6zM63.2 51l.8 2.4"
                 "h-1.6z", INK, "none"),
            group(
                path("M39 29C35.5 38 36 47 38 53H62C64 47 64.5 38 61 29z", dress.hair),
                *king_head(dress),
                transform="translate(14 3)scale(.72)",
            ),
        ),
    ]  # fmt: skip


def sota(
    suit: str, dress: Dress | None = None, lifted: Sequence[Element] | None = None
) -> list[Element]:
    dress = dress or DRESSES[suit]
    return [
        *_ground(),
        figure(
            path("M42 84H49.4L48.6 119H42.6z", dress.trim),
            path("M50.6 84H58L57.4 119H51.4z", dress.panel),
            path("M36.6 124C37.4 119.4 41 117.6 48.8 117.6V124zM63.4 124"
                 "C62.6 119.4 59 117.6 51.2 117.6V124z", BROWN),
            path("M40.6 47H50V88H33.6C36.6 74 38 60 40.6 47z", dress.robe),
            path("M59.4 47H50V88H66.4C63.4 74 62 60 59.4 47z", dress.panel),
            path("M33.8 84.4H50V88H33z", dress.trim),
            path("M66.2 84.4H50V88H67z", dress.trim),
            line("M43.6 74L42 83M56.4 74L58 83M47 60V68M53 60V68", dress.trim, 1.4),
            path("M37.4 70Q50 74 62.6 70L63.2 73.6Q50 77.6 36.8 73.6z", BROWN),
            path("M48 71.6H52V75.4H48z", GOLD),
            path("M42 49C34 52 27.6 60 27.6 65.4C28.6 70.4 33 73.6 37.6 75L39.6 71"
                 "C36.6 69.4 34.6 67.4 34.2 65C36 61.6 40 59.4 43 58z", dress.robe),
            circle(39, 73.4, 2.6, SKIN),
            *_arm(dress, dress.panel, suit, lifted),
            path("M42 46L50 53L58 46L60.4 50L50 58.4L39.6 50z", dress.trim),
            path("M46.6 41V46L50 50L53.4 46V41z", SKIN),
            group(*jack_head(dress), transform="translate(14 4.6)scale(.72)"),
        ),
    ]  # fmt: skip


def caballo(suit: str, dress: Dress | None = None) -> list[Element]:
    dress = dress or DRESSES[suit]
    mane = dress.hair
    return [
        *_ground(),
        figure(
            path("M78 80C88 80 90.4 92 86.6 108C84.6 101 80.6 96 76.6 90z", mane),
            path("M40 98L37 110L39.6 123H45L43.6 111L48 99zM72 96L78.6 110L76.4 123H82L84 109"
                 "L80 90z", dress.horse),
            path("M30 104C24 105 20.6 110 22.6 117L27.4 117.4C26.6 113 29.6 110.6 36 110L42 100"
                 "L34 96z", dress.horse),
            path("M64 98L67.4 111L65.4 123H71L73.4 110L75 98z", dress.horse),
            path("M32.6 70C28 80 28.4 92 32 100C40 104 48 103 56 102C66 104 76 104 80 99"
                 "C84 91 82.4 81 76 77.4"
                 "C66 74.6 56 77 48.6 78z", dress.horse),
            group(*horse_head(dress), transform="translate(2.6 22.4)scale(.78)"),
            path("M36 71.6C40 73.6 44 74 47.4 73.4L48 82"
                 "C42 82.4 36 80.6 33 78z", dress.horse, "none"),
            path("M46 77H69.6L72 98.4H47z", dress.panel),
            path("M46.8 94.6H71.6L72 98.4H47z", dress.trim),
            path("M50 48H62C66 56 66 68 67 80H47.6C47 68 47 56 50 48z", dress.robe),
            path("M53 76C50 86 50.6 94 53.4 103H60.4C59 95 60 88 64.4 80z", dress.trim),
            path("M53 101H61L61.4 108H46.6C46.6 104.6 50 103.4 53 103z", BROWN),
            path("M47.4 71Q57 74.4 66.4 71L66.8 74.6Q57 78 47.2 74.6z", GOLD),
            path("M51 50C45 54 40.6 62 41 68.4L46.6 69.4C47.4 64 50 60 53.4 58z", dress.robe),
            circle(43.4, 70.4, 2.6, SKIN),
            line("M43.4 71C38 72.6 30 70 27.4 68.4", dress.trim, 1.1),
            group(*_arm(dress, dress.robe, suit), transform="translate(1.6 0)"),
            path("M49.6 47.4L56 53L62.4 47.4L64.4 50.6L56 58L47.6 50.6z", dress.panel),
            path("M53 43V47.4L56 50.8L59 47.4V43z", SKIN),
            group(*jack_head(dress), transform="translate(23.5 10)scale(.65)"),
        ),
    ]  # fmt: skip
