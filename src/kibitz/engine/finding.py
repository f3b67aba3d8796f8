"""Finding games: by name or path, with what may have been meant if there is none.

Only files are looked at here: nothing is read of a description, and little imported, so that a list
of games or a Tab in the shell need not wait for the engine.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from kibitz.engine.files import is_there
from kibitz.engine.packages import brought
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["find_description", "house_games", "nearest_game", "plain"]

SHOWN = 12
"""Games that are named to somebody who asked for one that is not there."""


def house_games() -> dict[str, Path]:
    """The games that come with Kibitz or an installed package, and their descriptions."""
    folder = Path(str(resources.files("kibitz"))) / "games"
    found = {path.stem: path for path in sorted(folder.glob("*.rcy"))}
    for entry in brought("kibitz.games"):
        found.setdefault(entry.name, Path(str(entry.load())))
    return found


def find_description(name: str | Path) -> Path:
    """The file of a game given by name or path."""
    if not isinstance(name, str | Path):
        raise KibitzError(f"a game is given by its name or path, not by {name!r:.40}")
    games = house_games()
    if str(name) in games:
        return games[str(name)]
    path = Path(name)
    if is_there(path):
        if not path.is_dir():
            return path
        raise KibitzError(f"`{name}` is a folder, not a description", "give the .rcy file in it")
    if path.suffix or "/" in str(name):
        raise KibitzError(f"there is no file `{name!s:.200}`")
    beside = path.with_suffix(".rcy") if path.name else path
    near = f"; did you mean `{beside}`?" if is_there(beside) else nearest_game(str(name), games)
    house = ", ".join(games) if len(games) <= SHOWN else "see `kibitz games`"
    raise KibitzError(
        f"there is no game `{name!s:.80}`{near}",
        f"house games: {house}; or give the path of a .rcy file",
    )


def nearest_game(word: str, games: Mapping[str, Path]) -> str:
    """The end of a sentence: the game that may have been meant, by its name, its title or another
    name people have for it; or nothing."""
    if len(word) > 40:
        return ""
    names = {plain(called): name for name, path in games.items() for called in _called(path)}
    names |= {plain(name): name for name in games}
    wanted = plain(word)
    if wanted in names:
        return f"; did you mean `{names[wanted]}`?"
    near = did_you_mean(wanted, names).partition("`")[2].partition("`")[0]
    return f"; did you mean `{names[near]}`?" if near else ""


def plain(text: str) -> str:
    """A name as it is compared: in small letters, without accents, spaces and hyphens.

    >>> plain("Oh Hell"), plain("oh-hell"), plain("Écarté")
    ('ohhell', 'ohhell', 'ecarte')
    """
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", text)).casefold()


def _called(path: Path) -> Iterable[str]:
    """What the sheet beside a description says the game is called; nothing if it cannot be read,
    for whoever plays it is told why."""
    try:
        data = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    also = data.get("also")
    names = [data.get("title"), *(also if isinstance(also, list) else ())]
    return [name for name in names if isinstance(name, str)]
