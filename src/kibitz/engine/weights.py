"""Weights: what sensible players choose, for the playouts of a search.

A game may bring a file `NAME.weight.py.txt` beside its description. It has a function
`weight(S, code)`, in a small part of Python (see `kibitz.engine.subset`): how often a sensible
player takes an option, against the other options; 0: never; -1 for the first option: no opinion,
any will do. Without it all are equally likely, which is well for cards to be played and ruins an
auction.

Names in capitals are filled in from the description: `PLACE_HAND` (of seat 0, the other seats
follow), `STORE_TAKER`, `NAME_NONE`, `ACTION_BID_PASS` (the number of an action without a pick),
`ACTION_DISCARD` (of the first one with a pick: card 0) and the sets of cards by what is printed on
them, `RANK_KING`, to be counted by `held(S, place, RANK_KING)`. Of a subset that is named card by
card, `CHOSEN` is the set of those named so far.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.engine.actions import action_name
from kibitz.engine.files import is_there, read_text
from kibitz.engine.subset import WITHIN, understood
from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import Source
from kibitz.recycle.layout import BITS

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["SUFFIX", "names_of", "read_weights", "sizes_of", "weights_text"]

SUFFIX = ".weight.py.txt"
"""What the file of a game's weights ends in, beside NAME.rcy."""

NONE = '''
def weight(S, code):
    """Nothing is known about this game."""
    return -1
'''

SCORE = '''
def worth(S, seat, score):
    """The score is all that counts."""
    return score
'''

HELD = '''
def held(S, place, cards, size):
    """How many of some cards lie in a place."""
    n = 0
    for w in range(min(WORDS, size)):
        n += popcount(S[within(SETS + place * WORDS + w, SIZE)] & cards[w])
    return n
'''


def read_weights(description: Path) -> str:
    """The weights a game brings along, or nothing."""
    path = description.with_suffix(SUFFIX)
    if not is_there(path):
        return ""
    text = read_text(path, "weights")
    _check(text, str(path))
    return text


@lru_cache(maxsize=32)
def _check(text: str, path: str) -> None:
    """Complain about weights that cannot be used; what was right is not read again."""
    if "weight" not in understood(Source(text, path)).heads:
        raise KibitzError(f"{path}: there is no function weight(S, code)")


def weights_text(game: Game) -> str:
    """The weights of a game for a kernel, with the names they use; for games without any, those of
    nothing."""
    if not game.weights:
        return f"{NONE}\n\n{SCORE}"
    source = Source(game.weights, str(Path(game.source.name).with_suffix(SUFFIX)))
    engine = sizes_of(game.emitted.text)
    named = {name: value for name, value in names_of(game) if name not in engine}
    known = {name: value.count(",") for name, value in named.items()}
    found = understood(source, {**known, **engine})
    used = sorted(found.used & named.keys())
    constants = "".join(f"{name} = {named[name]}\n" for name in used)
    own = ast.unparse(found.tree).replace("\ndef ", "\n\n\ndef ")
    return f"{constants}\n{WITHIN}\n{HELD}\n\n{SCORE}\n\n{own}\n"


def sizes_of(emitted: str) -> dict[str, int]:
    """The numbers and tables of an emitted module: how many numbers a table has; 0 for a number."""
    found = re.findall(r"^([A-Z]\w*) = (.*)$", emitted, re.MULTILINE)
    return {name: len(re.findall(r"-?\d+", value)) if "(" in value else 0 for name, value in found}


def names_of(game: Game) -> Iterator[tuple[str, str]]:
    """What weights and bots can name, and what it stands for."""
    layout = game.layout
    yield "CHOSEN", str(layout.chosen)
    for family in layout.families.values():
        yield f"PLACE_{family.name}", str(family.base)
    for (_, _, name), at in layout.stores.items():
        yield f"STORE_{name}", str(at)
    for name, number in layout.names.items():
        yield f"NAME_{name}", str(number)
    for verb in game.emitted.verbs:
        if verb.size:
            yield f"ACTION_{action_name(verb)}", str(verb.base)
    sets: dict[str, int] = {}
    for card in layout.cards:
        for attribute, value in card.attributes.items():
            name = f"{attribute}_{value}"
            sets[name] = sets.get(name, 0) | 1 << card.number
    for name, cards in sets.items():
        words = [cards >> (BITS * w) & ((1 << BITS) - 1) for w in range(layout.words)]
        yield name, f"table(({', '.join(map(str, words))},))"
