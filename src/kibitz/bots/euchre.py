"""A rule bot for Euchre: count the hand, make trump if it is worth three tricks, and win cheaply.

The usual advice: a suit is worth making trump with about three sure tricks, bowers and aces above
all; the upcard is a gift to the dealer's side and a danger to the others. Makers draw trumps, the
others lead their aces; nobody beats their partner's sure trick, and the last player takes a trick
with the lowest card that does.
"""

from __future__ import annotations

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

RANKS = ("NINE", "TEN", "JACK", "QUEEN", "KING", "ACE")
JACK, ACE = 2, 5
SUITS = ("CLUBS", "DIAMONDS", "SPADES", "HEARTS")
PLACES = ("HAND 0", "TRICK 0", "UPCARD", "DISCARD 0")
STORES = ("TRUMP", "TWIN", "CALLS", "DEALER", "MAKER", "LEAD")
ENOUGH = 8
"""What a hand must be worth to make trump."""
ALONE = 14
"""What it must be worth to do without the partner."""


class Rule:
    """Bids what a hand is worth, and plays as people are taught to."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Euchre."""
        must_have("euchre-rule", game, PLACES, STORES, 4)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """A call, a discard or a card."""
        hand = Hand(self.cards, view, self.seat)
        if not view.actions[0].cards:
            return hand.called(view.actions)
        plays = self.cards.played(view.actions)
        if view.actions[0].text.startswith("discard"):
            return plays[min(plays, key=hand.kept)]
        return plays[hand.card(list(plays))]


class Hand:
    """A hand, and the trick, as the player to move sees them."""

    def __init__(self, cards: Cards, view: View, seat: int) -> None:
        self.deck = cards
        self.seat = seat
        self.view = view
        self.own = view.numbers(f"HAND {seat}")
        self.trump = str(view.store("TRUMP"))
        self.table = cards.table(view)

    def is_trump(self, card: int, trump: str) -> bool:
        """Whether a card is a trump; the left bower is one."""
        return self.deck.suit[card] == trump or (
            self.deck.height[card] == JACK and self.deck.suit[card] == twin(trump)
        )

    def worth(self, card: int, trump: str) -> int:
        """What a card is worth to those who make a suit trump."""
        if self.is_trump(card, trump):
            height, suit = self.deck.height[card], self.deck.suit[card]
            return (5 if suit == trump else 4) if height == JACK else 3 if height == ACE else 2
        return int(self.deck.height[card] == ACE)

    def strength(self, trump: str) -> int:
        """What the hand is worth with this suit as trumps."""
        return sum(self.worth(card, trump) for card in self.own)

    # --- before the first card ----------------------------------------------------------------

    def called(self, actions: tuple[Action, ...]) -> Action:
        """A suit made trump, or a pass; alone or not."""
        alone = {action.text: action for action in actions}
        for lonely, common in (
            ("go alone", "take the partner along"),
            ("defend alone", "defend with the partner"),
        ):
            if lonely in alone:
                return alone[lonely if self.strength(self.trump) >= ALONE else common]
        suits = {self.suit_of(action): action for action in actions if action.text != "pass"}
        best = max(suits, key=self.value)
        if "pass" in alone and self.value(best) < ENOUGH:
            return alone["pass"]
        return suits[best]

    def suit_of(self, action: Action) -> str:
        """The suit a call makes trump: the one it names, or that of the upcard."""
        for suit in SUITS:
            if suit.lower() in action.text.lower():
                return suit
        return self.deck.suit[self.view.numbers("UPCARD")[0]]

    def value(self, suit: str) -> float:
        """What the hand is worth with a suit as trumps, and with the upcard in somebody's hand."""
        points = float(self.strength(suit))
        if int(self.view.store("CALLS")) < 4:
            gain = self.worth(self.view.numbers("UPCARD")[0], suit)
            dealer = int(self.view.store("DEALER"))
            if dealer == self.seat:
                return points + gain - 1
            return points + (gain / 2 if (dealer - self.seat) % 2 == 0 else -gain / 2)
        return points

    def kept(self, card: int) -> tuple[int, int, int]:
        """How much the dealer wants to keep a card: trumps and aces, then high cards and those of
        suits they have more of."""
        suit = self.deck.suit[card]
        mates = sum(
            self.deck.suit[other] == suit and not self.is_trump(other, self.trump)
            for other in self.own
        )
        return self.worth(card, self.trump), mates, self.deck.height[card]

    # --- the play -----------------------------------------------------------------------------

    def height(self, card: int) -> int:
        """How high a card is in this trick: trumps above the suit led above all others."""
        rank = self.deck.height[card]
        if self.is_trump(card, self.trump):
            bower = (100 if self.deck.suit[card] == self.trump else 50) if rank == JACK else 0
            return 20 + rank + bower
        led = self.table[0] if self.table else card
        return 10 + rank if self.deck.suit[card] == self.deck.suit[led] else rank

    def card(self, plays: list[int]) -> int:
        """The card to lead, or to play on others."""
        return self.answered(plays) if self.table else self.led(plays)

    def led(self, plays: list[int]) -> int:
        """Makers lead their highest trump, the others an ace; else the lowest card."""
        maker = int(self.view.store("MAKER"))
        trumps = [card for card in plays if self.is_trump(card, self.trump)]
        plain = [card for card in plays if card not in trumps]
        if trumps and (maker - self.seat) % 2 == 0 and max(map(self.height, trumps)) > ACE + 20:
            return max(trumps, key=self.height)
        aces = [card for card in plain if self.deck.height[card] == ACE]
        return (aces or sorted(plain or trumps, key=self.deck.height.__getitem__))[0]

    def answered(self, plays: list[int]) -> int:
        """The lowest card that takes the trick, the highest if others follow; or the lowest of
        all where the partner has it, or nothing helps."""
        best = max(self.table, key=self.height)
        partner = self.view.numbers(f"TRICK {(self.seat + 2) % 4}")
        playing = sum(
            int(self.view.store(f"OUT {seat}")) == 0 for seat in range(self.view.game.players)
        )
        closing = len(self.table) == playing - 1
        sure = closing or self.height(best) >= 10 + ACE
        winning = [card for card in plays if self.height(card) > self.height(best)]
        if not winning or (best in partner and sure):
            return min(plays, key=lambda card: (self.worth(card, self.trump), self.height(card)))
        if closing or all(self.is_trump(card, self.trump) for card in winning):
            return min(winning, key=self.height)
        return max(winning, key=self.height)


def twin(trump: str) -> str:
    """The other suit of the same colour."""
    return SUITS[(SUITS.index(trump) + 2) % 4]
