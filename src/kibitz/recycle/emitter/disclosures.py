"""Disclosures: the variant of a game that tells what happens also tells what that shows about cards
one cannot see.

Here are the statements between decisions. Whatever everybody sees of a statement and depends on
hidden cards is told, in the first of these ways that is open:

    in parts    a condition by its outcome, an operand by its value, as counts or as tests
    as a whole  a test that does the statement again on another deal and sees the same
    not at all  `Untold`, with the line and the reason

Nothing is left out: a statement shows all its operands unless `showing` knows better, and what it
shows is only told in parts if it cannot be taken for something else (`course`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kibitz.recycle.chance import ANY_NAME, marks
from kibitz.recycle.choices import shape, surely_acts
from kibitz.recycle.common import look_alike, open_to_all_of
from kibitz.recycle.course import (
    Ahead,
    Aheads,
    actions,
    alike,
    first,
    opening,
    stays,
)
from kibitz.recycle.emitter.again import ORDERED, scored
from kibitz.recycle.emitter.beforehand import TURNED
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.operands import joined
from kibitz.recycle.emitter.standing import Standing
from kibitz.recycle.emitter.stores import totalled
from kibitz.recycle.emitter.told import PRIVATE, Lifting, is_untold
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import OWNERS, Layout
from kibitz.recycle.private import cardless, innocent, touches
from kibitz.recycle.tree import Binding, Kind, Node, origins, walk
from kibitz.recycle.visible import Showing

__all__ = ["Disclosures"]

Then = Callable[[], None] | None
"""What is left to be told of a statement when it has been written."""

MOST_NAMES = 8
"""Names for names are written out up to so many: each may double what is written."""

LOOSE = "what is seen of it may be taken for what comes next"
UNSURE = "another option may look the same"
UNSEEN = "which card it is shows something, and not everybody sees it"
OUTCOME = "one cannot see how it came out"
NAMED = "it depends on a name for hidden cards"
MIXED = "cards are shuffled, or made"


class Disclosures:
    """Writes what everybody learns from what happens between decisions."""

    def __init__(self, desk: Desk, writers: Writers, lifting: Lifting) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.sets = writers.sets
        self.conditions = writers.conditions
        self.lifting = lifting
        self.showing = Showing(lifting.hidden)
        self.write: Callable[[Node], None] = lambda node: None
        """Writes a statement."""
        self.standing = Standing(desk, self.showing)
        self.sure = True
        """Everybody can tell that what is being written is done: no other option looks like it."""
        self.quiet = False
        """What is being written is told as a whole, or cannot be told: nothing of it is told in
        parts. It may depend on something that only one player sees."""
        self._seen_if_some: set[Node] = set()
        """Loops over cards of which one sees nothing if there are none."""
        self.told_values: set[Node] = set()
        """What an option shows of cards that were picked unseen, and what has been told of it."""
        self._innocent = innocent(self.layout.program)
        """No hidden card has to do with what is private."""

    # --- around the statements --------------------------------------------------------------------

    @contextmanager
    def hushed(self, node: Node, secretive: bool) -> Iterator[None]:
        """While a statement is written: if it is secretive, tell nothing of what is in it, but, if
        cards have to do with it, that something cannot be told."""
        before = self.quiet
        if secretive and not before:
            self._disclose_secretive(node)
            self.quiet = True
        yield
        self.quiet = before

    def _disclose_secretive(self, node: Node) -> None:
        """Something touches a private store: that tells of cards if they have to do with it."""
        if not (self._innocent and cardless(node)):
            self.disclose_untold(node, "a private number has to do with it")

    def parts(self, node: Node) -> Iterator[tuple[Node, Aheads]]:
        """The statements of a block one after the other, and what may be seen after each."""
        return self.standing.parts(node.args, self.quiet or self.standing.is_together(node))

    @contextmanager
    def over(self, node: Node) -> Iterator[None]:
        """While the body of a loop is written: afterwards it may come again."""
        if not self.desk.log:
            yield
            return
        self._disturb(node)
        body = node.statements
        with self.standing.before(opening(body, (), node.var) + self.standing.ahead):
            yield

    @contextmanager
    def named(self, node: Node) -> Iterator[None]:
        """While something has a name: as long as nothing has changed what it was made of, it can be
        made again."""
        binding, value = node.bound, node.args[0]
        parts = value.args if value.traits.best else (value,)  # a best card is not looked for again
        few = len(self.lifting.snapshots) < MOST_NAMES
        mine = self.desk.log and few and not any(map(self.lifting.draws, parts))
        if mine:
            if not self.quiet and self.lifting.hidden(value):
                self.lifting.count_named(binding, value)
            self.lifting.snapshots.add(binding)
            if stays(node):
                self.standing.staying.add(binding)
        yield
        if mine:
            self.lifting.snapshots.discard(binding)
            self.lifting.forget(binding)
            self.standing.staying.discard(binding)

    def _disturb(self, node: Node) -> None:
        """Something is done: names for what it changes are no longer what they were made of."""
        for action in actions(node):
            self.lifting.moved(action)
            changed = _changed(action)
            for binding in list(self.lifting.snapshots):
                value = binding.value
                if value is None:
                    continue
                turns = action.op == "cycle" and any(n.traits.turn for n in walk(value))
                if turns or _touch(changed, marks(value)):
                    self.lifting.snapshots.discard(binding)

    @contextmanager
    def around(self, node: Node, choosing: bool) -> Iterator[None]:
        """While a statement is written: what it shows is told before or after it; an option that is
        found by playing it is told as a whole."""
        begun = self._one_place_after_another(node)
        quiet, then, outer = self.quiet, None, self.desk.standing
        if outer is not None and outer.spans(node):
            self.desk.standing = node
        if not quiet and not choosing and self.showing.shows(node):
            written = len(self.page.lines)
            then = self._tell(node)
            if then is not None or any("disclose" in line for line in self.page.lines[written:]):
                self.desk.note("sets", node)
        yield
        self.quiet = quiet
        if begun:
            self.page.line(f"place_by_place(E, {begun})")
        if then is not None:
            then()
        self.desk.standing = outer
        if node.traits.acts:
            self._disturb(node)

    def _one_place_after_another(self, node: Node) -> str:
        """Where the events of a loop over cards of several places begin."""
        if node.op == "each" and node.args[0].kind is Kind.CARDS and node.args[1].op == "move":
            collection = node.args[0]
            unions = any(n.op == "union" for n in walk(collection))
            if unions and node.value == "all" and self.lifting.hidden(collection):
                return self.desk.keep("len(E)", "e")
        return ""

    # --- how a statement is told ------------------------------------------------------------------

    def _tell(self, node: Node) -> Then:
        """Tell what a statement is about to show; what is left to be told afterwards."""
        if self.standing.is_together(node):
            return self._as_a_whole(node)
        if node.traits.sure:
            return None
        if not self.sure:
            return self._not_at_all(node, UNSURE)
        if node.traits.acts:
            return self._action(node)
        head = node.op != "repeat_all" and (
            self.showing.selects(node.args[0])
            if node.op == "each"
            else self.lifting.hidden(node.args[0])
        )
        apart = self.showing.steady(node) or self.standing.apart(node, self.standing.ahead)
        turning = head and not apart
        if turning and not self.standing.apart(node, self.standing.ahead, turning=True):
            return self._not_at_all(node, LOOSE)
        if node.op == "when":
            if not head:
                return None
            if _outcome_is_seen(node):
                if turning:
                    return self._if_the_turn_passes(node)
                self.disclose_outcome(node.args[0])
                return None
            if turning:
                return self._not_at_all(node, LOOSE)
            if self._if_there_are_some(node):
                return None
            return self._as_a_whole(node)
        if turning:
            return self._not_at_all(node, LOOSE)
        return self._loop(node, head)

    def _loop(self, node: Node, head: bool) -> Then:
        body = node.statements[0]
        again = opening(node.statements, (), node.var) + self.standing.ahead
        apart = self.showing.steady(body) or self.standing.apart(body, again)
        if node.op != "each" and self.layout.orders.drains(node):
            return self._as_a_whole(node)  # written as one
        cards = _emptied(node)
        if cards is not None and self.showing.which_place(cards) and surely_acts(body):
            then = self._all_of_a_kind(node, cards)
            if then is not None:
                self.quiet = True
                return then
        if not head:
            return None if apart or not self.showing.shows(body) else self._as_a_whole(node)
        plain = self._is_plain(node)
        if plain and node.op == "repeat":
            number = node.args[0]
            if number.op != "size":
                least = Node("num", Kind.INT, (), number.at, 0)
                number = Node("max_int", Kind.INT, (least, number), number.at)
            self._disclose_value(number)
            return None
        if plain and node.op == "each" and node.args[0].kind is Kind.CARDS:
            then = self._all_of_a_kind(node, node.args[0])
            if then is not None:
                return then
        if node.op == "each" and self._laid_by_number(node):
            self.quiet = True
            return None
        return self._as_a_whole(node)

    def _laid_by_number(self, loop: Node) -> bool:
        """Tell of a loop over groups of equal cards that it lays down all those of a size: four of
        a kind."""
        groups, body = loop.args
        if groups.op != "partition" or body.op != "when" or not body.guards:
            return False
        test, inner = body.args
        if test.op not in TURNED or test.args[0].op != "size" or self.lifting.hidden(test.args[1]):
            return False
        if not test.args[0].args[0].means(loop.var) or test.args[1].op != "num":
            return False
        if not self._lays_down(inner, loop.bound):
            return False
        cards = [arg for arg in groups.args if arg.kind is Kind.CARDS]
        (printed,) = (arg for arg in groups.args if arg.kind is not Kind.CARDS)
        if len(cards) != 1 or not printed.traits.literal:
            return False
        if not all(card.attributes.get(printed.text) for card in self.layout.cards):
            return False
        found = self._kind_of(cards[0])
        if found is None:
            return False
        at = self.desk.keep(self.scalars.attribute(printed), "t")
        held = joined([self.desk.keep(word, "m") for word in self.sets.words(cards[0])])
        values = f"ATTRIBUTE[{at}:{at} + {len(self.layout.cards)}]"
        told = (
            f"laid_by_number({found[0]}, {found[1]}, {held}, {values}, "
            f'"{test.op}", {test.args[1].number})'
        )
        self.page.line(f"disclose(E, len(E), {told}, True)")
        return True

    def _lays_down(self, node: Node, group: Binding) -> bool:
        """Whether all cards of a group are laid down openly, and nothing else is shown."""
        before = set(self.lifting.public)
        self.lifting.public.add(group)
        plain = self.showing.steady(node) and not self.showing.shows(node)
        self.lifting.public = before
        emptied = [
            n
            for n in (node.statements if node.op == "do" else [node])
            if n.op == "repeat_all" and open_to_all_of(n.args[-1].args[1].args[0])
        ]
        return plain and any((_emptied(n) or n).means(group) for n in emptied)

    def _if_the_turn_passes(self, node: Node) -> Then:
        """What is done may be taken for what comes in the next turn, if that is the same player's:
        everybody knows whether it is."""
        base = self.layout.cycles + 2 * self.desk.depth_of_cycle
        with self.page.indented(f"if S[{base + 1}] == S[{base}]:"):
            self.disclose_untold(node, LOOSE)
        with self.page.indented("else:"):
            self.disclose_outcome(node.args[0])
        return None

    def _if_there_are_some(self, node: Node) -> bool:
        """Something is done with all cards of a kind, under a condition: nobody sees it hold if
        there are none."""
        test, body = node.args[0], _alone(node.args[1])
        if not node.guards or body.op != "each" or not self._is_plain(body):
            return False
        test = scored(self.lifting.written_out(test))
        found = self._kind_of(body.args[0])
        if found is None or self.lifting.draws(test):
            return False
        told, at = self.lifting.lifted_at(test)
        if is_untold(told) or at != "len(E)":
            return False
        told = self.desk.keep(told, "k")
        where, which, number = found
        outcome = self.conditions.condition(test)
        with self.page.indented(f"if {outcome} and {number}:"):
            self.page.line(f"disclose(E, len(E), {told}, True)")
        with self.page.indented("else:"):
            none = f'counted({where}, {which}, "==", 0)'
            self.page.line(f"disclose(E, len(E), one_of(opposite({told}), {none}), True)")
        self._seen_if_some.add(body)
        return True

    def _is_plain(self, loop: Node) -> bool:
        """Whether a loop does something for every member, and always the same."""
        (body,) = loop.statements
        before = set(self.lifting.public)
        if loop.var is not None:  # what it shows of the member itself is told of each
            self.lifting.public.add(loop.var)
        same = self.showing.steady(body) and surely_acts(body) and not self.showing.shows(body)
        self.lifting.public = before
        return same

    def _not_at_all(self, node: Node, why: str) -> Then:
        """Say that nothing can be told of a statement."""
        self.disclose_untold(node, why)
        self.quiet = True
        return None

    def _as_a_whole(self, node: Node) -> Then:
        """What everybody sees of a statement, as a test that does it again on another deal."""
        again = self.lifting.spelt_out(node)
        free = self.lifting.free(again)
        why = self.lifting.again.why_not(again)
        if self.layout.private:
            why = PRIVATE
        elif any(n.op in ("shuffle", "create_deck") for n in walk(node)):
            why = MIXED
        elif free is None and why is None:
            why = NAMED
        if why is not None or free is None:
            return self._not_at_all(node, why or NAMED)
        self.quiet = True
        begun, state = self.desk.keep("len(E)", "e"), self.page.fresh("s")
        self.page.line(f"{state} = snapshot(S)")
        with self.lifting.apart("secret", node, free, "return -1") as name:
            start = self.desk.keep("len(E)", "e")
            self.write(again)
            self.page.line(f"return seen_by_all(E, {start}, $EVERYBODY)")
        given = ", ".join(free) + ("," if len(free) == 1 else "")
        line, places = self.desk.line(node), self.lifting.looked_into(again)

        def then() -> None:
            self.page.line(
                f"disclose_again(E, {begun}, {name}, {line}, {places}, {state}, "
                f"({given}), $EVERYBODY)"
            )

        return then

    # --- actions ----------------------------------------------------------------------------------

    def _action(self, node: Node) -> Then:
        """An action shows which store, place or player it is about, and what is done to them."""
        if node.traits.sets:
            for part in (*node.args[0].args, node.args[1]):
                self._disclose_value(part)
            return None
        if node.op == "cycle":
            self._disclose_value(node.args[0])
            return None
        if node.op == "remember":
            return self._remembered(node)
        if node.op == "move":
            return self._moved(node)
        if node.op == "set_points" and _says_what_it_is_made_of(self.layout, self.showing, node):
            for value, _ in self.layout.variables_of(node):
                self._disclose_value(value)
            return None
        return self._as_a_whole(node)

    def _disclose_value(self, value: Node) -> None:
        """Something that everybody sees was worked out from hidden cards."""
        if self.lifting.hidden(value) and value not in self.told_values:
            told, at = self.lifting.told_value(value)
            self.page.line(f"disclose(E, {at}, {told}, True)")

    def _disclose_place(self, place: Node) -> None:
        """It shows which place is meant."""
        while place.stands_for is not None and place.bound.how == "let":
            place = place.stands_for
        if place.traits.keeps:
            for part in place.args:
                self._disclose_value(part)
        elif self.showing.which_place(place):
            self.disclose_untold(place, NAMED)

    def _remembered(self, node: Node) -> Then:
        """A card from a hidden place is shown where everybody sees it."""
        card, dest = node.args
        self._disclose_place(dest.args[0])
        for part in dest.args[1:]:
            self._disclose_value(part)
        if not self.showing.picks_out(node):
            return None
        if not open_to_all_of(dest.args[0]):
            return self._not_at_all(node, UNSEEN)
        value = scored(self.lifting.written_out(card))
        if value.traits.best:
            return self._best_is_seen(card, value)
        if card.op == "var" and card.bound.how != "let":
            source = card.bound.value
        else:
            source = value.args[-1] if value.args else None
        if source is None or self.lifting.draws(node):
            why = self.lifting.again.why_not(node) or NAMED
            if source is None or not (value.traits.end and source.is_spot):
                return self._not_at_all(node, why)
        narrowed = source
        while source.op in ("filter", "sort"):
            source = source.args[0]
        where = None if source.kind is not Kind.CARDS else self.lifting.hidden_set(source)
        if where is None:
            return self._not_at_all(node, NAMED)
        if narrowed is not source and card.op != "var":
            self._disclose_value(card)
            return None
        shown = self.desk.keep(self.scalars.card(card), "c")
        self.page.line(f"disclose(E, len(E), how_many({where[0]}, 1 << {shown}, 1, 1), True)")
        return None

    def _moved(self, node: Node) -> Then:
        """A card that is the best of a hidden hand, or the first of its kind there, tells more than
        that it has moved."""
        card, dest = node.args
        self._disclose_place(dest.args[0])
        for part in dest.args[1:]:
            self._disclose_value(part)
        if not self.showing.picked_out(card):
            return None
        value = scored(self.lifting.written_out(card))
        if value.op == "var":
            return self._not_at_all(node, NAMED)
        if value.traits.end and value.args[-1].is_spot:
            self._disclose_place(value.args[-1])
            return None
        if open_to_all_of(dest.args[0]) and value.traits.best:
            return self._best_is_seen(card, value)
        if self.lifting.draws(value):
            return self._not_at_all(node, self.lifting.again.why_not(value) or NAMED)
        if open_to_all_of(dest.args[0]):
            self._disclose_value(card)
            return None
        if not value.traits.end:
            return self._not_at_all(node, UNSEEN)
        found = self.lifting.hidden_set(value.args[-1])
        if found is None:
            return self._not_at_all(node, UNSEEN)
        taken = self.desk.keep(self.scalars.card(value), "c")
        return self._drawn(found, f"1 << {taken}", ">", "0")

    def _best_is_seen(self, card: Node, best: Node) -> Then:
        """Everybody sees which card is the best of some. Of equal cards one is drawn: then which it
        is can only be told afterwards."""
        if card.op == "var" or not self.lifting.draws(best):
            self._disclose_value(card)
            return None
        if self.lifting.draws(best.args[0]) or not best.args[0].is_spot:
            return self._not_at_all(card, self.lifting.again.why_not(best) or NAMED)
        begun = self.desk.keep("len(E)", "e")

        def then() -> None:
            seen = self.desk.keep("E[len(E) - 5]", "c")  # the last event is about this card
            told, _ = self.lifting.told_as(best, seen)
            self.page.line(f"disclose(E, {begun}, {told}, True)")

        return then

    def _drawn(
        self, found: tuple[str, str], cards: str, sign: str = "", number: str = ""
    ) -> Callable[[], None]:
        """Cards of a kind are taken from where there are so many, and not everybody sees which."""
        where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
        if sign:
            told = f'counted({where}, {which}, "{sign}", {number})'
            self.page.line(f"disclose(E, len(E), {told}, True)")
        begun, taken = self.desk.keep("len(E)", "e"), self.desk.keep(cards, "m")

        def then() -> None:
            self.page.line(f"disclose_drawn(E, {begun}, {taken}, {where}, {which})")

        return then

    def _all_of_a_kind(self, node: Node, cards: Node) -> Then:
        """Something is done with all cards of a kind: so many there are, and these they are."""
        words = [self.desk.keep(word, "m") for word in self.sets.words(cards)]
        named = self.lifting.named_set(cards)
        if named is not None:
            at, where, which = named
            told = f'counted({where}, {which}, "==", ({joined(words)}).bit_count())'
            self.page.line(f"disclose(E, {at}, {told}, True)")
            return self._drawn((where, which), joined(words))
        found = self._kind_of(cards)
        if found is None:
            return None
        where, which, number = found
        if node not in self._seen_if_some:
            return self._drawn((where, which), joined(words), "==", number)
        with self.page.indented(f"if {number}:"):
            told = f'counted({where}, {which}, "==", {number})'
            self.page.line(f"disclose(E, len(E), {told}, True)")
        return self._drawn((where, which), joined(words))

    def _kind_of(self, cards: Node) -> tuple[str, str, str] | None:
        """Hidden cards as sets: where they are, which they may be; and their number."""
        cards = self.lifting.written_out(cards)
        while cards.op == "sort":
            cards = cards.args[0]
        if cards.kind is not Kind.CARDS or self.lifting.draws(cards):
            return None
        found = self.lifting.hidden_set(cards)
        if found is None:
            return None
        where, which = self.desk.keep(found[0], "w"), self.desk.keep(found[1], "m")
        return where, which, self.desk.keep(self.sets.size(cards), "n")

    # --- conditions -------------------------------------------------------------------------------

    def disclose_untold(self, node: Node, why: str = "it has no form that is read") -> None:
        """Something is shown that cannot be told."""
        if self.quiet:
            return
        self.page.line(f"disclose(E, len(E), {self.lifting.untold(node, why)}, True)")

    def disclose_outcome(self, test: Node) -> None:
        """Everybody sees how a condition on hidden cards comes out."""
        if self.layout.private and touches(test):
            self._disclose_secretive(test)
            return
        test = scored(self.lifting.written_out(test))
        if self.lifting.draws(test) and not self.lifting.again.only_turns_up(test):
            self.disclose_untold(test, self.lifting.again.why_not(test) or ORDERED)
            return
        told, at = self.lifting.lifted_at(test)
        if is_untold(told):
            self.page.line(f"disclose(E, len(E), {told}, True)")
            return
        told = self.desk.keep(told, "k")
        outcome = self.conditions.condition(test)
        self.page.line(f"disclose(E, {at}, {told}, {outcome})")

    def disclose_end(self, stage: Node) -> None:
        """Everybody sees whether a stage is over, if another turn does not look like what comes
        after it."""
        end, *body = stage.args
        if self.quiet or not self.lifting.hidden(end):
            return
        self.desk.note("sets", end)
        on, over = opening(body, ()), self.standing.ahead
        confused = any(alike(one.node, two) for one in on for two in over) or any(
            _choices_alike(one.node, two.node) for one in on for two in over
        )
        if confused or not (on or over):
            self.disclose_untold(end, OUTCOME)
        else:
            self.disclose_outcome(end)


def _outcome_is_seen(node: Node) -> bool:
    """Whether one sees from what is done how a condition came out."""
    if node.guards:
        return not first(node.args[1])[1] or _done_with_the_same(*node.args)
    (one, nothing), (two, nothing_else) = map(first, node.statements)
    return not (nothing and nothing_else) and not any(
        alike(a, Ahead(b)) or alike(b, Ahead(a)) for a in one for b in two
    )


def _says_what_it_is_made_of(layout: Layout, showing: Showing, node: Node) -> bool:
    """Whether points are others for every name that they depend on, and they depend on one."""
    points, *awards = node.args
    names = layout.variables_of(node)
    if len(names) != 1 or showing.telling(points) or points.args[1].op != "name":
        return False
    if not layout.maps[OWNERS[points.args[0].kind], points.args[1].text].tabled:
        return False
    totals = {tuple(totalled(layout, awards, text)) for text in [*names[0][1], None]}
    return len(totals) > len(names[0][1])


def _alone(node: Node) -> Node:
    """What stands alone in brackets of its own."""
    while node.op == "do" and len(node.args) == 1:
        node = node.args[0]
    return node


def _changed(action: Node) -> set[str]:
    """The places, stores and maps that an action changes."""
    if action.traits.sets or action.op == "set_points":
        return {_mark(action.args[0])}
    found = set()
    for operand in action.args:
        while operand.kind is Kind.CARD and operand.stands_for is not None:
            operand = operand.stands_for
        for cards in operand.collections if operand.kind in (Kind.CARD, Kind.DEST) else [operand]:
            found |= {_mark(place) for place in origins(cards)}
    return found


def _mark(kept: Node) -> str:
    """A place, store or map by its kind and name, as `marks` has it."""
    return f"{kept.value} {kept.args[1].text if kept.args[1].op == 'name' else ANY_NAME}"


def _touch(one: set[str], two: set[str]) -> bool:
    """Whether some places and stores may be among others; a name may stand for all."""
    if one & two:
        return True
    wild = {mark.split()[0] for mark in one | two if mark.endswith(ANY_NAME)}
    return any(a.split()[0] in wild and a.split()[0] == b.split()[0] for a in one for b in two)


def _done_with_the_same(test: Node, body: Node) -> bool:
    """Whether something is done with the very cards of which a condition says that there are
    some."""
    if test.op not in ("==", ">", ">=", "any"):
        return False
    cards = test.args[0]
    if test.op != "any":
        least = test.args[1]
        if cards.op != "size" or least.op != "num" or least.number + (test.op == ">") < 1:
            return False
        cards = cards.args[0]
    inner = body.statements if body.op == "do" else [body]
    return any(
        (n.op == "each" and shape(n.args[0]) == shape(cards) and not first(n.args[1])[1])
        or (n.op == "repeat_all" and shape(_emptied(n) or n) == shape(cards))
        for n in inner
    )


def _emptied(loop: Node) -> Node | None:
    """The cards that have a name, if a loop moves all of them from one of its ends."""
    move = loop.args[-1]
    if loop.op != "repeat_all" or move.op != "move" or not move.args[0].traits.end:
        return None
    cards = move.args[0].args[-1]
    return cards if cards.op == "var" and not cards.bound.spot else None


def _choices_alike(one: Node, two: Node) -> bool:
    """Whether an option of one choice may look like one of another."""
    if one.op != "choice" or two.op != "choice":
        return False
    if one is two:
        return True
    return any(look_alike(_innermost(a), _innermost(b)) for a in one.args for b in two.args)


def _innermost(node: Node) -> Node:
    """What an option does, behind all its conditions and picks."""
    while node.guards or node.op in ("let", "each") or (node.op == "do" and len(node.args) == 1):
        if node.op == "each" and node.value != "any":
            break
        node = node.args[-1]
    return node
