"""The command line of bubblewrap (`bwrap`): what is seen in a booth, and nothing else.

Seen are, all of it read-only, the programs and libraries of the system, the interpreter, Kibitz
itself, and the bot's folder, under names that tell nothing about where they are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import kibitz.seats
from kibitz.seats.limits import CONFIGURED, SYSTEM

__all__ = ["BOT", "KIBITZ", "command", "installed", "interpreter", "place", "refusal"]

BOT = "/bot"
"""Where a bot's folder is, in a booth."""

KIBITZ = "/kibitz"
"""And Kibitz."""

SECONDS = 10


def place(folder: Path) -> Path:
    """Where a bot's folder is in a booth. A folder `Players` keeps its name: bots import from it.

    >>> str(place(Path("ana/mybot"))), str(place(Path("ana/Players")))
    ('/bot', '/bot/Players')
    """
    return Path(BOT, "Players") if folder.name == "Players" else Path(BOT)


def command(
    folder: Path | None = None,
    visible: Sequence[Path] = (),
    data: Iterable[tuple[int, str]] = (),
    *,
    root: bool | None = None,
) -> list[str]:
    """bwrap with all its options, to be followed by the program. `data` are files made from
    descriptors: what is in them, and where it is to be seen."""
    ours = str(Path(kibitz.seats.__file__).parent.parent)
    words = [shutil.which("bwrap") or "bwrap"]
    words += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--new-session"]
    words += ["--unshare-cgroup-try"]
    if os.geteuid() == 0 if root is None else root:
        words += ["--cap-drop", "ALL"]  # but those that the warm process gives up when it starts
        for right in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            words += ["--cap-add", right]
    else:
        words += ["--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"]
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    shown = [(path, path) for path in (*interpreter(), *CONFIGURED, *map(str, visible))]
    shown.append((ours, f"{KIBITZ}/kibitz"))
    if folder is not None:
        shown.append((str(folder), str(place(folder))))
    made = [(str(descriptor), path) for descriptor, path in data]
    for path in _above(path for _, path in (*shown, *made)):  # else they would be root's alone
        words += ["--perms", "0755", "--dir", path]
    for source, path in shown:
        words += ["--ro-bind-try", source, path]
    for source, path in made:
        words += ["--perms", "0444", "--ro-bind-data", source, path]
    words += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/"]
    return [*words, "--chdir", "/" if folder is None else str(place(folder)), "--as-pid-1"]


@cache
def refusal() -> str | None:
    """Why bwrap does not work here; None if it does."""
    if sys.platform != "linux":
        return "bwrap is for Linux"
    if shutil.which("bwrap") is None:
        return "bwrap is not installed"
    try:
        tried = subprocess.run(
            [*command(), "/usr/bin/env", "true"],
            capture_output=True,
            timeout=SECONDS,
            env={"PATH": "/usr/bin:/bin"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap cannot be run: {error}"
    if tried.returncode == 0:
        return None
    said = tried.stderr.decode(errors="replace").strip().splitlines()
    return f"bwrap may not make namespaces here: {said[-1] if said else tried.returncode}"


def _above(paths: Iterable[str]) -> list[str]:
    """The folders above some paths, from the top down."""
    found = {str(above) for path in paths for above in Path(path).parents[:-1]}
    return sorted(path for path in found if not any(_within(path, top) for top in SYSTEM))


def interpreter() -> list[str]:
    """The folders of the interpreter and of what is installed for it, if they are not of the
    system."""
    found = [sys.base_prefix, sys.prefix, sys.exec_prefix, *_packages()]
    kept: list[str] = []
    for path in map(os.path.abspath, found):
        if path != "/" and not any(_within(path, top) for top in (*SYSTEM, *kept)):
            kept.append(path)
    return kept


def installed() -> list[str]:
    """Where Python looks for modules, but for Kibitz itself."""
    shown = [*SYSTEM, *interpreter()]
    return [path for path in sys.path if any(_within(path, top) for top in shown)]


def _packages() -> list[str]:
    """Folders of installed packages elsewhere, like the user's own."""
    named = ("site-packages", "dist-packages")
    return [path for path in sys.path if os.path.basename(path) in named and os.path.isdir(path)]


def _within(path: str, top: str) -> bool:
    return path == top or path.startswith(top + "/")
