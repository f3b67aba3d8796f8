"""Records: a game that was played, so that it can be played again, also by a later Kibitz.

A record holds the decisions and the outcomes of chance in their order. It is replayed from the
outcomes, not from the random generator, so it outlives changes of the emitted code.

It fits a description that says what the one said it was made with, however that is written.
Records of version 1 have hashes of the whole text: they fit that very text, or a game of the house
that says the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from kibitz.engine.descriptions import former_texts
from kibitz.engine.files import read_text
from kibitz.engine.game import Game
from kibitz.engine.replay import Deal, Move, Outcomes, taken_apart
from kibitz.engine.state import State
from kibitz.errors import KibitzError, RecordError
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.meaning import meaning

__all__ = ["Record"]

OF_TEXTS, VERSION = 1, 2
"""Records with hashes of the description's text; those that are written now."""

MOST_BYTES = 16_000_000
"""Of a record in a file."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game to keep: its parameters, decisions and outcomes of chance.

    >>> state = kibitz.load("agram").new(seed=1)
    >>> record = kibitz.Record.of(state.after(state.actions[0]))
    >>> record.actions
    ('play 3S',)
    >>> len(record.replay(kibitz.load("agram")))
    2
    """

    game: str
    hash: str
    parameters: dict[str, int | str]
    key: tuple[int, int]
    actions: tuple[str, ...]
    chance: tuple[int, ...]
    players: tuple[str, ...] = ()
    piles: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Shuffled places whose order was given with the deal, from the top down."""
    version: int = field(default=VERSION)
    origin: dict[str, str] = field(default_factory=dict)
    """What another program's record of the game had that no other entry tells: texts by name, for
    the way back to that program. Nothing else depends on it."""

    @classmethod
    def of(cls, state: State, players: tuple[str, ...] = ()) -> Record:
        """The record of a game up to a state."""
        return cls.made_of(state.game, *taken_apart(state), players)

    @classmethod
    def made_of(
        cls, game: Game, deal: Deal, moves: Sequence[Move], players: tuple[str, ...] = ()
    ) -> Record:
        """The record of a game that was taken apart."""
        return cls(
            game.name,
            game.hash,
            game.parameters,
            deal.key,
            tuple(text for text, _ in moves),
            (*deal.chance, *(outcome for _, chance in moves for outcome in chance)),
            players,
            {name: tuple(cards) for name, cards in deal.piles.items()},
        )

    def fits(self, game: Game) -> bool:
        """Whether a game has the rules and parameters this one was played with."""
        if self.version != OF_TEXTS:
            return game.hash == self.hash
        given = game.parameters
        texts = {game.source.text, *former_texts(game.name)}
        return any(
            meaning(Source(text), given) == meaning(game.source, given)
            for text in texts
            if _hash_of_text(text, given) == self.hash
        )

    def replay(self, game: Game) -> list[State]:
        """All states of the game, from the deal to the last decision."""
        if not self.fits(game):
            given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
            raise RecordError(
                f"this record was made with another description or other parameters of {self.game}",
                f"it had {given or 'no parameters'}; start a new game, or restore the description",
            )
        outcomes = Outcomes(self.chance)
        states = [outcomes.deal(game, self.key, self.piles)]
        for text in self.actions:
            states.append(outcomes.play(states[-1], text))
        outcomes.used_up()
        return states

    def to_json(self) -> str:
        """The record as a text, for `from_json`."""
        data = asdict(self)
        if not self.origin:
            del data["origin"]
        return json.dumps(data)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from its text; anything else is refused with one sentence."""
        try:
            data: object = json.loads(text)
        except (ValueError, RecursionError, TypeError):
            raise RecordError("this is not a record of a game: it is not JSON") from None
        if not isinstance(data, dict):
            raise RecordError("this is not a record of a game: it is no object of JSON")
        version = _entry(data, "version", int)
        if version not in (OF_TEXTS, VERSION):
            raise RecordError(f"a record of version {version!s:.20} cannot be read")
        key = _words(data, "key")
        if len(key) != 2:
            raise _not_a("key", "two numbers")
        piles = _entry(data, "piles", dict) if "piles" in data else {}
        return cls(
            game=_entry(data, "game", str),
            hash=_entry(data, "hash", str),
            parameters=_settings(_entry(data, "parameters", dict)),
            key=(key[0], key[1]),
            actions=_texts(data, "actions"),
            chance=_words(data, "chance"),
            players=_texts(data, "players") if "players" in data else (),
            piles={place: _words(piles, place) for place in piles},
            version=version,
            origin=_notes(_entry(data, "origin", dict)) if "origin" in data else {},
        )

    def save(self, path: Path) -> None:
        """Write the record; the file is never left half written."""
        part = path.with_name(path.name + ".part")
        part.write_text(self.to_json(), encoding="utf-8")
        part.replace(path)

    @classmethod
    def open(cls, path: str | Path) -> Record:
        """A record from its file."""
        try:
            return cls.from_json(read_text(path, "a record", MOST_BYTES))
        except RecordError as error:
            raise RecordError(f"{path}: {error.message}") from None
        except KibitzError as error:
            raise RecordError(error.message) from None


def _hash_of_text(text: str, parameters: Mapping[str, int | str]) -> str:
    """What stands in records of version 1."""
    made = repr((text, sorted(parameters.items())))
    return hashlib.sha256(made.encode()).hexdigest()[:16]


_KINDS: dict[type, str] = {int: "a number", str: "a text", list: "a list", dict: "an object"}
"""What is said of the types that stand in a record."""

_T = TypeVar("_T")


def _not_a(name: str, what: str) -> RecordError:
    return RecordError(f"this is not a record of a game: `{name:.40}` is not {what}")


def _entry(data: Mapping[str, object], name: str, kind: type[_T]) -> _T:
    """An entry of a record, which has to be of a type."""
    if name not in data:
        raise RecordError(f"this is not a record of a game: it has no `{name}`")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _not_a(name, _KINDS[kind])
    return value


def _texts(data: Mapping[str, object], name: str) -> tuple[str, ...]:
    found = _entry(data, name, list)
    if not all(isinstance(text, str) for text in found):
        raise _not_a(name, "a list of texts")
    return tuple(found)


def _words(data: Mapping[str, object], name: str) -> tuple[int, ...]:
    """The numbers of an entry: whole, not negative, so small that they fit a word."""
    found = _entry(data, name, list)
    for number in found:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 62:
            raise _not_a(name, f"a list of outcomes: {number!s:.20} is none")
    return tuple(found)


def _notes(given: Mapping[str, object]) -> dict[str, str]:
    """What a record says of its origin."""
    found: dict[str, str] = {}
    for name, text in given.items():
        if not isinstance(text, str):
            raise _not_a(name, "a text")
        found[name] = text
    return found


def _settings(given: Mapping[str, object]) -> dict[str, int | str]:
    """The parameters of a record."""
    found: dict[str, int | str] = {}
    for name, value in given.items():
        if not isinstance(value, int | str) or isinstance(value, bool):
            raise _not_a(name, "a number or a name")
        found[name] = value
    return found
