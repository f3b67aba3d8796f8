"""What is kept of a table, and how it is read from the rows of the archive.

A row may be damaged, or somebody has meddled with it: everything in it is checked, so that the rest
of us can rely on it. What is wrong is one sentence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args

from kibitz.engine.descriptions import Description
from kibitz.engine.replay import Deal, Move
from kibitz.errors import KibitzError

__all__ = [
    "Kept",
    "Sitter",
    "Turn",
    "read_description",
    "read_kept",
    "read_move",
    "read_token",
    "readable",
    "seats_text",
]

Turn = Literal["bot", "person", "over", "nobody"]
"""Who is to decide at a table; nobody, where a record is only looked at."""


CHAIRS = "seat", "invitation", "freed"
"""What a token can stand for that has a seat; others are the host's and the watchers'."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a person, maybe one who has not come yet, or a bot."""

    name: str
    bot: str | None = None
    """The bot as it was asked for, with its parameters; None: a person."""
    token: str | None = None
    """Of the chair of a person who has sat down."""
    invitation: str | None = None
    """For whoever may come, if nobody has."""
    agreed: bool = False
    """To show all cards."""
    made: bool = False
    """Whether this is who made the table."""
    came: bool = False
    """Whether they took an invitation; who did not was here from the beginning."""
    freed: bool = False
    """Whether somebody sat here before them, who has seen these cards."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept, all but its moves."""

    id: str
    game: str
    """The digest of its description."""
    parameters: dict[str, int | str]
    deal: Deal
    mode: str
    host: str
    watch: str
    seats: tuple[Sitter, ...]
    pace: float
    running: bool
    created: float
    last: int = 0
    """How many decisions were made."""
    turn: Turn = "bot"
    rematch: str | None = None
    """The table that followed."""

    @property
    def open(self) -> bool:
        """Whether everybody there may see everything."""
        if self.turn in ("over", "nobody"):
            return True
        return all(sitter.agreed for sitter in self.seats if sitter.bot is None)

    @property
    def was_played(self) -> bool:
        """Whether anybody was to sit there; a record is only looked at."""
        return any(sitter.bot or sitter.token or sitter.invitation for sitter in self.seats)


@contextmanager
def readable() -> Iterator[None]:
    """What is read within may be damaged; then it is one sentence."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
        raise KibitzError("what was kept of this table is damaged, and cannot be read") from None


def seats_text(seats: tuple[Sitter, ...]) -> str:
    """Who sits at a table, as it is kept."""
    return json.dumps([asdict(seat) for seat in seats])


# --- rows as SQLite gives them: anything may be in them ------------------------------------------


def read_kept(row: tuple[Any, ...]) -> Kept:
    """A table."""
    id_, game, parameters, deal, mode, host, watch, seats, pace, running, created, *rest = row
    last, turn, rematch = rest
    if mode not in ("play", "kibitz") or turn not in get_args(Turn):
        raise ValueError("no such mode or turn")
    if not 0 <= _is(pace, int, float) < math.inf:
        raise ValueError("no such pace")
    return Kept(
        _is(id_, str),
        _is(game, str),
        {name: _is(value, int, str) for name, value in _is(json.loads(parameters), dict).items()},
        _deal(json.loads(deal)),
        mode,
        _is(host, str),
        _is(watch, str),
        tuple(_sitter(seat) for seat in _is(json.loads(seats), list)),
        float(pace),
        bool(running),
        float(_is(created, int, float)),
        last,
        turn,
        _is(rematch, str, NoneType),
    )


def read_move(action: Any, chance: Any) -> Move:
    """A decision."""
    return _is(action, str), _numbers(json.loads(chance))


def read_description(row: tuple[Any, ...]) -> Description:
    """The texts of a game."""
    name, file, text, sheet, weights = row
    if not Path(_is(file, str)).name:
        raise ValueError("a file has a name")
    return Description(
        _is(name, str), file, _is(text, str), _is(sheet, str, NoneType), _is(weights, str)
    )


def read_token(id_: Any, role: Any, seat: Any) -> tuple[str, str, int | None]:
    """The table of a token, its role there, and its seat."""
    if role not in (*CHAIRS, "host", "watch"):
        raise ValueError("no such role")
    if (role in CHAIRS) != (_is(seat, int, NoneType) is not None and seat >= 0):
        raise ValueError("a chair has a seat, and nobody else")
    return _is(id_, str), role, seat


def _sitter(given: Any) -> Sitter:
    sitter = Sitter(**given)
    _is(sitter.name, str)
    for text in (sitter.bot, sitter.token, sitter.invitation):
        _is(text, str, NoneType)
    for truth in (sitter.agreed, sitter.made, sitter.came, sitter.freed):
        _is(truth, bool)
    return sitter


def _deal(given: Any) -> Deal:
    one, two = _numbers(given["key"])
    piles = {name: _numbers(cards) for name, cards in _is(given["piles"], dict).items()}
    return Deal((one, two), _numbers(given["chance"]), piles)


def _numbers(given: Any) -> list[int]:
    """Whole numbers that an array can hold."""
    found: list[int] = _is(given, list)
    if not all(type(one) is int and -(1 << 63) <= one < 1 << 63 for one in found):
        raise ValueError("these are no numbers")
    return found


def _is(value: Any, *kinds: type) -> Any:
    """A value of one of these kinds, or it is damaged."""
    if type(value) not in kinds:
        raise TypeError(f"it is of another kind than {kinds}")
    return value
