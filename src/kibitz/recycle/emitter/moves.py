"""Actions with cards: moving, remembering, swapping, shuffling, making decks."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.recycle.chance import taint
from kibitz.recycle.emitter.beforehand import has_memory, only_listed
from kibitz.recycle.emitter.desk import Desk, Local
from kibitz.recycle.emitter.operands import bare
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import Family
from kibitz.recycle.orders import named_end
from kibitz.recycle.prelude import EXCHANGED, SWAPPED
from kibitz.recycle.printer import short
from kibitz.recycle.tree import Binding, Kind, Node, mentions, walk

__all__ = ["Moves"]


class Moves:
    """Writes how cards move, and tells of it."""

    def __init__(self, desk: Desk, writers: Writers, trial: Trial) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.places = writers.places
        self.sets = writers.sets
        self.trial = trial
        self._deck_counters: dict[Node, Binding] = {}
        self.by_op: dict[str, Callable[[Node], None]] = {
            "move": self._move,
            "remember": self._remember,
            "forget": self._forget,
            "swap_cards": self._swap_cards,
            "swap_places": self._swap_places,
            "shuffle": self._shuffle,
            "create_deck": self._create_deck,
        }

    def _move(self, node: Node) -> None:
        source, dest = node.args
        self.desk.comment(node)
        if self._relayed(source, dest):
            return
        card = self.desk.keep(self.scalars.card(source, "there is no card to move"), "c")
        place = self.desk.keep(self.places.spot(dest.args[0]) or "0", "p")
        end = {"top": "1", "bottom": "-1"}.get(str(dest.value), "0")
        self.trial.noted("move", self.trial.operand(source, card), place, end)
        if self.trial.choosing:
            taint(node, self.layout, self.trial.tainted)
        if end == "0":
            number = self.desk.keep(self.scalars.integer(dest.args[1]))
            if self.desk.log:
                self.page.line(f"q = S[$WHERE + {card}]")
            self.page.line(f"insert(S, {card}, {place}, {number}{self.desk.more})")
            self.desk.tell("move", card, "q", place, seen=_seen("q", place))
        elif self.desk.log and (family := self._without_ranks(source)):
            self.page.line(f"q = S[$WHERE + {card}]")
            ranked = f"{family.base} <= q < {family.base + family.size} or q >= 0 and STAMPED[q]"
            from_end = self.desk.keep(f"edge(S, {card}, q) if {ranked} else 0", "e")
            self.page.line(f"put(S, {card}, {place}, {end})")
            more = f"{end} + 4 * {from_end}"
            self.desk.tell("move", card, "q", place, seen=_seen("q", place), more=more)
        elif self.desk.log:
            self.page.line(f"move(S, {card}, {place}, {end}, E)")
        else:
            self.page.line(f"put(S, {card}, {place}, {end})")
        self._leave(source, card)

    def _without_ranks(self, source: Node) -> Family | None:
        """The places a card is taken from by their end, if they are followed though the ranks of
        their cards tell nothing but just now, after a shuffle."""
        end = named_end(source)
        if end is None or end.args[-1].op != "place":
            return None
        families = [f for f in self.layout.families_of(end.args[-1]) if f.followed]
        return families[0] if len(families) == 1 and not families[0].stamped else None

    def _relayed(self, source: Node, dest: Node) -> bool:
        """The commonest move, the top card of a place to another, as one call."""
        if not self._is_relay(source, dest):
            return False
        here = self.places.spot(source.args[-1]) or "0"
        there = self.places.spot(dest.args[0]) or "0"
        end = 1 if dest.value == "top" else -1
        if self.desk.log:
            here, there = self.desk.keep(here, "p"), self.desk.keep(there, "q")
        if self._plain_sets(source.args[-1], dest.args[0]):
            card = self.desk.keep(f"pass_on(S, {here}, {there}{self.desk.more})", "c")
        else:
            card = self.desk.keep(f"relay(S, {here}, {there}, {end}{self.desk.more})", "c")
        self.desk.fail(f"{card} < 0", "there is no card to move", source)
        seen = _seen(here, there)
        from_top = 4 * any(f.followed for f in self.layout.families_of(source.args[-1]))
        self.desk.tell("move", card, here, there, seen=seen, more=str(end + from_top))
        return True

    def _plain_sets(self, source: Node, target: Node) -> bool:
        """Whether cards go from a place without a pool to one in which they get no rank."""
        return not any(f.pooled for f in self.layout.families_of(source)) and not any(
            f.stamped for f in self.layout.families_of(target)
        )

    def _is_relay(self, source: Node, dest: Node) -> bool:
        if self.trial.choosing or source.op != "top" or dest.value == "nth":
            return False
        where = source.args[-1]
        return where.op in ("place", "var") and not (
            only_listed(where) or has_memory(self.layout, where)
        )

    def dealt(self, number: str, body: Node) -> bool:
        """Several cards from the top of one place to another, or to all players', as one call."""
        around = self._around(body)
        if around is not None:
            self.desk.locals[body.bound] = Local("0")
            body = body.args[1]
        if self.desk.one_by_one or body.op != "move" or not self._is_relay(*body.args):
            return False
        source, dest = body.args
        parts = (*walk(source.args[-1]), *walk(dest.args[0]))
        if not all(n.traits.steady == "surely" for n in parts):
            return False
        self.desk.comment(body)
        end = 1 if dest.value == "top" else -1
        here, there = self.places.spot(source.args[-1]), self.places.spot(dest.args[0])
        self.desk.fail(
            f"not deal(S, {here}, {there}, {around or 1}, {end}, {number})",
            "there is no card to move",
            source,
        )
        return True

    def _around(self, node: Node) -> int | None:
        """How many places follow each other if a card is moved to one of every player's."""
        if node.op != "each" or node.value != "all" or node.args[0].op != "players":
            return None
        move = node.args[1]
        if move.op != "move" or mentions(move.args[0], node.bound):
            return None
        place = move.args[1].args[0]
        if place.op != "place" or place.args[0].op != "var" or place.args[0].var is not node.bound:
            return None
        rooms = [family.room for family in self.layout.families_named(place)]
        return self.layout.program.players if rooms == [1] else None

    def _leave(self, source: Node, card: str) -> None:
        """A snapshot loses a card that is moved out through it."""
        if source.op == "var":
            return
        where = source.args[0] if source.traits.best else source.args[-1]
        if where.op == "var" and not where.bound.spot:
            local = self.desk.variable(where.bound)
            self.page.line(f"drop({local.text}, {local.offset}, {card})")

    def _remember(self, node: Node) -> None:
        source, dest = node.args
        card = self.desk.keep(self.scalars.card(source, "there is no card to remember"), "c")
        place = self.desk.keep(self.places.spot(dest.args[0]) or "0", "p")
        at = f"S[MEMORY[{place}]]" if dest.value == "top" else "0"
        if dest.value == "nth":
            at = self.desk.keep(self.scalars.integer(dest.args[1]))
        self.trial.noted("remember", self.trial.operand(source, card), place, at)
        self.desk.fail(f"not recall(S, {place}, {card}, {at})", "this memory place is full", node)
        self.desk.tell("remember", card, place, seen=_seen(place))

    def _forget(self, node: Node) -> None:
        (dest,) = node.args
        place = self.desk.keep(self.places.spot(dest.args[0]) or "0", "p")
        number = f"S[MEMORY[{place}]] - 1"
        if dest.value == "bottom":
            number = "0"
        elif dest.value == "nth":
            number = self.scalars.integer(dest.args[1])
        self.trial.noted("forget", place, "1")
        card = self.desk.keep(f"unnote(S, {place}, {number})", "c")
        self.desk.tell("forget", card, place, seen=_seen(place))

    def _swap_cards(self, node: Node) -> None:
        one, two = node.args
        a = self.desk.keep(self.scalars.card(one, "there is no card to swap"), "c")
        b = self.desk.keep(self.scalars.card(two, "there is no card to swap"), "c")
        self.trial.noted("move", self.trial.operand(one, a), self.trial.operand(two, b), "2")
        if self.desk.log:
            self.page.line(f"p = S[$WHERE + {a}]")
            self.page.line(f"q = S[$WHERE + {b}]")
        self.page.line(f"swap(S, {a}, {b})")
        if self.desk.log:
            ends = {"top": 1, "bottom": -1}
            above, over = ends.get(one.op, 0), ends.get(two.op, 0)
            first, then = over + 4 * above + SWAPPED, above + 4 * over
            for card, source, target, more in ((a, "p", "q", first), (b, "q", "p", then)):
                self.desk.tell("move", card, source, target, seen=_seen("p", "q"), more=str(more))

    def _swap_places(self, node: Node) -> None:
        p = self.desk.keep(self.places.spot(node.args[0]) or "0", "p")
        q = self.desk.keep(self.places.spot(node.args[1]) or "0", "q")
        self.trial.noted("move", p, q, "3")
        if self.desk.log:
            arrays = []
            for source in (p, q):
                array, _ = self.desk.new_list("new($CARDS + 1)")
                self.page.line(f"listed(S, {source}, {array})")
                arrays.append(array)
            both = self.desk.keep(f"{arrays[0]}[0] > 0 and {arrays[1]}[0] > 0", "b")
            for array, source, target, mark in zip(arrays, (p, q), (q, p), EXCHANGED, strict=True):
                i = self.page.fresh("i")
                with self.page.indented(f"for {i} in range(1, {array}[0] + 1):"):
                    self.desk.tell(
                        "move",
                        f"{array}[{i}]",
                        source,
                        target,
                        seen=_seen(p, q),
                        more=f"{mark} if {both} else 0",
                    )
        self.page.line(f"swap_sets(S, {p}, {q})")

    def _shuffle(self, node: Node) -> None:
        place = self.desk.keep(self.places.spot(node.args[0]) or "0", "p")
        self.trial.noted("shuffle", place)
        if any(family.pooled for family in self.layout.families_of(node.args[0])):
            self.page.line(f"shuffle(S, {place})")
        self.page.line("count_round(S)")
        self.desk.tell("shuffle", place)
        if self.trial.choosing:
            taint(node, self.layout, self.trial.tainted)

    def drained(self, node: Node) -> bool:
        """All cards of a place to another that keeps no order, as one call."""
        if self.trial.choosing or not self.layout.orders.drains(node):
            return False
        source, dest = node.args[-1].args
        self.desk.comment(node)
        here = self.places.spot(source.args[-1])
        with self.page.aside() as lines:
            there = self.places.spot(dest.args[0])
        end = 1 if dest.value == "top" else -1
        depth = self.page.depth
        if lines:  # which place is meant is worked out only if there are cards to be moved
            here = self.desk.keep(here or "0", "p")
            self.page.line(f"if count(S, {here}):")
            self.page.depth += 1
            self.page.lines.extend("    " + line for line in lines)
        self.page.line(f"drain(S, {here}, {there}" + (f", {end}, E)" if self.desk.log else ")"))
        self.page.depth = depth
        return True

    def shifted(self, node: Node) -> bool:
        """Some cards of a place, each to another place that keeps no order, as one call."""
        cards, move = node.args
        where = cards.args[0] if cards.op == "filter" else cards
        if self.desk.log or self.trial.choosing or where.op != "place" or move.op != "move":
            return False
        card, dest = move.args
        if card.op != "var" or card.bound is not node.var or dest.value == "nth":
            return False
        there = dest.args[0]
        families = self.layout.families_of(where) | self.layout.families_of(there)
        if there.op != "place" or any(f.memory for f in families):
            return False
        parts = (*walk(where), *walk(there))
        if mentions(there, node.bound) or not all(n.traits.steady == "surely" for n in parts):
            return False
        if any(f.stamped for f in self.layout.families_of(there)):
            return False
        words = ", ".join(self.desk.keep(bare(word), "m") for word in self.sets.words(cards))
        self.desk.comment(move)
        here, target = self.places.spot(where), self.places.spot(there)
        self.page.line(f"shift(S, {here}, {target}, {words})")
        return True

    def _create_deck(self, node: Node) -> None:
        place = self.desk.keep(self.places.spot(node.args[0]) or "0", "p")
        copies = self.layout.copies.get(node, [])
        binding = self._deck_counters.setdefault(node, Binding("DECK", Kind.INT, "deck", 0))
        slot = self.layout.slot(binding)
        made = self.desk.keep(f"S[{slot}]", "k")
        self.trial.noted("deck", place, str(node.at[0]))
        self.desk.fail(
            f"{made} >= {len(copies)}", f"this deck is created more than {len(copies)} times", node
        )
        self.page.line(f"S[{slot}] += 1")
        firsts = self.desk.constant([copy[0] for copy in copies] or [0])
        card = self.page.fresh("c")
        start = self.desk.keep(f"{firsts}[{made}]", "k")
        with self.page.indented(f"for {card} in range({start}, {start} + {len(node.deck.cards)}):"):
            self.page.line(f"put(S, {card}, {place}, 1)")
        self.desk.tell("deck", place, start, str(len(node.deck.cards)))


def _seen(*places: str) -> str:
    """Who sees any of some places."""
    return " | ".join(short("sees", place) for place in places)
