"""Lifting: conditions on cards that not everybody sees, as something that can be told.

What everybody can see of a condition is evaluated; what is left is how many of which cards lie
where, in the words of `kibitz.engine.disclosures`. A condition that has no such form becomes a
*secret*: a function of its own that can test other deals, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from kibitz.recycle.common import common, only_noted
from kibitz.recycle.copies import replaced
from kibitz.recycle.emitter.again import ORDERED, Again, open_family, scored
from kibitz.recycle.emitter.beforehand import TURNED, has_memory
from kibitz.recycle.emitter.comparing import Comparing
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.weighing import weighed
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.printer import Function
from kibitz.recycle.tree import Binding, Kind, Node, origins, walk

__all__ = ["Lifting", "is_untold"]

LOOKED_AT = (Kind.INT, Kind.STR, Kind.CARD, Kind.PLAYER, Kind.TEAM)
"""What can have a name of its own."""


def is_untold(text: str) -> bool:
    """Whether nothing is told."""
    return text.startswith("Untold(")


LISTS = (Kind.CARDS, Kind.GROUPS)
PRIVATE = "there are private numbers in the game"


def _of_itself(node: Node, binding: Binding) -> bool:
    """Whether the score of a card that is surely there is asked."""
    return node.op == "score" and node.args[0].means(binding)


class Lifting:
    """Writes conditions that can be told."""

    def __init__(self, desk: Desk, writers: Writers) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.places = writers.places
        self.sets = writers.sets
        self.lists = writers.lists
        self.conditions = writers.conditions
        self.everything = str((1 << len(self.layout.cards)) - 1)
        """All cards, as a set."""
        self.public: set[Binding] = set()
        """Picks that everybody gets to know."""
        self._moments: set[str] = set()
        """The moments the hidden cards of the condition at hand are looked at."""
        self._numbers: dict[Binding, tuple[str, str, str]] = {}
        """Named numbers of hidden cards: when they were counted, where, and which."""
        self._named: dict[Binding, tuple[str, str, str]] = {}
        """The same of hidden cards that have got a name."""
        self.snapshots: set[Binding] = set()
        """While a choice is told: names of cards that lie as they did when they got the name."""
        self.careful = False
        """What fails or draws here does no harm: what everybody sees may be looked at first."""
        self.noted_lie_open = False
        """Here one may give up where a card that is noted does not lie before all eyes."""
        self.secrets: list[Function] = []
        """Functions that test hidden cards again."""
        self.helpers: list[Function] = []
        """Functions that work out sets of cards where something may be missing."""
        self.comparing = Comparing(self, desk, writers)
        self.again = Again(desk.layout)

    def untold(self, node: Node, why: str) -> str:
        """That something cannot be told, with the line that says it and the reason."""
        return f'Untold({self.desk.line(node)}, "{why}")'

    def hidden(self, node: Node) -> bool:
        return not common(node, self.public)

    def lifted_at(self, test: Node) -> tuple[str, str]:
        """A condition as far as it can be told, and the moment it speaks of."""
        self._moments = set()
        told = self.lifted(test)
        if len(self._moments) > 1:
            return self.untold(test, "it compares cards of two moments"), "len(E)"
        return told, next(iter(self._moments), "len(E)")

    def told_value(self, value: Node) -> tuple[str, str]:
        """What it tells that a number, name, player or card was worked out from hidden cards, and
        of which moment: that it is the one that everybody sees."""
        named, original = value.op == "var", scored(value)
        value = scored(self.written_out(value))
        if self.draws(value) and not named and not self.again.only_turns_up(value):
            drawn = self.comparing.peeked(value) if self.hidden(value) else None
            if drawn is not None:
                return self.told_as(value, drawn)
            return self.comparing.lying_open(value), "len(E)"
        return self.told_as(value, self.desk.keep(self.scalars.scalar(original), "h"))

    def told_as(self, value: Node, text: str) -> tuple[str, str]:
        """The same of something that has been worked out already."""
        seen = Binding("SEEN", value.kind, "all", 0)
        self.desk.locals[seen] = Local(text)
        same = Node("var", value.kind, (), value.at, None, seen)
        return self.lifted_at(Node("==", Kind.BOOL, (value, same), value.at))

    def count_named(self, binding: Binding, value: Node) -> None:
        """Remember which hidden cards were counted when a number got its name, or which got one."""
        self._moments = set()
        cards = value.kind is Kind.CARDS and value.op in ("filter", "sort")
        found = self.hidden_set(value) if cards else self.number_of(value)
        if found is not None:
            at = self.desk.keep("len(E)", "e")
            where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
            (self._named if cards else self._numbers)[binding] = at, where, which

    def named_set(self, cards: Node) -> tuple[str, str, str] | None:
        """Of cards that have got a name, and of which none has been moved by it: when that was,
        where they were, and which of all cards were meant."""
        return self._named.get(cards.bound) if cards.op == "var" else None

    def moved(self, action: Node) -> None:
        """A card is moved: a name for several of them that it is moved by means fewer now."""
        for binding in {n.bound for n in walk(action) if n.op == "var" and n.bound in self._named}:
            self.forget(binding)

    def forget(self, binding: Binding) -> None:
        """A name does not mean any more the cards it was given to."""
        self._named.pop(binding, None)

    def draws(self, node: Node) -> bool:
        """Whether looking may decide something: it must not be looked at twice."""
        return self.again.draws(node)

    def lifted(self, node: Node) -> str:
        """A text that yields True or False, where everybody sees it, or a condition."""
        node = scored(self.written_out(node))
        if not self.hidden(node):
            return f"({self.conditions.condition(node)})"
        if self.draws(node) and self.again.only_turns_up(node):  # not to be looked at in parts
            return self.comparing.lying(node) or self.secret(node)
        if node.op in ("and", "or"):
            return self._lifted_junction(node)
        if node.op == "not":
            return f"opposite({self.lifted(node.args[0])})"
        if node.op in ("any", "all"):
            return self._lifted_quantifier(node)
        node = self._noted_first(node)
        if not self.hidden(node):
            return f"({self.conditions.condition(node)})"
        found = self.comparing.lying(node) or self._lifted_tuples(node)
        return found or self.comparing.told(node) or self.secret(node)

    def looked_now(self) -> None:
        """The condition at hand speaks of hidden cards as they lie now."""
        self._moments.add("len(E)")

    def _lifted_tuples(self, node: Node) -> str | None:
        """Whether there are cards of equal score at all: so many of one of the scores."""
        if node.op not in TURNED:
            return None
        size, number = node.args
        if size.op != "size" or size.args[0].op != "tuples" or number.op != "num":
            return None
        sign = {(">", 0): "", (">=", 1): "", ("!=", 0): "", ("==", 0): "opposite"}.get(
            (node.op, number.number)
        )
        many, cards, using = size.args[0].args
        found = None if sign is None or self.hidden(many) else self.hidden_set(cards)
        if found is None or self.hidden(using):
            return None
        self._moments.add("len(E)")
        least = self.scalars.integer(many)
        return f"{sign}(one_tuple({found[0]}, {found[1]}, {least}, {self.scores(using)}))"

    def scores(self, points: Node) -> str:
        """The scores of all cards."""
        array, at = self.places.points(points).split(", ")
        return f"{array}[{at}:{at} + {len(self.layout.cards)}]"

    def written_out(self, node: Node) -> Node:
        """A condition without names for hidden cards that still lie as when they got the name."""
        names = {n.bound for n in walk(node) if n.op == "var" and n.bound in self.snapshots}
        for binding in names:
            if binding.value is not None and not common(binding.value, self.public):
                node = self.written_out(replaced(node, binding, binding.value))
        return node

    def spelt_out(self, node: Node) -> Node:
        """A condition, or a statement, without names for hidden cards and for lists: a test makes
        them anew."""
        return self._without_lists(self.written_out(node))

    def _without_lists(self, node: Node) -> Node:
        for n in walk(node):
            if n.op == "var" and n.bound in self.snapshots and n.bound.kind in LISTS:
                if n.bound.value is not None and not n.bound.spot:
                    return self._without_lists(replaced(node, n.bound, n.bound.value))
        return node

    def secret(self, node: Node) -> str:
        """A condition as a test that can be done on another state."""
        node = self._looked_at_first(self._without_lists(node))
        free = self.free(node)
        why = self.again.why_not(node)
        ends = self.again.asked_at_ends(node) if why == ORDERED else []
        if why is not None and not ends:
            return self.untold(node, why)
        if free is None:
            return self.untold(node, "it depends on a name for hidden cards")
        if self.layout.private:  # a test again holds all numbers, and they are not for everybody
            return self.untold(node, PRIVATE)
        self._moments.add("len(E)")
        with self.apart("secret", node, free, "return -1") as name:
            self.page.line(f"return {self.conditions.condition(node)}")
        (test,) = (each for each in self.secrets if each.name == name)
        self.secrets += weighed(self, node, test)
        given = ", ".join(free) + ("," if len(free) == 1 else "")
        told = f"secret({name}, {self.desk.line(node)}, {self.looked_into(node)}, S, ({given}))"
        if ends:  # a single card is in no order
            single = " and ".join(f"{self.sets.size(place)} <= 1" for place in ends)
            told = f"({told} if {single} else {self.untold(node, ORDERED)})"
        return told

    @contextmanager
    def apart(self, stem: str, node: Node, free: list[str], failure: str) -> Iterator[str]:
        """Write a function of its own, which gives up as said, with what it needs from around it;
        inside, its name."""
        written = self.secrets if stem == "secret" else self.helpers
        name = f"{stem}_{len(written) + 1}"
        written.append(Function(f"{name}()", "", ""))  # keeps the number
        place = len(written) - 1
        kept, rows = (self.desk.failure, self.page.depth, self.desk.locals), len(self.desk.tables)
        self.desk.failure, self.page.depth, self.desk.locals = failure, 1, dict(self.desk.locals)
        with self.page.aside() as lines:
            yield name
        self.desk.failure, self.page.depth, self.desk.locals = kept
        del self.desk.tables[rows:]  # the same rows are written again by what it repeats
        arguments = "".join(f", {each}" for each in free)
        kept_lines, self.page.lines = self.page.lines, lines
        head, doc = f"{name}(S, E, C{arguments})", f"Line {self.desk.line(node)}, tested again."
        written[place] = self.page.function(head, doc)
        self.page.lines = kept_lines

    def looked_into(self, node: Node) -> int:
        """The places that something looks into, as a set."""
        families = {family for n in walk(node) for family in self.layout.families_of(n)}
        if any(n.op == "owner" for n in walk(node)) and any(f.memory for f in families):
            families = set(self.layout.families.values())  # where a card lies that is noted
        return sum(
            1 << place
            for family in families
            for place in range(family.base, family.base + family.size)
        )

    def _looked_at_first(self, node: Node, bound: Collection[Binding] = ()) -> Node:
        """A condition with names for what everybody sees of it and what may fail or draw."""
        if not self.careful:
            return node
        if (
            node.kind in LOOKED_AT
            and any(n.traits.best or not n.traits.of_any_card for n in walk(node))
            and not any(n.op == "var" and n.bound in bound for n in walk(node))
            and not self.hidden(node)
        ):
            binding = Binding("LOOKED", node.kind, "all", 0)
            self.desk.locals[binding] = Local(self.desk.keep(self.scalars.scalar(node), "h"))
            return Node("var", node.kind, (), node.at, None, binding)
        return self._with_args(node, bound, self._looked_at_first)

    def _noted_first(self, node: Node, bound: Collection[Binding] = ()) -> Node:
        """A condition with names for the owners of cards that are noted, and that everybody sees
        where they lie."""
        if not self.noted_lie_open:
            return node
        if (
            node.op == "owner"
            and only_noted(node.args[0], self.public)
            and not self.hidden(node.args[0])
            and not any(n.op == "var" and n.bound in bound for n in walk(node))
        ):
            card = self.desk.keep(self.scalars.card(node.args[0]), "c")
            with self.page.indented(f"if not {self.lying_open(f'1 << {card}')}:"):
                self.page.line(self.desk.failure)
            binding = Binding("OWNER", node.kind, "all", 0)
            self.desk.locals[binding] = Local(self.desk.keep(self.scalars.player(node), "p"))
            return Node("var", node.kind, (), node.at, None, binding)
        return self._with_args(node, bound, self._noted_first)

    def noted_cards(self, node: Node) -> str | None:
        """All cards in the memory places that somebody's cards are noted in, as a set; nothing if
        it depends on names which places these are."""
        owners = (n.args[0] for n in walk(node) if n.op == "owner" and only_noted(n.args[0], ()))
        words = []
        for place in (p for card in owners for part in card.collections for p in origins(part)):
            if place.op != "place" or any(n.op == "var" for n in walk(place)):
                return None
            words.append(joined(self.sets.words(place)))
        return " | ".join(words) or None

    def lying_open(self, cards: str) -> str:
        """Whether all of some cards lie where everybody sees them."""
        hidden = sum(
            1 << family.base + i
            for family in self.layout.families.values()
            if not open_family(family)
            for i in range(family.size)
        )
        return f"lie_open(S, $WHERE, {cards}, {hidden})"

    def _with_args(
        self,
        node: Node,
        bound: Collection[Binding],
        change: Callable[[Node, Collection[Binding]], Node],
    ) -> Node:
        """The same with other operands."""
        inner = bound if node.op == "var" or node.var is None else {*bound, node.var}
        args = tuple(change(arg, inner) for arg in node.args)
        if all(new is old for new, old in zip(args, node.args, strict=True)):
            return node
        return Node(node.op, node.kind, args, node.at, node.value, node.var)

    def free(self, node: Node, *more: Binding) -> list[str] | None:
        """The variables a condition needs from around it; None if one is a list, or not public."""
        own = {n.var for n in walk(node) if n.op != "var"} | set(more)
        found: dict[str, None] = {}
        for n in walk(node):
            if n.op != "var" or n.bound in own or n.bound.how == "declare":
                continue
            local = self.desk.locals.get(n.bound)
            if local is None or local.offset != "0" or self.hidden(n):
                return None
            if local.name is not None:
                found[local.name] = None
            if n.bound.kind in (Kind.CARDS, Kind.GROUPS) and not n.bound.spot:
                return None
        return list(found)

    def _lifted_junction(self, node: Node) -> str:
        """`and` and `or`: what is no longer needed is not looked at."""
        result = self.page.fresh("k")
        combine, done = ("all_of", "False") if node.op == "and" else ("one_of", "True")
        public = [arg for arg in node.args if not self.hidden(arg)]
        hidden = [arg for arg in node.args if self.hidden(arg)]
        first = node.args.index(hidden[0])
        if not self.careful and any(
            n.traits.risky for arg in public if arg in node.args[first:] for n in walk(arg)
        ):
            return self.secret(node)  # which must not be asked before the hidden ones are
        for i, arg in enumerate([*public, *hidden]):
            if i == 0:
                self.page.line(f"{result} = {self.lifted(arg)}")
                continue
            with self.page.indented(f"if {result} is not {done}:"):
                self.page.line(f"{result} = {combine}({result}, {self.lifted(arg)})")
        return result

    def _lifted_quantifier(self, node: Node) -> str:
        collection, test = node.args
        if collection.kind is Kind.CARDS:
            wanted = test if node.op == "any" else Node("not", Kind.BOOL, (test,), test.at)
            some = Node("filter", Kind.CARDS, (collection, wanted), node.at, None, node.var)
            found = self.hidden_set(some)
            if found is None:
                return self.secret(node)
            sign = ">" if node.op == "any" else "=="
            return f'counted({found[0]}, {found[1]}, "{sign}", 0)'
        if self.hidden(collection):
            group = _some_group(node)
            return self.secret(node) if group is None else self.lifted(group)
        result = self.page.fresh("k")
        start, combine = ("False", "one_of") if node.op == "any" else ("True", "all_of")
        self.page.line(f"{result} = {start}")
        with self.lists.loop(collection, node.bound):
            self.page.line(f"{result} = {combine}({result}, {self.lifted(test)})")
        return result

    def number_of(self, node: Node) -> tuple[str, str] | None:
        """The hidden cards whose number this is: where, and which."""
        if node.op == "size" and node.args[0].kind is Kind.CARDS:
            named = self.named_set(node.args[0])
            if named is not None:
                self._moments.add(named[0])
                return named[1:]
            found = self.hidden_set(node.args[0])
            if found is not None:
                self._moments.add("len(E)")
            return found
        if node.op == "var" and node.bound in self._numbers:
            at, *found_then = self._numbers[node.bound]
            self._moments.add(at)
            return found_then[0], found_then[1]
        return None

    def hidden_set(self, node: Node) -> tuple[str, str] | None:
        """A collection of hidden cards as two sets: the places it looks into, the cards it wants
        from there."""
        if node.op == "sort":
            return self.hidden_set(node.args[0])
        if node.op == "var" and node.bound in self.snapshots and node.bound.value is not None:
            return self.hidden_set(node.bound.value)
        if node.op == "filter":
            inner = self.hidden_set(node.args[0])
            wanted = self.wanted(node.args[1], node.bound)
            if inner is None or wanted is None:
                return None
            return inner[0], wanted if inner[1] == self.everything else f"({inner[1]} & {wanted})"
        if node.op == "union":
            parts = [self.hidden_set(arg) for arg in node.args]
            found = [part for part in parts if part is not None]
            kinds = {which for _, which in found}
            if len(found) < len(parts) or len(kinds) != 1:
                return None
            where = " | ".join(where for where, _ in found)
            return self.desk.keep(where, "w"), kinds.pop()
        if node.op == "intersect":
            return self._in_all(node)
        where_ = self.place_set(node)
        return None if where_ is None else (where_, self.everything)

    def _in_all(self, node: Node) -> tuple[str, str] | None:
        """The cards of a hidden collection that are also in others, which everybody sees."""
        hidden = [arg for arg in node.args if self.hidden(arg)]
        public = [arg for arg in node.args if not self.hidden(arg)]
        if len(hidden) != 1 or any(self.draws(arg) for arg in public):
            return None
        found = self.hidden_set(hidden[0])
        if found is None or not all(arg.kind is Kind.CARDS for arg in public):
            return None
        which = found[1]
        for arg in public:
            words = [self.desk.keep(word, "m") for word in self.sets.words(arg)]
            which = f"({which} & ({joined(words)}))"
        return found[0], which

    def place_set(self, node: Node) -> str | None:
        """Some places as a set."""
        if node.op == "eachloc":
            places = self.page.fresh("w")
            self.page.line(f"{places} = 0")
            with self.lists.loop(node.args[0], node.bound):
                inner = self.place_set(node.args[1])
                if inner is None:
                    return None
                self.page.line(f"{places} |= {inner}")
            return places
        spot = self.places.spot(node) if node.op == "place" or node.op == "var" else None
        return None if spot is None or has_memory(self.layout, node) else f"(1 << {spot})"

    def wanted(self, test: Node, binding: Binding) -> str | None:
        """All cards of the deck that satisfy a condition everybody can test. Where it may compare
        with something that is missing, no card satisfies it then: none has been asked."""
        test = scored(self.written_out(test))
        careful = any(n.traits.risky and not _of_itself(n, binding) for n in walk(test))
        if self.careful or not careful:
            return self._wanted(test, binding)
        free = self.free(test, binding)
        if free is None:
            return None
        with self.apart("wanted", test, free, "S[$ERROR] = 0; return 0") as name:
            found = self._wanted(test, binding)
            self.page.line(f"return {found}")
        if found is None:
            return None
        arguments = "".join(f", {each}" for each in free)
        return self.desk.keep(f"{name}(S, E, C{arguments})", "m")

    def _wanted(self, test: Node, binding: Binding) -> str | None:
        """All cards of the deck that satisfy a condition everybody can test."""
        test = self._noted_first(self.written_out(test), {binding})
        test = self._looked_at_first(test, {binding})
        before = binding in self.public
        self.public.add(binding)
        try:
            if self.hidden(test) or not all(n.traits.of_any_card for n in walk(test)):
                return None
            if self.draws(test):
                return None
        finally:
            if not before:
                self.public.discard(binding)
        everything = Node("everything", Kind.CARDS, (), test.at)
        node = Node("filter", Kind.CARDS, (everything, test), test.at, None, binding)
        kept = self.desk.locals.get(binding)
        words = [self.desk.keep(word, "m") for word in self.sets.words(node)]
        if kept is not None:
            self.desk.locals[binding] = kept
        return self.desk.keep(joined(words), "m")


def _some_group(node: Node) -> Node | None:
    """Whether there is a group that is not empty, as whether there is one; or a card at all."""
    groups, test = node.args
    if node.op != "any" or test.op != ">" or test.args[0].op != "size" or test.args[1].value != 0:
        return None
    if not test.args[0].args[0].means(node.var):
        return None
    if groups.op == "tuples" and groups.args[0].op == "num" and groups.args[0].number > 0:
        what = groups
    elif groups.op == "partition" and len(groups.collections) == 1:
        (what,) = groups.collections
    else:
        return None
    size = Node("size", Kind.INT, (what,), node.at)
    return Node(">", Kind.BOOL, (size, test.args[1]), node.at)
