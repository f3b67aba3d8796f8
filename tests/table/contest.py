"""A competition that is played as far as a test wants: game by game, or decision by decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from zlib import crc32

from kibitz.arena.seatings import Seating
from kibitz.arena.statistics import GameResult, winning_teams
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.live import Scribe
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, PlayedGame, Version
from kibitz.compete.phases import is_over, meetings, table
from kibitz.compete.store import Store
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.seats.failures import Failure
from kibitz.seats.terms import Terms

__all__ = ["CONTACT", "NASTY", "Contest", "charter_of"]

NASTY = "Cat & <u>Mouse"
"""A name that is text, and nothing else."""
NAMES = (
    NASTY, "Ace of Hearts", "Bid First", "Card Sharks", "Deep Finesse", "Endplay", "Four Aces",
    "Grand Slam", "High Five", "Ivory Towers", "Jack of All", "Knaves", "Last Trick", "Misère",
    "No Trump", "Ouvert",
)  # fmt: skip
TEAMS = ("Ann", "Bea"), ("Cas",), ("Dov", "Eli", "Fay"), ()
CONTACT = "nobody@example.org"


def charter_of(entrants: int = 4, game: str = "agram", *phases: Phase) -> Charter:
    """A charter for so many entrants, the first of whom has a name that is hard to show."""
    teams = cycle(TEAMS)
    return Charter(
        "The autumn cup",
        game,
        tuple(Entrant(name, "random", next(teams), CONTACT) for name in NAMES[:entrants]),
        phases or (Phase("league", 2, "League"), Phase("cup", 2, "Cup")),
        {"NUMP": 2} if game == "agram" else {},
        terms=Terms(move=1.0),
    )


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is about to be played."""

    id: GameId
    names: tuple[str, ...]
    seating: Seating


class Contest:
    """A competition in a folder."""

    def __init__(self, folder: Path, charter: Charter) -> None:
        self.charter = charter
        self.game = load(charter.game, **charter.parameters)
        self.lots = Lots.seeded("a test")
        self.store = Store.create(folder, charter, self.game, self.lots)
        self.store._base.execute("pragma synchronous = off")  # nobody pulls the plug here
        self.scribe = Scribe(folder, clock=self._tick)
        self._time = 0.0
        self._games = self._all()

    def _tick(self) -> float:
        """Time that passes so fast that everything is written down."""
        self._time += 1.0
        return time.time() + self._time

    def close(self) -> None:
        self.scribe.close()
        self.store.close()

    def _all(self) -> Iterator[Game]:
        """All games in their order; phases begin and end in between."""
        field = tuple(self.lots.drawn((one.name for one in self.charter.entrants), "field"))
        for number, phase in enumerate(self.charter.phases):
            names = [one.name for one in self.charter.entrants]
            names += [f"bot:{bot}" for bot in phase.opponents]
            versions = [Version(number, name, "random", "0" * 32) for name in names]
            self.store.begin(number, field, versions)
            stage = self.store.stage(number)
            assert stage is not None
            while True:
                results = self.store.results(number)
                found = meetings(stage, results)
                self.store.draw(found)
                if is_over(found, results):
                    break
                for meeting in found:
                    for id_ in meeting.ids():
                        if id_ not in results.games:
                            seating = meeting.seatings[id_.turn]
                            yield Game(id_, meeting.names(id_.turn), seating)
            order = table(stage, self.store.results(number))
            self.store.finish(number, order)
            field = tuple(row.name for row in order)[: phase.best]
        self.store.note(state="finished")

    def play(self, games: int | None = None, failure: Failure | None = None) -> int:
        """Play so many games, or all that are left; how many it were. In each of them the first
        seat may fail."""
        count = 0
        while count != games and (game := next(self._games, None)) is not None:
            state = self._dealt(game)
            while not state.over:
                state = self._on(state, game)
            self.enter(game, state, failure)
            count += 1
        return count

    def begin(self) -> tuple[Game, State]:
        """The next game, dealt and written down."""
        game = next(self._games)
        state = self._dealt(game)
        self.scribe.begin(game.id, game.names)
        self.scribe.see(state)
        return game, state

    def step(self, game: Game, state: State) -> State:
        """Another decision, which is written down."""
        state = self._on(state, game)
        self.scribe.see(state)
        return state

    def end(self, game: Game, state: State) -> None:
        """Play a game to its end, and enter it."""
        while not state.over:
            state = self._on(state, game)
        self.enter(game, state)
        self.scribe.end()

    def enter(self, game: Game, state: State, failure: Failure | None = None) -> None:
        """A game is over."""
        players = self.game.players
        none: tuple[tuple[Failure, ...], ...] = tuple(() for _ in range(players))
        result = GameResult(
            state.scores,
            winning_teams(state.ranks, self.store.teams),
            [1] * players,
            [0.01] * players,
            [0] * players,
            failures=none if failure is None else ((failure,), *none[1:]),
        )
        record = Record.of(state, game.names).to_json()
        self.store.enter([(PlayedGame(game.id, game.names, game.seating, result), record)])

    def _dealt(self, game: Game) -> State:
        return self.game.new(self.lots.deal(game.id.phase, game.id.deal)[0] >> 8)

    def _on(self, state: State, game: Game) -> State:
        """Everybody plays as they like, the same each time; somebody has to win."""
        who = game.names[state.to_move or 0]
        mood = crc32(f"{who} {game.id} {len(state.history)}".encode())
        return state.after(state.actions[mood % len(state.actions)])
