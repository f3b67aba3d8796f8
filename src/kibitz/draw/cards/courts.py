"""Jack, knight, queen and king of the French suits: half figures, each used twice on its card.

All of a rank are of one family, and each suit has its own clothes: colours, a pattern on the
sleeves, hair, and the thing it holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.draw.cards.ink import (
    BLUE,
    GOLD,
    GREEN,
    INK,
    PALE,
    RED,
    SKIN,
    circle,
    group,
    line,
    path,
    use,
)  # fmt: skip
from kibitz.draw.cards.things import HELD, flower
from kibitz.draw.svg import Element

__all__ = ["SHAPES", "Dress", "figure", "horse_head", "jack_head", "king_head"]

STEEL, WHITE = "#c3ccd6", "#fbf6e9"


@dataclass(frozen=True, slots=True)
class Dress:
    """What the courts of a suit wear."""

    robe: str
    panel: str
    trim: str
    hair: str
    horse: str
    pattern: str
    """Lines on the left sleeve; the right one has them mirrored."""
    held: tuple[str, str]
    """What the jack and the king hold."""


STRIPES = "M27 63.5V70M31 60V70M35 58.5V70"
CHEVRONS = "M24 62l4 3.4l4-3.4l4 3.4l3-2.6M24 66.4l4 3.4l4-3.4l4 3.4l3-2.6"
CHECKS = "M24 66l5-5l5 5l-4 4M34 66l5-5M29 61l-4-2M34 66l4 4M34 60l-5 1"
RINGS = "M28 65a1.9 1.9 0 1 0 .1 0zM34 61.5a1.9 1.9 0 1 0 .1 0zM36 66.4a1.6 1.6 0 1 0 .1 0z"

DRESSES = {
    "hearts": Dress(RED, GOLD, BLUE, "#d8a13a", "#f3eadb", STRIPES, ("leaf", "sword")),
    "diamonds": Dress("#d2742a", RED, GOLD, "#9c4a22", "#b9743c", CHECKS, ("pennon", "axe")),
    "clubs": Dress(GREEN, RED, GOLD, "#6a4527", "#8a5f3d", RINGS, ("arrow", "orb")),
    "spades": Dress(BLUE, GOLD, RED, "#39363b", "#4a4f5c", CHEVRONS, ("halberd", "sceptre")),
    "": Dress("#5b4a86", GOLD, RED, "#8a5a30", "#b7b9c4", STRIPES, ("halberd", "sceptre")),
}


def _face(man: bool) -> Element:
    """A face in the manner of old woodcuts: 18 wide, 21 high, its chin at y = 50."""
    chin = "46 54.5 50 50 50C45.5 50 41 46" if man else "45 54 50 50 50C46 50 41 45"
    parts = [
        path(f"M41 29H59V40C59 {chin} 41 40z", SKIN),
        line("M43.6 36.6Q45.6 35.2 47.6 36.4M52.4 36.4Q54.4 35.2 56.4 36.6", INK, 0.9),
        path("M44 39.2Q45.8 37.4 47.6 39.2Q45.8 40.4 44 39.2zM52.4 39.2Q54.2 37.4 56 39.2"
             "Q54.2 40.4 52.4 39.2z", WHITE, INK, 0.5),
        path("M45.1 39a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0zM53.3 39a.9.9 0 1 0 1.8 0"
             "a.9.9 0 1 0-1.8 0z",
             INK, "none"),
        line("M50.4 37.6V42.4Q49.6 43.2 48.6 42.6", INK, 0.7),
    ]  # fmt: skip
    if man:
        parts.append(line("M47.4 45.8Q50 47 52.6 45.8", "#b3402f", 1.1))
    else:
        lips = "M47.6 45.4Q49 44.4 50 45Q51 44.4 52.4 45.4Q50 47.8 47.6 45.4z"
        cheeks = "M42.6 43.4a1.6 1.2 0 1 0 3.2 0a1.6 1.2 0 1 0-3.2 0zM54.2 43.4a1.6 1.2 0 1 0 3.2 0"
        parts.append(path(lips, "#c22d3f", "none"))
        parts.append(path(f"{cheeks}a1.6 1.2 0 1 0-3.2 0z", "#eeb295", "none"))
    return group(*parts)


def _sleeves(dress: Dress) -> list[Element]:
    """The pattern on both arms."""
    left = line(dress.pattern, dress.trim, 1.3)
    return [left, group(left, transform="matrix(-1 0 0 1 100 0)")]


def _belt(dress: Dress) -> list[Element]:
    """The band where the two halves meet."""
    beads = "".join(f"M{x} 67.2l2.4 2.8h-4.8z" for x in range(27, 77, 6) if abs(x - 50) > 0)
    return [path("M23 67H77V70H23z", dress.trim, INK, 0.6), path(beads, PALE, "none")]


def figure(*parts: Element) -> Element:
    return group(
        *parts, stroke=INK, stroke_width=0.8, stroke_linejoin="round", stroke_linecap="round"
    )


# --- the king -------------------------------------------------------------------------------------


def king(dress: Dress) -> Element:
    return figure(
        path("M39 29C35.5 38 36 47 38 53H62C64 47 64.5 38 61 29z", dress.hair),
        path("M23 70V63C24 55.5 32 52.5 40 51H60C68 52.5 76 55.5 77 63V70z", dress.robe),
        *_sleeves(dress),
        path("M43.5 54H56.5V70H43.5z", dress.panel),
        line("M43.5 58.5L50 63L56.5 58.5M43.5 63.5L50 68L56.5 63.5", dress.robe, 1.2),
        path("M37.5 50.5C33 53.5 32.6 59 35.6 61.5C41 58.8 44 59.6 46 63L50 57L54 63"
             "C56 59.6 59 58.8 64.4 61.5C67.4 59 67 53.5 62.5 50.5z", WHITE),
        path("M37.4 55l.8 2.6h-1.6zM42 54.6l.8 2.6h-1.6zM62.6 55l.8 2.6h-1.6zM58 54.6l.8 2.6"
             "h-1.6z", INK, "none"),
        *king_head(dress),
        *HELD[dress.held[1]](),
        *_fist(dress),
        *_belt(dress),
    )  # fmt: skip


def king_head(dress: Dress) -> list[Element]:
    """Face, beard and crown."""
    return [
        use("man"),
        path("M41 38C40 46 41.5 53 44.6 56.4L46.4 54.2L48 58.2L50 55.4L52 58.2L53.6 54.2L55.4 56.4"
             "C58.5 53 60 46 59 38C58.4 42 57.4 43.4 55.4 43.6C53.6 43 52 42.8 50 44"
             "C48 42.8 46.4 43 44.6 43.6C42.6 43.4 41.6 42 41 38z", dress.hair),
        path("M48 46.6Q50 48.4 52 46.6Q50 46 48 46.6z", "#b3402f", "none"),
        line("M44.4 49C45 51.4 45.6 52.6 46.4 54.2M55.6 49C55 51.4 54.4 52.6 53.6 54.2M50 50"
             "V55.4", INK, 0.5),
        *_crown(dress),
    ]  # fmt: skip


def _crown(dress: Dress) -> list[Element]:
    return [
        path("M41 25C40 19.5 44.5 16.5 50 16.5S60 19.5 59 25z", dress.robe),
        path("M39.4 29.6L37.4 16.6L43.6 22L50 13.4L56.4 22L62.6 16.6L60.6 29.6z"
             "M43.6 25.4H56.4L54.8 22.6L50 17.8L45.2 22.6z", GOLD, INK, 0.8, fill_rule="evenodd"),
        path("M39.2 26.2H60.8L60.4 30.4H39.6z", GOLD),
        path("M50 26.6l1.8 1.7l-1.8 1.7"
             "l-1.8-1.7z", dress.panel if dress.panel != GOLD else RED, INK, 0.5),
        circle(43.6, 28.3, 0.9, WHITE, INK, 0.4),
        circle(56.4, 28.3, 0.9, WHITE, INK, 0.4),
        circle(37.4, 16, 1.5, GOLD), circle(62.6, 16, 1.5, GOLD), circle(50, 13, 1.7, GOLD),
    ]  # fmt: skip


def _fist(dress: Dress, x: float = 70, y: float = 59) -> list[Element]:
    """A hand around what is held upright at x."""
    return [
        path(f"M{x - 4.6:g} {y + 2:g}H{x + 4.6:g}L{x + 5.4:g} {y + 6.6:g}"
             f"H{x - 5.4:g}z", dress.panel),
        path(f"M{x - 3.6:g} {y - 2.4:g}Q{x:g} {y - 4:g} {x + 3.6:g} {y - 2.4:g}V{y + 2:g}"
             f"H{x - 3.6:g}z", SKIN),
        line(f"M{x - 3.4:g} {y - 0.8:g}H{x + 1:g}M{x - 3.4:g} {y + 0.7:g}H{x + 1:g}", INK, 0.5),
    ]  # fmt: skip


# --- the queen ------------------------------------------------------------------------------------


def queen(dress: Dress, suit: str) -> Element:
    return figure(
        path("M38.6 27C30 34 35 46 30.5 55C29 60 31 64 34 66H66C69 64 71 60 69.5 55"
             "C65 46 70 34 61.4 27z", dress.hair),
        line("M37 36C34 44 37.4 52 34 62M63 36C66 44 62.6 52 66 62", INK, 0.5),
        path("M46 46V51.5C44 53.5 40 54.5 37 55.5L50 66L63 55.5C60 54.5 56 53.5 54 51.5V46z", SKIN),
        path("M23 70V63C24.5 58.4 30 56.4 36.6 54.8C40.6 62.4 45 65 50 65S59.4 62.4 63.4 54.8"
             "C70 56.4 75.5 58.4 77 63V70z", dress.robe),
        *_sleeves(dress),
        path("M36.6 54.8C40.6 62.4 45 65 50 65S59.4 62.4 63.4 54.8L66 56C62 65 56 67.6 50 67.6"
             "S38 65 34 56z", WHITE),
        line("M42.6 53.4Q50 61 57.4 53.4", GOLD, 1.3),
        path("M50 57.4l1.9 2.4l-1.9 2.6"
             "l-1.9-2.6z", dress.trim if dress.trim != GOLD else RED, INK, 0.5),
        use("woman"),
        path("M41 41C38.6 36 39 29 44 26.6H56C61 29 61.4 36 59 41C59 35.6 56 32.4 50 31.4"
             "C44 32.4 41 35.6 41 41z", dress.hair),
        path("M40.8 28L38.2 18.6L43.6 22.4L46 16.4L50 21L54 16.4L56.4 22.4L61.8 18.6L59.2 28"
             "Q50 24.6 40.8 28z", GOLD),
        path("M40.6 26.4Q50 22.8 59.4 26.4L59 30"
             "Q50 26.6 41 30z", dress.panel if dress.panel != GOLD else RED),
        circle(38.2, 18, 1.3, WHITE), circle(46, 15.6, 1.4, WHITE), circle(54, 15.6, 1.4, WHITE),
        circle(61.8, 18, 1.3, WHITE), circle(50, 26.4, 1.1, WHITE, INK, 0.5),
        *flower(suit),
        *_fist(dress, 71, 60),
        *_belt(dress),
    )  # fmt: skip


# --- the jack -------------------------------------------------------------------------------------


def jack(dress: Dress) -> Element:
    other = dress.panel
    return figure(
        path("M23 70C22.6 61 27 55 35 53.4L42 51H50V70z", dress.robe),
        path("M77 70C77.4 61 73 55 65 53.4L58 51H50V70z", other),
        line("M26 66C26.4 61 29 57.6 33 56.4M30.4 68C30.4 63.4 32 60 35.6 58", PALE, 1.5),
        line("M69.6 68C69.6 63.4 68 60 64.4 58", dress.robe, 1.6),
        line("M42 58V68M58 58V68", dress.trim, 1.6),
        path("M40 50.5L50 58.5L60 50.5L62.6 55L50 64.5L37.4 55z", dress.trim),
        path("M50 62.6l1.8 2l-1.8 2.2l-1.8-2.2z", WHITE, INK, 0.5),
        path("M45.6 46V51.4L50 56L54.4 51.4V46z", SKIN),
        *jack_head(dress),
        *HELD[dress.held[0]](),
        *_fist(dress, 29, 60),
        *_belt(dress),
    )  # fmt: skip


def jack_head(dress: Dress) -> list[Element]:
    """Hair, face and a feathered cap."""
    return [
        path("M40.4 28C36.6 34 36.8 46 38.6 50.6C40.6 52.4 44 51.6 45.4 49.6L41.6 40z", dress.hair),
        path("M59.6 28C63.4 34 63.2 46 61.4 50.6C59.4 52.4 56 51.6 54.6 49.6L58.4 40z", dress.hair),
        use("man"),
        path("M41 40C40.6 34 43 31.4 50 31C57 31.4 59.4 34 59 40C58 36.4 57 34.6 55.4 33.6"
             "Q50 35.6 44.6 33.6C43 34.6 42 36.4 41 40z", dress.hair),
        path("M57 22C62 11.4 71 12.4 73.6 19C74.8 22.4 73.8 26.6 71 29C71.4 24.6 69 21.6 65.4 22"
             "C62.6 22.4 60 24 58 27z", WHITE if dress.panel == GOLD else GOLD),
        line("M58.4 25C62 18.4 67.6 16.4 71.4 22", INK, 0.5),
        path("M37.6 28.6C33.6 21 40 15.4 50 15.4S65.4 20.6 62.4 28.6z", dress.robe),
        path("M37.4 27C45 24.4 55 24.4 62.6 27L62 31.6C55 29 45 29 38 31.6z", dress.trim),
        circle(58.4, 26.6, 1.9, GOLD if dress.trim != GOLD else RED, INK, 0.6),
    ]  # fmt: skip


# --- the knight -----------------------------------------------------------------------------------


def knight(dress: Dress) -> Element:
    plume = dress.trim if dress.trim != GOLD else RED
    return figure(
        path("M45 70C45 60 52 55.4 57 53.4H68C73.6 55 77 60 77 70z", dress.robe),
        path("M55 55.4L62.4 63L70 55.4L71.8 58.4L62.4 68L53 58.4z", dress.panel),
        group(use("man"), transform="translate(21 8.4)scale(.83)"),
        path("M53 33.6C52.6 25 56.4 21.4 62.4 21.4S72.4 25 72 33.6L70.6 35.4"
             "C70.4 33.2 66 32.2 62.4 32.2"
             "S54.4 33.2 54.2 35.4z", STEEL),
        path("M54.2 35.4L53 33.6L53.4 45C54.4 49.6 58 51.4 62.4 53C66.8 51.4 70.4 49.6 71.4 45"
             "L72 33.6"
             "L70.6 35.4C71 43 69 47.6 62.4 49.8C55.8 47.6 53.8 43 54.2 35.4z", STEEL),
        line("M62.4 21.4V32.2", INK, 0.7),
        path("M62.4 21.6C60 15.4 64 11 69 12.6C75.6 13 77 20 75.4 26.6C74 22.6 71.4 21 68.4 21.4"
             "C66 20.2 64 20.4 62.4 21.6z", plume),
        line("M63.4 20.4C65.4 16 70 15.4 73.4 20", WHITE, 0.7),
        *horse_head(dress),
        path("M40.6 63.4C45 66.4 51 67 56.8 65V69H39z", dress.panel),
        *_belt(dress),
    )  # fmt: skip


def horse_head(dress: Dress) -> list[Element]:
    """The head of a horse that looks to the left, with its bridle."""
    mane = dress.hair if dress.horse != "#4a4f5c" else "#8d93a1"
    return [
        path("M43.6 34.6L42.4 28.6L47 32.4C55 38 58 50 57.6 70H38C39.6 66 38.6 63 35.4 61.6"
             "C32.4 62.8 30 64.6 27.6 64C24.6 63.2 23.4 60.4 25 57.6C28.4 50 31 42.4 36.4 37"
             "L37 30.6"
             "L41 33.4z", dress.horse),
        path("M41 33.4C46 33 50.6 36 53.4 41.4L50.4 41.2L54.6 47L51.2 46.6L55.6 53L52 52.6L56.4 60"
             "L52.8 59.4L56.6 67L52.6 66.4C53 54 49.6 42.4 41 36.6z", mane),
        circle(36.2, 44.4, 1.5, INK, "none"),
        line("M34.4 41.8Q36.8 40.6 38.4 42.4M27.2 59.2Q28 60.4 27.4 61.4M30.6 62.2"
             "Q33 60.4 32.6 58", INK, 0.7),
        line("M28.4 51.4Q34 53 38.4 58.4M36 61.4L44.4 45.6L38.4 36.6M44.4 45.6"
             "L32 45.4", dress.trim, 1.5),
        circle(44.4, 45.6, 1.6, GOLD), circle(36.6, 58, 1.4, GOLD),
    ]  # fmt: skip


def _all() -> dict[str, Element]:
    found = {"man": _face(True), "woman": _face(False)}
    for suit, dress in DRESSES.items():
        found[f"J{suit}"] = jack(dress)
        found[f"C{suit}"] = knight(dress)
        found[f"Q{suit}"] = queen(dress, suit)
        found[f"K{suit}"] = king(dress)
    return found


SHAPES = _all()
"""The upper half of every court card, by rank and suit: Qhearts."""
