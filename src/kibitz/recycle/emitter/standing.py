"""Standing: where in the course of a game the statement stands that is being written, and what
everybody may see next, after it. What can be taken for that is told together with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kibitz.recycle.course import Ahead, Aheads, aheads, opening, told_apart
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.tree import Binding, Kind, Node
from kibitz.recycle.visible import Showing

__all__ = ["Standing"]


class Standing:
    """Keeps what may be seen next; only where something is told."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self.desk, self.log = desk, desk.log
        self.program, self.showing = desk.layout.program, showing
        self.ahead: Aheads = ()
        """What may be seen next, after the statement that is being written."""
        self._aheads = aheads(self.program) if self.log else {}
        self._together: set[Node] = set()
        """Statements that can be taken for each other, put together as one."""
        self.staying: set[Binding] = set()
        """Names of cards that still lie where they were, as long as they can be moved by it."""

    def stand_at(self, node: Node) -> None:
        """Go to a statement or choice that is not part of another. One that is written anew stands
        where the old one does; of any other, anything may come next."""
        if not self.log:
            return
        self.desk.standing = node
        found = self._aheads.get(node)
        if found is None:
            same = (then for each, then in self._aheads.items() if each.at == node.at)
            found = next(same, None)
        if found is None:
            found = tuple(map(Ahead, filter(_acts, self.program.nodes())))
        self.ahead = found

    @contextmanager
    def before(self, ahead: Aheads) -> Iterator[None]:
        """While something is written after which this may be seen."""
        kept, self.ahead = self.ahead, ahead
        yield
        self.ahead = kept

    def parts(self, statements: Sequence[Node], quiet: bool) -> Iterator[tuple[Node, Aheads]]:
        """Statements one after the other, and what may be seen after each; those that can be taken
        for each other together, unless it is `quiet`: nothing is told of them, or they have been
        put together before."""
        if not self.log:
            yield from ((statement, ()) for statement in statements)
            return
        at = 0
        while at < len(statements):
            until = at + 1
            if not quiet:
                until = self._until(statements, at)
            after = opening(statements[until:], self.ahead)
            if until == at + 1:
                yield statements[at], after
            else:
                group = Node("do", Kind.NOTHING, tuple(statements[at:until]), statements[at].at)
                self._together.add(group)
                yield group, after
            at = until

    def apart(self, node: Node, then: Aheads, turning: bool = False) -> bool:
        """Whether nothing that a statement does can be taken for what comes next."""
        return told_apart(node, then, turning, self.staying)

    def is_together(self, node: Node) -> bool:
        """Whether it is some statements that are told as one."""
        return node in self._together

    def _until(self, statements: Sequence[Node], at: int) -> int:
        """How far one has to go until nothing can be taken for what comes next; not at all, if that
        is nowhere."""
        if not self.showing.shows(statements[at]):
            return at + 1
        for until in range(at + 1, len(statements) + 1):
            group = statements[at:until]
            after = opening(statements[until:], self.ahead)
            if all(self.showing.steady(n) or self.apart(n, after, turning=True) for n in group):
                return until
        return at + 1


def _acts(node: Node) -> bool:
    return node.traits.acts
