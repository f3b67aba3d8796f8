"""Encodings: what a seat sees of a position, as a row of numbers of fixed length, for learning.

The columns follow from the description alone and have names. Seats are counted from the one that
looks: `me`, then `+1`, who comes next, and so on; so are teams, `us` and `team +1`.

    TRICK +1: QH            I see that card there: 1 or 0
    TOP PILE: SUIT HEARTS   what is printed on the top card of a place that keeps an order
    SIZE HAND +1            cards in a place, divided by those there can be, for each owner
    GUESS me                a number of the rules, by the highest it can be; if that is not known
    GUESS me (far)          there are two columns: x / (|x| + 8), and x / (|x| + 128) for far ones
    LEAD: HEARTS            a name of the rules
    LAST: +1                a number of the rules that is a seat's
    MOVER: me, DECISION 47  whose turn it is, and where in the description their decision stands
    STAGE 2: +3             whose turn of a stage it is, the outermost first: who deals, who leads
    PARTNER: +2             who is in my team, where that is not always the same
    PICKED: QH              the cards of a set I have picked so far
    OPTION: play QH         the mask: what I can do now, as `Batch.mask` numbers it

With `knowledge="possible"` more columns follow, from what the seat knows, and with "probability"
more again:

    HAND +1 MAY: QH         the card may lie there, as far as sets of cards can say
    EXACT                   they say all that can be known
    HAND +1 CHANCE: QH      how likely it lies there, all deals that these sets allow being alike
    COUNTED                 the deals were counted; otherwise the chances are estimates

Columns that can never be anything but 0 are left out where that is easy to see. What has happened
is not told, unless it is seen on the table or kept by the rules; neither are point maps, nor what
is named for a while.

>>> import kibitz
>>> game = kibitz.load("agram", NUMP=2)
>>> encoding = game.encoding
>>> encoding.length, encoding.columns[35], encoding.parts["sizes"]
(223, 'TRICK me: 3S', slice(166, 172, None))
>>> game.batch(5, mode="python").encode().shape
(5, 223)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.buffers import shared
from kibitz.engine.derived import derived
from kibitz.engine.knowing import shape_of
from kibitz.errors import KibitzError, did_you_mean
from kibitz.recycle.holdings import Holding, Key, holdings
from kibitz.recycle.layout import Family
from kibitz.recycle.reach import reach
from kibitz.recycle.tree import PRIVATE

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["KNOWLEDGE", "Encoding", "Positions", "encode", "encoding_of"]

KNOWLEDGE = ("none", "possible", "probability")

NEAR, FAR = 8, 128
"""Numbers without known limits are squashed: about these the differences show best."""

ROOM = 1 << 19
"""Real numbers to count deals with. Where there is more to count, chances are estimates."""

Floats: TypeAlias = NDArray[np.float32]
Integers: TypeAlias = NDArray[np.int64]

HEADER = (
    "turned", "spots", "seen", "rows", "sizes", "tops", "printed", "stores", "mover", "decisions",
    "decision", "stages", "partners", "picked", "mask", "may", "slots", "exact", "chance",
    "counted", "team_count", "cycles", "team_cycles", "chosen", "near", "far", "room",
)  # fmt: skip
"""What the first numbers of a plan are, in the order of the kernel: where a table begins, or a
column, or a number."""

LINEAR, SQUASHED, NAMED, SEATED = range(4)
OWNERS = {"game": 0, "player": 1, "team": 2}


@dataclass(frozen=True, eq=False)
class Encoding:
    """What the columns of encoded positions are. Made by `game.encoding`.

    >>> import kibitz
    >>> encoding = kibitz.load("agram", NUMP=2).encoding.knowing("possible")
    >>> encoding
    <294 columns of Agram, knowledge: possible>
    >>> encoding.columns[-2:], encoding.index("MOVER: me")
    (('HAND +1 MAY: AD', 'EXACT'), 181)
    """

    game: Game = field(repr=False)
    knowledge: str
    """What of the hidden cards is in it: "none", "possible" or "probability"."""
    columns: tuple[str, ...] = field(repr=False)
    parts: Mapping[str, slice] = field(repr=False)
    """Where columns of one kind are: seen, tops, sizes, stores, turn, picked, mask, possible,
    probability."""
    plan: array[int] = field(repr=False)
    """The same for the kernel."""

    def __repr__(self) -> str:
        return f"<{self.length} columns of {self.game.title}, knowledge: {self.knowledge}>"

    @property
    def length(self) -> int:
        """How many columns there are."""
        return len(self.columns)

    @property
    def kernel(self) -> str:
        """The kernel that writes it."""
        return "chances" if self.knowledge == "probability" else "encode"

    @property
    def fractions(self) -> tuple[int, ...]:
        """The columns that may be anything: all others are 0 or 1. Numbers of cards, numbers the
        rules keep, and chances."""
        plan, parts = self.plan, self.parts
        found = list(range(len(self.columns))[parts["sizes"]])
        at = plan[HEADER.index("stores")]
        for row in range(plan[at]):
            column, *_, way, _ = plan[at + 1 + 6 * row : at + 7 + 6 * row]
            found += {LINEAR: [column], SQUASHED: [column, column + 1]}.get(way, [])
        if "probability" in parts:
            found += range(len(self.columns))[parts["probability"]][:-1]  # all but COUNTED
        return tuple(sorted(found))

    def knowing(self, knowledge: str) -> Encoding:
        """The encoding of the same game with more or less knowledge. Columns that both have are the
        same: those of "none" come first, then what is possible, then the probabilities."""
        return encoding_of(self.game, knowledge)

    def index(self, column: str) -> int:
        """The number of a column."""
        try:
            return self.columns.index(column)
        except ValueError:
            near = did_you_mean(column, self.columns)
            raise KibitzError(f"{self!r} has no column `{column}`{near}") from None


def encoding_of(game: Game, knowledge: str = "none") -> Encoding:
    """How positions of a game are encoded."""
    if knowledge not in KNOWLEDGE:
        raise KibitzError(f"there is no knowledge `{knowledge}`", f"one of: {', '.join(KNOWLEDGE)}")
    return derived(game, _made, knowledge)


def _made(game: Game, knowledge: str) -> Encoding:
    draft = _Draft(game)
    draft.see()
    draft.keep()
    draft.turn()
    if knowledge != "none":
        draft.know("possible", "may", "MAY", "exact")
    if knowledge == "probability":
        draft.know("probability", "chance", "CHANCE", "counted")
    return Encoding(game, knowledge, tuple(draft.columns), draft.parts, draft.plan())


class _Draft:
    """An encoding being made: the names of its columns, and the tables for the kernel."""

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.layout
        self.columns: list[str] = []
        self.parts: dict[str, slice] = {}
        self.head = dict.fromkeys(HEADER, -1)
        self.tables: list[int] = []
        self.options: set[str] = set()
        self.reach = reach(game.layout)
        layout = game.layout
        self.regrouped = any(node.op == "create_teams" for node in game.program.nodes())
        self.families: list[Family] = [*layout.families.values()][:1] * layout.places
        for family in layout.families.values():
            for place in range(family.base, family.base + family.size):
                self.families[place] = family
        self.head |= {
            "team_count": layout.team_count,
            "cycles": layout.cycles,
            "team_cycles": layout.team_cycles,
            "chosen": layout.chosen,
            "near": NEAR,
            "far": FAR,
            "room": ROOM,
        }

    def plan(self) -> array[int]:
        return array("q", [*self.head.values(), *self.tables])

    def table(self, name: str, numbers: list[int]) -> int:
        """Keep some numbers for the kernel: where they begin."""
        at = len(self.head) + len(self.tables)
        self.tables += numbers
        if name:
            self.head[name] = at
        return at

    def add(self, names: Iterator[str] | list[str]) -> int:
        """Add columns: the number of the first."""
        first = len(self.columns)
        self.columns += names
        return first

    def part(self, name: str, first: int) -> None:
        self.parts[name] = slice(first, len(self.columns))

    # --- who and where ----------------------------------------------------------------------------

    def who(self, owner: str, number: int) -> str:
        """An owner as the seat counts them."""
        if owner == "team":
            return f"team +{number}" if number else "us"
        return f"+{number}" if number else "me"

    def called(self, place: int) -> str:
        """A place as the seat counts them."""
        name, family = self.game.place_names[place], self.families[place]
        if family.owner == "game":
            return name
        index = (place - family.base) % family.room
        owner = (place - family.base) // family.room
        own = {"player": f" {owner}", "team": f" team {owner}"}[family.owner]
        suffix = f"#{index}" if family.room > 1 else ""
        stem = name.removesuffix(own + suffix)
        return f"{stem} {self.who(family.owner, owner)}{suffix}"

    def sees(self, place: int) -> bool:
        """Whether the seat sees a place, as it counts them: its own are the first."""
        family = self.families[place]
        if family.sight in ("vloc", "mem") or family.owner == "game":
            return family.sight in ("vloc", "mem", "oloc")
        own = place - family.base < family.room
        return own if family.sight == "iloc" else family.sight == "oloc" and not own

    def _turned(self, seat: int, place: int) -> int:
        """A place as a seat counts them, where teams stay as they are."""
        family, blank, layout = self.families[place], self.game.blank, self.layout
        owner, index = divmod(place - family.base, family.room)
        if family.owner == "player":
            owner = (owner - seat) % self.game.players
        elif family.owner == "team" and owner < blank[layout.team_count]:
            owner = (owner - blank[layout.team_of + seat]) % blank[layout.team_count]
        return family.base + owner * family.room + index

    # --- what lies where --------------------------------------------------------------------------

    def see(self) -> None:
        game, layout = self.game, self.layout
        places, seats = range(layout.places), range(game.players)
        if not self.regrouped:
            self.table("turned", [self._turned(seat, place) for seat in seats for place in places])
        spots: list[int] = []
        rows: list[int] = []
        numbered: dict[frozenset[int], int] = {}
        for place, family in enumerate(self.families):
            owner = (place - family.base) // family.room
            spots += [place - owner * family.room, owner, family.room, OWNERS[family.owner]]
            cards = self.reach[family]
            if cards not in numbered:
                order = {card: k for k, card in enumerate(sorted(cards))}
                numbered[cards] = self.table(
                    "", [order.get(card, -1) for card in range(len(game.cards))]
                )
            rows.append(numbered[cards])
        self.table("spots", spots)
        self.table("rows", rows)
        first = len(self.columns)
        seen = [self._cards(place, "") if self.sees(place) else -1 for place in places]
        self.table("seen", seen)
        self.part("seen", first)
        self._tops()
        first = len(self.columns)
        sizes: list[int] = []
        for place, family in enumerate(self.families):
            most = max(1, round(len(self.reach[family]) / family.owners))
            sizes += [self.add([f"SIZE {self.called(place)}"]), most]
        self.table("sizes", sizes)
        self.part("sizes", first)

    def _cards(self, place: int, word: str) -> int:
        """A column for every card that can come to a place."""
        name = self.called(place) + word
        faces = (self.game.cards[card] for card in sorted(self.reach[self.families[place]]))
        return self.add(f"{name}: {face!r}" for face in faces)

    def _tops(self) -> None:
        """What is printed on top cards, where the order counts: a column for each value."""
        attributes = list(self.layout.attributes)
        values = list(
            dict.fromkeys(
                (attribute, face.attributes[attribute])
                for attribute in attributes
                for face in self.game.cards
                if attribute in face.attributes
            )
        )
        printed = [len(attributes)]
        for face in self.game.cards:
            for attribute in attributes:
                value = attribute, face.attributes.get(attribute, "")
                printed.append(values.index(value) if value in values else -1)
        self.table("printed", printed)
        first = len(self.columns)
        tops = [-1] * self.layout.places
        for place, family in enumerate(self.families):
            if family.followed and not family.memory and self.sees(place):
                name = self.called(place)
                tops[place] = self.add(f"TOP {name}: {a} {v}" for a, v in values)
        self.table("tops", tops)
        self.part("tops", first)

    # --- what the rules keep ----------------------------------------------------------------------

    def keep(self) -> None:
        """The stores: for each column or more a row of what is where and how it is written."""
        first = len(self.columns)
        rows: list[int] = []
        held = holdings(self.layout)
        for key, at in self.layout.stores.items():
            owner, kind, name = key
            count = {"game": 1, "player": self.game.players, "team": max(1, self.layout.teams)}
            twin = any(other != key and other[::2] == key[::2] for other in held)
            stem = f"{kind} {name}" if twin else name
            for k in range(1 if kind in PRIVATE else count[owner]):
                called = stem if owner == "game" else f"{stem} {self.who(owner, k)}"
                found = self._store(called, key, held[key])
                if found is not None:
                    column, way, more = found
                    rows += [column, at, OWNERS[owner], k, way, more]
        self.table("stores", [len(rows) // 6, *rows])
        self.part("stores", first)

    def _store(self, called: str, key: Key, held: Holding) -> tuple[int, int, int] | None:
        """The columns of a store, and how it is written there; None if it never changes."""
        if key[1] in ("str", "istr"):
            if not held.names:
                return None
            order = {name: k for k, name in enumerate(held.names)}
            table = self.table("", [order.get(name, -1) for name in self.layout.names])
            return self.add(f"{called}: {name}" for name in held.names), NAMED, table
        if held.seat:
            seats = [f"{called}: {self.who('player', k)}" for k in range(self.game.players)]
            return self.add(seats), SEATED, 0
        if held.limits is None:
            return self.add([called, f"{called} (far)"]), SQUASHED, 0
        most = max(map(abs, held.limits))
        return (self.add([called]), LINEAR, most) if most else None

    # --- whose turn it is -------------------------------------------------------------------------

    def turn(self) -> None:
        game, layout = self.game, self.layout
        first = len(self.columns)
        seats = [self.who("player", k) for k in range(game.players)]
        self.head["mover"] = self.add([f"MOVER: {who}" for who in seats])
        self._decisions()
        players = self.add(
            f"STAGE {depth + 1}: {who}" for depth in range(layout.depth) for who in seats
        )
        most = max(1, layout.teams)
        teams = self.add(
            f"TEAM STAGE {depth + 1}: {self.who('team', k)}"
            for depth in range(layout.team_depth)
            for k in range(most)
        )
        self.table("stages", [players, layout.depth, teams, layout.team_depth, most])
        of = game.blank[layout.team_of : layout.team_of + game.players]
        turned = [[of[(seat + k) % len(of)] == of[seat] for k in range(len(of))]
                  for seat in range(len(of))]  # fmt: skip
        if self.regrouped or any(each != turned[0] for each in turned):
            self.head["partners"] = self.add([f"PARTNER: {who}" for who in seats[1:]])
        self.part("turn", first)
        first = len(self.columns)
        if game.emitted.subsets:
            self.head["picked"] = self.add(f"PICKED: {face!r}" for face in game.cards)
        self.part("picked", first)
        first = self.head["mask"] = self.add(map(self._option, range(game.action_count)))
        self.part("mask", first)

    def _decisions(self) -> None:
        """A column for each choice, by the line it stands on; a set being picked, card by card, is
        still the same decision."""
        emitted, source = self.game.emitted, self.game.source
        order: dict[int, int] = {}
        lines: list[str] = []
        table = [0] * (2 * max(emitted.choices, default=0) + 2)
        for position, choice in sorted(emitted.choices.items()):
            if choice.label not in order:
                order[choice.label] = len(order)
                line = f"DECISION {source.place(choice.node.at[0])[0]}"
                lines.append(line if line not in lines else f"{line} ({choice.label})")
            table[2 * position] = order[choice.label]
            table[2 * position + 1] = int(position in emitted.subsets)
        self.table("decisions", table)
        self.head["decision"] = self.add(lines)

    def _option(self, number: int) -> str:
        """An option by its number; several may be called the same."""
        action = self.game.namer.by_number(number)
        name = f"OPTION {number}" if action is None else f"OPTION: {action.text}"
        if name in self.options:
            name += f" ({number})"
        self.options.add(name)
        return name

    # --- what is known ----------------------------------------------------------------------------

    def know(self, part: str, table: str, word: str, flag: str) -> None:
        """A column for each card and each place that the seat may not see."""
        shape, first = shape_of(self.game), len(self.columns)
        open_ = [family.sight in ("vloc", "mem") for family in self.families]
        unseen = [
            not open_[place] and (place in shape.vague or not self.sees(place))
            for place in range(self.layout.places)
        ]
        self.table(
            table,
            [
                self._cards(place, f" {word}") if hidden else -1
                for place, hidden in enumerate(unseen)
            ],
        )
        if self.head["slots"] < 0:
            rows: list[int] = []
            for slot, place in enumerate(shape.hidden):
                rows += [place, shape.size_at + slot, shape.held_at + slot * shape.block]
            self.table("slots", [shape.slots, *rows])
        self.head[flag] = self.add([flag.upper()])
        self.part(part, first)


# --- encoding -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions to be encoded: rows of states, or of one view."""

    states: Any
    """A row of numbers each."""
    seats: Integers
    """As whom to look; -1: not at all."""
    movers: Integers
    """Whose turn it is; -1: nobody's."""
    counts: Integers
    actions: Integers
    """How many options each has, and their numbers, -1 where there is none: a row each."""
    sizes: Any = None
    """Of a view: how many cards lie in each place."""
    ledgers: Any = None
    """What is known: a row each, as `kibitz.engine.knowing` has it."""


NOTHING = np.zeros(1, np.int64)


def encode(encoding: Encoding, mode: str, given: Positions, out: Floats | None = None) -> Floats:
    """Positions as rows of numbers."""
    game, plan, columns = encoding.game, encoding.plan, encoding.length
    n = len(given.seats)
    if out is None:
        out = np.empty((n, columns), np.float32)
    elif out.shape != (n, columns) or out.dtype != np.float32 or not out.flags.c_contiguous:
        raise KibitzError(
            f"an array of {out.dtype} of the shape {out.shape} to encode to",
            f"it takes one of float32 of the shape {(n, columns)}, in one piece",
        )
    knows = encoding.knowledge != "none"
    length = shape_of(game).length
    scratch, reals = _scratch(game, encoding.knowledge == "probability")
    encode_all = game.kernel(encoding.kernel, mode)["encode_all"]

    def take(numbers: Any) -> Any:  # arrays, by mode
        return shared(numbers, mode)

    encode_all(
        take(given.states),
        n,
        *map(take, (given.seats, given.movers, given.counts, given.actions)),
        given.actions.shape[1],
        int(given.sizes is not None),
        take(NOTHING if given.sizes is None else given.sizes),
        take(given.ledgers if knows else NOTHING),
        length,
        take(plan),
        take(scratch),
        _real(reals, mode),
        _real(out, mode),
        columns,
    )
    return out


def _scratch(game: Game, counting: bool) -> tuple[Integers, NDArray[np.float64]]:
    """Room to work in: each call has its own."""
    numbers = 11 * game.layout.places + game.layout.words + 4 * len(game.cards) + 8
    return np.zeros(numbers, np.int64), np.empty(ROOM if counting else 1)


def _real(numbers: NDArray[Any], mode: str) -> Any:  # an array of Python or of NumPy, by mode
    """An array of real numbers as the kernel takes it: in one row."""
    if mode == "native":
        return numbers.reshape(-1)
    plain: Any = numbers
    return memoryview(plain).cast("B").cast("f" if numbers.dtype == np.float32 else "d")
