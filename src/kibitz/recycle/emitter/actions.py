"""Actions: everything that changes the state, and what is told of it."""

from __future__ import annotations

from kibitz.recycle.chance import chancy, taint
from kibitz.recycle.choices import Choice
from kibitz.recycle.emitter.conditions import Conditions
from kibitz.recycle.emitter.lists import Lists
from kibitz.recycle.emitter.scalars import Scalars
from kibitz.recycle.emitter.sets import Sets
from kibitz.recycle.emitter.writer import Local
from kibitz.recycle.layout import OWNERS, Layout, bounds
from kibitz.recycle.prelude import EVENTS
from kibitz.recycle.tree import Binding, DeckForm, Kind, Node, mentions, walk

__all__ = ["Actions"]

SMALL = ("num", "store", "var", "size", "pid", "scoremax", "scoremin", "score")
"""Numbers that are known to fit 32 bits."""


class Actions(Scalars, Sets, Lists, Conditions):
    """Writes actions."""

    def __init__(self, layout: Layout, log: bool) -> None:
        super().__init__(layout, log)
        self.choices: list[Choice] = []
        self.labels = 0
        self.choosing = False
        """Inside a clause whose options are found by playing it: actions are noted."""
        self.quiet = False
        """What happens here depends on what the chooser cannot see: not noted."""
        self.tainted: set[str] = set()
        self.waits: dict[Node, Choice] = {}
        """Picks that end an option, because chance comes before them, and what waits there."""
        self.pick_numbers: dict[Binding, int] = {}
        """The picks that make the action of the clause at hand."""
        self.open_picks: list[Binding] = []
        """What has been picked where the page is being written."""
        self.deck_counters: dict[Node, Binding] = {}

    # --- events -------------------------------------------------------------------------------

    def tell(self, kind: str, *operands: str, seen: str = "EVERYBODY", more: str = "0") -> None:
        if self.log:
            a, b, c = (*operands, "0", "0", "0")[:3]
            self.line(f"E.extend(({EVENTS[kind]}, {a}, {b}, {c}, {seen}, {more}))")

    def noted(self, kind: str, *operands: str) -> None:
        """Note an action of the option at hand."""
        if self.choosing and not self.quiet:
            a, b, c = (*operands, "0", "0", "0")[:3]
            self.line(f"note(P, {EVENTS[kind]}, {a}, {b}, {c})")

    def comment(self, node: Node) -> None:
        source = self.layout.program.source
        number = source.place(node.at[0])[0]
        shown = "".join(c if c.isprintable() else " " for c in source.line(number).strip()[:90])
        self.line(f"# {number}: {shown}")

    def operand(self, node: Node, text: str) -> str:
        """A card as the chooser knows it: itself if he sees it, else its place and position."""
        if node.op == "var" or not self.choosing:
            return text
        where = node.args[0] if node.op in ("max", "min") else node.args[-1]
        if self.layout.seen(where):
            return text
        seat = f"S[{self.layout.cycles + 2 * self.depth_of_cycle}]"
        return f"({text} if sees(S, S[WHERE + {text}]) >> {seat} & 1 else -1 - S[WHERE + {text}])"

    def _move(self, node: Node) -> None:
        source, dest = node.args
        self.comment(node)
        if self._relayed(source, dest):
            return
        card = self.keep(self.card(source, "there is no card to move"), "c")
        place = self.keep(self.spot(dest.args[0]) or "0", "p")
        end = {"top": "1", "bottom": "-1"}.get(str(dest.value), "0")
        self.noted("move", self.operand(source, card), place, end)
        if self.choosing:
            taint(node, self.layout, self.tainted)
        if end == "0":
            number = self.keep(self.integer(dest.args[1]))
            if self.log:
                self.line(f"q = S[WHERE + {card}]")
            self.line(f"insert(S, {card}, {place}, {number}{self.more})")
            self.tell("move", card, "q", place, seen=f"sees(S, q) | sees(S, {place})")
        elif self.log:
            self.line(f"move(S, {card}, {place}, {end}, E)")
        else:
            self.line(f"put(S, {card}, {place}, {end})")
        self._leave(source, card)

    def _relayed(self, source: Node, dest: Node) -> bool:
        """The commonest move, the top card of a place to another, as one call."""
        if not self._is_relay(source, dest):
            return False
        here = self.spot(source.args[-1]) or "0"
        there = self.spot(dest.args[0]) or "0"
        end = 1 if dest.value == "top" else -1
        if self.log:
            here, there = self.keep(here, "p"), self.keep(there, "q")
        if self._plain_sets(source.args[-1], dest.args[0]):
            card = self.keep(f"pass_on(S, {here}, {there}{self.more})", "c")
        else:
            card = self.keep(f"relay(S, {here}, {there}, {end}{self.more})", "c")
        self.fail(f"{card} < 0", "there is no card to move", source)
        seen = f"sees(S, {here}) | sees(S, {there})"
        self.tell("move", card, here, there, seen=seen, more=str(end))
        return True

    def _plain_sets(self, source: Node, target: Node) -> bool:
        """Whether cards go from a place without a pool to one in which they get no rank."""
        return not any(f.pooled for f in self.layout.families_of(source)) and not any(
            f.stamped for f in self.layout.families_of(target)
        )

    def _is_relay(self, source: Node, dest: Node) -> bool:
        if self.choosing or source.op != "top" or dest.value == "nth":
            return False
        where = source.args[-1]
        return where.op in ("place", "var") and not (
            self.only_listed(where) or self.has_memory(where)
        )

    def _dealt(self, number: str, body: Node) -> bool:
        """Several cards from the top of one place to another, or to all players', as one call."""
        around = self._around(body)
        if around is not None:
            self.locals[body.bound] = Local("0")
            body = body.args[1]
        if self.log or body.op != "move" or not self._is_relay(*body.args):
            return False
        source, dest = body.args
        if not all(
            n.traits.steady == "surely" for n in (*walk(source.args[-1]), *walk(dest.args[0]))
        ):
            return False
        self.comment(body)
        end = 1 if dest.value == "top" else -1
        here, there = self.spot(source.args[-1]), self.spot(dest.args[0])
        self.fail(
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
        where = source.args[0] if source.op in ("max", "min") else source.args[-1]
        if where.op == "var" and not where.bound.spot:
            local = self.variable(where.bound)
            self.line(f"drop({local.text}, {local.offset}, {card})")

    def _remember(self, node: Node) -> None:
        source, dest = node.args
        card = self.keep(self.card(source, "there is no card to remember"), "c")
        place = self.keep(self.spot(dest.args[0]) or "0", "p")
        at = f"S[MEMORY[{place}]]" if dest.value == "top" else "0"
        if dest.value == "nth":
            at = self.keep(self.integer(dest.args[1]))
        self.noted("remember", self.operand(source, card), place, at)
        self.fail(f"not recall(S, {place}, {card}, {at})", "this memory place is full", node)
        self.tell("remember", card, place, seen=f"sees(S, {place})")

    def _forget(self, node: Node) -> None:
        (dest,) = node.args
        place = self.keep(self.spot(dest.args[0]) or "0", "p")
        number = f"S[MEMORY[{place}]] - 1"
        if dest.value == "bottom":
            number = "0"
        elif dest.value == "nth":
            number = self.integer(dest.args[1])
        self.noted("forget", place, "1")
        card = self.keep(f"unnote(S, {place}, {number})", "c")
        self.tell("forget", card, place, seen=f"sees(S, {place})")

    def _swap_cards(self, node: Node) -> None:
        one, two = node.args
        a = self.keep(self.card(one, "there is no card to swap"), "c")
        b = self.keep(self.card(two, "there is no card to swap"), "c")
        self.noted("move", self.operand(one, a), self.operand(two, b), "2")
        if self.log:
            self.line(f"p = S[WHERE + {a}]")
            self.line(f"q = S[WHERE + {b}]")
        self.line(f"swap(S, {a}, {b})")
        if self.log:
            for card, source, target in ((a, "p", "q"), (b, "q", "p")):
                self.tell("move", card, source, target, seen="sees(S, p) | sees(S, q)")

    def _swap_places(self, node: Node) -> None:
        p = self.keep(self.spot(node.args[0]) or "0", "p")
        q = self.keep(self.spot(node.args[1]) or "0", "q")
        self.noted("move", p, q, "3")
        if self.log:
            for source, target in ((p, q), (q, p)):
                array, _ = self.new_list("new(CARDS + 1)")
                self.line(f"listed(S, {source}, {array})")
                i = self.fresh("i")
                with self.indented(f"for {i} in range(1, {array}[0] + 1):"):
                    self.tell(
                        "move", f"{array}[{i}]", source, target, seen=f"sees(S, {p}) | sees(S, {q})"
                    )
        self.line(f"swap_sets(S, {p}, {q})")

    def _shuffle(self, node: Node) -> None:
        place = self.keep(self.spot(node.args[0]) or "0", "p")
        self.noted("shuffle", place)
        if any(family.pooled for family in self.layout.families_of(node.args[0])):
            self.line(f"shuffle(S, {place})")
        self.line("count_round(S)")
        self.tell("shuffle", place)
        if self.choosing:
            taint(node, self.layout, self.tainted)

    def _cycle(self, node: Node) -> None:
        (who,) = node.args
        team = who.kind is Kind.TEAM
        base = (
            self.layout.team_cycles + 2 * self.depth_of_teams
            if team
            else self.layout.cycles + 2 * self.depth_of_cycle
        )
        seat = self.keep(self.seat(who), "p")
        next_ = int(node.value == "next")
        self.noted("cycle", seat, str(next_))
        self.line(f"S[{base + next_}] = {seat}")
        self.tell("cycle", seat, str(next_), str(int(team)))

    def _pass(self, node: Node) -> None:
        self.noted("pass")
        self.tell("pass")
        if not self.log:
            self.line("pass")

    def _drained(self, node: Node) -> bool:
        """All cards of a place to another that keeps no order, as one call."""
        if self.choosing or not self.layout.orders.drains(node):
            return False
        source, dest = node.args[-1].args
        self.comment(node)
        here = self.spot(source.args[-1])
        with self.aside() as lines:
            there = self.spot(dest.args[0])
        end = 1 if dest.value == "top" else -1
        depth = self.depth
        if lines:  # which place is meant is worked out only if there are cards to be moved
            here = self.keep(here or "0", "p")
            self.line(f"if count(S, {here}):")
            self.depth += 1
            self.lines.extend("    " + line for line in lines)
        self.line(f"drain(S, {here}, {there}" + (f", {end}, E)" if self.log else ")"))
        self.depth = depth
        return True

    # --- stores -------------------------------------------------------------------------------

    def _set_int(self, node: Node) -> None:
        store, value = node.args
        self.comment(node)
        text = self.integer(value)
        address = self.keep(self.address(store), "a")
        limits = bounds(value, self.layout)
        if value.op not in SMALL and not (limits and max(map(abs, limits)) < 2**31):
            text = self.keep(text)
            self.fail(f"not -LIMIT <= {text} < LIMIT", "this number does not fit 32 bits", node)
        self._store(node, address, text, "number")

    def _store(self, node: Node, address: str, text: str, kind: str) -> None:
        hidden = self.choosing and chancy(node.args[1], self.tainted)
        self.noted(kind, address, "0" if hidden else text)
        if self.choosing:
            taint(node, self.layout, self.tainted)
        self.line(f"S[{address}] = {text}")
        self.tell(kind, address, f"S[{address}]")

    def _set_str(self, node: Node) -> None:
        store, value = node.args
        self.comment(node)
        text = self.string(value)
        self._store(node, self.keep(self.address(store), "a"), text, "name")

    def _inc(self, node: Node) -> None:
        store, amount = node.args
        self.comment(node)
        text = self.integer(amount)
        address = self.keep(self.address(store), "a")
        sign = "+" if node.op == "inc" else "-"
        total = self.keep(f"S[{address}] {sign} {text}", "t")
        self.fail(f"not -LIMIT <= {total} < LIMIT", "this number does not fit 32 bits", node)
        self._store(node, address, total, "number")

    _dec = _inc

    def _set_points(self, node: Node) -> None:
        target, *awards = node.args
        owner, name = target.args
        self.comment(node)
        if name.op != "name":
            base = self.map_base(target)
            self.noted("points", base, str(node.at[0]))
            self._score_each(awards, base)
            self.tell("points", base)
            return
        points = self.layout.maps[OWNERS[owner.kind], name.text]
        seat = self.keep(self.seat(owner), "p")
        if points.tabled:
            row = self.keep(self._row(node))
            slot = f"{points.at + int(seat)}" if seat.isdigit() else f"{points.at} + {seat}"
            self.noted("points", slot, row)
            self.line(f"S[{slot}] = {row}")
        else:
            base = self.keep(f"{points.at} + {seat} * {len(self.layout.cards)}", "at")
            self.noted("points", base, str(node.at[0]))
            self._score_each(awards, base)
        self.tell("points", str(points.at), seat)

    def _row(self, node: Node) -> str:
        """The row of the table of scores for the values a map depends on now."""
        variables = self.layout.variables_of(node)
        cards = len(self.layout.cards)
        awards = [award for award in node.args[1:] if award.op == "award"]
        first = len(self.tables)
        combinations: list[dict[str, str | None]] = [{}]
        for value, texts in variables:
            options: list[str | None] = [*texts, None]
            combinations = [
                {**chosen, str(value): option} for chosen in combinations for option in options
            ]
        for chosen in combinations:
            for card in self.layout.cards:
                total = 0
                for award in awards:
                    if all(
                        card.attributes.get(str(pair.args[0].value), "")
                        == (
                            pair.args[1].value
                            if pair.args[1].op == "name"
                            else chosen[str(pair.args[1])]
                        )
                        for pair in award.args[:-1]
                    ):
                        total += award.args[-1].number
                self.tables.append(total)
        text = ""
        for value, texts in variables:
            ranks = [texts.index(t) if t in texts else len(texts) for t in self.layout.names]
            part = f"{self.constant(ranks)}[{self.string(value)}]"
            text = f"({text}) * {len(texts) + 1} + {part}" if text else part
        return f"({text}) * {cards} + {first}" if text else str(first)

    def _score_each(self, awards: list[Node], base: str) -> None:
        tests = []
        for award in awards:
            if award.op != "award":
                continue
            pairs = [
                (self.keep(self.attribute(pair.args[0])), self.keep(self.string(pair.args[1])))
                for pair in award.args[:-1]
            ]
            tests.append((pairs, self.keep(self.integer(award.args[-1]))))
        card, total = self.fresh("c"), self.fresh("t")
        with self.indented(f"for {card} in range(CARDS):"):
            self.line(f"{total} = 0")
            for pairs, amount in tests:
                test = " and ".join(f"ATTRIBUTE[{a} + {card}] == {v}" for a, v in pairs)
                with self.indented(f"if {test or 'True'}:"):
                    self.line(f"{total} += {amount}")
            self.line(f"S[{base} + {card}] = max(-LIMIT, min(LIMIT - 1, {total}))")

    # --- making things ------------------------------------------------------------------------

    def _create_deck(self, node: Node) -> None:
        place = self.keep(self.spot(node.args[0]) or "0", "p")
        copies = self.layout.copies.get(node, [])
        binding = self.deck_counters.setdefault(node, Binding("DECK", Kind.INT, "deck", 0))
        slot = self.layout.slot(binding)
        made = self.keep(f"S[{slot}]", "k")
        self.noted("deck", place, str(node.at[0]))
        self.fail(
            f"{made} >= {len(copies)}", f"this deck is created more than {len(copies)} times", node
        )
        self.line(f"S[{slot}] += 1")
        assert isinstance(node.value, DeckForm)
        firsts = self.constant([copy[0] for copy in copies] or [0])
        card = self.fresh("c")
        start = self.keep(f"{firsts}[{made}]", "k")
        with self.indented(f"for {card} in range({start}, {start} + {len(node.value.cards)}):"):
            self.line(f"put(S, {card}, {place}, 1)")
        self.tell("deck", place, start, str(len(node.value.cards)))

    def _create_teams(self, node: Node) -> None:
        self.noted("teams", str(node.at[0]))
        self.line(f"S[{self.layout.team_count}] = {len(node.teams)}")
        for number, team in enumerate(node.teams):
            for seat in team:
                if seat < self.layout.program.players:
                    self.line(f"S[TEAM_OF + {seat}] = {number}")
        self.tell("teams", str(len(node.teams)))
