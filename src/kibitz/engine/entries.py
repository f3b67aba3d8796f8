"""What a sheet can say: every entry with its form and its meaning, in one table.

The reader (`kibitz.engine.sheets`) reads by it, and `docs/sheets.md` is written from it.

A part of an entry in capitals stands for a name of the description: `words.DECISION` is `TRICK` in
the section `[words]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from kibitz.engine.shown import FORMS, ROLES

__all__ = ["FAMILIES", "SECTIONS", "Entry", "Node", "fits", "reference", "tree"]

TEXT, TEXTS, NUMBER, TRUTH = "a text", "a list of texts", "a number", "true or false"
MEASURE, SETTINGS = "a number, maybe a fraction", "a list of texts or numbers"
WORDS = "texts by numbers or names"
PHRASE, SAYING = "a text with {}", "a text with {}, {who}, {whose} or {their}"

FAMILIES = ("tricks", "shedding", "fishing", "collecting", "counting", "betting", "cooperative")
"""The shelves on which games stand: what one does in them, or how."""

STANDS_FOR = {
    "PARAMETER": "a parameter: a number or name that is declared at the top of the description",
    "RELATION": 'a comparison of parameters, in quotation marks: `"FIRST <= PEAK"`',
    "ATTRIBUTE": "what the deck calls a property of its cards: `RANK`, `SUIT`",
    "VALUE": "what is printed there: `QUEEN`, `HEARTS`",
    "NAME": "any name of the description",
    "DECISION": "the place a card is moved to, or the store that is set, when somebody decides; "
    "`PASS` for `(turn pass)`",
    "PLACE": "a place of cards",
    "STORE": "a number or name the rules keep (`sto`, `str`)",
}
"""What the capitals in entries are. The reader asks the description for them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something a sheet can say: where, in which form, and what it means."""

    path: str
    form: str
    about: str
    one_of: tuple[str, ...] = ()
    """The only texts that are allowed."""
    names: str = ""
    """What its texts are names of, as in `STANDS_FOR`, or several with `|` between."""


def _item(owner: str, whose: str) -> tuple[Entry, ...]:
    """A list of stores that are shown."""
    path = f"table.{owner}.STORE"
    return (
        Entry(path, TEXT, f"a store of {whose} that is shown, and how it is called there"),
        Entry(f"{path}.name", TEXT, "the same, where more is said about it"),
        Entry(
            f"{path}.as",
            TEXT,
            "how its number is written; `seat`: it means a seat, and its name is shown",
            one_of=FORMS,
        ),
        Entry(f"{path}.plus", NUMBER, "added while the game goes on: rounds counted from 0"),
        Entry(f"{path}.values", WORDS, VALUES),
        Entry(
            f"{path}.if", TEXT, "shown only while this store is neither 0 nor NONE", names="STORE"
        ),
        Entry(f"{path}.unless", TEXT, "shown only while it is 0 or NONE", names="STORE"),
        Entry(f"{path}.playing", TRUTH, "shown only until the game is over"),
        Entry(f"{path}.told", TRUTH, "whether its changes are told; true if nothing is said"),
        Entry(f"{path}.anew", TRUTH, ANEW),
        Entry(
            f"{path}.made",
            TEXT,
            "another store of the same seat: what was said, a guess, is made if that is as much "
            "when the round ends",
            names="STORE",
        ),
    )


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the reference: some entries, what they are for, and an example."""

    title: str
    about: str
    example: str
    entries: tuple[Entry, ...]


ORDER = "which attributes are written, and in which order"
COLOURS = (
    "the colour of cards with this value: red, blue, green, yellow, black; on the page also "
    "orange, purple, brown, pink, grey, teal"
)
SORT = "what a hand is sorted by, the most important first; values come in the order of the deck"
DECISION = "what somebody does who decides so; `{}` is the card, number or name"
LED = "the store that names the suit led; else it is that of the first card"
TRUMP = "the store that names the trump suit, or a suit that always is"
VALUES = (
    'how some of its numbers or names are written, `{ 0 = "pass" }`; with an empty text it is '
    "not shown"
)
ROWS = "the parameter that says how many numbered places of a hand lie in a row, below each other"
ANEW = "whether every deal counts it anew, so that how much it has changed is not told"
RANKS = "the ranks from low to high, where the deck's order is not it"
COVER = "cards that stand for the game in the lobby, as they are typed"
SAYS = (
    'what is said when the rules set it; `"STORE again"`: when somebody must decide about it once '
    "more"
)

SECTIONS = (
    Section(
        "The game",
        "These stand before all sections.",
        """
title = "Agram"
summary = "Only the last trick counts."
family = "tricks"
also = ["Sink-Sink"]
length = 24
seats = ["Ada", "Bisi", "Chidi"]
""",
        (
            Entry("title", TEXT, "what the game is called; else the name of its file"),
            Entry("summary", TEXT, "one sentence for lists of games"),
            Entry("family", TEXT, "on which shelf it stands in lists of games", one_of=FAMILIES),
            Entry("also", TEXTS, "other names under which people look for it, near relatives too"),
            Entry(
                "length",
                NUMBER,
                "about how many decisions a game takes, as `kibitz simulate` counts them",
            ),
            Entry(
                "opponent",
                TEXT,
                "the house bot that sits down where nobody is named; else the searcher, `ismcts`",
            ),
            Entry(
                "rules",
                TEXT,
                "how it is played, for `kibitz rules` and the page: paragraphs between empty "
                "lines; lines that begin with `- ` are a list",
            ),
            Entry("seats", TEXTS, "the names of the seats in their order, for as many as can play"),
        ),
    ),
    Section(
        "Parameters",
        "What may be set, with `--set` or at a new table. A relation must hold between parameters: "
        "it compares them with `<= < >= > == !=`, may count with `+ - * // %` and put comparisons "
        "together with `and`, `or`, `not`; the text beside it says why. What the description "
        "declares itself is always allowed; `kibitz check` warns its author if it is beyond the "
        "limits.",
        """
[parameters.NUMP]
title = "players"
help = "how many play"
min = 2
max = 6

[parameters.TIE]
values = ["DRAW", "SECOND"]

[relations]
"NUMP * HAND <= 35" = "there are 35 cards"
""",
        (
            Entry("parameters.PARAMETER.title", TEXT, "what it is called where people set it"),
            Entry("parameters.PARAMETER.help", TEXT, "what it means"),
            Entry("parameters.PARAMETER.min", NUMBER, "the smallest number allowed"),
            Entry("parameters.PARAMETER.max", NUMBER, "the largest"),
            Entry("parameters.PARAMETER.values", SETTINGS, "the only values allowed"),
            Entry("relations.RELATION", TEXT, "what must hold between parameters, and why"),
        ),
    ),
    Section(
        "Cards",
        "French cards need none of this: `Q♥`, and `QH` where it is typed. A card is written by "
        "its attributes, one after the other.",
        """
[faces]
order = ["RANK", "SUIT"]

[faces.SUIT]
OROS = "●"

[letters.SUIT]
OROS = "O"

[colours]
OROS = "yellow"

[sort]
by = ["SUIT", "RANK"]
""",
        (
            Entry("faces.order", TEXTS, ORDER, names="ATTRIBUTE"),
            Entry("faces.ATTRIBUTE.VALUE", TEXT, "how a value is written; nothing at all if empty"),
            Entry("letters.ATTRIBUTE.VALUE", TEXT, "the same in letters one can type"),
            Entry("colours.VALUE", TEXT, COLOURS),
            Entry("sort.by", TEXTS, SORT, names="ATTRIBUTE"),
        ),
    ),
    Section(
        "Words",
        "How decisions and names are said, in offers, sentences and records.",
        """
[words]
TRICK = "play {}"
GUESS = "guess {}"

[names]
GARDESANS = "garde sans"
WON = "pile"
""",
        (
            Entry("words.DECISION", PHRASE, DECISION),
            Entry("names.NAME", TEXT, "how a name of the rules is written for people"),
        ),
    ),
    Section(
        "What a table shows",
        "Without a section `[table]` the terminal and the page show all they can, and guess which "
        "places are the trick. With one, they show what it says. What `table.seats` can say about "
        "a store, `table.teams` and `table.game` can say too.",
        """
[table]
trick = "TRICK"
led = "LEAD"
trump = "TRUMP"
unshown = ["STOCK"]

[table.roles]
DISCARD = "pile"

[table.seats]
SCORE = "score"

[table.game]
PLAYED = { name = "trick", plus = 1, told = false }

[table.says]
TRUMP = "{} are trumps"
""",
        (
            Entry("table.trick", TEXT, "the places of the trick", names="PLACE"),
            Entry("table.led", TEXT, LED, names="STORE"),
            Entry("table.trump", TEXT, TRUMP, names="STORE|VALUE"),
            Entry("table.ranks", TEXTS, RANKS, names="VALUE"),
            Entry("table.unshown", TEXTS, "places nobody looks at", names="PLACE"),
            Entry("table.cover", TEXTS, COVER, names="CARD"),
            Entry("table.columns", TEXT, ROWS, names="PARAMETER"),
            Entry("table.roles.PLACE", TEXT, "what another place is", one_of=ROLES),
            *_item("seats", "each player"),
            *_item("teams", "each team"),
            *_item("game", "the game"),
            Entry("table.cards.VALUE", TEXT, "how a rank is called that is printed as a number"),
            Entry("table.says.STORE", SAYING, SAYS),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a sheet: what may stand there itself, and what below it."""

    entry: Entry | None = None
    below: Mapping[str, Node] = field(default_factory=dict)

    @property
    def wild(self) -> str:
        """What the names of the description below it are, if there may be any."""
        return next((key for key in self.below if key.isupper()), "")

    @property
    def keys(self) -> list[str]:
        """What else may stand below it."""
        return [key for key in self.below if not key.isupper()]


@cache
def tree() -> Node:
    """All entries by the parts of their paths."""
    return _node({tuple(e.path.split(".")): e for section in SECTIONS for e in section.entries})


def _node(entries: Mapping[tuple[str, ...], Entry]) -> Node:
    firsts = dict.fromkeys(path[0] for path in entries if path)
    below = {
        first: _node({path[1:]: e for path, e in entries.items() if path[:1] == (first,)})
        for first in firsts
    }
    return Node(entries.get(()), below)


def fits(value: object, form: str) -> bool:
    """Whether a value that TOML gives has a form."""
    if form in (TEXT, PHRASE, SAYING):
        return isinstance(value, str)
    if form == WORDS:
        return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    if form == TRUTH:
        return isinstance(value, bool)
    if form == NUMBER:
        return isinstance(value, int) and not isinstance(value, bool)
    if form == MEASURE:
        return isinstance(value, int | float) and not isinstance(value, bool)
    kinds = str if form == TEXTS else (str, int)
    assert form in (TEXTS, SETTINGS)
    return isinstance(value, list) and all(
        isinstance(one, kinds) and not isinstance(one, bool) for one in value
    )


# --- the page -------------------------------------------------------------------------------------


def reference() -> str:
    """The reference of sheets as Markdown."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield from (
        "# Sheets, entry by entry",
        "",
        "*Written by `make docs` from the table the reader itself reads by; do not edit.*",
        "",
        "A game `agram.rcy` may have a sheet beside it, `agram.toml`, in [TOML](https://toml.io): "
        "what it is called, how its cards are written, what may be set, what a table shows. "
        "Nothing in it changes the rules, and everything may be left out. How to begin is in "
        "[describe.md](describe.md#dress-it). `kibitz check` tells all that is wrong with a sheet "
        "at once, by its lines. Words in capitals stand for names of the description:",
        "",
        "| written | stands for |",
        "|---|---|",
        *(f"| `{name}` | {what} |" for name, what in STANDS_FOR.items()),
    )
    for section in SECTIONS:
        yield from ("", f"## {section.title}", "", section.about, "")
        yield from ("```toml", section.example.strip(), "```", "")
        yield from ("| entry | is | meaning |", "|---|---|---|")
        for entry in section.entries:
            if entry.path.startswith(("table.teams.STORE.", "table.game.STORE.")):
                continue
            form = " or ".join(f"`{one}`" for one in entry.one_of) or entry.form.replace("{", "`{")
            form = form if entry.one_of else form.replace("}", "}`")
            yield f"| `{entry.path}` | {form} | {entry.about} |"
