"""Records: a game that was played, so that it can be played again, also by a later Kibitz.

A record holds the decisions and the outcomes of chance in their order. It is replayed from the
outcomes, not from the random generator, so it outlives changes of the emitted code.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.engine.deals import stack
from kibitz.engine.game import Game
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError, RecordError
from kibitz.recycle.prelude import EVENTS

__all__ = ["Record"]

VERSION = 1


@dataclass(frozen=True, slots=True)
class Record:
    """Game, parameters, key, decisions and the outcomes of chance."""

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

    @classmethod
    def of(cls, state: State, players: tuple[str, ...] = ()) -> Record:
        """The record of a game up to a state."""
        game = state.game
        chance = [
            raw[at + 2]
            for raw in state.log()
            for at in range(0, len(raw), 6)
            if raw[at] == EVENTS["chance"]
        ]
        at = game.layout.KEY
        key = (state.array[at], state.array[at + 1])
        actions = tuple(action.text for action in state.history)
        piles = {game.place_names[place]: cards for place, cards in state.steps()[0].piles.items()}
        return cls(
            game.name, game.hash, game.parameters, key, actions, tuple(chance), players, piles
        )

    def replay(self, game: Game) -> list[State]:
        """All states of the game, from the deal to the last decision."""
        if game.hash != self.hash:
            given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
            raise RecordError(
                f"this record was made with another description or other parameters of {self.game}",
                f"it had {given or 'no parameters'}; start a new game, or restore the description",
            )
        chance = array("q", [0, len(self.chance) or -1, *self.chance])
        states = [begin(game, self.key, chance)]
        stack(states[0], self._piles(game))
        for number, text in enumerate(self.actions):
            state = states[-1]
            action = next((a for a in state.actions if a.text == text), None)
            if action is None:
                raise RecordError(f"decision {number + 1} of the record, `{text}`, is not on offer")
            states.append(state.after(action, chance))
        if chance[0] != len(self.chance):
            raise RecordError("this record has outcomes of chance that its game does not use")
        return states

    def _piles(self, game: Game) -> dict[int, tuple[int, ...]]:
        piles: dict[int, tuple[int, ...]] = {}
        for name, cards in self.piles.items():
            place = game.place_names.index(name) if name in game.place_names else -1
            if place not in game.layout.pools or not all(c < len(game.cards) for c in cards):
                raise RecordError(f"the pile `{name}` of this record does not fit the game")
            piles[place] = cards
        return piles

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from its text; anything else is refused with one sentence."""
        try:
            data: dict[str, Any] = json.loads(text)
            if data["version"] != VERSION:
                raise RecordError(f"a record of version {data['version']} cannot be read")
            return cls(
                game=str(data["game"]),
                hash=str(data["hash"]),
                parameters={str(k): _setting(v) for k, v in data["parameters"].items()},
                key=(_word(data["key"][0]), _word(data["key"][1])),
                actions=tuple(map(str, data["actions"])),
                chance=tuple(map(_word, data["chance"])),
                players=tuple(map(str, data.get("players", ()))),
                piles={str(k): tuple(map(_word, v)) for k, v in data.get("piles", {}).items()},
            )
        except KibitzError:
            raise
        except (LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
            why = f"it has no {error}" if isinstance(error, KeyError) else error
            raise RecordError(f"this is not a record of a game ({why})") from None

    def save(self, path: Path) -> None:
        """Write the record; the file is never left half written."""
        part = path.with_name(path.name + ".part")
        part.write_text(self.to_json(), encoding="utf-8")
        part.replace(path)

    @classmethod
    def open(cls, path: Path) -> Record:
        try:
            return cls.from_json(path.read_text(encoding="utf-8"))
        except RecordError as error:
            raise RecordError(f"{path}: {error.message}") from None
        except OSError as error:
            raise RecordError(f"{path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise RecordError(f"{path} cannot be read: {error}") from None


def _word(number: object) -> int:
    """A number of a record: a whole one that is not negative and fits a word."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 62:
        raise ValueError(f"{str(number)[:20]} is not an outcome")
    return number


def _setting(value: object) -> int | str:
    """The value of a parameter in a record."""
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise ValueError(f"{str(value)[:20]} is no value of a parameter")
    return value
