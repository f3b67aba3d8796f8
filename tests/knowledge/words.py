"""A vocabulary to read formulas with: four seats, a dog, and the thirteen hearts and spades."""

from __future__ import annotations

from kibitz.errors import KibitzError, did_you_mean
from kibitz.knowledge.worlds import members

SEATS = "NESW"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = [rank + suit for suit in "HS" for rank in RANKS]
SUITS = {"hearts": (1 << 13) - 1, "spades": ((1 << 13) - 1) << 13}


class Words:
    """The seats and cards of a small game."""

    def seat(self, text: str) -> int:
        if text not in SEATS:
            raise KibitzError(f"there is no player `{text}`{did_you_mean(text, SEATS)}")
        return SEATS.index(text)

    def places(self, text: str) -> int:
        return 1 << (4 if text == "dog" else self.seat(text))

    def cards(self, text: str) -> int:
        if text.lower() in SUITS:
            return SUITS[text.lower()]
        if text not in CARDS:
            near = did_you_mean(text, [*CARDS, *SUITS])
            raise KibitzError(f"there is no card `{text}`{near}")
        return 1 << CARDS.index(text)

    def seat_name(self, seat: int) -> str:
        return SEATS[seat]

    def places_name(self, places: int) -> str:
        (place,) = members(places)
        return "dog" if place == 4 else SEATS[place]

    def cards_name(self, cards: int) -> str:
        names = {bits: name for name, bits in SUITS.items()}
        return names.get(cards) or CARDS[members(cards)[0]]


WORDS = Words()
