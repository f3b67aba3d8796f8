"""Tests of the engine: what is true of every game, whatever its rules."""
