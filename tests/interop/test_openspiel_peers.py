"""OpenSpiel's games are played as the peers of ours should be: so many decisions, no chance."""

from __future__ import annotations

import sys

import pytest

from kibitz.errors import KibitzError
from kibitz.interop import openspiel_peers as openspiel
from kibitz.interop.openspiel_peers import HEARTS, OH_HELL, SPADES, TAROK, TAROK_FREE, Peer

LENGTHS = {OH_HELL: (24, 20), SPADES: (56, 52), TAROK: (55, 48)}
"""Decisions in a game, those from the first card on."""


def test_without_openspiel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(KibitzError, match="OpenSpiel is not installed") as caught:
        openspiel.version()
    assert caught.value.hint == 'pip install "kibitz[bench]"'


@pytest.mark.parametrize("peer", LENGTHS, ids=lambda peer: peer.name)
def test_all_ways_count_the_decisions_of_players(peer: Peer) -> None:
    whole, rest = LENGTHS[peer]
    assert openspiel.with_deal(peer)(20) == pytest.approx(20 * whole, rel=0.05)
    assert openspiel.in_python(peer)(20) == pytest.approx(20 * whole, rel=0.05)
    assert openspiel.rollouts(peer)(32) == pytest.approx(32 * rest, rel=0.05)


def test_rollouts_share_the_positions() -> None:
    assert openspiel.rollouts(SPADES)(5) == 5 * 52


def test_hearts_can_be_played_too() -> None:
    assert openspiel.in_python(HEARTS)(2) > 0


def test_tarok_with_random_bids_is_soon_over() -> None:
    assert openspiel.with_deal(TAROK_FREE)(50) < 50 * 30


def test_the_same_seed_gives_the_same_games() -> None:
    def made(seed: int) -> list[int]:
        play = openspiel.with_deal(TAROK_FREE, seed)
        return [play(1) for _ in range(20)]

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_the_version_is_told() -> None:
    assert openspiel.version()[0].isdigit()
