"""How a game of Brisca went, as RoboBrisca tells it: by seats, hands in their order, tricks as they
were played. It is read from what happened, all of it or what one seat saw of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["UNSEEN", "Course", "course_of", "must_be_brisca"]

SEATS, SUITS, NUMBERS = 4, "OECB", (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

UNSEEN = ""
"""Stands for a card of which one only knows that it is there."""


@dataclass(slots=True)
class Course:
    """A game so far. Cards are as both of us write them, `O12`."""

    trump: str = UNSEEN
    dealt: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    """The hands as they were dealt."""
    drawn: list[str] = field(default_factory=list)
    """What was drawn from the stock since, in that order, the trump card too."""
    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    """The hands now: who draws a card puts it behind the others."""
    plays: list[tuple[int, str]] = field(default_factory=list)
    """Who played what."""
    table: list[str] = field(default_factory=list)
    """The trick that is being played, in the order of play."""
    won: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    """What each seat has taken, trick by trick."""

    def _gets(self, seat: int, card: str) -> None:
        self.hands[seat].append(card)
        if self.trump:
            self.drawn.append(card)
        else:
            self.dealt[seat].append(card)

    def _plays(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        hand.remove(card if card in hand else UNSEEN)
        self.plays.append((seat, card))
        self.table.append(card)

    def _takes(self, seat: int) -> None:
        self.won[seat].extend(self.table)
        self.table.clear()


def must_be_brisca(game: Game) -> None:
    """Complain about a game that bots and records of RoboBrisca mean nothing in."""
    wanted = {f"{suit}{number}" for suit in SUITS for number in NUMBERS}
    places = {"STOCK", "TRUMP", *(f"{place} {n}" for place in ("HAND", "TRICK") for n in range(4))}
    if {face.text for face in game.cards} != wanted or not places <= set(game.place_names):
        raise KibitzError(f"RoboBrisca is about Brisca, not about {game.title}")


def course_of(game: Game, events: Iterable[Event]) -> Course:
    """The game that these events tell of."""
    course, cards, places = Course(), game.cards, game.place_names
    for event in events:
        if event.kind == "move":
            target, _, owner = places[event.target].partition(" ")
            card = cards[event.card].text if event.card >= 0 else UNSEEN
            if target == "HAND":
                course._gets(int(owner), card)
            elif target == "TRICK":
                course._plays(int(owner), card)
            elif target == "TRUMP":
                course.trump = card
        elif event.kind == "cycle" and event.value == 1:  # whoever took a trick is next
            course._takes(event.seat)
    return course
