"""Everything that can sit at a table."""

from kibitz.bots.asking import Player, Seated
from kibitz.bots.bot import Bot, Result
from kibitz.bots.names import Candidate, find

__all__ = ["Bot", "Candidate", "Player", "Result", "Seated", "find"]
