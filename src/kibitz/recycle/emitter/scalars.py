"""Numbers, names, cards, players, teams, and where stores and places are."""

from __future__ import annotations

from kibitz.recycle.emitter.folding import bare, either
from kibitz.recycle.emitter.writer import Writer
from kibitz.recycle.layout import OWNERS
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Kind, Node

__all__ = ["Scalars"]


class Scalars(Writer):
    """Each method writes the lines it needs and returns a text that can stand in an expression."""

    def integer(self, node: Node) -> str:
        op = node.op
        if op == "num":
            return str(node.value)
        if op == "var":
            return self.variable(node.bound).text
        if op == "store":
            return f"S[{self.address(node)}]"
        if op in ("+", "-"):
            return "(" + f" {op} ".join(map(self.integer, node.args)) + ")"
        if op == "*":
            text = self.integer(node.args[0])
            for arg in node.args[1:]:
                text = f"times({text}, {self.integer(arg)})"
            return text
        if op in ("//", "%"):
            a = self.integer(node.args[0])
            b = self.keep(self.integer(node.args[1]))
            if not b.isdigit() or b == "0":
                self.fail(f"{b} == 0", "division by zero", node)
            return f"{'quotient' if op == '//' else 'remainder'}({a}, {b})"
        if op == "^":
            return f"power({self.integer(node.args[0])}, {self.integer(node.args[1])})"
        if op in ("tri", "fib"):
            name = "triangle" if op == "tri" else "fibonacci"
            return f"{name}({self.integer(node.args[0])})"
        if op in ("max_int", "min_int"):
            return f"{op.removesuffix('_int')}({', '.join(map(self.integer, node.args))})"
        if op == "random":
            low = self.keep(self.integer(node.args[0]))
            high = self.keep(self.integer(node.args[1]))
            self.fail(
                f"{high} < {low} or {high} - {low} >= LIMIT",
                "a random number from an empty range",
                node,
            )
            return self.keep(f"roll(S, {low}, {high}{self.more})")
        if op == "size":
            return self.size(node.args[0])
        if op == "sum":
            words = [bare(word) for word in self.words(node.args[0])]
            return f"total({', '.join(words)}, {self.points(node.args[1])})"
        if op == "score":
            card = self.card(node.args[0], "there is no card to score")
            array, at = self.points(node.args[1]).split(", ")
            return f"{array}[{at} + {card}]"
        if op in ("scoremax", "scoremin"):
            words = [self.keep(word) for word in self.words(node.args[0])]
            self.fail(f"{either(words)} == 0", f"`{op}` of an empty place", node)
            sign = 1 if op == "scoremax" else -1
            return f"highest({', '.join(words)}, {self.points(node.args[1])}, {sign})"
        assert op == "pid", op
        return self.player(node.args[0])

    def string(self, node: Node) -> str:
        if node.op == "name":
            return str(self.layout.name(node.text))
        if node.op == "var":
            return self.variable(node.bound).text
        if node.op == "store":
            return f"S[{self.address(node)}]"
        assert node.op == "cardatt", node.op
        card = self.card(node.args[1])
        return f"ATTRIBUTE[{self.attribute(node.args[0])} + {card}]"

    def attribute(self, node: Node) -> str:
        """Where the values of an attribute begin in the table of attributes."""
        stride = len(self.layout.cards) + 1
        if node.op == "name":
            unknown = len(self.layout.attributes)
            return str(self.layout.attributes.get(node.text, unknown) * stride + 1)
        return f"ATTRIBUTE_OF[{self.string(node)}]"

    def card(self, node: Node, missing: str | None = None) -> str:
        """A card's number, -1 for no card unless `missing` says that is an error."""
        op = node.op
        if op == "var":
            text = self.variable(node.bound).text
            if missing and _may_be_none(node):
                self.fail(f"{text} < 0", missing, node)
            return text
        if op in ("max", "min"):
            words = [self.keep(word) for word in self.words(node.args[0])]
            sign = 1 if op == "max" else -1
            points = self.points(node.args[1])
            text = self.keep(f"best(S, {', '.join(words)}, {points}, {sign}{self.more})", "c")
            self.fail(f"{text} < 0", f"`{op}` of an empty place", node)
            return text
        where = node.args[-1]
        number = self.integer(node.args[0]) if op == "nth" else None
        spot = self.spot(where)
        if spot is not None and number is None and not self.has_memory(where):
            text = self.keep(f"{op}(S, {spot}{self.more})", "c")
            if missing:
                self.fail(f"{text} < 0", missing, node)
            return text
        array, offset = self.sequence(where)
        length = f"{array}[{offset}]"
        if number is None:
            at = f"{offset} + {length}" if op == "top" else f"{offset} + 1"
            text = self.keep(f"{array}[{at}] if {length} else -1", "c")
        else:
            number = self.keep(number)
            text = self.keep(
                f"{array}[{offset} + 1 + {number}] if 0 <= {number} < {length} else -1", "c"
            )
        if missing:
            self.fail(f"{text} < 0", missing, node)
        return text

    def player(self, node: Node) -> str:
        base = self.layout.cycles + 2 * self.depth_of_cycle
        players = self.layout.program.players
        if node.op == "var":
            return self.variable(node.bound).text
        if node.op in ("current", "next", "previous"):
            return _turn(node.op, base, str(players))
        if node.op == "player_number":
            number = self.keep(self.integer(node.args[0]))
            if not number.isdigit() or int(number) >= players:
                self.fail(f"not 0 <= {number} < {players}", "there is no such player", node)
            return number
        assert node.op == "owner", node.op
        card = self.card(node.args[0], "no card, so no owner")
        text = self.keep(f"OWNER[S[WHERE + {card}]]", "p")
        self.fail(f"{text} < 0", "the card does not lie with a player", node)
        return text

    def team(self, node: Node) -> str:
        base = self.layout.team_cycles + 2 * self.depth_of_teams
        count = f"S[{self.layout.team_count}]"
        if node.op == "var":
            return self.variable(node.bound).text
        if node.op in ("current_team", "next_team", "previous_team"):
            return _turn(node.op.removesuffix("_team"), base, count)
        if node.op == "team_number":
            number = self.keep(self.integer(node.args[0]))
            self.fail(f"not 0 <= {number} < {count}", "there is no such team", node)
            return number
        assert node.op == "team_of", node.op
        return f"S[TEAM_OF + {self.player(node.args[0])}]"

    def seat(self, node: Node) -> str:
        """The number of an owner: 0 for the game."""
        if node.kind is Kind.GAME:
            return "0"
        return self.player(node) if node.kind is Kind.PLAYER else self.team(node)

    def scalar(self, node: Node) -> str:
        """A number, name, card, player or team."""
        writer = {
            Kind.INT: self.integer,
            Kind.STR: self.string,
            Kind.CARD: self.card,
            Kind.PLAYER: self.player,
            Kind.TEAM: self.team,
        }[node.kind]
        return writer(node)

    def address(self, node: Node) -> str:
        """The offset of a store."""
        owner, name = node.args
        kind = OWNERS[owner.kind]
        seat = self.seat(owner)
        if name.op == "name":
            base = self.layout.stores[kind, str(node.value), name.text]
            if seat.isdigit():
                return str(base + int(seat))
            return f"{base} + {seat}"
        offsets = [-1] * len(self.layout.names)
        for (who, what, text), at in self.layout.stores.items():
            if who == kind and what == node.value:
                offsets[self.layout.name(text)] = at
        base_ = self.keep(f"{self.constant(offsets)}[{self.string(name)}]")
        self.fail(f"{base_} < 0", "a store by that name does not exist", node)
        return f"{base_} + {seat}"

    def points(self, node: Node) -> str:
        """A point map as two arguments: an array and where the score of card 0 stands."""
        owner, name = node.args
        kind = OWNERS[owner.kind]
        cards = len(self.layout.cards)
        if name.op != "name":
            return f"S, {self.map_base(node)}"
        points = self.layout.maps[kind, name.text]
        seat = self.seat(owner)
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
        base = self.keep(f"{self.constant(bases)}[{self.string(name)}]")
        self.fail(f"{base} < 0", "a point map by that name does not exist", node)
        return self.keep(f"{base} + {self.seat(owner)} * {len(self.layout.cards)}", "at")

    def place(self, node: Node) -> str:
        """The number of a place."""
        owner, name, index = node.args
        kind = OWNERS[owner.kind]
        seat = self.seat(owner)
        number = self.integer(index)
        if name.op == "name":
            family = self.layout.families[kind, str(node.value), name.text]
            base, room = str(family.base), str(family.room)
        else:
            base, room = self._named_places(node)
        if room != "1" or number != "0":
            number = self.keep(number)
            if not (number.isdigit() and room.isdigit()) or int(number) >= int(room):
                last = f"between 0 and {int(room) - 1}" if room.isdigit() else "one it has"
                self.fail(
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
        text = self.keep(self.string(node.args[1]))
        base = self.keep(
            f"{self.constant([named[n].base if n in named else -1 for n in names])}[{text}]"
        )
        self.fail(f"{base} < 0", "a place by that name does not exist", node)
        rooms = {family.room for family in named.values()}
        if len(rooms) == 1:
            return base, str(rooms.pop())
        table = self.constant([named[n].room if n in named else 0 for n in names])
        return base, self.keep(f"{table}[{text}]")

    def spot(self, node: Node) -> str | None:
        """The number of the place a collection is, if it is one."""
        if node.op == "place":
            return self.place(node)
        if node.op == "var" and node.bound.spot:
            return self.variable(node.bound).text
        if node.op in ("group_top", "group_bottom", "group_nth") and is_spots(node.args[-1]):
            array, offset, number = self.nth_group(node)
            return f"{array}[{offset} + 1 + {number}]"
        return None


def _may_be_none(card: Node) -> bool:
    """Whether there may be no such card, and nothing has failed yet."""
    if card.op == "var":
        value = card.bound.value
        return card.bound.how == "let" and value is not None and _may_be_none(value)
    return card.op in ("top", "bottom", "nth")


def _turn(which: str, base: int, count: str) -> str:
    """Whose turn it is, will be (if nobody is queued, the next in order) or was."""
    if which == "current":
        return f"S[{base}]"
    if which == "previous":
        return f"((S[{base}] + {count} - 1) % {count})"
    return f"(S[{base + 1}] if S[{base + 1}] >= 0 else (S[{base}] + 1) % {count})"
