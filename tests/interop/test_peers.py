"""Who races against whom."""

from __future__ import annotations

import pytest

from kibitz.engine import house_games
from kibitz.engine.race import Result
from kibitz.interop.openspiel_peers import OH_HELL
from kibitz.interop.peers import MATCHES, WAYS, Heat, Racer, enter


def test_house_games_have_peers() -> None:
    assert set(MATCHES) <= set(house_games())
    assert set(MATCHES) == {"agram", "boerenbridge", "brisca", "tarot"}


def test_boeren_bridge_is_entered_with_as_many_cards_as_its_peer() -> None:
    racer = enter("boerenbridge")
    assert racer.title == "Boeren Bridge, 5 cards"
    assert (racer.game.parameters["FIRST"], racer.game.parameters["PEAK"]) == (5, 5)
    assert racer.peer is OH_HELL
    assert enter("boerenbridge", alone=True).peer is None


def test_ratios_are_taken_round_by_round() -> None:
    racer = Racer(enter("agram").game, "Agram", OH_HELL)
    heat = Heat(racer, "rollouts", Result("", 1, 3, (6.0, 8.0)), Result("", 1, 3, (2.0, 4.0)))
    assert heat.ratios == (3, 2)
    said = heat.as_json()
    assert said["ratio"] == {"median": 2.5, "least": 2.0, "most": 3.0, "rounds": [3.0, 2.0]}
    assert (said["game"], said["peer"]) == ("agram", OH_HELL.spec)
    assert Heat(racer, "rollouts", heat.ours).ratios == ()


def test_the_ways_are_those_of_the_table() -> None:
    assert list(WAYS) == ["with the deal", "rollouts", "in Python"]
    with pytest.raises(KeyError):
        WAYS["by hand"]
