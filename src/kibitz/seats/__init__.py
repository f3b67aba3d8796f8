"""Seats for bots that are not of the house: one protocol, over pipe or socket, and the sandbox."""
