"""Tests of seats for bots that are not of the house: the protocol and the sandbox."""
