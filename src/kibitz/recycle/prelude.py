"""The part of every emitted module that does not depend on the rules, only on the layout: moving
cards, orders, shuffles, groups, and the bookkeeping of options.

It is text (in `templates/`), because the emitted module must be one self-contained file in both
modes. `$` names are filled in here; lines marked `#log` exist only in the variant that tells what
happens, those marked `#quiet` only in the other. There are two versions of what handles sets of
cards: for one word, and for several; small differences are marked `#one`, `#many`, and `#words` for
what is repeated for every word (its number is `@`), `#levels` and `#loops` for two ways to compare
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from string import Template

from kibitz.recycle.layout import BITS, Layout

__all__ = ["EVENTS", "LIMITS", "only_used", "prelude", "work_size"]

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
}
"""Kinds of events. An event is six integers: kind, three operands, who sees the card, more."""

LIMITS = {"picks": 2000, "groups": 1 << 20, "options": 1 << 16, "steps": 100_000, "log": 4096}

_MARKS = re.compile(" *#(log|quiet|one|many|words|loops|levels)$")

MOST_TEAMS = 16
"""Who sees a team's place depends on who is in the team: the mask is a negative number then."""


def prelude(layout: Layout, log: bool, levels: bool) -> str:
    """The common part of a game's module; `levels` if it has masks for the levels of points."""
    cards = "one_word" if layout.words == 1 else "many_words"
    parts = [cards, "common"] if log else [cards, "common", "offers"]
    words = [f"m{w}" for w in range(layout.words)]
    chosen = [f"{word} if w == {w} else " for w, word in enumerate(words[:-1])]
    fields = {
        "more": ", E, C" if log else "",
        "ms": ", ".join(words),
        "nth": "".join(chosen) + words[-1],
    }
    text = Template("\n\n".join(map(_template, parts))).substitute(fields)
    left_out = (
        "#quiet" if log else "#log",
        "#many" if layout.words == 1 else "#one",
        "#loops" if levels else "#levels",
    )
    lines = [line for line in text.splitlines() if not line.endswith(left_out)]
    return _constants(layout) + "\n\n" + "\n".join(_for_each_word(lines, layout.words))


def _for_each_word(lines: list[str], words: int) -> Iterator[str]:
    """Lines without their marks; blocks of lines marked `#words` are written once a word."""
    for marked, block in groupby(lines, lambda line: line.endswith("#words")):
        plain = [_MARKS.sub("", line) for line in block]
        for word in range(words if marked else 1):
            yield from (line.replace("@", str(word)) for line in plain) if marked else plain


def only_used(text: str, rest: str) -> str:
    """The common part without the functions that neither the rest nor the engine calls."""
    head, *functions = re.split(r"^(?=def )", text, flags=re.MULTILINE)
    named = {re.match(r"def (\w+)", f)[1]: f for f in functions}  # type: ignore[index]
    wanted = {"count", "sees", *_called(rest)}
    found: set[str] = set()
    while new := wanted & named.keys() - found:
        found |= new
        wanted = {name for each in new for name in _called(named[each])}
    return head + "".join(text for name, text in named.items() if name in found)


def _called(text: str) -> set[str]:
    return set(re.findall(r"(\w+)\(", text))


@cache
def _template(name: str) -> str:
    return (files("kibitz.recycle") / "templates" / f"{name}.py.txt").read_text(encoding="utf-8")


def work_size() -> int:
    """How many integers the work space for listing options needs."""
    return _offer_at() + 16


def _offer_at() -> int:
    return 16 + 2 * LIMITS["picks"] + LIMITS["log"] + 4 * LIMITS["options"]


def _constants(layout: Layout) -> str:
    cards = len(layout.cards)
    log_at = 16 + 2 * LIMITS["picks"]
    lines = [
        f"SIZE = {layout.size}",
        f"CARDS = {cards}",
        f"PLAYERS = {layout.program.players}",
        f"HIGHEST_WINS = {layout.program.highest_wins}",
        f"TEAMS = {MOST_TEAMS}",
        f"EVERYBODY = {(1 << (layout.program.players + 1)) - 1}",
        f"PLACES = {layout.places}",
        f"WORDS = {layout.words}",
        f"BITS = {BITS}",
        f"WHERE = {layout.where}",
        f"RANK = {layout.rank}",
        f"SETS = {layout.sets}",
        f"TEAM_OF = {layout.team_of}",
        f"PC = {layout.PC}",
        f"ERROR = {layout.ERROR}",
        f"CLOCK = {layout.CLOCK}",
        f"TIES = {layout.TIES}",
        f"RANDOMS = {layout.RANDOMS}",
        f"KEY = {layout.KEY}",
        f"ROUND = {layout.ROUND}",
        "LAST = 4611686018427387903",
        "LIMIT = 2147483648",
        "GONE = -2",
        "FIELD = 2305843009213693951",
        f"GROUPS = {LIMITS['groups']}",
        f"PICKS = {LIMITS['picks']}",
        f"LOG = {LIMITS['log']}",
        f"LOG_AT = {log_at}",
        f"SEEN_AT = {log_at + LIMITS['log']}",
        f"SEEN_MASK = {2 * LIMITS['options'] - 1}",
        "LOT = 10",
        "OFFERED = 11",
        f"OFFER_AT = {_offer_at()}",
        f"BIT = table({_tuple([1 << (c % BITS) for c in range(cards)] or [0])})",
        f"ORDERED = table({_tuple(_by_place(layout, 'ordered'))})",
        f"STAMPED = table({_tuple(_by_place(layout, 'stamped'))})",
        f"POOL = table({_tuple(_offsets(layout, layout.pools))})",
        f"MEMORY = table({_tuple(_offsets(layout, layout.memories))})",
        f"SIGHT = table({_tuple(_by_place(layout, 'sight'))})",
    ]
    return "\n".join(lines) + "\n"


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
