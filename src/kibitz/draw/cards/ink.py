"""The inks the cards are printed with, and short words for the shapes they are made of.

Everything carries its colour as an attribute, so that a card looks right wherever it is put: in a
page that allows no styles, in a report, in a notebook. Only the paper changes by night.
"""

from __future__ import annotations

from kibitz.draw.svg import Element, element

__all__ = [
    "BLACK",
    "BLUE",
    "BROWN",
    "EDGE",
    "GOLD",
    "GREEN",
    "HEIGHT",
    "INK",
    "PALE",
    "PAPER",
    "RED",
    "SKIN",
    "STYLE",
    "WIDTH",
    "circle",
    "group",
    "line",
    "path",
    "turned",
    "use",
]

WIDTH, HEIGHT = 100, 140
"""The size of a card, in its own units."""

INK = "#1c2433"
BLACK = "#1f2530"
RED = "#c4152f"
GOLD = "#e9b23c"
BLUE = "#23558f"
GREEN = "#2f7d4f"
BROWN = "#8a5428"
SKIN = "#f5d6b4"
PALE = "#f6ecd2"
PAPER = "#fffefa"
EDGE = "#b9b4a6"

STYLE = "@media(prefers-color-scheme:dark){.kc-paper{fill:#f1ede2}.kc-edge{stroke:#8f8a7d}}"
"""By night the paper is a little darker, so that a hand of cards does not glare."""


def path(
    d: str,
    fill: str | None = None,
    stroke: str | None = None,
    width: float | None = None,
    **more: str | float | None,
) -> Element:
    """A path; without a colour it has that of the group it is in."""
    return element("path", d=d, fill=fill, stroke=stroke, stroke_width=width, **more)


def line(d: str, stroke: str | None = None, width: float | None = None) -> Element:
    """A path that is only drawn, not filled."""
    return path(d, "none", stroke, width)


def circle(
    x: float,
    y: float,
    r: float,
    fill: str | None = None,
    stroke: str | None = None,
    width: float | None = None,
) -> Element:
    return element("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=width)


def group(*children: Element, **attributes: str | float | None) -> Element:
    return element("g", *children, **attributes)


def use(
    name: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, **more: str | None
) -> Element:
    """A shared shape, put somewhere; `name` is its id without the prefix."""
    steps = []
    if turn or scale != 1:
        if x or y:
            steps.append(f"translate({_short(x)} {_short(y)})")
        if turn:
            steps.append(f"rotate({_short(turn)})")
        if scale != 1:
            steps.append(f"scale({_short(scale)})")
        return element("use", href=f"#kc-{name}", transform="".join(steps), **more)
    return element("use", href=f"#kc-{name}", x=x or None, y=y or None, **more)


def turned(*children: Element) -> Element:
    """The same, upside down: the other half of a card."""
    return group(*children, transform=f"rotate(180 {WIDTH // 2} {HEIGHT // 2})")


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
