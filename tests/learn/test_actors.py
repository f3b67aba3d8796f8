"""Games to learn from are the same wherever they are played, and in whatever lots."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learn import Company, Lot, act, acting, told
from kibitz.learn.lots import KINDS, joined
from kibitz.nets import blank
from kibitz.work import Here, Pool
from kibitz.work.answers import read, written

GAME = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2)
NETWORKS = [blank(GAME, hidden=(6,), scale=1, seed=seed) for seed in (1, 2, 3)]
COMPANY = Company({"self": 0.5, "past": 0.3, "random": 0.2})
SETTINGS = {"seed": 5, "epsilon": 0.2, "mode": "python"}


def lot(first: int, last: int) -> Lot:
    return act(GAME, range(first, last), networks=NETWORKS, company=COMPANY, **SETTINGS)  # type: ignore[arg-type]


def same(one: Lot, other: Lot) -> bool:
    equal = [np.array_equal(getattr(one, name), getattr(other, name)) for name in KINDS]
    return all(equal) and one.names == other.names


@pytest.mark.parametrize(
    "sent",
    [lambda lot: json.loads(json.dumps(lot.to_json())), lambda lot: read(written(lot.answer()))],
)
def test_a_lot_is_sent_as_it_was(sent: Callable[[Lot], dict[str, Any]]) -> None:
    played = lot(0, 20)
    again = Lot.from_json(sent(played))
    assert same(played, again)
    assert len(again) > 20
    for name in KINDS:
        assert getattr(again, name).dtype == getattr(played, name).dtype


def test_a_lot_without_decisions_comes_through_json_too() -> None:
    nothing = act(GAME, range(2), networks=NETWORKS, company=COMPANY, limit=0, **SETTINGS)  # type: ignore[arg-type]
    again = Lot.from_json(json.loads(json.dumps(nothing.to_json())))
    assert (len(again), again.unfinished, again.rows.shape) == (0, 2, nothing.rows.shape)


def test_games_do_not_depend_on_those_they_are_played_with() -> None:
    assert same(joined([lot(0, 7), lot(7, 8), lot(8, 20)]), lot(0, 20))


def test_another_seed_gives_other_games() -> None:
    settings = {**SETTINGS, "seed": 6}
    other = act(GAME, range(20), networks=NETWORKS, company=COMPANY, **settings)  # type: ignore[arg-type]
    assert not same(lot(0, 20), other)


def test_other_weights_play_other_games() -> None:
    settings = {**SETTINGS, "networks": NETWORKS[::-1], "company": Company({"self": 1})}
    one, other = (
        act(GAME, range(20), **{**settings, "networks": networks})  # type: ignore[arg-type]
        for networks in (NETWORKS[:1], NETWORKS[1:2])
    )
    assert not np.array_equal(one.actions, other.actions)


@pytest.mark.parametrize("away", [False, True])
def test_a_job_gives_the_lot_that_this_process_would_play(away: bool) -> None:
    things = [told(network) for network in NETWORKS]
    jobs = [
        acting(GAME, things, first=first, last=first + 5, company=COMPANY, **SETTINGS)  # type: ignore[arg-type]
        for first in (0, 5)
    ]
    with Pool(2) if away else Here() as place:
        lots = [Lot.from_json(answer) for answer in place.map(jobs)]
    assert same(joined(lots), lot(0, 10))


def test_places_say_who_sat_where() -> None:
    played = lot(0, 40)
    assert played.names == ("self", "past", "random")
    assert (played.places[played.games, played.seats] == 0).all()
    assert set(played.places.ravel()) == {0, 1, 2}
