"""A compiler for the part of Python that games are emitted in: fast, because it is small."""
