"""Search over hidden hands: trees over consistent deals, and the exact solver."""

from kibitz.search.solver import Solution, Solver, TooLarge, Unsolvable, solve, solve_all
from kibitz.search.thoughts import Thinking, Thought
from kibitz.search.trees import Method, think

__all__ = [
    "Method",
    "Solution",
    "Solver",
    "Thinking",
    "Thought",
    "TooLarge",
    "Unsolvable",
    "solve",
    "solve_all",
    "think",
]
