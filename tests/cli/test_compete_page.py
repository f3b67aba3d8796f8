"""docs/compete.md is true: its files are written, its commands are run, its table is ours."""

from __future__ import annotations

import shlex
from pathlib import Path

import documents
import pytest

from kibitz.compete.clauses import reference

from .conftest import Kibitz

PAGE = "docs/compete.md"
TEXT = documents.read(PAGE)


def test_the_course_gives_what_is_shown(
    kibitz: Kibitz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = 0
    for block in documents.blocks(TEXT):
        if block.language in ("python", "toml", "text") and block.words:
            path = tmp_path / block.words[0]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, output in documents.commands(block):
                _, *words = shlex.split(command)
                printed = kibitz(*words).output
                assert documents.same(output, printed), f"$ {command}\n{printed}"
                run += 1
    assert run == 6


def test_every_entry_of_a_charter_is_in_the_table() -> None:
    assert reference() in TEXT
