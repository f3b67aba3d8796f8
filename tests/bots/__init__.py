"""Tests of everything that can sit at a table."""
