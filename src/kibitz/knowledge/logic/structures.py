"""Knowledge structures: states are sets of true propositions.

>>> answers("VARS 1,2 LAW 1 | 2 OBS a: 1 VALID? a knows whether 1 WHERE? a knows that 2")
[True, [[2]]]

With few propositions a set of states is one integer with a bit for each state, and quantifying over
a proposition is a shift; with many it is a binary decision diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.evaluation import (
    Engine,
    Evaluation,
    Set,
    of_propositions,
    within_memory,
)
from kibitz.knowledge.logic.smcdel import File, Question, Structure, parse_file
from kibitz.knowledge.worlds import members

__all__ = ["Answer", "TruthTables", "answer", "answers", "structure_engine"]

Answer = bool | list[list[int]]
"""Of a `WHERE?` the states, each the propositions true in it."""

FEW = 20
"""Up to so many propositions sets of states are integers: of a million bits, then."""

MOST_STATES = 100_000
"""A `WHERE?` with more states than this is refused: nobody reads them."""


class TruthTables:
    """Sets of states as integers: bit s stands for the state in which proposition k is true if
    bit k of s is set."""

    name = "truth tables"

    def __init__(self, structure: Structure) -> None:
        count = len(structure.propositions)
        self.everything = (1 << (1 << count)) - 1
        self.position = {number: at for at, number in enumerate(structure.propositions)}
        self._true = [self._where(at, count) for at in range(count)]
        self._unseen = [
            [at for number, at in self.position.items() if number not in seen]
            for seen in structure.observed
        ]
        self.alive = self.everything
        self.alive = Evaluation(self).value(structure.law)

    @staticmethod
    def _where(at: int, count: int) -> int:
        """The states in which the proposition at a position is true."""
        width = 1 << at
        states, length = ((1 << width) - 1) << width, 2 * width
        while length < 1 << count:  # the pattern repeats: double it until it is long enough
            states |= states << length
            length *= 2
        return states

    def complement(self, found: int) -> int:
        return found ^ self.everything

    def atom(self, atom: f.Formula) -> int:
        return self._true[self.position[of_propositions(atom)]]

    def quantify(self, numbers: Sequence[int], known: int, every: bool) -> int:
        return self._over([self.position[number] for number in numbers], known, every)

    def knows(self, group: tuple[int, ...], alive: int, known: int) -> int:
        unseen = set.intersection(
            set(self.position.values()), *(self._unseen[agent] for agent in group)
        )
        return self._over(sorted(unseen), known | self.complement(alive), True)

    def _over(self, positions: Sequence[int], known: int, every: bool) -> int:
        for at in positions:
            width, true = 1 << at, self._true[at]
            high, low = known & true, known & self.complement(true)
            if every:
                both = high & (low << width)
                known = both | (both >> width)
            else:
                known = known | (high >> width) | (low << width)
        return known

    def same(self, one: int, other: int) -> bool:
        return one == other

    def contains(self, found: int, state: Sequence[int]) -> bool:
        return bool(found >> sum({1 << self.position[number] for number in state}) & 1)

    def count(self, found: int) -> int:
        return (found & self.alive).bit_count()

    def states(self, found: int) -> list[list[int]]:
        numbers = list(self.position)
        return [sorted(numbers[at] for at in members(state)) for state in _bits(found & self.alive)]


def _bits(found: int) -> list[int]:
    """The bits set in a very long integer."""
    octets = found.to_bytes((found.bit_length() + 7) // 8, "little")
    return [8 * at + bit for at, octet in enumerate(octets) if octet for bit in members(octet)]


class StructureEngine(Engine, Protocol):
    """An engine for the states of a structure."""

    def contains(self, found: Set, state: Sequence[int]) -> bool:
        """Whether a state is in a set."""
        ...

    def count(self, found: Set) -> int:
        """How many states are in a set."""
        ...

    def states(self, found: Set) -> list[list[int]]:
        """All states of a set."""
        ...


def structure_engine(structure: Structure) -> StructureEngine:
    """The engine for a structure: truth tables if it has few propositions, else diagrams."""
    if len(structure.propositions) <= FEW:
        return TruthTables(structure)
    from kibitz.knowledge.logic.bdd import StructureDiagrams

    return StructureDiagrams(structure)


def answer(engine: StructureEngine, question: Question) -> Answer:
    """The answer to a question about the structure of an engine."""
    evaluation = Evaluation(engine)
    found = evaluation.value(question.formula)
    if question.kind == "TRUE?":
        return bool(engine.contains(found, question.state))
    if question.kind == "VALID?":
        return bool(engine.same(engine.alive & found, engine.alive))
    count = engine.count(found)
    if count > MOST_STATES:
        raise KibitzError(
            f"`WHERE? {question.text}` is true in {count:,} states, "
            f"and at most {MOST_STATES:,} are listed"
        )
    return sorted(engine.states(found))


@within_memory()
def answers(text: str | File, name: str = "<file>") -> list[Answer]:
    """The answers to all questions of a file of SMCDEL's, in its order."""
    file = parse_file(text, name) if isinstance(text, str) else text
    engine = structure_engine(file.structure)
    return [answer(engine, question) for question in file.questions]
