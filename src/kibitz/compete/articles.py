"""Reading a charter: all that is wrong with it is told at once, each thing where it stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from kibitz.arena.seatings import seatings
from kibitz.bots.names import find, is_foreign
from kibitz.compete.charter import KINDS, Charter, Entrant, Phase, Stop
from kibitz.compete.clauses import (
    CLAUSES,
    ENTRANTS,
    SEED,
    SIZE,
    TABLE,
    TABLES,
    WORDS,
    Clause,
    clauses,
)
from kibitz.compete.entrants import all_in, typed_from
from kibitz.compete.model import HOUSE
from kibitz.compete.phases.cup import MOST as MOST_IN_CUP
from kibitz.engine.descriptions import load
from kibitz.engine.entries import fits
from kibitz.engine.files import read_text
from kibitz.engine.game import Game
from kibitz.engine.spots import At, nearest, spots
from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.diagnostics import Diagnostics, Source
from kibitz.seats.line import visible
from kibitz.seats.terms import Terms

__all__ = ["Read", "read_charter"]

MOST_ENTRANTS, MOST_TABLES = 1_000, 2_000
LONGEST = 40
"""Characters of a name."""

SECONDS = 1.0
"""For a decision, where a charter says nothing."""
USUAL = Terms(move=SECONDS, start=30.0, strikes=3)
"""What else holds then."""

UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
UNITS |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}

SMALLEST = 64_000_000
"""Bytes without which nobody can play."""
LARGEST = 10**15
"""Bytes that a limit can be at most: the kernel knows no limits far beyond."""


@dataclass(frozen=True, slots=True)
class Read:
    """A charter that was read, and the game it names."""

    charter: Charter
    game: Game
    text: str
    folder: Path
    """Where it lies: its files are given from there."""


def read_charter(path: str | Path) -> Read:
    """The charter in a file; all its mistakes are told in one error."""
    path = Path(path)
    text = read_text(path, "a charter")
    wrong = Diagnostics(Source(text, str(path)))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _no_toml(wrong, str(error))
        raise AssertionError from None
    except RecursionError:
        raise KibitzError(f"{path}: it is nested too deeply") from None
    reading = _Reading(text, path, wrong)
    charter, game = reading.charter(data)
    wrong.raise_if_wrong()
    assert charter is not None
    assert game is not None
    return Read(charter, game, text, path.parent)


def _no_toml(wrong: Diagnostics, said: str) -> None:
    """Tell what makes a text no TOML, where it is."""
    source = wrong.source
    place = re.search(r" \(at line (\d+), column (\d+)\)$", said)
    start = max(0, len(source.text.rstrip()) - 1)
    if place is not None:
        start = source.line_starts[int(place[1]) - 1] + int(place[2]) - 1
    said = re.sub(r" \(at [^()]*\)$", "", said)
    wrong.error(start, start + 1, f"this is no TOML: {said[:1].lower()}{said[1:]}")
    wrong.raise_if_wrong()


class _Reading:
    """One charter being read."""

    def __init__(self, text: str, path: Path, wrong: Diagnostics) -> None:
        self.text, self.folder, self.wrong = text, path.parent, wrong
        self.spots = spots(text)

    # --- complaints -------------------------------------------------------------------------

    def complain(
        self, at: At, message: str, hint: str | None = None, *, name: bool = False
    ) -> None:
        """Something is wrong with an entry: with what it is set to, or with its name."""
        found = nearest(self.spots, at)
        start, end = 0, 1
        if found is not None:
            length, spot = found
            start, end = spot.value if length == len(at) and not name else spot.name
        self.wrong.error(start, end, message, hint)

    def section(
        self, section: str, data: Mapping[str, Any], at: At, kind: str | None = None
    ) -> dict[str, Any]:
        """What a section says, without what is wrong."""
        known = clauses(section)
        found = {}
        for name, value in data.items():
            clause, here = known.get(name), (*at, name)
            if clause is None:
                self._unknown(section, name, here, kind)
            elif clause.kinds and kind is not None and kind not in clause.kinds:
                meant = " or ".join(f"a {one} phase" for one in clause.kinds)
                self.complain(here, f"`{name}` is for {meant}, not for a {kind} phase", name=True)
            elif self._is_sound(clause, value, here):
                found[name] = value
        nearby = [did_you_mean(name, known) for name in data if name not in known]
        for clause in known.values():
            if any(f"`{clause.name}`" in near for near in nearby):
                continue  # it is there, but for its spelling
            apt = not clause.kinds or kind is None or kind in clause.kinds
            if clause.needed and apt and clause.name not in data and (kind or not clause.kinds):
                what = _section(section) if section else "the charter"
                self.complain(at, f"{what} has no `{clause.name}`: {clause.about}", name=True)
        return found

    def _unknown(self, section: str, name: str, at: At, kind: str | None) -> None:
        known = [
            clause.name
            for clause in clauses(section).values()
            if not clause.kinds or kind is None or kind in clause.kinds
        ]
        near = did_you_mean(name, known)
        elsewhere = [clause for clause in CLAUSES if clause.name == name]
        hint = f"it can have: {', '.join(known)}"
        if not near and elsewhere:
            where = elsewhere[0].section
            hint = f"it belongs to {_section(where)}" if where else "it stands before all sections"
        what = _section(section) if section else "a charter"
        self.complain(at, f"{what} has no `{name}`{near}", hint, name=True)

    def _is_sound(self, clause: Clause, value: Any, at: At) -> bool:  # what TOML gives
        if not _has_form(value, clause.form):
            self.complain(at, f"`{clause.name}` must be {clause.form}")
        elif clause.one_of and value not in clause.one_of:
            near = did_you_mean(value, clause.one_of)
            hint = f"it can be: {', '.join(clause.one_of)}"
            self.complain(at, f"`{clause.name}` cannot be `{value}`{near}", hint)
        elif isinstance(value, int | float) and (limits := clause.beyond(value)) is not None:
            self.complain(at, f"`{clause.name}` cannot be {value:,}", limits)
        else:
            return True
        return False

    # --- the charter ------------------------------------------------------------------------

    def charter(self, data: Mapping[str, Any]) -> tuple[Charter | None, Game | None]:
        """What it says; nothing, if something is wrong."""
        found = self.section("", data, ())
        game, parameters = self._game(found)
        terms = self._terms(found.get("limits", {}))
        entrants = self._entrants(found["entrants"], game) if "entrants" in found else []
        usual: dict[str, Any] = {
            name: found[name] for name in ("scheme", "points", "ties") if name in found
        }
        phases = [
            phase
            for number, given in enumerate(found.get("phases", []))
            if (phase := self._phase(given, number, usual, game)) is not None
        ]
        if found.get("phases") == []:
            self.complain(("phases",), "there are no phases", "write one: [[phases]]")
        if game is not None and entrants and len(phases) == len(found.get("phases", [])):
            self._fields(phases, len(entrants), game)
        if self.wrong.errors or game is None:
            return None, None
        seed = found.get("seed")
        return Charter(
            title=found["title"],
            game=found["game"],
            entrants=tuple(entrants),
            phases=tuple(phases),
            parameters=parameters,
            seed=None if seed is None else str(seed),
            terms=terms,
            records=found.get("records", True),
        ), game

    def _game(self, found: Mapping[str, Any]) -> tuple[Game | None, dict[str, int | str]]:
        given = found.get("parameters", {})
        parameters: dict[str, int | str] = {}
        for name, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | str):
                self.complain(("parameters", name), f"`{name}` must be a number or a name")
            else:
                parameters[name] = value
        if "game" not in found:
            return None, parameters
        typed: str = found["game"]
        path = self.folder / typed
        try:
            game = load(path if path.suffix == ".rcy" else typed)
        except KibitzError as error:
            self.complain(("game",), error.message, error.hint)
            return None, parameters
        known = game.program.parameters
        unknown = [name for name in parameters if name not in known]
        for name in unknown:
            near = did_you_mean(name.upper(), known)
            hint = f"it has: {', '.join(known)}" if known else "it has none"
            message = f"{game.title} has no parameter `{name}`{near}"
            self.complain(("parameters", name), message, hint, name=True)
            del parameters[name]
        if not unknown and parameters:
            try:
                game = load(path if path.suffix == ".rcy" else typed, **parameters)
            except KibitzError as error:
                blamed = next((name for name in parameters if name in error.message), None)
                at: At = ("parameters",) if blamed is None else ("parameters", blamed)
                self.complain(at, error.message, error.hint)
        return game, parameters

    def _terms(self, data: Mapping[str, Any]) -> Terms:
        found = self.section("limits", data, ("limits",))
        memory = found.get("memory", USUAL.memory)
        if isinstance(memory, str):
            memory = _bytes(memory)
        if memory < SMALLEST:
            hint = f"at least {SMALLEST // 10**6} MB"
            self.complain(("limits", "memory"), "nobody can play with so little memory", hint)
        if memory > LARGEST:
            hint = f"at most {LARGEST // 10**12:,} TB"
            self.complain(("limits", "memory"), "no machine has so much memory", hint)
        return Terms(
            move=float(found.get("move", SECONDS)),
            bank=float(found.get("bank", USUAL.bank)),
            start=float(found.get("start", USUAL.start)),
            strikes=found.get("failures", USUAL.strikes),
            memory=memory,
            processes=found.get("processes", USUAL.processes),
        )

    # --- entrants ---------------------------------------------------------------------------

    def _entrants(self, data: Any, game: Game | None) -> list[Entrant]:
        at: At = ("entrants",)
        if isinstance(data, str):
            try:
                found = all_in(self.folder, data)
            except KibitzError as error:
                self.complain(at, error.message, error.hint)
                return []
            for one in found:
                self._name(one.name, at)
                self._bot(one.bot, at, game)
        else:
            found = [
                entrant
                for number, given in enumerate(data)
                if (entrant := self._entrant(given, number, game)) is not None
            ]
            self._twice(data)
        if len(data) > MOST_ENTRANTS or len(found) > MOST_ENTRANTS:
            self.complain(at, f"{len(data):,} entrants are too many", f"at most {MOST_ENTRANTS:,}")
        elif not data or (isinstance(data, str) and len(found) < 1):
            self.complain(at, "nobody takes part", "write who does: [[entrants]]")
        return found

    def _entrant(self, data: Mapping[str, Any], number: int, game: Game | None) -> Entrant | None:
        at: At = ("entrants", number)
        found = self.section("entrants", data, at)
        name = found.get("name")
        if name is not None:
            self._name(name, (*at, "name"))
        if "bot" in found:
            self._bot(found["bot"], (*at, "bot"), game)
        if name is None or "bot" not in found:
            return None
        team = found.get("team", [])
        return Entrant(
            name,
            found["bot"],
            (team,) if isinstance(team, str) else tuple(team),
            found.get("contact", ""),
        )

    def _name(self, name: str, at: At) -> None:
        """Complain about a name nobody can have."""
        if not name.strip() or name != name.strip() or not name.isprintable():
            self.complain(at, f"`{visible(name)}` is no name", "letters and digits")
        elif len(name) > LONGEST:
            self.complain(at, f"the name `{name:.60}` is too long", f"at most {LONGEST} letters")
        elif name.startswith(HOUSE):
            hint = f"only the organiser's bots are called `{HOUSE}...`"
            self.complain(at, f"nobody can be called `{name}`", hint)

    def _twice(self, data: Iterable[Mapping[str, Any]]) -> None:
        seen: dict[str, int] = {}
        for number, given in enumerate(data):
            name = given.get("name")
            if not isinstance(name, str):
                continue
            if name in seen:
                first = nearest(self.spots, ("entrants", seen[name], "name"))
                line = 0 if first is None else self.wrong.source.place(first[1].name[0])[0]
                self.complain(
                    ("entrants", number, "name"),
                    f"two entrants are called `{name}`",
                    f"the other is on line {line}",
                )
            else:
                seen[name] = number

    def _bot(self, typed: str, at: At, game: Game | None) -> None:
        """Complain about a bot that is not there."""
        try:
            there = typed_from(self.folder, typed)
            if game is not None and not is_foreign(there):
                candidate = find(there, game)
                if candidate.person:
                    raise KibitzError(f"`{typed}` is a person, and a competition is for bots")
        except KibitzError as error:
            self.complain(at, error.message, error.hint)

    # --- phases -----------------------------------------------------------------------------

    def _phase(
        self, data: Mapping[str, Any], number: int, usual: Mapping[str, Any], game: Game | None
    ) -> Phase | None:
        at: At = ("phases", number)
        given = data.get("kind")
        kind = given if isinstance(given, str) and given in KINDS else None
        found = self.section("phases", data, at, kind)
        stop = self._stop(found, at)
        for place, opponent in enumerate(found.get("opponents", [])):
            self._bot(opponent, (*at, "opponents", place), game)
        if found.get("opponents") == []:
            self.complain((*at, "opponents"), "there are no opponents", 'like ["rule"]')
        if len(set(found.get("opponents", []))) < len(found.get("opponents", [])):
            self.complain((*at, "opponents"), "an opponent is named twice")
        if "tables" in found and found.get("meet") != "tables":
            hint = 'write meet = "tables", too'
            self.complain((*at, "tables"), "this league does not meet at tables", hint, name=True)
        if found.get("resubmit") and number == 0:
            hint = "they may hand in another one before a later phase"
            self.complain(
                (*at, "resubmit"), "nobody can hand in another version yet", hint, name=True
            )
        if kind is None or "games" not in found or (kind == "swiss" and "rounds" not in found):
            return None
        settings = {**usual, **found, "opponents": tuple(found.get("opponents", ())), "stop": stop}
        settings.setdefault("title", KINDS[kind])
        return Phase(**settings)

    def _stop(self, found: Mapping[str, Any], at: At) -> Stop | None:
        if "stop" not in found:
            return None
        return Stop(**self.section("phases.stop", found["stop"], (*at, "stop")))

    def _fields(self, phases: list[Phase], entrants: int, game: Game) -> None:
        """Complain about phases in which so many cannot play, or not so many games."""
        teams = game.new(key=(0, 0)).teams
        field = entrants
        for number, phase in enumerate(phases):
            at: At = ("phases", number)
            group = len(teams) if phase.meet == "tables" else 2
            try:
                found = seatings(group, teams, game.title)
            except KibitzError as error:
                self.complain((*at, "kind"), f"two cannot meet in {game.title}: {error.message}")
                continue
            self._games(phase, len(found), at)
            self._field(phase, field, group, at)
            if phase.best is not None and phase.best > max(field, 1):
                hint = f"{field} take part in this phase"
                self.complain((*at, "best"), f"{phase.best} cannot go on", hint)
            if phase.best is not None and number == len(phases) - 1:
                hint = "nobody goes on from the last phase"
                self.complain((*at, "best"), "there is no phase after this one", hint, name=True)
            field = min(phase.best or field, field)

    def _games(self, phase: Phase, seated: int, at: At) -> None:
        if phase.games % seated == 0:
            return
        lower = phase.games - phase.games % seated
        fit = f"{lower} or {lower + seated}" if lower else f"{seated}"
        self.complain(
            (*at, "games"),
            f"{phase.games} games cannot be shared out fairly: there are {seated} seatings",
            fit,
        )

    def _field(self, phase: Phase, field: int, group: int, at: At) -> None:
        least = 1 if phase.kind == "gauntlet" else group
        if field < least:
            self.complain(
                (*at, "kind"),
                f"a {phase.kind} phase needs {least} entrants, and here there are {field}",
            )
        elif phase.kind == "cup" and field > MOST_IN_CUP:
            self.complain(
                (*at, "kind"),
                f"a cup is for {MOST_IN_CUP} entrants at most, and here there are {field}",
                "let the best of the phase before go on: best = 16",
            )
        elif phase.kind == "swiss" and phase.rounds >= field + field % 2:
            self.complain(
                (*at, "rounds"),
                f"after {field - 1 + field % 2} rounds everybody has met everybody",
                "a league does the same",
            )
        elif phase.meet == "tables" and phase.tables is None:
            tables = comb(field, group)
            if tables > MOST_TABLES:
                self.complain(
                    (*at, "meet"),
                    f"{field} entrants would sit at {tables:,} tables",
                    "say at how many each sits: tables = 20",
                )


def _section(section: str) -> str:
    names = {"limits": "`limits`", "entrants": "an entrant", "phases": "a phase"}
    return names.get(section, f"`{section.rpartition('.')[2]}`")


def _has_form(value: Any, form: str) -> bool:  # what TOML gives
    if form == TABLE:
        return isinstance(value, dict)
    if form == ENTRANTS and isinstance(value, str):
        return True
    if form in (TABLES, ENTRANTS):
        return isinstance(value, list) and all(isinstance(one, dict) for one in value)
    if form == WORDS:
        return fits(value, "a text") or fits(value, "a list of texts")
    if form == SEED:
        return isinstance(value, str | int) and not isinstance(value, bool)
    if form == SIZE:
        number = isinstance(value, int) and not isinstance(value, bool)
        return number or (isinstance(value, str) and _bytes(value) >= 0)
    return fits(value, form)


def _bytes(text: str) -> int:
    """A size in bytes; -1 if it is none.

    >>> _bytes("1.5 GB")
    1500000000
    """
    match = re.fullmatch(r"\s*(\d{1,20}(?:\.\d{1,20})?)\s*([a-z]*)\s*", text.lower())
    if match is None or match[2] not in UNITS:
        return -1
    return int(Fraction(match[1]) * UNITS[match[2]])
