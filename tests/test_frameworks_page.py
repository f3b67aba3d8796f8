"""docs/frameworks.md is true: its examples are run, and its learner learns."""

from __future__ import annotations

from pathlib import Path

import documents

PAGE = "docs/frameworks.md"


def test_the_examples_give_what_is_shown(tmp_path: Path) -> None:
    result = documents.session(PAGE, tmp_path)
    assert result.attempted > 20
    assert result.failed == 0


def test_there_is_an_example_for_each() -> None:
    run = "".join(b.text for b in documents.blocks(documents.read(PAGE)) if b.language == "python")
    for name in ("pettingzoo", "gymnasium", "openspiel"):
        assert f"kibitz.interop.{name}" in run or f"kibitz.interop import {name}" in run


def test_what_is_not_run_is_marked_as_a_text() -> None:
    (shown,) = [b.text for b in documents.blocks(documents.read(PAGE)) if b.language == "text"]
    assert "sb3_contrib" in shown
