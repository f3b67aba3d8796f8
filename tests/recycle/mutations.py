"""Damage to a description, by a seeded random generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from house import HOUSE

__all__ = ["KINDS", "Damage", "damaged", "descriptions"]

HERE = Path(__file__).parent
TOKEN = re.compile(r"[()]|[^\s()]+|\s+")
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()0123456789:;,. "
SIMPLE = (
    "", "()", "0", "X", "'C", "player", "(turn pass)", "(game vloc X)", "(== 1 1)", "(A, B)",
    "(current player)", "(game sto X)", "(game str X)", "(top (game iloc STOCK))",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "7", "100", "2147483647", "2147483648", "9" * 40, "-1", "007")


def descriptions() -> dict[str, str]:
    """The games that stand for the house, and the small ones."""
    source = HERE.parent.parent / "src" / "kibitz" / "games"
    small = HERE.parent / "games" / "small"
    files = sorted([*(source / f"{name}.rcy" for name in (*HOUSE, "kuhn")), *small.glob("*.rcy")])
    return {path.stem: path.read_text(encoding="utf-8") for path in files}


def tokens(text: str) -> list[str]:
    """The text in pieces: brackets, words, spaces."""
    return TOKEN.findall(text)


def _words(pieces: list[str]) -> list[int]:
    return [i for i, piece in enumerate(pieces) if not piece.isspace()]


def cut(text: str, random: Random) -> str:
    """Ends early, begins late, or has a hole."""
    start, end = sorted(random.choices(range(len(text) + 1), k=2))
    return random.choice((text[:end], text[start:], text[:start] + text[end:]))


def delete(text: str, random: Random) -> str:
    """Some tokens are gone."""
    pieces = tokens(text)
    for _ in range(random.randint(1, 3)):
        pieces[random.choice(_words(pieces))] = " "
    return "".join(pieces)


def duplicate(text: str, random: Random) -> str:
    """Some tokens stand twice."""
    pieces = tokens(text)
    for _ in range(random.randint(1, 3)):
        i = random.choice(_words(pieces))
        pieces[i] = f"{pieces[i]} {pieces[i]}"
    return "".join(pieces)


def swap(text: str, random: Random) -> str:
    """Some tokens have changed places."""
    pieces = tokens(text)
    for _ in range(random.randint(1, 4)):
        i, j = random.sample(_words(pieces), 2)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return "".join(pieces)


def shuffle(text: str, random: Random) -> str:
    """A stretch of tokens is in random order."""
    pieces = tokens(text)
    start = random.randrange(len(pieces))
    part = pieces[start : start + random.choice((5, 20, 100, 10_000))]
    random.shuffle(part)
    return "".join(pieces[:start] + part + pieces[start + len(part) :])


def misspell(text: str, random: Random) -> str:
    """Some letters are wrong."""
    letters = list(text)
    for _ in range(random.randint(1, 4)):
        letters[random.randrange(len(letters))] = random.choice(LETTERS)
    return "".join(letters)


def scribble(text: str, random: Random) -> str:
    """Random bytes, read as UTF-8 with replacement."""
    noise = random.randbytes(random.choice((1, 5, 50)))
    at = random.randrange(len(text))
    return text[:at] + noise.decode("utf-8", "replace") + text[at:]


def renumber(text: str, random: Random) -> str:
    """Some numbers and names are others."""
    pieces = tokens(text)
    for _ in range(random.randint(1, 3)):
        places = [i for i, piece in enumerate(pieces) if re.search("[0-9]|^'", piece)]
        if places:
            pieces[random.choice(places)] = random.choice(NUMBERS)
    return "".join(pieces)


def forms(text: str) -> list[tuple[int, int]]:
    """Where the bracketed forms begin and end, comments left out of account."""
    opened: list[int] = []
    found = []
    for match in re.finditer(r";[^\n]*|[()]", text):
        if match.group() == "(":
            opened.append(match.start())
        elif match.group() == ")" and opened:
            found.append((opened.pop(), match.end()))
    return found


def graft(text: str, random: Random) -> str:
    """A form stands where another stood: the brackets stay balanced."""
    for _ in range(random.randint(1, 2)):
        places = forms(text)
        if len(places) < 2:
            return text
        (a, b), (c, d) = random.sample(places, 2)
        text = text[:a] + text[c:d] + text[b:]
    return text


def transplant(text: str, random: Random) -> str:
    """A form stands where another with the same beginning stood: it often still makes sense."""
    for _ in range(random.randint(1, 3)):
        places = forms(text)
        if not places:
            return text
        a, b = random.choice(places)
        head = _head(text[a:b])
        c, d = random.choice([(c, d) for c, d in places if _head(text[c:d]) == head])
        text = text[:a] + text[c:d] + text[b:]
    return text


def _head(form: str) -> str:
    """What a form begins with, as far as its kind goes."""
    first, *rest = re.findall(r"[()]|[^\s()]+", form[:200])[1:] or [""]
    second = next((word for word in rest if word in CLASSES[0]), "")
    return second if first in ("(", "game") or first.startswith("'") else first


CLASSES = (
    ("vloc", "iloc", "hloc", "oloc", "mem"), ("sto", "str", "points"), ("any", "all", "filter"),
    ("player", "team"), ("top", "bottom"), ("max", "min", "scoremax", "scoremin", "sum", "sort"),
    ("==", "!=", "<", ">", "<=", ">="), ("and", "or"), ("+", "-", "*", "//", "%", "^"),
    ("current", "next", "previous", "other"), ("move", "remember", "swap"), ("inc", "dec", "set"),
    ("do", "choice"), ("union", "intersect", "disjunction"), ("tri", "fib", "random"),
    ("shuffle", "size", "subsets", "owner", "pid"), ("game", "(current player)", "(0 team)", "'P"),
)  # fmt: skip


def exchange(text: str, random: Random) -> str:
    """A word becomes another of its class, a name another name, a variable another one."""
    pieces = tokens(text)
    for _ in range(random.randint(1, 4)):
        i = random.choice(_words(pieces))
        word = pieces[i]
        alike = [w for c in CLASSES if word in c for w in c]
        if not alike and word not in "()":
            kind = r"'[A-Z]+" if word[0] == "'" else r"[A-Z]+" if word.isupper() else r"[0-9]+"
            alike = [piece for piece in pieces if re.fullmatch(kind, piece)]
        pieces[i] = random.choice(alike or [word])
    return "".join(pieces)


def prune(text: str, random: Random) -> str:
    """A form is gone, or replaced by a simple one."""
    places = forms(text)
    if not places:
        return text
    a, b = random.choice(places)
    return text[:a] + random.choice(SIMPLE) + text[b:]


Damage = Callable[[str, Random], str]

KINDS: tuple[Damage, ...] = (
    cut, delete, duplicate, swap, shuffle, misspell, scribble, renumber, graft, prune,
    transplant, exchange,
)  # fmt: skip


def damaged(count: int, kinds: tuple[Damage, ...], seed: int) -> Iterator[str]:
    """So many damaged descriptions, always the same."""
    random = Random(seed)
    originals = list(descriptions().values())
    for i in range(count):
        yield kinds[i % len(kinds)](random.choice(originals), random)
