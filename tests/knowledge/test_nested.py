"""What one knows of what others know, against the definition.

A seat knows that something is so if it is so in every game that would have looked the same to it.
That is evaluated here as it stands, by dealing and playing all those games, for knowledge within
knowledge too; formulas asked of a position must give the same answers.
"""

from __future__ import annotations

from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.knowledge import view
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic import spell
from kibitz.knowledge.questions import ask
from kibitz.knowledge.vocabulary import vocabulary_of

from .oracle import histories, placement
from .small import described, small

SIX = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 1))
    (choice ((any ((current player) iloc HAND) 'C
      (move 'C (top ((next player) iloc HAND))))))
    (do ((inc (game sto TURN)))))
  (stage player (end (== (game sto TURN) 4))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""


class Definition:
    """Truth by definition: clusters of games, by what a seat has seen of them."""

    def __init__(self) -> None:
        self._clusters: dict[tuple[int, bytes], list[State]] = {}

    def cluster(self, state: State, seat: int) -> list[State]:
        key = seat, bytes(state.observation(seat))
        if key not in self._clusters:
            self._clusters[key] = [each.state for each in histories(state, seat, merged=False)]
        return self._clusters[key]

    def true(self, formula: f.Formula, state: State) -> bool:
        match formula:
            case f.Holds(places, cards, least):
                held = [place for card, place in placement(state) if cards >> card & 1]
                return sum(place >= 0 and places >> place & 1 for place in held) >= least
            case f.Not(inner):
                return not self.true(inner, state)
            case f.And(parts):
                return all(self.true(part, state) for part in parts)
            case f.Knows(seat, inner):
                return all(self.true(inner, other) for other in self.cluster(state, seat))
        raise AssertionError(formula)

    def known(self, formula: f.Formula, state: State, seat: int) -> bool | None:
        """What a seat can say of a formula; None if it does not know."""
        told = {self.true(formula, other) for other in self.cluster(state, seat)}
        return told.pop() if len(told) == 1 else None


def known_by(state: State, seat: int, text: str) -> bool | None:
    return view(state, seat).knowledge.ask(text).truth


def random_formula(game: Game, rng: Random, depth: int) -> f.Formula:
    words = vocabulary_of(game)
    inner = random_formula(game, rng, depth - 1) if depth else None
    match rng.randrange(4) if inner else 3:
        case 0 | 1:
            return f.Knows(rng.randrange(game.players), inner or f.TOP)
        case 2:
            return f.Not(inner or f.TOP)
    suits = [words.cards("spades"), words.cards("hearts")]
    card = 1 << rng.choice([face.number for face in game.cards if "RANK" in face.attributes])
    cards = rng.choice([card, card, *suits])
    least = rng.randrange(1, 3) if cards in suits else 1
    return f.Holds(words.hands[rng.randrange(game.players)], cards, least)


def position(game: Game, seed: int, decisions: int) -> State:
    rng = Random(seed)
    state = game.new(seed)
    for _ in range(decisions):
        if not state.over:
            state = state.after(rng.choice(state.actions))
    return state


@pytest.mark.parametrize("decisions", [0, 1, 2, 3])
def test_a_game_in_which_a_card_is_passed(decisions: int) -> None:
    game = described(SIX)
    definition, rng = Definition(), Random(decisions)
    for seed in range(6):
        state = position(game, seed, decisions)
        for _ in range(25):
            formula = random_formula(game, rng, 3)
            text = spell(formula, vocabulary_of(game))
            assert ask(state, text).truth == definition.true(formula, state), (seed, text)
            seat = rng.randrange(3)
            assert known_by(state, seat, text) == definition.known(formula, state, seat), text


@pytest.mark.parametrize("decisions", [7, 8, 10])
def test_boeren_bridge_with_two_cards_each(decisions: int) -> None:
    game = small("boerenbridge")
    definition, rng = Definition(), Random(decisions)
    state = position(game, 3, decisions)
    assert view(state, 0).knowledge.complete
    for _ in range(30):
        formula = random_formula(game, rng, 2)
        text = spell(formula, vocabulary_of(game))
        assert ask(state, text).truth == definition.true(formula, state), text
        seat = rng.randrange(4)
        assert known_by(state, seat, text) == definition.known(formula, state, seat), text
