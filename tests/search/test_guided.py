"""Networks inside a search: what they are asked, what becomes of it, and that both modes agree."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.bots.bot import start, thinking
from kibitz.bots.names import find
from kibitz.bots.searchers import Ismcts, at_once
from kibitz.engine import Game, State, load
from kibitz.engine.buffers import borrow, give_back
from kibitz.errors import KibitzError
from kibitz.nets import Network, blank, found, write
from kibitz.search.guides import guide, room_to_work
from kibitz.search.trees import FEW, Method, think, think_openly

HEADS = ("policy", "value")
PARTS = ("prior", "playouts", "leaves")
SMALL = load("agram", NUMP=2, HAND=3)


@cache
def house(name: str) -> Game:
    return load(name)


def decisions(game: Game, seed: int) -> Iterator[State]:
    """The states of a random game in which there is something to decide."""
    rng = Random(seed)
    state = game.new(seed)
    while not state.over:
        if len(state.actions) > 1:
            yield state
        state = state.after(rng.choice(state.actions))


def position(game: Game, seed: int, number: int = 0) -> State:
    return next(islice(decisions(game, seed), number, None))


def helped(game: Game, network: Network, *parts: str, **more: Any) -> Method:
    """A search with a network for some parts and no others."""
    return Method("ismcts", guide=guide(game, network, *(part in parts for part in PARTS), **more))


def opinion(game: Game, policy: dict[int, float] | None = None, value: float = 0.0) -> Network:
    """A network that always says the same."""
    network = blank(game, hidden=(), heads=HEADS, scale=1.0)
    heads = {name: (np.zeros_like(w), np.zeros_like(b)) for name, (w, b) in network.heads.items()}
    for action, liked in (policy or {}).items():
        heads["policy"][1][action] = liked
    heads["value"][1][:] = value
    return replace(network, heads=heads)


# --- what it says ---------------------------------------------------------------------------------


def asked(network: Network, state: State, head: int) -> np.ndarray[Any, Any]:
    """What the kernel says for a network that looks at a position, in python mode."""
    game, guided = state.game, guide(state.game, network)
    options, scratch, row, reals = room_to_work(guided, game, FEW)
    weights: Any = guided.weights
    plan, (codes, work) = memoryview(guided.numbers), borrow()
    kernel = game.kernel("guided")
    numbers = array("q", state.array)
    n = kernel["offer"](numbers, codes, array("q", numbers), work)
    kernel["consult"](
        numbers, codes, work, n, state.to_move, head, memoryview(options),
        plan[plan[1] :], plan[plan[0] :], memoryview(scratch), memoryview(weights),
        memoryview(row), memoryview(reals),
    )  # fmt: skip
    give_back((codes, work))
    assert not row[: guided.columns].any(), "the row is left as it was found"
    return np.asarray(reals[:n] if head != LEAVES else reals[FEW : FEW + game.players])


PRIOR, LEAVES = 16, 64


@pytest.mark.parametrize("hidden", [(), (5,), (12, 7)], ids=str)
@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_the_kernel_hears_what_the_network_says(name: str, hidden: tuple[int, ...]) -> None:
    network = blank(house(name), hidden=hidden, heads=HEADS, scale=7.0)
    for number in (0, 9):
        state = position(house(name), 1, number)
        said = network.answers(kibitz.view(state, state.to_move).encode("none"))
        assert said.policy is not None
        assert said.value is not None
        policy = [said.policy[0, action.id] for action in state.actions]
        np.testing.assert_allclose(asked(network, state, PRIOR), policy, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(asked(network, state, LEAVES), said.value[0], 1e-4, 1e-4)


# --- what becomes of it ---------------------------------------------------------------------------


def test_what_a_network_prefers_is_tried_more_often() -> None:
    state = position(SMALL, 4)
    view = kibitz.view(state, state.to_move)
    for favourite in state.actions:
        method = helped(SMALL, opinion(SMALL, {favourite.id: 4.0}), "prior")
        found = think(view, method, iterations=8, mode="python")
        assert found.best == favourite
        assert found.thoughts[0].visits > 4


def test_what_a_network_prefers_is_given_up_if_it_turns_out_badly() -> None:
    """One card wins the last trick, the other loses it."""
    game = load("agram", NUMP=2, HAND=2)
    state = game.new(deal={"HAND 0": "3H AD", "HAND 1": "4H 5D"})
    good, bad = (next(a for a in state.actions if a.cards == (c,)) for c in ("3H", "AD"))
    method = helped(game, opinion(game, {bad.id: 2.0}), "prior")
    first = think_openly(state, method, iterations=2, mode="python")
    assert first.best == bad
    found = think_openly(state, method, iterations=150, mode="python")
    assert (found.best, found.thoughts[0].value) == (good, 1.0)


@pytest.mark.parametrize(("patience", "heeded"), [(0, True), (15, True), (1000, False)])
def test_below_the_root_it_is_asked_where_the_search_came_often(
    patience: int, heeded: bool
) -> None:
    """It has an opinion about the cards of the others alone. All cards are open: all options of a
    node are in the tree before it is asked about them."""
    state = position(SMALL, 1)
    own = {action.id for action in state.actions}
    theirs = {number: 9.0 for number in range(0, SMALL.action_count, 2) if number not in own}
    found = [
        think_openly(
            state,
            helped(SMALL, opinion(SMALL, liked), "prior", patience=patience),
            iterations=200,
            mode="python",
        ).thoughts
        for liked in (theirs, {})
    ]
    assert (found[0] != found[1]) == heeded


def played_by_number(state: State) -> State:
    """The rest of a game in which everybody takes the action with the highest number."""
    while not state.over:
        state = state.after(max(state.actions, key=lambda action: action.id))
    return state


def test_a_playout_goes_by_the_network() -> None:
    liked = opinion(SMALL, {number: 50.0 * number for number in range(SMALL.action_count)})
    for seed in range(8):
        state = position(SMALL, seed)
        found = think_openly(
            state, helped(SMALL, liked, "playouts"), iterations=3, seed=seed, mode="python"
        )
        for each in found.thoughts:
            if each.visits == 1:
                end = played_by_number(state.after(each.action))
                assert each.value == end.scores[found.seat]


def test_at_the_leaves_it_is_taken_at_its_word() -> None:
    state = position(SMALL, 2)
    method = helped(SMALL, opinion(SMALL, value=0.75), "leaves")
    found = think(kibitz.view(state, state.to_move), method, iterations=3, mode="python")
    for each in found.thoughts:  # what is there already, who wins the trick, and what is to come
        assert each.value - 0.75 in (0, 1)


def test_what_is_over_is_not_asked_about() -> None:
    state = position(load("agram", NUMP=2, HAND=2), 2)
    method = helped(state.game, opinion(state.game, value=0.75), "leaves")
    found = think(kibitz.view(state, state.to_move), method, iterations=40, mode="python")
    assert any(each.value not in (0.75, 0.0) for each in found.thoughts)


# --- the same is the same -------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [*([p] for p in PARTS), PARTS[:2], PARTS[::2]], ids="+".join)
def test_both_modes_give_the_same_bytes(parts: list[str]) -> None:
    network = blank(SMALL, hidden=(20, 9), heads=HEADS)
    method = helped(SMALL, network, *parts)
    for state in decisions(SMALL, 3):
        view = kibitz.view(state, state.to_move)
        one, other = (
            think(view, method, iterations=200, mode=mode) for mode in ("python", "native")
        )
        assert one.thoughts == other.thoughts


def test_the_same_seed_thinks_the_same_and_swapped_cards_change_nothing() -> None:
    game = house("brisca")
    method = helped(game, blank(game, hidden=(4,), heads=HEADS), "prior", "leaves")
    state = position(game, 3, 8)
    view = kibitz.view(state, state.to_move)
    other = kibitz.view(view.sample(Random(5)), state.to_move)
    found = [
        think(each, method, iterations=40, seed=seed, mode="python").thoughts
        for each, seed in ((view, 1), (view, 1), (other, 1), (view, 2))
    ]
    assert found[0] == found[1] == found[2] != found[3]


def test_a_tree_without_room_plays_on() -> None:
    state = position(SMALL, 4)
    network = blank(SMALL, hidden=(4,), heads=HEADS)
    view = kibitz.view(state, state.to_move)
    few = think(view, helped(SMALL, network, "prior"), iterations=2000, mode="native")
    assert few.iterations == 2000


# --- who may help ---------------------------------------------------------------------------------


def test_a_network_that_is_told_more_than_a_search_can_tell_is_refused() -> None:
    network = blank(SMALL, "possible", (4,), HEADS)
    with pytest.raises(KibitzError, match=r"without knowledge, and this one is told.*possible"):
        guide(SMALL, network)


def test_a_network_for_another_game_is_refused() -> None:
    with pytest.raises(KibitzError, match="does not fit Brisca"):
        guide(house("brisca"), blank(SMALL, hidden=(4,), heads=HEADS))


@pytest.mark.parametrize(("head", "part"), [("value", "prior"), ("policy", "leaves")])
def test_a_network_without_the_head_is_refused_or_not_asked(head: str, part: str) -> None:
    network = blank(SMALL, hidden=(4,), heads=(head,))
    with pytest.raises(KibitzError, match=f"nothing to say for `{part}`"):
        guide(SMALL, network, **{part: True})
    assert part not in guide(SMALL, network).words


def test_a_network_says_itself_what_it_is_best_for() -> None:
    network = blank(SMALL, hidden=(4,), heads=HEADS)
    told = replace(network, story={"search": ["playouts"]})
    words = [
        each.words
        for each in (guide(SMALL, network), guide(SMALL, told), guide(SMALL, told, leaves=True))
    ]
    assert words == ["prior, playouts, leaves", "playouts", "playouts, leaves"]
    odd = replace(network, story={"search": 5})  # a stranger wrote that
    assert guide(SMALL, odd).words == "prior, playouts, leaves"


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca"])
def test_the_networks_of_the_house_are_asked_where_they_did_no_harm(name: str) -> None:
    """In all three places, that of Brisca makes a search much worse: docs/bots.md."""
    assert guide(house(name), found(house(name))).words == "prior"


# --- the bot --------------------------------------------------------------------------------------


def test_a_searcher_takes_a_network_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my.npz"
    write(blank(SMALL, hidden=(4,), heads=HEADS), file)
    bot = find(f"ismcts:iterations=20,net={file},leaves=no", SMALL).make()
    start(bot, SMALL, 0, 1)
    state = position(SMALL, 3)
    action = bot.choose(kibitz.view(state, state.to_move), None)
    told = thinking(bot)
    assert told is not None
    assert (told.best, told.method) == (action, "ismcts, paranoid, network for prior, playouts")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ismcts:net=lost.npz", "there is no network lost.npz"),
        ("ismcts:net=yes", "does not fit Agram"),
        ("ismcts:leaves=yes", "leaves is what a network is asked for"),
    ],
)
def test_what_cannot_help_is_said_before_the_game(name: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        find(name, SMALL)


def test_a_network_that_would_be_asked_nothing_is_no_help(tmp_path: Path) -> None:
    file = tmp_path / "my.npz"
    write(blank(SMALL, hidden=(4,), heads=("q",)), file)
    with pytest.raises(KibitzError, match="would ask this network nothing"):
        find(f"ismcts:net={file}", SMALL)


def test_at_a_table_it_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "my.npz"
    write(blank(SMALL, hidden=(4,), heads=HEADS), file)
    monkeypatch.setattr("kibitz.bots.searchers.is_at_hand", lambda game, kernel: False)
    bot = at_once(Ismcts(iterations=5, net=str(file)), None)
    state = position(SMALL, 3)
    bot.choose(kibitz.view(state, state.to_move), None)
    assert isinstance(bot, Ismcts)
    assert bot.lacking == ("deals", "guided")
