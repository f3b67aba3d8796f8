"""What the shell offers when Tab is pressed: games and bots by name, and files that may be one.

`kibitz --install-completion` sets it up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = [
    "bots",
    "efforts",
    "families",
    "games",
    "knowledge",
    "methods",
    "networks",
    "paces",
    "packs",
    "studies",
]


def games(incomplete: str) -> list[str]:
    """Games whose name begins like that, and descriptions in files."""
    from kibitz.engine.finding import house_games

    return [*_begun(incomplete, house_games()), *_files(incomplete, ".rcy")]


def bots(incomplete: str) -> list[str]:
    """Bots whose name begins like that, the last of several; and files that may hold one."""
    from kibitz.bots.names import names

    before, comma, last = incomplete.rpartition(",")
    found = (*_begun(last, names()), *_files(last, ".py"))
    name, colon, begun = last.partition(":")
    if name == "net" and colon:
        found = tuple(f"{name}:{file}" for file in _files(begun, ".npz"))
    return [f"{before}{comma}{name}" for name in found]


def families(incomplete: str) -> list[str]:
    """Families of games."""
    from kibitz.engine.entries import FAMILIES

    return _begun(incomplete, FAMILIES)


def paces(incomplete: str) -> list[str]:
    """How long a game takes."""
    from kibitz.engine.shelf import PACES

    return _begun(incomplete, PACES)


def packs(incomplete: str) -> list[str]:
    """Whose cards."""
    from kibitz.engine.packs import PACKS

    return _begun(incomplete, PACKS)


def efforts(incomplete: str) -> list[str]:
    """How much an analysis may play."""
    from kibitz.analysis.effort import EFFORTS

    return _begun(incomplete, EFFORTS)


def studies(incomplete: str) -> list[str]:
    """Studies of an analysis whose name begins like that, the last of several."""
    from kibitz.analysis.studies import STUDIES

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _begun(last, [each.key for each in STUDIES])]


def methods(incomplete: str) -> list[str]:
    """Ways to learn."""
    from kibitz.learn.settings import METHODS

    return _begun(incomplete, METHODS)


def knowledge(incomplete: str) -> list[str]:
    """What a network is told of the cards it does not see."""
    return _begun(incomplete, ("no", "possible", "yes"))


def networks(incomplete: str) -> list[str]:
    """Files that may hold a network."""
    return list(_files(incomplete, ".npz"))


def _begun(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _files(incomplete: str, suffix: str) -> Iterator[str]:
    """Files of a kind, and folders on the way to some, if somebody has begun to type one."""
    folder, slash, begun = incomplete.rpartition("/")
    if not incomplete:
        return
    try:
        found = sorted(Path(f"{folder}{slash}" or ".").iterdir())
    except OSError:
        return
    for path in found:
        if path.name.startswith(begun) and not (begun == "" and path.name.startswith(".")):
            if path.is_dir():
                yield f"{folder}{slash}{path.name}/"
            elif path.suffix == suffix:
                yield f"{folder}{slash}{path.name}"
