"""Equal cards: drawn at random, unless the rules say that the order decides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State

Rules = Callable[..., State]
Load = Callable[..., Game]

TWO_PACKS = """(game (setup (create players 3)
    (create deck RED (game vloc RED) (deck (RANK (ONE, TWO, THREE))))
    (create deck BLUE (game vloc BLUE) (deck (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
    {}
    (set (game sto FIRSTMAX) (pid (owner (first max {} using (game points VALUE)))))
    (set (game sto LASTMAX) (pid (owner (last max {} using (game points VALUE)))))
    (set (game sto FIRSTMIN) (pid (owner (first min {} using (game points VALUE)))))
    (set (game sto LASTMIN) (pid (owner (last min {} using (game points VALUE)))))))
  (scoring max 0))"""

TRICK = "(union (all player 'P ('P vloc TRICK)))"


def play(who: int, pack: str, rank: str) -> str:
    card = f"(top (filter (game vloc {pack}) 'C (== (cardatt RANK 'C) {rank})))"
    return f"(move {card} (top (({who} player) vloc TRICK)))"


def winners(load: Load, *played: tuple[int, str, str], where: str = TRICK) -> list[int | str]:
    text = TWO_PACKS.format("\n".join(play(*each) for each in played), *[where] * 4)
    state = load(text).new(1)
    return [state.store(name) for name in ("FIRSTMAX", "LASTMAX", "FIRSTMIN", "LASTMIN")]


def test_of_equal_cards_the_one_played_first_or_last(load_text: Load) -> None:
    three = ((2, "BLUE", "THREE"), (0, "RED", "THREE"), (1, "RED", "ONE"))
    assert winners(load_text, *three) == [2, 0, 1, 1]
    assert winners(load_text, three[1], three[0], three[2]) == [0, 2, 1, 1]
    low = ((1, "RED", "ONE"), (0, "BLUE", "TWO"), (2, "BLUE", "ONE"))
    assert winners(load_text, *low) == [0, 0, 1, 2]


def test_the_order_of_play_counts_not_that_of_the_seats_nor_of_the_cards(load_text: Load) -> None:
    for first, second in ((0, 1), (1, 0), (2, 0), (1, 2)):
        for packs in (("RED", "BLUE"), ("BLUE", "RED")):
            played = ((first, packs[0], "TWO"), (second, packs[1], "TWO"))
            assert winners(load_text, *played) == [first, second] * 2


@pytest.mark.parametrize(
    ("moves", "first", "last"),
    [
        ("(repeat 5 (move (top (game vloc DECK)) (top (game vloc PILE))))", 5, 1),
        ("(repeat 5 (move (top (game vloc DECK)) (bottom (game vloc PILE))))", 1, 5),
        ("(repeat 5 (move (bottom (game vloc DECK)) (top (game vloc PILE))))", 1, 5),
        ("(repeat 5 (move (top (game vloc DECK)) (1 (game vloc PILE))))", 5, 4),
    ],
)
def test_in_a_pile_it_is_the_lowest_or_the_highest(
    rules: Rules, moves: str, first: int, last: int
) -> None:
    cards = ("first", "last")
    body = "".join(
        f"(set (game sto {word.upper()}) (score ({word} max (game vloc PILE) "
        "using (game points NONE)) using (game points VALUE)))"
        for word in cards
    )
    state = rules(f"(do ({moves} {body}))")
    assert (state.store("FIRST"), state.store("LAST")) == (first, last)


def test_of_cards_in_a_pile_just_shuffled_the_order_is_decided(rules: Rules) -> None:
    body = """(do (
      (all (game vloc DECK) 'C (move 'C (top (game iloc STOCK))))
      (shuffle (game iloc STOCK))
      (set (game sto X) (score (first max (game iloc STOCK) using (game points NONE))
                          using (game points VALUE)))
      (set (game sto Y) (score (bottom (game iloc STOCK)) using (game points VALUE)))))"""
    found = {rules(body, seed=seed).store("X") for seed in range(20)}
    assert len(found) > 1
    for seed in range(5):
        state = rules(body, seed=seed)
        assert state.store("X") == state.store("Y")


def test_of_notes_the_order_of_the_notes_counts(rules: Rules) -> None:
    body = """(do (
      (remember (top (game vloc DECK)) (top (game mem NOTES)))
      (remember (bottom (game vloc DECK)) (top (game mem NOTES)))
      (set (game sto X) (score (first max (game mem NOTES) using (game points NONE))
                          using (game points VALUE)))
      (set (game sto Y) (score (last max (game mem NOTES) using (game points NONE))
                          using (game points VALUE)))))"""
    state = rules(body)
    assert (state.store("X"), state.store("Y")) == (5, 1)
