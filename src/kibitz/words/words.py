"""How the things of a game are called at the table: cards, places, seats, what the rules keep.

Everything is said to one seat, which is "you", or to all at the table (None).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.twins import labels
from kibitz.words.layout import laid_out
from kibitz.words.pieces import Card, Piece, Pieces, Seat, capital, joined

__all__ = ["Place", "Store", "Words", "counted", "listed", "third_person"]

SPOKEN = """
add announce ask bet bid bury call capture catch check choose claim close declare defend discard
double draw drop exchange fold follow give go guess hold keep knock lay lead leave make meld move
name open order pass pay pick play put raise redouble reveal say see sell show skip stand stay stop
swap take tell throw trade trump turn use win
"""
VERBS = frozenset(SPOKEN.split())
"""First words of a label that make it a sentence: "East plays Q♥", but "East: prise"."""

UNSEEN = re.compile(r"card (\d+) of ([a-z]+ \d+)")
"""How a label writes a card that nobody sees: its number, and the name of the place."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of cards: what it is called, and whose it is."""

    number: int
    key: str
    """Its name in an observation."""
    name: str
    stem: str
    """Its name without the index, if there are several beside each other."""
    index: int | None
    family: str
    """The name in the description."""
    owner: str
    who: int
    sight: str
    ordered: bool


@dataclass(frozen=True, slots=True)
class Store:
    """A number or name that the rules keep."""

    slot: int
    key: str
    """Its name in an observation."""
    name: str
    family: str
    owner: str
    who: int
    text: bool
    private: bool


class Words:
    """The words of one game, spoken to one seat or to all."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.places = derived(game, _places)
        self.stores = derived(game, _stores)
        self.order = derived(game, _order)
        self._owned = derived(game, _owned)
        self.teams: tuple[tuple[int, ...], ...] = game.program.teams
        """The seats of each team; whoever shows a state sets what they are in it."""
        self.setting = laid_out(game)

    # --- cards --------------------------------------------------------------------------------

    def card(self, number: int) -> Card:
        """A card in a sentence."""
        return Card(number, self.game.cards[number].symbol)

    def cards(self, numbers: Iterable[int]) -> Pieces:
        """Cards beside each other, the unseen ones (-1) counted."""
        numbers = list(numbers)
        seen = [number for number in numbers if number >= 0]
        parts: list[Piece] = [self.card(number) for number in seen]
        unseen = len(numbers) - len(seen)
        if unseen or not numbers:
            parts.append(counted(unseen, "card") if not seen else f"and {counted(unseen, 'more')}")
        return (
            joined(*(part for piece in parts for part in (" ", piece)))[1:] if seen else (*parts,)
        )

    def label(self, action: Action, *, marked: bool = False) -> Pieces:
        """The label of an action, its cards as cards; with or without the numbers of copies."""
        # A bid of two hearts is written like a card, but is none.
        names = () if action.cards else self.game.sheet.names.values()
        parts: list[Piece] = []
        for word in UNSEEN.sub(self._unseen, action.label).split(" "):
            known = None if word in names else self.setting.symbols.get(word)
            if known is None:
                parts += [" ", word]
            else:
                parts += [" ", Card(known, word) if marked else self.card(known)]
        return joined(*parts[1:])

    def _unseen(self, found: re.Match[str]) -> str:
        """A card nobody sees: `card 5 of hand 1` is the fifth of East's hand."""
        number = self.setting.places.get(found[2])
        return found[0] if number is None else f"card {found[1]} of {self.place(number)}"

    def labels(self, actions: Sequence[Action]) -> list[Pieces]:
        """The labels of options. Copies have numbers only where two would read the same."""
        read = labels(self.game, actions)
        return [
            self.label(action, marked=action.label == text)
            for action, text in zip(actions, read, strict=True)
        ]

    def sorted(self, numbers: Iterable[int]) -> list[int]:
        """Cards as one holds them in the hand."""
        return sorted(numbers, key=lambda number: self.order[number])

    # --- seats --------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.game.seats[seat]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.game.seats[seat]}'s"

    def team(self, number: int) -> str:
        """A team by its members."""
        members = self.teams[number] if number < len(self.teams) else ()
        return listed([self.who(seat) for seat in members]) or f"team {number + 1}"

    def seat_piece(self, seat: int) -> Seat:
        """A seat in a sentence."""
        return Seat(seat, self.who(seat))

    def does(self, seat: int, label: str | Pieces) -> Pieces:
        """A sentence without its full stop: what a seat does, by the label of an action."""
        what = joined(label)
        who = capital((self.seat_piece(seat),))
        first = what[0] if what and isinstance(what[0], str) else ""
        verb, _, _ = first.partition(" ")
        if verb not in VERBS:
            return joined(who, ": ", what)
        if seat != self.seat:
            what = joined(third_person(verb) + first[len(verb) :], what[1:])
        return joined(who, " ", what)

    # --- places and stores --------------------------------------------------------------------

    def place(self, number: int) -> str:
        """A place in a sentence: `the stock`, `East's hand`."""
        place = self.places[number]
        if place.owner == "player":
            return f"{self.whose(place.who)} {place.name}"
        if place.owner == "team":
            return f"the {place.name} of {self.team(place.who)}"
        return f"the {place.name}"

    def of(self, owner: str, who: int) -> list[Store]:
        """What the rules keep about the game, a seat (player) or a team."""
        return self._owned.get((owner, who), [])

    def name(self, number: int) -> str:
        """A name of the rules by its number."""
        return self.value(self.game.name_list[number])

    def value(self, value: int | str) -> str:
        """A number or name of the rules."""
        if isinstance(value, int):
            return str(value)
        return self.game.sheet.names.get(value, value.lower()) or "nothing"


def third_person(verb: str) -> str:
    """`play` -> `plays`, `pass` -> `passes`, `say` -> `says`, `carry` -> `carries`."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def listed(words: Sequence[str]) -> str:
    """`North, East and West`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, what: str) -> str:
    """`a card`, `6 cards`."""
    if what == "more":
        return f"{number} more"
    return f"a {what}" if number == 1 else f"{number} {what}s"


def _places(game: Game) -> list[Place]:
    found: list[Place] = []
    names: dict[tuple[str, str], int] = {}
    for family in game.layout.families.values():
        names[family.owner, family.name] = names.get((family.owner, family.name), 0) + 1
    kinds = {"vloc": "open ", "oloc": "shown ", "mem": "noted "}
    for family in game.layout.families.values():
        clash = names[family.owner, family.name] > 1
        stem = (kinds.get(family.sight, "hidden ") if clash else "") + game.sheet.names.get(
            family.name, family.name.lower()
        )
        for who in range(family.owners):
            for index in range(family.room):
                number = family.base + who * family.room + index
                found.append(
                    Place(
                        number,
                        game.place_names[number],
                        f"{stem} {index}" if family.room > 1 else stem,
                        stem,
                        index if family.room > 1 else None,
                        family.name,
                        family.owner,
                        who,
                        family.sight,
                        family.ordered or family.memory,
                    )
                )
    return sorted(found, key=lambda place: place.number)


def _stores(game: Game) -> dict[int, Store]:
    """The stores by their slot, in the order of `State.stores`."""
    counts = {"game": 1, "player": game.players, "team": max(1, game.layout.teams)}
    keys = {slot: key for key, (slot, _) in game.store_slots.items()}
    return {
        at + who: Store(
            at + who,
            keys[at + who],
            name.lower(),
            name,
            owner,
            who,
            kind in ("str", "istr"),
            at + who in game.layout.private,
        )
        for (owner, kind, name), at in game.layout.stores.items()
        for who in range(counts[owner])
    }


def _owned(game: Game) -> dict[tuple[str, int], list[Store]]:
    """The stores by whose they are."""
    found: dict[tuple[str, int], list[Store]] = {}
    for store in derived(game, _stores).values():
        found.setdefault((store.owner, store.who), []).append(store)
    return found


def _order(game: Game) -> list[tuple[int, ...]]:
    """What the cards of a hand are sorted by: attributes, their values as they first appear."""
    by = game.sheet.sort or ("SUIT", "RANK")
    ranks: dict[str, dict[str, int]] = {name: {} for name in by}
    for card in game.cards:
        for name in by:
            ranks[name].setdefault(card.attributes.get(name, ""), len(ranks[name]))
    return [
        (*(ranks[name][card.attributes.get(name, "")] for name in by), card.number)
        for card in game.cards
    ]
