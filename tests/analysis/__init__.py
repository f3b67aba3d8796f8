"""Tests of analyses: what games are like."""
