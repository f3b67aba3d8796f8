"""The sequential test: its errors are as rare as it says, and only the order of deals counts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kibitz.arena.statistics import GameResult
from kibitz.compete.charter import Stop
from kibitz.compete.model import GameId, Meeting, PlayedGame
from kibitz.compete.sequential import deal_shares, decide, meeting_decided, stopped_after

STOP = Stop(better=0.65, alpha=0.1, beta=0.1, every=5)
MANY = 250


def verdicts(
    mean: float, runs: int, seed: int, *, alike: float = 0.0
) -> tuple[Counter[str], float]:
    """What comes out of so many meetings of at most so many deals, of two games each; `alike` is
    how often both sides of a deal win with the same cards. And how many deals that took, a mean."""
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    deals = 0
    for _ in range(runs):
        shares = [
            0.5
            if chance.random() < alike
            else ((chance.random() < mean) + (chance.random() < mean)) / 2
            for _ in range(MANY)
        ]
        verdict, after = stopped_after(shares, STOP)
        found[verdict] += 1
        deals += after
    return found, deals / runs


@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_of_two_equals_hardly_one_is_called_better(alike: float) -> None:
    found, _ = verdicts(0.5, 150, seed=1, alike=alike)
    assert found["first"] + found["second"] <= 0.1 * 150
    assert found["neither"] > 0.8 * 150


def test_a_better_one_is_hardly_overlooked_and_never_taken_for_the_other() -> None:
    found, deals = verdicts(0.65, 150, seed=2)
    assert found["neither"] <= 0.1 * 150
    assert found["second"] <= 2
    assert found["first"] > 0.85 * 150
    assert deals < MANY / 2


def test_a_much_better_one_is_seen_at_once() -> None:
    found, deals = verdicts(0.95, 50, seed=3)
    assert found["first"] == 50
    assert deals < 20


def test_both_sides_are_treated_alike() -> None:
    chance = random.Random(4)
    other = {"first": "second", "second": "first"}
    for mean in (0.3, 0.5, 0.6, 0.8):
        shares = [float(chance.random() < mean) for _ in range(MANY)]
        verdict, after = stopped_after(shares, STOP)
        mirrored = [1 - share for share in shares]
        assert stopped_after(mirrored, STOP) == (other.get(verdict, verdict), after)


def test_it_is_decided_at_fixed_numbers_of_deals_and_stays_so() -> None:
    shares = [1.0] * 40
    verdict, after = stopped_after(shares, STOP)
    assert verdict == "first"
    assert after % 5 == 0
    assert decide(shares[: after - 1], STOP) == "go on"
    assert decide(shares[:after] + [0.0] * 500, STOP) == "first"


def test_draws_are_neither() -> None:
    assert decide([0.5] * 100, STOP) == "neither"
    assert decide([], STOP) == "go on"


# --- meetings -------------------------------------------------------------------------------------


def meeting(deals: int, *, alternating: bool = False) -> Meeting:
    seatings = ((0, 1), (1, 0))
    return Meeting(0, 0, 0, ("Ann", "Bob"), range(deals), seatings, alternating=alternating)


def games(of: Meeting, winner: str) -> list[PlayedGame]:
    """All games of a meeting, won by the same."""
    found = []
    for at in of.ids():
        names = of.names(at.turn)
        won = ((names.index(winner),),)
        result = GameResult((1, 0), won, (1, 1), (0.0, 0.0), (0, 0))
        found.append(PlayedGame(at, names, of.seatings[at.turn], result))
    return found


def test_a_deal_counts_when_all_its_games_and_all_deals_before_are_played() -> None:
    of = meeting(40)
    played = games(of, "Ann")
    assert deal_shares(of, played) == [1.0] * 40
    verdict, after = meeting_decided(of, played, STOP)
    assert verdict == "first"
    without = [game for game in played if game.id != GameId(0, 0, 0, 3, 1)]
    assert deal_shares(of, without) == [1.0] * 3
    assert meeting_decided(of, without, STOP) == ("go on", 3)
    shuffled = random.Random(1).sample(played, len(played))
    assert meeting_decided(of, shuffled, STOP) == ("first", after)
    assert meeting_decided(of, games(of, "Bob"), STOP) == ("second", after)


def test_where_each_deal_is_played_once_two_of_them_count_as_one() -> None:
    of = meeting(80, alternating=True)
    played = games(of, "Ann")
    assert len(played) == 80
    assert deal_shares(of, played) == [1.0] * 40
    verdict, after = meeting_decided(of, played, STOP)
    assert verdict == "first"
    assert after % 2 == 0
    opener = [
        PlayedGame(game.id, game.names, game.seating, GameResult((1, 0), ((0,),), (1, 1), (), ()))
        for game in played
    ]
    assert deal_shares(of, opener) == [0.5] * 40  # whoever opens wins: nobody is better
    assert meeting_decided(of, opener, STOP)[0] == "neither"
