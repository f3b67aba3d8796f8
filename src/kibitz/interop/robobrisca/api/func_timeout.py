"""`func_timeout`: a package that RoboBrisca needed, as far as bots use it, if it is missing."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

__all__ = ["FunctionTimedOut", "func_set_timeout", "func_timeout"]


class FunctionTimedOut(BaseException):
    """A function has taken too long."""

    __module__ = "func_timeout"

    def __init__(self, msg: str = "", timedOutAfter: float | None = None) -> None:
        super().__init__(msg)
        self.msg = msg
        self.timedOutAfter = timedOutAfter


def func_timeout(
    timeout: float,
    func: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """What a function returns, if it does so in time; otherwise it is told to stop, and may or may
    not."""
    found: list[tuple[bool, Any]] = []

    def work() -> None:
        try:
            found.append((True, func(*args, **(kwargs or {}))))
        except BaseException as error:
            found.append((False, error))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(timeout)
    if not found:
        if thread.ident is not None:
            number, how = ctypes.c_ulong(thread.ident), ctypes.py_object(FunctionTimedOut)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(number, how)
        raise FunctionTimedOut(f"it has taken longer than {timeout} seconds", timeout)
    done, value = found[0]
    if not done:
        raise value
    return value


def func_set_timeout(timeout: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The same as a decorator."""

    def limited(func: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(func)
        def call(*args: Any, **kwargs: Any) -> Any:
            return func_timeout(timeout, func, args, kwargs)

        return call

    return limited


func_timeout.__module__ = func_set_timeout.__module__ = "func_timeout"
