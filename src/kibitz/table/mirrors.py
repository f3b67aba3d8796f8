"""Games that are played elsewhere, at tables of ours: they go on as those do, and nobody can act.

What is known of such a game is the record of what was decided so far. It is never taken for granted
that it fits what is on the table: whoever plays may have been stopped, and have begun anew.
"""

from __future__ import annotations

from kibitz.engine.record import Record
from kibitz.engine.replay import Outcomes
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.table.table import Table

__all__ = ["Mirror"]

BEGUN_ANEW = "this game was stopped, and begun anew: open it again"
STOPPED = "this game was stopped"


class Mirror:
    """A table at which a game is shown that is played elsewhere."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.fed = not table.state.over

    @property
    def ended(self) -> bool:
        """Whether nothing will happen here any more."""
        return not self.table.fed

    def catch_up(self, record: Record) -> None:
        """Go on as the game did; if that has ended, so has this."""
        try:
            states = _continued(self.table, record)
        except KibitzError:
            self._end(BEGUN_ANEW)
            return
        self.table.follow(states)
        if self.table.state.over:
            self._end(None)

    def stop(self) -> None:
        """Nothing more will be heard of the game."""
        self._end(STOPPED)

    def _end(self, trouble: str | None) -> None:
        if not self.table.fed:
            return
        self.table.fed = False
        self.table.clockwork.trouble = trouble
        self.table.tell_status()
        self.table.rested()


def _continued(table: Table, record: Record) -> list[State]:
    """The states that follow those of a table, if it is the game of a record; none if the record
    does not go as far. Else a complaint."""
    deal, moves = table.kept.deal, table.moves
    chance = [*deal.chance, *(outcome for _, outcomes in moves for outcome in outcomes)]
    actions = tuple(text for text, _ in moves)
    shared = min(len(actions), len(record.actions))
    if record.key != deal.key or record.actions[:shared] != actions[:shared]:
        raise KibitzError("this is another game")
    if len(record.actions) <= len(actions):
        return []
    if record.chance[: len(chance)] != tuple(chance):
        raise KibitzError("this is another game")
    outcomes = Outcomes(record.chance[len(chance) :])
    states = [table.state]
    for text in record.actions[len(actions) :]:
        states.append(outcomes.play(states[-1], text))
    outcomes.used_up()
    return states[1:]
