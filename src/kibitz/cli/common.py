"""What the commands share: their arguments, the two consoles, the way a game is loaded."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from kibitz.cli import completion
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from kibitz.engine.game import Game
    from kibitz.seats.terms import Sandbox

__all__ = [
    "Bar",
    "GameName",
    "Held",
    "Json",
    "On",
    "Settings",
    "compiling",
    "complain",
    "counted",
    "duration",
    "held",
    "load",
    "print_json",
    "print_text",
    "progress_bar",
    "prose",
    "settings",
    "stderr",
    "stdout",
]

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A house game's name, or the path of a .rcy file.",
        autocompletion=completion.games,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Give a parameter of the game a value."),
]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="ray|ADDRESS",
        help="Where the workers are: on a Ray cluster, that of this machine or another.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

Held = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="auto|bwrap|limits|off",
        help="How processes of bots that are not of the house are held.",
    ),
]


def held(kind: str) -> Sandbox:
    """The kind of sandbox that was asked for."""
    from kibitz.seats.terms import Sandbox

    known = get_args(Sandbox)
    if kind not in known:
        raise KibitzError(
            f"there is no sandbox `{kind}`{did_you_mean(kind, known)}",
            f"one of: {', '.join(known)}",
        )
    return cast("Sandbox", kind)


def settings(given: list[str] | None) -> dict[str, int | str]:
    """The parameters given as `NAME=VALUE`."""
    found: dict[str, int | str] = {}
    for text in given or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise KibitzError(f"`{text}` does not set a parameter", "write --set NAME=VALUE")
        try:
            found[name.upper()] = int(value)
        except ValueError:
            found[name.upper()] = value
    return found


def load(name: str, given: list[str] | None = None) -> Game:
    """The game of a command, with its parameters."""
    from kibitz.engine.descriptions import load

    return load(name, **settings(given))


def stdout() -> Console:
    """Where results go."""
    from kibitz.cli.visible import console

    return console()


def stderr() -> Console:
    """Where progress and complaints go."""
    from kibitz.cli.visible import console

    return console(stderr=True)


def complain(error: KibitzError) -> None:
    """One clear sentence on standard error."""
    from rich.text import Text

    text = str(error)
    if ": error: " not in text:  # the messages about a description say so themselves
        text = f"error: {text}"
    line = Text(text)
    line.highlight_words(["error:"], "bold red")
    stderr().print(line, soft_wrap=True)


def prose(text: str, width: int) -> str:
    """Paragraphs, filled anew to a width at which they can be read, with their lists."""
    width = min(width, 88)
    return "\n\n".join(_filled(paragraph, width) for paragraph in text.strip().split("\n\n"))


def _filled(paragraph: str, width: int) -> str:
    """One paragraph; lines that begin with `- ` are a list, whose items go on in indented lines."""
    from textwrap import fill

    if "\n " in paragraph and "\n- " not in f"\n{paragraph}":
        return paragraph  # set out by hand
    parts: list[str] = []
    for line in paragraph.split("\n"):
        begun = parts and not line.startswith("- ")
        if begun and (not parts[-1].startswith("- ") or line.startswith(" ")):
            parts[-1] = f"{parts[-1]} {line.strip()}"
        else:
            parts.append(line.strip())
    return "\n".join(
        fill(" ".join(part.split()), width, subsequent_indent="  " if part.startswith("- ") else "")
        for part in parts
    )


def duration(seconds: float) -> str:
    """A short time, to two digits: `12 ms`."""
    unit, size = next(
        ((unit, size) for unit, size in (("s", 1.0), ("ms", 1e-3)) if seconds >= size), ("µs", 1e-6)
    )
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def counted(number: int, what: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def print_text(text: str) -> None:
    """A text that may be kept: every character of it goes to a file or another program, and only
    what can be read to a terminal."""
    from kibitz.cli.visible import visible

    shown = visible(text) if sys.stdout.isatty() else text
    typer.echo(shown, nl=not text.endswith("\n"), color=True)  # else it takes some out


def print_json(value: object) -> None:
    from kibitz.cli.visible import escaped

    typer.echo(escaped(json.dumps(value, ensure_ascii=False, indent=2)))


def compiling(game: Game, *kernels: str) -> str:
    """What is said while kernels of a game are compiled."""
    from kibitz.engine.native import seconds_to_compile

    about = sum(seconds_to_compile(game, kernel) for kernel in kernels)
    return f"compiling {game.title} for this machine, once: about {about} s"


class Bar:
    """A progress bar that is told how many are done. It may say something else meanwhile."""

    def __init__(self, what: str, total: int, progress: Progress | None = None) -> None:
        self.what, self.total, self.progress = what, total, progress
        self.task = progress.add_task(what, total=total, wanted=f"{total:,}") if progress else None

    def __call__(self, done: int) -> None:
        if self.progress is not None and self.task is not None:
            self.progress.update(self.task, description=self.what, total=self.total, completed=done)

    def expect(self, total: int) -> None:
        """There are so many in all, as is known now."""
        if self.progress is not None and self.task is not None and total != self.total:
            self.total = total
            self.progress.update(self.task, total=total, wanted=f"{total:,}")

    def meanwhile(self, what: str) -> None:
        """Say what is being done that cannot be counted; the next number ends it."""
        if self.progress is not None and self.task is not None:
            self.progress.update(self.task, description=what, total=None)


@contextmanager
def progress_bar(
    what: str, total: int, wanted: bool = True, *, left: bool = False
) -> Iterator[Bar]:
    """A bar on standard error, if that is a terminal; it may say how long it will take."""
    if not wanted or not sys.stderr.isatty():
        yield Bar(what, total)
        return
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.fields[wanted]}"),
        TimeElapsedColumn(),
    ]
    if left:
        columns += [TimeRemainingColumn(), TextColumn("left")]
    with Progress(*columns, console=stderr(), transient=True) as progress:
        yield Bar(what, total, progress)
