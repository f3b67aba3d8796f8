"""The bots that search: their parameters, their patience and what they tell."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import kibitz
from kibitz.bots.bot import Bot, start, thinking
from kibitz.bots.names import find
from kibitz.bots.searchers import Pimc
from kibitz.engine import State, load
from kibitz.errors import KibitzError

AGRAM = load("agram")
BRISCA = load("brisca")


def bot_of(text: str, seed: int = 1) -> Bot:
    bot = find(text, AGRAM).make()
    start(bot, AGRAM, 0, seed)
    return bot


def endgame() -> State:
    """Brisca, the stock gone, three tricks to play."""
    rng = Random(2)
    state = BRISCA.new(2)
    while state.cards("TRUMP") or len(state.actions) < 3:
        state = state.after(rng.choice(state.actions))
    return state


@pytest.mark.parametrize("name", ["ismcts", "pimc", "pimc:flat=yes", "paranoid-classic"])
def test_a_search_bot_plays_what_it_thought_best_and_tells_it(name: str) -> None:
    separator = "," if ":" in name else ":"
    bot = bot_of(f"{name}{separator}iterations=60")
    assert thinking(bot) is None
    state = AGRAM.new(3)
    action = bot.choose(kibitz.view(state, 0), None)
    told = thinking(bot)
    assert told is not None
    assert told.best == action
    assert {thought.action for thought in told.thoughts} == set(state.actions)


def test_the_same_seed_plays_the_same_and_another_thinks_of_other_deals() -> None:
    view = kibitz.view(AGRAM.new(3), 0)
    found = []
    for seed in (4, 4, 5):
        bot = bot_of("ismcts:iterations=80", seed)
        bot.choose(view, None)
        told = thinking(bot)
        assert told is not None
        found.append(told.thoughts)
    assert found[0] == found[1] != found[2]


def test_two_sides_are_enemies_and_among_more_everybody_minds_his_own_business() -> None:
    methods = []
    for game in (AGRAM, BRISCA):
        bot = find("ismcts:iterations=20", game).make()
        bot.choose(kibitz.view(game.new(1), 0), None)
        told = thinking(bot)
        assert told is not None
        methods.append(told.method)
    assert methods == ["ismcts, maxn", "ismcts, paranoid"]


def test_iterations_end_a_search_before_its_budget_does() -> None:
    bot = bot_of("ismcts:iterations=70")
    bot.choose(kibitz.view(AGRAM.new(3), 0), 60.0)
    told = thinking(bot)
    assert told is not None
    assert told.iterations == 70


def test_a_budget_is_nearly_used_up_and_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still but for a hundredth of a second at every look."""
    looks = count()
    bot = bot_of("ismcts")
    monkeypatch.setattr("kibitz.search.trees.time.perf_counter", lambda: next(looks) / 100)
    bot.choose(kibitz.view(AGRAM.new(3), 0), 1.0)
    told = thinking(bot)
    assert told is not None
    assert 0.8 < told.seconds < 1.0


def test_endings_are_solved_if_that_is_wanted() -> None:
    state = endgame()
    methods = []
    for name in ("pimc:endings=12", "ismcts:iterations=20,endings=12", "ismcts:iterations=20"):
        bot = find(name, BRISCA).make()
        bot.choose(kibitz.view(state, state.to_move), None)
        told = thinking(bot)
        assert told is not None
        methods.append(told.method)
    assert methods == ["solved", "solved", "ismcts, paranoid"]


def test_few_iterations_still_look_at_several_deals() -> None:
    bot = Pimc(group=1000)
    assert bot.method(kibitz.view(AGRAM.new(3), 0), 40).group == 4


def test_within_little_time_nothing_is_solved() -> None:
    state = endgame()
    bot = find("pimc", BRISCA).make()
    bot.choose(kibitz.view(state, state.to_move), 0.05)
    told = thinking(bot)
    assert told is not None
    assert told.method == "pimc, paranoid"


def test_a_policy_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KibitzError, match="policy"):
        find("ismcts:policy=brave", AGRAM)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ismcts:iterations=0", "iterations cannot be 0"),
        ("ismcts:threads=-1", "threads cannot be -1"),
        ("ismcts:exploration=-0.5", "exploration cannot be -0.5"),
        ("pimc:group=1", "group cannot be 1"),
        ("osla:deals=0", "deals cannot be 0"),
    ],
)
def test_a_parameter_that_is_too_small_is_refused(name: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        find(name, AGRAM).make()
