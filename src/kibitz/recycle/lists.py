"""Collections: places put together, chosen from and split; ranges, players and names."""

from __future__ import annotations

from kibitz.recycle.elaboration import VISIBILITIES, Elaboration
from kibitz.recycle.operations import NAMED
from kibitz.recycle.places import who
from kibitz.recycle.reader import Atom, Form
from kibitz.recycle.scope import Wrong
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.vocabulary import TOPICS, form, words


@form("union", "cards", "(union {PLACE})", "the cards of all, each once, in order")
@form("intersect", "cards", "(intersect {PLACE})", "the cards that are in all")
@form("disjunction", "cards", "(disjunction {PLACE})", "the cards that are in exactly one")
def _union(here: Elaboration, item: Form) -> Node:
    parts = tuple(
        here.want(part, Kind.CARDS, Kind.GROUPS, role="a place") for part in item.items[1:]
    )
    return Node(NAMED[item.head], Kind.CARDS, parts, (item.start, item.end))


@form(
    "sort",
    "cards",
    "(sort PLACE using POINTS)",
    "the cards in the order of their scores, the highest on top",
)
def _sort(here: Elaboration, item: Form) -> Node:
    (where,), points = here.using(item, 1)
    return Node("sort", Kind.CARDS, (here.cards(where), points), (item.start, item.end))


@form(
    "filter",
    "cards",
    "(filter COLLECTION 'V CONDITION)",
    "the members for which the condition holds",
)
def _filter(here: Elaboration, item: Form) -> Node:
    collection, binding, test = here.member(item, "cards")
    with here.bound(binding), here.looping(item):
        condition = here.condition(test)
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
def _run(here: Elaboration, item: Form) -> Node:
    (end, least, where), points = here.using(item, 3)
    if str(end) not in ("top", "bottom"):
        raise here.wrong(end, "`run` starts from `top` or `bottom`", here.syntax("run"))
    return Node(
        "run",
        Kind.CARDS,
        (here.integer(least), here.cards(where), points),
        (item.start, item.end),
        str(end),
    )


@form(
    "tuples",
    "groups",
    "(tuples INT PLACE using POINTS)",
    "all groups of that many cards of equal score",
)
def _tuples(here: Elaboration, item: Form) -> Node:
    (size, where), points = here.using(item, 2)
    return Node(
        "tuples",
        Kind.GROUPS,
        (here.integer(size), here.cards(where), points),
        (item.start, item.end),
    )


@form(
    "runs",
    "groups",
    "(runs largest|all INT PLACE using POINTS)",
    "the chains of at least so many cards whose scores rise by one: the maximal ones, or all",
)
def _runs(here: Elaboration, item: Form) -> Node:
    (which, least, where), points = here.using(item, 3)
    if str(which) not in ("largest", "all"):
        raise here.wrong(which, "`runs` are `largest` or `all`", here.syntax("runs"))
    return Node(
        "runs",
        Kind.GROUPS,
        (here.integer(least), here.cards(where), points),
        (item.start, item.end),
        str(which),
    )


@form(
    "partition",
    "groups",
    "(partition NAME {PLACE})",
    "the cards grouped by the value of an attribute, in the order in which the values first appear",
)
def _partition(here: Elaboration, item: Form) -> Node:
    parts = [here.expression(part) for part in here.parts(item, 2, 99)]
    if any(part.kind is Kind.WRONG for part in parts):
        raise Wrong
    if parts[-1].kind is Kind.STR and parts[0].kind is not Kind.STR:  # older files
        parts = [parts[-1], *parts[:-1]]
    if parts[0].kind is not Kind.STR or any(
        part.kind not in (Kind.CARDS, Kind.GROUPS) for part in parts[1:]
    ):
        raise here.wrong(
            item, "`partition` needs an attribute and places", here.syntax("partition")
        )
    return Node("partition", Kind.GROUPS, tuple(parts), (item.start, item.end))


@form(
    "subsets",
    "groups",
    "(subsets [INT] PLACE)",
    "all subsets of the cards, or all of "
    "exactly so many; `any` over the latter is asked for card by card",
)
def _subsets(here: Elaboration, item: Form) -> Node:
    rest = here.parts(item, 1, 2)
    size = tuple(here.integer(part) for part in rest[:-1])
    return Node("subsets", Kind.GROUPS, (*size, here.cards(rest[-1])), (item.start, item.end))


@form(
    "indexed",
    "groups",
    "(indexed OWNER vloc|iloc|hloc|oloc|mem NAME)",
    "all places of that "
    "name that hold cards, in the order of their indices; one can move into them",
)
def _indexed(here: Elaboration, item: Form) -> Node:
    owner, vis, name = here.parts(item, 3)
    if str(vis) not in VISIBILITIES:
        near = here.near(str(vis), VISIBILITIES)
        raise here.wrong(
            vis, f"`{here.show(vis)}` is not a kind of place{near}", here.syntax("indexed")
        )
    return Node(
        "indexed",
        Kind.GROUPS,
        (who(here, owner), here.string(name)),
        (item.start, item.end),
        str(vis),
    )


@form("range", "other", "(range INT .. INT)", "the numbers from one to the other, both included")
def _range(here: Elaboration, item: Form) -> Node:
    if len(item.items) != 4 or str(item.items[2]) != "..":
        raise here.wrong(item, "a range has two ends with `..` between them", here.syntax("range"))
    return Node(
        "range",
        Kind.INTS,
        (here.integer(item.items[1]), here.integer(item.items[3])),
        (item.start, item.end),
    )


@form("other", "other", "(other player|team)", "all but the current one")
def _other(here: Elaboration, item: Form) -> Node:
    (what,) = here.parts(item, 1)
    if str(what) == "player":
        return Node("others", Kind.PLAYERS, (), (item.start, item.end))
    if str(what) == "team":
        return Node("other_teams", Kind.TEAMS, (), (item.start, item.end))
    raise here.wrong(what, "`other` what? `player` or `team`", here.syntax("other"))


@form("NAME", "other", "(NAME {, NAME})", "a list of names")
def _names(here: Elaboration, item: Form) -> Node:
    names: list[str] = []
    for part in item.items:
        if isinstance(part, Atom) and part.text == ",":
            continue
        if not isinstance(part, Atom) or part.kind != "name":
            word = item.head.lower()
            if word in words(*TOPICS):
                raise here.wrong(
                    item.items[0], f"`{item.head}` is a name; did you mean the word `{word}`?"
                )
            raise here.wrong(
                part,
                f"`{here.show(part)}` stands in a list of names",
                "a list of names is written (HEARTS, SPADES)",
            )
        names.append(part.text)
    return Node("names", Kind.STRS, (), (item.start, item.end), tuple(dict.fromkeys(names)))
