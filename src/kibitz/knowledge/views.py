"""Views: what one observer has seen, sees and knows. The only thing a bot ever gets.

A view is made of a game, an observer and what that observer was told (`kibitz.knowledge.told`), and
of nothing else: no path leads to the state. What nobody asks for is not made. A view can be sent to
a process that never had the state (`view.to_json`, `View.from_json`) and is the same there.
`view.sample` puts the missing cards back in one of the ways the observer cannot exclude, each with
the same chance.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.engine.native import is_compiled
from kibitz.engine.observation import Observation
from kibitz.engine.observer import Observer, Who, observer
from kibitz.engine.picking import Picking
from kibitz.engine.pictures import Cards, picture
from kibitz.engine.state import State
from kibitz.engine.step import Tale
from kibitz.errors import KibitzError
from kibitz.knowledge import wire
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.encoded import encoded
from kibitz.knowledge.frames import unlearnt
from kibitz.knowledge.hidden import must_be_imaginable, put_in
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.told import Told, imagined, tell
from kibitz.recycle.layout import BITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz.knowledge.dealer import Dealer

__all__ = ["View", "dealer_of", "heedless_dealer_of", "view"]


class View:
    """What one seat (None: a spectator) has seen, sees and knows. Immutable; made by `view`.

    >>> seen = kibitz.view(kibitz.load("agram", NUMP=2).new(seed=7), "East")
    >>> seen
    <Agram as East sees it>
    >>> seen.cards("HAND 1")
    (5S, 4H, 5H, 6C, 9C, 9D)
    >>> seen.places["HAND 0"]
    6
    """

    game: Game
    observer: Observer

    def __init__(self, game: Game, observer: Observer, told: Told) -> None:
        own = self.__dict__  # past the guard, and quick
        own["game"], own["observer"], own["_told"] = game, observer, told

    _told: Told

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a view does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a view does not change: {name} cannot be deleted")

    def __repr__(self) -> str:
        return f"<{self.game.title} as {self.observer.name(self.game)} sees it>"

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def __bytes__(self) -> bytes:
        return bytes(self.observation)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.game == other.game and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.game.hash, self.observer, self._told.numbers.tobytes()))

    # --- elsewhere --------------------------------------------------------------------------------

    def to_json(self, since: int = 0) -> str:
        """The view as a text, from which another process makes an equal one.

        Whoever has made a view of an earlier moment needs only what happened `since`: the number of
        events it was told, `len(view.tale)`.
        """
        return wire.written(self.game, self.observer, self._told, since)

    @classmethod
    def from_json(cls, game: Game, text: str, earlier: View | None = None) -> View:
        """A view of the same game from its text; if that only tells what happened since, the
        earlier view has what happened before."""
        before = None if earlier is None else (earlier.observer, earlier.tale)
        return cls(game, *wire.read(game, text, before))

    def __reduce__(self) -> tuple[Any, ...]:
        return View.from_json, (self.game, self.to_json())

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whose view it is; None: a spectator's."""
        return self.observer.seat

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the game is over."""
        return self._told.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._told.to_move is None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat can do, if it is its turn."""
        return self._told.actions

    def weights(self) -> list[float]:
        """How many complete options stand behind each action: a card of a subset, many."""
        weights = self._told.weights
        return [1.0] * len(self.actions) if weights is None else list(weights)

    @property
    def pickings(self) -> tuple[Picking, ...]:
        """The sets of cards that the actions begin or go on with, card by card."""
        return self._told.pickings

    @property
    def tale(self) -> Tale:
        """What happened, as the seat saw it, step by step."""
        return self._told.tale

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, as the seat saw it."""
        return self._told.tale.events

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team."""
        return self._told.teams

    @cached_property
    def places(self) -> dict[str, tuple[int, ...] | int]:
        """The cards of every place, bottom first; where they are hidden, how many."""
        found: dict[str, tuple[int, ...] | int] = {}
        for place, name in enumerate(self.game.place_names):
            cards = self._told.cards_at(place)
            found[name] = self._told.hidden[place] if cards is None else cards
        return found

    def cards(self, place: str) -> Cards:
        """The cards of a place the seat sees."""
        return Cards([self.game.cards[card] for card in self.numbers(place)])

    def numbers(self, place: str) -> tuple[int, ...]:
        """The same as numbers, which index `game.cards`."""
        cards = self._told.cards_at(self.game.place(place))
        if cards is None:
            raise KibitzError(f"{self!r}: the cards of {place} are hidden")
        return cards

    def store(self, name: str) -> int | str:
        """A number or name kept by the rules: `view.store("TRUMP")`."""
        value = self._told.store(name)
        if value is None:
            raise KibitzError(f"{self!r}: {name} is private")
        return value

    @property
    def stores(self) -> dict[str, int | str]:
        """The numbers and names kept by the rules, without those that are private to others."""
        return self._told.stores

    encode = encoded

    @cached_property
    def observation(self) -> Observation:
        """The same as plain data."""
        ids = tuple(action.id for action in self.actions)
        return Observation(self.seat, self.to_move, self.places, self.stores, self.events, ids)

    @cached_property
    def _seen(self) -> State:
        """The state without the cards that cannot be seen, and its past as the observer knows it.
        States sampled from the view have no other, whoever asks."""
        told = self._told
        return imagined(self.game, told.numbers, told.tale, told.ledger)

    # --- what may be ------------------------------------------------------------------------------

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the seat knows of the cards it cannot see."""
        told, layout = self._told, self.game.layout
        where = told.numbers[layout.where : layout.where + len(self.game.cards)]
        sight = told.ledger.observers.sights(told.numbers)
        return Knowledge(self.game, self.seat, told.ledger, where, sight, self.observer.number)

    def sample(self, rng: Random) -> State:
        """A state drawn from those the seat cannot exclude, each with the same chance."""
        dealer, frame, pools = dealer_of(self), self.knowledge.frame, self.game.layout.pools
        key = rng.getrandbits(62), rng.getrandbits(62)
        if dealer.kernel != "deals":
            mode = "native" if is_compiled(self.game, dealer.kernel) else "python"
            row = array("q", dealer.state(key, mode).tobytes())
            return State(self.game, row, self._seen.last)
        world = self.knowledge.deals.sample(key, 0) if frame.cards else ()
        numbers, at = array("q", self._told.numbers), self.game.layout.KEY
        for card, index in zip(frame.cards, world, strict=True):
            place = frame.places[index]
            put_in(self.game, numbers, card, place)
            if place in pools:
                numbers[pools[place] + card // BITS] |= 1 << card % BITS
        numbers[at], numbers[at + 1] = rng.getrandbits(62), rng.getrandbits(62)
        return State(self.game, numbers, self._seen.last)

    def samples(
        self,
        n: int,
        rng: Random,
        mode: str = "native",
        out: NDArray[Any] | None = None,
        *,
        heedless: bool = False,
    ) -> NDArray[Any]:
        """n such states at once, a row of numbers each, as `Game.batch` has them; they are written
        to `out` if it is given. If `heedless`, see `heedless_dealer_of`."""
        key = rng.getrandbits(62), rng.getrandbits(62)
        dealer = heedless_dealer_of(self) if heedless else dealer_of(self)
        return dealer.states(key, n, mode, out)


def dealer_of(seen: View) -> Dealer:
    """Who puts the cards back that are missing in a view; made once."""
    from kibitz.knowledge.dealer import Dealer

    kept: dict[str, Any] = vars(seen)
    if "_dealer" not in kept:
        must_be_imaginable(seen.game)
        told, known = seen._told, seen.knowledge
        hidden = told.numbers, told.heights, told.gaps
        kept["_dealer"] = Dealer(
            seen.game,
            known.deals,
            known.frame,
            *hidden,
            residents=known.residents,
        )
    found: Dealer = kept["_dealer"]
    return found


def heedless_dealer_of(seen: View) -> Dealer:
    """Who puts them back for somebody who looks at the table and has paid no attention before: all
    cards that are not in sight, in any way that gives every place as many as it has. Whatever was
    announced or inferred, and which card went where, is ignored; so a state may be one in which the
    game could not have come here, and cannot go on. Made once; for measuring what knowledge is
    worth."""
    from kibitz.knowledge.dealer import Dealer

    kept: dict[str, Any] = vars(seen)
    if "_heedless_dealer" not in kept:
        must_be_imaginable(seen.game)
        told, known = seen._told, seen.knowledge
        kinds = derived(seen.game, _kinds)
        frame = unlearnt(known.frame, known.residents, told.hidden, kinds)
        hidden = told.numbers, told.heights, told.gaps
        kept["_heedless_dealer"] = Dealer(seen.game, Deals(frame.worlds), frame, *hidden)
    found: Dealer = kept["_heedless_dealer"]
    return found


def _kinds(game: Game) -> list[tuple[object, ...]]:
    """For each card what is on its back, and which attributes are printed on its face."""
    return [(card.back, *sorted(card.attributes)) for card in game.layout.cards]


def view(state: State, who: Who) -> View:
    """What a seat (by number, name or initial), or a spectator (None), has seen, sees and knows.

    >>> kibitz.view(kibitz.load("agram").new(seed=1), "E")
    <Agram as East sees it>
    """
    game = state.game
    somebody = observer(game, who)
    return View(game, somebody, tell(state, somebody))
