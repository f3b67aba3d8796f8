"""Lots: every number is handed out once, and in the end nobody is waited for."""

from __future__ import annotations

from itertools import chain

from kibitz.work.lots import Lots


def test_every_number_is_in_one_lot_in_order() -> None:
    lots = Lots(range(3, 100), hands=3)
    for number, lot in enumerate(lots):
        lots.took(number, 0.001 * len(lot))
    assert list(chain.from_iterable(lots.given)) == list(range(3, 100))


def test_lots_are_as_large_as_the_pace_allows_and_small_in_the_end() -> None:
    lots = Lots(range(1000), hands=2, lap=1.0, most=40)
    sizes = []
    for number, lot in enumerate(lots):
        sizes.append(len(lot))
        lots.took(number, 0.05 * len(lot))  # twenty in a lap
    assert sizes[:3] == [1, 20, 20]
    assert max(sizes) == 20
    assert sizes[-3:] == [1, 1, 1]


def test_there_are_never_more_in_a_lot_than_may_be() -> None:
    lots = Lots(range(1000), hands=1, most=40)
    next(iter(lots))
    lots.took(0, 1e-12)
    assert len(next(iter(lots))) == 40


def test_who_stops_gives_out_no_more() -> None:
    lots = Lots(range(10), hands=1)
    assert [lots.stop() or lot for lot in lots] == [range(1)]  # type: ignore[func-returns-value]
