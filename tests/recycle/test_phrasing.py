"""The same rules written otherwise are the same game, and mostly as quick."""

from __future__ import annotations

import random
import runpy
from functools import cache
from pathlib import Path

import pytest

import kibitz
from kibitz.engine import Game

FOLDER = Path(__file__).parents[2] / "benchmarks"
TABLE = runpy.run_path(str(FOLDER / "phrasings.py"))
TEXTS: dict[str, str] = TABLE["phrasings"]()
BASE: str = TABLE["BASE"]
OTHERS = [name for name in TEXTS if name != BASE]
PLAYED = "a group of a `partition`"
"""The one whose options are still found by listing groups."""


@cache
def written(name: str, folder: Path) -> Game:
    file = folder / f"bridge{list(TEXTS).index(name)}.rcy"
    file.write_text(TEXTS[name], encoding="utf-8")
    return kibitz.load(file)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("phrasings")


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_cards_can_be_played_whatever_the_wording(name: str, folder: Path) -> None:
    chance = random.Random(name)
    for seed in range(3):
        one, other = written(BASE, folder).new(seed=seed), written(name, folder).new(seed=seed)
        while not one.over:
            offers = [{action.text: action for action in state.actions} for state in (one, other)]
            assert sorted(offers[0]) == sorted(offers[1])
            text = chance.choice(sorted(offers[0]))
            one, other = one.after(offers[0][text]), other.after(offers[1][text])
        assert other.over
        assert one.scores == other.scores


@pytest.mark.parametrize("name", [name for name in OTHERS if name != PLAYED])
def test_no_card_is_played_on_trial_to_find_out_which_can_be(name: str, folder: Path) -> None:
    game = written(name, folder)
    last = max(game.emitted.choices)
    assert not game.emitted.choices[last].general


def test_in_love_letter_nothing_is_played_on_trial() -> None:
    (choice,) = kibitz.load(TABLE["LETTER"]).emitted.choices.values()
    assert len(choice.clauses) == 9
    assert all(clause.listed and clause.chain is not None for clause in choice.clauses)


def test_an_action_does_not_tell_of_a_group_it_was_only_picked_from(folder: Path) -> None:
    state = written(PLAYED, folder).new(seed=3)
    chance = random.Random(1)
    for _ in range(7):
        state = state.after(chance.choice(state.actions))
    assert all(len(action.cards) == 1 for action in state.actions)


def test_what_is_the_same_for_all_cards_is_worked_out_when_one_of_them_asks(
    tmp_path: Path,
) -> None:
    """`scoremax` of nothing is an error, but with an empty hand nobody asks for it."""
    text = """(game
      (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A, B)))))
      (do ((set (game points WORTH) (((RANK : A) 1) ((RANK : B) 2)))
           (set (game sto FOUND) (size (filter ((0 player) vloc HAND) 'C
             (> (score 'C using (game points WORTH))
                (scoremax (game vloc NOWHERE) using (game points WORTH))))))
           (move (top (game vloc BOX)) (top (game vloc NOWHERE)))
           (set (game sto FOUND) (size (filter (game vloc BOX) 'C
             (!= (score 'C using (game points WORTH))
                (scoremax (game vloc NOWHERE) using (game points WORTH))))))))
      (scoring max (game sto FOUND)))"""
    file = tmp_path / "asked.rcy"
    file.write_text(text, encoding="utf-8")
    assert tuple(kibitz.load(file).new(seed=1).scores) == (1, 1)
