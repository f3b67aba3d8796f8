"""Rules of our own: what the house games never do with cards that nobody sees."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.knowledge import Knowledge, view
from kibitz.knowledge.updates import ledger_of

from .claims import claimed_deals
from .oracle import deals, histories
from .small import any_game, described
from .test_ledger import assert_true_world, places

HEAD = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 4))
"""
TAIL = """
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
ASKING = """
    (choice (
      (any (SPADES, HEARTS, CLUBS) 'S
        (do ((set (game str WANT) 'S)
             (set (game sto MANY)
               (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) 'S)))))))))
    (do (
      ((> (game sto MANY) 0)
        (all (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) (game str WANT))) 'C
          (move 'C (top ((current player) iloc HAND)))))))
"""
CHANGING = """
    (choice (
      (any (subsets 2 ((current player) iloc HAND)) 'S
        (do ((all 'S 'C (move 'C (bottom (game iloc STOCK))))
             (repeat 2 (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))))
      (turn pass)))
"""
SHOWING = """
    (choice (
      (any ((current player) iloc HAND) 'C
        (do ((move 'C (top (game vloc SHOWN)))
             (move (top (game vloc SHOWN)) (top ((current player) iloc HAND))))))
      (any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
"""
FOLLOWING = """
    (let HEARTS 'LED
      (let (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) 'LED)) 'FOLLOW
        (choice (
          (any 'FOLLOW 'C (move 'C (top (game vloc PILE))))
          ((== (size 'FOLLOW) 0)
            (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))))
"""
BEST = """
    (choice ((turn pass)))
    (do ((move (max ((current player) iloc HAND) using (game points VALUE))
           (top ((next player) iloc HAND)))))
"""
STEALING = """
    (choice ((any ((next player) iloc HAND) 'C (move 'C (top ((current player) iloc HAND))))))
"""
SWAPPING = """
    (choice (
      (swap ((current player) iloc HAND) ((next player) iloc HAND))
      (any ((current player) iloc HAND) 'C (swap 'C (top (game iloc STOCK))))
      (any ((current player) iloc HAND) 'C (move 'C (top ((current player) oloc FRONT))))))
"""
BIDDING = """
    (choice (
      (any (range 1 .. 6) 'N
        ((<= 'N (sum ((current player) iloc HAND) using (game points VALUE)))
          (set (game sto BID) 'N)))))
"""
VALUED = HEAD.replace(
    "(do (",
    "(do ((set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))",
    1,
)
ADDING = """
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do (
      (set (game sto OTHERS)
        (+ (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) SPADES)))
           (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))))))
"""
LONGEST = """
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do (
      (set (game sto LONGEST)
        (max (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) SPADES)))
             (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))))
      ((> (min (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) CLUBS))) 9) 1)
        (inc (game sto CLUBBED)))))
"""
TEAMS = """
(game
  (setup (create players 4) (create teams (0, 2) (1, 3))
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE, FOUR, FIVE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    (all team 'T (move (top (game iloc STOCK)) (top ('T iloc SECRET))))))
  (stage player (end (== (game sto TURN) 6))
    (choice (
      (any ((current player) iloc HAND) 'C (move 'C (top ((team (current player)) iloc SECRET))))
      ((any ((team (current player)) iloc SECRET) 'C (== (cardatt SUIT 'C) HEARTS))
        (any ((team (current player)) iloc SECRET) 'C (move 'C (top (game vloc PILE)))))))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
TWO_DECKS = """
(game
  (setup (create players 3)
    (repeat 2 (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO))))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    (move (top (game iloc STOCK)) (top (game vloc PILE)))))
  (stage player (end (== (game sto TURN) 6))
    (choice (
      (any (filter ((current player) iloc HAND) 'C
             (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc PILE))))) 'C
        (move 'C (top (game vloc PILE))))
      ((== (size (filter ((current player) iloc HAND) 'C
                   (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc PILE)))))) 0)
        (turn pass))))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
CREATING = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 3))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
  (do (
    (create deck (game hloc EXTRA) (deck (SUIT (STARS)) (RANK (ONE, TWO, THREE))))
    (shuffle (game hloc EXTRA))
    (all player 'P (move (top (game hloc EXTRA)) (top ('P iloc HAND))))))
  (stage player (end (== (game sto TURN) 7))
    (choice (
      (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) STARS)) 'C
        (move 'C (top ((next player) iloc HAND))))
      (turn pass)))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
OTHERWISE = """
    (choice (
      ((any ((current player) iloc HAND) 'C (== (cardatt RANK 'C) ONE))
        (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'C
          (move 'C (top (game vloc PILE)))))
      (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) CLUBS)) 'C
        (move 'C (top (game vloc PILE))))
      (else (do (
        ((== (size ((current player) iloc HAND)) 0) (turn pass))
        (else (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))))))
"""
BRANCHING = """
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do (
      ((any ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) (inc (game sto HEARTED)))
      (else (inc (game sto HEARTLESS)))
      ((any ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) CLUBS)) (inc (game sto CLUBBED)))
      ((any ((next player) iloc HAND) 'C (== (cardatt RANK 'C) ONE)) (inc (game sto LOW)))
      (else (inc (game sto NEITHER)))))
"""
LABELLED = """
    (choice (
      (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'C
        (label "show love with {}" (move 'C (top (game vloc PILE)))))
      ((== (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 0)
        (any ((current player) iloc HAND) 'C
          (label "have no love, but {}" (move 'C (top (game vloc PILE))))))
      ((any ((current player) iloc HAND) 'C (== (cardatt RANK 'C) THREE))
        (label "boast of a three" (inc (game sto BOASTS))))
      (label "be still" (turn pass))))
"""
DEFINED = HEAD.replace(
    "(game",
    """(game
  (define (hand) ((current player) iloc HAND))
  (define (follows 'C) (== (cardatt SUIT 'C) HEARTS))
  (define (lay 'C) (move 'C (top (game vloc PILE))))
  (define (follow 'C 'P) (do (((follows 'C) (inc ('P sto LOVED))) (else (inc ('P sto LONELY)))
    (lay 'C))))""",
    1,
)
FOLLOWED = """
    (choice (
      ((any (hand) 'C (follows 'C)) (any (hand) 'D ((follows 'D) (follow 'D (next player)))))
      (else (any (hand) 'C (lay 'C)))))
"""
SHELVED = """
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do (
      (inc (game sto HEARTED
        (size (filter ((next player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))))))
"""
COPYING = """
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc HAND))))))
    (do (
      ((any ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))
        (set (game sto NOW) (game sto HEARTED)))
      (else (set (game sto NOW) (game sto HEARTLESS)))))
"""
PRETENDING = """
    (choice (
      ((any ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))
        (label "be in love" (turn pass)))
      ((any ((current player) iloc HAND) 'C (== (cardatt RANK 'C) ONE))
        (label "be alone" (turn pass)))
      (else (turn pass))))
"""
RULES = {
    "copying": HEAD + COPYING + TAIL,
    "pretending": HEAD + PRETENDING + TAIL,
    "shelved": HEAD + SHELVED + TAIL,
    "defined": DEFINED + FOLLOWED + TAIL,
    "otherwise": HEAD + OTHERWISE + TAIL,
    "branching": HEAD + BRANCHING + TAIL,
    "labelled": HEAD + LABELLED + TAIL,
    "asking": HEAD + ASKING + TAIL,
    "following": HEAD + FOLLOWING + TAIL,
    "changing": HEAD + CHANGING + TAIL,
    "showing": HEAD + SHOWING + TAIL,
    "stealing": HEAD + STEALING + TAIL,
    "swapping": HEAD + SWAPPING + TAIL,
    "bidding": VALUED + BIDDING + TAIL,
    "adding": HEAD + ADDING + TAIL,
    "longest": HEAD + LONGEST + TAIL,
    "teams": TEAMS,
    "two decks": TWO_DECKS,
    "creating": CREATING,
}


def played(game: Game, seed: int) -> Iterator[State]:
    rng, state = Random(seed), game.new(seed)
    yield state
    while not state.over:
        state = state.after(rng.choice(state.actions))
        yield state


def knows(state: State, seat: int) -> Knowledge:
    return view(state, seat).knowledge


@pytest.mark.parametrize("name", RULES)
def test_the_truth_is_never_excluded_and_a_swap_changes_nothing(name: str) -> None:
    game = described(RULES[name])
    for seed in range(5):
        for state in played(game, seed):
            where, ledger = places(state), ledger_of(state)
            for observer in range(ledger.observers.common + 1):
                sets = ledger.sets_of(observer)
                assert all(sets.get(place, -1) >> card & 1 for card, place in enumerate(where))
            assert_true_world(state)
            for seat in (None, *range(game.players)):
                seen = view(state, seat)
                again = view(seen.sample(Random(seed)), seat)
                assert bytes(again) == bytes(seen)
                assert again.actions == seen.actions


@pytest.mark.parametrize(
    "name",
    [
        "asking",
        "following",
        "changing",
        "showing",
        "swapping",
        "bidding",
        "adding",
        "longest",
        "two decks",
        "otherwise",
        "branching",
        "labelled",
        "defined",
        "shelved",
        "pretending",
    ],
)
def test_exact_means_exact(name: str) -> None:
    game, rng, exact = described(RULES[name]), Random(1), 0
    for seed in range(15):
        state = rng.choice(list(played(game, seed)))
        seat = rng.randrange(game.players)
        expected, found = deals(histories(state, seat)), claimed_deals(knows(state, seat))
        assert expected <= found
        if knows(state, seat).exact:
            assert found == expected
            exact += 1
    assert exact > 3


def test_nobody_learns_which_of_two_stores_was_copied_if_both_hold_the_same() -> None:
    game = described(RULES["copying"])
    state = game.new(seed=1)
    state = state.after(state.actions[0])
    assert deals(histories(state, 2)) <= claimed_deals(knows(state, 2))


def test_who_is_given_clubs_has_at_least_so_many() -> None:
    game = described(RULES["asking"])
    hands = {"HAND 0": "2H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 2C"}
    asked = game.new(seed=1, deal=hands).after("want clubs")  # East has one: it must be 3C
    assert knows(asked, 2).places("3C") == ("HAND 0",)
    assert knows(asked, 2).exact
    hands = {"HAND 0": "2H 3H", "HAND 1": "1S 2S", "HAND 2": "1C 2C"}
    asked = game.new(seed=1, deal=hands).after("want spades")  # two of three
    assert knows(asked, 2).probability("1S", "HAND 0") > 2 / 3
    assert (
        min(
            sum(place == 1 for card, place in deal if card < 3)
            for deal in claimed_deals(knows(asked, 2))
        )
        == 2
    )


def test_the_largest_of_hidden_numbers_tells_what_each_of_them_may_be() -> None:
    game = described(RULES["longest"])
    hands = {"HAND 0": "3C 1S", "HAND 1": "1C 2C", "HAND 2": "1H 2H"}
    state = game.new(seed=1, deal=hands)
    state = state.after(next(action for action in state.actions if "3C" in action.cards))
    assert (state.store("LONGEST"), state.store("CLUBBED")) == (0, 1)
    assert claimed_deals(knows(state, 2)) == deals(histories(state, 2))
    assert set(knows(state, 2).places("3S")) == {"HAND 0", "STOCK"}, "East has clubs only"


def test_a_suit_that_has_a_name_in_the_rules_is_announced_all_the_same() -> None:
    game = described(RULES["following"])
    state = game.new(seed=1, deal={"HAND 0": "2H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 1H"})
    for move in ("2H", "3C"):
        state = state.after(next(action for action in state.actions if move in action.cards))
    assert [str(each) for each in knows(state, 0).announcements] == ["East has no hearts"]
    assert knows(state, 0).exact


def test_who_bids_a_number_has_cards_worth_as_much() -> None:
    game = described(RULES["bidding"])
    state = game.new(seed=1, deal={"HAND 0": "3S 3H", "HAND 1": "3C 1S", "HAND 2": "1H 2C"})
    bid = next(action for action in state.actions if "6" in action.text)
    assert knows(state.after(bid), 1).places("3H") == ("HAND 0",)


def test_who_gives_his_best_card_away_tells_more_than_is_known_here() -> None:
    text = HEAD.replace("(do (", "(do ((set (game points VALUE) (((RANK : ONE) 1))) ", 1)
    game = described(text + BEST + TAIL)
    state = game.new(seed=1, deal={"HAND 0": "1H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 2C"})
    assert knows(state, 2).exact
    assert not knows(state.after("pass"), 2).exact


def test_what_was_laid_under_the_stock_is_not_drawn_again() -> None:
    game = described(RULES["changing"])
    state = game.new(seed=1, deal={"HAND 0": "2H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 2C"})
    assert knows(state, 1).exact
    while state.to_move == 0:
        state = state.after(next(a for a in state.actions if a.text != "pass"))
    assert knows(state, 1).exact
    assert claimed_deals(knows(state, 1)) == deals(histories(state, 1))
    stock = {knows(state, 0).probability(card, "STOCK") for card in ("2H", "3H")}
    assert stock == {1.0}, "North laid them there, and has drawn others"


def test_cards_that_are_written_alike_but_differ_make_different_deals() -> None:
    knowledge = knows(any_game("caravan").new(1), 0)
    looks = {tuple(face.attributes.items()) for face in knowledge.game.cards}
    assert len({face.text for face in knowledge.game.cards}) < len(looks)
    histories = knowledge.deals.count  # which of a load's three cards is on top, is no other deal
    assert knowledge.count <= histories <= 3 * knowledge.count


def test_cards_dealt_in_an_order_that_was_seen_are_known() -> None:
    game = described(
        """
(game
  (setup (create players 2)
    (create deck (game vloc BOX) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (all player 'P (repeat 2 (move (top (game vloc BOX)) (top (game iloc STOCK)))))
    (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((turn pass)))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
    )
    knowledge = knows(game.new(seed=1), 0)
    assert knowledge.count == 1, "everybody saw what was laid where, and takes from the top"
    assert knowledge.exact
