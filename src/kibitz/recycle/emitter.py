"""One Python module per game: `setup`, `run`, `options`, `apply`, `scores`, and what they need.

The functions work on a flat array of integers `S` and hold no Python objects, so that the same
text runs as it is and compiled. A second variant, with `log`, tells every event on the way: the
array `E` collects them, `C` may hold outcomes of chance to be used instead of drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.choices import Choice, Clause, Verb, analyse, waits
from kibitz.recycle.emit_rules import OVER, Rules
from kibitz.recycle.emit_values import Local
from kibitz.recycle.layout import Layout
from kibitz.recycle.prelude import LIMITS, prelude
from kibitz.recycle.tree import Binding, Kind, Node, Program, walk

__all__ = ["Emitted", "emit"]


@dataclass(frozen=True, slots=True)
class Emitted:
    """A game's module and what the engine must know about it."""

    text: str
    layout: Layout
    choices: dict[int, Choice]
    """Choices by program position; a position of a subset being picked maps to its choice."""
    subsets: dict[int, Clause]
    """Clauses whose subset is being picked, by program position."""
    verbs: tuple[Verb, ...]
    errors: tuple[tuple[str, tuple[int, int]], ...]


def emit(program: Program, log: bool = False) -> Emitted:
    """The module of a program."""
    return _Emitter(Layout(program), log).module()


class _Emitter(Rules):
    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__(layout, log)
        self.verbs: dict[str, Verb] = {}
        self.subset_labels: dict[Clause, int] = {}
        self.by_label: dict[int, Choice] = {}

    # --- the module ---------------------------------------------------------------------------

    def module(self) -> Emitted:
        program = self.layout.program
        parts = [self._run()]
        if not self.log:
            parts.append(self._setup())
        for choice in self.choices:  # grows while rests of options are found
            parts.append(self._clauses(choice))
        parts.append(self._apply())
        if not self.log:
            parts += [self._options(), self._ways(), self._describe(), self._scores()]
        base = 0
        for verb in self.verbs.values():
            verb.base = base
            base += verb.size * verb.variants
        text = "\n\n".join(
            [
                f'"""{program.name}, written by Kibitz from {program.source.name}."""\n',
                prelude(self.layout, self.log).rstrip(),
                self._constants(),
                *parts,
            ]
        )
        return Emitted(
            text + "\n",
            self.layout,
            {c.label: c for c in self.choices} | self.by_label,
            {label: clause for clause, label in self.subset_labels.items()},
            tuple(self.verbs.values()),
            tuple(self.errors),
        )

    def _constants(self) -> str:
        layout = self.layout
        stride = len(layout.cards) + 1
        attributes: list[int] = []
        for attribute in layout.attributes:
            attributes.append(0)
            attributes += [layout.name(c.attributes.get(attribute, "")) for c in layout.cards]
        attributes += [0] * stride
        starts = [len(layout.attributes) * stride + 1] * len(layout.names)
        for attribute, number in layout.attributes.items():
            if attribute in layout.names:
                starts[layout.names[attribute]] = number * stride + 1
        owners = [-1] * max(1, layout.places)
        for family in layout.families.values():
            if family.owner == "player":
                for i in range(family.size):
                    owners[family.base + i] = i // family.room
        everybody = (1 << (layout.program.players + 1)) - 1

        def table(name: str, values: list[int]) -> str:
            return f"{name} = table(({', '.join(map(str, values))},))"

        return "\n".join(
            [
                f"EVERYBODY = {everybody}",
                table("OWNER", owners),
                table("ATTRIBUTE", attributes),
                table("ATTRIBUTE_OF", starts),
                table("POINTS", self.tables),
                *self.constants,
            ]
        )

    def _function(self, head: str, doc: str) -> list[str]:
        return [f"def {head}:", f'    """{doc}"""']

    def _setup(self) -> str:
        """Declarations, teams, decks: the same for every game, so it runs once."""
        layout, program = self.layout, self.layout.program
        self.lines, self.depth, self.failure = [], 1, "return"
        self.line(f"S[{layout.team_count}] = {len(program.teams)}")
        for number, team in enumerate(program.teams):
            for seat in team:
                self.line(f"S[TEAM_OF + {seat}] = {number}")
        self.line(f"S[{layout.cycles + 1}] = -1")
        self.line(f"S[{layout.team_cycles + 1}] = -1")
        with self.indented("for c in range(CARDS):"):
            self.line("S[WHERE + c] = -1")
        for binding in program.declarations:
            if binding.kind in (Kind.INT, Kind.STR) and binding.name not in program.parameters:
                assert binding.value is not None
                slot = layout.parameters[binding.name]
                self.line(f"S[{slot}] = {self.scalar(binding.value)}")
        made: dict[Node, int] = {}
        for node in program.decks:
            cards = layout.copies[node][made.get(node, 0)]
            made[node] = made.get(node, 0) + 1
            place = self.keep(self.spot(node.args[0]) or "0", "p")
            with self.indented(f"for c in range({cards[0]}, {cards[-1] + 1}):"):
                self.line(f"put(S, c, {place}, 1)")
        doc = "Set up teams and cards; parameters are set."
        return "\n".join(self._function(f"setup(S{self.more})", doc) + self.lines)

    # --- the flow -----------------------------------------------------------------------------

    def _run(self) -> str:
        self.lines, self.depth, self.failure = [], 2, "return"
        self.labels = 1
        self.line("if pc == 1:")
        self.depth = 3
        self.flow(list(self.layout.program.body), OVER)
        body = self.lines
        head = self._function(f"run(S, pc{self.more})", "Play on until a decision is due.")
        return "\n".join(
            [
                *head,
                "    steps = 0",
                "    first = False",
                "    while True:",
                *body,
                f"        if pc == {OVER}:",
                f"            S[PC] = {OVER}",
                "            return",
            ]
        )

    def new_label(self) -> int:
        self.labels += 1
        return self.labels

    def open(self, label: int) -> None:
        self.depth = 2
        self.line(f"if pc == {label}:")
        self.depth = 3

    def jump(self, label: int) -> None:
        self.line(f"pc = {label}")
        self.line("continue")

    def flow(self, nodes: list[Node], then: int) -> None:
        """Write a sequence of blocks; afterwards play goes on at `then`."""
        for i, node in enumerate(nodes):
            rest = nodes[i + 1 :]
            if node.op == "stage" or _decides(node):
                after = self.new_label() if rest else then
                if node.op == "choice":
                    self._decide(node, after)
                elif node.op == "stage":
                    self._stage(node, after)
                else:
                    self._let_across(node, after)
                if rest:
                    self.open(after)
                    self.flow(rest, then)
                return
            self.statement(node)
        self.jump(then)

    def _decide(self, node: Node, after: int) -> None:
        choice = Choice(self.new_label(), node, after, self.depth_of_cycle, self.depth_of_teams)
        self.choices.append(choice)
        self.comment(node)
        self.line(f"S[PC] = {choice.label}")
        self.line("return")

    def _let_across(self, node: Node, after: int) -> None:
        """A `let` around a choice: the variable lives in the state."""
        self.locals[node.bound] = self.named(node.args[0], node.bound)
        self._save(node.bound)
        self.locals[node.bound] = self._saved(node.bound)
        self.flow([node.args[1]], after)

    def _saved(self, binding: Binding) -> Local:
        slot = self.layout.slots[binding]
        if binding.kind in (Kind.CARDS, Kind.GROUPS) and not binding.spot:
            return Local("S", str(slot))
        return Local(f"S[{slot}]")

    def _stage(self, node: Node, after: int) -> None:
        end, *body = node.args
        self.comment(node)
        turn, test = self.new_label(), self.new_label()
        team = node.value == "team"
        if team:
            self.depth_of_teams += 1
            base = self.layout.team_cycles + 2 * self.depth_of_teams
            count = f"S[{self.layout.team_count}]"
        else:
            self.depth_of_cycle += 1
            base = self.layout.cycles + 2 * self.depth_of_cycle
            count = str(self.layout.program.players)
        self.line(f"S[{base}] = S[{base - 2}]")
        self.line(f"S[{base + 1}] = -1")
        self.line("first = True")
        self.jump(test)
        self.open(test)
        self.comment(end)
        with self.indented(f"if {self.condition(end)}:"):
            self.line("first = False")
            self.jump(after)
        with self.indented("if not first:"):
            self.line(
                f"S[{base}] = S[{base + 1}] if S[{base + 1}] >= 0 else (S[{base}] + 1) % {count}"
            )
            self.line(f"S[{base + 1}] = -1")
        self.line("first = False")
        self.line("steps += 1")
        self.fail(f"steps > {LIMITS['steps']}", "100,000 turns without a decision", node)
        self.jump(turn)
        self.open(turn)
        self.flow(body, test)
        if team:
            self.depth_of_teams -= 1
        else:
            self.depth_of_cycle -= 1

    # --- choices ------------------------------------------------------------------------------

    def _clauses(self, choice: Choice) -> str:
        """A function for every clause of a choice: what its options do."""
        analyse(choice, self.layout, self.verbs)
        self._at(choice)
        functions = []
        for number, clause in enumerate(choice.clauses):
            self.lines, self.depth, self.failure = [], 1, "return"
            if clause.plain:
                self._plain_clause(clause)
                head = f"clause_{choice.label}_{number}(S, pick{self.more})"
            else:
                self._general_clause(choice, clause)
                head = f"clause_{choice.label}_{number}(S, P{self.more})"
            line = self.layout.program.source.place(clause.node.at[0])[0]
            functions.append(
                "\n".join(self._function(head, f"Line {line}: what its options do.") + self.lines)
            )
        return "\n\n\n".join(functions)

    def _at(self, choice: Choice) -> None:
        self.depth_of_cycle, self.depth_of_teams = choice.depth, choice.team_depth
        for binding in choice.captured:
            self.locals[binding] = self._saved(binding)

    def _plain_clause(self, clause: Clause) -> None:
        for step in clause.steps:
            if step.op == "let":
                self.locals[step.bound] = self.named(step.args[0], step.bound)
        if clause.pick is not None:
            if clause.subset:
                words = ", ".join(f"S[{self.layout.chosen + w}]" for w in range(self.layout.words))
                array, offset = self._list(f"spread({words})")
                self.locals[clause.pick.bound] = Local(array, offset)
                for w in range(self.layout.words):
                    self.line(f"S[{self.layout.chosen + w}] = 0")
                self.line(f"S[{self.layout.CHOSEN_COUNT}] = 0")
            else:
                number = clause.pick.args[0].kind is Kind.INTS
                self.locals[clause.pick.bound] = Local("(pick - LIMIT)" if number else "pick")
        for step in clause.tests:
            if step.op == "let":
                self.locals[step.bound] = self.named(step.args[0], step.bound)
        assert clause.effects is not None
        self.statement(clause.effects)

    def _general_clause(self, choice: Choice, clause: Clause) -> None:
        self.choosing, self.quiet, self.tainted = True, False, set()
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

    def _apply(self) -> str:
        self.lines, self.depth, self.failure = [], 1, "return"
        self.line("pc = S[PC]")
        for choice in self.choices:
            with self.indented(f"if pc == {choice.label}:"):
                self._apply_choice(choice)
        for choice in self.choices:
            for number, clause in enumerate(choice.clauses):
                if clause.subset:
                    self._apply_subset(choice, clause, number)
        doc = "Play the option with this code, and on to the next decision."
        return "\n".join(self._function(f"apply(S, code, P{self.more})", doc) + self.lines)

    def _apply_choice(self, choice: Choice) -> None:
        count = len(choice.clauses)
        clause_number = "0"
        rest = "code"
        if count > 1:
            self.line(f"clause = code % {count}")
            self.line(f"code //= {count}")
            clause_number = "clause"
        if choice.general:
            self.line("P[0] = 1")
            self.line("begin(P)")
            self.line("P[3] = code")
        for number, clause in enumerate(choice.clauses):
            head = f"if {clause_number} == {number}:" if count > 1 else "if True:"
            with self.indented(head):
                if clause.subset:
                    self._at(choice)
                    self._choose_card(choice, clause, number, rest)
                    continue
                argument = rest if clause.plain else "P"
                self.line(f"clause_{choice.label}_{number}(S, {argument}{self.more})")
        with self.indented("if S[ERROR]:"):
            self.line("return")
        if choice.general:
            with self.indented("if P[7]:"):
                self.line("S[PC] = P[7]")
                self.line("return")
        self.line(f"run(S, {choice.after}{self.more})")
        self.line("return")

    # --- subsets, card by card ----------------------------------------------------------------

    def _subset_label(self, clause: Clause) -> int:
        if clause not in self.subset_labels:
            self.subset_labels[clause] = self.new_label()
        return self.subset_labels[clause]

    def _subset(self, clause: Clause) -> tuple[str, str]:
        """How many cards a subset has, and the list of candidates in ascending order."""
        for step in clause.steps:
            if step.op == "let":
                self.locals[step.bound] = self.named(step.args[0], step.bound)
        assert clause.pick is not None
        size, where = clause.pick.args[0].args
        number = self.keep(self.integer(size), "k")
        words = [self.keep(word) for word in self.words(where)]
        array, _ = self._list(f"spread({', '.join(words)})")
        return number, array

    def _choose_card(self, choice: Choice, clause: Clause, number: int, card: str) -> None:
        """Add a card to the subset; play the clause when it is complete."""
        layout = self.layout
        size, _ = self._subset(clause)
        label = self._subset_label(clause)
        self.by_label[label] = choice
        with self.indented(f"if {card} < CARDS:"):
            if layout.words == 1:
                self.line(f"S[{layout.chosen}] |= BIT[{card}]")
            else:
                self.line(f"S[{layout.chosen} + {card} // BITS] |= BIT[{card}]")
            self.line(f"S[{layout.CHOSEN_COUNT}] += 1")
            with self.indented(f"if S[{layout.CHOSEN_COUNT}] < {size}:"):
                self.line(f"S[PC] = {label}")
                self.line("return")
        self.line(f"clause_{choice.label}_{number}(S, 0{self.more})")

    def _apply_subset(self, choice: Choice, clause: Clause, number: int) -> None:
        self._at(choice)
        with self.indented(f"if pc == {self._subset_label(clause)}:"):
            self._choose_card(choice, clause, number, "code")
            with self.indented("if S[ERROR]:"):
                self.line("return")
            self.line(f"run(S, {choice.after}{self.more})")
            self.line("return")

    def _subset_options(self, clause: Clause, code: str) -> None:
        """List the cards a subset can go on with: higher ones that leave enough."""
        layout = self.layout
        size, array = self._subset(clause)
        i, first = self.fresh("i"), self.fresh("n")
        if clause.empty_acts:
            with self.indented(f"if {size} <= 0:"):
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

    # --- listing ------------------------------------------------------------------------------

    def _options(self) -> str:
        self.lines, self.depth, self.failure = [], 1, "return 0"
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
        return "\n".join(self._function("options(S, out, X, P)", doc) + self.lines)

    def _list_plain(self, choice: Choice) -> None:
        count = len(choice.clauses)
        ties = any(n.op in ("max", "min") for clause in choice.clauses for n in walk(clause.node))
        if ties:
            self.line("ties = S[TIES]")
        words = self.layout.words
        shared = {
            c.full for c in choice.clauses if sum(d.full == c.full for d in choice.clauses) > 1
        }
        seen: dict[str, list[str]] = {}
        for full in sorted(shared):
            seen[full] = [self.fresh("seen") for _ in range(words)]
            for name in seen[full]:
                self.line(f"{name} = 0")
        for number, clause in enumerate(choice.clauses):
            self.comment(clause.node)
            depth = self.depth
            for step in clause.steps:
                self._step(step)
            code = "{}" if count == 1 else f"{{}} * {count} + {number}"
            if clause.pick is None:
                self.line(f"out[n] = {number}")
                self.line("n += 1")
            elif clause.subset:
                self._subset_options(clause, code)
            else:
                self._list_picks(clause, code, seen.get(clause.full))
            self.depth = depth
        if ties:
            self.line("S[TIES] = ties")

    def _step(self, step: Node) -> None:
        """A condition before an option opens a block; a name is bound."""
        if step.op == "let":
            self.locals[step.bound] = self.named(step.args[0], step.bound)
            return
        self.line(f"if {self.condition(step.args[0])}:")
        self.depth += 1

    def _list_picks(self, clause: Clause, code: str, seen: list[str] | None) -> None:
        assert clause.pick is not None
        collection, binding = clause.pick.args[0], clause.pick.bound
        if (
            collection.kind is Kind.CARDS
            and not self._has_memory(collection)
            and not (self.spot_free(collection))
        ):
            words = self.words(collection)
            if seen is not None:
                words = [
                    self.keep(f"{word} & ~{old}", "m")
                    for word, old in zip(words, seen, strict=True)
                ]
                if not clause.tests:
                    for word, old in zip(words, seen, strict=True):
                        self.line(f"{old} |= {word}")
                    seen = None
            with self._bits(words, binding) as (card, w):
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
            return
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
            self.line(f"out[n] = {code.format(member)}")
            self.line("n += 1")
            self.depth = inner

    def _list_general(self, choice: Choice) -> None:
        count = len(choice.clauses)
        self.line("P[0] = 0")
        with self.indented(f"for clause in range({count}):"):
            self.line("P[2] = 0")
            with self.indented("while True:"):
                self.line("copy(X, S)")
                self.line("begin(P)")
                for number in range(count):
                    head = f"if clause == {number}:" if count > 1 else "if True:"
                    with self.indented(head):
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
                    self.line(f"out[n] = code * {count} + clause")
                    self.line("n += 1")
                with self.indented("if not advance(P):"):
                    self.line("break")

    def _ways(self) -> str:
        """How many options stand behind a code: more than one while a subset is picked."""
        self.lines, self.depth, self.failure = [], 1, "return 1.0"
        self.line("pc = S[PC]")
        for choice in self.choices:
            self._at(choice)
            for number, clause in enumerate(choice.clauses):
                if not clause.subset:
                    continue
                count = len(choice.clauses)
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
        return "\n".join(self._function("ways(S, code)", doc) + self.lines)

    def _describe(self) -> str:
        """Play a general option on a copy, to learn what it picks."""
        self.lines, self.depth, self.failure = [], 1, "return"
        self.line("pc = S[PC]")
        for choice in self.choices:
            if not choice.general:
                continue
            count = len(choice.clauses)
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
        return "\n".join(self._function("describe(S, code, X, P)", doc) + self.lines)

    def _scores(self) -> str:
        self.lines, self.depth, self.failure = [], 1, "return"
        self.depth_of_cycle = self.depth_of_teams = 0
        base = self.layout.cycles
        with self.indented("for player in range(PLAYERS):"):
            self.line(f"S[{base}] = player")
            self.line(f"out[player] = {self.integer(self.layout.program.score)}")
        doc = "The score of every player."
        return "\n".join(self._function("scores(S, out)", doc) + self.lines)


def _decides(node: Node) -> bool:
    """Whether a statement waits for a decision."""
    return node.op == "choice" or (node.op == "let" and _decides(node.args[1]))
