"""Faults of our own, one line each at the terminal of whoever runs the server.

Connections fail all the time, thousands at once if somebody wants that, and are nobody's business;
a fault of ours is. It is told by its kind and place alone: what Python says about it, and the
traceback, may tell of cards and tokens.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path

from kibitz.errors import KibitzError, fault

__all__ = ["LOGGER", "Faults", "noted"]

OURS = Path(__file__).parent.parent
LOGGER = logging.getLogger("kibitz.table")
MOST = 20
"""Faults that are shown; what comes after them is more of the same."""


def noted(error: Exception) -> KibitzError:
    """Tell whoever runs the server of a fault; what everybody else is told of it."""
    LOGGER.error("%s", _line(error, _place(error)))
    return fault(error)


def _line(error: BaseException, place: str | None) -> str:
    return f"something went wrong inside Kibitz: {type(error).__name__} in {place or 'no file'}"


def _place(error: BaseException) -> str | None:
    """Where in our files it was, if it has to do with us."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(OURS):
            return f"{file.relative_to(OURS)}, line {frame.lineno}"
    return None


class Faults(logging.Handler):
    """Shows what is logged about faults, each once; all else is dropped."""

    def __init__(self, show: Callable[[str], object]) -> None:
        super().__init__(logging.ERROR)
        self._show = show
        self._shown: set[str] = set()

    def listen(self) -> None:
        """Hear all that is logged by us and those we run on, instead of whoever did."""
        for name in (LOGGER.name, "asyncio", "uvicorn.error"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [self], False
            logger.setLevel(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        text = self._told(record)
        if text is None or text in self._shown or len(self._shown) >= MOST:
            return
        self._shown.add(text)
        self._show(text)

    def _told(self, record: logging.LogRecord) -> str | None:
        if record.name == LOGGER.name:
            return record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, Exception) or isinstance(error, OSError):
            return None
        place = _place(error)
        return None if place is None else _line(error, place)
