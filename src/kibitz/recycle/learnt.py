"""What others learn from each choice and statement of a description, found without playing.

The variant of a game that tells what happens also tells what that shows about hidden cards, in one
of these ways; here is which it is, line by line, for the author of the game:

    nothing       it depends on nothing that somebody cannot see
    sets          which cards lie where is followed as sets of cards, and numbers of them
    tests         what has no such form is tested again on every deal that somebody thinks possible
    not always    neither can be done in some positions: then knowledge is no longer exact, and says so
    not followed  neither can be done at all

Whoever writes the variant notes what is shown where (`Desk.note`). What is tested, and what is not
followed, is read from what has been written: nothing that it says can be forgotten here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from kibitz.recycle.emitter import Emitted

__all__ = ["HINTS", "HOW", "NOT", "How", "Learnt", "Note", "learnt"]

How = Literal["nothing", "sets", "tests", "not always", "not followed"]

HOW: tuple[How, ...] = ("nothing", "sets", "tests", "not always", "not followed")
"""From the best that can be said to the worst."""

NOT = HOW[3:]
"""Ways in which something is not followed."""

LONGEST = 64
"""Characters that are shown of a line of the description."""

NOT_FOLLOWED = re.compile(r'(disclose\(E, [^,]+, )?\bUntold\((\d+), "([^"]*)"\)')
"""Something that cannot be told: by itself, or as part of what can."""

TESTED = re.compile(r"\b(?:secret\(|disclose_again\(E, \w+, )secret_\w+, (\d+)")

HINTS = {
    "which of equal cards is the best is drawn": (
        "give all cards different points, or say `first max` or `last max`"
    ),
    "a number is drawn": "draw it before, and keep it in a store",
    "it looks at a card that is only drawn then": "move the card before it is looked at",
    "it depends on the order of hidden cards": "ask whether there is such a card, not which is on top",
    "it compares cards of two moments": "compare both before anything is moved",
    "it depends on a name for hidden cards": (
        "write what the name stands for, or ask before anything is moved"
    ),
    "there are private numbers in the game": (
        "keep what only one player knows as cards in a place of theirs, not in a private store"
    ),
    "a private number has to do with it": (
        "keep what only one player knows as cards in a place of theirs, not in a private store"
    ),
    "what is seen of it may be taken for what comes next": (
        "end it with something that everybody sees, such as a store that is set in both cases"
    ),
    "another option may look the same": (
        "let each option do something that no other does, such as setting a store"
    ),
    "which card it is shows something, and not everybody sees it": (
        "let the player pick the card in a choice"
    ),
    "one cannot see how it came out": (
        "do something in both cases that everybody sees, such as setting a store"
    ),
    "cards are shuffled, or made": "shuffle in a statement of its own",
    "the options show it to the chooser alone": (
        "offer the same options whatever the others hold, and say afterwards what came of it"
    ),
    "which card was picked unseen": "pick all cards of an option before the first of them is moved",
    "another clause may look the same, and one does not see what was picked": (
        "write the cases as clauses that do the same, or let each set a store"
    ),
    "something it asks for is not there": (
        "ask first whether the card is there, in a condition of its own"
    ),
    "several cards are the best": "give all cards different points",
    "that there is a subset to be picked": (
        "let the player say in a choice before it that they are going to pick"
    ),
}
"""What to write instead, by the reason why something is not followed."""


class Note(NamedTuple):
    """What a line shows, as it was noted where that was written."""

    line: int
    how: How
    why: str = ""


class Learnt(NamedTuple):
    """What others learn from a line of a description."""

    line: int
    how: How
    text: str
    """What the description says there."""
    why: str = ""
    """Why it is tested, or not followed."""
    hint: str = ""
    """What to write instead."""


def learnt(telling: Emitted) -> tuple[Learnt, ...]:
    """What others learn from the choices and statements of a game, as the variant that tells has
    it, in the order of the lines: the worst that can be said of each. A line that is not followed
    for two reasons is there twice."""
    source = telling.layout.program.source
    found: dict[int, list[Note]] = {}
    for note in (*telling.notes, *_written(telling)):
        notes = found.setdefault(note.line, [])
        if notes and HOW.index(notes[0].how) < HOW.index(note.how):
            notes.clear()
        if not notes or (notes[0].how == note.how in NOT and note not in notes):
            notes.append(note)
    return tuple(
        Learnt(line, how, _short(source.line(line)), why, HINTS.get(why, ""))
        for _, notes in sorted(found.items())
        for line, how, why in sorted(notes)
    )


def _written(telling: Emitted) -> Iterable[Note]:
    """What is tested again, and what is not followed."""
    text = telling.text
    for line in TESTED.findall(text):
        yield Note(int(line), "tests")
    for alone, line, why in NOT_FOLLOWED.findall(text):
        yield Note(int(line), "not followed" if alone else "not always", why)


def _short(text: str) -> str:
    """The beginning of a line of a description."""
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
