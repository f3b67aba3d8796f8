"""How long questions about knowledge take: each engine with what it is for.

    python benchmarks/logic_speed.py

Times are of one core, the best of three; set-up is what the first question to a model costs more.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from kibitz.knowledge.bdd import DealDiagrams, StructureDiagrams
from kibitz.knowledge.evaluation import Evaluation
from kibitz.knowledge.formulas import Common, Formula, Holds, Implies, Knows, KnowsWhether, Not
from kibitz.knowledge.models import Model
from kibitz.knowledge.puzzles import (
    candidate_announcements,
    is_safe,
    muddy_children,
    muddy_children_know,
    russian_cards,
    says_one_of,
)
from kibitz.knowledge.quotient import Quotient, groups_of
from kibitz.knowledge.structures import TruthTables
from kibitz.knowledge.worlds import Worlds


def best(job: Callable[[], object], times: int = 3) -> float:
    """The fewest CPU-seconds a job took."""
    laps = []
    for _ in range(times):
        start = time.process_time()
        job()
        laps.append(time.process_time() - start)
    return min(laps)


def told(what: str, seconds: float, more: object = "") -> None:
    print(f"{what:<68} {1000 * seconds:>10.2f} ms  {more}")


def puzzles() -> None:
    model, candidates = russian_cards(), list(candidate_announcements())
    safe = [hands for hands in candidates if is_safe(model, hands)]
    seconds = best(lambda: [is_safe(model, hands) for hands in candidates], 1)
    told(f"Russian cards: {len(candidates):,} announcements", seconds, f"{len(safe)} safe")
    for children in (20, 40):
        state = range(1, children // 2 + 1)
        formula = muddy_children_know(children, len(state), len(state) - 1)
        structure = muddy_children(children)
        engine = TruthTables(structure) if children <= 20 else StructureDiagrams(structure)
        seconds = best(lambda e=engine, f=formula: Evaluation(e).value(f), 1)  # type: ignore[misc]
        true = engine.contains(Evaluation(engine).value(formula), state)
        what = f"{children} muddy children, {len(state)} of them muddy, {len(state) - 1} rounds"
        told(f"{what} ({engine.name})", seconds, true)


def deal(title: str, sizes: tuple[int, ...], sets: list[int], formulas: list[Formula]) -> None:
    """Set-up and one formula on the tables of a deal whose hands are the first places."""
    worlds = Worlds(sizes, ((1 << len(sizes)) - 1,) * sum(sizes))
    observed = (1, 2, 4)
    groups = groups_of(worlds, sets)
    engine = Quotient(worlds, observed, groups)
    told(
        f"{title}: set-up",
        best(lambda: Quotient(worlds, observed, groups)),
        f"{len(engine.alive):,} tables",
    )
    for formula in formulas:
        told(f"  {formula}"[:66], best(lambda g=formula: Evaluation(engine).value(g)))  # type: ignore[misc]
    actual = tuple(place for place, size in enumerate(sizes) for _ in range(size))

    def asked() -> None:
        model = Model(worlds, observed, actual)
        for formula in formulas:
            model.holds(formula)

    told(f"  a model asked all {len(formulas)}", best(asked))


def deals() -> None:
    card, suit = 1, 0b1111111111111
    trumps = (1 << 22) - 1  # with the Excuse
    nested = [
        Knows(0, Holds(2, card)),
        Knows(0, Not(Knows(1, Holds(4, card)))),
        Knows(0, Knows(1, KnowsWhether(2, Holds(1, card)))),
        Common((0, 1, 2), Implies(Holds(2, card), Not(Knows(0, Holds(2, card))))),
    ]
    deal(
        "Tarot, one card + trumps + rest",
        (24, 24, 24, 6),
        [card, trumps],
        [*nested, Knows(0, Holds(2, trumps, 3))],
    )
    deal(
        "52 cards, card + suit + rest",
        (13, 13, 13, 13),
        [card, suit],
        [*nested, Knows(0, Holds(2, suit))],
    )
    fives = [0b11111 << 5 * at for at in range(4)]
    deal(
        "Boeren Bridge 5 x 4, four suits",
        (5, 5, 5, 5),
        fives,
        [Knows(0, Knows(1, Holds(4, fives[0])))],
    )


def diagrams() -> None:
    for title, sizes in (("Boeren Bridge 5 x 4", (5, 5, 5, 5)), ("Tarot", (24, 24, 24, 6))):
        worlds = Worlds(sizes, (15,) * sum(sizes))
        made: list[DealDiagrams] = []
        told(
            f"{title}, law as a diagram",
            best(lambda w=worlds, m=made: m.append(DealDiagrams(w, (1, 2, 4))), 1),
            f"{made[0].alive.dag_size:,} nodes",
        )  # type: ignore[misc]
        told(
            "  K 0 has(1,#0)", best(lambda e=made[0]: Evaluation(e).value(Knows(0, Holds(2, 1))), 1)
        )  # type: ignore[misc]
    hands = [(0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (1, 5, 9, 10, 11), (2, 6, 9, 12, 13)]
    model = Model(Worlds((5, 5, 5, 5), (15,) * 20), (1, 2, 4, 8))
    from kibitz.knowledge.formulas import Announce

    formula = Announce(says_one_of(hands), Knows(1, Holds(1, 1)))
    told(
        f"one of four hands, announced ({model.engine_for(formula)})",
        best(lambda: model.valid(formula), 1),
    )


if __name__ == "__main__":
    puzzles()
    deals()
    diagrams()
