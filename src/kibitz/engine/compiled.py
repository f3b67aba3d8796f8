"""Compiled bots: functions in the subset, put on top of a game.

A text has functions `choose(V, K, O, n, seat, seed)` (see `kibitz.engine.subset`): given the row of
the state as the seat sees it, the row of what it knows, and the numbers of the actions on offer,
which of the n it takes. The same text runs in Python (`kibitz.bots.compiled`) and, many of them in
one file with the rules and a loop over games, as machine code (the kernels `matches`, `acting`).

    V[SETS + (PLACE_HAND + seat) * WORDS]    the cards of a place: names are those of weights
    O[k] - ACTION_TRICK                      the card of an action; -1 where an action has no number
    held(V, place, RANK_KING)                how many of some cards lie in a place
    possible(V, K, place, word)              the cards that may lie there, as far as the seat knows
    likely(V, K, card, place)                how likely a card is there, in millionths
    drawn(seed, i, n)                        a random number below n, the i-th of this decision
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from kibitz.engine.derived import derived
from kibitz.engine.knowing import shape_of
from kibitz.engine.native import kernel_text
from kibitz.engine.numbers import NUMBERS, numbers_text
from kibitz.engine.subset import BOTS, DIVIDED, WITHIN, Subset, understood
from kibitz.engine.weights import names_of, sizes_of
from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.tree import Kind

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = [
    "Chooser", "acting_kernel", "asks", "bots_text", "checked", "is_playing", "match_kernel",
    "playing_text", "row_length", "seen_text",
]  # fmt: skip

CHOOSE = "choose"

STREAM = -7
"""The random stream of bots."""

ASKING = frozenset({"K", "possible", "likely"})
"""Who calls or reads one of these asks what is known."""

CALLED = f'''
def held_in(V, place, cards, size):
    """How many of some cards lie in a place."""
    n = 0
    for w in range(min(WORDS, size)):
        n += popcount(V[within(SETS + place * WORDS + w, SIZE)] & cards[w])
    return n


def drawn(seed, i, n):
    """A random number from 0 to n - 1, the i-th of a decision."""
    return below(seed, 0, {STREAM}, i, n) if 0 < n < LIMIT else 0
'''


@dataclass(frozen=True, slots=True)
class Chooser:
    """A function that chooses, and the text it stands in."""

    source: Source
    entry: str = CHOOSE

    def __hash__(self) -> int:
        return hash((self.source.text, self.entry))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chooser):
            return NotImplemented
        return (self.source.text, self.entry) == (other.source.text, other.entry)


def checked(game: Game, chooser: Chooser) -> None:
    """Complain about a text that is not in the subset, or cannot be put on top of this game."""
    _found(game, chooser.source, chooser.entry)


def asks(game: Game, chooser: Chooser) -> bool:
    """Whether a bot asks what it knows."""
    calls = _found(game, chooser.source, chooser.entry).calls
    seen: set[str] = set()
    ways = [chooser.entry]
    while ways:
        name = ways.pop()
        if name not in seen:
            seen.add(name)
            ways += calls.get(name, ())
    return bool(seen & ASKING)


def bots_text(game: Game, choosers: Sequence[Chooser]) -> tuple[str, dict[Chooser, str]]:
    """The texts of some bots, and the names of what constants they use; what each is called."""
    engine, named = derived(game, _known)
    used: set[str] = set()
    parts: list[str] = []
    called: dict[Chooser, str] = {}
    sources = list(dict.fromkeys(chooser.source.text for chooser in choosers))
    for chooser in choosers:
        number = sources.index(chooser.source.text)
        prefix = f"bot{number}_" if number else "bot_"
        called[chooser] = f"{prefix}{chooser.entry}"
    for number, text in enumerate(sources):
        source = next(each.source for each in choosers if each.source.text == text)
        dialect = replace(BOTS, prefix=f"bot{number}_" if number else "bot_")
        found = understood(source, {**_counts(named), **engine}, dialect)
        used |= found.used & named.keys()
        parts.append(ast.unparse(found.tree).replace("\ndef ", "\n\n\ndef "))
    constants = "".join(f"{name} = {named[name]}\n" for name in sorted(used))
    return "\n\n\n".join([constants, WITHIN, DIVIDED, CALLED, *parts]), called


def _found(game: Game, source: Source, entry: str) -> Subset:
    return derived(game, _understood, source.text, source.name, entry)


def _understood(game: Game, text: str, name: str, entry: str) -> Subset:
    engine, named = derived(game, _known)
    found = understood(Source(text, name), {**_counts(named), **engine}, BOTS)
    wanted = BOTS.entries[CHOOSE]
    if found.heads.get(entry) != wanted:
        raise KibitzError(f"{name}: there is no function {entry}({', '.join(wanted)})")
    return found


def _known(game: Game) -> tuple[dict[str, int], dict[str, str]]:
    """The names a text may use: those of the rules with how many numbers each has, and those that
    are filled in with what they stand for."""
    engine = sizes_of(f"{game.emitted.text}\n{shape_of(game).text}\n")
    return engine, {name: value for name, value in names_of(game) if name not in engine}


def _counts(named: dict[str, str]) -> dict[str, int]:
    return {name: value.count(",") for name, value in named.items()}


# --- kernels in which bots play -------------------------------------------------------------------

PLAIN = ("random", "first")
"""The bots every such kernel has by itself; their numbers come first."""

MATCHES, ACTING = "matches", "acting"
"""Kernels that play games: those of matches, and those to learn from, where networks play too."""

PLAYING = frozenset(
    {MATCHES, f"{MATCHES}knowing", ACTING, f"{ACTING}knowing"}
)  # on top of the plain rules, and of those that keep a ledger


def match_kernel(game: Game, choosers: Sequence[Chooser], knowing: bool) -> str:
    """The name of the kernel in which some bots play; their numbers follow those of `PLAIN`."""
    return _kernel(game, MATCHES, choosers, knowing, ())


def acting_kernel(
    game: Game, choosers: Sequence[Chooser], knowing: bool, counting: bool = False
) -> str:
    """The name of the kernel in which networks and some bots play, and decisions are recorded;
    `counting` if positions are encoded with chances."""
    beside = "counting" if counting else "positions"
    return _kernel(game, ACTING, choosers, knowing or counting, (beside,))


class _Texts:
    """The texts of the kernels in which bots play, by name."""

    def __init__(self, game: Game) -> None:
        self.of: dict[str, str] = {}


def is_playing(name: str) -> bool:
    """Whether a kernel is one in which bots play."""
    return name.partition(":")[0] in PLAYING


def playing_text(game: Game, name: str) -> str:
    """The text of a kernel in which bots play."""
    return derived(game, _Texts).of[name]


def _kernel(
    game: Game, loops: str, choosers: Sequence[Chooser], knowing: bool, beside: tuple[str, ...]
) -> str:
    """The name of a kernel in which bots play; its text is made if nobody has asked for it yet."""
    texts = derived(game, _Texts)
    made_of = [(c.source.text, c.entry) for c in choosers], *beside
    digest = sha256(repr(made_of).encode()).hexdigest()[:16]
    name = f"{loops}{'knowing' if knowing else ''}:{digest}"
    if name not in texts.of:
        texts.of[name] = _text(game, (*beside, loops), choosers, knowing)
    return name


def _text(game: Game, parts: Sequence[str], choosers: Sequence[Chooser], knowing: bool) -> str:
    bots, called = bots_text(game, choosers)
    asking = [0] * len(PLAIN) + [int(asks(game, chooser)) for chooser in choosers]
    cases = "".join(
        f"    if b == {number}:\n        return int({called[chooser]}(V, K, O, n, seat, seed))\n"
        for number, chooser in enumerate(choosers, len(PLAIN))
        if knowing or not asking[number]
    )
    decide = f"def decide(b, V, K, O, n, seat, seed):\n{cases}    return -1"
    left_out = ["#plain" if knowing else "#knowing"]
    left_out += [] if "counting" in parts else ["#counting"]
    lines = "\n\n".join(map(kernel_text, parts)).splitlines()
    loops = "\n".join(line for line in lines if not line.endswith(tuple(left_out)))
    head = [shape_of(game).text, seen_text(game), *_tables(ASKS=asking)]
    if NUMBERS in loops:
        head.append(numbers_text(game))
    return "\n".join(head) + f"\n\n\n{bots}\n\n\n{decide}\n\n\n{loops}"


# --- what kernels need to know of a game ----------------------------------------------------------


def seen_text(game: Game) -> str:
    """What the kernel `seen` needs to know: what is private, and where cards are kept by names."""
    layout, emitted = game.layout, game.emitted
    private = [number for pair in layout.private.items() for number in pair]
    wiped = [
        at
        for binding, at in layout.slots.items()
        if layout.private and binding.kind in (Kind.INT, Kind.STR)
    ]
    kept = [at for binding, at in layout.slots.items() if binding.kind is Kind.CARD]
    lists = [
        at
        for binding, at in layout.slots.items()
        if binding.kind is Kind.CARDS and not binding.spot
    ]
    labels = [-1] * (1 + max(emitted.choices, default=0))
    for position in emitted.subsets:
        labels[position] = emitted.choices[position].label
    lines = [
        f"MOST_OPTIONS = {LIMITS['options']}",
        f"TEAM_COUNT = {layout.team_count}",
        f"CHOSEN_AT = {layout.chosen}",
        f"CHOSEN_COUNT = {layout.CHOSEN_COUNT}",
        f"PRIVATES = {len(private) // 2}",
        f"WIPES = {len(wiped)}",
        f"KEPTS = {len(kept)}",
        f"LISTS = {len(lists)}",
        *_tables(PRIVATE=private, WIPED=wiped, KEPT=kept, LIST=lists, LABEL=labels),
    ]
    return "\n".join(lines)


def _tables(**tables: Sequence[int]) -> Iterator[str]:
    for name, numbers in tables.items():
        yield f"{name} = table(({', '.join(map(str, numbers or [0]))},))"


def row_length(game: Game) -> int:
    """How many numbers the row of what is known takes, with room for what is made of it."""
    shape = shape_of(game)
    return shape.length + 16 + shape.slots * (shape.words + shape.cards)
