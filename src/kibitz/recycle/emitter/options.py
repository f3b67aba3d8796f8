"""Listing what can be chosen: `options` writes a code for every option, `ways` weighs them, and
`describe` tells what a general one picks.

Listing draws nothing and changes nothing: where it must look ahead, it plays on a copy.
"""

from __future__ import annotations

from kibitz.recycle.choices import Choice, Clause, listed_shape
from kibitz.recycle.emitter.clauses import Clauses
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.expressions import is_spots
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Options"]


class Options(Clauses):
    """Writes `options`, `ways` and `describe`."""

    def _options(self) -> str:
        self.begin("return 0")
        self.line("pc = S[PC]")
        self.line("n = 0")
        for choice in self.choices:
            self._at(choice)
            with self.indented(f"if pc == {choice.label}:"):
                if choice.general:
                    self._list_general(choice)
                else:
                    self._list_plain(choice)
                self.line("return n")
        for choice in self.choices:
            for clause in choice.clauses:
                if clause.subset:
                    self._at(choice)
                    with self.indented(f"if pc == {self._subset_label(clause)}:"):
                        self._subset_options(clause, "{}")
                        self.line("return n")
        self.line("return n")
        doc = "List the codes of all options of the decision that is due; how many there are."
        return self.function("options(S, out, X, P)", doc)

    def _list_plain(self, choice: Choice) -> None:
        count = len(choice.kinds)
        ties = any(n.op in ("max", "min") for clause in choice.clauses for n in walk(clause.node))
        if ties:
            self.line("ties = S[TIES]")
        fulls = [clause.full for clause in choice.clauses if not clause.subset]
        seen: dict[str, list[str]] = {}
        for clause in choice.clauses:
            if self._is_set(clause) and fulls.count(clause.full) > 1 and clause.full not in seen:
                seen[clause.full] = [self.fresh("seen") for _ in range(self.layout.words)]
                for name in seen[clause.full]:
                    self.line(f"{name} = 0")
        for clause in choice.clauses:
            self.comment(clause.node)
            depth = self.depth
            for step in clause.steps:
                self._step(step)
            number = choice.kind_of(clause)
            code = "{}" if count == 1 else f"{{}} * {count} + {number}"
            first = clause is choice.kinds[number]
            if clause.pick is None:
                self._list_code(str(number), first)
            elif clause.subset:
                self._subset_options(clause, code)
            elif self._is_set(clause):
                self._list_cards(clause, code, seen.get(clause.full))
            else:
                self._list_picks(clause, code, first)
            self.depth = depth
        if ties:
            self.line("S[TIES] = ties")

    def _is_set(self, clause: Clause) -> bool:
        """Whether a clause picks from a set of cards."""
        if clause.pick is None or clause.subset:
            return False
        where = clause.pick.args[0]
        return where.kind is Kind.CARDS and not (self.has_memory(where) or self.only_listed(where))

    def _list_code(self, code: str, first: bool) -> None:
        """List an option, unless an earlier clause has."""
        if not first:
            known = self.fresh("b")
            self.line(f"{known} = False")
            with self.indented("for i in range(n):"):
                with self.indented(f"if out[i] == {code}:"):
                    self.line(f"{known} = True")
            self.line(f"if not {known}:")
            self.depth += 1
        self.line(f"out[n] = {code}")
        self.line("n += 1")
        self.depth -= not first

    def _step(self, step: Node) -> None:
        """A condition before an option opens a block; a name is bound."""
        if step.op == "let":
            self.locals[step.bound] = self.named(step.args[0], step.bound)
            return
        self.line(f"if {self.condition(step.args[0])}:")
        self.depth += 1

    def _list_cards(self, clause: Clause, code: str, seen: list[str] | None) -> None:
        """List an option for every card of a set, those of earlier clauses left out."""
        assert clause.pick is not None
        words = self.words(clause.pick.args[0])
        if seen is not None:
            words = [
                self.keep(f"{word} & ~{old}", "m") for word, old in zip(words, seen, strict=True)
            ]
            if not clause.tests:
                for word, old in zip(words, seen, strict=True):
                    self.line(f"{old} |= {word}")
                seen = None
        with self.bits(words, clause.pick.bound) as (card, w):
            inner = self.depth
            for step in clause.tests:
                self._step(step)
            self.line(f"out[n] = {code.format(card)}")
            self.line("n += 1")
            if seen is not None and len(seen) == 1:
                self.line(f"{seen[0]} |= BIT[{card}]")
            elif seen is not None:
                for i, name in enumerate(seen):
                    with self.indented(f"if {w} == {i}:"):
                        self.line(f"{name} |= BIT[{card}]")
            self.depth = inner

    def _list_picks(self, clause: Clause, code: str, first: bool) -> None:
        """List an option for every member of a collection."""
        assert clause.pick is not None
        collection, binding = clause.pick.args[0], clause.pick.bound
        if collection.kind is Kind.INTS:
            size = self.keep(self.size(collection), "k")
            self.fail(f"{size} > {LIMITS['options']}", "more than 65,536 options", clause.pick)
        with self.loop(collection, binding):
            inner = self.depth
            for step in clause.tests:
                self._step(step)
            member = self.locals[binding].text
            if collection.kind is Kind.INTS:
                member = f"({member} + LIMIT)"
            self._list_code(code.format(member), first)
            self.depth = inner

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
            further = self.keep(f"{radix} * {count}", "r")
            self.fail(
                f"{further} > FIELD // {max(1, len(choice.kinds))}",
                "more options than can be told apart",
                choice.node,
            )
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
            self.line("copy(X, S)")
            self.line("begin(P)")
            self.line(f"clause_{choice.label}_{number}(X, P)")
            with self.indented("if X[ERROR]:"):
                self.line("S[ERROR] = X[ERROR]")
                self.line("return 0")
            self.line("code = code_of(P)")
            self.fail(
                f"code < 0 or P[9] or n >= {LIMITS['options']}",
                "more options than can be told apart",
                choice.node,
            )
            acted = "" if choice.waiting else "P[5] > 0 and "
            with self.indented(f"if {acted}fresh(P, n):"):
                self.line(f"out[n] = code * {len(choice.kinds)} + {number}")
                self.line("n += 1")
            with self.indented("if not advance(P):"):
                self.line("break")

    def _subset_options(self, clause: Clause, code: str) -> None:
        """List the cards a subset can go on with: higher ones that leave enough."""
        layout = self.layout
        size, array = self._subset(clause)
        i, first = self.fresh("i"), self.fresh("n")
        if clause.empty_acts:
            with self.indented(f"if {size} == 0:"):
                self.line(f"out[n] = {code.format('CARDS')}")
                self.line("n += 1")
        self.line(f"{first} = 1")
        with self.indented(f"for {i} in range(1, {array}[0] + 1):"):
            word = (
                f"S[{layout.chosen}]"
                if layout.words == 1
                else (f"S[{layout.chosen} + {array}[{i}] // BITS]")
            )
            with self.indented(f"if {word} & BIT[{array}[{i}]]:"):
                self.line(f"{first} = {i} + 1")
        need = f"({size} - S[{layout.CHOSEN_COUNT}])"
        with self.indented(f"if {size} > 0:"):
            with self.indented(f"for {i} in range({first}, {array}[0] + 2 - {need}):"):
                self.line(f"out[n] = {code.format(f'{array}[{i}]')}")
                self.line("n += 1")

    def _ways(self) -> str:
        """How many options stand behind a code: more than one while a subset is picked."""
        self.begin("return 1.0")
        self.line("pc = S[PC]")
        for choice in self.choices:
            self._at(choice)
            for number, clause in enumerate(choice.kinds):
                if not clause.subset:
                    continue
                count = len(choice.kinds)
                for label, test, card in (
                    (choice.label, f" and code % {count} == {number}", f"code // {count}"),
                    (self._subset_label(clause), "", "code"),
                ):
                    with self.indented(f"if pc == {label}{test}:"):
                        size, array = self._subset(clause)
                        self.line(f"above = {array}[0]")
                        self.line(f"card = {card}")
                        with self.indented(f"for i in range(1, {array}[0] + 1):"):
                            with self.indented(f"if {array}[i] <= card:"):
                                self.line("above -= 1")
                        self.line(f"need = {size} - S[{self.layout.CHOSEN_COUNT}] - 1")
                        self.line("ways = 1.0")
                        with self.indented("for i in range(need):"):
                            self.line("ways = ways * (above - i) / (i + 1)")
                        self.line("return ways")
        self.line("return 1.0")
        doc = "How many complete options a code stands for (a card of a subset: many)."
        return self.function("ways(S, code)", doc)

    def _describe(self) -> str:
        """Play a general option on a copy, to learn what it picks."""
        self.begin("return")
        self.line("pc = S[PC]")
        for choice in self.choices:
            if not choice.general:
                continue
            count = len(choice.kinds)
            with self.indented(f"if pc == {choice.label}:"):
                self.line("copy(X, S)")
                self.line("P[0] = 2")
                self.line("begin(P)")
                self.line(f"P[3] = code // {count}")
                for number in range(count):
                    with self.indented(f"if code % {count} == {number}:"):
                        self.line(f"clause_{choice.label}_{number}(X, P)")
        self.line("return")
        doc = "Write down in P what the option with this code picks."
        return self.function("describe(S, code, X, P)", doc)
