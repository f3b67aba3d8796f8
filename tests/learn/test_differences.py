"""What knowledge changes: differences are where both networks stand before the same options."""

from __future__ import annotations

import numpy as np

import kibitz
from kibitz.knowledge.views import view
from kibitz.learn.differences import compared, judged, state_of
from kibitz.nets import blank, preferences

AGRAM = kibitz.load("agram", NUMP=2, HAND=3, TRICKS=3)


def test_a_network_never_differs_from_itself() -> None:
    network = blank(AGRAM, "possible", hidden=(8,), scale=1.0, seed=3)
    found = compared(AGRAM, network, network, games=40, seed=5)
    assert found.kinds["play"].decisions > 40
    assert found.kinds["play"].different == 0
    assert found.largest == ()


def test_a_difference_can_be_visited() -> None:
    knowing = blank(AGRAM, "possible", hidden=(8,), scale=1.0, seed=3)
    plain = blank(AGRAM, "none", hidden=(8,), scale=1.0, seed=4)
    found = compared(AGRAM, knowing, plain, games=40, seed=5, most=3)
    assert 0 < found.kinds["play"].share[0] < 1
    assert [each.loss for each in found.largest] == sorted(
        (each.loss for each in found.largest), reverse=True
    )
    largest = found.largest[0]
    state = state_of(AGRAM, largest)
    assert state.to_move == largest.seat
    seen = view(state, largest.seat)
    mask = np.zeros((1, AGRAM.action_count), bool)
    mask[0, [action.id for action in seen.actions]] = True
    for network, said in ((knowing, largest.knowing), (plain, largest.without)):
        row = seen.encode(network.purpose.knowledge)[None]
        assert preferences(network, row, mask)[0].argmax() == said.id
    assert largest.loss > 0
    assert {thought.action.text for thought in judged(AGRAM, largest, 50).thoughts} == set(
        largest.values
    )
