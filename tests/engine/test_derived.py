"""What others work out about a game is made once, and is gone with it."""

from __future__ import annotations

import gc
import weakref

from kibitz.engine.derived import Keepsake, derived
from kibitz.engine.descriptions import load
from kibitz.engine.game import Game


class Counted:
    """Something about a game that says how often it was made."""

    made = 0

    def __init__(self, game: Game, seat: int = 0) -> None:
        Counted.made += 1
        self.seat = seat


def test_what_is_derived_is_made_once_for_each_game_and_question() -> None:
    game, other = load("agram", NUMP=2), load("agram", NUMP=3)
    Counted.made = 0
    first = derived(game, Counted)
    assert derived(game, Counted) is first
    assert Counted.made == 1
    assert derived(game, Counted, 2) is derived(game, Counted, 2)
    assert derived(game, Counted, 2).seat == 2
    assert derived(other, Counted) is not first
    assert Counted.made == 3


def test_what_is_derived_goes_with_its_game() -> None:
    house = load("agram")
    game = Game(house.source, house.sheet, house.name, {})  # what is loaded is kept a while
    kept = weakref.ref(derived(game, Counted))
    assert kept() is not None
    del game
    gc.collect()
    assert kept() is None


def test_keepsakes_of_a_step_do_not_mix() -> None:
    words: Keepsake[str] = Keepsake()
    counts: Keepsake[int] = Keepsake()
    state = load("agram").new(1)
    following = state.after(state.actions[0])
    words.put(state.last, "dealt")
    assert words.of(state.last) == "dealt"
    assert counts.of(state.last) is None
    assert words.of(following.last) is None
    words.drop(state.last)
    words.drop(state.last)
    assert words.of(state.last) is None
