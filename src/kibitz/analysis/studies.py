"""All studies, in the order in which they are made."""

from __future__ import annotations

from kibitz.analysis import ends, exact, random_games, secrets
from kibitz.analysis.study import Study

__all__ = ["STUDIES"]

STUDIES: tuple[Study, ...] = (
    random_games.STUDY,
    exact.STUDY,
    secrets.STUDY,
    ends.STUDY,
)
