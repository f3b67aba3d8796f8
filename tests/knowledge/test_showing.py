"""The author of a game is told what others learn from its choices."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.recycle.inspection import choices_show
from kibitz.recycle.showing import Shows

from .small import described
from .test_own_rules import HEAD, TAIL

HAND = "((current player) iloc HAND)"
HEARTS = f"(filter {HAND} 'C (== (cardatt SUIT 'C) HEARTS))"


def shown(choice: str) -> list[Shows]:
    return list(choices_show(described(HEAD + choice + TAIL).program))


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_all_choices_of_the_house_games_are_followed_as_sets(name: str) -> None:
    found = choices_show(load(name).program)
    assert {shows.how for shows in found} <= {"nothing", "sets"}
    assert [shows.line for shows in found] == sorted({shows.line for shows in found})


def test_a_choice_that_depends_on_nothing_hidden_shows_nothing() -> None:
    (found,) = shown(f"(choice ((any {HAND} 'C (move 'C (top (game vloc PILE))))))")
    assert found.how == "nothing"
    assert str(found) == "shows nothing about hidden cards"


def test_following_suit_is_followed_as_sets() -> None:
    found = shown(
        f"""(choice (
      (any {HEARTS} 'C (move 'C (top (game vloc PILE))))
      (else (any {HAND} 'C (move 'C (top (game vloc PILE)))))))"""
    )
    assert [str(shows) for shows in found] == ["followed as sets of cards"]


def test_what_is_tested_again_is_quoted() -> None:
    found = shown(
        f"""(choice (
      (any (range 1 .. 6) 'N
        ((<= 'N (* 2 (sum {HAND} using (game points VALUE))))
          (set (game sto BID) 'N)))
      (turn pass)))"""
    )
    (tested,) = [shows for shows in found if shows.how == "tests"]
    assert str(tested).startswith("followed by testing deals again: `((<= 'N (* 2 (sum")


def test_what_is_not_followed_is_quoted_with_the_reason() -> None:
    found = shown(
        f"""(choice (
      (any {HEARTS} 'C (do ((move 'C (top (game hloc DARK)))
        (any {HAND} 'D (move 'D (top (game vloc PILE)))))))
      (turn pass)))"""
    )
    (missed,) = [shows for shows in found if shows.how == "untold"]
    assert str(missed).startswith("not followed: `(any (filter ((current player) iloc HAND)")
    assert missed.why == "which card was picked unseen"


def test_what_the_options_show_to_the_chooser_is_said() -> None:
    found = shown(
        """(choice (
      (any (filter (other player) 'P (any ('P iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 'P
        (set (game sto WHO) (pid 'P)))
      (turn pass)))"""
    )
    reasons = [shows.why for shows in found]
    assert "the options show it to the chooser alone" in reasons
