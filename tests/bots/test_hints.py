"""Hints: what a bot would do at your place, made from what you see and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.hints import hint
from kibitz.bots.plain import First
from kibitz.bots.searchers import Ismcts
from kibitz.engine.actions import Action
from kibitz.engine.descriptions import load
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view
from kibitz.search.thoughts import Thinking


def agram() -> State:
    return load("agram").new(seed=1)


class Dice:
    """A bot that chooses by its seed alone."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, budget: float | None) -> Action:
        self.budget = budget
        return self.rng.choice(view.actions)


class Stubborn:
    """A bot that plays what is not on offer: a card of somebody else."""

    def choose(self, view: View, budget: float | None) -> Action:
        state = agram()
        return state.after(state.actions[0]).actions[0]


class Silent:
    """A bot that has no answer."""

    def choose(self, view: View, budget: float | None) -> Action:
        raise ValueError("no idea")


def test_a_hint_says_who_would_do_what() -> None:
    found = hint(view(agram(), 0), "first", First())
    assert (found.seat, found.by, found.forced, found.thinking) == (0, "first", False, None)
    assert found.best == agram().actions[0]


def test_a_search_tells_what_it_thinks_of_every_option() -> None:
    state = agram()
    found = hint(view(state, 0), "ismcts", Ismcts(iterations=50))
    assert isinstance(found.thinking, Thinking)
    assert found.thinking.best == found.best
    assert {thought.action for thought in found.thinking.thoughts} == set(state.actions)
    assert found.thinking.iterations == 50


def test_the_same_hint_whatever_the_others_hold() -> None:
    state = agram()
    seen = view(state, 0)
    others = {hint(view(seen.sample(Random(k)), 0), "dice", Dice()).best for k in range(8)}
    assert others == {hint(seen, "dice", Dice()).best}


def test_the_budget_is_passed_on() -> None:
    bot = Dice()
    hint(view(agram(), 0), "dice", bot, 0.25)
    assert bot.budget == 0.25


def test_where_there_is_nothing_to_decide_nobody_is_asked() -> None:
    state = agram()
    while len(state.actions) > 1:
        state = state.after(state.actions[0])
    found = hint(view(state, state.to_move), "silent", Silent())
    assert (found.forced, found.best) == (True, state.actions[0])


def test_a_hint_is_for_whoever_is_to_decide() -> None:
    for seat in (1, None):
        with pytest.raises(KibitzError, match="not your turn"):
            hint(view(agram(), seat), "first", First())


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        (Stubborn(), r"the bot `x` chose wrongly at decision 1 \(North\): .* is not on offer"),
        (Silent(), r"the bot `x` failed at decision 1 \(North\)"),
    ],
)
def test_a_bot_that_fails_is_blamed(bot: Bot, complaint: str) -> None:
    with pytest.raises(KibitzError, match=complaint):
        hint(view(agram(), 0), "x", bot)
