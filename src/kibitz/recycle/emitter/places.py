"""Where in the state stores, point maps and places are."""

from __future__ import annotations

from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import OWNERS
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Kind, Node

__all__ = ["Places"]


class Places:
    """Finds what has a name and an owner; what is not known beforehand is looked up in a table."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask

    def address(self, node: Node) -> str:
        """The offset of a store."""
        owner, name, *index = node.args
        kind = OWNERS[owner.kind]
        seat = self.ask.scalars.seat(owner)
        if index:
            return f"{self._indexed(node)} + {seat}"
        if name.op == "name":
            base = self.layout.stores[kind, str(node.value), name.text]
            if seat.isdigit():
                return str(base + int(seat))
            return f"{base} + {seat}"
        offsets = [-1] * len(self.layout.names)
        for (who, what, text), at in self.layout.stores.items():
            if who == kind and what == node.value:
                offsets[self.layout.name(text)] = at
        base_ = self.desk.keep(f"{self.desk.constant(offsets)}[{self.ask.scalars.string(name)}]")
        self.desk.fail(f"{base_} < 0", "a store by that name does not exist", node)
        return f"{base_} + {seat}"

    def _indexed(self, node: Node) -> str:
        """The offset of a store with an index, for the first of its owners."""
        owner, name, index = node.args
        kind, stores = (OWNERS[owner.kind], str(node.value)), self.layout.stores
        shelf = list(self.layout.shelves[*kind, name.text])
        slots = {index: stores[*kind, f"{name.text} {index}"] for index in shelf}
        if index.traits.literal:
            return str(slots[str(index.value)])
        if index.kind is Kind.INT:
            numbers = [int(each) for each in shelf if each.isdigit()]
            table = [slots[str(number)] for number in range(max(numbers) + 1)]
            number = self.desk.keep(self.ask.scalars.integer(index))
            last = max(numbers)
            self.desk.fail(
                f"not 0 <= {number} <= {last}",
                f"the index of this store is not between 0 and {last}",
                node,
            )
            return f"{self.desk.constant(table)}[{number}]"
        text = self.ask.scalars.string(index)
        table = [slots.get(name, -1) for name in self.layout.names]
        base = self.desk.keep(f"{self.desk.constant(table)}[{text}]")
        self.desk.fail(f"{base} < 0", "this store has no such index", node)
        return base

    def points(self, node: Node) -> str:
        """A point map as two arguments: an array and where the score of card 0 stands."""
        owner, name = node.args
        kind = OWNERS[owner.kind]
        cards = len(self.layout.cards)
        if name.op != "name":
            return f"S, {self.map_base(node)}"
        points = self.layout.maps[kind, name.text]
        seat = self.ask.scalars.seat(owner)
        if points.tabled:
            slot = str(points.at + int(seat)) if seat.isdigit() else f"{points.at} + {seat}"
            return f"POINTS, S[{slot}]"
        return f"S, {points.at} + {seat} * {cards}" if seat != "0" else f"S, {points.at}"

    def map_base(self, node: Node) -> str:
        """Where a point map named by a variable begins; such maps are kept in the state."""
        owner, name = node.args
        kind = OWNERS[owner.kind]
        bases = [-1] * len(self.layout.names)
        for (who, text), points in self.layout.maps.items():
            if who == kind:
                bases[self.layout.name(text)] = points.at
        base = self.desk.keep(f"{self.desk.constant(bases)}[{self.ask.scalars.string(name)}]")
        self.desk.fail(f"{base} < 0", "a point map by that name does not exist", node)
        return self.desk.keep(
            f"{base} + {self.ask.scalars.seat(owner)} * {len(self.layout.cards)}", "at"
        )

    def _place(self, node: Node) -> str:
        """The number of a place."""
        owner, name, index = node.args
        kind = OWNERS[owner.kind]
        seat = self.ask.scalars.seat(owner)
        number = self.ask.scalars.integer(index)
        if name.op == "name":
            family = self.layout.families[kind, str(node.value), name.text]
            base, room = str(family.base), str(family.room)
        else:
            base, room = self._named_places(node)
        if room != "1" or number != "0":
            number = self.desk.keep(number)
            if not (number.isdigit() and room.isdigit()) or int(number) >= int(room):
                last = f"between 0 and {int(room) - 1}" if room.isdigit() else "one it has"
                self.desk.fail(
                    f"not 0 <= {number} < {room}", f"the index of this place is not {last}", node
                )
        parts = [base]
        if seat != "0":
            parts.append(seat if room == "1" else f"{seat} * {room}")
        if number != "0":
            parts.append(number)
        if all(part.isdigit() for part in parts):
            return str(sum(map(int, parts)))
        return "(" + " + ".join(parts) + ")"

    def _named_places(self, node: Node) -> tuple[str, str]:
        """Where the places begin whose name is not known beforehand, and how many indices have
        room there."""
        named = {
            self.layout.name(family.name): family for family in self.layout.families_named(node)
        }
        names = range(len(self.layout.names))
        text = self.desk.keep(self.ask.scalars.string(node.args[1]))
        base = self.desk.keep(
            f"{self.desk.constant([named[n].base if n in named else -1 for n in names])}[{text}]"
        )
        self.desk.fail(f"{base} < 0", "a place by that name does not exist", node)
        rooms = {family.room for family in named.values()}
        if len(rooms) == 1:
            return base, str(rooms.pop())
        table = self.desk.constant([named[n].room if n in named else 0 for n in names])
        return base, self.desk.keep(f"{table}[{text}]")

    def spot(self, node: Node) -> str | None:
        """The number of the place a collection is, if it is one."""
        if node.op == "place":
            return self._place(node)
        if node.op == "var" and node.bound.spot:
            return self.desk.variable(node.bound).text
        if node.op in ("group_top", "group_bottom", "group_nth") and is_spots(node.args[-1]):
            array, offset, number = self.ask.lists.nth_group(node)
            return f"{array}[{offset} + 1 + {number}]"
        return None
