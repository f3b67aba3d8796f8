"""Ordered collections: `(array, offset)`, the length and then the members.

The groups of a list of groups follow each other in one array: how many there are, where the next
one would begin, then each as a list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.emitter.beforehand import has_memory
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import holds
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node

__all__ = ["Lists"]

MOST_HALVED = 20
"""Of more cards not all subsets are listed: they are more than a million."""

MANY_GROUPS = "more than a million groups"


class Lists:
    """Writes lists and loops."""

    def __init__(self, desk: Desk, ask: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.ask = ask

    def sequence(self, node: Node) -> tuple[str, str]:
        """A collection of cards in order, from the bottom up."""
        if node.op == "var" and not node.bound.spot:
            local = self.desk.variable(node.bound)
            return local.text, local.offset
        spot = self.ask.places.spot(node)
        if spot is not None:
            return self.desk.new_list(f"cards_of(S, {spot}{self.desk.more})")
        op = node.op
        if op == "filter":
            array, offset = self.sequence(node.args[0])
            kept = self.desk.new_list(f"new($CARDS + {len(self.layout.cards)} + 1)")[0]
            i = self.page.fresh("i")
            with self.page.indented(f"for {i} in range({array}[{offset}]):"):
                card = self.desk.keep(f"{array}[{offset} + 1 + {i}]", "c")
                self.desk.locals[node.bound] = Local(card)
                with self.page.indented(f"if {self.ask.conditions.condition(node.args[1])}:"):
                    self.page.line(f"{kept}[0] += 1")
                    self.page.line(f"{kept}[{kept}[0]] = {card}")
            return kept, "0"
        if op in ("union", "intersect", "disjunction"):
            total = self.desk.new_list("new($CARDS + 1)")[0]
            keep = [self.desk.keep(w) for w in self.ask.sets.words(node)] if op != "union" else []
            for arg in node.args:
                if arg.kind is Kind.CARDS:
                    array, offset = self.sequence(arg)
                    self.page.line(f"extend({total}, {array}, {offset})")
                else:
                    with self._each_sequence(arg) as (array, offset):
                        self.page.line(f"extend({total}, {array}, {offset})")
            if keep:
                kept = self.desk.new_list("new($CARDS + 1)")[0]
                i = self.page.fresh("i")
                with self.page.indented(f"for {i} in range(1, {total}[0] + 1):"):
                    with self.page.indented(f"if {holds(keep, f'{total}[{i}]')}:"):
                        self.page.line(f"{kept}[0] += 1")
                        self.page.line(f"{kept}[{kept}[0]] = {total}[{i}]")
                return kept, "0"
            return total, "0"
        if op == "sort":
            array, offset = self.sequence(node.args[0])
            name = self.desk.new_list(f"copied({array}, {offset})")[0]
            self.page.line(f"sort({name}, 0, {self.ask.places.points(node.args[1])})")
            return name, "0"
        if op == "first":
            number = self.desk.keep(self.ask.scalars.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            return self.desk.new_list(f"ends({array}, {offset}, {number}, {end})")
        if op == "run":
            number = self.desk.keep(self.ask.scalars.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            end = 1 if node.value == "top" else -1
            points = self.ask.places.points(node.args[2])
            return self.desk.new_list(f"longest_run({array}, {offset}, {number}, {points}, {end})")
        assert op in ("group_top", "group_bottom", "group_nth"), op
        array, _, number = self.nth_group(node)
        return array, self.desk.keep(f"member({array}, {number})", "o")

    def nth_group(self, node: Node) -> tuple[str, str, str]:
        """A list of groups as array and offset, and which of its groups is meant."""
        number = self.ask.scalars.integer(node.args[0]) if node.op == "group_nth" else None
        array, offset = self.members(node.args[-1])
        length = f"{array}[{offset}]"
        if number is None:
            number = f"{length} - 1" if node.op == "group_top" else "0"
        number = self.desk.keep(number)
        self.desk.fail(f"not 0 <= {number} < {length}", "there is no such group", node)
        return array, offset, number

    @contextmanager
    def _each_sequence(self, node: Node) -> Iterator[tuple[str, str]]:
        """Write a loop over the groups of a list; inside, each as a list of cards."""
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                yield self.sequence(node.args[1])
            return
        array, offset = self.members(node)
        if is_spots(node):
            i = self.page.fresh("i")
            with self.page.indented(f"for {i} in range({array}[{offset}]):"):
                yield self.desk.new_list(
                    f"cards_of(S, {array}[{offset} + 1 + {i}]{self.desk.more})"
                )
            return
        at = self.page.fresh("o")
        self.page.line(f"{at} = 2")
        with self.page.indented(f"for _ in range({array}[{offset}]):"):
            yield array, at
            self.page.line(f"{at} = following({array}, {at})")

    def members(self, node: Node) -> tuple[str, str]:
        """Any collection as a list. Groups that are not places follow each other in it."""
        if node.kind is Kind.CARDS:
            return self.sequence(node)
        if node.op == "var":
            local = self.desk.variable(node.bound)
            return local.text, local.offset
        if node.kind is Kind.GROUPS and not is_spots(node):
            return self._groups(node)
        if node.op == "filter":
            return self._filtered_list(node)
        if node.op == "range":
            node = self._kept_range(node)
        elif node.op == "eachloc":
            node = self._kept_groups(node)
        name = self.desk.new_list(f"new({self._room(node)} + 1)")[0]
        if node.op == "eachloc":
            with self.loop(node.args[0], node.bound):
                place = self.ask.places.spot(node.args[1])
                self.page.line(f"{name}[0] += 1")
                self.page.line(f"{name}[{name}[0]] = {place}")
        elif node.op == "indexed":
            self._indexed(node, name)
        else:
            binding = Binding("EACH", Kind.INT, "all", 0)
            with self.loop(node, binding):
                member = self.desk.locals[binding].text
                self.page.line(f"{name}[0] += 1")
                self.page.line(f"{name}[{name}[0]] = {member}")
        return name, "0"

    def _filtered_list(self, node: Node) -> tuple[str, str]:
        """The members of a list for which a condition holds."""
        array, offset = self.members(node.args[0])
        name = self.desk.new_list(f"new({array}[{offset}] + 1)")[0]
        i = self.page.fresh("i")
        with self.page.indented(f"for {i} in range({array}[{offset}]):"):
            member = self.desk.keep(f"{array}[{offset} + 1 + {i}]", "v")
            self.desk.locals[node.bound] = Local(member)
            with self.page.indented(f"if {self.ask.conditions.condition(node.args[1])}:"):
                self.page.line(f"{name}[0] += 1")
                self.page.line(f"{name}[{name}[0]] = {member}")
        return name, "0"

    def _kept_range(self, node: Node) -> Node:
        """A range whose ends are worked out once."""
        ends = []
        for end in node.args:
            binding = Binding("END", Kind.INT, "all", 0)
            self.desk.locals[binding] = Local(self.desk.keep(self.ask.scalars.integer(end)))
            ends.append(Node("var", Kind.INT, (), end.at, None, binding))
        return Node("range", node.kind, tuple(ends), node.at)

    def _kept_groups(self, node: Node) -> Node:
        """Places for every group of a list, with the list worked out once: then its length is
        known."""
        groups, where = node.args
        if groups.kind is not Kind.GROUPS:
            return node
        binding = Binding("EACH", Kind.GROUPS, "all", 0, groups, is_spots(groups))
        self.desk.locals[binding] = Local(*self.members(groups))
        groups = Node("var", Kind.GROUPS, (), groups.at, None, binding)
        return Node(node.op, node.kind, (groups, where), node.at, node.value, node.var)

    def _room(self, node: Node) -> str:
        """How long a list of members can become."""
        if node.op == "filter":
            return self._room(node.args[0])
        if node.op == "var":
            local = self.desk.variable(node.bound)
            return f"{local.text}[{local.offset}]"
        if node.op == "range":
            low, high = (self.desk.keep(self.ask.scalars.integer(arg)) for arg in node.args)
            self.desk.fail(
                f"{high} - {low} >= $GROUPS", "a range of more than a million numbers", node
            )
            return f"max(0, {high} - {low} + 1)"
        if node.op == "names":
            return str(len(node.names))
        if node.op == "eachloc":
            return self._room(node.args[0]) if node.args[0].kind is not Kind.CARDS else "$CARDS"
        if node.op == "indexed":
            return str(sum(f.room for f in self.layout.families_named(node)))
        return str(max(self.layout.program.players, self.layout.teams))

    def _indexed(self, node: Node, name: str) -> None:
        """List the places of a family that hold cards."""
        families = self.layout.families_named(node)
        seat = self.desk.keep(self.ask.scalars.seat(node.args[0]))
        text = (
            None
            if node.args[1].op == "name"
            else self.desk.keep(self.ask.scalars.string(node.args[1]))
        )
        for family in families:
            i = self.page.fresh("i")
            head = f"for {i} in range({family.room}):"
            if text is not None:
                self.page.line(f"if {text} == {self.layout.name(family.name)}:")
                self.page.depth += 1
            with self.page.indented(head):
                place = self.desk.keep(f"{family.base} + {seat} * {family.room} + {i}", "p")
                with self.page.indented(f"if count(S, {place}):"):
                    self.page.line(f"{name}[0] += 1")
                    self.page.line(f"{name}[{name}[0]] = {place}")
            if text is not None:
                self.page.depth -= 1

    def _groups(self, node: Node) -> tuple[str, str]:
        """A list of groups of cards."""
        op = node.op
        if op == "filter" and node.args[0].op == "subsets" and len(node.args[0].args) == 1:
            return self._filtered_subsets(node)
        if op == "filter":
            array, offset = self.members(node.args[0])
            kept = self.desk.new_list(f"new({array}[1] + 1)")[0]
            self.page.line(f"{kept}[1] = 2")
            at = self.page.fresh("o")
            self.page.line(f"{at} = 2")
            with self.page.indented(f"for _ in range({array}[0]):"):
                self.desk.locals[node.bound] = Local(array, at)
                with self.page.indented(f"if {self.ask.conditions.condition(node.args[1])}:"):
                    self.page.line(f"keep({kept}, {array}, {at})")
                self.page.line(f"{at} = following({array}, {at})")
            return kept, "0"
        if op == "eachloc":
            node = self._kept_groups(node)
            kept = self.desk.new_list(f"new(({self._room(node)}) * ($CARDS + 1) + 2)")[0]
            self.page.line(f"{kept}[1] = 2")
            with self.loop(node.args[0], node.bound):
                array, offset = self.sequence(node.args[1])
                self.page.line(f"keep({kept}, {array}, {offset})")
            return kept, "0"
        if op == "partition":
            cards = Node("union", Kind.CARDS, node.args[1:], node.at)
            if len(node.args) == 2 and node.args[1].kind is Kind.CARDS:
                cards = node.args[1]
            array, offset = self.sequence(cards)
            return self.desk.new_list(
                f"partition({array}, {offset}, {self.ask.scalars.attribute(node.args[0])})"
            )
        if op == "subsets":
            if len(node.args) == 1:
                array, offset = self.sequence(node.args[0])
                text = f"subsets({array}, {offset})"
            else:
                number = self.desk.keep(self.ask.scalars.integer(node.args[0]))
                array, offset = self.sequence(node.args[1])
                text = f"combinations({array}, {offset}, {number})"
        else:
            number = self.desk.keep(self.ask.scalars.integer(node.args[0]))
            array, offset = self.sequence(node.args[1])
            points = self.ask.places.points(node.args[2])
            text = f"{op}({array}, {offset}, {number}, {points}"
            text += f", {node.value == 'largest'})" if op == "runs" else ")"
        name = self.desk.new_list(text)[0]
        self.desk.fail(f"{name}[0] < 0", MANY_GROUPS, node)
        return name, "0"

    def _filtered_subsets(self, node: Node) -> tuple[str, str]:
        """The subsets for which a condition holds: as there are many and few are kept, each is
        looked at before the next one is made."""
        array, offset = self.sequence(node.args[0].args[0])
        size = self.desk.keep(f"{array}[{offset}]", "n")
        self.desk.fail(f"{size} > {MOST_HALVED}", MANY_GROUPS, node.args[0])
        kept = self.desk.new_list(f"new(2 + (1 << {size}) + {size} * (1 << {size}) // 2)")[0]
        self.page.line(f"{kept}[1] = 2")
        sets = [
            self.desk.new_list(f"unions({array}, {offset}, {w})")[0]
            for w in range(self.layout.words)
        ]
        number, at = self.page.fresh("i"), self.page.fresh("o")
        with self.page.indented(f"for {number} in range(1 << {size}):"):
            words = tuple(f"{each}[{number}]" for each in sets)
            self.desk.locals[node.bound] = Local(kept, at, words)
            with self.page.aside() as lines:
                test = self.ask.conditions.condition(node.args[1])
            listed = any(re.search(rf"\b{at}\b", line) for line in (*lines, test))
            self.page.line(f"{at} = {kept}[1]")
            written = f"subset({kept}, {array}, {offset}, {number})"
            if listed:  # not only asked as a set
                self.page.line(written)
            self.page.lines.extend(lines)
            with self.page.indented(f"if {test}:"):
                if not listed:
                    self.page.line(written)
                self.page.line(f"{kept}[0] += 1")
                self.page.line(f"{kept}[1] = {at} + {kept}[{at}] + 1")
        return kept, "0"

    @contextmanager
    def loop(self, node: Node, binding: Binding) -> Iterator[None]:
        """Write a loop over a collection; inside, the variable is one of its members."""
        count = self.layout.program.players
        v = self.page.fresh("v")
        if node.kind is Kind.CARDS:
            if has_memory(self.layout, node) or self._snapshot(node):
                array, offset = self.sequence(node)
                i = self.page.fresh("i")
                with self.page.indented(f"for {i} in range({array}[{offset}]):"):
                    self.page.line(f"{v} = {array}[{offset} + 1 + {i}]")
                    self.desk.locals[binding] = Local(v)
                    yield
                return
            with self.ask.sets.bits(self.ask.sets.words(node), binding):
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
                test = f"{v} == {self.ask.scalars.player(Node('current', Kind.PLAYER))}"
            elif node.op == "other_teams":
                test = f"{v} == {self.ask.scalars.team(Node('current_team', Kind.TEAM))}"
            elif node.op == "members":
                test = f"S[$TEAM_OF + {v}] != {self.desk.keep(self.ask.scalars.team(node.args[0]))}"
            with self.page.indented(head):
                if test:
                    with self.page.indented(f"if {test}:"):
                        self.page.line("continue")
                self.desk.locals[binding] = Local(v)
                yield
            return
        if node.op == "range":
            low, high = (self.ask.scalars.integer(arg) for arg in node.args)
            with self.page.indented(f"for {v} in range({low}, {high} + 1):"):
                self.desk.locals[binding] = Local(v)
                yield
            return
        if node.op == "filter" and (node.kind is not Kind.GROUPS or is_spots(node)):
            with self.loop(node.args[0], node.bound):
                inner = self.desk.locals[node.bound]
                test = self.ask.conditions.condition(node.args[1])
                with self.page.indented(f"if {test}:"):
                    self.desk.locals[binding] = inner
                    yield
            return
        array, offset = self.members(node)
        if node.kind is Kind.GROUPS and not is_spots(node):
            at = self.page.fresh("o")
            self.page.line(f"{at} = 2")
            with self.page.indented(f"for _ in range({array}[{offset}]):"):
                here = self.page.fresh("o")
                self.page.line(f"{here} = {at}")
                self.page.line(f"{at} = following({array}, {at})")
                self.desk.locals[binding] = Local(array, here)
                yield
            return
        i = self.page.fresh("i")
        with self.page.indented(f"for {i} in range({array}[{offset}]):"):
            self.page.line(f"{v} = {array}[{offset} + 1 + {i}]")
            self.desk.locals[binding] = Local(v)
            yield

    def _snapshot(self, node: Node) -> bool:
        return self.ask.places.spot(node) is None and node.op not in (
            "filter",
            "union",
            "intersect",
            "disjunction",
            "sort",
        )

    def named(self, value: Node, binding: Binding) -> Local:
        """A variable holding a value."""
        if value.kind in (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM):
            name = self.page.fresh(f"{binding.name.lower()}_")
            self.page.line(f"{name} = {self.ask.scalars.scalar(value)}")
            return Local(name)
        if value.kind is Kind.CARDS and binding.spot:
            name = self.page.fresh(f"{binding.name.lower()}_")
            self.page.line(f"{name} = {self.ask.places.spot(value)}")
            return Local(name)
        array, offset = self.members(value)
        if value.op == "var" or offset != "0":
            array, offset = self.desk.new_list(f"copied({array}, {offset})")
        return Local(array, offset)
