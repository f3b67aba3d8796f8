"""Names of entrants as they are shown: strangers wrote them, and they may be anything.

What does something to the text around it, turns its direction or is no character at all, is left
out; what is too long is cut off where it is shown. Escaping is the business of whoever writes HTML
or SVG (see `kibitz.draw.markup` and `kibitz.draw.svg`).
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from kibitz.arena.statistics import Interval
from kibitz.compete.charter import KINDS, Phase
from kibitz.draw.kripke import text_width

__all__ = ["between", "fitted", "phase_title", "plain", "shown"]

LONGEST = 60
"""Characters of a name, where there is room."""
MARKS = 2
"""Marks above and below a letter: a tower of them would cover other lines."""


def shown(text: str, longest: int = LONGEST) -> str:
    """A text of somebody's on one line, as far as it can be shown.

    >>> shown("Ann\\n\\u202eBob"), shown("x" * 70)[-3:]
    ('Ann Bob', 'xx…')
    """
    found: list[str] = []
    marks = 0
    for letter in text[: 8 * longest]:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter.isspace():
            found.append(" ")
        elif kind not in ("Cc", "Cf", "Cs", "Co", "Cn") and marks <= MARKS:
            found.append(letter)
    line = " ".join("".join(found).split()) or "(no name)"
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def fitted(text: str, width: float, size: float) -> str:
    """A text cut off so that it is no wider than there is room for, in a drawing."""
    line = shown(text)
    while len(line) > 2 and text_width(line, size) > width:
        line = line.rstrip("…")[:-1].rstrip() + "…"
    return line


def phase_title(phase: Phase) -> str:
    """What a phase is called."""
    return shown(phase.title) if phase.title else KINDS[phase.kind]


def plain(value: Fraction | float, decimals: int = 2) -> str:
    """A number without what says nothing: 63, 63.5, 21.33.

    >>> plain(Fraction(64, 3)), plain(12.0), plain(Fraction(1, 2)), plain(12345)
    ('21.33', '12', '0.5', '12,345')
    """
    text = f"{float(value):,.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def between(interval: Interval | None) -> str:
    """An interval of points in words: 57.2 to 68.8; nothing if there is none."""
    return "" if interval is None else " to ".join(plain(end, 1) for end in interval)
