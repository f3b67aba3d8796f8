"""Tests of the bots: how they are named, made and asked."""
