"""Kibitz: card games with hidden hands, described once, in RECYCLE."""

from typing import Any

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Event",
    "Game",
    "KibitzError",
    "Observation",
    "Record",
    "State",
    "View",
    "load",
    "view",
]


def __getattr__(name: str) -> Any:  # imports nothing heavy until something is asked for
    if name == "KibitzError":
        from kibitz.errors import KibitzError

        return KibitzError
    if name in ("View", "view"):
        from kibitz import knowledge

        return getattr(knowledge, name)
    if name in __all__:
        from kibitz import engine

        return getattr(engine, name)
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
