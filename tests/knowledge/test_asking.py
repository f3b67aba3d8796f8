"""What nobody asks for is not made; and whoever asks late is told the same."""

from __future__ import annotations

import gc
from array import array
from random import Random

import pytest

from kibitz.arena.play import play
from kibitz.bots.bot import Bot
from kibitz.bots.player import Seated
from kibitz.engine import Action, Game, State, load
from kibitz.engine import state as states
from kibitz.engine.keys import derive_key
from kibitz.engine.step import Step
from kibitz.errors import KibitzError
from kibitz.knowledge import told
from kibitz.knowledge.ledger import Ledger
from kibitz.knowledge.views import View, view

from .graph import reachable
from .small import any_game
from .test_ledger import GAMES

MADE_FOR_WHO_ASKS = (
    (states, "_dealt"),
    (states, "_decided"),
    (told, "ledger_of"),
    (told, "tale_of"),
    (told, "_without_hidden"),
)


class Modest:
    """Looks at what it can do, at its cards and at how it stands."""

    def choose(self, view: View, budget: float | None) -> Action:
        assert view.cards(f"HAND {view.seat}") is not None
        assert view.stores
        assert view.teams
        assert len(view.weights()) == len(view.actions)
        return view.actions[len(view.actions) // 2]


class Curious(Modest):
    """Wants to know what happened, too."""

    def choose(self, view: View, budget: float | None) -> Action:
        assert len(view.tale)
        return super().choose(view, budget)


def play_it(game: Game, bot: Bot) -> State:
    return play(game, derive_key(1), [Seated("it", bot, 1)] * game.players).state


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca"])
def test_a_bot_that_looks_at_its_cards_and_actions_pays_for_nothing_else(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object) -> None:
        raise KeyboardInterrupt("somebody asked")  # which is not blamed on a bot

    for module, function in MADE_FOR_WHO_ASKS:
        monkeypatch.setattr(module, function, nobody)
    assert play_it(load(name), Modest()).over
    with pytest.raises(KeyboardInterrupt):
        play_it(load(name), Curious())


def moments(game: Game, curious: bool) -> list[State]:
    """The states of a game; whoever is curious asks after each decision what happened."""
    state, rng = game.new(seed=5), Random(5)
    found = [state]
    while not state.over and len(found) < 80:
        if curious:
            assert state.last.events is not None
        state = state.after(rng.choice(state.actions))
        found.append(state)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_whoever_asks_late_is_told_the_same(name: str) -> None:
    game = any_game(name)
    quiet, loud = moments(game, curious=False), moments(game, curious=True)
    assert list(map(bytes, quiet)) == list(map(bytes, loud))
    chosen = range(0, len(quiet), max(1, len(quiet) // 6))
    seats = (None, *range(game.players))
    kept = [view(quiet[at], seat) for at in chosen for seat in seats]
    del quiet  # the views are all that is left of it
    for seen, at in zip(kept, (at for at in chosen for _ in seats), strict=True):
        early = view(loud[at], seen.seat)
        assert seen.to_json() == early.to_json()
        assert (seen.places, seen.stores, seen.teams) == (early.places, early.stores, early.teams)


@pytest.mark.parametrize("name", GAMES)
def test_before_it_is_asked_a_view_has_nothing_but_what_can_be_done(name: str) -> None:
    for state in moments(any_game(name), curious=False)[::20]:
        seen = view(state, state.to_move)
        assert not [x for x in reachable(seen) if isinstance(x, State | Step | Ledger | array)]


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_leads_to_what_it_was_made_from(name: str) -> None:
    layout = any_game(name).layout
    for state in moments(any_game(name), curious=False)[1::20]:
        seen = view(state, state.to_move)
        key = set(state.array[layout.KEY : layout.KEY + 2])
        for what in ("stores", "places", "observation", "knowledge", "_seen"):
            getattr(seen, what)
            truth = {id(state), id(state.array), *map(id, state.steps())}
            for found in reachable(seen):
                assert id(found) not in truth
                assert not (isinstance(found, array) and key & set(found))


def test_nobody_can_ask_in_the_name_of_another() -> None:
    game = load("brisca")
    seen = view(game.new(seed=1), "North")
    other = View(game, game.observers[1], seen._told)
    with pytest.raises(KibitzError, match="the cards of HAND 1 are hidden"):
        other.cards("HAND 1")
    assert other.places == seen.places


def test_a_state_is_kept_no_longer_than_somebody_may_ask() -> None:
    state = load("agram").new(seed=1)
    gc.collect()
    before = len(told._STATES)
    seen = view(state, 0)
    again = View.from_json(state.game, seen.to_json())
    assert len(told._STATES) == before + 2
    del seen, again
    assert len(told._STATES) == before
