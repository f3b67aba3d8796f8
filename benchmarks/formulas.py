"""How long questions about knowledge take: each engine with what it is for. A section of
`knowledge.py`; needs the extra `logic`.

A formula is asked of a fresh evaluation each time; decision diagrams remember what they have worked
out before, so of theirs only the first lap counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from bars import Bar, Row

import kibitz
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


NESTED_BAR = Bar(50, 0.1, more=False)
RUSSIAN_BAR = Bar(2, 0.5, more=False)
SUITS_BAR = Bar(1000, 100, more=False)


def laps(job: Callable[[], object], number: int, unit: float = 1000) -> tuple[float, ...]:
    """The CPU time a job takes, several times; in milliseconds unless another unit is given."""
    found = []
    for _ in range(number):
        begun = time.process_time()
        job()
        found.append(unit * (time.process_time() - begun))
    return tuple(found)


def asked(
    engine: Engine, formulas: Sequence[Formula], number: int, bar: Bar | None = None
) -> Iterator[Row]:
    for formula in formulas:
        times = laps(partial(Evaluation(engine).value, formula), 1)
        if number > 1:
            times = laps(lambda f=formula: Evaluation(engine).value(f), number)  # type: ignore[misc]
        text = str(formula)
        yield Row(f"... {text if len(text) < 60 else text[:57] + '...'}", "ms", times, bar)


def puzzles(number: int) -> Iterator[Row]:
    model, candidates = russian_cards(), list(candidate_announcements())
    safe = sum(is_safe(model, hands) for hands in candidates)
    times = laps(lambda: [is_safe(model, hands) for hands in candidates], number, 1)
    what = f"Russian cards: {safe} of {len(candidates):,} announcements are safe"
    yield Row(what, "s", times, RUSSIAN_BAR)
    for children in (20, 40):
        muddy = children // 2
        engine = structure_engine(muddy_children(children))
        formula = muddy_children_know(children, muddy, muddy - 1)
        times = laps(lambda e=engine, f=formula: Evaluation(e).value(f), number)  # type: ignore[misc]
        yield Row(f"{children} children, {muddy} muddy ({engine.name})", "ms", times)


def tables(
    title: str, sizes: tuple[int, ...], sets: Sequence[int], more: Formula, number: int
) -> Iterator[Row]:
    """The quotient of a deal whose first places are hands."""
    worlds = Worlds(sizes, ((1 << len(sizes)) - 1,) * sum(sizes))
    make = partial(Quotient, worlds, HANDS, groups_of(worlds, sets))
    engine = make()
    yield Row(f"{title}: {len(engine.alive):,} tables, set-up", "ms", laps(make, number))
    yield from asked(engine, [*(NESTED if CARD in sets else ()), more], number, NESTED_BAR)
    actual = tuple(place for place, size in enumerate(sizes) for _ in range(size))
    formula = And((more, NESTED[1])) if CARD in sets else more
    times = laps(lambda: Model(worlds, HANDS, actual).holds(formula), number)
    yield Row("... a new model, asked once", "ms", times, NESTED_BAR)


def listed(number: int) -> Iterator[Row]:
    make = partial(Explicit, Worlds((5, 5, 5), (7,) * 15), HANDS)
    engine = make()
    what = f"three hands of 5, {len(engine.alive):,} worlds listed: set-up"
    yield Row(what, "ms", laps(make, number))
    yield from asked(engine, NESTED, number)


def diagrams(number: int) -> Iterator[Row]:
    for title, sizes in (("Boeren Bridge 5 x 4", (5,) * 4), ("Tarot", (24, 24, 24, 6))):
        make = partial(DealDiagrams, Worlds(sizes, (15,) * sum(sizes)), HANDS)
        engine = make()
        what = f"{title} as a diagram of {engine.alive.dag_size:,} nodes: set-up"
        yield Row(what, "ms", laps(make, number))
        yield from asked(engine, NESTED[:2], 1)


SUITS = (
    "has(N,trumps)",
    "K N ~has(E,hearts)",
    "Kw W has(E,>=5 trumps)",
    "K E has(W,>=3 trumps)",
    "Ev N,E,W ~has(E,hearts)",
    "C N,E,W ~has(E,hearts)",
    "C N,E,W (has(N,trumps) | has(E,trumps))",
    "[! ~has(E,hearts)] K N has(W,QH)",
    "K N has(E,trumps) & K N has(W,hearts)",
    "K N ~K E has(W,QH)",
)
"""What the page of a table offers, and the like."""
NESTED_SUITS = "K N ~K E has(W,spades)"
"""What depends on all that East may have."""


def early_tarot(number: int) -> Iterator[Row]:
    """Formulas about suits in the first decisions of Tarot, by the kibitzer and by North: a new
    model each time, as a table has it."""
    tarot = kibitz.load("tarot")
    asked: dict[str, list[float]] = {text: [] for text in (*SUITS, NESTED_SUITS)}
    for seed in range(1, 2 + number // 2):
        rng, state = Random(seed), tarot.new(seed)
        for decision in range(16):
            if decision % 5 == 0:
                for text, times in asked.items():
                    for moment in (state, kibitz.view(state, 0)):
                        times += laps(partial(kibitz.ask, moment, text), 1)
            state = state.after(rng.choice(state.actions))
    for text, times in asked.items():
        late = (max(times),)
        yield Row(f"Tarot, decisions 0 to 15: {text}", "ms", tuple(times), SUITS_BAR)
        yield Row("... the slowest", "ms", late, None if text == NESTED_SUITS else SUITS_BAR)


def rows(number: int) -> Iterator[Row]:
    """All of it, each job so many times."""
    yield from puzzles(number)
    trumps, hearts = (1 << 22) - 1, (1 << 13) - 1
    tarot = Knows(0, Knows(1, Holds(4, trumps, 3)))
    yield from tables("Tarot, a card and trumps", (24, 24, 24, 6), [CARD, trumps], tarot, number)
    suit = Knows(0, Holds(2, hearts))
    yield from tables("52 cards, a card and its suit", (13,) * 4, [CARD, hearts], suit, number)
    fives = [0b11111 << 5 * suit for suit in range(4)]
    every = And(tuple(Knows(0, Knows(1, Holds(4, suit))) for suit in fives))
    yield from tables("Boeren Bridge 5 x 4, all suits", (5,) * 4, fives, every, number)
    yield from listed(number)
    yield from diagrams(number)
    yield from early_tarot(number)
