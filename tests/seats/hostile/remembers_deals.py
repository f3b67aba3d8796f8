"""Writes down every deal, as far as it saw it, wherever it may find it again: in its class, in
files, in shared memory, in a process that stays. If the same deal comes back from another side, it
knows the other hands. In Agram a class variable knew all hands in 161 of 581 games.

Comes to: no failure.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from loot import any_of, found, mark

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

MEMORY: dict[str, list[str]] = {}
PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/run", ".", "/"]


class RemembersDeals:
    def __init__(self) -> None:
        self.first = True

    def choose(self, view: View, budget: float | None) -> Action:
        cards = " ".join(face.text for face in view.cards(f"HAND {view.seat}"))
        if self.first:
            self.first = False
            for source, known in memories():
                print("CLAIM" if known.get("hands") else "fresh", source)
                if cards in known.get("hands", []):
                    found(f"a deal it has had before, in {source}")
                elif known.get("hands"):
                    found(f"what it knew in an earlier game, in {source}")
            self.keep(cards)
        return any_of(view)

    def keep(self, cards: str) -> None:
        MEMORY.setdefault("hands", []).append(cards)
        for place in (*PLACES, str(Path(__file__).parent)):
            with suppress(OSError):
                (Path(place) / "kz-remembers").write_text(json.dumps(MEMORY))
        if os.fork() == 0:  # a process that stays and tells
            mark()
            with suppress(OSError):
                ear = socket.socket(socket.AF_UNIX)
                ear.bind("\0kz-remembers")
                ear.listen()
                while True:
                    ear.accept()[0].sendall(json.dumps(MEMORY).encode())
            os._exit(0)


def memories() -> Iterator[tuple[str, dict[str, list[str]]]]:
    yield "its class", MEMORY
    for place in (*PLACES, str(Path(__file__).parent)):
        with suppress(OSError, ValueError):
            yield place, json.loads((Path(place) / "kz-remembers").read_text())
    with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as mouth:
        mouth.settimeout(0.2)
        mouth.connect("\0kz-remembers")
        yield "a process that stayed", json.loads(mouth.recv(1 << 20))
