"""The bench on which studies work: it has lots of games played, wherever that is.

    for answer in bench.lots("kibitz.analysis.searched:played", range(2000), 50, setting="all"):
        tally.add(answer)

calls `played(game, first=0, last=50, seed=..., setting="all")` and so on, in this process, in
others or in a cluster, and gives the answers in order. What comes out depends on the game, the seed
and the settings only: lots have a fixed size, and answers come in the order of the games. A lot
should take between a tenth of a second and two seconds.

Ctrl-C, somebody who has had enough, or the clock ends the lots of this study and of all later ones:
they see fewer games, and say how many there were. Lots that the journal has are not played again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.journal import Journal, key_of
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.work import Job, Place

__all__ = ["Bench", "Progress"]

FEW = 3
"""Lots that only try something out before others come."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an analysis is."""

    study: str
    """What is being done, in words."""
    done: float
    """Of the whole analysis, from 0 to 1."""


class Bench:
    """A game, and somewhere to have it played."""

    def __init__(
        self,
        game: Game,
        seed: int,
        place: Place,
        *,
        journal: Journal | None = None,
        until: float | None = None,
        enough: threading.Event | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.game, self.seed, self.place = game, seed, place
        self.journal = journal or Journal()
        self.until = until
        """The moment, by the clock of `time.monotonic`, after which nothing is begun."""
        self.enough = enough or threading.Event()
        """Set by whoever has had enough: nothing is begun any more."""
        self.stopped: str | None = None
        """Why it ended early: `interrupted` or `clock`."""
        self._tell = progress or (lambda progress: None)
        self._before = self._share = self._gone = 0.0
        self._study = ""

    def begin(self, study: str, before: float, share: float) -> None:
        """A study begins, when so much of the analysis is done, and is so much of it."""
        self._study, self._before, self._share = study, before, share
        self._gone = 0.0
        self._tell(Progress(study, before))

    def lots(self, call: str, games: range, size: int, **settings: Any) -> Iterator[Any]:
        """The answers of all lots, in order; those after an interruption are missing."""
        spans = [
            range(at, min(at + size, games.stop)) for at in range(games.start, games.stop, size)
        ]
        jobs = [self._job(call, span, settings) for span in spans]
        keys = [key_of(job) for job in jobs]
        missing = iter([n for n, key in enumerate(keys) if key not in self.journal])
        begun: list[int] = []

        def asked() -> Iterator[Job]:
            for number in missing:
                if self.is_over():
                    return
                begun.append(number)
                yield jobs[number]

        # Nobody knows how many more of them a study will ask for: the bar must not go back.
        since, left = self._gone, (1 - self._gone) * (0.75 if len(keys) > FEW else 0.1)
        early: dict[int, Any] = {}
        with closing(self.place.as_they_come(asked())) as answers:  # type: ignore[type-var]
            for wanted, key in enumerate(keys):
                try:
                    while key not in self.journal and wanted not in early:
                        came, answer = next(answers)
                        self.journal.keep(keys[begun[came]], answer)
                        early[begun[came]] = answer
                except StopIteration:
                    return
                except KeyboardInterrupt:
                    self.stopped = "interrupted"
                    return
                yield early.pop(wanted) if wanted in early else self.journal.take(key)
                self._gone = since + left * (wanted + 1) / len(keys)
                self._tell(Progress(self._study, self._before + self._share * self._gone))

    def is_over(self) -> bool:
        """Whether nothing is begun any more, and why."""
        if self.stopped is None and self.enough.is_set():
            self.stopped = "interrupted"
        if self.stopped is None and self.until is not None and time.monotonic() > self.until:
            self.stopped = "clock"
        return self.stopped is not None

    def _job(self, call: str, span: range, settings: dict[str, Any]) -> Job:
        arguments = {"first": span.start, "last": span.stop, "seed": self.seed, **settings}
        return Job(call, arguments, {"game": GameRef.of(self.game).thing})
