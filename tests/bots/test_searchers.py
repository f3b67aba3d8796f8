"""The bots that search: their parameters, their patience and what they tell."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.bots import searchers
from kibitz.bots.bot import Bot, start, thinking
from kibitz.bots.names import find
from kibitz.bots.searchers import HASTE, Ismcts, Pimc, at_once
from kibitz.engine import State, load
from kibitz.errors import KibitzError
from kibitz.search import Method, think

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


# --- while a compiler is at work ------------------------------------------------------------------


def compiled(monkeypatch: pytest.MonkeyPatch, *kernels: str) -> None:
    """Let these kernels be at hand, and no others."""
    monkeypatch.setattr(searchers, "is_at_hand", lambda game, kernel: kernel in kernels)


def noted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What searches are called with; each makes one iteration in Python."""
    found: list[dict[str, Any]] = []

    def thought(view: kibitz.View, method: Method, **given: Any) -> kibitz.Thinking:
        found.append(given)
        return think(view, method, iterations=1, mode="python")

    monkeypatch.setattr(searchers, "think", thought)
    return found


def test_a_bot_at_a_table_answers_though_nothing_is_compiled_and_compiles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "compiled"))
    rules = tmp_path / "unseen.rcy"  # nobody has loaded anything of it
    rules.write_text(AGRAM.source.text)
    game = load(rules)
    bot = Ismcts(iterations=20)
    at_once(bot)
    start(bot, game, 0, 1)
    state = game.new(3)
    assert bot.choose(kibitz.view(state, 0), None) in state.actions
    assert bot.lacking == ("deals", "trees")
    assert list(tmp_path.iterdir()) == [rules]


def test_it_is_in_haste_until_what_it_needs_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, view = noted(monkeypatch), kibitz.view(AGRAM.new(3), 0)
    bot = Ismcts(iterations=300)
    at_once(bot)
    found = []
    for kernels in ((), ("deals",), ("deals", "trees")):
        compiled(monkeypatch, *kernels)
        bot.choose(view, 60.0)
        found.append((asked[-1]["mode"], asked[-1]["seconds"], bot.lacking))
    assert found == [
        ("python", HASTE, ("deals", "trees")),
        ("python", HASTE, ("trees",)),
        ("native", 54.0, ()),
    ]
    assert [each["iterations"] for each in asked] == [300] * 3
    assert [each["least"] for each in asked] == [24, 24, 1]  # six cards


def test_without_haste_it_plays_the_same_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a game with a seed is the same game, whenever the compiler is ready."""
    for name in ("ismcts:iterations=40", "pimc:iterations=40", "paranoid-classic:iterations=40"):
        patient, other = bot_of(name), find(name, AGRAM).make()
        at_once(other, None)
        start(other, AGRAM, 0, 1)
        rng, state = Random(1), AGRAM.new(5)
        for step in range(4):
            compiled(monkeypatch, *(("deals", "trees") if step == 2 else ()))
            view = kibitz.view(state, state.to_move)
            assert other.choose(view, None) == patient.choose(view, None)
            mine, theirs = thinking(other), thinking(patient)
            assert mine is not None
            assert theirs is not None
            assert mine.thoughts == theirs.thoughts
            state = state.after(rng.choice(state.actions))


def test_in_haste_an_ending_is_searched_until_the_solver_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = kibitz.view(endgame(), endgame().to_move)
    asked = noted(monkeypatch)
    bot = Pimc(endings=12)
    at_once(bot)
    for kernels, solved in ((("deals", "trees"), False), (("deals", "trees", "solver"), True)):
        compiled(monkeypatch, *kernels)
        bot.choose(view, None)
        told = thinking(bot)
        assert told is not None
        assert (told.method == "solved") == solved
        assert bot.lacking == (() if solved else ("solver",))
    assert [each["mode"] for each in asked] == ["native"]


def test_where_somebody_measures_it_is_compiled_before_the_first_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kernels: list[tuple[str, str]] = []
    monkeypatch.setattr(kibitz.Game, "kernel", lambda game, *what: kernels.append(what))
    bot_of("ismcts")
    assert kernels == [("deals", "native"), ("trees", "native")]
