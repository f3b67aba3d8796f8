"""`kibitz analyse`: what a game is like, what its variants change, and all games in one site."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli import completion
from kibitz.cli.analysing import (
    GO_ON,
    Wanted,
    analysed,
    forget,
    must_be_resumable,
    stopped,
    watched,
)
from kibitz.cli.common import Json, On, Settings, load, print_json, settings, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.analysis.comparison import Comparison, Side
    from kibitz.analysis.files import Shown
    from kibitz.analysis.report import Report
    from kibitz.analysis.variants import LeftOut
    from kibitz.engine.game import Game

__all__ = ["analyse"]


def analyse(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME",
            help="A house game's name, the path of a .rcy file, or a report (.json) to show again.",
            autocompletion=completion.games,
            show_default=False,
        ),
    ] = None,
    effort: Annotated[
        str | None,
        typer.Option(
            metavar="quick|usual|thorough",
            help="How much is played.",
            show_default="usual for one game, quick for several",
            autocompletion=completion.efforts,
        ),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=3..8",
            help="Compare variants: values of a parameter, as a range or a list; several options: "
            "all combinations.",
        ),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Compare the games that are named.")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(metavar="REPORT.json", help="Say what changed since an older report."),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Make a site of all house games and the files that are named."),
    ] = False,
    out: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE|DIR",
            help="Where the report goes: .html, .md or .json; a folder for all three. Several "
            "options are allowed.",
            show_default="NAME.report.html",
        ),
    ] = None,
    set_: Settings = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="Games of each setting with search bots.", show_default="by effort"
        ),
    ] = None,
    random: Annotated[
        int | None,
        typer.Option(min=1, help="Games at random.", show_default="by effort"),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...",
            help="Bots in place of the usual searcher (10 random playouts an option).",
            autocompletion=completion.bots,
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="STUDY,...",
            help="Make these studies only.",
            show_default="all",
            autocompletion=completion.studies,
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, max=10**6, help="Decisions after which a game is left unfinished.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same report.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="How many processes share the work; one a core."),
    ] = None,
    on: On = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an analysis that was stopped.")
    ] = False,
    json: Json = False,
) -> None:
    """Say what a game is like: its length, choices, skill, luck, drama, secrets.

    It is played by random and by search bots, and measured; the report is written to a page,
    NAME.report.html. Every figure has an interval of 95 % confidence. Ctrl-C ends it early and
    reports what there is; --resume goes on.

    kibitz analyse agram --vary HAND=3..8 compares variants, kibitz analyse --compare a.rcy agram
    games, on the same deals where their decks agree; --against says what changed since an older
    report. kibitz analyse --all --out DIR makes a catalogue of all games at hand.

    docs/analyse.md explains every measure.
    """
    from kibitz.bots.names import split

    one = not (every or vary or compare)
    wanted = Wanted(
        seed=seed,
        effort=effort or ("usual" if one else "quick"),
        bots=tuple(split(bots)) if bots else (),
        games=games,
        random=random,
        limit=limit,
        studies=None if only is None else tuple(only.replace(" ", "").strip(",").split(",")),
        workers=workers,
        on=on,
        resume=resume,
        pairing=bool(vary or compare),
    )
    given = names or []
    _check_together(given, every, vary, compare, against)
    if every:
        from kibitz.cli.catalogue import catalogue

        catalogue(given, wanted, set_, out, json)
    elif vary:
        _vary(given[0], vary, wanted, set_, out, json)
    elif compare:
        _compare(given, wanted, set_, out, json)
    else:
        _one(given[0], wanted, set_, against, out, json)


def _check_together(
    names: list[str],
    every: bool,
    vary: list[str] | None,
    compare: bool,
    against: Path | None,
) -> None:
    """Complain about what does not go together."""
    asked = {"--all": every, "--vary": vary, "--compare": compare, "--against": against}
    chosen = [name for name, there in asked.items() if there]
    if len(chosen) > 1:
        raise KibitzError(f"{chosen[0]} and {chosen[1]} do not go together", "one at a time")
    if every:
        return
    if not names:
        raise KibitzError("no game is named", "kibitz analyse GAME; or --all for all at hand")
    if compare and len(set(names)) == 1:
        raise KibitzError(
            f"{names[0]} is compared with nothing", "kibitz analyse --compare a.rcy b.rcy agram"
        )
    if vary and _is_report(names[0]):
        raise KibitzError(
            f"{names[0]} is taken for a report, and games are varied",
            "a house game's name, or the path of a .rcy file",
        )
    if not compare and len(names) > 1:
        together = f"kibitz analyse --compare {' '.join(names)}"
        raise KibitzError("one game at a time", f"to compare them: {together}")


# --- one game -------------------------------------------------------------------------------------


def _one(
    name: str,
    wanted: Wanted,
    set_: list[str] | None,
    against: Path | None,
    out: list[Path] | None,
    json: bool,
) -> None:
    """The report of a game; or what changed since an older one."""
    from kibitz.analysis.comparison import Side, compare
    from kibitz.analysis.damage import undamaged
    from kibitz.analysis.report import Report

    older = None if against is None else Report.read(against)
    game = None if _is_report(name) else load(name, set_)
    kind = "report" if older is None else "changes"
    stem = Path(name).name.partition(".")[0] if game is None else game.name
    paths = _paths(out, stem, kind, json)
    found = Report.read(Path(name)) if game is None else _report(game, wanted, json)
    if older is None or against is None:
        with undamaged() if game is None else nullcontext():
            _tell_report(found, game, paths, json)
        return
    title = found.about.title
    before = against if older.about.title == title else f"{older.about.title} ({against})"
    sides = [Side(str(before), older), Side(f"{title} now", found)]
    _tell_comparison(compare(sides, title=f"{title}: what changed"), paths, json)


def _is_report(name: str) -> bool:
    return name.endswith(".json")


def _report(game: Game, wanted: Wanted, json: bool) -> Report:
    wanted.check(game)
    must_be_resumable([game], wanted)
    with watched(wanted=not json) as watch:
        watch.begin(game.title, game)
        found = analysed(game, wanted, watch)
    if not found.measured and found.stopped:
        raise stopped("before anything was measured")
    if found.stopped is None:
        forget([game], wanted)
    return found


# --- several --------------------------------------------------------------------------------------


def _vary(
    name: str,
    vary: list[str],
    wanted: Wanted,
    set_: list[str] | None,
    out: list[Path] | None,
    json: bool,
) -> None:
    """Variants of a game side by side."""
    from kibitz.analysis.variants import grid, read_varied

    found = grid(name, read_varied(vary), settings(set_))
    games = {each.label: each.game for each in found.variants}
    title = f"Variants of {found.variants[0].game.title}"
    paths = _paths(out, found.variants[0].game.name, "variants", json)
    sides = _sides(games, wanted, json)
    base = found.declared if len(sides) == len(games) else 0
    _tell_sides(sides, title, base, found.left_out, paths, json)


def _compare(
    names: list[str],
    wanted: Wanted,
    set_: list[str] | None,
    out: list[Path] | None,
    json: bool,
) -> None:
    """Games side by side; a report that was written before need not be made again."""
    from kibitz.analysis.comparison import Side
    from kibitz.analysis.report import Report

    old = {name: Report.read(Path(name)) for name in names if _is_report(name)}
    loaded = {name: load(name, set_) for name in names if name not in old}
    titles = {name: loaded[name].title if name in loaded else name for name in names}
    labels = _labels(names, titles)
    stem = Path(names[0]).name.partition(".")[0]
    paths = _paths(out, stem, "comparison", json)
    new = _sides({labels[name]: game for name, game in loaded.items()}, wanted, json)
    reports = {side.label: side.report for side in new}
    reports |= {labels[name]: report for name, report in old.items()}
    sides = [Side(label, reports[label]) for label in labels.values() if label in reports]
    _tell_sides(sides, "", 0, (), paths, json)


def _labels(names: list[str], titles: dict[str, str]) -> dict[str, str]:
    """What each game is called beside the others: its title, or as it was typed if two have one."""
    return {
        name: title if (title := titles[name]) and list(titles.values()).count(title) == 1 else name
        for name in names
    }


def _sides(games: dict[str, Game], wanted: Wanted, json: bool) -> list[Side]:
    """The reports of some games, those that were made before somebody had enough."""
    from kibitz.analysis.comparison import Side

    for game in games.values():
        wanted.check(game)
    must_be_resumable(list(games.values()), wanted)
    sides: list[Side] = []
    with watched(wanted=not json) as watch:
        for number, (label, game) in enumerate(games.items()):
            if watch.enough.is_set():
                break
            watch.begin(f"{label} ({number + 1} of {len(games)})", game, number, len(games))
            found = analysed(game, wanted, watch)
            if found.measured or found.stopped is None:
                sides.append(Side(label, found))
    if len(sides) == len(games) and not any(side.report.stopped for side in sides):
        forget(list(games.values()), wanted)
    return sides


def _tell_sides(
    sides: list[Side],
    title: str,
    base: int,
    left_out: tuple[LeftOut, ...],
    paths: list[Path],
    json: bool,
) -> None:
    from kibitz.analysis.comparison import compare

    if len(sides) < 2:
        raise stopped("before there was anything to compare")
    _tell_comparison(compare(sides, title=title, base=base, left_out=left_out), paths, json)


# --- the end --------------------------------------------------------------------------------------


def _paths(out: list[Path] | None, stem: str, kind: str, json: bool) -> list[Path]:
    """The files to be written."""
    from kibitz.analysis.files import destinations

    given = [Path(f"{stem}.{kind}.html")] if out is None and not json else out or []
    return destinations(given, f"{stem}.{kind}")


def _tell_report(found: Report, game: Game | None, paths: list[Path], json: bool) -> None:
    """The report: on the terminal in short, in files at length."""
    from kibitz.analysis.files import Shown
    from kibitz.analysis.markdown import report_text
    from kibitz.analysis.page import report_page

    page, text = (lambda: report_page(found, game=game)), (lambda: report_text(found))
    _write(Shown(page, text, found.to_json), paths)
    if json:
        print_json(found.to_json())
    else:
        from kibitz.cli.measured import tell_report

        tell_report(found, stdout())
        _say_where(paths, found.stopped)


def _tell_comparison(found: Comparison, paths: list[Path], json: bool) -> None:
    from kibitz.analysis.comparison_page import comparison_page
    from kibitz.analysis.comparison_text import comparison_text
    from kibitz.analysis.files import Shown

    page, text = (lambda: comparison_page(found)), (lambda: comparison_text(found))
    _write(Shown(page, text, found.to_json), paths)
    if json:
        print_json(found.to_json())
    else:
        from kibitz.cli.measured import tell_comparison

        tell_comparison(found, stdout())
        ended = [side.report.stopped for side in found.sides if side.report.stopped]
        _say_where(paths, ended[0] if ended else None)


def _write(shown: Shown, paths: list[Path]) -> None:
    for path in paths:
        shown.write(path)


def _say_where(paths: list[Path], stopped: str | None) -> None:
    from rich.text import Text

    if stopped is not None:
        why = "you stopped it" if stopped == "interrupted" else "it took too long"
        stdout().print(Text(f"It ended early: {why}. {GO_ON}"), soft_wrap=True)
    for path in paths:
        stdout().print(Text(f"report: {path}"), soft_wrap=True)
