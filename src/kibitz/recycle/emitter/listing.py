"""Listing the options of general choices, by loops or by playing every way through on a copy of
the state, and `describe`, which tells what such an option picks.

Listing draws nothing and changes nothing.
"""

from __future__ import annotations

from kibitz.recycle.choices import Choice, Clause, listed_shape
from kibitz.recycle.emitter.clauses import Clauses
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Listing"]


class Listing(Clauses):
    """Lists what general clauses offer."""

    def _is_set(self, clause: Clause) -> bool:
        """Whether a clause picks from a set of cards."""
        if clause.pick is None or clause.subset:
            return False
        where = clause.pick.args[0]
        return where.kind is Kind.CARDS and not (self.has_memory(where) or self.only_listed(where))

    def _list_general(self, choice: Choice) -> None:
        self.line("P[0] = 0")
        ties = any(n.op in ("max", "min") for clause in choice.clauses for n in walk(clause.node))
        if ties:
            self.line("ties = S[TIES]")
        shapes: dict[str, int] = {}
        for number, clause in enumerate(choice.kinds):
            self.comment(clause.node)
            if clause.listed and not choice.waiting:
                assert clause.effects is not None
                seed = shapes.setdefault(listed_shape(clause), len(shapes) + 2)
                self._list_loops(choice, clause, number, clause.node, seed, "0", "1")
            else:
                self._list_ways(choice, number)
        if ties:
            self.line("S[TIES] = ties")

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
            with self.indented(f"if {self.condition(node.args[0])}:"):
                self._list_loops(choice, clause, number, node.args[1], seed, code, radix)
        elif node.op == "let":
            self.locals[node.bound] = self.named(node.args[0], node.bound)
            self._list_loops(choice, clause, number, node.args[1], seed, code, radix)
        elif node.op == "do":
            self._list_loops(choice, clause, number, node.args[0], seed, code, radix)
        else:
            collection, body = node.args
            array, offset = self.members(collection)
            grouped = collection.kind is Kind.GROUPS and not is_spots(collection)
            count = self.keep(f"{array}[{offset}]", "k")
            i, member = self.fresh("i"), self.fresh("v")
            if radix != "1":
                self.fail(
                    f"{count} and {radix} > FIELD // {len(choice.kinds)} // {count}",
                    "more options than can be told apart",
                    choice.node,
                )
            further = self.keep(f"{radix} * {count}" if radix != "1" else count, "r")
            if grouped:
                self.line(f"{member} = 2")
            with self.indented(f"for {i} in range({count}):"):
                if grouped:
                    here = self.keep(f"{member} + 0", "o")
                    self.line(f"{member} = following({array}, {member})")
                    self.locals[node.bound] = Local(array, here)
                else:
                    self.line(f"{member} = {array}[{offset} + 1 + {i}]")
                    self.locals[node.bound] = Local(member)
                inner = f"{code} + {radix} * {i}" if code != "0" else i
                self._list_loops(choice, clause, number, body, seed, inner, further)

    def _list_option(
        self, choice: Choice, clause: Clause, number: int, seed: int, code: str
    ) -> None:
        """List an option, unless one that does the same is listed already."""
        depth = self.depth
        h = self.keep(f"mix(1, {seed})", "h")
        for pick in clause.picks:
            local = self.locals[pick.binding]
            if pick.kind == "group":
                i = self.fresh("i")
                if not clause.empty_acts:
                    self.line(f"if {local.text}[{local.offset}] > 0:")
                    self.depth += 1
                with self.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
                    self.line(f"{h} = mix({h}, {local.text}[{local.offset} + {i}])")
            else:
                self.line(f"{h} = mix({h}, {local.text})")
        self.line(f"P[4] = {h}")
        with self.indented("if fresh(P, n):"):
            self.fail(f"n >= {LIMITS['options']}", "more than 65,536 options", choice.node)
            self.line(f"out[n] = ({code}) * {len(choice.kinds)} + {number}")
            self.line("n += 1")
        self.depth = depth

    def _list_ways(self, choice: Choice, number: int) -> None:
        """List the options of a clause by playing every way through it on a copy."""
        self.line("P[2] = 0")
        with self.indented("while True:"):
            self.line("copy(X, S, SIZE)")
            self.line("begin(P)")
            self.line(f"clause_{choice.label}_{number}(X, P)")
            with self.indented("if X[ERROR]:"):
                self.line("S[ERROR] = X[ERROR]")
                self.line("return 0")
            self.line("code = code_of(P)")
            kinds = len(choice.kinds)
            fits = f"0 <= code <= FIELD // {kinds}" if kinds > 1 else "0 <= code"
            self.fail(f"not {fits}", "more options than can be told apart", choice.node)
            acted = "" if choice.waiting else "P[5] > 0 and "
            with self.indented(f"if {acted}fresh(P, n):"):
                self.fail(f"n >= {LIMITS['options']}", "more than 65,536 options", choice.node)
                self.line(f"out[n] = code * {len(choice.kinds)} + {number}")
                self.line("n += 1")
            with self.indented("if not advance(P):"):
                self.line("break")

    def _describe(self) -> str:
        """Play a general option on a copy, to learn what it picks."""
        self.begin("return")
        self.line("pc = S[PC]")
        for choice in self.choices:
            if not choice.general:
                continue
            count = len(choice.kinds)
            with self.indented(f"if pc == {choice.label}:"):
                self.line("copy(X, S, SIZE)")
                self.line("P[0] = 2")
                self.line("begin(P)")
                self.line(f"P[3] = code // {count}")
                for number in range(count):
                    with self.indented(f"if code % {count} == {number}:"):
                        self.line(f"clause_{choice.label}_{number}(X, P)")
        self.line("return")
        doc = "Write down in P what the option with this code picks."
        return self.function("describe(S, code, X, P)", doc)
