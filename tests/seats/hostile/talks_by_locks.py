"""Tells its partner its hand by locks on files that both can only read: file n is locked if it has
card n. Locks are kept while a process is frozen.

Comes to: no failure.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from loot import any_of, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class TalksByLocks:
    def __init__(self) -> None:
        self.held: list[IO[bytes]] = []

    def choose(self, view: View, budget: float | None) -> Action:
        count, mine, theirs = len(view.game.cards), view.seat or 0, partner(view)
        for file in self.held:
            file.close()
        self.held = [locked for card in hand(view) if (locked := lock(mine * count + card))]
        heard = [
            card
            for card in range(count)
            if card not in hand(view) and is_locked(theirs * count + card)
        ]
        if heard:
            tell(view, heard)
        return any_of(view)


def board(number: int) -> IO[bytes]:
    return open(sorted(Path(os.__file__).parent.glob("*.py"))[number], "rb")


def lock(number: int) -> IO[bytes] | None:
    file = board(number)
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return file
    file.close()
    return None


def is_locked(number: int) -> bool:
    with board(number) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            pass
    return False
