"""What a move shows about the cards one cannot see, read off the rules."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from kibitz.engine import State, load
from kibitz.knowledge import Knowledge, View, view
from kibitz.knowledge.questions import ask

from .claims import claimed_deals
from .oracle import deals, histories
from .small import any_game, described


def said(state: State) -> list[str]:
    return [str(each) for each in view(state, None).knowledge.announcements]


def knows(state: State, seat: int) -> Knowledge:
    return view(state, seat).knowledge


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.after(move)
    return state


# --- Boeren Bridge --------------------------------------------------------------------------------


def bridge(**hands: str) -> State:
    """A round of three cards each, trumps unknown, guesses made; North leads."""
    game = kibitz.load("boerenbridge")
    deal = {f"HAND {seat}": hands[name] for seat, name in enumerate("NESW") if name in hands}
    state = game.new(seed=4, deal=deal)
    return play(state, "guess 0", "guess 0", "guess 0", "guess 0")


def test_who_cannot_follow_has_none_of_the_suit() -> None:
    state = bridge(N="QH QS KS", E="AS KD AD")
    assert {"HAND 1"} < set(knows(state, 0).places("AH"))
    state = play(state, "QH", "AS")
    assert said(state) == ["East has no hearts"]
    (told,) = view(state, 3).knowledge.announcements
    assert (told.seat, told.notation) == (1, "[! ~has(E,hearts)]")
    for seat in (0, 2, 3):
        for card in ("KH", "AH"):
            assert "HAND 1" not in knows(state, seat).places(card)


def test_who_follows_suit_shows_nothing_but_the_card() -> None:
    state = bridge(N="QH QS KS", E="AH KD AD")
    assert said(play(state, "QH", "AH")) == []


def test_the_leader_shows_nothing_but_the_card() -> None:
    assert said(play(bridge(), *[str(bridge().actions[0])])) == []


def test_a_played_card_is_known_to_everybody() -> None:
    state = play(bridge(N="QH QS KS"), "QH")
    for seat in range(4):
        assert knows(state, seat).places("QH") == ("TRICK 0",)
        assert knows(state, seat).probability("QH", "N") == 0


def test_a_void_is_common_knowledge_and_one_card_may_follow_from_it() -> None:
    state = bridge(N="QH QS KS", E="AS KD AD", S="KH AH QD")
    state = play(state, "QH", "AS", "KH")
    assert state.game.card("AH").symbol
    common = knows(state, 0).common
    assert common.exact
    assert common.probability("AH", "E") == 0
    assert knows(state, 0).why("AH", "E")[0].words == "East has no hearts"


def test_a_new_round_begins_with_nothing_known() -> None:
    game = kibitz.load("boerenbridge")
    rng = Random(1)
    state = game.new(seed=2)
    while state.store("ROUND") == 0:
        state = state.after(rng.choice(state.actions))
    knowledge = knows(state, 0)
    assert knowledge.exact
    assert knowledge.frame.worlds.laws == ()
    assert len(set(knowledge.frame.worlds.masks)) == 2, "the cards of the hands, and the suits left"


# --- Tarot ----------------------------------------------------------------------------------------


def tarot(**deal: str) -> State:
    """North takes a garde; the dog is shown, and six cards are laid aside."""
    hands = {"HAND 0": deal["N"], "HAND 1": deal["E"], "HAND 2": deal["W"]}
    return load("tarot", AUCTION="NO").new(seed=3, deal=hands)


NORTH = "1H 2H 3H 4H 5H 6H 7H 8H KH 1D 2D 3D 4D 5D 6D KD T1 T2 T3 T4 T5 T20 T21 KS"
EAST = "9H 10H JH 7D 8D 9D 10D 1C 2C 3C 4C 5C 6C 7C T17 T7 T8 T9 T10 T11 T12 T13 1S EX"
WEST = "CH QH JD CD QD 8C 9C 10C JC CC QC KC 2S 3S 4S 5S 6S 7S 8S 9S T14 T15 T16 T6"
ASIDE = ("1H", "2H", "3H", "4H", "5H", "6H")


@pytest.fixture
def dealt() -> State:
    """The discard is made: six low hearts."""
    state = tarot(N=NORTH, E=EAST, W=WEST)
    return play(state, *ASIDE, "pass")


def test_nobody_had_a_petit_sec(dealt: State) -> None:
    first = [text for text in said(dealt) if "T1," in text]
    assert len(first) == 3
    assert first[1] == "East does not have T1, or East has at least 2 of trumps or excuse"


def test_no_king_was_laid_aside(dealt: State) -> None:
    for seat in (1, 2):
        defender = knows(dealt, seat)
        assert "DISCARD 0" not in defender.places("KH")
        assert "DISCARD 0" not in defender.places("T4")
        assert "DISCARD 0" in defender.places("1H")
        assert defender.exact
    assert knows(dealt, 0).places("1H") == ("DISCARD 0",), "the taker knows what they laid aside"


def test_cards_of_the_dog_are_with_the_taker(dealt: State) -> None:
    shown = dealt.game.place_names.index("SHOWN")
    dog = [e.card for e in view(dealt, 1).events if e.kind == "move" and e.source == shown]
    assert len(dog) == 6
    for card in dog:
        where = set(knows(dealt, 1).places(dealt.game.cards[card].text))
        assert where <= {"HAND 0", "DISCARD 0"}


def test_who_trumps_a_plain_suit_has_none_of_it(dealt: State) -> None:
    first = play(dealt, "KH", "9H", "CH", "7H", "10H", "QH", "2S", "KS", "1S")
    state = play(first, "8H", "JH", "T14")
    assert said(state)[-1] == "West has no hearts"
    assert "HAND 2" not in knows(state, 1).places("6H")


def test_who_plays_under_has_no_higher_trump(dealt: State) -> None:
    state = play(dealt, "T2", "T17", "T6")
    assert said(state)[-1] == "West has no trumps above T17"
    assert view(state, 0).knowledge.announcements[-1].notation == "[! ~has(W,trumps above T17)]"


def test_the_excuse_shows_nothing(dealt: State) -> None:
    before = said(dealt)
    assert said(play(dealt, "7H", "EX")) == before


def test_nothing_is_left_over_to_learn_from_a_trump_that_beats(dealt: State) -> None:
    before = said(dealt)
    assert said(play(dealt, "T2", "T7", "T14")) == before


# --- games that draw ------------------------------------------------------------------------------


def test_go_fish_tells_who_has_what() -> None:
    game = any_game("gofish")
    state = game.new(
        seed=1, deal={"HAND 0": "9S 9H 10S JC", "HAND 1": "QS QH KC AS", "HAND 2": "9C 9D 10H KD"}
    )
    nobody = next(a for a in state.actions if "nine" in a.text and a.numbers != (2,))
    asked = state.after(next(a for a in state.actions if _asks(a, "nine", game.seats[1])))
    assert nobody is not None
    words = said(asked)
    assert any(f"{game.seats[0]} has a nine" == text for text in words)
    assert any(text == f"{game.seats[1]} has no nines" for text in words)
    given = state.after(next(a for a in state.actions if _asks(a, "nine", game.seats[2])))
    onlooker = knows(given, 1)
    assert not given.over
    assert {card: onlooker.places(card) for card in ("9C", "9D")} == {
        "9C": ("BOOKS 0",),
        "9D": ("BOOKS 0",),
    }


def _asks(action: kibitz.Action, rank: str, whom: str) -> bool:
    return rank in action.text.lower() and whom.lower() in action.text.lower()


# --- rules of our own -----------------------------------------------------------------------------

HEAD = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
"""
TAIL = """
  (scoring max 0))
"""


def test_of_two_ways_to_the_same_move_only_what_both_imply_is_learnt() -> None:
    game = described(
        HEAD
        + """
  (stage player (end (== (game sto TURN) 3))
    (choice (
      ((== (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 0)
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))
      ((== (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) SPADES))) 0)
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))
      (turn pass)))
    (do ((inc (game sto TURN)))))
"""
        + TAIL
    )
    state = game.new(seed=1, deal={"HAND 0": "1C 2C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"})
    first = said(play(state, "1C"))
    assert len(first) == 1
    assert "no hearts" in first[0]
    assert "no spades" in first[0]
    passed = play(state, "1C", "pass")
    assert len(said(passed)) == 1, "to pass is always allowed and shows nothing"


PASSING = (
    HEAD
    + """
  (stage player (end (== (game sto TURN) 3))
    (choice ((any ((current player) iloc HAND) 'C
      (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
"""
    + TAIL
)


def test_who_passes_a_card_knows_where_it_is_and_the_third_does_not() -> None:
    game = described(PASSING)
    state = game.new(seed=1, deal={"HAND 0": "1C 2C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"})
    state = state.after(next(a for a in state.actions if "1C" in a.cards))
    assert knows(state, 0).places("1C") == ("HAND 1",)
    assert knows(state, 1).places("1C") == ("HAND 1",)
    assert set(knows(state, 2).places("1C")) == {"HAND 0", "HAND 1", "STOCK"}


def test_what_one_passes_on_counts_for_what_others_know() -> None:
    game = described(PASSING)
    state = game.new(seed=1, deal={"HAND 0": "1C 2C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"})
    state = state.after(next(a for a in state.actions if "1C" in a.cards))
    assert ask(state, "K 0 has(1,1C)").truth
    assert ask(state, "K 1 K 0 has(1,1C)").truth
    assert not ask(state, "K 2 K 0 has(1,1C)").truth
    assert not ask(state, "K 0 has(1,1H)").truth
    assert knows(state, 0).ask("K 1 K 0 has(1,1C)").truth
    assert knows(state, 2).ask("K 0 has(1,1C)").truth is None
    assert knows(state, 2).ask("has(1,1C) -> K 0 has(1,1C)").truth is None, "it may be its own"
    # Seat 1 passes on a card in turn: now nobody can say which of its cards seat 0 knows.
    state = state.after(next(a for a in state.actions if "1S" in a.cards))
    with pytest.raises(kibitz.KibitzError, match="no definite answer"):
        knows(state, 2).ask("K 0 has(1,1C)")


SHOWING = (
    HEAD
    + """
  (stage player (end (== (game sto TURN) 1))
    (choice ((any ((current player) iloc HAND) 'C
      (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
  (stage player (end (== (game sto TURN) 4))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do ((inc (game sto TURN)))))
"""
    + TAIL
)


def test_who_passed_a_card_knows_what_is_left_when_another_is_played() -> None:
    game = described(SHOWING)
    deal = {"HAND 0": "1C 2C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"}
    state = play(game.new(seed=1, deal=deal), "1C")
    while state.to_move != 1:
        state = state.after(state.actions[0])
    other, passed = state.after("1H"), state.after("1C")
    assert ask(other, "K 0 has(1,1C)").truth
    assert ask(other, "K 1 K 0 has(1,1C)").truth
    assert not ask(other, "K 2 K 0 has(1,1C)").truth
    assert not ask(passed, "K 0 has(1,1C)").truth
    assert ask(passed, "C 0,1,2 ~has(1,1C)").truth
    # The third player does not know whether the card played was the one passed.
    assert not ask(other, "K 2 (has(1,1S) -> ~K 0 has(1,1S))").truth


SECRET = (
    HEAD
    + """
  (stage player (end (== (game sto TURN) 3))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do (
      ((> (sum ((current player) iloc HAND) using (game points VALUE)) 2)
        (inc ((current player) sto RICH)))
      (inc (game sto TURN)))))
"""
    + TAIL
)


def test_what_has_no_simple_form_is_kept_as_a_test_and_respected_by_samples() -> None:
    game = described(SECRET)
    state = game.new(seed=1, deal={"HAND 0": "1C 3C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"})
    state = play(state, "1C")
    third = view(state, 2)
    assert third.knowledge.exact, "the deals are few enough to be tested one by one"
    assert {card for card in ("3C", "3H", "1S", "2C") if _may_hold(third, card)} == {"3C", "3H"}
    rng = Random(1)
    for _ in range(20):
        assert third.sample(rng).cards("HAND 0")[0] in ("3C", "3H")
    later = play(state, "1H", "2S")
    assert _may_hold(view(later, 1), "3H")
    assert not _may_hold(view(later, 1), "2C")


def test_a_test_is_kept_when_its_cards_have_moved_unseen() -> None:
    game = described(
        HEAD
        + """
  (stage player (end (== (game sto TURN) 1))
    (choice ((turn pass)))
    (do (
      ((> (sum ((current player) iloc HAND) using (game points VALUE)) 2)
        (inc ((current player) sto RICH)))
      (inc (game sto TURN)))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game iloc STOCK))))))
    (do ((inc (game sto TURN)))))
"""
        + TAIL
    )
    state = game.new(seed=1, deal={"HAND 0": "1C 3C", "HAND 1": "1H 1S", "HAND 2": "2S 3S"})
    state = play(state, "pass")
    assert knows(state, 2).exact
    assert knows(state, 2).probability("3C", 0) > knows(state, 2).probability("1C", 0)
    while not state.over:
        state = state.after(next(a for a in state.actions if "3C" in a.cards or len(a.cards) == 1))
    assert knows(state, 2).exact
    assert claimed_deals(knows(state, 2)) == deals(histories(state, 2))
    assert _may_hold(view(state, 2), "1C"), "it was kept"


def _may_hold(seen: View, card: str) -> bool:
    return "HAND 0" in seen.knowledge.places(card)


def test_cards_moved_from_several_places_are_told_place_by_place() -> None:
    game = described(
        HEAD
        + """
  (stage player (end (== (game sto TURN) 1))
    (choice ((turn pass)))
    (do (
      (all (filter (union (all player 'P ('P iloc HAND))) 'C (!= (cardatt RANK 'C) TWO)) 'C
        (move 'C (top (game iloc STOCK))))
      (inc (game sto TURN)))))
"""
        + TAIL
    )
    state = game.new(seed=1, deal={"HAND 0": "1S 3C", "HAND 1": "1H 3S", "HAND 2": "3H 1C"})
    state = play(state, "pass")
    moves = [e for e in view(state, 0).events if e.kind == "move"][-6:]
    hands = [game.place_names[e.source] for e in moves]
    assert hands == ["HAND 0", "HAND 0", "HAND 1", "HAND 1", "HAND 2", "HAND 2"]
    assert [e.card for e in moves][2:] == [-1, -1, -1, -1]
