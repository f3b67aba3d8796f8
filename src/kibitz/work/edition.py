"""Which Kibitz this is: the same games come out of the same program only.

A worker on another machine says which one it has, and is refused if that is not ours. A version is
not enough: whoever works on Kibitz changes it between two.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kibitz import __version__

__all__ = ["Edition", "edition"]

TEXTS = ("py", "txt", "rcy", "toml")
"""How the names of files end that decide what comes out."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A Kibitz and the Python it runs on."""

    version: str
    python: str
    digest: str
    """Of all texts of the package."""

    def __str__(self) -> str:
        return f"Kibitz {self.version} ({self.digest}) on Python {self.python}"


@cache
def edition() -> Edition:
    """The one of this process."""
    root = Path(__file__).parent.parent
    found = hashlib.sha256()
    for path in sorted(path for kind in TEXTS for path in root.rglob(f"*.{kind}")):
        content = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return Edition(__version__, "{}.{}".format(*sys.version_info), found.hexdigest()[:16])
