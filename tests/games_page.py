"""The page about all games, docs/games.md, and its pictures: `make docs`.

All of it is taken from the descriptions, their sheets and the tests that are there: nothing of a
game is written down here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.followed import NOT_EXACT

import kibitz
from kibitz.engine.finding import house_games
from kibitz.engine.parameters import Parameter
from kibitz.engine.shelf import LONG, PACES, QUICK, SHELVES, Listed, by_family, shelf
from kibitz.table.lobby import cover_svg

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures" / "games"
TESTS = Path(__file__).parent / "games"

HEAD = f"""\
# The games

*Written by `make docs` from the descriptions and their sheets; do not edit.*

These come with Kibitz. `kibitz games` lists them, and looks for one by its names, players, length
and cards; `kibitz rules GAME` tells how one is played, and `kibitz play GAME` or `kibitz table`
plays it. Each is a description in [RECYCLE](language.md) and a [sheet](sheets.md), and nothing
else: take one as it is, or begin your own with `kibitz new my-game --like GAME`.

The length is that of a game between players who choose at random, as `kibitz simulate` counts it:
so many decisions. *Quick* is a game of up to {QUICK}, *long* one of {LONG} or more.
"""


BESIDE = """\
## Beside OpenSpiel

OpenSpiel has some of these games, written in C++ by others. `benchmarks/oracles.py` plays both from
the same deals, thousands of games with several settings, and compares every decision. This is what
is compared, and which rules are not the same:
"""


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_lines()).rstrip() + "\n"


def pictures() -> dict[str, str]:
    """A small picture for each game: the cards that stand for it."""
    return {f"{name}.svg": cover_svg(kibitz.load(name)) for name in house_games()}


def _lines() -> Iterator[str]:
    shelves = by_family(shelf())
    yield HEAD
    yield "| | game | players | takes | cards |"
    yield "|---|---|---|---|---|"
    for family, games in shelves.items():
        for number, game in enumerate(games):
            heading = "" if number else f"**{SHELVES[family][0]}**"
            link = f"[{game.title}](#{_anchor(game.title)})"
            yield f"| {heading} | {link} | {game.seated} | {PACES[game.pace]} | {_cards(game)} |"
    yield ""
    for family, games in shelves.items():
        title, about = SHELVES[family]
        yield f"## {title}\n"
        if about:
            yield f"*{about.capitalize()}.*\n"
        for game in games:
            yield from _about(game)
    yield from _beside(game for games in shelves.values() for game in games)


def _about(game: Listed) -> Iterator[str]:
    made = kibitz.load(game.name)
    also = f" Also: {', '.join(game.also)}." if game.also else ""
    teams = " in teams" if game.teams else ""
    players = f"{game.seated} players{teams}"
    takes = f"{PACES[game.pace]} (about {game.length} decisions)"
    yield f"### {game.title}\n"
    yield f"![Cards of {game.title}](pictures/games/{game.name}.svg)\n"
    yield f"{game.summary}{also}\n"
    yield f"{players}; {takes}; {_cards(game)} cards. {_exact(game.name)}"
    settings = [_setting(name, made.sheet.parameters.get(name)) for name in made.parameters]
    if settings:
        yield f"Can be set: {'; '.join(settings)}."
    checks = _checks(game.name)
    if checks:
        yield f"Checked against: {checks}."
    yield f"[{game.name}.rcy](../src/kibitz/games/{game.name}.rcy)\n"


def _cards(game: Listed) -> str:
    pack = "" if game.pack == "own" else f" {game.pack.capitalize()}"
    return f"{game.cards}{pack}"


def _setting(name: str, said: Parameter | None) -> str:
    """A parameter, as its sheet calls it, and its values."""
    if said is None:
        return f"`{name}`"
    values = ", ".join(map(str, said.values))
    if not values and None not in (said.min, said.max):
        values = f"{said.min} to {said.max}"
    return f"{said.title or name.lower()} (`{name}`{f': {values}' if values else ''})"


def _exact(name: str) -> str:
    """Whether what players learn is followed exactly."""
    if name in NOT_EXACT:
        return f"Not all that players could conclude is followed ({NOT_EXACT[name]})."
    return "All that players learn from each other's play is followed exactly."


def _checks(name: str) -> str:
    """What it is checked against, by the tests that are there."""
    plain = name.replace("-", "_")
    found = []
    if (TESTS / f"rules_{plain}.py").is_file():
        found.append("its rules written a second time, plainly")
    if (TESTS / "truth" / f"{name}.txt").is_file():
        found.append("exact counts with small decks")
    if (TESTS / "oracles" / f"{plain}.py").is_file():
        found.append("[the same game in OpenSpiel](#beside-openspiel)")
    return "; ".join(found)


def _beside(games: Iterable[Listed]) -> Iterator[str]:
    """What is the same as in OpenSpiel's games and what is not, as the comparisons say it."""
    yield BESIDE
    for game in games:
        path = TESTS / "oracles" / f"{game.name.replace('-', '_')}.py"
        if path.is_file():
            said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            told = " ".join(said.partition(": ")[2].split())
            yield f"- **[{game.title}](#{_anchor(game.title)})**: {told}"
    yield ""


def _anchor(title: str) -> str:
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")


if __name__ == "__main__":
    (DOCS / "games.md").write_text(page(), encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
