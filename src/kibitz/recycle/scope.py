"""What the elaborator knows where it stands: the variables in scope, and how to complain.

An error is reported once. Where a form makes no sense, `Wrong` is raised and caught as near as
possible, so that the rest of the description is still read; a variable whose binding made no sense
is accepted in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from kibitz.errors import did_you_mean
from kibitz.recycle.copies import copied
from kibitz.recycle.definitions import Definition
from kibitz.recycle.diagnostics import Diagnostics
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.tree import Binding, How, Kind, Node, walk
from kibitz.recycle.vocabulary import FORMS

__all__ = ["MOST_COPIES", "MOST_LOOPS", "Scope", "Wrong", "called", "is_spots"]

CALLED = {Kind.PLAYERS: "a list of players", Kind.TEAMS: "a list of teams"}

MOST_LOOPS = 12
"""Loops in loops (the deepest game known has 5); Python itself allows 20."""

LONGEST, LARGEST = 80, 2000
"""How deep and large an expression may be with its variables written out."""

MOST_COPIES = 200_000
"""A declared collection is written out where it is used; not more nodes than this in all."""


class Wrong(Exception):
    """The form at hand makes no sense; its error has been reported."""


def called(kind: Kind) -> str:
    """How messages call a kind."""
    return CALLED.get(kind, kind.value)


def is_spots(node: Node) -> bool:
    """Whether the members of a list of groups are real places, into which one can move."""
    if node.op == "indexed":
        return True
    if node.op == "eachloc":
        return node.args[1].is_spot
    if node.op == "filter":
        return is_spots(node.args[0])
    return node.op == "var" and node.bound.spot


def _loops(node: Node) -> int:
    """How deep loops are nested in a node."""
    return node.traits.repeats + max(map(_loops, node.args), default=0)


class Scope:
    """What can be said about the form at hand: messages, and the variables that are bound."""

    def __init__(self, found: Diagnostics) -> None:
        self.found = found
        self.scope: dict[str, Binding] = {}
        self.extents: dict[Binding, tuple[int, int]] = {}
        self.lost: set[str] = set()
        """Variables whose binding made no sense: not to be missed as well."""
        self.another: Callable[[], int] = count(1).__next__
        """The number of a new binding."""
        self.copies = 0
        self.loops = 0
        self.stage_kinds: list[str] = []
        self.definitions: dict[str, Definition] = {}
        self.unfolded: set[str] = set()
        """The definitions that are used."""
        self.unfolding: list[tuple[Definition, Form]] = []
        """The definitions that are being written out, and the use of each."""
        self.choosing = False
        """Inside a choice."""
        self.label: list[str] | None = None
        """What the option at hand is called, where a label may stand."""

    # --- errors -------------------------------------------------------------------------------

    def wrong(self, item: Item, message: str, hint: str | None = None) -> Wrong:
        items = (item,) if isinstance(item, Atom) else item.items
        if not any(isinstance(part, Atom) and part.kind == "strange" for part in items):
            one_line = isinstance(item, Atom) or "\n" not in self.text(item)
            end = item.end if one_line else item.start + 1
            if self.unfolding:  # inside of a definition: where that is used
                definition, use = self.unfolding[-1]
                line = self.found.source.place(use.start)[0]
                where = f"`{definition.name}` is used in line {line}"
                hint = f"{hint}; {where}" if hint else where
            self.found.error(item.start, end, message, hint)
        return Wrong()

    def near(self, word: str, known: Iterable[str]) -> str:
        """A suggestion, as long as anybody will read it."""
        return "" if self.found.crowded else did_you_mean(word, known)

    def text(self, item: Item) -> str:
        return self.found.source.text[item.start : item.end]

    def show(self, item: Item) -> str:
        text = " ".join(self.text(item).split())
        return text if len(text) <= 40 else text[:37] + "..."

    def syntax(self, head: str, *topics: str) -> str | None:
        for (topic, word), usage in FORMS.items():
            if word == head and (not topics or topic in topics):
                return f"it is written {usage.syntax}"
        return None

    def parts(
        self, form_: Form, least: int, most: int | None = None, topic: str | None = None
    ) -> Sequence[Item]:
        """The items after the leading word, counted."""
        rest = form_.items[1:]
        if not least <= len(rest) <= (least if most is None else most):
            few = "too little" if len(rest) < least else "too much"
            topics = () if topic is None else (topic,)
            raise self.wrong(
                form_, f"there is {few} in this `{form_.head}`", self.syntax(form_.head, *topics)
            )
        return rest

    # --- scope --------------------------------------------------------------------------------

    def binding(self, name: Item, kind: Kind, how: How, value: Node | None = None) -> Binding:
        if not isinstance(name, Atom) or name.kind != "variable":
            raise self.wrong(
                name,
                f"`{self.show(name)}` stands where a variable is expected",
                "a variable is a quote and capital letters, like 'C",
            )
        number = self.another()
        spot = False
        if value is not None:
            if how == "let" and kind is Kind.CARDS:
                spot = value.is_spot
            elif Kind.GROUPS in (kind, value.kind):
                spot = is_spots(value)
        at = (name.start, name.end)
        binding = Binding(name.text[1:], kind, how, number, value, spot, at)
        depth, size = self.extents[binding] = (0, 0) if value is None else self._extent(value)
        if depth > LONGEST or size > LARGEST:
            raise self.wrong(
                name,
                f"what `{name}` stands for is too large, once the variables in it are written out",
            )
        return binding

    def _extent(self, node: Node) -> tuple[int, int]:
        """Depth and size of a node with its variables written out."""
        parts = [self._extent(arg) for arg in node.args]
        if node.op == "var":
            parts = [self.extents.get(node.bound, (0, 0))]
        return 1 + max((d for d, _ in parts), default=0), 1 + sum(n for _, n in parts)

    @contextmanager
    def bound(self, binding: Binding) -> Iterator[None]:
        outer = self.scope.get(binding.name)
        self.scope[binding.name] = binding
        try:
            yield
        finally:
            if outer is None:
                del self.scope[binding.name]
            else:
                self.scope[binding.name] = outer

    @contextmanager
    def looping(self, item: Form) -> Iterator[None]:
        """Inside a form that is gone through again and again."""
        if self.loops == MOST_LOOPS:
            raise self.wrong(
                item,
                f"`any`, `all`, `filter` and `repeat` are nested more than {MOST_LOOPS} deep here",
            )
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    @contextmanager
    def naming(self, label: list[str] | None) -> Iterator[list[str]]:
        """Where a label may stand, which is noted; or may not (None)."""
        outer = self.choosing, self.label
        self.choosing, self.label = self.choosing or label is not None, label
        try:
            yield [] if label is None else label
        finally:
            self.choosing, self.label = outer

    def variable(self, atom: Atom) -> Node:
        binding = self.scope.get(atom.text[1:])
        at = (atom.start, atom.end)
        if binding is None:
            if atom.text in self.lost:
                raise Wrong
            near = self.near(atom.text, ("'" + name for name in self.scope))
            raise self.wrong(
                atom,
                f"the variable `{atom}` is not bound here{near}",
                None if near else "bind it with declare, let, any, all or filter",
            )
        if binding.kind is Kind.WRONG:
            raise Wrong
        if binding.how == "given":
            assert binding.value is not None
            self.copies += sum(1 for _ in walk(binding.value))
            if self.copies > MOST_COPIES:
                raise self.wrong(atom, f"what `{atom}` stands for is too long to be used here")
            return copied(binding.value, self.another)
        if binding.how == "declare" and binding.kind not in (Kind.INT, Kind.STR):
            assert binding.value is not None
            self.copies += sum(1 for _ in walk(binding.value))
            if self.copies > MOST_COPIES or self.loops + _loops(binding.value) > MOST_LOOPS:
                raise self.wrong(
                    atom,
                    f"what `{atom}` stands for is too long to be used here",
                    "a declared collection is written out wherever it is used",
                )
            return binding.value
        return Node("var", binding.kind, (), at, var=binding)

    def lose(self, items: Iterable[Item]) -> None:
        """Do not miss variables that stand in a form which makes no sense."""
        self.lost |= {i.text for i in items if isinstance(i, Atom) and i.kind == "variable"}

    def softly(self, read: Callable[[Item], Node], item: Item) -> Node:
        """The node of an item, of kind WRONG if it makes no sense."""
        try:
            return read(item)
        except Wrong:
            return Node("wrong", Kind.WRONG, (), (item.start, item.end))
