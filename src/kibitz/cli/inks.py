"""Words in the terminal: cards coloured, seats bold, what matters less dim.

Where there are no colours the same text is plain.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from kibitz.engine.actions import Action
from kibitz.words import Card, Piece, Seat, Sentence, Words

__all__ = ["cards", "chip", "inked", "label", "sentence", "written"]

INKS = {"red": "red3", "blue": "blue3", "green": "dark_green", "yellow": "orange4"}
"""Colours of the terminal that can be read on a white card."""

PAPER, FADED = "grey93", "grey62"

STYLES = {"numbers": "dim", "next": "dim"}


def chip(words: Words, number: int, faded: bool = False) -> Text:
    """A card as it lies on the table."""
    face = words.game.cards[number]
    ink = INKS.get(face.colour, "black")
    style = f"{ink} on {FADED}" if faded else f"bold {ink} on {PAPER}"
    return Text(f" {face.symbol} ", style=style)


def written(words: Words, number: int) -> Text:
    """A card in a sentence."""
    return inked(words, (words.card(number),))


def cards(words: Words, numbers: Iterable[int]) -> Text:
    """Cards beside each other, the unseen ones (-1) counted."""
    return inked(words, words.cards(numbers))


def label(words: Words, action: Action) -> Text:
    """The label of an action, its cards coloured."""
    return inked(words, words.label(action))


def inked(words: Words, pieces: Iterable[Piece], seats: str = "") -> Text:
    """Pieces of a sentence; `seats` is the style of the seats in it."""
    text = Text()
    for piece in pieces:
        if isinstance(piece, Card):
            colour = words.game.cards[piece.number].colour
            colour = {"black": "", "": "", "red": "bright_red"}.get(colour, colour)
            text.append(piece.symbol, style=f"bold {colour}".strip())
        elif isinstance(piece, Seat):
            text.append(piece.text, style=seats)
        else:
            text.append(piece)
    return text


def sentence(words: Words, told: Sentence) -> Text:
    """A sentence; who did something stands out."""
    text = inked(words, told.pieces, seats="bold" if told.kind == "did" else "")
    text.style = STYLES.get(told.kind, "")
    return text
