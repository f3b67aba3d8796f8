"""The words of RECYCLE. The elaborator registers each form it understands here, with its syntax
and meaning; suggestions for misspelt words and the language reference come from the same table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["FORMS", "TOPICS", "Entry", "form", "reference", "words"]

TOPICS = {
    "game": "The description",
    "flow": "Stages, choices and statements",
    "action": "Actions",
    "bool": "Conditions",
    "int": "Numbers",
    "str": "Names",
    "card": "Cards",
    "player": "Players and teams",
    "cards": "Places and collections of cards",
    "groups": "Lists of groups",
    "other": "Other collections",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One form: its leading word, what it is, how it is written and what it means."""

    word: str
    topic: str
    syntax: str
    meaning: str
    method: str


FORMS: dict[tuple[str, str], Entry] = {}
"""Every form by (topic, word)."""

_F = TypeVar("_F", bound=Callable[..., object])


def form(word: str, topic: str, syntax: str, meaning: str) -> Callable[[_F], _F]:
    """Register a method of the elaborator as the one that understands a word."""

    def register(method: _F) -> _F:
        FORMS[topic, word] = Entry(word, topic, syntax, meaning, method.__name__)
        return method

    return register


def words(*topics: str) -> set[str]:
    """The words of some topics."""
    return {word for topic, word in FORMS if topic in topics}


def reference() -> str:
    """The language reference as Markdown."""
    lines = [
        "# RECYCLE, word by word",
        "",
        "*Generated from the elaborator's own tables (`python -m kibitz.recycle.vocabulary`); do "
        "not edit.* `{x}` means any number of x, `[x]` an optional one. How the parts work "
        "together is told in [describe.md](describe.md).",
    ]
    for topic, title in TOPICS.items():
        lines += ["", f"## {title}", "", "| form | meaning |", "|---|---|"]
        for (where, _), entry in FORMS.items():
            if where == topic:
                syntax = entry.syntax.replace("|", "\\|")
                lines.append(f"| `{syntax}` | {entry.meaning} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import kibitz.recycle.vocabulary as canonical
    from kibitz.recycle import elaborator  # noqa: F401  (fills the table)

    print(canonical.reference(), end="")
