"""Long work in the event loop: a little at a time, and one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from kibitz.table.patience import SLICE, Patience


def steps(who: str, number: int, done: list[str]) -> Iterator[None]:
    for _ in range(number):
        done.append(who)
        yield


def test_all_who_work_take_turns_and_others_come_between() -> None:
    done: list[str] = []
    ticks = count()

    async def beat() -> None:
        while True:
            await asyncio.sleep(0)
            done.append(".")

    async def main() -> None:
        patience = Patience(lambda: next(ticks) * SLICE)  # each look at the clock is a slice later
        other = asyncio.create_task(beat())
        await asyncio.gather(*(patience.through(steps(who, 3, done)) for who in "abc"))
        other.cancel()

    asyncio.run(main())
    said = "".join(done)
    assert said.replace(".", "") == "abcabcabc"
    assert not any(one + two in said for one in "abc" for two in "abc")


def test_what_is_soon_done_is_done_at_once() -> None:
    done: list[str] = []

    async def main() -> None:
        await Patience(lambda: 0.0).through(steps("a", 100, done))

    asyncio.run(main())
    assert len(done) == 100


def test_what_goes_wrong_holds_up_nobody() -> None:
    done: list[str] = []

    def wrong() -> Iterator[None]:
        yield
        raise ValueError("damaged")

    async def main() -> None:
        patience = Patience()
        with pytest.raises(ValueError, match="damaged"):
            await patience.through(wrong())
        await patience.through(steps("b", 2, done))

    asyncio.run(main())
    assert done == ["b", "b"]
