"""Jobs for tests of the workers."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError

KEPT: list[object] = []


def echo(game: Game, value: object) -> object:
    return [game.title, value]


def forever(game: Game) -> None:
    threading.Event().wait()


def die(game: Game, note: str) -> str:
    """Die the first time."""
    path = Path(note)
    if path.exists():
        return "alive"
    path.touch()
    os._exit(3)


def always_die(game: Game) -> None:
    os._exit(3)


def complain(game: Game) -> None:
    raise KibitzError("the cards are wet", "dry them")


def crash(game: Game) -> None:
    raise ValueError("the queen of hearts")


def long(game: Game) -> str:
    return "x" * 20_000_000


def shout(game: Game) -> str:
    print("my cards are", flush=True)
    os.write(1, b"all aces")
    return "quiet"


def infinity(game: Game) -> list[float]:
    return [float("inf"), float("nan"), 1.5]


def seen(states: list[State]) -> list[object]:
    return [len(states), len(states[-1].history), bytes(states[-1]).hex()]


def process(states: list[State]) -> int:
    return os.getpid()


def hold(game: Game, pipe: str) -> int:
    """Keep the end of a pipe open as long as this process lives."""
    KEPT.append(os.open(pipe, os.O_WRONLY))
    return os.getpid()


def babble(game: Game) -> None:
    """Write nonsense wherever one can."""
    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, b"\0\0\0\3xyz" * 3)


def greed(game: Game) -> int:
    return len(bytearray(8 << 30))
