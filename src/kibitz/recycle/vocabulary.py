"""The words of RECYCLE. The elaborator registers each form it understands here, with its syntax
and meaning; suggestions for misspelt words and the language reference come from the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

__all__ = ["FORMS", "TOPICS", "Usage", "form", "reference", "words"]

TOPICS = {
    "game": "The description",
    "flow": "Stages, choices and statements",
    "action": "Actions",
    "bool": "Conditions",
    "int": "Numbers",
    "str": "Names",
    "points": "Point maps",
    "card": "Cards",
    "player": "Players and teams",
    "cards": "Places and collections of cards",
    "groups": "Lists of groups",
    "other": "Other collections",
}

WRITTEN = {
    "`NAME`": "a name: capital letters, a variable that holds one, or a form under *Names*",
    "`'V`": "a variable: a quote and capital letters",
    "`INT`": "a number: digits, perhaps with a `-` that touches them, a variable, or a form "
    "under *Numbers*",
    "`CONDITION`": "a form under *Conditions*",
    "`CARD`": "a variable, or a form under *Cards*",
    "`PLAYER`, `TEAM`": "a variable, or a form under *Players and teams*",
    "`OWNER`": "`game`, a player or a team",
    "`PLACE`": "a variable, or a form under *Places and collections of cards*; one can only move "
    "cards into a real place",
    "`POINTS`": "a point map, `(OWNER points NAME)`",
    "`VALUE`, `X`": "any of these but a condition or a point map",
    "`COLLECTION`": "a place, a list of groups, or one of *Other collections*; also `player` and "
    "`team`, all of them in the order of the seats, and a team: its players",
    "`STATEMENT`": "an action, `do`, `any`, `all`, `let`, or one of these after a condition: "
    "`(CONDITION STATEMENT)`. Stages and choices stand only in the game, in a stage, or in a `let` "
    "that stands there",
}
"""What the capitals of the syntax stand for."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One form: its leading word, what it is, how it is written and what it means."""

    word: str
    topic: str
    syntax: str
    meaning: str
    read: Callable[..., object]
    """The function that understands it; what it makes depends on the topic."""


FORMS: dict[tuple[str, str], Usage] = {}
"""Every form by (topic, word)."""

_F = TypeVar("_F", bound=Callable[..., object])


def form(word: str, topic: str, syntax: str, meaning: str) -> Callable[[_F], _F]:
    """Register a function of the elaborator as the one that understands a word."""

    def register(read: _F) -> _F:
        FORMS[topic, word] = Usage(word, topic, syntax, meaning, read)
        return read

    return register


def words(*topics: str) -> set[str]:
    """The words of some topics."""
    return {word for topic, word in FORMS if topic in topics}


def reference() -> str:
    """The language reference as Markdown."""
    lines = [
        "# RECYCLE, word by word",
        "",
        "*Written by `make docs` from the tables the elaborator itself reads by; do not edit.*",
        "",
        "A first game, step by step, is in [describe.md](describe.md); how the parts work together "
        "is told in [language.md](language.md). In the tables `{x}` means any number of x, `[x]` "
        "an optional one, `a|b` one of the two, and words in capitals stand for these:",
        *_table(("written", "stands for"), WRITTEN.items()),
    ]
    for topic, title in TOPICS.items():
        usages = ((f"`{usage.syntax}`", usage.meaning) for usage in _listed(topic))
        lines += ["", f"## {title}", *_table(("form", "meaning"), usages)]
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> list[str]:
    cells = (tuple(cell.replace("|", "\\|") for cell in row) for row in rows)
    return ["", "| {} | {} |".format(*head), "|---|---|", *map("| {0[0]} | {0[1]} |".format, cells)]


def _listed(topic: str) -> Iterator[Usage]:
    """The forms of a topic in the order of the source, each way of writing only once."""
    usages = [usage for usage in FORMS.values() if usage.topic == topic]
    for _, group in groupby(usages, key=lambda usage: usage.read):
        forms = list(group)[::-1]  # decorators are applied from the last to the first
        for usage in forms:
            word, rest = _split(usage)
            if not any(
                usage.word in other_word.split("|") and rest == other_rest and other_word != word
                for other_word, other_rest in map(_split, forms)
            ):
                yield usage


def _split(usage: Usage) -> tuple[str, str]:
    """The leading words of a form, and what follows."""
    word, _, rest = usage.syntax.removeprefix("(").partition(" ")
    return word, rest
