"""Labels: what options are called, and that nothing else depends on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.recycle.labels import filled

from .test_language_choices import HAND, outcomes

Load = Callable[..., Game]
Rules = Callable[..., State]


def called(state: State) -> list[str]:
    return [action.text for action in state.actions]


@pytest.mark.parametrize(
    ("label", "picked", "text"),
    [
        ("pass", [], "pass"),
        ("play {}", ["QH"], "play QH"),
        ("give {} to {}", ["QH", "East"], "give QH to East"),
        ("marry", ["QH"], "marry QH"),
        ("give {}", ["QH", "East"], "give QH East"),
        ("show {} at once", [], "show at once"),
    ],
)
def test_what_is_picked_stands_in_the_label_or_after_it(
    label: str, picked: list[str], text: str
) -> None:
    assert filled(label, picked) == text


def test_an_option_is_called_by_its_label(rules: Rules) -> None:
    state = rules("""(choice (
      (label "hold your tongue" (turn pass))
      (any (range 2..3) 'N (label "bid {} points" (set (game sto X) 'N)))
      (set (game sto X) 9)))""")
    assert called(state) == ["hold your tongue", "bid 2 points", "bid 3 points", "x 9"]
    assert outcomes(state, "X") == [0, 2, 3, 9]
    assert state.after("bid 3 points").store("X") == 3


def test_a_label_stands_behind_conditions_and_names(rules: Rules) -> None:
    state = rules(
        HAND
        + """(choice (
      ((== 1 1) (let 5 'FIVE (any ((current player) iloc HAND) 'C
        ((> (score 'C using (game points VALUE)) 3)
          (do ((label "lay {} down" (do (
            (move 'C (top (game vloc PILE)))
            (inc (game sto X) 'FIVE))))))))))))"""
    )
    assert sorted(called(state)) == ["lay 4 down", "lay 5 down"]
    assert outcomes(state, "X") == [5, 5]


def test_without_its_labels_a_game_has_the_same_actions(game_of: Load) -> None:
    body = (
        HAND
        + """(choice (
      {}(turn pass){}
      (any ((current player) iloc HAND) 'C {}(move 'C (top (game vloc PILE))){})
      (any ((current player) iloc HAND) 'C (any (range 1..2) 'N
        {}(do ((move 'C (top (game vloc PILE))) (set (game sto X) 'N))){}))))"""
    )
    labels = ('(label "sit still" ', ")", '(label "play {}" ', ")", '(label "bet {} on {}" ', ")")
    bare, named = (game_of(body.format(*words)).new(1) for words in ([""] * 6, labels))
    assert [a.id for a in bare.actions] == [a.id for a in named.actions]
    assert called(bare) != called(named)
    assert called(named)[-1] == "bet 5 on 2"


def test_what_is_called_differently_is_another_option_although_it_does_the_same(
    rules: Rules,
) -> None:
    state = rules("""(choice (
      (label "pass" (set (game sto X) 0))
      (label "bid nothing" (set (game sto X) 0))
      (label "pass" (set (game sto X) 0))))""")
    assert called(state) == ["pass", "bid nothing"]
    assert len({action.id for action in state.actions}) == 2
    general = rules("""(choice (
      (label "pass" (do (((== 1 1) (set (game sto X) 0)))))
      (label "bid nothing" (do (((== 1 1) (set (game sto X) 0)))))
      (label "pass" (do (((== 1 1) (set (game sto X) 0)))))))""")
    assert called(general) == ["pass", "bid nothing"]


def test_a_subset_asked_for_card_by_card_has_a_label(rules: Rules) -> None:
    state = rules(
        HAND
        + """(choice ((any (subsets 2 ((current player) iloc HAND)) 'S
            (label "throw {} away" (all 'S 'C (move 'C (top (game vloc PILE))))))))"""
    )
    assert called(state) == ["throw 3 away", "throw 4 away"]
    assert called(state.after("throw 3 away")) == ["throw 4 away", "throw 5 away"]
