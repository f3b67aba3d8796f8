"""The conformance test itself: it passes good games and finds what is wrong with bad ones."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest
from house import HOUSE

from kibitz.engine import conformance, step
from kibitz.engine.conformance import (
    Nonconformity,
    check_cards,
    check_events,
    check_observations,
    check_record,
    conform,
    interchangeable,
    permuted,
)
from kibitz.engine.descriptions import load
from kibitz.engine.state import State

PEEKING = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)) (SUIT (RED, BLUE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      ((== (cardatt SUIT (top ((next player) iloc HAND))) RED) (inc ((current player) sto SCORE)))
      (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))
      (turn pass))))
  (scoring max ((current player) sto SCORE)))
"""


def later(name: str, decisions: int, seed: int = 1) -> State:
    rng = random.Random(seed)
    state = load(name).new(seed)
    for _ in range(decisions):
        state = state.after(rng.choice(state.actions))
    return state


def test_a_good_game_passes() -> None:
    result = conform(load("agram", NUMP=3), 3)
    assert result.ok
    assert result.games == 3
    assert result.decisions == 3 * 18
    assert result.swaps > 0
    assert result.as_json()["problems"] == []


def test_games_stop_at_the_limit() -> None:
    result = conform(load("agram"), 2, limit=5)
    assert result.ok
    assert result.unfinished == 2
    assert result.decisions == 10


def test_hidden_cards_can_be_exchanged_and_back() -> None:
    state = later("agram", 6)
    cards, since = interchangeable(state, 0)[-1]
    assert not set(cards) & set(state.cards_at(state.game.place_names.index("HAND 0")))
    a, b = cards[0], cards[-1]
    other = permuted(state, a, b, since)
    assert bytes(other) != bytes(state)
    assert bytes(other.observation(0)) == bytes(state.observation(0))
    assert bytes(permuted(other, a, b, since)) == bytes(state)
    check_cards(other)


def test_a_card_seen_and_shuffled_away_is_hidden_again() -> None:
    """Every card of Boeren Bridge has lain in the box for all to see before it is dealt."""
    state = later("boerenbridge", 2)
    groups = interchangeable(state, 0)
    assert any(len(cards) >= 9 and since > 0 for cards, since in groups)


def test_a_card_everybody_saw_is_not_hidden() -> None:
    """The shown trump of Brisca is known also in the hand of who drew it."""
    state = later("brisca", 28)
    trump = next(e.card for e in state.events if state.game.place_names[e.target] == "TRUMP")
    assert all(trump not in cards for cards, _ in interchangeable(state, 0))


def test_a_lost_card_is_noticed() -> None:
    state = later("agram", 3)
    at = state.game.layout.sets
    numbers = array("q", state.array)
    numbers[at] &= numbers[at] - 1
    with pytest.raises(Nonconformity, match="cards"):
        check_cards(State(state.game, numbers, state.last))


def test_a_card_in_two_places_is_noticed() -> None:
    state = later("agram", 3)
    at = state.game.layout.sets
    numbers = array("q", state.array)
    numbers[at + 1] |= numbers[at] & -numbers[at]
    with pytest.raises(Nonconformity, match="lies in STOCK and in HAND 0"):
        check_cards(State(state.game, numbers, state.last))


def test_a_store_that_was_changed_in_secret_is_noticed() -> None:
    state = later("boerenbridge", 3)
    numbers = array("q", state.array)
    numbers[state.game.layout.stores["game", "sto", "CARDS"]] += 1
    with pytest.raises(Nonconformity, match="store"):
        check_events(State(state.game, numbers, state.last))


def test_an_observation_that_shows_hidden_cards_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = later("agram", 3)
    check_observations(state, random.Random(1))
    monkeypatch.setattr(step, "seen_part", lambda raw, bit: raw[:])
    with pytest.raises(Nonconformity, match=r"the events that .* observes depend on"):
        check_observations(state, random.Random(1))


def test_options_that_depend_on_hidden_cards_are_worth_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "peeking.rcy"
    path.write_text(PEEKING)
    result = conform(load(path), 3, limit=20)
    assert result.ok
    assert result.peeking is not None
    assert "may do depends on" in result.peeking.message


@pytest.mark.parametrize("name", HOUSE)
def test_in_the_house_games_hidden_cards_never_decide_what_is_legal(name: str) -> None:
    assert conform(load(name), 1, limit=60).peeking is None


def test_a_record_of_another_game_is_noticed() -> None:
    state = later("agram", 5)
    check_record(state)
    with pytest.raises(Nonconformity, match="replays through other states"):
        check_record(state, [bytes(state)])


def test_a_problem_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: State) -> None:
        if len(state.history) == 2:
            raise Nonconformity("all is wrong")

    monkeypatch.setattr(conformance, "check_options", wrong)
    result = conform(load("agram"), 2, seed=5)
    assert [str(problem) for problem in result.problems] == [
        "game 5, after 2 decisions: all is wrong",
        "game 6, after 2 decisions: all is wrong",
    ]
    assert not result.ok
