"""The README as a package index shows it: no pictures and no other pages lie beside it there."""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface


def for_index(text: str) -> str:
    """Markdown without pictures of ours; links to our own files become the names of those files."""
    text = re.sub(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\((?!https?:)([^)#]*)[^)]*\)", r"\1 (`\2`)", text)
    return re.sub(r"\n{3,}", "\n\n", text)


class Readme(MetadataHookInterface):
    """Makes the long description of the package."""

    def update(self, metadata: dict[str, object]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text)}
