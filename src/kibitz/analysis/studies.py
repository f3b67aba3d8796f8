"""All studies, in the order in which they are made."""

from __future__ import annotations

from kibitz.analysis import (
    depth,
    ends,
    exact,
    luck,
    random_games,
    searched,
    secrets,
    worth,
)
from kibitz.analysis.study import Study

__all__ = ["STUDIES"]

STUDIES: tuple[Study, ...] = (
    random_games.STUDY,
    exact.STUDY,
    searched.STUDY,
    secrets.STUDY,
    worth.STUDY,
    luck.STUDY,
    depth.STUDY,
    ends.STUDY,
)
