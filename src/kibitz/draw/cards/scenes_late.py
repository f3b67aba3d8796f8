"""Trumps eleven to twenty-one: see `kibitz.draw.cards.scenes`, whose second half this is."""

from __future__ import annotations

from math import cos, pi, sin

from kibitz.draw.cards.ink import BLUE, GOLD, GREEN, INK, RED, circle, group, line, path
from kibitz.draw.cards.scenes import (
    DAY,
    DUSK,
    GRASS,
    NIGHT,
    WHITE,
    WOOD,
    around,
    cloud,
    hill,
    scene,
    spokes,
    star,
    stars,
    waves,
)  # fmt: skip
from kibitz.draw.svg import Element

__all__ = [
    "eighteen", "eleven", "fifteen", "fourteen", "nineteen", "seventeen", "sixteen", "thirteen",
    "twelve", "twenty", "twenty_one",
]  # fmt: skip


def _mirrored(*parts: Element) -> list[Element]:
    """Something on the left, and its like on the right."""
    return [*parts, group(*parts, transform="matrix(-1 0 0 1 100 0)")]


def eleven() -> Element:
    return scene(
        "#eaf1d8",
        hill(62),
        *_mirrored(
            path("M49 36C44 24 34 17 27 19C25 27 29 37 41 40C46 40.6 48 39 49 36z", "#e07a1f"),
            path("M49 39C42 40 34 44 33 51C36 57 43 56 46 51C48 47.6 49 43 49 39z", "#d2521f"),
            circle(34, 27, 2.8, WHITE), circle(39.4, 49, 2.2, WHITE),
            line("M47.6 36C42 31 36 27 31 23", INK, 0.6),
            line("M49.4 30C47 24 44 22 41 22.6", INK, 0.9),
        ),
        path("M48.4 30.4Q50 28 51.6 30.4L51 54Q50 56.6 49 54z", INK),
        *_mirrored(line("M31 66V60", GREEN, 1.2), circle(31, 58.6, 2.6, "#c54b86")),
    )  # fmt: skip


def twelve() -> Element:
    return scene(
        "#dfe3ee",
        path("M30 70V62H70V70z", WOOD),
        path("M33 62V18Q50 6 67 18V62z", "#a4713e"),
        circle(50, 37, 19.4, GOLD),
        circle(50, 37, 16.6, WHITE),
        line(spokes(50, 37, 13, 15.6, 12), INK, 1.6),
        line("M50 37V24.6", INK, 1.8),
        line("M50 37L58.4 41", RED, 1.8),
        circle(50, 37, 1.7, GOLD),
    )


def thirteen() -> Element:
    return scene(
        NIGHT,
        stars([(31, 17), (42, 13), (71, 48), (35, 33), (54, 20), (28, 44)]),
        path("M62 14A12 12 0 1 0 73.4 33A9.6 9.6 0 1 1 62 14z", "#ffe9a3", "none"),
        path("M23 62C36 59 50 63 77 56V60C52 67 38 63 23 66.6z", WOOD),
        path("M39 41L37.6 34L42.4 37.4H47.6L52.4 34L51 41C54.4 48 53.4 57 49 61.6H41"
             "C36.6 57 35.6 48 39 41z", "#9a7146"),
        path("M41 49Q45 46 49 49C50 54 48 59 45 61C42 59 40 54 41 49z", "#e4c99a", INK, 0.5),
        circle(42, 42.4, 3, WHITE), circle(48, 42.4, 3, WHITE),
        circle(42.4, 42.6, 1.3, INK, "none"), circle(47.6, 42.6, 1.3, INK, "none"),
        path("M45 44l1.2 2.6h-2.4z", GOLD, INK, 0.4),
        line("M43 61.6v2.4M47 61.4v2.4", GOLD, 1.4),
    )  # fmt: skip


def fourteen() -> Element:
    apples = ((40, 27), (50, 20), (60, 28), (45, 36), (56, 37), (36, 36), (64, 38))
    return scene(
        DAY,
        hill(58),
        path("M46 64C47.4 56 47 50 46 44L41 38L44 37L49 43L50 34L52 43L57 37L59.6 38L54 45"
             "C53.4 51 53 57 55 64z", WOOD),
        path("M34 44A8 8 0 0 1 30.4 30A9.4 9.4 0 0 1 40 17A11 11 0 0 1 60 17A9.4 9.4 0 0 1 69.6 30"
             "A8 8 0 0 1 66 44C60 48 55 44 50 42C45 44 40 48 34 44z", "#4f8f47"),
        *(circle(x, y, 2.3, RED, INK, 0.5) for x, y in apples),
    )  # fmt: skip


def fifteen() -> Element:
    def fir(x: float, y: float, s: float) -> Element:
        return group(
            path("M-1.6 20H1.6V25H-1.6z", WOOD),
            path("M0-20L7-7H4L10 5H6L13 20H-13L-6 5H-10L-4-7H-7z", "#2f6a55"),
            path("M0-20L4.4-11.6Q2-13 0-10.6Q-2-13-4.4-11.6zM-10 5L-7.6.4Q-4 3 0 1Q4 3 7.6.4L10 5"
                 "Q5 6.6 0 4.4"
                 "Q-5 6.6-10 5z", WHITE, "none"),
            transform=f"translate({x:g} {y:g})scale({s:g})",
        )  # fmt: skip

    flakes = ((30, 17), (40, 25), (61, 15), (71, 26), (28, 35), (63, 30), (49, 14), (73, 44))
    return scene(
        "#aebfd4",
        path("M23 56Q40 48 58 55T77 54V70H23z", WHITE),
        fir(35, 43, 0.72), fir(66, 46, 0.62), fir(50, 42, 1),
        line("".join(spokes(x, y, 0, 2.1, 6) for x, y in flakes), WHITE, 0.8),
    )  # fmt: skip


def sixteen() -> Element:
    petals = [
        path("M0-6C-4-11-3.4-19 0-21C3.4-19 4-11 0-6z", WHITE if k % 2 else "#f3c4d3", INK, 0.6,
             transform=f"translate(50 32)rotate({22.5 * k:g})")
        for k in range(16)
    ]  # fmt: skip
    return scene(
        "#dcecc9",
        hill(64),
        line("M50 50V70", GREEN, 2.4),
        path("M50 66C43 66 38 62 37 56C45 56 49 60 50 66zM50 66C57 66 62 62 63 56"
             "C55 56 51 60 50 66z", "#4f8f47"),
        *petals,
        circle(50, 32, 7, GOLD),
        circle(50, 32, 4, "none", "#b57d14", 0.8),
    )  # fmt: skip


def seventeen() -> Element:
    around = [(50 + 21 * cos(t), 33 + 18 * sin(t)) for t in (k * pi / 4 + pi / 8 for k in range(8))]
    return scene(
        NIGHT,
        path(star(50, 33, 17, 5.4, 8), GOLD),
        path(star(50, 33, 10, 3.6, 8, -67.5), "#fff3c4", "none"),
        stars(around, 2.6),
        path("M23 58H77V70H23z", "#2f5d84"),
        waves(61.5, 66),
        path("M45 58L50 70L55 58z", "#ffe9a3", "none", opacity=0.5),
    )


def eighteen() -> Element:
    return scene(
        DAY,
        cloud(32, 45, 0.8), cloud(69, 22, 0.75), cloud(67, 55, 0.6),
        line("M42 42L46 55M58 42L54 55M47 45L48.4 55M53 45L51.6 55", INK, 0.7),
        path("M50 12C63 12 69 21 69 29C69 37 60 42 57 46H43C40 42 31 37 31 29"
             "C31 21 37 12 50 12z", RED),
        path("M50 12C57 12 61 21 61 29C61 37 56 42 54.4 46H45.6C44 42 39 37 39 29"
             "C39 21 43 12 50 12z", GOLD),
        path("M50 12C52.6 12 54.4 21 54.4 29C54.4 37 52.4 42 51.6 46H48.4C47.6 42 45.6 37 45.6 29"
             "C45.6 21 47.4 12 50 12z", BLUE),
        path("M45 54.6H55L53.8 62H46.2z", WOOD),
        line("M45.4 57H54.6", "#e8c98f", 0.8),
        hill(63),
    )  # fmt: skip


def nineteen() -> Element:
    return scene(
        "#bfe0ee",
        path(star(50, 35, 24, 15.4, 16), GOLD),
        line(spokes(50, 35, 17, 23, 16, -78.75), "#e0762a", 1.2),
        circle(50, 35, 15, "#ffd35c"),
        line("M42.4 31.6Q45 29.6 47.4 31.6M52.6 31.6Q55 29.6 57.6 31.6", INK, 1),
        circle(45, 33.6, 1.2, INK, "none"), circle(55, 33.6, 1.2, INK, "none"),
        line("M50.4 32V38Q49.4 39 48 38.4", INK, 0.8),
        path("M45 41Q50 45.6 55 41Q50 43 45 41z", RED, "none"),
        circle(42.6, 38.4, 2, "#f6a86a", "none"), circle(57.4, 38.4, 2, "#f6a86a", "none"),
        hill(65),
    )  # fmt: skip


def twenty() -> Element:
    ears = []
    for k in range(-3, 4):
        x, turn = 50 + 3.7 * k, 9 * k
        grain = "".join(
            f"M0 {y}q-3-1-3-4.4q3 .6 3 4.4q0-3.8 3-4.4q0 3.4-3 4.4" for y in range(-8, 8, 4)
        )
        ears.append(line(f"M50 50L{x + 0.12 * turn:g} 30", "#b57d14", 1.2))
        ears.append(path(f"{grain}M0-10q-2-2.6 0-5.6q2 3 0 5.6z", GOLD, "#8a5d0c", 0.5,
                         transform=f"translate({x + 0.28 * turn:g} {26 + 0.7 * k * k:g})rot"
                                   f"ate({turn:g})"))  # fmt: skip
    return scene(
        DUSK,
        hill(60, "#d9b25f"),
        path("M46 50C43 56 38 62 34 67H66C62 62 57 56 54 50z", "#d69a2c"),
        line("M46.6 52L40 66M49 52L47 66M51 52L53 66M53.4 52L60 66", "#9a6a0c", 0.7),
        *ears,
        path("M43.6 48.4Q50 51.6 56.4 48.4V53Q50 56 43.6 53z", RED),
        path("M56 50l6 2.6l-2 1.4l.8 3z", RED),
    )  # fmt: skip


def twenty_one() -> Element:
    def at(r: float, t: float) -> str:
        return around(50, 36, r, t)

    leaves = "".join(
        f"M{at(21.6, t)}Q{at(26, t + 0.08)} {at(25, t + 0.3)}Q{at(21, t + 0.24)} {at(21.6, t)}z"
        for t in (pi * (0.56 + 0.083 * k) for k in range(11))
    )
    wreath = path(leaves, "#4f8f47", INK, 0.5)
    return scene(
        "#2c4a80",
        stars([(28, 14), (72, 14), (28, 60), (72, 60)], 3.4),
        circle(50, 36, 21.6, "none", "#3c7a3c", 1.2),
        *_mirrored(wreath),
        circle(50, 36, 17, "#7cb7d6"),
        path("M39 26C43 22 49 21 51 23C53 26 49 28 48 31C46 34 41 33 38.6 36C35.6 34 36 29 39 26z"
             "M55 29C59 27 63 30 65 34C65 39 62 45 58.6 47C55 44 57 40 54 38C52 35 52 31 55 29z"
             "M42 42C45 41 48 43 48 46C47 49 45 51 43 50C40.6 48 40.4 44 42 42z", GRASS, INK, 0.5),
        line("M33 36Q50 42 67 36M50 19Q43 36 50 53M50 19Q57 36 50 53", INK, 0.4),
        circle(50, 36, 17, "none", GOLD, 1.4),
        path("M44.6 17.4L43 10.6L47.4 13.6L50 9.6L52.6 13.6L57 10.6L55.4 17.4z", GOLD),
    )  # fmt: skip
