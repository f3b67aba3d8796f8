"""Thoughts shown: hints for you at any time, those of the bots at the end."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest
from rich.console import Console

from kibitz.cli.hints import thoughts
from kibitz.engine import load
from kibitz.nets import blank, write
from kibitz.search.thoughts import Thinking, Thought
from kibitz.words import Words

from .conftest import Kibitz
from .test_play import screens

FILE = """
from kibitz.search.thoughts import Thinking, Thought

class Thinker:
    def choose(self, view, budget):
        self.view = view
        return view.actions[-1]

    def thinking(self):
        values = [Thought(a, 100 + n, n / 10, n / 10 - 0.05, n / 10 + 0.05)
                  for n, a in enumerate(self.view.actions)]
        return Thinking(self.view.seat, tuple(reversed(values)), "by hand", 123, 0.5)

class Broken:
    def choose(self, view, budget):
        raise ValueError("no idea")
"""

HEAD = "95 % interval"
OPTIONS = ("--seed", "3", "--hinter", "my.py:Thinker")


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(FILE)


def test_a_hint_shows_what_was_thought_of_each_option(play: Kibitz) -> None:
    shown = screens(play("agram", *OPTIONS, typed="hint\n").stdout)[1]
    rows = [line.split() for line in shown.splitlines() if re.search(r"play \S+ +\d", line)]
    actions = load("agram").new(3).actions
    assert [row[-6] for row in rows] == [action.label.split()[1] for action in actions][::-1]
    assert rows[0] == [">", "play", rows[0][2], "105", "0.50", "0.45", "to", "0.55"]
    assert [row[0] for row in rows[1:]] == ["play"] * 5
    assert "by hand: 123 tries in 500 ms" in shown


def test_hints_are_shown_unasked_if_wanted(play: Kibitz) -> None:
    assert HEAD not in play("agram", *OPTIONS).stdout
    result = play("agram", *OPTIONS, "--hint", typed="1\n" * 6)
    shown = screens(result.stdout)
    assert all(HEAD in screen for screen in shown[:3])
    assert "nothing to decide" not in result.stdout


def test_a_bot_that_does_not_think_hints_at_an_option(play: Kibitz) -> None:
    first = load("agram").new(3).actions[0]
    result = play("agram", "--seed", "3", "--hinter", "first", typed="hint\n")
    assert f"first would choose: {first.label}\n" in result.stdout


def test_a_hint_may_fail_and_the_game_goes_on(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", "--hinter", "my.py:Broken", typed="hint\n1\n")
    assert "no hint: the bot `my.py:Broken` failed at decision 1 (North): " in result.stdout
    assert "You lead" in result.stdout


def test_with_one_option_there_is_no_hint(play: Kibitz) -> None:
    result = play("agram", *OPTIONS, typed="1\n" * 5 + "hint\n")
    assert "there is nothing to decide" in result.stdout


@pytest.mark.parametrize(
    ("hinter", "said"),
    [
        ("ismtcs", "there is no bot `ismtcs`; did you mean `ismcts`?"),
        ("human", "`human` is a person, and hints come from bots"),
    ],
)
def test_who_cannot_hint_is_refused(play: Kibitz, hinter: str, said: str) -> None:
    result = play("agram", "--hinter", hinter)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_search_gives_hints(play: Kibitz) -> None:
    shown = play("kuhn", "--seed", "2", "--hinter", "ismcts:iterations=50", typed="hint\n").stdout
    assert HEAD in shown
    assert "ismcts, paranoid: 50 tries in" in shown


def test_of_many_options_the_best_are_shown() -> None:
    game = load("tarot", AUCTION="NO")
    actions = game.new(5).actions
    found = [Thought(action, 9 - n, 1.0, -inf, inf) for n, action in enumerate(actions[:9])]
    found += [Thought(action, 0, 0.0, -inf, inf) for action in actions[9:]]
    console = Console(width=80, record=True)
    with console.capture() as captured:
        console.print(
            thoughts(Words(game, 0), Thinking(0, tuple(found), "search", 45, 1.0), actions[0])
        )
    shown = captured.get()
    assert shown.count("discard") == 8
    assert f"and {len(actions) - 8} others · search: 45 tries in 1 s" in shown
    assert "inf" not in shown


def test_a_network_says_what_it_expects_and_claims_no_tries(play: Kibitz) -> None:
    game = load("agram")
    write(blank(game, hidden=(8,), scale=2.0), "my.npz")
    shown = play("agram", "--seed", "3", "--hinter", "net:my.npz", typed="hint\n").stdout
    rows = [line.split() for line in shown.splitlines() if re.search(r"play \S+ +-?\d", line)]
    assert len(rows) == len(game.new(3).actions)
    assert [row[0] for row in rows] == [">", *["play"] * 5]
    values = [float(row[-1]) for row in rows]
    assert values == sorted(values, reverse=True)
    assert "points to come" in shown
    assert "network: what it says at once; nothing was tried" in shown
    assert HEAD not in shown
    assert "tries" not in shown


def test_where_fewer_points_win_a_network_says_so_too() -> None:
    found = tuple(Thought(action, 0, 0.0, -inf, inf) for action in load("hearts").new(1).actions)
    for measure, head in (("points", "points to come, fewer is better"), ("share", "preference")):
        thinking = Thinking(0, found, "network", 0, 0.1, measure)  # type: ignore[arg-type]
        console = Console(width=80, record=True)
        with console.capture() as captured:
            console.print(thoughts(Words(load("hearts"), 0), thinking, found[0].action))
        assert head in captured.get()


# --- how the bots thought -------------------------------------------------------------------------

BOTS = ("--seed", "3", "--set", "NUMP=2", "--bots", "my.py:Thinker")
"""One opponent: every bot in a file has processes of its own, which have to be started."""


def test_at_the_end_the_bots_explain_themselves(play: Kibitz) -> None:
    result = play("agram", *BOTS, typed="1\n" * 6 + "explain\nno\n")
    before, _, after = result.stdout.partition("Another game?")
    assert HEAD not in before
    assert after.startswith(" (y/n, or explain: what the bots thought) explain\n")
    assert re.search(r"Decision 2: East plays \S+\n", after)
    assert HEAD in after
    assert after.count("Another game?") == 1


def test_unasked_if_wanted(play: Kibitz) -> None:
    result = play("agram", *BOTS, "--explain", typed="1\n" * 6)
    before, _, after = result.stdout.partition(", the end")
    assert HEAD not in before
    assert HEAD in after


def test_nothing_is_told_before_the_end(play: Kibitz) -> None:
    """Not even how many options a bot had: that would tell something of its hand."""
    quiet = play("agram", *BOTS, typed="1\n1\nundo\nexplain\nquit\n").stdout
    loud = play("agram", *BOTS, "--explain", typed="1\n1\nundo\nexplain\nquit\n").stdout
    assert loud == quiet
    assert HEAD not in loud


def test_what_was_taken_back_is_not_explained(play: Kibitz) -> None:
    once = play("agram", *BOTS, "--explain", typed="1\n" * 6).stdout
    twice = play("agram", *BOTS, "--explain", typed="2\nundo\n" + "1\n" * 6).stdout
    told = [text.partition("Decision")[2] for text in (once, twice)]
    assert told[0]
    assert told[0] == told[1]


def test_bots_that_do_not_think_have_nothing_to_explain(play: Kibitz) -> None:
    assert "Another game? (y/n) " in play("agram", "--seed", "3", typed="1\n" * 6).stdout
