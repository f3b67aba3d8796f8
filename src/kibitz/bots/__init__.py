"""Everything that can sit at a table."""

from kibitz.bots.bot import Bot, Result
from kibitz.bots.names import Candidate, find
from kibitz.bots.player import Player, Seated

__all__ = ["Bot", "Candidate", "Player", "Result", "Seated", "find"]
