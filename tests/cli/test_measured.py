"""Comparisons on a terminal: nothing is cut off, however narrow it is."""

from __future__ import annotations

import io

import pytest
from analysis.fabricated import fabricate
from rich.console import Console

from kibitz.analysis.comparison import Side, compare
from kibitz.cli.measured import tell_comparison


@pytest.mark.parametrize("width", [80, 120])
def test_variants_stand_side_by_side_as_far_as_there_is_room(width: int) -> None:
    labels = [f"HAND={hand}, GIFT={gift}" for hand in (3, 7) for gift in (0, 1)]
    found = compare([Side(label, fabricate()) for label in labels], title="Variants", base=0)
    out = Console(width=width, file=io.StringIO())
    tell_comparison(found, out)
    assert isinstance(out.file, io.StringIO)
    text = out.file.getvalue()
    choices = next(line for line in text.splitlines() if "Choices" in line)
    assert choices.split()[-4:] == ["13.40"] * 4
    assert "".join(text.split()[:60]).count("GIFT=") == 4
