"""Jobs of a table: what a bot does with a view, and states from the course of a table."""

from __future__ import annotations

import gc
import pickle
import random
import weakref
from typing import Any

import pytest

from kibitz.bots import searchers
from kibitz.bots.guests import Guest, seed_of
from kibitz.bots.names import find
from kibitz.engine import load
from kibitz.engine.replay import taken_apart
from kibitz.knowledge.views import View, view
from kibitz.search import Method, Thinking, think
from kibitz.table.jobs import Course, decide, rehearse

GAME = load("boerenbridge")


def test_a_bot_does_with_a_view_what_it_does_with_the_state() -> None:
    """So a table that was begun before bots got views is played on in the same way."""
    rng, state = random.Random(2), GAME.new(5)
    decided = 0
    while not state.over:
        if len(state.actions) > 1:
            for bot in ("random", "full-kripke"):
                following, _ = Guest(find(bot, GAME), None, "play").after(state)
                seen = view(state, state.to_move).to_json()
                made = len(state.history)
                answer = decide(GAME, bot, seen, seed_of(state, "play"), made)
                assert answer["action"] == following.history[-1].text
            decided += 1
        state = state.after(rng.choice(state.actions))
    assert decided > 20


def test_a_search_that_was_told_nothing_does_not_take_all_the_time_it_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """People wait at a table: its limit is no invitation."""
    asked: list[tuple[int | None, float | None]] = []

    def thought(seen: View, method: Method, **given: Any) -> Thinking:
        asked.append((given["iterations"], given["seconds"]))
        return think(seen, method, iterations=1, mode="python")

    monkeypatch.setattr(searchers, "think", thought)
    monkeypatch.setattr(searchers, "is_at_hand", lambda game, kernel: True)
    state = GAME.new(5)
    seen = view(state, state.to_move).to_json()
    for bot in ("ismcts", "pimc", "ismcts:seconds=2", "ismcts:iterations=30"):
        decide(GAME, bot, seen, 1, 0, budget=10.0)
    rehearse(GAME, "ismcts", 10.0)
    usual = searchers.DEFAULT, 9.0
    assert asked[:4] == [usual, usual, (None, 2), (30, 9.0)]
    assert set(asked[4:]) == {usual}


def test_the_states_of_a_course_are_those_of_the_table() -> None:
    rng, states = random.Random(3), [GAME.new(7)]
    while len(states) < 12:
        states.append(states[-1].after(rng.choice(states[-1].actions)))
    deal, moves = taken_apart(states[-1])
    course = Course(list(deal.key), list(deal.chance), dict(deal.piles))
    for move in moves[:4]:
        course.add(move)
    assert course.states(GAME, 4) == states[:5]
    for move in moves[4:]:
        course.add(move)
    assert course.states(GAME, 2) == states[:3]  # somebody asks about an earlier moment
    assert course.states(GAME, 11) == states


def test_a_game_at_which_a_bot_has_decided_is_forgotten_when_nobody_keeps_it() -> None:
    game = pickle.loads(pickle.dumps(GAME))
    state = game.new(5)
    decide(game, "random", view(state, state.to_move).to_json(), 1, 0)
    kept = weakref.ref(game)
    del game, state
    gc.collect()
    assert kept() is None
