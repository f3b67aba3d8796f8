"""Reports from files, which anybody may have changed: damage is told in one sentence.

`must_be` looks at the fields that every report has. What measures have beside figures is of many
shapes; there `undamaged` stands around whatever shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite

from kibitz.errors import KibitzError

__all__ = ["must_be", "undamaged"]


def must_be(kind: type, *values: object) -> None:
    """Complain about a value that is not of a kind; a number must be one that can be drawn."""
    kinds = (int, float) if kind is float else kind
    for value in values:
        if not isinstance(value, kinds) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{value!r} is no {kind.__name__}")
        if isinstance(value, (int, float)) and not isfinite(value):
            raise ValueError(f"{value!r} is no number")


@contextmanager
def undamaged() -> Iterator[None]:
    """Within, what goes wrong does so because of what stands in a report."""
    try:
        yield
    except KeyError as error:
        raise KibitzError(f"this report is damaged: it has no {error}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise KibitzError("this report is damaged: something in it is not as it was") from None
