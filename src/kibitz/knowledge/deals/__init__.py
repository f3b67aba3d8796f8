"""Deals: all possible worlds counted, drawn with equal chances, and listed."""

from kibitz.knowledge.deals.estimates import Estimate
from kibitz.knowledge.deals.possible import Deals

__all__ = ["Deals", "Estimate"]
