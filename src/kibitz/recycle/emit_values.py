"""Expressions as Python text.

Each method writes whatever lines it needs on the page and returns a text that can stand in an
expression. Sets of cards are tuples of texts, one for each word; ordered collections are lists in
an array, `(array, offset)`: the length, then the members.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kibitz.recycle.code import Page
from kibitz.recycle.expressions import is_spots
from kibitz.recycle.layout import BITS, OWNERS, Layout
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Local", "Values", "mentions"]


@dataclass(frozen=True, slots=True)
class Local:
    """What a variable is in the emitted code: a text, or a list in an array."""

    text: str
    offset: str = "0"


def mentions(node: Node, binding: Binding) -> bool:
    """Whether an expression depends on a variable."""
    return any(
        n.op == "var"
        and n.var is not None
        and (
            n.var is binding
            or (n.var.how == "let" and n.var.value is not None and mentions(n.var.value, binding))
        )
        for n in walk(node)
    )


class Values(Page):
    """Writes expressions. `emit_rules.Rules` adds statements."""

    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__()
        self.layout = layout
        self.log = log
        self.more = ", E, C" if log else ""
        self.locals: dict[Binding, Local] = {}
        self.errors: list[tuple[str, tuple[int, int]]] = []
        self.failure = "return"
        """How the function being written gives up."""
        self.depth_of_cycle = 0
        self.depth_of_teams = 0
        self.tables: list[int] = [0] * (len(layout.cards) + 1)
        self.sited: dict[tuple[str, tuple[int, int]], int] = {}
        self.masks: dict[str, str] = {}
        self.constants: list[str] = []

    # --- giving up ----------------------------------------------------------------------------

    def site(self, message: str, at: tuple[int, int]) -> int:
        """The number of an error message with its place."""
        key = (message, at)
        if key not in self.sited:
            self.errors.append(key)
            self.sited[key] = len(self.errors)
        return self.sited[key]

    def fail(self, test: str, message: str, node: Node) -> None:
        """Give up if a test holds."""
        with self.indented(f"if {test}:"):
            self.line(f"S[ERROR] = {self.site(message, node.at)}")
            self.line(self.failure)

    def keep(self, text: str, stem: str = "t") -> str:
        """A text that can be used twice: a name or number."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.fresh(stem)
        self.line(f"{name} = {text}")
        return name

    # --- scalars ------------------------------------------------------------------------------

    def variable(self, binding: Binding) -> Local:
        if binding.how == "declare":
            return Local(f"S[{self.layout.parameters[binding.name]}]")
        return self.locals[binding]

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
            words = self.words(node.args[0])
            return f"total({', '.join(words)}, {self.points(node.args[1])})"
        if op == "score":
            card = self.card(node.args[0], "there is no card to score")
            array, at = self.points(node.args[1]).split(", ")
            return f"{array}[{at} + {card}]"
        if op in ("scoremax", "scoremin"):
            words = [self.keep(word) for word in self.words(node.args[0])]
            self.fail(f"{' | '.join(words)} == 0", f"`{op}` of an empty place", node)
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
            return self.variable(node.bound).text
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
        if spot is not None and number is None and not self._has_memory(where):
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
        if node.op == "current":
            return f"S[{base}]"
        if node.op == "next":
            return f"(S[{base + 1}] if S[{base + 1}] >= 0 else (S[{base}] + 1) % {players})"
        if node.op == "previous":
            return f"((S[{base}] + {players - 1}) % {players})"
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
        if node.op == "current_team":
            return f"S[{base}]"
        if node.op == "next_team":
            return f"(S[{base + 1}] if S[{base + 1}] >= 0 else (S[{base}] + 1) % {count})"
        if node.op == "previous_team":
            return f"((S[{base}] + {count} - 1) % {count})"
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

    # --- addresses ----------------------------------------------------------------------------

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

    def constant(self, values: list[int]) -> str:
        """The name of a constant table."""
        text = "table((" + ", ".join(map(str, values)) + ",))"
        name = self.masks.get(text)
        if name is None:
            name = self.masks[text] = f"TABLE_{len(self.masks)}"
            self.constants.append(f"{name} = {text}")
        return name

    def points(self, node: Node) -> str:
        """A point map as two arguments: an array and where the score of card 0 stands."""
        owner, name = node.args
        kind = OWNERS[owner.kind]
        cards = len(self.layout.cards)
        if name.op != "name":
            name = Node("name", Kind.STR, (), name.at, self.layout.texts(name)[0])
        points = self.layout.maps[kind, name.text]
        seat = self.seat(owner)
        if points.tabled:
            slot = str(points.at + int(seat)) if seat.isdigit() else f"{points.at} + {seat}"
            return f"POINTS, S[{slot}]"
        return f"S, {points.at} + {seat} * {cards}" if seat != "0" else f"S, {points.at}"

    def place(self, node: Node) -> str:
        """The number of a place."""
        owner, name, index = node.args
        kind = OWNERS[owner.kind]
        seat = self.seat(owner)
        number = self.integer(index)
        if name.op == "name":
            family = self.layout.families[kind, str(node.value), name.text]
            base, room = str(family.base), family.room
        else:
            named = self.layout.families_named(node)
            bases = [-1] * len(self.layout.names)
            room = max(f.room for f in named)
            for family in named:
                bases[self.layout.name(family.name)] = family.base
            base = self.keep(f"{self.constant(bases)}[{self.string(name)}]")
            self.fail(f"{base} < 0", "a place by that name does not exist", node)
        if room > 1 or number != "0":
            number = self.keep(number)
            if not number.isdigit() or int(number) >= room:
                self.fail(
                    f"not 0 <= {number} < {room}",
                    f"the index of this place is not between 0 and {room - 1}",
                    node,
                )
        parts = [base]
        if seat != "0":
            parts.append(seat if room == 1 else f"{seat} * {room}")
        if number != "0":
            parts.append(number)
        if all(part.isdigit() for part in parts):
            return str(sum(map(int, parts)))
        return "(" + " + ".join(parts) + ")"

    def spot(self, node: Node) -> str | None:
        """The number of the place a collection is, if it is one."""
        if node.op == "place":
            return self.place(node)
        if node.op == "var" and node.bound.spot:
            return self.variable(node.bound).text
        if node.op in ("group_top", "group_bottom", "group_nth") and is_spots(node.args[-1]):
            return self._nth_member(node)
        return None

    def _nth_member(self, node: Node) -> str:
        """One member of a list of places."""
        number = self.integer(node.args[0]) if node.op == "group_nth" else None
        array, offset = self.members(node.args[-1])
        length = f"{array}[{offset}]"
        if number is None:
            number = f"{length} - 1" if node.op == "group_top" else "0"
        number = self.keep(number)
        self.fail(f"not 0 <= {number} < {length}", "there is no such group", node)
        return f"{array}[{offset} + 1 + {number}]"

    # --- sets of cards ------------------------------------------------------------------------

    def words(self, node: Node) -> list[str]:
        """A collection of cards as a set: a text for each word."""
        count = self.layout.words
        spot = self.spot(node)
        if spot is not None:
            families = self.layout.families_of(node)
            if any(f.memory for f in families):
                at = self.keep(f"MEMORY[{spot}]", "at")
                return [f"word(S, {at}, {w})" for w in range(count)]
            return self._set_words(spot)
        if node.op == "filter":
            return self._filtered(node)
        if node.op in ("union", "intersect", "disjunction"):
            return self._combined(node)
        if node.op == "sort":
            return self.words(node.args[0])
        array, offset = self.sequence(node)
        return [f"word({array}, {offset}, {w})" for w in range(count)]

    def _set_words(self, spot: str) -> list[str]:
        """The words of a place by its number, constants folded."""
        count, sets = self.layout.words, self.layout.sets
        first, plus, rest = spot.strip("()").partition(" + ")
        if spot.isdigit():
            return [f"S[{sets + int(spot) * count + w}]" for w in range(count)]
        if count == 1 and plus and first.isdigit() and spot == f"({first} + {rest})":
            return [f"S[{sets + int(first)} + {rest}]"]
        if count == 1:
            return [f"S[{sets} + {spot}]"]
        spot = self.keep(spot, "p")
        return [f"S[{sets + w} + {spot} * {count}]" for w in range(count)]

    def _combined(self, node: Node) -> list[str]:
        count = self.layout.words
        if node.op == "union":
            total = [self.fresh("u") for _ in range(count)]
            simple: list[list[str]] = []
            loops = [arg for arg in node.args if arg.kind is Kind.GROUPS]
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    simple.append(self.words(arg))
            if not loops:
                return [
                    "(" + " | ".join(s[w] for s in simple) + ")" if simple else "0"
                    for w in range(count)
                ]
            for w in range(count):
                self.line(f"{total[w]} = " + (" | ".join(s[w] for s in simple) or "0"))
            for arg in loops:
                with self._each_group(arg) as inner:
                    for w in range(count):
                        self.line(f"{total[w]} |= {inner[w]}")
            return total
        once = [self.fresh("u") for _ in range(count)]
        twice = [self.fresh("d") for _ in range(count)]
        for w in range(count):
            start = "-1" if node.op == "intersect" else "0"
            self.line(f"{once[w]} = {start}")
            self.line(f"{twice[w]} = 0")

        def add(inner: list[str]) -> None:
            for w in range(count):
                if node.op == "intersect":
                    self.line(f"{once[w]} &= {inner[w]}")
                    self.line(f"{twice[w]} = -1")
                else:
                    word = self.keep(inner[w])
                    self.line(f"{twice[w]} |= {once[w]} & {word}")
                    self.line(f"{once[w]} |= {word}")

        for arg in node.args:
            if arg.kind is Kind.GROUPS:
                with self._each_group(arg) as inner:
                    add(inner)
            else:
                add(self.words(arg))
        if node.op == "intersect":  # of nothing: nothing
            return [f"({once[w]} & {twice[w]})" for w in range(count)]
        return [f"({once[w]} & ~{twice[w]})" for w in range(count)]

    @contextmanager
    def _each_group(self, node: Node) -> Iterator[list[str]]:
        """Write a loop over the groups of a list; inside, the words of each."""
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                yield self.words(node.args[1])
            return
        array, offset = self.members(node)
        count = self.layout.words
        if is_spots(node):
            i = self.fresh("i")
            with self.indented(f"for {i} in range({array}[{offset}]):"):
                place = self.keep(f"{array}[{offset} + 1 + {i}]", "p")
                if any(f.memory for f in self.layout.families_of(node)):
                    yield [f"word(S, MEMORY[{place}], {w})" for w in range(count)]
                else:
                    yield self._set_words(place)
            return
        at = self.fresh("o")
        self.line(f"{at} = {offset} + 2")
        with self.indented(f"for _ in range({array}[{offset}]):"):
            yield [f"word({array}, {at}, {w})" for w in range(count)]
            self.line(f"{at} += {array}[{at}] + 1")

    def _filtered(self, node: Node) -> list[str]:
        """A filter of cards: a mask where the condition is one, a loop over the rest."""
        words = self.words(node.args[0])
        conditions = _conjuncts(node.args[1])
        masks = []
        rest = []
        for condition in conditions:
            mask = self.mask(condition, node.bound)
            if mask is None:
                rest.append(condition)
            else:
                masks.append(mask)
        for mask in masks:
            words = [f"({word} & {part})" for word, part in zip(words, mask, strict=True)]
        if not rest:
            return words
        kept = [self.fresh("m") for _ in words]
        source = [self.keep(word) for word in words]
        for name in kept:
            self.line(f"{name} = 0")
        with self._bits(source, node.bound) as (card, w):
            self.locals[node.bound] = Local(card)
            test = self._all(rest)
            with self.indented(f"if {test}:"):
                if len(kept) == 1:
                    self.line(f"{kept[0]} |= BIT[{card}]")
                else:
                    for i, name in enumerate(kept):
                        head = "if" if i == 0 else "elif"
                        self.line(f"{head} {w} == {i}:")
                        self.line(f"    {name} |= BIT[{card}]")
        return kept

    def _all(self, conditions: list[Node]) -> str:
        """Some conditions, tested in order."""
        if len(conditions) == 1:
            return self.condition(conditions[0])
        return self.condition(Node("and", Kind.BOOL, tuple(conditions), conditions[0].at))

    @contextmanager
    def _bits(
        self, words: list[str], binding: Binding | None, leave: str | None = None
    ) -> Iterator[tuple[str, str]]:
        """Write a loop over the cards of a set, the lowest number first."""
        card = self.fresh("c")
        m = self.fresh("m")
        if len(words) == 1:
            self.line(f"{m} = {words[0]}")
            with self.indented(f"while {m}:"):
                self.line(f"{card} = lowest({m})")
                self.line(f"{m} &= {m} - 1")
                if binding is not None:
                    self.locals[binding] = Local(card)
                yield card, "0"
            return
        w = self.fresh("w")
        ms = self.keep("(" + ", ".join(words) + ")", "ms")
        with self.indented(f"for {w} in range({len(words)}):"):
            self.line(f"{m} = {ms}[{w}]")
            with self.indented(f"while {m}:"):
                self.line(f"{card} = lowest({m}) + {w} * {BITS}")
                self.line(f"{m} &= {m} - 1")
                if binding is not None:
                    self.locals[binding] = Local(card)
                yield card, w
            if leave:
                with self.indented(f"if {leave}:"):
                    self.line("break")

    def mask(self, node: Node, binding: Binding) -> list[str] | None:
        """The set of all cards a condition holds for, if it only looks at what is printed."""
        count = self.layout.words
        full = [(1 << min(BITS, len(self.layout.cards) - BITS * w)) - 1 for w in range(count)]
        if not mentions(node, binding):
            with self.aside() as lines:
                text = self.condition(node)
            self.lines.extend(lines)
            test = self.keep(text)
            return [f"(-1 if {test} else 0)" for _ in range(count)]
        if node.op == "not":
            inner = self.mask(node.args[0], binding)
            return inner and [f"({full[w]} & ~{inner[w]})" for w in range(count)]
        if node.op in ("and", "or"):
            parts: list[list[str]] = []
            for arg in node.args:
                part = self.mask(arg, binding)
                if part is None:
                    return None
                parts.append(part)
            sign = " & " if node.op == "and" else " | "
            return ["(" + sign.join(part[w] for part in parts) + ")" for w in range(count)]
        if node.op not in ("==", "!="):
            return None
        one, two = node.args
        if mentions(two, binding):
            one, two = two, one
        if mentions(two, binding) or one.op != "cardatt" or one.args[0].op != "name":
            return None
        if one.args[1].op != "var" or one.args[1].var is not binding:
            return None
        attribute = one.args[0].text
        if two.op == "name":
            words = self._mask_of(attribute, two.text)
            if node.op == "!=":
                words = [full[w] & ~words[w] for w in range(count)]
            return [str(word) for word in words]
        value = self.keep(self.string(two))
        found = []
        for w in range(count):
            table = [self._mask_of(attribute, text)[w] for text in self.layout.names]
            text = f"{self.constant(table)}[{value}]"
            found.append(text if node.op == "==" else f"({full[w]} & ~{text})")
        return found

    def _mask_of(self, attribute: str, value: str) -> list[int]:
        words = [0] * self.layout.words
        for card in self.layout.cards:
            if card.attributes.get(attribute, "") == value:
                words[card.number // BITS] |= 1 << (card.number % BITS)
        return words

    def size(self, node: Node) -> str:
        """How many members a collection has."""
        if node.kind is Kind.CARDS:
            spot = self.spot(node)
            if spot is not None and any(f.memory for f in self.layout.families_of(node)):
                return f"S[MEMORY[{spot}]]"
            if spot is None and node.op not in (
                "filter",
                "union",
                "intersect",
                "disjunction",
                "sort",
            ):
                array, offset = self.sequence(node)
                return f"{array}[{offset}]"
            if self._has_memory(node):
                array, offset = self.sequence(node)
                return f"{array}[{offset}]"
            return "(" + " + ".join(f"popcount({word})" for word in self.words(node)) + ")"
        if node.op == "players":
            return str(self.layout.program.players)
        if node.op == "others":
            return str(self.layout.program.players - 1)
        if node.op == "teams":
            return f"S[{self.layout.team_count}]"
        if node.op == "names":
            assert isinstance(node.value, tuple)
            return str(len(node.value))
        if node.op == "range":
            low, high = (self.integer(arg) for arg in node.args)
            return f"max(0, {high} - {low} + 1)"
        array, offset = self.members(node)
        return f"{array}[{offset}]"

    def _has_memory(self, node: Node) -> bool:
        return any(family.memory for family in self.layout.families_of(node))

    # --- ordered collections ------------------------------------------------------------------

    def sequence(self, node: Node) -> tuple[str, str]:
        """A collection of cards in order, from the bottom up."""
        if node.op == "var" and not node.bound.spot:
            local = self.variable(node.bound)
            return local.text, local.offset
        spot = self.spot(node)
        if spot is not None:
            return self._list(f"cards_of(S, {spot}{self.more})")
        op = node.op
        if op == "filter":
            array, offset = self.sequence(node.args[0])
            kept = self._list(f"new(CARDS + {len(self.layout.cards)} + 1)")[0]
            i = self.fresh("i")
            with self.indented(f"for {i} in range({array}[{offset}]):"):
                card = self.keep(f"{array}[{offset} + 1 + {i}]", "c")
                self.locals[node.bound] = Local(card)
                with self.indented(f"if {self.condition(node.args[1])}:"):
                    self.line(f"{kept}[0] += 1")
                    self.line(f"{kept}[{kept}[0]] = {card}")
            return kept, "0"
        if op in ("union", "intersect", "disjunction"):
            total = self._list("new(CARDS + 1)")[0]
            keep = [self.keep(w) for w in self.words(node)] if op != "union" else []
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    array, offset = self.sequence(arg)
                    self.line(f"extend({total}, {array}, {offset})")
                else:
                    with self._each_sequence(arg) as (array, offset):
                        self.line(f"extend({total}, {array}, {offset})")
            if keep:
                kept = self._list("new(CARDS + 1)")[0]
                i = self.fresh("i")
                with self.indented(f"for {i} in range(1, {total}[0] + 1):"):
                    if len(keep) == 1:
                        test = f"{keep[0]} & BIT[{total}[{i}]]"
                    else:
                        words = ", ".join(keep)
                        test = f"({words})[{total}[{i}] // BITS] & BIT[{total}[{i}]]"
                    with self.indented(f"if {test}:"):
                        self.line(f"{kept}[0] += 1")
                        self.line(f"{kept}[{kept}[0]] = {total}[{i}]")
                return kept, "0"
            return total, "0"
        if op == "sort":
            array, offset = self.sequence(node.args[0])
            name = self._list(f"copied({array}, {offset})")[0]
            self.line(f"sort({name}, 0, {self.points(node.args[1])})")
            return name, "0"
        if op == "first":
            number = self.keep(self.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            return self._list(f"ends({array}, {offset}, {number}, {end})")
        if op == "run":
            number = self.keep(self.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            points = self.points(node.args[2])
            return self._list(f"longest_run({array}, {offset}, {number}, {points}, {end})")
        assert op in ("group_top", "group_bottom", "group_nth"), op
        number = self.integer(node.args[0]) if op == "group_nth" else None
        array, offset = self.members(node.args[-1])
        length = f"{array}[{offset}]"
        if number is None:
            number = f"{length} - 1" if op == "group_top" else "0"
        number = self.keep(number)
        self.fail(f"not 0 <= {number} < {length}", "there is no such group", node)
        return array, self.keep(f"member({array}, {number})", "o")

    def _list(self, text: str) -> tuple[str, str]:
        name = self.fresh("A")
        self.line(f"{name} = {text}")
        return name, "0"

    @contextmanager
    def _each_sequence(self, node: Node) -> Iterator[tuple[str, str]]:
        """Write a loop over the groups of a list; inside, each as a list of cards."""
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                yield self.sequence(node.args[1])
            return
        array, offset = self.members(node)
        if is_spots(node):
            i = self.fresh("i")
            with self.indented(f"for {i} in range({array}[{offset}]):"):
                yield self._list(f"cards_of(S, {array}[{offset} + 1 + {i}]{self.more})")
            return
        at = self.fresh("o")
        self.line(f"{at} = 2")
        with self.indented(f"for _ in range({array}[{offset}]):"):
            yield array, at
            self.line(f"{at} += {array}[{at}] + 1")

    # --- lists of anything --------------------------------------------------------------------

    def members(self, node: Node) -> tuple[str, str]:
        """Any collection as a list. Groups that are not places follow each other in it."""
        if node.kind is Kind.CARDS:
            return self.sequence(node)
        if node.op == "var":
            local = self.variable(node.bound)
            return local.text, local.offset
        if node.kind is Kind.GROUPS and not is_spots(node):
            return self._groups(node)
        name = self._list(f"new({self._room(node)} + 1)")[0]
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                place = self.spot(node.args[1])
                self.line(f"{name}[0] += 1")
                self.line(f"{name}[{name}[0]] = {place}")
        elif node.op == "indexed":
            self._indexed(node, name)
        else:
            binding = Binding("EACH", Kind.INT, "all", 0)
            with self.loop(node, binding):
                member = self.locals[binding].text
                self.line(f"{name}[0] += 1")
                self.line(f"{name}[{name}[0]] = {member}")
        return name, "0"

    def _room(self, node: Node) -> str:
        """How long a list of members can become."""
        if node.op == "filter":
            return self._room(node.args[0])
        if node.op == "var":
            local = self.variable(node.bound)
            return f"{local.text}[{local.offset}]"
        if node.op == "range":
            low, high = (self.keep(self.integer(arg)) for arg in node.args)
            self.fail(f"{high} - {low} >= GROUPS", "a range of more than a million numbers", node)
            return f"max(0, {high} - {low} + 1)"
        if node.op == "names":
            assert isinstance(node.value, tuple)
            return str(len(node.value))
        if node.op == "eachloc":
            return self._room(node.args[0]) if node.args[0].kind is not Kind.CARDS else "CARDS"
        if node.op == "indexed":
            return str(sum(f.room for f in self.layout.families_named(node)))
        return str(max(self.layout.program.players, self.layout.teams))

    def _indexed(self, node: Node, name: str) -> None:
        """List the places of a family that hold cards."""
        families = self.layout.families_named(node)
        seat = self.keep(self.seat(node.args[0]))
        text = None if node.args[1].op == "name" else self.keep(self.string(node.args[1]))
        for family in families:
            i = self.fresh("i")
            head = f"for {i} in range({family.room}):"
            if text is not None:
                self.line(f"if {text} == {self.layout.name(family.name)}:")
                self.depth += 1
            with self.indented(head):
                place = self.keep(f"{family.base} + {seat} * {family.room} + {i}", "p")
                with self.indented(f"if count(S, {place}):"):
                    self.line(f"{name}[0] += 1")
                    self.line(f"{name}[{name}[0]] = {place}")
            if text is not None:
                self.depth -= 1

    def _groups(self, node: Node) -> tuple[str, str]:
        """A list of groups of cards."""
        op = node.op
        if op == "filter":
            array, offset = self.members(node.args[0])
            kept = self._list(f"new({array}[1] + 1)")[0]
            self.line(f"{kept}[1] = 2")
            at = self.fresh("o")
            self.line(f"{at} = 2")
            with self.indented(f"for _ in range({array}[0]):"):
                self.locals[node.bound] = Local(array, at)
                with self.indented(f"if {self.condition(node.args[1])}:"):
                    self.line(f"keep({kept}, {array}, {at})")
                self.line(f"{at} += {array}[{at}] + 1")
            return kept, "0"
        if op == "eachloc":
            kept = self._list(f"new(({self._room(node)}) * (CARDS + 1) + 2)")[0]
            self.line(f"{kept}[1] = 2")
            with self.loop(node.args[0], node.bound):
                array, offset = self.sequence(node.args[1])
                self.line(f"keep({kept}, {array}, {offset})")
            return kept, "0"
        if op == "partition":
            cards = Node("union", Kind.CARDS, node.args[1:], node.at)
            if len(node.args) == 2 and node.args[1].kind is Kind.CARDS:
                cards = node.args[1]
            array, offset = self.sequence(cards)
            return self._list(f"partition({array}, {offset}, {self.attribute(node.args[0])})")
        if op == "subsets":
            if len(node.args) == 1:
                array, offset = self.sequence(node.args[0])
                text = f"subsets({array}, {offset})"
            else:
                number = self.keep(self.integer(node.args[0]))
                array, offset = self.sequence(node.args[1])
                text = f"combinations({array}, {offset}, {number})"
        else:
            number = self.keep(self.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            points = self.points(node.args[2])
            text = f"{op}({array}, {offset}, {number}, {points}"
            text += f", {node.value == 'largest'})" if op == "runs" else ")"
        name = self._list(text)[0]
        self.fail(f"{name}[0] < 0", "more than a million groups", node)
        return name, "0"

    @contextmanager
    def loop(self, node: Node, binding: Binding, leave: str | None = None) -> Iterator[None]:
        """Write a loop over a collection; inside, the variable is one of its members."""
        count = self.layout.program.players
        v = self.fresh("v")
        if node.kind is Kind.CARDS:
            if self._has_memory(node) or self._snapshot(node):
                array, offset = self.sequence(node)
                i = self.fresh("i")
                with self.indented(f"for {i} in range({array}[{offset}]):"):
                    self.line(f"{v} = {array}[{offset} + 1 + {i}]")
                    self.locals[binding] = Local(v)
                    yield
                return
            with self._bits(self.words(node), binding, leave):
                yield
            return
        if node.op in ("players", "others", "teams", "other_teams", "members", "names"):
            if node.op == "names":
                assert isinstance(node.value, tuple)
                values = ", ".join(str(self.layout.name(text)) for text in node.value)
                head = f"for {v} in ({values},):"
            elif node.op in ("teams", "other_teams"):
                head = f"for {v} in range(S[{self.layout.team_count}]):"
            else:
                head = f"for {v} in range({count}):"
            test = None
            if node.op == "others":
                test = f"{v} == {self.player(Node('current', Kind.PLAYER))}"
            elif node.op == "other_teams":
                test = f"{v} == {self.team(Node('current_team', Kind.TEAM))}"
            elif node.op == "members":
                test = f"S[TEAM_OF + {v}] != {self.keep(self.team(node.args[0]))}"
            with self.indented(head):
                if test:
                    with self.indented(f"if {test}:"):
                        self.line("continue")
                self.locals[binding] = Local(v)
                yield
            return
        if node.op == "range":
            low, high = (self.integer(arg) for arg in node.args)
            with self.indented(f"for {v} in range({low}, {high} + 1):"):
                self.locals[binding] = Local(v)
                yield
            return
        if node.op == "filter" and (node.kind is not Kind.GROUPS or is_spots(node)):
            with self.loop(node.args[0], node.bound, leave):
                inner = self.locals[node.bound]
                test = self.condition(node.args[1])
                with self.indented(f"if {test}:"):
                    self.locals[binding] = inner
                    yield
            return
        array, offset = self.members(node)
        if node.kind is Kind.GROUPS and not is_spots(node):
            at = self.fresh("o")
            self.line(f"{at} = 2")
            with self.indented(f"for _ in range({array}[{offset}]):"):
                here = self.fresh("o")
                self.line(f"{here} = {at}")
                self.line(f"{at} += {array}[{at}] + 1")
                self.locals[binding] = Local(array, here)
                yield
            return
        i = self.fresh("i")
        with self.indented(f"for {i} in range({array}[{offset}]):"):
            self.line(f"{v} = {array}[{offset} + 1 + {i}]")
            self.locals[binding] = Local(v)
            yield

    def _snapshot(self, node: Node) -> bool:
        return self.spot(node) is None and node.op not in (
            "filter",
            "union",
            "intersect",
            "disjunction",
            "sort",
        )

    # --- conditions ---------------------------------------------------------------------------

    def condition(self, node: Node) -> str:
        op = node.op
        if op in ("and", "or"):
            return self._junction(node)
        if op == "not":
            return f"not ({self.condition(node.args[0])})"
        if op in ("any", "all"):
            return self._quantified(node)
        one, two = node.args
        empty = self._emptiness(op, one, two)
        if empty is not None:
            return empty
        a = self.scalar(one)
        with self.aside() as lines:
            b = self.scalar(two)
        if lines:
            a = self.keep(a)
            self.lines.extend(lines)
        return f"{a} {op} {b}"

    def _emptiness(self, op: str, one: Node, two: Node) -> str | None:
        """A comparison of a size with nothing: no need to count."""
        if one.op != "size" or one.args[0].kind is not Kind.CARDS or two.op != "num":
            return None
        cards = one.args[0]
        if self._has_memory(cards) or (self.spot_free(cards)):
            return None
        sign = {
            ("==", 0): "==",
            ("!=", 0): "!=",
            (">", 0): "!=",
            (">=", 1): "!=",
            ("<", 1): "==",
            ("<=", 0): "==",
        }.get((op, two.number))
        if sign is None:
            return self._singleness(op, cards, two.number)
        words = self.words(cards)
        return f"{words[0] if len(words) == 1 else '(' + ' | '.join(words) + ')'} {sign} 0"

    def _singleness(self, op: str, cards: Node, number: int) -> str | None:
        """A comparison with one card: a set has one if taking its lowest bit leaves nothing."""
        if self.layout.words > 1 or (op, number) not in (("==", 1), (">", 1), (">=", 2)):
            return None
        word = self.keep(self.words(cards)[0], "m")
        if op == "==":
            return f"({word} != 0 and {word} & ({word} - 1) == 0)"
        return f"{word} & ({word} - 1) != 0"

    def spot_free(self, node: Node) -> bool:
        """Whether a collection is only known as a list."""
        if node.op in ("place", "filter", "union", "intersect", "disjunction", "sort"):
            return False
        return not (node.op == "var" and node.bound.spot)

    def _junction(self, node: Node) -> str:
        parts: list[tuple[list[str], str]] = []
        for arg in node.args:
            with self.aside() as lines:
                text = self.condition(arg)
            parts.append((lines, text))
        self.lines.extend(parts[0][0])
        if not any(lines for lines, _ in parts[1:]):
            return (
                "("
                + f" {node.op} ".join(
                    f"({text})" if " or " in text or " and " in text else text for _, text in parts
                )
                + ")"
            )
        result = self.fresh("b")
        self.line(f"{result} = {parts[0][1]}")
        for lines, text in parts[1:]:
            test = result if node.op == "and" else f"not {result}"
            with self.indented(f"if {test}:"):
                self.lines.extend("    " + line for line in lines)
                self.line(f"{result} = {text}")
        return result

    def _quantified(self, node: Node) -> str:
        collection, test = node.args
        if (
            collection.kind is Kind.CARDS
            and not self._has_memory(collection)
            and not (self.spot_free(collection))
        ):
            with self.aside() as lines:
                mask = self.mask(test, node.bound)
            if mask is not None:
                words = self.words(collection)
                self.lines.extend(lines)
                wanted = mask if node.op == "any" else [f"~{part}" for part in mask]
                both = [f"{word} & {part}" for word, part in zip(words, wanted, strict=True)]
                sign = "!=" if node.op == "any" else "=="
                joined = " | ".join(f"({part})" for part in both)
                return f"({joined}) {sign} 0"
        result = self.fresh("b")
        stop = "True" if node.op == "any" else "False"
        self.line(f"{result} = {'False' if node.op == 'any' else 'True'}")
        leave = result if node.op == "any" else f"not {result}"
        with self.loop(collection, node.bound, leave):
            text = self.condition(test)
            head = f"if {text}:" if node.op == "any" else f"if not ({text}):"
            with self.indented(head):
                self.line(f"{result} = {stop}")
                self.line("break")
        return result


def _conjuncts(node: Node) -> list[Node]:
    if node.op == "and":
        return [part for arg in node.args for part in _conjuncts(arg)]
    return [node]
