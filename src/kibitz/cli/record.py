"""`kibitz record`: records of games, from RoboBrisca's to ours and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import complain, counted, stdout
from kibitz.errors import KibitzError, RecordError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.record import Record

__all__ = ["record"]

SUFFIXES = {"robobrisca": ".txt", "kibitz": ".json"}
"""The kinds of records, and what their files are called."""


def record(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records of games.")],
    to: Annotated[str, typer.Option("--to", metavar="KIND", help="`robobrisca` or `kibitz`.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="A folder for them, which may be new; without one, or with `-`, a single record "
            "is printed.",
        ),
    ] = None,
) -> None:
    """Make records of Brisca RoboBrisca's, or ours; byte for byte, there and back.

    A file that cannot be converted is named with the reason, and the others are written. Nothing is
    overwritten.
    """
    if to not in SUFFIXES:
        near = did_you_mean(to, SUFFIXES)
        raise KibitzError(f"there are no records of the kind `{to}`{near}", "robobrisca or kibitz")
    if out is None or str(out) == "-":
        if len(files) > 1:
            raise KibitzError("several records are not printed", "give a folder: --out DIR")
        sys.stdout.flush()
        sys.stdout.buffer.write(_converted(files[0], to))
        return
    _prepare(out)
    done = 0
    for file in files:
        try:
            _write(out / f"{file.stem}{SUFFIXES[to]}", _converted(file, to))
        except KibitzError as error:
            complain(error)
        else:
            done += 1
    from rich.text import Text

    told = counted(done, "record") if done == len(files) else f"{done:,} of {len(files):,} records"
    stdout().print(Text(f"{told} written to {out}"), soft_wrap=True)
    if done < len(files):
        raise typer.Exit(2)


def _converted(file: Path, to: str) -> bytes:
    """What is to be in the new file."""
    from kibitz.cli.records import opened

    found = opened(file)
    try:
        return _as(to, found)
    except KibitzError as error:
        raise RecordError(f"{file}: {error.message}", error.hint) from None


def _as(to: str, found: Record) -> bytes:
    if to == "kibitz":
        return f"{found.to_json()}\n".encode()
    from kibitz.interop.robobrisca.records import bytes_of

    return bytes_of(found)


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KibitzError(f"the folder {folder} cannot be made: {error.strerror}") from None


def _write(path: Path, data: bytes) -> None:
    """Write a file that is not there yet."""
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise KibitzError(f"{path} is there already", "give another folder") from None
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
