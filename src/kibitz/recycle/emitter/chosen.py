"""What a decision shows: that the rules offered what was chosen.

The condition under which an option was on offer is that of some clause that offers it: of one that
does the same, or something that looks the same. What everybody sees of a clause is evaluated at
once, so that most clauses fall away. A card that was picked unseen is at least known to be one of
those the clause picks from.

A clause that cannot be read is no reason to learn nothing: that *something* that looks the same was
on offer can always be tested again (`kibitz.engine.alike`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kibitz.recycle.choices import Choice, Clause, decides
from kibitz.recycle.common import common, look_alike, only_noted, shown, taken_openly
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.lifted import Lifted, Unreadable, cards_of, chosen_cards
from kibitz.recycle.emitter.told import is_untold
from kibitz.recycle.emitter.way import Way, way_of
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.labels import labels
from kibitz.recycle.matching import Match
from kibitz.recycle.notes import SELDOM
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["Chosen", "innermost"]


TRIED = "what it offers is tried on each deal"


class Told(NamedTuple):
    """What has been written of a decision before anything is done: names of variables."""

    told: str
    others: str
    """What is known of clauses that cannot be read."""
    before: str
    """The state before; None if it is not needed."""
    node: Node
    picked: str
    where: str
    allowed: str
    seen: bool
    guard: bool


class Chosen:
    """Writes what everybody learns from decisions."""

    def __init__(self, desk: Desk, writers: Writers, disclosures: Disclosures) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.conditions = writers.conditions
        self.sets = writers.sets
        self.lists = writers.lists
        self.disclosures = disclosures
        self.lifting = disclosures.lifting
        self._tools = desk, writers, disclosures.lifting
        self.inferred = False
        """Of a general clause: no other clause looks like it, so that its conditions are known."""
        self.awaited: tuple[Choice, Clause] | None = None
        """Of a general clause whose picks come first: told when they have been made."""
        self.settled = False
        """While a clause is written: what its option shows has been told."""

    # --- what options are called ------------------------------------------------------------------

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

    # --- clauses whose picks come first -----------------------------------------------------------

    def disclose_choice(self, choice: Choice, clause: Clause) -> Told | None:
        """Tell what picking an option of a clause shows: that some clause offered it. What was
        picked is in variables; nothing has been done yet."""
        own = way_of(clause)
        self.settled = self.disclosures.sure = True
        self.desk.standing = choice.node
        if self.disclosures.quiet or own is None:
            self.desk.note("nothing", choice.node)  # or it has been told that it is not followed
            return None
        public = [b for b in own.picks if shown(own.effects, b) or taken_openly(own.effects, b)]
        seen = len(public) == len(own.picks)
        self.lifting.public = set(public)
        alike: list[tuple[Way, Match]] = []
        for way in filter(None, map(way_of, choice.clauses)):
            match = own.match(way)
            if match is not None and self._is_public(match, own):
                alike.append((way, match))
        same = [way.clause for way, _ in alike]
        others = [
            c
            for c in choice.clauses
            if c not in same and look_alike(innermost(c.node), own.effects)
        ]
        self.disclosures.sure = not others
        hidden = any(map(self._rests_on_hidden, [*same, *others]))
        remembered = any(n.op == "remember" for n in walk(own.effects))
        origins = {way.origins for way, _ in alike}
        always = len(origins) == 1 and any(
            _always_offered(way.clause) for way, match in alike if not any(match.asked())
        )
        if seen and (not hidden or (not remembered and always)):
            self.desk.note("nothing", choice.node)
            return None
        self.desk.note("sets", choice.node)
        return self._disclose(choice, own, alike, others, seen, remembered)

    def _disclose(
        self,
        choice: Choice,
        own: Way,
        alike: list[tuple[Way, Match]],
        others: list[Clause],
        seen: bool,
        remembered: bool,
    ) -> Told | None:
        told, where, allowed = self.page.fresh("k"), self.page.fresh("w"), self.page.fresh("m")
        self.page.line(f"{told} = False")
        self.page.line(f"{where} = 0")
        self.page.line(f"{allowed} = 0")
        depth = self.page.depth
        origins = {way.origins for way, _ in alike}
        enough = seen and len(origins) == 1
        several = len(alike) + len(others) > 1
        other, before = self.page.fresh("k"), self.page.fresh("b")
        picked = self._picked_cards(own)
        telling = own.telling(self.lifting.public)
        values = [Local(self.desk.keep(self.scalars.scalar(value), "h")) for value in telling]
        self.disclosures.told_values = set(telling)
        with self._carefully(choice, told):
            for way, match in alike:
                if enough and way is not alike[0][0]:  # what is possible anyhow shows nothing
                    self.page.line(f"if {told} is not True:")
                    self.page.depth += 1
                try:
                    if len(origins) > 1 and way.subset:
                        raise Unreadable
                    lifted = Lifted(*self._tools, way, match, seen, several, told, where, allowed)
                    lifted.watched = len(origins) > 1 and not remembered
                    lifted.own = way.clause is own.clause
                    given = [b for b, v in match.picks.items() if not self.lifting.hidden(v)]
                    theirs = way.telling(given)
                    if len(theirs) != len(values):
                        raise Unreadable
                    lifted.told_of = list(zip(theirs, values, strict=True))
                    self._try(lifted)
                except Unreadable:
                    others = [*others, way.clause]
            self.page.depth = depth
            if others:
                self.page.line(f"{other} = False")
                with self.page.indented(f"if {told} is not True:"):
                    for clause in others:
                        self._lift_head(clause, other)
        result = Told(
            told, "", "", own.clause.node, picked, where, allowed, seen, seen and not remembered
        )
        if not others:
            self._close(result, "")
            return None
        for clause in others:
            self.desk.note("tests", clause.node, TRIED)
        self.page.line(f"{before} = S[:] if {other} is not False else None")
        result = result._replace(others=other, before=before, node=choice.node)
        if not seen:
            with self.page.indented(f"if {before} is None:"):
                self._close(result, "")
            with self.page.indented("else:"):
                why = "another clause may look the same, and one does not see what was picked"
                self.disclosures.disclose_untold(own.clause.node, why)
            return None
        return result

    def disclose_done(self, told: Told | None) -> None:
        """Tell the rest of it when the option has been played: only then one sees what it looks
        like."""
        self.settled = False
        if told is None:
            return
        self.desk.standing = told.node
        with self.page.indented(f"if {told.before} is not None:"):
            test = self._offered(told.node, told.before)
            self.page.line(f"{told.told} = one_of({told.told}, all_of({told.others}, {test}))")
        self._close(told, ", 1")

    def _close(self, told: Told, begun: str) -> None:
        depth = self.page.depth
        if told.guard:
            self.page.line(f"if {told.told} is not True:")  # the move itself tells where it was
            self.page.depth += 1
        self.page.line(
            f"disclose_pick(E, {told.told}, {told.picked}, {told.where}, {told.seen},"
            f" {told.allowed}{begun})"
        )
        self.page.depth = depth

    @contextmanager
    def _carefully(self, choice: Choice, told: str) -> Iterator[None]:
        """Look at conditions without deciding anything: names are those of the choice, and which
        of several best cards is meant is not drawn for good."""
        self.lifting.careful = True
        self.lifting.snapshots = {
            node.bound
            for node in self.layout.program.nodes()
            if node.op == "let" and decides(node.args[1])
        }
        ties = any(n.traits.ties for clause in choice.clauses for n in walk(clause.node))
        if ties:
            kept = self.desk.keep("(E, C, S[$TIES])", "b")
            self.page.line("E, C = [], NO_CHANCE")
        yield
        if ties:
            with self.page.indented("if E:"):
                why = self.lifting.untold(choice.node, SELDOM[1])
                self.page.line(f"{told} = one_of({told}, {why})")
            self.page.line(f"E, C, S[$TIES] = {kept}")
        self.lifting.careful = False
        self.lifting.snapshots = set()

    def _try(self, lifted: Lifted) -> None:
        """Add one way to those in which an option may have been offered. What may fail is looked at
        in vain only where the rules would not have looked."""
        node, told = lifted.way.clause.node, lifted.told
        untold = f"{told} = one_of({told}, {self.lifting.untold(node, SELDOM[0])})"
        noted = any(
            n.op == "owner" and only_noted(n.args[0], self.lifting.public) for n in walk(node)
        )
        with self._lying_open(noted):
            lines = self._written(lifted)
        if not any("raise Missing" in line for line in lines):
            self.page.lines.extend(lines)
            return
        with self.page.indented("try:"):
            self.page.lines.extend("    " + line for line in lines)
        with self.page.indented("except Missing:"):
            if not noted:
                self.page.line(untold)
                return
            with self.page.indented("try:"):
                try:
                    self.page.lines.extend(self._written(lifted))
                except Unreadable:
                    self.page.line(untold)
            with self.page.indented("except Missing:"):
                self.page.line(untold)

    @contextmanager
    def _lying_open(self, noted: bool) -> Iterator[None]:
        """Take it that cards which are noted lie where everybody sees them; else give up."""
        self.lifting.noted_lie_open = noted
        try:
            yield
        finally:
            self.lifting.noted_lie_open = False

    def _written(self, lifted: Lifted) -> list[str]:
        """The lines that say whether a way was open."""
        kept = self.desk.failure, self.page.depth, len(self.lifting.secrets)
        public = set(self.lifting.public)
        self.desk.failure = "raise Missing"
        try:
            with self.page.aside() as lines:
                lifted.write()
        except Unreadable:
            del self.lifting.secrets[kept[2] :]
            raise
        finally:
            self.desk.failure, self.page.depth = kept[:2]
            self.lifting.public = public
        return lines

    def _lift_head(self, clause: Clause, told: str) -> None:
        """What must be so that a clause that cannot be read offers something: the conditions before
        all else."""
        way, depth = self.page.fresh("k"), self.page.depth
        self.page.line(f"{way} = True")
        node = clause.node
        while node.guards or node.op == "let" or (node.op == "do" and len(node.args) == 1):
            if node.op == "let":
                self.lifting.snapshots.add(node.bound)
                if not self.lifting.hidden(node.args[0]):
                    break
            elif node.op == "when":
                secrets = len(self.lifting.secrets)
                kept, self.desk.failure = self.desk.failure, "raise Missing"
                with self.page.aside() as lines:
                    text = self.lifting.lifted(node.args[0])
                self.desk.failure = kept
                if is_untold(text) or any("raise Missing" in line for line in lines):
                    del self.lifting.secrets[secrets:]
                    break
                self.page.lines.extend(lines)
                self.page.line(f"{way} = all_of({way}, {text})")
                self.page.line(f"if {way} is not False:")
                self.page.depth += 1
            node = node.args[-1]
        self.page.line(f"{told} = one_of({told}, {way})")
        self.page.depth = depth

    def _offered(self, node: Node, before: str) -> str:
        """The test whether something was on offer that looks like what has been done."""
        if self.layout.private:
            return self.lifting.untold(node, "there are private numbers in the game")
        families = {family for n in walk(node) for family in self.layout.families_of(n)}
        places = sum(
            1 << place
            for family in families
            for place in range(family.base, family.base + family.size)
        )
        return f"offered(E, {before}, {self.desk.line(node)}, {places})"

    def _is_public(self, match: Match, own: Way) -> bool:
        """Whether everybody can tell whether two ways look the same."""
        public = {*self.lifting.public}
        for binding, value in match.picks.items():
            if common(value, public):
                public.add(binding)
            elif not (value.op == "var" and value.bound in own.picks):
                return False
        return all(common(node, public) for node in match.asked())

    def _rests_on_hidden(self, clause: Clause) -> bool:
        """Whether it depends on hidden cards what a clause offers."""
        asked = [n.args[0] for n in walk(clause.node) if n.op == "when" or n.picks]
        own = {n.bound for n in walk(clause.node) if n.picks and shown(clause.node, n.bound)}
        way = way_of(clause)
        if way is not None:
            asked = [link.args[0] for link in way.links if link.op != "let"]
            own = set(way.picks)
        return any(not common(condition, self.lifting.public | own) for condition in asked)

    def _picked_cards(self, way: Way) -> str:
        if way.subset:
            return chosen_cards(self.desk)
        cards = [f"1 << {self.desk.locals[b].text}" for b in way.picks if b.kind is Kind.CARD]
        groups = [b for b in way.picks if b.kind is Kind.CARDS and not b.spot]
        return (
            " | ".join([*cards, *(cards_of(self.desk, self.desk.locals[b]) for b in groups)]) or "0"
        )

    def disclose_begun(self, choice: Choice, first: str) -> None:
        """Somebody begins to pick a subset, card by card. If something else could have been chosen,
        that shows that there is one to be picked."""
        self.desk.standing = choice.node
        subsets = [clause for clause in choice.clauses if clause.subset]
        if self.disclosures.quiet or len(subsets) == len(choice.clauses):
            return
        self.lifting.public = set()
        if not any(map(self._rests_on_hidden, subsets)):
            return
        outside, told = self.page.depth, self.page.fresh("k")
        self.page.line(f"if {first}:")
        self.page.depth += 1
        self.page.line(f"{told} = False")
        with self._carefully(choice, told):
            for clause in subsets:
                way, depth = self.page.fresh("k"), self.page.depth
                secrets = len(self.lifting.secrets)
                try:
                    with self.page.aside() as lines:
                        self.page.line(f"{way} = True")
                        Lifted(
                            *self._tools,
                            Way(clause, clause.steps, clause.node, ()),
                            Match(),
                            True,
                            True,
                            told,
                            "",
                            "",
                        ).begin(way)
                except Unreadable:
                    del self.lifting.secrets[secrets:]
                    why = self.lifting.untold(clause.node, "that there is a subset to be picked")
                    lines = ["    " * depth + f"{told} = one_of({told}, {why})"]
                self.page.lines.extend(lines)
                self.page.depth = depth
        self.page.line(f"disclose(E, len(E), {told}, True)")
        self.page.depth = outside

    # --- clauses that do something between picks --------------------------------------------------

    def open_to_inference(self, choice: Choice, clause: Clause) -> None:
        """Note what everybody gets to know of an option of a clause that is played to be found."""
        effects = innermost(clause.node)
        others = [c for c in choice.clauses if c is not clause]
        self.awaited = (choice, clause) if way_of(clause) is not None else None
        self.inferred = self.awaited is None and not any(
            look_alike(innermost(c.node), effects) for c in others
        )
        self.lifting.public = {
            pick.binding for pick in clause.picks if shown(effects, pick.binding)
        }

    def disclose_passed(self, test: Node) -> None:
        """An option was possible only because a condition holds. That is part of what is tested
        when it has been played (`disclose_tried`); if it can be counted, so much the better."""
        if self.disclosures.quiet or not self.inferred or not self.lifting.hidden(test):
            return
        secrets = len(self.lifting.secrets)
        with self.page.aside() as lines:
            told, at = self.lifting.lifted_at(test)
        if len(self.lifting.secrets) > secrets or "Untold(" in "".join([told, *lines]):
            del self.lifting.secrets[secrets:]
            return
        self.page.lines.extend(lines)
        self.page.line(f"disclose(E, {at}, {told}, True)")

    def disclose_picks(self, node: Node) -> Told | None:
        """Tell what an option of a clause shows whose picks have been made, as soon as that is
        so."""
        if self.awaited is None or node is not self.awaited[1].effects:
            return None
        (choice, clause), self.awaited = self.awaited, None
        return self.disclose_choice(choice, clause)

    def before_trial(self, choice: Choice, clause: Clause) -> str:
        """Keep the state before an option of a clause that cannot be read is played."""
        if clause.plain or self.disclosures.quiet or not self.desk.log:
            return ""
        if way_of(clause) is not None:
            return ""
        self.desk.standing = choice.node
        alike = [c for c in choice.clauses if _may_look_like(c, clause)]
        if not any(map(_looks_into_hands, alike)):
            self.desk.note("nothing", choice.node)
            return ""
        self.desk.note("tests", clause.node, TRIED)
        picked = [pick for pick in clause.picks if pick.kind in ("card", "group")]
        if not all(shown(innermost(clause.node), pick.binding) for pick in picked):
            self.desk.note("not followed", clause.node, "which card was picked unseen")
        return self.desk.keep("S[:]", "b")

    def disclose_tried(self, choice: Choice, before: str) -> None:
        """Tell that something was on offer that looks like what was done."""
        self.desk.standing = choice.node
        if before:
            self.page.line(f"disclose(E, 1, {self._offered(choice.node, before)}, True)")


def _may_look_like(one: Clause, two: Clause) -> bool:
    return one is two or look_alike(innermost(one.node), innermost(two.node))


def _looks_into_hands(clause: Clause) -> bool:
    """Whether it depends on hidden cards what is offered, or what is done is worked out from
    them. To pick any card of a place shows nothing."""
    effects = innermost(clause.node)
    public = {pick.binding for pick in clause.picks if shown(effects, pick.binding)}
    asked = [
        arg
        for n in walk(clause.node)
        if n.op in ("when", "each", "repeat") or n.traits.acts
        for arg in n.args
        if arg.kind is not Kind.NOTHING and not (n.picks and arg.op == "place")
    ]
    return not all(common(part, public) for arg in asked for part in _worked_out(arg))


def _worked_out(node: Node) -> Iterator[Node]:
    """The parts of an operand of which one sees what they come to; where cards go one sees, and
    which card lies at an end of a place is seen by those who see it."""
    if node.op == "dest" or node.op == "place":
        for arg in node.args:
            yield from _worked_out(arg)
    elif not (node.kind is Kind.CARD and (node.op == "var" or node.traits.end)):
        yield node


def _always_offered(clause: Clause) -> bool:
    """Whether nothing is asked of the card that a clause picks, or of anything else."""
    if not clause.plain:
        return False
    asked = clause.steps or clause.tests or clause.subset
    return not asked and (clause.pick is None or clause.pick.args[0].op == "place")


def innermost(node: Node) -> Node:
    """What an option does, behind all its conditions and picks."""
    while node.guards or node.op in ("let", "each") or (node.op == "do" and len(node.args) == 1):
        if node.op == "each" and node.value != "any":
            break
        node = node.args[-1]
    return node
