"""docs/learn.md: what it says of learning and knowledge is what came out of the experiment."""

from __future__ import annotations

import json

import pytest
from documents import ROOT, read


def test_the_answer_is_that_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import learning_page

    data = json.loads((ROOT / "docs" / "learning.json").read_text(encoding="utf-8"))
    page = read("docs/learn.md")
    said = page.split(learning_page.BEGIN)[1].split(learning_page.END)[0]
    assert said.strip() == learning_page.answer(data).strip()
    drawn = [path for path, _ in learning_page.pictures(data)]
    assert len(drawn) > len(data)
    for path in drawn:
        assert f"({path})" in said
        assert (ROOT / "docs" / path).exists()
