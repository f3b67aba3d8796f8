"""A booth: the sandbox of one bot at one seat, as the judge sees it.

    booth = Booth("my.py:MyBot", GameRef.of(game), seat, Terms(sandbox="auto"))
    line = booth.open()         a new process for a game, forked from the warm one
    line.send(text); line.receive(1.0)
    booth.rest(); booth.wake()  nobody thinks while it is another's turn
    booth.close()

Everything in it ends with the judge, however that ends.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import IO, Any

from kibitz import errors
from kibitz.bots.names import file_of, moved, program
from kibitz.engine import cache
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats import bwrap, calls, control, landlock
from kibitz.seats.limits import Limits, is_reachable, is_readable, own_user, seconds_for
from kibitz.seats.line import Gone, Late, Line, TooLong
from kibitz.seats.terms import Terms
from kibitz.work.closing import Closing

__all__ = ["GUEST", "Booth", "Gone", "Late", "Line", "TooLong", "available"]

GUEST = "kibitz.seats.guest:main"
"""What a process of a Python bot runs: it gets the channel, a socket, and what was told: `bot` (as
the booth sees it), `seat`, `folder`, `game` (the game itself, made) and `terms`."""

START = """\
import os, sys
told, line = b"", int(sys.argv[1])
while told[-1:] != b"\\n":
    told += os.read(line, 1) or os._exit(0)
sys.path[:] = told[:-1].decode().split("\\0")
del told
from kibitz.seats.warm import main
main(line)
"""

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/",
    "USER": "bot",
    "LOGNAME": "bot",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
"""What a bot that is held has for an environment. One thread each: who has more is no better."""

COMPILED = f"{bwrap.KIBITZ}/compiled"
"""Where what is compiled of the game is seen in a booth."""

NUMBERS = count()

OURS = str(Path(errors.__file__).parent)
"""Where Kibitz is."""

PATIENCE = 30.0
"""Seconds in which the warm process, which runs nobody's code, does what it is told."""


def available() -> tuple[str, str]:
    """Which kind of sandbox `auto` is here, and why."""
    refused = bwrap.refusal()
    if refused is None:
        return "bwrap", "bwrap works here"
    closed = ["files"] if landlock.version() else []
    closed += ["calls of the kernel"] if calls.is_known() else []
    held = f"{' and '.join(closed)} are limited by the kernel" if closed else "files can be seen"
    return "limits", f"{refused}; {held}"


class Booth(Closing):
    """The sandbox of one bot at one seat."""

    def __init__(
        self,
        bot: str,
        game: GameRef | None,
        seat: int,
        terms: Terms,
        *,
        heard: bool = False,
        folder: Path | None = None,
        visible: Sequence[Path] = (),
        target: str = GUEST,
    ) -> None:
        self.bot, self.game, self.seat, self.terms = bot, game, seat, terms
        self.heard, self.visible, self.target = heard, tuple(visible), target
        self.program = program(bot)
        path = file_of(bot)
        self.file = None if path is None else Path(os.path.abspath(path))
        self.folder = None if self.file is None else self.file.parent
        if folder is not None:
            self.folder = Path(os.path.abspath(folder))
            if self.file is not None and self.folder not in self.file.parents:
                raise KibitzError(f"the bot `{bot}` is not in {folder}")
        self._number = next(NUMBERS)
        self.kind: str = available()[0] if terms.sandbox == "auto" else terms.sandbox
        """What is in force."""
        if self.kind == "bwrap" and (refused := bwrap.refusal()):
            raise KibitzError(refused, "use --sandbox limits, or auto")
        self.started = 0
        """How often the warm process was started."""
        self._bare = False
        """Whether nothing that the bot's files import is loaded beforehand."""
        self._left = False
        """Whether nothing is to be started any more."""
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._errors: Any = None  # a file
        self._line: Line | None = None

    def start(self) -> None:
        """Start the warm process, unless it is there. Where it ends or hangs over what the bot's
        files import, it is started without that: each game imports it then, on the bot's time."""
        if self._process is not None and self._process.poll() is None:
            return
        if not hasattr(os, "fork"):
            raise KibitzError("bots that are not of the house need Linux, or a system like it")
        try:
            self._start()
        except KibitzError:
            if self._bare or self.file is None or self.program is not None:
                raise
            self._bare = True
            self._start()

    def _start(self) -> None:
        self.close()
        self._check_open()
        self.started += 1
        ours, theirs = socket.socketpair()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        with theirs, ExitStack() as files:
            data = [(files.enter_context(_filled(path)), to) for path, to in self._compiled()]
            numbers = [(file.fileno(), to) for file, to in data]
            within = (
                [] if self.kind != "bwrap" else bwrap.command(self.folder, self.visible, numbers)
            )
            self._process = subprocess.Popen(
                [*within, sys.executable, "-P", "-s", "-S", "-c", START, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[theirs.fileno(), *(number for number, _ in numbers)],
                start_new_session=True,
                env=self._environment(),
                cwd="/",
            )
        self._control = ours
        self._check_open()  # again: now there is something that `leave` can end
        ours.settimeout(self.terms.start + PATIENCE)
        try:
            ours.sendall("\0".join(self._paths()).encode() + b"\n")
            control.send(ours, self._told())
            control.receive(ours)
        except OSError:
            said = self._complaint()
            self.close()
            raise KibitzError(f"the sandbox ({self.kind}) does not start: {said}") from None
        ours.settimeout(PATIENCE)

    def open(self) -> Line:
        """A new process for a game; those before it are ended."""
        try:
            return self._open()
        except OSError:  # the warm process is gone: somebody ended it
            self.close()
            return self._open()

    def rest(self) -> None:
        """Stop all processes but the warm one."""
        self._do("rest")

    def wake(self) -> None:
        """Have them go on."""
        self._do("wake")

    def clear(self) -> None:
        """End all processes but the warm one."""
        self._hang_up()
        self._do("clear")

    def leave(self) -> None:
        """End everything from another thread, whatever is waited for; nothing starts any more."""
        self._left = True
        if (control := self._control) is not None:
            with suppress(OSError):
                control.shutdown(socket.SHUT_RDWR)  # as if the judge were gone

    def close(self) -> None:
        """End everything."""
        self._hang_up()
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _open(self) -> Line:
        self._hang_up()
        self.start()
        ours, theirs = socket.socketpair()
        status, status_end = os.pipe()
        output, output_end = os.pipe()
        try:
            assert self._control is not None
            told = theirs.fileno(), status_end, output_end
            control.send(self._control, {"do": "open"}, told)
            control.receive(self._control)
        except BaseException:
            ours.close()
            os.close(status)
            os.close(output)
            raise
        finally:
            theirs.close()
            os.close(status_end)
            os.close(output_end)
        self._line = Line(ours, status, output, self.terms.message, self.heard)
        return self._line

    def _check_open(self) -> None:
        if self._left:
            self.close()
            raise KibitzError("the bots of this table have been sent home")

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _do(self, what: str) -> None:
        """Have the warm process do something; if it is gone, so are all others."""
        if self._control is None:
            return
        with suppress(OSError):
            control.send(self._control, {"do": what})
            control.receive(self._control)
            return
        self.close()

    def outside(self, text: str) -> str:
        """Something that was said in it about files, with the names they have out here."""
        typed, (file, folder) = file_of(self.bot), self._inside()
        if typed is None or file is None or folder is None:
            return text
        text = text.replace(str(file), str(typed))
        return text if folder == self.folder else text.replace(f"{folder}/", f"{self.folder}/")

    def _inside(self) -> tuple[Path | None, Path | None]:
        """Where the bot's file and folder are for its processes."""
        file, folder = self.file, self.folder
        if file is not None and folder is not None and self.kind == "bwrap":
            inside = bwrap.place(folder)
            return inside / file.relative_to(folder), inside
        return file, folder

    def _told(self) -> dict[str, Any]:
        """What the warm process has to know."""
        file, folder = self._inside()
        return {
            "target": self.target,
            "bot": self.bot.strip() if file is None else moved(self.bot, file.parent),
            "file": None if file is None else str(file),
            "program": None if self.program is None else str(file),
            "folder": None if folder is None else str(folder),
            "seat": self.seat,
            "terms": asdict(self.terms),
            "limits": None if self.kind == "off" else asdict(self._limits()),
            "game": None if self.game is None else self.game.thing.of,
            "bare": self._bare,
            "kernels": sorted({entry.kernel for entry in self._kernels()}),
        }

    def _limits(self) -> Limits:
        """What its processes are held by."""
        terms = self.terms
        user = own_user(self._number)
        own = [str(path) for path in (self.folder, *self.visible) if path is not None]
        readable = [] if self.kind == "bwrap" else [OURS, *bwrap.interpreter(), *own]
        public = all(map(is_reachable, readable)) and all(map(is_readable, [OURS, *own]))
        closed = calls.is_known() and bool(landlock.version())
        if self.kind == "bwrap" and user is not None and not (public or closed):
            hint = f"chmod -R o+rX {' '.join(own)}"
            raise KibitzError("a user of its own cannot read the files of the bot", hint)
        return Limits(
            self.kind,
            terms.memory,
            terms.processes,
            seconds_for(terms.start, terms.move, terms.bank),
            user,
            user is not None and not public,
            tuple(readable),
            self.program is not None,
        )

    def _paths(self) -> list[str]:
        """Where Python looks for modules in it."""
        more = [str(path) for path in self.visible]
        if self.kind == "off":
            return [*(path for path in sys.path if path), *more]
        kibitz = bwrap.KIBITZ if self.kind == "bwrap" else os.path.dirname(OURS)
        return [kibitz, *bwrap.installed(), *more]

    def _environment(self) -> dict[str, str]:
        """The environment of its processes: ours, if it is not held, else nothing of it. Sets of
        words have the same order each time, and nothing is written beside a bot's files: they are
        the version that played, to the byte."""
        if self.kind == "off":
            return os.environ | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        libraries = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        compiled = COMPILED if self.kind == "bwrap" else str(cache.folder())
        return {**ENVIRONMENT, **libraries, "KIBITZ_CACHE": compiled}

    def _kernels(self) -> list[cache.Compiled]:
        """What is compiled of the game on this machine."""
        if self.game is None or self.program is not None:
            return []
        name = cache.plain(self.game.description.name)
        return [entry for entry in cache.compiled_games() if entry.game == name and entry.whole]

    def _compiled(self) -> Iterator[tuple[Path, str]]:
        """The files of that, and where they are to be seen where ours cannot be."""
        if self.kind == "bwrap":
            base = cache.folder()
            for path in (path for entry in self._kernels() for path in entry.files):
                if path.suffix != ".lock":
                    yield path, f"{COMPILED}/{path.relative_to(base)}"

    def _complaint(self) -> str:
        """The last line that the start of the warm process has said."""
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it has ended without a word"


def _filled(path: Path) -> IO[bytes]:
    """A file without a name, with what is in another."""
    file = tempfile.TemporaryFile()  # noqa: SIM115
    file.write(path.read_bytes())
    file.seek(0)
    return file
