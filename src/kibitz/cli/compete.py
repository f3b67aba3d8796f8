"""`kibitz compete`: competitions of other people's bots, run, reported and verified."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import (
    Bar,
    Held,
    Json,
    compiling,
    counted,
    held,
    print_json,
    print_text,
    progress_bar,
    stderr,
    stdout,
)
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.compete.articles import Read
    from kibitz.compete.model import PlayedGame
    from kibitz.compete.phases import Stage
    from kibitz.compete.points import Row
    from kibitz.compete.run import Audience
    from kibitz.compete.store import Store
    from kibitz.seats.terms import Sandbox

__all__ = ["compete"]

DOINGS = ("verify", "report")


def compete(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.toml | verify DIR | report DIR",
            help="The charter of a competition; or what to do with the folder of one.",
            show_default=False,
        ),
    ],
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a competition that was begun.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The folder of the competition.",
            show_default="beside FILE.toml, with its name",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="How many games are played at a time; one a core."),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(metavar="ray|ADDRESS", help="Play on a Ray cluster: this machine's, or one."),
    ] = None,
    sandbox: Held = "auto",
    watch: Annotated[
        bool, typer.Option("--watch", help="Let it be watched in the browser meanwhile.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="verify: have house bots play their games again.")
    ] = False,
    json: Json = False,
) -> None:
    """Run a competition of bots, as a charter says: gauntlet, league, swiss, cup.

    Everything is kept in a folder beside the charter: every game as soon as it was played, so that
    nothing is lost whatever happens; --resume goes on. The deals come from a secret, whose hash is
    published at the start and itself at the end. verify checks afterwards that all was as the
    secret decided: it deals every game again, replays every record, and counts everything anew.

    Bots in files play in a sandbox (kibitz sandbox says what holds here), each in processes of its
    own. How to write a charter is in docs/compete.md.
    """
    first, *rest = words
    if first in DOINGS and len(rest) == 1:
        if first == "verify":
            _verify(Path(rest[0]), again, json)
        else:
            _report(Path(rest[0]), json)
        return
    if first in DOINGS:
        said = "one folder at a time" if rest else f"{first} what?"
        raise KibitzError(said, f"kibitz compete {first} DIR")
    if rest:
        near = did_you_mean(first, DOINGS)
        raise KibitzError(
            f"`{' '.join(words)}` is no competition{near}",
            "give FILE.toml, or: verify DIR, or: report DIR",
        )
    path, kind = Path(first), held(sandbox)
    _check(path, on)
    folder = out or path.with_suffix("")
    if folder == path:
        raise KibitzError(f"{path} should be called something.toml", "or give --out FOLDER")
    from kibitz.compete.articles import read_charter

    read = read_charter(path)
    _run(read, path, folder, resume, workers, on, kind, watch, json)


def _check(path: Path, on: str | None) -> None:
    """Complain about what cannot be, before anything is begun."""
    from kibitz.work.places import check

    if path.is_dir():
        raise KibitzError(
            f"{path} is a folder, not a charter",
            f"give the .toml; or: kibitz compete verify {path}; to watch it: kibitz table {path}",
        )
    check(on)


def _run(
    read: Read,
    path: Path,
    folder: Path,
    resume: bool,
    workers: int | None,
    on: str | None,
    sandbox: Sandbox,
    watch: bool,
    json: bool,
) -> None:
    from kibitz.cli.watching import watching
    from kibitz.compete import run as running

    with running.resume(read, folder) if resume else running.begin(read, folder) as store:
        if not json:
            _introduce(store, read, resume)
        untold: list[int] = []
        with watching(folder) if watch else nullcontext() as page, ExitStack() as shown:
            try:
                finished = running.run(
                    *(store, read.folder),
                    workers=workers,
                    on=on,
                    sandbox=sandbox,
                    audience=_audience(store, shown, untold, json),
                )
            except KeyboardInterrupt:
                shown.close()
                kept = _many(store.status().games, "kept")
                stderr().print(f"stopped; {kept}. To go on: {_again(path, folder)}")
                raise typer.Exit(130) from None
            _tell(store, path, finished, untold, json)
            if page is not None and finished:
                stderr().print("Ctrl-C ends the page")
                page.stay()


def _again(path: Path, folder: Path) -> str:
    where = "" if folder == path.with_suffix("") else f" --out {folder}"
    return f"kibitz compete {path}{where} --resume"


def _many(games: int, what: str) -> str:
    """`1 game is kept`, `2 games are kept`."""
    return f"{counted(games, 'game')} {'is' if games == 1 else 'are'} {what}"


def _introduce(store: Store, read: Read, resume: bool) -> None:
    from rich.text import Text

    charter, status = store.charter, store.status()
    out = stdout()
    who = counted(len(charter.entrants), "entrant")
    out.print(Text(f"{charter.title}: {read.game.title}, {who}", style="bold"), soft_wrap=True)
    secret = "the deals are no secret: the charter has a seed"
    if charter.seed is None:
        secret = f"commitment to the secret: {status.commitment}"
    out.print(Text(secret, style="dim"), soft_wrap=True)
    if resume and status.games:
        out.print(Text(_many(status.games, "there already")), soft_wrap=True)


def _tell(store: Store, path: Path, finished: bool, untold: list[int], json: bool) -> None:
    """How it ended, and where everything is; tables nobody was told yet first."""
    from kibitz.compete.report import PAGE, standings_text, write
    from kibitz.compete.results import results

    published = write(store)
    if json:
        print_json(results(published))
        return
    if untold:
        print_text(standings_text(published, untold) + "\n")
    if not finished:
        status = store.status()
        phase = store.charter.phases[status.phase]
        print_text(
            f"Before {phase.title} entrants may hand in other versions. Then go on: "
            f"{_again(path, store.folder)}\n"
        )
    if store.status().secret is not None and store.charter.seed is None:
        print_text(f"the secret was {store.status().secret}\n")
    print_text(f"report: {store.folder / PAGE}\n")


def _audience(store: Store, shown: ExitStack, untold: list[int], json: bool) -> Audience:
    """Who hears how it goes on, and says so; what is shown meanwhile goes onto a stack. The table
    of the last phase is left to whoever tells the end."""
    from kibitz.compete.report import standings_text, write
    from kibitz.compete.run import Audience

    class Hearing(Audience):
        bar: Bar | None = None

        def begins(self, stage: Stage) -> None:
            shown.close()
            title = stage.phase.title or stage.phase.kind
            bar = progress_bar(f"playing {title}", 1, wanted=not json, left=True)
            self.bar = shown.enter_context(bar)

        def played(self, games: Sequence[PlayedGame], done: int, wanted: int) -> None:
            if self.bar is not None:
                self.bar.expect(wanted)
                self.bar(done)

        def compiling(self, kernels: list[str]) -> None:
            if sys.stderr.isatty():
                stderr().print(compiling(store.game.game(), *kernels), style="dim")

        def ends(self, stage: Stage, rows: tuple[Row, ...]) -> None:
            shown.close()
            following = store.charter.phases[stage.number + 1 :]
            if not following or following[0].resubmit:
                untold.append(stage.number)
            elif not json:
                print_text(standings_text(write(store), [stage.number]) + "\n")

    return Hearing()


# --- afterwards -----------------------------------------------------------------------------------


def _report(folder: Path, json: bool) -> None:
    """Write the report of what was played so far."""
    from kibitz.compete.report import PAGE, standings_text, write
    from kibitz.compete.results import results
    from kibitz.compete.store import Store

    with Store.open(folder) as store:
        published = write(store)
        if json:
            print_json(results(published))
            return
        print_text(standings_text(published))
        print_text(f"report: {folder / PAGE}\n")


def _verify(folder: Path, again: bool, json: bool) -> None:
    """Say whether everything agrees; exit code 1 if not."""
    from kibitz.compete.store import Store
    from kibitz.compete.verify import verify

    with Store.open(folder) as store:
        status, seeded = store.status(), store.charter.seed is not None
        games = status.games
        with progress_bar("verifying", max(1, games), wanted=not json, left=True) as bar:
            found = verify(store, again=again, progress=lambda done, of: bar(done))
    if json:
        print_json(
            {
                "agrees": not found.wrong,
                "wrong": found.wrong,
                "games": found.games,
                "replayed": found.replayed,
                "played_again": found.again,
                "versions": found.versions,
                "unknown": found.unknown,
                "commitment": status.commitment,
            }
        )
    else:
        for line in found.wrong:
            print_text(f"{line}\n")
        for line in found.unknown:
            print_text(f"not looked at: {line}\n")
        looked = f"{counted(found.games, 'game')}, {found.replayed:,} of them replayed"
        looked += f", {found.again:,} played again" if again else ""
        looked += f", {counted(found.versions, 'version')} of bots"
        verdict = "everything agrees"
        if found.wrong:
            do = "does" if len(found.wrong) == 1 else "do"
            verdict = f"{counted(len(found.wrong), 'thing')} {do} not agree"
        print_text(f"{verdict}: {looked}\n")
        if not seeded:
            print_text(
                f"the commitment is {status.commitment}; whether it was published before the first "
                "game, only somebody knows who noted it then\n"
            )
    if found.wrong:
        raise typer.Exit(1)
