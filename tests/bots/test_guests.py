"""Guests: bots that are asked now and then, and answer by the position alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.bots.guests import Guest, opponent, prepare
from kibitz.bots.names import Candidate, find
from kibitz.engine import Game, State, load
from kibitz.engine.actions import Action
from kibitz.knowledge.views import View

AGRAM = load("agram")


class Noting:
    """Notes the seed it is given, and plays the first card."""

    seeds: list[int] = []

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, view: View, budget: float | None) -> Action:
        return view.actions[0]


def seeds(*states: State, purpose: str = "play") -> list[int]:
    """What a guest is given for its random choices in some positions."""
    Noting.seeds = []
    guest = Guest(Candidate("noting", Noting, {}), None, purpose)
    for state in states:
        guest.after(state)
    return Noting.seeds


def test_a_guest_gets_the_same_seed_for_the_same_position() -> None:
    one, two = AGRAM.new(1), AGRAM.new(2)
    first, second, third, fourth = seeds(one, two, two, one)
    assert (first, second) == (fourth, third)
    assert seeds(AGRAM.new(1)) == [first]


def test_it_gets_another_in_another_game_though_everything_looks_the_same() -> None:
    """Both are dealt the same cards; only what will be dealt later differs."""
    hands = {"HAND 0": "3H 4H 5H", "HAND 1": "3S 4S 5S"}
    game = load("agram", NUMP=2, HAND=3)
    one, two = (game.new(seed, deal=hands) for seed in (1, 2))
    assert len(set(seeds(one, two))) == 2


def test_it_gets_another_at_every_decision_of_a_game_and_at_every_seat() -> None:
    states = [AGRAM.new(1)]
    for _ in range(9):
        states.append(states[-1].after(states[-1].actions[0]))
    asked = [state for state in states if len(state.actions) > 1]
    assert len(set(seeds(*asked))) == len(asked) > 5


def test_seats_in_the_same_place_of_the_same_game_get_their_own() -> None:
    game = load("brisca")
    north, east = (load("brisca", FIRST=first).new(1) for first in (0, 1))
    at = slice(game.layout.KEY, game.layout.KEY + 2)
    assert north.array[at] == east.array[at]
    assert len(set(seeds(north, east))) == 2


def test_who_gives_hints_does_not_think_as_who_plays() -> None:
    assert seeds(AGRAM.new(1), purpose="hint") != seeds(AGRAM.new(1), purpose="play")


def test_what_it_thought_is_told_if_there_was_something_to_decide() -> None:
    state = AGRAM.new(1)
    guest = Guest(find("ismcts:iterations=10", AGRAM), None, "play")
    following, thinking = guest.after(state)
    assert thinking is not None
    assert following == state.after(thinking.best)
    hands = {f"HAND {seat}": card for seat, card in enumerate(("3H", "4H"))}
    forced = load("agram", NUMP=2, HAND=1).new(deal=hands)
    assert guest.after(forced)[1] is None


def test_only_bots_that_search_have_something_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, str]] = []
    monkeypatch.setattr(Game, "kernel", lambda game, *what: compiled.append(what))
    prepare(AGRAM, [find("random", AGRAM), find("first", AGRAM)])
    assert compiled == []
    prepare(AGRAM, [find("random", AGRAM), find("pimc", AGRAM)])
    assert compiled == [("deals", "native"), ("trees", "native")]


def test_whoever_waits_is_told_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "kernel", lambda game, name, mode: None)
    monkeypatch.setattr("kibitz.bots.guests.is_compiled", lambda game, kernel: kernel == "deals")
    told: list[list[str]] = []
    prepare(AGRAM, [find("ismcts", AGRAM)], told.append)
    assert told == [["trees"]]
    monkeypatch.setattr("kibitz.bots.guests.is_compiled", lambda game, kernel: True)
    prepare(AGRAM, [find("ismcts", AGRAM)], told.append)
    assert len(told) == 1


def test_a_sheet_may_recommend_an_opponent() -> None:
    assert opponent(load("hanabi")) == "rule"
    assert opponent(AGRAM) == "ismcts"


@pytest.mark.parametrize("wanted", ["mine.py:Bot", "mine.py", "human", "rule", "nobody"])
def test_but_only_a_bot_of_the_house_that_plays_the_game(wanted: str, tmp_path: Path) -> None:
    """A folder from a stranger runs no code."""
    (tmp_path / "mine.rcy").write_text(AGRAM.source.text, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(f'opponent = "{wanted}"', encoding="utf-8")
    (tmp_path / "mine.py").write_text("raise SystemExit", encoding="utf-8")
    assert opponent(load(tmp_path / "mine.rcy")) == "ismcts"
