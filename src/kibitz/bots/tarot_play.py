"""How the Tarot rule bot plays a card: what is this trick worth to my side if I play that one?

For each card it reckons how likely its side takes the trick: who is still to play may have a higher
card, or none of the suit and a trump, as likely as `Reckoning` says. What lies in the trick is won
or lost accordingly, and what the card could still do later is taken off. So a king is played where
it is likely to win, points go to a partner's trick, the petit where it is safe, and rubbish
elsewhere. For a lead there is something on top: the taker draws trumps if long in them, the
defenders lead their long suits and what the taker must trump.
"""

from __future__ import annotations

from kibitz.bots.cards import Cards
from kibitz.bots.compiled import Reckoning
from kibitz.knowledge.views import View

__all__ = ["EXCUSE", "PLAIN", "RANKS", "TRUMPS", "Trick", "halves", "trump_number"]

PLAIN = ("HEARTS", "DIAMONDS", "CLUBS", "SPADES")
TRUMPS, EXCUSE = "TRUMPS", "EXCUSE"
NUMBERS = (
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN",
    "TWELVE", "THIRTEEN", "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN", "NINETEEN",
    "TWENTY", "TWENTYONE",
)  # fmt: skip
RANKS = (
    *NUMBERS[:10], "JACK", "KNIGHT", "QUEEN", "KING", *(f"TRUMP{n}" for n in NUMBERS), EXCUSE,
)  # fmt: skip
FIRST_TRUMP = RANKS.index("TRUMPONE")
JACK = RANKS.index("JACK")
BOUT_BONUS = 12.0
"""What a bout is worth beyond its points: the taker needs fewer with it."""
TO_COME = 3.0
"""Half points a player is likely to add to a trick."""


def trump_number(cards: Cards, card: int) -> int:
    """The number on a trump, 0 for all other cards."""
    return cards.height[card] - FIRST_TRUMP + 1 if cards.suit[card] == TRUMPS else 0


def halves(cards: Cards, card: int) -> int:
    """What a card counts, in half points."""
    suit, number = cards.suit[card], trump_number(cards, card)
    if suit == EXCUSE or number in (1, 21):
        return 9
    return 1 if number else max(1, 2 * (cards.height[card] - JACK) + 3)


class Trick:
    """A trick as the player to move sees it."""

    def __init__(self, cards: Cards, view: View, seat: int, playable: list[int]) -> None:
        self.deck, self.view, self.seat = cards, view, seat
        self.playable = playable
        self.table = cards.table(view)
        players = len(cards.tricks)
        self.seats = [(seat - len(self.table) + i) % players for i in range(players)]
        """Who plays to it, in order; so far as many as there are cards on the table, then I."""
        self.taker = int(view.store("TAKER"))
        self.left = 24 - int(view.store("TRICKNO"))
        """Tricks that come after this one."""
        self.hand = view.numbers(f"HAND {seat}")
        self.likely: dict[int, list[float]] = {}
        """How likely each card that others may have is in the hand of each seat."""
        hands = [view.game.place(f"HAND {other}") for other in range(players)]
        reckoning, own = Reckoning(view), set(self.hand)
        for card in range(len(view.game.cards)):
            if card not in own:
                row = [reckoning.likely(card, hand) / 1_000_000 for hand in hands]
                if any(row):
                    self.likely[card] = row

    def mine(self, seat: int) -> bool:
        """Whether a seat is on my side."""
        return (seat == self.taker) == (self.seat == self.taker)

    def worth(self, card: int) -> float:
        """What a card counts for whoever gets it, half points and what goes with a bout."""
        bout = trump_number(self.deck, card) in (1, 21)
        return halves(self.deck, card) + (BOUT_BONUS if bout else 0.0)

    def beats(self, card: int, best: int) -> bool:
        """Whether a card takes the trick from the best so far. The Excuse never does."""
        deck = self.deck
        if deck.suit[card] == deck.suit[best]:
            return deck.height[card] > deck.height[best]
        return deck.suit[card] == TRUMPS or (
            deck.suit[best] == EXCUSE and deck.suit[card] != EXCUSE
        )

    def best_card(self) -> int:
        """The card with which the trick is worth most; of equal ones the lowest."""
        return max(self.playable, key=lambda card: (self.value_with(card), -self.deck.height[card]))

    def value_with(self, card: int) -> float:
        """What the trick is worth to my side if I play a card, less what that is worth later."""
        if self.deck.suit[card] == EXCUSE:
            return self._value_with_excuse()
        laid = [*self.table, card]
        chance = self.chance_of_ours(laid)
        in_it = sum(map(self.worth, laid)) + TO_COME * (len(self.seats) - len(laid))
        value = (2 * chance - 1) * in_it - self.kept(card)
        return value + (0.0 if self.table else self.for_leading(card))

    def _value_with_excuse(self) -> float:
        """It is not lost, and costs half a point; but not in the last trick, and what the others
        put into the trick is won or lost without me."""
        if self.left == 0:
            return -20.0
        if not self.table:
            return -8.0 if self.left > 1 else 30.0
        chance = self.chance_of_ours([*self.table])
        rich = sum(map(self.worth, self.table))
        return (2 * chance - 1) * rich - 1 - (7.0 if self.left > 3 else -20.0)

    def chance_of_ours(self, laid: list[int]) -> float:
        """How likely my side takes the trick, once all have played that are still to come."""
        best = 0
        for i, card in enumerate(laid):
            if self.beats(card, laid[best]):
                best = i
        led = next((self.deck.suit[c] for c in laid if self.deck.suit[c] != EXCUSE), "")
        chance = float(self.mine(self.seats[best]))
        for seat in self.seats[max(len(laid), len(self.table) + 1) :]:
            beaten = self.chance_of_beating(seat, laid[best], led)
            if self.mine(seat):
                chance += (1 - chance) * beaten
            else:
                chance *= 1 - beaten
        return chance

    def chance_of_beating(self, seat: int, best: int, led: str) -> float:
        """How likely a player still to come beats the best card: with a higher one, or,
        without any of the suit, with a trump."""
        deck = self.deck
        void = no_higher = no_trump = 1.0
        for card, row in self.likely.items():
            suit, other = deck.suit[card], 1 - row[seat]
            if suit == led:
                void *= other
                if self.beats(card, best):
                    no_higher *= other
            elif suit == TRUMPS and self.beats(card, best):
                no_trump *= other
        if deck.suit[best] == TRUMPS and led != TRUMPS:
            return void * (1 - no_trump)
        return 1 - no_higher + void * (1 - no_trump)

    def kept(self, card: int) -> float:
        """What a card is worth if it is kept: trumps will win tricks, high ones more surely, and
        the 21 is never lost. The petit and plain cards may be."""
        number = trump_number(self.deck, card)
        if number <= 1:
            return 0.0
        return 3.0 + number / 5 + (self.worth(card) if number == 21 else 0.0)

    # --- leads ------------------------------------------------------------------------------------

    def for_leading(self, card: int) -> float:
        """What leading a card does beyond this trick."""
        deck = self.deck
        suit = deck.suit[card]
        own = len(deck.of_suit(self.hand, suit))
        if self.seat != self.taker:
            void = self.void(self.taker, suit) if suit != TRUMPS else 0.0
            return 0.3 * own + 4.0 * void if suit != TRUMPS else -2.0
        if suit != TRUMPS:
            return 0.3 * own
        out = sum(sum(row) for other, row in self.likely.items() if deck.suit[other] == TRUMPS)
        return 5.0 if out > 0.5 and own > out / 2 + 1 else -2.0

    def void(self, seat: int, suit: str) -> float:
        """How likely a seat has no card of a suit."""
        none = 1.0
        for card, row in self.likely.items():
            if self.deck.suit[card] == suit:
                none *= 1 - row[seat]
        return none
