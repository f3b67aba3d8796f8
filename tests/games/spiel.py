"""OpenSpiel's own games, told what to do in their own words."""

from __future__ import annotations

from typing import Any

__all__ = ["follow", "on_offer"]


def on_offer(other: Any) -> dict[str, int]:
    """What may be decided there now, by a seat or by chance: the numbers, by what they say."""
    return {other.action_to_string(number): number for number in other.legal_actions()}


def follow(other: Any, *words: str) -> None:
    """Decide there what these say, one after the other."""
    for word in words:
        other.apply_action(on_offer(other)[word])
