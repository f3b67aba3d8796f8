"""docs/protocol.md is true: its bots play, its game is played again, its tables are complete."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import documents
import pytest

from kibitz.engine import load
from kibitz.engine.keys import derive_key
from kibitz.engine.state import begin
from kibitz.knowledge.views import view
from kibitz.recycle.prelude import EVENTS
from kibitz.seats import messages
from kibitz.seats.dialogue import ADMITTED, Dialogue
from kibitz.seats.failures import CAUSES
from kibitz.seats.messages import PROTOCOL
from kibitz.seats.terms import Terms
from kibitz.table import seat

PAGE = "docs/protocol.md"
TEXT = documents.read(PAGE)
BLOCKS = documents.blocks(TEXT)

NEEDED = {"thrifty.py": "python3", "patient.js": "node"}
"""What runs the example bots."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example bots, as files that can be run."""
    found = tmp_path_factory.mktemp("bots")
    for block in BLOCKS:
        if block.words and block.words[0] in NEEDED:
            path = found / block.words[0]
            path.write_text(block.text, encoding="utf-8")
            path.chmod(0o755)
    return found


@pytest.mark.parametrize("bot", NEEDED)
def test_the_bots_play_as_is_shown_and_use_nothing_of_ours(bot: str, folder: Path) -> None:
    if shutil.which(NEEDED[bot]) is None:
        pytest.skip(f"{NEEDED[bot]} is not installed: {bot} cannot be run")
    assert "kibitz" not in (folder / bot).read_text()
    run = 0
    for block in BLOCKS:
        if block.language != "console":
            continue
        for command, output in documents.commands(block):
            if bot in command:
                printed = documents.run(command, folder)
                assert documents.same(output, printed), f"$ {command}\n{printed}"
                run += 1
    assert run == 1


class Recording:
    """A line to somebody who takes the first action; what is said on it is written down."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def send(self, text: str) -> None:
        self.lines += [f"-> {line}" for line in text.split("\n")]

    def receive(self, seconds: float | None) -> str:
        asked = json.loads(self.lines[-1][3:])
        answer = {"type": {"hello": "ready", "act": "choice", "end": "bye"}[asked["type"]]}
        if asked["type"] == "act":
            answer["action"] = asked["actions"][0]["action"]
        text = messages.dumped(answer)
        self.lines.append(f"<- {text}")
        return text

    def drop(self) -> None:
        pass


def transcript() -> list[str]:
    """All that is said to and by one of two players of a small game."""
    game = load("agram", NUMP=2, HAND=3, TRICKS=3)
    line = Recording()
    dialogue = Dialogue(line, game, 1, Terms(move=1.0, bank=10.0, strikes=3))
    dialogue.begin(2718281828)
    state, made = begin(game, derive_key("protocol", 3)), 0
    while not state.over:
        action = state.actions[0]
        if state.to_move == 1 and len(state.actions) > 1:
            action = dialogue.ask(view(state, 1), made, None, 10.0).action
        state, made = state.after(action), made + 1
    dialogue.end(state.scores, state.ranks)
    return line.lines


def test_the_game_that_is_shown_is_played() -> None:
    shown = [block.text for block in BLOCKS if block.language == "protocol"]
    said = transcript()
    lines = [line for text in shown for line in text.splitlines()]
    assert len(lines) == len(said)
    for line, true in zip(lines, said, strict=True):
        assert documents.same(line, true), f"{line}\n{true}"


def cells(heading: str) -> list[str]:
    """What stands in the first cell of each row of a table, the first word of it."""
    section = re.split(r"\n##+ ", TEXT.partition(f" {heading}\n")[2])[0]
    return re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)


def test_every_cause_is_in_the_table() -> None:
    assert cells("Failures") == list(CAUSES)
    assert set(ADMITTED) < set(CAUSES)


def test_every_event_is_in_the_table() -> None:
    assert set(cells("Events")) == set(EVENTS) - {"chance"}


def test_every_field_of_a_message_is_in_its_table() -> None:
    said: dict[str, Any] = {}
    for line in transcript():
        message = json.loads(line[3:])
        said.setdefault(message["type"], message)
    for kind in ("hello", "act", "end"):
        assert set(cells(f"`{kind}`")) == set(said[kind]) - {"type"} | (
            {"view", "explain"} if kind == "act" else set()
        )
    assert set(cells("`game`")) == set(said["hello"]["game"])
    assert set(cells("`limits`")) == set(said["hello"]["limits"])


def test_the_page_is_about_this_version() -> None:
    assert f"protocol {PROTOCOL}" in TEXT.lower()
    assert f"{seat.TERMS.message:,}" in TEXT
