"""Cards that were moved, in words: who was dealt how many, what came where."""

from __future__ import annotations

from kibitz.engine.events import Event
from kibitz.words.pieces import Pieces, Sentence, capital, joined
from kibitz.words.words import Words, counted, listed

__all__ = ["arrivals"]

MANY = 12
"""More cards than this are counted, not named."""


def arrivals(words: Words, moves: list[Event]) -> list[Sentence]:
    """Moves that follow each other, told by where the cards went."""
    targets: dict[tuple[int | str, int], list[Event]] = {}
    for move in moves:
        targets.setdefault(_goal(words, move), []).append(move)
    told: list[Sentence] = []
    deals: dict[int, dict[int, int]] = {}
    for group in targets.values():
        target = group[0].target
        place = words.places[target]
        sources = {move.source for move in group}
        hidden = all(move.card < 0 for move in group)
        given = place.owner == "player" and not _own(words, target, sources)
        if hidden and given and len(sources) == 1:
            dealt = deals.setdefault(sources.pop(), {})
            dealt[place.who] = dealt.get(place.who, 0) + len(group)
        else:
            told.append(_arrival(words, target, group, sources))
    return [
        *(line for source, dealt in deals.items() for line in _deal(words, source, dealt)),
        *told,
    ]


def _goal(words: Words, move: Event) -> tuple[int | str, int]:
    """What is told in one sentence: cards that go to a place, or that a player is dealt to several
    places of a row."""
    place = words.places[move.target]
    row = place.owner == "player" and place.index is not None and place.sight != "vloc"
    return (place.family, place.who) if row else (move.target, -1)


def _deal(words: Words, source: int, dealt: dict[int, int]) -> list[Sentence]:
    """Players who get hidden cards from one place, those with equally many together."""
    told = []
    origin = _origin(words, source, anyone=True)
    others = {seat for seat in range(words.game.players) if seat != words.seat}
    for count in dict.fromkeys(dealt.values()):
        seats = {seat for seat, number in dealt.items() if number == count}
        who, get, each = listed([words.who(seat) for seat in sorted(seats)]), "get", ""
        if len(seats) > 2 and seats == others and words.seat is not None:
            who, get = "everybody else", "gets"
        elif len(seats) > 2 and len(seats) == words.game.players:
            who, get = "everybody", "gets"
        elif len(seats) > 1:
            each = " each"
        elif words.seat not in seats:
            get = "gets"
        told.append(_followed((f"{who} {get} {counted(count, 'card')}{each}{origin}",)))
    return told


def _origin(words: Words, source: int, anyone: bool = False) -> str:
    """Where cards came from, if that is worth saying."""
    if source < 0 or words.setting.roles[source] == "unshown":
        return ""
    return f" from {words.place(source)}" if anyone or words.places[source].owner == "game" else ""


def _arrival(words: Words, target: int, group: list[Event], sources: set[int]) -> Sentence:
    """Cards that came to a place."""
    place = words.places[target]
    cards = _named(words, [move.card for move in group])
    origin = _origin(words, next(iter(sources))) if len(sources) == 1 else ""
    own = _own(words, target, sources)
    if place.owner == "player" and place.sight != "vloc" and not own:
        get = "get" if place.who == words.seat else "gets"
        return _followed(joined(words.seat_piece(place.who), f" {get} ", cards, origin))
    if own and all(_shown(words, source, target) for source in sources):
        show = "show" if place.who == words.seat else "shows"
        return _followed(joined(words.seat_piece(place.who), f" {show} ", cards))
    if all(_turned_up(words, source, target) for source in sources):
        return _followed(joined(cards, f" {'is' if len(group) == 1 else 'are'} turned up"))
    goes = "goes" if len(group) == 1 else "go"
    return _followed(joined(cards, f"{origin} {goes} to {words.place(target)}"))


def _shown(words: Words, source: int, target: int) -> bool:
    """Whether a card went from a hidden place to an open one that is a hand, too."""
    return (
        words.places[source].sight != "vloc"
        and words.places[target].sight == "vloc"
        and words.setting.roles[target] == "hand"
    )


def _turned_up(words: Words, source: int, target: int) -> bool:
    """Whether a card that lay face down on the table came to an open place there, not to a pile."""
    place, roles = words.places[target], words.setting.roles
    return (
        source >= 0
        and roles[source] in ("stock", "centre", "beside")
        and words.places[source].sight not in ("vloc", "mem")
        and (place.owner, place.sight) == ("game", "vloc")
        and roles[target] != "pile"
    )


def _own(words: Words, target: int, sources: set[int]) -> bool:
    """Whether cards only went from one place of a player to another of theirs."""
    place = words.places[target]
    return place.owner == "player" and all(
        source >= 0
        and words.places[source].owner == "player"
        and words.places[source].who == place.who
        for source in sources
    )


def _named(words: Words, cards: list[int]) -> Pieces:
    if len(cards) > MANY and any(card < 0 for card in cards):
        return (counted(len(cards), "card"),)
    if len(cards) > 2 * MANY:
        return (counted(len(cards), "card"),)
    return words.cards(words.sorted(c for c in cards if c >= 0) + [c for c in cards if c < 0])


def _followed(pieces: Pieces) -> Sentence:
    return Sentence("followed", joined(capital(pieces), "."))
