"""Bots of OpenSpiel sit at our tables, and see nothing they may not; and OpenSpiel's searches play
our games among themselves."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.interop.openspiel import SpielState, spiel_game
from kibitz.interop.openspiel_bots import OpenSpielBot

pyspiel: Any = import_module("pyspiel")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")
ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")

SEARCHES = ("ismcts", "mcts", "random")


@pytest.mark.parametrize("search", SEARCHES)
def test_a_guest_plays_a_match(search: str) -> None:
    game = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2)
    guest = f"openspiel:search={search},simulations=5,deals=2"
    result = kibitz.match(game, [guest, "random"], deals=2, seed=1, workers=1)
    assert result.games == 4


@pytest.mark.parametrize("search", SEARCHES)
def test_a_guest_sees_no_hidden_card(search: str) -> None:
    """The cards of the other player change, and the guest does the same."""
    game = kibitz.load("agram", NUMP=2)
    own = "4S 7H 8H 3C 6D 9D"
    chosen = set()
    for other in ("5S 9S 10H AC 4D AD", "3S 6S AH 9C 10C 3D"):
        state = game.new(seed=1, deal={"HAND 0": own, "HAND 1": other})
        bot = OpenSpielBot(search=search, simulations=20, deals=2)  # type: ignore[arg-type]
        bot.start(game, 0, seed=5)
        chosen.add(bot.choose(kibitz.view(state, 0), None).text)
    assert len(chosen) == 1


def test_a_guest_bets_the_best_card_it_can_have() -> None:
    game = kibitz.load("kuhn")
    state = game.new(deal={"HAND 0": "J", "HAND 1": "K"}).after("bet")
    bot = OpenSpielBot(simulations=50)
    bot.start(game, 1, seed=1)
    assert bot.choose(kibitz.view(state, 1), None).text == "call"


def test_what_cannot_be_imagined_is_refused() -> None:
    private = Path(__file__).parent.parent / "analysis" / "games" / "private.rcy"
    with pytest.raises(KibitzError, match="cannot imagine it"):
        OpenSpielBot().start(kibitz.load(private), 0, 1)


def test_without_openspiel_a_guest_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.split(".")[:3] == SPLIT]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(KibitzError, match="OpenSpiel is not installed"):
        OpenSpielBot().start(kibitz.load("agram"), 0, 1)


SPLIT = ["kibitz", "interop", "openspiel"]


# --- among themselves -----------------------------------------------------------------------------


def dealt(game: Any, seed: int) -> SpielState:
    """The first state in which a seat decides."""
    state, rng = game.new_initial_state(), Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["brisca", "agram"])
def test_searches_of_openspiel_play_our_games(name: str) -> None:
    game = spiel_game(name)
    state, random = dealt(game, 1), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    for bot in (
        mcts.MCTSBot(game, 1.4, 5, rollouts, random_state=random),
        ismcts.ISMCTSBot(game, rollouts, 1.4, 5, random_state=random),
    ):
        assert bot.step(state) in state.legal_actions()


def test_what_is_imagined_looks_the_same_to_whoever_imagines_it() -> None:
    game = spiel_game("agram", NUMP=2)
    state = dealt(game, 3)
    seat = state.current_player()
    drawn = [state.resample_from_infostate(seat, Random(k).random) for k in range(5)]
    texts = {other.information_state_string(seat) for other in (state, *drawn)}
    assert len(texts) == 1
    assert len({str(other) for other in drawn}) > 1
