"""Which moment of which game a command is about: recorded, or played at random from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import load, settings
from kibitz.errors import GameError, KibitzError

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.engine.state import State
    from kibitz.knowledge.knowledge import Knowledge
    from kibitz.knowledge.prospects import Prospects

__all__ = ["Moment", "RecordFile", "Seed", "failing", "find", "is_stuck", "played"]

RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="A game recorded by `play`, `match --record`, `simulate --record` or RoboBrisca.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help="Otherwise the first game that `simulate` plays with this seed.",
        show_default="1",
    ),
]


@dataclass(frozen=True)
class Moment:
    """A position of a game, and for whose eyes it is shown (None: the kibitzer's)."""

    state: State
    decision: int
    decisions: int
    """Those of the whole game, or of all that is recorded."""
    seat: int | None
    origin: str
    """Where the game comes from, in words."""
    stuck: bool = False
    """Whether the rules offer nothing to whoever is to move."""
    _known: dict[int | None, Knowledge] = field(default_factory=dict, repr=False)
    _prospects: dict[int | None, Prospects] = field(default_factory=dict, repr=False)

    def knowledge(self, seat: int | None) -> Knowledge:
        """What a seat knows; None: what is common knowledge."""
        from kibitz.knowledge.views import view

        if seat not in self._known:
            own = view(self.state, seat or 0).knowledge
            self._known[seat] = own if seat is not None else own.common
        return self._known[seat]

    def prospects(self, seat: int | None) -> Prospects:
        """Where cards may be given what a seat knows; None: what is common knowledge."""
        from kibitz.knowledge.prospects import prospects

        if seat not in self._prospects:
            self._prospects[seat] = prospects(self.knowledge(seat))
        return self._prospects[seat]

    @property
    def shown(self) -> Prospects:
        """Those for whose eyes the moment is shown."""
        return self.prospects(self.seat)

    @property
    def beyond(self) -> str | None:
        """Why the deals cannot be counted, if they are too many of too many kinds."""
        found = (self.prospects(seat).beyond for seat in (None, *self.seats))
        return next((reason for reason in found if reason is not None), None)

    @property
    def seats(self) -> tuple[int, ...]:
        """Those whose knowledge may be shown."""
        return tuple(range(self.state.game.players)) if self.seat is None else (self.seat,)


def find(
    name: str,
    record: Path | None,
    seed: int | None,
    at: int | None,
    seat: str | None,
    set_: list[str] | None,
    usual: Callable[[list[State]], int],
) -> Moment:
    """The position that is asked for; without `at`, the end of a record or the usual one of all
    states of another game."""
    if record is not None and seed is not None:
        raise KibitzError("--record and --seed ask for two different games", "choose one of them")
    if record is not None:
        from kibitz.cli import records

        states = records.read(record, name, settings(set_))
        origin = f"recorded in {record}"
        wanted = len(states) - 1
    else:
        seed = 1 if seed is None else seed
        states, failure = played(load(name, set_), seed)
        origin = f"random players, seed {seed}"
        if failure is not None:
            if at is None or at >= len(states):
                raise failing(failure, states, f"--at {len(states) - 1} shows the last position")
            origin += f"; the rules fail after decision {len(states) - 1}"
        else:
            wanted = usual(states)
    decisions = len(states) - 1
    if at is not None:
        wanted = at if at >= 0 else decisions + at
    if not 0 <= wanted <= decisions:
        raise KibitzError(
            f"there is no decision {at}: this game has {decisions}",
            f"--at goes from 0, the deal, to {decisions}, or from -1 back to {-decisions}",
        )
    from kibitz.knowledge.vocabulary import vocabulary_of

    state = states[wanted]
    number = None if seat is None else vocabulary_of(state.game).seat(seat)
    return Moment(state, wanted, decisions, number, origin, is_stuck(state))


def played(
    game: Game, seed: int, bots: Sequence[str] = ("random",), limit: int | None = None
) -> tuple[list[State], KibitzError | None]:
    """The first game that `simulate` plays with a seed, up to its end or to where its rules fail,
    and how they do; raises that if they fail before the first decision."""
    from kibitz.engine.series import states_of_series
    from kibitz.engine.simulation import MOST_DECISIONS

    states: list[State] = []
    try:
        for state in states_of_series(game, seed, 0, bots=bots, limit=limit or MOST_DECISIONS):
            states.append(state)
    except GameError as error:
        if not states:
            raise
        return states, error
    return states, None


def failing(failure: KibitzError, states: list[State], hint: str) -> KibitzError:
    """The complaint about a game whose rules fail after these states."""
    return GameError(f"after decision {len(states) - 1}: {failure.message}", hint)


def is_stuck(state: State) -> bool:
    """Whether the rules offer nothing, or fail when they are asked for an offer."""
    try:
        return not (state.over or state.actions)
    except GameError:
        return True
