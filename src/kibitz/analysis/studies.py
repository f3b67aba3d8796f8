"""All studies, in the order in which they are made."""

from __future__ import annotations

from kibitz.analysis import ends
from kibitz.analysis.study import Study

__all__ = ["STUDIES"]

STUDIES: tuple[Study, ...] = (ends.STUDY,)
