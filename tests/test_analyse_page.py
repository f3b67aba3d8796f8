"""docs/analyse.md is true: its Python is run, and every measure is explained in it."""

from __future__ import annotations

import re
from pathlib import Path

import documents

from kibitz.analysis.measured import MEASURES
from kibitz.analysis.studies import STUDIES
from kibitz.engine import load

PAGE = "docs/analyse.md"
TEXT = documents.read(PAGE)


def test_the_session_gives_what_is_shown(tmp_path: Path) -> None:
    result = documents.session(PAGE, tmp_path)
    assert result.attempted > 15
    assert result.failed == 0


def test_every_measure_is_explained() -> None:
    assert STUDIES
    section = TEXT.partition("\n## Every measure\n")[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    explained = re.findall(r"`(\w+)`", " ".join(first_cells))
    assert set(explained) == set(MEASURES)
    assert len(explained) == len(set(explained))


def test_the_variants_it_names_are_there() -> None:
    for name, value in re.findall(r"--vary (\w+)=(\d+)\.\.", TEXT):
        assert name in load("agram", **{name: int(value)}).parameters
    settings = dict(re.findall(r"--set (\w+)=(\w+)", TEXT))
    assert load("hearts", **settings).parameters["PASS"] == "NONE"
