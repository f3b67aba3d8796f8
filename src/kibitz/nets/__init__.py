"""Small neural networks that play: what they are, what they say of a position, their files."""

from kibitz.nets.files import brings, data_of, found, network_of, read, write
from kibitz.nets.network import (
    HEADS,
    Answers,
    Layer,
    Network,
    Purpose,
    blank,
    fits,
    preferences,
    purpose_of,
)

__all__ = [
    "HEADS",
    "Answers",
    "Layer",
    "Network",
    "Purpose",
    "blank",
    "brings",
    "data_of",
    "fits",
    "found",
    "network_of",
    "preferences",
    "purpose_of",
    "read",
    "write",
]
