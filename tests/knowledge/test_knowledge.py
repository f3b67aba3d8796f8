"""Knowledge says whether it is all there is to know."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge import view
from kibitz.knowledge.questions import ask
from kibitz.knowledge.unfollowed import of_anybody

from .small import described
from .test_own_rules import RULES

WEIGHED = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (choice ((turn pass)))
  (do (((== (sum ((0 player) iloc HAND) using (game points VALUE)) 9) (inc (game sto RICH)))))
  (choice ((turn pass)))
  (scoring max 0))
"""
"""Three cards each; then everybody is told whether North has the three threes."""


def test_deals_are_counted_if_few_enough_to_be_tried_and_else_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threes = {"HAND 0": "3S 3H 3C", "HAND 1": "1S 1H 1C", "HAND 2": "2S 2H 2C"}
    state = described(WEIGHED).new(seed=1, deal=threes).after("pass")
    tried = view(state, 2).knowledge
    assert (tried.count, tried.estimate) == (1, None)
    monkeypatch.setattr("kibitz.knowledge.deals.possible.FEW", 19)
    estimated = view(state, 2).knowledge
    assert estimated.estimate is not None
    assert estimated.estimate.low <= 1 <= estimated.estimate.high < 20
    assert estimated.count == 1
    assert estimated.exact, "all that is known is there: it is only not counted"


def test_a_card_of_another_suit_was_not_among_those_that_were_given() -> None:
    """East gives North two hearts; then North gives West a spade, and nobody but these two sees
    which: what East knows of North's hand is still so."""
    deal = {"HAND 0": "3S 1H", "HAND 1": "2H 3H", "HAND 2": "2C 3C"}
    state = described(RULES["asking"]).new(seed=1, deal=deal).after("want hearts")
    assert view(state, 2).knowledge.complete
    assert ask(state, "K 1 has(0,2H)").truth
    for suit in ("spades", "spades"):  # West has none to give, and then gets one
        state = state.after(f"want {suit}")
    assert view(state, 2).knowledge.complete, "a spade was not among the hearts that East gave"
    assert ask(state, "K 1 has(0,2H) & ~K 2 has(0,2H)").truth


PASSED_ON = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
  (choice ((turn pass)))
  (scoring max 0))
"""


def test_who_passed_a_card_that_may_have_been_passed_on_knows_more_than_can_be_told() -> None:
    """North gives East a card, and East gives West one: perhaps the same."""
    state = described(PASSED_ON).new(seed=1)
    state = state.after(state.actions[0])
    assert view(state, 2).knowledge.complete
    state = state.after(state.actions[0])
    for seat in (0, 1, 2, None):
        knowledge = view(state, seat).knowledge
        assert knowledge.exact, "for itself, everybody can count"
        assert not knowledge.complete
        assert [doubt.observers for doubt in knowledge.doubts] == [0]
        (why,) = of_anybody(knowledge)
        assert why.rule.startswith("(choice ((any"), "the choice by which it came about"
        assert (why.decision, f"line {why.line} " in str(why)) == (2, True)
    with pytest.raises(KibitzError, match="somebody may know more"):
        ask(state, "K 1 has(0,2)")
