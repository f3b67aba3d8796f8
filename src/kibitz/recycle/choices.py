"""What a choice offers, worked out before any code is written.

A clause is *plain* if it is at most one pick (`any`) behind conditions, followed by actions: its
options can be read off a set of cards, a range, a list. Everything else is *general*. Where all
picks come before all effects, it is a *chain*: its options are found by loops over what can be
picked. Where effects lie between picks, they are found by playing every way through on a copy of
the state.

An option is known by its *verb*: the effects that depend on what was picked, with everything else
left out, so that "play the queen of hearts" is one action wherever the rules allow it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from kibitz.recycle.chance import unrolled
from kibitz.recycle.differences import surely_differ
from kibitz.recycle.layout import Layout
from kibitz.recycle.scope import is_spots
from kibitz.recycle.tree import Binding, Kind, Node, mentions, surely_done, walk
from kibitz.recycle.ways import apart

__all__ = [
    "Choice",
    "Clause",
    "Pick",
    "Verb",
    "analyse",
    "decides",
    "depends",
    "labels_of",
    "listed_shape",
    "shape",
    "surely_acts",
]

NUMBERS = 64
"""Picked numbers from 0 up to here have dense action numbers."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A decision inside an action: the variable and how many values it can have."""

    binding: Binding
    kind: str
    """card, number, name, player, team, place, group"""
    room: int


@dataclass(eq=False, slots=True)
class Verb:
    """What can be decided: one number for every way to fill in the picks."""

    text: str
    picks: tuple[Pick, ...]
    effects: tuple[Node, ...]
    """The effects that depend on the picks, then the others."""
    base: int = 0
    size: int = 0
    """0 if its actions have no dense numbers."""
    variants: int = 1


@dataclass(eq=False, slots=True)
class Clause:
    """One clause of a choice."""

    node: Node
    verb: Verb
    plain: bool
    steps: list[Node] = field(default_factory=list)
    """Plain: the conditions (`when`) and names (`let`) before the pick."""
    pick: Node | None = None
    """Plain: the `any` node."""
    tests: list[Node] = field(default_factory=list)
    """Plain: conditions and names between the pick and the effects."""
    effects: Node | None = None
    subset: bool = False
    """Plain: picks a subset of given size, asked for card by card."""
    empty_acts: bool = False
    """Something is done even if the subset or group is empty."""
    full: str = ""
    """Plain: the effects, equal for clauses that do the same."""
    label: str = ""
    """What its options are called, if the rules say so."""
    picks: tuple[Pick, ...] = ()
    """General: the decisions that make the action, in the order of the verb's."""
    chain: tuple[Pick, ...] | None = None
    """General: all that is picked, if all picks come before all effects; but not groups that are
    only there to pick from."""
    listed: bool = False
    """A chain whose effects need not be played to be told apart: different picks do different
    things."""
    alone: bool = False
    """Listed, and nothing else in its choice, nor any other way through it, does the same."""

    @property
    def deeds(self) -> str:
        """All that is done, as a text that is equal for clauses that do the same with what they
        pick, whatever they require for it."""
        picks = [pick.binding for pick in self.picks]
        if self.pick is not None:
            picks = [self.pick.bound]
        names = {binding: f"'{i}" for i, binding in enumerate(picks)}
        return " ".join(shape(effect, names) for effect in _effects(self.node))


@dataclass(eq=False, slots=True)
class Choice:
    """A choice (or the rest of an option that had to wait for chance) and its clauses."""

    label: int
    node: Node
    after: int
    depth: int
    team_depth: int
    clauses: list[Clause] = field(default_factory=list)
    captured: list[Binding] = field(default_factory=list)
    waiting: bool = False
    """The rest of an option: a further decision of the same player."""

    @property
    def general(self) -> bool:
        return not all(clause.plain for clause in self.clauses)

    @property
    def kinds(self) -> list[Clause]:
        """The clauses that do different things; an option's code says which of them it is."""
        return [clause for clause in self.clauses if self._model(clause) is clause]

    def kind_of(self, clause: Clause) -> int:
        """The number of the kind a clause belongs to."""
        return self.kinds.index(self._model(clause))

    def name_of(self, clause: Clause) -> int:
        """A number for what the options of a clause are called; 0 if the rules do not say."""
        return [c.label for c in self.clauses].index(clause.label) + 1 if clause.label else 0

    def _model(self, clause: Clause) -> Clause:
        if not clause.plain or clause.subset:
            return clause
        return next(
            c
            for c in self.clauses
            if c.full == clause.full and c.label == clause.label and not c.subset
        )


def decides(node: Node) -> bool:
    """Whether a statement waits for a decision."""
    return node.op == "choice" or (node.op == "let" and decides(node.args[1]))


def shape(node: Node, names: dict[Binding, str] | None = None) -> str:
    """A text that is equal for nodes that differ only in the names of their variables."""
    names = {} if names is None else names
    parts: list[str] = [node.op]
    if node.value is not None:
        parts.append(str(node.value))
    if node.op == "var":
        binding = node.bound
        if binding in names:
            return names[binding]
        if binding.how == "let" and binding.value is not None:
            return shape(binding.value, names)
        return f"'{binding.name}"
    if node.var is not None and node.var not in names:
        names = {**names, node.var: f"'{len(names)}"}
        parts.append(names[node.var])
    parts.extend(shape(arg, names) for arg in node.args)
    return "(" + " ".join(parts) + ")"


def analyse(choice: Choice, layout: Layout, verbs: dict[str, Verb]) -> None:
    """Find the clauses of a choice and their verbs."""
    if choice.waiting:
        choice.clauses = [_general(choice.node, layout, verbs)]
        return
    for node, label in zip(choice.node.args, labels_of(choice.node), strict=True):
        for clause in _clauses(unrolled(node), layout, verbs):
            clause.label = label
            choice.clauses.append(clause)
    _distinguish(choice, layout, verbs)


def labels_of(choice: Node) -> tuple[str, ...]:
    """What the options of each clause are called; nothing where the rules do not say."""
    return ("",) * len(choice.args) if choice.value is None else choice.names


def _clauses(node: Node, layout: Layout, verbs: dict[str, Verb]) -> list[Clause]:
    """A clause; or several, if it does the same taken apart and all its picks come first then."""
    parts = apart(node)
    if len(parts) > 1 and all(_chained(part, layout) is not None for part in parts):
        return [_clause(part, layout, verbs) for part in parts]
    return [_clause(node, layout, verbs)]


def _clause(node: Node, layout: Layout, verbs: dict[str, Verb]) -> Clause:
    return _plain(node, layout, verbs) or _general(node, layout, verbs)


def _general(node: Node, layout: Layout, verbs: dict[str, Verb]) -> Clause:
    picks = [n for n in walk(node) if n.picks]
    bound = {n.bound for n in picks}
    chosen = [
        _pick(n, layout)
        for n in picks
        if any(depends(part, n.bound, bound) for part in (*_effects(node), *_counts(node)))
    ]
    verb = _verb(node, tuple(chosen), layout, verbs, repeated=_repeats(node))
    clause = Clause(node, verb, plain=False, picks=tuple(chosen))
    rest = _chained(node, layout)
    if rest is not None:
        chain = (_pick(n, layout) for n in picks)
        clause.chain = tuple(p for p in chain if p.kind != "group" or p in chosen)
        clause.effects = rest
        told = {pick.binding for pick in chosen}
        untold = (n.bound for n in picks if n.bound not in told)
        clause.listed = _tells_picks(rest, clause) and not any(
            depends(rest, binding, bound) for binding in untold
        )
        clause.empty_acts = surely_acts(rest)
    return clause


def _chained(node: Node, layout: Layout) -> Node | None:
    """What a clause does after all its picks; nothing if it does something before, or if one of
    them is made unseen or may decide something."""
    here = node
    while True:
        if here.picks:
            collection = here.args[0]
            if not _settled_all(collection, layout) or not layout.seen(collection):
                return None
            if any(f.pooled for f in layout.families_of(collection)):
                return None
        elif here.guards or here.op == "let":
            if not _settled_all(here.args[0], layout):
                return None
        elif not (here.op == "do" and len(here.args) == 1):
            break
        here = here.args[-1]
    return None if any(n.picks for n in walk(here)) else here


def _tells_picks(effects: Node, clause: Clause) -> bool:
    """Whether something is surely done, and different picks surely do different things."""
    groups = [pick.binding for pick in clause.picks if pick.kind == "group"]
    if not any(surely_acts(effects, group) for group in [None, *groups]):
        return False
    for pick in clause.picks:
        moved = pick.binding in groups and _moves_all(effects, pick.binding)
        if not moved and not _direct(effects, pick.binding):
            return False
    return True


def _settled_all(node: Node, layout: Layout) -> bool:
    return all(_settled(n, layout) for n in walk(node) if n.traits.may_draw)


def _moves_all(effects: Node, group: Binding) -> bool:
    """Whether every card of a group is surely moved: different groups, different moves."""
    for node in walk(effects):
        if node.op == "each" and node.args[0].means(group):
            return _direct(node.args[1], node.bound)
        if node.op == "repeat_all" and node.args[0].op == "move":
            if node.args[0].args[0].args[-1].means(group):
                return True
    return False


def _plain(node: Node, layout: Layout, verbs: dict[str, Verb]) -> Clause | None:
    steps: list[Node] = []
    tests: list[Node] = []
    here = node
    while (inner := _only(here)) is not None:
        if here.op != "do":
            steps.append(here)
        here = inner
    pick: Node | None = None
    subset = False
    if here.picks:
        pick = here
        collection = here.args[0]
        subset = collection.op == "subsets" and len(collection.args) == 2
        if collection.kind is Kind.GROUPS and not subset and not is_spots(collection):
            return None
        if collection.kind in (Kind.CARDS, Kind.GROUPS) and not layout.seen(collection):
            return None
        here = here.args[1]
        while (inner := _only(here)) is not None:
            if here.op == "when" and subset:
                return None
            if here.op != "do":
                tests.append(here)
            here = inner
    effects = here
    if any(n.picks for n in walk(effects)):
        return None
    if not surely_acts(effects, pick.bound if pick is not None and subset else None):
        return None
    conditions = [step.args[0] for step in (*steps, *tests)]
    if pick is not None:
        conditions.append(pick.args[0])
    if not all(_settled_all(condition, layout) for condition in conditions):
        return None
    if pick is not None and not subset and not _direct(effects, pick.bound):
        return None
    picks = () if pick is None else (_pick(pick, layout, by_card=subset),)
    verb = _verb(node, picks, layout, verbs)
    names = {} if pick is None else {pick.bound: "'*"}
    return Clause(
        node,
        verb,
        True,
        steps,
        pick,
        tests,
        effects,
        subset,
        surely_acts(effects),
        shape(effects, names),
    )


def _only(node: Node) -> Node | None:
    """What stands alone behind a condition, a name, or in brackets of its own."""
    alone = node.guards or (node.traits.sure and len(node.statements) == 1)
    return node.args[-1] if alone else None


def _settled(node: Node, layout: Layout) -> bool:
    """Whether looking at a position can decide nothing: no pool is involved."""
    return not node.traits.rolls and not any(
        family.pooled for arg in node.args for family in layout.families_of(arg)
    )


def surely_acts(node: Node, subset: Binding | None = None) -> bool:
    """Whether an action is executed for sure; a picked subset may be taken as not empty."""
    if node.traits.acts:
        return True
    if node.traits.sure:
        return any(surely_acts(statement, subset) for statement in node.statements)
    if node.op == "when":
        return not node.guards and all(surely_acts(each, subset) for each in node.statements)
    if node.op == "each":
        return node.args[0].means(subset) and surely_acts(node.args[1], subset)
    if node.op == "repeat_all" and node.args[0].op == "move":
        where = node.args[0].args[0].args[-1:]
        return bool(where) and where[0].means(subset)
    if node.op == "repeat":
        count = node.args[0]
        return count.op == "num" and count.number > 0 and surely_acts(node.args[1], subset)
    return False


def _direct(effects: Node, binding: Binding) -> bool:
    """Whether different picks surely do different things: the pick itself, or its number, is an
    operand."""
    return any(
        _is_told_by(arg, binding)
        for node in surely_done(effects)
        if node.traits.puts or node.traits.sets or node.op in ("swap_cards", "swap_places", "cycle")
        for arg in node.args
    )


def _is_told_by(operand: Node, binding: Binding) -> bool:
    """Whether one sees from an operand which member of a collection was picked."""
    place = operand.args[0] if operand.op == "dest" else operand
    if place.op in ("place", "pid", "store"):
        return any(part.means(binding) for part in place.args)
    return place.means(binding)


def _effects(node: Node) -> list[Node]:
    return [n for n in walk(node) if n.traits.acts]


def _counts(node: Node) -> list[Node]:
    """How often something is done: to take two cards is another action than to take three."""
    repeats = (n for n in walk(node) if n.op == "repeat")
    return [n.args[0] for n in repeats if _effects(n.args[1])]


def depends(effect: Node, binding: Binding, picks: Collection[Binding] = ()) -> bool:
    """Whether an effect depends on what was picked; what is picked from that is a pick of its
    own."""
    return any(
        n.op == "var" and (n.bound is binding or _derives(n.bound, binding, picks))
        for n in walk(effect)
    )


def _derives(variable: Binding, binding: Binding, picks: Collection[Binding]) -> bool:
    """Whether a variable is bound to something made from a pick."""
    value = variable.value
    return value is not None and variable not in picks and mentions(value, binding)


def _repeats(node: Node) -> bool:
    """Whether a pick may be made several times in one option."""
    if node.op in ("repeat", "repeat_all") or (node.op == "each" and node.value == "all"):
        return any(n.picks for n in walk(node) if n is not node)
    return any(map(_repeats, node.args))


def _pick(node: Node, layout: Layout, by_card: bool = False) -> Pick:
    """What is picked; a subset asked for card by card picks cards."""
    collection = node.args[0]
    players = layout.program.players
    kind, room = {
        Kind.CARDS: ("card", len(layout.cards)),
        Kind.INTS: ("number", NUMBERS),
        Kind.STRS: ("name", len(layout.names)),
        Kind.PLAYERS: ("player", players),
        Kind.TEAMS: ("team", max(1, layout.teams)),
        Kind.GROUPS: ("place", layout.places) if is_spots(collection) else ("group", 0),
    }[collection.kind]
    if by_card:
        kind, room = "card", len(layout.cards) + 1
    return Pick(node.bound, kind, room)


def _verb(
    node: Node,
    picks: tuple[Pick, ...],
    layout: Layout,
    verbs: dict[str, Verb],
    repeated: bool = False,
) -> Verb:
    names = {pick.binding: f"'{i}" for i, pick in enumerate(picks)}
    effects = _effects(node)
    chosen = [e for e in effects if any(depends(e, pick.binding) for pick in picks)]
    kinds = " ".join(pick.kind for pick in picks)
    text = kinds + " | " + " ".join(shape(e, names) for e in chosen or effects)
    if repeated:
        text += " | repeated"
    if text not in verbs:
        size = 1
        for pick in picks:
            size *= pick.room + (len(picks) > 1)
        if repeated or size > 1 << 20:
            size = 0
        others = (effect for effect in effects if effect not in chosen)
        verbs[text] = Verb(text, picks, (*chosen, *others), 0, size)
    return verbs[text]


def _distinguish(choice: Choice, layout: Layout, verbs: dict[str, Verb]) -> None:
    """Make options that differ different, and list those that do the same only once."""
    plain = [clause for clause in choice.clauses if clause.plain]
    doubtful = False
    for i, one in enumerate(plain):
        for other in plain[:i]:
            if one.subset or other.subset:
                continue  # far too many to compare; rules do not offer the same subset twice
            if one.label != other.label:
                continue  # called differently, they are two options
            if one.full == other.full:
                kinds = [c.pick.args[0].kind if c.pick else None for c in (one, other)]
                doubtful |= kinds[0] is not kinds[1] or one.subset is not other.subset
            else:
                doubtful |= not _differ(one, other, layout)
    if doubtful or len(plain) < len(choice.clauses):
        choice.clauses = [
            clause
            if not clause.plain
            else replace(_general(clause.node, layout, verbs), label=clause.label)
            for clause in choice.clauses
        ]
    played = [clause for clause in choice.clauses if not clause.plain]
    doubted = True
    while doubted:  # whoever does the same as one that must be played must be played too
        doubted = False
        for clause in played:
            if clause.listed and not all(_tells_apart(clause, c, layout) for c in played):
                clause.listed, doubted = False, True
    for clause in played:
        clause.alone = _once(clause, layout) and all(
            other is clause or _differ(clause, other, layout) for other in choice.clauses
        )
    for verb in {id(c.verb): c.verb for c in choice.clauses}.values():
        fulls = [(c.full, c.label) for c in choice.clauses if c.verb is verb and c.plain]
        general = sum(1 for c in choice.clauses if c.verb is verb and not c.plain)
        verb.variants = max(verb.variants, len(set(fulls)) + general)


def _once(clause: Clause, layout: Layout) -> bool:
    """Whether no two ways through a clause do the same: all picks count, and from no collection can
    the same be picked twice."""
    picks = [n for n in walk(clause.node) if n.picks]
    return (
        clause.listed
        and len(clause.picks) == len(picks)
        and not any(pick.kind == "group" for pick in clause.picks)
        and not any(f.memory for n in picks for f in layout.families_of(n.args[0]))
        and all(_no_name_twice(n.args[0]) for n in picks)
    )


def _no_name_twice(collection: Node) -> bool:
    lists = [n.names for n in walk(collection) if n.op == "names"]
    return all(len(set(names)) == len(names) for names in lists)


def _differ(one: Clause, other: Clause, layout: Layout) -> bool:
    """Whether two clauses can never do the same."""
    return surely_differ(one.effects or one.node, other.effects or other.node, layout)


def _tells_apart(clause: Clause, other: Clause, layout: Layout) -> bool:
    """Whether the picks of a listed clause say if one of its options is one of the other's."""
    if clause is other or clause.label != other.label or _differ(clause, other, layout):
        return True
    return other.listed and listed_shape(clause) == listed_shape(other)


def listed_shape(clause: Clause) -> str:
    """The effects of a listed clause, equal for clauses that do the same with the same picks, and
    call it the same."""
    assert clause.effects is not None
    names = {pick.binding: f"'*{i}" for i, pick in enumerate(clause.picks)}
    return clause.label + shape(clause.effects, names)
