"""Numbers of actions, for kernels: also of those that do not follow from the code of an option.

What an option picks may come to light only when it is described. `Namer` does so in Python; here
are the tables with which `numbered` in the kernel `numbers` gives the same numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engine.native import kernel_text
from kibitz.recycle.choices import Choice, Clause, Verb

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["DEEDS", "NUMBERS", "deeds_text", "numbers_text"]

NUMBERS = "numbered("
"""Kernels in which this is called need the text."""

DEEDS = "deed("
"""The same, of `deeds_text`."""

PLAIN = """\
def numbered(S, c, X, P, I, k):
    return action(S, c)
"""


def numbers_text(game: Game) -> str:
    """The function that numbers options; a plain one where their codes tell all."""
    emitted = game.emitted
    numbered = [-1] * (1 + max(emitted.choices, default=0))
    table: list[int] = []
    known: dict[Clause, int] = {}

    def told(clause: Clause) -> int:
        """Where the table has a kind of option."""
        if clause not in known:
            known[clause] = len(table)
            verb = clause.verb
            table.extend([clause.plain, verb.base, verb.size, verb.variants, len(verb.picks)])
            for pick in verb.picks:
                table.extend([pick.room, pick.kind == "number"])
        return known[clause]

    for position, choice in emitted.choices.items():
        kinds = choice.kinds
        subset = emitted.subsets.get(position)
        if _only_described(choice):
            places = list(map(told, kinds if subset is None else [subset]))
            numbered[position] = len(table)
            table.extend([len(places), *places])
    if not table:
        return PLAIN
    lines = (
        f"{name} = table(({', '.join(str(int(number)) for number in numbers)},))"
        for name, numbers in (("NUMBERED", numbered), ("NUMBERS", table))
    )
    return "\n".join(lines) + f"\n\n\n{kernel_text('numbers')}"


def deeds_text(game: Game) -> str:
    """The function that says what an option does with what it picks, where the number of its action
    does not follow from its code: to play a card that one does not see and to discard it is to pick
    the same. Clauses that do the same have the same number."""
    tests = []
    for position, choice in game.emitted.choices.items():
        if position in game.emitted.subsets or not _only_described(choice):
            continue
        kinds = choice.kinds
        known: dict[tuple[Verb, str, str], int] = {}
        for kind, clause in enumerate(kinds):
            number = known.setdefault((clause.verb, clause.label, clause.deeds), len(known))
            if number:
                tests.append(f"    if S[PC] == {position} and c % {len(kinds)} == {kind}:\n")
                tests.append(f"        return {number}\n")
    return f"def deed(S, c):\n{''.join(tests)}    return 0"


def _only_described(choice: Choice) -> bool:
    """Whether the numbers of its actions do not follow from the codes of its options."""
    kinds = choice.kinds
    return choice.general or any(c.verb.variants > 1 or not c.verb.size for c in kinds)
