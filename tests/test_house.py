"""The walks of docs/house.md: every file on them is there, in the order of the packages."""

from __future__ import annotations

import re
from pathlib import Path

import documents
import pytest

ROOT = Path(__file__).parent.parent
WALKS = documents.read("docs/house.md").split("\n## ")[1:]
STATION = re.compile(r"^\d+\. `(src/kibitz/[^`]+)`", re.MULTILINE)
FILE = re.compile(r"`(src/kibitz/[^`]+)`")


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.splitlines()[0])
def test_every_file_on_a_walk_is_there(walk: str) -> None:
    named = FILE.findall(walk)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.splitlines()[0])
def test_the_stations_of_a_walk_are_numbered_and_no_file_is_met_twice(walk: str) -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", walk, re.MULTILINE)]
    stations = STATION.findall(walk)
    assert numbers == list(range(1, len(stations) + 1))
    assert len(set(stations)) == len(stations)


def test_a_word_goes_from_the_language_to_the_engine_and_never_back() -> None:
    """But for the first station, where the engine finds the text."""
    word = WALKS[1]
    packages = [name.split("/")[2] for name in STATION.findall(word)[1:]]
    assert packages == sorted(packages, key=("recycle", "engine").index)
