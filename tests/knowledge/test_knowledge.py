"""Knowledge says whether it is all there is to know."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge import view
from kibitz.knowledge.questions import ask

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


def test_what_a_seat_saw_of_cards_that_may_have_gone_on_cannot_be_told_of_it() -> None:
    """East gives North two hearts, then North gives West a spade, and nobody but these two sees
    which card it was: what East knows of North's hand has no simple form any more."""
    deal = {"HAND 0": "3S 1H", "HAND 1": "2H 3H", "HAND 2": "2C 3C"}
    state = described(RULES["asking"]).new(seed=1, deal=deal)
    for suit in ("hearts", "hearts"):
        state = state.after(f"want {suit}")
        assert view(state, 2).knowledge.complete
    assert ask(state, "K 1 has(0,2H)").truth
    state = state.after("want spades")
    for seat in (0, 1, 2, None):
        assert view(state, seat).knowledge.exact, "for itself, everybody can count"
        assert not view(state, seat).knowledge.complete
    with pytest.raises(KibitzError, match="somebody may know more"):
        ask(state, "K 1 has(0,2H)")
