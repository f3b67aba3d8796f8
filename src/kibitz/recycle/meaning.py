"""What a description says, however it is written: its hash is of this.

    >>> meaning(Source("(game (declare 2 'N) ;; two\\n (setup (create players 'N)))"), {"N": 3})
    "(game (declare 3 'N) (setup (create players 'N)))"

Comments, white space and older spellings make no difference, nor do the values a file declares for
its parameters once others are given.
"""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.recycle.diagnostics import Diagnostics, Source
from kibitz.recycle.dialects import Piece, renewed
from kibitz.recycle.reader import Atom, Item, read

__all__ = ["meaning"]


def meaning(source: Source, parameters: Mapping[str, int | str]) -> str:
    """A description in the current dialect, on one line, with these parameters and no comments.

    Two that say the same so mean the same; two that mean the same may still say it differently.
    """
    found = Diagnostics(source)
    form, _ = read(source, found)
    found.raise_if_wrong()
    assert form is not None
    game = _piece(form)
    for part in game.items:
        if part.head == "declare" and len(part.items) == 3:
            value = parameters.get(part.at(2).removeprefix("'"))
            if value is not None:
                part.items[1] = Piece(str(value))
    return _line(renewed(game))


def _piece(item: Item) -> Piece:
    """A form without its comments."""
    if isinstance(item, Atom):
        return Piece(item.text)
    return Piece(items=[_piece(inner) for inner in item.items])


def _line(piece: Piece) -> str:
    return piece.text or f"({' '.join(map(_line, piece.items))})"
