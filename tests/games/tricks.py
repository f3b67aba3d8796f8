"""Two cards in a trick: which is higher."""

from __future__ import annotations

__all__ = ["both_ways"]


def both_ways(low: str, high: str) -> list[tuple[str, str, int]]:
    """The card led and the card played on it, both ways; each with some seeds, for two cards that
    were equal would be parted by chance."""
    ways = (low, high), (high, low)
    return [(led, played, seed) for led, played in ways for seed in range(4)]
