"""Small games for those who measure skill: what is true of each is plain from its rules."""

from __future__ import annotations

from pathlib import Path

from kibitz.engine.game import Game
from kibitz.engine.sheets import read_sheet
from kibitz.recycle.diagnostics import Source

__all__ = ["CHANCE", "GUESS", "LUCK", "NIM", "PROMISE", "VOW", "described"]

LUCK = """
;; Pure luck: one of two cards is laid down and means nothing; a card nobody sees has decided.
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX))))
    (create deck (game iloc LOTS) (deck (LOT (LOW, HIGH)))))
  (do (
    (set (game points LOT) (((LOT : LOW) 1) ((LOT : HIGH) 2)))
    (shuffle (game iloc STOCK))
    (shuffle (game iloc LOTS))
    (all player 'P (do (
      (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND))))
      (move (top (game iloc LOTS)) (top ('P hloc LOT))))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 1)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc LAID)))))))
  (do ((all player 'P (move (top ('P hloc LOT)) (top ('P vloc SHOWN))))))
  (scoring max (score (top ((current player) vloc SHOWN)) using (game points LOT))))
"""

CHANCE = """
;; A throw of a die decides, and nobody has anything to decide.
(game
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (do ((set ((0 player) sto DIE) (random 1..6)) (set ((1 player) sto DIE) (random 1..6))))
  (scoring max ((current player) sto DIE)))
"""

NIM = """
;; Pure skill: nothing is dealt, nothing is hidden. Take one, two or three of nine; who takes the
;; last one has won.
(game
  (setup
    (create players 2)
    (create deck (game vloc HEAP) (deck (RANK (A, B, C, D, E, F, G, H, I)))))
  (stage player
    (end (== (size (game vloc HEAP)) 0))
    (choice (
      (any (range 1 .. (min 3 (size (game vloc HEAP)))) 'N
        (repeat 'N (move (top (game vloc HEAP)) (top ((current player) vloc TAKEN)))))))
    (do ((all player 'P (set ('P sto SCORE) 0)) (set ((current player) sto SCORE) 1))))
  (scoring max ((current player) sto SCORE)))
"""

_TOLD = """
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (HEARTS, SPADES)) (RANK (A, B, C, D)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (do (
      (set ('P str SAYS) NONE)
      (set ('P str GUESS) NONE)
      (move (top (game iloc STOCK)) (top ('P iloc HAND))))))))
  (stage player
    (end (all player 'P (!= ('P str SAYS) NONE)))
    (choice (
      ((== (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 1)
        (set ((current player) str SAYS) HEARTS))
      ((== (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))) 0)
        (set ((current player) str SAYS) SPADES)))))
  (stage player
    (end (all player 'P (!= ('P str GUESS) NONE)))
    (choice (
      (set ((current player) str GUESS) HEARTS)
      (set ((current player) str GUESS) SPADES))))
"""

_COUNTED = """
  (do (
    ((== ((0 player) str GUESS) (cardatt SUIT (top ((1 player) vloc SHOWN))))
      (inc ((0 player) sto SCORE)))
    ((== ((1 player) str GUESS) (cardatt SUIT (top ((0 player) vloc SHOWN))))
      (inc ((1 player) sto SCORE)))))
  (scoring max ((current player) sto SCORE)))
"""

GUESS = f""";; Each says truly which suit his card has; then each guesses that of the other.
{_TOLD}
  (do ((all player 'P (move (top ('P iloc HAND)) (top ('P vloc SHOWN))))))
{_COUNTED}"""

PROMISE = f""";; The same, but who says it must play such a card in the end: with any other the game
;; could not go on.
{_TOLD}
  (stage player
    (end (all player 'P (== (size ('P vloc SHOWN)) 1)))
    (choice (
      (any (filter ((current player) iloc HAND) 'C
             (== (cardatt SUIT 'C) ((current player) str SAYS))) 'C
        (move 'C (top ((current player) vloc SHOWN)))))))
{_COUNTED}"""

VOW = """
;; One has all hearts and the other all spades, and must play nothing else: hardly any other deal of
;; their cards would do.
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK)
      (deck (SUIT (HEARTS, SPADES)) (RANK (A, B, C, D, E, F, G, H)))))
  (do (
    (all (filter (game iloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)) 'C
      (move 'C (top ((0 player) iloc HAND))))
    (all (filter (game iloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) 'C
      (move 'C (top ((1 player) iloc HAND))))
    (repeat 4 (move (top ((1 player) iloc HAND)) (top (game hloc AWAY))))
    (repeat 4 (move (top ((0 player) iloc HAND)) (top (game hloc AWAY))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      ((== (pid (current player)) 0)
        (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)) 'C
          (move 'C (top ((current player) vloc LAID)))))
      ((== (pid (current player)) 1)
        (any (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) SPADES)) 'C
          (move 'C (top ((current player) vloc LAID))))))))
  (scoring max 0))
"""


def described(text: str) -> Game:
    """A game by its description."""
    return Game(Source(text, "small.rcy"), read_sheet(Path("small.toml"), "small"), "small", {})
