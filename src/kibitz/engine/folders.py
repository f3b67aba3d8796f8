"""Folders of records: one file for each game of a simulation or a match."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kibitz.engine.record import Record
from kibitz.errors import KibitzError

__all__ = ["MOST", "prepare", "save"]

MOST = 100_000
"""More games than this are not written one file each."""


def prepare(folder: Path, n: int, paths: Iterable[Path]) -> None:
    """Make the folder for n records, or say why they cannot be written to these paths in it."""
    if n > MOST:
        raise KibitzError(
            f"{n:,} records are too many files: at most {MOST:,}",
            "leave out --record, or play fewer games",
        )
    if folder.exists() and not folder.is_dir():
        raise KibitzError(f"{folder} is not a folder", "--record wants one, it may be new")
    there = next((path for path in paths if path.exists()), None)
    if there is not None:
        raise KibitzError(f"{there} is there already", "give a folder without such records")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KibitzError(f"the folder {folder} cannot be made: {error.strerror}") from None


def save(record: Record, path: Path) -> None:
    """Write a record to a file, or say why it cannot be written."""
    try:
        record.save(path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
