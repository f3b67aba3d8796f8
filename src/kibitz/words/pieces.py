"""Sentences as values: pieces of text, cards and seats.

Whoever shows a sentence decides how: the terminal colours the cards, the page makes them buttons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Card", "Piece", "Pieces", "Seat", "Sentence", "joined", "plain", "seated"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a sentence: its number in the deck, and its sign."""

    number: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in a sentence, by the word that stands there: `East`, `East's`, `you`."""

    number: int
    text: str


Piece = str | Card | Seat
Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something told. Kinds: what somebody `did`, what `followed`, `numbers` that have changed, and
    who is `next`."""

    kind: str
    pieces: Pieces

    def __str__(self) -> str:
        return plain(self.pieces)


def plain(pieces: Iterable[Piece]) -> str:
    """The same as letters."""
    return "".join([_letters(piece) for piece in pieces])


def _letters(piece: Piece) -> str:
    if isinstance(piece, str):
        return piece
    return piece.symbol if isinstance(piece, Card) else piece.text


def joined(*parts: Piece | Iterable[Piece]) -> Pieces:
    """Parts of a sentence after each other; texts that meet become one."""
    found: list[Piece] = []
    for part in parts:
        for piece in (part,) if isinstance(part, str | Card | Seat) else part:
            if isinstance(piece, str) and found and isinstance(found[-1], str):
                found[-1] += piece
            elif piece != "":
                found.append(piece)
    return tuple(found)


def capital(pieces: Pieces) -> Pieces:
    """The same with a capital letter at the beginning."""
    if not pieces or isinstance(pieces[0], Card):
        return pieces
    first = pieces[0]
    if isinstance(first, Seat):
        return (Seat(first.number, first.text[:1].upper() + first.text[1:]), *pieces[1:])
    return (first[:1].upper() + first[1:], *pieces[1:])


def seated(pieces: Iterable[Piece], seats: Sequence[str]) -> Pieces:
    """The same with the seats that are named in its texts as seats, so that whoever shows it can
    call them by the people who sit there.

    >>> seated(["6 cards go to East's hand."], ["North", "East"])
    ('6 cards go to ', Seat(number=1, text="East's"), ' hand.')
    """
    names = re.compile(rf"\b({'|'.join(map(re.escape, seats))})('s)?\b")

    def parts() -> Iterator[Piece]:
        for piece in pieces:
            at = 0
            if isinstance(piece, str):
                for found in names.finditer(piece):
                    yield piece[at : found.start()]
                    yield Seat(seats.index(found[1]), found[0])
                    at = found.end()
            yield piece[at:] if isinstance(piece, str) else piece

    return joined(parts())
