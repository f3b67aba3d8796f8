"""The story of a game: tricks in the order they were played, and what players have decided."""

from __future__ import annotations

from pathlib import Path

from kibitz.engine import State, load
from kibitz.words.story import Played, Trick, chapters

from .spoken import after, played, small, story, words

FOUR_HANDS = {
    "HAND 0": "3H 10H 4S 5S 6D 7D",
    "HAND 1": "8H AH 3C 4C 9D 10D",
    "HAND 2": "7S 8S 9S 5C 6C AC",
    "HAND 3": "4H 5H 10S 9C 3D AD",
}
BASTOS = {
    "HAND 0": "O1 C2 B4",
    "HAND 1": "O3 C12 B2",
    "HAND 2": "O2 E1 C7",
    "HAND 3": "C1 E2 B10",
    "TRUMP": "B12",
}


def cards(trick: Trick | None, state: State) -> list[tuple[int, str]]:
    """Who played what, in order."""
    assert trick is not None
    return [(each.seat, state.game.cards[each.card].text) for each in trick.cards]


# --- chapters -------------------------------------------------------------------------------------


def test_events_are_taken_one_decision_at_a_time() -> None:
    state = played(load("agram").new(deal=FOUR_HANDS), "3H", "8H")
    deal, first, second = chapters(
        state.observation(0).events, state.game.namer.by_number, state.to_move
    )
    assert (deal.number, deal.seat, deal.action, deal.following) == (0, None, None, 0)
    assert (first.number, first.seat, first.following) == (1, 0, 1)
    assert (second.number, second.seat, second.following) == (2, 1, 2)
    assert first.action is not None
    assert first.action.text == "play 3H"
    assert len(deal.events) > len(first.events) > 0


# --- tricks ---------------------------------------------------------------------------------------


def test_a_trick_is_kept_in_the_order_it_was_played() -> None:
    state = played(load("agram").new(deal=FOUR_HANDS), "10H", "8H", "AC")
    found = story(state, None)
    assert cards(found.current(), state) == [(0, "10H"), (1, "8H"), (2, "AC")]
    assert found.last is None


def test_before_the_first_card_there_is_none() -> None:
    found = story(load("agram").new(deal=FOUR_HANDS), 0)
    assert found.current() is None
    assert found.suit_led() == ""
    assert story(load("tarot").new(1), 0).suit_led() == ""


def test_a_card_played_to_the_middle_is_whose_turn_it_was(tmp_path: Path) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(small("eights").source.text, encoding="utf-8")
    path.with_suffix(".toml").write_text("[table]\ntrick = 'PILE'\n", encoding="utf-8")
    hands = {"HAND 0": "6H 7C 9D 6D", "HAND 1": "10S 10C 7H AD", "HAND 2": "6S 6C 9S AH"}
    state = played(load(path).new(deal={**hands, "PILE": "10H"}), "6H", "7H")
    six, seven = (state.game.card(card).number for card in ("6H", "7H"))
    assert story(state, 2).trick[-2:] == [Played(0, six), Played(1, seven)]


def test_the_highest_card_of_the_suit_led_is_winning() -> None:
    dealt = load("agram").new(deal=FOUR_HANDS)
    winning = []
    for card in ("10H", "AH", "AC"):
        dealt = played(dealt, card)
        trick = story(dealt, None).current()
        assert trick is not None
        winning.append(trick.winning)
    assert winning == [0, 1, 1]


def test_the_smallest_trump_is_winning_over_any_other_suit() -> None:
    state = played(load("brisca").new(1, deal=BASTOS), "O1", "B2")
    trick = story(state, 2).current()
    assert trick is not None
    assert trick.winning == 1
    assert story(state, 2).suit_led() == "OROS"


def test_a_trick_that_was_taken_is_the_last_one_and_says_by_whom() -> None:
    state = played(load("agram").new(deal=FOUR_HANDS), "10H", "AH", "AC", "4H")
    found = story(state, 3)
    assert found.current() is None
    assert found.gathered
    assert found.last is not None
    assert (found.last.winning, found.last.taker) == (1, 1)
    assert cards(found.last, state) == [(0, "10H"), (1, "AH"), (2, "AC"), (3, "4H")]
    assert not story(played(state, "9D"), 3).gathered


def test_after_an_excuse_that_was_led_the_next_card_sets_the_suit() -> None:
    """The description keeps it; the first card alone would not tell."""
    deal = {
        "HAND 0": "1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH CH QH KH 1D 2D 3D 4D 5D 6D 7D 8D 9D EX",
        "HAND 1": "10D JD CD QD KD 1C 2C 3C 4C 5C 6C 7C 8C 9C 10C JC T1 T2 T3 T4 T5 T6 T7 T15",
        "HAND 2": "CC QC KC 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS CS QS KS T8 T9 T10 T11 T12 T13 T14",
        "DOG": "T16 T17 T18 T19 T20 T21",
    }
    state = load("tarot", SLAM="NO").new(deal=deal)
    state = played(after(state, "garde contre", "pass", "pass"), "EX", "10D")
    found = story(state, None)
    assert found.suit_led() == "DIAMONDS"
    trick = found.current()
    assert trick is not None
    assert trick.winning == 1


# --- decisions ------------------------------------------------------------------------------------


def test_a_guess_of_nothing_is_a_decision_too() -> None:
    game = load("boerenbridge")
    slots = [game.store_slots[f"GUESS {seat}"][0] for seat in range(4)]
    state = game.new(1)
    assert story(state, 0).decided == set()
    state = after(state, "guess 0", "guess 2")
    assert story(state, 3).decided == set(slots[:2])


def test_the_next_round_begins_without_guesses() -> None:
    game = load("boerenbridge", FIRST=1, PEAK=2)
    state = after(game.new(1), "guess 0", "guess 0", "guess 0", "guess 0")
    assert len(story(state, 0).decided) == 4
    for _ in range(4):
        state = state.after(state.actions[0])
    assert story(state, 0).decided == set()


def test_a_bid_is_decided_until_the_next_deal() -> None:
    game = load("tarot")
    slots = [game.store_slots[f"BID {seat}"][0] for seat in range(3)]
    state = after(game.new(1), "pass", "pass")
    assert story(state, 0).decided == set(slots[:2])
    assert not story(state.after("pass"), 0).decided & set(slots[:2])


def test_cards_asked_for_one_by_one_are_known_to_who_chooses_them() -> None:
    state = load("tarot", AUCTION="NO").new(3)
    taker = state.to_move
    assert taker is not None
    first, second = state.actions[0], state.after(state.actions[0]).actions[0]
    state = state.after(first).after(second)
    assert story(state, taker).picking == (taker, first.cards + second.cards)
    assert story(state, taker).idle == taker
    other = story(state, 1 - taker if taker < 2 else 0).picking
    assert other in (None, (taker, ()))


def test_a_story_can_go_on_in_other_words_and_leave_the_first_one_alone() -> None:
    dealt = played(load("agram").new(deal=FOUR_HANDS), "10H")
    found = story(dealt, 0)
    other = found.told_to(words(dealt, 1))
    assert (other.trick, other.words.seat) == (found.trick, 1)
    other.trick.append(Played(1, 0))
    other.decided.add(7)
    other.stores[0] = 7
    assert len(found.trick) == 1
    assert found.decided == set()
    assert 0 not in found.stores


def test_after_three_passes_nobody_has_bid_in_the_next_deal() -> None:
    """The rules set back the bid of whoever passed last in the same breath."""
    game = load("tarot")
    state = after(game.new(3), "pass", "pass")
    bids = {game.store_slots[f"BID {seat}"][0] for seat in range(3)}
    assert len(story(state, 0).decided & bids) == 2
    assert story(state.after("pass"), 0).decided & bids == set()
