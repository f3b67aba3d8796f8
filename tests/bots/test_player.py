"""Asking a bot; what `kibitz.arena.play` does with it is tested there."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.bots.plain import First
from kibitz.bots.player import Player, Seated
from kibitz.engine import Action, State, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.search.thoughts import Thinking

AGRAM = load("agram").new(seed=3)


def player(bot: Any) -> Player:
    return Player(Seated("it", bot, 1), AGRAM.game, 0)


def asked(bot: Any) -> Thinking | None:
    its = player(bot)
    its.after(AGRAM, 0)
    return its.thinking()


def complaint(bot: Any) -> str:
    with pytest.raises(KibitzError) as refused:
        asked(bot)
    return str(refused.value)


class Foreign(First):
    def choose(self, view: View, budget: float | None) -> Action:
        return load("boerenbridge").new(seed=1).actions[0]


def test_what_the_bot_could_have_played_is_not_told() -> None:
    """Its opponent may read the message, and its options are its cards."""
    said = complaint(Foreign())
    assert "`guess 0` is not on offer" in said
    assert not any(action.label in said for action in AGRAM.actions)


class Talkative(First):
    def choose(self, view: View, budget: float | None) -> Action:
        return "my " + view.actions[0].text  # type: ignore[return-value]


def test_an_answer_that_is_no_action_is_not_told_either() -> None:
    said = complaint(Talkative())
    assert "its answer is not an action (it is of type str)" in said
    assert not any(action.text in said for action in AGRAM.actions)


class Complaining(First):
    def choose(self, view: View, budget: float | None) -> Action:
        raise KibitzError("this is too hard", "ask somebody else")


def test_a_complaint_of_a_bot_is_passed_on() -> None:
    said = "the bot `it` failed at decision 1 (North): this is too hard\n  hint: ask somebody else"
    assert complaint(Complaining()) == said


class Quitter(First):
    def choose(self, view: View, budget: float | None) -> Action:
        raise SystemExit(3)


def test_a_bot_does_not_end_the_program() -> None:
    said = complaint(Quitter())
    assert said.startswith("the bot `it` failed at decision 1 (North): SystemExit: 3")


class Mute(First):
    def thinking(self) -> Thinking | None:
        raise ValueError("it is a secret")


def test_a_bot_may_fail_to_say_what_it_thought() -> None:
    assert complaint(Mute()).startswith("the bot `it` failed telling what it thought: ValueError")


class Counting(First):
    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, budget: float | None) -> Action:
        self.asked += 1
        return super().choose(view, budget)


def test_where_there_is_nothing_to_decide_a_bot_is_not_asked() -> None:
    state: State = load("agram", HAND=1, TRICKS=1).new(seed=3)
    bot = Counting()
    its = player(bot)
    assert its.after(state, 0) == state.after(state.actions[0])
    assert (bot.asked, its.asked) == (0, 0)
    its.after(AGRAM, 0)
    assert (bot.asked, its.asked) == (1, 1)
