"""The page of a comparison, and the same as Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kibitz.analysis.comparison import Comparison, Side, compare
from kibitz.analysis.comparison_page import comparison_page
from kibitz.analysis.comparison_text import changed, comparison_text
from kibitz.analysis.run import report
from kibitz.analysis.variants import LeftOut
from kibitz.engine import load

pytestmark = pytest.mark.usefixtures("tossing")

NASTY = "<script>alert(1)</script> | *x*"


def compared(*hands: int, left_out: tuple[LeftOut, ...] = ()) -> Comparison:
    sides = [
        Side(f"HAND={cards}", report(load("agram", HAND=cards), pairing=True, workers=1))
        for cards in hands
    ]
    return compare(sides, title="Variants of Agram", left_out=left_out)


def test_the_page_marks_the_best_the_worst_and_what_differs() -> None:
    page = comparison_page(compared(3, 5, 7))
    assert '24 %<span class="worst" title="worst"> ▼</span>' in page
    assert '64 %*<span class="best" title="best"> ▲</span>' in page
    assert "+40 % (33 to 47)*" in page
    assert page.count("deal by deal") > 2
    assert "1 of 6 figures differs for sure." in page


def test_what_differs_is_plotted_and_told() -> None:
    page = comparison_page(compared(3, 7))
    assert page.count('class="plot"') == 1
    assert "From 24 % (HAND=3) to 64 % (HAND=7)." in page


def test_without_matplotlib_there_are_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)
    page = comparison_page(compared(3, 7))
    assert 'class="plot"' not in page
    assert "Side by side" in page


def test_what_others_wrote_stays_text() -> None:
    found = compared(5, 6, left_out=(LeftOut(NASTY, NASTY),))
    named = replace(
        found, title=NASTY, sides=(replace(found.sides[0], label=NASTY), found.sides[1])
    )
    page, text = comparison_page(named), comparison_text(named)
    assert "<script" not in page
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "# &lt;script&gt;alert(1)&lt;/script&gt; \\| \\*x\\*" in text
    assert "<" not in text
    assert all(line.count(" | ") == 2 for line in text.splitlines() if line.startswith("| Heads"))


def test_as_markdown() -> None:
    text = comparison_text(compared(5, 7, left_out=(LeftOut("HAND=9", "there are 35 cards"),)))
    assert text.startswith("# Variants of Agram\n\n1 of 6 figures differs for sure.\n")
    assert "| Heads | 45 % (38 to 52) ▼ | 64 % (58 to 71)* ▲ |" in text
    assert "- left out: HAND=9: there are 35 cards" in text
    assert "Agram (NUMP=4, HAND=7, TRICKS=6)" in text


def test_what_changed_is_said_in_a_sentence() -> None:
    assert changed(compared(5, 5)) == "Nothing differs for sure, of 6 figures."
    assert changed(compared(3, 7)) == "1 of 6 figures differs for sure."
