"""Tests of the words: what is told, and how."""
