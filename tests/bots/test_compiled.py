"""Compiled bots: the texts decide as the Python versions do, and play the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.bots.bot import start
from kibitz.bots.compiled import Written
from kibitz.bots.names import find, is_foreign
from kibitz.bots.roster import house_choosers, roster
from kibitz.engine import load
from kibitz.engine.simulation import game_key
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

OWN = """
def choose(V, K, O, n, seat, seed):
    return drawn(seed, 0, n)
"""


@pytest.mark.parametrize(
    ("name", "bots", "games"),
    [
        ("boerenbridge", ["greedy", "greedy-kripke", "full-kripke"], 12),
        ("brisca", ["rule"], 3),
        ("tarot", ["rule"], 2),
    ],
)
def test_a_text_decides_as_the_python_version_does(name: str, bots: list[str], games: int) -> None:
    game = load(name)
    texts = house_choosers(game)
    for i in range(games):
        seats = [bots[(seat + i) % len(bots)] for seat in range(game.players)]
        python = [find(bot, game).make() for bot in seats]
        written = [type(bot, (Written,), {"chooser": texts[bot]})() for bot in seats]
        for seat in range(game.players):
            start(python[seat], game, seat, seat)
            start(written[seat], game, seat, seat)
        state = game.new(key=game_key(3, i))
        while state.to_move is not None:
            action = state.actions[0]
            if len(state.actions) > 1:
                shown = view(state, state.to_move)
                action = python[state.to_move].choose(shown, None)
                assert written[state.to_move].choose(shown, None) == action
            state = state.after(action)


def test_a_text_of_ones_own_is_a_bot_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "mine.bot.py.txt"
    path.write_text(OWN)
    game = load("agram")
    assert not is_foreign(str(path))
    bot, state = find(str(path), game).make(), game.new(seed=1)
    start(bot, game, 0, 7)
    chosen = [bot.choose(view(state, state.to_move), None) for _ in range(30)]
    assert set(chosen) == set(state.actions)
    start(bot, game, 0, 7)
    assert [bot.choose(view(state, state.to_move), None) for _ in range(30)] == chosen


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def pick(V, seed):\n    return 0", "there is no function choose(V, K, O, n, seat, seed)"),
        ("def choose(V, K, O, n, seat, seed):\n    return S[0]", "the name `S` is not known"),
        ("def choose(V, K, O, n, seat, seed):\n    V[0] = 1\n    return 0", "only a name is given"),
        ("def choose(V, K, O, n):\n    return 0", "it is written choose(V, K, O, n, seat, seed)"),
        (
            "def choose(V, K, O, n, seat, seed):\n    return possible(V, O, 0, 0)",
            "what is known, K, is expected here",
        ),
        (
            "def choose(V, K, O, n, seat, seed):\n    return STORE_TRMP",
            "the name `STORE_TRMP` is not known; did you mean `STORE_TRUMP`?",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_said_before_anything_runs(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "mine.bot.py.txt"
    path.write_text(text)
    with pytest.raises(KibitzError) as refused:
        find(str(path), load("brisca"))
    assert said in str(refused.value)


def test_an_answer_that_is_no_option_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.bot.py.txt"
    path.write_text("def choose(V, K, O, n, seat, seed):\n    return n")
    game = load("agram")
    bot, state = find(str(path), game).make(), game.new(seed=1)
    start(bot, game, 0, 7)
    with pytest.raises(KibitzError) as refused:
        bot.choose(view(state, state.to_move), None)
    assert "choose says" in str(refused.value)


def test_it_is_said_why_bots_are_not_compiled(tmp_path: Path) -> None:
    game = load("boerenbridge")

    def why(*bots: str) -> object:
        return roster(game, [find(bot, game) for bot in bots])

    assert why("greedy", "osla") == "`osla` has no compiled version"
    assert (
        why("greedy:first_cut=1.0") == "`greedy:first_cut=1.0` is compiled only without parameters"
    )
    assert not isinstance(why("greedy:first_cut=0.8", "random"), str)
    packs = load(Path(__file__).parents[1] / "games/small/twopacks.rcy")
    assert roster(packs, [find("random", packs)]) == "some of its cards look the same"
