"""What a description makes: decks, teams, and the awards of point maps."""

from __future__ import annotations

from kibitz.recycle.elaboration import Elaboration
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Wrong, is_spots
from kibitz.recycle.tree import DeckForm, Kind, Node

__all__ = ["AWARDS", "MOST_CARDS", "awards", "create_deck", "real", "team_lists", "whole"]

MOST_CARDS = 512

AWARDS = "for example (set (game points P) (((RANK : ACE) 14) ((RANK : KING) 13)))"


def real(here: Elaboration, item: Item, place: Node, memory: bool) -> None:
    """A place into which one can put a card, or a note."""
    if place.kind is Kind.WRONG:
        return
    group = place.op.startswith("group_") and is_spots(place.args[-1])
    if not group and not place.is_spot:
        raise here.wrong(
            item,
            f"`{here.show(item)}` is a collection of cards, not a place one can put a card into",
        )
    if memory and not _sights(place) <= {"mem"}:
        raise here.wrong(item, "a card can only be remembered in a `mem` place")
    if not memory and "mem" in _sights(place):
        raise here.wrong(
            item,
            "a `mem` place holds notes: no card can lie in it",
            "a note is made with (remember CARD DEST)",
        )


def awards(here: Elaboration, points: Node, body: Item, at: tuple[int, int]) -> Node:
    if not isinstance(body, Form):
        raise here.wrong(body, "the awards of a point map stand in brackets", AWARDS)
    first = body.items[0] if body.items else None
    if isinstance(first, Form) and len(first.items) in (2, 3) and isinstance(first.items[0], Atom):
        raise here.wrong(body, "every award stands in brackets of its own", AWARDS)
    awards = [award for item in body.items for award in _award(here, item)]
    return Node("set_points", Kind.NOTHING, (points, *awards), at)


def _award(here: Elaboration, item: Item) -> list[Node]:
    try:
        if not isinstance(item, Form) or len(item.items) < 2:
            raise here.wrong(
                item, "an award is one or more (ATTRIBUTE : VALUE) and a number", AWARDS
            )
        ways: list[tuple[Node, ...]] = [()]
        for part in item.items[:-1]:
            pairs = _pair(here, part)
            if len(ways) * len(pairs) > MOST_CARDS:
                raise here.wrong(item, "this award has too many alternatives")
            ways = [(*way, pair) for way in ways for pair in pairs]
        amount = here.integer(item.items[-1])
        at = (item.start, item.end)
        return [Node("award", Kind.NOTHING, (*way, amount), at) for way in ways]
    except Wrong:
        return []


def _pair(here: Elaboration, item: Item) -> list[Node]:
    """(RANK : ACE); in older files (RANK (ACE)), or (RANK (ACE, KING)): one for each value."""
    at = (item.start, item.end)
    parts = [p for p in item.items if str(p) != ":"] if isinstance(item, Form) else []
    if len(parts) != 2:
        raise here.wrong(
            item,
            f"`{here.show(item)}` is not a pair of attribute and value",
            "a pair is written (RANK : ACE)",
        )
    attribute, value = parts
    values = [value]
    if isinstance(value, Form) and (len(value.items) == 1 or "," in map(str, value.items[1:2])):
        values = [part for part in value.items if str(part) != ","]
    name = here.string(attribute)
    return [Node("pair", Kind.NOTHING, (name, here.string(value)), at) for value in values]


def create_deck(here: Elaboration, item: Form) -> Node:
    rest = item.items[2:]
    back = ""
    if len(rest) == 3 and isinstance(rest[0], Atom):
        if rest[0].kind != "name":
            raise here.wrong(
                rest[0], f"`{rest[0]}` is not the name of a card back", here.syntax("create")
            )
        back = str(rest[0])
        rest = rest[1:]
    if len(rest) != 2:
        raise here.wrong(
            item, "a deck is created in a place, from a `(deck ...)`", here.syntax("create")
        )
    where, deck = rest
    place = here.cards(where)
    real(here, where, place, memory=False)
    if not isinstance(deck, Form) or deck.head != "deck" or len(deck.items) < 2:
        raise here.wrong(
            deck,
            "`(deck ...)` with at least one attribute was expected",
            "(deck (RANK (ACE, KING)) (SUIT (HEARTS, SPADES)))",
        )
    cards = _product(here, [_attribute(here, part) for part in deck.items[1:]], deck)
    return Node(
        "create_deck",
        Kind.NOTHING,
        (place,),
        (item.start, item.end),
        DeckForm(tuple(cards), back),
    )


def _product(
    here: Elaboration, factors: list[list[dict[str, str]]], item: Item
) -> list[dict[str, str]]:
    cards: list[dict[str, str]] = [{}]
    for factor in factors:
        if len(cards) * len(factor) > MOST_CARDS:
            raise here.wrong(item, f"a game has at most {MOST_CARDS} cards")
        cards = [{**one, **other} for one in cards for other in factor]
    return cards


def _attribute(here: Elaboration, item: Item) -> list[dict[str, str]]:
    """(SUIT (HEARTS, SPADES)): all ways to give the attribute a value."""
    hint = "an attribute is written (SUIT (HEARTS, SPADES))"
    first = item.items[0] if isinstance(item, Form) and item.items else None
    if not isinstance(item, Form) or not isinstance(first, Atom) or first.kind != "name":
        raise here.wrong(item, f"`{here.show(item)}` is not an attribute of a deck", hint)
    if len(item.items) < 2:
        raise here.wrong(item, f"the attribute `{first}` has no values", hint)
    ways: list[dict[str, str]] = []
    for part in item.items[1:]:
        if not isinstance(part, Form):
            raise here.wrong(item, f"the values of `{first}` stand in brackets of their own", hint)
        for value, carried in _values(here, part):
            ways += [{first.text: value, **more} for more in carried]
            if len(ways) > MOST_CARDS:
                raise here.wrong(item, f"a game has at most {MOST_CARDS} cards")
    return ways


def _values(here: Elaboration, item: Form) -> list[tuple[str, list[dict[str, str]]]]:
    """(RED (SUIT (HEARTS))): values, and the ways of what each also carries."""
    values: list[str] = []
    factors: list[list[dict[str, str]]] = []
    for part in item.items:
        if isinstance(part, Form):
            factors.append(_attribute(here, part))
        elif part.kind == "name":
            values.append(part.text)
        elif part.text != ",":
            raise here.wrong(
                part,
                f"`{part}` is not a value of an attribute",
                "values are capital letters: TWO rather than 2 or two",
            )
    if not values:
        raise here.wrong(item, "a value is missing here")
    carried = _product(here, factors, item)
    return [(value, carried) for value in values]


def team_lists(here: Elaboration, item: Form) -> tuple[tuple[int, ...], ...]:
    teams: list[tuple[int, ...]] = []
    for part in item.items[2:]:
        members = [p for p in part.items if str(p) != ","] if isinstance(part, Form) else []
        if not members or not all(isinstance(p, Atom) and p.text.isdigit() for p in members):
            raise here.wrong(
                part, f"`{here.show(part)}` is not a team", "a team is a list of seats: (0, 2)"
            )
        teams.append(tuple(int(str(p)) for p in members))
    if not teams:
        raise here.wrong(item, "there are no teams here", "(create teams (0, 2) (1, 3))")
    seats = [seat for team in teams for seat in team]
    if len(set(seats)) != len(seats):
        raise here.wrong(item, "a player is in two teams")
    base = 0 if 0 in seats else 1
    return tuple(tuple(seat - base for seat in team) for team in teams)


def whole(
    here: Elaboration, teams: tuple[tuple[int, ...], ...], item: Item, in_play: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Every player in one team: strangers are left out, those without a team play alone. Teams that
    are made in play may be meant for another number of players."""
    seated = [tuple(seat for seat in team if seat < here.players) for team in teams]
    left_out = any(len(kept) < len(team) for kept, team in zip(seated, teams, strict=True))
    if left_out and not in_play:
        here.found.warning(
            item.start, item.start + 6, "a team has a member who does not play; left out"
        )
    seated = [team for team in seated if team]
    alone = [seat for seat in range(here.players) if not any(seat in team for team in seated)]
    if teams and alone and not in_play:
        here.found.warning(item.start, item.start + 6, "a player is in no team and plays alone")
    return (*seated, *((seat,) for seat in alone))


def _sights(node: Node) -> set[str]:
    """The kinds of the places that a place or a list of places can be."""
    if node.traits.keeps == "cards":
        return {node.text}
    if node.stands_for is not None:
        return _sights(node.stands_for)
    parts = node.args[-1:] if node.op == "eachloc" else node.collections
    return {sight for part in parts for sight in _sights(part)}
