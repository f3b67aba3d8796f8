"""The stage: where networks and compiled bots play whole games in machine code.

    stage = Stage(game, [network, "full-kripke"], recorded=[0])
    for played in stage.play(numbers, seats, seed=1):
        played.scores, played.decisions

It is the kernel `acting`: a game is dealt, all that is decided is decided there, and what is to be
learnt from is written down, packed. So a decision costs what it takes to encode the position and to
multiply a few rows of weights, and nothing else. Sums are rounded to 32 bits after each operation,
in one order: what a network says is the same on every machine, in both modes, and whatever else is
played beside it.

Deals are those of `game.simulate` and `game.batch`: deal k of a seed is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.bots.names import find
from kibitz.bots.roster import cast
from kibitz.engine.buffers import borrow, give_back, shared
from kibitz.engine.columns import ROOM
from kibitz.engine.compiled import acting_kernel, row_length
from kibitz.engine.encoding import Encoding, encoding_of
from kibitz.engine.game import Game
from kibitz.engine.keys import derive_key
from kibitz.engine.knowing import first_row, shape_of
from kibitz.engine.native import is_compiled
from kibitz.engine.numbered import has_groups
from kibitz.engine.simulation import MOST_DECISIONS, series_key
from kibitz.errors import KibitzError
from kibitz.learn.packing import Bytes, Packing, packing_of
from kibitz.nets import Network, fits
from kibitz.recycle.prelude import LIMITS

__all__ = ["Played", "Stage"]

Integers = NDArray[np.int64]

GRAIN = 1 << 30
"""Chances are counted in so many parts."""

DECISIONS = 16_384
"""Decisions that are written down before Python gets to see them."""

FINISHED, UNFINISHED, FAULTY, STUCK, NAMELESS = range(5)
GAME, MOVER, TAKEN, LATER, FOLLOWING, HAND_NUMBER, OWN, HAND, REST, STEPS, ROW_AT = range(11)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of some games: of each, and of each decision that is recorded."""

    ended: NDArray[np.bool_]
    """Whether each game came to an end."""
    speechless: Integers
    """How often a bot had nothing to say in it, and took any option."""
    scores: Integers
    """More is better."""
    teams: Integers
    """The number of each seat's team, at the end."""
    decisions: Integers
    """A row each: the game (of these), the seat, the action's number; the seat's first decision of
    a later hand and its next one, as rows; the hand, the score before; what it scored more to the
    end of the hand, of the game, and until its next decision."""
    rows: Bytes
    """The positions, packed."""


class Stage:
    """Somewhere for some networks and bots to play."""

    def __init__(
        self,
        game: Game,
        who: Sequence[Network | str],
        *,
        recorded: Collection[int] = (),
        knowledge: str = "none",
        astray: float = 0.0,
        softly: bool = False,
        limit: int = MOST_DECISIONS,
        mode: str = "native",
    ) -> None:
        """`who` can sit there. Of those with a number in `recorded` decisions are recorded, encoded
        with this `knowledge`; if they are networks, they go astray with this probability, and take
        any option, or choose by the softmax of their policy. All others do what they like best."""
        check_numbers(game)
        self.game, self.mode, self.limit = game, mode, limit
        self.who, self.recorded = tuple(who), frozenset(recorded)
        self.packing: Packing = packing_of(game, knowledge)
        bots = [each for each in self.who if isinstance(each, str)]
        found = cast(game, [find(bot, game) for bot in bots])
        if isinstance(found, str):
            raise KibitzError(f"only bots that are compiled can play here: {found}")
        numbers = iter(found.numbers)
        self._plans = _Plans(game)
        self._nets = _Nets(game)
        recording = encoding_of(game, knowledge)
        lines: list[list[int]] = []
        for k, each in enumerate(self.who):
            noted, encoding = k in self.recorded, recording
            if isinstance(each, Network):
                _check(game, each, noted, knowledge, softly)
                encoding = encoding_of(game, each.purpose.knowledge)
            number = self._nets.add(each) if isinstance(each, Network) else next(numbers)
            stray = round(astray * GRAIN) if noted else 0
            lines.append(
                [
                    *(int(isinstance(each, Network)), number, int(noted), stray),
                    *(int(softly and noted), self._plans.add(encoding), encoding.length),
                ]
            )
        self._lines = np.array(lines, np.int64)
        counting = any(each.knowledge == "probability" for each in self._plans.made)
        knowing = found.knowing or any(each.knowledge != "none" for each in self._plans.made)
        self.kernel = acting_kernel(game, found.choosers, knowing, counting)
        if mode == "auto":
            self.mode = "native" if is_compiled(game, self.kernel) else "python"
        self._act: Any = game.kernel(self.kernel, self.mode)["act_all"]
        self._ledger = np.array(first_row(game) if knowing else [0], np.int64)
        self._reals = np.empty(ROOM if counting else 1)

    def play(
        self, numbers: Integers, seats: Integers, seed: int, room: int = DECISIONS
    ) -> Iterator[Played]:
        """Play the games with these numbers of a seed; `seats` has a row for each: who sits where,
        as numbers of `who`. What came of them, some games at a time, in order."""
        games = np.ascontiguousarray(numbers, np.int64)
        seats = np.ascontiguousarray(seats, np.int64)
        room = room if self.recorded else 1
        while len(games):
            results, decisions = self._played(games, seats, seed, room)
            done = len(results)
            if done:
                yield self._told(results, decisions)
            else:
                room *= 2  # one game has more decisions than that
            games, seats = games[done:], seats[done:]

    def _played(
        self, games: Integers, seats: Integers, seed: int, room: int
    ) -> tuple[Integers, Integers]:
        """Play games until there are none left, or there is no more room."""
        game, size = self.game, self.game.layout.size
        wide = ROW_AT + self.packing.words
        results = np.zeros((len(games), 3 + 2 * game.players), np.int64)
        decisions = np.empty((room, wide), np.int64)
        columns = int(self._lines[:, -1].max())
        space = borrow()
        try:
            given = (
                np.array(game.blank, np.int64),
                self._ledger,
                len(games),
                *(games, seats, self._lines),
                *series_key(seed),
                *derive_key("acting", seed),
                *(self.limit, room, wide),
                *(self._plans.numbers, self.packing.plan),
                *(self._nets.plan, self._nets.weights),
                *(decisions, results),
                np.zeros(size, np.int64),
                np.zeros(shape_of(game).length, np.int64),
                np.zeros(size, np.int64),
                np.zeros(row_length(game), np.int64),
                *(np.full(LIMITS["options"], -1, np.int64) for _ in range(2)),
                np.frombuffer(space[0], np.int64),
                np.zeros(size, np.int64),
                np.frombuffer(space[1], np.int64),
                np.zeros(_scratch(game), np.int64),
                np.zeros(1 + max(columns, self._nets.widest), np.int64),
                np.zeros(4 * game.players, np.int64),
                np.zeros(columns, np.float32),
                np.zeros(self._nets.deep + 1, np.float32),
                self._reals,
                np.zeros(LIMITS["options"]),
            )
            done = self._act(*(_handed(each, self.mode) for each in given))
        finally:
            give_back(space)
        if done < len(games) and results[done, 0] != FINISHED:
            raise self._fault(*results[done, :2].tolist())
        results = results[:done]
        return results, decisions[: results[-1, 1] if done else 0]

    def _fault(self, how: int, code: int) -> KibitzError:
        """What went wrong in a game."""
        if how == STUCK:
            return self.game.no_option(code)
        if how == NAMELESS:
            return nameless(self.game)
        return self.game.fault(code)

    def _told(self, results: Integers, decisions: Integers) -> Played:
        rows = decisions[:, ROW_AT:].astype("<u4").view(np.uint8)
        ended = results[:, 0] == FINISHED
        scores, teams = np.split(results[:, 3:], 2, axis=1)
        return Played(ended, results[:, 2], scores, teams, decisions[:, :ROW_AT], rows)


def _scratch(game: Game) -> int:
    """Numbers that are needed to encode a position: see `kibitz.engine.encoding`."""
    return 11 * game.layout.places + game.layout.words + 4 * len(game.cards) + 8


def _handed(numbers: Any, mode: str) -> Any:  # arrays, by mode
    """A number, or an array as the kernel takes it: in one row."""
    if isinstance(numbers, int):
        return numbers
    if numbers.dtype == np.int64:
        return shared(numbers, mode)
    if mode == "native":
        return numbers.reshape(-1)
    return memoryview(numbers).cast("B").cast("f" if numbers.dtype == np.float32 else "d")


# --- what can be learnt ---------------------------------------------------------------------------


def check_numbers(game: Game) -> None:
    """Complain about a game whose actions have no numbers: a network has an output for each."""
    if has_groups(game) or not game.action_count:
        raise nameless(game)


def nameless(game: Game) -> KibitzError:
    """The complaint about options without numbers."""
    return KibitzError(
        f"a network cannot play {game.title}: some of its options have no number of their own",
        "groups of cards, large or negative numbers and unseen cards have none; (subsets k L) are "
        "picked card by card, and have",
    )


def _check(game: Game, network: Network, noted: bool, knowledge: str, softly: bool) -> None:
    """Complain about a network that cannot sit here."""
    if not fits(network, game):
        raise KibitzError(f"{network!r} does not fit {game!r}", "train one for this game")
    if "q" not in network.heads and "policy" not in network.heads:
        raise KibitzError(f"{network!r} does not say what to do", "it needs a head `q` or `policy`")
    if noted and network.purpose.knowledge != knowledge:
        raise KibitzError(
            f"what {network!r} does is to be recorded with another knowledge: {knowledge}",
            "whoever learns sees what it learns from",
        )
    if noted and softly and "policy" not in network.heads:
        raise KibitzError(
            f"{network!r} has no policy to draw from", "networks with a head `q` choose the best"
        )


# --- tables for the kernel ------------------------------------------------------------------------


class _Plans:
    """The plans of encodings, one behind the other."""

    def __init__(self, game: Game) -> None:
        self.made: list[Encoding] = []
        self._at: dict[str, int] = {}
        self._numbers: list[int] = []

    def add(self, encoding: Encoding) -> int:
        """Where the plan of an encoding begins."""
        if encoding.knowledge not in self._at:
            self.made.append(encoding)
            self._at[encoding.knowledge] = len(self._numbers)
            self._numbers += encoding.plan
        return self._at[encoding.knowledge]

    @property
    def numbers(self) -> Integers:
        return np.array(self._numbers, np.int64)


class _Nets:
    """Networks, one behind the other: where each has its layers, and all weights."""

    def __init__(self, game: Game) -> None:
        self._plan: list[int] = []
        self._parts: list[NDArray[np.float32]] = [np.zeros(1, np.float32)]
        self._size = 1
        self.widest = self.deep = 0
        """The most inputs of a layer, and of all hidden layers of a network together."""

    def add(self, network: Network) -> int:
        """Where the plan of a network begins."""
        at = len(self._plan)
        layers: list[int] = []
        for weights, bias in network.hidden:
            layers += [*weights.shape, self._keep(weights), self._keep(bias)]
            self.widest = max(self.widest, *weights.shape)
        weights, bias = network.heads["q" if "q" in network.heads else "policy"]
        rows = np.concatenate([weights.T, bias[:, None]], axis=1, dtype=np.float32)
        self._plan += [len(network.hidden), *layers, weights.shape[0], self._keep(rows)]
        self.deep = max(self.deep, sum(bias.size for _, bias in network.hidden))
        return at

    def _keep(self, numbers: NDArray[np.float32]) -> int:
        at = self._size
        self._parts.append(numbers.reshape(-1))
        self._size += numbers.size
        return at

    @property
    def plan(self) -> Integers:
        return np.array([*self._plan, 0], np.int64)

    @property
    def weights(self) -> NDArray[np.float32]:
        return np.concatenate(self._parts)
