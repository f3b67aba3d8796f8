"""`kibitz check`: what is wrong with a description, and whether its games go as games must."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import (
    Json,
    Settings,
    complain,
    counted,
    print_json,
    progress_bar,
    settings,
)
from kibitz.cli.faults import internal
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.engine.conformance import Conformance, Problem
    from kibitz.engine.faces import Complaint
    from kibitz.engine.game import Game
    from kibitz.recycle.diagnostics import Diagnostic
    from kibitz.recycle.learnt import Learnt

__all__ = ["check"]

MOST_MESSAGES = 100
"""Messages shown about one file; more help nobody."""

ENOUGH = 20
"""So many games say how long a game is."""

MOST_PROBLEMS = 10
"""Problems in play shown for one file."""


@dataclass
class Report:
    """What was found in one file."""

    file: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    mistake: KibitzError | None = None
    """The input was wrong: there is no such file, or no such parameter."""
    refused: KibitzError | None = None
    """The description cannot be made into a game."""
    sheet_errors: list[Complaint] = field(default_factory=list)
    sheet_warnings: list[Complaint] = field(default_factory=list)
    played: Conformance | None = None
    game: Game | None = None
    """What was played."""
    formatted: str | None = None
    learnt: tuple[Learnt, ...] = ()
    """What others learn from its choices and statements."""

    @property
    def errors(self) -> int:
        wrong = sum(d.severity == "error" for d in self.diagnostics)
        return wrong + (self.refused is not None) + len(self.sheet_errors)

    @property
    def warnings(self) -> int:
        warned = sum(d.severity == "warning" for d in self.diagnostics)
        return warned + len(self.sheet_warnings)

    @property
    def ok(self) -> bool:
        return not (self.errors or self.mistake or (self.played and self.played.problems))

    @property
    def of_sheet(self) -> list[tuple[str, Complaint]]:
        """What is wrong with the sheet, and what may be."""
        errors = [("error", complaint) for complaint in self.sheet_errors]
        return errors + [("warning", complaint) for complaint in self.sheet_warnings]

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "file": self.file,
            "ok": self.ok,
            "diagnostics": [d.as_json() for d in self.diagnostics],
            "sheet": [
                {"severity": severity, **asdict(complaint)} for severity, complaint in self.of_sheet
            ],
        }
        for name, error in (("mistake", self.mistake), ("refused", self.refused)):
            if error is not None:
                found[name] = {"message": error.message, "hint": error.hint}
        if self.played is not None:
            found["play"] = self.played.as_json()
        if self.formatted is not None:
            found["formatted"] = self.formatted
        if self.learnt:
            from kibitz.cli import learnt

            found["knowledge"] = learnt.as_json(self.learnt)
        return found


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Descriptions, or names of house games.",
            autocompletion=completion.games,
        ),
    ],
    play: Annotated[
        int, typer.Option(metavar="N", min=0, help="Play N random games and watch them closely.")
    ] = 0,
    limit: Annotated[
        int, typer.Option(min=1, help="Decisions after which a game is left unfinished.")
    ] = 2_000,
    seed: Annotated[int, typer.Option(help="The seed of the first game played.")] = 1,
    format_: Annotated[
        bool, typer.Option("--format", help="Print the description in the current dialect.")
    ] = False,
    knowledge: Annotated[
        bool,
        typer.Option(
            "--knowledge",
            help="Say for each choice what others learn from it, or why that is not followed.",
        ),
    ] = False,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Say what is wrong with a description, and what may be.

    With --play, games are played at random: cards must be conserved, every option playable,
    nothing hidden observed, and the same seed give the same game. Twenty or more say whether the
    length on the sheet is right.
    """
    given = settings(set_)
    reports = []
    for file in files:
        report = Report(file)
        _read(report, given)
        if report.ok and format_:
            _format(report)
        if report.ok and play:
            _play(report, given, play, seed, limit, bar=not json)
        reports.append(report)
        if not json:
            _print(report, formatted=format_, knowledge=knowledge)
    if json:
        print_json({"ok": all(r.ok for r in reports), "files": [r.as_json() for r in reports]})
    if not all(report.ok for report in reports):
        raise typer.Exit(2 if any(report.mistake for report in reports) else 1)


def _read(report: Report, given: Mapping[str, int | str]) -> None:
    """Find all errors and warnings of a file, then make a game of it."""
    from kibitz.engine.descriptions import find_description, house_games, load, read_source
    from kibitz.engine.sheets import SheetError, doubts, read_sheet
    from kibitz.engine.testing import telling_of
    from kibitz.recycle.diagnostics import Diagnostics
    from kibitz.recycle.elaboration import Elaboration
    from kibitz.recycle.elaborator import game as elaborated
    from kibitz.recycle.learnt import learnt
    from kibitz.recycle.lint import lint
    from kibitz.recycle.reader import read

    try:
        path = find_description(report.file)
        source = read_source(path, path.name if report.file in house_games() else None)
    except KibitzError as error:
        report.mistake = error
        return
    found = Diagnostics(source)
    program = None
    try:
        form, _ = read(source, found)
        if form is not None:
            program = elaborated(Elaboration(found, given, path.stem), form)
    except KibitzError as error:
        report.mistake = error
    except Exception as error:  # a mistake of ours, and the other files are checked all the same
        report.refused = internal(error)
    try:
        if found.errors or program is None:  # the sheet can be wrong as well
            sheet = read_sheet(path.with_suffix(".toml"), path.stem)
            report.sheet_errors = list(sheet.wrong)
        else:
            game = load(report.file, **given)
            _ = game.functions
            report.diagnostics = list(game.warnings)
            report.sheet_warnings = doubts(game.sheet, game.program, game.layout, game.cards)
            report.learnt = learnt(telling_of(game))
    except SheetError as error:
        report.sheet_errors = list(error.complaints)
    except KibitzError as error:
        report.refused = error
    except Exception as error:
        report.refused = internal(error)
    if not report.diagnostics:
        if program is not None and not found.errors:
            lint(program, found)
        report.diagnostics = found.all


def _format(report: Report) -> None:
    from kibitz.engine.descriptions import find_description, read_source
    from kibitz.recycle.formatter import format_source

    try:
        report.formatted = format_source(read_source(find_description(report.file)))
    except KibitzError as error:
        report.refused = error


def _play(
    report: Report, given: Mapping[str, int | str], games: int, seed: int, limit: int, *, bar: bool
) -> None:
    from kibitz.engine.conformance import conform
    from kibitz.engine.descriptions import load
    from kibitz.engine.sheets import doubtful_length

    report.game = game = load(report.file, **given)
    with progress_bar(f"playing {game.title}", games, wanted=bar) as progress:
        report.played = played = conform(game, games, seed, limit=limit, progress=progress)
    if played.games >= ENOUGH and played.ok and not played.unfinished and not given:
        sheet = Path(game.source.name).with_suffix(".toml")
        report.sheet_warnings += doubtful_length(game.sheet, sheet, played.decisions, played.games)


# --- words ----------------------------------------------------------------------------------------


def _print(report: Report, *, formatted: bool, knowledge: bool) -> None:
    """Tell; a formatted description has standard output for itself."""
    from kibitz.cli.common import print_text, stderr, stdout

    out = stderr() if formatted else stdout()
    for diagnostic in report.diagnostics[:MOST_MESSAGES]:
        colour = "bold red" if diagnostic.severity == "error" else "bold yellow"
        _line(out, str(diagnostic), f"{diagnostic.severity}:", colour)
    for severity, complaint in report.of_sheet[:MOST_MESSAGES]:
        colour = "bold red" if severity == "error" else "bold yellow"
        _line(out, complaint.told(severity), f"{severity}:", colour)
    more = len(report.diagnostics) - MOST_MESSAGES
    if more > 0:
        _line(out, f"{report.file}: ... and {counted(more, 'message')} more")
    if report.mistake is not None:
        complain(report.mistake)
        return
    if report.refused is not None:
        _line(out, f"{report.file}: error: {report.refused}", "error:", "bold red")
    if report.formatted is not None:
        print_text(report.formatted)
    if not formatted:
        found = counted(report.errors, "error") if report.errors else "no errors"
        if report.warnings:
            found += f", {counted(report.warnings, 'warning')}"
        _line(out, f"{report.file}: {found}")
        _learnt(out, report, knowledge)
    if report.played is not None:
        _problems(out, report, report.played)


def _learnt(out: Console, report: Report, knowledge: bool) -> None:
    """What others learn from its choices: in a line, or one by one."""
    from kibitz.cli import learnt

    if not report.learnt:
        return
    if not knowledge:
        _line(out, f"{report.file}: {learnt.summary(report.learnt, report.file)}")
        return
    for line, missing in learnt.in_full(report.learnt):
        _line(out, f"{report.file}: {line}", missing, "bold yellow")


def _problems(out: Console, report: Report, played: Conformance) -> None:
    file = report.file
    for problem in played.problems[:MOST_PROBLEMS]:
        _line(out, f"{file}: error: {problem}", "error:", "bold red")
    if played.problems and report.game is not None:
        _look(out, report.game, played.problems[0])
    if played.peeking is not None:
        _line(out, f"{file}: warning: {played.peeking}", "warning:", "bold yellow")
    more = len(played.problems) - MOST_PROBLEMS
    if more > 0:
        _line(out, f"{file}: ... and {counted(more, 'game')} more with problems")
    unfinished = f", {played.unfinished} without an end" if played.unfinished else ""
    verdict = "all else as it should be" if played.unfinished else "all as it should be"
    _line(
        out,
        f"{file}: {counted(played.games, 'game')} played, {played.decisions:,} decisions, "
        f"{played.swaps:,} exchanges of hidden cards{unfinished}: "
        + (counted(len(played.problems), "problem") if played.problems else verdict),
    )


def _look(out: Console, game: Game, problem: Problem) -> None:
    """Show the moment of the first problem; where even the deal fails there is nothing to see."""
    from kibitz.cli.failed import looked_at

    try:
        for part in looked_at(game, problem):
            out.print(part)
    except KibitzError:
        return


def _line(out: Console, text: str, word: str = "", style: str = "") -> None:
    from rich.text import Text

    line = Text(text)
    if word:
        line.highlight_words([word], style)
    out.print(line, soft_wrap=True)
