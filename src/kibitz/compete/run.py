"""Running a competition: what is still to be played is played, phase after phase.

Everything follows from the store: what was drawn and played is in it, and what comes next is worked
out from that. So a competition that was stopped, however that was, goes on as if it had not been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path

from kibitz.bots.guests import prepare
from kibitz.bots.names import find, is_foreign, with_network
from kibitz.compete import live
from kibitz.compete.articles import Read
from kibitz.compete.charter import Charter
from kibitz.compete.entrants import found_from, take
from kibitz.compete.lots import Lots
from kibitz.compete.model import HOUSE, Meeting, PlayedGame, Version
from kibitz.compete.phases import Results, Stage, meetings, table
from kibitz.compete.players import Players
from kibitz.compete.points import Row
from kibitz.compete.sittings import Sitting
from kibitz.compete.store import Store, is_competition
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats.booth import available
from kibitz.seats.terms import Sandbox
from kibitz.work import Thing

__all__ = ["Audience", "begin", "changes", "resume", "run"]

COMMITMENT, SECRET = "commitment.txt", "secret.txt"
SMALLEST = 5
"""Deals of a sitting, if there are so many: bots have to be loaded for each."""

WEAKEST: tuple[Sandbox, ...] = ("off", "limits", "bwrap")
"""Kinds of sandboxes: if several were used, the weakest has to be said."""


class Audience:
    """Who hears how a competition goes on; nobody, as it stands here."""

    def begins(self, stage: Stage) -> None:
        """A phase begins, or goes on."""

    def played(self, games: Sequence[PlayedGame], done: int, wanted: int) -> None:
        """Games were played: so many of the phase by now, of so many that are certain."""

    def ends(self, stage: Stage, rows: tuple[Row, ...]) -> None:
        """A phase is over: its table."""

    def compiling(self, kernels: list[str]) -> None:
        """Something is compiled first."""


# --- beginning and going on -----------------------------------------------------------------------


def begin(read: Read, folder: Path) -> Store:
    """A competition that was not there before: its secret is drawn, the commitment published."""
    seed = read.charter.seed
    lots = Lots.new() if seed is None else Lots.seeded(seed)
    if not is_competition(folder):
        for name in (COMMITMENT, SECRET):  # of another, whose store somebody has removed
            (folder / name).unlink(missing_ok=True)
    store = Store.create(folder, read.charter, read.game, lots, read.text)
    publish(store)
    return store


def resume(read: Read, folder: Path) -> Store:
    """A competition that was begun, to go on; not if its charter says something else now."""
    store = Store.open(folder, writing=True)
    changed = changes(store.charter, read.charter)
    if not changed and store.game.digest != GameRef.of(read.game).digest:
        changed = [f"the description of {read.game.title}"]
    if changed:
        store.close()
        more = f", and {len(changed) - 3} things more" if len(changed) > 3 else ""
        raise KibitzError(
            f"the charter has changed since the competition began: {'; '.join(changed[:3])}{more}",
            "put it back, or begin another competition: --out FOLDER",
        )
    publish(store)
    store.keep_records()
    return store


def publish(store: Store) -> None:
    """Publish what may be known by now: the commitment, and in the end the secret."""
    status = store.status()
    texts = {COMMITMENT: status.commitment, SECRET: status.secret}
    for name, text in texts.items():
        path = store.folder / name
        if text is not None and not path.exists():
            part = path.with_suffix(".part")
            part.write_text(f"{text}\n", encoding="ascii")
            part.replace(path)


def changes(before: Charter, now: Charter) -> list[str]:
    """What is not in a charter as it was, as people would say it."""
    one, other = dict(_flat(before.to_json())), dict(_flat(now.to_json()))
    return [
        f"{name} was {one.get(name, 'not there')}, and is {other.get(name, 'not there')}"
        for name in dict.fromkeys((*one, *other))
        if one.get(name) != other.get(name)
    ]


def _flat(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _flat(inner, f"{name}.{key}" if name else str(key))
        case list() | tuple():
            for number, inner in enumerate(value, 1):
                yield from _flat(inner, f"{name} {number}")
        case _:
            yield name, value


# --- playing --------------------------------------------------------------------------------------


def run(
    store: Store,
    folder: Path,
    *,
    workers: int | None = None,
    on: str | None = None,
    sandbox: Sandbox = "auto",
    audience: Audience | None = None,
) -> bool:
    """Play all that is still to be played, with bots that are given from a folder; False if it
    waits for other versions of them. Ctrl-C ends it; what was played is kept."""
    game = store.game.game()
    course = _Course(store, folder, game, audience or Audience(), sandbox)
    with Players(game, workers, on) as players:
        finished = course.run(players)
    live.clear(store.folder)
    return finished


class _Course:
    """A competition on its way."""

    def __init__(
        self, store: Store, folder: Path, game: Game, audience: Audience, sandbox: Sandbox
    ) -> None:
        self.store, self.folder, self.game, self.audience = store, folder, game, audience
        self.sandbox: Sandbox = sandbox
        self.charter = store.charter

    def run(self, players: Players) -> bool:
        store = self.store
        field = tuple(store.lots.drawn((one.name for one in self.charter.entrants), "field"))
        for number, phase in enumerate(self.charter.phases):
            if store.field(number) is None:
                waits = store.fact("state") == "waiting"
                if phase.resubmit and not waits:
                    store.note(state="waiting", phase=str(number))
                    return False
                store.begin(number, field, self._versions(number, field))
            rows = store.standings(number) or self._phase(number, players)
            field = tuple(row.name for row in rows)[: phase.best]
        store.note(state="finished")
        publish(store)
        return True

    def _versions(self, number: int, field: Sequence[str]) -> Iterator[Version]:
        """What everybody plays a phase with: as before, unless they may hand in another one."""
        phase = self.charter.phases[number]
        before = {one.name: one for one in self.store.versions() if one.phase < number}
        given = {one.name: one.bot for one in self.charter.entrants}
        given |= {HOUSE + bot: bot for one in self.charter.phases for bot in one.opponents}
        for name in (*field, *(HOUSE + bot for bot in phase.opponents)):
            if name in before and not (phase.resubmit and name in field):
                yield replace(before[name], phase=number)
                continue
            others = [bot for other, bot in given.items() if other != name]
            bot = with_network(given[name], self.game)
            taken = take(self.store.folder, self.folder, bot, others)
            yield Version(number, name, taken.bot, taken.hash)

    def _phase(self, number: int, players: Players) -> tuple[Row, ...]:
        """Play what is left of a phase; its table."""
        store = self.store
        stage, results = store.stage(number), store.results(number)
        assert stage is not None
        self.audience.begins(stage)
        bots = self._bots(number)
        terms = replace(self.charter.terms, sandbox=self._held(bots.values()))

        def told(sitting: Sitting, near: bool) -> Mapping[str, Thing]:
            plan = sitting.plan(store.game, bots, store.lots, terms, recorded=self.charter.records)
            return sitting.told(plan, store.folder.resolve(), near)

        while True:
            found = meetings(stage, results)
            drawn = store.meetings(number)
            if drawn != found:
                store.draw(meeting for meeting in found if meeting not in drawn)
            wanted = sum(meeting.games for meeting in found)
            left = list(_sittings(found, results, players.size))
            if not left:
                break
            for played in players.play(left, told):
                store.enter(played)
                games = [game for game, _ in played]
                for game in games:
                    results.add(game)
                self.audience.played(games, len(results.games), wanted)
        rows = table(stage, results)
        store.finish(number, rows)
        self.audience.ends(stage, rows)
        return rows

    def _bots(self, number: int) -> dict[str, str]:
        """Which bot each name of a phase stands for, from anywhere on this machine."""
        found = {}
        for version in self.store.versions():
            if version.phase == number:
                found[version.name] = found_from(self.store.folder.resolve(), version.bot)
        here = [find(bot, self.game) for bot in found.values() if not is_foreign(bot)]
        prepare(self.game, here, self.audience.compiling)
        return found

    def _held(self, bots: Iterable[str]) -> Sandbox:
        """How foreign bots are held; noted, if there are any."""
        if not any(map(is_foreign, bots)):
            return "off"
        found = available()[0] if self.sandbox == "auto" else self.sandbox
        kind = next(kind for kind in WEAKEST if kind == found)
        before = self.store.fact("sandbox") or kind
        self.store.note(sandbox=min(before, kind, key=WEAKEST.index))
        return kind


def _sittings(found: Iterable[Meeting], results: Results, size: int) -> Iterator[Sitting]:
    """What is still to be played, in parts that keep so many busy."""
    left = [
        (meeting, turn, deals)
        for meeting in found
        for turn in range(len(meeting.seatings))
        if (deals := _missing(meeting, turn, results))
    ]
    whole = sum(len(deals) for _, _, deals in left)
    most = max(SMALLEST, ceil(whole / (2 * size)))
    for meeting, turn, deals in left:
        for at in range(0, len(deals), most):
            yield Sitting(meeting, turn, deals[at : at + most])


def _missing(meeting: Meeting, turn: int, results: Results) -> tuple[int, ...]:
    """The deals of a seating that were not played yet."""
    sitting = Sitting(meeting, turn, tuple(meeting.dealt(turn)))
    return tuple(
        deal for place, deal in enumerate(sitting.deals) if sitting.id(place) not in results.games
    )
