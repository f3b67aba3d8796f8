"""A network is a value: its layers fit together, and what it says is what the definition says."""

from __future__ import annotations

import doctest
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.nets import Network, blank, fits, preferences, purpose_of
from kibitz.nets import network as module


@pytest.fixture(scope="module")
def game() -> Game:
    return kibitz.load("agram", NUMP=2, HAND=2)


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    return blank(game, hidden=(8, 5), heads=("q", "policy", "value"), scale=3.0)


def test_what_it_says_is_what_the_definition_says(game: Game, network: Network) -> None:
    rows = game.batch(4, mode="python").encode()
    said = network.answers(rows)
    for row, position in enumerate(rows):
        x = [float(number) for number in position]
        for weights, bias in network.hidden:
            x = [
                max(0.0, sum(x[i] * float(weights[i, j]) for i in range(len(x))) + float(bias[j]))
                for j in range(len(bias))
            ]
        for name, scale in (("q", 3.0), ("policy", 1.0), ("value", 3.0)):
            weights, bias = network.heads[name]
            found = getattr(said, name)[row]
            plain = [sum(x[i] * weights[i, j] for i in range(len(x))) for j in range(len(bias))]
            assert np.allclose(found, (np.array(plain) + bias) * scale, atol=1e-4)


def test_one_row_and_many_rows_have_the_same_answers(game: Game, network: Network) -> None:
    rows = game.batch(4, mode="python").encode()
    for row in range(4):
        one, many = network.answers(rows[row]).q, network.answers(rows).q
        assert one is not None
        assert many is not None
        assert one.shape == (1, game.action_count)
        assert np.allclose(one[0], many[row], atol=1e-5)


def test_heads_that_are_not_there_say_nothing(game: Game) -> None:
    said = blank(game, hidden=(), heads=("policy",)).answers(game.batch(1, mode="python").encode())
    assert said.q is None
    assert said.value is None
    assert said.policy is not None


def test_what_is_preferred_is_on_offer(game: Game, network: Network) -> None:
    batch = game.batch(8, mode="python")
    masks = batch.mask()
    liked = preferences(network, batch.encode(), masks)
    assert (np.isfinite(liked) == masks).all()
    q = network.answers(batch.encode()).q
    assert q is not None
    assert (liked[masks] == q[masks]).all()


def test_without_q_the_policy_is_gone_by_and_without_both_nothing(game: Game) -> None:
    batch = game.batch(2, mode="python")
    rows, masks = batch.encode(), batch.mask()
    network = blank(game, hidden=(4,), heads=("policy", "value"))
    policy = network.answers(rows).policy
    assert policy is not None
    assert (preferences(network, rows, masks)[masks] == policy[masks]).all()
    with pytest.raises(KibitzError, match="not what to do there"):
        preferences(blank(game, hidden=(4,), heads=("value",)), rows, masks)


def test_the_same_seed_makes_the_same_network(game: Game) -> None:
    def first(seed: int) -> bytes:
        return blank(game, hidden=(4,), scale=1.0, seed=seed).hidden[0][0].tobytes()

    assert first(1) == first(1) != first(2)


def test_the_scale_is_how_far_scores_lie_apart() -> None:
    assert blank(kibitz.load("agram", NUMP=2, HAND=2), hidden=()).scale == 1.0
    assert 5 < blank(kibitz.load("boerenbridge"), hidden=()).scale < 50


@pytest.mark.parametrize("knowledge", KNOWLEDGE)
def test_a_network_fits_the_games_with_the_same_columns(game: Game, knowledge: str) -> None:
    network = blank(game, knowledge, hidden=(4,), scale=1.0)
    assert network.purpose == purpose_of(game, knowledge)
    assert fits(network, game)
    assert not fits(network, kibitz.load("agram", NUMP=3, HAND=2))
    assert not fits(network, kibitz.load("brisca"))


def test_a_comment_in_a_description_makes_no_stranger_of_a_network(game: Game) -> None:
    more = Game(
        replace(game.source, text=f"; and one line more\n\n{game.source.text}"),
        game.sheet,
        game.name,
        game.parameters,
    )
    assert more.encoding.columns != game.encoding.columns  # a decision stands on another line
    assert purpose_of(more).digest == purpose_of(game).digest


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"heads": {}}, "no heads"),
        ({"heads": {"qq": None}}, "no head `qq`"),
        ({"hidden": ()}, "its q is"),
        ({"scale": 0.0}, "scale"),
        ({"scale": float("nan")}, "scale"),
    ],
)
def test_what_does_not_fit_together_is_no_network(
    network: Network, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(KibitzError, match=why):
        replace(network, **change)


def test_layers_that_do_not_fit_are_no_network(network: Network) -> None:
    first, second = network.hidden
    strange: list[Any] = [
        (second, first),
        ((first[0], first[1][1:]), second),
        ((first[0].astype(np.float64), first[1]), second),
        ((np.asfortranarray(first[0]), first[1]), second),
    ]
    for hidden in strange:
        with pytest.raises(KibitzError, match="this is no network"):
            replace(network, hidden=hidden)


def test_only_what_there_is_can_be_asked_for(game: Game) -> None:
    with pytest.raises(KibitzError, match="no head `values`"):
        blank(game, heads=("values",))
    with pytest.raises(KibitzError, match="hidden layers of 8, 0"):
        blank(game, hidden=(8, 0))
    with pytest.raises(KibitzError, match="a network of 41 layers"):  # it could not be read again
        blank(game, hidden=[1] * 40)
    with pytest.raises(KibitzError, match="no knowledge `all`"):
        blank(game, "all")


def test_the_example_is_true() -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0
