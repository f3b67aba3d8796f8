"""Everything that can sit at a table."""

from kibitz.bots.bot import Bot, Result

__all__ = ["Bot", "Result"]
