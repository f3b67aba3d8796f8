"""What options do: a function for every clause of every choice, and `act`, which plays one.

A subset of given size is picked card by card: the cards chosen so far are kept in the state, and
the clause is played when the subset is complete.
"""

from __future__ import annotations

from kibitz.recycle.chance import waits
from kibitz.recycle.choices import Choice, Clause, analyse
from kibitz.recycle.emitter.chains import Chains, is_chain
from kibitz.recycle.emitter.chosen import Chosen
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.statements import Statements
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.variables import stand_at
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.printer import Function
from kibitz.recycle.private import touches
from kibitz.recycle.tree import Kind, Node

__all__ = ["Clauses"]


class Clauses:
    """Writes the clauses, `act` and `apply`."""

    def __init__(
        self,
        desk: Desk,
        writers: Writers,
        decisions: Decisions,
        trial: Trial,
        statements: Statements,
        chosen: Chosen,
    ) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.sets = writers.sets
        self.lists = writers.lists
        self.decisions, self.trial = decisions, trial
        self.statements, self.chosen, self.lifting = statements, chosen, chosen.lifting
        self.chains = Chains(desk, writers, trial)
        self._secretive: set[int] = set()
        """Choices, by their labels, that touch a private store, and what is left of them."""

    def of_choice(self, choice: Choice) -> list[Function]:
        """A function for every clause of a choice: what its options do."""
        analyse(choice, self.layout, self.decisions.verbs)
        stand_at(self.desk, choice)
        functions = []
        if self.layout.private and touches(choice.node):
            self._secretive.add(choice.label)
        secretive = self.desk.log and choice.label in self._secretive
        for number, clause in enumerate(choice.kinds):
            self.desk.begin("return")
            self.chosen.disclosures.standing.stand_at(choice.node)
            self.chosen.tell_label(choice, clause)
            with self.chosen.disclosures.hushed(choice.node, secretive):
                if clause.plain:
                    told = None
                    if self.desk.log:
                        self._bind_pick(clause)
                        told = self.chosen.disclose_choice(choice, clause)
                    self._plain_clause(clause)
                    self.chosen.disclose_done(told)
                else:
                    self._general_clause(choice, clause)
            given = "pick" if clause.plain else "P"
            head = f"clause_{choice.label}_{number}(S, {given}{self.desk.more})"
            self.lifting.public = set()
            line = self.layout.program.source.place(clause.node.at[0])[0]
            functions.append(self.page.function(head, f"Line {line}: what its options do."))
        return functions

    def _plain_clause(self, clause: Clause) -> None:
        self._bind(clause.steps)
        if clause.pick is not None:
            if clause.subset:
                words = ", ".join(f"S[{self.layout.chosen + w}]" for w in range(self.layout.words))
                array, offset = self.desk.new_list(f"spread({words})")
                self.desk.locals[clause.pick.bound] = Local(array, offset)
                for w in range(self.layout.words):
                    self.page.line(f"S[{self.layout.chosen + w}] = 0")
                self.page.line(f"S[{self.layout.CHOSEN_COUNT}] = 0")
            else:
                self._bind_pick(clause)
        self._bind(clause.tests)
        assert clause.effects is not None
        self.statements.statement(clause.effects)

    def _bind_pick(self, clause: Clause) -> None:
        if clause.pick is not None:
            number = clause.pick.args[0].kind is Kind.INTS
            self.desk.locals[clause.pick.bound] = Local("(pick - $LIMIT)" if number else "pick")

    def _general_clause(self, choice: Choice, clause: Clause) -> None:
        self.chosen.open_to_inference(choice, clause)
        if is_chain(choice, clause):
            self.chosen.awaited = None
            self.chains.play(choice, clause, self.statements, self.chosen)
            return
        for wait in waits(clause.node, self.layout):
            if wait.pick in self.trial.waits or (
                choice.waiting and wait.pick is choice.node.args[0]
            ):
                continue
            rest = Choice(
                self.decisions.new_label(),
                wait.rest,
                choice.after,
                choice.depth,
                choice.team_depth,
                waiting=True,
            )
            rest.captured = [*choice.captured, *wait.captured]
            if choice.label in self._secretive:
                self._secretive.add(rest.label)
            self.trial.waits[wait.pick] = rest
            self.decisions.choices.append(rest)
        resumed = self.trial.waits.pop(choice.node.args[0], None) if choice.waiting else None
        with self.trial.of(clause.picks):
            self.statements.statement(clause.node)
        self.chosen.awaited = None
        if resumed is not None:
            self.trial.waits[choice.node.args[0]] = resumed

    def act(self) -> Function:
        self.desk.begin("return -1")
        self.page.line("pc = S[$PC]")
        head = "if"
        for choice in self.decisions.choices:
            with self.page.indented(f"{head} pc == {choice.label}:"):
                self._act_choice(choice)
            head = "elif"
        for choice in self.decisions.choices:
            for number, clause in enumerate(choice.kinds):
                if clause.subset:
                    stand_at(self.desk, choice)
                    with self.page.indented(f"elif pc == {self.decisions.subset_label(clause)}:"):
                        self._choose_card(choice, clause, number, "code")
                        self.page.line(f"pc = {choice.after}")
        self.page.line("return pc if S[$ERROR] == 0 else -1")
        doc = "Do what an option says; where `run` goes on, or -1: decide further."
        return self.page.function(f"act(S, code, P{self.desk.more})", doc)

    def apply(self) -> Function:
        self.desk.begin("return")
        self.page.line(f"pc = act(S, code, P{self.desk.more})")
        with self.page.indented("if pc >= 0:"):
            self.page.line(f"run(S, pc{self.desk.more})")
        doc = "Play the option with this code, and on to the next decision."
        return self.page.function(f"apply(S, code, P{self.desk.more})", doc)

    def _act_choice(self, choice: Choice) -> None:
        count = len(choice.kinds)
        if count > 1:
            self.page.line(f"kind = code % {count}")
            self.page.line(f"code //= {count}")
        if choice.general:
            self.page.line("P[0] = 1")
            self.page.line("begin(P)")
            self.page.line("P[3] = code")
        for number, clause in enumerate(choice.kinds):
            depth = self.page.depth
            if count > 1:
                self.page.line(f"{'el' if number else ''}if kind == {number}:")
                self.page.depth += 1
            if clause.subset:
                stand_at(self.desk, choice)
                self._choose_card(choice, clause, number, "code")
            else:
                argument = "code" if clause.plain else "P"
                tried = not (clause.plain or is_chain(choice, clause))
                before = self.chosen.before_trial(choice, clause) if tried else ""
                self.page.line(f"clause_{choice.label}_{number}(S, {argument}{self.desk.more})")
                self.chosen.disclose_tried(choice, before)
            self.page.depth = depth
        if choice.general:
            with self.page.indented("if P[7] and S[$ERROR] == 0:"):
                self.page.line("S[$PC] = P[7]")
                self.page.line("return -1")
        self.page.line(f"pc = {choice.after}")

    def subset(self, clause: Clause) -> tuple[str, list[str]]:
        """How many cards a subset has, and the candidates as a set."""
        self._bind(clause.steps)
        assert clause.pick is not None
        size, where = clause.pick.args[0].args
        number = self.desk.keep(self.scalars.integer(size), "k")
        return number, [self.desk.keep(word, "m") for word in self.sets.words(where)]

    def _bind(self, steps: list[Node]) -> None:
        """Bind the names among the steps to an option."""
        for step in steps:
            if step.op == "let":
                self.desk.locals[step.bound] = self.lists.named(step.args[0], step.bound)

    def _choose_card(self, choice: Choice, clause: Clause, number: int, card: str) -> None:
        """Add a card to the subset; play the clause when it is complete."""
        layout = self.layout
        self._bind(clause.steps)
        assert clause.pick is not None
        size = self.desk.keep(self.scalars.integer(clause.pick.args[0].args[0]), "k")
        label = self.decisions.subset_label(clause)
        self.decisions.by_label[label] = choice
        with self.page.indented(f"if {card} < $CARDS:"):
            if layout.words == 1:
                self.page.line(f"S[{layout.chosen}] |= 1 << {card}")
            else:
                self.page.line(f"S[{layout.chosen} + WORD_OF[{card}]] |= BIT[{card}]")
            self.page.line(f"S[{layout.CHOSEN_COUNT}] += 1")
            with self.page.indented(f"if S[{layout.CHOSEN_COUNT}] < {size}:"):
                if self.desk.log and choice.label not in self._secretive:
                    self.chosen.disclose_begun(choice, f"S[{layout.CHOSEN_COUNT}] == 1")
                self.page.line(f"S[$PC] = {label}")
                self.page.line("return -1")
        self.page.line(f"clause_{choice.label}_{number}(S, 0{self.desk.more})")
