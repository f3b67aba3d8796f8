"""What a learner is given: numbers for what it can do, rewards for what it did."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from engine.tables import last, line

import kibitz
from kibitz.engine import Game
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.errors import KibitzError
from kibitz.interop.learners import MORE, terms, words

TESTS = Path(__file__).parents[1]
SMALL = TESTS / "games" / "small"
HIGH_CARD = """(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((shuffle (game iloc STOCK))
    (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))
    (set (game points VALUE) (((RANK : ONE) {one}) ((RANK : TWO) 2) ((RANK : THREE) 3)))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc OUT)))))))
  (scoring {wins} (sum ((current player) vloc OUT) using (game points VALUE))))"""


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "hearts", "tarot"])
def test_in_the_house_every_option_has_its_own_number_in_every_deal(name: str) -> None:
    given = terms(name)
    assert given.most_actions == given.own == given.game.action_count
    for state in list(line(given.game.new(1), Random(1), 80))[::8]:
        offered = given.numbered(state.actions)
        assert offered == {action.id: action for action in state.actions}
        assert np.flatnonzero(given.mask(state.actions)).tolist() == sorted(offered)


def test_whoever_wins_chips_may_bet_more_than_there_are_numbers_for(tmp_path: Path) -> None:
    (tmp_path / "chips.rcy").write_text("""(game
      (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ACE)))))
      (do ((set ((0 player) sto CHIPS) 50)))
      (stage player (end (> ((0 player) sto CHIPS) 90))
        (choice ((any (range 1..((current player) sto CHIPS)) 'N (set (game sto BET) 'N))))
        (do ((inc ((current player) sto CHIPS) (game sto BET)))))
      (scoring max ((current player) sto CHIPS)))""")
    given = terms(tmp_path / "chips.rcy")
    state = given.game.new(1)
    while not state.over:
        assert len(given.numbered(state.actions)) == len(state.actions)
        state = state.after(state.actions[24])
    assert given.most_actions == given.own + MORE


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("analysis/games/many.rcy", MORE),  # numbers up to 120
        ("analysis/games/skill.rcy", 0),  # how many cards: a number that is picked
        ("knowledge/rules/steal.rcy", MORE),  # cards that are picked unseen
        ("games/small/fishing.rcy", 1 << 16),  # groups
        ("knowledge/rules/heartsbroken.rcy", 0),
        ("knowledge/rules/askcard.rcy", 0),
    ],
)
def test_where_options_have_no_numbers_there_is_room_for_them(path: str, more: int) -> None:
    given = terms(TESTS / path)
    assert given.most_actions == given.game.action_count + more
    unnumbered = 0
    for state in line(given.game.new(1), Random(1), 40):
        offered = given.numbered(state.actions)
        assert sorted(action.text for action in offered.values()) == sorted(
            action.text for action in state.actions
        )
        behind = [action for number, action in sorted(offered.items()) if number >= given.own]
        assert behind == [action for action in state.actions if action.id >= given.own]
        unnumbered += len(behind)
    assert bool(unnumbered) == bool(more)


def test_with_few_numbers_options_are_numbered_by_where_they_stand() -> None:
    given = terms("agram", most_actions=6)
    actions = given.game.new(1).actions
    assert given.own == 0
    assert given.numbered(actions) == dict(enumerate(actions))
    assert given.mask(actions[:2]).tolist() == [1, 1, 0, 0, 0, 0]


def test_too_few_numbers_are_an_error_that_says_how_many_it_takes() -> None:
    given = terms("agram", most_actions=5)
    with pytest.raises(KibitzError, match="no number left") as caught:
        given.numbered(given.game.new(1).actions)
    assert "most_actions=6" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["brisca", "hearts", SMALL / "twopacks.rcy"])
@pytest.mark.parametrize("knowledge", KNOWLEDGE)
def test_no_column_leaves_its_limits(name: str | Path, knowledge: str) -> None:
    given = terms(name, knowledge=knowledge)
    low, high = given.limits
    for state in list(line(given.game.new(3), Random(3), 90))[::9]:
        for seat in range(given.game.players):
            row = given.row(kibitz.view(state, seat))
            assert ((low <= row) & (row <= high)).all()


# --- rewards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "one", "rewards"),
    [
        ("max", 1, {1: -1.0, 2: 0.0, 3: 1.0}),
        ("min", 1, {1: 1.0, 2: 0.0, 3: -1.0}),
        ("max", 3, {1: 0.5, 2: -1.0, 3: 0.5}),
    ],
)
def test_a_rank_is_worth_the_opponents_beaten_less_those_one_is_beaten_by(
    load_text: Callable[..., Game], wins: str, one: int, rewards: dict[int, float]
) -> None:
    given = terms(load_text(HIGH_CARD.format(wins=wins, one=one)))
    ended = last(given.game.new(1), Random(1))
    names = {"ONE": 1, "TWO": 2, "THREE": 3}
    for seat, reward in enumerate(given.rewards(ended)):
        (card,) = ended.faces(f"OUT {seat}")
        assert reward == rewards[names[card.attributes["RANK"]]]


def test_partners_win_together_and_are_no_opponents() -> None:
    given = terms("brisca")
    for seed in range(8):
        rewards = given.rewards(last(given.game.new(seed), Random(seed)))
        assert rewards[:2] == rewards[2:]
        assert sorted(rewards[:2]) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_score_is_what_the_rules_count_and_less_is_better_where_fewest_wins() -> None:
    ended = last(terms("brisca").game.new(1), Random(1))
    assert terms("brisca", reward="score").rewards(ended) == list(ended.scores)
    ended = last(terms("hearts").game.new(1), Random(1))
    assert terms("hearts", reward="score").rewards(ended) == [-score for score in ended.scores]


def test_whoever_is_alone_has_nobody_to_beat() -> None:
    given = terms(TESTS / "analysis" / "games" / "alone.rcy")
    assert given.rewards(last(given.game.new(1), Random(1))) == [0.0]


# --- what is asked for ----------------------------------------------------------------------------


def test_words_are_what_the_seat_sees() -> None:
    said = words(kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2).new(seed=1), 1)
    assert "as East sees it" in said
    assert "North  hand 2 cards" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reward": "money"}, "there is no reward `money`"),
        ({"knowledge": "all"}, "there is no knowledge `all`"),
        ({"most_actions": 0}, "most_actions is 0"),
        ({"most_decisions": 0}, "most_decisions is 0"),
        ({"game": kibitz.load("agram"), "NUMP": 3}, "it takes no NUMP"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(KibitzError, match=said):
        terms(**{"game": "agram", **options})  # type: ignore[arg-type]
