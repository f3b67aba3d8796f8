"""What options do: a function for every clause of every choice, and `act`, which plays one.

A subset of given size is picked card by card: the cards chosen so far are kept in the state, and
the clause is played when the subset is complete.
"""

from __future__ import annotations

from kibitz.recycle.chance import waits
from kibitz.recycle.choices import Choice, Clause, Verb, analyse
from kibitz.recycle.emitter.flow import Flow
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Kind, Node

__all__ = ["Clauses"]


class Clauses(Flow):
    """Writes the clauses, `act` and `apply`."""

    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__(layout, log)
        self.verbs: dict[str, Verb] = {}
        self.subset_labels: dict[Clause, int] = {}
        self.by_label: dict[int, Choice] = {}
        """The choice a subset belongs to, by the position at which it is being picked."""

    def _clauses(self, choice: Choice) -> str:
        """A function for every clause of a choice: what its options do."""
        analyse(choice, self.layout, self.verbs)
        self._at(choice)
        functions = []
        for number, clause in enumerate(choice.kinds):
            self.begin("return")
            if clause.plain:
                if self.log:
                    self.disclose_choice(choice, clause)
                self._plain_clause(clause)
                head = f"clause_{choice.label}_{number}(S, pick{self.more})"
            else:
                self._general_clause(choice, clause)
                head = f"clause_{choice.label}_{number}(S, P{self.more})"
            self.public = set()
            line = self.layout.program.source.place(clause.node.at[0])[0]
            functions.append(self.function(head, f"Line {line}: what its options do."))
        return "\n\n\n".join(functions)

    def _plain_clause(self, clause: Clause) -> None:
        self._bind(clause.steps)
        if clause.pick is not None:
            if clause.subset:
                words = ", ".join(f"S[{self.layout.chosen + w}]" for w in range(self.layout.words))
                array, offset = self.new_list(f"spread({words})")
                self.locals[clause.pick.bound] = Local(array, offset)
                for w in range(self.layout.words):
                    self.line(f"S[{self.layout.chosen + w}] = 0")
                self.line(f"S[{self.layout.CHOSEN_COUNT}] = 0")
            else:
                number = clause.pick.args[0].kind is Kind.INTS
                self.locals[clause.pick.bound] = Local("(pick - LIMIT)" if number else "pick")
        self._bind(clause.tests)
        assert clause.effects is not None
        self.statement(clause.effects)

    def _general_clause(self, choice: Choice, clause: Clause) -> None:
        self.choosing, self.quiet, self.tainted = True, False, set()
        self.open_to_inference(choice, clause)
        self.pick_numbers = {pick.binding: i for i, pick in enumerate(clause.picks)}
        for wait in waits(clause.node, self.layout):
            if wait.pick in self.waits or (choice.waiting and wait.pick is choice.node.args[0]):
                continue
            rest = Choice(
                self.new_label(),
                wait.rest,
                choice.after,
                choice.depth,
                choice.team_depth,
                waiting=True,
            )
            rest.captured = [*choice.captured, *wait.captured]
            self.waits[wait.pick] = rest
            self.choices.append(rest)
        resumed = self.waits.pop(choice.node.args[0], None) if choice.waiting else None
        self.statement(clause.node)
        if resumed is not None:
            self.waits[choice.node.args[0]] = resumed
        self.choosing = False

    def _act(self) -> str:
        self.begin("return -1")
        self.line("pc = S[PC]")
        head = "if"
        for choice in self.choices:
            with self.indented(f"{head} pc == {choice.label}:"):
                self._act_choice(choice)
            head = "elif"
        for choice in self.choices:
            for number, clause in enumerate(choice.kinds):
                if clause.subset:
                    self._at(choice)
                    with self.indented(f"elif pc == {self._subset_label(clause)}:"):
                        self._choose_card(choice, clause, number, "code")
                        self.line(f"pc = {choice.after}")
        self.line("return pc if S[ERROR] == 0 else -1")
        doc = "Do what an option says; where `run` goes on, or -1: decide further."
        return self.function(f"act(S, code, P{self.more})", doc)

    def _apply(self) -> str:
        self.begin("return")
        self.line(f"pc = act(S, code, P{self.more})")
        with self.indented("if pc >= 0:"):
            self.line(f"run(S, pc{self.more})")
        doc = "Play the option with this code, and on to the next decision."
        return self.function(f"apply(S, code, P{self.more})", doc)

    def _act_choice(self, choice: Choice) -> None:
        count = len(choice.kinds)
        if count > 1:
            self.line(f"kind = code % {count}")
            self.line(f"code //= {count}")
        if choice.general:
            self.line("P[0] = 1")
            self.line("begin(P)")
            self.line("P[3] = code")
        for number, clause in enumerate(choice.kinds):
            depth = self.depth
            if count > 1:
                self.line(f"{'el' if number else ''}if kind == {number}:")
                self.depth += 1
            if clause.subset:
                self._at(choice)
                self._choose_card(choice, clause, number, "code")
            else:
                argument = "code" if clause.plain else "P"
                self.line(f"clause_{choice.label}_{number}(S, {argument}{self.more})")
            self.depth = depth
        if choice.general:
            with self.indented("if P[7] and S[ERROR] == 0:"):
                self.line("S[PC] = P[7]")
                self.line("return -1")
        self.line(f"pc = {choice.after}")

    def _subset_label(self, clause: Clause) -> int:
        if clause not in self.subset_labels:
            self.subset_labels[clause] = self.new_label()
        return self.subset_labels[clause]

    def _subset(self, clause: Clause) -> tuple[str, list[str]]:
        """How many cards a subset has, and the candidates as a set."""
        self._bind(clause.steps)
        assert clause.pick is not None
        size, where = clause.pick.args[0].args
        number = self.keep(self.integer(size), "k")
        return number, [self.keep(word, "m") for word in self.words(where)]

    def _bind(self, steps: list[Node]) -> None:
        """Bind the names among the steps to an option."""
        for step in steps:
            if step.op == "let":
                self.locals[step.bound] = self.named(step.args[0], step.bound)

    def _choose_card(self, choice: Choice, clause: Clause, number: int, card: str) -> None:
        """Add a card to the subset; play the clause when it is complete."""
        layout = self.layout
        self._bind(clause.steps)
        assert clause.pick is not None
        size = self.keep(self.integer(clause.pick.args[0].args[0]), "k")
        label = self._subset_label(clause)
        self.by_label[label] = choice
        with self.indented(f"if {card} < CARDS:"):
            if layout.words == 1:
                self.line(f"S[{layout.chosen}] |= 1 << {card}")
            else:
                self.line(f"S[{layout.chosen} + {card} // BITS] |= BIT[{card}]")
            self.line(f"S[{layout.CHOSEN_COUNT}] += 1")
            with self.indented(f"if S[{layout.CHOSEN_COUNT}] < {size}:"):
                self.line(f"S[PC] = {label}")
                self.line("return -1")
        self.line(f"clause_{choice.label}_{number}(S, 0{self.more})")
