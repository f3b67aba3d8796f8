"""Tests of what every player knows."""
