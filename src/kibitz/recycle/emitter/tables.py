"""The constant tables of a game: what is printed on the cards, who owns places, rows of points."""

from __future__ import annotations

from kibitz.recycle.emitter.codes import secrets
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.layout import BITS

__all__ = ["constants", "levels"]

MOST_LEVELS = 1 << 15
"""Filters by score are masks as long as these tables do not get longer."""


def constants(desk: Desk, decisions: Decisions) -> str:
    """The lines that define them."""
    layout = desk.layout
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
            f"SECRETS = {any(map(secrets, decisions.choices))}",
            table("OWNER", owners),
            table("ATTRIBUTE", attributes),
            table("ATTRIBUTE_OF", starts),
            table("POINTS", desk.tables),
            *desk.constants,
        ]
    )


def levels(desk: Desk) -> tuple[dict[str, int], str]:
    """For every row of points and every score a set, the cards that score so much or more: numbers
    to find them by, and the line that defines them. Nothing if there would be too many."""
    layout = desk.layout
    cards, words = len(layout.cards), layout.words
    low, high = min(desk.tables), max(desk.tables)
    count = high - low + 2
    starts = [0, *range(1, len(desk.tables), cards)]
    if len(starts) * count * words > MOST_LEVELS:
        return {}, ""
    masks: list[int] = []
    for start in starts:
        row = desk.tables[start : start + cards]
        for score in range(low, high + 2):
            for w in range(words):
                word = row[w * BITS : (w + 1) * BITS]
                masks.append(sum(1 << i for i, points in enumerate(word) if points >= score))
    listed = ", ".join(map(str, masks))
    return {"LEVEL_LOW": low, "LEVEL_COUNT": count}, f"LEVELS = table(({listed},))"
