"""Cards as one reads them aloud: "queen of hearts", "3 of oros", "trump 21", "the Excuse"."""

from __future__ import annotations

import re

from kibitz.engine.faces import Face
from kibitz.engine.game import Game

__all__ = ["card_name", "suit_name"]


def card_name(game: Game, face: Face) -> str:
    """A card by rank and suit or, in decks without them, by all that is printed on it."""
    rank, suit = face.attributes.get("RANK", ""), face.attributes.get("SUIT", "")
    if not (rank and suit):
        order = game.sheet.order or tuple(face.attributes)
        words = [face.attributes[name] for name in order if name in face.attributes]
        return " ".join(_word(game, name) for name in words) or face.text
    if rank == suit:
        return f"the {_word(game, rank).capitalize()}"
    single = suit.removesuffix("S")
    if rank.startswith(single):  # the twenty-one trumps
        number = re.search(r"\d+", face.text)
        return f"{single.lower()} {number[0] if number else rank.removeprefix(single).lower()}"
    return f"{_rank(game, rank)} of {_word(game, suit)}"


def suit_name(game: Game, face: Face) -> str:
    suit = face.attributes.get("SUIT", "")
    return _word(game, suit) if suit else ""


def _rank(game: Game, rank: str) -> str:
    """A rank: numbers as they are printed, courts by their names."""
    named = game.sheet.table.cards.get(rank)
    printed = game.sheet.faces.get("RANK", {}).get(rank, "")
    return named or (printed if printed.isdigit() else _word(game, rank))


def _word(game: Game, name: str) -> str:
    return game.sheet.names.get(name, name.lower())
