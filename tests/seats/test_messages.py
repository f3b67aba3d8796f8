"""What is said to a bot: in words, from its view, and the same whatever the others hold."""

from __future__ import annotations

import json
from math import inf
from random import Random
from typing import Any

import pytest
from house import HOUSE

from kibitz.engine import State, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thoughts import Thinking, Thought, thought
from kibitz.seats import messages
from kibitz.seats.terms import Terms

BRISCA = load("brisca")
TIME = {"move": 1.0, "bank": 0.0}


def said(text: str | None) -> dict[str, Any]:
    assert text is not None
    found: dict[str, Any] = json.loads(text)
    return found


def test_hello_tells_the_game_the_seat_and_the_limits() -> None:
    found = said(messages.hello(BRISCA, 2, 77, Terms(move=1.0, bank=5.0, strikes=3)))
    assert (found["type"], found["protocol"], found["seat"], found["seed"]) == ("hello", 1, 2, 77)
    limits = {"start": 60.0, "move": 1.0, "bank": 5.0, "strikes": 3, "bytes": 1 << 20}
    assert found["limits"] == limits
    game = found["game"]
    assert (game["name"], game["players"], len(game["cards"])) == ("brisca", 4, 40)
    card = {"card": "O1", "symbol": "◯1", "attributes": {"SUIT": "OROS", "RANK": "AS"}}
    assert [one["card"] for one in game["cards"] if one["card"] == "O1"] == ["O1"]
    assert set(card) == set(game["cards"][0])
    assert "HAND 3" in game["places"]
    assert messages.game_of(game) == BRISCA


def test_a_game_that_reads_otherwise_here_is_refused() -> None:
    told = said(messages.hello(BRISCA, 0, 1, Terms()))["game"]
    with pytest.raises(KibitzError, match="not the same here and there"):
        messages.game_of({**told, "hash": "0" * 16})
    with pytest.raises(KibitzError, match="not a game"):
        messages.game_of({"name": "brisca"})


def test_cards_are_told_as_they_are_written_and_those_unseen_are_null() -> None:
    state = BRISCA.new(seed=1)
    events = said(messages.observe(view(state, 0), 0))["events"]
    dealt = [one for one in events if one["event"] == "move"]
    own = [one["card"] for one in dealt if one["to"] == "HAND 0"]
    assert own == [repr(card) for card in view(state, 0).cards("HAND 0")]
    assert all(one["card"] is None for one in dealt if one["to"] == "HAND 1")
    assert {"event": "name", "store": "TRUMP", "value": "BASTOS"} in events
    later = state.after(state.actions[0])
    seen, before = view(later, 1), len(view(state, 1).tale)
    new = said(messages.observe(seen, before))["events"]
    assert [one["event"] for one in new] == ["choice", "move", "name"]
    assert new[1]["card"] == state.actions[0].cards[0]
    assert messages.observe(seen, len(seen.tale)) is None


def test_a_question_has_what_can_be_done_and_what_is_seen() -> None:
    state = BRISCA.new(seed=1)
    found = said(messages.act(view(state, 0), 0, TIME))
    assert [one["action"] for one in found["actions"]] == [a.text for a in state.actions]
    assert found["places"]["HAND 1"] == 3
    assert len(found["places"]["HAND 0"]) == 3
    assert found["stores"]["TRUMP"] == "BASTOS"
    assert found["teams"] == [[0, 2], [1, 3]]
    assert found["time"] == TIME


def everything(seen: View, decision: int) -> list[str | None]:
    """All that a bot at a seat is ever sent, in words and as a view."""
    return [
        messages.observe(seen, 0),
        messages.act(seen, decision, TIME),
        messages.act(seen, decision, TIME, since=0),
    ]


@pytest.mark.parametrize("name", HOUSE)
def test_what_is_sent_is_the_same_whatever_the_others_hold(name: str) -> None:
    game, rng = load(name), Random(3)
    state: State = game.new(seed=5)
    compared = 0
    for made in range(24):
        if state.over:  # the next game: some are short
            state = game.new(seed=made)
        assert state.to_move is not None
        if made % 3 == 0:
            seen = view(state, state.to_move)
            other = view(seen.sample(rng), state.to_move)
            assert everything(other, made) == everything(seen, made)
            compared += 1
        state = state.after(rng.choice(state.actions))
    assert compared > 3


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "1", "null", '{"no": 1}', '{"type": 3}',
                                  "[" * 100_000, "9" * 5000, '{"type": "ready"'])  # fmt: skip
def test_what_is_no_message_is_garbled(text: str) -> None:
    with pytest.raises(messages.Garbled):
        messages.read(text)


def test_thoughts_come_through_and_nonsense_is_none() -> None:
    actions = BRISCA.new(seed=1).actions
    thoughts = (thought(actions[1], 5, 3, 9), thought(actions[0], 0, 0, 0))
    thinking = Thinking(0, thoughts, "a search", 5, 0.25)
    told = json.loads(json.dumps(messages.thinking_written(thinking)))
    assert messages.thinking_read(told, 0, actions) == thinking
    for wrong in (None, 3, {}, {**told, "thoughts": [{"action": "fly"}]}, {**told, "seconds": "x"}):
        assert messages.thinking_read(wrong, 0, actions) is None
    for strange in (float("nan"), float("inf")):  # nobody could be told of it as JSON
        assert messages.thinking_read({**told, "seconds": strange}, 0, actions) is None
    half = messages.thinking_read({**told, "method": "a \ud800"}, 0, actions)
    assert half is not None
    assert half.method.encode()


def test_thoughts_without_tries_say_what_their_values_are() -> None:
    actions = BRISCA.new(seed=1).actions
    thoughts = (Thought(actions[1], 0, 0.75, -inf, inf), Thought(actions[0], 0, 0.25, -inf, inf))
    thinking = Thinking(0, thoughts, "network", 0, 0.25, "share")
    told = json.loads(json.dumps(messages.thinking_written(thinking)))
    assert told["measure"] == "share"
    assert messages.thinking_read(told, 0, actions) == thinking
    wrong: list[Any] = ["luck", 3, None, []]
    for strange in wrong:
        assert messages.thinking_read({**told, "measure": strange}, 0, actions) is None
