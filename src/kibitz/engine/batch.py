"""A batch: many games of one kind at once, for learning and search.

The states are the rows of one array of integers. Options are listed, masked and played for all rows
by one call, in native mode at machine speed.

>>> import kibitz
>>> batch = kibitz.load("agram").batch(3, seed=1, mode="python")
>>> batch.states.shape[0], batch.offer().counts.tolist(), batch.mask().sum(axis=1).tolist()
(3, [6, 6, 6], [6, 6, 6])
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.actions import Action
from kibitz.engine.buffers import Buffers, shared
from kibitz.engine.encoding import Floats, Positions, encode, encoding_of
from kibitz.engine.knowing import SURE, first_row
from kibitz.engine.ledgers import possible, sizes
from kibitz.engine.native import is_compiled
from kibitz.engine.simulation import MODES, series_key
from kibitz.errors import IllegalAction, KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Batch", "Offer"]

Integers: TypeAlias = NDArray[np.int64]
NARROW = 32
"""Options of a state that are made room for at first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be done in every game of a batch; rows of games that are over are empty."""

    counts: Integers
    """How many options each game has."""
    seats: Integers
    """Whose decision it is; -1 where the game is over."""
    codes: Integers
    """A row of codes for each game: the first `counts` of them count."""
    actions: Integers
    """The number of each action beside its code; -1 where it has no dense one."""


class Batch:
    """Games of one kind, dealt and played together. `states` may be read and copied; `restore` puts
    other states there. With knowledge there is a ledger beside each state, a row of `ledgers`: what
    every seat knows about where the cards are."""

    def __init__(
        self, game: Game, n: int, seed: int = 1, mode: str = "auto", knowledge: bool = False
    ) -> None:
        if n < 1:
            raise KibitzError(f"a batch of {n} games", "at least one")
        if mode not in MODES:
            raise KibitzError(f"there is no mode `{mode}`", f"one of: {', '.join(MODES)}")
        if mode == "auto":
            kernels = ("steps", "knowing") if knowledge else ("steps",)
            mode = "native" if all(is_compiled(game, each) for each in kernels) else "python"
        self.game, self.mode, self.seed = game, mode, seed
        self.states: Integers = np.zeros((n, game.layout.size), np.int64)
        self.dealt = 0
        """How many games have been dealt so far."""
        self._functions = game.kernel("steps", mode)
        self._first = np.zeros(0, np.int64)
        self._rows = np.zeros((n, 0), np.int64)
        self.knowledge = knowledge
        """Whether ledgers are kept."""
        if knowledge:
            self._functions = {**self._functions, **game.kernel("knowing", mode)}
            self._first = np.array(first_row(game), np.int64)
            self._rows = np.zeros((n, len(self._first)), np.int64)
        self._key = series_key(seed)
        self._blank = np.array(game.blank, np.int64)
        self._scratch = np.zeros(game.layout.size, np.int64)
        self._buffers = Buffers()
        self._width = NARROW
        self._offer: Offer | None = None
        self.deal()

    def __len__(self) -> int:
        return len(self.states)

    def deal(self, where: NDArray[np.bool_] | None = None) -> None:
        """Deal new games: in all rows, or where the mask says so (`batch.deal(batch.over)`).

        They are the next of the series: the k-th dealt is game k of `simulate` with this seed.
        """
        rows = np.ones(len(self), bool) if where is None else np.asarray(where, bool)
        self._one_each(rows, "marks")
        self._offer = None
        numbers = np.where(rows, self.dealt + np.cumsum(rows) - 1, -1)
        self.dealt += int(rows.sum())
        if self.knowledge:
            beside = self._first, self.states, self._rows, len(self), numbers
            self._call("deal_known", self._blank, *beside, *self._key)
        else:
            self._call("deal_all", self._blank, self.states, len(self), numbers, *self._key)
        self._check()

    def restore(self, states: Integers, ledgers: Integers | None = None) -> None:
        """Go on from other states of the same game, such as a copy taken earlier; with knowledge,
        also from a copy of their ledgers: a state does not say what anybody knows."""
        given = np.asarray(states, np.int64)
        if given.shape != self.states.shape:
            raise KibitzError(f"states of the shape {given.shape}", f"not {self.states.shape}")
        if (ledgers is not None) != self.knowledge:
            hint = "restore(states, ledgers)" if self.knowledge else "give only states"
            raise KibitzError("ledgers belong to a batch with knowledge, and to no other", hint)
        if ledgers is not None:
            known = np.asarray(ledgers, np.int64)
            if known.shape != self._rows.shape:
                raise KibitzError(f"ledgers of the shape {known.shape}", f"not {self._rows.shape}")
            self._rows[:] = known
        self.states[:] = given
        self._offer = None

    # --- what is known ------------------------------------------------------------------------

    @property
    def ledgers(self) -> Integers:
        """The ledger of each game, a row as `kibitz.engine.knowing` says."""
        if not self.knowledge:
            raise KibitzError("this batch keeps no ledgers", "game.batch(n, knowledge=True)")
        return self._rows

    @property
    def exact(self) -> NDArray[np.bool_]:
        """In which games `possible` says all that can be known: it is what the ledger in Python
        has. In others more is known: nobody thinks possible what is not there, but not all that is
        there."""
        exact: NDArray[np.bool_] = self.ledgers[:, SURE] == 1
        return exact

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Whether a card may lie in a place in the eyes of a seat: games x seats x cards x
        places."""
        return possible(self.game, self.states, self.ledgers)

    @property
    def sizes(self) -> Integers:
        """How many cards lie in each place, which all know: games x places."""
        return sizes(self.game, self.states)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        ended: NDArray[np.bool_] = self.states[:, 0] == 0
        return ended

    def offer(self) -> Offer:
        """What can be done in each game."""
        if self._offer is None:
            self._offer = self._list()
        return self._offer

    def _list(self) -> Offer:
        n, buffers = len(self), self._buffers
        counts, seats = np.zeros(n, np.int64), np.zeros(n, np.int64)
        while True:
            codes = np.full((n, self._width), -1, np.int64)
            actions = np.full((n, self._width), -1, np.int64)
            sheets = codes, actions, self._width, counts, seats
            work = buffers.codes, self._scratch, buffers.work
            self._call("offer_all", self.states, n, *sheets, *work)
            self._check()
            if counts.max() <= self._width:
                break
            self._width = int(counts.max())
        stuck = np.flatnonzero((counts == 0) & ~self.over)
        if len(stuck):
            raise self.game.no_option(int(self.states[stuck[0], 0]))
        return Offer(counts, seats, codes, actions)

    def actions(self, row: int, codes: Integers | None = None) -> tuple[Action, ...]:
        """The actions of one game, as `state.actions` gives them."""
        if codes is None:
            offer = self.offer()
            codes = offer.codes[row, : offer.counts[row]]
        numbers = array("q", self.states[row].tobytes())
        return self.game.namer.actions(numbers, array("q", codes.tobytes()), array("q", numbers))

    def mask(self) -> NDArray[np.bool_]:
        """Which actions each game allows: a row for each game, a column for each dense action."""
        offer = self.offer()
        allowed = np.zeros((len(self), self.game.action_count), bool)
        rows, columns = np.nonzero(offer.actions >= 0)
        allowed[rows, offer.actions[rows, columns]] = True
        return allowed

    def apply(self, codes: Integers) -> None:
        """Play the option with a given code in each game; -1 leaves a game as it is."""
        chosen = np.ascontiguousarray(codes, np.int64)
        self._one_each(chosen, "codes")
        offer = self.offer()
        known = (offer.codes == chosen[:, None]).any(axis=1) | (chosen < 0)
        if not known.all():
            row = int(np.flatnonzero(~known)[0])
            raise IllegalAction(f"option {chosen[row]} is not on offer in game {row}")
        self._offer = None
        if self.knowledge:
            rows = self.states, self._rows
            self._call("apply_known", *rows, len(self), chosen, self._buffers.work)
        else:
            self._call("apply_all", self.states, len(self), chosen, self._buffers.work)
        self._check()

    def play(self, actions: Integers) -> None:
        """Play an action, given by its number, in each game; -1 leaves a game as it is."""
        wanted = np.asarray(actions, np.int64)
        self._one_each(wanted, "actions")
        offer = self.offer()
        hits = (offer.actions == wanted[:, None]) & (wanted[:, None] >= 0)
        missing = np.flatnonzero(~hits.any(axis=1) & (wanted >= 0))
        if len(missing):
            row = int(missing[0])
            raise IllegalAction(f"action {wanted[row]} is not on offer in game {row}")
        codes = offer.codes[np.arange(len(self)), hits.argmax(axis=1)]
        self.apply(np.where(wanted >= 0, codes, -1))

    def scores(self) -> Integers:
        """The scores as they stand, a row for each game."""
        found = np.zeros((len(self), self.game.players), np.int64)
        states = self.states.copy()
        self._call("score_all", states, len(self), found)
        self._check(states)
        return found

    def encode(
        self,
        seat: int | NDArray[Any] | None = None,
        knowledge: str = "none",
        out: Floats | None = None,
    ) -> Floats:
        """What a seat sees of each game, as a row of numbers for learning: `game.encoding` says
        what they are. `seat` is one for all games, or one for each; without it, whoever is to move
        looks (a game that is over is a row of zeros then). `knowledge` is "none", "possible" or
        "probability": if it is not "none", the batch must be one with knowledge. `out` is written
        to, if it is given."""
        offer = self.offer()
        encoding = encoding_of(self.game, knowledge)
        seats = offer.seats if seat is None else self._seats(seat)
        ledgers = None if knowledge == "none" else self.ledgers
        offered = offer.seats, offer.counts, offer.actions
        given = Positions(self.states, seats, *offered, ledgers=ledgers)
        return encode(encoding, self.mode, given, out)

    def _seats(self, seat: int | NDArray[Any]) -> Integers:
        seats = np.broadcast_to(np.asarray(seat, np.int64), np.shape(seat) or (len(self),))
        self._one_each(seats, "seats")
        wrong = seats[(seats < 0) | (seats >= self.game.players)]
        if len(wrong):
            last = self.game.players - 1
            raise KibitzError(f"{self.game.title} has no seat {wrong[0]}", f"0 to {last}")
        return np.ascontiguousarray(seats)

    def _one_each(self, given: NDArray[Any], what: str) -> None:
        if given.shape != (len(self),):
            raise KibitzError(
                f"{what} of the shape {given.shape} for {len(self)} games", "one each"
            )

    # --- calling ------------------------------------------------------------------------------

    def _call(self, name: str, *arguments: Any) -> None:  # arrays and numbers, by mode
        self._functions[name](*(shared(each, self.mode) for each in arguments))

    def _check(self, states: Integers | None = None) -> None:
        codes = (self.states if states is None else states)[:, 1]
        wrong = np.flatnonzero(codes)
        if len(wrong):
            raise self.game.fault(int(codes[wrong[0]]))
