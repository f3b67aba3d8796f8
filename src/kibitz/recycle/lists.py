"""Collections: places put together, chosen from and split; ranges, players and names."""

from __future__ import annotations

from kibitz.recycle.expressions import VISIBILITIES, Expressions
from kibitz.recycle.operations import NAMED
from kibitz.recycle.reader import Atom, Form
from kibitz.recycle.scope import Wrong
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import TOPICS, form, words

__all__ = ["Lists"]


class Lists(Expressions):
    """Understands everything that has members."""

    @form("union", "cards", "(union {PLACE})", "the cards of all, each once, in order")
    @form("intersect", "cards", "(intersect {PLACE})", "the cards that are in all")
    @form("disjunction", "cards", "(disjunction {PLACE})", "the cards that are in exactly one")
    def _union(self, item: Form) -> Node:
        parts = tuple(
            self.want(part, Kind.CARDS, Kind.GROUPS, role="a place") for part in item.items[1:]
        )
        return Node(NAMED[item.head], Kind.CARDS, parts, (item.start, item.end))

    @form(
        "sort",
        "cards",
        "(sort PLACE using POINTS)",
        "the cards in the order of their scores, the highest on top",
    )
    def _sort(self, item: Form) -> Node:
        (where,), points = self.using(item, 1)
        return Node("sort", Kind.CARDS, (self.cards(where), points), (item.start, item.end))

    @form(
        "filter",
        "cards",
        "(filter COLLECTION 'V CONDITION)",
        "the members for which the condition holds",
    )
    def _filter(self, item: Form) -> Node:
        collection, binding, test = self.member(item, "cards")
        with self.bound(binding), self.looping(item):
            condition = self.condition(test)
        if collection.kind is Kind.WRONG:
            raise Wrong
        return Node(
            "filter", collection.kind, (collection, condition), (item.start, item.end), var=binding
        )

    @form(
        "run",
        "cards",
        "(run top|bottom INT PLACE using POINTS)",
        "the longest stretch of at "
        "least so many cards at that end whose scores, in any order, rise by one; else nothing",
    )
    def _run(self, item: Form) -> Node:
        (end, least, where), points = self.using(item, 3)
        if str(end) not in ("top", "bottom"):
            raise self.wrong(end, "`run` starts from `top` or `bottom`", self.syntax("run"))
        return Node(
            "run",
            Kind.CARDS,
            (self.integer(least), self.cards(where), points),
            (item.start, item.end),
            str(end),
        )

    @form(
        "tuples",
        "groups",
        "(tuples INT PLACE using POINTS)",
        "all groups of that many cards of equal score",
    )
    def _tuples(self, item: Form) -> Node:
        (size, where), points = self.using(item, 2)
        return Node(
            "tuples",
            Kind.GROUPS,
            (self.integer(size), self.cards(where), points),
            (item.start, item.end),
        )

    @form(
        "runs",
        "groups",
        "(runs largest|all INT PLACE using POINTS)",
        "the chains of at least so many cards whose scores rise by one: the maximal ones, or all",
    )
    def _runs(self, item: Form) -> Node:
        (which, least, where), points = self.using(item, 3)
        if str(which) not in ("largest", "all"):
            raise self.wrong(which, "`runs` are `largest` or `all`", self.syntax("runs"))
        return Node(
            "runs",
            Kind.GROUPS,
            (self.integer(least), self.cards(where), points),
            (item.start, item.end),
            str(which),
        )

    @form(
        "partition",
        "groups",
        "(partition NAME {PLACE})",
        "the cards grouped by the value of an "
        "attribute, in the order in which the values first appear",
    )
    def _partition(self, item: Form) -> Node:
        parts = [self.expression(part) for part in self.parts(item, 2, 99)]
        if any(part.kind is Kind.WRONG for part in parts):
            raise Wrong
        if parts[-1].kind is Kind.STR and parts[0].kind is not Kind.STR:  # older files
            parts = [parts[-1], *parts[:-1]]
        if parts[0].kind is not Kind.STR or any(
            part.kind not in (Kind.CARDS, Kind.GROUPS) for part in parts[1:]
        ):
            raise self.wrong(
                item, "`partition` needs an attribute and places", self.syntax("partition")
            )
        return Node("partition", Kind.GROUPS, tuple(parts), (item.start, item.end))

    @form(
        "subsets",
        "groups",
        "(subsets [INT] PLACE)",
        "all subsets of the cards, or all of "
        "exactly so many; `any` over the latter is asked for card by card",
    )
    def _subsets(self, item: Form) -> Node:
        rest = self.parts(item, 1, 2)
        size = tuple(self.integer(part) for part in rest[:-1])
        return Node("subsets", Kind.GROUPS, (*size, self.cards(rest[-1])), (item.start, item.end))

    @form(
        "indexed",
        "groups",
        "(indexed OWNER vloc|iloc|hloc|oloc|mem NAME)",
        "all places of that "
        "name that hold cards, in the order of their indices; one can move into them",
    )
    def _indexed(self, item: Form) -> Node:
        who, vis, name = self.parts(item, 3)
        if str(vis) not in VISIBILITIES:
            near = self.near(str(vis), VISIBILITIES)
            raise self.wrong(
                vis, f"`{self.show(vis)}` is not a kind of place{near}", self.syntax("indexed")
            )
        return Node(
            "indexed",
            Kind.GROUPS,
            (self._who(who), self.string(name)),
            (item.start, item.end),
            str(vis),
        )

    @form(
        "range", "other", "(range INT .. INT)", "the numbers from one to the other, both included"
    )
    def _range(self, item: Form) -> Node:
        if len(item.items) != 4 or str(item.items[2]) != "..":
            raise self.wrong(
                item, "a range has two ends with `..` between them", self.syntax("range")
            )
        return Node(
            "range",
            Kind.INTS,
            (self.integer(item.items[1]), self.integer(item.items[3])),
            (item.start, item.end),
        )

    @form("other", "other", "(other player|team)", "all but the current one")
    def _other(self, item: Form) -> Node:
        (what,) = self.parts(item, 1)
        if str(what) == "player":
            return Node("others", Kind.PLAYERS, (), (item.start, item.end))
        if str(what) == "team":
            return Node("other_teams", Kind.TEAMS, (), (item.start, item.end))
        raise self.wrong(what, "`other` what? `player` or `team`", self.syntax("other"))

    @form("NAME", "other", "(NAME {, NAME})", "a list of names")
    def _names(self, item: Form) -> Node:
        names: list[str] = []
        for part in item.items:
            if isinstance(part, Atom) and part.text == ",":
                continue
            if not isinstance(part, Atom) or part.kind != "name":
                word = item.head.lower()
                if word in words(*TOPICS):
                    raise self.wrong(
                        item.items[0], f"`{item.head}` is a name; did you mean the word `{word}`?"
                    )
                raise self.wrong(
                    part,
                    f"`{self.show(part)}` stands in a list of names",
                    "a list of names is written (HEARTS, SPADES)",
                )
            names.append(part.text)
        return Node("names", Kind.STRS, (), (item.start, item.end), tuple(dict.fromkeys(names)))
