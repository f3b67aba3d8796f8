"""The words of a game: how seats, places and sets of cards are written, and read again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.observer import initials, seat_named
from kibitz.engine.packs import GERMAN, ITALIAN
from kibitz.errors import KibitzError, did_you_mean
from kibitz.knowledge.worlds import members

__all__ = ["Name", "Vocabulary", "vocabulary_of"]

_FOREIGN = frozenset(ITALIAN) | frozenset(GERMAN)
"""Suits whose names are the same for one card and for many: `denari`, `eichel`."""


def vocabulary_of(game: Game) -> Vocabulary:
    """The words of a game."""
    return derived(game, Vocabulary)


class Name(NamedTuple):
    """What one card of a kind is called, and what several are, for a single card its sign twice;
    and how they are typed."""

    one: str
    many: str
    typed: str


class Vocabulary:
    """Names, and what they mean: seats are numbers, places and cards are bit sets."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = tuple(game.seats)
        self.initials = initials(game)

    # --- seats and places -------------------------------------------------------------------------

    def seat(self, text: str) -> int:
        """A seat by name, initial or number."""
        return seat_named(self.game, text)

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """For each seat the places it holds cards in: those called HAND, else all of its own that
        not everybody sees."""
        families = [
            family
            for family in self.game.layout.families.values()
            if family.owner == "player" and family.sight not in ("vloc", "mem")
        ]
        chosen = [family for family in families if family.name == "HAND"] or families
        return tuple(
            sum(
                1 << (family.base + seat * family.room + index)
                for family in chosen
                for index in range(family.room)
            )
            for seat in range(self.game.players)
        )

    def places(self, where: str | int) -> int:
        """The hand of a seat, or a place by its name, as a set of places."""
        if isinstance(where, int):
            return self.hands[self.seat(str(where))]
        if " or " in where:
            total = 0
            for part in where.split(" or "):
                total |= self.places(part)
            return total
        names = self.game.place_names
        for place, name in enumerate(names):
            if where.strip().lower() == name.lower():
                return 1 << place
        try:
            return self.hands[self.seat(where)]
        except KibitzError:
            near = did_you_mean(where, [*self.seats, *names])
            raise KibitzError(
                f"{self.game.title} has no seat or place `{where}`{near}",
                f"its seats are {', '.join(self.seats)}",
            ) from None

    def seat_name(self, seat: int) -> str:
        """A seat in a formula: its initial."""
        return self.initials[seat]

    def places_name(self, places: int) -> str:
        """Some places in a formula: the initial of a seat for its hand, else their names."""
        return " or ".join(
            self.initials[self.hands.index(part)]
            if part in self.hands
            else self.game.place_names[part.bit_length() - 1]
            for part in self._parts(places)
        )

    def holder(self, places: int) -> str:
        """Some places in a sentence: "East", "the dog", "South's discard"."""
        return " or ".join(self._holder(part) for part in self._parts(places))

    def _parts(self, places: int) -> Iterator[int]:
        """Hands as a whole, other places one by one."""
        for hand in self.hands:
            if hand and hand & places == hand:
                yield hand
                places &= ~hand
        for place in members(places):
            yield 1 << place

    def _holder(self, places: int) -> str:
        if places in self.hands:
            return self.seats[self.hands.index(places)]
        (place,) = members(places)
        for family in self.game.layout.families.values():
            if family.base <= place < family.base + family.size:
                name = self.game.sheet.names.get(family.name, family.name.lower())
                owner = (place - family.base) // family.room
                if family.owner == "team" and owner < len(self.game.program.teams):
                    team = self.game.program.teams[owner]
                    return f"the {name} of {' and '.join(self.seats[seat] for seat in team)}"
                if family.owner != "player":
                    return f"the {name}"
                return f"{self.seats[owner]}'s {name}"
        return self.game.place_names[place]

    # --- cards ------------------------------------------------------------------------------------

    @cached_property
    def everything(self) -> int:
        """All cards of the deck."""
        return (1 << len(self.game.cards)) - 1

    @cached_property
    def values(self) -> dict[str, dict[str, int]]:
        """The values of every attribute, and the cards that have each."""
        found: dict[str, dict[str, int]] = {}
        for face in self.game.cards:
            for attribute, value in face.attributes.items():
                of = found.setdefault(attribute, {})
                of[value] = of.get(value, 0) | 1 << face.number
        return found

    @cached_property
    def _names(self) -> dict[tuple[str, str], Name]:
        """What the cards of each value of an attribute are called."""
        found = {}
        for attribute, values in self.values.items():
            words = [self.game.sheet.names.get(value, value.lower()) for value in values]
            plural = 2 * sum(word.endswith("s") for word in words) > len(words)  # like suits
            foreign = not plural and len(_FOREIGN & set(values)) == len(values)
            for value, word in zip(values, words, strict=True):
                if foreign:
                    one, many = f"card of {word}", word
                elif plural:
                    one, many = word.removesuffix("s"), word
                else:
                    one, many = word, _plural(word)
                found[attribute, value] = Name(one, many, many)
        return found

    @cached_property
    def _kinds(self) -> dict[str, int]:
        """Sets of cards by the words for them, those of the commonest attributes first."""
        found: dict[str, int] = {}
        for form in (0, 1):
            for (attribute, value), name in self._names.items():
                for word in (name[form], value.lower()):
                    found.setdefault(word.lower(), self.values[attribute][value])
        return found

    def cards(self, text: str) -> int:
        """Cards by name: one card, all of a suit or rank, in any case, singular or plural; a range
        `trumps above 12` or an exception `clubs other than JC` as this class writes them; several
        joined by `or`."""
        wanted = text.strip()
        if " or " in wanted:
            total = 0
            for part in wanted.split(" or "):
                total |= self.cards(part)
            return total
        if " other than " in wanted:
            kind, _, others = wanted.partition(" other than ")
            total = self.cards(kind)
            for card in others.split(" and "):
                total &= ~(1 << self.game.card(card).number)
            return total
        if " above " in wanted:
            kind, _, above = wanted.partition(" above ")
            last = self.game.card(above).number
            return self.cards(kind) & -(1 << (last + 1))
        written = self.game.written(wanted)
        if written:
            return sum(1 << face.number for face in written)
        low = wanted.lower()
        if low in self._kinds:
            return self._kinds[low]
        known = [*self._kinds, *(face.text for face in self.game.cards)]
        words = [name.many for name in self._names.values()]
        raise KibitzError(
            f"{self.game.title} has no card or suit `{text}`{did_you_mean(low, known)}",
            f"write a card like {self.game.cards[0].text} or one of: {', '.join(words[:8])}",
        )

    def cards_name(self, cards: int) -> str:
        """Words for a set of cards, short and such that `cards` reads them again."""
        return " or ".join(name.typed for name in self.names(cards))

    def names(self, cards: int) -> list[Name]:
        """The same as a list: some kinds of cards, or single cards."""
        if cards.bit_count() > 1:
            for attribute in self.values:
                found = self._of_values(attribute, cards)
                if found and self._means(found) == cards:
                    return found
            for found in (self._of_several(cards), self._but(cards)):
                if found and self._means(found) == cards:
                    return found
        return self._singles(cards)

    def _singles(self, cards: int) -> list[Name]:
        """Cards one by one."""
        single: dict[Name, None] = {}
        for face in (self.game.cards[card] for card in members(cards)):
            name = Name(face.symbol, face.symbol, face.text)
            if self._means([name]) & ~cards:  # another card is written like that
                marked = face.symbol + face.mark
                name = Name(marked, marked, face.text + face.mark)
            single[name] = None
        return list(single)

    def _of_several(self, cards: int) -> list[Name]:
        """All cards of a few values of any attributes, and single ones: trumps where jacks are
        trumps, too, "diamonds or jacks"."""
        found, left = [], cards
        for attribute, values in self.values.items():
            for value, own in values.items():
                if own.bit_count() > 1 and not own & ~cards and (own & left).bit_count() > 1:
                    found.append(self._names[attribute, value])
                    left &= ~own
        few = found and len(found) + left.bit_count() <= 4
        return [*found, *self._singles(left)] if few else []

    def _but(self, cards: int) -> list[Name]:
        """The cards of one value but for a few of them: "clubs other than J♣"."""
        for attribute, values in self.values.items():
            for value, own in values.items():
                missing = own & ~cards
                if not cards & ~own and 0 < 2 * missing.bit_count() < own.bit_count():
                    name, less = self._names[attribute, value], self._singles(missing)
                    shown = " and ".join(card.many for card in less)
                    typed = " and ".join(card.typed for card in less)
                    return [
                        Name(
                            f"{name.one} other than {shown}",
                            f"{name.many} other than {shown}",
                            f"{name.typed} other than {typed}",
                        )
                    ]
        return []

    def _of_values(self, attribute: str, cards: int) -> list[Name]:
        """The cards as all, or the last, of those with some value of an attribute."""
        values = self.values[attribute]
        inside = [value for value, own in values.items() if own & cards]
        if all(values[value].bit_count() == 1 for value in inside):
            return []  # no kinds of cards: each is called by its own name
        names = [self._names[attribute, value] for value in inside]
        if len(names) == 1 and cards.bit_count() > 2 and cards != values[inside[0]]:
            if not self._is_a_row(values[inside[0]]):
                return []
            below = values[inside[0]] & ~cards
            last = self.game.cards[below.bit_length() - 1]
            (name,) = names
            return [
                Name(
                    f"{name.one} above {last.symbol}",
                    f"{name.many} above {last.symbol}",
                    f"{name.typed} above {last.text}",
                )
            ]
        # A few kinds, or somewhat more that stand for far more cards.
        few = len(names) <= 4 or 3 * len(names) <= min(27, cards.bit_count())
        return names if few else []

    def _is_a_row(self, cards: int) -> bool:
        """Whether they differ in one attribute, as those of a suit do in rank: then some can be
        above others."""
        return any(
            all((own & cards).bit_count() <= 1 for own in values.values())
            for values in self.values.values()
        )

    def _means(self, names: list[Name]) -> int:
        """What the names will be read as; nothing if they cannot be."""
        try:
            return self.cards(" or ".join(name.typed for name in names))
        except KibitzError:
            return 0


def _plural(word: str) -> str:
    """Several of what the word means one of: twos, sixes, twenties."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
