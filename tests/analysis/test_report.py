"""Reports as JSON: written and read again; what is no report is refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.analysis.report import FORMAT, VERSION, Report
from kibitz.analysis.run import report
from kibitz.errors import KibitzError


@pytest.fixture(scope="module")
def small() -> Report:
    """A report that has everything a report can have."""
    game = kibitz.load("kuhn")
    return report(game, random=60, studies=("random", "exact"), workers=1, seed=4)


def test_a_report_is_read_as_it_was_written(small: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(small.to_json()), encoding="utf-8")
    again = Report.read(path)
    assert again == small
    assert again.to_json() == small.to_json()


def test_it_says_what_it_is_about(small: Report) -> None:
    data = small.to_json()
    assert (data["format"], data["version"]) == (FORMAT, VERSION)
    assert (data["game"]["title"], data["game"]["players"]) == ("Kuhn poker", 2)
    assert data["game"]["cards"] == ["J", "Q", "K"]
    assert (data["seed"], data["effort"], data["stopped"]) == (4, "usual", None)
    assert data["samples"]["random"]["games"] == 60


def test_typed_in_python_it_is_short(small: Report) -> None:
    assert repr(small).startswith("<report on Kuhn poker: ")
    assert repr(small).endswith(" measures, seed 4>")
    first, second, *_ = str(small).splitlines()
    assert first == repr(small)
    assert second.startswith("  A game takes 2.")


def test_figures_are_found_by_their_key(small: Report) -> None:
    decisions = small.figure("exact_decisions")
    assert decisions is not None
    assert decisions.value == 2.25
    assert decisions.exact
    assert small.figure("unfinished") is None
    with pytest.raises(KibitzError, match="there is no measure `nonsense`"):
        small.figure("nonsense")


def test_measures_of_another_version_are_left_out(small: Report) -> None:
    data = small.to_json()
    data["measures"]["of_tomorrow"] = data["measures"]["decisions"]
    assert Report.from_json(data) == small


def test_a_newer_report_is_refused(small: Report) -> None:
    with pytest.raises(KibitzError, match="version 99 of the format, newer than"):
        Report.from_json({**small.to_json(), "version": 99})


@pytest.mark.parametrize("data", [None, [], "report", {}, {"format": "kibitz-record"}])
def test_what_is_no_report_is_refused(data: Any) -> None:
    with pytest.raises(KibitzError, match="this is no report of an analysis"):
        Report.from_json(data)


@pytest.mark.parametrize("version", [None, "1", 0, [1]])
def test_a_report_without_a_version_is_damaged(small: Report, version: Any) -> None:
    with pytest.raises(KibitzError, match="damaged"):
        Report.from_json({**small.to_json(), "version": version})


def damaged_or_read(data: Any) -> bool:
    """Whether a report is read or called damaged: nothing else may happen."""
    try:
        return isinstance(Report.from_json(data), Report)
    except KibitzError as error:
        return "damaged" in error.message


@pytest.mark.parametrize("key", ["game", "seed", "samples", "measures", "skipped"])
@pytest.mark.parametrize("value", ["nothing", 7, ["a"], {"a": "b"}])
def test_a_damaged_report_is_refused_or_read(small: Report, key: str, value: Any) -> None:
    without = {name: each for name, each in small.to_json().items() if name != key}
    with pytest.raises(KibitzError, match=f"damaged: it has no '{key}'"):
        Report.from_json(without)
    assert damaged_or_read({**without, key: value})


@pytest.mark.parametrize("key", ["figure", "rows", "note", "data"])
@pytest.mark.parametrize("value", [None, 7, "text", [1], {"value": 1}])
def test_damaged_measures_are_refused_or_read(small: Report, key: str, value: Any) -> None:
    data = small.to_json()
    data["measures"] = {"options": {**data["measures"]["options"], key: value}}
    assert damaged_or_read(data)


@pytest.mark.parametrize("text", ["", "{", "\x00", "[" * 100_000])
def test_a_file_that_is_not_json_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.json"
    path.write_text(text)
    with pytest.raises(KibitzError, match=r"report\.json is not JSON"):
        Report.read(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"report\.json cannot be read: No such file"):
        Report.read(tmp_path / "report.json")


def test_the_name_of_the_file_stands_before_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("{}")
    with pytest.raises(KibitzError, match=r"report\.json: this is no report"):
        Report.read(path)
