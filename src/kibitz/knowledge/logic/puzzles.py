"""Famous puzzles about knowledge, as models and formulas: examples, and truths to be tested by.

>>> model = russian_cards()
>>> hands = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6)]
>>> is_safe(model, hands)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from kibitz.knowledge.logic.formulas import (
    And,
    Announce,
    Common,
    Formula,
    Holds,
    Knows,
    KnowsWhether,
    Not,
    Or,
    Proposition,
)
from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.logic.smcdel import Structure
from kibitz.knowledge.worlds import Worlds

__all__ = [
    "candidate_announcements",
    "is_safe",
    "muddy_children",
    "muddy_children_know",
    "russian_cards",
    "says_one_of",
]

# --- Russian cards --------------------------------------------------------------------------------

ALICE, BOB, CAROL = range(3)
CARDS = range(7)

Hand = tuple[int, ...]


def russian_cards() -> Model:
    """Alice and Bob have three of seven cards each, Carol has one; Alice's are 0, 1 and 2.

    Can Alice and Bob tell each other their hands, in public, so that Carol learns of none of
    their cards who has it? (van Ditmarsch, "The Russian cards problem", Studia Logica 75, 2003)
    """
    worlds = Worlds(sizes=(3, 3, 1), masks=(0b111,) * 7)
    return Model(worlds, observed=(1, 2, 4), actual=(0, 0, 0, 1, 1, 1, 2))


def candidate_announcements() -> Iterator[list[Hand]]:
    """All sets of five to seven hands of which no two have two cards in common."""

    def extend(chosen: list[Hand], rest: list[Hand]) -> Iterator[list[Hand]]:
        if len(chosen) >= 5:
            yield chosen
        if len(chosen) < 7:
            for at, hand in enumerate(rest):
                apart = [h for h in rest[at + 1 :] if len({*h} & {*hand}) < 2]
                yield from extend([*chosen, hand], apart)

    return extend([], list(combinations(CARDS, 3)))


def _has(agent: int, card: int) -> Formula:
    return Holds(places=1 << agent, cards=1 << card)


def says_one_of(hands: Sequence[Hand]) -> Formula:
    """Alice says, truly, that her hand is one of these."""
    return Knows(ALICE, Or(tuple(And(tuple(_has(ALICE, card) for card in h)) for h in hands)))


BOB_KNOWS = And(tuple(KnowsWhether(BOB, _has(ALICE, card)) for card in CARDS))
ALICE_KNOWS = And(tuple(KnowsWhether(ALICE, _has(BOB, card)) for card in CARDS))
CAROL_KNOWS_NOTHING = And(
    tuple(Not(Knows(CAROL, _has(agent, card))) for card in CARDS for agent in (ALICE, BOB))
)
BOB_SAYS = Knows(BOB, _has(CAROL, 6))


def is_safe(model: Model, hands: Sequence[Hand]) -> bool:
    """Whether Alice may say that her hand is one of these, and Bob then name Carol's card.

    Bob must learn Alice's hand, and Carol nothing, at both steps; and all this must be common
    knowledge, lest Carol learn from their having spoken at all.
    """
    says = says_one_of(hands)
    everybody = (ALICE, BOB, CAROL)
    wanted = (
        says,
        Announce(says, And((BOB_KNOWS, Common((ALICE, BOB), BOB_KNOWS)))),
        Announce(says, Common(everybody, CAROL_KNOWS_NOTHING)),
        Announce(says, Announce(BOB_SAYS, Common((ALICE, BOB), And((ALICE_KNOWS, BOB_KNOWS))))),
        Announce(says, Announce(BOB_SAYS, Common(everybody, CAROL_KNOWS_NOTHING))),
    )
    return all(map(model.holds, wanted))


# --- muddy children -------------------------------------------------------------------------------


def muddy_children(children: int) -> Structure:
    """Proposition i is that child i is muddy; each child sees all others, and nobody itself."""
    everybody = tuple(range(1, children + 1))
    return Structure(
        propositions=everybody,
        law=And(()),
        agents=tuple(f"child{number}" for number in everybody),
        observed=tuple(tuple(n for n in everybody if n != own) for own in everybody),
    )


def muddy_children_know(children: int, muddy: int, rounds: int) -> Formula:
    """The first so many children know that they are muddy, once their father has said that one of
    them is, and then nobody has known of itself for so many rounds."""
    formula: Formula = And(tuple(Knows(at, Proposition(at + 1)) for at in range(muddy)))
    nobody = And(tuple(Not(KnowsWhether(at, Proposition(at + 1))) for at in range(children)))
    for _ in range(rounds):
        formula = Announce(nobody, formula)
    return Announce(Or(tuple(Proposition(at + 1) for at in range(children))), formula)
