"""The part of every emitted module that does not depend on the rules, only on the layout: moving
cards, orders, shuffles, groups, and the bookkeeping of options.

It is text (in `templates/`), because the emitted module must be one self-contained file in both
modes. `$` in capitals and before calls is for the printer; `$more`, `$ms` and `$nth` (more
parameters, the words of a set, one of them) are filled in here. Lines marked `#log` exist only in
the variant that tells what happens, those marked `#quiet` only in the other. There are two versions
of what handles sets of cards: for one word, and for several; small differences are marked `#one`,
`#many`, and `#words` for what is repeated for every word (its number is `@`), `#levels` and
`#loops` for two ways to compare points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from string import Template

from kibitz.recycle.layout import BITS, Layout
from kibitz.recycle.printer import Function, cut

__all__ = [
    "EVENTS",
    "EXCHANGED",
    "LIMITS",
    "SWAPPED",
    "numbers",
    "only_used",
    "prelude",
    "steady_sight",
    "tables",
    "work_size",
]

EVENTS = {
    "move": 1,
    "remember": 2,
    "forget": 3,
    "number": 4,
    "name": 5,
    "points": 6,
    "shuffle": 7,
    "cycle": 8,
    "pass": 9,
    "teams": 10,
    "deck": 11,
    "chance": 12,
    "choice": 13,
    "label": 14,
}
"""Kinds of events. An event is six integers: kind, three operands, who sees the card, more."""

SWAPPED = 32
"""Added to the last number of a move if the next one is that of the card it changes places with."""

EXCHANGED = -64, -128
"""Added to the last number of the moves by which two places change their cards: of those of the
one, and then of those of the other; unless one of them is empty."""

LIMITS = {"picks": 2000, "groups": 1 << 20, "options": 1 << 16, "steps": 100_000, "log": 4096}

_MARKS = re.compile("(?: *#(?:log|quiet|one|many|words|loops|levels))+$")

MOST_TEAMS = 16
"""Who sees a team's place depends on who is in the team: the mask is a negative number then."""


def prelude(layout: Layout, log: bool, levels: bool) -> tuple[Function, ...]:
    """The functions of every game; `levels` if it has masks for the levels of points."""
    return _prelude(layout.words, log, levels)


@cache
def _prelude(count: int, log: bool, levels: bool) -> tuple[Function, ...]:
    cards = "one_word" if count == 1 else "many_words"
    parts = [cards, "common"] if log else [cards, "common", "offers"]
    words = [f"m{w}" for w in range(count)]
    chosen = [f"{word} if w == {w} else " for w, word in enumerate(words[:-1])]
    fields = {
        "more": ", E, C" if log else "",
        "ms": ", ".join(words),
        "nth": "".join(chosen) + words[-1],
    }
    text = Template("\n\n".join(map(_template, parts))).safe_substitute(fields)
    left_out = {
        "#quiet" if log else "#log",
        "#many" if count == 1 else "#one",
        "#loops" if levels else "#levels",
    }
    lines = [line for line in text.splitlines() if not left_out & _marks(line)]
    pieces = cut("\n".join(_for_each_word(lines, count)))
    return tuple(piece for piece in pieces if isinstance(piece, Function))


def _marks(line: str) -> set[str]:
    """The marks at the end of a line."""
    found = _MARKS.search(line)
    return set(found[0].split()) if found else set()


def _for_each_word(lines: list[str], words: int) -> Iterator[str]:
    """Lines without their marks; blocks of lines marked `#words` are written once a word."""
    for marked, block in groupby(lines, lambda line: "#words" in _marks(line)):
        plain = [_MARKS.sub("", line) for line in block]
        for word in range(words if marked else 1):
            yield from (line.replace("@", str(word)) for line in plain) if marked else plain


def only_used(functions: tuple[Function, ...], calls: frozenset[str]) -> list[Function]:
    """The common part without the functions that neither the rest nor the engine calls."""
    named = {function.name: function for function in functions}
    wanted = {"count", "sees", *calls}
    found: set[str] = set()
    while new := wanted & named.keys() - found:
        found |= new
        wanted = {name for each in new for name in named[each].calls}
    return [function for function in functions if function.name in found]


@cache
def _template(name: str) -> str:
    return (files("kibitz.recycle") / "templates" / f"{name}.py.txt").read_text(encoding="utf-8")


def work_size() -> int:
    """How many integers the work space for listing options needs."""
    return _offer_at() + 16


def _offer_at() -> int:
    return 16 + 2 * LIMITS["picks"] + LIMITS["log"] + 4 * LIMITS["options"]


def numbers(layout: Layout) -> dict[str, int]:
    """The numbers of a game that have names."""
    log_at = 16 + 2 * LIMITS["picks"]
    return {
        "SIZE": layout.size,
        "CARDS": len(layout.cards),
        "PLAYERS": layout.program.players,
        "HIGHEST_WINS": layout.program.highest_wins,
        "TEAMS": MOST_TEAMS,
        "EVERYBODY": (1 << (layout.program.players + 1)) - 1,
        "PLACES": layout.places,
        "WORDS": layout.words,
        "BITS": BITS,
        "WHERE": layout.where,
        "RANK": layout.rank,
        "SETS": layout.sets,
        "TEAM_OF": layout.team_of,
        "PC": layout.PC,
        "ERROR": layout.ERROR,
        "CLOCK": layout.CLOCK,
        "TIES": layout.TIES,
        "RANDOMS": layout.RANDOMS,
        "KEY": layout.KEY,
        "ROUND": layout.ROUND,
        "LAST": 4611686018427387903,
        "LIMIT": 2147483648,
        "GONE": -2,
        "FIELD": 2305843009213693951,
        "GROUPS": LIMITS["groups"],
        "PICKS": LIMITS["picks"],
        "LOG": LIMITS["log"],
        "LOG_AT": log_at,
        "SEEN_AT": log_at + LIMITS["log"],
        "SEEN_MASK": 2 * LIMITS["options"] - 1,
        "LOT": 10,
        "OFFERED": 11,
        "OFFER_AT": _offer_at(),
    }


def tables(layout: Layout) -> str:
    """The lines that define what is known of each card and place."""
    cards = len(layout.cards)
    lines = [
        f"BIT = table({_tuple([1 << (c % BITS) for c in range(cards)] or [0])})",
        f"WORD_OF = table({_tuple([c // BITS for c in range(cards)] or [0])})",
        f"ORDERED = table({_tuple(_by_place(layout, 'ordered'))})",
        f"STAMPED = table({_tuple(_by_place(layout, 'stamped'))})",
        f"POOL = table({_tuple(_offsets(layout, layout.pools))})",
        f"MEMORY = table({_tuple(_offsets(layout, layout.memories))})",
        f"SIGHT = table({_tuple(_by_place(layout, 'sight'))})",
    ]
    return "\n".join(lines)


def steady_sight(layout: Layout) -> bool:
    """Whether who sees a place does not depend on who is in which team."""
    return min(_by_place(layout, "sight")) >= 0


def _offsets(layout: Layout, known: dict[int, int]) -> list[int]:
    return [known.get(place, -1) for place in range(layout.places)] or [-1]


def _by_place(layout: Layout, what: str) -> list[int]:
    values = [0] * max(1, layout.places)
    players = layout.program.players
    everybody = (1 << (players + 1)) - 1
    for family in layout.families.values():
        for owner in range(family.owners):
            for index in range(family.room):
                place = family.base + owner * family.room + index
                if what in ("ordered", "stamped"):
                    values[place] = int(getattr(family, what))
                    continue
                mask = 0
                if family.sight in ("vloc", "mem"):
                    mask = everybody
                elif family.owner == "player" and family.sight in ("iloc", "oloc"):
                    mask = 1 << owner if family.sight == "iloc" else everybody & ~(1 << owner)
                elif family.owner == "team" and family.sight == "iloc":
                    mask = -1 - owner
                elif family.owner == "team" and family.sight == "oloc":
                    mask = -MOST_TEAMS - 1 - owner
                elif family.sight == "oloc":
                    mask = everybody
                values[place] = mask
    return values


def _tuple(values: list[int]) -> str:
    return "(" + ", ".join(map(str, values)) + ("," if len(values) == 1 else "") + ")"
