"""Reading our own documents: their code blocks, and running the commands they show."""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


ILLUSTRATED = ("docs/knowledge.md", "docs/table.md")
"""Pages whose examples make their pictures."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the words after it, the heading above it."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int
    heading: str

    def __str__(self) -> str:
        return f"line {self.line}"


def read(name: str) -> str:
    """The text of a document, by its path from the root of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a document."""
    found = []
    for match in _FENCE.finditer(text):
        language, *words = match[1].split() or [""]
        above = [heading[1] for heading in _HEADING.finditer(text[: match.start()])]
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(language, tuple(words), match[2], line, above[-1] if above else ""))
    return found


def session(page: str, folder: Path) -> doctest.TestResults:
    """Run the Python of a page as one session, in a folder; what differs is printed."""
    text = "\n".join(block.text for block in blocks(read(page)) if block.language == "python")
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    with contextlib.chdir(folder):
        return doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block and the output shown for each."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def run(command: str, folder: Path) -> str:
    """What `kibitz ...` (or a module of it) prints, errors included."""
    words = shlex.split(command)
    assert words[0].startswith("kibitz"), f"only kibitz is run, not {words[0]}"
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", *words],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "XDG_DATA_HOME": str(folder),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return result.stdout


def same(shown: str, printed: str) -> bool:
    """Whether an output is the one shown, in which `...` stands for anything."""
    want, got = (_trimmed(text) for text in (shown, printed))
    return doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


if __name__ == "__main__":  # make the pictures of the pages anew: `make docs`
    (ROOT / "docs" / "pictures").mkdir(exist_ok=True)
    sys.exit(sum(session(page, ROOT / "docs").failed for page in ILLUSTRATED))
