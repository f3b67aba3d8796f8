"""What everybody who writes has before them: the page, the layout of the state, the variables, the
messages of errors, constant tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.emitter.operands import bare, number
from kibitz.recycle.emitter.page import Page
from kibitz.recycle.layout import Layout
from kibitz.recycle.notes import How, Note
from kibitz.recycle.prelude import EVENTS
from kibitz.recycle.tree import Binding, Node

__all__ = ["Desk", "Errors", "Local"]

Errors = tuple[tuple[str, tuple[int, int]], ...]
"""The messages of errors with their places, by their numbers from 1 on."""

ASKING = ("raise Missing", "return False")
"""How functions and parts of them give up that ask what would be if the cards lay otherwise."""


@dataclass(frozen=True, slots=True)
class Local:
    """What a variable is in the emitted code: a text, or a list in an array."""

    text: str
    offset: str = "0"
    words: tuple[str, ...] = ()
    """The cards of a list as a set, if that is at hand."""

    @property
    def name(self) -> str | None:
        """The Python variable it is in, itself or with something subtracted; None if it is a number
        or lies in the state."""
        first = bare(self.text).partition(" ")[0]
        return first if first.isidentifier() else None


class Desk:
    """Where a game with a given layout is written, with or without telling what happens."""

    def __init__(self, layout: Layout, log: bool, errors: Errors = (), whole: bool = False) -> None:
        self.page = Page()
        self.layout = layout
        self.log = log
        self.one_by_one = log and not whole
        """Whether each card that is dealt is told by itself."""
        self.more = ", E, C" if log else ""
        self.locals: dict[Binding, Local] = {}
        self.known: dict[str, list[str]] = {}
        """What has been looked at already, by the shape of its node: a condition or a set."""
        self.failure = "return"
        """How the function being written gives up."""
        self.depth_of_cycle = 0
        self.depth_of_teams = 0
        self.tables: list[int] = [0] * (len(layout.cards) + 1)
        """Rows of points."""
        self.constants: list[str] = []
        """Lines that define constant tables."""
        self._table_names: dict[str, str] = {}
        self.standing: Node | None = None
        """The statement or choice that is being told."""
        self.notes: list[Note] = []
        """What is shown of hidden cards where, and how it is followed."""
        self._sites = {site: number for number, site in enumerate(errors, 1)}

    @property
    def errors(self) -> Errors:
        """The messages of errors with their places, by their numbers from 1 on."""
        return tuple(self._sites)

    def begin(self, failure: str, depth: int = 1) -> None:
        """Start the body of a function, which gives up as said."""
        self.page.lines, self.page.depth, self.failure = [], depth, failure
        self.page.restart()

    def fail(self, test: str, message: str, node: Node) -> None:
        """Give up if a test holds. Where somebody only asks what would be, it is no error."""
        if self.failure in ASKING:
            with self.page.indented(f"if {test}:"):
                self.page.line(self.failure)
            return
        site = self._sites.setdefault((message, node.at), len(self._sites) + 1)
        with self.page.indented(f"if {test}:"):
            self.page.line(f"S[$ERROR] = {site}")
            self.page.line(self.failure)

    def keep(self, text: str, stem: str = "t") -> str:
        """A text that can be used twice: a name or number."""
        if text.isidentifier() or number(text) is not None:
            return text
        name = self.page.fresh(stem)
        self.page.line(f"{name} = {bare(text)}")
        return name

    def new_list(self, text: str) -> tuple[str, str]:
        """A list of its own: its array and where it begins there."""
        name = self.page.fresh("A")
        self.page.line(f"{name} = {text}")
        return name, "0"

    def variable(self, binding: Binding) -> Local:
        if binding.how == "declare":
            return Local(f"S[{self.layout.parameters[binding.name]}]")
        return self.locals[binding]

    def constant(self, values: list[int]) -> str:
        """The name of a constant table."""
        text = "table((" + ", ".join(map(str, values)) + ",))"
        name = self._table_names.get(text)
        if name is None:
            name = self._table_names[text] = f"TABLE_{len(self._table_names)}"
            self.constants.append(f"{name} = {text}")
        return name

    def comment(self, node: Node) -> None:
        """The line of the description that is being written."""
        source = self.layout.program.source
        number = source.place(node.at[0])[0]
        shown = "".join(c if c.isprintable() else " " for c in source.line(number).strip()[:90])
        self.page.line(f"# {number}: {shown.replace('$', '$$')}")

    def note(self, how: How, node: Node, why: str = "") -> None:
        """Note how something that the description shows is followed."""
        self.notes.append(Note(self.line(node), how, why))

    def line(self, node: Node) -> int:
        """Where the description says something. What a definition stands for is said where the
        definition is used."""
        if self.standing is not None and not self.standing.spans(node):
            node = self.standing
        return self.layout.program.source.place(node.at[0])[0]

    def tell(self, kind: str, *operands: str, seen: str = "$EVERYBODY", more: str = "0") -> None:
        """Write down an event, where events are told."""
        if self.log:
            a, b, c = (*operands, "0", "0", "0")[:3]
            self.page.line(f"E.extend(({EVENTS[kind]}, {a}, {b}, {c}, {seen}, {more}))")
