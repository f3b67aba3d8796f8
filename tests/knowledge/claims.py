"""What Kibitz claims of the cards, in the terms of the oracle: faces and places."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kibitz.engine import Game, load
from kibitz.knowledge import Knowledge

from .oracle import Placement, faces_of

RULES = Path(__file__).parent / "rules"


@cache
def rule(name: str) -> Game:
    """A description of one rule."""
    return load(RULES / f"{name}.rcy")


def rules() -> list[str]:
    """All of them."""
    return sorted(path.stem for path in RULES.glob("*.rcy"))


def claimed_deals(knowledge: Knowledge) -> set[Placement]:
    """Every way the cards can lie that somebody is said to think possible."""
    frame, faces = knowledge.frame, faces_of(knowledge.game)
    found = set()
    for world in knowledge.deals.worlds() if frame.cards else [()]:
        where = {c: frame.places[at] for c, at in zip(frame.cards, world, strict=True)}
        where.update(knowledge.located)
        found.add(tuple(sorted((face, where.get(c, -1)) for c, face in enumerate(faces))))
    return found


def claimed_shares(knowledge: Knowledge) -> dict[tuple[int, int], float]:
    """For each face and place how likely a card of it is said to lie there."""
    game = knowledge.game
    return {
        (face, place): knowledge.probability(game.cards[face].text, name)
        for face in sorted(set(faces_of(game)))
        for place, name in enumerate(game.place_names)
    }
