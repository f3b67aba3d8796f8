"""A rule bot for French Tarot: bids from its hand, discards to make voids, plays either side.

Everything is decided from the view at hand, so that nothing has to be remembered. How it plays a
card is in `kibitz.bots.tarot_play`.
"""

from __future__ import annotations

from collections.abc import Collection

from kibitz.bots.cards import Cards, cards_of, must_have
from kibitz.bots.compiled import Reckoning
from kibitz.bots.tarot_play import EXCUSE, PLAIN, RANKS, TRUMPS, Trick, halves, trump_number
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule", "discard", "strength", "would_bid"]

PLACES = ("HAND 0", "TRICK 0", "DOG", "ATTACK", "DEFENCE", "DISCARD 0", "HANDFUL 0")
STORES = ("TAKER", "CONTRACT", "READY", "LED", "HIGH", "TRICKNO", "POIGNEE 0")
BIDS = (("garde sans", 72), ("garde", 46), ("prise", 41))
"""The strength from which a bid is made, the highest bid first."""
HIGHEST_BID = "garde contre"
"""On offer as long as there is anything to bid; not made by this bot."""
KING, QUEEN, KNIGHT, JACK = (RANKS.index(rank) for rank in ("KING", "QUEEN", "KNIGHT", "JACK"))


def strength(cards: Cards, hand: Collection[int]) -> int:
    """A hand in the points players' books count, for three players and 24 cards.

    The 21 counts 10, the Excuse 8, the petit 9 with nine trumps or more (7 with eight, 5 with
    seven); each trump 2, and 2 more from the 16 up; a king 6 (10 with his queen), a queen
    without him 3, a knight 2, a jack 1; a suit of seven cards or more 5; no card of a suit 6, a
    single one 3.
    """
    trumps = cards.of_suit(hand, TRUMPS)
    numbers = {trump_number(cards, card) for card in trumps}
    found = 2 * len(trumps) + 2 * sum(number >= 16 for number in numbers)
    found += 10 * (21 in numbers)
    found += 8 * any(cards.suit[card] == EXCUSE for card in hand)
    if 1 in numbers:
        found += {9: 9, 8: 7, 7: 5}.get(min(len(trumps), 9), 0)
    for suit in PLAIN:
        heights = {cards.height[card] for card in cards.of_suit(hand, suit)}
        found += 6 * (KING in heights) + 2 * (KNIGHT in heights) + (JACK in heights)
        found += (4 if KING in heights else 3) * (QUEEN in heights)
        found += 5 * (len(heights) >= 7) + {0: 6, 1: 3}.get(len(heights), 0)
    return found


def would_bid(game: Game, hand: Collection[int]) -> str:
    """What the bot would bid with 24 cards, if nobody had spoken yet: pass, prise, garde or,
    rarely, garde sans."""
    points = strength(cards_of(game, RANKS), hand)
    return next((bid for bid, least in BIDS if points >= least), "pass")


def discard(cards: Cards, hand: Collection[int], free: Collection[int], n: int) -> list[int]:
    """The n cards to lay aside, of those that may be: whole suits without a king, the shortest
    first, then points that nothing protects, then what is lowest in the shortest suits."""
    chosen: list[int] = []

    def own(suit: str) -> list[int]:
        return cards.of_suit(hand, suit)

    def guarded(card: int) -> bool:
        return any(cards.height[other] == KING for other in own(cards.suit[card]))

    for suit in sorted(PLAIN, key=lambda suit: len(own(suit))):
        whole = [card for card in free if cards.suit[card] == suit]
        if whole and len(whole) == len(own(suit)) and len(whole) <= n - len(chosen):
            chosen += whole
    rest = [card for card in free if card not in chosen]
    rest.sort(
        key=lambda card: (
            guarded(card),
            -halves(cards, card),
            len(own(cards.suit[card])),
            cards.height[card],
        )
    )
    return sorted(chosen + rest[: n - len(chosen)])


class Rule:
    """A player who knows the books."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Tarot."""
        must_have("tarot-rule", game, PLACES, STORES, 3)
        self.cards = cards_of(game, RANKS)
        self.seat = seat

    def choose(self, view: View, budget: float | None) -> Action:
        """Bid, lay aside, announce or play, whatever is due."""
        hand = view.numbers(f"HAND {self.seat}")
        if any(action.text == HIGHEST_BID for action in view.actions):
            return self.bid(view, hand)
        if view.store("TRICKNO") == 0:
            if view.actions[0].cards:
                return self.lay_aside(view, hand)
            sure = self.wins_everything(view, hand)
            return next(a for a in view.actions if (a.text != "pass") == sure)
        if view.store(f"POIGNEE {self.seat}") != 0 and not view.numbers(f"HANDFUL {self.seat}"):
            return view.actions[0]  # the lowest trumps are shown, the highest stay a surprise
        shows = [action for action in view.actions if not action.cards]
        if shows and (self.seat != view.store("TAKER") or self.bouts(hand)):
            return shows[-1]
        plays = self.cards.played(view.actions)
        return plays[Trick(self.cards, view, self.seat, list(plays)).best_card()]

    def bid(self, view: View, hand: Collection[int]) -> Action:
        """What the hand is worth, or pass if somebody has said as much."""
        wanted = would_bid(view.game, hand)
        by_text = {action.text: action for action in view.actions}
        return by_text.get(wanted, by_text["pass"])

    def lay_aside(self, view: View, hand: Collection[int]) -> Action:
        """The next card of those that go, which are asked for one by one, lowest first.

        They stay in the hand until the last is named, so that the same cards are found each time.
        """
        free = [card for card in hand if self.cards.suit[card] in PLAIN]
        free = [card for card in free if self.cards.height[card] != KING]
        if not free:  # they have gone already, and trumps must make up the number
            free = [c for c in hand if trump_number(self.cards, c) not in (0, 1, 21)]
        going = discard(self.cards, hand, free, len(hand) - 24)
        offered = self.cards.played(view.actions)
        return offered[min(card for card in offered if card in going)]

    def bouts(self, hand: Collection[int]) -> int:
        """How many bouts are in a hand."""
        return sum(halves(self.cards, c) == 9 and self.cards.height[c] != KING for c in hand)

    def wins_everything(self, view: View, hand: Collection[int]) -> bool:
        """Whether no defender can win a trick: the highest trumps are enough to draw all of theirs,
        and no plain card can be beaten."""
        cards, reckoning, others = self.cards, Reckoning(view), 0
        for other in range(view.game.players):
            if other != self.seat:
                others |= reckoning.possible(view.game.place(f"HAND {other}"))
        trumps = cards.of_suit(hand, TRUMPS)
        masters = [card for card in trumps if not cards.above[card] & others]
        out = 21 - len(trumps)
        return len(masters) >= out and not any(
            cards.above[card] & others for card in hand if cards.suit[card] in PLAIN
        )
