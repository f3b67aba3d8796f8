"""Tests of `kibitz.interop`."""
