"""Small games for those who measure skill: what is true of each is plain from its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.analysis.bench import Bench
from kibitz.analysis.effort import EFFORTS
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured
from kibitz.analysis.run import pilot
from kibitz.analysis.study import Asked, Study
from kibitz.engine.game import Game
from kibitz.engine.sheets import read_sheet
from kibitz.recycle.diagnostics import Source
from kibitz.work import open as open_place

__all__ = [
    "ALONE",
    "CHANCE",
    "GUESS",
    "LUCK",
    "NIM",
    "NUMBERS",
    "PRIVATE",
    "PROMISE",
    "TOGETHER",
    "described",
    "figure_of",
    "gathered",
]

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

ALONE = """
;; One player takes what they like.
(game
  (setup (create players 1) (create deck (game vloc BOX) (deck (RANK (A, B)))))
  (stage player
    (end (== (size (game vloc BOX)) 1))
    (choice ((any (game vloc BOX) 'C (move 'C (top ((current player) vloc TAKEN)))))))
  (scoring max 1))
"""

PRIVATE = """
;; Both write down a number that only they see; the higher one wins.
(game
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (stage player
    (end (== (game sto TURNS) 2))
    (choice ((any (range 0..2) 'N (set ((current player) isto WRITTEN) 'N))))
    (do ((inc (game sto TURNS)))))
  (do ((all player 'P (set ('P sto SHOWN) ('P isto WRITTEN)))))
  (scoring max ((current player) sto SHOWN)))
"""

NIM = """
;; Pure skill: nothing is dealt, nothing is hidden. Take one, two or three of five; who takes the
;; last one has won.
(game
  (setup
    (create players 2)
    (create deck (game vloc HEAP) (deck (RANK (A, B, C, D, E)))))
  (stage player
    (end (== (size (game vloc HEAP)) 0))
    (choice (
      (any (range 1 .. (min 3 (size (game vloc HEAP)))) 'N
        (repeat 'N (move (top (game vloc HEAP)) (top ((current player) vloc TAKEN)))))))
    (do ((all player 'P (set ('P sto SCORE) 0)) (set ((current player) sto SCORE) 1))))
  (scoring max ((current player) sto SCORE)))
"""

NUMBERS = """
;; Both name a number, and the higher one wins: nothing is dealt, and nobody need think twice.
(game
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (stage player
    (end (== (game sto TURNS) 2))
    (choice ((any (range 1..5) 'N (set ((current player) sto SCORE) 'N))))
    (do ((inc (game sto TURNS)))))
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

TOGETHER = (
    GUESS.replace("((0 player) sto SCORE)", "(game sto SCORE)")
    .replace("((1 player) sto SCORE)", "(game sto SCORE)")
    .replace("((current player) sto SCORE)", "(game sto SCORE)")
)
"""The same, but right guesses count for both: one of two at random, both with attention."""

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


def described(text: str) -> Game:
    """A game by its description."""
    return Game(Source(text, "small.rcy"), read_sheet(Path("small.toml"), "small"), "small", {})


def gathered(study: Study, text: str, games: int, **more: Any) -> Any:
    """What a study gathers about a game, from so many games of each setting."""
    game = described(text)
    asked = Asked(EFFORTS["quick"], games=games, limit=200, **more)
    bench = Bench(game, 1, open_place(None, 1))
    return study.gather(bench, asked, pilot(game, 1, 200))


def figure_of(measured: Measured | None) -> Figure:
    """The figure, which must be there."""
    assert measured is not None
    assert measured.figure is not None
    return measured.figure
