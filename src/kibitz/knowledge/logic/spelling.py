"""Formulas written down, in the named spelling.

A `Vocabulary` knows what the agents, places and cards of a game are called; `NUMBERS` calls them by
their numbers, for any model. What is written with a vocabulary is read back with the same one:

>>> from kibitz.knowledge.logic.formulas import Holds, Knows
>>> spell(Knows(0, Holds(places=0b10, cards=0b100)))
'K 0 has(1,#2)'
"""

from __future__ import annotations

from typing import Protocol

from kibitz.errors import KibitzError
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.worlds import members

__all__ = ["NUMBERS", "Numbers", "Vocabulary", "spell"]


class Vocabulary(Protocol):
    """What agents, places and cards are called. A word it does not know is a KibitzError."""

    def seat(self, text: str) -> int:
        """The number of an agent."""
        ...

    def places(self, text: str) -> int:
        """The places meant, as a bit set: those of a seat, or one that is nobody's."""
        ...

    def cards(self, text: str) -> int:
        """The cards meant, as a bit set: a card as the game writes it, a suit, `trumps`."""
        ...

    def seat_name(self, seat: int) -> str:
        """What `seat` reads."""
        ...

    def places_name(self, places: int) -> str:
        """What `places` reads; it contains no comma or bracket."""
        ...

    def cards_name(self, cards: int) -> str:
        """What `cards` reads; it contains no bracket."""
        ...


class Numbers:
    """A vocabulary for any model: agent `0`, places `1` or `1+2`, cards `#5` or `#5+#7`."""

    def seat(self, text: str) -> int:
        return _number(text, "an agent")

    def places(self, text: str) -> int:
        return sum({1 << _number(word, "a place") for word in text.split("+")})

    def cards(self, text: str) -> int:
        words = text.split("+")
        return sum({1 << _number(word.strip().removeprefix("#"), "a card") for word in words})

    def seat_name(self, seat: int) -> str:
        return str(seat)

    def places_name(self, places: int) -> str:
        return "+".join(map(str, members(places)))

    def cards_name(self, cards: int) -> str:
        return "+".join(f"#{card}" for card in members(cards))


def _number(text: str, what: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise KibitzError(f"`{text}` is not the number of {what}")
    return int(text)


NUMBERS = Numbers()

IFF, IMPLIES, OR, AND, PREFIX = range(5)
"""How tightly operators bind, the loosest first."""


def spell(formula: f.Formula, vocabulary: Vocabulary = NUMBERS) -> str:
    """The formula in the named spelling, with no more brackets than it needs."""
    f.check_depth(formula)
    return _spell(formula, vocabulary)[0]


def _spell(formula: f.Formula, names: Vocabulary) -> tuple[str, int]:
    """The text, and how tightly its outermost operator binds."""

    def inside(part: f.Formula, least: int) -> str:
        text, level = _spell(part, names)
        return text if level >= least else f"({text})"

    def listed(word: str, formulas: tuple[f.Formula, ...]) -> tuple[str, int]:
        return f"{word}({', '.join(inside(part, IFF) for part in formulas)})", PREFIX

    def prefix(word: str, part: f.Formula) -> tuple[str, int]:
        return f"{word}{inside(part, PREFIX)}", PREFIX

    def group(agents: tuple[int, ...]) -> str:
        return ",".join(map(names.seat_name, agents))

    match formula:
        case f.Top():
            return "true", PREFIX
        case f.Bottom():
            return "false", PREFIX
        case f.Proposition(number):
            return f"p{number}", PREFIX
        case f.Holds(places, cards, least):
            count = "" if least == 1 else f">={least} "
            return f"has({names.places_name(places)},{count}{names.cards_name(cards)})", PREFIX
        case f.Not(part):
            return prefix("~", part)
        case f.And(formulas) if len(formulas) > 1:
            return " & ".join(inside(part, PREFIX) for part in formulas), AND
        case f.Or(formulas) if len(formulas) > 1:
            return " | ".join(inside(part, AND) for part in formulas), OR
        case f.And(formulas) | f.Or(formulas) | f.Xor(formulas) | f.OneOf(formulas):
            return listed(type(formula).__name__.lower(), formulas)
        case f.Implies(premise, conclusion):
            return f"{inside(premise, OR)} -> {inside(conclusion, IMPLIES)}", IMPLIES
        case f.Iff(left, right):
            return f"{inside(left, IMPLIES)} <-> {inside(right, IFF)}", IFF
        case f.Knows(agent, part):
            return prefix(f"K {names.seat_name(agent)} ", part)
        case f.KnowsWhether(agent, part):
            return prefix(f"Kw {names.seat_name(agent)} ", part)
        case f.Everybody(agents, part):
            return prefix(f"Ev {group(agents)} ", part)
        case f.EverybodyWhether(agents, part):
            return prefix(f"Evw {group(agents)} ", part)
        case f.Common(agents, part):
            return prefix(f"C {group(agents)} ", part)
        case f.CommonWhether(agents, part):
            return prefix(f"Cw {group(agents)} ", part)
        case f.Distributed(agents, part):
            return prefix(f"D {group(agents)} ", part)
        case f.DistributedWhether(agents, part):
            return prefix(f"Dw {group(agents)} ", part)
        case f.Announce(announcement, part):
            return prefix(f"[! {inside(announcement, IFF)}] ", part)
        case f.CanAnnounce(announcement, part):
            return prefix(f"<! {inside(announcement, IFF)}> ", part)
        case f.AnnounceWhether(announcement, part):
            return prefix(f"[?! {inside(announcement, IFF)}] ", part)
        case f.CanAnnounceWhether(announcement, part):
            return prefix(f"<?! {inside(announcement, IFF)}> ", part)
        case f.Forall(numbers, part) | f.Exists(numbers, part):
            listed_numbers = ",".join(f"p{number}" for number in numbers)
            return prefix(f"{type(formula).__name__.lower()} {listed_numbers} ", part)
    raise TypeError(formula)
