"""docs/report-format.md names every key of a report, and none that there is not."""

from __future__ import annotations

import json
import re
from typing import Any

import documents

from analysis.fabricated import fabricate, measured
from kibitz.analysis.measured import MEASURES
from kibitz.analysis.report import FORMAT, VERSION, Report

PAGE = documents.read("docs/report-format.md")


def table(heading: str) -> dict[str, str]:
    """The first table below a heading: its other columns, by the keys in the first."""
    below = PAGE.split(f"\n{heading}", 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert lines
    rows = [line.strip("|").split("|", 1) for line in lines[0].splitlines()[2:]]
    return {key: more for first, more in rows for key in re.findall(r"`([^`]+)`", first)}


def test_the_page_is_about_this_version() -> None:
    assert f'"format": "{FORMAT}"' in PAGE
    assert f'"version": {VERSION},' in PAGE
    example = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert example
    assert list(json.loads(example[1])) == list(fabricate().to_json())


def test_the_keys_of_a_report_are_named() -> None:
    data = fabricate().to_json()
    assert list(table("## The report")) == list(data)
    assert sorted(table("## The game")) == sorted(data["game"])
    assert list(table("## Samples")) == list(data["samples"]["one"])
    assert list(table("## Measures")) == list(data["measures"]["win_share"])
    figure = data["measures"]["win_share"]["figure"]
    assert list(table("A figure:")) == list(figure)
    assert set(data["measures"]["win_share"]["rows"][0]) == {"label", "group", *figure}


def test_every_measure_is_named_and_fabricated() -> None:
    named = set(table("All measures"))
    assert named == set(MEASURES)
    assert named == set(measured())


def test_what_measures_have_as_data_is_named() -> None:
    named = table("All measures")
    for key, found in measured().items():
        for name in _keys({k: v for k, v in found.data.items() if k != "games" or key != "leads"}):
            assert f"`{name}`" in named[key], (key, name)
    game = measured()["leads"].data["games"]["typical"]
    assert list(table("### Games that are shown")) == list(game)


def _keys(data: dict[str, Any]) -> set[str]:
    """The keys of an object and of those in its lists; figures are told elsewhere."""
    found = set(data)
    for value in data.values():
        for each in value if isinstance(value, list) else ():
            found |= _keys(each) if isinstance(each, dict) else set()
    return found


def test_samples_that_are_named_are_those_of_measures() -> None:
    told = table("## Samples")
    assert "key" in told
    used = {of.sample for of in MEASURES.values()}
    assert all(f"`{sample}`" in PAGE for sample in used)


def test_a_report_can_be_read_again() -> None:
    report = fabricate(stopped="clock", skipped={"exact": "too large"})
    again = Report.from_json(json.loads(json.dumps(report.to_json())))
    assert again.to_json() == report.to_json()
