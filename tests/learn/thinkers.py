"""Teachers for tests: a search in Python, so that nothing has to be compiled, and a plain rule."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.bots.names import Candidate, find
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View
from kibitz.learn import teachers
from kibitz.search.thoughts import Thinking
from kibitz.search.trees import think

THINKER = "ismcts:iterations=12"
HIGHEST = "ismcts:iterations=13"
"""What these are called while `thinking_in_python`."""


class Thinker:
    """Searches a little."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.seed = seed
        self.thought: Thinking | None = None

    def choose(self, view: View, budget: float | None) -> Action:
        self.seed += 1
        self.thought = think(view, iterations=12, seed=self.seed, mode="python")
        return self.thought.best

    def thinking(self) -> Thinking | None:
        return self.thought


class Highest:
    """Plays the highest card, of any suit."""

    def choose(self, view: View, budget: float | None) -> Action:
        return max(view.actions, key=lambda action: _rank(action.cards[0]))


def _rank(card: str) -> int:
    return 14 if card.startswith("A") else int(card[:-1])


KINDS = {THINKER: Thinker, HIGHEST: Highest}


@pytest.fixture
def thinking_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of bots that have to be compiled, those from here."""

    def found(name: str, game: Game) -> Any:
        return Candidate(name, KINDS[name], {}) if name in KINDS else find(name, game)

    monkeypatch.setattr(teachers, "find", found)
