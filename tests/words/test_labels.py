"""What is said of options that the rules have a name for."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import Game, State
from kibitz.knowledge import view

from .spoken import after, said, small

Load = Callable[..., Game]


def called(state: State) -> list[str]:
    return [action.text for action in state.actions]


MARRIAGE = small("marriage")
DEAL = {
    "HAND 0": "QH KH AS 9S 9C 9D",
    "HAND 1": "QC KC JS JH JC JD",
    "TURNUP": "AH",
}


def test_a_marriage_is_called_a_marriage() -> None:
    state = MARRIAGE.new(deal=DEAL)
    assert called(state)[-2:] == ["declare a marriage with QH", "declare a marriage with KH"]
    assert "play QH" in called(state)
    declared = state.after("declare a marriage with QH")
    assert declared.store("POINTS 0") == 40
    assert declared.history[0].label == "declare a marriage with Q♥"


def test_the_others_are_told_that_it_is_a_marriage_since_they_see_its_points() -> None:
    state = MARRIAGE.new(deal=DEAL)
    declared = after(state, "declare a marriage with QH")
    assert "You declare a marriage with Q♥." in said(declared, 0)
    for other in (1, None):
        assert "North declares a marriage with Q♥." in said(declared, other)
    played = after(state, "play QH")
    assert "North leads Q♥." in said(played, 1)


def test_a_marriage_shows_the_partner_and_a_queen_does_not() -> None:
    state = MARRIAGE.new(deal=DEAL)
    for action, sure in (("declare a marriage with QH", True), ("play QH", False)):
        chances = view(state.after(action), 1).knowledge.probabilities["KH"]
        assert (chances["HAND 0"] == 1) is sure


def test_who_cannot_see_which_it_was_is_not_told_its_name(load_text: Load) -> None:
    """Both options put a card face down; only the player knows which of them it was."""
    game = load_text("""(game (setup (create players 2)
      (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
      (do ((shuffle (game iloc STOCK))
           (repeat 3 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
      (choice (
        (any (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) ONE)) 'C
          (label "hide the one, {}" (move 'C (top (game iloc HIDDEN)))))
        (any (filter ((current player) iloc HAND) 'C (!= (cardatt RANK 'C) ONE)) 'C
          (label "hide another card, {}" (move 'C (top (game iloc HIDDEN)))))))
      (scoring max 0))""")
    for action in game.new(1).actions:
        hidden = game.new(1).after(action)
        assert any(action.label in sentence for sentence in said(hidden, 0))
        for other in (1, None):
            assert not any("hide" in sentence for sentence in said(hidden, other))
            assert all(event.kind != "label" for event in view(hidden, other).events)
