"""What is published of a competition: all that the report and its data are made of.

It follows from the store, but for the clock; and of the entrants it leaves out how to reach them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.arena.statistics import Teams
from kibitz.compete.charter import Charter
from kibitz.compete.figures import Figures, competition_figures, phase_figures
from kibitz.compete.model import PlayedGame, Version
from kibitz.compete.store import Status, Store
from kibitz.engine.game import Game

__all__ = ["HELD", "Publication"]

HELD = {
    "bwrap": "Held by bubblewrap: every bot had processes of its own, without network, with "
    "nothing to see of the file system but the interpreter and its own folder, and within limits "
    "on time, memory and processes.",
    "limits": "Limits alone: bubblewrap was not there, so bots had processes of their own, with "
    "limits on time, memory and processes, but could see the file system and the network.",
    "off": "Not held at all: the sandbox was off, and bots could do on this machine whatever its "
    "user can.",
    "": "Bots of the house alone: nobody else's program was run.",
}
"""How bots were held, by the kind of the sandbox."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A competition as it is published."""

    charter: Charter
    status: Status
    game: Game
    teams: Teams
    versions: tuple[Version, ...]
    figures: Figures

    @classmethod
    def of(cls, store: Store) -> Publication:
        """What a store has to publish, as far as was played."""
        status, charter = store.status(), store.charter
        teams, highest, seed = store.teams, store.highest, status.commitment
        phases = []
        for number, rows in enumerate(store.tables()):
            meetings = store.meetings(number)
            drawn = {game for meeting in meetings for game in meeting.ids()}
            games: list[PlayedGame] = [
                game for _, game in store.games(phase=number) if game.id in drawn
            ]
            phases.append(
                phase_figures(
                    number,
                    charter.phases[number],
                    rows,
                    meetings,
                    games,
                    teams=teams,
                    highest=highest,
                    over=bool(store.standings(number)),
                    seed=seed,
                )
            )
        return cls(
            charter,
            status,
            store.game.game(),
            teams,
            tuple(store.versions()),
            competition_figures(phases, seed),
        )

    @property
    def games(self) -> Iterator[PlayedGame]:
        """All games, phase by phase."""
        for phase in self.figures.phases:
            for encounter in phase.encounters:
                yield from encounter.games

    @property
    def held(self) -> str:
        """How the bots were held, in a sentence."""
        return HELD.get(self.status.sandbox, f"Held by {self.status.sandbox}.")

    @property
    def warned(self) -> bool:
        """Whether that is less than it should be."""
        return self.status.sandbox in ("limits", "off")

    @property
    def seeded(self) -> bool:
        """Whether the seed was written down, so that it was no secret."""
        return self.charter.seed is not None
