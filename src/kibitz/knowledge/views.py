"""Views: what one seat has seen, sees and knows. The only thing a bot ever gets.

A view is made from a state by leaving out: the cards its seat cannot see are taken out of the
state, the key is wiped, events are told as the seat saw them. No path leads back. `view.sample`
puts the missing cards back in one of the ways the seat cannot exclude, each with the same chance.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from kibitz.engine.actions import Action
from kibitz.engine.events import Event, Observation, Tale, tale_of
from kibitz.engine.game import Face, Game
from kibitz.engine.state import State, Step
from kibitz.errors import KibitzError
from kibitz.knowledge.hiding import put_in, take_out
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.updates import LEDGER, ledger_of
from kibitz.recycle.layout import BITS
from kibitz.recycle.tree import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["View", "view"]


@dataclass(frozen=True, slots=True)
class _Gap:
    """A number in the state that is a card the seat cannot see: any card of that place will do."""

    at: int
    place: int


@dataclass(eq=False)
class View:
    """What one seat (None: a spectator) has seen, sees and knows."""

    game: Game
    seat: int | None
    to_move: int | None
    actions: tuple[Action, ...]
    """What it can do, if it is its turn."""
    _weights: tuple[float, ...] | None
    """How many complete options stand behind each action; None: one behind each."""
    _seen: State
    """The state without the cards it cannot see."""
    _hidden: dict[int, int]
    """How many cards lie in each place it cannot see."""
    _ranks: dict[int, tuple[int, ...]]
    """The heights of the cards in those of these places that keep an order."""
    _gaps: tuple[_Gap, ...]
    _tale: Tale
    knowledge: Knowledge

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else self.game.seats[self.seat]
        return f"<{self.game.title} as {who} sees it>"

    def __bytes__(self) -> bytes:
        return bytes(self.observation)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    def weights(self) -> list[float]:
        """How many complete options stand behind each action: a card of a subset, many."""
        return [1.0] * len(self.actions) if self._weights is None else list(self._weights)

    @property
    def tale(self) -> Tale:
        """The same as it was told, step by step."""
        return self._tale

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, as the seat saw it."""
        return self._tale.events

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team."""
        return self._seen.teams

    @cached_property
    def places(self) -> dict[str, tuple[int, ...] | int]:
        """The cards of every place, bottom first; where they are hidden, how many."""
        return {
            name: self._hidden[place] if place in self._hidden else self._seen.cards_at(place)
            for place, name in enumerate(self.game.place_names)
        }

    def cards(self, place: str) -> tuple[Face, ...]:
        """The cards of a place the seat sees."""
        return tuple([self.game.cards[card] for card in self.numbers(place)])

    def numbers(self, place: str) -> tuple[int, ...]:
        """The same as numbers, which index `game.cards`."""
        number = self.game.place(place)
        if number in self._hidden:
            raise KibitzError(f"{self!r}: the cards of {place} are hidden")
        return self._seen.cards_at(number)

    def store(self, name: str) -> int | str:
        """A number or name kept by the rules: `view.store("TRUMP")`."""
        return self._seen.store(name)

    @cached_property
    def stores(self) -> dict[str, int | str]:
        """The numbers and names kept by the rules; they are public."""
        return self._seen.stores()

    @cached_property
    def observation(self) -> Observation:
        """The same as plain data."""
        ids = tuple(action.id for action in self.actions)
        return Observation(self.seat, self.to_move, self.places, self.stores, self.events, ids)

    # --- what may be ------------------------------------------------------------------------------

    def sample(self, rng: Random) -> State:
        """A state drawn from those the seat cannot exclude, each with the same chance."""
        key = rng.getrandbits(62), rng.getrandbits(62)
        frame, layout = self.knowledge.frame, self.game.layout
        world = self.knowledge.deals.sample(key, 0) if frame.cards else ()
        numbers = array("q", self._seen.array)
        dealt: dict[int, list[int]] = {place: [] for place in frame.places}
        for card, index in zip(frame.cards, world, strict=True):
            place = frame.places[index]
            put_in(self.game, numbers, card, place)
            dealt[place].append(card)
        for place, cards in dealt.items():
            rng.shuffle(cards)
            ranks = self._ranks.get(place, ())
            for card, rank in zip(cards, ranks, strict=False):
                numbers[layout.rank + card] = rank
            if place in layout.pools:
                for card in cards[len(ranks) :]:
                    numbers[layout.pools[place] + card // BITS] |= 1 << card % BITS
        for gap in self._gaps:
            numbers[gap.at] = rng.choice(dealt[gap.place])
        numbers[layout.KEY], numbers[layout.KEY + 1] = rng.getrandbits(62), rng.getrandbits(62)
        return State(self.game, numbers, self._seen.last)

    def samples(
        self, n: int, rng: Random, mode: str = "native", out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """n such states at once, a row of numbers each, as `Game.batch` has them; they are written
        to `out` if it is given."""
        import numpy as np

        worlds = self.knowledge.frame.worlds
        if self._ranks or self._gaps or worlds.tests or not worlds.masks:
            rows = np.array([self.sample(rng).array for _ in range(n)], np.int64)
            if out is None:
                return rows
            out[:] = rows
            return out
        frame = self.knowledge.frame
        key = rng.getrandbits(62), rng.getrandbits(62)
        return self.knowledge.deals.states(
            self.game, self._seen.array, frame.cards, frame.places, key, n, mode=mode, out=out
        )


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator (None), has seen, sees and knows."""
    game = state.game
    if seat is not None and not 0 <= seat < game.players:
        raise KibitzError(
            f"{game.title} has no seat {seat}", f"its seats are 0 to {game.players - 1}"
        )
    bit = game.players if seat is None else seat
    ledger = ledger_of(state)
    sight = ledger.observers.sights(state.array)
    hidden = {
        place: size
        for (place, seen), size in zip(sight.items(), ledger.sizes, strict=True)
        if not seen >> bit & 1
    }
    numbers = array("q", state.array)
    ranks, removed = take_out(game, numbers, hidden)
    gaps = tuple(_gaps(game, numbers, removed)) if game.layout.slots else ()
    mine = seat is not None and state.to_move == seat
    if not mine:
        _restart_subset(game, numbers)
    where = numbers[game.layout.where : game.layout.where + len(game.cards)]
    tale = tale_of(state.last, bit, game.players)
    own = ledger.as_seen_by(bit)
    seen = State(game, numbers, _told(tale, own, game.players))
    return View(
        game,
        seat,
        state.to_move,
        state.actions if mine else (),
        tuple(state.weights()) if mine and _asks_for_subset(state) else None,
        seen,
        hidden,
        ranks,
        gaps,
        tale,
        Knowledge(game, seat, own, where, sight),
    )


def _told(tale: Tale, ledger: Ledger, players: int) -> Step:
    """The past as one seat saw it. States sampled from its view have no other, whoever asks."""
    step = Step(None, array("q"), (), None, -1)
    step.tales = dict.fromkeys(range(players + 1), tale)
    LEDGER.put(step, ledger)
    return step


def _gaps(game: Game, numbers: array[int], removed: dict[int, int]) -> Iterator[_Gap]:
    """Blank the cards that are kept for later by a name and cannot be seen."""
    for binding, slot in game.layout.slots.items():
        spots = [slot] if binding.kind is Kind.CARD else []
        if binding.kind is Kind.CARDS and not binding.spot:
            spots = list(range(slot + 1, slot + 1 + numbers[slot]))
        for at in spots:
            if numbers[at] in removed:
                yield _Gap(at, removed[numbers[at]])
                numbers[at] = -1


def _asks_for_subset(state: State) -> bool:
    """Whether some of the actions only begin or continue a subset of cards."""
    return any(clause.subset for clause in state.game.emitted.choices[state.array[0]].kinds)


def _restart_subset(game: Game, numbers: array[int]) -> None:
    """Somebody is picking cards one by one, unseen: let him begin anew."""
    layout, position = game.layout, numbers[0]
    if position in game.emitted.subsets:
        numbers[0] = game.emitted.choices[position].label
        for word in range(layout.words):
            numbers[layout.chosen + word] = 0
        numbers[layout.CHOSEN_COUNT] = 0
