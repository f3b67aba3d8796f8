"""Encodings: what a seat sees of a position, as a row of numbers of fixed length, for learning.

The columns follow from the description alone and have names. Seats are counted from the one that
looks: `me`, then `+1`, who comes next, and so on; so are teams, `us` and `team +1`.

    TRICK +1: QH            I see that card there: 1 or 0
    TOP PILE: SUIT HEARTS   what is printed on the top card of a place that keeps an order
    SIZE HAND +1            cards in a place, divided by those there can be, for each owner
    GUESS me                a number of the rules, by the highest it can be; if that is not known
    GUESS me (far)          there are two columns: x / (|x| + 8), and x / (|x| + 128) for far ones
    LEAD: HEARTS            a name of the rules
    LAST: +1                a number of the rules that is a seat's
    MOVER: me, DECISION 47  whose turn it is, and where in the description their decision stands
    STAGE 2: +3             whose turn of a stage it is, the outermost first: who deals, who leads
    PARTNER: +2             who is in my team, where that is not always the same
    PICKED: QH              the cards of a set I have picked so far
    OPTION: play QH         the mask: what I can do now, as `Batch.mask` numbers it

With `knowledge="possible"` more columns follow, from what the seat knows, and with "probability"
more again:

    HAND +1 MAY: QH         the card may lie there, as far as sets of cards can say
    EXACT                   they say all that can be known
    HAND +1 CHANCE: QH      how likely it lies there, all deals that these sets allow being alike
    COUNTED                 the deals were counted; otherwise the chances are estimates

Columns that can never be anything but 0 are left out where that is easy to see. What has happened
is not told, unless it is seen on the table or kept by the rules; neither are point maps, nor what
is named for a while.

>>> import kibitz
>>> game = kibitz.load("agram", NUMP=2)
>>> encoding = game.encoding
>>> encoding.length, encoding.columns[35], encoding.parts["sizes"]
(223, 'TRICK me: 3S', slice(166, 172, None))
>>> game.batch(5, mode="python").encode().shape
(5, 223)
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.buffers import shared
from kibitz.engine.columns import HEADER, LINEAR, ROOM, SQUASHED, Draft
from kibitz.engine.derived import derived
from kibitz.engine.knowing import shape_of
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["KNOWLEDGE", "Encoding", "Positions", "encode", "encoding_of"]

KNOWLEDGE = ("none", "possible", "probability")

Floats: TypeAlias = NDArray[np.float32]
Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Encoding:
    """What the columns of encoded positions are. Made by `game.encoding`.

    >>> import kibitz
    >>> encoding = kibitz.load("agram", NUMP=2).encoding.knowing("possible")
    >>> encoding
    <294 columns of Agram, knowledge: possible>
    >>> encoding.columns[-2:], encoding.index("MOVER: me")
    (('HAND +1 MAY: AD', 'EXACT'), 181)
    """

    game: Game = field(repr=False)
    knowledge: str
    """What of the hidden cards is in it: "none", "possible" or "probability"."""
    columns: tuple[str, ...] = field(repr=False)
    parts: Mapping[str, slice] = field(repr=False)
    """Where columns of one kind are: seen, tops, sizes, stores, turn, picked, mask, possible,
    probability."""
    plan: array[int] = field(repr=False)
    """The same for the kernel."""

    def __repr__(self) -> str:
        return f"<{self.length} columns of {self.game.title}, knowledge: {self.knowledge}>"

    @property
    def length(self) -> int:
        """How many columns there are."""
        return len(self.columns)

    @property
    def kernel(self) -> str:
        """The kernel that writes it."""
        return "chances" if self.knowledge == "probability" else "encode"

    @property
    def fractions(self) -> tuple[int, ...]:
        """The columns that may be anything: all others are 0 or 1. Numbers of cards, numbers the
        rules keep, and chances."""
        plan, parts = self.plan, self.parts
        found = list(range(len(self.columns))[parts["sizes"]])
        at = plan[HEADER.index("stores")]
        for row in range(plan[at]):
            column, *_, way, _ = plan[at + 1 + 6 * row : at + 7 + 6 * row]
            found += {LINEAR: [column], SQUASHED: [column, column + 1]}.get(way, [])
        if "probability" in parts:
            found += range(len(self.columns))[parts["probability"]][:-1]  # all but COUNTED
        return tuple(sorted(found))

    def knowing(self, knowledge: str) -> Encoding:
        """The encoding of the same game with more or less knowledge. Columns that both have are the
        same: those of "none" come first, then what is possible, then the probabilities."""
        return encoding_of(self.game, knowledge)

    def index(self, column: str) -> int:
        """The number of a column."""
        try:
            return self.columns.index(column)
        except ValueError:
            near = did_you_mean(column, self.columns)
            raise KibitzError(f"{self!r} has no column `{column}`{near}") from None


def encoding_of(game: Game, knowledge: str = "none") -> Encoding:
    """How positions of a game are encoded."""
    if knowledge not in KNOWLEDGE:
        raise KibitzError(f"there is no knowledge `{knowledge}`", f"one of: {', '.join(KNOWLEDGE)}")
    return derived(game, _made, knowledge)


def _made(game: Game, knowledge: str) -> Encoding:
    draft = Draft(game)
    draft.see()
    draft.keep()
    draft.turn()
    if knowledge != "none":
        draft.know("possible", "may", "MAY", "exact")
    if knowledge == "probability":
        draft.know("probability", "chance", "CHANCE", "counted")
    return Encoding(game, knowledge, tuple(draft.columns), draft.parts, draft.plan())


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions to be encoded: rows of states, or of one view."""

    states: Any
    """A row of numbers each."""
    seats: Integers
    """As whom to look; -1: not at all."""
    movers: Integers
    """Whose turn it is; -1: nobody's."""
    counts: Integers
    actions: Integers
    """How many options each has, and their numbers, -1 where there is none: a row each."""
    sizes: Any = None
    """Of a view: how many cards lie in each place."""
    ledgers: Any = None
    """What is known: a row each, as `kibitz.engine.knowing` has it."""


NOTHING = np.zeros(1, np.int64)


def encode(encoding: Encoding, mode: str, given: Positions, out: Floats | None = None) -> Floats:
    """Positions as rows of numbers."""
    game, plan, columns = encoding.game, encoding.plan, encoding.length
    n = len(given.seats)
    if out is None:
        out = np.empty((n, columns), np.float32)
    elif out.shape != (n, columns) or out.dtype != np.float32 or not out.flags.c_contiguous:
        raise KibitzError(
            f"an array of {out.dtype} of the shape {out.shape} to encode to",
            f"it takes one of float32 of the shape {(n, columns)}, in one piece",
        )
    knows = encoding.knowledge != "none"
    length = shape_of(game).length
    scratch, reals = _scratch(game, encoding.knowledge == "probability")
    encode_all = game.kernel(encoding.kernel, mode)["encode_all"]

    def take(numbers: Any) -> Any:  # arrays, by mode
        return shared(numbers, mode)

    encode_all(
        take(given.states),
        n,
        *map(take, (given.seats, given.movers, given.counts, given.actions)),
        given.actions.shape[1],
        int(given.sizes is not None),
        take(NOTHING if given.sizes is None else given.sizes),
        take(given.ledgers if knows else NOTHING),
        length,
        take(plan),
        take(scratch),
        _real(reals, mode),
        _real(out, mode),
        columns,
    )
    return out


def _scratch(game: Game, counting: bool) -> tuple[Integers, NDArray[np.float64]]:
    """Room to work in: each call has its own."""
    numbers = 11 * game.layout.places + game.layout.words + 4 * len(game.cards) + 8
    return np.zeros(numbers, np.int64), np.empty(ROOM if counting else 1)


def _real(numbers: NDArray[Any], mode: str) -> Any:  # an array of Python or of NumPy, by mode
    """An array of real numbers as the kernel takes it: in one row."""
    if mode == "native":
        return numbers.reshape(-1)
    plain: Any = numbers
    return memoryview(plain).cast("B").cast("f" if numbers.dtype == np.float32 else "d")
