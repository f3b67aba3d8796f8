"""Views in another process, which gets a description of the game and what is on the wire."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, view

from .graph import reachable

LARGE = 1 << 32
"""Smaller numbers may be anything; a key is larger."""

FEW = 10_000
"""Deals among which formulas are asked about."""


def answers(seen: View) -> dict[str, Any]:
    """What one can ask of a view, as plain data."""
    knowledge = seen.knowledge
    hidden = [seen.game.cards[card] for card in knowledge.frame.cards[:2]]
    found: dict[str, Any] = {
        "bytes": bytes(seen).hex(),
        "actions": [repr(action) for action in seen.actions],
        "weights": seen.weights(),
        "teams": seen.teams,
        "count": knowledge.count,
        "exact": [knowledge.exact, knowledge.complete],
        "probabilities": knowledge.probabilities,
        "announcements": [repr(each) for each in knowledge.announcements],
        "why": [[repr(r) for r in knowledge.why(f.text + f.mark, 0)] for f in hidden],
        "asked": _asked(seen, hidden[0].text) if hidden else "",
    }
    if not seen.game.layout.private:  # which cannot be drawn
        found |= {
            "sample": bytes(seen.sample(Random(3))).hex(),
            "samples": np.asarray(seen.samples(3, Random(4), "python")).tolist(),
            "after a swap": view(seen.sample(Random(5)), seen.observer) == seen,
        }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def led_to(seen: View) -> dict[str, Any]:
    """What a view leads to, after it was asked: rows of numbers that may be states, and all large
    numbers."""
    answers(seen)
    found, size = list(reachable(seen)), seen.game.layout.size
    rows = [each.tolist() for each in found if isinstance(each, array) and len(each) == size]
    numbers = {each for each in found if isinstance(each, int)}.union(*rows)
    return {"rows": rows, "numbers": [number for number in numbers if number > LARGE]}


def _asked(seen: View, card: str) -> str:
    """Whether the first player knows that the second has a card, as the seat knows."""
    first, second = seen.knowledge.words.initials[:2]
    if seen.seat is None or seen.knowledge.count > FEW:
        return ""
    try:
        return repr(seen.knowledge.ask(f"K {first} has({second},{card})"))
    except KibitzError as error:
        return error.message


def elsewhere(
    game: Game, texts: list[str], question: Callable[[View], dict[str, Any]] = answers
) -> list[dict[str, Any]]:
    """What another process answers about views of a game, from their texts alone."""
    done = subprocess.run(
        [sys.executable, "-c", "from tests.knowledge.elsewhere import main; main()"],
        input=json.dumps([pickle.dumps(game).hex(), question.__name__, texts]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def main() -> None:
    """The other process."""
    described, question, texts = json.load(sys.stdin)
    game: Game = pickle.loads(bytes.fromhex(described))
    asked = {"answers": answers, "led_to": led_to}[question]
    print(json.dumps([asked(View.from_json(game, each)) for each in texts]))
