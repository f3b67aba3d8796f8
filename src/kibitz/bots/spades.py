"""A rule bot for Spades: what players' books say about bidding, and about taking tricks or not.

It counts its sure and likely tricks and bids them, or nil with a harmless hand. As long as its side
needs tricks it takes them: it leads cards nobody can beat, wins as cheaply as will do, and leaves
its partner alone. When the contract is made, it gets rid of high cards under others, for bags cost
points; and so does a nil all the time.
"""

from __future__ import annotations

from collections.abc import Collection

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.bots.compiled import Reckoning
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule", "danger", "strength"]

RANKS = (
    *("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"),
    *("JACK", "QUEEN", "KING", "ACE"),
)
PLACES = ("HAND 0", "TRICK 0", "WON team 0")
STORES = ("BID 0", "OWN 0", "CONTRACT team 0", "TRICKS team 0", "BIDS", "BROKEN")
TRUMPS = "SPADES"
JACK, QUEEN, KING, ACE = (RANKS.index(rank) for rank in RANKS[-4:])


def strength(cards: Cards, hand: Collection[int]) -> float:
    """How many tricks a hand is likely to take: high cards, spades beyond the third, and short
    suits as long as there are spades for them."""
    spades = len(cards.of_suit(hand, TRUMPS))
    tricks = 0.8 * max(0, spades - 3)
    for suit in cards.suits:
        own = cards.of_suit(hand, suit)
        heights = {cards.height[card] for card in own}
        if suit == TRUMPS:
            tricks += (ACE in heights) + 0.9 * (KING in heights and len(own) > 1)
            tricks += 0.6 * (QUEEN in heights and len(own) > 2)
        else:
            long = len(own) > 5
            tricks += (0.6 if long else 0.9) * (ACE in heights)
            tricks += (0.3 if long else 0.6) * (KING in heights and len(own) > 1)
            tricks += 0.2 * (QUEEN in heights and 2 < len(own) < 6)
            tricks += 0.2 * max(0, 2 - len(own)) * min(spades, 3)
    return tricks


def danger(cards: Cards, hand: Collection[int]) -> int:
    """How likely a hand takes a trick against its will: high spades, many spades, and high cards of
    short suits."""
    found = 6 * max(0, len(cards.of_suit(hand, TRUMPS)) - 3)
    for card in hand:
        if cards.suit[card] == TRUMPS:
            found += 2 * max(0, cards.height[card] - 5)
        elif cards.height[card] >= JACK:
            found += max(0, 5 - len(cards.of_suit(hand, cards.suit[card])))
    return found


class Rule:
    """A player who counts tricks."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Spades."""
        must_have("spades-rule", game, PLACES, STORES, 4)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """Bid or play, whatever is due."""
        if view.store("BIDS") != 4:
            return self.bid(view)
        plays = self.cards.played(view.actions)
        return plays[Trick(self.cards, view, self.seat).card(sorted(plays, key=self.height))]

    def height(self, card: int) -> tuple[bool, int]:
        """The order in which cards are spared: spades last, high ones last."""
        return self.cards.suit[card] == TRUMPS, self.cards.height[card]

    def bid(self, view: View) -> Action:
        """The tricks of the hand; nil if it has none to fear."""
        hand = view.numbers(f"HAND {self.seat}")
        tricks = strength(self.cards, hand)
        nils = [action for action in view.actions if not action.numbers]
        others = [action for action in view.actions if action.numbers]
        if not others or (tricks < 1.6 and danger(self.cards, hand) < 12):
            return nils[0]
        wanted = max(1, round(tricks))
        return min(others, key=lambda action: abs(action.numbers[0] - wanted))


class Trick:
    """A trick as the player to move sees it."""

    def __init__(self, cards: Cards, view: View, seat: int) -> None:
        self.deck, self.view, self.seat = cards, view, seat
        self.table = cards.table(view)
        self.best = self.table[0] if self.table else -1
        for card in self.table[1:]:
            if cards.beats(card, self.best, TRUMPS):
                self.best = card
        self.last = len(self.table) == 3
        reckoning = Reckoning(view)
        after = range(seat + 1, seat + 4 - len(self.table))
        self.behind = 0
        """The cards that those who are still to play may have, the partner's left out."""
        for other in after:
            if (other - seat) % 2:
                self.behind |= reckoning.possible(view.game.place(f"HAND {other % 4}"))

    def stands(self, card: int) -> bool:
        """Whether no opponent who is still to play can beat a card by following suit."""
        return not self.deck.above[card] & self.behind

    @property
    def ours(self) -> bool:
        """Whether the partner is winning the trick."""
        return len(self.table) > 1 and self.best == self.table[-2]

    @property
    def hungry(self) -> bool:
        """Whether more tricks are wanted: for the side, and by this player."""
        if self.view.store(f"BID {self.seat}") == 0:
            return False
        team = f"team {self.seat % 2}"
        return int(self.view.store(f"TRICKS {team}")) < int(self.view.store(f"CONTRACT {team}"))

    def card(self, offered: list[int]) -> int:
        """What to play, of cards from low to high."""
        if not self.table:
            return self.lead(offered)
        winning = [card for card in offered if self.deck.beats(card, self.best, TRUMPS)]
        losing = [card for card in offered if card not in winning]
        partner = int(self.view.store(f"BID {(self.seat + 2) % 4}"))
        covering = partner == 0 and self.ours and self.hungry
        if not self.hungry or (self.ours and not covering and self.stands(self.best)):
            # The highest card that loses, or the cheapest of those that win.
            under = [card for card in losing if self.deck.suit[card] == self.deck.suit[self.best]]
            if self.hungry:
                return losing[0] if losing else winning[0]
            return under[-1] if under else losing[-1] if losing else offered[0]
        if not winning:
            return losing[0]
        standing = [card for card in winning if self.stands(card)]
        if self.last or standing:
            return (standing or winning)[0]
        # Third hand plays high, second hand low.
        return winning[-1] if len(self.table) == 2 or not losing else losing[0]

    def lead(self, offered: list[int]) -> int:
        """A card nobody can beat, or a low one; where no tricks are wanted, the lowest."""
        if not self.hungry:
            return min(offered, key=lambda card: self.deck.height[card])
        sure = [card for card in offered if self.stands(card)]
        return sure[-1] if sure else offered[0]
