"""The story of a game so far, as one observer saw it: followed one decision at a time.

It keeps what a table shows and a single position does not tell: who played which card of the trick
and in which order, the trick before, who takes it, and what players have decided about themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from kibitz.engine.actions import Action
from kibitz.engine.events import Event
from kibitz.words.rounds import KEPT, NAMELESS, Rounds, family_of, means_nothing, set_back
from kibitz.words.words import Words

__all__ = ["Chapter", "Picking", "Played", "Story", "Trick", "chapters"]

Picking = tuple[int, tuple[str, ...]]
"""Who is choosing cards one by one, and those we know of."""


@dataclass(slots=True)
class Chapter:
    """A decision and what followed; the deal has neither seat nor action."""

    number: int
    """How many decisions had been made after it."""
    seat: int | None
    action: Action | None
    events: list[Event] = field(default_factory=list)
    label: int = -1
    """What the rules call it, by its number in `game.labels`, if they do and it was seen."""
    following: int | None = None
    """Who decides next, if somebody does."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick, and who played it."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, and who wins or took them."""

    cards: tuple[Played, ...]
    winning: int | None
    taker: int | None = None


def chapters(
    events: Iterable[Event],
    named: Callable[[int], Action | None],
    to_move: int | None = None,
    first: int = 0,
) -> Iterator[Chapter]:
    """Events by decisions; `named` knows an action by its number, `to_move` decides next."""
    now = Chapter(first, None, None)
    for event in events:
        if event.kind == "choice":
            now.following = event.seat
            yield now
            action = named(event.value) if event.value >= 0 else None
            now = Chapter(now.number + 1, event.seat, action)
        elif event.kind == "label":
            now.label = event.value
        else:
            now.events.append(event)
    now.following = to_move
    yield now


class Story:
    """What the events so far have led to."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.made = 0
        """How many decisions have been made."""
        self.stores: dict[int, int] = {}
        """What the rules have set, by slot."""
        self.decided: set[int] = set()
        """The stores of players whose value is a decision, not what the rules begin with."""
        self.trick: list[Played] = []
        self.last: Trick | None = None
        self.idle: int | None = None
        """Who was choosing in the last chapter, if nothing came of it yet."""
        self.gathered = False
        """Whether a trick was taken in the last chapter."""
        self.picking: Picking | None = None
        self.rounds = Rounds()

    def told_to(self, words: Words) -> Story:
        """The same story, to be gone on with in these words."""
        other = Story(words)
        other.made = self.made
        other.stores = dict(self.stores)
        other.decided = set(self.decided)
        other.trick = list(self.trick)
        other.last, other.idle = self.last, self.idle
        other.gathered, other.picking = self.gathered, self.picking
        other.rounds = self.rounds
        return other

    def follow(self, chapter: Chapter) -> None:
        """Take the next chapter."""
        setting, stores = self.words.setting, self.stores
        trick, decisions = setting.trick, setting.decided
        own = -1
        self.made = chapter.number
        self.idle = None if chapter.events else chapter.seat
        self._pick(chapter)
        if chapter.seat is not None and chapter.events and chapter.events[0].kind in KEPT:
            own = chapter.events[0].slot
        dealt = self.rounds.dealt
        self.rounds = self.rounds.follow(
            self.words, chapter.number, chapter.events, stores, self.decided | {own}
        )
        taken: Trick | None = None
        taker: int | None = None
        leader: int | None = None
        for event in chapter.events:
            kind = event.kind
            if kind == "move":
                if event.target in trick:
                    who = trick[event.target]
                    who = who if who >= 0 else chapter.seat if chapter.seat is not None else -1
                    self.trick.append(Played(who, event.card))
                elif event.source in trick:
                    if taken is None:
                        taken = self.current()
                    self._remove(event)
                    place = self.words.places[event.target]
                    taker = place.who if place.owner == "player" else taker
            elif kind in KEPT:
                stores[event.slot] = event.value
                if event.slot in decisions:
                    if event.slot == own or not self._quiet(event.slot):
                        self.decided.add(event.slot)
                    else:
                        self.decided.discard(event.slot)
            elif kind == "cycle" and leader is None and event.slot == 0:
                leader = event.seat
        if self.rounds.dealt > dealt and own in self.decided:
            back = set_back(self.words, chapter.events, chapter.number)
            if family_of(self.words.stores[own]) in back and self._quiet(own):
                self.decided.discard(own)  # it is the next round's, of which nothing is decided
        self.gathered = taken is not None and not self.trick
        if taken is not None and not self.trick:
            by = taker if taker is not None else leader if leader is not None else taken.winning
            self.last = replace(taken, taker=by)

    def _pick(self, chapter: Chapter) -> None:
        """A card of several, of which nothing is seen to come yet."""
        if chapter.events or chapter.seat is None or chapter.action is None:
            self.picking = None
            return
        before = self.picking[1] if self.picking and self.picking[0] == chapter.seat else ()
        self.picking = chapter.seat, before + chapter.action.cards

    def current(self) -> Trick | None:
        """The trick on the table."""
        cards = tuple([played for played in self.trick if played.card >= 0])
        return Trick(cards, self._winning(cards)) if cards else None

    def suit_led(self) -> str:
        """The suit to follow; empty as long as there is none."""
        setting = self.words.setting
        if setting.led >= 0:
            return self._name(setting.led)
        return setting.suits[self.trick[0].card] if self.trick else ""

    def trump(self) -> str:
        """The trump suit; empty as long as there is none."""
        setting = self.words.setting
        return self._name(setting.trump) if setting.trump >= 0 else setting.trumps

    def _winning(self, cards: tuple[Played, ...]) -> int | None:
        """Who has the highest trump or, without any, the highest card of the suit led."""
        setting = self.words.setting
        for suit in (self.trump(), self.suit_led()):
            fitting = [played for played in cards if suit and setting.suits[played.card] == suit]
            if fitting:
                return max(fitting, key=lambda played: setting.heights[played.card]).seat
        return None

    def _name(self, slot: int) -> str:
        name = self.words.game.name_list[self.stores.get(slot, 0)]
        return "" if name in NAMELESS else name

    def _quiet(self, slot: int) -> bool:
        return means_nothing(self.words.game, self.words.stores[slot].text, self.stores[slot])

    def _remove(self, event: Event) -> None:
        """A card leaves the trick."""
        who = self.words.setting.trick[event.source]
        for played in self.trick:
            if played.card == event.card and who in (-1, played.seat):
                self.trick.remove(played)
                return
