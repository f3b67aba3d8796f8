"""Which clauses of a description are used, over games at random: the kernel `clauses`.

It plays the parted variant of a game (`kibitz.engine.parted`), in which every clause lists its own
options. The deals are those of `kibitz simulate`; who plays what in them is not, but every option
is as likely as there.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.kinds import quoted, where
from kibitz.engine.buffers import borrow, give_back
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.parted import PARTING, parted_of, places_of
from kibitz.engine.simulation import series_key
from kibitz.errors import KibitzError
from kibitz.recycle.prelude import LIMITS

__all__ = ["Clause", "Uses", "clauses_of", "played"]

SPOTS = 262_144
"""Of the table in which the kernel looks up options."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a choice."""

    line: int
    text: str
    where: str
    """`agram.rcy:38`."""


@dataclass(slots=True)
class Uses:
    """In how many games something was done with a clause."""

    offered: int = 0
    taken: int = 0
    beside: int = 0
    """It was offered beside something else."""
    mattered: int = 0
    """Beside something else, it came to what no other clause did."""

    def add(self, offered: int, taken: int, beside: int, mattered: int) -> None:
        """Add some games."""
        self.offered += offered
        self.taken += taken
        self.beside += beside
        self.mattered += mattered


def clauses_of(game: Game) -> tuple[Clause, ...]:
    """All clauses of all choices, in the order of the description; one that a definition brings to
    several choices is one."""
    return tuple(
        Clause(line, text, where(game, line))
        for line, text in (quoted(game, at) for at in derived(game, _ats))
    )


def _ats(game: Game) -> list[tuple[int, int]]:
    return sorted({part.at for place in places_of(game).values() for part in place.parts})


def played(
    game: Game, first: int, last: int, seed: int, limit: int, native: bool
) -> dict[str, Any]:
    """What was done with each clause in some games; see `kibitz.analysis.bench`."""
    count = len(derived(game, _ats))
    arrays = _arrays(game)
    kernel = _kernel(game) if native else None
    if kernel is None:
        kernel = game.kernel(PARTING)[PARTING]
        arrays = [list(each) if len(each) < SPOTS else each for each in arrays]
    codes, work = space = borrow()
    begin, places, sorts, state, copy, tally, *rest = arrays
    stuck = kernel(
        *(begin, first, last, *series_key(seed), limit, count, places, sorts),
        *(state, codes, copy, work, tally, *rest),
    )
    give_back(space)
    if stuck >= 0:
        raise _fault(game, state[0], state[1])
    return {
        "games": tally[0],
        "unfinished": tally[1],
        "uses": [list(tally[at : at + 4]) for at in range(8, 8 + 4 * count, 4)],
    }


def _kernel(game: Game) -> Any:
    try:
        return game.kernel(PARTING, "native")[PARTING]
    except KibitzError:
        return None


def _fault(game: Game, position: int, code: int) -> KibitzError:
    """The error with which the parted variant gave up: its errors have numbers of their own."""
    parted = parted_of(game)
    if code:
        message, at = parted.errors[code - 1]
    else:
        message = "the current player has no option at this choice"
        at = parted.choices[position].node.at
    return KibitzError(f"{where(game, game.source.place(at[0])[0])}: {message}")


def _arrays(game: Game) -> list[Any]:
    """What the kernel reads and writes, in its order, but for the work space."""
    numbers = {at: number for number, at in enumerate(derived(game, _ats))}
    found, parted = places_of(game), parted_of(game)
    places = [0] * (3 * (1 + max(parted.choices, default=0)))
    sorts: list[int] = []
    for position, place in found.items():
        how = place.several + place.played
        places[3 * position : 3 * position + 3] = len(sorts), len(place.parts), how
        for part in place.parts:
            sorts += numbers[part.at], part.model, part.label
    size = parted.layout.size
    blank = array("q", bytes(8 * size))
    room = 2 * (LIMITS["options"] + 1024)
    sizes = (8 + 4 * len(numbers), room, 3 * SPOTS, 3 * SPOTS, 1 + len(numbers))
    return [
        array("q", _blank(game)),
        array("q", places),
        array("q", sorts or [0]),
        blank,
        blank[:],
        *(array("q", bytes(8 * each)) for each in sizes),
    ]


def _blank(game: Game) -> array[int]:
    """A state of the parted variant before the first shuffle."""
    assert parted_of(game).layout.size == game.layout.size
    return game.blank
