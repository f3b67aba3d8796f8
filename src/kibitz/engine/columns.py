"""The columns of an encoding: what each is called, and where the kernel finds what is in it.

They are drafted from the description alone, kind by kind, in the order in which they stand: see
`kibitz.engine.encoding` for what they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.engine.knowing import shape_of
from kibitz.recycle.holdings import Holding, Key, holdings
from kibitz.recycle.layout import Family
from kibitz.recycle.reach import reach
from kibitz.recycle.tree import PRIVATE

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["HEADER", "LINEAR", "ROOM", "SQUASHED", "Draft"]

NEAR, FAR = 8, 128
"""Numbers without known limits are squashed: about these the differences show best."""

ROOM = 1 << 19
"""Real numbers to count deals with. Where there is more to count, chances are estimates."""

HEADER = (
    "turned", "spots", "seen", "rows", "sizes", "tops", "printed", "stores", "mover", "decisions",
    "decision", "stages", "partners", "picked", "mask", "may", "slots", "exact", "chance",
    "counted", "team_count", "cycles", "team_cycles", "chosen", "near", "far", "room",
)  # fmt: skip
"""What the first numbers of a plan are, in the order of the kernel: where a table begins, or a
column, or a number."""

LINEAR, SQUASHED, NAMED, SEATED = range(4)
OWNERS = {"game": 0, "player": 1, "team": 2}


class Draft:
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
        """All of it for the kernel: the head, then the tables."""
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
        """The columns from the first on are of one kind."""
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
        """The cards in sight, place by place, top cards, and how many lie where."""
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
        """Who decides what, whose stages these are, with whom; and what can be done."""
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
