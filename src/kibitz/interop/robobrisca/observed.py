"""What a seat of ours has seen, as the observation that a bot of RoboBrisca's is shown."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.observation import Observation
from kibitz.interop.robobrisca.course import NUMBERS, SUITS, course_of
from kibitz.knowledge.views import View

__all__ = ["observed"]

STOCK = 28
DECK = tuple(f"{suit}{number}" for suit in SUITS for number in NUMBERS)


def observed(view: View) -> Observation:
    """The observation of whose turn it is. What they have not seen is dealt at random, by the
    generator that the bot itself has; also the trump card, once somebody has drawn it: RoboBrisca
    does not tell who."""
    assert view.seat is not None
    course = course_of(view.game, view.events)
    left = STOCK - len(course.drawn)
    seen = {*course.hands[view.seat], *course.table, *(card for won in course.won for card in won)}
    if left:
        seen.add(course.trump)
    unseen = [card for card in DECK if card not in seen]
    made = GameState()
    made.turn = view.seat
    made.trump_card = _card(course.trump)
    made.playing_cards = _pile(course.table)
    made.won_cards = [_pile(won) for won in course.won]
    for seat, hand in enumerate(course.hands):
        if seat == view.seat:
            made.hands.append(_pile(hand))
        else:
            made.hands.append(_pile(unseen[: len(hand)]))
            del unseen[: len(hand)]
    made.main_deck = _pile([*unseen, course.trump] if left else unseen)
    return made.get_observation()


def _pile(cards: Iterable[str]) -> CardCollection:
    made = CardCollection()
    made.l_cards = [_card(card) for card in cards]
    return made


def _card(text: str) -> Card:
    return Card(text[0], int(text[1:]))
