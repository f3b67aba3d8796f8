"""Which pack cards are of: French, Spanish, Italian, German or Tarot cards, known by their suits.

Some words are in two packs: hearts are in the French and the German one, `SPADE` is an Italian
sword or one French spade. The other suits of the deck decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

__all__ = [
    "FOOLS",
    "FRENCH",
    "GERMAN",
    "ITALIAN",
    "OWN",
    "PACKS",
    "SIGNS",
    "SPANISH",
    "TRUMPS",
    "counted",
    "pack_of",
    "packs_of",
]

FRENCH = {
    "HEARTS": "hearts", "HEART": "hearts", "DIAMONDS": "diamonds", "DIAMOND": "diamonds",
    "CLUBS": "clubs", "CLUB": "clubs", "SPADES": "spades", "SPADE": "spades",
}  # fmt: skip
SPANISH = {
    "OROS": "oros", "ORO": "oros", "COPAS": "copas", "COPA": "copas",
    "ESPADAS": "espadas", "ESPADA": "espadas", "BASTOS": "bastos", "BASTO": "bastos",
}  # fmt: skip
ITALIAN = {
    "DENARI": "denari", "DENARO": "denari", "ORI": "denari", "COPPE": "coppe", "COPPA": "coppe",
    "SPADE": "spade", "SPADA": "spade", "BASTONI": "bastoni", "BASTONE": "bastoni",
}  # fmt: skip
GERMAN = {
    "ACORNS": "acorns", "ACORN": "acorns", "EICHEL": "acorns", "EICHELN": "acorns",
    "LEAVES": "leaves", "LEAF": "leaves", "LAUB": "leaves", "BLATT": "leaves",
    "GRUEN": "leaves", "GRAS": "leaves",
    "HEARTS": "herz", "HEART": "herz", "HERZ": "herz", "HERZEN": "herz",
    "BELLS": "bells", "BELL": "bells", "SCHELLEN": "bells", "SCHELLE": "bells",
}  # fmt: skip
SIGNS = {"🌰": "acorns", "🍃": "leaves", "🌿": "leaves", "🍂": "leaves", "🔔": "bells"}
"""What a sheet can write for a suit to have it drawn as a German one, whatever its name."""

TRUMPS = ("TRUMPS", "TRUMP", "ATOUTS", "ATOUT", "TAROTS")
FOOLS = ("EXCUSE", "FOOL", "LEMAT")

OWN = "own"
"""A deck of a game's own."""
PACKS = ("french", "spanish", "italian", "german", "tarot", OWN)

SUITS: Mapping[str, Mapping[str, str]] = {
    "french": FRENCH, "spanish": SPANISH, "italian": ITALIAN, "german": GERMAN,
}  # fmt: skip

Attributes = Mapping[str, str]


def packs_of(cards: Sequence[Attributes], signs: Collection[str] = ()) -> list[str]:
    """The pack of each card of a deck, nothing if it is of none; `signs` are what a sheet writes
    for suits.

    >>> packs_of([{"SUIT": "HEARTS"}, {"SUIT": "BELLS"}, {"COLOUR": "BLUE"}])
    ['german', 'german', '']
    """
    words = {value.upper() for card in cards for value in card.values()}
    sure = {pack for pack in SUITS if any(_only(word) == pack for word in words)}
    if any(sign in SIGNS for sign in signs):
        return ["german" if "SUIT" in card else _pack(card, sure) for card in cards]
    return [_pack(card, sure) for card in cards]


def _only(word: str) -> str:
    """The pack that alone has a suit of this name."""
    having = [pack for pack, suits in SUITS.items() if word in suits]
    return having[0] if len(having) == 1 else ""


def _pack(card: Attributes, sure: Collection[str]) -> str:
    for value in card.values():
        word = value.upper()
        if word in TRUMPS or word in FOOLS:
            return "tarot"
        having = [pack for pack, suits in SUITS.items() if word in suits]
        if having:
            return next((pack for pack in having if pack in sure), having[0])
        if "JOKER" in word:
            return "french"
    return ""


def pack_of(cards: Iterable[Attributes], signs: Collection[str] = ()) -> str:
    """The pack that a deck is, as a whole: what most of its cards are of.

    >>> pack_of([{"RANK": "ACE", "SUIT": "HEARTS"}, {"RANK": "ACE", "SUIT": "SPADES"}])
    'french'
    """
    found = packs_of(list(cards), signs)
    if "tarot" in found:
        return "tarot"
    (pack, _), *_ = Counter(pack or OWN for pack in found).most_common(1) or [(OWN, 0)]
    return pack


def counted(cards: Sequence[Attributes]) -> int:
    """How many cards are played with: a card that shows a suit and nothing else, where others have
    a rank as well, is a marker for something.

    >>> counted([{"RANK": "ACE", "SUIT": "HEARTS"}, {"SUIT": "HEARTS"}])
    1
    """
    whole = [card for card in cards if set(card) != {"SUIT"}]
    return len(whole) or len(cards)
