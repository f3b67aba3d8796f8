"""The flat state of a game: which integer stands where.

A state is an array of 64-bit integers. From the typed tree follows everything it must hold: the
program position, cycles, teams, parameters, stores, point maps, and for every card the place it
lies in. A place is a set of cards in `words` words of 62 bits. It keeps an order only where the
rules can observe one, as `orders.py` finds out: then each of its cards has a *rank*, a stamp that
grows upwards. A shuffled place keeps a *pool*, the set of cards whose order is not decided yet;
looking at one decides it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, reduce

from kibitz.recycle.names import possible_names
from kibitz.recycle.orders import Orders
from kibitz.recycle.tree import PRIVATE, Binding, Kind, Node, Program, origins

__all__ = ["BITS", "Card", "Family", "Layout", "Map", "bounds"]

BITS = 62
"""Cards in a word: all values stay within a signed 64-bit integer."""

INDEX_ROOM = 64
"""Places with an index that no analysis can bound get so many."""

MOST_TABLES = 1 << 16
"""Point maps are precomputed for all values they can depend on, up to so many numbers."""

RESERVE = 4
"""Copies of a deck that is created again and again in play."""

SPARE = "?"
"""Names that begin so are no names: they keep a number free."""

Limits = tuple[int, int]
"""The lowest and the highest of some numbers."""

OWNERS = {Kind.GAME: "game", Kind.PLAYER: "player", Kind.TEAM: "team"}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck: its number and what is printed on it."""

    number: int
    attributes: dict[str, str]
    back: str = ""


@dataclass(eq=False, slots=True)
class Family:
    """All places of one kind of owner, visibility and name: one for each owner and index."""

    owner: str
    sight: str
    name: str
    room: int = 1
    """How many indices there are."""
    ordered: bool = False
    """The rules look at its order."""
    shuffled: bool = False
    stamped: bool = False
    """Its cards get a rank when they are put there: a shuffle does not come before every look."""
    peeked: bool = False
    """The card at an end of it is looked at, not only moved: it lies there from then on, on the
    others or beneath them, though a shuffle comes before every look."""
    groped: bool = False
    """Somebody may pick a card here without seeing it, by its position."""
    base: int = 0
    """The number of its first place."""
    owners: int = 1

    @property
    def memory(self) -> bool:
        return self.sight == "mem"

    @property
    def followed(self) -> bool:
        """Whether it counts for others where in it a card lies."""
        return self.stamped or (self.ordered and self.peeked)

    @property
    def pooled(self) -> bool:
        return self.ordered and self.shuffled and not self.memory

    @property
    def size(self) -> int:
        return self.owners * self.room


@dataclass(eq=False, slots=True)
class Map:
    """A point map: a row of a precomputed table, or one number a card in the state."""

    owner: str
    name: str
    at: int = 0
    owners: int = 1
    tabled: bool = True


@dataclass
class Layout:
    """Where everything is. Built once for a program; the emitter and the engine read it."""

    program: Program
    cards: list[Card] = field(default_factory=list)
    copies: dict[Node, list[list[int]]] = field(default_factory=dict)
    """For every `create deck`, in the setup or in play, the cards of each of its copies."""
    names: dict[str, int] = field(default_factory=lambda: {"": 0})
    attributes: dict[str, int] = field(default_factory=dict)
    families: dict[tuple[str, str, str], Family] = field(default_factory=dict)
    stores: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Offset of (owner, sto or str, name); players and teams follow each other."""
    shelves: dict[tuple[str, str, str], dict[str, None]] = field(default_factory=dict)
    """The indices of stores that have some, by (owner, sto or str, name): each is a store, called
    by the name and the index."""
    maps: dict[tuple[str, str], Map] = field(default_factory=dict)
    parameters: dict[str, int] = field(default_factory=dict)
    """Offset of every declared number and name."""
    slots: dict[Binding, int] = field(default_factory=dict)
    """Offset of variables alive across a choice."""
    depth: int = 0
    team_depth: int = 0
    teams: int = 0
    size: int = 0

    # Offsets of single integers and blocks.
    PC, ERROR, CLOCK, TIES, RANDOMS, KEY, CHOSEN_COUNT, ROUND, HEAD = 0, 1, 2, 3, 4, 5, 7, 8, 9
    cycles: int = 0
    team_cycles: int = 0
    team_count: int = 0
    team_of: int = 0
    where: int = 0
    rank: int = 0
    sets: int = 0
    chosen: int = 0
    pools: dict[int, int] = field(default_factory=dict)
    """Offset of the pool of each pooled place: its words, the shuffles, the draws."""
    memories: dict[int, int] = field(default_factory=dict)
    """Offset of the list of each memory place: how many, then the cards."""
    places: int = 0
    orders: Orders = field(init=False)

    def __post_init__(self) -> None:
        self._make_cards()
        self._collect_names()
        self._collect_places()
        self.orders = Orders(self)
        self._number()

    # --- cards and names ----------------------------------------------------------------------

    @property
    def words(self) -> int:
        return max(1, -(-len(self.cards) // BITS))

    def _make_cards(self) -> None:
        for node in self.program.decks:
            self._copy(node)
        for top in self.program.body:
            for node, repeated in _with_loops(top):
                if node.op == "create_deck":
                    for _ in range(RESERVE if repeated else 1):
                        if len(self.cards) + len(node.deck.cards) <= 512:
                            self._copy(node)

    def _copy(self, node: Node) -> None:
        first = len(self.cards)
        for attributes in node.deck.cards:
            self.cards.append(Card(len(self.cards), attributes, node.deck.back))
        self.copies.setdefault(node, []).append(list(range(first, len(self.cards))))

    def _collect_names(self) -> None:
        for card in self.cards:
            for attribute, value in card.attributes.items():
                self.attributes.setdefault(attribute, len(self.attributes))
                self.name(value)
        for node in self.program.nodes(parameters=False):
            if node.op == "name":
                self.name(node.text)
            elif node.op == "names":
                for text in node.names:
                    self.name(text)
        for parameter, given in self.program.parameters.items():
            if isinstance(given, str):  # a number is kept free: the others do not depend on values
                self.name(given if given not in self.names else SPARE + parameter)

    def name(self, text: str) -> int:
        return self.names.setdefault(text, len(self.names))

    @cached_property
    def private(self) -> dict[int, int]:
        """The numbers of a state that only one player sees, and who that is."""
        return {
            at + seat: seat
            for (_, kind, _), at in self.stores.items()
            if kind in PRIVATE
            for seat in range(self.program.players)
        }

    # --- places and stores --------------------------------------------------------------------

    def _collect_places(self) -> None:
        program = self.program
        self.teams = len(program.teams)
        for node in program.nodes():
            if node.op == "create_teams":
                self.teams = max(self.teams, len(node.teams), 1)
        for node in program.nodes():
            keeps = node.traits.keeps
            if keeps == "cards":
                for family in self.families_named(node, create=True):
                    for index in node.args[2:]:
                        family.room = max(family.room, self._room(index))
            elif keeps:
                owner = OWNERS[node.args[0].kind]
                if len(node.args) > 2:
                    shelf = self.shelves.setdefault((owner, node.text, node.args[1].text), {})
                    index = node.args[2]
                    by_number = index.kind is Kind.INT
                    found = range(self._room(index)) if by_number else self.texts(index)
                    shelf.update(dict.fromkeys(map(str, found)))
                    continue
                for text in self.texts(node.args[1]):
                    if keeps == "value":
                        self.stores.setdefault((owner, node.text, text), 0)
                    else:
                        self.maps.setdefault((owner, text), Map(owner, text))

        for (owner, kind, text), shelf in self.shelves.items():
            self.stores |= {(owner, kind, f"{text} {each}"): 0 for each in shelf}

    def _room(self, index: Node) -> int:
        limits = bounds(index, self)
        if limits is None:
            return max(INDEX_ROOM, min(128, len(self.cards)))
        return max(1, min(limits[1], 4095) + 1)

    def families_named(self, node: Node, create: bool = False) -> list[Family]:
        """The families a `place` or `indexed` node can mean."""
        owner, sight = OWNERS[node.args[0].kind], str(node.value)
        found = []
        for text in self.texts(node.args[1]):
            key = (owner, sight, text)
            if create and key not in self.families:
                self.families[key] = Family(owner, sight, text)
            if key in self.families:
                found.append(self.families[key])
        return found

    def texts(self, node: Node) -> list[str]:
        """The names an expression can yield; all there are if nothing better is known."""
        if node.op == "name":  # as most are
            return [node.text]
        found = possible_names(node, [card.attributes for card in self.cards])
        names = found if found is not None else (n for n in self.names if not n.startswith(SPARE))
        return list(dict.fromkeys(names))

    # --- where cards come from, and who sees them ---------------------------------------------

    def families_of(self, node: Node) -> set[Family]:
        """The families a collection of cards can take its cards from."""
        return {family for place in origins(node) for family in self.families_named(place)}

    def seen(self, node: Node) -> bool:
        """Whether the current player surely sees the cards of a collection."""
        if node.traits.keeps == "cards":
            own = node.value == "iloc" and self._is_current(node.args[0])
            return own or node.value in ("vloc", "mem")
        if node.op == "var":
            return node.stands_for is not None and self.seen(node.stands_for)
        return all(map(self.seen, node.collections))

    def _is_current(self, owner: Node) -> bool:
        """Whether an owner is surely the current player, or their team; who was when a name was
        given still is, unless turns can be passed on, or teams made, in the middle of things."""
        if owner.stands_for is not None and owner.bound.how == "let":
            return self._is_current(owner.stands_for) and not self._passes_turns
        if owner.op == "team_of":
            return self._is_current(owner.args[0])
        return owner.op == "current"

    @cached_property
    def _passes_turns(self) -> bool:
        nodes = list(self.program.nodes())
        teams = sum(n.op == "create_teams" for n in nodes)
        return teams > 1 or any(n.op == "cycle" and n.value == "current" for n in nodes)

    # --- numbers ------------------------------------------------------------------------------

    def _number(self) -> None:
        at = self.HEAD
        players = self.program.players
        count = {"game": 1, "player": players, "team": max(1, self.teams)}
        for top in self.program.body:
            depth, team_depth = _depths(top)
            self.depth = max(self.depth, depth)
            self.team_depth = max(self.team_depth, team_depth)
        self.cycles, at = at, at + 2 * (self.depth + 1)
        self.team_cycles, at = at, at + 2 * (self.team_depth + 1)
        self.team_count, at = at, at + 1
        self.team_of, at = at, at + players
        self.chosen, at = at, at + self.words
        for binding in self.program.declarations:
            if binding.kind in (Kind.INT, Kind.STR):
                self.parameters[binding.name], at = at, at + 1
        for key in self.stores:
            self.stores[key], at = at, at + count[key[0]]
        for points in self.maps.values():
            points.owners = count[points.owner]
            points.tabled = self._tabled(points)
            points.at = at
            at += points.owners * (1 if points.tabled else len(self.cards))
        self.where, at = at, at + len(self.cards)
        self.rank, at = at, at + len(self.cards)
        for family in sorted(self.families.values(), key=lambda f: f.memory):
            family.owners = count[family.owner]
            family.base, self.places = self.places, self.places + family.size
        self.sets, at = at, at + self.words * self.places
        for family in self.families.values():
            for place in range(family.base, family.base + family.size):
                if family.memory:
                    self.memories[place], at = at, at + len(self.cards) + 1
                elif family.pooled:
                    self.pools[place], at = at, at + self.words + 2
        self.size = at

    def _tabled(self, points: Map) -> bool:
        """Whether every value of a map is one of few, known beforehand."""
        rows = 1
        if any(
            node.op == "points" and node.said is None and points.name in self.texts(node.args[1])
            for node in self.program.nodes()
        ):
            return False
        for node in self.program.nodes():
            if node.op != "set_points":
                continue
            target = node.args[0]
            if OWNERS[target.args[0].kind] != points.owner:
                continue
            if points.name not in self.texts(target.args[1]):
                continue
            combinations = 1
            for award in node.args[1:]:
                if award.op != "award":
                    continue
                if award.args[-1].op != "num":
                    return False
                for pair in award.args[:-1]:
                    if pair.args[0].op != "name":
                        return False
            for _, values in self.variables_of(node):
                combinations *= len(values) + 1
            rows += combinations
        return rows * len(self.cards) <= MOST_TABLES

    def variables_of(self, node: Node) -> list[tuple[Node, list[str]]]:
        """What the awards of a map depend on that is not known beforehand: each expression, and
        the values that make a difference (those of the attributes it is compared with)."""
        found: dict[str, tuple[Node, dict[str, None]]] = {}
        for award in node.args[1:]:
            for pair in award.args[:-1]:
                attribute, value = pair.args
                if value.op == "name":
                    continue
                _, values = found.setdefault(str(value), (value, {}))
                for card in self.cards:
                    values[card.attributes.get(str(attribute.value), "")] = None
        return [(value, list(values)) for value, values in found.values()]

    def slot(self, binding: Binding, room: int = 1) -> int:
        """A place in the state for a variable alive across a choice."""
        if binding not in self.slots:
            self.slots[binding], self.size = self.size, self.size + room
        return self.slots[binding]


def _with_loops(top: Node) -> Iterable[tuple[Node, bool]]:
    """Nodes below a statement, and whether they may run more than once."""
    stack = [(top, False)]
    while stack:
        node, repeated = stack.pop()
        yield node, repeated
        inside = repeated or node.traits.repeats
        stack.extend((arg, inside) for arg in reversed(node.args))


def _depths(node: Node) -> tuple[int, int]:
    if node.op == "stage":
        below = [_depths(arg) for arg in node.args[1:]]
        player = max((d for d, _ in below), default=0)
        team = max((d for _, d in below), default=0)
        return (player + 1, team) if node.value == "player" else (player, team + 1)
    if node.op == "let":
        return _depths(node.args[1])
    return (0, 0)


def bounds(node: Node, layout: Layout) -> Limits | None:
    """Numbers an expression stays between, if that can be told beforehand."""
    program = layout.program
    if node.op == "num":
        return node.number, node.number
    if node.op == "var":
        value = node.stands_for
        if value is None or node.bound.how == "declare":
            return None
        if node.bound.how == "let":
            return bounds(value, layout)
        while value.op == "filter":
            value = value.args[0]
        if value.op == "range":
            low, high = bounds(value.args[0], layout), bounds(value.args[1], layout)
            return (low[0], high[1]) if low and high else None
        return None
    if node.op == "size":
        kind = node.args[0].kind
        if kind is Kind.CARDS:
            return 0, len(layout.cards)
        return (0, program.players) if kind in (Kind.PLAYERS, Kind.TEAMS) else None
    if node.op == "pid":
        return 0, program.players - 1
    fold = node.traits.fold
    if fold is not None and node.kind is Kind.INT:

        def between(one: Limits, two: Limits) -> Limits:
            ends = [fold(a, b) for a in one for b in two]
            return min(ends), max(ends)

        parts = [bounds(arg, layout) for arg in node.args]
        known = [part for part in parts if part is not None]
        return reduce(between, known) if len(known) == len(parts) else None
    if node.op == "%":
        by = bounds(node.args[1], layout)
        of = bounds(node.args[0], layout)
        if by and by[0] > 0:
            return (0 if of and of[0] >= 0 else 1 - by[1]), by[1] - 1
    return None
