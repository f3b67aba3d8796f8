"""Private numbers and names: who sees them, what a decision about one shows, what is known then."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.engine.conformance import rewritten
from kibitz.errors import KibitzError
from kibitz.knowledge import view

Load = Callable[..., Game]
Rules = Callable[..., State]

WRITTEN = """
  (stage player (end (== (game sto N) 2))
    (choice ((any (range 0..4) 'N (set ((current player) isto BID) 'N))))
    (do ((inc (game sto N)))))
"""


def test_the_owner_sees_what_was_written_and_nobody_else(rules: Rules) -> None:
    state = rules(WRITTEN, players=2).after("bid 3").after("bid 1")
    assert view(state, 0).store("BID 0") == 3
    assert view(state, 1).store("BID 1") == 1
    for who in (1, None):
        seen = view(state, who)
        assert "BID 0" not in seen.stores
        assert "BID 0" not in state.observation(who).stores
        with pytest.raises(KibitzError, match="BID 0 is private"):
            seen.store("BID 0")


@pytest.mark.parametrize("who", [1, 2, None])
def test_what_others_are_told_does_not_depend_on_it(rules: Rules, who: int | None) -> None:
    """To the last number on the wire."""
    told = {
        view(rules(WRITTEN, players=3).after(f"bid {n}").after("bid 1"), who).to_json()
        for n in range(5)
    }
    assert len(told) == 1


def test_names_may_be_private_too_and_have_an_index(rules: Rules) -> None:
    state = rules("""
      (do ((set ((0 player) istr SUIT) HEARTS) (set ((1 player) isto X 3) 7)))
      (choice ((turn pass)))""", players=2)  # fmt: skip
    assert view(state, 0).store("SUIT 0") == "HEARTS"
    assert view(state, 1).store("X 3 1") == 7
    assert not {"SUIT 0", "X 3 1"} & set(view(state, None).stores)
    assert [e for e in view(state, None).events if e.kind in ("number", "name")] == []


def test_a_private_number_is_another_than_a_public_one_of_that_name(rules: Rules) -> None:
    state = rules("""
      (do ((set ((0 player) sto X) 2) (set ((0 player) isto X) 5)))
      (choice ((turn pass)))""")
    assert view(state, 0).store("X 0") == 2
    assert view(state, 0).store("isto X 0") == 5


def test_it_is_shown_by_an_ordinary_store(rules: Rules) -> None:
    state = rules(WRITTEN + "(do ((set (game sto SHOWN) ((0 player) isto BID))))", players=2)
    state = state.after("bid 3").after("bid 1")
    assert view(state, 1).store("SHOWN") == 3


def test_what_a_name_keeps_for_later_is_not_told_either(rules: Rules) -> None:
    """A `let` around a choice lives in the state."""
    texts = set()
    for n in range(5):
        state = rules(WRITTEN + """
          (let ((0 player) isto BID) 'B
            (choice ((set (game sto Y) 1) ((> 'B 9) (turn pass)))))""", players=2)  # fmt: skip
        texts.add(view(state.after(f"bid {n}").after("bid 1"), 1).to_json())
    assert len(texts) == 1


def test_labels_are_told_only_if_all_options_have_the_same(rules: Rules) -> None:
    """An option that sets a private number looks like any other that does."""
    state = rules("""(choice (
      (label "say the truth" (set ((current player) isto X) 1))
      (label "lie" (set ((current player) isto X) 2))))""", players=2)  # fmt: skip
    told = {view(state.after(action), 1).to_json() for action in ("say the truth", "lie")}
    assert len(told) == 1


CARDS = """
  (do ((repeat all (move (top (game vloc DECK)) (top (game iloc STOCK))))
       (shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
"""
DECK = "(RANK (KING, QUEEN)) (SUIT (SPADES, HEARTS, CLUBS))"
KINGS = "(size (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) KING)))"


@pytest.mark.parametrize(
    ("statement", "exact"),
    [
        ("(set ((0 player) isto X) 3)", True),
        (f"(set ((0 player) isto X) {KINGS})", False),
        (f"((> {KINGS} 0) (set ((0 player) isto X) 3))", False),
        ("(do ((set ((0 player) isto X) 3) (set (game sto Y) ((0 player) isto X))))", True),
        (f"(do ((set ((0 player) isto X) {KINGS}) (set (game sto Y) ((0 player) isto X))))", False),
        (f"((or (== ((0 player) isto X) 3) (> {KINGS} 0)) (set (game sto Y) 1))", False),
        (f"((== ((0 player) isto X) 3) ((> {KINGS} 0) (set (game sto Y) 1)))", False),
    ],
)
def test_knowledge_is_exact_only_if_no_hidden_card_has_to_do_with_it(
    rules: Rules, statement: str, exact: bool
) -> None:
    before = rules(CARDS + "(choice ((turn pass)))", deck=DECK, players=2)
    state = rules(CARDS + f"(do ({statement}))(choice ((turn pass)))", deck=DECK, players=2)
    knowledge = view(state, 1).knowledge
    assert knowledge.exact is exact
    assert knowledge.count == view(before, 1).knowledge.count, "nothing may be learnt from it"


def test_whether_something_is_told_does_not_depend_on_it_either(rules: Rules) -> None:
    """A condition on cards that is tested only for some private numbers."""
    text = f"""{CARDS}
      (choice ((any (range 0..4) 'N (do (
        (set ((current player) isto BID) 'N)
        ((and (> 'N 2) (> {KINGS} 5)) (set (game sto Y) 1)))))))
      (choice ((turn pass)))"""
    told = {
        view(rules(text, deck=DECK, players=2).after(f"bid {n}"), 1).to_json() for n in range(5)
    }
    assert len(told) == 1


def test_bots_that_search_refuse_a_game_with_numbers_they_cannot_imagine(rules: Rules) -> None:
    state = rules(WRITTEN, players=2)
    with pytest.raises(KibitzError, match=r"only one player sees \(BID\).*cannot imagine"):
        view(state, 0).sample(Random(1))
    with pytest.raises(KibitzError, match="only one player sees"):
        view(state, 0).samples(3, Random(1))


def test_a_changed_private_number_changes_only_what_its_owner_sees(rules: Rules) -> None:
    state = rules(WRITTEN, players=2).after("bid 3").after("bid 1")
    slot, _ = state.game.store_slots["BID 0"]
    changed = rewritten(state, slot, 2)
    assert bytes(changed.observation(1)) == bytes(state.observation(1))
    assert bytes(changed.observation(0)) != bytes(state.observation(0))
