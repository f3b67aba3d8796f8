"""Bots that are functions in a small part of Python, and can be compiled: those of the house as
texts, and how Python runs any of them."""

from kibitz.bots.compiled.written import SUFFIX, Written, chance, read_bot

__all__ = ["SUFFIX", "Written", "chance", "read_bot"]
