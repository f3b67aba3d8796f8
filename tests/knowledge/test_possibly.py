"""Whether one of some cards may lie in one of some places: the quick answer is the exact one."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.knowledge.views import view

from .test_ledger import GAMES
from .test_views import some


@pytest.mark.parametrize("name", GAMES)
def test_cards_may_lie_where_one_of_them_may_lie(name: str) -> None:
    rng = Random(name)
    for state in some(name, 6, 4):
        for seat in (None, *range(state.game.players)):
            knowledge = view(state, seat).knowledge
            may = [set(knowledge.possible_places(card)) for card in range(len(state.game.cards))]
            for _ in range(6):
                cards = [card for card in range(len(may)) if rng.random() < 0.1]
                places = [p for p in range(len(state.game.place_names)) if rng.random() < 0.3]
                answer = knowledge.possibly(sum(1 << c for c in cards), sum(1 << p for p in places))
                assert answer == any(may[card] & set(places) for card in cards)
