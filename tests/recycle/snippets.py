"""Pieces of descriptions and the messages about them, kept in `snapshots/*.txt`.

    #### action: a misspelt word
    (mvoe 'C (top (game vloc PILE)))
    ----
    g.rcy:7:2: error: unknown action `mvoe`; did you mean `move`?
    ...

The word before the colon says where the piece stands in an otherwise sound game, `game` that it is
all there is; parameters may follow it, `declare N=x`. With KIBITZ_UPDATE_SNAPSHOTS=1 in the
environment the tests write the messages instead of comparing them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.lint import lint

__all__ = ["SNAPSHOTS", "UPDATE", "Snippet", "messages", "read_snippets", "sound", "write_snippets"]

SNAPSHOTS = Path(__file__).parent / "snapshots"
UPDATE = bool(os.environ.get("KIBITZ_UPDATE_SNAPSHOTS"))

DECK = "(create deck (game iloc STOCK) (deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES))))"
SETUP = f"(setup (create players 2)\n{DECK})"
PLAY = "(do ((shuffle (game iloc STOCK))))"
SCORING = "(scoring max (pid (current player)))"


def sound(where: str, text: str) -> str:
    """A game that is sound but for one piece."""
    parts = {"declare": "", "setup": SETUP, "play": PLAY, "scoring": SCORING}
    if where == "game":
        return text
    if where == "action":
        where, text = "play", f"(do (\n{text}\n))"
    elif where == "choice":
        where, text = "play", f"(choice (\n{text}\n))"
    elif where == "deck":
        where, text = "setup", f"(setup (create players 2)\n{text}\n)"
    parts[where] = f"\n{text}\n"
    whole = text.count("(") == text.count(")") and "scoring" not in text
    if where == "play" and whole and "shuffle" not in text:
        parts[where] += PLAY
    return "(game {declare} {setup}\n{play}\n{scoring})\n".format(**parts)


@dataclass(frozen=True)
class Snippet:
    """A piece of a description and what is said about it."""

    title: str
    where: str
    parameters: dict[str, str]
    text: str
    expected: str

    def __str__(self) -> str:
        given = "".join(f" {name}={value}" for name, value in self.parameters.items())
        return f"#### {self.where}{given}: {self.title}\n{self.text}\n----\n{self.expected}\n"

    def messages(self) -> str:
        """What is said about it now."""
        return messages(sound(self.where, self.text), **self.parameters)


def messages(text: str, **parameters: str) -> str:
    """All messages about a description, as they are printed."""
    try:
        program, found = elaborate(Source(text, "g.rcy"), parameters)
    except KibitzError as error:
        return str(error)
    lint(program, found)
    return "\n".join(map(str, found.all)) or "nothing to say"


def read_snippets(path: Path) -> list[Snippet]:
    """The snippets of a file."""
    snippets = []
    for block in path.read_text(encoding="utf-8").split("#### ")[1:]:
        head, _, rest = block.partition("\n")
        place, _, title = head.partition(": ")
        where, *given = place.split()
        text, _, expected = rest.partition("\n----\n")
        parameters = dict(pair.split("=") for pair in given)
        snippets.append(Snippet(title, where, parameters, text, expected.rstrip("\n")))
    return snippets


def write_snippets(path: Path, snippets: list[Snippet]) -> None:
    """Put snippets into a file."""
    path.write_text("\n".join(map(str, snippets)), encoding="utf-8")
