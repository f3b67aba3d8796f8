"""Disclosures: what the course of the game shows about cards one cannot see.

Whoever may play a heart on a spade has no spades. The emitter finds such conditions in the rules;
the code it writes evaluates what everybody can see of them and leaves the rest: a condition on
hidden cards, made by the functions here. `True` and `False` are conditions whose outcome everybody
sees anyhow; `Untold` is one that cannot be told at all, with the reason.

    count     so many of these cards lie in those places
    all_of    several conditions at once
    one_of    at least one of several
    secret    a test of hidden cards that has no such form, to be done again on other deals
    Picked    what was picked unseen is among these cards
    lying     the card at an end of a place is one of these

Sets of places and cards are bit sets. All of this is Python only: native code tells nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from operator import eq, ge, gt, le, lt, ne, or_
from typing import NamedTuple, TypeAlias

from kibitz.engine.events import WIDTH, WITH_CARD, walk
from kibitz.recycle.prelude import EVENTS

__all__ = [
    "DISCLOSING",
    "MANY",
    "All",
    "Clause",
    "Condition",
    "Count",
    "Disclosure",
    "Log",
    "Lying",
    "One",
    "Picked",
    "Secret",
    "Untold",
    "clauses",
    "may_ask_order",
    "revised",
    "single",
    "told",
    "untold",
    "without_untold",
]

CHANCE = EVENTS["chance"]
UNSEEN = EVENTS["label"], EVENTS["number"], EVENTS["name"]
"""Events that one does not see at all, or sees all of."""

PRIME = (1 << 61) - 1

MANY = 1 << 16
"""More than any place can hold."""

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}

MOST_CLAUSES = 64
"""A condition that falls into more clauses is kept as it is."""


class Count(NamedTuple):
    """At least `least` and at most `most` of these cards lie in these places."""

    places: int
    cards: int
    least: int
    most: int

    def holds(self, places: Sequence[int]) -> bool:
        """Whether it is so when every card is in the place given here."""
        cards, found = self.cards, 0
        while cards:
            card = (cards & -cards).bit_length() - 1
            cards &= cards - 1
            found += self.places >> places[card] & 1
        return self.least <= found <= self.most


class All(NamedTuple):
    """All of these hold."""

    parts: tuple[Condition, ...]


class One(NamedTuple):
    """At least one of these holds."""

    parts: tuple[Condition, ...]


class Secret(NamedTuple):
    """A condition on hidden cards that no count can say: how a test came out on the cards as they
    lay then. It holds the whole state of that moment: nothing to be shown to a seat as it is."""

    test: Callable[..., int]
    line: int
    """Where the description says it."""
    places: int
    """The places it looks into."""
    numbers: array[int]
    given: tuple[int, ...]
    outcome: int


class Picked(NamedTuple):
    """All cards that were picked unseen in this decision are among these. It stands only in the
    condition of a disclosure of such a pick; counts beside it speak of the moment before the cards
    left their place."""

    cards: int


class Lying(NamedTuple):
    """The card at an end of a place is one of these."""

    place: int
    end: int
    """1 is the top, -1 the bottom."""
    cards: int
    others: int
    """All other cards."""
    card: int
    """Which it is, for those who see the place: nothing to be shown to the others. -1: there is
    none; -2: nobody sees it, and it may not even have been drawn."""


def may_ask_order(secret: Secret) -> bool:
    """Whether a test may depend on the order of hidden cards. The emitter writes none that does,
    and gives them numbers; where a whole option is tried, it may."""
    return not secret.test.__name__.removeprefix("secret_").isdigit()


class Untold(NamedTuple):
    """Something about hidden cards that can neither be counted nor tested again."""

    line: int
    """Where the description says it."""
    why: str
    """The reason, in a few words that the author of a game understands."""


Condition: TypeAlias = "bool | Count | All | One | Secret | Picked | Lying | Untold"

Clause: TypeAlias = "tuple[Count | Secret | Picked | Lying | Untold | All | One, ...]"
"""Alternatives, of which at least one is so."""


class Disclosure(NamedTuple):
    """Something that everybody learns, at a moment between two events."""

    at: int
    """How many events of the step come before it."""
    condition: Condition
    picked: int = 0
    """Cards that were picked."""
    places: int = 0
    """Where they were, as everybody can tell."""
    shown: bool = False
    """Everybody sees which cards they were."""
    allowed: int = -1
    """If nobody else sees them: what they can have been."""
    until: int = 0
    """How many events come before the last that moves them."""


class Missing(Exception):
    """What a condition asks for is not there: then nothing can be said of it."""


class Log(list[int]):
    """The events of a step as they are written, after a first number that is not used, and what
    they disclose."""

    __slots__ = ("disclosures",)

    def __init__(self) -> None:
        self.append(0)
        self.disclosures: list[Disclosure] = []


def all_of(*parts: Condition) -> Condition:
    """A condition that holds if all parts do."""
    return _joined(All, parts, False)


def one_of(*parts: Condition) -> Condition:
    """A condition that holds if one of the parts does."""
    return _joined(One, parts, True)


def _joined(kind: type[All | One], parts: tuple[Condition, ...], decided: bool) -> Condition:
    """Several conditions in one; one that everybody sees to be so may decide it."""
    left: list[Condition] = []
    for part in parts:
        if part is decided:
            return decided
        if not isinstance(part, bool):
            left.extend(part.parts if isinstance(part, kind) else (part,))
    if not left:
        return not decided
    return left[0] if len(left) == 1 else kind(tuple(left))


def opposite(part: Condition) -> Condition:
    """A condition that holds if the part does not."""
    if isinstance(part, bool):
        return not part
    if isinstance(part, Count):
        return one_of(
            count(part.places, part.cards, 0, part.least - 1),
            count(part.places, part.cards, part.most + 1, MANY),
        )
    if isinstance(part, All):
        return one_of(*map(opposite, part.parts))
    if isinstance(part, One):
        return all_of(*map(opposite, part.parts))
    if isinstance(part, Secret):
        return part._replace(outcome=not part.outcome)
    if isinstance(part, Picked):
        return Untold(0, "that a card picked unseen is not of some kind")
    if isinstance(part, Lying):
        return part._replace(cards=part.others, others=part.cards)
    return part


def count(places: int, cards: int, least: int, most: int) -> Condition:
    """So many of the cards lie in the places."""
    size = cards.bit_count()
    if least > most or least > size or most < 0:
        return False
    if least <= 0 and most >= size:
        return True
    return Count(places, cards, max(0, least), most)


def counted(places: int, cards: int, sign: str, number: int) -> Condition:
    """The number of the cards that lie in the places compares so with a number."""
    if sign == "==":
        return count(places, cards, number, number)
    if sign == "!=":
        return opposite(count(places, cards, number, number))
    if sign in ("<", "<="):
        return count(places, cards, 0, number - (sign == "<"))
    return count(places, cards, number + (sign == ">"), MANY)


def counted_together(parts: Sequence[tuple[int, int]], sign: str, number: int) -> Condition | None:
    """The same of several numbers of cards added up; nothing if they are not one number of cards:
    of other cards in the same places, or of the same cards in other places."""
    places, cards = parts[0]
    for more, others in parts[1:]:
        if more == places and not others & cards:
            cards |= others
        elif others == cards and not more & places:
            places |= more
        else:
            return None
    return counted(places, cards, sign, number)


def the_only_one(places: int, cards: int) -> Condition | None:
    """The one card of a kind lies in these places; nothing if there are several of the kind."""
    return count(places, cards, 1, 1) if cards.bit_count() == 1 else None


def lying(place: int, end: int, cards: int, others: int, size: int, card: int) -> Condition:
    """The card at an end of a place of so many cards is one of these, and none of the others."""
    if not size:
        return Lying(place, end, cards, others, -1)
    if size == 1:
        return count(1 << place, cards, 1, 1)
    if not others or not cards:
        return not others
    return Lying(place, end, cards, others, card)


def lie_open(numbers: Sequence[int], where: int, cards: int, hidden: int) -> bool:
    """Whether none of these cards lies in a hidden place."""
    while cards:
        card = (cards & -cards).bit_length() - 1
        cards &= cards - 1
        if numbers[where + card] >= 0 and hidden >> numbers[where + card] & 1:
            return False
    return True


def snapshot(numbers: array[int]) -> array[int]:
    """The state as it is now."""
    return array("q", numbers)


def worth(numbers: Sequence[int], base: int, cards: int) -> int:
    """A point map as one number."""
    found = 0
    for points in numbers[base : base + cards]:
        found = (found * 1_000_003 + points + 7) % PRIME
    return found


def seen_by_all(log: Log, begun: int, everybody: int) -> int:
    """What everybody sees of the events since, as one number: equal only if they look the same."""
    found = 0
    for kind, one, two, three, seen, _ in walk(log[begun:]):
        if kind == CHANCE or (kind in UNSEEN and seen != everybody):
            continue
        if kind in WITH_CARD and seen != everybody:
            one = -1
        for number in (kind, one, two, three):
            found = (found * 1_000_003 + number + 7) % PRIME
    return found


def disclose_again(
    log: Log,
    begun: int,
    test: Callable[..., int],
    line: int,
    places: int,
    numbers: array[int],
    given: tuple[int, ...],
    everybody: int,
) -> None:
    """Everybody has seen what was done since: on other deals it looks the same."""
    outcome = seen_by_all(log, begun, everybody)
    condition = Secret(test, line, places, numbers, given, outcome)
    log.disclosures.append(Disclosure((begun - 1) // WIDTH, condition))


def one_tuple(places: int, cards: int, many: int, scores: Sequence[int]) -> Condition:
    """So many of some cards that have the same score lie in some places."""
    levels: dict[int, int] = {}
    for card, score in enumerate(scores):
        if cards >> card & 1:
            levels[score] = levels.get(score, 0) | 1 << card
    return one_of(*(count(places, level, many, MANY) for level in levels.values()))


def one_of_the_best(
    places: int, theirs: int, cards: int, scores: Sequence[int], highest: bool, drawn: Untold
) -> Condition:
    """The best of some cards in some places is in those of a player. If several are equally good,
    one of them was drawn, so that it is likelier with who has more of them: that is not told."""
    ways: list[Condition] = []
    better = 0
    levels = {score for card, score in enumerate(scores) if cards >> card & 1}
    for score in sorted(levels, reverse=highest):
        level = sum(1 << c for c, own in enumerate(scores) if own == score and cards >> c & 1)
        theirs_too = count(theirs, level, 1, MANY)
        alone = level.bit_count() == 1
        ways.append(all_of(count(places, better, 0, 0), theirs_too, alone or drawn))
        better |= level
    return one_of(*ways)


def laid_by_number(
    places: int, cards: int, held: int, values: Sequence[int], sign: str, number: int
) -> Condition:
    """Of some cards in some places those of one value are laid down wherever their number compares
    so: of these one sees how many there are, of all others that it does not."""
    parts: list[Condition] = []
    for value in dict.fromkeys(values):
        kind = sum(1 << c for c, own in enumerate(values) if own == value) & cards
        there = (kind & held).bit_count()
        if there and SIGNS[sign](there, number):
            parts.append(count(places, kind, there, there))
        else:
            not_so = opposite(counted(places, kind, sign, number))
            none = count(places, kind, 0, 0) if SIGNS[sign](0, number) else False
            parts.append(one_of(none, not_so))
    return all_of(*parts)


def secret(
    test: Callable[..., int],
    line: int,
    places: int,
    numbers: array[int],
    given: tuple[int, ...],
    outcome: int = True,
) -> Condition:
    """A test of hidden cards comes out so."""
    return Secret(test, line, places, array("q", numbers), given, outcome)


def disclose(log: Log, at: int, condition: Condition, outcome: bool) -> None:
    """Everybody sees whether a condition holds."""
    told = condition if outcome else opposite(condition)
    if told is not True:
        log.disclosures.append(Disclosure((at - 1) // WIDTH, told))


def disclose_pick(
    log: Log,
    condition: Condition,
    picked: int,
    places: int,
    shown: bool,
    allowed: int,
    begun: int = -1,
) -> None:
    """Somebody picked cards, which was possible under this condition only."""
    at = len(log) // WIDTH if begun < 0 else (begun - 1) // WIDTH
    if not shown:
        condition = _narrowed(condition, allowed)
    log.disclosures.append(Disclosure(at, condition, picked, places, shown, allowed, MANY))


def add_pick(ways: list[tuple[Condition, int]], card: int, condition: Condition) -> None:
    """A card can have been picked under this condition; those of the same condition together."""
    if condition is False:
        return
    for number, (other, cards) in enumerate(ways):
        if other == condition:
            ways[number] = other, cards | card
            return
    ways.append((condition, card))


def all_picks(ways: list[tuple[Condition, int]]) -> int:
    """The cards that can have been picked in some ways."""
    return reduce(or_, (cards for _, cards in ways), 0)


def picked_one(ways: list[tuple[Condition, int]], picked: bool) -> Condition:
    """A card was picked in one of some ways; or it could have been."""
    return one_of(*(all_of(how, Picked(cards)) if picked else how for how, cards in ways))


def _narrowed(condition: Condition, allowed: int) -> Condition:
    """A condition on what was picked unseen, which is among the allowed cards."""
    if isinstance(condition, Picked):
        return allowed & ~condition.cards == 0 or condition
    if isinstance(condition, All):
        return all_of(*(_narrowed(part, allowed) for part in condition.parts))
    if isinstance(condition, One):
        return one_of(*(_narrowed(part, allowed) for part in condition.parts))
    return condition


def disclose_drawn(log: Log, begun: int, picked: int, places: int, allowed: int) -> None:
    """Cards that everybody knows to be of a kind have been moved since."""
    at, until = (begun - 1) // WIDTH, len(log) // WIDTH
    log.disclosures.append(Disclosure(at, True, picked, places, False, allowed, until))


def place_by_place(log: Log, begun: int) -> None:
    """Order moves that were made since by the places they come from: the order of the cards would
    tell something about those that one cannot see."""
    moves = sorted(walk(log[begun:]), key=lambda move: move[2])
    log[begun:] = [number for move in moves for number in move]


DISCLOSING = {
    "Missing": Missing,
    "add_pick": add_pick,
    "all_picks": all_picks,
    "picked_one": picked_one,
    "NO_CHANCE": array("q", [0, 0]),
    "Picked": Picked,
    "Untold": Untold,
    "all_of": all_of,
    "one_of": one_of,
    "opposite": opposite,
    "how_many": count,
    "one_of_the_best": one_of_the_best,
    "one_tuple": one_tuple,
    "counted": counted,
    "secret": secret,
    "disclose": disclose,
    "counted_together": counted_together,
    "the_only_one": the_only_one,
    "lying": lying,
    "laid_by_number": laid_by_number,
    "lie_open": lie_open,
    "snapshot": snapshot,
    "worth": worth,
    "seen_by_all": seen_by_all,
    "disclose_again": disclose_again,
    "disclose_pick": disclose_pick,
    "disclose_drawn": disclose_drawn,
    "place_by_place": place_by_place,
}
"""What the telling variant of a game calls."""


def revised(condition: Condition, judge: Callable[[Count | Lying], Condition]) -> Condition:
    """A condition in which every count is replaced by what is known of it."""
    if isinstance(condition, (Count, Lying)):  # quicker than a union
        return judge(condition)
    if isinstance(condition, All):
        return all_of(*(revised(part, judge) for part in condition.parts))
    if isinstance(condition, One):
        parts = [revised(part, judge) for part in condition.parts]
        return one_of(*(part for part in parts if not any(_implies(part, p) for p in parts)))
    return condition


def _implies(one: Condition, two: Condition) -> bool:
    """Whether one says more than the other: no hearts, and not the queen of hearts."""
    return (
        isinstance(one, Count)
        and isinstance(two, Count)
        and one is not two
        and one.places == two.places
        and one.most == two.most == 0
        and not two.cards & ~one.cards
        and one.cards != two.cards
    )


def told(condition: Condition) -> Condition:
    """A condition without the states it was tested on: what may be told of it."""
    if isinstance(condition, Count):
        return condition
    if isinstance(condition, Secret):
        return condition._replace(numbers=array("q"), given=())
    if isinstance(condition, Lying):
        return condition._replace(card=-2)
    if isinstance(condition, All | One):
        return type(condition)(tuple(map(told, condition.parts)))
    return condition


def clauses(condition: Condition) -> Iterator[Clause]:
    """A condition as lists of alternatives, of each of which at least one is so: counts and tests.

    What cannot be told is an alternative, too: such a list says nothing, but that something is not
    told. Of a condition that would fall into too many lists, what can be told is one alternative,
    as it is.
    """
    for clause in _clauses(condition):
        yield tuple(part for i, part in enumerate(clause) if part not in clause[:i])


def _clauses(condition: Condition) -> list[Clause]:
    if condition is True:
        return []
    if condition is False:
        return [()]
    if isinstance(condition, All):
        return [clause for part in condition.parts for clause in _clauses(part)]
    if not isinstance(condition, One):
        return [(condition,)]
    found: list[Clause] = [()]
    for part in condition.parts:
        inner = _clauses(part)
        if len(found) * len(inner) > MOST_CLAUSES:
            surely, *others = [without_untold(condition), *untold(condition)]
            left = () if isinstance(surely, bool) else (surely,)
            return [clause for each in (*left, *others[:1]) for clause in [(each,)]]
        found = [(*one, *two) for one, two in product(found, inner)]
    return found


def single(condition: Condition) -> Iterator[Condition]:
    """The single conditions that a condition is joined from."""
    if isinstance(condition, All | One):
        for part in condition.parts:
            yield from single(part)
    else:
        yield condition


def untold(condition: Condition) -> Iterator[Untold]:
    """What cannot be told of a condition."""
    return (part for part in single(condition) if isinstance(part, Untold))


def without_untold(condition: Condition) -> Condition:
    """What can be told of a condition: it is so wherever the condition is."""
    if isinstance(condition, Untold):
        return True
    if isinstance(condition, All):
        return all_of(*map(without_untold, condition.parts))
    if isinstance(condition, One):
        return one_of(*map(without_untold, condition.parts))
    return condition
