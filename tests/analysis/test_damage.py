"""Whatever stands in a report from a file: it is shown, or called damaged in one sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from analysis.fabricated import fabricate, measured
from kibitz.analysis.damage import must_be, undamaged
from kibitz.analysis.markdown import report_text
from kibitz.analysis.page import report_page
from kibitz.analysis.report import Report
from kibitz.errors import KibitzError

JUNK: list[Any] = [
    None,
    7,
    -1,
    "text",
    [],
    [[]],
    [{}],
    [1],
    {},
    {"a": 1},
    float("nan"),
    10**400,
    "\ud800",
]


def is_damaged(data: dict[str, Any]) -> bool:
    """Whether a report is called damaged; if not, all of it can be shown."""
    try:
        with undamaged():
            found = Report.from_json(json.loads(json.dumps(data)))
            (report_page(found) + report_text(found)).encode()
    except KibitzError as error:
        return error.message.startswith("this report is damaged: ")
    return False


@pytest.fixture(autouse=True)
def _without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)


def small(key: str) -> dict[str, Any]:
    """A report with one measure, about a game that is not at hand."""
    about = replace(fabricate().about, name="own")
    return fabricate(about=about, measured={key: measured()[key]}).to_json()


def test_a_report_that_nobody_has_changed_is_whole() -> None:
    assert not is_damaged(fabricate().to_json())


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", ["figure", "rows", "note", "data"])
def test_parts_of_measures(key: str, junk: Any) -> None:
    data = small("options")
    data["measures"]["options"][key] = junk
    harmless: dict[str, list[Any]]
    harmless = {"figure": [None], "rows": [[], {}], "note": [None, "text"], "data": [{}, {"a": 1}]}
    assert is_damaged(data) is not (junk in harmless[key])


@pytest.mark.parametrize("key", ["value", "low", "high", "n", "exact"])
@pytest.mark.parametrize("junk", ["1", [], {}, float("nan"), float("inf"), 10**400])
def test_numbers_of_figures(key: str, junk: Any) -> None:
    data = small("order")
    data["measures"]["order"]["figure"][key] = junk
    assert is_damaged(data)


@pytest.mark.parametrize("junk", [7, ["a"], {"a": []}, float("nan")], ids=repr)
def test_what_a_report_says_about_its_game_and_games(junk: Any) -> None:
    whole = small("order")
    for key in ("seed", "effort", "kibitz", "skipped"):
        if not isinstance(junk, int) or key != "seed":
            assert is_damaged({**whole, key: junk}), key
    for key in whole["game"]:
        told = {**whole, "game": {**whole["game"], key: junk}}
        assert is_damaged(told) or (key, junk) in [
            *((name, junk) for name in ("seats", "cards") if junk in (["a"], {"a": []})),
            ("players", 7),
        ], key
    own = {"name": "agram", "parameters": {"game": 1}}
    assert is_damaged({**whole, "game": {**whole["game"], **own}})


@pytest.mark.parametrize("junk", [None, 7, "text", [1], {"a": 1}], ids=repr)
def test_what_measures_have_beside_figures(junk: Any) -> None:
    keys = ("decisions", "dead_wood", "leads", "information_flow", "deals_needed")
    for key in (*keys, "secrets_by_rule"):
        whole = small(key)
        for name in whole["measures"][key]["data"]:
            whole["measures"][key]["data"] = {**measured()[key].data, name: junk}
            is_damaged(whole)
    game = measured()["leads"].data["games"]["typical"]
    for name in game:
        whole = small("leads")
        whole["measures"]["leads"]["data"] = {"games": {"typical": {**game, name: junk}}}
        is_damaged(whole)


def test_a_truth_is_no_number() -> None:
    with pytest.raises(TypeError):
        must_be(int, True)
    must_be(bool, True)
    must_be(float, 1)
