"""The page about the front door, docs/api.md, written from the docstrings: `make docs`."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

import kibitz

ROOMS = {
    "Games": ("load", "Game", "State", "Action", "Face", "Event", "Record"),
    "What a seat sees and knows": ("view", "View", "Knowledge", "ask", "Answer"),
    "Bots and matches": ("Bot", "match", "Match"),
    "Search": ("think", "Thinking", "solve", "Solution"),
    "Errors": ("KibitzError",),
}
"""The names of the front door, in the order in which one meets them."""

HEAD = """\
# The front door

*Written by `make docs` from the docstrings; do not edit.*

All that a program needs is in `kibitz`. Every example is run as a test, after

```python
>>> import kibitz
```

`import kibitz` itself takes no time: a name brings its package along when it is first asked for.
All names have their types, for mypy and for your editor. States, views and hands show themselves in
a notebook.

The search is called `kibitz.think`, since `kibitz.search` is the package it lives in.
"""

_DRAWN = ("property", "cached_property")


class Member(NamedTuple):
    """Something one can ask a value for."""

    written: str
    about: str


def docstring(name: str) -> str:
    """The docstring of a name."""
    return inspect.cleandoc(getattr(kibitz, name).__doc__ or "")


def members(name: str) -> Iterator[Member]:
    """The fields, properties and methods of a class, as its source has them."""
    source = inspect.getsource(import_module(kibitz.HOMES[name]))
    (found,) = [n for n in ast.parse(source).body if getattr(n, "name", "") == name]
    if not isinstance(found, ast.ClassDef):
        return
    for node, after in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and not _name(node).startswith("_"):
            yield Member(f"{_name(node)}: {ast.unparse(node.annotation)}", _said(after))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            about = _first(ast.get_docstring(node) or "")
            returned = ast.unparse(node.returns) if node.returns else ""
            if any(ast.unparse(one).split(".")[-1] in _DRAWN for one in node.decorator_list):
                yield Member(f"{node.name}: {returned}", about)
            else:
                yield Member(f"{node.name}({_arguments(node)}) -> {returned}", about)


def page() -> str:
    """The whole page."""
    return "\n".join((HEAD, *(_room(title, names) for title, names in ROOMS.items())))


def _room(title: str, names: tuple[str, ...]) -> str:
    return "\n".join((f"## {title}\n", *map(_entry, names)))


def _entry(name: str) -> str:
    text, found = docstring(name), getattr(kibitz, name)
    prose, examples = _parted(text)
    parts = [f"### `kibitz.{name}`\n"]
    if inspect.isfunction(found):
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(found))).body
        assert isinstance(node, ast.FunctionDef)
        returned = ast.unparse(node.returns) if node.returns else ""
        parts.append(f"```\n{name}({_arguments(node)}) -> {returned}\n```\n")
    parts.append(prose + "\n")
    parts.append(f"```python\n{examples}\n```\n")
    rows = [f"| {_cell(written)} | {about} |" for written, about in members(name)]
    if rows:
        parts += ["| | |", "|---|---|", *rows, ""]
    return "\n".join(parts)


def _parted(text: str) -> tuple[str, str]:
    """The prose of a docstring, and its examples."""
    prose, mark, examples = text.partition(">>> ")
    return prose.strip(), (mark + examples).strip()


def _cell(written: str) -> str:
    return f"`{written}`".replace("|", "\\|")


def _name(node: ast.AnnAssign) -> str:
    return ast.unparse(node.target)


def _said(node: ast.stmt | None) -> str:
    """The text that stands below a field."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return _first(inspect.cleandoc(str(node.value.value)))
    return ""


def _first(text: str) -> str:
    """The first paragraph, on one line."""
    return re.sub(r"\s+", " ", text.partition("\n\n")[0]).replace("|", "\\|")


def _arguments(node: ast.FunctionDef) -> str:
    """The arguments as they are written, without `self`."""
    return re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))


if __name__ == "__main__":
    print(page(), end="")
