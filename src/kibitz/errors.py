"""Errors a user can cause. Each is one clear sentence, with a hint where there is one to give."""

from __future__ import annotations

__all__ = ["GameError", "IllegalAction", "KibitzError", "RecordError"]


class KibitzError(Exception):
    """Something a user can mend; the command line prints it without a traceback."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")
        self.message = message
        self.hint = hint


class GameError(KibitzError):
    """The rules of a game led to something they give no meaning to."""


class IllegalAction(KibitzError):
    """An action was asked for that is not on offer."""


class RecordError(KibitzError):
    """A record or a deal does not fit its game."""
