"""Which line of a description gives something away.

What a decision discloses about hidden cards is found out by the variant of a game that tells what
happens (`kibitz.engine.disclosures`). Here that decision is played once more by a copy of the
variant that notes who calls: a clause that offered the option, or a statement further on, whose
line stands above it as a comment.

Which of several clauses offered an option that all of them could offer, the compiled game does not
say: for each of them there is a variant of the game whose choice has no other clause.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from kibitz.engine.alike import alike
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.derived import derived
from kibitz.engine.disclosures import DISCLOSING, Log
from kibitz.engine.game import Game
from kibitz.engine.primitives import PRIMITIVES
from kibitz.engine.state import State
from kibitz.engine.testing import telling_of
from kibitz.recycle.choices import Choice, Clause
from kibitz.recycle.emitter import emit
from kibitz.recycle.learnt import beginning
from kibitz.recycle.tree import Node

__all__ = ["Giveaways", "giveaways_of"]

NO_CHANCE = array("q", [0, 0])
NOTED = re.compile(r"(\s*)# (\d+): ")
"""A comment that says which line of the description follows."""

PART = re.compile(r"def (?:line_(\d+))?|        if pc == ")
"""The head of a function, which may have been written for a line of it, or of a part of `run`."""

PICK = "disclose_pick"
DISCLOSERS = ("disclose", PICK, "disclose_again", "disclose_drawn")


class Giveaways:
    """Finds the lines of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._calls: list[tuple[str, int]] = []
        """What has disclosed something since the list was emptied, and the line that called it."""
        self._text = telling_of(game).module.quick().split("\n")
        telling: dict[str, Any] = {**PRIMITIVES, **DISCLOSING}
        telling.update((name, self._noting(name)) for name in DISCLOSERS)
        exec(compile("\n".join(self._text), f"<{game.name}, noting>", "exec"), telling)
        telling.update(alike(game.functions["options"], telling["act"], game.players))
        self._apply: Callable[..., None] = telling["apply"]
        place = game.source.place
        stages = [node for node in game.program.nodes() if node.op == "stage"]
        self._ends = {place(stage.args[0].at[0])[0] for stage in stages}
        self._alone: dict[tuple[int, int], Callable[..., int] | None] = {}

    def lines(self, before: State, state: State) -> list[int]:
        """For each disclosure of the last decision, made in the state `before`, the line of the
        description that gave it away; 0 if it cannot be told."""
        action = state.last.action
        assert action is not None
        code = before.codes[before.actions.index(action)]
        self._calls = []
        self._apply(array("q", before.array), code, BUFFERS.work, Log(), NO_CHANCE)
        found = [0 if name == PICK else self._line(name, at) for name, at in self._calls]
        return [line or self._clause(before, code) for line in found]

    def text(self, line: int) -> str:
        """The beginning of what the description says there."""
        return beginning(self.game.source, line) if line else ""

    def _noting(self, name: str) -> Callable[..., None]:
        disclose: Callable[..., None] = DISCLOSING[name]  # type: ignore[assignment]

        def noting(log: Log, *given: Any) -> None:
            before = len(log.disclosures)
            disclose(log, *given)
            if len(log.disclosures) > before:
                self._calls.append((name, sys._getframe(1).f_lineno))

        return noting

    def _line(self, name: str, at: int) -> int:
        """The line of the description that a line of the variant was written for; 0 if it stands
        at the head of a clause. What a statement shows stands before its comment, but for what is
        shown by what it has done; what the end of a stage shows, behind it."""
        own = self._text[at - 1]
        room = len(own) - len(own.lstrip())
        above, depth = self._noted(reversed(self._text[: at - 1]), room)
        if name != "disclose" or (above in self._ends and depth == room):
            return above
        below, _ = self._noted(iter(self._text[at:]), room)
        return below or above

    def _noted(self, texts: Iterator[str], room: int) -> tuple[int, int]:
        """The next comment that does not stand further in, within a function and a part of `run`:
        the line it names, and how far in it stands; 0 if there is none."""
        for text in texts:
            noted = NOTED.match(text)
            if noted is not None and len(noted[1]) <= room:
                return int(noted[2]), len(noted[1])
            part = PART.match(text)
            if part is not None:
                return int(part[1] or 0), 0
        return 0, 0

    # --- clauses ----------------------------------------------------------------------------------

    def _clause(self, before: State, code: int) -> int:
        """The line of the clause that offered an option; that of the choice, if that is unclear."""
        position = before.array[0]
        choice = self.game.emitted.choices[position]
        clauses = list(choice.clauses)
        if position == choice.label:  # not within a subset, picked card by card
            kinds = len(choice.kinds)
            clauses = [each for each in clauses if choice.kind_of(each) == code % kinds]
            if len(clauses) > 1:
                offering = (each for each in clauses if self._offers(before, choice, each, code))
                clauses = [next(offering, clauses[0])]
        said = clauses[0].node if len(clauses) == 1 else choice.node
        return self.game.source.place(said.at[0])[0]

    def _offers(self, before: State, choice: Choice, clause: Clause, code: int) -> bool:
        number = choice.clauses.index(clause)
        key = choice.label, number
        if key not in self._alone:
            self._alone[key] = self._options_of(choice, clause)
        options = self._alone[key]
        if options is None:
            return False
        numbers = array("q", before.array)
        count = options(numbers, BUFFERS.codes, array("q", numbers), BUFFERS.work)
        return not numbers[1] and code // len(choice.kinds) in BUFFERS.codes[:count]

    def _options_of(self, choice: Choice, clause: Clause) -> Callable[..., int] | None:
        """Lists what a clause would offer alone; None if the state were not the same then."""
        game, wanted = self.game, choice.label
        nodes = [node for node in choice.node.args if node.at == clause.node.at]
        if choice.general or len(nodes) != 1:
            return None
        own = choice.node.args.index(nodes[0])
        label = None if choice.node.value is None else (choice.node.names[own],)
        alone = replace(choice.node, args=(nodes[0],), value=label)
        body = tuple(_with(node, choice.node, alone) for node in game.program.body)
        made = emit(replace(game.program, body=body), log=False, errors=game.emitted.errors)
        same = made.choices.get(wanted)
        if made.layout.size != game.layout.size or same is None or same.node.at != choice.node.at:
            return None
        known: dict[str, Any] = dict(PRIMITIVES)
        exec(compile(made.module.quick(), f"<{game.name}, one clause>", "exec"), known)
        options: Callable[..., int] = known["options"]
        return options


def _with(node: Node, old: Node, new: Node) -> Node:
    """A tree in which a node is replaced."""
    if node is old:
        return new
    args = tuple(_with(arg, old, new) for arg in node.args)
    changed = any(one is not two for one, two in zip(args, node.args, strict=True))
    return replace(node, args=args) if changed else node


def giveaways_of(game: Game) -> Giveaways:
    """The same for all who ask."""
    return derived(game, Giveaways)
