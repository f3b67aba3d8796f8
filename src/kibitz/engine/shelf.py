"""The shelf: what a game is for somebody who looks for one.

All of it is derived from a description and its sheet. That takes a moment for each game, so what
was found is kept in the folder of compiled games, by a digest of both texts: it never goes stale.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import __version__
from kibitz.engine import cache
from kibitz.engine.files import is_there, letters, read_text
from kibitz.engine.finding import find_description, house_games, plain
from kibitz.engine.packs import counted, pack_of
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.faces import Sheet
    from kibitz.recycle.tree import Program

__all__ = ["PACES", "SHELVES", "Listed", "by_family", "found", "near", "pace_of", "shelf"]

SHELVES = {
    "tricks": ("Tricks", "take them, or avoid them"),
    "shedding": ("Shedding", "get rid of your cards"),
    "fishing": ("Fishing", "capture cards from the table"),
    "collecting": ("Collecting", "gather sets and runs"),
    "counting": ("Counting", "cards are added up"),
    "betting": ("Betting", "say what your hand is worth"),
    "cooperative": ("Together", "everybody wins or loses"),
    "": ("Other games", ""),
}
"""The headings in lists of games, by their families, and what one does there."""

QUICK, LONG = 45, 90
"""Decisions up to which a game is a quick one, and from which on a long one."""
PACES = {"quick": "quick", "while": "a while", "long": "long"}
"""How long a game takes, and how that is said."""

EDITION = 2
"""Counted up when something else is found in the same texts."""
KEPT = "shelf.json"
MOST_KEPT = 500


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists of games show of one."""

    name: str
    title: str
    summary: str = ""
    family: str = ""
    """One of FAMILIES in `kibitz.engine.entries`, or nothing."""
    also: tuple[str, ...] = ()
    """Other names."""
    players: tuple[int, ...] = ()
    """How many can play."""
    teams: tuple[int, ...] = ()
    """How many sit in each team, as the game usually is; nothing if everybody plays alone."""
    length: int = 0
    """Decisions a game takes, about; 0: nobody has said."""
    cards: int = 0
    pack: str = ""
    """One of PACKS in `kibitz.engine.packs`."""
    error: str = ""
    """Why it cannot be read."""

    @property
    def pace(self) -> str:
        """One of PACES, or nothing."""
        return pace_of(self.length)

    @property
    def seated(self) -> str:
        """How many can play, as it is written: `4`, `2-6`, `2 or 4`."""
        first, last = (self.players or (0,))[0], (self.players or (0,))[-1]
        if len(self.players) < 2:
            return str(first or "")
        if self.players == tuple(range(first, last + 1)):
            return f"{first}-{last}"
        return f"{', '.join(map(str, self.players[:-1]))} or {last}"

    def as_json(self) -> dict[str, Any]:
        """All of it, as data."""
        told = asdict(self) | {"pace": self.pace, "players": self.seated}
        told |= {"counts": list(self.players), "also": list(self.also), "teams": list(self.teams)}
        return {key: value for key, value in told.items() if key != "error" or value}

    def answers(self, words: str) -> bool:
        """Whether it is what somebody looks for: a word begins so in its names or its summary."""
        return _begins((*self.names, self.summary), plain(words))

    @property
    def names(self) -> tuple[str, ...]:
        return self.name, self.title, *self.also


def pace_of(length: int) -> str:
    """How long a game of so many decisions is.

    >>> pace_of(24), pace_of(64), pace_of(96), pace_of(0)
    ('quick', 'while', 'long', '')
    """
    if not length:
        return ""
    return "quick" if length <= QUICK else "while" if length < LONG else "long"


def by_family(games: Iterable[Listed]) -> dict[str, list[Listed]]:
    """Games on their shelves, by their titles; no shelf is empty."""
    placed: dict[str, list[Listed]] = {family: [] for family in SHELVES}
    for each in sorted(games, key=lambda each: each.title.casefold()):
        placed[each.family].append(each)
    return {family: those for family, those in placed.items() if those}


def found(games: Iterable[Listed], words: str) -> list[Listed]:
    """The games that answer to some words: those first that are called so, then those that are
    also called so, then those in whose names a word begins like that."""
    wanted = plain(words)

    def how(game: Listed) -> int:
        if wanted in (plain(game.name), plain(game.title)):
            return 0
        if wanted in map(plain, game.also):
            return 1
        return 2 if _begins(game.names, wanted) else 3

    return sorted([each for each in games if each.answers(words)], key=how)


def _begins(texts: Iterable[str], wanted: str) -> bool:
    """Whether some texts go on so from the beginning of one of their words."""
    return any(ending.startswith(wanted) for ending in _endings(texts))


def _endings(texts: Iterable[str]) -> Iterator[str]:
    """Texts from each of their words on."""
    for text in texts:
        parts = re.split(r"[\W_]+", text)
        yield from (plain(" ".join(parts[at:])) for at in range(len(parts)))


def near(games: Iterable[Listed], words: str) -> str:
    """The end of a sentence: the game that may have been meant, or nothing."""
    names = {plain(name): each.name for each in games for name in each.names}
    meant = did_you_mean(plain(words), names).partition("`")[2].partition("`")[0]
    return f"; did you mean `{names[meant]}`?" if meant else ""


def shelf(files: Mapping[str, str | Path] | None = None) -> list[Listed]:
    """All house games, or those whose names or files are given."""
    wanted = house_games() if files is None else files
    kept = _kept()
    new: dict[str, Listed] = {}
    listed = []
    for name, where in wanted.items():
        try:
            texts = _texts(where)
        except KibitzError as error:
            listed.append(Listed(name, name, error=error.message))
            continue
        key = _key(name, texts)
        if key not in kept:
            kept[key] = new[key] = _made(name, *texts)
        listed.append(kept[key])
    if new:
        _keep(kept)
    return listed


# --- what is kept ---------------------------------------------------------------------------------

Texts = tuple[Path, str, str | None]


def _texts(where: str | Path) -> Texts:
    path = find_description(where)
    sheet = path.with_suffix(".toml")
    text = read_text(path, "a description")
    return path, text, read_text(sheet, "a sheet") if is_there(sheet) else None


def _key(name: str, texts: Texts) -> str:
    said = repr((EDITION, __version__, name, texts[0].stem, *texts[1:]))
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def _kept() -> dict[str, Listed]:
    """What was found before; nothing of it if it is damaged."""
    try:
        told = json.loads((cache.folder() / KEPT).read_text(encoding="utf-8"))
        return {str(key): _read(value) for key, value in told.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _read(told: Mapping[str, Any]) -> Listed:
    """What was kept of a game, in the forms it must have."""
    blank = asdict(Listed("", ""))
    if told.keys() != blank.keys():
        raise ValueError
    lists = {key: tuple(told[key]) for key, value in blank.items() if isinstance(value, tuple)}
    for key, value in blank.items():
        kind = {"also": str, "players": int, "teams": int}.get(key, type(value))
        if not all(isinstance(one, kind) for one in lists.get(key, (told[key],))):
            raise TypeError
    return Listed(**{**told, **lists})


def _keep(kept: Mapping[str, Listed]) -> None:
    newest = list(kept.items())[-MOST_KEPT:]
    text = json.dumps({key: asdict(value) for key, value in newest}, ensure_ascii=True)
    path = cache.folder() / KEPT
    with suppress(OSError, KibitzError):  # it is found again then
        cache.secure(path)
        cache.write(path, text)


# --- what a game is -------------------------------------------------------------------------------


def _made(name: str, path: Path, text: str, sheet_text: str | None) -> Listed:
    from kibitz.engine.sheets import SheetError, sheet_of
    from kibitz.recycle.diagnostics import Source
    from kibitz.recycle.elaborator import elaborate

    file = letters(path.name)
    try:
        sheet = sheet_of(sheet_text, Path(file).with_suffix(".toml"), path.stem)
        if sheet.wrong:
            raise SheetError(sheet.wrong)
        program, _ = elaborate(Source(text, file), {}, path.stem)
    except KibitzError as error:
        return Listed(name, name, error=error.message)
    cards = list(_cards(program))
    return Listed(
        name=name,
        title=letters(sheet.title),
        summary=sheet.summary,
        family=sheet.family,
        also=sheet.also,
        players=_players(program, sheet),
        teams=tuple(map(len, program.teams)) if any(len(t) > 1 for t in program.teams) else (),
        length=sheet.length,
        cards=counted(cards),
        pack=pack_of(cards, sheet.faces.get("SUIT", {}).values()),
    )


def _players(program: Program, sheet: Sheet) -> tuple[int, ...]:
    """How many can play: as many as a parameter says, if one does that."""
    for name in sorted(program.fixed, key=lambda name: (name != "NUMP", name)):
        said = sheet.parameters.get(name)
        if said is None or program.parameters[name] != program.players:
            continue
        if name != "NUMP" and "player" not in f"{said.title} {said.help}":
            continue
        if said.values:
            return tuple(sorted(value for value in said.values if isinstance(value, int)))
        if said.min is not None and said.max is not None:
            return tuple(range(said.min, said.max + 1))
    return (program.players,)


def _cards(program: Program) -> Iterator[dict[str, str]]:
    """What is printed on the cards of the deck; one that is made in play is there once."""
    made = (node for node in program.nodes() if node.op == "create_deck")
    for deck in program.decks or made:
        yield from deck.deck.cards
