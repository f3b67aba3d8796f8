"""Bots that are functions in a small part of Python, and can be compiled: those of the house as
texts, and how Python runs any of them."""

from kibitz.bots.compiled.reckoning import Reckoning, chance
from kibitz.bots.compiled.written import SUFFIX, Written, read_bot

__all__ = ["SUFFIX", "Reckoning", "Written", "chance", "read_bot"]
