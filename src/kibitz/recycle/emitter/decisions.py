"""The decisions of a game as they are found: choices, their labels, the verbs of their options."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.recycle.choices import Choice, Clause, Verb

__all__ = ["Decisions"]


@dataclass
class Decisions:
    """Every position of the program at which something is decided has a number, its label."""

    choices: list[Choice] = field(default_factory=list)
    verbs: dict[str, Verb] = field(default_factory=dict)
    subset_labels: dict[Clause, int] = field(default_factory=dict)
    by_label: dict[int, Choice] = field(default_factory=dict)
    """The choice a subset belongs to, by the position at which it is being picked."""
    labels: int = 1
    """How many positions have a number; 1 is the beginning."""

    def new_label(self) -> int:
        self.labels += 1
        return self.labels

    def subset_label(self, clause: Clause) -> int:
        """The position at which the subset of a clause is being picked."""
        if clause not in self.subset_labels:
            self.subset_labels[clause] = self.new_label()
        return self.subset_labels[clause]
