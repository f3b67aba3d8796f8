"""Labels: what an option is called at the table, and what is said instead of the `{}` in it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.recycle.elaboration import Elaboration
from kibitz.recycle.reader import Atom, Item
from kibitz.recycle.tree import Program

__all__ = ["HOLE", "checked", "filled", "labels"]

HOLE = "{}"
"""Stands for what is picked, for one thing after the other."""

LONGEST = 60
"""Characters of a label: it must fit a button."""

EXAMPLE = 'a label is written in quotation marks: "declare the marriage with {}"'


def checked(here: Elaboration, item: Item) -> str:
    """The text of a label as it stands in a description."""
    if not isinstance(item, Atom) or item.kind != "text":
        raise here.wrong(item, f"`{here.show(item)}` stands where a text is expected", EXAMPLE)
    text = " ".join(item.text[1:-1].split())
    if not text:
        raise here.wrong(item, "there is nothing in this label", EXAMPLE)
    if len(text) > LONGEST:
        raise here.wrong(item, f"a label has at most {LONGEST} characters, this has {len(text)}")
    if not text.isprintable() or set(text.replace(HOLE, "")) & set("{}"):
        raise here.wrong(item, "a label is plain text; `{}` in it stands for what is picked")
    return text


def filled(label: str, picked: Sequence[str]) -> str:
    """A label with what was picked in it; what it has no place for is said after it."""
    first, *rest = label.split(HOLE)
    left = list(picked)
    text = first + "".join((left.pop(0) if left else "") + part for part in rest)
    return " ".join([*text.split(), *left])


def labels(program: Program) -> tuple[str, ...]:
    """All labels of a program."""
    choices = (node for node in program.nodes() if node.op == "choice" and node.value is not None)
    return tuple(dict.fromkeys(label for choice in choices for label in choice.names if label))
