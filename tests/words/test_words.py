"""How the things of a game are called at the table, to one seat or to all."""

from __future__ import annotations

import pytest

from kibitz.engine import load
from kibitz.words import Card, Seat, Words, counted, joined, listed, plain, third_person

from .spoken import small

AGRAM = load("agram")
BRISCA = load("brisca")


# --- English --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "third"),
    [
        ("play", "plays"),
        ("go", "goes"),
        ("veto", "vetoes"),
        ("pass", "passes"),
        ("mix", "mixes"),
        ("buzz", "buzzes"),
        ("catch", "catches"),
        ("push", "pushes"),
        ("carry", "carries"),
        ("say", "says"),
        ("buy", "buys"),
        ("draw", "draws"),
    ],
)
def test_what_others_do(verb: str, third: str) -> None:
    assert third_person(verb) == third


def test_lists() -> None:
    assert listed([]) == ""
    assert listed(["North"]) == "North"
    assert listed(["North", "South"]) == "North and South"
    assert listed(["North", "East", "West"]) == "North, East and West"


def test_counts() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "a card", "2 cards"]
    assert counted(1, "more") == "1 more"


# --- cards ----------------------------------------------------------------------------------------


def test_cards_that_are_not_seen_are_counted_after_the_others() -> None:
    words = Words(AGRAM, 0)
    nine, ten = (AGRAM.card(text).number for text in ("9H", "10H"))
    assert words.cards([nine, ten]) == (Card(nine, "9♥"), " ", Card(ten, "10♥"))
    assert plain(words.cards([nine, -1])) == "9♥ and 1 more"
    assert plain(words.cards([nine, -1, -1])) == "9♥ and 2 more"
    assert plain(words.cards([-1])) == "a card"
    assert plain(words.cards([-1, -1])) == "2 cards"
    assert plain(words.cards([])) == "0 cards"


def test_the_cards_of_a_label_are_cards() -> None:
    state = AGRAM.new(deal={"HAND 0": "3S"})
    [play] = [action for action in state.actions if action.cards == ("3S",)]
    assert Words(AGRAM, 0).label(play) == ("play ", Card(AGRAM.card("3S").number, "3♠"))


def test_a_bid_that_is_written_like_a_card_is_no_card() -> None:
    state = load("bridge").new(seed=1)
    words = Words(state.game, None)
    said = {plain(label): label for label in words.labels(state.actions)}
    assert said["1♥"] == ("1♥",)
    assert said["2♥"] == ("2♥",)


def test_a_hand_is_sorted_by_suit_and_rank_as_the_sheet_says() -> None:
    numbers = [AGRAM.card(text).number for text in ("3D", "10S", "AH", "3S", "3H")]
    held = [AGRAM.cards[number].text for number in Words(AGRAM, 0).sorted(numbers)]
    assert held == ["3S", "10S", "3H", "AH", "3D"]


# --- seats ----------------------------------------------------------------------------------------


def test_you_are_you_and_the_others_have_names() -> None:
    words = Words(AGRAM, 1)
    assert [words.who(seat) for seat in range(4)] == ["North", "you", "South", "West"]
    assert [words.whose(seat) for seat in (0, 1)] == ["North's", "your"]
    assert words.seat_piece(1) == Seat(1, "you")


def test_to_all_nobody_is_you() -> None:
    assert [Words(AGRAM, None).who(seat) for seat in range(4)] == list(AGRAM.seats)


def test_a_team_is_called_by_its_members() -> None:
    assert [Words(BRISCA, 2).team(number) for number in (0, 1)] == [
        "North and you",
        "East and West",
    ]
    words = Words(AGRAM, 0)
    words.teams = ((), (1, 2))
    assert [words.team(number) for number in (0, 1, 2)] == ["team 1", "East and South", "team 3"]


def test_a_label_that_is_a_verb_becomes_a_sentence() -> None:
    queen = Card(3, "Q♥")
    words = Words(AGRAM, 1)
    assert words.does(1, ("play ", queen)) == (Seat(1, "You"), " play ", queen)
    assert words.does(0, ("play ", queen)) == (Seat(0, "North"), " plays ", queen)
    assert plain(words.does(0, "pass")) == "North passes"
    assert plain(words.does(0, "go fish")) == "North goes fish"


def test_any_other_label_is_quoted() -> None:
    assert plain(Words(AGRAM, 1).does(0, "prise")) == "North: prise"
    assert plain(Words(AGRAM, 1).does(1, "prise")) == "You: prise"
    assert plain(Words(AGRAM, 1).does(0, joined(Card(3, "Q♥"), " to hand"))) == "North: Q♥ to hand"


# --- places and what the rules keep ---------------------------------------------------------------


def test_places_are_called_by_their_owners() -> None:
    words = Words(BRISCA, 1)
    names = {key: words.place(BRISCA.place(key)) for key in BRISCA.place_names}
    assert names["STOCK"] == "the stock"
    assert names["HAND 1"] == "your hand"
    assert names["HAND 2"] == "South's hand"
    assert names["WON team 0"] == "the pile of North and South"
    assert names["WON team 1"] == "the pile of you and West"


def test_places_beside_each_other_are_numbered() -> None:
    rummy = small("rummy")
    place = Words(rummy, 0).places[rummy.place("MELD#7")]
    assert (place.name, place.stem, place.index) == ("meld 7", "meld", 7)
    stock = Words(rummy, 0).places[rummy.place("STOCK")]
    assert (stock.name, stock.index) == ("stock", None)


def test_piles_and_notes_keep_their_order_and_hands_do_not() -> None:
    rummy = {place.family: place.ordered for place in Words(small("rummy"), 0).places}
    agram = {place.family: place.ordered for place in Words(AGRAM, 0).places}
    assert (rummy["PILE"], rummy["BEST"], agram["HAND"]) == (True, True, False)


def test_stores_have_the_keys_under_which_a_state_keeps_them() -> None:
    for game in (AGRAM, BRISCA, load("boerenbridge"), load("tarot"), small("caravan")):
        kept = {store.key: store.text for store in Words(game, 0).stores.values()}
        stores = game.new(1).stores
        assert list(kept) == list(stores)
        assert kept == {key: isinstance(value, str) for key, value in stores.items()}


def test_what_is_kept_about_somebody() -> None:
    words = Words(load("boerenbridge"), 0)
    assert {store.family for store in words.of("player", 2)} >= {"GUESS", "TRICKS", "SCORE"}
    assert all((store.owner, store.who) == ("player", 2) for store in words.of("player", 2))
    assert "TRUMP" in {store.key for store in words.of("game", 0)}


def test_names_of_the_rules_are_said_as_the_sheet_says() -> None:
    tarot = Words(load("tarot"), 0)
    assert tarot.value("GARDESANS") == "garde sans"
    assert tarot.value("PRISE") == "prise"
    assert tarot.value("") == "nothing"
    assert tarot.value(-3) == "-3"
    assert tarot.name(tarot.game.layout.names["GARDESANS"]) == "garde sans"
