"""The language: text, tree, checked program, Python source. Knows nothing of players or bots."""

from kibitz.recycle.diagnostics import DescriptionError, Diagnostic, Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.emitter import emit

__all__ = ["DescriptionError", "Diagnostic", "Source", "elaborate", "emit"]
