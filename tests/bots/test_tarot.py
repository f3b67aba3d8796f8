"""The rule bot of French Tarot: bids, discards, cards."""

from __future__ import annotations

import pytest

from kibitz.bots.bot import Bot
from kibitz.bots.cards import cards_of
from kibitz.bots.tarot import KING, Rule, discard, strength, would_bid
from kibitz.bots.tarot_play import RANKS, Trick, halves
from kibitz.engine import load
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

from .playing import Anything, played, swapped

GAME = load("tarot")
NO_AUCTION = load("tarot", AUCTION="NO")
CARDS = cards_of(GAME, RANKS)

STRONG = "T1 T21 EX T20 T19 T18 T15 T14 T12 T10 T7 T5 KH QH 1H KS QS 3S 4S KD 2D 5C 6C 7C"
FAIR = "T21 EX T17 T15 T13 T12 T9 T6 T3 KH QH 4H 2H KS 10S 6S 3S 2S 7D 6D 9C 5C 4C 1C"
WEAK = "T2 T4 T7 T9 1H 2H 5H 7H JH 1D 3D 4D 8D QD 2C 3C 6C 9C CC 1S 4S 6S 8S 9S"


def numbers(hand: str) -> list[int]:
    return [GAME.card(name).number for name in hand.split()]


def written(cards: list[int]) -> str:
    return " ".join(GAME.cards[card].text for card in cards)


def test_all_cards_together_count_182() -> None:
    assert sum(halves(CARDS, card) for card in range(78)) == 182


@pytest.mark.parametrize(("hand", "bid"), [(STRONG, "garde sans"), (FAIR, "garde"), (WEAK, "pass")])
def test_the_bid_comes_from_the_hand(hand: str, bid: str) -> None:
    assert would_bid(GAME, numbers(hand)) == bid


def test_what_makes_a_hand_strong() -> None:
    def points(hand: str) -> int:
        return strength(CARDS, numbers(hand))

    assert points("T21") == 10 + 2 + 2 + 4 * 6  # and no card of any suit
    assert points("1H 2H 1D 2D 1C 2C 1S 2S") == 0
    assert points("KH QH 1D 2D 1C 2C 1S 2S") == 10
    assert points("T1 T2 T3 T4 T5 T6 T7 T8 T9") - points("T2 T3 T4 T5 T6 T7 T8 T9 T10") == 9
    assert points("T1 T2 T3 1H") - points("T2 T3 T4 1H") == 0


def test_it_passes_when_somebody_has_bid_as_much() -> None:
    state = GAME.new(seed=1, deal={"HAND 1": FAIR})
    bot = Rule()
    bot.start(GAME, 1, 1)
    assert bot.choose(view(state.after("prise"), 1), None).text == "garde"
    assert bot.choose(view(state.after("garde"), 1), None).text == "pass"


def test_short_suits_without_a_king_are_laid_aside_whole() -> None:
    hand = numbers("T21 T5 KH 1H 3H 2D QD 4C 6C 9C 1S 2S 3S 4S KS")
    free = [card for card in hand if CARDS.suit[card] != "TRUMPS" and CARDS.height[card] != KING]
    assert written(discard(CARDS, hand, free, 6)) == "1H 2D QD 4C 6C 9C"


def test_points_without_a_king_are_laid_aside_before_low_cards() -> None:
    hand = numbers("QH JH 1H 2H 3H 4H 5H KD QD 1D 2D 3D 4D 5D")
    free = [card for card in hand if CARDS.height[card] != KING]
    assert written(discard(CARDS, hand, free, 2)) == "JH QH"


def dealt(hands: str) -> State:
    """The taker has a hand and finds a dog; the others have what is left."""
    own, dog = (hand.split() for hand in hands.split(","))
    others = [face.text for face in GAME.cards if face.text not in own + dog]
    deal = {"HAND 0": own, "HAND 1": others[:24], "HAND 2": others[24:]}
    return NO_AUCTION.new(seed=1, deal=deal)


def laid_aside(state: State) -> State:
    """Play the taker's discards as the bot says."""
    bot = Rule()
    bot.start(state.game, 0, 1)
    while state.store("READY") == 0:
        state = state.after(bot.choose(view(state, 0), None))
    return state


def test_what_it_decides_to_lay_aside_is_what_it_lays_aside() -> None:
    for seed in range(20):
        state = NO_AUCTION.new(seed=seed)
        if state.store("TAKER") != 0:
            continue
        hand = state.cards_at(NO_AUCTION.place("HAND 0"))
        free = [c for c in hand if CARDS.suit[c] not in ("TRUMPS", "EXCUSE")]
        free = [card for card in free if CARDS.height[card] != KING]
        wanted = discard(CARDS, hand, free, 6)
        after = laid_aside(state)
        assert sorted(after.cards_at(NO_AUCTION.place("DISCARD 0"))) == wanted


def test_trumps_are_laid_aside_only_for_want_of_others() -> None:
    trumps = " ".join(f"T{n}" for n in range(1, 22))
    state = laid_aside(dealt(f"{trumps} EX KH KD, KC KS 1H 2H 3H 4H"))
    assert state.cards("DISCARD 0") == ("1H", "2H", "3H", "4H", "T2", "T3")


def test_it_announces_a_chelem_only_if_it_is_certain() -> None:
    trumps = " ".join(f"T{n}" for n in range(2, 22))
    state = laid_aside(dealt(f"{trumps} KH KD KC KS, 1H 2H 3H 1D 2D 3D"))
    bot = Rule()
    bot.start(NO_AUCTION, 0, 1)
    assert bot.choose(view(state, 0), None).text != "pass"
    for seed in range(5):
        state = NO_AUCTION.new(seed=seed)
        state = laid_aside(state)
        assert bot.choose(view(state, 0), None).text == "pass"


def test_a_long_hand_of_trumps_is_shown() -> None:
    hand = STRONG.replace("5C 6C 7C", "T2 T3 T4")
    state = laid_aside(NO_AUCTION.new(seed=1, deal={"HAND 0": hand})).after("pass")
    bot = Rule()
    bot.start(NO_AUCTION, 0, 1)
    while not state.cards("HANDFUL 0"):
        state = state.after(bot.choose(view(state, 0), None))
    assert state.store("POIGNEE 0") in (13, 15)


# --- cards ----------------------------------------------------------------------------------------


def answer(hands: str, plays: str) -> str:
    """What the bot plays after some cards; the hands from the taker on are those that matter."""
    deal = {f"HAND {seat}": hand for seat, hand in enumerate(hands.split(","))}
    state = laid_aside(NO_AUCTION.new(seed=3, deal=deal)).after("pass")
    for card in plays.split():
        state = state.after(f"play {card}")
    seat = state.to_move
    assert seat is not None
    bot = Rule()
    bot.start(NO_AUCTION, seat, 1)
    return bot.choose(view(state, seat), None).text.removeprefix("play ")


TAKER = "T21 T18 T16 T9 T8 KH 3H 4H 5H 6H 7H 8H KS 1S 2S 1D 2D 3D 4D 5D 6D 7D 8D 9D"


def test_points_go_to_the_partner_who_has_won_the_trick() -> None:
    hands = f"{TAKER}, KD JD T2 T3, QD CD 10D T5"
    assert answer(hands, "9D KD") == "QD"


def test_points_do_not_go_to_the_taker() -> None:
    hands = f"{TAKER}, 9H JD T2 T3, QH 1H T5 T6"
    assert answer(hands, "KH 9H") == "1H"


def test_the_petit_goes_to_a_partner_who_has_won_the_trick() -> None:
    hands = f"{TAKER}, T20 JD T3, T1 T2 T5 QD"
    assert answer(hands, "T8 T20") == "T1"


def test_the_petit_does_not_go_under_the_21() -> None:
    hands = f"{TAKER}, T10 JD T3, T1 T2 T5 QD"
    assert answer(hands, "T21 T10") != "T1"


def test_a_king_is_safe_last_in_hand() -> None:
    hands = f"{TAKER}, QD JD T3, KD 10D T5"
    assert answer(hands, "9D JD") == "KD"


def test_the_excuse_is_not_kept_for_the_last_trick() -> None:
    bots = [Rule(), Rule(), Rule()]
    for seed in range(6):
        end = played(NO_AUCTION, bots, seed)
        assert end.store("EXCUSETRICK") != 24


def test_it_answers_legally_with_anybody_at_the_table() -> None:
    for seed in range(10):
        game = load("tarot", DEALS=2) if seed == 0 else (GAME, NO_AUCTION)[seed % 2]
        bots: list[Bot] = [Rule(), Anything(), Rule() if seed % 3 else Anything()]
        assert sum(played(game, bots, seed).scores) == 0


@pytest.mark.parametrize("game", [GAME, NO_AUCTION], ids=["auction", "no auction"])
def test_it_does_not_see_hidden_cards(game: Game) -> None:
    assert swapped(game, [Rule(), Rule(), Rule()], 5) > 20


def test_the_trick_knows_who_is_on_whose_side() -> None:
    state = laid_aside(NO_AUCTION.new(seed=3)).after("pass")
    trick = Trick(CARDS, view(state, 0), 0, [])
    assert [trick.mine(seat) for seat in range(3)] == [True, False, False]


def test_it_plays_nothing_else() -> None:
    with pytest.raises(KibitzError, match="cannot play Agram"):
        Rule().start(load("agram"), 0, 1)
