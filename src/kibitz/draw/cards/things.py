"""What courts hold in their hands: each is drawn upright, kings' at x = 70, jacks' at x = 29."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.draw.cards.ink import BLUE, BROWN, GOLD, GREEN, INK, RED, circle, line, path
from kibitz.draw.svg import Element

__all__ = ["HELD", "flower"]

STEEL, WHITE = "#d5dbe2", "#fbf6e9"


def sword() -> list[Element]:
    return [
        path("M68.4 51V20L70 14L71.6 20V51z", STEEL),
        line("M70 19V50", INK, 0.5),
        path("M65 50.6H75V53.4H65z", GOLD),
        circle(65, 52, 1.4, GOLD),
        circle(75, 52, 1.4, GOLD),
        path("M69 53.4H71V66H69z", BROWN),
    ]


def sceptre() -> list[Element]:
    return [
        path("M69 28H71V67H69z", GOLD),
        path("M67.4 30.4H72.6V33H67.4z", GOLD),
        path("M70 13C72.4 17 74 18.6 73 22.6Q75.6 21.6 76 19C77.4 23.6 75 28 71 28.4H69"
             "C65 28 62.6 23.6 64 19Q64.4 21.6 67 22.6C66 18.6 67.6 17 70 13z", GOLD),
        circle(70, 25, 1.2, RED, INK, 0.4),
    ]  # fmt: skip


def orb() -> list[Element]:
    return [
        path("M69 40H71V67H69z", GOLD),
        circle(70, 34, 6.4, BLUE),
        path("M63.7 33H76.3V35.6H63.7z", GOLD, INK, 0.6),
        path("M68.8 27.8V33.2H71.2V27.8z", GOLD, INK, 0.6),
        path("M68.9 27.8V24.4H65.8V22.2H68.9V19H71.1V22.2H74.2V24.4H71.1V27.8z", GOLD),
    ]


def axe() -> list[Element]:
    return [
        path("M69 17H71V67H69z", BROWN),
        path("M71 20.6C73 20 75 18.6 76.4 16.6C77.4 22 77.4 28 76.4 33.4"
             "C75 31.4 73 30 71 29.4z", STEEL),
        path("M69 21.6C67.6 21.4 66 20.6 64.6 19.4V30.6C66 29.4 67.6 28.6 69 28.4z", STEEL),
        path("M70 12.6L71.6 17H68.4z", GOLD),
    ]  # fmt: skip


def leaf() -> list[Element]:
    return [
        line("M29 66V36", GREEN, 1.8),
        path("M29 33C23 36 23 43 29 49C35 43 35 36 29 33z", GREEN),
        line("M29 37V48M29 42l2.6-2M29 42l-2.6-2M29 45.6l2-1.8M29 45.6l-2-1.8", "#cfe3c4", 0.6),
    ]


def pennon() -> list[Element]:
    return [
        path("M28.2 32H29.8V67H28.2z", BROWN),
        path("M29.8 33.4L40 36L36.6 39.4L39.6 43.2L29.8 44z", WHITE),
        path("M33.4 36.2l2 2.6l-2 2.6l-2-2.6z", RED, "none"),
        path("M29 28.6L30.4 32H27.6z", GOLD),
    ]


def arrow() -> list[Element]:
    return [
        line("M29 66V36", BROWN, 1.6),
        path("M29 29.6L32.2 37L29 35.6L25.8 37z", STEEL),
        path("M29 50L32 47.4V52L29 54.6L26 52V47.4z", RED),
    ]


def halberd() -> list[Element]:
    return [
        path("M28.2 38H29.8V67H28.2z", BROWN),
        path("M29 28L31 36.6L29.8 39.4V46L28.2 46V39.4L27 36.6z", STEEL),
        path("M29.8 38C33 38 35 36.6 36.4 34.4C37.4 38.6 37.4 42.6 36.4 46.4"
             "C35 44.4 33 43.6 29.8 43.6z", STEEL),
        path("M28.2 39L23.8 36.8V43.6L28.2 42z", STEEL),
    ]  # fmt: skip


HELD: dict[str, Callable[[], list[Element]]] = {
    "sword": sword, "sceptre": sceptre, "orb": orb, "axe": axe,
    "leaf": leaf, "pennon": pennon, "arrow": arrow, "halberd": halberd,
}  # fmt: skip


def flower(suit: str) -> list[Element]:
    """What a queen holds: a rose, a tulip, a sprig of clover, a lily."""
    stem = [
        line("M71 62V42", GREEN, 1.5),
        path("M71 54C74 53.6 76 51.6 76.2 48.6C73 49 71.2 51 71 54z", GREEN, INK, 0.5),
    ]
    if suit == "hearts":
        bloom = [
            circle(71, 37, 5.2, RED),
            line("M71 37.4a1.2 1.2 0 1 1 1.4-1.4a2.8 2.8 0 1 1-3.4 2.6"
                 "a3.6 3.6 0 0 0 5.4 1.4", "#ffd9d3", 0.8),
            path("M66.4 40.4Q71 45 75.6 40.4L71 44.6z", GREEN, INK, 0.5),
        ]  # fmt: skip
    elif suit == "diamonds":
        bloom = [
            path("M66 32L68.6 35L71 30L73.4 35L76 32C77 38.4 75.4 42.6 71 43"
                 "C66.6 42.6 65 38.4 66 32z", GOLD),
            line("M71 34V42", RED, 0.9),
        ]  # fmt: skip
    elif suit == "clubs":
        bloom = [circle(71, 34, 3, "#3f9a62"), circle(68, 39, 3, "#3f9a62")]
        bloom += [circle(74, 39, 3, "#3f9a62"), circle(71, 37.6, 1.1, GOLD, "none")]
    else:
        bloom = [
            path("M71 43C67 41.6 65.2 38.4 64.8 33.4C67.4 34 68.6 35.2 69.4 37L71 30.4L72.6 37"
                 "C73.4 35.2 74.6 34 77.2 33.4C76.8 38.4 75 41.6 71 43z", WHITE),
            line("M71 42V36", GOLD, 1),
        ]  # fmt: skip
    return [*stem, *bloom]
