"""docs/openspiel.md is true: its Python is run."""

from __future__ import annotations

import documents

PAGE = "docs/openspiel.md"


def test_the_session_gives_what_is_shown() -> None:
    result = documents.session(PAGE, documents.ROOT)
    assert result.attempted > 20
    assert result.failed == 0
