"""What a player cannot see does not show in what they are offered, nor in what it is called."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibitz.engine import Game, State
from kibitz.knowledge import view

LoadText = Callable[..., Game]

SETUP = """(setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, KING, QUEEN, JACK)) (SUIT (HEARTS, CLUBS)))))"""
DEAL = """(do ((shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"""
HAND = "((current player) iloc HAND)"
STOCK = "(game iloc STOCK)"
LAY = f"(any {HAND} 'D (move 'D (top (game vloc OUT))))"


def offering(load_text: LoadText, clause: str) -> Game:
    """Two players with two cards each; the first is offered one clause, once."""
    return load_text(f"""(game {SETUP} {DEAL}
      (stage player (end (== (game sto TURNS) 1))
        (choice ({clause}))
        (do ((inc (game sto TURNS)))))
      (scoring max (game sto X)))""")


def labels(state: State) -> list[str]:
    return [action.text for action in state.actions]


@pytest.mark.parametrize(
    "clause",
    [
        f"(do ((move (top {STOCK}) (top {HAND})) {LAY}))",
        f"(let {HAND} 'H (do ((move (top {STOCK}) (top 'H)) "
        "(any 'H 'D (move 'D (top (game vloc OUT)))))))",
        f"(let (top {STOCK}) 'C (do ((move 'C (top {HAND})) {LAY})))",
        f"(do ((swap (top {STOCK}) (top {HAND})) {LAY}))",
        f"(do ((swap {STOCK} {HAND}) {LAY}))",
        f"(do ((remember (top {STOCK}) (top (game mem NOTE))) "
        "(any (game mem NOTE) 'D (set (game str SEEN) (cardatt RANK 'D)))))",
        f"(repeat 2 (do ((move (top {STOCK}) (top {HAND})) {LAY})))",
    ],
)
def test_what_follows_a_hidden_draw_is_a_further_decision(load_text: LoadText, clause: str) -> None:
    game = offering(load_text, clause)
    offers = {tuple(labels(game.new(seed))) for seed in range(12)}
    assert len(offers) == 1, "whatever lies in the stock, the offer is the same"
    assert len(offers.pop()) == 1
    state = game.new(1)
    later = state.after(state.actions[0])
    assert later.to_move == 0
    assert {len(game.new(seed).after(game.new(seed).actions[0]).actions) for seed in range(12)} != {
        0
    }


def test_a_repeated_draw_is_answered_each_time(load_text: LoadText) -> None:
    game = offering(load_text, f"(repeat 2 (do ((move (top {STOCK}) (top {HAND})) {LAY})))")
    played = game.simulate(20)
    assert played.decisions_mean == 3, "draw, lay and draw again, lay"


def test_a_card_taken_from_another_hand_is_seen_only_then(load_text: LoadText) -> None:
    game = offering(
        load_text, f"(any ((next player) iloc HAND) 'C (do ((move 'C (top {HAND})) {LAY})))"
    )
    state = game.new(1)
    assert labels(state) == ["card 1 of hand 1 to hand", "card 2 of hand 1 to hand"]
    taken = state.cards("HAND 1")[1]
    assert taken in {
        card for action in state.after(state.actions[1]).actions for card in action.cards
    }


def test_groups_of_unseen_cards_are_told_by_position(load_text: LoadText) -> None:
    game = offering(
        load_text,
        "(any (subsets ((next player) iloc HAND)) 'S (all 'S 'C (move 'C (top (game vloc OUT)))))",
    )
    state = game.new(1)
    assert all(action.cards == () for action in state.actions)
    assert "card 1 of hand 1 card 2 of hand 1 to out" in labels(state)


def test_a_position_is_counted_in_the_place_not_in_what_can_be_picked(load_text: LoadText) -> None:
    game = offering(
        load_text,
        "(any (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'C "
        "(move 'C (top (game vloc OUT)))) (turn pass)",
    )
    for seed in range(10):
        state = game.new(seed)
        hand = state.cards("HAND 1")
        for action in state.actions[:-1]:
            place = int(action.text.split()[1]) - 1
            assert state.after(action).cards("OUT") == (hand[place],)


def test_listing_changes_nothing_even_if_it_looks_at_a_shuffled_place(load_text: LoadText) -> None:
    game = offering(load_text, f"((> (size (partition SUIT {STOCK})) 0) (turn pass))")
    state = game.new(1)
    before = bytes(state)
    assert len(state.actions) == 1
    assert bytes(state) == before


def test_the_next_decision_after_a_change_of_turn_is_the_other_players(load_text: LoadText) -> None:
    game = offering(load_text, f"(do ((cycle current (next player)) {LAY}))")
    state = game.new(1)
    assert len(state.actions) == 1
    state = state.after(state.actions[0])
    assert state.to_move == 1
    assert {a.cards[0] for a in state.actions} == set(state.cards("HAND 1"))


def test_shuffled_places_that_are_swapped_draw_afresh(load_text: LoadText) -> None:
    game = load_text(f"""(game {SETUP}
      (do ((repeat 4 (move (top {STOCK}) (top (game iloc OTHER))))
           (shuffle {STOCK}) (shuffle (game iloc OTHER))
           (move (top {STOCK}) (top (game vloc ONE)))
           (swap {STOCK} (game iloc OTHER))
           (move (top {STOCK}) (top (game vloc TWO)))))
      (scoring max 0))""")
    pairs = {game.new(seed).cards("ONE") + game.new(seed).cards("TWO") for seed in range(200)}
    assert len(pairs) == 16


def test_groups_that_lost_a_card_stay_groups(load_text: LoadText) -> None:
    game = load_text(f"""(game {SETUP}
      (do ((let (partition SUIT {STOCK}) 'G (do (
        (all 'G 'S (move (top 'S) (top (game vloc OUT))))
        (all 'G 'S (inc (game sto X) (size 'S))))))))
      (scoring max (game sto X)))""")
    assert game.new(1).store("X") == 6


def test_a_declaration_made_from_a_random_one_follows_it(load_text: LoadText) -> None:
    game = load_text(f"""(game (declare (random 5..9) 'A) (declare (+ 'A 1) 'B) {SETUP}
      (do ((set (game sto X) 'A) (set (game sto Y) 'B)))
      (scoring max 0))""")
    states = [game.new(seed) for seed in range(20)]
    assert len({state.store("X") for state in states}) > 1
    assert all(state.store("Y") == int(state.store("X")) + 1 for state in states)


@pytest.mark.parametrize(
    "effects",
    [
        "((== (cardatt RANK (top ('O iloc HAND))) 'R) (set ('O str STATE) OUT))",
        "((== (cardatt RANK (top ('O iloc HAND))) 'R) (move (top ('O iloc HAND)) (top 'LAID)))",
        "((any ('O iloc HAND) 'C (== (cardatt RANK 'C) 'R)) (inc (game sto HIT)))"
        " (else (dec (game sto HIT)))",
        "((== (cardatt RANK (top ('O iloc HAND))) 'R) (set ('O str STATE) OUT))"
        " ((== ('O str STATE) OUT) (move (top ('O iloc HAND)) (top 'LAID)))",
    ],
)
def test_whoever_guesses_a_card_is_not_offered_the_answer(
    load_text: LoadText, effects: str
) -> None:
    """What comes of a guess depends on the hand guessed at; which guesses there are does not, nor
    which of them are the same."""
    game = load_text(f"""(game {SETUP.replace("players 2", "players 3")} {DEAL}
      (choice ((let (game vloc OUT) 'LAID
        (any (other player) 'O (any (ACE, KING) 'R
          (do ((inc (game sto TURNS)) {effects})))))))
      (scoring max 0))""")
    states = [game.new(seed) for seed in range(12)]
    assert {tuple(labels(state)) for state in states} == {tuple(labels(states[0]))}
    assert len(labels(states[0])) == 4


def test_effects_that_may_be_taken_for_each_other_are_told_together_once(
    load_text: LoadText,
) -> None:
    """After the first pick comes a block whose parts look alike: it is not put together again."""
    worth = "(score (top ('O iloc HAND)) using (game points WORTH))"
    lose = "(do ((set ({0} str STATE) OUT) (move (top ({0} iloc HAND)) (top ({0} vloc OUT)))))"
    game = load_text(f"""(game {SETUP} {DEAL}
      (stage player (end (== (game sto TURNS) 1))
        (choice ((any {HAND} 'C (do (
          (move 'C (top ((current player) vloc OUT)))
          (any (other player) 'O (do (
            ((> {worth} 1) {lose.format("(current player)")})
            ((and (== ((current player) str STATE) IN) (< {worth} 2)) {lose.format("'O")})))))))))
        (do ((inc (game sto TURNS)))))
      (scoring max 0))""")
    state = game.new(1)
    assert len(view(state, 0).actions) == 2
    assert view(state.after(state.actions[0]), 1).knowledge.count > 0
