"""What the rules keep and a table shows: at a seat, for a team, on the table."""

from __future__ import annotations

from random import Random

import kibitz
from kibitz.engine import State, load
from kibitz.engine.shown import Item
from kibitz.words import Words
from kibitz.words.chips import Chip, chips, worded

from .spoken import after, small, story, words


def shown(state: State, owner: str, who: int = 0, seat: int | None = 0) -> dict[str, str]:
    """The chips of a seat (player), a team or the game, as somebody sees them."""
    found = chips(
        words(state, seat),
        kibitz.view(state, seat).stores,
        story(state, seat).decided,
        owner,
        who,
        state.over,
    )
    return {chip.name: chip.value for chip in found}


# --- with a sheet ---------------------------------------------------------------------------------


def test_a_guess_is_shown_once_it_is_made_also_if_it_is_nothing() -> None:
    state = load("boerenbridge").new(1)
    assert shown(state, "player") == {"guess": "–", "tricks": "0", "score": "0"}
    assert shown(state.after("guess 0"), "player")["guess"] == "0"
    assert shown(state.after("guess 2"), "player")["guess"] == "2"
    assert shown(state.after("guess 2"), "player", 1)["guess"] == "–"


def test_chips_come_in_the_order_of_the_sheet_and_not_of_the_rules() -> None:
    state = load("boerenbridge").new(1)
    assert list(shown(state, "game")) == ["trump", "round", "cards"]
    assert list(state.stores)[:3] == ["CARDS", "ROUND", "TRUMP"]


def test_rounds_are_counted_from_one_and_not_further_when_it_is_over() -> None:
    """The sheet adds one to the rounds that were played."""
    game = load("boerenbridge", FIRST=1, PEAK=1)
    state = game.new(1)
    assert shown(state, "game")["round"] == "1"
    rng = Random(1)
    while not state.over:
        state = state.after(rng.choice(state.actions))
    assert shown(state, "game")["round"] == "1"


def test_what_counts_only_while_playing_is_gone_at_the_end() -> None:
    game = load("boerenbridge", FIRST=1, PEAK=1)
    state = game.new(1)
    assert shown(state, "game")["cards"] == "1"
    while not state.over:
        state = state.after(state.actions[0])
    assert "cards" not in shown(state, "game")


def test_what_depends_on_something_else_waits_for_it() -> None:
    """There is no taker before there is a contract."""
    state = load("tarot").new(1)
    assert "taker" not in shown(state, "game")
    state = after(state, "pass", "garde", "pass")
    assert shown(state, "game")["taker"] == "East"


def test_a_poignee_is_shown_at_the_seat_that_showed_it() -> None:
    state = load("tarot").new(1)
    values = {**state.stores, "POIGNEE 1": 13}
    names = [
        {chip.name for chip in chips(words(state, 0), values, set(), "player", who)}
        for who in range(3)
    ]
    assert ["poignée" in shown for shown in names] == [False, True, False]


def test_teams_have_their_points() -> None:
    assert shown(load("brisca").new(1), "team", 1) == {"points": "0", "cards": "0"}


def test_the_trump_is_known_for_a_suit() -> None:
    state = load("brisca").new(1)
    found = chips(words(state, 0), state.stores, set(), "game")
    assert found[0] == Chip("trump", "bastos", "BASTOS")
    assert found[1] == Chip("trick", "1")


# --- without one ----------------------------------------------------------------------------------


def test_what_nobody_has_anything_of_is_not_shown() -> None:
    state = small("gofish").new(1)
    assert shown(state, "game") == {}
    [ask, *_] = state.actions
    assert "whom" in shown(state.after(ask), "game")


def test_names_are_those_of_the_rules() -> None:
    state = small("eights").new(1)
    assert shown(state, "game") == {"suit": str(state.stores["SUIT"]).lower()}


def test_a_score_is_always_shown() -> None:
    state = load("agram").new(1)
    plain = small("caravan").new(1)
    assert shown(state, "player") == {}, "the sheet does not name it"
    assert all(value != "" for value in shown(plain, "team").values())


# --- values ---------------------------------------------------------------------------------------


def test_numbers_names_and_seats() -> None:
    tarot = Words(load("tarot"), 0)
    assert worded(tarot, "GARDESANS", Item("bid")) == "garde sans"
    assert worded(tarot, -12, Item("score")) == "−12"
    assert worded(tarot, 2, Item("trick", plus=1)) == "3"
    assert worded(tarot, 2, Item("trick", plus=1), over=True) == "2"
    assert [worded(tarot, n, Item("taker", form="seat")) for n in (0, 2)] == ["North", "West"]
    assert [worded(tarot, n, Item("taker", form="seat")) for n in (-1, 3)] == ["−1", "3"]
