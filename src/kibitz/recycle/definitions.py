"""Definitions as they stand in a description, and what their text tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kibitz.recycle.reader import Atom, Form, Item

__all__ = ["Definition", "atoms"]


@dataclass(frozen=True)
class Definition:
    """A name, what it is given, and what it stands for."""

    name: str
    parameters: tuple[Atom, ...]
    body: Item
    head: Form

    @cached_property
    def size(self) -> int:
        """How much is written out where it is used."""
        return sum(1 for _ in _items(self.body))

    @cached_property
    def depth(self) -> int:
        return _depth(self.body)

    def uses(self, parameter: Atom) -> int:
        """How often a parameter is mentioned."""
        return sum(item == parameter.text for item in map(str, atoms(self.body)))


def _items(item: Item) -> Iterator[Item]:
    yield item
    if isinstance(item, Form):
        for part in item.items:
            yield from _items(part)


def atoms(item: Item) -> Iterator[Atom]:
    return (part for part in _items(item) if isinstance(part, Atom))


def _depth(item: Item) -> int:
    return 1 + max(map(_depth, item.items), default=0) if isinstance(item, Form) else 0
