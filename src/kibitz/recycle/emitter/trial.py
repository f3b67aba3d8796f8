"""Clauses whose options are found by playing them: what is tried, and the notes taken on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.recycle.chance import marks
from kibitz.recycle.choices import Choice, Pick
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.prelude import EVENTS
from kibitz.recycle.printer import short
from kibitz.recycle.tree import Binding, Node, walk

__all__ = ["Trial"]


class Trial:
    """The clause being written, if its options are found by playing it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.choosing = False
        """Inside such a clause: actions are noted."""
        self.quiet = False
        """What happens here depends on what the chooser cannot see: not noted."""
        self.tainted: set[str] = set()
        self.waits: dict[Node, Choice] = {}
        """Picks that end an option, because chance comes before them, and what waits there."""
        self.pick_numbers: dict[Binding, int] = {}
        """The picks that make the action of the clause at hand."""
        self.open_picks: list[Binding] = []
        """What has been picked where the page is being written."""

    @contextmanager
    def of(self, picks: tuple[Pick, ...]) -> Iterator[None]:
        """Write a clause in which these are picked."""
        self.choosing, self.quiet, self.tainted = True, False, set()
        self.pick_numbers = {pick.binding: i for i, pick in enumerate(picks)}
        yield
        self.choosing = False

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Write what depends on what the chooser cannot see."""
        before, self.quiet = self.quiet, True
        yield
        self.quiet = before

    def changed(self, node: Node) -> None:
        """What is done there depends on what the chooser cannot see, and so does all that it
        changes."""
        for each in walk(node):
            if each.traits.sets or each.op == "set_points":
                self.tainted |= marks(each.args[0])
            elif each.traits.puts:
                self.tainted |= marks(each.args[1])
            elif each.op in ("swap_cards", "swap_places"):
                self.tainted |= marks(each)

    def noted(self, kind: str, *operands: str) -> None:
        """Note an action of the option at hand."""
        if self.choosing and not self.quiet:
            a, b, c = (*operands, "0", "0", "0")[:3]
            self.desk.page.line(f"note(P, {EVENTS[kind]}, {a}, {b}, {c})")

    def operand(self, node: Node, text: str) -> str:
        """A card as the chooser knows it: itself if it is seen, else its place and position."""
        if node.op == "var" or not self.choosing:
            return text
        where = node.args[0] if node.traits.best else node.args[-1]
        layout = self.desk.layout
        if layout.seen(where):
            return text
        seat = f"S[{layout.cycles + 2 * self.desk.depth_of_cycle}]"
        place = f"S[$WHERE + {text}]"
        return f"({text} if {short('sees', place)} >> {seat} & 1 else -1 - {place})"
