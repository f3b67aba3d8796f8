"""What kind of card a face is: read from its attributes, whatever game it comes from.

A heart with a rank is a French card, a sword with one a Spanish card, an acorn with one a German
card; trumps and the Excuse make a Tarot deck; a rank without a suit is a court or a number; all
else is plain words. A heart can be a German one, too: the deck it is in says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kibitz.engine.packs import FOOLS, FRENCH, GERMAN, ITALIAN, SIGNS, SPANISH, TRUMPS

__all__ = ["Printed", "Reading", "read_face"]


class Printed(Protocol):
    """What is drawn: a `kibitz.engine.faces.Face`, or anything with the same names."""

    @property
    def number(self) -> int: ...
    @property
    def attributes(self) -> Mapping[str, str]: ...
    @property
    def text(self) -> str: ...
    @property
    def symbol(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def pack(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """A card understood: its deck, and what the drawing needs of it."""

    deck: str
    """french, spanish, italian, german, trump, excuse, joker, court (a rank without a suit) or
    plain."""
    suit: str = ""
    """In small letters, as the shapes are called: hearts, oros."""
    rank: str = ""
    """As it stands in the corner: 1 to 21, A, J, C, Q, K, U, O."""
    corner: str = ""
    """What a sheet writes for the rank, if not that."""
    words: tuple[str, ...] = ()
    """What else is printed on it."""
    hue: str = ""
    """A colour by its name, where the attributes have one."""


NUMBERS = (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN",
    "ELEVEN", "TWELVE", "THIRTEEN", "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN",
    "NINETEEN", "TWENTY", "TWENTYONE",
)  # fmt: skip
SPANISH_NUMBERS = (
    "CERO", "AS", "DOS", "TRES", "CUATRO", "CINCO", "SEIS", "SIETE", "OCHO", "NUEVE",
    "SOTA", "CABALLO", "REY",
)  # fmt: skip
ITALIAN_NUMBERS = (
    "ZERO", "ASSO", "DUE", "TRE", "QUATTRO", "CINQUE", "SEI", "SETTE", "FANTE", "CAVALLO", "RE",
)  # fmt: skip
ITALIAN_COURTS = {"A": "1", "J": "8", "C": "9", "Q": "9", "K": "10"}
GERMAN_RANKS = {
    "UNTER": "U", "UNDER": "U", "BUBE": "U", "JACK": "U", "KNAVE": "U", "WENZEL": "U",
    "OBER": "O", "OVER": "O", "DAME": "O", "QUEEN": "O",
    "KING": "K", "KOENIG": "K", "KONIG": "K", "ACE": "A", "AS": "A", "ASS": "A",
    "DAUS": "D", "DEUCE": "D", "SAU": "A",
    "SECHS": "6", "SIEBEN": "7", "ACHT": "8", "NEUN": "9", "ZEHN": "10",
}  # fmt: skip
COURTS = {
    "ACE": "A", "JACK": "J", "VALET": "J", "KNAVE": "J", "KNIGHT": "C", "CAVALIER": "C",
    "QUEEN": "Q", "DAME": "Q", "KING": "K", "ROI": "K", "A": "A", "J": "J", "Q": "Q", "K": "K",
    "T": "10",
}  # fmt: skip
HUES = (
    "red", "black", "blue", "green", "yellow", "white", "orange", "purple", "violet", "brown",
    "pink", "grey", "gray", "gold", "silver", "teal",
)  # fmt: skip


def rank_text(word: str) -> str:
    """A rank as it stands in the corner, or nothing if the word is none.

    >>> rank_text("QUEEN"), rank_text("SEVEN"), rank_text("12"), rank_text("SILK")
    ('Q', '7', '12', '')
    """
    word = word.upper()
    if word in COURTS:
        return COURTS[word]
    if word in NUMBERS:
        return str(NUMBERS.index(word))
    return word if re.fullmatch(r"[0-9]{1,2}", word) else ""


def read_face(face: Printed) -> Reading:
    """What kind of card a face is."""
    values = {attribute: value.upper() for attribute, value in face.attributes.items()}
    hue = _hue(face)
    if any(value in FOOLS for value in values.values()):
        return Reading("excuse", hue=hue)
    if any("JOKER" in value for value in values.values()):
        others = _others(face, [a for a, value in values.items() if "JOKER" in value])
        return Reading("joker", words=others, hue=hue)
    for attribute, value in values.items():
        left = {a: v for a, v in values.items() if a != attribute}
        if value in TRUMPS:
            for other, word in left.items():
                rank = rank_text(word) or rank_text(re.sub("^(TRUMP|ATOUT)", "", word))
                if rank.isdigit() and 1 <= int(rank) <= 21:
                    return Reading("trump", rank=rank, words=_others(face, [attribute, other]))
        deck, suit = _suit(face, attribute, value)
        if suit:
            for other, word in left.items():
                rank = RANKS[deck](word)
                if rank:
                    others = _others(face, [attribute, other])
                    return Reading(deck, suit, rank, _corner(face, deck, rank), others)
            return Reading(deck, suit, words=_others(face, [attribute]))
    words = _words(face)
    ranks = [(k, rank_text(word)) for k, word in enumerate(words) if rank_text(word)]
    if len(ranks) != 1:  # none, or two of them like on a domino
        return Reading("plain", words=tuple(words), hue=hue)
    [(at, rank)] = ranks
    if len(words) == 1 and rank in ("J", "C", "Q", "K"):
        return Reading("court", rank=rank)
    return Reading("plain", rank=rank, words=tuple(words[:at] + words[at + 1 :]), hue=hue)


def _suit(face: Printed, attribute: str, value: str) -> tuple[str, str]:
    """The pack and the suit that a word means on a card: the suit its sheet has a sign for, or one
    of its pack, or else of the first pack that has such a suit."""
    signs = [suit for sign, suit in SIGNS.items() if sign in face.symbol]
    if signs and attribute == "SUIT":
        return "german", signs[0]
    packs = {"french": FRENCH, "spanish": SPANISH, "italian": ITALIAN, "german": GERMAN}
    order = sorted(packs, key=lambda pack: pack != face.pack)
    deck = next((pack for pack in order if value in packs[pack]), "")
    return deck, packs[deck][value] if deck else ""


def _german_rank(word: str) -> str:
    return GERMAN_RANKS.get(word) or rank_text(word)


def _italian_rank(word: str) -> str:
    if word in ITALIAN_NUMBERS:
        return str(ITALIAN_NUMBERS.index(word))
    rank = rank_text(word)
    return ITALIAN_COURTS.get(rank, rank)


def _spanish_rank(word: str) -> str:
    if word in SPANISH_NUMBERS:
        return str(SPANISH_NUMBERS.index(word))
    rank = rank_text(word)
    return {"A": "1", "J": "10", "C": "11", "K": "12", "Q": ""}.get(rank, rank)


def _corner(face: Printed, deck: str, rank: str) -> str:
    """The letters of a rank, where there is more than one way to write it: those of the sheet."""
    if deck not in ("italian", "german"):
        return ""
    found = re.match(r"([A-Z]{1,2}|[0-9]{1,2})(?![A-Za-z0-9])", face.symbol)
    if found:
        return found[1]
    return {"8": "F", "9": "C", "10": "R"}.get(rank, "") if deck == "italian" else ""


RANKS = {
    "french": rank_text,
    "spanish": _spanish_rank,
    "italian": _italian_rank,
    "german": _german_rank,
}


def _others(face: Printed, known: list[str]) -> tuple[str, ...]:
    """Words printed besides suit and rank: `Left`; not the colour, which the suit shows."""
    shown = face.text.lower()
    return tuple(
        value.capitalize()
        for attribute, value in face.attributes.items()
        if attribute not in known
        and len(value) > 1
        and value.lower() in shown
        and value.lower() not in HUES
    )


def _words(face: Printed) -> list[str]:
    """The printed words of a card of an unknown deck, in the order they are written in.

    They are the values of its attributes where these explain all that is written, and otherwise
    the writing itself.
    """
    text = face.symbol or face.text
    left, found = text, []
    for value in sorted(face.attributes.values(), key=len, reverse=True):
        for spelling in filter(None, (value, rank_text(value))):
            at = left.lower().find(spelling.lower())
            if at >= 0:
                found.append((at, left[at : at + len(spelling)]))
                left = left[:at] + " " * len(spelling) + left[at + len(spelling) :]
                break
    if not found or re.search(r"[^\s\-_.,/]", left):
        return text.replace("_", " ").split() or ["card"]
    return [word.replace("_", " ") for _, word in sorted(found)]


def _hue(face: Printed) -> str:
    """A colour that an attribute names, or that the sheet of the game gives."""
    for value in face.attributes.values():
        if value.lower() in HUES:
            return value.lower()
    return face.colour if face.colour in HUES else ""
