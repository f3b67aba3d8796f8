"""What people may ask for, checked: new tables and the messages at one.

Everything comes from outside and may be anything. What is not as it should be gets one sentence.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.errors import KibitzError

__all__ = [
    "LONGEST_MESSAGE",
    "UNSEATED",
    "Chair",
    "Message",
    "Order",
    "parsed",
    "read_message",
    "read_name",
    "read_order",
    "read_parameters",
    "shown_name",
    "whole",
]

LONGEST_MESSAGE = 4096
LONGEST_NAME = 24
LONGEST_GAME = 255
"""No file has a longer name."""
SLOWEST = 60.0
MOST_CARDS = 512
"""In a game; one cannot pick more."""
UNSEATED = ("slow", "human")
"""Bots that are of no use at a table: one only waits, the other needs a terminal."""

FIELDS = {
    "act": {"at", "action"},
    "pick": {"at", "picks", "cards"},
    "name": {"name"},
    "agree": set(),
    "free": {"seat"},
    "decline": set(),
    "step": set(),
    "run": set(),
    "pause": set(),
    "pace": {"seconds"},
    "rematch": set(),
}
"""What each message can do, and what it has to say."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something a person at a table wants."""

    do: str
    at: int = 0
    text: str = ""
    seconds: float = 0.0
    picks: int = 0
    """Which of the sets that are asked for."""
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chair:
    """Who is to sit at a seat of a new table."""

    who: str
    bot: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """A table somebody wants."""

    game: str
    parameters: dict[str, int | str]
    mode: str
    pace: float
    running: bool
    seed: int | None
    seats: tuple[Chair, ...]


def parsed(text: str | bytes) -> dict[str, Any]:
    """A JSON object; half a character, as JSON can have it, cannot be sent on."""
    try:
        value = json.loads(text, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise KibitzError("this is not JSON") from None
    if not isinstance(value, dict):
        raise KibitzError("this is not a JSON object")
    return value


def read_message(text: str) -> Message:
    """A message of the live connection."""
    value = parsed(text)
    do = value.pop("do", None)
    if not isinstance(do, str) or do not in FIELDS:
        raise KibitzError("this message asks for nothing known", f'"do" is one of: {_list(FIELDS)}')
    if value.keys() != FIELDS[do]:
        wanted = _list(FIELDS[do]) or "nothing"
        raise KibitzError(f"a message to {do} must also say {wanted}")
    if do == "act":
        return Message(do, at=whole(value["at"], "at"), text=_text(value["action"], "action", 1000))
    if do == "pick":
        at, picks = whole(value["at"], "at"), whole(value["picks"], "picks")
        return Message(do, at=at, picks=picks, cards=_cards(value["cards"]))
    if do == "name":
        return Message(do, text=read_name(value["name"]))
    if do == "free":
        return Message(do, at=whole(value["seat"], "seat"))
    if do == "pace":
        return Message(do, seconds=read_pace(value["seconds"]))
    return Message(do)


def read_order(value: dict[str, Any]) -> Order:
    """An order for a new table."""
    known = {"game", "parameters", "mode", "pace", "running", "seed", "seats"}
    for key in value:
        if key not in known:
            raise KibitzError(f"a new table has no `{key[:40]}`", f"it can have: {_list(known)}")
    mode = value.get("mode", "play")
    if mode not in ("play", "kibitz"):
        raise KibitzError("the mode is play or kibitz")
    seats = value.get("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= 16:
        raise KibitzError("a new table says who sits at each of its seats")
    chairs = tuple(_chair(seat, number) for number, seat in enumerate(seats, start=1))
    if sum(chair.who == "me" for chair in chairs) > 1:
        raise KibitzError("you can sit at one seat only", "invite a person to the others")
    running = value.get("running", mode == "play")
    if not isinstance(running, bool):
        raise KibitzError("running is true or false")
    seed = value.get("seed")
    if seed is not None:
        seed = whole(seed, "seed")
        if mode != "kibitz" or any(chair.bot is None for chair in chairs):
            raise KibitzError("a seed would give the cards away: it is for tables of bots only")
    return Order(
        _text(value.get("game"), "game", LONGEST_GAME),
        read_parameters(value.get("parameters") or {}),
        mode,
        read_pace(value.get("pace", 1.0)),
        running or mode == "play",
        seed,
        chairs,
    )


def read_parameters(value: object) -> dict[str, int | str]:
    """Parameters of a game; a text that is a number means that number."""
    if not isinstance(value, dict) or len(value) > 64:
        raise KibitzError("the parameters of a game are a JSON object")
    found: dict[str, int | str] = {}
    for name, given in value.items():
        if isinstance(given, bool) or not isinstance(given, int | str) or len(str(given)) > 100:
            raise KibitzError(f"the parameter {name[:40]} is a whole number or a name")
        try:
            found[name[:100].upper()] = int(given)
        except ValueError:
            found[name[:100].upper()] = given
    return found


def read_pace(value: object) -> float:
    """Seconds between moves."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= SLOWEST:  # type: ignore[operator]
        raise KibitzError(f"the pace is a number of seconds from 0 to {SLOWEST:g}")
    return float(value)  # type: ignore[arg-type]


def read_name(value: object) -> str:
    """What a person is called."""
    name = _text(value, "name", 200, empty=True).strip()
    if any(map(_unseen, name)):
        raise KibitzError("a name has no control characters")
    if len(name) > LONGEST_NAME:
        raise KibitzError(f"a name has at most {LONGEST_NAME} characters")
    return name


def shown_name(text: str) -> str:
    """A name that came from elsewhere, in a record say, as far as it can be shown."""
    return "".join(letter for letter in text if not _unseen(letter)).strip()[:LONGEST_NAME]


def whole(value: object, what: str) -> int:
    """A whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise KibitzError(f"{what} is a whole number")
    return value


def _unseen(letter: str) -> bool:
    """Whether it is no letter but does something to others, or is half of one."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _chair(value: object, number: int) -> Chair:
    try:
        return _read_chair(value)
    except KibitzError as error:
        raise KibitzError(f"seat {number}: {error.message}", error.hint) from None


def _read_chair(value: object) -> Chair:
    if not isinstance(value, dict) or not value.keys() <= {"who", "bot", "name"}:
        raise KibitzError("a seat says who sits there, and which bot or name")
    who = value.get("who")
    if who not in ("me", "invite", "bot"):
        raise KibitzError("a seat is for me, for somebody to invite, or for a bot")
    bot = None
    if who == "bot":
        bot = _text(value.get("bot"), "bot", 400).strip()
    elif value.get("bot"):
        raise KibitzError("a person is not a bot")
    return Chair(who, bot, read_name(value.get("name") or ""))


def _cards(value: object) -> tuple[int, ...]:
    """Cards by their numbers."""
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise KibitzError("cards is a list of the numbers of cards")
    return tuple(whole(card, "a card") for card in value)


def _text(value: object, what: str, most: int, empty: bool = False) -> str:
    if not isinstance(value, str) or len(value) > most or not (value or empty):
        raise KibitzError(f"{what} is a text of at most {most} characters")
    return value


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _no_number(text: str) -> None:
    raise ValueError(text)
