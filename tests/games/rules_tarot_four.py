"""French Tarot for four players: the plain rules of `tarot_tables`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play
from .tarot_tables import FOUR, Position, dealt, seated, trumped


def start(
    deal: Mapping[str, str],
    DEALS: int = 1,
    AUCTION: str = "YES",
    PETITSEC: str = "YES",
    SLAM: str = "YES",
) -> Position:
    """The first position of a deal: HAND 0 to HAND 3, and DOG."""
    assert DEALS == 1
    assert PETITSEC == "YES"
    return seated(FOUR, deal, AUCTION, SLAM)


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A deal, at times one in which North has many trumps."""
    trumps = [f"T{number}" for number in rng.sample(range(1, 22), 12)]
    return dealt(FOUR, rng, rng.choice(((), trumps, [*trumps, "EX"])))


VARIANTS: tuple[Parameters, ...] = ({}, {"SLAM": "NO"})
"""Parameters with which the engine is compared to these rules."""


def truths() -> Iterator[Truth]:
    """Bids and discards, poignées, and the ends of some deals."""
    rng = random.Random(12)
    contre = ("garde_contre", "pass", "pass", "pass")
    without: Parameters = {"SLAM": "NO"}
    yield count(start, {}, dealt(FOUR, rng), 3, ("pass", "garde"))
    yield count(start, {}, dealt(FOUR, rng), 3, ("pass", "prise", "pass", "pass"))
    # neither fours nor lower cards: only three to lay aside freely
    few = [f"T{number}" for number in range(2, 18)]
    yield count(start, {}, dealt(FOUR, rng, [*few, "KH", "EX"]), 2, ("prise", *contre[1:]))
    trumps = [f"T{number}" for number in range(2, 14)]
    yield count(start, without, dealt(FOUR, rng, trumps), 3, contre)
    yield count(start, without, dealt(FOUR, rng, [*trumps, "EX"]), 14, (*contre, "poignée_of_13"))
    for parameters, own in ((without, ()), ({}, ("T1",)), (without, ("EX",)), ({}, ("EX",))):
        chosen: dict[str, Any] = dict(parameters)
        deal = dealt(FOUR, rng, own)
        position = play(start(deal, **chosen), *contre)
        later: tuple[str, ...] = ()
        while len(position.tricks) < 15:
            move = next(iter(random_moves(position, 1, rng)))
            position, later = play(position, move), (*later, move)
        yield count(start, chosen, deal, 12, (*contre, *later))
    # a chelem that the Excuse completes
    deal = dealt(FOUR, rng, ["EX", *(f"T{number}" for number in range(5, 22))])
    before = (*contre, "chelem_announced")
    yield count(start, {}, deal, 15, (*before, *trumped(play(start(deal), *before), 3, rng)))
