"""Knowledge: what one seat knows of the cards it cannot see.

    knowledge.count                     how many deals are possible
    knowledge.places("QH")              where the queen of hearts may be
    knowledge.possibly(cards, places)   whether one of some cards may lie in one of some places
    knowledge.probability("QH", "E")    how likely East has her, all deals being equally likely
    knowledge.sample(rng)               a deal drawn from the possible ones
    knowledge.announcements             what everybody has learnt from the play
    knowledge.why("QH", "E")            what led to it
    knowledge.ask("K E has(S,hearts)")  whether a formula is known to be true
    knowledge.common                    what everybody knows that everybody knows...
    knowledge.exact                     whether all that can be known is in this
    knowledge.doubts                    why it is not, if it is not
    knowledge.estimate                  within which bounds the count lies, if it is an estimate

Seats are written by name, initial or number, cards as the game writes them. A card's name means
its face: of several that look the same, `QC` is any, and what is likely of it is likely of at least
one; `QC.1` and `QC.2` are single copies.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.announcements import Announcement, announcements
from kibitz.knowledge.counting import counted, faces_of
from kibitz.knowledge.deals import Deals, Estimate
from kibitz.knowledge.frames import Frame, framed
from kibitz.knowledge.ledger import Doubt, Entry, Ledger
from kibitz.knowledge.reasons import Reason, reasons
from kibitz.knowledge.vocabulary import Vocabulary, vocabulary_of
from kibitz.knowledge.worlds import members

if TYPE_CHECKING:
    from kibitz.knowledge.questions import Answer

__all__ = ["Knowledge"]


@dataclass(eq=False)
class Knowledge:
    """What a seat (None: spectators; or everybody, for `common`) knows of the hidden cards.

    >>> state = kibitz.load("agram", NUMP=2).new(seed=7)
    >>> knowledge = kibitz.view(state, "North").knowledge
    >>> knowledge.count  # 29 cards are unseen, and East has six of them
    475020
    >>> round(knowledge.probability("3D", "East"), 3)
    0.207
    """

    game: Game
    seat: int | None
    _ledger: Ledger
    _where: array[int] = field(repr=False)
    """The place of every card it sees; negative for the others."""
    sight: dict[int, int] = field(repr=False)
    """For every place that not everybody sees, the seats that do: a bit each."""
    observer: int = field(repr=False)
    """Its number among the ledger's observers: a seat's, or that of what is common knowledge."""

    @cached_property
    def located(self) -> dict[int, int]:
        """The cards it sees, and where; with those that everybody has seen go there."""
        return {
            **{card: place for card, place in enumerate(self._where) if place >= 0},
            **self.residents,
        }

    @cached_property
    def residents(self) -> dict[int, int]:
        """Cards it does not see, but which everybody has seen go where they are, and which are
        kept in the ledger where they have been before."""
        return {
            ghost.card: ghost.lies
            for ghost in self._ledger.ghosts
            if ghost.lies >= 0 and self._where[ghost.card] < 0
        }

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What everybody has learnt, as data."""
        return self._ledger.entries

    @property
    def _shared(self) -> bool:
        """Whether it is what all seats know together."""
        return self.observer == self._ledger.observers.common

    @property
    def words(self) -> Vocabulary:
        """How seats, places and cards are written."""
        return vocabulary_of(self.game)

    @cached_property
    def sizes(self) -> dict[int, int]:
        """How many cards lie in each place that not everybody sees."""
        return self._ledger.counts()

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """The places it cannot see."""
        if self._shared:
            return tuple(self.sight)
        return tuple(p for p, seen in self.sight.items() if not seen >> self.observer & 1)

    @cached_property
    def frame(self) -> Frame:
        """The possible deals."""
        return self.frame_with({})

    def frame_with(self, settled: Mapping[int, int]) -> Frame:
        """The possible deals of all cards but some of which is known in which lot they are."""
        return framed(self._ledger, self.observer, self.unseen, self.located, settled)

    @cached_property
    def model_frame(self) -> Frame:
        """The deals that are possible given what everybody knows, told apart as far as anybody
        can tell them: what formulas about the knowledge of others are asked of."""
        return self.common.frame

    def knowers(self, frame: Frame) -> list[int]:
        """For each place of a frame the seats that know the cards in it: a bit each."""
        pairs = zip(frame.places, frame.lots, strict=True)
        return [self.sight[place] | self._ledger.knowers[lot] for place, lot in pairs]

    def thought(self, frame: Frame) -> tuple[int, ...]:
        """The masks of a frame, without what this observer knows not to be so."""
        block = self._ledger.block(self.observer)
        return tuple(
            mask & sum(1 << i for i, lot in enumerate(frame.lots) if block[lot] >> card & 1)
            for card, mask in zip(frame.cards, frame.worlds.masks, strict=True)
        )

    @cached_property
    def deals(self) -> Deals:
        """The possible deals: counted, drawn, listed. Its cards and places are the frame's."""
        return Deals(self.frame.worlds, faces_of(self.game, self.frame))

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What can be known and is not in this, in the order in which it happened. Those that do
        not name this observer are about what others know."""
        return self._ledger.doubts

    @property
    def complete(self) -> bool:
        """Whether all that any seat knows is accounted for, also what it alone has seen: if so,
        questions about what they know of each other have exact answers."""
        return not self._ledger.doubts

    @property
    def exact(self) -> bool:
        """Whether the possible deals are exactly those that the rules allow; otherwise the observer
        can know more, and there are fewer."""
        return not any(doubt.observers >> self.observer & 1 for doubt in self._ledger.doubts)

    @property
    def count(self) -> int:
        """How many deals are possible, or about so many (see `estimate`): ways the cards can lie
        now; deals that look the same are one. Where laws tell cards of a place apart by when they
        came there, and the deals are too many to be listed, each is counted as often as it can have
        come about."""
        return self._counted[0]

    @property
    def estimate(self) -> Estimate | None:
        """Within which bounds the count lies, if it and the probabilities are estimates: there are
        too many deals to count them in a moment. None: they were counted."""
        return self._counted[1]

    @cached_property
    def _counted(self) -> tuple[int, Estimate | None]:
        return counted(self.deals, self.frame, self.game) if self.frame.cards else (1, None)

    @cached_property
    def common(self) -> Knowledge:
        """What is common knowledge among the seats."""
        where = array("q", [-1 if place in self.sight else place for place in self._where])
        common = self._ledger.observers.common
        return Knowledge(self.game, None, self._ledger, where, self.sight, common)

    # --- some cards -------------------------------------------------------------------------------

    def possibly(self, cards: int, places: int) -> bool:
        """Whether one of these cards may lie in one of these places (both are bit sets).

        Cards that the seat sees there count. The cheapest of all questions: as a rule the sets of
        the ledger answer it, and no deal has to be looked at.
        """
        ledger = self._ledger
        observers = ledger.observers
        shift, full = observers.cards * self.observer, observers.full
        here = elsewhere = 0
        for place, held, size in zip(ledger.spots, ledger.may_hold, ledger.sizes, strict=True):
            if size:
                if places >> place & 1:
                    here |= held >> shift & full
                else:
                    elsewhere |= held >> shift & full
        for card in members(here & cards & ~elsewhere):
            if card not in self.located or places >> self.located[card] & 1:
                return True  # it can be nowhere else
        asked = here & cards if not places & observers.open and not ledger.ghosts else cards
        return any(
            places >> place & 1 for card in members(asked) for place in self.possible_places(card)
        )

    # --- single cards -----------------------------------------------------------------------------

    def places(self, card: str) -> tuple[str, ...]:
        """The places where a card may be, or one of several that look like it."""
        copies = [self.possible_places(face.number) for face in self.game.copies(card)]
        found = sorted({place for places in copies for place in places})
        return tuple(self.game.place_names[place] for place in found)

    def possible_places(self, card: int) -> list[int]:
        """The same by numbers."""
        if card in self.located:
            return [self.located[card]]
        if card not in self.frame.cards:
            return []
        found = self.deals.possible(self.frame.cards.index(card))
        places = [place for i, place in enumerate(self.frame.places) if found >> i & 1]
        return list(dict.fromkeys(places))

    def probability(self, card: str, where: str | int) -> float:
        """How likely a card, or at least one of several that look like it, is at a place or in the
        hand of a seat."""
        numbers = [face.number for face in self.game.copies(card)]
        return self._likely(numbers, self.words.places(where))

    def _likely(self, cards: Sequence[int], places: int) -> float:
        """How likely at least one of some cards is in one of some places."""
        if any(self.located.get(card, -1) in members(places) for card in cards):
            return 1.0
        hidden = [
            i
            for i, card in enumerate(self.frame.cards)
            if card in cards and card not in self.located
        ]
        there = sum(1 << i for i, place in enumerate(self.frame.places) if places >> place & 1)
        return self.deals.presence(hidden, there) if hidden and there else 0.0

    @cached_property
    def probabilities(self) -> dict[str, dict[str, float]]:
        """For every face of which a card is in play and not in an open place, how likely such a
        card is where: at least one, if several look the same."""
        names, places = self.game.place_names, self.frame.places
        rows = self.deals.probabilities.tolist() if self.frame.cards else []
        hidden = dict(zip(self.frame.cards, rows, strict=True))
        found: dict[str, dict[str, float]] = {}
        for face in self.game.cards:
            if face.mark:
                continue
            copies = [each.number for each in self.game.copies(face.text)]
            lying = {self.located[card] for card in copies if card in self.located}
            own = {names[place]: 1.0 for place in sorted(lying) if place in self.sight}
            unseen = [card for card in copies if card in hidden and card not in self.located]
            if len(unseen) > 1:
                for place in dict.fromkeys(places):
                    chance = self._likely(unseen, 1 << place)
                    if chance > 0:
                        own.setdefault(names[place], chance)
            elif unseen:
                for place, chance in zip(places, hidden[unseen[0]], strict=True):
                    if chance > 0 and place not in lying:
                        own[names[place]] = own.get(names[place], 0.0) + chance
            if own:
                found[face.text] = own
        return found

    def sample(self, rng: Random) -> dict[str, str]:
        """Where every card may lie: a deal drawn from the possible ones, each with the same
        chance. `view.sample` gives a whole state."""
        names, cards = self.game.place_names, self.game.cards
        key = rng.getrandbits(62), rng.getrandbits(62)
        world = self.deals.sample(key, 0) if self.frame.cards else ()
        where = dict(self.located)
        for card, index in zip(self.frame.cards, world, strict=True):
            if card not in self.frame.ghosts:
                where[card] = self.frame.places[index]
        return {cards[c].text + cards[c].mark: names[place] for c, place in sorted(where.items())}

    def ask(self, formula: str) -> Answer:
        """Whether the seat knows that a formula is true: `ask("K E has(S,hearts)").truth`; None if
        it does not know."""
        from kibitz.knowledge.questions import asked_by_seat

        return asked_by_seat(self, formula)

    # --- how it came about ------------------------------------------------------------------------

    @cached_property
    def announcements(self) -> tuple[Announcement, ...]:
        """What everybody has learnt from the play, in order."""
        return announcements(self._ledger.entries, self.words)

    def why(self, card: str, where: str | int) -> tuple[Reason, ...]:
        """Why a card is thought to be, or not to be, in a place or the hand of a seat."""
        copies = [face.number for face in self.game.copies(card)]
        in_play = [number for number in copies if self.possible_places(number)]
        if not in_play:
            raise KibitzError(f"{self.game.cards[copies[0]].text} is not in play now")
        places = self.words.places(where)
        found = [reason for number in in_play for reason in reasons(self, number, places)]
        return tuple(dict.fromkeys(found))
