"""Calls of the kernel that Python has no words for, through the C library."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

__all__ = ["call", "prctl"]


@cache
def _library() -> Any:  # its functions are found by name
    return ctypes.CDLL(None, use_errno=True)


def call(function: str, *arguments: Any) -> int:
    """What a function of the C library returns; an OSError if it is negative."""
    result: int = getattr(_library(), function)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def prctl(what: int, value: Any = 0, more: Any = 0) -> int:
    """Change something about this process; an OSError if that cannot be done."""
    return call("prctl", what, value, more, 0, 0)
