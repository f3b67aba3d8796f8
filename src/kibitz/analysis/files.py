"""Files of reports: what they are called, how they are written, and which of them are ours.

A file that is no report of ours is never overwritten. So those we write say what they are: pages
and texts in a remark, data by its format.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.engine.files import is_there
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["KINDS", "Shown", "destinations", "is_ours", "json_text", "write"]

KINDS = (".html", ".md", ".json")
MARK = "<!-- made by kibitz analyse -->"
DOCTYPE = "<!doctype html>\n"
FORMATS = ("kibitz-analysis", "kibitz-comparison", "kibitz-catalogue")


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that can be written in all kinds of files."""

    page: Callable[[], str]
    text: Callable[[], str]
    data: Callable[[], dict[str, Any]]

    def write(self, path: Path) -> None:
        """Write it to a file, in the kind that its name says."""
        if path.suffix == ".html":
            write(path, self.page().replace(DOCTYPE, f"{DOCTYPE}{MARK}\n", 1))
        elif path.suffix == ".md":
            write(path, f"{self.text().rstrip()}\n\n{MARK}\n")
        else:
            write(path, json_text(self.data()))


def json_text(data: dict[str, Any]) -> str:
    """Data as it stands in a file: the same data, the same bytes."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def destinations(given: Sequence[Path], stem: str) -> list[Path]:
    """The files to be written, where files or folders were asked for; nothing is begun if one of
    them cannot be: it is of no kind we write, somebody else's, or where nobody may write."""
    found: list[Path] = []
    for path in given:
        if path.is_dir() or not path.suffix:
            found += [path / f"{stem}{kind}" for kind in KINDS]
        elif path.suffix in KINDS:
            found.append(path)
        else:
            near = did_you_mean(path.suffix, KINDS)
            raise KibitzError(
                f"a report is no `{path.suffix}` file{near}",
                f"a name that ends with {', '.join(KINDS)}, or a folder",
            )
    for path in found:
        _check(path)
    return list(dict.fromkeys(found))


def _check(path: Path) -> None:
    """Complain about a file that cannot be written, or must not."""
    if is_there(path) and not is_ours(path):
        raise KibitzError(
            f"{path} is there already, and is no report",
            "give another name with --out, or take it away",
        )
    folder = next((each for each in path.parents if is_there(each)), path.parent)
    if not folder.is_dir():
        raise KibitzError(f"{folder} is not a folder", "give another name with --out")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise KibitzError(
            f"{path} cannot be written: {error.strerror}", "give another name with --out"
        ) from None


def is_ours(path: Path) -> bool:
    """Whether a file is a report that we have written."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    if path.suffix == ".html":
        return text.startswith(f"{DOCTYPE}{MARK}\n")
    if path.suffix == ".md":
        return text.endswith(f"{MARK}\n")
    try:
        data = json.loads(text)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("format") in FORMATS


def write(path: Path, text: str) -> None:
    """Write a file as a whole: nobody ever sees half of one. What is no text, as names of files may
    have it, becomes a question mark."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        part.replace(path)
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
