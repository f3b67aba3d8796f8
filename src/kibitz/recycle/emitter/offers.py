"""What can be chosen: `offer` works out the options of a decision, `code` names one of them.

The options of a choice come kind by kind. Where the first kind picks a card, its options are kept
as a set of cards, the union of what its clauses allow; nothing is listed until somebody asks for
the list (`options`). All other options are written to a list of codes. What several clauses of a
choice look at is looked at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from kibitz.recycle.choices import Choice, Clause, shape
from kibitz.recycle.emitter.beforehand import conjuncts, has_memory, only_listed, picks_from_set
from kibitz.recycle.emitter.clauses import Clauses
from kibitz.recycle.emitter.decisions import Decisions
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.options import Listing
from kibitz.recycle.emitter.variables import stand_at
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.printer import Function, short
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Offers"]

SPARE = 1024
"""Options for which a list has room beyond its limit."""


class Offers:
    """Writes `offer`, `code`, `options`, `turn` and `ways`."""

    def __init__(
        self, desk: Desk, writers: Writers, decisions: Decisions, clauses: Clauses
    ) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.sets = writers.sets
        self.masks = writers.masks
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.decisions, self.clauses = decisions, clauses
        self.listing = Listing(desk, writers, decisions, clauses.chains)

    def offer(self) -> Function:
        self.desk.begin("return 0")
        self.page.line("pc = S[$PC]")
        self.page.line("n = 0")
        if self._has_subsets():
            self.page.line("P[$LOT] = 0")
        for choice in self.decisions.choices:
            stand_at(self.desk, choice)
            with self.page.indented(f"if pc == {choice.label}:"):
                if choice.general:
                    self.listing.list_general(choice)
                else:
                    self._offer_plain(choice)
        for choice, clause in self._subset_clauses():
            stand_at(self.desk, choice)
            with self.page.indented(f"if pc == {self.decisions.subset_label(clause)}:"):
                self._offer_subset(clause)
        self.page.line("return n")
        doc = "Work out the options of the decision that is due; how many there are."
        return self.page.function("offer(S, out, X, P)", doc)

    def _has_subsets(self) -> bool:
        return any(True for _ in self._subset_clauses())

    def _subset_clauses(self) -> Iterator[tuple[Choice, Clause]]:
        for choice in self.decisions.choices:
            for clause in choice.clauses:
                if clause.subset:
                    yield choice, clause

    def _offer_plain(self, choice: Choice) -> None:
        ties = any(n.traits.ties for clause in choice.clauses for n in walk(clause.node))
        if ties:
            self.page.line("ties = S[$TIES]")
        heads = [[*(step.args[0] for step in c.steps), *_picked(c)] for c in choice.clauses]
        self._look(heads, choice.captured)
        cards = ""
        most = [self._most(c.pick and c.pick.args[0]) or 0 for c in choice.clauses]
        for number, kind in enumerate(choice.kinds):
            clauses = [c for c in choice.clauses if choice.kind_of(c) == number]
            if sum(most) > SPARE:
                self._limit_options("n", kind)
            if picks_from_set(self.layout, kind):
                words = self._union(clauses, choice.captured)
                if number == 0:
                    cards = self._offered(words)
                else:
                    times = f"{len(choice.kinds)}, {number}"
                    self.page.line(f"n = enlist(out, n, {', '.join(words)}, {times})")
                continue
            for clause in clauses:
                self._list_plain(choice, clause, number)
        self.desk.known.clear()
        if ties:
            self.page.line("S[$TIES] = ties")
        several = len(choice.kinds) > 1 or not cards
        self.page.line("return " + " + ".join(filter(None, [cards, "n" if several else ""])))

    def _offered(self, words: list[str]) -> str:
        """Offer the cards of a set; how many they are."""
        if self.layout.words > 1:
            return f"offer_cards(P, {', '.join(words)})"
        size = self.desk.keep(short("popcount", words[0]), "k")
        self.page.line(f"P[$OFFER_AT] = {words[0]}")
        self.page.line(f"P[$OFFERED] = {size}")
        return size

    def _look(self, heads: list[list[Node]], captured: list[Binding]) -> None:
        """Look once at what several clauses ask for: simple conditions, sets of cards. What takes a
        loop is only looked at beforehand if all of them ask for it."""
        asked: Counter[str] = Counter()
        asking: Counter[str] = Counter()
        nodes: dict[str, Node] = {}
        for each in heads:
            found = {shape(node): node for head in each for node in _askable(head, captured)}
            nodes = found | nodes
            asking.update(found.keys())
            asked.update(shape(node) for head in each for node in _askable(head, captured))
        shared = [
            nodes[key] for key, times in asked.items() if times > 1 and key not in self.desk.known
        ]
        for node in sorted(shared, key=lambda node: len(shape(node))):
            surely = asking[shape(node)] == len(heads)
            if any(n.traits.risky and not (surely and n.op == "score") for n in walk(node)):
                continue
            with self.page.aside() as lines:
                words = self._looked_up(node)
            if words and not any(line.endswith(":") for line in lines):
                self.page.lines.extend(lines)
                stem = "g" if node.kind is Kind.BOOL else "m"
                self.desk.known[shape(node)] = [self.desk.keep(text, stem) for text in words]

    def _looked_up(self, node: Node) -> list[str] | None:
        """The value of a shared node; nothing if it must be listed."""
        if node.kind is Kind.BOOL:
            return [self.conditions.condition(node)]
        if has_memory(self.layout, node) or only_listed(node):
            return None
        return self.sets.words(node)

    def _union(self, clauses: list[Clause], captured: list[Binding]) -> list[str]:
        """The cards that some clauses, all of one kind, allow to be picked."""
        total = [self.page.fresh("m") for _ in range(self.layout.words)]
        for name in total:
            self.page.line(f"{name} = 0")
        self._allow([(_tests(clause), clause) for clause in clauses], total, captured)
        return total

    def _allow(
        self, clauses: list[tuple[list[Node], Clause]], total: list[str], captured: list[Binding]
    ) -> None:
        """Add what clauses allow under some tests; a test that clauses share is made once."""
        while clauses:
            tests, clause = clauses[0]
            together = _sharing(clauses)
            if len(together) < 2:
                self._allow_one(tests, clause, total)
                clauses = clauses[1:]
                continue
            known = dict(self.desk.known)
            with self.page.indented(f"if {self.conditions.condition(tests[0])}:"):
                inner = [(rest[1:], each) for rest, each in together]
                self._look([[*rest, *_picked(each)] for rest, each in inner], captured)
                self._allow(inner, total, captured)
            self.desk.known = known
            clauses = clauses[len(together) :]

    def _allow_one(self, tests: list[Node], clause: Clause, total: list[str]) -> None:
        assert clause.pick is not None
        self.desk.comment(clause.node)
        depth = self.page.depth
        if tests:
            self.page.line(f"if {self.conditions.all_of(tests)}:")
            self.page.depth += 1
        elif _binds(clause):
            for step in clause.steps:
                self._step(step)
        words = self.sets.words(clause.pick.args[0])
        if all(step.op == "when" for step in clause.tests):
            tests = [step.args[0] for step in clause.tests]
            words = self.masks.sift(tests, clause.pick.bound, words)
            for name, word in zip(total, words, strict=True):
                if word != "0":
                    self.page.line(f"{name} |= {word}")
        else:
            with self.sets.bits(words, clause.pick.bound) as card:
                inner = self.page.depth
                for step in clause.tests:
                    self._step(step)
                self.sets.add(card, total)
                self.page.depth = inner
        self.page.depth = depth

    def _list_plain(self, choice: Choice, clause: Clause, number: int) -> None:
        """List the options of a clause that does not pick from a set of cards."""
        self.desk.comment(clause.node)
        depth, count = self.page.depth, len(choice.kinds)
        for step in clause.steps:
            self._step(step)
        first = clause is choice.kinds[number]
        code = "{}" if count == 1 else f"{{}} * {count} + {number}"
        among_subsets = any(c.subset for c in choice.clauses)
        if clause.pick is None:
            self._list_code(str(number), first)
        elif clause.subset:
            rest, need = self._rest_of_subset(clause)
            if clause.empty_acts:
                with self.page.indented(f"if {need} == 0:"):
                    self.page.line(f"out[n] = {code.format('$CARDS')}")
                    self.page.line("n += 1")
            self.page.line(f"n = enlist_subset(out, n, {rest}, {count}, {number}, P, {need})")
        else:
            self._list_picks(clause, code, first)
        if among_subsets and not clause.subset:
            self.page.line("P[$LOT] = -1")  # not all of them cards of one subset
        self.page.depth = depth

    def _list_code(self, code: str, first: bool) -> None:
        """List an option, unless an earlier clause has."""
        if not first:
            self.page.line(f"if not listed_already(out, n, {code}):")
            self.page.depth += 1
        self.page.line(f"out[n] = {code}")
        self.page.line("n += 1")
        self.page.depth -= not first

    def _step(self, step: Node) -> None:
        """A condition before an option opens a block; a name is bound."""
        if step.op == "let":
            self.desk.locals[step.bound] = self.lists.named(step.args[0], step.bound)
            return
        self.page.line(f"if {self.conditions.condition(step.args[0])}:")
        self.page.depth += 1

    def _list_picks(self, clause: Clause, code: str, first: bool) -> None:
        """List an option for every member of a collection."""
        assert clause.pick is not None
        collection, binding = clause.pick.args[0], clause.pick.bound
        many = self._most(collection) is None
        sure = first and not clause.tests
        if many:
            size = self.desk.keep(self.sets.size(collection), "k")
            self._limit_options(f"n + {size}" if sure else size, clause)
        with self.lists.loop(collection, binding):
            inner = self.page.depth
            for step in clause.tests:
                self._step(step)
            if many and not sure:
                self._limit_options("n + 1", clause)
            member = self.desk.locals[binding].text
            if collection.kind is Kind.INTS:
                member = f"({member} + $LIMIT)"
            self._list_code(code.format(member), first)
            self.page.depth = inner

    def _limit_options(self, count: str, clause: Clause) -> None:
        test = f"{count} > {LIMITS['options']}"
        self.desk.fail(test, "more than 65,536 options", clause.pick or clause.node)

    def _most(self, collection: Node | None) -> int | None:
        """How many options a clause can add that picks from a collection; None if there may be more
        than the list has room for beyond its limit."""
        if collection is None:
            return 1
        if collection.op == "filter" and collection.kind is not Kind.CARDS:
            return self._most(collection.args[0])
        if collection.kind in (Kind.CARDS, Kind.PLAYERS, Kind.TEAMS) or collection.op == "subsets":
            return len(self.layout.cards) + self.layout.program.players
        if isinstance(collection.value, tuple) and len(collection.value) <= SPARE // 2:  # names
            return len(collection.value)
        return None

    def _offer_subset(self, clause: Clause) -> None:
        """The cards a subset can go on with: higher ones that leave enough."""
        rest, need = self._rest_of_subset(clause)
        self.page.line(f"P[$LOT] = {need}")
        self.page.line(f"return offer_cards(P, {rest}) + 1 - {need}")

    def _rest_of_subset(self, clause: Clause) -> tuple[str, str]:
        """The cards above those chosen so far, as arguments, and how many are still to come."""
        size, words = self.clauses.subset(clause)
        chosen = [f"S[{self.layout.chosen + w}]" for w in range(self.layout.words)]
        need = self.desk.keep(f"{size} - S[{self.layout.CHOSEN_COUNT}]", "k")
        if self.layout.words == 1:
            return self.desk.keep(f"{words[0]} & ~up_to({chosen[0]})", "m"), need
        names = []
        for w, word in enumerate(words):
            above = " | ".join(chosen[w + 1 :])
            part = f"{word} & ~up_to({chosen[w]})"
            names.append(self.desk.keep(f"0 if {above} else {part}" if above else part, "m"))
        return ", ".join(names), need

    def code(self) -> Function:
        self.desk.begin("return 0")
        self.page.line("pc = S[$PC]")
        for label, kinds in self._sets_offered():
            with self.page.indented(f"if pc == {label}:"):
                card = "nth_bit(P[$OFFER_AT], k)" if self.layout.words == 1 else "nth_offered(P, k)"
                if kinds == 1:
                    self.page.line(f"return {card}")
                    continue
                with self.page.indented("if k < P[$OFFERED]:"):
                    self.page.line(f"return {card} * {kinds}")
                self.page.line("return out[k - P[$OFFERED]]")
        self.page.line("return out[k]")
        return self.page.function("code(S, out, P, k)", "The code of the k-th option offered.")

    def _sets_offered(self) -> list[tuple[int, int]]:
        """Positions at which options are offered as a set, and of how many kinds options are."""
        found = [
            (choice.label, len(choice.kinds))
            for choice in self.decisions.choices
            if not choice.general and picks_from_set(self.layout, choice.kinds[0])
        ]
        return found + [
            (self.decisions.subset_label(clause), 1) for _, clause in self._subset_clauses()
        ]

    def options(self) -> Function:
        self.desk.begin("return 0")
        self.page.line("n = offer(S, out, X, P)")
        self.page.line("pc = S[$PC]")
        for label, kinds in self._sets_offered():
            with self.page.indented(f"if pc == {label}:"):
                self.page.line(f"unfold(out, P, n, {kinds})")
        self.page.line("return n")
        doc = "List the codes of all options of the decision that is due; how many there are."
        return self.page.function("options(S, out, X, P)", doc)

    def turn(self) -> Function:
        self.desk.begin("return 0")
        self.page.line("pc = S[$PC]")
        depths: dict[int, list[int]] = {}
        for label, choice in (
            {c.label: c for c in self.decisions.choices} | self.decisions.by_label
        ).items():
            depths.setdefault(choice.depth, []).append(label)
        common = max(depths, key=lambda depth: len(depths[depth]), default=0)
        for depth, labels in depths.items():
            if depth != common:
                test = " or ".join(f"pc == {label}" for label in labels)
                with self.page.indented(f"if {test}:"):
                    self.page.line(f"return S[{self.layout.cycles + 2 * depth}]")
        self.page.line(f"return S[{self.layout.cycles + 2 * common}]")
        return self.page.function("turn(S)", "Whose decision is due.")

    def ways(self) -> Function:
        """How many options stand behind a code: more than one while a subset is picked."""
        self.desk.begin("return 1.0")
        self.page.line("pc = S[$PC]")
        for choice in self.decisions.choices:
            stand_at(self.desk, choice)
            for number, clause in enumerate(choice.kinds):
                if not clause.subset:
                    continue
                count = len(choice.kinds)
                for label, test, card in (
                    (choice.label, f" and code % {count} == {number}", f"code // {count}"),
                    (self.decisions.subset_label(clause), "", "code"),
                ):
                    with self.page.indented(f"if pc == {label}{test}:"):
                        size, words = self.clauses.subset(clause)
                        need = f"{size} - S[{self.layout.CHOSEN_COUNT}] - 1"
                        self.page.line(f"return ways_above({', '.join(words)}, {card}, {need})")
        self.page.line("return 1.0")
        doc = "How many complete options a code stands for (a card of a subset: many)."
        return self.page.function("ways(S, code)", doc)


def _askable(node: Node, captured: list[Binding]) -> Iterator[Node]:
    """The comparisons and sets of cards in an expression that depend on nothing bound on the way to
    it. `!=` is asked as `==`."""
    for n in walk(node):
        if not (n.traits.compares or (n.kind is Kind.CARDS and n.op in ("place", "filter"))):
            continue
        own = {m.var for m in walk(n) if m.op != "var"}
        used = {m.bound for m in walk(n) if m.op == "var"} - own
        if all(binding.how == "declare" or binding in captured for binding in used):
            yield Node("==", n.kind, n.args, n.at) if n.op == "!=" else n


def _picked(clause: Clause) -> list[Node]:
    """What a clause picks from."""
    return [] if clause.pick is None else [clause.pick.args[0]]


def _binds(clause: Clause) -> bool:
    return any(step.op == "let" for step in clause.steps)


def _tests(clause: Clause) -> list[Node]:
    """The conditions of a clause one by one; none if it also binds names."""
    if _binds(clause):
        return []
    return [part for step in clause.steps for part in conjuncts(step.args[0])]


def _sharing(clauses: list[tuple[list[Node], Clause]]) -> list[tuple[list[Node], Clause]]:
    """The first clauses, as far as all begin with the same test."""

    def first(tests: list[Node]) -> str:
        return shape(tests[0]) if tests else ""

    wanted = first(clauses[0][0])
    return list(takewhile(lambda each: wanted and first(each[0]) == wanted, clauses))
