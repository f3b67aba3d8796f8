"""One Python module per game: `setup`, `run`, `options`, `apply`, `scores`, and what they need.

The functions work on a flat array of integers `S` and hold no Python objects, so that the same
text runs as it is and compiled. A second variant, with `log`, tells every event on the way: the
array `E` collects them, `C` may hold outcomes of chance to be used instead of drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.choices import Choice, Clause, Verb
from kibitz.recycle.common import common, shown
from kibitz.recycle.emitter.chosen import innermost
from kibitz.recycle.emitter.offers import Offers
from kibitz.recycle.layout import BITS, Layout
from kibitz.recycle.prelude import only_used, prelude
from kibitz.recycle.tree import Binding, Kind, Node, Program

__all__ = ["Emitted", "emit"]


MOST_LEVELS = 1 << 15
"""Filters by score are masks as long as these tables do not get longer."""


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


class _Emitter(Offers):
    """Puts the module together."""

    def module(self) -> Emitted:
        program = self.layout.program
        run = self._run()
        parts = [*self.passages, run]
        if not self.log:
            parts.append(self._setup())
        for choice in self.choices:  # grows while rests of options are found
            parts.append(self._clauses(choice))
        parts += [self._act(), self._apply(), *self.secrets]
        if not self.log:
            parts += [self._offer(), self._code(), self._options(), self._turn(), self._ways()]
            parts += [self._describe(), self._scores()]
        base = 0
        for verb in self.verbs.values():
            verb.base = base
            base += verb.size * verb.variants
        if not self.log:
            parts += [self._action(), self._closed()]
        levels = self._levels() if any("levelled(" in part for part in parts) else []
        text = "\n\n".join(
            [
                f'"""{program.name}, written by Kibitz from {program.source.name}."""\n',
                only_used(prelude(self.layout, self.log, bool(levels)), "".join(parts)).rstrip(),
                "",
                "\n".join([self._constants(), *levels]),
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

        def table(name: str, values: list[int]) -> str:
            return f"{name} = table(({', '.join(map(str, values))},))"

        return "\n".join(
            [
                f"SECRETS = {any(map(_secrets, self.choices))}",
                table("OWNER", owners),
                table("ATTRIBUTE", attributes),
                table("ATTRIBUTE_OF", starts),
                table("POINTS", self.tables),
                *self.constants,
            ]
        )

    def _levels(self) -> list[str]:
        """For every row of points and every score a set: the cards that score so much or more. None
        if there would be too many."""
        cards, words = len(self.layout.cards), self.layout.words
        low, high = min(self.tables), max(self.tables)
        count = high - low + 2
        starts = [0, *range(1, len(self.tables), cards)]
        if len(starts) * count * words > MOST_LEVELS:
            return []
        masks: list[int] = []
        for start in starts:
            row = self.tables[start : start + cards]
            for score in range(low, high + 2):
                for w in range(words):
                    word = row[w * BITS : (w + 1) * BITS]
                    masks.append(sum(1 << i for i, points in enumerate(word) if points >= score))
        listed = ", ".join(map(str, masks))
        return [f"LEVEL_LOW = {low}", f"LEVEL_COUNT = {count}", f"LEVELS = table(({listed},))"]

    def _setup(self) -> str:
        """Declarations, teams, decks: the same for every game, so it runs once."""
        layout, program = self.layout, self.layout.program
        self.begin("return")
        self.line(f"S[{layout.team_count}] = {len(program.teams)}")
        for number, team in enumerate(program.teams):
            for seat in team:
                self.line(f"S[TEAM_OF + {seat}] = {number}")
        self.line(f"S[{layout.cycles + 1}] = -1")
        self.line(f"S[{layout.team_cycles + 1}] = -1")
        with self.indented("for c in range(CARDS):"):
            self.line("S[WHERE + c] = -1")
        self.declare(chancy=False)
        made: dict[Node, int] = {}
        for node in program.decks:
            cards = layout.copies[node][made.get(node, 0)]
            made[node] = made.get(node, 0) + 1
            place = self.keep(self.spot(node.args[0]) or "0", "p")
            with self.indented(f"for c in range({cards[0]}, {cards[-1] + 1}):"):
                self.line(f"put(S, c, {place}, 1)")
        doc = "Set up teams and cards; parameters are set."
        return self.function(f"setup(S{self.more})", doc)

    def _action(self) -> str:
        """The number of an action where it follows from the code alone."""
        self.begin("return -1")
        self.line("pc = S[PC]")
        for choice in self.choices:
            kinds = choice.kinds
            if choice.general or any(c.verb.variants > 1 or not c.verb.size for c in kinds):
                continue
            with self.indented(f"if pc == {choice.label}:"):
                for number, clause in enumerate(kinds[:-1]):
                    with self.indented(f"if code % {len(kinds)} == {number}:"):
                        self.line(f"return {_number(clause.verb, f'code // {len(kinds)}')}")
                pick = f"code // {len(kinds)}" if len(kinds) > 1 else "code"
                self.line(f"return {_number(kinds[-1].verb, pick)}")
            for clause in filter(lambda clause: clause.subset, kinds):
                with self.indented(f"if pc == {self.subset_labels[clause]}:"):
                    self.line(f"return {_number(clause.verb, 'code')}")
        self.line("return -1")
        doc = "The number of the action an option is; -1 where only its description tells."
        return self.function("action(S, code)", doc)

    def _closed(self) -> str:
        """Whether what an option picks is a secret of the chooser."""
        self.begin("return False")
        self.line("pc = S[PC]")
        for choice in self.choices:
            secret = _secrets(choice)
            if secret:
                kinds = len(choice.kinds)
                tests = " or ".join(f"code % {kinds} == {number}" for number in secret)
                with self.indented(f"if pc == {choice.label}:"):
                    self.line(f"return {tests}")
            for number in secret:
                if choice.kinds[number].subset:
                    with self.indented(f"if pc == {self.subset_labels[choice.kinds[number]]}:"):
                        self.line("return True")
        self.line("return False")
        doc = "Whether the others do not see what an option picks."
        return self.function("closed(S, code)", doc)

    def _scores(self) -> str:
        self.begin("return")
        self.depth_of_cycle = self.depth_of_teams = 0
        base = self.layout.cycles
        with self.indented("for player in range(PLAYERS):"):
            self.line(f"S[{base}] = player")
            self.line(f"out[player] = {self.integer(self.layout.program.score)}")
        doc = "The score of every player."
        return self.function("scores(S, out)", doc)


def _secrets(choice: Choice) -> list[int]:
    """The kinds of options whose picks not everybody sees."""
    return [n for n, clause in enumerate(choice.kinds) if not _is_open(clause)]


def _is_open(clause: Clause) -> bool:
    """Whether everybody sees what is picked in an option of a clause: where it goes, or that a card
    leaves a place that is open to all."""
    effects = clause.effects or innermost(clause.node)
    picks = [pick.binding for pick in clause.picks]
    if clause.pick is not None:
        picks = [clause.pick.bound]
    return all(shown(effects, pick) or _lies_open(pick) for pick in picks)


def _lies_open(pick: Binding) -> bool:
    return pick.kind is Kind.CARD and pick.value is not None and common(pick.value)


def _number(verb: Verb, pick: str) -> str:
    """The number of an action with one pick, or none."""
    if not verb.picks:
        return str(verb.base)
    (only,) = verb.picks
    if only.kind != "number":
        return f"{verb.base} + {pick}"
    low = f"{pick} - LIMIT"
    return f"{verb.base} + {low} if 0 <= {low} < {only.room} else -1"
