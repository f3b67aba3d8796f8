"""Kripke models: who cannot tell which worlds apart.

`card_model` is about one card: a world for every place it may be in, as far as everybody knows. A
seat relates two places if two possible deals, with the card in the one and in the other, look the
same to it. `deal_model` is about a whole, small deal: a world for every possible deal.

What a seat *really* considers possible depends on its own cards; it is drawn heavier. Every value
here shows itself: as a picture in a notebook, as SVG, as Graphviz, as plain data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.draw import KripkePicture, PictureAgent, PictureWorld, draw_kripke, graphviz_kripke
from kibitz.draw.kripke import Relations
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.logic.formulas import Holds
from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.worlds import Worlds

__all__ = ["KripkeModel", "KripkeWorld", "card_model", "deal_model"]


@dataclass(frozen=True, slots=True)
class KripkeWorld:
    """A world of a model: what it is, what it is called, and whether it is possible, or true."""

    key: int | tuple[int, ...]
    """The place of the card; or, in the model of a deal, the place of every card."""
    lines: tuple[str, ...]
    possible: bool = True
    actual: bool = False
    probability: float | None = None

    @property
    def label(self) -> str:
        return " | ".join(self.lines)


@dataclass(frozen=True, slots=True)
class KripkeModel:
    """Worlds and what each seat cannot tell apart. Worlds are meant by their number in `worlds`."""

    title: str
    worlds: tuple[KripkeWorld, ...]
    agents: tuple[str, ...]
    relations: tuple[frozenset[tuple[int, int]], ...]
    """For each seat the pairs it cannot tell apart, smaller number first; each possible world is
    related to itself, too."""
    considered: tuple[frozenset[int], ...]
    """For each seat what it really considers possible; empty if the true deal is not given."""

    def _number(self, agent: int | str) -> int:
        if isinstance(agent, int) and 0 <= agent < len(self.agents):
            return agent
        if isinstance(agent, str) and agent in self.agents:
            return self.agents.index(agent)
        raise KibitzError(f"no seat {agent!r} here", f"there are {', '.join(self.agents)}")

    def relation(self, agent: int | str) -> frozenset[tuple[int, int]]:
        """The pairs of different worlds that look the same to a seat, by number or name."""
        return self.relations[self._number(agent)]

    def strong(self, agent: int | str) -> frozenset[int]:
        """The worlds a seat really considers possible."""
        return self.considered[self._number(agent)]

    def picture(self) -> KripkePicture:
        """What is drawn."""
        return KripkePicture(
            tuple(
                PictureWorld(w.lines, 1.0 if w.possible else 0.0, w.actual, w.probability)
                for w in self.worlds
            ),
            tuple(
                PictureAgent(name, pairs, strong)
                for name, pairs, strong in zip(
                    self.agents, self.relations, self.considered, strict=True
                )
            ),
            self.title,
        )

    def svg(self, relations: Relations = "lines") -> str:
        """The model as a picture, with relations as lines or as hulls."""
        return draw_kripke(self.picture(), relations=relations)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: str | Path, relations: Relations = "lines") -> None:
        """Write the picture to a file."""
        try:
            Path(path).write_text(self.svg(relations), encoding="utf-8")
        except OSError as error:
            raise KibitzError(f"{path} cannot be written: {error.strerror}") from None

    def graphviz(self) -> str:
        """The model as a text for Graphviz."""
        return graphviz_kripke(self.picture())

    def data(self) -> dict[str, object]:
        """The model as JSON can write it."""
        return {
            "title": self.title,
            "worlds": [
                {
                    "key": world.key if isinstance(world.key, int) else list(world.key),
                    "label": world.label,
                    "possible": world.possible,
                    "actual": world.actual,
                    "probability": world.probability,
                }
                for world in self.worlds
            ],
            "agents": [
                {
                    "name": name,
                    "pairs": [list(pair) for pair in sorted(pairs)],
                    "strong": sorted(strong),
                }
                for name, pairs, strong in zip(
                    self.agents, self.relations, self.considered, strict=True
                )
            ],
        }


def card_model(
    worlds: Worlds,
    observed: Sequence[int],
    card: int,
    actual_place: int | None,
    place_names: Sequence[str],
    agent_names: Sequence[str],
    also_impossible: Iterable[int] = (),
    *,
    actual: Sequence[int] | None = None,
    title: str = "",
    probabilities: Mapping[int, float] | None = None,
) -> KripkeModel:
    """The model of one card: a world for every place it may be in.

    Args:
        worlds: what is common knowledge.
        observed: for each seat the set of places it observes.
        card: the card, numbered as in `worlds`.
        actual_place: where it really is, if that may be shown.
        place_names: what the worlds are called.
        agent_names: what the seats are called.
        also_impossible: places to show although the card cannot be there (any more).
        actual: the true deal; only with it is known what each seat really considers possible.
        title: stands above the picture.
        probabilities: how likely each place is, if that is to be shown.

    >>> pair = Worlds((1, 1), (3, 3))
    >>> model = card_model(pair, (1, 0), 0, 0, ("hand", "stock"), ("Ann", "Ben"), actual=(0, 1))
    >>> model.relation("Ann"), model.relation("Ben")
    (frozenset(), frozenset({(0, 1)}))
    """
    check(worlds, observed, place_names, agent_names, actual)
    if not 0 <= card < len(worlds.masks):
        raise KibitzError(f"there is no card {card} among these {len(worlds.masks)}")
    if actual is not None:
        if actual_place not in (None, actual[card]):
            raise KibitzError("the true place of the card is not where the true deal has it")
        actual_place = actual[card]
    rows = Model(worlds, tuple(observed)).rows(Holds(0, 1 << card))
    at = [rows.found(1 << place, 1 << card) > 0 for place in range(len(worlds.sizes))]
    open_places = [place for place, found in enumerate(at) if found.any()]
    if actual_place is not None and actual_place not in open_places:
        raise KibitzError(f"the card cannot be at {place_names[actual_place]}")
    shown = sorted({*open_places, *also_impossible})
    number = {place: k for k, place in enumerate(shown)}
    true = rows.row(actual) if actual is not None else None

    relations, considered = [], []
    for places in observed:
        seen, count = rows.labels(places)
        together = np.zeros((count, len(worlds.sizes)), dtype=np.bool_)
        for place in open_places:
            together[seen[at[place]], place] = True
        pairs = {
            (number[p], number[q])
            for p in open_places
            for q in open_places
            if p < q and (together[:, p] & together[:, q]).any()
        }
        relations.append(frozenset(pairs))
        mine = np.flatnonzero(together[seen[true]]) if true is not None else ()
        considered.append(frozenset(number[int(p)] for p in mine))
    chances = probabilities or {}
    return KripkeModel(
        title,
        tuple(
            KripkeWorld(
                place,
                (place_names[place],),
                possible=place in open_places,
                actual=place == actual_place,
                probability=chances.get(place),
            )
            for place in shown
        ),
        tuple(agent_names),
        tuple(relations),
        tuple(considered),
    )


def deal_model(
    worlds: Worlds,
    observed: Sequence[int],
    actual: Sequence[int] | None,
    card_names: Sequence[str],
    place_names: Sequence[str],
    agent_names: Sequence[str],
    *,
    title: str = "",
    limit: int = 64,
) -> KripkeModel:
    """The model of a whole deal: a world for every possible one, refused if there are too many.

    `observed` is for each seat the set of places it observes, `actual` the true deal.

    >>> pair = Worlds((1, 1), (3, 3))
    >>> model = deal_model(pair, (1, 2), (0, 1), "♠♥", "NS", ("North", "South"))
    >>> [world.label for world in model.worlds]
    ['N: ♠ | S: ♥', 'N: ♥ | S: ♠']
    """
    check(worlds, observed, place_names, agent_names, actual)
    if len(card_names) != len(worlds.masks):
        raise KibitzError(f"{len(worlds.masks)} cards have {len(card_names)} names")
    deals = Deals(worlds)
    if deals.count > limit or not deals.exact:
        raise KibitzError(f"{deals.count:,} deals are too many to draw; the limit is {limit:,}")
    every = sorted(deals.worlds())
    if not every:
        raise KibitzError("no deal is possible: what is known contradicts itself")
    here = every.index(tuple(actual)) if actual is not None else -1

    relations, considered = [], []
    for places in observed:
        looks: dict[tuple[int, ...], list[int]] = {}
        for k, deal in enumerate(every):
            look = tuple(place if places >> place & 1 else -1 for place in deal)
            looks.setdefault(look, []).append(k)
        alike = looks.values()
        relations.append(frozenset((a, b) for own in alike for a in own for b in own if a < b))
        considered.append(frozenset(k for own in alike if here in own for k in own))
    join = "" if all(len(name) == 1 for name in card_names) else " "

    def lines(deal: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(
            f"{name}: {join.join(card_names[c] for c, p in enumerate(deal) if p == place)}"
            for place, name in enumerate(place_names)
            if worlds.sizes[place]
        )

    return KripkeModel(
        title,
        tuple(KripkeWorld(deal, lines(deal), actual=k == here) for k, deal in enumerate(every)),
        tuple(agent_names),
        tuple(relations),
        tuple(considered),
    )


def check(
    worlds: Worlds,
    observed: Sequence[int],
    place_names: Sequence[str],
    agent_names: Sequence[str],
    actual: Sequence[int] | None,
) -> None:
    """Refuse what does not fit together."""
    if len(place_names) != len(worlds.sizes):
        raise KibitzError(f"{len(worlds.sizes)} places have {len(place_names)} names")
    if len(agent_names) != len(observed):
        raise KibitzError(f"{len(observed)} seats have {len(agent_names)} names")
    if actual is not None and not worlds.allows(actual):
        raise KibitzError("the true deal is not among the possible ones")
