"""Go Fish beside OpenSpiel's: the same ranks dealt, the same questions, the same books.

OpenSpiel's cards have no suits. Whoever is dealt a book is dealt more cards there, so no deal here
has one. A game may end there when somebody has laid down their last card, here (`END=OUT`) also
when they have given it away: all games are played to the last book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import kibitz

from ..spiel import follow, on_offer

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
SPOKEN = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
          "jacks", "queens", "kings", "aces")  # fmt: skip
SEATS = ("North", "East", "South", "West", "Northwest", "Southwest")


@dataclass(frozen=True)
class Variant:
    """Rules that both have: our parameters, and how OpenSpiel spells them."""

    NUMP: int = 4
    HAND: int = 5

    @property
    def spec(self) -> str:
        """OpenSpiel's game."""
        return f"go_fish(players={self.NUMP},initial_cards={self.HAND})"


VARIANTS = (
    Variant(NUMP=2, HAND=7),
    Variant(NUMP=3, HAND=7),
    *(Variant(NUMP=players) for players in (2, 3, 4, 5, 6)),
    Variant(NUMP=4, HAND=2),
)


def ranks(cards: Iterable[str]) -> Counter[str]:
    """How many cards of each rank, as OpenSpiel calls them: `a` for twos."""
    return Counter(chr(ord("a") + RANKS.index(card[:-1])) for card in cards)


def theirs_of(text: str) -> str:
    """A question, as OpenSpiel says it: `1c` for `ask East for fours`."""
    _, seat, _, rank = text.split()
    return f"{SEATS.index(seat)}{chr(ord('a') + SPOKEN.index(rank))}"


def give(other: Any, cards: Iterable[str]) -> None:
    """Deal the ranks of these cards."""
    for card in cards:
        assert other.is_chance_node()
        other.apply_action(RANKS.index(card[:-1]))


def begun(theirs: Any, ours: Any, hand: int, rng: Random) -> tuple[Any, Any]:
    """The same deal in both."""
    while True:
        cards = rng.sample(DECK, 52)
        hands = [cards[seat * hand : (seat + 1) * hand] for seat in range(ours.players)]
        if all(number < 4 for cards in hands for number in ranks(cards).values()):
            break
    other = theirs.new_initial_state()
    for held in hands:
        give(other, held)
    deal = {f"HAND {seat}": " ".join(held) for seat, held in enumerate(hands)}
    return ours.new(deal=deal, seed=rng.randrange(1000)), other


def drawn(state: Any, stock: Iterable[str], seat: int) -> list[str]:
    """The cards that were drawn from a stock when a seat had asked, in their order: a book made at
    once, another card of the asker, a card of somebody who had none."""
    cards = set(stock) - set(state.cards("STOCK"))
    first, second = state.cards(f"BOOK {seat}"), state.cards(f"HAND {seat}")
    return sorted(cards, key=lambda card: 0 if card in first else 1 if card in second else 2)


def check_view(state: Any, other: Any, seat: int) -> None:
    """A seat sees the same in both: their hand, and how many cards and books everybody has."""
    seen = other.observation_string(seat).splitlines()
    [own] = [line.split()[2:] for line in seen if line.startswith("Your cards:")]
    held = ranks(str(card) for card in kibitz.view(state, seat).cards(f"HAND {seat}"))
    assert own == [f"{rank}{number}" for rank, number in sorted(held.items())]
    counted = [line.split() for line in seen if line.startswith("player ")]
    for player, words in enumerate(counted):
        assert int(words[3]) == len(state.cards(f"HAND {player}"))
        assert int(words[5]) == state.store(f"BOOKS {player}")


def check_result(state: Any, returns: list[float]) -> None:
    """The winners share one point, and the others lose one between them."""
    best = [score == max(state.scores) for score in state.scores]
    winners, losers = best.count(True), best.count(False)
    assert returns == [0 if not losers else 1 / winners if won else -1 / losers for won in best]


def beside(variant: Variant, games: int, seed: int) -> int:
    """Play so many games in both programs, at random, and tell how many decisions were the same;
    an AssertionError where they differ."""
    spiel: Any = import_module("pyspiel")
    theirs = spiel.load_game(variant.spec)
    ours = kibitz.load("go-fish", NUMP=variant.NUMP, HAND=variant.HAND, LONGEST=1000)
    rng, decisions = Random(seed), 0
    for _ in range(games):
        state, other = begun(theirs, ours, variant.HAND, rng)
        while not state.over:
            seat = state.to_move
            assert seat is not None
            assert seat == other.current_player()
            check_view(state, other, seat)
            options = {theirs_of(action.text): action for action in state.actions}
            assert set(options) == set(on_offer(other))
            move = rng.choice(sorted(options))
            stock = state.cards("STOCK")
            state = state.after(options[move])
            follow(other, move)
            give(other, drawn(state, stock, seat))
            decisions += 1
        assert other.is_terminal()
        check_result(state, other.returns())
    return decisions
