"""The colours of our pictures, by day and by night.

A picture says what a thing *is* (a seat's line, the true world) by its class; the style sheet that
goes with every picture says how that looks. Pictures that share a page share these rules, so the
rules are always the same text. A seat's colour is the variable `--kz-seat`.
"""

from __future__ import annotations

import re

from kibitz.errors import KibitzError

__all__ = ["SEATS", "STYLE", "seat_class", "seat_style"]

SEATS = (
    ("#0072b2", "#58b4ec"),
    ("#d55e00", "#ff9147"),
    ("#009e73", "#3fd0a4"),
    ("#b5478f", "#ec9fd0"),
    ("#5b4bc4", "#a99cff"),
    ("#6b6b6b", "#bdbdbd"),
    ("#8a5a2b", "#d3a06c"),
    ("#2f9fd0", "#9be0ff"),
)
"""A seat's colour on white and on black: after Okabe and Ito, so that people who confuse red and
green can tell them apart. Their yellow and orange are left out: gold is for the true world."""

COLOUR = re.compile(r"#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?|[A-Za-z]{1,30}")

DAY = """
--kz-paper:#ffffff;--kz-ink:#1d2530;--kz-quiet:#5d6776;--kz-box:#f4f6f9;--kz-edge:#76808f;
--kz-gold:#ffd75e;--kz-goldedge:#a87900;--kz-red:#c2122f
"""
NIGHT = """
--kz-paper:#14181f;--kz-ink:#eef1f5;--kz-quiet:#a3adba;--kz-box:#252c37;--kz-edge:#8792a2;
--kz-gold:#f0c23c;--kz-goldedge:#fff0b8;--kz-red:#ff8593
"""


def rules(variables: str, theme: int) -> str:
    seats = "".join(f".kz-seat{k}{{--kz-seat:{colours[theme]}}}" for k, colours in enumerate(SEATS))
    return f".kz{{{''.join(variables.split())}}}{seats}"


STYLE = (
    rules(DAY, 0)
    + f"@media(prefers-color-scheme:dark){{{rules(NIGHT, 1)}}}"
    + """
.kz text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--kz-ink);
font-variant-emoji:text}
.kz .kz-paper{fill:var(--kz-paper)}
.kz .kz-quiet{fill:var(--kz-quiet)}
.kz .kz-red{fill:var(--kz-red)}
.kz .kz-true text{fill:#1d2530}
.kz .kz-true .kz-red{fill:#b00d28}
.kz .kz-world{fill:var(--kz-box);stroke:var(--kz-edge);stroke-width:1.5}
.kz .kz-actual{fill:var(--kz-gold);stroke:var(--kz-goldedge);stroke-width:2.5}
.kz .kz-impossible{fill:var(--kz-paper);stroke-dasharray:5 4}
.kz .kz-line{fill:none;stroke:var(--kz-seat);stroke-width:1.7;stroke-linecap:round;
stroke-opacity:.8}
.kz .kz-hull{fill:var(--kz-seat);fill-opacity:.06;stroke:var(--kz-seat);stroke-width:1.5;
stroke-opacity:.75;stroke-linejoin:round}
.kz .kz-ribbon{fill:none;stroke:var(--kz-seat);stroke-linejoin:round;stroke-linecap:round;
opacity:.22}
.kz .kz-strong{stroke-width:4;stroke-opacity:1}
.kz .kz-hull.kz-strong{stroke-width:3.5;fill-opacity:.12}
.kz .kz-ribbon.kz-strong{opacity:.5}
.kz .kz-knows{fill:var(--kz-paper);stroke:var(--kz-seat);stroke-width:2}
.kz .kz-knows.kz-strong{fill:var(--kz-seat)}
""".replace("\n", "")
)
"""The style sheet of every picture."""


def seat_class(index: int) -> str:
    """The class that gives a seat its colour; a ninth seat has the first one's."""
    return f"kz-seat{index % len(SEATS)}"


def seat_style(colour: str | None) -> str | None:
    """The style attribute for a seat with a colour of its own: `#c02`, `#cc0022` or a name."""
    if colour is None:
        return None
    if not COLOUR.fullmatch(colour):
        raise KibitzError(f"{colour!r} is not a colour", "write #c02, #cc0022 or a name like teal")
    return f"--kz-seat:{colour}"
