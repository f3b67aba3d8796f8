"""Agram and Oh Hell by hand: bitboards under Numba, no rules engine. The practical limit.

`python benchmarks/check_bitboards.py` checks them against plain rules and says how fast they are.
What makes them fast:

- A hand is one 64-bit word, sixteen bits for each suit, the higher card the higher bit. Following
  suit is a mask, and cards compare as numbers once those that cannot win are masked out.
- A game has no branch that depends on its cards, so the processor never guesses wrong: what is
  legal, who wins and turning the table to the winner are conditional moves (`either`).
- The hands lie in four registers, the leader's first: there is no array to index.
- A random word is used up digit by digit: index and rest are the halves of its product with the
  number of options. One word does for all decisions of a game, and no option is more than a
  millionth more or less likely than it should be.
- The n-th card of a hand is one instruction, `pdep`, where the processor has it (BMI2), and so is
  dealing three (Agram) or five (Oh Hell) of the cards left: any such set of places, from a table.

The last two save random numbers, which is not open to a game whose every draw must be a function of
key, place and number. So there is a second Agram, `agram.same_draws`, that draws as often as ours:
it has half the speed, without `pdep` an eighth. (Two games of Agram side by side in one loop would
be faster by a third; one at a time is fair.)
"""

from bitboards import agram, oh_hell

__all__ = ["agram", "oh_hell", "warm_up"]


def warm_up() -> None:
    """Compile everything."""
    for play in (agram.fast, agram.same_draws, oh_hell.with_deal, oh_hell.rollouts):
        play(1)
