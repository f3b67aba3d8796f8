"""Turns: those who wait, served fairly: one of each asker, round and round."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

__all__ = ["Turns"]

T = TypeVar("T")


class Turns(Generic[T]):
    """What waits, by who asked for it.

    >>> turns = Turns[str]()
    >>> for asker, what in [("ann", "a1"), ("ann", "a2"), ("ann", "a3"), ("bea", "b1")]:
    ...     turns.add(asker, what)
    >>> [turns.next() for _ in range(len(turns))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, asker: str, what: T) -> None:
        self._waiting.setdefault(asker, deque()).append(what)
        self._count += 1

    def next(self) -> T | None:
        """The next in turn; its asker then waits until all others had theirs."""
        if not self._waiting:
            return None
        asker, waiting = self._waiting.popitem(last=False)
        self._count -= 1
        found = waiting.popleft()
        if waiting:
            self._waiting[asker] = waiting
        return found
