"""How a game is laid out on a table: what its places are, which of them is the trick, what beats
what in it.

It is what the `[table]` section of the sheet says or, where that is silent, a guess from the
description.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.engine.derived import derived
from kibitz.engine.game import Game
from kibitz.engine.shown import Shown
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.recycle.layout import Family
from kibitz.recycle.tree import Node, walk

__all__ = ["Setting", "laid_out"]

TRUMP, LED = ("TRUMP", "TRUMPS", "TRUMPSUIT"), ("LED", "LEAD", "LEADSUIT", "LEDSUIT")
"""What descriptions call the stores of the trump suit and the suit led."""

PILES = ("WON", "PILE", "TAKEN", "TRICKS", "DISCARD", "CAPTURED")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table needs to know about a game besides its rules."""

    roles: tuple[str, ...]
    """By the number of the place: hand, trick, pile, stock, centre, beside or unshown."""
    trick: Mapping[int, int]
    """The places of the trick, and whose each is; -1 for one in the middle."""
    led: int
    """Where the rules keep the suit led; -1: it is that of the first card."""
    trump: int
    """Where they keep the trump suit; -1: nowhere."""
    trumps: str
    """The suit that is always trump."""
    suits: tuple[str, ...]
    """By the number of the card."""
    heights: tuple[int, ...]
    """By the number of the card: how high it is in its suit."""
    decided: frozenset[int]
    """Stores of players that they decide about."""
    symbols: Mapping[str, int]
    """Cards by how they are written in labels."""
    places: Mapping[str, int]
    """Places by how they are written there."""
    columns: int
    """How many numbered places of a hand lie in a row; 0: all of them."""


def laid_out(game: Game) -> Setting:
    """How a game is laid out; worked out once."""
    return derived(game, _layout)


def _layout(game: Game) -> Setting:
    shown = game.sheet.table
    families = list(game.layout.families.values())
    tricks = [f for f in families if f.name == shown.trick]
    if not shown.given:
        tricks = _guessed_tricks(game)
    trick = {
        family.base + index: index // family.room if family.owner == "player" else -1
        for family in tricks
        for index in range(family.size)
    }
    roles = [""] * game.layout.places
    for family in families:
        for place in range(family.base, family.base + family.size):
            roles[place] = "trick" if place in trick else _role(game, shown, family, place)
    suits = tuple(face.attributes.get("SUIT", "") for face in game.cards)
    ranks = shown.ranks or tuple(
        dict.fromkeys(face.attributes.get("RANK", "") for face in game.cards)
    )
    heights = {rank: height for height, rank in enumerate(ranks)}
    trump = _slot(game, (shown.trump,) if shown.given else TRUMP)
    return Setting(
        tuple(roles),
        trick,
        _slot(game, (shown.led,) if shown.given else LED),
        trump,
        shown.trump if trump < 0 else "",
        suits,
        tuple(heights.get(face.attributes.get("RANK", ""), -1) for face in game.cards),
        frozenset(
            at + who
            for (owner, _, name), at in game.layout.stores.items()
            if owner == "player" and name in game.sheet.words
            for who in range(game.players)
        ),
        {face.symbol + face.mark: face.number for face in game.cards},
        {name.lower(): number for number, name in enumerate(game.place_names)},
        int(game.parameters.get(shown.columns, 0)),
    )


def _role(game: Game, shown: Shown, family: Family, place: int) -> str:
    if family.name in shown.unshown:
        return "unshown"
    if family.name in shown.roles:
        return shown.roles[family.name]
    if any(hand >> place & 1 for hand in vocabulary_of(game).hands):
        return "hand"
    if family.owner == "team" or family.name in PILES:
        return "pile"
    if family.owner == "player":
        return "beside"
    return "centre" if family.sight in ("vloc", "mem") else "stock"


def _slot(game: Game, names: tuple[str, ...]) -> int:
    """Where the first of some names of the game is kept, -1 if none is."""
    for name in names:
        slot = game.layout.stores.get(("game", "str", name))
        if slot is not None:
            return slot
    return -1


def _guessed_tricks(game: Game) -> list[Family]:
    """Open places of players that a player moves a single card to, and the rules move it on."""
    played: set[str] = set()
    for verb in game.emitted.verbs:
        if [pick.kind for pick in verb.picks] == ["card"]:
            played |= {name for effect in verb.effects if (name := _target(effect))}
    chosen = {id(effect) for verb in game.emitted.verbs for effect in verb.effects}
    emptied: set[str] = set()
    for node in game.program.nodes():
        if node.op == "move" and id(node) not in chosen:
            emptied |= _names(node.args[0])
    return [
        family
        for family in game.layout.families.values()
        if family.owner == "player"
        and family.sight == "vloc"
        and family.room == 1
        and family.name in played & emptied
    ]


def _target(effect: Node) -> str:
    names = _names(effect.args[1]) if effect.op == "move" else set()
    return names.pop() if len(names) == 1 else ""


def _names(node: Node) -> set[str]:
    """The names of the places in an expression."""
    return {
        str(part.args[1].value)
        for part in walk(node)
        if part.op == "place" and part.args[1].op == "name"
    }
