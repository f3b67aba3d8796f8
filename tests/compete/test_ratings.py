"""Ratings are the likeliest there are, whatever the order of the games."""

from __future__ import annotations

import random
from itertools import permutations
from math import log, log10

import pytest

from kibitz.compete.ratings import MEAN, PRIOR, SCALE, Deal, Order, placings, rate

Games = list[tuple[Deal, Order]]


def beaten(winner: str, loser: str, times: int, deal: int = 0) -> Games:
    return [((deal,), ((winner,), (loser,)))] * times


def test_three_wins_of_four_are_odds_of_three_to_one() -> None:
    ann, bob = rate(beaten("Ann", "Bob", 3_000) + beaten("Bob", "Ann", 1_000))
    assert (ann.name, bob.name) == ("Ann", "Bob")
    assert ann.rating - bob.rating == pytest.approx(400 * log10(3), abs=0.5)
    assert ann.rating + bob.rating == pytest.approx(2 * MEAN)
    assert ann.games == bob.games == 4_000


def test_a_draw_is_half_a_win_for_each() -> None:
    drawn: Games = [((0,), (("Ann", "Bob"),))]
    assert {round(one.rating, 6) for one in rate(drawn)} == {MEAN}
    halves = rate(beaten("Ann", "Bob", 3) + drawn * 2)
    wins = rate(beaten("Ann", "Bob", 4) + beaten("Bob", "Ann", 1))
    assert [one.rating for one in halves] == pytest.approx([one.rating for one in wins])


def test_who_won_everything_has_a_rating() -> None:
    ann, bob = rate(beaten("Ann", "Bob", 1000))
    assert 2000 < ann.rating < 4000
    assert ann.rating > rate(beaten("Ann", "Bob", 100))[0].rating
    assert bob.rating == pytest.approx(2 * MEAN - ann.rating)


def test_transitive_worths_multiply() -> None:
    games = beaten("Ann", "Bob", 2_000) + beaten("Bob", "Ann", 1_000)
    games += beaten("Bob", "Cleo", 2_000) + beaten("Cleo", "Bob", 1_000)
    found = {one.name: one.rating for one in rate(games)}
    assert found["Ann"] - found["Cleo"] == pytest.approx(2 * 400 * log10(2), abs=1)


def test_nobody_played() -> None:
    assert rate([]) == ()


@pytest.mark.parametrize("equal", [("A",), ("A", "B"), ("A", "B", "C"), ("A", "A", "B")])
def test_of_equals_every_order_counts_alike(equal: tuple[str, ...]) -> None:
    worth = {"A": 1.3, "B": 0.4, "C": 2.2, "X": 0.9, "Y": 1.7}

    def likelihood(order: Order) -> float:
        return sum(
            weight * (sum(log(worth[one]) for one in chosen) / len(chosen))
            - weight * log(sum(worth[one] for one in among))
            for chosen, among, weight in placings(order)
        )

    together = likelihood((equal, ("X",), ("Y",)))
    orders = list(permutations(equal))
    apart = sum(likelihood((*((one,) for one in way), ("X",), ("Y",))) for way in orders)
    assert together == pytest.approx(apart / len(orders))


def tournament(worth: dict[str, float], deals: int, seats: int, seed: int) -> Games:
    """Games at tables of so many, as the model has them."""
    chance = random.Random(seed)
    games: Games = []
    for deal in range(deals):
        left = chance.sample(sorted(worth), seats)
        order: list[tuple[str, ...]] = []
        while left:
            (chosen,) = chance.choices(left, [worth[one] for one in left])
            left.remove(chosen)
            order.append((chosen,))
        if chance.random() < 0.3:
            order[:2] = [tuple(sorted(order[0] + order[1]))]
        games.append(((deal // 3,), tuple(order)))
    return games


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_is_hunters(seats: int) -> None:
    """His algorithm, written plainly, ends at the same place."""
    games = tournament({"A": 3.0, "B": 1.0, "C": 0.5, "D": 1.5, "E": 1.0}, 60, seats, seed=5)
    names = sorted({name for _, order in games for equal in order for name in equal})
    choices = [choice for _, order in games for choice in placings(order)]
    worth = dict.fromkeys(names, 1.0)
    for _ in range(400):
        share = {name: PRIOR / (worth[name] + 1) for name in names}
        won = dict.fromkeys(names, PRIOR / 2)
        for chosen, among, weight in choices:
            whole = sum(worth[name] for name in among)
            for name in among:
                share[name] += weight / whole
            for name in chosen:
                won[name] += weight / len(chosen)
        worth = {name: won[name] / share[name] for name in names}
    mean = sum(map(log, worth.values())) / len(names)
    hunters = {name: MEAN + SCALE * (log(worth[name]) - mean) for name in names}
    found = {one.name: one.rating for one in rate(games, replicates=0)}
    assert found == pytest.approx(hunters, abs=0.01)


def test_known_strengths_are_found_again() -> None:
    worth = {"A": 4.0, "B": 2.0, "C": 1.0, "D": 0.5, "E": 0.25}
    games = tournament(worth, 1500, 3, seed=2)
    games = [game for game in games if all(len(equal) == 1 for equal in game[1])]
    for one in rate(games, "seed", replicates=100):
        true = MEAN + SCALE * log(worth[one.name])
        assert one.ci95 is not None
        assert one.rating == pytest.approx(true, abs=45)
        assert one.ci95[0] - 25 < true < one.ci95[1] + 25
        assert one.ci95[0] < one.rating < one.ci95[1]


def test_the_order_of_games_does_not_matter() -> None:
    games = tournament({"A": 3.0, "B": 1.0, "C": 0.5}, 60, 2, seed=1)
    found = rate(games, "seed")
    random.Random(3).shuffle(games)
    assert rate(games, "seed") == found


def test_intervals_come_from_the_seed_and_narrow_with_more_deals() -> None:
    few = tournament({"A": 2.0, "B": 1.0}, 60, 2, seed=1)
    many = tournament({"A": 2.0, "B": 1.0}, 600, 2, seed=1)
    assert rate(few, "one") == rate(few, "one") != rate(few, "other")

    def width(games: Games) -> float:
        interval = rate(games, "one")[0].ci95
        assert interval is not None
        return interval[1] - interval[0]

    assert width(many) < width(few) / 2
    assert rate(beaten("A", "B", 9))[0].ci95 is None  # of one deal


def test_games_of_one_deal_are_one_observation() -> None:
    """A hundred copies of each game, of the same deals, make nobody surer."""
    games = tournament({"A": 2.0, "B": 1.0}, 90, 2, seed=4)
    once, often = (rate(found, "s")[0].ci95 for found in (games, games * 100))
    assert once is not None
    assert often is not None
    assert often[1] - often[0] == pytest.approx(once[1] - once[0], rel=0.1)


def test_seats_of_one_player_among_others_count_each() -> None:
    """With three of four seats, somebody as strong as the other wins three of four games."""
    ann: Order = (("Ann",), ("Ann", "Ann", "Bob"))
    bob: Order = (("Bob",), ("Ann", "Ann", "Ann"))
    assert next(placings(ann)) == (("Ann",), ("Ann", "Ann", "Ann", "Bob"), 1.0)
    drawn = rate([((0,), ann)] * 3000 + [((0,), bob)] * 1000, replicates=0)
    assert [one.rating for one in drawn] == pytest.approx([MEAN, MEAN])
    won = rate([((0,), ann)] * 1000 + [((0,), bob)] * 1000, replicates=0)
    assert won[0].name == "Bob"
