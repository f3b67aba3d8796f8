"""Errors a user can cause. Each is one clear sentence, with a hint where there is one to give, and
what may have been meant where a word is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "GameError",
    "IllegalAction",
    "KibitzError",
    "OutOfReach",
    "RecordError",
    "did_you_mean",
    "fault",
]

MOST_WORDS = 2000
"""Nothing is suggested out of more words than this: it takes too long."""


class KibitzError(Exception):
    """Something a user can put right; the command line prints it without a traceback.

    >>> kibitz.load("agrm")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: there is no game `agrm`; did you mean `agram`?
      hint: ...
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")
        self.message = message
        self.hint = hint


class GameError(KibitzError):
    """The rules of a game led to something they give no meaning to."""


class IllegalAction(KibitzError):
    """An action was asked for that is not on offer."""


class OutOfReach(KibitzError):
    """What would take too long or too much room to be found: deals that fit all that is known."""


class RecordError(KibitzError):
    """A record or a deal does not fit its game."""


def fault(error: BaseException) -> KibitzError:
    """A complaint about ourselves that tells nothing but its kind: what Python says about a fault
    may tell of hidden cards."""
    return KibitzError(
        f"something went wrong inside Kibitz ({type(error).__name__})", "please report it"
    )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence: "; did you mean `move`?", or nothing."""
    candidates = sorted(set(known))
    if len(word) > 40 or len(candidates) > MOST_WORDS:
        return ""
    close = [other for other in candidates if sorted(other) == sorted(word)]
    close += get_close_matches(word, candidates, n=1, cutoff=0.6)
    return f"; did you mean `{close[0]}`?" if close else ""
