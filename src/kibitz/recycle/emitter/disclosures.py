"""Disclosures: the variant of a game that tells what happens also tells what that shows about cards
one cannot see.

Where a condition depends on hidden cards and everybody sees how it came out, the code evaluates
what is public of it and hands on the rest: how many of which cards lie where. The words for this
are the functions of `kibitz.engine.disclosures`.
"""

from __future__ import annotations

import re

from kibitz.recycle.choices import CHANCY, Choice, Clause, shape, surely_acts
from kibitz.recycle.common import common, look_alike, open_to_all_of, shown
from kibitz.recycle.emitter.actions import Actions
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.layout import BITS, Layout
from kibitz.recycle.tree import Binding, Kind, Node, walk

__all__ = ["Disclosures"]

SIGNS = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Comparisons, and the same seen from the other side."""

UNTOLD = "UNTOLD"

PLAIN = frozenset(
    {"and", "or", "not", "==", "!=", "<", ">", "<=", ">=", "cardatt", "score", "points", "num"}
    | {"name", "store", "var", "+", "-", "*", "size", "place", "pid", "current", "next"}
    | {"previous", "player_number", "game", "top", "bottom", "team_of", "team_number", "any", "all"}
    | {"players", "names", "filter"}
)
"""What can be asked of every card of the deck without failing or drawing."""


class Disclosures(Actions):
    """Writes what everybody learns."""

    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__(layout, log)
        self.public: set[Binding] = set()
        """Picks that everybody gets to know."""
        self.inferred = False
        """Of a general clause: no other clause looks like it, so that its conditions are known."""
        self.moments: set[str] = set()
        """The moments the hidden cards of the condition at hand are looked at."""
        self.numbers: dict[Binding, tuple[str, str, str]] = {}
        """Named numbers of hidden cards: when they were counted, where, and which."""
        self.opened: dict[Node, tuple[str, str, str, str]] = {}
        """Loops over hidden cards being written: when they began, the cards, where, which kind."""
        self.snapshots: set[Binding] = set()
        """While a choice is told: names of cards that lie as they did when they got the name."""
        self.secrets: list[str] = []
        """Functions that test hidden cards again."""

    def disclose(self, node: Node) -> None:
        """Tell what a statement is about to show."""
        if node.op == "when":
            test, body = node.args
            if self.hidden(test):
                if _seen_to_happen(test, body):
                    self.disclose_outcome(test)
                else:
                    self._untold()
        elif node.op == "each" and node.value == "all":
            self._disclose_all(node)
        elif node.op in ("set_int", "inc", "dec", "set_str"):
            self._disclose_value(node.args[1])
        elif node.op == "remember":
            self._disclose_remembered(node)
        elif node.op == "move":
            self._disclose_moved(node.args[0])
        elif node.op == "let" and node.bound.kind is Kind.INT:
            self._let_number(node)

    def hidden(self, node: Node) -> bool:
        return not common(node, self.public)

    def _untold(self, at: str = "E[0]") -> None:
        self.line(f"disclose(E, {at}, {UNTOLD}, True)")

    def disclose_outcome(self, test: Node) -> None:
        """Everybody sees how a condition on hidden cards comes out."""
        if self._draws(test):
            self._untold()
            return
        told, at = self._lifted_at(test)
        if told == UNTOLD:
            self._untold()
            return
        told = self.keep(told, "k")
        outcome = self.condition(test)
        self.line(f"disclose(E, {at}, {told}, {outcome})")

    def _lifted_at(self, test: Node) -> tuple[str, str]:
        """A condition as far as it can be told, and the moment it speaks of."""
        self.moments = set()
        told = self.lifted(test)
        if len(self.moments) > 1:
            return UNTOLD, "E[0]"
        return told, next(iter(self.moments), "E[0]")

    def _draws(self, node: Node) -> bool:
        """Whether looking may decide something: it must not be looked at twice."""
        return any(
            n.op in ("random", "max", "min")
            or (
                n.op in CHANCY
                and any(f.pooled for arg in n.args for f in self.layout.families_of(arg))
            )
            for n in walk(node)
        )

    # --- conditions -----------------------------------------------------------------------------

    def lifted(self, node: Node) -> str:
        """A text that yields True or False, where everybody sees it, or a condition."""
        if not self.hidden(node):
            return f"({self.condition(node)})"
        if node.op in ("and", "or"):
            return self._lifted_junction(node)
        if node.op == "not":
            return f"opposite({self.lifted(node.args[0])})"
        if node.op in ("any", "all"):
            return self._lifted_quantifier(node)
        if node.op in SIGNS:
            left, right = node.args
            for one, two, sign in ((left, right, node.op), (right, left, SIGNS[node.op])):
                found = self._number_of(one) if not self.hidden(two) else None
                if found is not None:
                    return f'counted({found[0]}, {found[1]}, "{sign}", {self.integer(two)})'
        return self._secret(node)

    def _secret(self, node: Node) -> str:
        """A condition, or the value of something, as a test that can be done on another state. Its
        outcome is that it holds, unless another is added."""
        free = self._free(node)
        if self._draws(node) or free is None:
            return UNTOLD
        self.moments.add("E[0]")
        name = f"secret_{len(self.secrets) + 1}"
        kept = self.failure, self.depth
        self.failure, self.depth = "return False", 1
        with self.aside() as lines:
            text = self.condition(node) if node.kind is Kind.BOOL else self.scalar(node)
            self.line(f"return {text}")
        self.failure, self.depth = kept
        arguments = "".join(f", {each}" for each in free)
        head = f"def {name}(S, E, C{arguments}):"
        line = self.layout.program.source.place(node.at[0])[0]
        self.secrets.append("\n".join([head, f'    """Line {line}, tested again."""', *lines]))
        places = sum(
            1 << place
            for n in walk(node)
            for family in self.layout.families_of(n)
            for place in range(family.base, family.base + family.size)
        )
        given = ", ".join(free) + ("," if len(free) == 1 else "")
        return f"secret({name}, {line}, {places}, S, ({given}))"

    def _free(self, node: Node) -> list[str] | None:
        """The variables a condition needs from around it; None if one is a list."""
        own = {n.var for n in walk(node) if n.op != "var"}
        found: dict[str, None] = {}
        for n in walk(node):
            if n.op != "var" or n.bound in own or n.bound.how == "declare":
                continue
            local = self.locals.get(n.bound)
            if local is None or local.offset != "0":
                return None
            for name in re.findall(r"[A-Za-z_]\w*", local.text):
                if name == "S":
                    continue
                found[name] = None
            if n.bound.kind in (Kind.CARDS, Kind.GROUPS) and not n.bound.spot:
                return None
        return [name for name in found if name != "LIMIT"]

    def _lifted_junction(self, node: Node) -> str:
        """`and` and `or`: what is no longer needed is not looked at."""
        result = self.fresh("k")
        combine, done = ("all_of", "False") if node.op == "and" else ("one_of", "True")
        public = [arg for arg in node.args if not self.hidden(arg)]
        hidden = [arg for arg in node.args if self.hidden(arg)]
        for i, arg in enumerate([*public, *hidden]):
            if i == 0:
                self.line(f"{result} = {self.lifted(arg)}")
                continue
            with self.indented(f"if {result} is not {done}:"):
                self.line(f"{result} = {combine}({result}, {self.lifted(arg)})")
        return result

    def _lifted_quantifier(self, node: Node) -> str:
        collection, test = node.args
        if collection.kind is Kind.CARDS:
            wanted = test if node.op == "any" else Node("not", Kind.BOOL, (test,), test.at)
            some = Node("filter", Kind.CARDS, (collection, wanted), node.at, None, node.var)
            found = self._hidden_set(some)
            if found is None:
                return self._secret(node)
            sign = ">" if node.op == "any" else "=="
            return f'counted({found[0]}, {found[1]}, "{sign}", 0)'
        if self.hidden(collection):
            return self._secret(node)
        result = self.fresh("k")
        start, combine = ("False", "one_of") if node.op == "any" else ("True", "all_of")
        self.line(f"{result} = {start}")
        with self.loop(collection, node.bound):
            self.line(f"{result} = {combine}({result}, {self.lifted(test)})")
        return result

    def _number_of(self, node: Node) -> tuple[str, str] | None:
        """The hidden cards whose number this is: where, and which."""
        if node.op == "size" and node.args[0].kind is Kind.CARDS:
            found = self._hidden_set(node.args[0])
            if found is not None:
                self.moments.add("E[0]")
            return found
        if node.op == "var" and node.bound in self.numbers:
            at, *found_then = self.numbers[node.bound]
            self.moments.add(at)
            return found_then[0], found_then[1]
        return None

    def _hidden_set(self, node: Node) -> tuple[str, str] | None:
        """A collection of hidden cards as two sets: the places it looks into, the cards it wants
        from there."""
        if node.op == "sort":
            return self._hidden_set(node.args[0])
        if node.op == "var" and node.bound in self.snapshots and node.bound.value is not None:
            return self._hidden_set(node.bound.value)
        if node.op == "filter":
            inner = self._hidden_set(node.args[0])
            wanted = self._wanted(node.args[1], node.bound)
            if inner is None or wanted is None:
                return None
            everything = str((1 << len(self.layout.cards)) - 1)
            return inner[0], wanted if inner[1] == everything else f"({inner[1]} & {wanted})"
        if node.op == "union":
            parts = [self._place_set(arg) for arg in node.args]
            if any(part is None for part in parts):
                return None
            where = " | ".join(part for part in parts if part is not None)
            return self.keep(where, "w"), str((1 << len(self.layout.cards)) - 1)
        where_ = self._place_set(node)
        return None if where_ is None else (where_, str((1 << len(self.layout.cards)) - 1))

    def _place_set(self, node: Node) -> str | None:
        """Some places as a set."""
        if node.op == "eachloc":
            places = self.fresh("w")
            self.line(f"{places} = 0")
            with self.loop(node.args[0], node.bound):
                inner = self._place_set(node.args[1])
                if inner is None:
                    return None
                self.line(f"{places} |= {inner}")
            return places
        spot = self.spot(node) if node.op == "place" or node.op == "var" else None
        return None if spot is None or self.has_memory(node) else f"(1 << {spot})"

    def _wanted(self, test: Node, binding: Binding) -> str | None:
        """All cards of the deck that satisfy a condition everybody can test."""
        before = binding in self.public
        self.public.add(binding)
        try:
            if self.hidden(test) or not all(n.op in PLAIN for n in walk(test)):
                return None
            if self._draws(test):
                return None
        finally:
            if not before:
                self.public.discard(binding)
        everything = Node("everything", Kind.CARDS, (), test.at)
        node = Node("filter", Kind.CARDS, (everything, test), test.at, None, binding)
        kept = self.locals.get(binding)
        cards = len(self.layout.cards)
        words = [
            self.keep(f"{word} & {(1 << min(BITS, cards - BITS * w)) - 1}", "m")
            for w, word in enumerate(self.words(node))
        ]
        if kept is not None:
            self.locals[binding] = kept
        return self.keep(self._joined(words), "m")

    # --- statements -----------------------------------------------------------------------------

    def _disclose_value(self, value: Node) -> None:
        """A public number or name was worked out from hidden cards."""
        if not self.hidden(value):
            return
        self.moments = set()
        found = None if self._draws(value) else self._number_of(value)
        if found is not None:
            told = f'counted({found[0]}, {found[1]}, "==", {self.integer(value)})'
        else:
            told = self._secret(value)
            if told != UNTOLD:
                told = f"{told[:-1]}, {self.scalar(value)})"
        at = next(iter(self.moments), "E[0]")
        self.line(f"disclose(E, {at}, {told}, True)")

    def _let_number(self, node: Node) -> None:
        """Remember which cards were counted when a number got its name."""
        value = node.args[0]
        if value.op != "size" or not self.hidden(value) or self._draws(value):
            return
        self.moments = set()
        found = self._number_of(value)
        if found is not None:
            at = self.keep("E[0] + 0", "e")
            self.numbers[node.bound] = (at, self.keep(found[0], "w"), self.keep(found[1], "m"))

    def _disclose_all(self, node: Node) -> None:
        """Something is done with all cards of a kind: so many there are, and these they are."""
        collection, body = node.args
        if collection.kind is not Kind.CARDS or not self.hidden(collection):
            return
        while collection.op == "sort":
            collection = collection.args[0]
        if collection.op in ("place", "var"):
            return
        found = None if self._draws(collection) else self._hidden_set(collection)
        if found is None or not surely_acts(body):
            self._untold()
            return
        number = self.size(collection)
        where, which = self.keep(found[0], "w"), self.keep(found[1], "m")
        self.line(f'disclose(E, E[0], counted({where}, {which}, "==", {number}), True)')
        words = self.words(collection)
        self.opened[node] = (
            self.keep("E[0] + 0", "e"),
            self.keep(self._joined([self.keep(word, "m") for word in words]), "m"),
            where,
            which,
        )

    def disclosed(self, node: Node) -> None:
        """Tell what a statement has shown."""
        if node in self.opened:
            self.line(f"disclose_drawn(E, {', '.join(self.opened.pop(node))})")

    def _joined(self, words: list[str]) -> str:
        """A set as one number, however many cards."""
        return " | ".join(f"{w} << {i * BITS}" if i else w for i, w in enumerate(words))

    def _disclose_remembered(self, node: Node) -> None:
        """A card from a hidden place is shown where everybody sees it."""
        card, dest = node.args
        if not open_to_all_of(dest.args[0]) or not self.hidden(card):
            return
        source = card.bound.value if card.op == "var" else card.args[-1]
        if card.op in ("max", "min") or source is None or self._draws(card):
            self._untold()
            return
        while source.op in ("filter", "sort"):
            source = source.args[0]
        where = self._place_set(source)
        if where is None:
            self._untold()
            return
        shown_card = self.keep(self.card(card), "c")
        self.line(f"disclose(E, E[0], how_many({where}, 1 << {shown_card}, 1, 1), True)")

    def _disclose_moved(self, card: Node) -> None:
        """A card that is the best of a hidden hand, or the first of its kind there, tells more than
        that it has moved."""
        while card.op == "var" and card.bound.how == "let" and card.bound.value is not None:
            card = card.bound.value
        if card.op == "var" or not self.hidden(card):
            return
        if card.op in ("max", "min") or card.args[-1].op in ("filter", "sort", "run"):
            self._untold()

    # --- choices --------------------------------------------------------------------------------

    def disclose_choice(self, choice: Choice, clause: Clause) -> None:
        """Tell what picking an option of a plain clause shows: that some clause offered it."""
        assert clause.effects is not None
        alike = [c for c in choice.clauses if c.full == clause.full and c.subset == clause.subset]
        hidden = any(map(self._rests_on_hidden, alike))
        others = [
            c
            for c in choice.clauses
            if c not in alike and (c.effects is None or look_alike(c.effects, clause.effects))
        ]
        seen = clause.pick is None or shown(clause.effects, clause.pick.bound)
        if clause.pick is not None and seen:
            self.public = {clause.pick.bound}
        if not hidden and seen:
            return
        if others:
            if hidden:
                self._untold()
            return
        told, where, allowed = self.fresh("k"), self.fresh("w"), self.fresh("m")
        self.line(f"{told} = False")
        self.line(f"{where} = 0")
        self.line(f"{allowed} = 0")
        depth = self.depth
        enough = seen and len({shape(_origin(other)) for other in alike}) == 1
        self.snapshots = {
            node.bound
            for node in self.layout.program.nodes()
            if node.op == "let" and _leads_to_choice(node.args[1])
        }
        for other in alike:
            if enough and other is not alike[0]:  # what is possible anyhow shows nothing
                self.line(f"if {told} is not True:")
                self.depth += 1
            self._disclose_clause(other, seen, told, where, allowed)
        self.depth = depth
        self.snapshots = set()
        picked = self._picked_cards(clause)
        told_by_itself = seen and not any(n.op == "remember" for n in walk(clause.effects))
        with self.indented(f"if {told} is not True:" if told_by_itself else "if True:"):
            self.line(f"disclose_pick(E, {told}, {picked}, {where}, {seen}, {allowed})")

    def open_to_inference(self, choice: Choice, clause: Clause) -> None:
        """Note what everybody gets to know of an option of a general clause."""
        effects = _innermost(clause.node)
        others = [c for c in choice.clauses if c is not clause]
        self.inferred = not any(look_alike(_innermost(c.node), effects) for c in others)
        self.public = {pick.binding for pick in clause.picks if shown(effects, pick.binding)}

    def disclose_passed(self, test: Node) -> None:
        """An option of a general clause was possible only because a condition holds."""
        if not self.hidden(test):
            return
        told, at = self._lifted_at(test) if not self._draws(test) else (UNTOLD, "E[0]")
        self.line(f"disclose(E, {at}, {told if self.inferred else UNTOLD}, True)")

    def disclose_hidden_pick(self, node: Node) -> None:
        """A card was picked from some of those in a hidden place, and not everybody sees which."""
        collection = node.args[0]
        if collection.op != "place" and collection.kind in (Kind.CARDS, Kind.GROUPS):
            if self.hidden(collection) and node.bound not in self.public:
                self._untold()

    def _rests_on_hidden(self, clause: Clause) -> bool:
        """Whether it depends on hidden cards what a clause offers."""
        picks = set() if clause.pick is None else {clause.pick.bound}
        conditions = [step.args[0] for step in (*clause.steps, *clause.tests) if step.op == "when"]
        if clause.pick is not None:
            conditions.append(clause.pick.args[0])
        return any(not common(condition, self.public | picks) for condition in conditions)

    def _picked_cards(self, clause: Clause) -> str:
        if clause.pick is None or clause.pick.args[0].kind not in (Kind.CARDS, Kind.GROUPS):
            return "0"
        if clause.subset:
            words = [f"S[{self.layout.chosen + w}]" for w in range(self.layout.words)]
            return self._joined(words)
        return "1 << pick" if clause.pick.args[0].kind is Kind.CARDS else "0"

    def _disclose_clause(
        self, clause: Clause, seen: bool, told: str, where: str, allowed: str
    ) -> None:
        """Add one clause to the ways in which an option may have been offered."""
        way = self.fresh("k")
        self.moments = set()
        self.line(f"{way} = True")
        depth = self.depth
        # Whether the card that was seen can have been picked here at all is quickly said.
        first = seen and clause.pick is not None and all(s.op != "let" for s in clause.steps)
        if first:
            self._lift_pick(clause, seen, way, where, allowed)
            self.line(f"if {way} is not False:")
            self.depth += 1
        self._lift_steps(clause.steps, way)
        if clause.pick is not None:
            if not first:
                self._lift_pick(clause, seen, way, where, allowed)
            if seen:
                self._lift_steps(clause.tests, way)
        self.line(f"{told} = one_of({told}, {way})")
        self.depth = depth

    def _lift_steps(self, steps: list[Node], way: str) -> None:
        """Conditions and names, one after the other; the page is left indented under them."""
        for step in steps:
            if step.op == "let":
                self.locals[step.bound] = self.named(step.args[0], step.bound)
                self.snapshots.add(step.bound)
                continue
            self.line(f"{way} = all_of({way}, {self.lifted(step.args[0])})")
            self.line(f"if {way} is not False:")
            self.depth += 1

    def _lift_pick(self, clause: Clause, seen: bool, way: str, where: str, allowed: str) -> None:
        """The pick was a member of what the clause picks from."""
        assert clause.pick is not None
        collection, binding = clause.pick.args[0], clause.pick.bound
        if seen:
            self.public.add(binding)
        if collection.kind is Kind.INTS:
            self.locals[binding] = Local("(pick - LIMIT)")
            self._lift_range(collection, way)
            return
        if collection.kind not in (Kind.CARDS, Kind.GROUPS) or (
            collection.kind is Kind.GROUPS and not clause.subset
        ):
            self.locals[binding] = Local("pick")
            return
        cards = collection.args[1] if clause.subset else collection
        if clause.subset and self.hidden(collection.args[0]):
            self.line(f"{way} = all_of({way}, {UNTOLD})")
        self.locals[binding] = Local("pick")
        if seen and not clause.subset and not self.hidden(cards):
            return
        tests = [] if seen else [test for test in clause.tests if test.op == "when"]
        for test in tests:
            cards = Node("filter", Kind.CARDS, (cards, test.args[0]), test.at, None, binding)
        found = self._hidden_set(cards)
        if found is None:
            self.line(f"{way} = all_of({way}, {UNTOLD})")
            self.line(f"{allowed} = -1")
            return
        which = self.keep(found[1], "m")
        everything = str((1 << len(self.layout.cards)) - 1)
        if seen and which != everything:
            picked = self._picked_cards(clause)
            with self.indented(f"if ({picked}) & ~{which}:"):
                self.line(f"{way} = False")
        with self.indented(f"if {way} is not False:"):
            self.line(f"{where} |= {found[0]}")
            if not seen:
                self.line(f"{allowed} |= {which}")

    def _lift_range(self, collection: Node, way: str) -> None:
        if collection.op != "range" or self.hidden(collection):
            self.line(f"{way} = all_of({way}, {UNTOLD})")
            return
        low, high = map(self.integer, collection.args)
        self.line(f"{way} = all_of({way}, {low} <= pick - LIMIT <= {high})")


def _leads_to_choice(node: Node) -> bool:
    """Whether nothing but names stands before a choice."""
    while node.op == "let":
        node = node.args[1]
    return node.op == "choice"


def _origin(clause: Clause) -> Node:
    """What a clause picks from, without conditions on the single card."""
    assert clause.pick is not None or clause.effects is not None
    node = clause.node if clause.pick is None else clause.pick.args[0]
    while node.op in ("filter", "sort", "subsets"):
        node = node.args[-1] if node.op == "subsets" else node.args[0]
    return node


def _innermost(node: Node) -> Node:
    """What an option does, behind all its conditions and picks."""
    while node.op in ("when", "let", "each") or (node.op == "do" and len(node.args) == 1):
        if node.op == "each" and node.value != "any":
            break
        node = node.args[-1]
    return node


def _seen_to_happen(test: Node, body: Node) -> bool:
    """Whether one sees from what follows how a test came out: something is surely done, or done
    with the very cards that were counted."""
    if surely_acts(body):
        return True
    inner = {shape(n) for n in walk(test) if n.kind is Kind.CARDS}
    return any(
        n.op == "each" and n.args[0].kind is Kind.CARDS and shape(n.args[0]) in inner
        for n in walk(body)
    )
