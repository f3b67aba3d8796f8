"""Faults of ours, as they are told: what Python says about them may tell of hidden cards."""

from __future__ import annotations

from kibitz.errors import KibitzError

__all__ = ["fault"]


def fault(error: BaseException) -> KibitzError:
    """A complaint about ourselves that tells nothing but its kind."""
    return KibitzError(
        f"something went wrong inside Kibitz ({type(error).__name__})", "please report it"
    )
