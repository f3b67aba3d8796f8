"""What is on offer, each option with the key that chooses it."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import Game, State, load
from kibitz.engine.picking import pickings
from kibitz.words import Offer, Words, offer

from .spoken import small

LoadText = Callable[..., Game]


def keys(state: State) -> dict[str, str]:
    """The keys of all options, and what they mean."""
    found = offer(Words(state.game, state.to_move), state.actions)
    return {key: action.text for key, action in found.actions.items()}


def offered(state: State) -> Offer:
    return offer(Words(state.game, state.to_move), state.actions)


def test_cards_are_counted_as_they_lie_in_the_hand() -> None:
    hands = {"HAND 0": "AD 3S 10H 4H", "HAND 1": "5S 6S 7S 8S"}
    state = load("agram", NUMP=2, HAND=4).new(deal=hands)
    assert keys(state) == {"1": "play 3S", "2": "play 4H", "3": "play 10H", "4": "play AD"}
    assert offered(state).plain


def test_a_number_is_its_own_key() -> None:
    state = load("boerenbridge", FIRST=2, PEAK=2).new(1)
    assert keys(state) == {"0": "guess 0", "1": "guess 1", "2": "guess 2"}
    assert not offered(state).plain


def test_of_a_set_every_card_is_an_option_whatever_the_next_step_would_be() -> None:
    state = load("tarot", AUCTION="NO").new(5)
    found = offer(Words(state.game, 0), state.actions, pickings(state))
    assert len(state.actions) == 17
    assert [action.cards[0] for action in found.actions.values()][-1] == "QS"
    assert found.picks["22"] == (0, state.game.card("QS").number)
    assert len(found.picks) == len(found.actions) == 22


def test_words_are_counted() -> None:
    assert keys(load("tarot").new(1)) == {
        "1": "pass",
        "2": "prise",
        "3": "garde",
        "4": "garde sans",
        "5": "garde contre",
    }


def test_a_card_that_stands_for_several_options_is_counted_as_often() -> None:
    """An eight with each of four suits."""
    hands = {"HAND 0": "8S 6H 7C 9D", "HAND 1": "10S 10C 7H AD", "HAND 2": "6S 6C 9S AH"}
    state = small("eights").new(deal={**hands, "PILE": "10H"})
    assert list(keys(state)) == [str(n) for n in range(1, 7)]
    assert not offered(state).plain


def test_cards_that_are_numbers_are_typed_as_they_are_written(load_text: LoadText) -> None:
    """Counting them would be a trap: the second of these is the 7."""
    state = load_text(NUMBERED).new(1)
    assert keys(state) == {"2": "2 to pile", "7": "7 to pile", "9": "9 to pile"}


def test_numbers_that_stand_twice_are_counted(load_text: LoadText) -> None:
    state = load_text(NUMBERED.replace("NINE", "NINE, TEN)) (COLOUR (RED, BLUE")).new(1)
    assert list(keys(state)) == [str(n) for n in range(1, 9)]


def test_a_word_beside_numbers_is_typed(load_text: LoadText) -> None:
    state = load_text(
        NUMBERED.replace(
            "(choice (",
            "(choice ((turn pass) (any (range 1..3) 'N (set (game sto X) 'N)))) (choice (",
            1,
        )
    ).new(1)
    assert list(keys(state)) == ["pass", "1", "2", "3"]


NUMBERED = """(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (TWO, SEVEN, NINE)))))
  (do ((repeat all (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
  (scoring max 0))
"""
"""North holds three cards that show a number and nothing else."""
