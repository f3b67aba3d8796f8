"""Turns: those who wait, served fairly: one of each asker, round and round."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

__all__ = ["Turns"]

T = TypeVar("T")


class Turns(Generic[T]):
    """What waits, by who asked for it: somebody, maybe for one of several tables of theirs.

    >>> turns = Turns[str]()
    >>> for askers, what in [
    ...     (["ann", "first table"], "a1"), (["ann", "second table"], "a2"),
    ...     (["ann", "second table"], "a3"), (["bea", "her table"], "b1"),
    ... ]:
    ...     turns.add(askers, what)
    >>> turns.waiting("ann")
    3
    >>> [turns.next() for _ in range(len(turns))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._own: deque[T] = deque()
        self._askers: OrderedDict[str, Turns[T]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def waiting(self, asker: str) -> int:
        """How much somebody has asked for."""
        return len(self._askers.get(asker, ()))

    def add(self, askers: Sequence[str], what: T) -> None:
        self._count += 1
        if askers:
            self._askers.setdefault(askers[0], Turns()).add(askers[1:], what)
        else:
            self._own.append(what)

    def next(self, but: Collection[str] = ()) -> T | None:
        """The next in turn, of somebody else than those named; its asker then waits until all
        others had theirs."""
        if self._own:
            self._count -= 1
            return self._own.popleft()
        asker = next((asker for asker in self._askers if asker not in but), None)
        if asker is None:
            return None
        self._count -= 1
        turns = self._askers.pop(asker)
        found = turns.next()
        if turns:
            self._askers[asker] = turns
        return found

    def remove(self, askers: Sequence[str], what: T) -> bool:
        """It is not wanted any more; whether it was still waiting."""
        if askers:
            turns = self._askers.get(askers[0])
            found = turns is not None and turns.remove(askers[1:], what)
            if found and not turns:
                del self._askers[askers[0]]
        else:
            found = what in self._own
            if found:
                self._own.remove(what)
        self._count -= found
        return found
