"""Verifying a competition: everything that was drawn, played and published is worked out anew.

Every deal is dealt again from the secret, every record played through; who met whom, every table
and every figure of the report is computed from that. What does not agree is told in a sentence.
Nothing is believed but the rules of the game, what bots decided, and why they failed: that they did
is seen from what was drawn for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.arena.plan import bot_seed
from kibitz.arena.play import substitute
from kibitz.arena.statistics import winning_teams
from kibitz.bots.names import asks_network, is_foreign
from kibitz.bots.plain import Random
from kibitz.compete.entrants import VERSIONS, digest_of, house, lies_at
from kibitz.compete.lots import Lots
from kibitz.compete.model import HOUSE, GameId, Meeting, PlayedGame
from kibitz.compete.page import report_page
from kibitz.compete.phases import Stage, meetings, table
from kibitz.compete.points import Row
from kibitz.compete.publication import Publication
from kibitz.compete.report import PAGE, RESULTS, TIMES
from kibitz.compete.results import results_text
from kibitz.compete.run import COMMITMENT, SECRET
from kibitz.compete.sittings import Host, Sitting
from kibitz.compete.store import RECORDS, Store
from kibitz.compete.times import draw_times, paces
from kibitz.engine.game import Game
from kibitz.engine.record import Record
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError
from kibitz.seats.failures import Failure

__all__ = ["Verdict", "verify"]


@dataclass(slots=True)
class Verdict:
    """What came of looking."""

    wrong: list[str] = field(default_factory=list)
    """What does not agree, a sentence each."""
    games: int = 0
    """How many were looked at."""
    replayed: int = 0
    """How many of them were dealt again and played through."""
    again: int = 0
    """How many were played again by the same bots."""
    versions: int = 0
    unknown: list[str] = field(default_factory=list)
    """What could not be looked at, and why."""


def verify(
    store: Store, *, again: bool = False, progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Look at everything in the folder of a competition; `again`: have games of house bots played
    again, too. `progress` is told how many games of how many were looked at."""
    return _Looking(store, again, progress or (lambda done, of: None)).look()


class _Looking:
    """A competition being looked at."""

    def __init__(self, store: Store, again: bool, progress: Callable[[int, int], None]) -> None:
        self.store, self.again, self.progress = store, again, progress
        self.game: Game = store.game.game()
        self.found = Verdict()

    def look(self) -> Verdict:
        store, found = self.store, self.found
        try:
            found.wrong += store.broken()
            found.wrong += self._secret()
            found.wrong += self._charter()
            whole = store.status().games
            field = tuple(store.lots.drawn((one.name for one in store.charter.entrants), "field"))
            for number, phase in enumerate(store.charter.phases):
                stage = store.stage(number)
                if stage is None:
                    break
                if stage.field != field:
                    found.wrong.append(
                        f"{_called(stage)}: {_listed(stage.field)} took part, but it should have "
                        f"been {_listed(field)}"
                    )
                rows = self._phase(stage, whole)
                field = tuple(row.name for row in rows)[: phase.best]
            found.wrong += self._versions()
            found.wrong += self._records()
            found.wrong += self._published()
        except Exception as error:  # somebody may have written anything there
            said = str(error) or type(error).__name__
            found.wrong.append(f"it cannot be read any further: {said}")
        found.wrong = list(dict.fromkeys(found.wrong))
        return found

    # --- the secret and the charter ---------------------------------------------------------

    def _secret(self) -> Iterator[str]:
        store = self.store
        status, lots = store.status(), store.lots
        seed = store.charter.seed
        if seed is not None and Lots.seeded(seed) != lots:
            yield "the secret is not the one of the seed in the charter"
        published = _line(store.folder / COMMITMENT)
        if published is None:
            yield f"the commitment was not published: there is no {COMMITMENT}"
        elif published != lots.commitment:
            yield f"the secret does not fit the commitment in {COMMITMENT}"
        secret = _line(store.folder / SECRET)
        if status.state == "finished" and secret is None:
            yield f"the secret was not published: there is no {SECRET}"
        elif secret is not None and secret != lots.secret:
            yield f"the secret in {SECRET} is not the one the deals were drawn by"

    def _charter(self) -> Iterator[str]:
        teams = self.game.new(key=(0, 0)).teams
        if teams != self.store.teams:
            yield "the teams in the store are not those of the game"
        if self.game.program.highest_wins != self.store.highest:
            yield "the store does not know whether more points are better in the game"

    # --- phases -----------------------------------------------------------------------------

    def _phase(self, stage: Stage, whole: int) -> tuple[Row, ...]:
        """Look at a phase; its table, as it should be."""
        store, wrong = self.store, self.found.wrong
        results = store.results(stage.number)
        drawn = {(one.round, one.number): one for one in store.meetings(stage.number)}
        should = {(one.round, one.number): one for one in meetings(stage, results)}
        for at in sorted(drawn.keys() | should.keys()):
            wrong += self._meeting(stage, drawn.get(at), should.get(at))
        wanted = {game: one for one in should.values() for game in one.ids()}
        for id_, game in sorted(results.games.items()):
            if id_ not in wanted:
                wrong.append(f"game {id_} was played, though no meeting has it")
            else:
                wrong += self._game(game, wanted[id_])
            self.found.games += 1
            self.progress(self.found.games, whole)
        over = bool(store.standings(stage.number))
        if over:
            wrong += (
                f"game {game} is missing" for game in sorted(wanted) if game not in results.games
            )
        rows = table(stage, results)
        if over:
            wrong += self._table(stage, rows)
        return rows

    def _meeting(
        self, stage: Stage, drawn: Meeting | None, should: Meeting | None
    ) -> Iterator[str]:
        if drawn is None and should is not None:
            if self.store.standings(stage.number):
                yield f"{_called(stage)}: {_met(should)} should have met, but did not"
        elif should is None and drawn is not None:
            yield f"{_called(stage)}: {_met(drawn)} met, though they should not have"
        elif drawn is not None and should is not None and drawn.entrants != should.entrants:
            yield f"{_called(stage)}: {_met(drawn)} met, but it should have been {_met(should)}"
        elif drawn != should and drawn is not None:
            yield f"{_called(stage)}: the meeting of {_met(drawn)} is not as the charter wants it"

    def _table(self, stage: Stage, rows: tuple[Row, ...]) -> Iterator[str]:
        written = {row.rank: row for row in self.store.standings(stage.number)}
        for row in rows:
            other = written.pop(row.rank, None)
            if other is None:
                yield f"{_called(stage)}: place {row.rank} is missing in the table"
            elif other.name != row.name:
                yield (
                    f"{_called(stage)}: {other.name} has place {row.rank} in the table, but it is "
                    f"{row.name}'s"
                )
            elif other != row:
                yield f"{_called(stage)}: what the table says of {row.name} is not what was played"
        for row in written.values():
            yield f"{_called(stage)}: there is no place {row.rank} in the table"

    # --- games ------------------------------------------------------------------------------

    def _game(self, game: PlayedGame, meeting: Meeting) -> Iterator[str]:
        names, seating = meeting.names(game.id.turn), meeting.seatings[game.id.turn]
        if game.names != names or game.seating != seating:
            yield (
                f"game {game.id}: {_listed(game.names)} sat there, but it should have been "
                f"{_listed(names)}"
            )
        text = self.store.record(game.id)
        if text is None:
            if self.store.charter.records:
                yield f"game {game.id} has no record"
            return
        try:
            record = Record.from_json(text)
            if record.key != self.store.lots.deal(game.id.phase, game.id.deal):
                yield f"game {game.id} was dealt by another key than the secret has for it"
                return
            state = self._dealt(game.id, record)
        except KibitzError as error:
            yield f"game {game.id} cannot be played again: {error.message}"
            return
        self.found.replayed += 1
        if Record.of(state, names) != record:
            yield f"game {game.id}: its record is not that of this deal, played so"
        yield from self._result(game, state, record)
        if self.again:
            yield from self._played_again(game, meeting, text)

    def _dealt(self, id_: GameId, record: Record) -> State:
        """The game, dealt anew from the secret and played as it was."""
        state = begin(self.game, self.store.lots.deal(id_.phase, id_.deal))
        for action in record.actions:
            state = state.after(action)
        return state

    def _result(self, game: PlayedGame, state: State, record: Record) -> Iterator[str]:
        """Whether what is said of a game is what was played."""
        result, decisions = game.result, len(record.actions)
        if tuple(result.scores) != tuple(state.scores):
            yield (
                f"game {game.id} has scores {_numbers(result.scores)}, but they were "
                f"{_numbers(state.scores)}"
            )
        winners = winning_teams(state.ranks, state.teams, result.forfeits)
        if result.winners != winners:
            yield f"game {game.id} was not won by those who are said to have won it"
        if result.finished != state.over:
            yield f"game {game.id} is not said to have ended as it did"
        forfeits = tuple(
            seat
            for seat, failures in enumerate(result.failures)
            if any(one.decision < 0 for one in failures)
            or sum(one.decision < decisions for one in failures) >= self.store.charter.terms.strikes
        )
        if result.forfeits != forfeits:
            yield f"game {game.id}: who has forfeited it does not follow from the failures"
            return
        if any(result.failures):
            yield from self._stood_in(game, record)

    def _stood_in(self, game: PlayedGame, record: Record) -> Iterator[str]:
        """Whether what was played for bots that failed is what the secret has drawn for them: so
        nobody can be said to have failed where they have decided themselves."""
        id_, lots, failures = game.id, self.store.lots, game.result.failures
        bots = lots.bots(id_.phase, id_.round, id_.meeting, id_.turn)
        failed = [{one.decision for one in seat} for seat in failures]
        since = {seat: self._forfeited(failures[seat]) for seat in game.result.forfeits}
        state = begin(self.game, lots.deal(id_.phase, id_.deal))
        for made, action in enumerate(record.actions):
            seat, after = state.to_move, state.after(action)
            assert seat is not None
            if made in failed[seat] or made > since.get(seat, made):
                seed = bot_seed(bots, id_.deal, 0, seat)
                drawn = substitute(Random(), game.names[seat], seed, self.game, seat, made)
                if drawn.after(state, made) != after:
                    yield (
                        f"game {id_}: {game.names[seat]} is said to have failed at decision "
                        f"{made + 1}, but what was played is not what is drawn then"
                    )
                    return
            state = after

    def _forfeited(self, failures: Sequence[Failure]) -> int:
        """The decision from which on somebody who has failed so has forfeited the game."""
        strikes = self.store.charter.terms.strikes
        decisions = sorted(one.decision for one in failures)
        return -1 if decisions[0] < 0 else decisions[strikes - 1]

    def _played_again(self, game: PlayedGame, meeting: Meeting, text: str) -> Iterator[str]:
        bots = {one.name: one.bot for one in self.store.versions() if one.phase == game.id.phase}
        if not all(_same_again(bots[name]) for name in game.names):
            return
        sitting = Sitting(meeting, game.id.turn, (game.id.deal,))
        plan = sitting.plan(
            self.store.game, bots, self.store.lots, self.store.charter.terms, recorded=True
        )
        host = Host(plan, [game.id], None, {})
        host.sit_down({})
        outcome = host.play(0)
        self.found.again += 1
        if outcome.record is None or outcome.record.to_json() != text:
            yield f"game {game.id} goes otherwise when the same bots play it again"

    # --- files ------------------------------------------------------------------------------

    def _versions(self) -> Iterator[str]:
        store = self.store
        known = {(one.phase, one.name): one for one in store.versions()}
        for number, phase in enumerate(store.charter.phases):
            field = store.field(number)
            for name in (*(field or ()), *(HOUSE + bot for bot in phase.opponents)):
                if field is not None and (number, name) not in known:
                    yield f"phase {number + 1}: it is not known which version of {name} played"
        looked: dict[str, bool] = {}
        for one in known.values():
            lies = lies_at(one.bot)
            if lies is None:
                if house(one.bot).hash != one.hash:
                    said = f"{one.name} was a house bot of another version of Kibitz"
                    if said not in self.found.unknown:
                        self.found.unknown.append(said)
                continue
            if one.hash not in looked:
                at = store.folder / VERSIONS / one.hash
                looked[one.hash] = at.is_dir() and digest_of(at) == one.hash
                self.found.versions += 1
            if not looked[one.hash]:
                yield f"the files of {one.name} in {VERSIONS}/{one.hash} are not those that played"
            elif not lies.startswith(f"{VERSIONS}/{one.hash}/"):
                yield f"the version of {one.name} is not the one with its hash"

    def _records(self) -> Iterator[str]:
        """Whether the files of records are those of the games."""
        there = {path.name: path for path in (self.store.folder / RECORDS).glob("*")}
        for _, game in self.store.games():
            name = f"{game.id}.json"
            text, path = self.store.record(game.id), there.pop(name, None)
            if text is None and path is None:
                continue
            if path is None:
                yield f"game {game.id}: its record is not in {RECORDS}/{name}"
            elif text is None or path.read_bytes() != text.encode():
                yield f"game {game.id}: the file {RECORDS}/{name} is not its record"
        for name in sorted(there):
            yield f"{RECORDS}/{name} is the record of no game"

    def _published(self) -> Iterator[str]:
        """Whether the report says what follows from the games."""
        if self.store.status().state != "finished":
            self.found.unknown.append("the report: the competition is not over")
            return
        published = Publication.of(self.store)
        times = draw_times(paces(published.games), self.store.charter.terms.move)
        for name, text in (
            (RESULTS, results_text(published)),
            (PAGE, report_page(published)),
            (TIMES, f"{times}\n"),
        ):
            path = self.store.folder / name
            if not path.is_file():
                yield f"{name} is missing"
            elif path.read_bytes() != text.encode():
                yield f"{name} does not say what was played"


def _same_again(bot: str) -> bool:
    """Whether a bot must play the same again: one of the house. What a network says may differ from
    machine to machine in the last digit, and so, once in a while, what it does."""
    return not (is_foreign(bot) or lies_at(bot) is not None or asks_network(bot))


def _called(stage: Stage) -> str:
    return f"phase {stage.number + 1} ({stage.phase.title or stage.phase.kind})"


def _met(meeting: Meeting) -> str:
    return " and ".join(meeting.entrants)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _numbers(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))


def _line(path: Path) -> str | None:
    """What stands in a file of one line, if it is there."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None
