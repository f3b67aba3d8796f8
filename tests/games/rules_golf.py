"""Golf, slowly and plainly, from its rules: something to check the engine against.

One deal, in which the stock does not run out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .counting import Deal, Parameters, Truth, counted

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)

Spot = tuple[str, bool]
"""A card, and whether it is face up."""


def worth(card: str) -> int:
    """An ace one, a two two less, court cards ten, but kings nothing."""
    rank = card[:-1]
    return {"A": 1, "2": -2, "J": 10, "Q": 10, "K": 0}.get(rank) or (
        0 if rank == "K" else int(rank)
    )


@dataclass(frozen=True)
class Position:
    """One deal: the cards in front of each, the stock, the pile, and whose turn it is."""

    spots: tuple[tuple[Spot, ...], ...]
    stock: tuple[str, ...]
    """The next card first."""
    pile: tuple[str, ...]
    flip: bool
    finish: bool
    to_move: int = 0
    step: str = "open"
    """What is to be decided: `open` two cards, `take` one, `place` it, or `flip` one's own."""
    drawn: str = ""
    thrown: bool = False
    """Whether the card that was taken may be thrown away."""
    finisher: int | None = None
    """Who was first to have all cards up."""

    @property
    def over(self) -> bool:
        """All have had their last turn."""
        return self.step == "over"

    @property
    def actions(self) -> tuple[str, ...]:
        """The numbers of places, and words."""
        own = self.spots[self.to_move]
        down = tuple(str(number) for number, (_, up) in enumerate(own, 1) if not up)
        match self.step:
            case "take":
                return ("draw from the stock", "take the card on the pile")
            case "place":
                everywhere = tuple(str(number) for number in range(1, len(own) + 1))
                return (*everywhere, "throw it away") if self.thrown else everywhere
            case _:
                return down

    def after(self, action: str) -> Position:
        """The position after that."""
        match self.step:
            case "open":
                after = self._turned_up(int(action))
                ready = sum(up for _, up in after.spots[self.to_move]) == 2
                seat = (self.to_move + ready) % len(self.spots)
                return replace(after, to_move=seat, step="take" if ready and seat == 0 else "open")
            case "take":
                if action == "draw from the stock":
                    taken, stock, pile = self.stock[0], self.stock[1:], self.pile
                else:
                    taken, stock, pile = self.pile[-1], self.stock, self.pile[:-1]
                thrown = len(stock) < len(self.stock)
                return replace(
                    self, stock=stock, pile=pile, drawn=taken, thrown=thrown, step="place"
                )
            case "place":
                return self._placed(0 if action == "throw it away" else int(action))
            case _:
                return self._turned_up(int(action))._next()

    def _turned_up(self, number: int) -> Position:
        card, _ = self.spots[self.to_move][number - 1]
        return self._with(number, card)

    def _with(self, number: int, card: str) -> Position:
        own = list(self.spots[self.to_move])
        own[number - 1] = (card, True)
        spots = (*self.spots[: self.to_move], tuple(own), *self.spots[self.to_move + 1 :])
        return replace(self, spots=spots)

    def _placed(self, number: int) -> Position:
        if number:
            old, _ = self.spots[self.to_move][number - 1]
            return replace(self._with(number, self.drawn), pile=(*self.pile, old))._next()
        after = replace(self, pile=(*self.pile, self.drawn))
        hidden = any(not up for _, up in self.spots[self.to_move])
        return replace(after, step="flip") if self.flip and hidden else after._next()

    def _next(self) -> Position:
        """The next player's turn, if there is one."""
        finisher, seat = self.finisher, (self.to_move + 1) % len(self.spots)
        if finisher is None and all(up for _, up in self.spots[self.to_move]):
            finisher = self.to_move
        over = finisher is not None and (not self.finish or seat == finisher)
        assert over or self.stock, "the plain rules do not shuffle again"
        return replace(self, to_move=seat, finisher=finisher, step="over" if over else "take")

    @property
    def scores(self) -> list[int]:
        """The points of each: equal cards in a column are nothing."""
        found = []
        for own in self.spots:
            cards = [card for card, _ in own]
            columns = zip(cards[: len(cards) // 2], cards[len(cards) // 2 :], strict=True)
            found.append(sum(worth(a) + worth(b) for a, b in columns if a[:-1] != b[:-1]))
        return found


def start(
    deal: Mapping[str, str],
    NUMP: int = 3,
    COLUMNS: int = 3,
    FLIP: str = "YES",
    FINISH: str = "YES",
) -> Position:
    """The first position of a deal such as `{"DOWN 0#1": "2C", ..., "PILE": "3D", "STOCK": ""}`."""
    spots = tuple(
        tuple((deal[f"DOWN {seat}#{number}"], False) for number in range(1, 2 * COLUMNS + 1))
        for seat in range(NUMP)
    )
    stock = tuple(deal["STOCK"].split())
    return Position(spots, stock, (deal["PILE"],), FLIP == "YES", FINISH == "YES")


VARIANTS: tuple[Parameters, ...] = (
    {"NUMP": 3},
    {"NUMP": 2, "COLUMNS": 2, "FINISH": "NO"},
    {"NUMP": 2, "FLIP": "NO", "COLUMNS": 2},
    {"NUMP": 4, "COLUMNS": 2},
    {"NUMP": 2, "COLUMNS": 4},
)
"""Parameters with which the engine is compared to these rules."""


def random_deal(rng: random.Random, NUMP: int = 3, COLUMNS: int = 3, **_: int | str) -> Deal:
    """A random deal."""
    cards = rng.sample(DECK, 52)
    deal = {
        f"DOWN {seat}#{number}": cards.pop()
        for seat in range(NUMP)
        for number in range(1, 2 * COLUMNS + 1)
    }
    return {**deal, "PILE": cards.pop(), "STOCK": " ".join(cards)}


def truths() -> Iterator[Truth]:
    """The first cards turned up, some turns, and the last turns of short games."""
    small: Parameters = {"NUMP": 2, "COLUMNS": 2}
    yield from counted(
        start,
        random_deal,
        (
            ({"NUMP": 3}, 0, 4),
            ({"NUMP": 3}, 6, 4),
            ({"NUMP": 3, "FLIP": "NO"}, 10, 4),
            (small, 4, 5),
            (small, 10, 5),
            ({**small, "FINISH": "NO"}, 8, 5),
        ),
    )
