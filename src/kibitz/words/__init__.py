"""What happens at a table, in words: of cards, seats, places and decisions, for any game."""

from kibitz.words.offers import Offer, offer
from kibitz.words.pieces import Card, Piece, Pieces, Seat, Sentence, joined, plain
from kibitz.words.told import tell
from kibitz.words.words import Place, Store, Words, counted, listed, third_person

__all__ = [
    "Card",
    "Offer",
    "Piece",
    "Pieces",
    "Place",
    "Seat",
    "Sentence",
    "Store",
    "Words",
    "counted",
    "joined",
    "listed",
    "offer",
    "plain",
    "tell",
    "third_person",
]
