"""What is legal in a description and probably not meant: a misspelt place, a point map that nothing
sets, an empty group on offer, a rule that peeks at hidden cards.

A warning is given only where the text is certain to be what it warns of; a name that is computed
while the game runs may be any name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.errors import did_you_mean
from kibitz.recycle.diagnostics import Diagnostics
from kibitz.recycle.emptiness import EmptyGroup, holds_empty
from kibitz.recycle.legality import deciding
from kibitz.recycle.names import possible_names
from kibitz.recycle.sight import Sight
from kibitz.recycle.tree import DeckForm, Kind, Node, Program, origins, walk

__all__ = ["lint"]

OWNERS = {Kind.GAME: "game", Kind.PLAYER: "player", Kind.TEAM: "team"}
OWNED = {"game": "the game", "player": "a player", "team": "a team"}

HIDDEN = ("iloc", "hloc", "oloc")
"""Kinds of places that not everybody sees."""

Key = tuple[str, str, str | None]
"""Kind of owner, kind of place or store, name; no name: any."""


def lint(program: Program, found: Diagnostics) -> None:
    """Warn of what is suspicious in a program."""
    linter = _Linter(program, found)
    linter.attributes()
    linter.point_maps()
    linter.stores()
    linter.places()
    linter.order()
    for node in linter.nodes:
        if node.op == "stage":
            linter.stage(node)
        elif node.op == "choice":
            linter.empty_groups(node)
            linter.peeking(node)


class _Linter:
    def __init__(self, program: Program, found: Diagnostics) -> None:
        self.program = program
        self.found = found
        self.nodes = list(dict.fromkeys(program.nodes()))
        self.sight = Sight(program.players)
        self.cards: list[dict[str, str]] = []
        for node in self.nodes:
            if isinstance(node.value, DeckForm):
                self.cards += node.value.cards

    # --- words --------------------------------------------------------------------------------

    def warn(self, node: Node, message: str, hint: str | None = None) -> None:
        start, end = node.at
        if "\n" in self.found.source.text[start:end]:
            end = start + 1
        self.found.warning(start, end, message, hint)

    def show(self, node: Node) -> str:
        text = " ".join(self.found.source.text[slice(*node.at)].split())
        return text if len(text) <= 40 else text[:37] + "..."

    def texts(self, node: Node) -> frozenset[str] | None:
        """The names an expression can yield, if that can be told."""
        names = possible_names(node, self.cards)
        return None if names is None else frozenset(names)

    def keys(self, node: Node) -> list[Key]:
        """The places, stores or maps a node can mean."""
        owner = OWNERS[node.args[0].kind]
        texts = self.texts(node.args[1])
        return [(owner, node.text, t) for t in ([None] if texts is None else sorted(texts))]

    def families(self, node: Node) -> frozenset[Key]:
        """The places a collection of cards is made of."""
        return frozenset(key for place in origins(node) for key in self.keys(place))

    # --- attributes ---------------------------------------------------------------------------

    def attributes(self) -> None:
        """Attributes and values that no card has."""
        values: dict[str, set[str]] = {}
        for card in self.cards:
            for attribute, value in card.items():
                values.setdefault(attribute, set()).add(value)
        for node in self.nodes:
            if node.traits.attribute and self.cards:
                name = node.args[0]
                texts = self.texts(name)
                if texts and not texts & values.keys():
                    near = did_you_mean(self.show(name), values)
                    self.warn(name, f"no card has an attribute `{self.show(name)}`{near}")
            if node.op == "pair":
                self._value(node.args[0], node.args[1], values, sure=False)
            elif node.op in ("==", "!="):
                for one, two in (node.args, node.args[::-1]):
                    if one.op == "cardatt":
                        self._value(one.args[0], two, values, sure=True)

    def _value(self, attribute: Node, value: Node, values: dict[str, set[str]], sure: bool) -> None:
        """Awards for cards that are not in the deck do no harm, unless a name is misspelt."""
        if attribute.op != "name" or value.op != "name" or attribute.text not in values:
            return
        known = values[attribute.text]
        near = did_you_mean(value.text, known)
        if any(binding.name == value.text for binding in self.program.declarations):
            near = f"; did you mean the variable `'{value.text}`?"
        if value.text not in known and (sure or near):
            self.warn(value, f"no card has `{value.text}` as its {attribute.text}{near}")

    # --- maps, stores, places -----------------------------------------------------------------

    def point_maps(self) -> None:
        targets = {node.args[0] for node in self.nodes if node.op == "set_points"}
        uses = [node for node in self.nodes if node.op == "points" and node not in targets]
        known = {key for node in targets for key in self.keys(node)}
        for node, key, near in self._lacking(uses, known):
            self.warn(
                node,
                f"the point map `{key[2]}` of {OWNED[key[0]]} is never set{near}",
                "without awards every card scores 0",
            )

    def stores(self) -> None:
        targets = {node.args[0] for node in self.nodes if node.traits.sets}
        uses = [node for node in self.nodes if node.op == "store" and node not in targets]
        known = {key for node in targets for key in self.keys(node)}
        for node, key, near in self._lacking(uses, known):
            value = "0" if key[1] in ("sto", "isto") else "empty"
            self.warn(
                node,
                f"`{key[2]}` of {OWNED[key[0]]} is read but never set{near}",
                f"it is always {value}",
            )

    def places(self) -> None:
        filled: list[Node] = []
        swaps: list[tuple[Node, ...]] = []
        for node in self.nodes:
            if node.traits.puts:
                filled.append(node.args[1].args[0])
            elif node.op == "create_deck":
                filled.append(node.args[0])
            elif node.op == "swap_places":
                swaps.append(node.args)
        uses = [node for node in self.nodes if node.traits.keeps == "cards"]
        keys = {key for node in filled for key in self.families(node)}
        while True:
            pairs = (tuple(map(self.families, pair)) for pair in swaps)
            more = {key for a, b in pairs if (a | b) & keys for key in a | b} - keys
            if not more:
                break
            keys |= more
        for node, key, near in self._lacking(uses, keys):
            what = "remembered in" if key[1] == "mem" else "put into"
            self.warn(
                node,
                f"no card is ever {what} `{self.show(node)}`{near}",
                "it is always empty",
            )

    def order(self) -> None:
        """Hidden cards whose order everybody knows: nothing is left to chance."""
        if self.program.players < 2 or any(n.op in ("shuffle", "random") for n in self.nodes):
            return
        decided = {id(n) for node in self.nodes if node.op == "choice" for n in walk(node)}
        for node in self.nodes:
            if node.op == "create_deck":
                place = node.args[0]
            elif node.op == "move" and id(node) not in decided:
                place = node.args[1].args[0]
            else:
                continue
            hidden = any(spot.text in HIDDEN for spot in origins(place))
            if hidden and len(self.cards) > 1:
                self.warn(
                    node,
                    "nothing is ever shuffled: everybody knows the order of the cards hidden here",
                    "shuffle the place they are dealt from",
                )
                return

    def _lacking(self, uses: Iterable[Node], known: set[Key]) -> Iterator[tuple[Node, Key, str]]:
        """The first use of each thing that nothing gives a value to, and what may be meant."""
        told: set[Key] = set()
        for node in sorted(uses, key=lambda node: node.at):
            keys = self.keys(node)
            safe = (
                k[2] is None or k in known or (*k[:2], None) in known or k in told for k in keys
            )
            if keys and not any(safe):
                told.update(keys)
                yield node, keys[0], self._instead(keys[0], known)

    def _instead(self, key: Key, known: set[Key]) -> str:
        """What may be meant: the same name elsewhere, or a similar one."""
        owner, what, name = key
        named = sorted(k for k in known if k[2] is not None and k[2] == name)
        for other in named:
            if other[0] == owner:
                return f"; did you mean `{other[1]}`?"
        for other in named:
            if other[1] == what:
                return f"; did you mean `{name}` of {OWNED[other[0]]}?"
        near = {k[2] for k in known if k[0] == owner and k[1] == what and k[2]}
        return did_you_mean(name or "", near)

    # --- stages and choices -------------------------------------------------------------------

    def stage(self, node: Node) -> None:
        """A stage in which nothing can ever change, unless its end asks whose turn it is."""
        end, *body = node.args
        if any(
            n.op == "choice" or (n.traits.acts and n.op != "pass")
            for part in body
            for n in walk(part)
        ):
            return
        if not any(n.traits.turn or n.traits.rolls for n in walk(end)):
            self.warn(
                node,
                "nothing in this stage changes anything",
                "if its end does not hold on arrival, it never will",
            )

    def empty_groups(self, choice: Node) -> None:
        """Picks among subsets of which the empty one is not ruled out."""
        for node in walk(choice):
            if not node.picks or node.args[0].kind is not Kind.GROUPS:
                continue
            if holds_empty(node.args[0]) and EmptyGroup(node.bound).allows(node.args[1]):
                name = f"'{node.bound.name}"
                self.warn(
                    node.args[0],
                    f"`{name}` may be a group of no cards, which is offered like any other",
                    f"if it is no option, ask for (> (size {name}) 0)",
                )

    def peeking(self, choice: Node) -> None:
        """Tests that decide what is legal and read cards the chooser may not see."""
        for node in deciding(choice, self.sight):
            place = self.sight.reads_hidden(node)
            if place is not None:
                self.warn(
                    node,
                    "what is legal depends here on cards that the chooser may not see",
                    f"`{self.show(place)}` is seen by {self.sight.audience(place)}",
                )
