"""Bots that learn: games as data, networks made from them, and what came of it.

Playing with a network needs none of this: see `kibitz.nets`.
"""
