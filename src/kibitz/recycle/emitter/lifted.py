"""Under which condition a way to an option was open, as far as it is about hidden cards.

What everybody saw picked is tested; what was picked unseen may have been any card that could be
picked: of a kind, or each under a condition of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.told import Lifting, is_untold
from kibitz.recycle.emitter.way import Way
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.matching import Match
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node, mentions, walk

__all__ = ["Lifted", "Unreadable", "cards_of", "chosen_cards"]


class Unreadable(Exception):
    """A clause cannot be read as conditions on cards."""


class Lifted:
    """Writes under which condition a way was open."""

    def __init__(
        self,
        desk: Desk,
        writers: Writers,
        lifting: Lifting,
        way: Way,
        match: Match,
        seen: bool,
        several: bool,
        told: str,
        where: str,
        allowed: str,
    ) -> None:
        self.desk, self.page, self.lifting = desk, desk.page, lifting
        self.scalars, self.conditions = writers.scalars, writers.conditions
        self.sets, self.lists = writers.sets, writers.lists
        self.way, self.seen, self.several = way, seen, several
        self.own = False
        """It is the way that was taken."""
        self.told, self.where, self.allowed = told, where, allowed
        self.match = match
        self.given: dict[Binding, Local] = {}
        """What everybody sees that must have been picked, if it was this way."""
        self.actual: dict[Binding, Local] = {}
        """What must have been picked unseen."""
        self.told_of: list[tuple[Node, Local]] = []
        """What is printed on cards that were picked unseen, and what was seen of it."""
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
        number = self.desk.keep(self.scalars.integer(size), "k")
        there = f"how_many({found[0]}, {found[1]}, {number}, 1 << 16)"
        self.page.line(f"{way} = all_of({way}, {number} > 1, {there})")
        self._finish(way)

    def _match(self, way: str) -> None:
        """Whether this way would have looked like that which was taken, as everybody can tell."""
        condition, scalar = self.conditions.condition, self.scalars.scalar
        for binding, value in self.match.picks.items():
            if value.op == "var":
                local = self.desk.locals[value.bound]
            elif value.kind in (Kind.CARDS, Kind.GROUPS):
                raise Unreadable  # a set of cards that another way puts together in its own words
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
            self._from_set(collection.args[1], chosen_cards(self.desk), way)
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
            picked = self.desk.keep(cards_of(self.desk, group), "m")
            at = self.desk.keep(self.scalars.attribute(others[0]), "t")
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
            low_, high_ = map(self.scalars.integer, collection.args)
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
        told = list(self._told_of(binding))
        for test in told:
            cards = Node("filter", Kind.CARDS, (cards, test), test.at, None, binding)
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
        if binding not in self.actual or told:
            self.page.line(f'{way} = all_of({way}, counted({where}, {which}, ">", 0))')
        if binding not in self.actual:
            return True
        self._came_from(where, binding, way)
        with self.page.indented(f"if {way} is not False:"):
            self.page.line(f"{self.where} |= {where}")
            self.page.line(f"{self.allowed} |= {which}")
            if self.several:
                self.page.line(f"{way} = all_of({way}, Picked({which}))")
        return True

    def _told_of(self, pick: Binding) -> Iterator[Node]:
        """What a card that was picked unseen must have had printed on it."""
        for value, seen in self.told_of:
            if value.args[1].means(pick):
                binding = Binding("SEEN", value.kind, "all", 0)
                self.desk.locals[binding] = seen
                same = Node("var", value.kind, (), value.at, None, binding)
                yield Node("==", Kind.BOOL, (value, same), value.at)

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
            if not unseen or any(self._told_of(pick.bound)):
                self.page.line(f"{each} = all_of({each}, how_many({where}, 1 << {card}, 1, 1))")
            for filtered in reversed(tests):
                self._test_of(filtered, Local(card), each)
            for test in self._told_of(pick.bound):
                self._test(test, each)
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


def cards_of(desk: Desk, group: Local) -> str:
    """The cards of a group, as a set."""
    words = [f"word({group.text}, {group.offset}, {w})" for w in range(desk.layout.words)]
    return f"({joined(words)})"


def chosen_cards(desk: Desk) -> str:
    """The subset that has been picked card by card."""
    return joined([f"S[{desk.layout.chosen + w}]" for w in range(desk.layout.words)])
