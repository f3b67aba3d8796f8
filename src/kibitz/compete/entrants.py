"""Entrants' bots: where they are found, and the versions in which they are kept.

A *version* is a copy of all that a bot was when a phase began: its folder, without what is hidden
and without other entrants' bots, at `versions/<hash>/` in the folder of the competition. Bots play
from there, so nothing that happens to their files meanwhile changes anything; and afterwards
everybody can see what played.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from kibitz import __version__
from kibitz.bots.compiled import SUFFIX
from kibitz.bots.names import Filed, filed, network_of
from kibitz.bots.names import file_of as named_file
from kibitz.compete.charter import Entrant
from kibitz.errors import KibitzError
from kibitz.seats.finding import folder_of

__all__ = [
    "LARGEST",
    "MOST_FILES",
    "VERSIONS",
    "Taken",
    "all_in",
    "bots_in",
    "digest_of",
    "file_of",
    "found_from",
    "house",
    "lies_at",
    "take",
    "typed_from",
    "version_of",
]

VERSIONS = "versions"
LARGEST, MOST_FILES = 64_000_000, 2_000
"""Bytes and files of a version."""

LEFT_OUT = ("__pycache__", "node_modules")
ASKED = ("choose", "choose_seeing_all", "think")
"""Methods by which a class is known as a bot."""


# --- where bots are -------------------------------------------------------------------------------


def file_of(folder: Path, typed: str) -> Filed | None:
    """The file of a bot, or of its network, from the folder it is given from; None: there is
    none."""
    found = filed(typed)
    if found is not None:
        return replace(found, path=folder / found.path)
    if "/" in typed or (folder / typed).is_file():
        return Filed("", folder / typed, "")
    return None


def typed_from(folder: Path, typed: str) -> str:
    """A bot as it is found from anywhere. Complains about a file that is not there."""
    found = file_of(folder, typed.strip())
    if found is None:
        return typed.strip()
    path = found.path
    try:
        there = path.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        hint = "files are given from where the charter lies"
        if path.is_dir():
            inside = ", ".join(file.name for file in bots_in(path)) or "no bot"
            raise KibitzError(f"`{typed}` is a folder", f"there is {inside} in it")
        raise KibitzError(f"there is no file `{typed:.200}`", hint)
    return found.at(path.resolve())


def all_in(folder: Path, name: str) -> list[Entrant]:
    """Every bot in a folder, under the name of its file; and of every folder in it with a bot,
    that one, under the folder's name."""
    root = folder / name
    if not root.is_dir():
        raise KibitzError(f"there is no folder `{name}`", "entrants are a folder, or [[entrants]]")
    found: dict[str, Path] = {}
    for path in bots_in(root):
        other = found.setdefault(_stem(path), path)
        if other != path:
            raise KibitzError(
                f"`{other.name}` and `{path.name}` would have the same name", "rename one"
            )
    for inner in sorted(root.iterdir()):
        if not inner.is_dir() or inner.name.startswith(".") or inner.name in LEFT_OUT:
            continue
        bots = bots_in(inner) or bots_in(inner / "Players")
        if not bots:
            continue
        alike = [path for path in bots if _stem(path) in (inner.name, "bot", "main")]
        if len(bots) > 1 and len(alike) != 1:
            names = ", ".join(path.name for path in bots)
            raise KibitzError(
                f"the folder `{inner.name}` has several bots: {names}",
                f"call the one that plays {inner.name}.py or bot.py, or write [[entrants]]",
            )
        if inner.name in found:
            raise KibitzError(f"there are both a file and a folder `{inner.name}`", "rename one")
        found[inner.name] = alike[0] if len(bots) > 1 else bots[0]
    if not found:
        raise KibitzError(f"there is no bot in the folder `{name}`", "a class with choose, say")
    return [
        Entrant(called, str(path.relative_to(folder))) for called, path in sorted(found.items())
    ]


def bots_in(folder: Path) -> list[Path]:
    """The files in a folder that are bots, as far as one can tell without running them."""
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if path.is_file() and _is_bot(path)]


def _stem(path: Path) -> str:
    return path.name.removesuffix(SUFFIX) if path.name.endswith(SUFFIX) else path.stem


def _is_bot(path: Path) -> bool:
    if path.name.startswith((".", "_")):
        return False
    if path.name.endswith(SUFFIX):
        return True
    if path.suffix != ".py":
        return os.access(path, os.X_OK)
    if path.parent.name == "Players" and path.stem in ("Player", "MyHeuristic"):
        return False  # what RoboBrisca itself has there
    try:
        text = path.read_bytes()
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # somebody's, and broken: it will be said when it plays
    return text.startswith(b"#!") or any(
        isinstance(node, ast.ClassDef) and _plays(node) for node in tree.body
    )


def _plays(kind: ast.ClassDef) -> bool:
    methods = {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
    bases = {ast.unparse(base).rpartition(".")[2] for base in kind.bases}
    return bool(methods & set(ASKED)) or "Player" in bases


# --- versions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken:
    """A version that is kept."""

    bot: str
    """As it is typed, from the folder of the competition."""
    hash: str


def house(typed: str) -> Taken:
    """The version of a bot of the house, which has no files of its own."""
    text = f"kibitz {__version__} {typed}"
    return Taken(typed, hashlib.sha256(text.encode()).hexdigest()[:32])


def take(home: Path, folder: Path, typed: str, others: Iterable[str] = ()) -> Taken:
    """Keep a version of a bot that is given from a folder, in the competition's folder `home`.
    `others` are the bots of the other entrants, whose files are left out; so are charters, in which
    a seed may stand, and links that lead out of the bot's folder, to whatever the organiser can
    read."""
    found = file_of(folder, typed)
    if found is None:
        return house(typed)
    path = found.path
    if not path.resolve().is_relative_to(path.parent.resolve()):
        raise KibitzError(
            f"`{typed}` is a link that leads out of its folder", "put the file itself there"
        )
    path = path.resolve()
    root = folder_of(found.at(path)) or path.parent
    strange = {file.path.resolve() for one in others if (file := file_of(folder, one)) is not None}
    strange.discard(path)
    if path.name.endswith(SUFFIX) or network_of(typed) is not None:
        files = [path]
    else:
        charters = {one.resolve() for one in folder.glob("*.toml")}
        files = list(_files(root, strange | charters, home.resolve(), typed))
    named = [(PurePosixPath(root.name, *file.relative_to(root).parts), file) for file in files]
    digest = _digest((str(name), file) for name, file in named)
    at = home / VERSIONS / digest
    if not at.exists():
        _copy(named, at)
    inside = Path(VERSIONS, digest, root.name) / path.relative_to(root)
    return Taken(found.at(inside), digest)


def version_of(bot: str) -> Path | None:
    """The folder of the version a bot plays from, if it does."""
    path = named_file(bot)
    above = () if path is None else path.parents
    return next((one for one in above if one.parent.name == VERSIONS), None)


def lies_at(bot: str) -> str | None:
    """Where the file of a version lies, from the folder of the competition; None: it has none."""
    if bot.startswith(f"{VERSIONS}/"):  # a program looks like one only where it lies
        return bot
    path = named_file(bot)
    lies = "" if path is None else path.as_posix()
    return lies if lies.startswith(f"{VERSIONS}/") else None


def found_from(home: Path, bot: str) -> str:
    """A version in the competition's folder as it is found from anywhere."""
    if lies_at(bot) is None:
        return bot
    found = filed(bot)
    return str(home / bot) if found is None else found.at(home / found.path)


def digest_of(version: Path) -> str:
    """The hash of a version that is kept, from what is there."""
    files = sorted(path for path in version.rglob("*") if path.is_file() or path.is_symlink())
    return _digest((path.relative_to(version).as_posix(), path) for path in files)


def _files(folder: Path, strange: set[Path], home: Path, typed: str) -> Iterator[Path]:
    """All files of a bot's folder, its folders too, in an order that is always the same. A link
    that leads out of the folder is left out: it may lead to the secret."""
    own = folder.resolve()
    size = count = 0
    for root, folders, names in os.walk(folder):
        here = Path(root)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in LEFT_OUT
            and (here / name).resolve() != home
            and not (here / name / "competition.sqlite").exists()
        )
        for name in sorted(names):
            path = here / name
            if name.startswith(".") or not path.is_file():
                continue
            true = path.resolve()
            if true in strange or not true.is_relative_to(own):
                continue
            size, count = size + path.stat().st_size, count + 1
            if size > LARGEST or count > MOST_FILES:
                raise KibitzError(
                    f"the folder of `{typed}` has more than {LARGEST // 10**6} MB or "
                    f"{MOST_FILES:,} files",
                    "put the bot and what it needs into a folder of its own",
                )
            yield path


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    """A hash of contents, names, and which files are programs."""
    whole = hashlib.sha256()
    for name, path in sorted(files):
        try:
            content = path.read_bytes()
        except OSError as error:
            raise KibitzError(f"{path} cannot be read: {error.strerror}") from None
        runs = os.access(path, os.X_OK)
        whole.update(f"{name}\0{int(runs)}\0{len(content)}\0".encode(errors="surrogateescape"))
        whole.update(content)
    return whole.hexdigest()[:32]


def _copy(files: Sequence[tuple[PurePosixPath, Path]], at: Path) -> None:
    """Copy files to a new folder: whole, or not at all."""
    part = at.with_name(at.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(exist_ok=True)
    part.parent.chmod(0o711)
    for name, path in files:
        to = part / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
        to.chmod(0o755 if os.access(path, os.X_OK) else 0o644)
    part.rename(at)
