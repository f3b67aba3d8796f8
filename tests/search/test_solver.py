"""The exact solver against plain minimax, and what it says when it cannot answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from threading import Thread

import numpy as np
import pytest

import kibitz
from kibitz.engine import Game, State, load
from kibitz.errors import KibitzError
from kibitz.search.solver import Solver, TooLarge, Unsolvable, solve, solve_all

from .minimax import ending, plain_values

Load = Callable[..., Game]

ENDINGS: dict[str, tuple[str, dict[str, int | str], int, int]] = {
    "agram, two players": ("agram", {"NUMP": 2}, 8, 200),
    "agram, three players": ("agram", {"NUMP": 3}, 9, 100),
    "agram": ("agram", {}, 10, 250),
    "boerenbridge": ("boerenbridge", {}, 12, 60),
    "boerenbridge, long": ("boerenbridge", {"FIRST": 8, "PEAK": 8}, 11, 100),
    "brisca": ("brisca", {}, 10, 90),
    "brisca, three tricks": ("brisca", {}, 12, 15),
    "tarot, three tricks": ("tarot", {"AUCTION": "NO"}, 9, 165),
    "tarot, four tricks": ("tarot", {"AUCTION": "NO"}, 11, 20),
}
"""Game, parameters, at most so many cards in hands, how many endings: a thousand in all."""


@cache
def game(name: str, **parameters: int | str) -> Game:
    return load(name, **parameters)


@cache
def endings(name: str) -> list[State]:
    title, parameters, cards, wanted = ENDINGS[name]
    found = (ending(game(title, **parameters), seed, cards) for seed in count())
    return list(islice(filter(None, found), wanted))


@pytest.mark.parametrize("name", ENDINGS)
def test_the_solver_finds_what_plain_minimax_finds(name: str) -> None:
    rng = Random(1)
    for state in endings(name):
        seat = rng.randrange(state.game.players)
        solution = solve(state, seat, mode="python", line=False)
        assert [value for _, value in solution.values] == plain_values(state, seat)


def test_there_are_a_thousand_endings() -> None:
    assert sum(wanted for *_, wanted in ENDINGS.values()) == 1000


@pytest.mark.parametrize("name", ["agram", "boerenbridge, long", "brisca", "tarot, three tricks"])
def test_alike_cards_change_the_work_and_not_the_answer(name: str) -> None:
    looked = {True: 0, False: 0}
    for state in endings(name)[:40]:
        found = {}
        for merge in looked:
            found[merge] = solve(state, mode="python", merge=merge, line=False)
            looked[merge] += found[merge].nodes
        assert found[True].values == found[False].values
    assert looked[True] < looked[False]


@pytest.mark.parametrize("name", ["agram", "boerenbridge, long", "tarot, four tricks"])
def test_both_modes_look_at_the_same_positions(name: str) -> None:
    for state in endings(name)[:30]:
        assert solve(state, mode="native") == solve(state, mode="python")


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "tarot, three tricks"])
def test_best_play_leads_to_the_value(name: str) -> None:
    for state in endings(name)[:20]:
        solution = solve(state, mode="python")
        assert solution.line[0] in solution.best
        played = state
        for action in solution.line:
            played = played.after(action)
        assert played.scores[solution.seat] == solution.value


# --- rules that are less usual --------------------------------------------------------------------


UNUSUAL = {
    "the lowest card takes the trick": ("(max (union", "(min (union"),
    "a card of the suit led is hardly worth more": ("(game str LEAD)) 100)", "(game str LEAD)) 4)"),
    "the suit led is not worth more": ("((SUIT : (game str LEAD)) 100)", ""),
    "hearts beat the suit led": (
        "(game str LEAD)) 100)",
        "(game str LEAD)) 30) ((SUIT : HEARTS) 50)",
    ),
    "the fives are the highest": ("((RANK : FIVE) 5)", "((RANK : FIVE) 50)"),
    "low scores are wanted": ("(scoring max", "(scoring min"),
    "a six ends up as a point": (
        "(all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD))))",
        """(all player 'P (do (
            ((== (cardatt RANK (top ('P vloc TRICK))) SIX) (inc ('P sto SCORE) 2))
            (move (top ('P vloc TRICK)) (top (game vloc DISCARD))))))""",
    ),
    "the cards taken count": (
        "(inc (game sto PLAYED))",
        """(inc (game sto PLAYED))
           (set (game points WORTH) (((RANK : FOUR) 1) ((RANK : SIX) 1) ((RANK : EIGHT) 3)))
           (inc ((0 player) sto SCORE) (sum (game vloc DISCARD) using (game points WORTH)))""",
    ),
    "who takes the trick takes the leader's card back": (
        "(all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD))))",
        """(all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD))))
           ((== (game sto PLAYED) 4)
             (move (max (game vloc DISCARD) using (game points STRENGTH))
                   (top ((0 player) iloc HAND))))""",
    ),
}
"""Changes to the rules of Agram that make cards differ in other ways."""


def agram() -> str:
    """The rules of Agram, to be changed."""
    path = Path(kibitz.__file__).parent / "games" / "agram.rcy"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", UNUSUAL)
@pytest.mark.parametrize("players", [2, 3])
def test_the_solver_is_right_under_unusual_rules_too(
    name: str, players: int, load_text: Load
) -> None:
    before, after = UNUSUAL[name]
    assert agram().count(before) == 1
    changed = load_text(agram().replace(before, after), NUMP=players)
    solved = 0
    for seed in range(60):
        state = ending(changed, seed, 8)
        assert state is not None
        try:
            solution = solve(state, mode="python", line=False)
        except Unsolvable:  # two cards tie for the trick
            continue
        solved += 1
        assert [value for _, value in solution.values] == plain_values(state, solution.seat)
    assert solved > 0 or "not worth more" in name


# --- puzzles --------------------------------------------------------------------------------------


def test_agram_save_the_high_card_for_the_last_trick() -> None:
    """Ten and ace of hearts are as good as each other: the jack, queen and king are not there."""
    hands = {"HAND 0": "10H AH", "HAND 1": "9H 3S", "HAND 2": "3C 4C"}
    state = game("agram", NUMP=3, HAND=2, TRICKS=2).new(seed=1, deal=hands)
    solution = solve(state, mode="python")
    assert [action.text for action in solution.best] == ["play 10H", "play AH"]
    assert solution.value == 1
    assert str(solution) == "play 10♥, play A♥: 1, best play 10♥ 9♥ 3♣ A♥ 3♠ 4♣"


def test_agram_a_lead_that_gives_the_last_trick_away() -> None:
    """The three of spades must go first: whoever wins it must come back to the nine of hearts."""
    hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    state = game("agram", NUMP=3, HAND=2, TRICKS=2).new(seed=1, deal=hands)
    values = {action.text: value for action, value in solve(state, mode="python").values}
    assert values == {"play 3S": 1, "play 9H": 0}


# --- several states at once -----------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["python", "native"])
def test_many_states_are_solved_at_once(mode: str) -> None:
    state = ending(game("agram"), 3, 9)
    assert state is not None
    assert state.to_move is not None
    worlds = [kibitz.view(state, state.to_move).sample(Random(i)) for i in range(20)]
    rows = np.array([world.array for world in worlds], np.int64)
    found = solve_all(state.game, rows, state.to_move, mode=mode)
    assert found.shape == (20, len(state.actions))
    for world, row in zip(worlds, found, strict=True):
        assert row.tolist() == plain_values(world, state.to_move)


def test_states_with_other_options_are_refused() -> None:
    first, second = (ending(game("agram"), seed, cards) for seed, cards in ((1, 8), (1, 12)))
    assert first is not None
    assert second is not None
    rows = np.array([first.array, second.array], np.int64)
    with pytest.raises(Unsolvable, match="do not all offer the same actions"):
        solve_all(first.game, rows, 0, mode="python")


def test_a_solver_may_be_asked_again_and_in_several_threads() -> None:
    states = endings("agram")[:20]
    expected = [solve(state, mode="native", line=False) for state in states]
    found: dict[int, object] = {}

    def work(numbers: range) -> None:
        for i in numbers:
            found[i] = solve(states[i], mode="native", line=False)

    threads = [Thread(target=work, args=(range(start, 20, 2),)) for start in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(20)] == expected


# --- what cannot be solved ------------------------------------------------------------------------


def test_a_stock_to_be_drawn_from_is_refused() -> None:
    state = game("brisca").new(seed=1)
    with pytest.raises(Unsolvable, match="cards are still drawn in this position"):
        solve(state, mode="python")


def test_the_last_card_of_the_stock_is_no_chance() -> None:
    """One card in the stock, one shown: everybody can tell who gets which."""
    rng = Random(1)
    state = game("brisca").new(seed=1)
    while len(state.cards("STOCK")) > 1:
        state = state.after(rng.choice(state.actions))
    with pytest.raises(TooLarge, match="12 cards in hands, and more than 50 positions"):
        solve(state, limit=50, mode="python")


def test_a_tie_broken_at_random_is_refused(load_text: Load) -> None:
    """Whoever follows with a card as high may take the trick, if the suit led is not worth more."""
    rules = agram().replace("((SUIT : (game str LEAD)) 100)", "")
    hands = {"HAND 0": "3S 9H", "HAND 1": "9D 3D"}
    state = load_text(rules, NUMP=2, HAND=2, TRICKS=2).new(seed=1, deal=hands)
    with pytest.raises(Unsolvable, match="chance decides in another way"):
        solve(state, mode="python")


def test_a_position_too_large_says_how_large_it_is() -> None:
    state = game("agram").new(seed=1)
    with pytest.raises(TooLarge, match="24 cards in hands, and more than 1,000 positions") as found:
        solve(state, limit=1000, mode="python")
    assert found.value.hint is not None


def test_a_finished_game_has_nothing_to_solve() -> None:
    state = game("agram").new(seed=1)
    while not state.over:
        state = state.after(state.actions[0])
    with pytest.raises(Unsolvable, match="the game is over"):
        solve(state)


def test_seats_and_modes_that_are_not_there() -> None:
    state = ending(game("agram"), 1, 4)
    assert state is not None
    with pytest.raises(KibitzError, match="no seat 7"):
        solve(state, 7)
    with pytest.raises(KibitzError, match="no mode `fast`"):
        solve(state, mode="fast")


def test_a_seat_may_be_called_by_its_name() -> None:
    hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    state = game("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    assert solve(state, "East") == solve(state, 1)
    with pytest.raises(KibitzError, match="Agram has no seat `Up`"):
        solve(state, "Up")


def test_a_solver_of_ones_own() -> None:
    state = ending(game("agram"), 2, 8)
    assert state is not None
    solver = Solver(state.game, "python")
    actions = np.array([action.id for action in state.actions], np.int64)
    rows = np.array([state.array], np.int64)
    first = solver.values(rows, 0, actions)
    nodes = solver.nodes
    assert np.array_equal(solver.values(rows, 0, actions), first)
    assert solver.nodes == nodes
