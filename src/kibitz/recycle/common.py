"""What everybody sees: which parts of a description depend on no hidden card.

Stores are public but the private ones, and so is how many cards lie in a place. The cards
themselves are public where everybody sees the place. A card somebody picks is public if they put
it, or show it, where everybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from kibitz.recycle.tree import Binding, Kind, Node, origins, walk

__all__ = [
    "common",
    "done_to_all",
    "look_alike",
    "offers_a_secret",
    "only_noted",
    "open_to_all",
    "shown",
    "taken_openly",
]


NUMBERS = ("set_int", "inc", "dec")
"""Actions after which everybody sees what a number is."""


def open_to_all(place: Node) -> bool:
    """Whether everybody sees the cards of a place."""
    if place.value == "oloc":
        return place.args[0].kind is Kind.GAME
    return place.value in ("vloc", "mem")


def common(
    node: Node,
    public: Collection[Binding] = (),
    sees: Callable[[Node], bool] = open_to_all,
    noted: bool = True,
) -> bool:
    """Whether a value depends only on what everybody sees; some picks are known to be public. Or on
    what somebody sees, if that is asked. A card that is noted in a memory place may lie hidden,
    unless that is not so."""
    if node.traits.keeps == "cards":
        return sees(node) and all(common(arg, public, sees, noted) for arg in node.args)
    if node.private and not sees(node):
        return False
    if node.op == "size" and node.args[0].traits.keeps:
        return all(common(arg, public, sees, noted) for arg in node.args[0].args)
    if noted and node.op == "owner" and only_noted(node.args[0], public):
        return False  # everybody knows the card, but perhaps not where it is
    if node.op == "var":
        binding = node.bound
        if binding in public or binding.how == "declare":
            return True
        return binding.value is None or common(binding.value, public, sees, noted)
    return all(common(arg, public, sees, noted) for arg in node.args)


def only_noted(card: Node, public: Collection[Binding]) -> bool:
    """Whether a card may be one that is noted in a memory place and lies elsewhere."""
    if card.op == "var":
        if card.bound in public or card.bound.value is None:
            return False
        return only_noted(card.bound.value, public)
    places = (place for part in card.collections for place in origins(part))
    return any(place.value == "mem" for place in places) or any(
        only_noted(arg, public) for arg in card.args if arg.kind is Kind.CARD
    )


def offers_a_secret(choice: Node, names: Collection[Binding] = (), noted: bool = True) -> bool:
    """Whether the options of a choice may show the chooser something about unseen cards. Some names
    are given right before it. Cards that are noted may lie hidden, unless that is not so."""
    names = {*names, *(n.bound for n in walk(choice) if n.op == "let")}

    def chooser(owner: Node) -> bool:
        """Whether somebody is the chooser, or their team."""
        if owner.op == "team_of":
            return chooser(owner.args[0])
        if owner.op == "var" and owner.bound in names and owner.bound.value is not None:
            return chooser(owner.bound.value)
        return owner.op == "current"

    def another(owner: Node) -> bool:
        """Whether somebody is surely not the chooser."""
        return owner.stands_for is not None and owner.stands_for.op == "others"

    def sees(place: Node) -> bool:
        own = place.value == "iloc" or place.private
        facing = place.value == "oloc" and another(place.args[0])
        return open_to_all(place) or facing or (own and chooser(place.args[0]))

    heads = [n for option in choice.args for n in _before_effects(option)]
    asked = [n.args[0] for n in heads if n.op == "when"]
    picked = [n.args[0] for n in heads if n.picks]
    asked += [node for node in picked if node.op != "place"]  # how many lie there is no secret
    return not all(common(node, sees=sees, noted=noted) for node in asked)


def _before_effects(option: Node) -> Iterator[Node]:
    """All that decides which options there are. What an option does, once nothing is left to be
    picked, is no part of that."""
    if option.guards or option.op == "let" or option.picks:
        yield option
        yield from _before_effects(option.statements[-1])
    elif option.op == "do" and len(option.args) == 1:
        yield from _before_effects(option.args[0])
    elif any(n.picks for n in walk(option)):
        yield from walk(option)


def shown(effects: Node, pick: Binding) -> bool:
    """Whether everybody learns what was picked: the effects that surely happen tell it."""

    def itself(node: Node) -> bool:
        value = node.stands_for
        inside = value is not None and value.means(pick)
        return node.means(pick) or (inside and node.bound.how != "let")

    def taken(card: Node) -> bool:
        return itself(card) or (card.traits.end and itself(card.args[0]))

    for node in done_to_all(effects):
        if node.traits.puts:
            card, dest = node.args
            if taken(card) and open_to_all_of(dest.args[0]):
                return True
        elif node.traits.sets or node.op == "cycle":
            if any(itself(arg) or (arg.op == "pid" and itself(arg.args[0])) for arg in node.args):
                return True
            if node.args[0].op == "store" and any(map(itself, node.args[0].args)):
                return True
        if node.op == "move":
            place = node.args[1].args[0]
            if itself(place) or (place.op == "place" and any(map(itself, place.args))):
                return True
    return any(itself(times) for times in _counted_by_all(effects))


def _counted_by_all(node: Node) -> Iterator[Node]:
    """How often something is done that everybody sees done."""
    if node.op == "repeat" and any(done_to_all(node.args[1])):
        yield node.args[0]
    elif node.traits.sure:
        for statement in node.statements:
            yield from _counted_by_all(statement)


def taken_openly(effects: Node, pick: Binding) -> bool:
    """Whether everybody sees which card was picked, because it lies open and is surely moved."""
    if pick.kind is not Kind.CARD or pick.value is None or not common(pick.value):
        return False
    moves = (n for n in done_to_all(effects) if n.op == "move")
    return any(n.args[0].means(pick) for n in moves) and all(
        open_to_all(place) and place.value != "mem" for place in origins(pick.value)
    )


def open_to_all_of(place: Node) -> bool:
    """The same of a place that may be given by a variable."""
    while place.stands_for is not None:
        place = place.stands_for
    if place.op == "filter":
        return open_to_all_of(place.args[0])
    return place.traits.keeps == "cards" and open_to_all(place)


def done_to_all(node: Node) -> Iterator[Node]:
    """The actions that everybody sees done whatever the cards are, also those done for each of a
    group."""
    for_each = node.op == "repeat_all" or (node.op == "each" and not node.picks)
    if node.traits.acts:
        if not (node.traits.sets and node.args[0].private):
            yield node
    elif node.traits.sure or for_each:
        for statement in node.statements:
            yield from done_to_all(statement)


def look_alike(one: Node, two: Node) -> bool:
    """Whether two options with these effects may look the same to somebody who cannot see the
    cards."""
    first, second = list(done_to_all(one)), list(done_to_all(two))
    if _stands_out(first, two) or _stands_out(second, one):
        return False
    if _varies(one) or _varies(two):  # how often something is done differs from deal to deal
        return any(_alike(a, b) for a in first for b in second) or not (first and second)
    if len(first) != len(second):
        return False
    return all(_alike(a, b) for a, b in zip(first, second, strict=True))


def _stands_out(surely: list[Node], other: Node) -> bool:
    """Whether something is surely done that the other option cannot do."""
    able = [n for n in walk(other) if n.traits.acts]
    return any(not any(_alike(a, b) for b in able) for a in surely)


def _varies(node: Node) -> bool:
    """Whether it depends on something what is done."""
    if node.traits.sure:
        return any(map(_varies, node.statements))
    return not node.traits.acts


def _alike(one: Node, two: Node) -> bool:
    if one.op != two.op:  # a number is set or changed: one sees what it is now
        both = one.op in NUMBERS and two.op in NUMBERS
        return both and _alike(one.args[0], two.args[0])
    if one.traits.literal:
        return one.value == two.value
    if one.traits.puts:
        if one.op == "move" and _come_apart(one.args[0], two.args[0]):
            return False
        return _alike(one.args[1], two.args[1])
    if one.traits.sets and not _alike(one.args[0], two.args[0]):
        return False
    if one.value != two.value and (_told(one) or one.op == "store"):
        return False
    return all(
        _alike(a, b) for a, b in zip(one.args, two.args, strict=False) if _told(a) and _told(b)
    )


def _come_apart(one: Node, two: Node) -> bool:
    """Whether two cards surely lie in different places, as everybody sees when they are moved."""
    first, second = _sources(one), _sources(two)
    return bool(first) and bool(second) and not first & second


def _sources(card: Node) -> set[tuple[object, ...]]:
    """The kinds of places a card may lie in; none if the text does not say."""
    if card.op == "var" and card.stands_for is not None and card.bound.how == "let":
        return _sources(card.stands_for)
    where = card.stands_for if card.op == "var" else next(iter(card.collections), None)
    found: set[tuple[object, ...]] = set()
    for place in origins(where) if where is not None else ():
        if place.op != "place" or place.said is None or place.value == "mem":
            return set()
        found.add((place.value, place.said, place.args[0].kind))
    return found


def _told(node: Node) -> bool:
    """Whether the text of an operand says what it means to everybody; two stores may hold the
    same."""
    return node.traits.literal or node.op in ("place", "dest")
