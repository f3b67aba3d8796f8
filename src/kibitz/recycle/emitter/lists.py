"""Ordered collections: `(array, offset)`, the length and then the members.

The groups of a list of groups follow each other in one array: how many there are, where the next
one would begin, then each as a list of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.emitter.writer import Local, Writer
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Lists"]


class Lists(Writer):
    """Writes lists and loops."""

    def sequence(self, node: Node) -> tuple[str, str]:
        """A collection of cards in order, from the bottom up."""
        if node.op == "var" and not node.bound.spot:
            local = self.variable(node.bound)
            return local.text, local.offset
        spot = self.spot(node)
        if spot is not None:
            return self.new_list(f"cards_of(S, {spot}{self.more})")
        op = node.op
        if op == "filter":
            array, offset = self.sequence(node.args[0])
            kept = self.new_list(f"new(CARDS + {len(self.layout.cards)} + 1)")[0]
            i = self.fresh("i")
            with self.indented(f"for {i} in range({array}[{offset}]):"):
                card = self.keep(f"{array}[{offset} + 1 + {i}]", "c")
                self.locals[node.bound] = Local(card)
                with self.indented(f"if {self.condition(node.args[1])}:"):
                    self.line(f"{kept}[0] += 1")
                    self.line(f"{kept}[{kept}[0]] = {card}")
            return kept, "0"
        if op in ("union", "intersect", "disjunction"):
            total = self.new_list("new(CARDS + 1)")[0]
            keep = [self.keep(w) for w in self.words(node)] if op != "union" else []
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    array, offset = self.sequence(arg)
                    self.line(f"extend({total}, {array}, {offset})")
                else:
                    with self._each_sequence(arg) as (array, offset):
                        self.line(f"extend({total}, {array}, {offset})")
            if keep:
                kept = self.new_list("new(CARDS + 1)")[0]
                i = self.fresh("i")
                with self.indented(f"for {i} in range(1, {total}[0] + 1):"):
                    with self.indented(f"if {self.holds(keep, f'{total}[{i}]')}:"):
                        self.line(f"{kept}[0] += 1")
                        self.line(f"{kept}[{kept}[0]] = {total}[{i}]")
                return kept, "0"
            return total, "0"
        if op == "sort":
            array, offset = self.sequence(node.args[0])
            name = self.new_list(f"copied({array}, {offset})")[0]
            self.line(f"sort({name}, 0, {self.points(node.args[1])})")
            return name, "0"
        if op == "first":
            number = self.keep(self.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            return self.new_list(f"ends({array}, {offset}, {number}, {end})")
        if op == "run":
            number = self.keep(self.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            points = self.points(node.args[2])
            return self.new_list(f"longest_run({array}, {offset}, {number}, {points}, {end})")
        assert op in ("group_top", "group_bottom", "group_nth"), op
        array, _, number = self.nth_group(node)
        return array, self.keep(f"member({array}, {number})", "o")

    def nth_group(self, node: Node) -> tuple[str, str, str]:
        """A list of groups as array and offset, and which of its groups is meant."""
        number = self.integer(node.args[0]) if node.op == "group_nth" else None
        array, offset = self.members(node.args[-1])
        length = f"{array}[{offset}]"
        if number is None:
            number = f"{length} - 1" if node.op == "group_top" else "0"
        number = self.keep(number)
        self.fail(f"not 0 <= {number} < {length}", "there is no such group", node)
        return array, offset, number

    def new_list(self, text: str) -> tuple[str, str]:
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
                yield self.new_list(f"cards_of(S, {array}[{offset} + 1 + {i}]{self.more})")
            return
        at = self.fresh("o")
        self.line(f"{at} = 2")
        with self.indented(f"for _ in range({array}[{offset}]):"):
            yield array, at
            self.line(f"{at} = following({array}, {at})")

    def members(self, node: Node) -> tuple[str, str]:
        """Any collection as a list. Groups that are not places follow each other in it."""
        if node.kind is Kind.CARDS:
            return self.sequence(node)
        if node.op == "var":
            local = self.variable(node.bound)
            return local.text, local.offset
        if node.kind is Kind.GROUPS and not is_spots(node):
            return self._groups(node)
        if node.op == "filter":
            return self._filtered_list(node)
        if node.op == "range":
            node = self._kept_range(node)
        elif node.op == "eachloc":
            node = self._kept_groups(node)
        name = self.new_list(f"new({self._room(node)} + 1)")[0]
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

    def _filtered_list(self, node: Node) -> tuple[str, str]:
        """The members of a list for which a condition holds."""
        array, offset = self.members(node.args[0])
        name = self.new_list(f"new({array}[{offset}] + 1)")[0]
        i = self.fresh("i")
        with self.indented(f"for {i} in range({array}[{offset}]):"):
            member = self.keep(f"{array}[{offset} + 1 + {i}]", "v")
            self.locals[node.bound] = Local(member)
            with self.indented(f"if {self.condition(node.args[1])}:"):
                self.line(f"{name}[0] += 1")
                self.line(f"{name}[{name}[0]] = {member}")
        return name, "0"

    def _kept_range(self, node: Node) -> Node:
        """A range whose ends are worked out once."""
        ends = []
        for end in node.args:
            binding = Binding("END", Kind.INT, "all", 0)
            self.locals[binding] = Local(self.keep(self.integer(end)))
            ends.append(Node("var", Kind.INT, (), end.at, None, binding))
        return Node("range", node.kind, tuple(ends), node.at)

    def _kept_groups(self, node: Node) -> Node:
        """Places for every group of a list, with the list worked out once: then its length is
        known."""
        groups, where = node.args
        if groups.kind is not Kind.GROUPS:
            return node
        binding = Binding("EACH", Kind.GROUPS, "all", 0, groups, is_spots(groups))
        self.locals[binding] = Local(*self.members(groups))
        groups = Node("var", Kind.GROUPS, (), groups.at, None, binding)
        return Node(node.op, node.kind, (groups, where), node.at, node.value, node.var)

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
            kept = self.new_list(f"new({array}[1] + 1)")[0]
            self.line(f"{kept}[1] = 2")
            at = self.fresh("o")
            self.line(f"{at} = 2")
            with self.indented(f"for _ in range({array}[0]):"):
                self.locals[node.bound] = Local(array, at)
                with self.indented(f"if {self.condition(node.args[1])}:"):
                    self.line(f"keep({kept}, {array}, {at})")
                self.line(f"{at} = following({array}, {at})")
            return kept, "0"
        if op == "eachloc":
            node = self._kept_groups(node)
            kept = self.new_list(f"new(({self._room(node)}) * (CARDS + 1) + 2)")[0]
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
            return self.new_list(f"partition({array}, {offset}, {self.attribute(node.args[0])})")
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
        name = self.new_list(text)[0]
        self.fail(f"{name}[0] < 0", "more than a million groups", node)
        return name, "0"

    @contextmanager
    def loop(self, node: Node, binding: Binding) -> Iterator[None]:
        """Write a loop over a collection; inside, the variable is one of its members."""
        count = self.layout.program.players
        v = self.fresh("v")
        if node.kind is Kind.CARDS:
            if self.has_memory(node) or self._snapshot(node):
                array, offset = self.sequence(node)
                i = self.fresh("i")
                with self.indented(f"for {i} in range({array}[{offset}]):"):
                    self.line(f"{v} = {array}[{offset} + 1 + {i}]")
                    self.locals[binding] = Local(v)
                    yield
                return
            with self.bits(self.words(node), binding):
                yield
            return
        if node.op in ("players", "others", "teams", "other_teams", "members", "names"):
            if node.op == "names":
                values = ", ".join(str(self.layout.name(text)) for text in node.names)
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
            with self.loop(node.args[0], node.bound):
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
                self.line(f"{at} = following({array}, {at})")
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
