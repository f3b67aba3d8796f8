"""Prospects: what a seat's knowledge says about every card, as plain data."""

from __future__ import annotations

from math import comb

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.prospects import Prospects, prospects
from kibitz.knowledge.views import view


def table() -> list[State]:
    """Boeren Bridge, three cards each; North leads hearts, and East has none."""
    hands = {"HAND 0": "QH QS KS", "HAND 1": "AS KD AD", "HAND 2": "KH AH QD", "HAND 3": "QC KC AC"}
    states = [load("boerenbridge").new(seed=4, deal=hands)]
    for action in (*["guess 0"] * 4, "QH", "AS", "KH", "QC"):
        states.append(states[-1].after(action))
    return states


def found(state: State, seat: int | None) -> Prospects:
    own = view(state, seat).knowledge
    return prospects(own.common if seat is None else own)


def chance(seen: Prospects, card: str, spot: str) -> float:
    at = [s.name for s in seen.spots].index(spot)
    return seen.open[seen.game.card(card).number][at]


def test_who_cannot_follow_has_no_hearts_and_the_others_share_them() -> None:
    seen = found(table()[6], 3)
    assert chance(seen, "KH", "East") == 0
    assert chance(seen, "KH", "North") + chance(seen, "KH", "South") == pytest.approx(1)
    assert chance(seen, "KC", "West") == 1


def test_all_hands_have_a_spot_in_the_order_of_the_seats() -> None:
    seen = found(table()[4], 1)
    assert [spot.seat for spot in seen.spots[:4]] == [0, 1, 2, 3]
    assert all(len(row) == len(seen.spots) for row in seen.open.values())
    assert all(sum(row) == pytest.approx(1) for row in seen.open.values())


def test_nobody_wonders_about_cards_that_are_put_aside() -> None:
    game = load("boerenbridge")
    seen = found(table()[4], None)
    aside = {game.place_names[place] for place in seen.settled.values()}
    assert aside == {"SUITS"}
    assert not seen.settled.keys() & seen.open.keys()
    assert seen.settled.keys() <= seen.chances.keys()


def test_deals_are_counted_as_one_would() -> None:
    state = load("agram", NUMP=2, HAND=2, TRICKS=2).new(seed=1)
    seen = found(state, 0)
    assert (seen.seat, seen.exact, seen.beyond) == (0, True, None)
    assert seen.count == comb(len(state.game.cards) - 2, 2)
    assert str(seen) == f"{seen.count:,} deals"
    assert found(state, None).seat is None


def test_what_is_not_exact_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "exact", property(lambda self: False))
    assert str(found(table()[4], 1)).startswith("at most ")


def test_what_cannot_be_counted_has_a_reason_and_no_chances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def beyond(self: Knowledge) -> int:
        raise KibitzError("there are too many kinds of cards")

    monkeypatch.setattr(Knowledge, "count", property(beyond))
    seen = found(table()[6], 1)
    assert (seen.beyond, seen.chances) == ("there are too many kinds of cards", {})
    assert [said.words for said in seen.announcements] == ["East has no hearts"]
