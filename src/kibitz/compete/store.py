"""The store of a competition: all that was drawn and played, in one SQLite file in its folder.

A finished game is in it for good as soon as it is told (`enter`); whatever ends the program then,
it goes on from there. How long things took is kept apart, since nothing that is published as a
result may depend on a clock. One program writes; any number may read meanwhile.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from kibitz.compete.charter import Charter
from kibitz.compete.live import read_live
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, LiveGame, Meeting, PlayedGame, Version
from kibitz.compete.phases import Results, Stage, table
from kibitz.compete.points import Row
from kibitz.compete.rows import (
    TABLES,
    called,
    game_of,
    insert,
    make_tables,
    numbers_of,
    row_of,
    seal,
)
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.work.closing import Closing

__all__ = ["FILE", "RECORDS", "Status", "Store", "is_competition"]

FILE, RECORDS = "competition.sqlite", "records"
LOCK = "playing.lock"
FORMAT = 1

State = Literal["playing", "waiting", "finished"]


@dataclass(frozen=True, slots=True)
class Status:
    """How far a competition is."""

    state: State
    """`waiting`: entrants may hand in other versions before the next phase."""
    phase: int
    """Which phase is played, or waited for, or was the last."""
    games: int
    """How many were played."""
    wanted: int
    """How many the meetings drawn so far have."""
    sandbox: str
    """How foreign bots are held: `bwrap`, `limits`, `off`; nothing if there are none."""
    commitment: str
    secret: str | None
    """Published at the end, and from the start if the charter has a seed."""


def _locked(folder: Path) -> int:
    """A lock that only one program has at a time; it is gone when that has ended."""
    import fcntl

    lock = os.open(folder / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise KibitzError(
            f"the competition in {folder} is being played already", "wait until it has ended"
        ) from None
    return lock


def is_competition(folder: Path) -> bool:
    """Whether a folder is that of a competition."""
    return (folder / FILE).is_file()


class Store(Closing):
    """What is known of a competition. Use it in a `with` statement, or `close` it."""

    def __init__(self, folder: Path, base: sqlite3.Connection, lock: int | None = None) -> None:
        self.folder, self._base, self._lock = folder, base, lock
        facts = dict(base.execute("select name, value from facts").fetchall())
        if facts.get("format") != str(FORMAT):
            raise KibitzError(
                f"{folder} was made by another version of Kibitz", "read it with that one"
            )
        self.charter = Charter.from_json(json.loads(facts["charter"]))
        self.game = GameRef.told(json.loads(facts["game"]))
        self.lots = Lots(facts["secret"])
        """What was drawn, which is a secret while games are played."""
        self.teams = tuple(map(tuple, json.loads(facts["teams"])))
        """The seats that play together when a game begins."""
        self.highest = facts["highest"] == "1"
        """Whether more points are better in the game."""

    @classmethod
    def create(
        cls, folder: Path, charter: Charter, game: Game, lots: Lots, text: str = ""
    ) -> Store:
        """The store of a competition that begins; `text` is the charter as it was written. The
        folder may be there, but not with a competition in it."""
        if is_competition(folder):
            raise KibitzError(
                f"there is a competition in {folder} already",
                "go on with it: --resume; or begin another: --out FOLDER",
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o711)
            (folder / RECORDS).mkdir(exist_ok=True)
            (folder / RECORDS).chmod(0o700)
            part = folder / (FILE + ".part")
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except OSError as error:
            raise KibitzError(f"{folder} cannot be made: {error.strerror}") from None
        facts = {
            "format": str(FORMAT),
            "charter": json.dumps(charter.to_json(), ensure_ascii=False),
            "game": json.dumps(GameRef.of(game).thing.of, ensure_ascii=False),
            "teams": json.dumps(game.new(key=(0, 0)).teams),
            "highest": str(int(game.program.highest_wins)),
            "secret": lots.secret,
            "text": text,
            "sandbox": "",
            "state": "playing",
            "phase": "0",
        }
        with closing(sqlite3.connect(part)) as base:
            make_tables(base)
            insert(base, "facts", facts.items())
            base.commit()
        part.rename(folder / FILE)  # now there is one, and it is whole
        return cls.open(folder, writing=True)

    @classmethod
    def open(cls, folder: str | Path, *, writing: bool = False) -> Store:
        """The store in a folder; others may read while one writes."""
        folder = Path(folder)
        if not is_competition(folder):
            raise KibitzError(f"there is no competition in {folder}", "kibitz compete FILE.toml")
        lock = _locked(folder) if writing else None
        base = sqlite3.connect(folder / FILE, timeout=30, check_same_thread=False)
        try:
            if writing:
                base.execute("pragma journal_mode = wal")
                base.execute("pragma synchronous = full")
            else:
                base.execute("pragma query_only = true")
            return cls(folder, base, lock)
        except BaseException as error:
            base.close()
            if lock is not None:
                os.close(lock)
            if isinstance(error, sqlite3.Error | ValueError | KeyError | TypeError):
                raise KibitzError(f"{folder / FILE} cannot be read: {error}") from None
            raise

    def close(self) -> None:
        """Nothing more is read or written."""
        self._base.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # --- reading ------------------------------------------------------------------------------

    def fact(self, name: str) -> str:
        """Something that was noted."""
        found = self._base.execute("select value from facts where name = ?", (name,)).fetchone()
        return "" if found is None else str(found[0])

    def status(self) -> Status:
        """How far it is."""
        (games,) = self._base.execute("select count(*) from games").fetchone()
        each = self._base.execute("select deals, alternating, seatings from meetings").fetchall()
        wanted = sum(
            deals * (1 if alternating else len(json.loads(seatings)))
            for deals, alternating, seatings in each
        )
        state: Any = self.fact("state")
        public = state == "finished" or self.charter.seed is not None
        return Status(
            state,
            int(self.fact("phase")),
            games,
            wanted,
            self.fact("sandbox"),
            self.lots.commitment,
            self.lots.secret if public else None,
        )

    def field(self, phase: int) -> tuple[str, ...] | None:
        """Who is in a phase, the best first; None: it has not begun."""
        found = self._base.execute("select names from fields where phase = ?", (phase,)).fetchone()
        return None if found is None else tuple(json.loads(found[0]))

    def versions(self) -> list[Version]:
        """What everybody played with, phase by phase."""
        rows = self._base.execute(
            "select phase, name, bot, hash from versions order by phase, name"
        )
        return [Version(*row) for row in rows]

    def meetings(self, phase: int) -> list[Meeting]:
        """The meetings of a phase that were drawn so far."""
        rows = self._base.execute(
            "select phase, round, number, entrants, first, deals, seatings, title, alternating "
            "from meetings where phase = ? order by round, number",
            (phase,),
        )
        return [
            Meeting(
                *(phase, round, number, tuple(json.loads(entrants)), range(first, first + deals)),
                *(tuple(map(tuple, json.loads(seatings))), title, bool(alternating)),
            )
            for phase, round, number, entrants, first, deals, seatings, title, alternating in rows
        ]

    def games(self, since: int = 0, phase: int | None = None) -> Iterator[tuple[int, PlayedGame]]:
        """Games in the order in which they came in, each with its number: those that came in after
        the number `since`."""
        rows = self._base.execute(
            "select number, phase, round, meeting, deal, turn, names, seating, scores, winners, "
            "asked, finished, failures, forfeits, seconds, overruns "
            "from games left join times on number = game where number > ? "
            + ("" if phase is None else "and phase = ? ")
            + "order by number",
            (since,) if phase is None else (since, phase),
        ).fetchall()
        for number, *row in rows:
            yield number, game_of(row)

    def record(self, game: GameId) -> str | None:
        """The text of the record of a game, if it was played and records are kept."""
        found = self._base.execute(
            "select record from games "
            "where phase = ? and round = ? and meeting = ? and deal = ? and turn = ?",
            (game.phase, game.round, game.meeting, game.deal, game.turn),
        ).fetchone()
        return None if found is None else found[0]

    def standings(self, phase: int) -> tuple[Row, ...]:
        """The table of a phase that is over, as it was written down then."""
        rows = self._base.execute(
            "select rank, name, points, games, wins, score, margin, lot, note "
            "from standings where phase = ? order by rank",
            (phase,),
        )
        return tuple(
            Row(
                *(rank, name, Fraction(points), games, Fraction(wins), Fraction(score)),
                *(Fraction(margin), bool(lot), note),
            )
            for rank, name, points, games, wins, score, margin, lot, note in rows
        )

    def stage(self, phase: int) -> Stage | None:
        """A phase with all that decides who meets whom in it; None: it has not begun."""
        field = self.field(phase)
        if field is None:
            return None
        return Stage(
            *(phase, self.charter.phases[phase], field, self.teams, self.highest, self.lots)
        )

    def results(self, phase: int) -> Results:
        """What was played of a phase."""
        return Results(game for _, game in self.games(phase=phase))

    def tables(self) -> list[tuple[Row, ...]]:
        """Where everybody stands now, or stood in the end, in each phase that has begun."""
        stages = map(self.stage, range(len(self.charter.phases)))
        return [
            self.standings(stage.number) or table(stage, self.results(stage.number))
            for stage in stages
            if stage is not None
        ]

    def broken(self) -> Iterator[str]:
        """Rows that are not as they were written, each in a sentence."""
        for name in TABLES:
            for row in self._base.execute(f"select * from {name} order by rowid").fetchall():
                if seal(name, row[:-1]) != row[-1]:
                    yield f"{called(name, row)} was changed after it was written"

    def live(self) -> list[LiveGame]:
        """The games that are being played."""
        return [game for game in read_live(self.folder) if not self._has(game.id)]

    def _has(self, game: GameId) -> bool:
        return (
            self._base.execute(
                "select 1 from games "
                "where phase = ? and round = ? and meeting = ? and deal = ? and turn = ?",
                (game.phase, game.round, game.meeting, game.deal, game.turn),
            ).fetchone()
            is not None
        )

    # --- writing ------------------------------------------------------------------------------

    def note(self, **facts: str) -> None:
        """Write something down."""
        with self._base:
            insert(self._base, "facts", facts.items())

    def begin(self, phase: int, field: Sequence[str], versions: Iterable[Version]) -> None:
        """A phase begins: who is in it, and with what."""
        with self._base:
            insert(self._base, "fields", [(phase, json.dumps(field, ensure_ascii=False))])
            rows = [(one.phase, one.name, one.bot, one.hash) for one in versions]
            insert(self._base, "versions", rows)
            insert(self._base, "facts", [("phase", str(phase)), ("state", "playing")])

    def draw(self, meetings: Iterable[Meeting]) -> None:
        """Meetings were drawn, or have more deals than before."""
        with self._base:
            rows = [
                (
                    *(one.phase, one.round, one.number),
                    json.dumps(one.entrants, ensure_ascii=False),
                    *(one.deals[0], len(one.deals), json.dumps(one.seatings), one.title),
                    int(one.alternating),
                )
                for one in meetings
            ]
            insert(self._base, "meetings", rows)

    def enter(self, games: Iterable[tuple[PlayedGame, str | None]]) -> None:
        """Games were played; each with its record, if there is one. Afterwards nothing can lose
        them; and the record is a file in the folder, too."""
        kept = list(games)
        with self._base:
            (last,) = self._base.execute("select max(number) from games").fetchone()
            rows, times = [], []
            for at, (game, record) in enumerate(kept, 1 + (last or 0)):
                seconds, overruns = game.result.seconds, game.result.overruns
                rows.append((at, *numbers_of(game.id), *row_of(game), record))
                times.append((at, json.dumps(list(seconds)), json.dumps(list(overruns))))
            insert(self._base, "games", rows, how="insert")
            insert(self._base, "times", times)
        for game, record in kept:
            if record is not None:
                self._keep(game.id, record)

    def keep_records(self) -> None:
        """Write again the files of records that should be there and are not."""
        there = {path.name for path in (self.folder / RECORDS).glob("*.json")}
        rows = self._base.execute("select phase, round, meeting, deal, turn from games").fetchall()
        for row in rows:
            game = GameId(*row)
            if f"{game}.json" not in there:
                record = self.record(game)
                if record is not None:
                    self._keep(game, record)

    def _keep(self, game: GameId, record: str) -> None:
        """The record of a game as a file, whole or not at all."""
        path = self.folder / RECORDS / f"{game}.json"
        part = path.with_suffix(".part")
        part.write_text(record, encoding="utf-8")
        part.replace(path)

    def finish(self, phase: int, table: Iterable[Row]) -> None:
        """A phase is over: its table."""
        with self._base:
            self._base.execute("delete from standings where phase = ?", (phase,))
            rows = [
                (
                    *(phase, row.rank, row.name, str(row.points), row.games, str(row.wins)),
                    *(str(row.score), str(row.margin), int(row.lot), row.note),
                )
                for row in table
            ]
            insert(self._base, "standings", rows)
