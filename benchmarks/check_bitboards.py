"""Check the games written by hand, and say how fast they are.

    python benchmarks/check_bitboards.py

They are compared with plain rules, game by game with the same luck; the plain rules in turn with
the descriptions, by what random games are like: options, decisions, scores.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from bitboards import agram, oh_hell, rules, warm_up
from bitboards.bits import deposit, deposit_slowly
from bitboards.rules import Luck

import kibitz
from kibitz.engine.race import Runner, race

GAMES, MANY = 500, 200_000


def seeds() -> Iterator[int]:
    return iter(range(1, 1_000_003 * GAMES, 1_000_003))


def check_bits() -> None:
    for bits, mask in ((0b1, 0b100), (0b101, 0xF0F0), (0b1110, 0x8421_0842_1084), (0, 7)):
        expected = [place for place in range(64) if mask >> place & 1]
        spread = sum(1 << place for i, place in enumerate(expected) if bits >> i & 1)
        for spreading in (deposit, deposit_slowly):
            assert int(spreading(np.uint64(bits), np.uint64(mask))) == spread


def check_agram() -> None:
    offered: list[int] = []
    for seed in seeds():
        luck, wins = Luck(seed), np.zeros(4, np.int64)
        winner = rules.agram(luck)
        assert agram.play_fast(1, seed, wins) == len(luck.options)
        assert list(wins) == [int(seat == winner) for seat in range(4)], seed
        offered += luck.options
    played = kibitz.load("agram").simulate(GAMES)
    assert abs(sum(offered) / len(offered) - played.options_mean) < 0.1, "options in Agram"
    wins, same = np.zeros(4, np.int64), np.zeros(4, np.int64)
    agram.play_fast(MANY, 1, wins)
    agram.play_with_same_draws(MANY, 1, same)
    assert np.abs(wins - same).max() / MANY < 0.01, "winners of Agram"


def check_oh_hell() -> None:
    offered: list[int] = []
    position = np.zeros((1, 5), np.uint64)
    for seed in seeds():
        luck, totals = Luck(seed), np.zeros(4, np.int64)
        scores = rules.oh_hell(luck)
        assert oh_hell.play(1, seed, totals) == len(luck.options), seed
        assert list(totals) == scores, seed
        offered += luck.options
        oh_hell.positions(position, seed)
        oh_hell.roll_out(1, seed + 7, position, totals)
        assert list(totals) == rules.oh_hell(Luck(seed), Luck(seed + 7)), seed
    played = kibitz.load("boerenbridge", FIRST=5, PEAK=5).simulate(GAMES)
    assert abs(sum(offered) / len(offered) - played.options_mean) < 0.1, "options in Oh Hell"
    assert abs(len(offered) / GAMES - played.decisions_mean) < 0.1, "decisions in Oh Hell"
    totals = np.zeros(4, np.int64)
    oh_hell.play(MANY, 1, totals)
    assert np.abs(totals / MANY - played.score_mean).max() < 1, "scores in Oh Hell"


def main() -> None:
    warm_up()
    check_bits()
    check_agram()
    check_oh_hell()
    print("checked; decisions a CPU-second:")
    runners = [
        Runner("Agram, fast", agram.fast),
        Runner("Agram, same draws", agram.same_draws),
        Runner("Oh Hell", oh_hell.with_deal),
        Runner("Oh Hell, rollouts", oh_hell.rollouts),
    ]
    for result in race(runners):
        print(f"{result.name:20}{result.median / 1e6:8.1f} M")


if __name__ == "__main__":
    main()
