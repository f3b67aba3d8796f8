"""Tests of the arena: games and matches by bots."""
