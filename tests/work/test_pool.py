"""Places where work runs: they give the same answers, in order or as they come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from kibitz.errors import KibitzError
from kibitz.work import Here, Job, Pool, Thing

HERE = f"{__package__}.working"


def echo(value: object) -> Job:
    return Job(f"{HERE}:echo", {"value": value})


@pytest.fixture(params=[0, 1, 2], ids=["here", "one worker", "two workers"])
def place(request: pytest.FixtureRequest) -> Iterator[Here | Pool]:
    if request.param == 0:
        yield Here()
        return
    with Pool(request.param) as pool:
        yield pool


def test_answers_come_in_the_order_of_the_jobs(place: Here | Pool) -> None:
    assert list(place.map(echo(n) for n in range(9))) == list(range(9))
    assert place.ask(echo("♥")) == "♥"


def test_answers_come_with_the_numbers_of_their_jobs(place: Here | Pool) -> None:
    found = list(place.as_they_come(echo(n * n) for n in range(9)))
    assert sorted(found) == [(n, n * n) for n in range(9)]


def test_jobs_are_looked_for_only_when_somebody_can_do_them(place: Here | Pool) -> None:
    looked_for = count()
    answers = place.as_they_come(echo(next(looked_for)) for _ in range(100))
    for _ in range(3):
        next(answers)
    assert next(looked_for) <= 3 + place.size


def test_what_was_told_is_known(place: Here | Pool) -> None:
    cards = ["QH", "10S", "AC"]
    for number in range(4):
        pile = Thing("p", f"{HERE}:Pile", {"name": "trick"}, cards[:number])
        found = place.ask(Job(f"{HERE}:top", things={"pile": pile}))
        assert found == ["trick", number, *cards[:number][-1:]]


def test_a_complaint_is_raised(place: Here | Pool) -> None:
    answers = place.map([echo(1), Job(f"{HERE}:complain"), echo(3)])
    with pytest.raises(KibitzError, match="the cards are wet"):
        list(answers)


def test_a_pool_can_be_used_beside_a_loop() -> None:
    """As in a notebook."""

    async def main() -> object:
        with Pool(1) as pool:
            return pool.ask(echo(1))

    assert asyncio.run(main()) == 1
