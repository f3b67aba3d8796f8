"""Described games in OpenSpiel: its tests pass, its algorithms find what is known, and nobody sees
more than a seat may."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.interop.openspiel import SpielGame, Stakes, imagined, spiel_game

pyspiel: Any = import_module("pyspiel")

SMALL = Path(__file__).parent.parent / "games" / "small"


def played(game: SpielGame, rng: Random) -> Iterator[Any]:
    """A game at random: its states, each of them as it was."""
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def dealt(game: SpielGame, seed: int) -> Any:
    """The first state in which a seat decides."""
    return next(s for s in played(game, Random(seed)) if not s.is_chance_node())


def agram_of_five_cards(folder: Path) -> SpielGame:
    """Agram with two cards each of five: small enough for whoever goes through a whole game."""
    text = kibitz.load("agram").source.text
    for whole, few in (
        ("(SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))", "(SUIT (SPADES, HEARTS))"),
        ("(RANK (THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN))", "(RANK (THREE, FOUR))"),
        ("(SUIT (HEARTS, CLUBS, DIAMONDS))", "(SUIT (HEARTS))"),
    ):
        assert whole in text
        text = text.replace(whole, few)
    path = folder / "five.rcy"
    path.write_text(text)
    return spiel_game(path, returns="relative", NUMP=2, HAND=2, TRICKS=2)


# --- OpenSpiel's own test of a game ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("agram", {"NUMP": 2}),
        ("brisca", {}),
        ("kuhn", {}),
        (str(SMALL / "rummy.rcy"), {}),
        (str(SMALL / "twopacks.rcy"), {}),
    ],
)
def test_openspiel_finds_nothing_wrong(name: str, parameters: dict[str, Any]) -> None:
    game = spiel_game(name, **parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# --- known results --------------------------------------------------------------------------------


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    cfr: Any = import_module("open_spiel.python.algorithms.cfr")
    scores: Any = import_module("open_spiel.python.algorithms.expected_game_score")
    exploitability: Any = import_module("open_spiel.python.algorithms.exploitability")
    game = spiel_game("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = scores.policy_value(game.new_initial_state(), [found, found])
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)
    assert exploitability.exploitability(game, found) < 0.01


def test_cfr_comes_nearer_to_the_best_play_of_a_small_agram(tmp_path: Path) -> None:
    game = agram_of_five_cards(tmp_path)
    solver = pyspiel.CFRPlusSolver(game)
    before = pyspiel.exploitability(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert before == pytest.approx(1 / 12)
    assert pyspiel.exploitability(game, solver.average_policy()) < before / 5


KUHN_SAYS = {"Pass": {"check", "fold"}, "Bet": {"bet", "call"}}
LEDUC_SAYS = {"Fold": {"fold"}, "Call": {"check", "call"}, "Raise": {"bet", "raise"}}


@pytest.mark.parametrize(
    ("name", "theirs", "says", "ends"),
    [("kuhn", "kuhn_poker", KUHN_SAYS, 30), ("leduc", "leduc_poker", LEDUC_SAYS, 5520)],
)
def test_poker_is_openspiels_in_every_deal(
    name: str, theirs: str, says: dict[str, set[str]], ends: int
) -> None:
    """The same cards, the same moves, the same winnings, whatever anybody does."""
    over = 0

    def compare(mine: Any, other: Any) -> None:
        nonlocal over
        assert mine.current_player() == other.current_player()
        if mine.is_terminal():
            over += 1
            assert mine.returns() == other.returns()
            return
        options, others = mine.legal_actions(), other.legal_actions()
        assert len(options) == len(others)
        if mine.is_chance_node():
            assert mine.chance_outcomes() == other.chance_outcomes()
        for option, another in zip(options, others, strict=True):
            if not mine.is_chance_node():
                assert mine.action_to_string(option) in says[other.action_to_string(another)]
            compare(mine.child(option), other.child(another))

    compare(spiel_game(name).new_initial_state(), pyspiel.load_game(theirs).new_initial_state())
    assert over == ends


# --- chance ---------------------------------------------------------------------------------------


def test_each_card_is_a_node_of_chance() -> None:
    game = spiel_game("agram", NUMP=2, HAND=3, TRICKS=3)
    state: Any = game.new_initial_state()
    for drawn in range(6):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 35 - drawn
        assert all(chance == 1 / (35 - drawn) for _, chance in outcomes)
        state.apply_action(outcomes[-1][0])
    assert not state.is_chance_node()
    hands = [state.moment.state.cards(f"HAND {seat}") for seat in range(2)]
    assert sorted(map(len, hands)) == [3, 3]
    assert {card for hand in hands for card in hand} == {c.text for c in game.game.cards[-6:]}


def test_cards_that_are_drawn_later_are_nodes_of_chance_too() -> None:
    game = spiel_game("brisca")
    states = list(played(game, Random(1)))
    first = next(k for k, state in enumerate(states) if not state.is_chance_node())
    later = [state for state in states[first:] if state.is_chance_node()]
    assert later
    assert all(state.action_to_string(state.legal_actions()[0]) for state in later)


def test_a_game_played_again_from_what_is_written_down_is_the_same() -> None:
    game = spiel_game("agram", NUMP=2)
    for state in played(game, Random(3)):
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.history() == state.history()


# --- what a seat sees -----------------------------------------------------------------------------


def exchanged(state: Any, one: int, two: int) -> Any:
    """The same game with two cards exchanged wherever chance drew them; None if the others could
    not have played as they did."""
    game = state.home
    again = game.new_initial_state()
    for number in state.moment.path():
        if again.moment.cards and again.is_chance_node():
            number = {one: two, two: one}.get(number, number)
        if number not in again.legal_actions():
            return None
        again.apply_action(number)
    return again


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("agram", {"NUMP": 2}),
        ("brisca", {}),
        ("kuhn", {}),
        ("ninety-eight", {"NUMP": 2}),
        (str(SMALL / "eights.rcy"), {"NUMP": 2}),
    ],
)
def test_hidden_cards_change_no_bit(name: str, parameters: dict[str, Any]) -> None:
    game, rng, compared = spiel_game(name, recall=2000, **parameters), Random(5), 0
    for state in played(game, rng):
        position = state.moment.state
        if state.is_chance_node() or rng.random() < 0.6:
            continue
        seat = rng.randrange(game.num_players())
        view = kibitz.view(position, seat)
        seen = {event.card for event in view.events if event.kind == "move"}
        seen |= {c for place in view.places.values() if not isinstance(place, int) for c in place}
        hidden = [card.number for card in game.game.cards if card.number not in seen]
        if len(hidden) < 2:
            continue
        other = exchanged(state, *rng.sample(hidden, 2))
        if other is None:
            continue
        compared += 1
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
    assert compared


def test_what_a_seat_has_seen_is_not_forgotten() -> None:
    """Whoever knows a seat's information state knows all that it has done."""
    game = spiel_game("leduc")
    told: dict[str, set[tuple[int, ...]]] = {}

    def own_past(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            seat = state.current_player()
            own = tuple(action for who, action in _moves(state) if who == seat)
            told.setdefault(state.information_state_string(), set()).add(own)
        for action in state.legal_actions():
            own_past(state.child(action))

    state = game.new_initial_state()
    for card in (0, 3):
        state.apply_action(card)
    own_past(state)
    assert len(told) > 10
    assert all(len(pasts) == 1 for pasts in told.values())


def _moves(state: Any) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in state.full_history()]


def test_the_observation_is_the_encoding_of_the_view() -> None:
    game = spiel_game("agram", NUMP=2)
    state = dealt(game, 1)
    row = kibitz.view(state.moment.state, 1).encode()
    assert state.observation_tensor(1) == row.tolist()


def test_before_the_deal_nobody_sees_anything() -> None:
    state = spiel_game("agram", NUMP=2).new_initial_state()
    assert not any(state.observation_tensor(0))
    assert state.observation_string(0) == "seat 0 before the deal"


# --- what can come out of a game ------------------------------------------------------------------


def test_a_small_game_is_gone_through() -> None:
    game = spiel_game("kuhn")
    assert game.stakes == Stakes(-2, 2, 0, 3, 2, game.stakes.events, 0, True)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_of_a_large_one_is_known_what_its_text_says() -> None:
    eights = spiel_game(SMALL / "eights.rcy")
    assert (eights.min_utility(), eights.max_utility()) == (-24, 0)
    assert eights.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert eights.utility_sum() is None
    assert spiel_game("ninety-eight").max_utility() == float("inf")


def test_relative_returns_sum_up_to_nothing() -> None:
    game = pyspiel.load_game("kibitz_agram(NUMP=3,returns=relative)")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    *_, end = played(game, Random(2))
    assert sorted(end.returns()) == pytest.approx([-1 / 3, -1 / 3, 2 / 3])


def test_who_says_what_can_come_out_is_held_to_it() -> None:
    game = spiel_game("kuhn", stakes=Stakes(-1, 1, 0, 3, 2))
    called = dealt(game, 1)
    for word in ("bet", "call"):
        names = {called.action_to_string(number): number for number in called.legal_actions()}
        called.apply_action(names[word])
    with pytest.raises(KibitzError, match="is not what Kuhn poker was said to pay"):
        called.returns()


def test_actions_without_a_number_are_counted_by_their_place() -> None:
    path = Path(__file__).parents[1] / "analysis" / "games" / "many.rcy"
    game = spiel_game(path, stakes=Stakes(places=64))
    dense = game.game.action_count
    state = dealt(game, 1)
    numbers = state.legal_actions()
    assert numbers == list(range(1, dense)) + list(range(dense, dense + 57))
    assert state.action_to_string(numbers[-1]) == state.moment.state.actions[-1].text
    with pytest.raises(KibitzError, match="have not enough numbers"):
        dealt(spiel_game(path, stakes=Stakes()), 1).legal_actions()


@pytest.mark.parametrize("name", ["agram", "brisca", "hearts", "tarot"])
def test_what_the_house_says_of_its_games_holds(name: str) -> None:
    game = spiel_game(name)
    for seed in range(3):
        end = kibitz.load(name).new(seed=seed)
        rng = Random(seed)
        while not end.over:
            end = end.after(rng.choice(end.actions))
        assert len(end.history) <= game.max_game_length()
        assert len(game.returns(end)) == game.num_players()  # which looks whether they fit


def test_lowest_scores_are_highest_returns() -> None:
    game = spiel_game("hearts")
    assert (game.min_utility(), game.max_utility()) == (-26, 0)


# --- names ----------------------------------------------------------------------------------------


def test_house_games_are_loaded_by_name() -> None:
    assert "kibitz_ninety_eight" in pyspiel.registered_names()
    game = pyspiel.load_game("kibitz_agram", {"NUMP": 2})
    assert game.num_players() == 2
    assert str(spiel_game("agram", NUMP=2)) == str(game)


def test_what_is_wrong_is_said_in_a_sentence() -> None:
    with pytest.raises(KibitzError, match="there are no returns `points`"):
        spiel_game("agram", returns="points")  # type: ignore[arg-type]
    with pytest.raises(KibitzError, match="nobody knows how much can happen in Agram"):
        dealt(spiel_game("agram"), 1).information_state_tensor(0)
    with pytest.raises(KibitzError, match="do not fit an information state tensor"):
        dealt(spiel_game("agram", recall=3), 1).information_state_tensor(0)


def test_a_state_that_was_imagined_has_no_past() -> None:
    game = spiel_game("agram", NUMP=2)
    state = dealt(game, 1).moment.state
    drawn = imagined(game, kibitz.view(state, 0).sample(Random(1)))
    assert drawn.legal_actions() == dealt(game, 1).legal_actions()
    with pytest.raises(KibitzError, match="has no past"):
        drawn.moment.path()


def test_without_openspiel_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith("kibitz.interop.openspiel."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "kibitz.interop.openspiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(KibitzError, match="OpenSpiel is not installed"):
        import_module("kibitz.interop.openspiel")
