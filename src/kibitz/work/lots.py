"""Lots: numbered work in parts, so small that in the end nobody is waited for.

    lots = Lots(range(1000), hands=4)
    for number, answer in place.as_they_come(map(job, lots)):
        lots.took(number, answer["seconds"])

How the numbers are split depends on the clock; so what comes out of a lot must be such that it can
be put together in any way: numbers that are counted, or something for each number.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["Lots"]

LAP = 0.1
"""Seconds a lot is to take."""


class Lots:
    """Numbers in lots; each is made when somebody asks for it.

    >>> lots = Lots(range(7), hands=1)
    >>> first = next(iter(lots))
    >>> lots.took(0, 0.001)
    >>> first, next(iter(lots)), lots.rest
    (range(0, 1), range(1, 4), range(4, 7))
    """

    def __init__(self, numbers: range, hands: int, lap: float = LAP, most: int = 1_000_000) -> None:
        self.rest = numbers
        """What nobody has yet."""
        self.given: list[range] = []
        self._hands, self._lap, self._most = hands, lap, most
        self.pace = lap
        """Seconds that one number takes, as far as is known."""

    def __iter__(self) -> Iterator[range]:
        while self.rest:
            quick = int(self._lap / max(self.pace, 1e-9))
            size = max(1, min(quick, self._most, len(self.rest) // (2 * self._hands)))
            lot, self.rest = self.rest[:size], self.rest[size:]
            self.given.append(lot)
            yield lot

    def took(self, lot: int, seconds: float) -> None:
        """So long did the lot with this number take."""
        self.pace = seconds / len(self.given[lot])

    def stop(self) -> None:
        """Nobody gets any more."""
        self.rest = self.rest[:0]
