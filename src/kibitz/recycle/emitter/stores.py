"""Actions with numbers, names and point maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.recycle.chance import chancy, taint
from kibitz.recycle.common import common
from kibitz.recycle.emitter.desk import Desk
from kibitz.recycle.emitter.trial import Trial
from kibitz.recycle.emitter.writers import Writers
from kibitz.recycle.layout import OWNERS, Layout, bounds
from kibitz.recycle.tree import Node

__all__ = ["Stores"]

SMALL = ("num", "store", "var", "size", "pid", "scoremax", "scoremin", "score")
"""Numbers that are known to fit 32 bits."""


def _secret(awards: Sequence[Node]) -> bool:
    """Whether points depend on hidden cards."""
    return not all(map(common, awards))


def totalled(layout: Layout, awards: Sequence[Node], text: str | None) -> list[int]:
    """The points of all cards where the one name that they depend on is this."""
    return [
        sum(
            award.args[-1].number
            for award in awards
            if award.op == "award"
            and all(
                card.attributes.get(str(pair.args[0].value), "")
                == (pair.args[1].value if pair.args[1].op == "name" else text)
                for pair in award.args[:-1]
            )
        )
        for card in layout.cards
    ]


class Stores:
    """Writes what the rules keep, and tells of it."""

    def __init__(self, desk: Desk, writers: Writers, trial: Trial) -> None:
        self.desk, self.page, self.layout = desk, desk.page, desk.layout
        self.scalars = writers.scalars
        self.places = writers.places
        self.trial = trial
        self.by_op: dict[str, Callable[[Node], None]] = {
            "set_int": self._set_int,
            "set_str": self._set_str,
            "inc": self._inc,
            "dec": self._inc,
            "set_points": self._set_points,
        }

    def _set_int(self, node: Node) -> None:
        store, value = node.args
        self.desk.comment(node)
        text = self.scalars.integer(value)
        address = self.desk.keep(self.places.address(store), "a")
        limits = bounds(value, self.layout)
        if value.op not in SMALL and not (limits and max(map(abs, limits)) < 2**31):
            text = self.desk.keep(text)
            self.desk.fail(
                f"not -$LIMIT <= {text} < $LIMIT", "this number does not fit 32 bits", node
            )
        self._store(node, address, text, "number")

    def _store(self, node: Node, address: str, text: str, kind: str) -> None:
        hidden = self.trial.choosing and chancy(node.args[1], self.trial.tainted)
        self.trial.noted(kind, address, "0" if hidden else text)
        if self.trial.choosing:
            taint(node, self.layout, self.trial.tainted)
        store = node.args[0]
        seen = "$EVERYBODY"
        if store.private and self.desk.log:
            seen = f"1 << {self.desk.keep(self.scalars.seat(store.args[0]), 'p')}"
        self.page.line(f"S[{address}] = {text}")
        self.desk.tell(kind, address, f"S[{address}]", seen=seen)

    def _set_str(self, node: Node) -> None:
        store, value = node.args
        self.desk.comment(node)
        text = self.scalars.string(value)
        self._store(node, self.desk.keep(self.places.address(store), "a"), text, "name")

    def _inc(self, node: Node) -> None:
        store, amount = node.args
        self.desk.comment(node)
        text = self.scalars.integer(amount)
        address = self.desk.keep(self.places.address(store), "a")
        sign = "+" if node.op == "inc" else "-"
        total = self.desk.keep(f"S[{address}] {sign} {text}", "t")
        self.desk.fail(f"not -$LIMIT <= {total} < $LIMIT", "this number does not fit 32 bits", node)
        self._store(node, address, total, "number")

    def _set_points(self, node: Node) -> None:
        target, *awards = node.args
        owner, name = target.args
        self.desk.comment(node)
        if name.op != "name":
            base = self.places.map_base(target)
            self.trial.noted("points", base, str(node.at[0]))
            self._score_each(awards, base)
            self.desk.tell("points", base, "0", self._worth(node, base))
            return
        points = self.layout.maps[OWNERS[owner.kind], name.text]
        seat = self.desk.keep(self.scalars.seat(owner), "p")
        if points.tabled:
            row = self.desk.keep(self._row(node))
            slot = f"{points.at + int(seat)}" if seat.isdigit() else f"{points.at} + {seat}"
            self.trial.noted("points", slot, row)
            self.page.line(f"S[{slot}] = {row}")
            worth = row if _secret(awards) else "0"
        else:
            base = self.desk.keep(f"{points.at} + {seat} * {len(self.layout.cards)}", "at")
            self.trial.noted("points", base, str(node.at[0]))
            self._score_each(awards, base)
            worth = self._worth(node, base)
        self.desk.tell("points", str(points.at), seat, worth)

    def _worth(self, node: Node, base: str) -> str:
        """What everybody sees of a map that is made from hidden cards: what it is now."""
        return f"worth(S, {base}, $CARDS)" if self.desk.log and _secret(node.args[1:]) else "0"

    def _row(self, node: Node) -> str:
        """The row of the table of scores for the values a map depends on now."""
        variables = self.layout.variables_of(node)
        cards = len(self.layout.cards)
        awards = [award for award in node.args[1:] if award.op == "award"]
        first = len(self.desk.tables)
        combinations: list[dict[str, str | None]] = [{}]
        for value, texts in variables:
            options: list[str | None] = [*texts, None]
            combinations = [
                {**chosen, str(value): option} for chosen in combinations for option in options
            ]
        for chosen in combinations:
            scores = [(_wanted(award, chosen), award.args[-1].number) for award in awards]
            for card in self.layout.cards:
                total = 0
                for wanted, score in scores:
                    for attribute, text in wanted:
                        if card.attributes.get(attribute, "") != text:
                            break
                    else:
                        total += score
                self.desk.tables.append(total)
        text = ""
        for value, texts in variables:
            ranks = [texts.index(t) if t in texts else len(texts) for t in self.layout.names]
            part = f"{self.desk.constant(ranks)}[{self.scalars.string(value)}]"
            text = f"({text}) * {len(texts) + 1} + {part}" if text else part
        return f"({text}) * {cards} + {first}" if text else str(first)

    def _score_each(self, awards: list[Node], base: str) -> None:
        tests = []
        for award in awards:
            if award.op != "award":
                continue
            pairs = [
                (
                    self.desk.keep(self.scalars.attribute(pair.args[0])),
                    self.desk.keep(self.scalars.string(pair.args[1])),
                )
                for pair in award.args[:-1]
            ]
            tests.append((pairs, self.desk.keep(self.scalars.integer(award.args[-1]))))
        card, total = self.page.fresh("c"), self.page.fresh("t")
        with self.page.indented(f"for {card} in range($CARDS):"):
            self.page.line(f"{total} = 0")
            for pairs, amount in tests:
                test = " and ".join(f"ATTRIBUTE[{a} + {card}] == {v}" for a, v in pairs)
                with self.page.indented(f"if {test or 'True'}:"):
                    self.page.line(f"{total} += {amount}")
            self.page.line(f"S[{base} + {card}] = max(-$LIMIT, min($LIMIT - 1, {total}))")


def _wanted(award: Node, chosen: dict[str, str | None]) -> list[tuple[str, object]]:
    """What must be printed on a card that scores, if expressions have these values."""
    return [
        (str(attribute.value), value.value if value.op == "name" else chosen[str(value)])
        for attribute, value in (pair.args for pair in award.args[:-1])
    ]
