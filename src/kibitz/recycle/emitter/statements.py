"""Statements: conditions, names, loops and repetition around actions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from kibitz.recycle.chance import chancy
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.moves import Moves
from kibitz.recycle.emitter.players import Players
from kibitz.recycle.emitter.stores import Stores
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.variables import save
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.legality import deciding
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.printer import short
from kibitz.recycle.private import secretive
from kibitz.recycle.scope import is_spots
from kibitz.recycle.sight import Sight
from kibitz.recycle.tree import Kind, Node, mentions, walk

__all__ = ["Statements"]


class Statements:
    """Writes statements."""

    def __init__(
        self,
        desk: Desk,
        writers: Writers,
        trial: Trial,
        disclosures: Disclosures,
        chosen: Chosen,
    ) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.places = writers.places
        self.sets = writers.sets
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.trial, self.disclosures, self.chosen = trial, disclosures, chosen
        disclosures.write = self.statement
        program = desk.layout.program
        self._sight = Sight(program.players)
        self._deciding = {
            test.at
            for choice in program.nodes()
            if choice.op == "choice"
            for test in deciding(choice, self._sight)
        }
        self.moves = Moves(desk, writers, trial)
        self._by_op: dict[str, Callable[[Node], None]] = {
            **self.moves.by_op,
            **Stores(desk, writers, trial).by_op,
            **Players(desk, writers, trial).by_op,
            "do": self._do,
            "when": self._when,
            "let": self._let,
            "each": self._each,
            "repeat": self._repeat,
            "repeat_all": self._repeat_all,
        }

    def statement(self, node: Node) -> None:
        hushed = self.desk.log and bool(self.layout.private) and secretive(node)
        with self.disclosures.hushed(node, hushed):
            awaited = self.desk.log and self.chosen.awaited is not None and self.trial.choosing
            told = self.chosen.disclose_picks(node) if awaited else None
            telling = self.disclosures.around(node, self.trial.choosing and not self.chosen.settled)
            with telling if self.desk.log else nullcontext():
                self._by_op[node.op](node)
            if awaited and self.chosen.awaited is None:
                self.chosen.disclose_done(told)

    def _do(self, node: Node) -> None:
        for part, ahead in self.disclosures.parts(node):
            with self.disclosures.standing.before(ahead):
                self.statement(part)

    def _when(self, node: Node) -> None:
        test, body, *otherwise = node.args
        self.desk.comment(test)
        unseen = self.trial.choosing and (
            chancy(test, self.trial.tainted) or self._shown_when_played(node)
        )
        if unseen:
            self._note_unseen(node)
        with self.trial.unseen() if unseen else nullcontext():
            with self.page.indented(f"if {self.conditions.condition(test)}:"):
                self._passed(test, body)
            for branch in otherwise:
                with self.page.indented("else:"):
                    self._passed(Node("not", test.kind, (test,), test.at), branch)
        if unseen:
            self.trial.changed(node)

    def _shown_when_played(self, node: Node) -> bool:
        """Whether a test of cards that the chooser may not see decides only what comes of an
        option, and not whether there is one."""
        test, *bodies = node.args
        if self._sight.reads_hidden(test) is None or any(n.picks for b in bodies for n in walk(b)):
            return False
        return test.at not in self._deciding

    def _passed(self, test: Node, body: Node) -> None:
        """What is done because a condition holds."""
        if self.desk.log and self.trial.choosing and not self.chosen.settled:
            self.chosen.disclose_passed(test)
        self.statement(body)

    def _note_unseen(self, node: Node) -> None:
        """Note a test whose outcome is not known yet, with all that was picked for it and for
        what depends on it: options that differ in these may do different things."""
        self.trial.noted("chance", str(node.at[0]))
        for binding in self.trial.open_picks:
            if mentions(node, binding):
                local = self.desk.locals[binding]
                grouped = binding.kind is Kind.CARDS and not binding.spot
                self.trial.noted(
                    "chance", f"{local.text}[{local.offset}]" if grouped else local.text
                )

    def _let(self, node: Node) -> None:
        value, body = node.args
        self.desk.locals[node.bound] = self.lists.named(value, node.bound)
        with self.disclosures.named(node):
            self.statement(body)

    def _each(self, node: Node) -> None:
        self.desk.comment(node)
        if self.trial.choosing and node.picks:
            self._picked(node)
            return
        with self.disclosures.over(node):
            self._for_each(node)

    def _for_each(self, node: Node) -> None:
        if self.moves.shifted(node):
            return
        collection, body = node.args
        families = self.layout.families_of(collection)
        snapshot = collection.op == "var" and not collection.bound.spot
        listed = any(f.ordered for f in families) and (
            self.trial.choosing or not self.layout.orders.free(node)
        )
        if collection.kind is Kind.CARDS and (snapshot or listed):
            array, offset = self.lists.sequence(collection)
            if snapshot:
                array, offset = self.desk.new_list(f"copied({array}, {offset})")
            self._over(node, array, offset)
        elif (
            collection.kind is not Kind.CARDS
            and collection.op
            in ("filter", "others", "other_teams", "members", "indexed", "eachloc")
            and not (collection.kind is Kind.GROUPS and not is_spots(collection))
        ):
            array, offset = self.lists.members(collection)
            self._over(node, array, offset)
        else:
            with self.lists.loop(collection, node.bound):
                self.statement(body)

    def _over(self, node: Node, array: str, offset: str) -> None:
        """A statement for every member of a list made before it starts."""
        i = self.page.fresh("i")
        with self.page.indented(f"for {i} in range(1, {array}[{offset}] + 1):"):
            name = self.page.fresh("v")
            self.page.line(f"{name} = {array}[{offset} + {i}]")
            self.desk.locals[node.bound] = Local(name)
            self.statement(node.args[1])

    def _picked(self, node: Node) -> None:
        """`any` in a choice: the option at hand picks a member; of nothing, it goes on."""
        collection, body = node.args
        wait = self.trial.waits.get(node)
        if wait is not None:
            for binding in wait.captured:
                save(self.desk, binding)
                local = self.desk.locals[binding]
                if binding.kind is Kind.CARDS and not binding.spot:
                    i = self.page.fresh("i")
                    with self.page.indented(f"for {i} in range({local.text}[{local.offset}] + 1):"):
                        self.trial.noted("choice", f"{local.text}[{local.offset} + {i}]")
                else:
                    self.trial.noted("choice", local.text)
            self.page.line(f"P[7] = {wait.label}")
            self.page.line("P[5] += 1")
            self.page.line(self.desk.failure)
            return
        array, offset = self.lists.members(collection)
        with self.page.indented(f"if {array}[{offset}] > 0:"):
            i = self.desk.keep(f"pick(P, {array}[{offset}])", "i")
            name = self.page.fresh("v")
            grouped = collection.kind is Kind.GROUPS and not is_spots(collection)
            if grouped:
                self.page.line(f"{name} = member({array}, {i})")
                self.desk.locals[node.bound] = Local(array, name)
            else:
                self.page.line(f"{name} = {array}[{offset} + 1 + {i}]")
                self.desk.locals[node.bound] = Local(name)
            self.pick_taken(node)
            self.statement(body)
            self.trial.open_picks.pop()

    def pick_taken(self, node: Node) -> None:
        """An option has made a pick: it is written down, and may show something."""
        collection, local = node.args[0], self.desk.locals[node.bound]
        number = self.trial.pick_numbers.get(node.bound)
        if number is not None:
            self.page.line(f"log(P, {number})")
            if collection.kind is Kind.GROUPS and not is_spots(collection):
                array, at = local.text, local.offset
                self.page.line(f"log(P, {array}[{at}])")
                k = self.page.fresh("k")
                with self.page.indented(f"for {k} in range({array}[{at}]):"):
                    self._log(self.desk.keep(f"{array}[{at} + 1 + {k}]", "c"), collection)
            else:
                self._log(local.text, collection)
        self.trial.open_picks.append(node.bound)

    def _log(self, member: str, collection: Node) -> None:
        """Write down what was picked as the chooser knows it: a card they do not see by its place
        and position."""
        if collection.kind not in (Kind.CARDS, Kind.GROUPS) or self.layout.seen(collection):
            self.page.line(f"log(P, {member})")
            return
        if collection.kind is Kind.GROUPS and is_spots(collection):
            self.page.line(f"log(P, {member})")
            return
        seat = f"S[{self.layout.cycles + 2 * self.desk.depth_of_cycle}]"
        place = f"S[$WHERE + {member}]"
        with self.page.indented(f"if {short('sees', place)} >> {seat} & 1:"):
            self.page.line(f"log(P, {member})")
        with self.page.indented("else:"):
            self.page.line(f"log(P, -1 - {place} * 1024 - position(S, {member}))")

    def _repeat(self, node: Node) -> None:
        if self.moves.drained(node):
            return
        number = self.desk.keep(self.scalars.integer(node.args[0]))
        if not number.isdigit() or int(number) > LIMITS["steps"]:
            self.desk.fail(
                f"{number} > {LIMITS['steps']}", "repeated more than 100,000 times", node
            )
        if self.moves.dealt(number, node.args[1]):
            return
        with self.disclosures.over(node), self.page.indented(f"for _ in range({number}):"):
            self.statement(node.args[1])

    def _repeat_all(self, node: Node) -> None:
        if self.moves.drained(node):
            return
        (body,) = node.args
        source = body.args[0]
        if source.op == "var":  # a card: as many times as its place has cards
            card = self.scalars.card(source, "there is no card to move")
            number = self.desk.keep(f"count(S, S[$WHERE + {card}])", "n")
        else:
            where = source.args[-1] if source.op == "nth" else source.args[0]
            number = self.desk.keep(self.sets.size(where), "n")
        with self.disclosures.over(node), self.page.indented(f"for _ in range({number}):"):
            self.statement(body)
