"""How the house stands: figures about the source itself, to be compared before and after a change.

    python benchmarks/house.py [FOLDER]

Prints the packages with their files and lines, import cycles, the longest chain of modules that
need each other at import time, classes with many methods (inherited ones counted), and signatures
that say `Any` or `object`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "kibitz"
MANY = 30
"""Methods of a class that are worth a look."""


def modules(folder: Path) -> dict[str, ast.Module]:
    """The modules of a package by their dotted names."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(tree: ast.Module, known: set[str], late: bool = False) -> Iterator[str]:
    """Our own modules that a module needs when it is imported; or also late, in a function, and
    for type checkers."""
    for node in ast.walk(tree) if late else _at_import(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from [name for name in (inner, node.module) if name in known][:1]


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    """All that is run when a module is imported: no functions, nothing for type checkers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _at_import(child)


def cycles(needs: dict[str, set[str]]) -> list[list[str]]:
    """Modules that need each other: the strongly connected groups, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(needs[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group: list[str] = []
            while not group or group[-1] != name:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for name in needs:
        if name not in index:
            visit(name)
    return found


def longest_chain(needs: dict[str, set[str]]) -> list[str]:
    """The longest chain of imports; where modules need each other it is cut."""
    open_now: set[str] = set()

    @cache
    def chain(name: str) -> tuple[str, ...]:
        open_now.add(name)
        tails = (chain(other) for other in sorted(needs[name] - open_now))
        longest: tuple[str, ...] = max(tails, key=len, default=())
        open_now.discard(name)
        return (name, *longest)

    return list(max((chain(name) for name in needs), key=len))


def methods(trees: dict[str, ast.Module]) -> dict[str, int]:
    """How many methods each class has, with those of our classes it inherits from."""
    classes = {
        node.name: node
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }

    def own(name: str) -> set[str]:
        node = classes[name]
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        names = {part.name for part in node.body if isinstance(part, kinds)}
        for base in node.bases:
            parent = ast.unparse(base).split("[")[0].split(".")[-1]
            if parent in classes and parent != name:
                names |= own(parent)
        return names

    return {name: len(own(name)) for name in classes}


def vague(trees: dict[str, ast.Module]) -> dict[str, int]:
    """How many signatures of each package say `Any` or `object`."""
    found: dict[str, int] = {}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.name in ("__eq__", "__exit__"):
                    continue  # Python itself asks for it
                notes = [arg.annotation for arg in (*node.args.args, *node.args.kwonlyargs)]
                notes += [node.returns]
                words = {
                    part.id
                    for note in notes
                    if note is not None
                    for part in ast.walk(note)
                    if isinstance(part, ast.Name)
                }
                if words & {"Any", "object"}:
                    package = ".".join(name.split(".")[:2])
                    found[package] = found.get(package, 0) + 1
    return found


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    trees = modules(folder)
    known = set(trees)
    needs = {name: set(imported(tree, known)) - {name} for name, tree in trees.items()}
    knows = {name: set(imported(tree, known, late=True)) - {name} for name, tree in trees.items()}
    packages: dict[str, list[int]] = {}
    for path in folder.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        packages.setdefault(path.relative_to(folder).parts[0], []).append(lines)
    for package, lengths in sorted(packages.items()):
        if not package.endswith(".py"):
            print(f"{package:10} {len(lengths):3} files {sum(lengths):6} lines")
    print(f"\ncycles at import: {cycles(needs) or 'none'}")
    print(f"\ncycles with late imports and types: {cycles(knows) or 'none'}")
    chain = longest_chain(needs)
    print(f"\nlongest chain of imports, {len(chain)} modules:\n  " + "\n  ".join(chain))
    many = {name: count for name, count in methods(trees).items() if count > MANY}
    print(f"\nclasses with more than {MANY} methods: {many or 'none'}")
    print(f"\nsignatures with Any or object: {sum(vague(trees).values())}, {vague(trees)}")


if __name__ == "__main__":
    main()
