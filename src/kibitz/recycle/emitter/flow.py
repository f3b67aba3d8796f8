"""The flow of a game: stages and choices as numbered blocks of one function, `run`.

`run` goes on until a decision is due; the number of the block is the program position in the state.
A choice is left by `return`: the caller lists the options and comes back through `apply`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.recycle.choices import Choice, decides
from kibitz.recycle.common import offers_a_secret
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.statements import Statements
from kibitz.recycle.emitter.variables import save, saved
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["OVER", "Flow"]

OVER = 0
"""The program position of a finished game."""

LONG = 12
"""Statements of more lines are written as functions."""

LISTS = (Kind.INTS, Kind.STRS, Kind.PLAYERS, Kind.TEAMS, Kind.GROUPS)


@dataclass
class Block:
    """A block of `run`: it ends by setting `pc` to the next, or returns."""

    lines: list[str] = field(default_factory=list)
    leads_to: list[int] = field(default_factory=list)


class Flow:
    """Writes `run`."""

    def __init__(
        self,
        desk: Desk,
        writers: Writers,
        decisions: Decisions,
        statements: Statements,
        disclosures: Disclosures,
    ) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.decisions, self.statements = decisions, statements
        self.disclosures = disclosures
        self.passages: list[Function] = []
        """Functions that are parts of `run`."""
        self._blocks: dict[int, Block] = {}
        self._block = Block()
        """The one that is being written."""

    def run(self) -> Function:
        self.desk.begin("return")
        self._open(1)
        self.declare(chancy=True)
        self._flow(list(self.layout.program.body), OVER)
        self._open(OVER)
        self.page.line(f"S[$PC] = {OVER}")
        self.page.line("return")
        self.page.lines = ["    steps = 0", "    first = False", "    while True:"]
        entries = [1, *(choice.after for choice in self.decisions.choices)]
        for label in _in_order(self._blocks, entries):
            self.page.lines += [f"        if pc == {label}:", *self._blocks[label].lines]
        return self.page.function(f"run(S, pc{self.desk.more})", "Play on until a decision is due.")

    def declare(self, chancy: bool) -> None:
        """Work out declared numbers and names that are not parameters."""
        program = self.layout.program
        for binding in program.declarations:
            if binding.kind in (Kind.INT, Kind.STR) and binding.name not in program.parameters:
                assert binding.value is not None
                if _rolls(binding.value) is chancy:
                    slot = self.layout.parameters[binding.name]
                    self.page.line(f"S[{slot}] = {self.scalars.scalar(binding.value)}")

    def _open(self, label: int) -> None:
        """Begin a new block."""
        self._block = self._blocks[label] = Block()
        self.page.lines = self._block.lines
        self.page.depth = 3

    def _go(self, label: int) -> None:
        """Have play go on at another block."""
        self.page.line(f"pc = {label}")
        self._block.leads_to.append(label)

    def _flow(self, nodes: list[Node], then: int) -> None:
        """Write a sequence of blocks; afterwards play goes on at `then`."""
        for i, node in enumerate(nodes):
            rest = nodes[i + 1 :]
            self.disclosures.standing.stand_at(node)
            if node.op == "stage" or decides(node):
                after = self.decisions.new_label() if rest else then
                if node.op == "choice":
                    self._decide(node, after)
                elif node.op == "stage":
                    self._stage(node, after)
                else:
                    self._let_across(node, after)
                if rest:
                    self._open(after)
                    self._flow(rest, then)
                return
            self._passage(node)
        self._go(then)

    def _passage(self, node: Node) -> None:
        """A statement without decisions; a long one becomes a function of its own, which is easier
        to read and much faster to compile than one function with everything."""
        if node.op == "do" and not self.disclosures.standing.is_together(node):
            for part, ahead in self.disclosures.parts(node):
                with self.disclosures.standing.before(ahead):
                    self._passage(part)
            return
        depth, self.page.depth = self.page.depth, 1
        with self.page.aside() as lines:
            self.statements.statement(node)
        self.page.depth = depth
        if len(lines) <= LONG:
            self.page.lines.extend("    " * (depth - 1) + line for line in lines)
            return
        number = self.layout.program.source.place(node.at[0])[0]
        name = f"line_{number}"
        while any(passage.name == name for passage in self.passages):
            name += "b"
        kept, self.page.lines = self.page.lines, lines
        self.passages.append(self.page.function(f"{name}(S{self.desk.more})", "Part of `run`."))
        self.page.lines = kept
        self.page.line(f"{name}(S{self.desk.more})")
        with self.page.indented("if S[$ERROR]:"):
            self.page.line(self.desk.failure)

    def _decide(self, node: Node, after: int) -> None:
        choice = Choice(
            self.decisions.new_label(),
            node,
            after,
            self.desk.depth_of_cycle,
            self.desk.depth_of_teams,
        )
        self.decisions.choices.append(choice)
        self.desk.comment(node)
        names = {n.bound for n in self.layout.program.nodes() if n.op == "let" and decides(n)}
        if self.desk.log and offers_a_secret(node, names):
            self._tell_secret(node, offers_a_secret(node, names, noted=False))
        self.page.line(f"S[$PC] = {choice.label}")
        self.page.line("return")

    def _tell_secret(self, choice: Node, always: bool) -> None:
        """The chooser alone learns something from the options; or they do if a card that is noted
        does not lie where everybody sees it."""
        why = "the options show it to the chooser alone"
        noted = self.disclosures.lifting.noted_cards(choice)
        if always or noted is None:
            self.disclosures.disclose_untold(choice, why)
        else:
            with self.page.indented(f"if not {self.disclosures.lifting.lying_open(noted)}:"):
                self.disclosures.disclose_untold(choice, why)

    def _let_across(self, node: Node, after: int) -> None:
        """A `let` around a choice: the variable lives in the state. Lists that are not of cards
        are made anew in every clause instead: nothing happens between the `let` and the choice."""
        self.desk.locals[node.bound] = self.lists.named(node.args[0], node.bound)
        if node.bound.kind in LISTS:
            self._flow([_inside(node, node.args[1])], after)
            return
        save(self.desk, node.bound)
        self.desk.locals[node.bound] = saved(self.layout, node.bound)
        self._flow([node.args[1]], after)

    def _stage(self, node: Node, after: int) -> None:
        end, *body = node.args
        self.desk.comment(node)
        test = self.decisions.new_label()
        team = node.value == "team"
        if team:
            self.desk.depth_of_teams += 1
            base = self.layout.team_cycles + 2 * self.desk.depth_of_teams
            count = f"S[{self.layout.team_count}]"
        else:
            self.desk.depth_of_cycle += 1
            base = self.layout.cycles + 2 * self.desk.depth_of_cycle
            count = str(self.layout.program.players)
        self.page.line(f"S[{base}] = S[{base - 2}]")
        self.page.line(f"S[{base + 1}] = -1")
        self.page.line("first = True")
        self._go(test)
        self._open(test)
        self.desk.comment(end)
        if self.desk.log:
            self.disclosures.standing.stand_at(node)
            self.disclosures.disclose_end(node)
        with self.page.indented(f"if {self.conditions.condition(end)}:"):
            self.page.line("first = False")
            self._go(after)
        self.page.line("else:")
        self.page.depth += 1
        with self.page.indented("if not first:"):
            self.page.line(
                f"S[{base}] = S[{base + 1}] if S[{base + 1}] >= 0 else (S[{base}] + 1) % {count}"
            )
            self.page.line(f"S[{base + 1}] = -1")
        self.page.line("first = False")
        if not any(n.op != "stage" and decides(n) for n in body):  # or it cannot go on for ever
            self.page.line("steps += 1")
            self.desk.fail(f"steps > {LIMITS['steps']}", "100,000 turns without a decision", node)
        self._flow(body, test)
        if team:
            self.desk.depth_of_teams -= 1
        else:
            self.desk.depth_of_cycle -= 1


def _in_order(blocks: dict[int, Block], entries: list[int]) -> list[int]:
    """The labels of the blocks, each before those it leads to wherever there is no circle: `run`
    then finds the next block further down, and begins at the top only where play comes round."""
    found: list[int] = []
    seen: set[int] = set()

    def visit(label: int) -> None:
        seen.add(label)
        for following in blocks[label].leads_to:
            if following not in seen:
                visit(following)
        found.append(label)

    for label in entries[::-1]:
        if label not in seen:
            visit(label)
    return found[::-1]


def _rolls(node: Node) -> bool:
    """Whether a value depends on chance, itself or through what it is made of."""
    return any(
        n.traits.rolls or (n.op == "var" and n.bound.value is not None and _rolls(n.bound.value))
        for n in walk(node)
    )


def _inside(let: Node, node: Node) -> Node:
    """A choice with a name bound in each of its clauses instead of around it."""
    if node.op == "let" and node.bound.kind in LISTS:
        return _inside(let, _inside(node, node.args[1]))
    if node.op == "let":
        inner = _inside(let, node.args[1])
        return Node("let", node.kind, (node.args[0], inner), node.at, node.value, node.var)
    clauses = tuple(
        Node("let", Kind.NOTHING, (let.args[0], clause), clause.at, None, let.var)
        for clause in node.args
    )
    return Node("choice", Kind.NOTHING, clauses, node.at, node.value)
