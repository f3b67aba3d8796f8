"""Tests of the analyses: what a game is like, with intervals, for any game."""
