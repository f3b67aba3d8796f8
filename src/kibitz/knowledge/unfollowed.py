"""What is not followed: why something that can be known is not in what Kibitz says is known.

A doubt names a line of the description and the reason; here it is a sentence, with the text of the
line, so that whoever plays knows what to think of a number, and whoever wrote the game what to
write in another way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.engine.game import Game
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Doubt

__all__ = ["Unfollowed", "of_anybody", "of_its_own", "worded"]


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """Something that somebody may know and that is not taken into account."""

    decision: int
    """After which it was so for the first time; 0: at the deal."""
    times: int
    """How often it has been so."""
    line: int | None
    """Where the description says it, if it is a matter of one line."""
    rule: str
    """The text of that line."""
    why: str

    @property
    def words(self) -> str:
        """A sentence without its full stop."""
        when = f"after decision {self.decision}" if self.decision else "at the deal"
        if self.times > 1:
            again = self.times - 1
            when += f" (and {again} more time{'s' if again > 1 else ''})"
        if self.line is None:
            return f"{when}: {self.why}"
        return f"{when}: what line {self.line} shows about a hand is not followed ({self.why})"

    def __str__(self) -> str:
        return self.words

    def data(self) -> dict[str, Any]:
        """The same as JSON can write it."""
        return {
            "decision": self.decision,
            "times": self.times,
            "line": self.line,
            "rule": self.rule,
            "why": self.why,
            "words": self.words,
        }


def of_its_own(knowledge: Knowledge) -> tuple[Unfollowed, ...]:
    """Why the deals somebody thinks possible may be too many."""
    own = [doubt for doubt in knowledge.doubts if doubt.observers >> knowledge.observer & 1]
    return worded(own, knowledge.game)


def of_anybody(knowledge: Knowledge) -> tuple[Unfollowed, ...]:
    """Why somebody, whoever it is, may know more than is told: then nobody can say for sure what
    they know of each other."""
    return worded(knowledge.doubts, knowledge.game)


def worded(doubts: Iterable[Doubt], game: Game) -> tuple[Unfollowed, ...]:
    """Doubts in words, each once: the same rule may be met in every trick."""
    met: dict[tuple[int, str], list[int]] = {}
    for doubt in doubts:
        met.setdefault((doubt.line, doubt.why), []).append(doubt.decision)
    return tuple(
        Unfollowed(
            decisions[0],
            len(decisions),
            line or None,
            game.source.line(line).strip() if line else "",
            why,
        )
        for (line, why), decisions in met.items()
    )
