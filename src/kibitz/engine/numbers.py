"""Numbers of actions, for kernels: also of those that do not follow from the code of an option.

What an option picks may come to light only when it is described. `Namer` does so in Python; here
are the tables with which `numbered` in the kernel `numbers` gives the same numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engine.native import kernel_text
from kibitz.recycle.choices import Clause

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["NUMBERS", "numbers_text"]

NUMBERS = "numbered("
"""Kernels in which this is called need the text."""

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
        if choice.general or any(c.verb.variants > 1 or not c.verb.size for c in kinds):
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
