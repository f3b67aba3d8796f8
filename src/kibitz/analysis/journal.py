"""The journal: every lot that was played, as soon as it was, so that an analysis can go on.

A line is a lot: what tells it apart from all others, and its answer. A line that was cut off by a
crash is left out when the journal is read, and played again.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.work import Job

__all__ = ["Journal", "key_of"]


def key_of(job: Job) -> str:
    """Tells a lot apart from all others: the same call with the same arguments, the same key."""
    things = {name: thing.key for name, thing in sorted(job.things.items())}
    told = json.dumps([job.call, job.arguments, things], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


class Journal:
    """The lots that were played; in a file, if there is a path."""

    def __init__(self, path: Path | None = None, *, resume: bool = False) -> None:
        self.answers: dict[str, Any] = {}
        self.path = path
        if path is None:
            return
        try:
            if resume and path.exists():
                self._read(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = "".join(_line(key, answer) for key, answer in self.answers.items())
            path.write_text(text, encoding="utf-8")  # without what was cut off
        except OSError as error:
            raise KibitzError(f"{path} cannot be written: {error.strerror}") from None

    def _read(self, path: Path) -> None:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
                self.answers[entry["lot"]] = entry["answer"]
            except (ValueError, KeyError, TypeError, RecursionError):
                continue

    def __contains__(self, key: str) -> bool:
        return key in self.answers

    def take(self, key: str) -> Any:
        """The answer of a lot, which is needed once."""
        return self.answers.pop(key)

    def keep(self, key: str, answer: Any) -> None:
        """Write down a lot that was just played."""
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(key, answer))
        except OSError as error:
            raise KibitzError(f"{self.path} cannot be written: {error.strerror}") from None


def _line(key: str, answer: Any) -> str:
    return json.dumps({"lot": key, "answer": answer}, separators=(",", ":")) + "\n"
