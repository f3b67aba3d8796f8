"""French Tarot for five players, with a called king: the plain rules of `tarot_tables`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from .counting import Deal, Parameters, Truth, count, random_moves
from .perft import play
from .tarot_tables import FIVE, Position, dealt, seated, trumped

KINGS = ("KH", "KD", "KC", "KS")


def start(
    deal: Mapping[str, str],
    DEALS: int = 1,
    AUCTION: str = "YES",
    PETITSEC: str = "YES",
    SLAM: str = "YES",
) -> Position:
    """The first position of a deal: HAND 0 to HAND 4, and DOG."""
    assert DEALS == 1
    assert PETITSEC == "YES"
    return seated(FIVE, deal, AUCTION, SLAM)


def random_deal(rng: random.Random, **_: int | str) -> Deal:
    """A deal, at times one in which North has many trumps, or all the kings and queens."""
    trumps = [f"T{number}" for number in rng.sample(range(1, 22), 9)]
    courts = [*KINGS, *("QH", "QD", "QC", "QS")[: rng.choice((0, 4))]]
    return dealt(FIVE, rng, rng.choice(((), (), trumps, [*trumps, "EX"], courts)))


VARIANTS: tuple[Parameters, ...] = ({}, {"SLAM": "NO"}, {"AUCTION": "NO"})
"""Parameters with which the engine is compared to these rules."""


def truths() -> Iterator[Truth]:
    """Bids, calls and discards, poignées, and the ends of some deals."""
    rng = random.Random(12)
    bids = ("prise", "pass", "pass", "pass", "pass")
    yield count(start, {}, dealt(FIVE, rng), 2, ("pass", "garde"))
    yield count(start, {}, dealt(FIVE, rng), 3, bids)
    yield count(start, {}, dealt(FIVE, rng, KINGS), 1, bids)
    yield count(start, {}, dealt(FIVE, rng, [*KINGS, "QH", "QD", "QC", "QS"]), 1, bids)
    trumps = [f"T{number}" for number in range(2, 12)]
    without: Parameters = {"SLAM": "NO"}
    contre = ("garde_contre", "pass", "pass", "pass", "pass", "call_the_king_of_spades")
    yield count(start, without, dealt(FIVE, rng, trumps), 3, contre)
    yield count(start, without, dealt(FIVE, rng, ["KS", "1S", "2S"]), 3, contre)
    for parameters, own in ((without, ()), ({}, ("KS",)), (without, ("EX",)), ({}, ("T1",))):
        chosen: dict[str, Any] = dict(parameters)
        deal = dealt(FIVE, rng, own)
        position = play(start(deal, **chosen), *contre)
        later: tuple[str, ...] = ()
        while len(position.tricks) < 12:
            move = next(iter(random_moves(position, 1, rng)))
            position, later = play(position, move), (*later, move)
        yield count(start, chosen, deal, 15, (*contre, *later))
    # a chelem that the Excuse completes
    deal = dealt(FIVE, rng, ["EX", *(f"T{number}" for number in range(8, 22))])
    before = (*contre, "chelem_announced")
    yield count(start, {}, deal, 15, (*before, *trumped(play(start(deal), *before), 3, rng)))
