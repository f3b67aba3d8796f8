"""Whether what two clauses of a choice do can ever be the same, as far as their texts tell."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.recycle.layout import Layout
from kibitz.recycle.tree import Binding, Node, Value, walk

__all__ = ["surely_differ"]


def surely_differ(one: Node, other: Node, layout: Layout) -> bool:
    """Whether two statements of options can never do the same: their sure effects differ."""
    first, first_whole = _sure_effects(one)
    second, second_whole = _sure_effects(other)
    for a, b in zip(first, second, strict=False):
        if a.op != b.op or _target(a) != _target(b):
            return True
        values = [effect.args[-1] for effect in (a, b) if effect.args]
        if len(values) == 2 and all(v.traits.literal for v in values):
            if values[0].value != values[1].value:
                return True
        if a.traits.puts and not _possible(a.args[0], layout) & _possible(b.args[0], layout):
            return True
    if first_whole and len(first) < len(second):
        return True
    return second_whole and len(second) < len(first)


def _possible(card: Node, layout: Layout) -> set[int]:
    """The cards that a card may be, by what is printed on them: all, unless it was picked from
    those of a kind."""
    numbers = {c.number for c in layout.cards}
    source = card.stands_for if card.op == "var" and card.bound.how != "let" else None
    if source is not None and not layout.seen(source):
        return numbers  # picked by its position, not by what it is
    while source is not None:
        if source.op == "filter":
            test, binding = source.args[1], source.bound
            numbers = {
                n
                for n in numbers
                if _printed(test, binding, layout.cards[n].attributes) is not False
            }
        source = source.args[0] if source.op in ("filter", "sort") else source.stands_for
    return numbers


def _printed(test: Node, binding: Binding, attributes: Mapping[str, str]) -> bool | None:
    """Whether a test holds for a card with these attributes; None if they do not tell."""
    if test.op in ("and", "or"):
        parts = [_printed(arg, binding, attributes) for arg in test.args]
        decides = test.op == "or"
        if decides in parts:
            return decides
        return None if None in parts else not decides
    if test.op == "not":
        truth = _printed(test.args[0], binding, attributes)
        return None if truth is None else not truth
    if test.op not in ("==", "!="):
        return None
    asked, value = test.args if test.args[0].op == "cardatt" else reversed(test.args)
    if asked.op != "cardatt" or value.op != "name" or asked.args[0].op != "name":
        return None
    if not asked.args[1].means(binding):
        return None
    return (attributes.get(asked.args[0].text, "") == value.text) == (test.op == "==")


def _sure_effects(node: Node) -> tuple[list[Node], bool]:
    """The actions executed first and for sure, and whether these are all."""
    if node.traits.acts:
        return [node], True
    sure: list[Node] = []
    if not node.traits.sure:
        return sure, False
    for statement in node.statements:
        more, whole = _sure_effects(statement)
        sure += more
        if not whole:
            return sure, False
    return sure, True


def _target(effect: Node) -> tuple[Value, ...]:
    """What an action is about, as far as its text tells: kinds and names, not whose they are."""
    dest = next((n for n in walk(effect) if n.op == "dest"), effect)
    named = next((n for n in walk(dest) if n.traits.keeps), None)
    if named is None or named.said is None:
        return ()
    return named.value, named.said, dest.value
