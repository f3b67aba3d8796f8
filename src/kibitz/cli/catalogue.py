"""`kibitz analyse --all`: a site of all games at hand."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from kibitz.analysis.catalogue import INDEX, Catalogue, Entry, kept, prepare, write_entry
from kibitz.cli.analysing import Wanted, Watch, analysed, forget, journal_of, watched
from kibitz.cli.common import counted, print_json, stdout
from kibitz.engine.cache import plain
from kibitz.engine.descriptions import find_description, house_games, load
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["catalogue", "games_at_hand"]

FOLDER = Path("catalogue")


def catalogue(
    names: list[str],
    wanted: Wanted,
    set_: list[str] | None,
    out: list[Path] | None,
    json: bool,
) -> None:
    """Analyse all house games and those that are named; what is there is kept with --resume."""
    if set_:
        raise KibitzError("--all and --set do not go together", "--vary compares variants")
    if out is not None and len(out) > 1:
        raise KibitzError("a catalogue is one folder", "--out DIR")
    folder = out[0] if out else FOLDER
    wanted.check(None)
    for name in names:
        find_description(name)
    prepare(folder)
    games = games_at_hand(names)
    old = kept(folder) if wanted.resume else {}
    entries = {name: _planned(name, found, wanted) for name, found in games.items()}
    entries |= {
        name: old[name]
        for name, entry in entries.items()
        if name in old and entry.error is None and old[name].made == entry.made
    }
    todo = {
        name: game
        for name, game in games.items()
        if isinstance(game, Game) and entries[name].report is None
    }
    with watched(wanted=not json) as watch:
        for number, (name, game) in enumerate(todo.items()):
            if watch.enough.is_set():
                break
            watch.begin(f"{game.title} ({number + 1} of {len(todo)})", game, number, len(todo))
            entries[name] = _made(entries[name], game, wanted, watch)
            write_entry(folder, entries[name], game)
            Catalogue.of(list(entries.values())).write(folder)
    found = Catalogue.of(list(entries.values()))
    found.write(folder)
    if json:
        print_json(found.to_json())
    else:
        _tell(found, folder, watch)


def games_at_hand(names: list[str]) -> dict[str, Game | KibitzError]:
    """All games, by the names of their files; what is wrong with those that are broken."""
    found: dict[str, Game | KibitzError] = {}
    for name in dict.fromkeys([*house_games(), *names]):
        stem = own = name if name in house_games() else plain(Path(name).stem)
        number = 1
        while own in (*found, "index"):
            number += 1
            own = f"{stem}-{number}"
        try:
            found[own] = load(name)
        except KibitzError as error:
            found[own] = error
    return found


def _planned(name: str, found: Game | KibitzError, wanted: Wanted) -> Entry:
    """A game that is still to be analysed, or cannot be."""
    if isinstance(found, KibitzError):
        return Entry(name, name, "", error=_sentence(found))
    return Entry(name, found.title, journal_of(found, wanted).stem)


def _made(entry: Entry, game: Game, wanted: Wanted, watch: Watch) -> Entry:
    """The same with its report; whatever is wrong with one game does not stop the others."""
    try:
        wanted.check(game)
        report = analysed(game, wanted, watch)
    except KibitzError as error:
        return Entry(entry.name, entry.title, entry.made, error=_sentence(error))
    if report.stopped == "interrupted":
        made = report if report.measured else None
        return Entry(entry.name, entry.title, entry.made, made)
    forget([game], wanted)
    return Entry(entry.name, entry.title, entry.made, report)


def _sentence(error: KibitzError) -> str:
    return error.message.splitlines()[0]


def _tell(found: Catalogue, folder: Path, watch: Watch) -> None:
    out = stdout()
    done = [entry for entry in found.entries if entry.report is not None]
    out.print(Text(f"{counted(len(done), 'game')} in the catalogue", style="bold"))
    for entry in found.entries:
        if entry.error is not None:
            out.print(Text(f"not {entry.title}: {entry.error}", style="yellow"), soft_wrap=True)
    if watch.enough.is_set():
        text = "Stopped early: the same command with --resume goes on."
        out.print(Text(text), soft_wrap=True)
    out.print(Text(f"site: {folder / INDEX}"), soft_wrap=True)
