"""Who looks at a game: a seat, the spectators, or the kibitzer."""

from __future__ import annotations

import pytest

from kibitz.engine.observer import Observer, kibitzer, observer
from kibitz.errors import KibitzError

from .tables import game


def test_a_seat_is_meant_by_its_number_name_or_initial() -> None:
    agram = game("agram")
    south = observer(agram, 2)
    assert south.seat == 2
    for who in ("South", "south ", "S", "2", south):
        assert observer(agram, who) == south
    assert south.name(agram) == "South"


def test_spectators_have_no_seat_and_see_what_is_open() -> None:
    agram = game("agram")
    spectator = observer(agram, None)
    assert spectator.seat is None
    assert spectator.name(agram) == "a spectator"
    assert spectator.sees(0b11111)
    assert not spectator.sees(0b01111)
    assert not spectator.decides(None)


def test_the_kibitzer_sees_everything_and_decides_nothing() -> None:
    agram = game("agram")
    behind = kibitzer(agram)
    assert behind.sees(0)
    assert behind.seat is None
    assert behind.everything
    assert not any(behind.decides(seat) for seat in range(4))
    assert not any(each.everything for each in agram.observers)


def test_a_seat_sees_what_its_bit_says() -> None:
    assert observer(game("agram"), 1).sees(0b0010)
    assert not observer(game("agram"), 1).sees(0b1101)


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (4, "Agram has no seat 4"),
        (-1, "Agram has no seat -1"),
        ("Nord", "Agram has no seat `Nord`; did you mean `North`"),
        (Observer(1, 3), "Agram has 4 players, not 3"),
    ],
)
def test_somebody_who_is_not_there_is_named(who: int | str | Observer, sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        observer(game("agram"), who)
