"""Told: all that an observer is given of a game at one moment, each part made when it is asked for.

It is made from a state by leaving out: the cards the observer cannot see are taken out of the row
of numbers, the key and the private numbers of others are wiped, events are told as the observer saw
them, and of the ledger there is what it knows and what everybody knows. This is the one place where
a state is looked at for somebody; whatever is made of it, here or in another process, has no way
back.

Most who are told something ask for little of it: what they can do, and their cards. So the state is
kept, here and not in what is told (`_STATES`): a `Told` has nothing that leads to it, and who looks
at it is written down beside it, so that nobody can look in somebody else's name. It is kept as long
as there is somebody who may ask; a state does not change, so a late answer is the same as an early
one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, overload

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.observer import Observer
from kibitz.engine.picking import Picking, pickings
from kibitz.engine.state import State, stores_of
from kibitz.engine.step import Hearsay, Tale, tale_of
from kibitz.errors import KibitzError
from kibitz.knowledge.hidden import kept_cards, take_out, wipe_private
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.observers import observers_of
from kibitz.knowledge.updates import LEDGER, ledger_of
from kibitz.recycle.tree import Kind

__all__ = ["Gap", "Told", "retold", "tell", "together", "unseen"]

NO_EVENTS = array("q")

_STATES: dict[int, tuple[State, Observer]] = {}
"""What each `Told` (by its `id`) is made from, and for whom."""

T = TypeVar("T")


class _Part(Generic[T]):
    """Something told that is made when it is first asked for, and kept from then on."""

    def __init__(self, make: Callable[[State, Observer], T]) -> None:
        self.make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, told: None, owner: type) -> _Part[T]: ...
    @overload
    def __get__(self, told: Told, owner: type) -> T: ...
    def __get__(self, told: Told | None, owner: type) -> T | _Part[T]:
        if told is None:
            return self
        made = vars(told)[self.name] = self.make(*_STATES[id(told)])
        return made


class Gap(NamedTuple):
    """A number in the row that is a card one cannot see: any card of that place will do."""

    at: int
    place: int


class _Row(NamedTuple):
    """A state without what cannot be seen."""

    numbers: array[int]
    heights: dict[int, tuple[int, ...]]
    gaps: tuple[Gap, ...]


class Told:
    """What an observer is given; made by `tell`, or `retold` where it has come from elsewhere."""

    to_move: int | None
    """The seat that must decide."""
    actions: tuple[Action, ...]
    """What can be done, if it is the observer's turn."""

    def __init__(self, to_move: int | None, actions: tuple[Action, ...]) -> None:
        self.to_move, self.actions = to_move, actions

    def __del__(self) -> None:
        _STATES.pop(id(self), None)

    @_Part
    def tale(state: State, observer: Observer) -> Tale:
        """What has happened, as it was told."""
        return tale_of(state.last, observer)

    @_Part
    def ledger(state: State, observer: Observer) -> Ledger:
        return ledger_of(state).as_seen_by(observer.number)

    @_Part
    def hidden(state: State, observer: Observer) -> dict[int, int]:
        """How many cards lie in each place that cannot be seen."""
        return {place: state.count_at(place) for place in _unseen(state, observer)}

    @_Part
    def pickings(state: State, observer: Observer) -> tuple[Picking, ...]:
        """The sets of cards that the actions begin or go on with, card by card."""
        return pickings(state) if observer.decides(state.to_move) else ()

    @_Part
    def weights(state: State, observer: Observer) -> tuple[float, ...] | None:
        """How many complete options stand behind each action; None: one behind each."""
        asked = observer.decides(state.to_move) and pickings(state)
        return tuple(state.weights()) if asked else None

    @_Part
    def _row(state: State, observer: Observer) -> _Row:
        return _without_hidden(state, observer)

    @property
    def numbers(self) -> array[int]:
        """The row of numbers that a state is, without the cards that cannot be seen."""
        return self._row.numbers

    @property
    def heights(self) -> dict[int, tuple[int, ...]]:
        """The heights of the cards in those places one cannot see that keep an order."""
        return self._row.heights

    @property
    def gaps(self) -> tuple[Gap, ...]:
        return self._row.gaps

    # --- what is seen, to be read at once -------------------------------------------------------

    def cards_at(self, place: int) -> tuple[int, ...] | None:
        """The cards of a place, bottom first; None if they cannot be seen."""
        state, observer = _STATES[id(self)]
        sight = observers_of(state.game).sights(state.array)
        if place in sight and not sight[place] >> observer.number & 1:
            return None
        return state.cards_at(place)

    def store(self, name: str) -> int | str | None:
        """A number or name kept by the rules; None if it is private to another."""
        state, _ = _STATES[id(self)]
        value = state.store(name)
        return value if not state.game.layout.private or name in self.stores else None

    @_Part
    def stores(state: State, observer: Observer) -> dict[str, int | str]:
        """The numbers and names kept by the rules, without those that are private to others."""
        return stores_of(state, observer)

    @_Part
    def teams(state: State, observer: Observer) -> tuple[tuple[int, ...], ...]:
        """The seats of each team."""
        return state.teams


def tell(state: State, observer: Observer) -> Told:
    """What an observer may be given of a state."""
    if observer.everything:
        raise KibitzError("the kibitzer sees everything", "look at the state itself")
    to_move = state.to_move
    told = Told(to_move, state.actions if observer.number == to_move else ())
    _STATES[id(told)] = state, observer
    return told


def imagined(game: Game, numbers: array[int], tale: Tale, ledger: Ledger) -> State:
    """A state of which no more is there than was told: its past is hearsay, whoever asks."""
    past = Hearsay(None, NO_EVENTS, (), None, -1)
    past.tales = dict.fromkeys(range(game.players + 1), tale)
    LEDGER.put(past, ledger)
    return State(game, numbers, past)


def retold(
    game: Game,
    observer: Observer,
    numbers: array[int],
    tale: Tale,
    ledger: Ledger,
    *,
    heights: dict[int, tuple[int, ...]],
    gaps: tuple[Gap, ...],
    to_move: int | None,
    actions: tuple[Action, ...],
    weights: tuple[float, ...] | None,
    pickings: tuple[Picking, ...],
) -> Told:
    """What an observer was told elsewhere. What is seen is read from a state that has nothing
    else in it."""
    told = Told(to_move, actions)
    row = _Row(numbers, heights, gaps)
    hidden = unseen(ledger, numbers, observer)
    given: dict[str, Any] = {"tale": tale, "ledger": ledger, "hidden": hidden, "_row": row}
    vars(told).update(given, weights=weights, pickings=pickings)
    _STATES[id(told)] = imagined(game, numbers, tale, ledger), observer
    return told


def _without_hidden(state: State, observer: Observer) -> _Row:
    """The numbers of a state without what an observer cannot see."""
    game, numbers = state.game, array("q", state.array)
    wipe_private(game, numbers, observer)
    heights, removed = take_out(game, numbers, _unseen(state, observer))
    gaps = tuple(_gaps(game, numbers, removed)) if game.layout.slots else ()
    if not observer.decides(state.to_move):
        _restart_subset(game, numbers)
    return _Row(numbers, heights, gaps)


def _unseen(state: State, observer: Observer) -> list[int]:
    """The places that an observer cannot see."""
    sights, bit = observers_of(state.game).sights(state.array), observer.number
    return [place for place, seen in sights.items() if not seen >> bit & 1]


def unseen(ledger: Ledger, numbers: array[int], observer: Observer) -> dict[int, int]:
    """The places that an observer cannot see, and how many cards lie in each."""
    sight, bit = ledger.observers.sights(numbers), observer.number
    return {place: size for place, size in ledger.counts().items() if not sight[place] >> bit & 1}


def _gaps(game: Game, numbers: array[int], removed: dict[int, int]) -> Iterator[Gap]:
    """Blank the cards that are kept for later by a name and cannot be seen."""
    for at in kept_cards(game, numbers):
        if numbers[at] in removed:
            yield Gap(at, removed[numbers[at]])
            numbers[at] = -1


def _restart_subset(game: Game, numbers: array[int]) -> None:
    """Somebody is picking cards one by one, unseen: let them begin anew."""
    layout, position = game.layout, numbers[0]
    if position in game.emitted.subsets:
        numbers[0] = game.emitted.choices[position].label
        for word in range(layout.words):
            numbers[layout.chosen + word] = 0
        numbers[layout.CHOSEN_COUNT] = 0


def together(game: Game, gaps: Sequence[Gap]) -> list[tuple[int, list[int]]]:
    """Names by what they belong to and the place of their cards: those of one list are cards that
    differ."""
    lists = [slot for each, slot in game.layout.slots.items() if each.kind is Kind.CARDS]
    found: dict[tuple[int, int], list[int]] = {}
    for at, place in gaps:
        own = max([slot for slot in lists if slot < at], default=-1)
        single = at in game.layout.slots.values()
        found.setdefault((at if single else own, place), []).append(at)
    return [(place, numbers) for (_, place), numbers in found.items()]
