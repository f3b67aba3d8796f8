"""What others learn from each choice and statement of a description, found without playing.

The variant of a game that tells what happens also tells what that shows about hidden cards, in one
of these ways; here is which it is, line by line, for the author of the game:

    nothing       it depends on nothing that somebody cannot see
    sets          which cards lie where is followed as sets of cards, and numbers of them
    tests         what has no such form is tested again on every deal that somebody thinks possible
    not always    neither can be done in some positions
    not followed  neither can be done at all

Where something is not followed knowledge is no longer exact, and says so.

Whoever writes the variant notes what is shown where (`Desk.note`). What is tested, and what is not
followed, is read from what has been written: nothing that it says can be forgotten here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.emitter import Emitted
from kibitz.recycle.notes import HOW, NOT, SELDOM, How, Note

__all__ = ["HINTS", "Learnt", "beginning", "learnt"]

LONGEST = 64
"""Characters that are shown of what the description says."""

NOT_FOLLOWED = re.compile(r'(disclose\(E, [^,]+, )?\bUntold\((\d+), "([^"]*)"\)')
"""Something that cannot be told: by itself, or as part of what can."""

TESTED = re.compile(r"\b(?:secret\(|disclose_again\(E, \w+, )secret_\w+, (\d+)")

SOMETHING_SEEN = "let something follow that everybody sees, such as `(set (game sto DONE) 1)`"
A_STORE = "let each option do something that no other does, such as setting a store"
NO_SECRETS = "ask for a number of cards (`size`), or do without private stores"

HINTS = {
    "which of equal cards is the best is drawn": "give all cards different points",
    "a number is drawn": "draw it first, into a store",
    "it looks at a card that is only drawn then": SOMETHING_SEEN,
    "it depends on the order of hidden cards": (
        "say which card by its points (`max`, `min`), or lay it open first; "
        "go through suits and ranks by their names"
    ),
    "it compares cards of two moments": "keep the first number in a store",
    "it depends on a name for hidden cards": (
        "ask before anything is moved, or write the cases as clauses of their own"
    ),
    "there are private numbers in the game": NO_SECRETS,
    "a private number has to do with it": NO_SECRETS,
    "what is seen of it may be taken for what comes next": SOMETHING_SEEN,
    "one cannot see how it came out": SOMETHING_SEEN,
    "another option may look the same": A_STORE,
    "another clause may look the same, and one does not see what was picked": A_STORE,
    "which card it is shows something, and not everybody sees it": (
        "let the player pick the card, in a choice"
    ),
    "cards are shuffled, or made": "shuffle in a statement of its own",
    "the options show it to the chooser alone": (
        "offer the same whatever the others hold, and say afterwards what comes of it"
    ),
    "which card was picked unseen": "pick all cards before the first is moved",
}
"""What to write instead, by the reason why something is not followed."""


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
        Learnt(line, how, beginning(source, line), why, HINTS.get(why, ""))
        for _, notes in sorted(found.items())
        for line, how, why in sorted(notes)
    )


def _written(telling: Emitted) -> Iterable[Note]:
    """What is tested again, and what is not followed."""
    text = telling.text
    for line in TESTED.findall(text):
        yield Note(int(line), "tests")
    for alone, line, why in NOT_FOLLOWED.findall(text):
        if why in SELDOM:
            continue
        yield Note(int(line), "not followed" if alone else "not always", why)


def beginning(source: Source, line: int) -> str:
    """The beginning of what a description says from a line on."""
    words, depth = "", 0
    for text in source.text.splitlines()[line - 1 :]:
        said = " ".join(text.partition(";")[0].split())
        words = f"{words} {said}".strip()
        depth += said.count("(") - said.count(")")
        if depth <= 0 or len(words) > LONGEST:
            break
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
