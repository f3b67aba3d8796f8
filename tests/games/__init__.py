"""Tests of the games: the house games, small ones made for testing, and the truth about both."""
