"""Statements: conditions, names, loops and repetition around actions."""

from __future__ import annotations

from kibitz.recycle.chance import chancy
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node, mentions

__all__ = ["Statements"]


class Statements(Chosen):
    """Writes statements."""

    def statement(self, node: Node) -> None:
        if self.log and not self.choosing:
            self.disclose(node)
        getattr(self, "_" + node.op)(node)
        self.disclosed(node)

    def _do(self, node: Node) -> None:
        for arg in node.args:
            self.statement(arg)

    def _when(self, node: Node) -> None:
        test, body = node.args
        self.comment(test)
        before = self.quiet
        if self.choosing and chancy(test, self.tainted):
            self._note_unseen(node)
            self.quiet = True
        with self.indented(f"if {self.condition(test)}:"):
            if self.log and self.choosing:
                self.disclose_passed(test)
            self.statement(body)
        self.quiet = before

    def _note_unseen(self, node: Node) -> None:
        """Note a test whose outcome is not known yet, with all that was picked for it and for
        what depends on it: options that differ in these may do different things."""
        self.noted("chance", str(node.at[0]))
        for binding in self.open_picks:
            if mentions(node, binding):
                local = self.locals[binding]
                grouped = binding.kind is Kind.CARDS and not binding.spot
                self.noted("chance", f"{local.text}[{local.offset}]" if grouped else local.text)

    def _let(self, node: Node) -> None:
        value, body = node.args
        self.locals[node.bound] = self.named(value, node.bound)
        self.statement(body)

    def named(self, value: Node, binding: Binding) -> Local:
        """A variable holding a value."""
        if value.kind in (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM):
            name = self.fresh(f"{binding.name.lower()}_")
            self.line(f"{name} = {self.scalar(value)}")
            return Local(name)
        if value.kind is Kind.CARDS and binding.spot:
            name = self.fresh(f"{binding.name.lower()}_")
            self.line(f"{name} = {self.spot(value)}")
            return Local(name)
        array, offset = self.members(value)
        if value.op == "var" or offset != "0":
            array, offset = self.new_list(f"copied({array}, {offset})")
        return Local(array, offset)

    def _each(self, node: Node) -> None:
        collection, body = node.args
        self.comment(node)
        if self.choosing and node.value == "any":
            self._picked(node)
            return
        families = self.layout.families_of(collection)
        snapshot = collection.op == "var" and not collection.bound.spot
        listed = any(f.ordered for f in families) and (
            self.choosing or not self.layout.orders.free(node)
        )
        if collection.kind is Kind.CARDS and (snapshot or listed):
            array, offset = self.sequence(collection)
            if snapshot:
                array, offset = self.new_list(f"copied({array}, {offset})")
            self._over(node, array, offset)
        elif (
            collection.kind is not Kind.CARDS
            and collection.op
            in ("filter", "others", "other_teams", "members", "indexed", "eachloc")
            and not (collection.kind is Kind.GROUPS and not is_spots(collection))
        ):
            array, offset = self.members(collection)
            self._over(node, array, offset)
        else:
            with self.loop(collection, node.bound):
                self.statement(body)

    def _over(self, node: Node, array: str, offset: str) -> None:
        """A statement for every member of a list made before it starts."""
        i = self.fresh("i")
        with self.indented(f"for {i} in range(1, {array}[{offset}] + 1):"):
            name = self.fresh("v")
            self.line(f"{name} = {array}[{offset} + {i}]")
            self.locals[node.bound] = Local(name)
            self.statement(node.args[1])

    def _picked(self, node: Node) -> None:
        """`any` in a choice: the option at hand picks a member; of nothing, it goes on."""
        collection, body = node.args
        wait = self.waits.get(node)
        if wait is not None:
            for binding in wait.captured:
                self._save(binding)
                local = self.locals[binding]
                if binding.kind is Kind.CARDS and not binding.spot:
                    i = self.fresh("i")
                    with self.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
                        self.noted("choice", f"{local.text}[{local.offset} + {i}]")
                else:
                    self.noted("choice", local.text)
            self.line(f"P[7] = {wait.label}")
            self.line("P[5] += 1")
            self.line(self.failure)
            return
        array, offset = self.members(collection)
        number = self.pick_numbers.get(node.bound)
        with self.indented(f"if {array}[{offset}] > 0:"):
            i = self.keep(f"pick(P, {array}[{offset}])", "i")
            name = self.fresh("v")
            grouped = collection.kind is Kind.GROUPS and not is_spots(collection)
            if grouped:
                self.line(f"{name} = member({array}, {i})")
                self.locals[node.bound] = Local(array, name)
            else:
                self.line(f"{name} = {array}[{offset} + 1 + {i}]")
                self.locals[node.bound] = Local(name)
            if number is not None:
                self.line(f"log(P, {number})")
                if grouped:
                    self.line(f"log(P, {array}[{name}])")
                    k = self.fresh("k")
                    with self.indented(f"for {k} in range({array}[{name}]):"):
                        self._log(self.keep(f"{array}[{name} + 1 + {k}]", "c"), collection)
                else:
                    self._log(name, collection)
            if self.log:
                self.disclose_hidden_pick(node)
            self.open_picks.append(node.bound)
            self.statement(body)
            self.open_picks.pop()

    def _log(self, member: str, collection: Node) -> None:
        """Write down what was picked as the chooser knows it: a card he does not see by its place
        and position."""
        if collection.kind not in (Kind.CARDS, Kind.GROUPS) or self.layout.seen(collection):
            self.line(f"log(P, {member})")
            return
        if collection.kind is Kind.GROUPS and is_spots(collection):
            self.line(f"log(P, {member})")
            return
        seat = f"S[{self.layout.cycles + 2 * self.depth_of_cycle}]"
        with self.indented(f"if sees(S, S[WHERE + {member}]) >> {seat} & 1:"):
            self.line(f"log(P, {member})")
        with self.indented("else:"):
            self.line(f"log(P, -1 - S[WHERE + {member}] * 1024 - position(S, {member}))")

    def _repeat(self, node: Node) -> None:
        if self._drained(node):
            return
        number = self.keep(self.integer(node.args[0]))
        if not number.isdigit() or int(number) > LIMITS["steps"]:
            self.fail(f"{number} > {LIMITS['steps']}", "repeated more than 100,000 times", node)
        if self._dealt(number, node.args[1]):
            return
        with self.indented(f"for _ in range({number}):"):
            self.statement(node.args[1])

    def _repeat_all(self, node: Node) -> None:
        if self._drained(node):
            return
        (body,) = node.args
        source = body.args[0]
        if source.op == "var":  # a card: as many times as its place has cards
            card = self.card(source, "there is no card to move")
            number = self.keep(f"count(S, S[WHERE + {card}])", "n")
        else:
            where = source.args[-1] if source.op == "nth" else source.args[0]
            number = self.keep(self.size(where), "n")
        with self.indented(f"for _ in range({number}):"):
            self.statement(body)

    # --- variables that outlive a function ----------------------------------------------------

    def _save(self, binding: Binding) -> None:
        """Keep a variable for the rest of an option."""
        local = self.locals[binding]
        if binding.kind in (Kind.CARDS, Kind.GROUPS) and not binding.spot:
            slot = self.layout.slot(binding, len(self.layout.cards) + 1)
            i = self.fresh("i")
            with self.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
                self.line(f"S[{slot} + {i}] = {local.text}[{local.offset} + {i}]")
        else:
            self.line(f"S[{self.layout.slot(binding)}] = {local.text}")
