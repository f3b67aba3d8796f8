"""The first session of the README is true: its Python and its commands are run."""

from __future__ import annotations

import tomllib
from pathlib import Path

import documents
import pytest

BLOCKS = documents.blocks(documents.read("README.md"))
CONSOLES = [block for block in BLOCKS if block.language == "console"]


def test_the_python_session_gives_what_is_shown(tmp_path: Path) -> None:
    result = documents.session("README.md", tmp_path)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("block", CONSOLES, ids=str)
def test_a_command_prints_what_is_shown(block: documents.Block, tmp_path: Path) -> None:
    for command, output in documents.commands(block):
        printed = documents.run(command, tmp_path)
        assert documents.same(output, printed), f"$ {command}\n{printed}"


def test_there_are_commands_to_run() -> None:
    assert CONSOLES


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(documents.read("pyproject.toml"))
    wanted = [
        *project["project"]["dependencies"],
        *(each for extra in project["project"]["optional-dependencies"].values() for each in extra),
        *project["build-system"]["requires"],
    ]
    table = documents.read("README.md").partition("## Dependencies")[2].partition("## ")[0]
    for requirement in wanted:
        name = requirement.partition(">")[0].partition("[")[0]  # ray[client] is ray
        if name == "kibitz":  # our own extras, which are here as well
            continue
        assert f"[{name}]" in table, f"the README does not say why {name} is needed"
