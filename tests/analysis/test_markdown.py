"""A report as Markdown: readable as it is, and the same figures as on the page."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.fabricated import NASTY, about, fabricate, measured, numbered, stand_in
from kibitz.analysis.markdown import report_text
from kibitz.analysis.measured import MEASURES, Measured
from kibitz.analysis.sentences import sentence

GOLDEN = Path(__file__).parent / "golden" / "report.md"
"""Written anew by `KIBITZ_GOLDEN=1 pytest tests/analysis/test_markdown.py`: see what differs."""


def test_it_reads_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in measured():  # titles may find better words
        monkeypatch.setitem(MEASURES, key, stand_in(key))
    text = report_text(fabricate(stopped="clock", skipped={"exact": "the tree is too large"}))
    if os.environ.get("KIBITZ_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_every_measure_is_in_it() -> None:
    text = report_text(fabricate())
    for key in measured():
        assert sentence(fabricate(), key) in text, key


def test_columns_stand_below_each_other() -> None:
    text = report_text(fabricate())
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        lines = block.splitlines()
        places = {tuple(k for k, letter in enumerate(line) if letter == "|") for line in lines}
        assert len(places) == 1
        assert re.fullmatch(r"[| :-]+", lines[1])


def test_long_curves_are_thinned_out_and_say_so() -> None:
    rows = numbered([1.0] * 100, 0.1, "North") + numbered([1.0] * 100, 0.1, "East")
    found = Measured(about(0.1, 1.0), rows, None, {}, "secrets")
    text = report_text(fabricate(measured={"secrets": found}))
    assert "(One row in 7 is shown.)" in text
    assert text.count("| North") == text.count("| East") == 15


def test_strangers_write_no_markup() -> None:
    about_it = replace(
        fabricate().about, title=NASTY, summary="[x](javascript:1) | `*a*`", rules="<b>"
    )
    about_it = replace(about_it, hash=NASTY, name=NASTY, seats=(NASTY,), cards=(NASTY,))
    more: dict[str, Any] = {"effort": NASTY, "kibitz": NASTY, "skipped": {NASTY: NASTY}}
    text = report_text(fabricate(about=about_it, measured={}, **more))
    assert "<" not in text.replace("&lt;", "")
    assert "&" not in text.replace("&lt;", "").replace("&gt;", "").replace("&amp;", "")
    assert "&amp; $x^2$" in text
    assert r"\[x\](javascript:1) \| \`\*a\*\`" in text
