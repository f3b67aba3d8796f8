"""Clauses that pick several things and then act: their options by loops over what can be picked.

The code of an option says what was picked, each pick a digit, so that nothing is listed again when
it is played. Nothing is played to find the options unless it may depend on more than the picks
whether two of them do the same.
"""

from __future__ import annotations

from math import prod

from kibitz.recycle.choices import Choice, Clause, Pick, listed_shape
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.statements import Statements
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.way import links
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.tree import Binding, Node, mentions

__all__ = ["Chains", "begin_on_copy", "is_chain"]

NUMBERS = 1 << 32
"""How many numbers there are to pick from."""

FIELD = 1 << 61
"""Codes are smaller."""


def is_chain(choice: Choice, clause: Clause) -> bool:
    """Whether all picks of a clause come before all it does, and fit a code."""
    if clause.chain is None or choice.waiting:
        return False
    if any(pick.kind == "group" for pick in clause.chain):
        return False
    return prod(map(_digits, clause.chain)) * len(choice.kinds) < FIELD


def _digits(pick: Pick) -> int:
    """How many values a pick can have in a code."""
    return NUMBERS if pick.kind == "number" else max(1, pick.room)


def begin_on_copy(desk: Desk, choice: Choice, clause: Clause) -> None:
    """Begin to play an option on a copy; what is called differently is something else."""
    desk.page.line("copy(X, S, $SIZE)")
    desk.page.line("begin(P)")
    if clause.label:
        desk.page.line(f"P[4] = mix(P[4], {choice.name_of(clause)})")


class Chains:
    """Writes how the options of a chain are listed and played."""

    def __init__(self, desk: Desk, writers: Writers, trial: Trial) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.trial = trial

    def list_options(self, choice: Choice, clause: Clause, shapes: dict[str, int]) -> None:
        """List what a clause offers."""
        depth = self.page.depth
        self._list_from(clause.node, choice, clause, shapes)
        self.page.depth = depth

    def _list_from(
        self, node: Node, choice: Choice, clause: Clause, shapes: dict[str, int]
    ) -> None:
        """The rest of the chain, from a node on."""
        if node is clause.effects:
            self._list_option(choice, clause, shapes)
        elif node.op == "let":
            self.desk.locals[node.bound] = self.lists.named(node.args[0], node.bound)
            self._list_from(node.args[1], choice, clause, shapes)
        elif node.op == "when":
            with self.page.indented(f"if {self.conditions.condition(node.args[0])}:"):
                self._list_from(node.args[1], choice, clause, shapes)
        elif node.picks:
            with self.lists.loop(node.args[0], node.bound):
                self._list_from(node.args[1], choice, clause, shapes)
        else:
            self._list_from(node.args[0], choice, clause, shapes)

    def _list_option(self, choice: Choice, clause: Clause, shapes: dict[str, int]) -> None:
        """List an option, unless one that does the same is listed already."""
        number = choice.kinds.index(clause)
        code = self.desk.keep(self._code(clause), "k")
        depth = self.page.depth
        if not clause.listed:
            self._play_on_copy(choice, clause, code)
        elif not clause.alone:
            seed = shapes.setdefault(listed_shape(clause), len(shapes) + 2)
            hashed = f"mix(1, {seed})"
            for pick in clause.picks:
                hashed = f"mix({hashed}, {self.desk.locals[pick.binding].text})"
            self.page.line(f"P[4] = {hashed}")
        if not clause.alone:
            acted = "" if clause.listed else "P[5] > 0 and "
            self.page.line(f"if {acted}fresh(P):")
            self.page.depth += 1
        self.desk.fail(f"n >= {LIMITS['options']}", "more than 65,536 options", choice.node)
        whole = f" * {len(choice.kinds)} + {number}" if len(choice.kinds) > 1 else ""
        self.page.line(f"out[n] = {code}{whole}")
        self.page.line("n += 1")
        self.page.depth = depth

    def _play_on_copy(self, choice: Choice, clause: Clause, code: str) -> None:
        """Play an option on a copy, to see what it does."""
        begin_on_copy(self.desk, choice, clause)
        self.page.line(f"P[3] = {code}")
        self.page.line(f"clause_{choice.label}_{choice.kinds.index(clause)}(X, P)")
        with self.page.indented("if X[$ERROR]:"):
            self.page.line("S[$ERROR] = X[$ERROR]")
            self.page.line("return 0")

    def _code(self, clause: Clause) -> str:
        """What has been picked, as one number; the first pick is the lowest digit."""
        assert clause.chain is not None
        code = "0"
        for pick in reversed(clause.chain):
            digit = self.desk.locals[pick.binding].text
            if pick.kind == "number":
                digit = f"({digit} + $LIMIT)"
            code = digit if code == "0" else f"{digit} + {_digits(pick)} * ({code})"
        return code

    def play(self, choice: Choice, clause: Clause, statements: Statements, chosen: Chosen) -> None:
        """What an option does; `P[3]` is its code."""
        assert clause.chain is not None
        assert clause.effects is not None
        picks = {pick.binding: pick for pick in clause.chain}
        last = clause.chain[-1].binding if clause.chain else None
        unknown: set[Binding] = set()  # what it does is the same whichever of them was picked
        with self.trial.of(clause.picks):
            self.trial.quiet = clause.listed
            told = None
            if self.desk.log:
                for pick in clause.chain:
                    self._take(pick, pick.binding is last)
                told = chosen.disclose_choice(choice, clause)
            for node in links(clause):
                if node.op == "when":
                    continue
                if node.op == "let":
                    if not any(mentions(node.args[0], binding) for binding in unknown):
                        self.desk.locals[node.bound] = self.lists.named(node.args[0], node.bound)
                elif node.bound in picks:
                    if not self.desk.log:
                        self._take(picks[node.bound], node.bound is last)
                    statements.pick_taken(node)
                else:
                    unknown.add(node.bound)
            statements.statement(clause.effects)
            chosen.disclose_done(told)
            self.trial.open_picks.clear()

    def _take(self, pick: Pick, last: bool) -> None:
        """Take a pick out of the code."""
        name = self.page.fresh("v")
        digits = _digits(pick)
        self.page.line(f"{name} = P[3]" if last else f"{name} = P[3] % {digits}")
        if not last:
            self.page.line(f"P[3] //= {digits}")
        if pick.kind == "number":
            self.page.line(f"{name} -= $LIMIT")
        self.desk.locals[pick.binding] = Local(name)
