"""The same bridge with its play, or the end of a trick, written in other ways."""

from __future__ import annotations

from pathlib import Path

__all__ = ["BASE", "LETTER", "phrasings"]

BASE = "a clause for each case"
LETTER = Path(__file__).parent / "phrasing" / "letter.rcy"
BRIDGE = Path(__file__).parent / "phrasing" / "bridge.rcy"

FIRST = "      (choice (\n        ((== (game str LEAD) NONE)"
AFTER = "\n    (do (\n      (set (game points STRENGTH)"
"""Where the play of a card begins and ends in the text."""

END = "(end (all player 'P (== (size ('P vloc TRICK)) 1)))"

ENDS = {
    "a trick ends by `(size (filter player ...))`": (
        "(end (== (size (filter player 'P (> (size ('P vloc TRICK)) 0))) 4))"
    ),
}

PLAYS = {
    "one `any` with a guard": """\
      (choice (
        (any ((current player) iloc HAND) 'C
          ((or (== (game str LEAD) NONE)
               (== (cardatt SUIT 'C) (game str LEAD))
               (== (size (filter ((current player) iloc HAND) 'D
                            (== (cardatt SUIT 'D) (game str LEAD)))) 0))
            (move 'C (top ((current player) vloc TRICK)))))))
      (do (
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))
""",
    "the suit led read off the leader's card": """\
      (choice (
        (any (filter ((current player) iloc HAND) 'C
          (or (== (game str LEAD) NONE)
               (== (cardatt SUIT 'C) (cardatt SUIT (top (((game sto LEADER) player) vloc TRICK))))
               (all ((current player) iloc HAND) 'D
                    (!= (cardatt SUIT 'D)
                        (cardatt SUIT (top (((game sto LEADER) player) vloc TRICK))))))) 'C
            (move 'C (top ((current player) vloc TRICK))))))
      (do (
        ((== (game str LEAD) NONE)
          (do (
            (set (game sto LEADER) (pid (current player)))
            (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))))
""",
    "`any`, then more in the same `do`": """\
      (choice (
        (do (
        (any (filter ((current player) iloc HAND) 'C
          (or (== (game str LEAD) NONE)
               (== (cardatt SUIT 'C) (game str LEAD))
               (all ((current player) iloc HAND) 'D
                    (!= (cardatt SUIT 'D) (game str LEAD))))) 'C
            (move 'C (top ((current player) vloc TRICK))))
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))))
""",
    "the leader's clause sets the suit": """\
      (choice (
        ((== (game str LEAD) NONE)
          (any ((current player) iloc HAND) 'C
            (do (
              (move 'C (top ((current player) vloc TRICK)))
              (set (game str LEAD) (cardatt SUIT 'C))))))
        ((!= (game str LEAD) NONE)
          (any (filter ((current player) iloc HAND) 'C
                 (== (cardatt SUIT 'C) (game str LEAD))) 'C
            (move 'C (top ((current player) vloc TRICK)))))
        ((and (!= (game str LEAD) NONE)
              (== (size (filter ((current player) iloc HAND) 'C
                          (== (cardatt SUIT 'C) (game str LEAD)))) 0))
          (any ((current player) iloc HAND) 'C
            (move 'C (top ((current player) vloc TRICK))))))))
""",
    "`(let (current player) 'ME ...)`": """\
      (let (current player) 'ME (choice (
        ((== (game str LEAD) NONE)
          (any ('ME iloc HAND) 'C
            (move 'C (top ('ME vloc TRICK)))))
        ((!= (game str LEAD) NONE)
          (any (filter ('ME iloc HAND) 'C
                 (== (cardatt SUIT 'C) (game str LEAD))) 'C
            (move 'C (top ('ME vloc TRICK)))))
        ((and (!= (game str LEAD) NONE)
              (== (size (filter ('ME iloc HAND) 'C
                          (== (cardatt SUIT 'C) (game str LEAD)))) 0))
          (any ('ME iloc HAND) 'C
            (move 'C (top ('ME vloc TRICK))))))))
      (do (
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))
""",
    "`(let (filter ...) 'SAME ...)`": """\
      (let (filter ((current player) iloc HAND) 'C
                 (== (cardatt SUIT 'C) (game str LEAD))) 'SAME
       (choice (
        ((== (size 'SAME) 0)
          (any ((current player) iloc HAND) 'C
            (move 'C (top ((current player) vloc TRICK)))))
        (any 'SAME 'C (move 'C (top ((current player) vloc TRICK)))))))
      (do (
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))
""",
    "a group of a `partition`": """\
      (choice (
        ((== (game str LEAD) NONE)
          (any ((current player) iloc HAND) 'C
            (move 'C (top ((current player) vloc TRICK)))))
        ((!= (game str LEAD) NONE)
          (any (filter (partition SUIT ((current player) iloc HAND)) 'G
                 (== (cardatt SUIT (top 'G)) (game str LEAD))) 'G
            (any 'G 'C
              (move 'C (top ((current player) vloc TRICK))))))
        ((and (!= (game str LEAD) NONE)
              (== (size (filter ((current player) iloc HAND) 'C
                          (== (cardatt SUIT 'C) (game str LEAD)))) 0))
          (any ((current player) iloc HAND) 'C
            (move 'C (top ((current player) vloc TRICK)))))))
      (do (
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))
""",
}


def phrasings() -> dict[str, str]:
    """Descriptions of the same game, by what is special in their wording."""
    text = BRIDGE.read_text(encoding="utf-8")
    play = text[text.index(FIRST) : text.index(AFTER)]
    found = {BASE: text}
    found |= {name: text.replace(play, other) for name, other in PLAYS.items()}
    return found | {name: text.replace(END, other) for name, other in ENDS.items()}
