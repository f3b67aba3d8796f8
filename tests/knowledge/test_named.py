"""The named spelling: what it means, how it is written back, what is said about mistakes."""

from __future__ import annotations

import random

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.formulas import (
    MOST_NESTED,
    And,
    Common,
    Holds,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from kibitz.knowledge.logic.named import parse
from kibitz.knowledge.logic.spelling import NUMBERS, spell
from kibitz.knowledge.logic.tokens import MOST_CHARACTERS

from .plain import random_deal, random_formula, random_holds
from .words import CARDS, SUITS, WORDS

N, E, S, W, DOG = (1 << at for at in range(5))
QH = 1 << CARDS.index("QH")
A, B, C = f.Proposition(1), f.Proposition(2), f.Proposition(3)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("has(E,QH)", Holds(E, QH)),
        ("has( E , QH )", Holds(E, QH)),
        ("E_H_Q", Holds(E, QH)),
        ("W_S_10", Holds(W, 1 << CARDS.index("10S"))),
        ("has(dog,hearts)", Holds(DOG, SUITS["hearts"])),
        ("has(E,>=3 Spades)", Holds(E, SUITS["spades"], 3)),
        ("has(E, >= 3spades)", Holds(E, SUITS["spades"], 3)),
        ("K N has(E,QH)", Knows(0, Holds(E, QH))),
        ("Kw N has(E,QH)", f.KnowsWhether(0, Holds(E, QH))),
        ("C N,E,S,W ~has(E,hearts)", Common((0, 1, 2, 3), Not(Holds(E, SUITS["hearts"])))),
        ("D N, S p1", f.Distributed((0, 2), A)),
        ("Ev N,E,S,W ~has(E,hearts)", f.Everybody((0, 1, 2, 3), Not(Holds(E, SUITS["hearts"])))),
        ("K E Ev E,S Evw E p1", f.Knows(1, f.Everybody((1, 2), f.EverybodyWhether((1,), A)))),
        ("Cw N p1 & Dw S p2", And((f.CommonWhether((0,), A), f.DistributedWhether((2,), B)))),
        ("K N p1 & p2", And((Knows(0, A), B))),
        ("K N K E ~p1 | p2", Or((Knows(0, Knows(1, Not(A))), B))),
        ("[! p1] p2 & p3", And((f.Announce(A, B), C))),
        ("[ ! p1 | p2] <?! p3> p1", f.Announce(Or((A, B)), f.CanAnnounceWhether(C, A))),
        ("<! p1> [? ! p2] p3", f.CanAnnounce(A, f.AnnounceWhether(B, C))),
        ("p1 | p2 & p3", Or((A, And((B, C))))),
        ("p1 & p2 & p3", And((A, B, C))),
        ("(p1 & p2) & p3", And((And((A, B)), C))),
        ("p1 -> p2 -> p3", Implies(A, Implies(B, C))),
        ("p1 <-> p2 -> p3 | p1", Iff(A, Implies(B, Or((C, A))))),
        ("xor(p1, p2) & oneof(p1,p2,p3)", And((f.Xor((A, B)), f.OneOf((A, B, C))))),
        ("and() & or(p1)", And((And(()), Or((A,))))),
        ("forall p1,p2 p1 & exists p3 p3", And((f.Forall((1, 2), A), f.Exists((3,), C)))),
        ("true & false", And((f.TOP, f.BOTTOM))),
    ],
)
def test_a_formula_means(text: str, meant: f.Formula) -> None:
    assert parse(text, WORDS) == meant
    assert parse(spell(meant, WORDS), WORDS) == meant


def test_a_formula_is_written_in_the_words_of_its_game() -> None:
    text = "[! ~has(E,hearts)] K S K N has(W,>=2 QH)"
    assert spell(parse(text, WORDS), WORDS) == text
    assert str(parse(text, WORDS)).startswith("[! ~has(1,#0+#1+#2")


@pytest.mark.parametrize("seed", range(20))
def test_what_is_written_is_read_back(seed: int) -> None:
    rng = random.Random(seed)
    worlds, observed, _ = random_deal(rng)
    for _ in range(25):
        formula = random_formula(
            rng,
            len(observed),
            lambda: rng.choice((A, B, random_holds(rng, worlds))),
            5,
            (1, 2),
        )
        assert parse(str(formula), NUMBERS) == formula


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("K N has(E,HQ)", 1, 11, "there is no card `HQ`; did you mean `QH`?"),
        ("K N has(E,herats)", 1, 11, "there is no card `herats`; did you mean `hearts`?"),
        ("has(E,>=2  spads)", 1, 12, "there is no card `spads`; did you mean `spades`?"),
        ("has(X,QH)", 1, 5, "there is no player `X`"),
        ("p1 &\n  K X p2", 2, 5, "there is no player `X`"),
        ("E_H_V", 1, 1, "there is no card `VH`"),
        ("", 1, 1, "expected a formula, found the end"),
        ("K", 1, 2, "expected a player, found the end"),
        ("K & p1", 1, 3, "expected a player, found `&`"),
        ("p1 p2", 1, 4, "expected the end of the formula, found `p2`"),
        ("(p1", 1, 4, "expected `)`, found the end"),
        ("[! p1 p2", 1, 7, "expected `]`, found `p2`"),
        ("p1 & ture", 1, 6, "unknown word `ture`; did you mean `true`?"),
        ("has p1", 1, 1, "`has` is not followed by a place and cards in brackets"),
        ("has(E)", 1, 1, "`has` needs a place and cards"),
        ("has(E,)", 1, 1, "`has` needs a place and cards"),
        ("has(E,>=2)", 1, 1, "`has` needs a place and cards"),
        ("forall N p1", 1, 8, "expected a proposition like `p1`, found `N`"),
        ("p1 $ p2", 1, 4, "`$` means nothing here"),
        ("p99999999999", 1, 1, "expected a proposition like `p1`, found `p99999999999`"),
    ],
)
def test_a_mistake_is_shown_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(KibitzError) as caught:
        parse(text, WORDS, "asked")
    headline, *rest = str(caught.value).splitlines()
    assert headline.startswith(f"asked:{line}:{column}: error: {message}")
    assert "^" in rest[1]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "p1",
        "~" * 5000 + "p1",
        "[! " * 5000 + "p1",
        "K N " * 5000 + "p1",
        "p1 -> " * 5000 + "p1",
        "and(" * 5000,
    ],
)
def test_too_deep_a_formula_is_refused(text: str) -> None:
    with pytest.raises(KibitzError, match=f"nested more than {MOST_NESTED} deep"):
        parse(text, WORDS)


def test_deep_formulas_are_read_and_written() -> None:
    for text in ("~" * (MOST_NESTED - 1) + "p1", "p1 -> " * (MOST_NESTED - 1) + "p1"):
        formula = parse(text, WORDS)
        assert parse(str(formula), WORDS) == formula


def test_a_formula_may_be_wide_and_not_endless() -> None:
    assert len(parse(" & ".join(["p1"] * 5000), WORDS).formulas) == 5000  # type: ignore[attr-defined]
    with pytest.raises(KibitzError, match="too long"):
        parse(" " * MOST_CHARACTERS + "p1", WORDS)
