"""Competitions: bots against each other."""

from kibitz.arena.match import Match, match
from kibitz.arena.play import Played, play
from kibitz.arena.statistics import Estimate, Standing

__all__ = ["Estimate", "Match", "Played", "Standing", "match", "play"]
