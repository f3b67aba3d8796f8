"""Bots by name: `random`, `ismcts:iterations=1000,policy=paranoid`, `path/my.py:MyBot:depth=3`.

A name is that of a house bot, of one that an installed package brings (in the entry-point group
`kibitz.bots`), or a class in a user's file, which need not be named if it is the only bot there.
Parameters of the class may follow. A file that can be run is a *program*: a bot in any language,
that speaks the protocol of `kibitz.seats` itself. What a name means depends on it, the game and the
files only, so another process finds the same bot by the same name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from kibitz.bots.bot import Bot
from kibitz.bots.compiled import SUFFIX, read_bot
from kibitz.bots.house import HOUSE
from kibitz.bots.parameters import Parameter, parameters_of, read_settings
from kibitz.bots.sources import failure, from_file, from_module, from_package, is_theirs, packaged
from kibitz.engine.game import Game
from kibitz.errors import KibitzError, did_you_mean

__all__ = [
    "Candidate", "Listed", "called", "described", "file_of", "find", "is_foreign", "listed",
    "moved", "names", "parts", "program", "split",
]  # fmt: skip

PACKAGED, OWN = "from an installed package", "from whoever runs this server"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that was found by its name, ready to be made."""

    name: str
    """As it was typed."""
    kind: type
    settings: Mapping[str, object]
    """What its class is called with."""
    person: bool = False
    """Whether a person decides, who has to be there."""

    def make(self) -> Bot:
        """A new bot of this kind."""
        try:
            return cast(Bot, self.kind(**self.settings))
        except KibitzError:
            raise
        except BaseException as error:
            if not is_theirs(error):
                raise
            raise failure(f"`{self.name}` cannot be made", error, self.kind) from None


@dataclass(frozen=True, slots=True)
class Listed:
    """A name, to be shown with its parameters."""

    name: str
    title: str
    """What it is called at a table."""
    about: str
    game: str | None
    """The game it is meant for; None: all of them."""
    parameters: tuple[Parameter, ...] = ()
    error: str | None = None
    """Why it cannot be used."""


def called(bot: str) -> str:
    """What a bot is called at its seat, among people, without parameters and folders.

    >>> called("ismcts:iterations=500"), called("bots/my.py:MyBot:depth=3"), called("bots/my.py")
    ('Searcher', 'MyBot', 'my')
    """
    path, name, _ = parts(bot)
    if path is not None:
        return name or path.stem
    return HOUSE[name].title if name in HOUSE else name


def described(bot: str) -> str:
    """What a bot is like, and what was set; where a file lies is nobody's business.

    >>> described("osla:deals=20")
    'looks one step ahead in sampled deals; deals=20'
    """
    path, name, settings = parts(bot)
    about = OWN if path is not None else HOUSE[name].about if name in HOUSE else PACKAGED
    return "; ".join(filter(None, [about, settings.replace(",", ", ")]))


def find(text: str, game: Game) -> Candidate:
    """The bot of a name in a game.

    >>> from kibitz.engine.descriptions import load
    >>> find("slow:seconds=0.5", load("agram")).settings
    {'seconds': 0.5}
    """
    typed = text.strip()
    path, name, rest = parts(typed)
    if path is not None:
        compiled = typed.endswith(SUFFIX)
        if program(typed) is not None:
            raise KibitzError(f"`{path}` is a program, not a class", "it can only play in a booth")
        kind = read_bot(path, game) if compiled else from_file(path, name, typed)
        called, person = f"{path}:{name}", False
    else:
        _meant_for(name, game)
        kind, called = _kind(name, game.name), name
        person = name in HOUSE and HOUSE[name].person
    return Candidate(typed, kind, read_settings(kind, rest, called), person)


def is_foreign(text: str) -> bool:
    """Whether a name stands for somebody else's code. Nothing is imported to know it. A bot that is
    compiled can do nothing but work out numbers, whoever wrote it.

    >>> is_foreign("my.py:MyBot:depth=3"), is_foreign("my.py"), is_foreign("ismcts:iterations=50")
    (True, True, False)
    """
    path, name, _ = parts(text.strip())
    if path is not None:
        return not text.strip().endswith(SUFFIX)
    return name not in HOUSE and name in packaged()


def program(text: str) -> Path | None:
    """The file of a bot that is a program and is run as it is: one with the right to that, and in
    Python only if its first line says what runs it. Those in a folder `Players` are RoboBrisca's.
    """
    path, name, _ = parts(text.strip())
    if path is None or name or path.name.endswith(SUFFIX):
        return None
    if path.suffix == ".py" and (path.absolute().parent.name == "Players" or not _is_script(path)):
        return None
    return path if os.access(path, os.X_OK) else None


def file_of(text: str) -> Path | None:
    """The file a bot is in, if it is in one."""
    return parts(text.strip())[0]


def moved(text: str, folder: Path) -> str:
    """The name of the same bot where its file lies in another folder.

    >>> moved("bots/my.py:MyBot:depth=3", Path("/tmp")), moved("random", Path("/tmp"))
    ('/tmp/my.py:MyBot:depth=3', 'random')
    """
    path, name, rest = parts(text.strip())
    if path is None:
        return text
    named = [] if text.strip().endswith(SUFFIX) else [name, rest]
    return ":".join(filter(None, [str(folder / path.name), *named]))


def names(game: Game | None = None) -> tuple[str, ...]:
    """The names that can be used in a game, or in any; files have none."""
    house = (n for n, bot in HOUSE.items() if game is None or bot.kind_for(game.name))
    return tuple(dict.fromkeys((*house, *packaged())))


def split(text: str) -> list[str]:
    """Several names, separated by commas, as commas also separate parameters.

    >>> split("random,ismcts:iterations=50,policy=maxn,first")
    ['random', 'ismcts:iterations=50,policy=maxn', 'first']
    """
    found: list[str] = []
    for part in text.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


def listed(game: Game | None = None) -> list[Listed]:
    """All names with what can be set, and those that cannot be used with why."""
    return [line for name in names(game) for line in _lines(name, game)]


def parts(text: str) -> tuple[Path | None, str, str]:
    """The file, if it is in one, the name of the class or bot, and the settings."""
    if text.endswith(SUFFIX):
        return Path(text), Path(text).name.removesuffix(SUFFIX), ""
    before, dot, after = text.partition(".py:")
    if dot or text.endswith(".py"):
        name, _, rest = after.partition(":")
        return Path(before + ".py" if dot else text), name.strip(), rest.strip()
    name, _, rest = text.partition(":")
    if name not in HOUSE and _is_program(text):
        return Path(text), "", ""
    return None, name.strip(), rest.strip()


def _is_program(text: str) -> bool:
    """Whether a text is the path of a file that can be run. Nobody's folder is looked through for
    it: it has to look like a path."""
    looks = "/" in text or "." in text
    try:
        return looks and Path(text).is_file() and os.access(text, os.X_OK)
    except (OSError, ValueError):
        return False


def _is_script(path: Path) -> bool:
    """Whether the first line of a file says what runs it."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def _meant_for(name: str, game: Game) -> None:
    """Complain about a name that means nothing in a game."""
    known = names(game)
    if name in known:
        return
    if name in HOUSE:
        raise KibitzError(
            f"the bot `{name}` is not meant for {game.title}, only for "
            f"{' and '.join(HOUSE[name].games)}",
            f"here there are {', '.join(known)}",
        )
    if ("/" in name or "." in name) and Path(name).is_file():
        raise KibitzError(
            f"`{name}` is not a file that can be run",
            f"a bot that is a program has a first line #!... and the right to it: chmod +x {name}",
        )
    raise KibitzError(
        f"there is no bot `{name}`{did_you_mean(name, known)}",
        f"one of: {', '.join(known)}; or one in a file: path/my.py:MyBot",
    )


def _kind(name: str, game: str) -> type:
    """The class a known name stands for in a game."""
    if name in HOUSE:
        return from_module(HOUSE[name].kind_for(game) or "", name)
    return from_package(packaged()[name])


def _lines(name: str, game: Game | None) -> Iterator[Listed]:
    """A name as it is listed: once, or once for each game if it is meant for some only."""
    about, games = PACKAGED, [""]
    if name in HOUSE:
        about, meant = HOUSE[name].about, HOUSE[name].games
        games = [one for one in meant if game is None or one == game.name] or [""]
    for one in games:
        try:
            parameters = parameters_of(_kind(name, one), name)
        except KibitzError as error:
            yield Listed(name, called(name), about, one or None, error=error.message)
        else:
            yield Listed(name, called(name), about, one or None, tuple(parameters.values()))
