"""What bots know of cards, piles, heuristics and observations, oddities included."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from kibitz.interop.robobrisca.answers import WrongAnswer, card_in
from kibitz.interop.robobrisca.api.action import Action
from kibitz.interop.robobrisca.api.brisca_game import BriscaGame
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.card_collection import CardCollection
from kibitz.interop.robobrisca.api.common import calculate_points, is_better_card
from kibitz.interop.robobrisca.api.forward_model import ForwardModel
from kibitz.interop.robobrisca.api.func_timeout import (
    FunctionTimedOut,
    func_set_timeout,
    func_timeout,
)
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.heuristic import Heuristic
from kibitz.interop.robobrisca.api.my_heuristic import MyHeuristic
from kibitz.interop.robobrisca.api.shipped import AlwaysFirstPlayer, OSLAPlayer, RandomPlayer
from kibitz.interop.robobrisca.records import record_of
from kibitz.interop.robobrisca.stage import Stage


def card(text: str) -> Card:
    return Card(text[0], int(text[1:]))


def pile(cards: str) -> CardCollection:
    made = CardCollection()
    made.add_cards([card(text) for text in cards.split()])
    return made


def dealt(first: int = 0) -> GameState:
    state = GameState()
    BriscaGame().reset(state, first)
    return state


# --- cards ----------------------------------------------------------------------------------------


def test_cards_are_plain_and_can_be_changed() -> None:
    one = Card("C", 12)
    assert (one.get_type(), one.get_number(), one.get_value(), str(one)) == ("C", 12, 4, "C12")
    assert [card(f"O{n}").get_value() for n in (1, 3, 12, 11, 10, 7, 2)] == [11, 10, 4, 3, 2, 0, 0]
    other = one.clone()
    assert other == one
    other.card_number = 3
    assert other != one
    assert str(Card("R", 99)) == "R99"


def test_cards_equal_whatever_looks_like_them_and_complain_about_the_rest() -> None:
    class Lookalike:
        card_type, card_number = "O", 1

    assert card("O1") == Lookalike()
    with pytest.raises(AttributeError):
        assert card("O1") == None  # noqa: E711
    with pytest.raises(TypeError, match="unhashable"):
        {card("O1")}
    with pytest.raises(TypeError):
        sorted([card("O1"), card("O2")])  # type: ignore[type-var]


def test_suits_are_one_object_each() -> None:
    state = dealt()
    seen = state.get_observation()
    for one in (*seen.main_deck.get_cards(), *seen.hands[0].get_cards()):
        assert any(one.card_type is suit for suit in "OECB")


def test_piles_are_lists_from_the_top() -> None:
    some = pile("O1 E2 C3")
    assert (str(some), str(CardCollection())) == ("O1 E2 C3 ", "")
    assert (some.len(), some.empty(), CardCollection().empty()) == (3, False, True)
    assert str(some.get_last_card()) == str(some.get_card(-1)) == "C3"
    assert [str(one) for one in some.get_cards_less_last()] == ["O1", "E2"]
    assert CardCollection().get_cards_less_last() == []
    assert some.get_cards() is some.l_cards
    copied = some.clone()
    assert copied.get_card(0) == some.get_card(0)
    assert copied.get_card(0) is not some.get_card(0)
    assert str(some.draw()) == "O1"
    some.remove(card("C3"))
    assert str(some) == "E2 "
    with pytest.raises(ValueError, match=r"list\.remove"):
        some.remove(card("B1"))
    for fails in (CardCollection().draw, CardCollection().get_last_card):
        with pytest.raises(IndexError):
            fails()
    with pytest.raises(TypeError):
        len(some)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("new", "old", "better"),
    [
        ("B2", "O1", True),  # a trump
        ("O1", "B2", False),
        ("B1", "B3", True),
        ("B7", "B6", True),
        ("B7", "B10", False),
        ("O2", "C1", True),  # the suit led
        ("C1", "O2", False),
        ("O3", "O12", True),
        ("C1", "E3", True),  # neither: as if they were of one suit
        ("C7", "E7", False),
        ("C7", "E6", True),
    ],
)
def test_which_card_is_better(new: str, old: str, better: bool) -> None:
    assert is_better_card(card(new), card(old), card("B5"), card("O4")) is better


def test_points_are_added() -> None:
    assert calculate_points(pile("O1 E3 C2").get_cards()) == 21
    assert calculate_points([]) == 0


# --- heuristics -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "plain", "with_partner"),
    [
        ("O3", 10, 10),
        ("O3 C2", -10, -10),
        ("O3 O1", 21, 21),
        ("O3 C2 B1", 21, 21),
        ("O3 C2 O2", -10, 10),  # the partner's is the best: lost for one, won for the other
        ("O3 O1 O2", -21, -21),
        ("O3 B1 O2 O1", -32, 32),
        ("O3 C2 B1 O1", -32, -32),
        ("O1 O3 C2 E2", -21, -21),
    ],
)
def test_heuristics_look_at_the_table(table: str, plain: int, with_partner: int) -> None:
    state = GameState()
    state.trump_card, state.playing_cards = card("B5"), pile(table)
    assert Heuristic().get_score(state, 0) == plain
    assert MyHeuristic().get_score(state, 3) == with_partner


def test_of_an_empty_table_one_says_nothing_and_the_other_fails() -> None:
    state = dealt()
    assert MyHeuristic().get_score(state, 0) == 0
    with pytest.raises(IndexError):
        Heuristic().get_score(state, 0)


# --- observations ---------------------------------------------------------------------------------


def test_an_observation_is_a_copy_but_for_the_trump_card() -> None:
    seen = dealt().get_observation()
    other = seen.clone()
    assert other.trump_card is seen.trump_card
    for mine, its in ((seen.hands[0], other.hands[0]), (seen.main_deck, other.main_deck)):
        assert str(mine) == str(its)
        assert mine.get_card(0) is not its.get_card(0)
    actions = seen.get_list_actions()
    assert [action.get_card() for action in actions] == seen.hands[0].get_cards()
    assert actions[0].card is seen.hands[0].get_card(0)
    cloned = seen.clone_list([card("O1")])
    assert str(cloned[0]) == "O1"
    assert seen.main_deck.get_last_card() == seen.trump_card


def test_a_randomised_clone_keeps_the_hand_of_who_is_to_move() -> None:
    random.seed(1)
    seen = dealt().get_observation()
    ForwardModel().play(seen, seen.get_list_actions()[0], Heuristic())
    before = [str(hand) for hand in seen.hands]
    others = [seen.get_randomized_clone() for _ in range(5)]
    assert {str(other.hands[1]) for other in others} == {before[1]}
    assert len({str(other.hands[0]) for other in others}) > 1
    assert {other.hands[0].len() for other in others} == {2}
    assert {str(other.playing_cards) for other in others} == {str(seen.playing_cards)}


def test_once_the_stock_is_empty_the_trump_card_is_anywhere() -> None:
    random.seed(1)
    state, model = dealt(), ForwardModel()
    while not state.main_deck.empty():
        model.play(state, Action(state.hands[state.turn].get_card(0)), Heuristic())
    holder = next(
        seat for seat in range(4) if str(state.trump_card) in str(state.hands[seat]).split()
    )
    state.turn = (holder + 1) % 4
    found = set()
    for _ in range(30):
        seen = state.get_observation()
        found |= {s for s in range(4) if str(state.trump_card) in str(seen.hands[s]).split()}
    assert found == set(range(4)) - {state.turn}


def test_everything_can_be_copied_and_pickled(tmp_path: Path) -> None:
    (tmp_path / "Players").mkdir()
    state = dealt(2)
    things: list[Any] = [state, state.get_observation(), ForwardModel(), Heuristic(), MyHeuristic()]
    things += [BriscaGame(), RandomPlayer(), pile("O1"), Action(card("O1")), card("O1")]
    with Stage(tmp_path / "Players" / "bot.py").entered():
        for thing in things:
            for other in (
                copy.deepcopy(thing),
                copy.copy(thing),
                pickle.loads(pickle.dumps(thing)),
            ):
                assert type(other) is type(thing)
    assert str(copy.deepcopy(state)) == str(state)


# --- whole games ----------------------------------------------------------------------------------


def test_a_game_in_the_head_is_written_as_a_record(tmp_path: Path) -> None:
    random.seed(5)
    for first in range(4):
        state, game, file = dealt(first), BriscaGame(), tmp_path / f"game_{first}.txt"
        game.save_game_on(str(file))
        assert (game.save_game, game.save_file) == (True, str(file))
        pair = [OSLAPlayer(), AlwaysFirstPlayer()]
        game.run(state, ForwardModel(), Heuristic(), pair, 5, False, first == 3)
        record = record_of(file.read_bytes())
        assert record.origin == {}
        assert record.players == ("OSLAPlayer", "AlwaysFirstPlayer") * 2
        assert state.winner in (0, 1)


def test_equal_points_go_to_more_cards_and_then_to_the_second_team() -> None:
    model, state = ForwardModel(), dealt()
    assert model.check_winner(state) == -1
    state.main_deck, state.hands = CardCollection(), [CardCollection() for _ in range(4)]
    for won, winner in [
        ("O1 |E1 ||", 1),
        ("O1 E2|E1 ||", 0),
        ("|E1 |O1 E2|", 0),
        ("|E1 |O3 |", 1),
        ("O1 |E3 C2 C4||", 0),
    ]:
        state.won_cards = [pile(cards) for cards in won.split("|")]
        assert model.check_winner(state) is None
        assert state.winner == winner


def test_a_function_that_takes_too_long_is_left() -> None:
    assert func_timeout(5, max, args=(1, 2), kwargs={"key": abs}) == 2
    with pytest.raises(ZeroDivisionError):
        func_timeout(5, lambda: 1 / 0)

    def forever() -> None:
        while True:
            sum(range(100))

    with pytest.raises(FunctionTimedOut):
        func_set_timeout(0.01)(forever)()


# --- answers --------------------------------------------------------------------------------------


class Loud(str):
    """A text that says it is another."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "B"


class Always(Card):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Failing:
    @property
    def card(self) -> Card:
        raise RuntimeError("no")


class Own:
    """Somebody's own class of actions."""

    def get_card(self) -> Card:
        return card("E10")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (Action(card("O12")), "O12"),
        (Action(Always("C", 3)), "C3"),
        (Action(Card(Loud("O"), 1)), "O1"),
        (Action(Card("O", True)), "O1"),
        (Action(Card("O", 3.0)), "O3"),  # type: ignore[arg-type]
        (Own(), "E10"),
    ],
)
def test_an_answer_is_read_by_value(answer: object, found: str) -> None:
    assert card_in(answer) == found
    assert type(card_in(answer)) is str


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (card("O1"), "its answer is a Card, not an Action"),
        (3, "its answer is not an Action (it is of type int)"),
        ("O1", "its answer is not an Action (it is of type str)"),
        (Action, "its answer is not an Action (it is of type type)"),
        (Failing(), "its answer is not an Action (it is of type Failing)"),
        (Action("O1"), "its Action has no card (but a str)"),  # type: ignore[arg-type]
        (Action(Card(1, 2)), "its Action has no card (but a Card)"),  # type: ignore[arg-type]
        (Action(Card("O", "1")), "its Action has no card (but a Card)"),  # type: ignore[arg-type]
        (Action(Card("O", 1.5)), "its Action has no card (but a Card)"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_answer_is_told(answer: object, said: str) -> None:
    with pytest.raises(WrongAnswer) as caught:
        card_in(answer)
    assert (caught.value.message, caught.value.cause) == (said, "garbage")
