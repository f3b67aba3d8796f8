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
    knowledge.doubts                    what is not, and why
    knowledge.estimate                  how far the count can be trusted if it is not exact

Seats are written by name, initial or number, cards as the game writes them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.announcements import Announcement, announcements
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.estimates import Estimate
from kibitz.knowledge.frames import Frame, framed, modelled
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
    _block: int = field(repr=False)
    """Whose block of the ledger it is: an observer's, or what is common knowledge."""

    @cached_property
    def located(self) -> dict[int, int]:
        """The cards it sees, and where."""
        return {card: place for card, place in enumerate(self._where) if place >= 0}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What everybody has learnt, as data."""
        return self._ledger.entries

    @property
    def _shared(self) -> bool:
        """Whether it is what all seats know together."""
        return self._block == self._ledger.observers.common

    @property
    def words(self) -> Vocabulary:
        """How seats, places and cards are written."""
        return vocabulary_of(self.game)

    @cached_property
    def sizes(self) -> dict[int, int]:
        """How many cards lie in each place that not everybody sees."""
        return dict(zip(self._ledger.observers.hidden, self._ledger.sizes, strict=True))

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """The places it cannot see."""
        if self._shared:
            return tuple(self.sight)
        return tuple(p for p, seen in self.sight.items() if not seen >> self._block & 1)

    @cached_property
    def frame(self) -> Frame:
        """The possible deals."""
        return self.frame_with({})

    def frame_with(self, settled: Mapping[int, int]) -> Frame:
        """The possible deals of all cards but some that are known to lie somewhere."""
        ledger, sizes = self._ledger, dict(self.sizes)
        sets = ledger.sets_of(self._block)
        for place in settled.values():
            sizes[place] -= 1
        left = ~sum(1 << card for card in settled)
        own = {place: sets[place] & left for place in self.unseen}
        located = {**self.located, **settled}
        return framed(own, sizes, ledger.laws, ledger.predicates, located)

    @cached_property
    def model_frame(self) -> Frame:
        """The deals that are possible given what everybody knows, told apart as far as anybody
        can tell them: what formulas about the knowledge of others are asked of."""
        return modelled(self._ledger, self.common.located)

    @cached_property
    def deals(self) -> Deals:
        """The possible deals: counted, drawn, listed. Its cards and places are the frame's."""
        return Deals(self.frame.worlds, self._faces)

    @property
    def _faces(self) -> list[int]:
        """Cards that look the same get the same number."""
        faces: dict[frozenset[tuple[str, str]], int] = {}
        looks = (frozenset(self.game.cards[card].attributes.items()) for card in self.frame.cards)
        return [faces.setdefault(look, len(faces)) for look in looks]

    @property
    def complete(self) -> bool:
        """Whether all that any seat knows is accounted for, also what it alone has seen: if so,
        questions about what they know of each other have exact answers."""
        return not self._ledger.rough and not self._ledger.private

    @property
    def exact(self) -> bool:
        """Whether the counts are exact; otherwise the seat knows more, and they are bounds."""
        return not self._ledger.rough >> self._block & 1 and self.deals.exact

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What somebody may know that is not in this, and why: of everybody, in order."""
        return self._ledger.doubts

    @property
    def observer(self) -> int:
        """Its own number among the observers of doubts."""
        return self._block

    @property
    def estimate(self) -> Estimate | None:
        """Where the count lies, if it and the probabilities were estimated by samples."""
        return None

    @property
    def count(self) -> int:
        """How many deals are possible; deals that look the same are one."""
        return self.deals.count_faces if self.frame.cards else 1

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
        shift, full = observers.cards * self._block, observers.full
        here = elsewhere = 0
        for place, held, size in zip(observers.hidden, ledger.may_hold, ledger.sizes, strict=True):
            if size:
                if places >> place & 1:
                    here |= held >> shift & full
                else:
                    elsewhere |= held >> shift & full
        for card in members(here & cards & ~elsewhere):
            if self._where[card] < 0 or places >> self._where[card] & 1:
                return True  # it can be nowhere else
        asked = here & cards if not places & observers.open else cards
        return any(
            places >> place & 1 for card in members(asked) for place in self.possible_places(card)
        )

    # --- single cards -----------------------------------------------------------------------------

    def places(self, card: str) -> tuple[str, ...]:
        """The places where a card may be."""
        number = self.game.card(card).number
        return tuple(self.game.place_names[place] for place in self.possible_places(number))

    def possible_places(self, card: int) -> list[int]:
        """The same by numbers."""
        if card in self.located:
            return [self.located[card]]
        if card not in self.frame.cards:
            return []
        found = self.deals.possible(self.frame.cards.index(card))
        return [place for i, place in enumerate(self.frame.places) if found >> i & 1]

    def probability(self, card: str, where: str | int) -> float:
        """How likely a card is at a place, or in the hand of a seat."""
        number = self.game.card(card).number
        places = self.words.places(where)
        if number in self.located:
            return float(places >> self.located[number] & 1)
        if number not in self.frame.cards:
            return 0.0
        row = self.deals.probabilities[self.frame.cards.index(number)]
        likely = [row[i] for i, place in enumerate(self.frame.places) if places >> place & 1]
        return float(sum(likely))

    @cached_property
    def probabilities(self) -> dict[str, dict[str, float]]:
        """For every card that is in play and not in an open place, how likely it is where."""
        names = self.game.place_names
        found: dict[str, dict[str, float]] = {}
        for face in self.game.cards:
            name = face.text + face.mark
            if self.located.get(face.number, -1) in self.sight:
                found[name] = {names[self.located[face.number]]: 1.0}
            elif face.number in self.frame.cards:
                row = self.deals.probabilities[self.frame.cards.index(face.number)]
                found[name] = {
                    names[place]: float(row[i])
                    for i, place in enumerate(self.frame.places)
                    if row[i] > 0
                }
        return found

    def sample(self, rng: Random) -> dict[str, str]:
        """Where every card may lie: a deal drawn from the possible ones, each with the same
        chance. `view.sample` gives a whole state."""
        names, cards = self.game.place_names, self.game.cards
        key = rng.getrandbits(62), rng.getrandbits(62)
        world = self.deals.sample(key, 0) if self.frame.cards else ()
        where = dict(self.located)
        for card, index in zip(self.frame.cards, world, strict=True):
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
        number = self.game.card(card).number
        if not self.possible_places(number):
            raise KibitzError(f"{self.game.cards[number].text} is not in play now")
        return reasons(self, number, self.words.places(where))
