"""Bots by name: `random`, `ismcts:iterations=1000,policy=paranoid`, `path/my.py:MyBot:depth=3`,
`net:path/my.npz`.

A name is that of a house bot, of one that an installed package brings (in the entry-point group
`kibitz.bots`), or a class in a user's file, which need not be named if it is the only bot there.
Parameters of the class may follow; one of them may be the path of a network, which is numbers and
no code. A file that can be run is a *program*: a bot in any language, that speaks the protocol of
`kibitz.seats` itself. What a name means depends on it, the game and the
files only, so another process finds the same bot by the same name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

from kibitz.bots.bot import Bot
from kibitz.bots.compiled import SUFFIX, read_bot
from kibitz.bots.house import HOUSE, HouseBot
from kibitz.bots.parameters import TRUTH, Parameter, parameters_of, read_settings
from kibitz.bots.sources import failure, from_file, from_module, from_package, is_theirs, packaged
from kibitz.engine.game import Game
from kibitz.errors import KibitzError, did_you_mean
from kibitz.nets.files import beside, brings

__all__ = [
    "Candidate", "Filed", "Listed", "asks_network", "called", "described", "file_of", "filed",
    "find", "is_foreign", "listed", "moved", "names", "network_of", "parts", "program", "split",
    "with_network",
]  # fmt: skip

NO_PATHS = {*TRUTH, "none"}
"""What may stand for a network, and is no file: see `kibitz.bots.house`."""

HOME = Path(str(resources.files("kibitz"))) / "games"
"""Where the house games lie."""

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


@dataclass(frozen=True, slots=True)
class Filed:
    """A name with the path of a file in it."""

    before: str
    """What stands before the path: `net:`."""
    path: Path
    after: str
    """What follows it: `:MyBot:depth=3`."""

    def at(self, path: Path) -> str:
        """The name of the same bot, where its file lies elsewhere."""
        return f"{self.before}{path}{self.after}"


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
    if path is None and (network := filed(bot)) is not None:
        lead = network.before.partition(":")[2].rpartition(",")[0]
        settings = ",".join(filter(None, [lead, network.after.strip(",")]))
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
    settings = read_settings(kind, _spelt_out(name, rest), called)
    if path is None and name in HOUSE and hasattr(kind, "must_fit"):
        kind.must_fit(game, **settings)
    return Candidate(typed, kind, settings, person)


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


def filed(text: str) -> Filed | None:
    """The file a bot is in, or that its network is in, if there is one: the only file that must be
    at hand for it, beside its folder if it is code.

    >>> filed("net:nets/my.npz"), filed("net")
    (Filed(before='net:file=', path=PosixPath('nets/my.npz'), after=''), None)
    """
    typed = text.strip()
    path, name, rest = parts(typed)
    if path is not None:
        named = [] if typed.endswith(SUFFIX) else [name, rest]
        return Filed("", path, "".join(f":{part}" for part in named if part))
    parameter = HOUSE[name].file if name in HOUSE else ""
    given = _spelt_out(name, rest).split(",")
    for k, part in enumerate(given):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == parameter != "" and value and value.lower() not in NO_PATHS:
            before = "".join(f"{one}," for one in given[:k])
            after = "".join(f",{one}" for one in given[k + 1 :])
            return Filed(f"{name}:{before}{key}=", Path(value), after)
    return None


def file_of(text: str) -> Path | None:
    """The file a bot is in, or that its network is in, if there is one."""
    found = filed(text)
    return None if found is None else found.path


def network_of(text: str) -> Path | None:
    """The file that the network of a bot is in, if there is one."""
    return file_of(text) if parts(text.strip())[0] is None else None


def asks_network(text: str) -> bool:
    """Whether a bot of the house goes by a network, in a file or the game's own."""
    path, name, rest = parts(text.strip())
    if path is not None or name not in HOUSE or not HOUSE[name].file:
        return False
    given = (part.partition("=")[0].strip() for part in rest.split(","))
    return HOUSE[name].brought or HOUSE[name].file in given


def with_network(text: str, game: Game) -> str:
    """The same bot, with the path of the network that a game brings along, if it goes by that one,
    and it does not lie wherever Kibitz is installed."""
    name = parts(text.strip())[1]
    if name not in HOUSE or not HOUSE[name].brought or filed(text) is not None:
        return text
    path = beside(game).absolute()
    return text if path.parent == HOME else f"{name}:{HOUSE[name].file}={path}"


def moved(text: str, folder: Path) -> str:
    """The name of the same bot where its file lies in another folder.

    >>> moved("bots/my.py:MyBot:depth=3", Path("/tmp")), moved("random", Path("/tmp"))
    ('/tmp/my.py:MyBot:depth=3', 'random')
    """
    found = filed(text)
    return text if found is None else found.at(folder / found.path.name)


def names(game: Game | None = None) -> tuple[str, ...]:
    """The names that can be used in a game, or in any; files have none. One that is for games with
    a network is there only if this game brings one along."""
    house = (n for n, bot in HOUSE.items() if game is None or _has(bot, game))
    return tuple(dict.fromkeys((*house, *packaged())))


def _has(bot: HouseBot, game: Game) -> bool:
    return bool(bot.kind_for(game.name)) and (not bot.brought or brings(game))


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


def _spelt_out(name: str, settings: str) -> str:
    """Settings with the name of each parameter, also of one that may go without."""
    bot = HOUSE.get(name)
    if bot is None or not bot.bare or not settings or "=" in settings.partition(",")[0]:
        return settings
    return f"{bot.file}={settings}"


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
    if (name in HOUSE and HOUSE[name].kind_for(game.name)) or name in packaged():
        return
    known = names(game)
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
