"""Reading files others may have written: so much and no more, and a sentence if it cannot be."""

from __future__ import annotations

from pathlib import Path

from kibitz.errors import KibitzError

__all__ = ["MOST", "is_there", "letters", "read_text"]

MOST = 4_000_000
"""Bytes of a description, of its sheet, or of a file of formulas."""


def read_text(path: str | Path, what: str, most: int = MOST) -> str:
    """The text of a file, which is to be `what`; of one that never ends no more is read either."""
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte in it
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise KibitzError(f"{path} cannot be read: {why}") from None
    if len(data) > most:
        raise KibitzError(f"{path} is too large to be {what} (more than {most:,} bytes)")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise KibitzError(f"{path} is not a text in UTF-8 (byte {error.start})") from None


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; no name is too long or too strange to ask."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def letters(name: str) -> str:
    """The name of a file as it can be sent and kept: a byte in it that is no letter is a `?`."""
    return name.encode(errors="replace").decode()
