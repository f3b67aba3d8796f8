"""Which cards no rule can tell apart any more: what an exact search need not try twice.

Read off the typed tree, once for a game. Cards are of one *kind* if they agree in everything the
rules ask of a card directly: attributes, points that are added up or compared with numbers. Where
points only decide which card is highest, two cards of a kind are alike as long as no card that is
still in play lies between them; `below` is the chain to walk along.

In a *dead* place (see `retirement.py`) cards are of one *group* if nothing that is asked of the
cards there tells them apart: a search may take them for the same card.

Where the analysis cannot tell, cards are not alike and places are not dead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz.recycle.layout import Family, Map
from kibitz.recycle.readings import Column, Readings
from kibitz.recycle.retirement import Retirement
from kibitz.recycle.tree import Kind, Node, walk

__all__ = ["NEVER", "Level", "Likeness", "Watch", "likeness"]

NEVER = 1 << 61
"""Higher than any points."""

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """A map that decides tricks and is set anew for each: alike cards are alike only as long as
    the card that wins has no fewer points than the `floor` of the map as it is set."""

    points: Map
    places: Family


@dataclass(frozen=True, slots=True)
class Level:
    """A number kept by the rules that is only compared with the points of cards."""

    at: int
    values: Row


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is known about the cards of a game."""

    suit: tuple[int, ...]
    """The same number for cards whose attributes nothing tells apart."""
    below: tuple[int, ...]
    """The next lower card of its kind, or -1."""
    group: tuple[int, ...]
    dead: frozenset[Family] = frozenset()
    tables: frozenset[Family] = frozenset()
    """Where players put cards that they cannot choose again: empty between tricks."""
    watches: tuple[Watch, ...] = ()
    levels: tuple[Level, ...] = ()

    def floor(self, row: Sequence[int]) -> int:
        """The points from which on the cards of each suit lie together."""
        return _floor(row, self.suit)


def likeness(readings: Readings) -> Likeness:
    """What a search may take for equal."""
    each = tuple(range(len(readings.cards)))
    nothing = Likeness(each, (-1,) * len(each), each)
    if any(n.traits.singles_out or _singles_out(n, readings) for n in readings.nodes):
        return nothing
    retirement = Retirement(readings)
    dead, group = frozenset(retirement.dead), retirement.group
    found = _Kinds(readings, retirement)
    if found.unknown:
        return Likeness(each, nothing.below, group, dead, _tables(retirement))
    orders = [(row, -NEVER) for row in found.orders]
    orders += [(row, _floor(row, found.suit)) for row in found.watched]
    below = _below(_numbered(found.columns, len(each)), orders)
    tables, watches, levels = _tables(retirement), tuple(found.watches), tuple(found.levels)
    return Likeness(found.suit, below, group, dead, tables, watches, levels)


def _singles_out(node: Node, readings: Readings) -> bool:
    """Whether cards are compared as such, or remembered ones are looked at."""
    if node.traits.compares:
        return node.args[0].kind in (Kind.CARD, Kind.CARDS)
    if node.op != "place" or node.value != "mem":
        return False
    above = readings.above(node)
    if above is not None and above.traits.end:
        above = readings.above(above)
        return above is None or above.op != "forget"
    return above is None or above.op not in ("size", "dest")


def _tables(retirement: Retirement) -> frozenset[Family]:
    """Where a choice puts a card from which no choice takes one, and which are not dead."""
    layout, put, taken = retirement.layout, set[Family](), set[Family]()
    for choice in (n for n in retirement.readings.nodes if n.op == "choice"):
        for node in walk(choice):
            if node.op == "move":
                put |= layout.families_of(node.args[1].args[0])
                taken |= retirement.sources(node.args[0])
    return frozenset(put - taken - retirement.dead)


def _numbered(columns: list[Column], cards: int) -> tuple[int, ...]:
    """The same number for cards that agree in all columns."""
    numbers: dict[object, int] = {}
    return tuple(
        numbers.setdefault(tuple(column[card] for column in columns), len(numbers))
        for card in range(cards)
    )


def _floor(row: Sequence[int], suit: Sequence[int]) -> int:
    """The points above which no card lies among those of another suit."""
    spans: dict[int, tuple[int, int]] = {}
    for points, own in zip(row, suit, strict=True):
        low, high = spans.get(own, (points, points))
        spans[own] = min(low, points), max(high, points)
    return 1 + max(
        (
            high
            for own, (low, high) in spans.items()
            if low < high
            and any(low <= p <= high for p, s in zip(row, suit, strict=True) if s != own)
        ),
        default=-NEVER,
    )


def _below(kind: Sequence[int], orders: Sequence[tuple[Row, int]]) -> tuple[int, ...]:
    """The chains: in each kind from the highest card down, if all maps agree which that is; a link
    is missing where any card lies between two, from the floor of a map on."""
    below = [-1] * len(kind)
    for number in set(kind):
        cards = [card for card, own in enumerate(kind) if own == number]
        cards.sort(key=lambda card: ([row[card] for row, _ in orders], card))
        if all(row[a] <= row[b] for row, _ in orders for a, b in pairwise(cards)):
            for low, high in pairwise(cards):
                if all(_linked(row, floor, low, high) for row, floor in orders):
                    below[high] = low
    return tuple(below)


def _linked(row: Row, floor: int, low: int, high: int) -> bool:
    """Whether no third card has as many points as two, or more than one and less than the other."""
    if row[low] == row[high] or row[high] < floor:
        return True
    return sum(row[low] <= points <= row[high] for points in row) == 2


class _Kinds:
    """What the rules ask of the cards in play."""

    def __init__(self, readings: Readings, retirement: Retirement) -> None:
        self.readings = readings
        self.layout = readings.layout
        self.retirement = retirement
        self.columns: list[Column] = []
        self.orders: list[Row] = []
        """The points of all cards, where only their order counts."""
        self.watched: list[Row] = []
        self.suit = self._suits()
        self.watches: list[Watch] = []
        self.levels: list[Level] = []
        self.unknown = False
        for node in self._asking():
            if node.traits.ties:
                self._highest(node)
            elif node.op == "score" and self._levelled(node):
                pass
            else:
                self._tell_apart(node)

    def _asking(self) -> list[Node]:
        """The nodes that ask something of a card, without those that make no difference."""
        ignored = {inner for loop in self.retirement.ignored for inner in walk(loop)}
        ignored |= self.retirement.immaterial
        return [n for n in self.readings.nodes if n.traits.faces and n not in ignored]

    def _tell_apart(self, node: Node) -> None:
        column = self.readings.column(node)
        if column is None:
            self.unknown = True
        else:
            self.columns.append(column)

    # --- the highest card ---------------------------------------------------------------------

    def _highest(self, node: Node) -> None:
        """The map of a highest card: an order, if the cards of each kind lie together in it, or if
        it can be watched whether the winner is among those that do; else numbers."""
        key = self.readings.map_key(node.args[1])
        rows = None if key is None else self.readings.rows(key)
        if key is None or rows is None:
            self.unknown = True
            return
        place = self._table(node.args[0])
        if node.op == "max" and place is not None and self._decides_tricks(node, place):
            self.watches.append(Watch(self.layout.maps[key], place))
            self.watched += rows
        elif all(self._together(row) for row in rows):
            self.orders += rows
        else:
            self.columns.append(tuple(zip(*rows, strict=True)))

    def _together(self, row: Row) -> bool:
        """Whether the cards of each suit lie together, and their order is all that can count."""
        return _floor(row, self.suit) <= 1 - NEVER

    def _suits(self) -> tuple[int, ...]:
        asked = (n for n in self._asking() if n.op == "cardatt")
        columns = [column for n in asked if (column := self.readings.column(n)) is not None]
        return _numbered(columns, len(self.layout.cards))

    def _table(self, cards: Node) -> Family | None:
        """The places of all players whose cards a highest one is looked for among."""
        if cards.op != "union" or len(cards.args) != 1 or cards.args[0].op != "eachloc":
            return None
        players, place = cards.args[0].args
        families = self.layout.families_of(place)
        if players.op != "players" or place.op != "place" or len(families) != 1:
            return None
        family = families.pop()
        return family if family.owner == "player" and family.room == 1 else None

    def _decides_tricks(self, node: Node, table: Family) -> bool:
        """Whether a map is set, the highest card found and the table cleared all in one go, and the
        table is filled by players' choices alone."""
        key = self.readings.map_key(node.args[1])
        assert key is not None
        settings = self.readings.settings(key)
        chain = [node, *self.readings.around(node)]
        block = next((n for n in reversed(chain) if n.op == "do" and self._is_body(n)), None)
        if len(settings) != 1 or block is None or settings[0] not in block.args:
            return False
        step = next(n for n in chain if self.readings.above(n) is block)
        at = block.args.index(step)
        cleared = False
        for move in (n for n in self.readings.nodes if n.op == "move"):
            around = [move, *self.readings.around(move)]
            if table in self.layout.families_of(move.args[1].args[0]):
                if all(n.op != "choice" for n in around):
                    return False
            if table in self.retirement.sources(move.args[0]):
                own = next((n for n in around if n in block.args), None)
                if own is None or block.args.index(own) < at:
                    return False
                inside = around[1 : around.index(block)]
                cleared |= all(n.traits.sure or n.op in ("each", "repeat_all") for n in inside)
        uses = [
            n
            for n in self.readings.nodes
            if n.op != "set_points" and key in map(self.readings.map_key, n.args)
        ]
        return cleared and block.args.index(settings[0]) < at and uses == [node]

    def _is_body(self, block: Node) -> bool:
        above = self.readings.above(block)
        return above is not None and above.op == "stage"

    # --- points that are compared -------------------------------------------------------------

    def _levelled(self, node: Node) -> bool:
        """Whether points are compared only with each other, with numbers, and with a number that
        is always the points of a card or a known one: then again only the order counts."""
        key = self.readings.map_key(node.args[1])
        rows = None if key is None else self.readings.rows(key)
        if key is None or rows is None or len(rows) != 1 or not self._together(rows[0]):
            return False
        stores: dict[str, Node] = {}
        marks: set[int] = set()
        asked = [
            n
            for n in self._asking()
            if n.op == "score" and self.readings.map_key(n.args[1]) in (key, None)
        ]
        for score in asked:
            above = self.readings.above(score)
            if above is None or not (above.traits.compares or above.op == "set_int"):
                return False
            other = above.args[1] if above.args[0] is score else above.args[0]
            if other.op == "store" and other.args[0].op == "game" and other.said is not None:
                stores[str(other)] = other
            elif other.op == "num":
                marks.add(other.number)
            elif other not in asked:
                return False
        for text, store in stores.items():
            if not self._keeps_points(text, asked, marks):
                return False
            at = self.layout.stores["game", "sto", store.args[1].text]
            self._add(Level(at, rows[0]))
        for mark in marks:
            self.columns.append(tuple((v < mark, v == mark) for v in rows[0]))
        self.orders.append(rows[0])
        return True

    def _add(self, level: Level) -> None:
        if level not in self.levels:
            self.levels.append(level)

    def _keeps_points(self, text: str, asked: list[Node], marks: set[int]) -> bool:
        """Whether a number is only set to points or known numbers, and only compared with points.
        The known numbers are noted."""
        for node in self.readings.nodes:
            if node.op != "store":
                continue
            if node.said is None and node.value == "sto":
                return False  # it may be any
            if str(node) != text:
                continue
            above = self.readings.above(node)
            if above is None or not (above.traits.compares or above.op == "set_int"):
                return False
            other = above.args[1] if above.args[0] is node else above.args[0]
            if above.op == "set_int" and other.op == "num":
                marks.add(other.number)
            elif other not in asked:
                return False
        return True
