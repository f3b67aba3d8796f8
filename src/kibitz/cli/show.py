"""`kibitz show`: a description, the typed tree behind it, the Python it becomes; its cards, and
where they go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.common import GameName, Json, Settings, load, print_json, print_text, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from rich.text import Text

    from kibitz.engine.game import Game
    from kibitz.recycle.tree import Node, Program

__all__ = ["show", "tree_text"]

WIDTH = 100


def show(
    game: GameName,
    tree: Annotated[bool, typer.Option("--tree", help="The checked and typed tree.")] = False,
    python: Annotated[bool, typer.Option("--python", help="The Python text it becomes.")] = False,
    cards: Annotated[
        Path | None,
        typer.Option("--cards", metavar="FILE.svg", help="Draw all its cards on a sheet, in SVG."),
    ] = None,
    flow: Annotated[
        Path | None,
        typer.Option(
            "--flow",
            metavar="FILE.svg",
            help="Draw where its cards go, and who sees them there, in SVG.",
        ),
    ] = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Print the description of a game, its typed tree or its Python; or draw its cards, or where
    they go."""
    asked = {
        "--tree": tree,
        "--python": python,
        "--cards": cards is not None,
        "--flow": flow is not None,
    }
    if sum(asked.values()) > 1:
        names = " and ".join(name for name, given in asked.items() if given)
        raise KibitzError(f"{names} ask for different things", "choose one of them")
    found = load(game, set_)
    if cards is not None:
        _draw_cards(found, cards, json)
        return
    if flow is not None:
        _draw_flow(found, flow, json)
        return
    if tree:
        what, text = "tree", tree_text(found.program)
    elif python:
        what, text = "python", found.emitted.text
    else:
        from kibitz.recycle.formatter import format_source

        what, text = "description", format_source(found.source)
    if json:
        print_json({"game": found.name, "parameters": found.parameters, what: text})
        return
    out = stdout()
    if not out.is_terminal:
        print_text(text)
    elif python:
        from rich.syntax import Syntax

        out.print(Syntax(text, "python", theme="ansi_dark", background_color="default"))
    else:
        out.print(_coloured(text), soft_wrap=True)


def _draw_cards(game: Game, file: Path, json: bool) -> None:
    """The whole deck, on a sheet."""
    from kibitz.draw.cards import sheet_svg

    text = sheet_svg(game.cards, f"The cards of {game.title}")
    _write(game, file, text, json, "cards", f"{len(game.cards)} cards of {game.title}")


def _draw_flow(game: Game, file: Path, json: bool) -> None:
    """Where cards go in a few random games."""
    from kibitz.analysis.flowing import flow_of_play
    from kibitz.draw.flow import flow_svg

    flow = flow_of_play(game)
    _write(game, file, flow_svg(flow), json, "flow", flow.title)


def _write(game: Game, file: Path, text: str, json: bool, what: str, told: str) -> None:
    """A picture, and that it was drawn."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KibitzError(f"{file} cannot be written: {error.strerror}") from None
    if json:
        print_json({"game": game.name, "parameters": game.parameters, what: str(file)})
        return
    from rich.text import Text

    stdout().print(Text(f"{told}: drawn in {file}"), soft_wrap=True)


def _coloured(text: str) -> Text:
    """A description with its comments, words, variables and numbers told apart."""
    from rich.text import Text

    shown = Text(text.rstrip("\n"))
    shown.highlight_regex(r"(?<=\()[a-z_][a-z_ ]*\b", "bold")
    shown.highlight_regex(r"'[A-Z]+", "cyan")
    shown.highlight_regex(r"(?<![\w'])\d+\b", "magenta")
    shown.highlight_regex(r"[()]", "dim")
    shown.highlight_regex(r";[^\n]*", "not bold not dim green")
    return shown


def tree_text(program: Program) -> str:
    """The typed tree, one operation a line unless a whole one fits."""
    lines = [f"players {program.players}"]
    if any(len(team) > 1 for team in program.teams):
        lines += [f"team {' '.join(map(str, team))}" for team in program.teams]
    for binding in program.declarations:
        if binding.value is not None:
            lines.append(f"declare {binding!r}: {binding.kind.value}")
            _nested(binding.value, 1, lines)
    for node in (*program.decks, *program.body):
        _nested(node, 0, lines)
    lines.append(f"scoring {'max' if program.highest_wins else 'min'}")
    _nested(program.score, 1, lines)
    return "\n".join(lines) + "\n"


def _nested(node: Node, depth: int, lines: list[str]) -> None:
    flat = _flat(node, WIDTH - 2 * depth)
    if flat is not None:
        lines.append("  " * depth + flat)
        return
    lines.append("  " * depth + _head(node))
    for arg in node.args:
        _nested(arg, depth + 1, lines)


def _flat(node: Node, room: int) -> str | None:
    """A node in one line, if there is room for it."""
    text = _head(node)
    parts = []
    for arg in node.args:
        part = _flat(arg, room - len(text) - 3)
        if part is None:
            return None
        parts.append(part)
        text = f"{text} {part}"
        if len(text) + 2 > room:
            return None
    return f"({text})" if parts or node.kind.name == "NOTHING" else text


def _head(node: Node) -> str:
    """An operation with what it carries."""
    from kibitz.recycle.tree import DeckForm

    parts: list[str] = [node.op]
    if isinstance(node.value, DeckForm):
        parts.append(f"of {len(node.value.cards)} cards")
    elif node.value is not None:
        parts.append(str(node.value))
    if node.var is not None:
        parts.append(repr(node.var))
    if node.op in ("num", "name", "var"):
        return " ".join(parts[1:])
    return " ".join(parts)
