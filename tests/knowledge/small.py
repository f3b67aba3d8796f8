"""The house games with few cards, so that all deals can be tried."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kibitz.engine import Game, load
from kibitz.engine.descriptions import find_description
from kibitz.engine.sheets import read_sheet
from kibitz.recycle.diagnostics import Source

SMALL = Path(__file__).parent.parent / "games" / "small"

SHORTER = {
    "agram": (
        ("(RANK (THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN))", "(RANK (THREE, FOUR, FIVE))"),
        ("(SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))", "(SUIT (SPADES, HEARTS, CLUBS))"),
        ("(SUIT (HEARTS, CLUBS, DIAMONDS))", "(SUIT (HEARTS, CLUBS))"),
        ("(declare 4 'NUMP)", "(declare 3 'NUMP)"),
        ("(declare 6 'HAND)", "(declare 3 'HAND)"),
    ),
    "boerenbridge": (("(declare 3 'FIRST)", "(declare 2 'FIRST)"), ("5 'PEAK", "2 'PEAK")),
    "brisca": (
        ("(SUIT (OROS, ESPADAS, COPAS, BASTOS))", "(SUIT (OROS, COPAS))"),
        (
            "(RANK (DOS, CUATRO, CINCO, SEIS, SIETE, SOTA, CABALLO, REY, TRES, AS))",
            "(RANK (DOS, SOTA, REY, AS))",
        ),
        ("(repeat 3\n", "(repeat 1\n"),
        ("(size ('P iloc HAND)) 3)", "(size ('P iloc HAND)) 1)"),
        ("(== (game sto PLAYED) 10)", "(== (game sto PLAYED) 2)"),
    ),
    "eights": (
        ("(RANK (SIX, SEVEN, EIGHT, NINE, TEN, ACE))", "(RANK (SIX, EIGHT, ACE))"),
        ("(SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))", "(SUIT (SPADES, HEARTS, CLUBS))"),
        ("(declare 3 'NUMP)", "(declare 2 'NUMP)"),
        ("(declare 4 'HAND)", "(declare 2 'HAND)"),
    ),
    "gofish": (
        ("NINE, TEN, JACK, QUEEN, KING, ACE", "NINE, TEN"),
        ("24", "8"),
        ("(declare 3 'NUMP)", "(declare 2 'NUMP)"),
        ("(declare 4 'HAND)", "(declare 2 'HAND)"),
    ),
    "guesses": (
        ("TEN, JACK, QUEEN, KING, ACE", "JACK, QUEEN, ACE"),
        ("(repeat 4 ", "(repeat 2 "),
        ("(range 0..4)", "(range 0..2)"),
    ),
    "marriage": (
        ("NINE, JACK, QUEEN, KING, TEN, ACE", "QUEEN, KING, ACE"),
        ("(SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))", "(SUIT (SPADES, HEARTS, CLUBS))"),
        ("(repeat 6 ", "(repeat 3 "),
    ),
    "twopacks": (
        ("JACK, QUEEN, KING, ACE", "QUEEN, ACE"),
        ("(SUIT (SPADES, HEARTS, CLUBS))", "(SUIT (SPADES, HEARTS))"),
        ("(declare 3 'NUMP)", "(declare 2 'NUMP)"),
        ("(repeat 6 ", "(repeat 3 "),
    ),
    "tarot": (
        ("(SUIT (HEARTS, DIAMONDS, CLUBS, SPADES))", "(SUIT (HEARTS, SPADES))"),
        (
            "ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, KNIGHT, QUEEN",
            "ONE, QUEEN",
        ),
        (
            """TRUMPSIX, TRUMPSEVEN, TRUMPEIGHT,
                   TRUMPNINE, TRUMPTEN, TRUMPELEVEN, TRUMPTWELVE, TRUMPTHIRTEEN, TRUMPFOURTEEN,
                   TRUMPFIFTEEN, TRUMPSIXTEEN, TRUMPSEVENTEEN, TRUMPEIGHTEEN, TRUMPNINETEEN,
                   TRUMPTWENTY
""",
            "TRUMPSIX\n",
        ),
        ("24", "4"),
        ("23", "3"),
        ("(repeat 6 ", "(repeat 2 "),
        (" FREELY))) 6)", " FREELY))) 2)"),
        ("(subsets 6 ", "(subsets 2 "),
        ("13", "3"),
        ("15", "4"),
        ("18", "5"),
    ),
}


@cache
def small(name: str, **parameters: int | str) -> Game:
    """A house game with few cards."""
    beside = SMALL / f"{name}.rcy"
    path = beside if beside.is_file() else find_description(name)
    text = path.read_text(encoding="utf-8")
    for old, new in SHORTER[name]:
        assert old in text, (name, old)
        text = text.replace(old, new)
    return Game(
        Source(text, path.name), read_sheet(path.with_suffix(".toml"), name), name, parameters
    )


HOUSE = ("agram", "boerenbridge", "brisca", "tarot")


@cache
def any_game(name: str) -> Game:
    """A house game or one of the small games for tests."""
    path = SMALL / f"{name}.rcy"
    return load(path if path.is_file() else name)


def described(text: str, name: str = "described") -> Game:
    """A game from its description."""
    source = Source(text, f"{name}.rcy")
    return Game(source, read_sheet(SMALL / f"{name}.toml", name), name, {})
