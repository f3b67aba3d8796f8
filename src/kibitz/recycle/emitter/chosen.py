"""What a decision shows: that the rules offered what was chosen.

The condition under which an option was on offer is that of some clause that offers it; if several
may have done so, only what all of them imply is learnt. A card that was picked unseen is at least
known to be one of those the clause picks from.
"""

from __future__ import annotations

from kibitz.recycle.choices import Choice, Clause, decides, shape
from kibitz.recycle.common import common, look_alike, shown
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.labels import labels
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Chosen", "innermost"]


class Chosen:
    """Writes what everybody learns from decisions."""

    def __init__(self, desk: Desk, writers: Writers, disclosures: Disclosures) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.lists = writers.lists
        self.disclosures = disclosures
        self.lifting = disclosures.lifting
        self.inferred = False
        """Of a general clause: no other clause looks like it, so that its conditions are known."""

    def disclose_choice(self, choice: Choice, clause: Clause) -> None:
        """Tell what picking an option of a plain clause shows: that some clause offered it."""
        assert clause.effects is not None
        if self.disclosures.quiet:
            return
        alike = [c for c in choice.clauses if c.full == clause.full and c.subset == clause.subset]
        hidden = any(map(self._rests_on_hidden, alike))
        others = [
            c
            for c in choice.clauses
            if c not in alike and look_alike(innermost(c.node), clause.effects)
        ]
        self.disclosures.sure = not others
        seen = clause.pick is None or shown(clause.effects, clause.pick.bound)
        if clause.pick is not None and seen:
            self.lifting.public = {clause.pick.bound}
        remembered = any(n.op == "remember" for n in walk(clause.effects))
        if seen and (not hidden or (not remembered and any(map(_always_offered, alike)))):
            return
        if others:
            if hidden:
                self.disclosures.disclose_untold(clause.node, "another clause may look the same")
            return
        told, where, allowed = self.page.fresh("k"), self.page.fresh("w"), self.page.fresh("m")
        self.page.line(f"{told} = False")
        self.page.line(f"{where} = 0")
        self.page.line(f"{allowed} = 0")
        depth = self.page.depth
        enough = seen and len({shape(_origin(other)) for other in alike}) == 1
        self.lifting.snapshots = {
            node.bound
            for node in self.layout.program.nodes()
            if node.op == "let" and decides(node.args[1])
        }
        for other in alike:
            if enough and other is not alike[0]:  # what is possible anyhow shows nothing
                self.page.line(f"if {told} is not True:")
                self.page.depth += 1
            self._disclose_clause(other, seen, told, where, allowed)
        self.page.depth = depth
        self.lifting.snapshots = set()
        picked = self._picked_cards(clause)
        if seen and not remembered:
            self.page.line(f"if {told} is not True:")  # the move itself tells where the card was
            self.page.depth += 1
        self.page.line(f"disclose_pick(E, {told}, {picked}, {where}, {seen}, {allowed})")
        self.page.depth = depth

    def tell_label(self, choice: Choice, clause: Clause) -> None:
        """Tell what an option is called: everybody, if they see that it is none of another name."""
        if not clause.label:
            return
        effects = clause.effects or innermost(clause.node)
        others = [c for c in choice.clauses if c.label != clause.label]
        alike = any(look_alike(innermost(c.node), effects) for c in others)
        chooser = f"1 << S[{self.layout.cycles + 2 * choice.depth}]"
        number = labels(self.layout.program).index(clause.label)
        self.desk.tell("label", str(number), seen=chooser if alike else "$EVERYBODY")

    def open_to_inference(self, choice: Choice, clause: Clause) -> None:
        """Note what everybody gets to know of an option of a general clause."""
        effects = innermost(clause.node)
        others = [c for c in choice.clauses if c is not clause]
        self.inferred = not any(look_alike(innermost(c.node), effects) for c in others)
        self.disclosures.sure = self.inferred
        self.lifting.public = {
            pick.binding for pick in clause.picks if shown(effects, pick.binding)
        }

    def disclose_passed(self, test: Node) -> None:
        """An option of a general clause was possible only because a condition holds."""
        if self.disclosures.quiet or not self.lifting.hidden(test):
            return
        told, at = (
            self.lifting.lifted_at(test)
            if not self.lifting.draws(test)
            else (self.lifting.untold(test, "chance may decide it"), "len(E)")
        )
        if not self.inferred:
            told = self.lifting.untold(test, "another clause may look the same")
        self.page.line(f"disclose(E, {at}, {told}, True)")

    def disclose_hidden_pick(self, node: Node) -> None:
        """A card was picked from some of those in a hidden place, and not everybody sees which."""
        collection = node.args[0]
        if collection.op != "place" and collection.kind in (Kind.CARDS, Kind.GROUPS):
            if self.lifting.hidden(collection) and node.bound not in self.lifting.public:
                self.disclosures.disclose_untold(collection)

    def _rests_on_hidden(self, clause: Clause) -> bool:
        """Whether it depends on hidden cards what a clause offers."""
        picks = set() if clause.pick is None else {clause.pick.bound}
        conditions = [step.args[0] for step in (*clause.steps, *clause.tests) if step.op == "when"]
        if clause.pick is not None:
            conditions.append(clause.pick.args[0])
        return any(not common(condition, self.lifting.public | picks) for condition in conditions)

    def _picked_cards(self, clause: Clause) -> str:
        if clause.pick is None or clause.pick.args[0].kind not in (Kind.CARDS, Kind.GROUPS):
            return "0"
        if clause.subset:
            words = [f"S[{self.layout.chosen + w}]" for w in range(self.layout.words)]
            return joined(words)
        return "1 << pick" if clause.pick.args[0].kind is Kind.CARDS else "0"

    def _disclose_clause(
        self, clause: Clause, seen: bool, told: str, where: str, allowed: str
    ) -> None:
        """Add one clause to the ways in which an option may have been offered."""
        way = self.page.fresh("k")
        self.page.line(f"{way} = True")
        depth = self.page.depth
        # Whether the card that was seen can have been picked here at all is quickly said.
        first = seen and clause.pick is not None and all(s.op != "let" for s in clause.steps)
        if first:
            self._lift_pick(clause, seen, way, where, allowed)
            self.page.line(f"if {way} is not False:")
            self.page.depth += 1
        self._lift_steps(clause.steps, way)
        if clause.pick is not None:
            if not first:
                self._lift_pick(clause, seen, way, where, allowed)
            if seen:
                self._lift_steps(clause.tests, way)
        self.page.line(f"{told} = one_of({told}, {way})")
        self.page.depth = depth

    def _lift_steps(self, steps: list[Node], way: str) -> None:
        """Conditions and names, one after the other; the page is left indented under them."""
        for step in steps:
            if step.op == "let":
                self.desk.locals[step.bound] = self.lists.named(step.args[0], step.bound)
                self.lifting.snapshots.add(step.bound)
                continue
            self.page.line(f"{way} = all_of({way}, {self.lifting.lifted(step.args[0])})")
            self.page.line(f"if {way} is not False:")
            self.page.depth += 1

    def _lift_pick(self, clause: Clause, seen: bool, way: str, where: str, allowed: str) -> None:
        """The pick was a member of what the clause picks from."""
        assert clause.pick is not None
        collection, binding = clause.pick.args[0], clause.pick.bound
        if seen:
            self.lifting.public.add(binding)
        if collection.kind is Kind.INTS:
            self.desk.locals[binding] = Local("(pick - $LIMIT)")
            self._lift_range(collection, way)
            return
        if collection.kind not in (Kind.CARDS, Kind.GROUPS) or (
            collection.kind is Kind.GROUPS and not clause.subset
        ):
            self.desk.locals[binding] = Local("pick")
            return
        cards = collection.args[1] if clause.subset else collection
        if clause.subset and self.lifting.hidden(collection.args[0]):
            self.page.line(f"{way} = all_of({way}, {self.lifting.untold(collection, 'it')})")
        self.desk.locals[binding] = Local("pick")
        if seen and not clause.subset and not self.lifting.hidden(cards):
            return
        tests = [] if seen else [test for test in clause.tests if test.op == "when"]
        for test in tests:
            cards = Node("filter", Kind.CARDS, (cards, test.args[0]), test.at, None, binding)
        found = self.lifting.hidden_set(cards)
        if found is None:
            self.page.line(f"{way} = all_of({way}, {self.lifting.untold(collection, 'it')})")
            self.page.line(f"{allowed} = -1")
            return
        which = self.desk.keep(found[1], "m")
        if seen and which != self.lifting.everything:
            picked = self._picked_cards(clause)
            with self.page.indented(f"if ({picked}) & ~{which}:"):
                self.page.line(f"{way} = False")
        with self.page.indented(f"if {way} is not False:"):
            self.page.line(f"{where} |= {found[0]}")
            if not seen:
                self.page.line(f"{allowed} |= {which}")

    def _lift_range(self, collection: Node, way: str) -> None:
        if collection.op != "range" or self.lifting.hidden(collection):
            self.page.line(f"{way} = all_of({way}, {self.lifting.untold(collection, 'it')})")
            return
        low, high = map(self.scalars.integer, collection.args)
        self.page.line(f"{way} = all_of({way}, {low} <= pick - $LIMIT <= {high})")


def _always_offered(clause: Clause) -> bool:
    """Whether nothing is asked of the card that a clause picks, or of anything else."""
    asked = clause.steps or clause.tests or clause.subset
    return not asked and (clause.pick is None or clause.pick.args[0].op == "place")


def _origin(clause: Clause) -> Node:
    """What a clause picks from, without conditions on the single card."""
    assert clause.pick is not None or clause.effects is not None
    node = clause.node if clause.pick is None else clause.pick.args[0]
    while node.op in ("filter", "sort", "subsets"):
        node = node.args[-1] if node.op == "subsets" else node.args[0]
    return node


def innermost(node: Node) -> Node:
    """What an option does, behind all its conditions and picks."""
    while node.guards or node.op in ("let", "each") or (node.op == "do" and len(node.args) == 1):
        if node.op == "each" and node.value != "any":
            break
        node = node.args[-1]
    return node
