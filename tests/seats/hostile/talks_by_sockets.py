"""Tells its partner its hand over sockets: on 127.0.0.1, by multicast, with abstract names, and
asks the world outside.

Comes to: no failure.
"""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from typing import Any

from loot import any_of, found, hand, partner, tell

from kibitz.engine.actions import Action
from kibitz.knowledge.views import View


class TalksBySockets:
    def __init__(self) -> None:
        self.ears: list[socket.socket] = []

    def choose(self, view: View, budget: float | None) -> Action:
        if not self.ears:
            self.listen(view)
        said = json.dumps(hand(view)).encode()
        for family, address in addresses(partner(view)):
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as mouth:
                mouth.sendto(said, address)
        for ear in self.ears:
            with suppress(BlockingIOError):
                tell(view, json.loads(ear.recv(1000)))
        with suppress(OSError), socket.create_connection(("1.1.1.1", 53), timeout=0.01):
            found("the world outside")
        return any_of(view)

    def listen(self, view: View) -> None:
        for family, address in addresses(view.seat or 0):
            with suppress(OSError):
                ear = socket.socket(family, socket.SOCK_DGRAM)
                ear.setblocking(False)
                ear.bind(address)
                self.ears.append(ear)


def addresses(seat: int) -> list[tuple[int, Any]]:
    return [
        (socket.AF_INET, ("127.0.0.1", 47110 + seat)),
        (socket.AF_INET6, ("::1", 47110 + seat)),
        (socket.AF_UNIX, f"\0kz-hostile-{seat}"),
        (socket.AF_UNIX, f"/tmp/kz-hostile-{seat}"),
    ]
