"""SMCDEL's text format."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.formulas import (
    And,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
    Proposition,
)
from kibitz.knowledge.logic.smcdel import parse_file

HEAD = "VARS 1,2,3 LAW Top OBS a: 1 b: 2 c3: 1,3\n"
P, Q, R = Proposition(1), Proposition(2), Proposition(3)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a knows that 1 & 2", And((Knows(0, P), Q))),
        ("a knows that (1 & 2)", Knows(0, And((P, Q)))),
        ("a knows that b knows whether ~1", Knows(0, KnowsWhether(1, Not(P)))),
        ("~ a knows that 1 | 2", Or((Not(Knows(0, P)), Q))),
        ("not 1 & Not 2", And((Not(P), Not(Q)))),
        ("¬1 ∧ 2 → 3", Implies(And((Not(P), Q)), R)),
        ("1 | 2 & 3", And((Or((P, Q)), R))),
        ("1 & 2 & 3", And((P, Q, R))),
        ("1 -> 2 -> 3", Implies(Implies(P, Q), R)),
        ("1 -> 2 iff 3 | 1", Iff(Implies(P, Q), Or((R, P)))),
        ("AND (1, 2 -> 3)", And((P, Implies(Q, R)))),
        ("OR(1)", Or((P,))),
        ("XOR (1,2,3) & ONEOF (1,2)", And((f.Xor((P, Q, R)), f.OneOf((P, Q))))),
        ("a,b comknow that 1", f.Common((0, 1), P)),
        ("(a, b, c3) comknow whether 1 & 2", And((f.CommonWhether((0, 1, 2), P), Q))),
        ("(a,b) distknow that 1", f.Distributed((0, 1), P)),
        ("a distknow whether 1", f.DistributedWhether((0,), P)),
        ("AND (a knows that 1, b knows that 2)", And((Knows(0, P), Knows(1, Q)))),
        ("OR (1, a, b comknow that 2)", Or((P, f.Common((0, 1), Q)))),
        ("a knows whether (1,2)", And((KnowsWhether(0, P), KnowsWhether(0, Q)))),
        ("~ a knows whether (1,2)", Not(And((KnowsWhether(0, P), KnowsWhether(0, Q))))),
        ("[! 1] a knows that 2 & 3", And((f.Announce(P, Knows(0, Q)), R))),
        (
            "[ ? ! 1 ] < ! 2 > <?! 3> Top",
            f.AnnounceWhether(P, f.CanAnnounce(Q, f.CanAnnounceWhether(R, f.TOP))),
        ),
        ("Forall 1,2 1 & 2", f.Forall((1, 2), And((P, Q)))),
        ("~ Exists 1 1 -> 2", Not(f.Exists((1,), Implies(P, Q)))),
        ("ForAll 3 Bot", f.Forall((3,), f.BOTTOM)),
        ("a knows\n that -- a comment\n 1", Knows(0, P)),
    ],
)
def test_a_formula_means(text: str, meant: f.Formula) -> None:
    (question,) = parse_file(f"{HEAD}VALID? {text}").questions
    assert question.formula == meant


def test_a_file_says() -> None:
    file = parse_file(
        "-- a file\nVARS 4, 7,1\nLAW ONEOF(1,4) -- one\nOBS alice: 4\n    bob:\n    c_1: 7,1\n"
        "TRUE? {} alice knows that -- what?\n  4\nTRUE? {7,1} Top WHERE? 4 VALID? Bot"
    )
    structure = file.structure
    assert structure.propositions == (4, 7, 1)
    assert structure.law == f.OneOf((P, Proposition(4)))
    assert structure.agents == ("alice", "bob", "c_1")
    assert structure.observed == ((4,), (), (7, 1))
    asked = [(q.kind, q.state, q.text) for q in file.questions]
    assert asked == [
        ("TRUE?", (), "alice knows that 4"),
        ("TRUE?", (7, 1), "Top"),
        ("WHERE?", (), "4"),
        ("VALID?", (), "Bot"),
    ]


def test_a_file_may_ask_nothing() -> None:
    assert parse_file(HEAD).questions == ()


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected `VARS`, found the end"),
        ("vars 1", 1, 1, "expected `VARS`, found `vars`"),
        ("VARS 1,1", 1, 8, "1 is declared twice"),
        ("VARS 1 LAW 2", 1, 12, "2 is not among the propositions"),
        ("VARS 1 LAW Top", 1, 15, "expected `OBS`, found the end"),
        ("VARS 1 LAW Top OBS", 1, 19, "expected an agent and the propositions it sees"),
        ("VARS 1 LAW Top OBS a: 1 a: 1", 1, 25, "`a` is declared twice"),
        ("VARS 1 LAW Top OBS a: 2", 1, 23, "2 is not among the propositions"),
        ("VARS 1 LAW a knows that 1 OBS a: 1", 1, 12, "there is no agent `a`"),
        ("VARS 1 LAW [!1] 1 OBS a: 1", 1, 8, "a law cannot speak of knowledge"),
        (HEAD + "VALID? alic knows that 1", 2, 8, "there is no agent `alic`"),
        (HEAD + "VALID? c knows that 1", 2, 8, "there is no agent `c`; did you mean `c3`?"),
        (HEAD + "VALID? a knows 1", 2, 8, "`a` is not a formula"),
        (HEAD + "VALID? a,b knows that 1", 2, 8, "a group cannot `knows that`"),
        (HEAD + "VALID? (a) 1", 2, 9, "`a` is not a formula"),
        (HEAD + "VALID? a knows that (1,2)", 2, 23, "expected `)`, found `,`"),
        (HEAD + "VALID? [a! 1] 1", 2, 9, "announcements to some only are not supported"),
        (HEAD + "VALID? 1 &", 2, 11, "expected a formula, found the end"),
        (HEAD + "VALID? 1 2", 2, 10, "expected `TRUE?`, `VALID?` or `WHERE?`, or the end"),
        (HEAD + "VALID? (1 & 2", 2, 14, "expected `)`, found the end"),
        (HEAD + "TRUE? 1 1", 2, 7, "expected `{`, found `1`"),
        (HEAD + "TRUE? {4} 1", 2, 8, "4 is not among the propositions"),
        (HEAD + "WHY? 1", 2, 1, "expected an agent and `:`, `TRUE?`, `VALID?` or `WHERE?`, found"),
        (HEAD + "VALID? 1 % 2", 2, 10, "`%` means nothing here"),
        (HEAD + "VALID? " + "9" * 5000, 2, 8, "a proposition has at most nine digits"),
    ],
)
def test_a_mistake_is_shown_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(KibitzError) as caught:
        parse_file(text, "file.txt")
    assert str(caught.value).startswith(f"file.txt:{line}:{column}: error: {message}")


def test_too_deep_a_formula_is_refused() -> None:
    for deep in ("(" * 9999, "~" * 9999 + "1", "1 -> " * 9999 + "1", "Forall 1 " * 9999 + "1"):
        with pytest.raises(KibitzError, match="nested more than"):
            parse_file(f"{HEAD}VALID? {deep}")
