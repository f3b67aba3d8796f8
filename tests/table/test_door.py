"""The door: so many may come, and nobody may say nothing for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kibitz.table import door as door_module
from kibitz.table.door import Door, places

HALF = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"


@dataclass
class Timer:
    due: float
    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Loop:
    """A loop whose clock is moved by hand."""

    now: float = 0.0
    timers: list[Timer] = field(default_factory=list)
    tasks: list[asyncio.Future[None]] = field(default_factory=list)

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, call))
        return self.timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None]) -> Any:
        work.close()

        class Task:
            def add_done_callback(self, _: object) -> None: ...

        return Task()

    def passes(self, seconds: float) -> None:
        self.now += seconds
        for timer in self.timers:
            if not timer.cancelled and timer.due <= self.now:
                timer.cancelled = True
                timer.call()


class Transport:
    """A connection from somewhere."""

    def __init__(self, address: str) -> None:
        self.address, self.written, self.ended = address, b"", False
        self.protocol: Door | None = None

    def get_extra_info(self, name: str, default: object = None) -> object:
        return {"peername": (self.address, 1), "sockname": ("::1", 8017)}.get(name, default)

    def get_protocol(self) -> Door | None:
        return self.protocol

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.ended = True

    abort = close

    def is_closing(self) -> bool:
        return self.ended


@dataclass
class Entrance:
    """Where connections come in."""

    loop: Loop = field(default_factory=Loop)
    state: ServerState = field(default_factory=ServerState)

    def come(self, address: str = "10.0.0.1") -> Door:
        config = uvicorn.Config(lambda *_: None, http=Door, ws="none", lifespan="off")
        config.load()
        door = Door(config, self.state, {}, self.loop)  # type: ignore[arg-type]
        transport = Transport(address)
        transport.protocol = door
        door.connection_made(transport)  # type: ignore[arg-type]
        return door


@pytest.fixture
def entrance(monkeypatch: pytest.MonkeyPatch) -> Entrance:
    monkeypatch.setattr(Door, "places", 6)
    return Entrance()


def ended(door: Door) -> bool:
    return door.transport.is_closing()


def ask(door: Door) -> None:
    door.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")


@pytest.mark.parametrize(
    ("said", "seconds"), [(b"", 10), (HALF[:20], 10), (HALF, 10), (HALF + b"\r\n{", 30)]
)
def test_who_does_not_finish_what_he_says_is_not_waited_for(
    entrance: Entrance, said: bytes, seconds: float
) -> None:
    door = entrance.come()
    for byte in said:
        door.data_received(bytes([byte]))
    entrance.loop.passes(seconds - 1)
    assert not ended(door)
    entrance.loop.passes(1)
    assert ended(door)


def test_an_answer_may_take_its_time(entrance: Entrance) -> None:
    door = entrance.come()
    ask(door)
    entrance.loop.passes(1000)
    assert not ended(door)
    door.pause_writing()
    entrance.loop.passes(59)
    assert not ended(door)
    entrance.loop.passes(1)
    assert ended(door)  # nobody takes it in


def test_one_address_gets_half_of_the_places(entrance: Entrance) -> None:
    busy = [entrance.come() for _ in range(3)]
    for door in busy:
        ask(door)
    fourth = entrance.come()
    assert ended(fourth)
    written = fourth.transport.written  # type: ignore[attr-defined]
    assert b"503" in written
    assert b"too many are connected" in written
    assert not ended(entrance.come("10.0.0.2"))
    assert not any(map(ended, busy))


def test_a_silent_connection_makes_place_for_who_comes(entrance: Entrance) -> None:
    doors = []
    for number in range(6):
        doors.append(entrance.come(f"10.0.0.{number // 2}"))
        entrance.loop.passes(1)
    ask(doors[0])
    assert not ended(entrance.come("10.0.0.9"))
    assert [ended(door) for door in doors] == [False, True, False, False, False, False]


def test_nobody_is_sent_away_who_is_being_answered(entrance: Entrance) -> None:
    doors = [entrance.come(f"10.0.0.{number}") for number in range(6)]
    for door in doors:
        ask(door)
    assert ended(entrance.come("10.0.0.9"))
    assert not any(map(ended, doors))


@pytest.mark.parametrize(
    ("descriptors", "most"), [(64, 16), (256, 128), (1024, 896), (100_000, 1024)]
)
def test_there_are_descriptors_left_for_the_rest(
    monkeypatch: pytest.MonkeyPatch, descriptors: int, most: int
) -> None:
    monkeypatch.setattr(door_module, "_descriptors", lambda: descriptors)
    assert places() == most
