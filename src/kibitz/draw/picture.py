"""A Kripke model as plain data, ready to be drawn: no cards, no rules, only labels and pairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kibitz.draw.layout import clusters
from kibitz.errors import KibitzError

__all__ = ["KripkePicture", "PictureAgent", "PictureWorld"]


@dataclass(frozen=True, slots=True)
class PictureWorld:
    """A world: its label, and how sure it is that it is drawn at all."""

    lines: tuple[str, ...]
    weight: float = 1.0
    """1 is possible and 0 impossible; what is between is drawn paler."""
    actual: bool = False
    probability: float | None = None

    @property
    def label(self) -> str:
        return " | ".join(self.lines)


@dataclass(frozen=True, slots=True)
class PictureAgent:
    """A seat: the pairs of worlds it cannot tell apart, and those it really considers possible."""

    name: str
    pairs: frozenset[tuple[int, int]] = frozenset()
    strong: frozenset[int] = frozenset()
    colour: str | None = None

    @classmethod
    def of_clusters(
        cls,
        name: str,
        partition: Iterable[Iterable[int]],
        strong: Iterable[int] = (),
        colour: str | None = None,
    ) -> PictureAgent:
        """A seat by its information sets: worlds in one of them look the same to it."""
        sets = [sorted(set(cluster)) for cluster in partition]
        pairs = frozenset((a, b) for cluster in sets for a in cluster for b in cluster if a < b)
        return cls(name, pairs, frozenset(strong), colour)


@dataclass(frozen=True)
class KripkePicture:
    """All that is drawn. Worlds are numbered from 0; a pair is smaller number first."""

    worlds: tuple[PictureWorld, ...]
    agents: tuple[PictureAgent, ...]
    title: str = ""

    def __post_init__(self) -> None:
        possible = set(self.possible)
        for agent in self.agents:
            for a, b in agent.pairs:
                if not (0 <= a < b < len(self.worlds)):
                    raise KibitzError(f"{agent.name}'s pair {(a, b)} is not one of two worlds")
                if a not in possible or b not in possible:
                    raise KibitzError(f"{agent.name} relates an impossible world: {(a, b)}")
            if not agent.strong <= possible:
                raise KibitzError(f"{agent.name} considers an impossible world possible")

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The worlds that are possible."""
        return tuple(k for k, world in enumerate(self.worlds) if world.weight > 0)

    @cached_property
    def clusters(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each seat the largest sets of worlds that look the same to it."""
        return tuple(tuple(clusters(self.possible, agent.pairs)) for agent in self.agents)

    def description(self) -> str:
        """The picture in words, for those who hear it."""
        if len(self.worlds) > 16:
            named = ""
        else:
            told = [
                world.label
                + (" (true)" if world.actual else "" if world.weight > 0 else " (impossible)")
                for world in self.worlds
            ]
            named = ": " + "; ".join(told)
        size = len(self.worlds)
        parts = [f"Kripke model with {size} world{'s' * (size != 1)}{named}."]
        for agent in self.agents:
            strong = sorted(agent.strong)
            if len(strong) > 16:
                parts.append(f"{agent.name} considers {len(strong)} worlds possible.")
            elif strong:
                told = [self.worlds[k].label for k in strong]
                parts.append(f"{agent.name} considers possible: {'; '.join(told)}.")
        return " ".join(parts)
