"""What a decision shows: that the rules offered what was chosen.

The condition under which an option was on offer is that of some clause that offers it: of one that
does the same, or something that looks the same. What everybody sees of a clause is evaluated at
once, so that most clauses fall away. A card that was picked unseen is at least known to be one of
those the clause picks from.

A clause that cannot be read is no reason to learn nothing: that *something* that looks the same was
on offer can always be tested again (`kibitz.engine.alike`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kibitz.recycle.choices import Choice, Clause, decides, shape
from kibitz.recycle.common import common, look_alike, shown, taken_openly
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.disclosures import Disclosures
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.told import is_untold
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.labels import labels
from kibitz.recycle.matching import Match, matching
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node, mentions, walk

__all__ = ["Chosen", "innermost", "links"]


SELDOM = ("something it asks for is not there", "which of several best cards is meant")
"""Reasons that only some positions give."""

NOT_TOLD = re.compile(r'Untold\((\d+), "([^"]*)"\)')


class Way(NamedTuple):
    """How an option of a clause comes about."""

    clause: Clause
    links: list[Node]
    """Conditions, names and picks, in order."""
    effects: Node
    picks: tuple[Binding, ...]
    """What was picked, as far as it makes a difference."""

    @property
    def subset(self) -> bool:
        return self.clause.subset

    @property
    def origins(self) -> tuple[str, ...]:
        """Where the cards are picked from, without conditions on the single card."""
        found = []
        for link in self.links:
            if link.op == "each" and link.args[0].kind in (Kind.CARDS, Kind.GROUPS):
                node = link.args[0]
                while node.op in ("filter", "sort", "subsets"):
                    node = node.args[-1] if node.op == "subsets" else node.args[0]
                found.append(shape(node))
        return tuple(found)

    @property
    def names(self) -> dict[Binding, str]:
        """A name for each pick, by its number."""
        return {binding: f"'*{i}" for i, binding in enumerate(self.picks)}

    def match(self, other: Way) -> Match | None:
        """The conditions under which another way does the same; nothing if they cannot be told."""
        if self.subset is not other.subset:
            return None
        if [binding.kind for binding in self.picks] == [b.kind for b in other.picks]:
            if shape(self.effects, self.names) == shape(other.effects, other.names):
                pairs = zip(self.picks, other.picks, strict=True)
                return Match(picks={b: Node("var", a.kind, (), var=a) for a, b in pairs})
        if self.subset:
            return None
        return matching(self.effects, other.effects, set(self.picks), set(other.picks))


class Unreadable(Exception):
    """A clause cannot be read as conditions on cards."""


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
        self.settled = True
        if self.disclosures.quiet or own is None:
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
        hidden = any(map(self._rests_on_hidden, [*same, *others]))
        remembered = any(n.op == "remember" for n in walk(own.effects))
        origins = {way.origins for way, _ in alike}
        always = len(origins) == 1 and any(
            _always_offered(way.clause) for way, match in alike if not any(match.asked())
        )
        if seen and (not hidden or (not remembered and always)):
            self.desk.note("nothing", self._line(choice.node))
            return None
        secrets, begun = len(self.lifting.secrets), len(self.page.lines)
        told = self._disclose(choice, own, alike, others, seen, remembered)
        self._note(choice, secrets, begun, others if told is not None else [])
        return told

    def _line(self, node: Node) -> int:
        return self.layout.program.source.place(node.at[0])[0]

    def _note(self, choice: Choice, secrets: int, begun: int, others: list[Clause]) -> None:
        """Note how a clause is followed, as it has been written."""
        line = self._line(choice.node)
        self.desk.note("sets", line)
        for secret in self.lifting.secrets[secrets:]:
            self.desk.note("tests", int(secret.doc.split()[1].rstrip(",")))
        for written in self.page.lines[begun:]:
            for at, why in NOT_TOLD.findall(written):
                if why not in SELDOM:
                    self.desk.note("untold", int(at), why)
        for clause in others:
            at = self._line(clause.node)
            self.desk.note("tests", at, "its options may look like those of other clauses")

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
        with self._carefully(choice, told):
            for way, match in alike:
                if enough and way is not alike[0][0]:  # what is possible anyhow shows nothing
                    self.page.line(f"if {told} is not True:")
                    self.page.depth += 1
                try:
                    if len(origins) > 1 and way.subset:
                        raise Unreadable
                    lifted = Lifted(self, way, match, seen, several, told, where, allowed)
                    lifted.watched = len(origins) > 1 and not remembered
                    lifted.own = way.clause is own.clause
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
        if not any("raise Missing" in line for line in lines):
            self.page.lines.extend(lines)
            return
        with self.page.indented("try:"):
            self.page.lines.extend("    " + line for line in lines)
        with self.page.indented("except Missing:"):
            node, told = lifted.way.clause.node, lifted.told
            why = self.lifting.untold(node, SELDOM[0])
            self.page.line(f"{told} = one_of({told}, {why})")

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
        line = self.layout.program.source.place(node.at[0])[0]
        return f"offered(E, {before}, {line}, {places})"

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
            return self.chosen_cards()
        cards = [f"1 << {self.desk.locals[b].text}" for b in way.picks if b.kind is Kind.CARD]
        groups = [b for b in way.picks if b.kind is Kind.CARDS and not b.spot]
        return " | ".join([*cards, *(self.cards_of(self.desk.locals[b]) for b in groups)]) or "0"

    def cards_of(self, group: Local) -> str:
        """The cards of a group, as a set."""
        array, at = group.text, group.offset
        words = [f"word({array}, {at}, {w})" for w in range(self.layout.words)]
        return f"({joined(words)})"

    def disclose_begun(self, choice: Choice, first: str) -> None:
        """Somebody begins to pick a subset, card by card. If something else could have been chosen,
        that shows that there is one to be picked."""
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
                            self,
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

    def chosen_cards(self) -> str:
        """The subset that has been picked card by card."""
        words = [f"S[{self.layout.chosen + w}]" for w in range(self.layout.words)]
        return joined(words)

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
        alike = [c for c in choice.clauses if _may_look_like(c, clause)]
        line = self._line(choice.node)
        if not any(map(_looks_into_hands, alike)):
            self.desk.note("nothing", line)
            return ""
        if self.layout.private:
            self.desk.note("untold", line, "there are private numbers in the game")
        else:
            why = "it is played to see what it offers"
            self.desk.note("tests", self._line(clause.node), why)
        picked = [pick for pick in clause.picks if pick.kind in ("card", "group")]
        if not all(shown(innermost(clause.node), pick.binding) for pick in picked):
            self.desk.note("untold", self._line(clause.node), "which card was picked unseen")
        return self.desk.keep("S[:]", "b")

    def disclose_tried(self, choice: Choice, before: str) -> None:
        """Tell that something was on offer that looks like what was done."""
        if before:
            self.page.line(f"disclose(E, 1, {self._offered(choice.node, before)}, True)")


class Lifted:
    """Writes under which condition a way was open."""

    def __init__(
        self,
        chosen: Chosen,
        way: Way,
        match: Match,
        seen: bool,
        several: bool,
        told: str,
        where: str,
        allowed: str,
    ) -> None:
        self.chosen, self.page, self.desk = chosen, chosen.page, chosen.desk
        self.lifting, self.sets, self.lists = chosen.lifting, chosen.sets, chosen.lists
        self.way, self.seen, self.several = way, seen, several
        self.own = False
        """It is the way that was taken."""
        self.told, self.where, self.allowed = told, where, allowed
        self.match = match
        self.given: dict[Binding, Local] = {}
        """What everybody sees that must have been picked, if it was this way."""
        self.actual: dict[Binding, Local] = {}
        """What must have been picked unseen."""
        self.watched = False
        """It makes a difference where a card comes from, and everybody sees it."""
        self.tried: tuple[str, str] | None = None
        """While cards are tried one by one: where it is noted, and the card."""
        self.unseen: set[Binding] = set()
        """Cards that were picked, and not everybody knows which."""

    def write(self) -> None:
        """Add this way to those that may have been taken, if it looks the same."""
        way = self.page.fresh("k")
        self.page.line(f"{way} = True")
        depth = self.page.depth
        self._match(way)
        links = list(self.way.links)
        # Whether the card that was seen can have been picked here at all is quickly said.
        picks = [link for link in links if link.op == "each"]
        if len(picks) == 1 and self.seen and self._quickly(picks[0]):
            if not any(link.op == "let" for link in links[: links.index(picks[0])]):
                links.remove(picks[0])
                self._pick(picks[0], [], way)
                self.page.line(f"if {way} is not False:")
                self.page.depth += 1
        self._links(links, way)
        self.page.depth = depth

    def begin(self, way: str) -> None:
        """Add that a subset of several cards can be picked."""
        for step in self.way.links:
            if step.op == "let":
                self._name(step)
            else:
                self._test(step.args[0], way)
        pick = self.way.clause.pick
        assert pick is not None
        size, cards = pick.args[0].args
        found = self.lifting.hidden_set(self.lifting.written_out(cards))
        if found is None or self.lifting.hidden(size):
            raise Unreadable
        number = self.desk.keep(self.chosen.scalars.integer(size), "k")
        there = f"how_many({found[0]}, {found[1]}, {number}, 1 << 16)"
        self.page.line(f"{way} = all_of({way}, {number} > 1, {there})")
        self._finish(way)

    def _match(self, way: str) -> None:
        """Whether this way would have looked like that which was taken, as everybody can tell."""
        condition, scalar = self.chosen.conditions.condition, self.chosen.scalars.scalar
        for binding, value in self.match.picks.items():
            if value.op == "var":
                local = self.desk.locals[value.bound]
            else:
                local = Local(self.desk.keep(scalar(value)))
            self.desk.locals[binding] = local
            (self.actual if self.lifting.hidden(value) else self.given)[binding] = local
        if not any(self.match.asked()):
            return
        for own, other in self.match.tests:
            tests = [
                "True" if test is None else f"bool({condition(test)})" for test in (own, other)
            ]
            self.page.line(f"{way} = all_of({way}, {tests[0]} is {tests[1]})")
        for one, two in self.match.values:
            self.page.line(f"{way} = all_of({way}, {scalar(one)} == {scalar(two)})")
        self.page.line(f"if {way} is not False:")
        self.page.depth += 1

    def _quickly(self, pick: Node) -> bool:
        """Whether one can look at a pick before the conditions that stand before it."""
        return pick.bound in self.given and not any(
            n.traits.risky and not (n.op == "score" and n.args[0].op == "var")
            for n in walk(pick.args[0])
            if n.op not in ("subsets", "range")
        )

    def _links(self, links: list[Node], way: str) -> None:
        """Conditions, names and picks, one after the other; the page is left indented."""
        for number, link in enumerate(links):
            rest = links[number + 1 :]
            if link.op == "let":
                self._name(link)
            elif link.op == "when":
                if not any(mentions(link.args[0], binding) for binding in self.unseen):
                    self._test(link.args[0], way)
            elif link.bound in self.given:
                self._pick(link, rest, way)
            elif link.args[0].kind is Kind.CARDS or self.way.subset:
                if not self._pick_unseen(link, rest, way):
                    self._try_cards(link, rest, way)
                    return
            else:
                self._try_each(link, rest, way)
                return
        self._finish(way)

    def _finish(self, way: str) -> None:
        """All that is asked of this way has been asked."""
        if self.tried is None:
            self.page.line(f"{self.told} = one_of({self.told}, {way})")
        else:
            self.page.line(f"add_pick({', '.join(self.tried)}, {way})")

    def _name(self, let: Node) -> None:
        if any(mentions(let.args[0], binding) for binding in self.unseen):
            raise Unreadable
        self.lifting.snapshots.add(let.bound)
        if not self.lifting.hidden(let.args[0]):
            self.desk.locals[let.bound] = self.lists.named(let.args[0], let.bound)

    def _test(self, test: Node, way: str) -> None:
        text = self.lifting.lifted(test)
        if is_untold(text):
            raise Unreadable
        self.page.line(f"{way} = all_of({way}, {text})")
        self.page.line(f"if {way} is not False:")
        self.page.depth += 1

    def _pick(self, pick: Node, rest: list[Node], way: str) -> None:
        """What everybody saw picked was a member of what the clause picks from."""
        collection, binding = pick.args[0], pick.bound
        self.lifting.public.add(binding)
        self.desk.locals[binding] = self.given[binding]
        if self.way.subset:
            if self.lifting.hidden(collection.args[0]):
                raise Unreadable
            self._from_set(collection.args[1], self.chosen.chosen_cards(), way)
        elif collection.kind is Kind.GROUPS and not is_spots(collection):
            self._group(collection, self.given[binding], way)
        elif collection.kind is Kind.CARDS:
            self._from_set(collection, f"1 << {self.desk.locals[binding].text}", way, binding)
        else:
            self._member(collection, binding, way)

    def _from_set(self, cards: Node, picked: str, way: str, binding: Binding | None = None) -> None:
        """The cards picked were in a set."""
        cards = self.lifting.written_out(cards)
        if not self.lifting.hidden(cards):
            if self.several and cards.op != "place":
                words = joined([self.desk.keep(word, "m") for word in self.sets.words(cards)])
                with self.page.indented(f"if ({picked}) & ~({words}):"):
                    self.page.line(f"{way} = False")
            return
        found = self.lifting.hidden_set(cards)
        if found is None:
            if cards.op != "filter" or binding is None:
                raise Unreadable
            self._from_set(cards.args[0], picked, way, binding)
            self._test_of(cards, self.desk.locals[binding], way)
            return
        which = self.desk.keep(found[1], "m")
        if which != self.lifting.everything:
            with self.page.indented(f"if ({picked}) & ~{which}:"):
                self.page.line(f"{way} = False")
        self._came_from(found[0], binding, way)
        with self.page.indented(f"if {way} is not False:"):
            self.page.line(f"{self.where} |= {found[0]}")

    def _came_from(self, places: str, binding: Binding | None, way: str) -> None:
        """Everybody sees where a card that is moved comes from."""
        if self.watched and binding is not None:
            local = self.desk.locals[binding]
            with self.page.indented(f"if not ({places}) >> S[$WHERE + {local.text}] & 1:"):
                self.page.line(f"{way} = False")

    def _group(self, collection: Node, group: Local, way: str) -> None:
        """Cards that everybody saw were a group. All of a kind are all that are there."""
        if collection.op == "filter":
            self._group(collection.args[0], group, way)
            self._test_of(collection, group, way)
            return
        if not self.own or collection.op not in ("subsets", "tuples", "partition"):
            raise Unreadable
        places = [arg for arg in collection.args if arg.kind is Kind.CARDS]
        others = [arg for arg in collection.args if arg.kind is not Kind.CARDS]
        if len(places) != 1 or any(map(self.lifting.hidden, others)):
            raise Unreadable
        if not self.lifting.hidden(places[0]):
            return
        found = self.lifting.hidden_set(self.lifting.written_out(places[0]))
        if found is None:
            raise Unreadable
        if collection.op == "partition":
            picked = self.desk.keep(self.chosen.cards_of(group), "m")
            at = self.desk.keep(self.chosen.scalars.attribute(others[0]), "t")
            card = f"ATTRIBUTE[{at} + {group.text}[{group.offset} + 1]]"
            cards = range(len(self.desk.layout.cards))
            same = f"sum(1 << c for c in {cards} if ATTRIBUTE[{at} + c] == v)"
            self.page.line(f"v = {card}")
            kind = self.desk.keep(f"{same} & {found[1]} & ~{picked}", "m")
            self.page.line(f'{way} = all_of({way}, counted({found[0]}, {kind}, "==", 0))')

    def _test_of(self, filtered: Node, member: Local, way: str) -> None:
        """A member of something filtered has passed the test."""
        self.desk.locals[filtered.bound] = member
        self.lifting.public.add(filtered.bound)
        self._test(filtered.args[1], way)

    def _member(self, collection: Node, binding: Binding, way: str) -> None:
        """A number, name, player or place was one of some."""
        if collection.op == "filter":
            self._member(collection.args[0], binding, way)
            self._test_of(collection, self.desk.locals[binding], way)
            return
        if collection.kind is Kind.GROUPS and not is_spots(collection):
            raise Unreadable
        variable = Node("var", binding.kind, (), collection.at, None, binding)
        if collection.op == "range" and self.lifting.hidden(collection):
            low, high = collection.args
            self._test(Node("<=", Kind.BOOL, (low, variable), collection.at), way)
            self._test(Node("<=", Kind.BOOL, (variable, high), collection.at), way)
            return
        if self.lifting.hidden(collection):
            raise Unreadable
        picked = self.desk.locals[binding].text
        if collection.op == "range":
            low_, high_ = map(self.chosen.scalars.integer, collection.args)
            self.page.line(f"{way} = all_of({way}, {low_} <= {picked} <= {high_})")
        elif self.several:
            array, offset = self.lists.members(collection)
            first = self.desk.keep(f"{offset} + 1", "o")
            members = f"{array}[{first}:{first} + {array}[{offset}]]"
            self.page.line(f"{way} = all_of({way}, {picked} in {members})")

    def _pick_unseen(self, pick: Node, rest: list[Node], way: str) -> bool:
        """A card was picked, or could have been, and not everybody knows which. Whether that can
        be said of all cards at once."""
        cards, binding = pick.args[0], pick.bound
        if self.unseen or self.tried is not None:
            raise Unreadable
        if self.way.subset:
            if self.lifting.hidden(cards.args[0]):
                raise Unreadable
            cards = cards.args[1]
        for link in rest:
            if link.op == "when" and mentions(link.args[0], binding):
                cards = Node("filter", Kind.CARDS, (cards, link.args[0]), link.at, None, binding)
            elif mentions(link.args[0], binding):
                return False
        found = self.lifting.hidden_set(self.lifting.written_out(cards))
        if found is None:
            return False
        self.unseen.add(binding)
        where, which = found[0], self.desk.keep(found[1], "m")
        if binding not in self.actual:
            self.page.line(f'{way} = all_of({way}, counted({where}, {which}, ">", 0))')
            return True
        self._came_from(where, binding, way)
        with self.page.indented(f"if {way} is not False:"):
            self.page.line(f"{self.where} |= {where}")
            self.page.line(f"{self.allowed} |= {which}")
            if self.several:
                self.page.line(f"{way} = all_of({way}, Picked({which}))")
        return True

    def _try_cards(self, pick: Node, rest: list[Node], way: str) -> None:
        """It depends on more than its kind whether a card can have been picked: each is tried."""
        if self.way.subset:
            raise Unreadable
        cards, tests = self.lifting.written_out(pick.args[0]), []
        while cards.op in ("filter", "sort"):
            if cards.op == "filter":
                tests.append(cards)
            cards = cards.args[0]
        found = self.lifting.hidden_set(cards)
        if found is None or found[1] != self.lifting.everything:
            raise Unreadable
        where, unseen = self.desk.keep(found[0], "w"), pick.bound in self.actual
        self._came_from(where, pick.bound if unseen else None, way)
        ways, card, each = self.page.fresh("A"), self.page.fresh("c"), self.page.fresh("k")
        self.page.line(f"{ways} = []")
        with self.page.indented(f"for {card} in range({len(self.desk.layout.cards)}):"):
            self.page.line(f"{each} = {way}")
            depth = self.page.depth
            self.lifting.public.add(pick.bound)
            self.desk.locals[pick.bound] = Local(card)
            if not unseen:
                self.page.line(f"{each} = all_of({each}, how_many({where}, 1 << {card}, 1, 1))")
            for filtered in reversed(tests):
                self._test_of(filtered, Local(card), each)
            self.tried = (ways, f"1 << {card}")
            self._links(rest, each)
            self.tried = None
            self.page.depth = depth
        if unseen:
            self.page.line(f"{self.where} |= {where}")
            self.page.line(f"{self.allowed} |= all_picks({ways})")
        self.page.line(f"{self.told} = one_of({self.told}, picked_one({ways}, {unseen}))")

    def _try_each(self, pick: Node, rest: list[Node], way: str) -> None:
        """Something else was picked, and one does not see what: it may have been any of some."""
        collection, tests = pick.args[0], []
        while collection.op == "filter":
            tests.append(collection)
            collection = collection.args[0]
        if self.lifting.hidden(collection) or collection.kind is Kind.GROUPS:
            raise Unreadable
        self.lifting.public.add(pick.bound)
        with self.lists.loop(collection, pick.bound):
            each = self.page.fresh("k")
            self.page.line(f"{each} = {way}")
            depth = self.page.depth
            for filtered in reversed(tests):
                self._test_of(filtered, self.desk.locals[pick.bound], each)
            self._links(rest, each)
            self.page.depth = depth


def way_of(clause: Clause) -> Way | None:
    """How an option of a clause comes about, if all picks come before all it does."""
    if clause.plain:
        assert clause.effects is not None
        between = [clause.pick] if clause.pick is not None else []
        picks = tuple(pick.bound for pick in between)
        return Way(clause, [*clause.steps, *between, *clause.tests], clause.effects, picks)
    if clause.effects is None or clause.chain is None:
        return None
    picks = tuple(pick.binding for pick in clause.picks)
    return Way(clause, list(links(clause)), clause.effects, picks)


def links(clause: Clause) -> Iterator[Node]:
    """The conditions, names and picks before what a clause does, if they all come first."""
    node = clause.node
    while node is not clause.effects:
        if node.op != "do":
            yield node
        node = node.args[-1]


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
