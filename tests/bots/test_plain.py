"""The plain bots."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from kibitz.bots import plain
from kibitz.bots.bot import start
from kibitz.bots.names import find
from kibitz.bots.plain import First, Random, Slow
from kibitz.engine import State, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view

AGRAM = load("agram").new(seed=1)
DISCARD = load("tarot", AUCTION="NO").new(seed=3)


def seen(state: State) -> View:
    return view(state, state.to_move)


def test_first_takes_the_first_option() -> None:
    assert First().choose(seen(AGRAM), None) == AGRAM.actions[0]


def test_random_takes_any_option() -> None:
    bot = Random()
    found = {bot.choose(seen(AGRAM), None) for _ in range(200)}
    assert found == set(AGRAM.actions)


def test_random_chooses_the_same_with_the_same_seed() -> None:
    def choices(seed: int) -> list[str]:
        bot = Random()
        start(bot, AGRAM.game, 0, seed)
        return [bot.choose(seen(AGRAM), None).text for _ in range(20)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_random_lays_aside_all_sets_of_cards_equally_often() -> None:
    """The first of six cards is drawn as often as there are sets that begin with it."""
    bot, here = Random(), seen(DISCARD)
    draws = 2000
    drawn = Counter(bot.choose(here, None) for _ in range(draws))
    weights = here.weights()
    expected = draws * weights[0] / sum(weights)
    assert drawn[here.actions[0]] == pytest.approx(expected, abs=5 * expected**0.5)
    assert drawn[here.actions[-1]] < draws / len(here.actions) / 5


def test_slow_sleeps_past_its_budget_or_as_long_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    bot = Slow(seconds=0.3)
    assert bot.choose(seen(AGRAM), None) in AGRAM.actions
    assert bot.choose(seen(AGRAM), 2.0) in AGRAM.actions
    assert slept == [0.3, 2.0 + plain.LATE]


def test_nobody_sleeps_less_than_no_time() -> None:
    with pytest.raises(KibitzError) as refused:
        find("slow:seconds=-1", AGRAM.game).make()
    assert str(refused.value) == "seconds cannot be -1\n  hint: at least 0"
