"""Places by what a user says."""

from __future__ import annotations

import pytest

from kibitz import work
from kibitz.errors import KibitzError
from kibitz.work import Here, Job, Place, Pool
from kibitz.work.places import check


def test_one_worker_is_this_process_and_several_are_others() -> None:
    with work.open(workers=1) as one, work.open(None, 2) as two:
        assert (type(one), type(two)) == (Here, Pool)
        assert (one.size, two.size, one.near, two.near) == (1, 2, True, True)


def test_all_have_the_same_face() -> None:
    def answers(place: Place) -> list[object]:
        with place:
            return list(place.map([Job("textwrap:dedent", {"text": " trick"})] * 2))

    assert answers(Here()) == answers(Pool(2)) == ["trick", "trick"]


@pytest.mark.parametrize("on", [None, "ray", "ray://cards.example:10001", "cards.example:6379"])
def test_these_are_places(on: str | None) -> None:
    check(on)


@pytest.mark.parametrize("on", ["", "roy", "cards.example", ":6379", "host:port"])
def test_these_are_none(on: str) -> None:
    with pytest.raises(KibitzError, match=f"work does not run on `{on}`"):
        check(on)
