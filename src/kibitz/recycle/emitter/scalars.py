"""Numbers, names, cards, players, teams."""

from __future__ import annotations

from functools import reduce

from kibitz.recycle.emitter.beforehand import has_memory
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import bare, either
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.tree import Kind, Node

__all__ = ["Scalars"]

CALLS = {
    "*": "times",
    "^": "power",
    "tri": "triangle",
    "fib": "fibonacci",
    "max_int": "max",
    "min_int": "min",
}
"""Operations on numbers that cannot fail, and the functions that work them out; of more than two
numbers, one after the other."""

MOST_CALLS = 50
"""Calls in calls; Python allows 200 brackets in brackets."""


class Scalars:
    """Each method writes the lines it needs and returns a text that can stand in an expression."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask

    def integer(self, node: Node) -> str:
        op = node.op
        if op == "num":
            return str(node.value)
        if op == "var":
            return self.desk.variable(node.bound).text
        if op == "store":
            return f"S[{self.ask.places.address(node)}]"
        if op in ("+", "-"):
            return "(" + f" {op} ".join(map(self.integer, node.args)) + ")"
        if op in CALLS:
            name, numbers = CALLS[op], list(map(self.integer, node.args))
            if len(numbers) == 1:
                return f"{name}({numbers[0]})"
            return reduce(lambda a, b: f"{name}({self._shallow(a)}, {b})", numbers)
        if op in ("//", "%"):
            a = self.integer(node.args[0])
            b = self.desk.keep(self.integer(node.args[1]))
            if not b.isdigit() or b == "0":
                self.desk.fail(f"{b} == 0", "division by zero", node)
            return f"{'quotient' if op == '//' else 'remainder'}({a}, {b})"
        if op == "random":
            low = self.desk.keep(self.integer(node.args[0]))
            high = self.desk.keep(self.integer(node.args[1]))
            self.desk.fail(
                f"{high} < {low} or {high} - {low} >= $LIMIT",
                "a random number from an empty range",
                node,
            )
            return self.desk.keep(f"roll(S, {low}, {high}{self.desk.more})")
        if op == "size":
            return self.ask.sets.size(node.args[0])
        if op == "sum":
            words = [bare(word) for word in self.ask.sets.words(node.args[0])]
            return f"total({', '.join(words)}, {self.ask.places.points(node.args[1])})"
        if op == "score":
            card = self.card(node.args[0], "there is no card to score")
            array, at = self.ask.places.points(node.args[1]).split(", ")
            return f"{array}[{at} + {card}]"
        if op in ("scoremax", "scoremin"):
            words = [self.desk.keep(word) for word in self.ask.sets.words(node.args[0])]
            self.desk.fail(f"{either(words)} == 0", f"`{op}` of an empty place", node)
            sign = 1 if op == "scoremax" else -1
            return f"highest({', '.join(words)}, {self.ask.places.points(node.args[1])}, {sign})"
        assert op == "pid", op
        return self.player(node.args[0])

    def _shallow(self, text: str) -> str:
        """A number that can stand in a call: by a name, if there are too many calls in it."""
        return text if text.count("(") < MOST_CALLS else self.desk.keep(text)

    def string(self, node: Node) -> str:
        if node.op == "name":
            return str(self.layout.name(node.text))
        if node.op == "var":
            return self.desk.variable(node.bound).text
        if node.op == "store":
            return f"S[{self.ask.places.address(node)}]"
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
            text = self.desk.variable(node.bound).text
            if missing and _may_be_none(node):
                self.desk.fail(f"{text} < 0", missing, node)
            return text
        if node.traits.best and not node.traits.ties:
            return self._by_order(node)
        if op in ("max", "min"):
            words = [self.desk.keep(word) for word in self.ask.sets.words(node.args[0])]
            sign = 1 if op == "max" else -1
            points = self.ask.places.points(node.args[1])
            text = self.desk.keep(
                f"best(S, {', '.join(words)}, {points}, {sign}{self.desk.more})", "c"
            )
            self.desk.fail(f"{text} < 0", f"`{op}` of an empty place", node)
            return text
        where = node.args[-1]
        number = self.integer(node.args[0]) if op == "nth" else None
        spot = self.ask.places.spot(where)
        if spot is not None and number is None and not has_memory(self.layout, where):
            text = self.desk.keep(f"{op}(S, {spot}{self.desk.more})", "c")
            if missing:
                self.desk.fail(f"{text} < 0", missing, node)
            return text
        array, offset = self.ask.lists.sequence(where)
        length = f"{array}[{offset}]"
        if number is None:
            at = f"{offset} + {length}" if op == "top" else f"{offset} + 1"
            text = self.desk.keep(f"{array}[{at}] if {length} else -1", "c")
        else:
            number = self.desk.keep(number)
            text = self.desk.keep(
                f"{array}[{offset} + 1 + {number}] if 0 <= {number} < {length} else -1", "c"
            )
        if missing:
            self.desk.fail(f"{text} < 0", missing, node)
        return text

    def _by_order(self, node: Node) -> str:
        """The best card; of equal ones that which came first, or last."""
        where, points = node.args[0], self.ask.places.points(node.args[1])
        order, way = node.op.split("_")
        signs = f"{1 if way == 'max' else -1}, {1 if order == 'first' else -1}"
        if has_memory(self.layout, where):
            array, offset = self.ask.lists.sequence(where)
            text = f"foremost_listed({array}, {offset}, {points}, {signs})"
        else:
            if any(family.pooled for family in self.layout.families_of(where)):
                self.ask.lists.sequence(where)  # which decides the order
            words = [self.desk.keep(word) for word in self.ask.sets.words(where)]
            text = f"foremost(S, {', '.join(words)}, {points}, {signs})"
        text = self.desk.keep(text, "c")
        self.desk.fail(f"{text} < 0", f"`{way}` of an empty place", node)
        return text

    def player(self, node: Node) -> str:
        base = self.layout.cycles + 2 * self.desk.depth_of_cycle
        players = self.layout.program.players
        if node.op == "var":
            return self.desk.variable(node.bound).text
        if node.op in ("current", "next", "previous"):
            return _turn(node.op, base, str(players))
        if node.op == "player_number":
            number = self.desk.keep(self.integer(node.args[0]))
            if not number.isdigit() or int(number) >= players:
                self.desk.fail(f"not 0 <= {number} < {players}", "there is no such player", node)
            return number
        assert node.op == "owner", node.op
        card = self.card(node.args[0], "no card, so no owner")
        text = self.desk.keep(f"OWNER[S[$WHERE + {card}]]", "p")
        self.desk.fail(f"{text} < 0", "the card does not lie with a player", node)
        return text

    def team(self, node: Node) -> str:
        base = self.layout.team_cycles + 2 * self.desk.depth_of_teams
        count = f"S[{self.layout.team_count}]"
        if node.op == "var":
            return self.desk.variable(node.bound).text
        if node.op in ("current_team", "next_team", "previous_team"):
            return _turn(node.op.removesuffix("_team"), base, count)
        if node.op == "team_number":
            number = self.desk.keep(self.integer(node.args[0]))
            self.desk.fail(f"not 0 <= {number} < {count}", "there is no such team", node)
            return number
        assert node.op == "team_of", node.op
        return f"S[$TEAM_OF + {self.player(node.args[0])}]"

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
