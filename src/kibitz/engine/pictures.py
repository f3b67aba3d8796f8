"""Values that show themselves in a notebook: states, views, and the cards of a place.

The engine does not draw. Whoever can says so, and is asked when a notebook wants a picture:

    drawn_by(draw)          what `import kibitz` does, with `kibitz.words.picture.draw`
    picture(state)          the picture as SVG; None if nobody draws
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.engine.faces import Face

__all__ = ["Cards", "Drawer", "drawn_by", "picture"]

Drawer = Callable[[object], str]
"""Draws any value that shows itself: it knows which there are."""

_drawers: list[Drawer] = []


def drawn_by(drawer: Drawer) -> None:
    """Let somebody draw from now on."""
    _drawers[:] = [drawer]


def picture(value: object) -> str | None:
    """A value as SVG; None if nobody draws."""
    return _drawers[0](value) if _drawers else None


class Cards(tuple["Face", ...]):
    """Cards that belong together: a tuple, and in a notebook a fan.

    >>> import kibitz
    >>> kibitz.load("agram").new(seed=1).faces("HAND 0")
    (3S, 7H, 8H, 4C, 6C, 10C)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return picture(self)
