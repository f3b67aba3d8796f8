"""Whatever a file holds, it is a game or an error with a message; never a crash, never a hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from random import Random
from string import ascii_uppercase
from types import FrameType

import pytest

from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.emitter import emit
from kibitz.recycle.lint import lint
from kibitz.recycle.tree import Program

from .mutations import KINDS, Damage, damaged, descriptions
from .snippets import sound

DESCRIPTIONS = 150
"""Damaged descriptions of each kind."""

EMITTED = 15
"""So many of those that still make sense become a program."""


class Hangs(BaseException):
    """Something takes far too long."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def understood(text: str) -> Program | None:
    """The program of a text; of a text without sense, messages that can be shown."""
    with within(20):
        try:
            program, found = elaborate(Source(text, "damaged.rcy"))
        except KibitzError as error:
            str(error)
            return None
        lint(program, found)
        list(map(str, found.all))
        return program


def written(program: Program, log: bool) -> None:
    """The program as Python, which must at least be Python."""
    with within(20):
        compile(emit(program, log).text, "<emitted>", "exec")


def swallow(text: str, log: bool = False) -> None:
    program = understood(text)
    if program is not None:
        written(program, log)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_damaged_descriptions(kind: Damage) -> None:
    sound_ones = 0
    for number, text in enumerate(damaged(DESCRIPTIONS, (kind,), seed=len(kind.__name__))):
        try:
            program = understood(text)
            if program is not None:
                sound_ones += 1
                if sound_ones <= EMITTED:
                    written(program, log=bool(number % 2))
        except (Exception, Hangs):
            print(text)
            raise


def test_damage_upon_damage() -> None:
    random = Random(7)
    for text in damaged(100, KINDS, seed=8):
        for _ in range(3):
            if len(text) > 10:
                text = random.choice(KINDS)(text, random)
        swallow(text)


def test_a_misspelt_value_in_a_clause_that_shares_its_conditions() -> None:
    text = descriptions()["tarot"]
    test = "(== (cardatt SUIT 'C) TRUMP{})) 'C\n"
    wrong = text.replace(test.format("S"), test.format(""))
    assert wrong != text
    for log in (False, True):
        swallow(wrong, log)


# --- extremes -------------------------------------------------------------------------------------


def names() -> Iterator[str]:
    """AAA, AAB, AAC, ..."""
    return map("".join, product(ascii_uppercase, repeat=3))


def declared(count: int, form: str, first: str = "(game vloc A)") -> str:
    """Declarations, each made from the one before."""
    chain = list(islice(names(), count))
    lines = [f"(declare {first} '{chain[0]})"]
    lines += [f"(declare {form.format(old)} '{new})" for old, new in zip(chain, chain[1:])]  # noqa: B905, RUF007
    return "\n".join(lines)


def nested(before: str, core: str, after: str, depth: int) -> str:
    return before * depth + core + after * depth


EXTREMES = {
    "empty": "",
    "spaces": " \n\t\r\n " * 1000,
    "zero bytes": "\0" * 1000,
    "every byte": bytes(range(256)).decode("latin-1"),
    "a picture": Random(1).randbytes(20_000).decode("utf-8", "replace"),
    "binary with brackets": "(game " + Random(2).randbytes(5000).decode("latin-1") + ")",
    "lone surrogates": "(game \ud800 'C\udfff)",
    "a byte order mark": "\ufeff" * 100,
    "unicode digits": "(game ١٢٣ ²³ Ⅷ)",
    "a long line": "(game " + "(turn pass) " * 80_000 + ")",
    "a long name": sound("action", f"(inc (game sto {'A' * 400_000}))"),
    "a long number": sound("action", f"(inc (game sto X) {'9' * 400_000})"),
    "a long comment": ";" * 1_000_000,
    "many lines": "(game\n" + "  (do\n" * 60_000,
    "opening brackets": "(" * 10_000,
    "closing brackets": ")" * 10_000,
    "deep brackets": nested("(", "game", ")", 10_000),
    "deep brackets in a game": sound("action", nested("(", "", ")", 10_000)),
    "a million opening brackets": "(" * 1_000_000,
    "a million quotes": "('" * 240_000,
    "strange characters": "(" + "@ " * 100_000,
    "huge numbers": sound("action", "(inc (game sto X) (^ 2147483647 2147483647))"),
    "huge ranges": sound("action", "(all (range 0 .. 2147483647) 'I (turn pass))"),
    "huge repeats": sound("action", "(repeat 2147483647 (turn pass))"),
    "a huge index": sound("action", "(shuffle (game iloc STOCK 2147483647))"),
    "huge seats": sound("action", "(inc ((2147483647 player) sto X))"),
    "huge teams": sound("action", "(create teams (2147483647) (2147483646))"),
    "many decks": sound("deck", "(repeat 2147483647 (create deck (game iloc X) (deck (A (B)))))"),
    "many cards": sound("deck", "(create deck (game iloc X) (deck " + "(A (B, C)) " * 9 + "))"),
    "no cards": sound("setup", "(setup (create players 1))"),
    "many players": sound("setup", "(setup (create players 2147483647))"),
    "many errors": sound("action", "(mvoe) " * 50_000),
    "many kinds of errors": sound("action", " ".join(f"(x{n.lower()} '{n})" for n in names())),
    "many declarations": sound("declare", declared(10_000, "'{0}", "1")),
    "declared numbers in a chain": sound("declare", declared(2000, "(+ '{0} 1)", "1")),
    "declared collections in a chain": sound("declare", declared(500, "(sort '{0} using 'P)")),
    "declared collections doubled": sound("declare", declared(40, "(union '{0} '{0})")),
    "declared filters in a chain": sound("declare", declared(30, "(filter '{0} 'C (== 1 1))")),
    "an award of many pairs": sound(
        "action", f"(set (game points P) (({'(A (B, C, D)) ' * 30} 1)))"
    ),
    "many awards": sound("action", f"(set (game points P) ({'((A : B) 1) ' * 5000}))"),
}


@pytest.mark.parametrize("text", EXTREMES.values(), ids=EXTREMES)
def test_extremes(text: str) -> None:
    swallow(text)


DEEP = {
    "sums": ("action", "(inc (game sto X) {})", "(+ 1 ", "1", ")"),
    "negations": ("action", "({} (turn pass))", "(not ", "(== 1 1)", ")"),
    "conjunctions": ("action", "({} (turn pass))", "(and (== 1 1) ", "(== 1 1)", ")"),
    "blocks": ("play", "{}", "(do (", "(turn pass)", "))"),
    "conditions": ("action", "{}", "((== (game sto X) 1) ", "(turn pass)", ")"),
    "loops": ("action", "{}", "(all player 'P ", "(inc ('P sto X))", ")"),
    "picks": ("choice", "{}", "(any player 'P ", "(inc ('P sto X))", ")"),
    "picks of cards": (
        "choice", "{}", "(any (game iloc STOCK) 'C ", "(move 'C (top (game vloc A)))", ")",
    ),
    "picks of groups": (
        "choice", "{}", "(any (subsets (game iloc STOCK)) 'G ",
        "(all 'G 'C (move 'C (top (game vloc A))))", ")",
    ),
    "repeats": ("action", "{}", "(repeat 2 ", "(inc (game sto X))", ")"),
    "filters": (
        "action", "(all {} 'D (inc (game sto X)))", "(filter ", "(game iloc STOCK)",
        " 'C (== 1 1))",
    ),
    "filters in tests": (
        "action", "(all {} 'D (inc (game sto X)))", "(filter (game iloc STOCK) 'C (== (size ",
        "(game iloc STOCK)", ") 1))",
    ),
    "unions": ("action", "(all {} 'D (inc (game sto X)))", "(union ", "(game iloc STOCK)", ")"),
    "quantifiers": ("action", "({} (turn pass))", "(any player 'P ", "(== 1 1)", ")"),
    "stages": ("play", "{}", "(stage player (end (== (game sto X) 1)) ", "(do ((turn pass)))", ")"),
    "owners": ("action", "(inc ({} sto X))", "(owner (top (", "(current player)", " iloc H)))"),
    "names": (
        "action", "(set (game str X) {})", "(cardatt ", "RANK", " (top (game iloc STOCK)))",
    ),
    "doubled numbers": (
        "choice", "(let 1 'P {})", "(let (+ 'P 'P) 'P ", "(inc (game sto X) 'P)", ")",
    ),
    "doubled places": (
        "choice", "(let (game iloc STOCK) 'P {})", "(let (union 'P 'P) 'P ",
        "(any 'P 'C (move 'C (top (game vloc A))))", ")",
    ),
    "doubled indices": (
        "action", "(let 1 'P {})", "(let (+ 'P 'P) 'P ",
        "(move (top (game iloc STOCK)) (top (game vloc A 'P)))", ")",
    ),
}  # fmt: skip


@pytest.mark.parametrize("depth", [5, 9, 20, 50])
@pytest.mark.parametrize(
    ("where", "frame", "before", "core", "after"), DEEP.values(), ids=DEEP.keys()
)
def test_deep_nesting(
    where: str, frame: str, before: str, core: str, after: str, depth: int
) -> None:
    swallow(sound(where, frame.format(nested(before, core, after, depth))))
