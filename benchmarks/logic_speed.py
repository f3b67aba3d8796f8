"""How long questions about knowledge take: each engine with what it is for.

    python benchmarks/logic_speed.py

CPU-seconds of one core, the best of three. Needs the extra `logic`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from kibitz.knowledge.logic.bdd import DealDiagrams
from kibitz.knowledge.logic.evaluation import Engine, Evaluation
from kibitz.knowledge.logic.explicit import Explicit
from kibitz.knowledge.logic.formulas import (
    And,
    Announce,
    Common,
    Formula,
    Holds,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)
from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.logic.puzzles import (
    candidate_announcements,
    is_safe,
    muddy_children,
    muddy_children_know,
    russian_cards,
)
from kibitz.knowledge.logic.quotient import Quotient, groups_of
from kibitz.knowledge.logic.structures import structure_engine
from kibitz.knowledge.worlds import Worlds

HANDS = (1, 2, 4)
"""Three agents, each of whom sees one hand."""

CARD = 1
NESTED: tuple[Formula, ...] = (
    Knows(0, Holds(2, CARD)),
    Knows(0, Knows(1, KnowsWhether(2, Holds(1, CARD)))),
    Common((0, 1, 2), Implies(Holds(2, CARD), Not(Knows(0, Holds(2, CARD))))),
    Announce(Not(Holds(4, CARD)), Knows(0, KnowsWhether(1, Holds(1, CARD)))),
)


def best(job: Callable[[], object]) -> float:
    """The fewest CPU-seconds a job took."""
    laps = []
    for _ in range(3):
        start = time.process_time()
        job()
        laps.append(time.process_time() - start)
    return min(laps)


def tell(what: str, seconds: float, more: str = "") -> None:
    print(f"{what[:66]:<68} {1000 * seconds:>10.2f} ms  {more}")


def ask(engine: Engine, formulas: Sequence[Formula]) -> None:
    for formula in formulas:
        tell(f"  {formula}", best(lambda g=formula: Evaluation(engine).value(g)))  # type: ignore[misc]


def puzzles() -> None:
    model, candidates = russian_cards(), list(candidate_announcements())
    safe = sum(is_safe(model, hands) for hands in candidates)
    seconds = best(lambda: [is_safe(model, hands) for hands in candidates])
    tell(f"Russian cards: {len(candidates):,} announcements", seconds, f"{safe} are safe")
    for children in (20, 40):
        muddy = children // 2
        engine = structure_engine(muddy_children(children))
        print(f"{children} muddy children, {muddy} of them muddy ({engine.name})")
        ask(engine, [muddy_children_know(children, muddy, muddy - 1)])


def tables(title: str, sizes: tuple[int, ...], sets: Sequence[int], more: Formula) -> None:
    """The quotient of a deal whose first places are hands."""
    worlds = Worlds(sizes, ((1 << len(sizes)) - 1,) * sum(sizes))
    make = partial(Quotient, worlds, HANDS, groups_of(worlds, sets))
    engine = make()
    tell(f"{title}: set-up", best(make), f"{len(engine.alive):,} tables")
    ask(engine, [*(NESTED if CARD in sets else ()), more])
    actual = tuple(place for place, size in enumerate(sizes) for _ in range(size))
    formula = And((more, NESTED[1])) if CARD in sets else more
    tell("  a new model, asked once", best(lambda: Model(worlds, HANDS, actual).holds(formula)))


def deals() -> None:
    trumps, hearts = (1 << 22) - 1, (1 << 13) - 1
    tarot = Knows(0, Knows(1, Holds(4, trumps, 3)))
    tables("Tarot: a card, trumps, rest", (24, 24, 24, 6), [CARD, trumps], tarot)
    tables(
        "52 cards: a card, its suit, rest", (13,) * 4, [CARD, hearts], Knows(0, Holds(2, hearts))
    )
    fives = [0b11111 << 5 * suit for suit in range(4)]
    every = And(tuple(Knows(0, Knows(1, Holds(4, suit))) for suit in fives))
    tables("Boeren Bridge 5 x 4: all four suits", (5,) * 4, fives, every)


def listed() -> None:
    make = partial(Explicit, Worlds((5, 5, 5), (7,) * 15), HANDS)
    engine = make()
    tell("three hands of 5, all listed: set-up", best(make), f"{len(engine.alive):,} worlds")
    ask(engine, NESTED)


def diagrams() -> None:
    for title, sizes in (("Boeren Bridge 5 x 4", (5,) * 4), ("Tarot", (24, 24, 24, 6))):
        make = partial(DealDiagrams, Worlds(sizes, (15,) * sum(sizes)), HANDS)
        engine = make()
        tell(f"{title} as a diagram: set-up", best(make), f"{engine.alive.dag_size:,} nodes")
        ask(engine, NESTED[:2])
        if sum(sizes) == 20:
            hands = [(0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (1, 5, 9, 10, 11), (2, 6, 9, 12, 13)]
            said = Or(tuple(And(tuple(Holds(1, 1 << card) for card in hand)) for hand in hands))
            ask(engine, [Announce(said, Knows(1, Holds(1, CARD)))])


if __name__ == "__main__":
    puzzles()
    deals()
    listed()
    diagrams()
