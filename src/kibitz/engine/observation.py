"""Observations: what one observer has seen of a game and sees now, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine.events import Event

__all__ = ["Observation"]


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat has seen and sees: nothing in it depends on a card it cannot see.

    `places` maps the name of a place to its cards (numbers, bottom first; in no order if it has
    none that can be seen) or, where they are hidden, to how many there are.
    """

    seat: int | None
    to_move: int | None
    places: dict[str, tuple[int, ...] | int]
    stores: dict[str, int | str]
    events: tuple[Event, ...]
    options: tuple[int, ...]
    """Ids of the actions on offer, if it is this seat's turn."""

    def __bytes__(self) -> bytes:
        return repr(
            (
                self.seat,
                self.to_move,
                sorted(self.places.items()),
                sorted(self.stores.items()),
                [event.key() for event in self.events],
                self.options,
            )
        ).encode()
