"""A state is a value."""

from __future__ import annotations

import pickle
import subprocess
import sys
from array import array
from pathlib import Path
from random import Random

import pytest

from kibitz.engine import State, load
from kibitz.engine.buffers import BUFFERS
from kibitz.errors import IllegalAction, KibitzError

from .tables import GAMES, game, last, line


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_leaves_the_old_state_as_it_was(name: str) -> None:
    for state in line(game(name).new(1), Random(1), 60):
        before = bytes(state)
        seen = (
            state.over,
            state.to_move,
            state.actions,
            state.scores,
            state.ranks,
            state.teams,
            state.history,
            str(state),
        )
        for action in state.actions:
            state.after(action)
        assert bytes(state) == before
        assert seen == (
            state.over,
            state.to_move,
            state.actions,
            state.scores,
            state.ranks,
            state.teams,
            state.history,
            str(state),
        )


@pytest.mark.parametrize("name", GAMES)
def test_the_same_decisions_lead_to_equal_states(name: str) -> None:
    one, two = last(game(name).new(3), Random(4)), last(game(name).new(3), Random(4))
    assert one == two
    assert hash(one) == hash(two)
    assert bytes(one) == bytes(two)
    assert one.events == two.events
    assert len({one, two}) == 1


def test_states_differ_if_anything_differs() -> None:
    state = game("agram").new(1)
    others = [state.after(action) for action in state.actions]
    assert len({state, *others}) == 1 + len(others)
    assert state != game("agram").new(2)
    assert state != "a state"
    assert game("agram").new(1) != game("brisca").new(1)


def test_states_of_two_games_differ_though_their_numbers_are_the_same(tmp_path: Path) -> None:
    other = tmp_path / "misere.rcy"
    text = game("agram").source.text
    other.write_text(text.replace("(scoring max", "(scoring min"), encoding="utf-8")
    one, two = game("agram").new(1), load(other).new(1)
    assert bytes(one) == bytes(two)
    assert one != two


def test_bytes_are_the_array() -> None:
    state = game("agram").new(1)
    assert array("q", bytes(state)) == state.array
    assert len(bytes(state)) == 8 * state.game.layout.size


@pytest.mark.parametrize("name", GAMES)
def test_telling_what_happens_changes_nothing(name: str) -> None:
    """The engine has two variants of every game; they must go the same way."""
    functions = game(name).functions
    for state in line(game(name).new(5), Random(6), 80):
        if state.over:
            break
        scratch, codes = array("q", state.array), array("q", BUFFERS.codes)
        count = functions["options"](array("q", state.array), codes, scratch, BUFFERS.work)
        assert count == len(state.actions)
        for code, action in zip(list(codes[:count]), state.actions, strict=True):
            numbers = array("q", state.array)
            functions["apply"](numbers, code, BUFFERS.work)
            assert numbers == state.after(action).array


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_in_exactly_one_place(name: str) -> None:
    layout = game(name).layout
    for state in line(game(name).new(7), Random(8)):
        where = [
            card
            for place in range(layout.places)
            if place not in layout.memories
            for card in state.cards_at(place)
        ]
        assert sorted(where) == list(range(len(game(name).cards)))
        for place in range(layout.places):
            assert state.count_at(place) == len(state.cards_at(place))


def test_an_action_can_be_named_as_a_person_would() -> None:
    state = game("agram").new(deal={"HAND 0": "3S 10H AD 5C 6C 7C"})
    action = state.action("play 10H")
    assert state.action("10h") == state.action("10♥") == state.action("Play 10♥") == action
    assert action.cards == ("10H",)
    assert state.after(action).cards("TRICK 0") == ("10H",)
    with pytest.raises(IllegalAction, match="`play 3H` is not on offer"):
        state.action("play 3H")


def test_what_is_not_on_offer_is_refused() -> None:
    state = game("agram").new(1)
    taken = state.actions[0]
    after = state.after(taken)
    with pytest.raises(IllegalAction, match=r"is not on offer: .* can "):
        after.after(taken)


def test_looking_for_what_is_not_there_is_an_error_with_a_suggestion() -> None:
    state = game("agram").new(1)
    with pytest.raises(KibitzError, match=r"no place `HAMD 0`.*HAND 0"):
        state.cards("HAMD 0")
    with pytest.raises(KibitzError, match=r"keeps no `SCOR 1`.*SCORE 1"):
        state.store("SCOR 1")


def test_a_state_shows_itself() -> None:
    state = game("agram").new(1)
    assert repr(state) == "<Agram after 0 decisions, North to move>"
    assert "HAND 3: " in str(state)
    end = last(state, Random(1))
    assert repr(end) == "<Agram after 24 decisions, over>"
    assert end.to_move is None
    assert end.actions == ()


def test_the_history_is_the_actions_so_far() -> None:
    state = game("agram").new(1)
    assert state.history == ()
    played = []
    while not state.over:
        played.append(state.actions[-1])
        state = state.after(played[-1])
        assert list(state.history) == played


def test_a_secret_deal_is_not_repeated() -> None:
    assert len({bytes(game("agram").new()) for _ in range(5)}) == 5


def test_scores_belong_to_the_state_not_to_the_end() -> None:
    for state in line(game("brisca").new(1), Random(1)):
        assert isinstance(state, State)
        assert len(state.scores) == len(state.ranks) == 4


def test_games_and_states_do_not_change() -> None:
    agram = load("agram")
    state = agram.new(1)
    with pytest.raises(AttributeError, match="a game does not change"):
        agram.players = 3
    with pytest.raises(AttributeError, match="a game does not change"):
        del agram.sheet
    with pytest.raises(AttributeError, match="a state does not change"):
        state.array = state.array[:]
    with pytest.raises(AttributeError, match="a state does not change"):
        del state.game
    with pytest.raises(AttributeError):
        state.note = "mine"


def test_games_are_equal_if_all_their_texts_are() -> None:
    assert load("agram") == load("agram")
    assert hash(load("agram")) == hash(load("agram"))
    assert load("agram") == load("agram", NUMP=4)  # which is what it has anyhow
    assert load("agram") != load("agram", NUMP=3)
    assert load("agram") != load("brisca")


def test_games_and_states_are_pickled() -> None:
    tarot = load("tarot", AUCTION="NO")
    state = tarot.new(3)
    for _ in range(20):
        state = state.after(state.actions[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game == tarot
    assert again.history == state.history
    assert again.events == state.events
    assert again.after(again.actions[0]) == state.after(state.actions[0])
    assert again.observation(1) == state.observation(1)


def test_a_state_is_pickled_where_nothing_else_is_imported() -> None:
    program = """if True:
        import pickle, kibitz
        state = kibitz.load("agram").new(1)
        assert pickle.loads(pickle.dumps(state)) == state"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_seat_may_be_called_by_number_name_or_initial() -> None:
    state = load("agram").new(1)
    assert state.observation("East") == state.observation("e") == state.observation(1)
    for who in ("Nobody", 4, -1, 1.0):
        with pytest.raises(KibitzError, match="has no seat"):
            state.observation(who)  # type: ignore[arg-type]
