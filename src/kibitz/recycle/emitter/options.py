"""Listing the options of general choices, by loops or by playing every way through on a copy of
the state, and `describe`, which tells what such an option picks.

Listing draws nothing and changes nothing.
"""

from __future__ import annotations

from kibitz.recycle.choices import Choice, Clause, listed_shape
from kibitz.recycle.emitter.chains import Chains, begin_on_copy, is_chain
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.printer import Function
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Listing"]


class Listing:
    """Lists what general clauses offer."""

    def __init__(self, desk: Desk, writers: Writers, decisions: Decisions, chains: Chains) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.decisions, self.chains = decisions, chains

    def list_general(self, choice: Choice) -> None:
        self.page.line("P[0] = 0")
        self.page.line("P[8] += 1")  # nothing is listed yet
        ties = any(n.traits.ties for clause in choice.clauses for n in walk(clause.node))
        if ties:
            self.page.line("ties = S[$TIES]")
        shapes: dict[str, int] = {}
        for number, clause in enumerate(choice.kinds):
            self.desk.comment(clause.node)
            if is_chain(choice, clause):
                self.chains.list_options(choice, clause, shapes)
            elif clause.listed and not choice.waiting:
                assert clause.effects is not None
                seed = shapes.setdefault(listed_shape(clause), len(shapes) + 2)
                self._list_loops(choice, clause, number, clause.node, seed, "0", "1")
            else:
                self._list_ways(choice, clause, number)
        if ties:
            self.page.line("S[$TIES] = ties")

    def _list_loops(
        self,
        choice: Choice,
        clause: Clause,
        number: int,
        node: Node,
        seed: int,
        code: str,
        radix: str,
    ) -> None:
        """List the options of a clause by loops over what can be picked."""
        if node is clause.effects:
            self._list_option(choice, clause, number, seed, code)
        elif node.op == "when":
            with self.page.indented(f"if {self.conditions.condition(node.args[0])}:"):
                self._list_loops(choice, clause, number, node.args[1], seed, code, radix)
        elif node.op == "let":
            self.desk.locals[node.bound] = self.lists.named(node.args[0], node.bound)
            self._list_loops(choice, clause, number, node.args[1], seed, code, radix)
        elif node.op == "do":
            self._list_loops(choice, clause, number, node.args[0], seed, code, radix)
        else:
            collection, body = node.args
            array, offset = self.lists.members(collection)
            grouped = collection.kind is Kind.GROUPS and not is_spots(collection)
            count = self.desk.keep(f"{array}[{offset}]", "k")
            i, member = self.page.fresh("i"), self.page.fresh("v")
            if radix != "1":
                self.desk.fail(
                    f"{count} and {radix} > $FIELD // {len(choice.kinds)} // {count}",
                    "more options than can be told apart",
                    choice.node,
                )
            further = self.desk.keep(f"{radix} * {count}" if radix != "1" else count, "r")
            if grouped:
                self.page.line(f"{member} = 2")
            with self.page.indented(f"for {i} in range({count}):"):
                if grouped:
                    here = self.desk.keep(f"{member} + 0", "o")
                    self.page.line(f"{member} = following({array}, {member})")
                    self.desk.locals[node.bound] = Local(array, here)
                else:
                    self.page.line(f"{member} = {array}[{offset} + 1 + {i}]")
                    self.desk.locals[node.bound] = Local(member)
                inner = f"{code} + {radix} * {i}" if code != "0" else i
                self._list_loops(choice, clause, number, body, seed, inner, further)

    def _list_option(
        self, choice: Choice, clause: Clause, number: int, seed: int, code: str
    ) -> None:
        """List an option, unless one that does the same is listed already."""
        depth = self.page.depth
        h = self.desk.keep(f"mix(1, {seed})", "h")
        for pick in clause.picks:
            local = self.desk.locals[pick.binding]
            if pick.kind == "group":
                i = self.page.fresh("i")
                if not clause.empty_acts:
                    self.page.line(f"if {local.text}[{local.offset}] > 0:")
                    self.page.depth += 1
                with self.page.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
                    self.page.line(f"{h} = mix({h}, {local.text}[{local.offset} + {i}])")
            else:
                self.page.line(f"{h} = mix({h}, {local.text})")
        self.page.line(f"P[4] = {h}")
        with self.page.indented("if fresh(P):"):
            self.desk.fail(f"n >= {LIMITS['options']}", "more than 65,536 options", choice.node)
            self.page.line(f"out[n] = ({code}) * {len(choice.kinds)} + {number}")
            self.page.line("n += 1")
        self.page.depth = depth

    def _list_ways(self, choice: Choice, clause: Clause, number: int) -> None:
        """List the options of a clause by playing every way through it on a copy."""
        self.page.line("P[2] = 0")
        with self.page.indented("while True:"):
            begin_on_copy(self.desk, choice, clause)
            self.page.line(f"clause_{choice.label}_{number}(X, P)")
            with self.page.indented("if X[$ERROR]:"):
                self.page.line("S[$ERROR] = X[$ERROR]")
                self.page.line("return 0")
            self.page.line("code = code_of(P)")
            kinds = len(choice.kinds)
            fits = f"0 <= code <= $FIELD // {kinds}" if kinds > 1 else "0 <= code"
            self.desk.fail(f"not {fits}", "more options than can be told apart", choice.node)
            acted = "" if choice.waiting else "P[5] > 0 and "
            with self.page.indented(f"if {acted}fresh(P):"):
                self.desk.fail(f"n >= {LIMITS['options']}", "more than 65,536 options", choice.node)
                self.page.line(f"out[n] = code * {len(choice.kinds)} + {number}")
                self.page.line("n += 1")
            with self.page.indented("if not advance(P):"):
                self.page.line("break")

    def describe(self) -> Function:
        """Play a general option on a copy, to learn what it picks."""
        self.desk.begin("return")
        self.page.line("pc = S[$PC]")
        for choice in self.decisions.choices:
            if not choice.general:
                continue
            count = len(choice.kinds)
            with self.page.indented(f"if pc == {choice.label}:"):
                self.page.line("copy(X, S, $SIZE)")
                self.page.line("P[0] = 2")
                self.page.line("begin(P)")
                self.page.line(f"P[3] = code // {count}")
                for number in range(count):
                    with self.page.indented(f"if code % {count} == {number}:"):
                        self.page.line(f"clause_{choice.label}_{number}(X, P)")
        self.page.line("return")
        doc = "Write down in P what the option with this code picks."
        return self.page.function("describe(S, code, X, P)", doc)
