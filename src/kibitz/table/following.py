"""The store of a competition, followed: what was read of it so far, and whether there is more.

Whether anything was written is seen from the times of the files, which costs next to nothing, and
whether somebody still plays from the lock that they hold.
"""

from __future__ import annotations

import os
from pathlib import Path

from kibitz.compete.model import GameId, LiveGame, Meeting, PlayedGame
from kibitz.compete.naming import phase_title, shown
from kibitz.compete.phases import Results
from kibitz.compete.store import Store

__all__ = ["Known", "is_locked", "signature", "written"]


class Known:
    """What was read of a store so far. It grows with each time that it is read."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.status = store.status()
        self.played: list[tuple[int, PlayedGame]] = []
        """Games in the order in which they came in, with their numbers."""
        self.meetings: dict[tuple[int, int, int], Meeting] = {}
        """By phase, round and number."""
        self.live: list[LiveGame] = []
        self._results: dict[int, Results] = {}

    def read(self) -> None:
        """Read all that was written since the last time."""
        self.status = self.store.status()
        for number, game in self.store.games(self.played[-1][0] if self.played else 0):
            self.played.append((number, game))
            self._results.setdefault(game.id.phase, Results()).add(game)
        for phase in range(self.status.phase + 1):
            for meeting in self.store.meetings(phase):
                self.meetings[meeting.phase, meeting.round, meeting.number] = meeting
        self.live = self.store.live()

    def results(self, phase: int) -> Results:
        """What was played of a phase."""
        return self._results.get(phase, Results())

    def met(self, phase: int) -> list[Meeting]:
        """The meetings of a phase that were drawn so far."""
        return [meeting for meeting in self.meetings.values() if meeting.phase == phase]

    def title(self, game: GameId) -> str:
        """What a game belongs to: its phase, its meeting, its deal."""
        phase = self.store.charter.phases[game.phase]
        meeting = self.meetings.get((game.phase, game.round, game.meeting))
        between = shown(meeting.title) if meeting is not None and meeting.title else ""
        parts = phase_title(phase), between, f"deal {game.deal + 1}"
        return " · ".join(filter(None, parts))


def signature(path: Path) -> tuple[int, ...]:
    """What is otherwise once something was written to a file of SQLite's."""
    found: list[int] = []
    for one in (path, path.with_name(path.name + "-wal")):
        try:
            stat = one.stat()
            found += [stat.st_ino, stat.st_size, stat.st_mtime_ns]
        except OSError:
            found += [0, 0, 0]
    return tuple(found)


def is_locked(path: Path) -> bool:
    """Whether somebody holds a lock. To ask is to hold it for a moment, so it is asked rarely."""
    import fcntl

    try:
        lock = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def written(path: Path) -> float:
    """When something was written to a file of SQLite's last."""
    times = signature(path)[2::3]
    return max(times) / 1e9
