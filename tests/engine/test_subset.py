"""The part of Python that weights are written in: what is in it works, and nothing leads out."""

from __future__ import annotations

import ast

import pytest

from kibitz.engine.descriptions import describe, house_games
from kibitz.engine.subset import understood
from kibitz.recycle.diagnostics import DescriptionError, Source

KNOWN = {"SIZE": 0, "PLACE_HAND": 0, "RANK_KING": 2}

WHOLE = """
WORTH = table((0, -1, 2))
MANY = 30


def far(S, x):
    \"\"\"How far it is.\"\"\"
    found = 0
    for i in range(0, 9, 2):
        if S[i] > x or not x == 3:
            found += WORTH[i % 3] + WORTH[i % 4] << 1
        elif found:
            continue
        else:
            break
    while found > MANY and -found < ~x:
        found //= 2
    return abs(found) if found < 0 <= x else max(found, x, 1)


def weight(S, code):
    return far(S, code) + held(S, PLACE_HAND + turn(S), RANK_KING) * (RANK_KING[0] & 7 ^ 2 | 1)
"""


def refused(text: str, known: dict[str, int] | None = KNOWN) -> list[str]:
    """What is said about a text, all of it: each with its line."""
    with pytest.raises(DescriptionError) as error:
        understood(Source(text, "w"), known)
    return [f"{found.line}: {found.message}" for found in error.value.diagnostics]


def test_what_weights_need_is_there() -> None:
    found = understood(Source(WHOLE), KNOWN)
    assert found.heads == {"far": ("S", "x"), "weight": ("S", "code")}
    assert found.defined == {"far", "weight", "WORTH", "MANY"}
    assert found.used == {"PLACE_HAND", "RANK_KING"}


def test_every_index_is_held_within_its_array() -> None:
    printed = ast.unparse(understood(Source(WHOLE), KNOWN).tree)
    assert "S[within(i, SIZE)]" in printed
    assert "WORTH[within(i % 4, 3)]" in printed
    assert "WORTH[i % 3]" in printed  # nor can this lead out
    assert "RANK_KING[within(0, 2)]" in printed


def test_nothing_of_what_is_compiled_is_a_text_of_the_file() -> None:
    text = 'def weight(S, code):\n    """x\ndef evil(N):\n    pass\n    """\n    return 1  # def\n'
    assert ast.unparse(understood(Source(text), KNOWN).tree) == "def weight(S, code):\n    return 1"


@pytest.mark.parametrize("name", [n for n in house_games() if describe(n).weights])
def test_the_weights_of_the_house_are_in_it(name: str) -> None:
    assert understood(Source(describe(name).weights)).heads["weight"] == ("S", "code")


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "from os import system",
        "__import__('os').system('true')",
        "print(1)",
        "x: int = 3",
        "x: print(1) = 3",
        "x = 1 << 90",
        "x = 9 ** 9 ** 9",
        "x = y = 1",
        "x, y = 1, 2",
        "x = table",
        "x = table([1, 2])",
        "x = table((1, 2), 3)",
        "x = table((print(1),))",
        "x = table((*range(9),))",
        "x = table(())",
        "x = open('f')",
        "x = 'text'",
        "x = 1.5",
        "x = 1j",
        "x = ...",
        "x = lambda: 1",
        "x = [1]",
        "x = {}",
        "x = 123456789012345678901234567890",
        "x[0] = 1",
        "x.y = 1",
        "(x := 1)",
        "del weight",
        "global weight",
        "assert print(1)",
        "raise KeyError",
        "if print(1): pass",
        "for x in print(1): pass",
        "while print(1): pass",
        "with open('f'): pass",
        "try:\n    pass\nexcept print(1):\n    pass",
        "class A:\n    print(1)",
        "async def f(x):\n    return 1",
        "match print(1):\n    case _:\n        pass",
        "@print\ndef f(x):\n    return 1",
        "def f(x=print(1)):\n    return 1",
        "def f(*x):\n    return 1",
        "def f(**x):\n    return 1",
        "def f(*, x=print(1)):\n    return 1",
        "def f(x, /):\n    return 1",
        "def f(x: print(1)):\n    return 1",
        "def f(x) -> print(1):\n    return 1",
        "def f():\n    return 1",
        "def f(x, S):\n    return 1",
        "def f(N):\n    return 1",
        "def f(within):\n    return 1",
        "def table(x):\n    return 1",
        "def held(S, place, cards):\n    return 1",
        "def range(x):\n    return 1",
        "def within(i, n):\n    return i",
        "def __build_class__(x):\n    return 1",
        "__builtins__ = 1",
        "range = 1",
        "weight = 1",
        "def weight(S, code):\n    return 2",
    ],
)
def test_nothing_stands_at_the_top_but_functions_and_constants(line: str) -> None:
    before = "def weight(S, code):\n    return 1\n\n"
    assert refused(before + line)[0].startswith(("4: ", "5: "))


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "from os import system as x",
        "S[0] = 1",
        "S[0] += 1",
        "S = 1",
        "S += 1",
        "for S in range(3): pass",
        "for S[0] in range(3): pass",
        "for i in S: pass",
        "for i in (1, 2): pass",
        "for i in range(): pass",
        "for i in range(1, 2, 3, 4): pass",
        "for i in range(stop=3): pass",
        "for i in range(*RANK_KING): pass",
        "for i in range(3):\n        pass\n    else:\n        pass",
        "for i, j in range(3): pass",
        "x: int = 1",
        "x, y = 1, 2",
        "x = y = 1",
        "SIZE = 1",
        "RANK_KING = 1",
        "within = 1",
        "range = 1",
        "__class__ = 1",
        "x = S",
        "x = RANK_KING",
        "x = held",
        "x = weight",
        "x = range",
        "x = print",
        "x = __builtins__",
        "x = nothing",
        "x = None",
        "x = 'text'",
        "x = b'bytes'",
        "x = f'{S}'",
        "x = 1.0",
        "x = 1 / 2",
        "x = 2 ** 3",
        "x = 1 @ 2",
        "x = code.real",
        "x = code.__class__",
        "x = (1).__class__.__base__.__subclasses__()",
        "x = S.tobytes()",
        "x = ''.format",
        "x = [1]",
        "x = [i for i in range(3)]",
        "x = {1: 2}",
        "x = {i for i in range(3)}",
        "x = (1, 2)",
        "x = (i for i in range(3))",
        "x = lambda: 1",
        "x = (y := 1)",
        "x = S[0:1]",
        "x = S[0, 1]",
        "x = S[0][0]",
        "x = S[S]",
        "x = code[0]",
        "x = (S if code else S)[0]",
        "x = SIZE[0]",
        "x = 1 in S",
        "x = code is 1",
        "x = eval('1')",
        "x = exec('1')",
        "x = open('f')",
        "x = getattr(S, 'x')",
        "x = print(code)",
        "x = copy(S, S, 10)",
        "x = new(10)",
        "x = view(S, 100)",
        "x = put(S, 1, 2, 1)",
        "x = apply(S, code, S)",
        "x = within(1, 2)",
        "x = range(3)",
        "x = table((1, 2))",
        "x = pointer(S)",
        "x = min(S)",
        "x = max(*RANK_KING)",
        "x = max(1, key=print)",
        "x = abs(S)",
        "x = turn(code)",
        "x = turn(1)",
        "x = turn()",
        "x = held(S, 0, code)",
        "x = held(S, 0, S)",
        "x = held(S, 0, SIZE)",
        "x = held(S, 0, (1, 2))",
        "x = held(S, 0, OWN)",
        "x = popcount(1, 2)",
        "x = weight(S, code)",
        "x = other(1)(2)",
        "x = held(S, 0, RANK_KING)(1)",
        "x = 123456789012345678901234567890",
        "print(1)",
        "code",
        "'a text'; 'another'",
        "return",
        "yield 1",
        "x = yield",
        "x = await code",
        "global x",
        "nonlocal x",
        "del code",
        "assert code",
        "raise code",
        "with S: pass",
        "try:\n        pass\n    finally:\n        pass",
        "def f(x):\n        return 1",
        "class A:\n        pass",
        "if code:\n        'text'",
        "match code:\n        case 1:\n            pass",
        "for i in range(0, 5, 0):\n        pass",
        "for i in range(0, 5, code):\n        pass",
    ],
)
def test_nothing_in_a_function_leads_out(line: str) -> None:
    text = f"OWN = table((1,))\ndef weight(S, code):\n    {line}\n    return 1\n"
    assert refused(text)


def test_no_function_leads_back_to_itself() -> None:
    text = """
def odd(x):
    return even(x - 1)

def even(x):
    return x == 0 or odd(x - 1)

def weight(S, code):
    return odd(code)
"""
    assert refused(text) == [
        "3: the function `odd` leads back to itself",
        "6: the function `even` leads back to itself",
    ]


def test_a_function_always_returns() -> None:
    text = "def weight(S, code):\n    if code:\n        return 1\n"
    assert refused(text) == ["1: `weight` does not always return a number"]


def test_all_mistakes_are_told_at_once() -> None:
    text = "import os\n\n\ndef weight(S, code):\n    S[0] = 1\n    return hold(S, 1, RANK_KING)\n"
    assert refused(text) == [
        "1: only functions and constants may stand here",
        "5: only a name is given a value",
        "6: there is no function `hold` here; did you mean `held`?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "\ud800",
        "def weight(S, code):\n    return " + "(" * 5000,
        "def weight(S, code):\n    return " + "-" * 50_000 + "1",
        "def weight(S, code):\n    return " + "+".join("1" * 50_000),
        "def weight(S, code):\n    return " + "9" * 10_000,
        "x = 1\n" * 100_000,
        "  x",
        "é = 1.5; ü = 'ß'",
    ],
)
def test_whatever_the_file_holds_there_are_messages(text: str) -> None:
    assert refused(text)
