"""The classic agents of Boeren Bridge: every branch of their trees, as a position."""

from __future__ import annotations

from itertools import product

import pytest

from kibitz.bots.boerenbridge import (
    RANKS,
    FullKripke,
    Greedy,
    GreedyKripke,
    Trick,
    guess_for,
    to_lose,
    to_win,
)
from kibitz.bots.bot import Bot
from kibitz.bots.cards import cards_of
from kibitz.engine import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("boerenbridge")
ALL = [rank + suit for suit in "SHCD" for rank in "QKA"]


def position(hands: str, plays: str = "", guesses: str = "0000") -> State:
    """A round of three cards, spades trump, North to open: the hands that matter from North on, the
    other cards dealt as they come, and the cards played so far."""
    given = [hand.split() for hand in hands.split(",")]
    left = [card for card in ALL if not any(card in hand for hand in given)]
    deal = {}
    for seat in range(4):
        own = given[seat] if seat < len(given) else []
        own += [left.pop() for _ in range(3 - len(own))]
        deal[f"HAND {seat}"] = " ".join(own)
    state = GAME.new(seed=1, deal={**deal, "TRUMP": "S"})
    for guess in guesses:
        state = state.after(f"guess {guess}")
    for card in plays.split():
        state = state.after(card)
    return state


def trick(state: State) -> Trick:
    seat = state.to_move
    assert seat is not None
    return Trick(cards_of(GAME, RANKS), view(state, seat), seat)


def written(card: int) -> str:
    return GAME.cards[card].text


WINNING = {
    "opens with the highest trump left": ("AS QH QD", "", "AS"),
    "opens with a master, if others have the suit": ("QS AH QD", "", "AH"),
    "keeps a master that everybody would trump": ("QH KH AH", "", "QH"),
    "opens low from two cards of a plain suit": ("QS KH QH", "", "QH"),
    "opens with its lowest card for want of better": ("QS KH QD", "", "QD"),
    "opens low with nothing but trumps": ("QS KS AS", "", "QS"),
    "plays a master once the trumps are gone": (
        "AS KS AH, QS QH QD, KH KD QC, AD KC AC", "AS QS KD AD", "AH",
    ),
    "has no master when the trumps are gone: the lower of a pair": (
        "AS KH QH, QS AH QD, KS KD QC, AD KC AC", "AS QS KS AD", "QH",
    ),
    "has neither master nor pair when they are gone: its lowest card": (
        "AS KS KH, QS QH QD, AH KD QC, AD KC AC", "AS QS KD AD", "KH",
    ),
    "saves its high cards when a trump lies there": (
        "QH QD KD, QS AD QC, KH AH KC", "QH QS", "KH",
    ),
    "follows with the master": ("QH QD KD, KH AH KC", "QH", "AH"),
    "follows low without it": ("QH QD KD, KH KC AC, AH", "QH", "KH"),
    "follows low when the master lies on the table": ("AH QS KS, KH QH QD", "AH", "QH"),
    "takes trumps led with the highest": ("QS QH QD, KS AS KH", "QS", "AS"),
    "throws its lowest card, void of suit and trumps": ("QH QS KS, KD QC AC", "QH", "QC"),
    "trumps last as cheaply as it can": (
        "QH QD KD, KH QC KC, AH AC AD, QS KS AS", "QH KH AH", "QS",
    ),
    "beats a trump last as cheaply as it can": (
        "QH QD KD, QS QC KC, AH KH AD, KS AS AC", "QH QS AH", "KS",
    ),
    "does not trump in vain last": (
        "QH QD KD, AS QC KC, AH KH AD, QS KS AC", "QH AS AH", "AC",
    ),
    "trumps with the highest trump left, if others may have the suit and trumps": (
        "QH QD KD, AS QS QC", "QH", "AS",
    ),
    "does not trump if it may be beaten": ("QH QD KD, KS QS QC", "QH", "QC"),
    "trumps low when nobody can have a trump": ("QH QD KD, AS KS QS", "QH", "QS"),
    "trumps low when nobody can have the suit": (
        "AH KH QD, QH QS KD, KS KC QC, AS AC AD", "AH QH QC AC KH", "QS",
    ),
}  # fmt: skip

LOSING = {
    "opens with its lowest card": ("AS QH AD", "", "QH"),
    "throws its highest under a trump": ("QH QD KD, QS AD QC, KH AH KC", "QH QS", "AH"),
    "follows as high as it can below the best": ("AH QS KS, KH QH QD", "AH", "KH"),
    "follows with its highest if it must take": ("QH QD KD, KH AH KC", "QH", "AH"),
    "throws the highest trump below one that lies there": (
        "QH QD KD, AS QC KC, KS QS AD", "QH AS", "KS",
    ),
    "throws its highest plain card, if its trumps are higher": (
        "QH QD KD, QS QC KC, KS AS AD", "QH QS", "AD",
    ),
    "throws its highest plain card if no trump lies there": ("QH QD KD, AS QC KC", "QH", "KC"),
    "trumps low with nothing but trumps": ("QH QD KD, AS KS QS", "QH", "QS"),
}  # fmt: skip


@pytest.mark.parametrize("what", WINNING)
def test_who_wants_the_trick(what: str) -> None:
    hands, plays, card = WINNING[what]
    assert written(to_win(trick(position(hands, plays)))) == card


@pytest.mark.parametrize("what", LOSING)
def test_who_wants_no_trick(what: str) -> None:
    hands, plays, card = LOSING[what]
    assert written(to_lose(trick(position(hands, plays)))) == card


def answer(bot: Greedy | GreedyKripke | FullKripke, state: State) -> str:
    seat = state.to_move
    assert seat is not None
    bot.start(state.game, seat, 1)
    return bot.choose(view(state, seat), None).text


def test_greedy_plays_its_highest_card_and_a_trump_is_the_highest() -> None:
    assert answer(Greedy(), position("QS AH KD")) == "play QS"
    assert answer(Greedy(), position("QH QS KS, KH AH QD", "QH")) == "play AH"
    assert answer(Greedy(), position("QH QS KS, AD KD QC", "QH")) == "play AD"
    assert answer(Greedy(), position("QH QD KS, QS AD KC", "QH")) == "play QS"


def test_full_kripke_wants_the_tricks_it_guessed_and_no_more() -> None:
    hands = "AS AH QD"
    assert answer(FullKripke(), position(hands, guesses="1000")) == "play AS"
    assert answer(FullKripke(), position(hands, guesses="0000")) == "play QD"
    assert answer(FullKripke(only_tricks=True), position(hands, guesses="0000")) == "play AS"
    assert answer(GreedyKripke(), position(hands, guesses="0000")) == "play AS"


def test_the_guess_says_how_high_the_hand_is() -> None:
    # Three cards: the mean of all is 11 + 13 / 4 = 14.25. Five cards: 10 + 13 / 4.
    assert guess_for([10, 10, 10]) == 0
    assert guess_for([12, 11, 11 + 13]) == 3 // 4 == 0
    assert guess_for([12, 12, 12 + 13]) == 3 // 2 == 1
    assert guess_for([12, 11 + 13, 12 + 13]) == 3
    assert guess_for([8, 8, 10, 11 + 13, 11]) == 5 // 4 == 1
    assert guess_for([8 + 13, 8, 9, 12, 12 + 13]) == 5 // 2 == 2


def test_the_first_cut_of_the_guess_can_be_moved() -> None:
    values = [12, 12, 11, 11, 10]  # 11.2 of 13.25 is 0.845
    assert guess_for(values) == 1
    assert guess_for(values, first_cut=0.9) == 0


@pytest.mark.parametrize("rule", ["BYONE", "FREE"])
def test_a_dealer_who_must_change_stays_near_and_says_less_rather_than_more(rule: str) -> None:
    game = load("boerenbridge", FIRST=3, PEAK=3, DEALER=rule)
    hands = {"HAND 3": "AD AH KS", "HAND 0": "QH QC QD", "HAND 1": "KH KC KD", "TRUMP": "S"}
    state = game.new(seed=1, deal=hands)
    for guess in "011":
        state = state.after(f"guess {guess}")
    assert answer(Greedy(), state) == "guess 1"
    assert answer(Greedy(), state.after("guess 1")) == "guess 0"


@pytest.mark.parametrize(
    ("parameters", "first_cut"),
    list(
        product(({}, {"FIRST": 1, "PEAK": 8}, {"DEALER": "FREE", "OPENER": "WINNER"}), (0.8, 0.9))
    ),
)
def test_they_answer_legally_whatever_the_game_is(
    parameters: dict[str, int | str], first_cut: float
) -> None:
    game = load("boerenbridge", **parameters)
    bots: list[Bot] = [
        FullKripke(first_cut),
        GreedyKripke(first_cut),
        Greedy(first_cut),
        Anything(),
    ]
    for seed in range(8):
        played(game, bots, seed)
        bots = [*bots[1:], bots[0]]


def test_they_do_not_see_hidden_cards() -> None:
    for seed in range(4):
        assert swapped(GAME, [FullKripke(), GreedyKripke(), Greedy(), FullKripke()], seed) > 40


def test_full_kripke_does_better_than_random() -> None:
    ahead = 0
    for seed in range(40):
        scores = played(GAME, [FullKripke(), Anything(), GreedyKripke(), Anything()], seed).scores
        ahead += scores[0] > scores[1]
    assert ahead >= 30


@pytest.mark.parametrize("name", ["agram", "brisca", "tarot"])
def test_they_play_nothing_else(name: str) -> None:
    game = load(name)
    with pytest.raises(KibitzError, match="cannot play"):
        FullKripke().start(game, 0, 1)
