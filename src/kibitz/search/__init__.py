"""Search over hidden hands: trees over consistent deals, and the exact solver."""

from kibitz.search.thinking import Thinking, Thought

__all__ = ["Thinking", "Thought"]
