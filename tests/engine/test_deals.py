"""Games that begin with a given deal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz.errors import KibitzError, RecordError

from .tables import game, last


def test_the_cards_are_where_they_were_put() -> None:
    deal = {"HAND 0": "3S 4S 5S 6S 7S 8S", "HAND 2": "AH AC AD 10H 10C 10D"}
    state = game("agram").new(deal=deal)
    for place, cards in deal.items():
        assert set(state.cards(place)) == set(cards.split())
    assert state.to_move == 0
    assert len(state.cards("HAND 1")) == len(state.cards("HAND 3")) == 6


def test_a_deal_may_be_partial_and_the_rest_is_dealt_at_random() -> None:
    hands = set()
    for seed in range(30):
        state = game("agram").new(seed, deal={"HAND 1": "AH AC"})
        assert {"AH", "AC"} <= set(state.cards("HAND 1"))
        hands.add((state.cards("HAND 0"), state.cards("HAND 1")))
    assert len(hands) == 30


def test_cards_can_be_given_as_a_list_in_letters_or_symbols_in_any_case() -> None:
    state = game("agram").new(deal={"HAND 0": ["ah", "A♣", "10D"]})
    assert {"AH", "AC", "10D"} <= set(state.cards("HAND 0"))


def test_the_same_deal_and_seed_give_the_same_bytes() -> None:
    deal = {"HAND 0": "AH"}
    assert bytes(game("agram").new(3, deal=deal)) == bytes(game("agram").new(3, deal=deal))


def test_a_stock_given_from_the_top_down_is_drawn_in_that_order() -> None:
    """Brisca: twenty-seven cards lie on the stock, drawn by the winners of the tricks first."""
    brisca = game("brisca")
    texts = [card.text for card in brisca.cards]
    hands = {f"HAND {seat}": texts[3 * seat : 3 * seat + 3] for seat in range(4)}
    rest = texts[12:]
    for seed in range(4):
        Random(seed).shuffle(rest)
        trump, *stock = rest
        state = brisca.new(seed, deal={**hands, "TRUMP": [trump], "STOCK": stock})
        assert state.cards("TRUMP") == (trump,)
        assert {name: set(state.cards(name)) for name in hands} == {
            name: set(cards) for name, cards in hands.items()
        }
        place = brisca.place_names.index("STOCK")
        end = last(state, Random(seed))
        drawn = [
            brisca.cards[event.card].text
            for event in end.events
            if event.kind == "move" and event.source == place
        ]
        assert drawn[-27:] == stock


def test_the_first_cards_of_the_stock_may_be_given_alone() -> None:
    brisca = game("brisca")
    state = brisca.new(1, deal={"STOCK": "O1 O2 O3 O4"})
    place = brisca.place_names.index("STOCK")
    dealt = len(state.events)
    end = last(state, Random(1))
    drawn = [
        brisca.cards[event.card].text
        for event in end.events[dealt:]
        if event.kind == "move" and event.source == place
    ]
    assert drawn[:4] == ["O1", "O2", "O3", "O4"]
    assert len(drawn) == 27


PILES = """(game (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do ((shuffle (game iloc STOCK))
    (repeat 3 (move (top (game iloc STOCK)) (top (game vloc PILE))))))
  (choice ((turn pass)))
  (do ((set (game str TOP) (cardatt RANK (top (game vloc PILE))))
       (set (game str BOTTOM) (cardatt RANK (bottom (game vloc PILE))))))
  (scoring max 0))"""


def test_a_pile_too_is_given_from_the_top_down(tmp_path: Path) -> None:
    path = tmp_path / "piles.rcy"
    path.write_text(PILES)
    piles = kibitz.load(path)
    for seed in range(5):
        state = piles.new(seed, deal={"PILE": "6 2 4"})
        assert state.cards("PILE") == ("4", "2", "6")
        state = state.after(state.actions[0])
        assert (state.store("TOP"), state.store("BOTTOM")) == ("SIX", "FOUR")


def test_copies_of_a_card_can_be_dealt_as_often_as_there_are(tmp_path: Path) -> None:
    path = tmp_path / "copies.rcy"
    path.write_text("""(game (setup (create players 2)
        (repeat 2 (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE))))))
      (do ((shuffle (game iloc STOCK))
        (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
      (choice ((turn pass))) (scoring max 0))""")
    copies = kibitz.load(path)
    state = copies.new(1, deal={"HAND 0": "1 1", "HAND 1": "2 3"})
    assert state.cards("HAND 0") == ("1", "1")
    assert set(state.cards("HAND 1")) == {"2", "3"}
    with pytest.raises(KibitzError, match="dealt twice"):
        copies.new(1, deal={"HAND 0": "1 1", "HAND 1": "1"})


# What cannot be


def test_a_card_that_does_not_exist() -> None:
    with pytest.raises(KibitzError, match="no card `AS` in Agram"):
        game("agram").new(deal={"HAND 0": "AS"})


def test_a_place_that_does_not_exist() -> None:
    with pytest.raises(KibitzError, match="no place `HAND 7`"):
        game("agram").new(deal={"HAND 7": "AH"})
    with pytest.raises(KibitzError, match="no place `hand 0`"):
        game("agram").new(deal={"hand 0": "AH"})


@pytest.mark.parametrize("deal", [{"HAND 0": "AH AH"}, {"HAND 0": "AH", "HAND 1": "AH"}])
def test_a_card_that_is_dealt_twice(deal: dict[str, str | list[str]]) -> None:
    with pytest.raises(KibitzError, match="AH is dealt twice"):
        game("agram").new(deal=deal)


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("agram", {"HAND 0": "3H 4H 5H 6H 7H 8H 9H"}),
        ("agram", {"TRICK 0": "3H"}),
        ("agram", {"DISCARD": "3H"}),
        ("brisca", {"TRUMP": "O1 O2"}),
        ("boerenbridge", {"HAND 0": "2S"}),
        ("kuhn", {"HAND 0": "J", "HAND 1": "Q", "STOCK": "K J"}),
    ],
)
def test_a_deal_the_rules_do_not_make(name: str, deal: dict[str, str | list[str]]) -> None:
    with pytest.raises(KibitzError) as caught:
        game(name).new(1, deal=deal)
    assert "\n" not in caught.value.message


def test_an_impossible_deal_says_that_it_does_not_come_out_of_the_rules() -> None:
    with pytest.raises(RecordError, match="does not come out of the rules of Agram"):
        game("agram").new(1, deal={"HAND 0": "3H 4H 5H 6H 7H 8H 9H"})


def test_an_empty_deal_is_any_deal() -> None:
    assert len(game("agram").new(1, deal={}).cards("HAND 0")) == 6
