"""docs/robobrisca.md is true: its bot is written to a file, and its commands are run."""

from __future__ import annotations

from pathlib import Path

import documents

BLOCKS = documents.blocks(documents.read("docs/robobrisca.md"))


def test_the_commands_give_what_is_shown(tmp_path: Path) -> None:
    run = 0
    for block in BLOCKS:
        if block.language == "python":
            file = tmp_path / block.words[0]
            file.parent.mkdir(parents=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, output in documents.commands(block):
                printed = documents.run(command, tmp_path)
                assert documents.same(output, printed), f"$ {command}\n{printed}"
                run += 1
    assert run == 4
    (ours,), (theirs,) = ((tmp_path / name).iterdir() for name in ("ours", "theirs"))
    assert ours.stem == theirs.stem
