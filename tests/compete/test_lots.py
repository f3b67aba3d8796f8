"""Lots: all that is random in a competition comes from its secret."""

from __future__ import annotations

import hashlib
from itertools import permutations

from kibitz.compete.lots import Lots


def test_the_commitment_is_the_hash_of_the_secret_as_anybody_can_work_it_out() -> None:
    lots = Lots.new()
    assert lots.commitment == hashlib.sha256(lots.secret.encode()).hexdigest()
    assert len(bytes.fromhex(lots.secret)) == 16


def test_no_two_competitions_have_the_same_secret() -> None:
    assert Lots.new() != Lots.new()


def test_a_seed_gives_the_same_lots_again() -> None:
    assert Lots.seeded("one") == Lots.seeded("one") != Lots.seeded("two")


def test_a_secret_is_not_shown() -> None:
    lots = Lots.seeded("one")
    assert lots.secret not in repr(lots)


def test_deals_and_seeds_differ_by_all_that_makes_them_different() -> None:
    lots = Lots.seeded("one")
    deals = {lots.deal(phase, deal) for phase in range(3) for deal in range(50)}
    assert len(deals) == 150
    seeds = {
        lots.bots(phase, round, meeting, turn)
        for phase in range(2)
        for round in range(2)
        for meeting in range(5)
        for turn in range(2)
    }
    assert len(seeds) == 40
    assert all(0 <= word < 1 << 62 for key in deals for word in key)


def test_a_draw_does_not_depend_on_the_order_in_which_names_come() -> None:
    lots = Lots.seeded("one")
    orders = {tuple(lots.drawn(names, "field")) for names in permutations("abcd")}
    assert len(orders) == 1


def test_every_order_is_drawn_about_equally_often() -> None:
    orders = [tuple(Lots.seeded(str(seed)).drawn("abc", "field")) for seed in range(600)]
    assert min(orders.count(order) for order in permutations("abc")) > 60
