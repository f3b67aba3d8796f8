"""Rules that can be written in several ways: the same rule, whatever the phrasing.

Each rule is a game with a gap, and the ways to fill it. Whoever adds a way makes sure that it
means the same: same options, same effects.
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A game with a gap (`...`), and what may stand there."""

    game: str
    ways: dict[str, str]

    def texts(self) -> dict[str, str]:
        """The descriptions."""
        return {name: self.game.replace("...", way.strip()) for name, way in self.ways.items()}


TRICKS = """
(game
  (define (hand) ((current player) iloc HAND))
  (define (trick) (union (all player 'P ('P vloc TRICK))))
  (define (leading) (== (size (trick)) 0))
  (define (play 'C) (move 'C (top ((current player) vloc TRICK))))
  (define (suited 'C) (== (cardatt SUIT 'C) (game str LED)))
  (define (left 'C) (and (== (cardatt SUIT 'C) CLUBS) (== (cardatt RANK 'C) THREE)))
  (setup
    (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points ORDER) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (stage player
      (end (all player 'P (== (size ('P vloc TRICK)) 1)))
      (choice (LEAD
        ...)))
    (do (
      (set (game points STRENGTH) (
        ((RANK : TWO) 1) ((RANK : THREE) 2) ((SUIT : (game str LED)) 10) TRUMPS))
      (cycle next (owner (max (trick) using (game points STRENGTH))))
      (all player 'P (move (top ('P vloc TRICK)) (top (game vloc PLAYED)))))))
  (scoring max 0))
"""

ANY_LEAD = """
        ((leading) (any (hand) 'C (do ((play 'C) (set (game str LED) (cardatt SUIT 'C))))))"""


def tricks(lead: str = ANY_LEAD, trumps: str = "") -> str:
    """A game of tricks: who leads may play any card, the gap says what the others may play."""
    return TRICKS.replace("LEAD\n", lead + "\n", 1).replace("TRUMPS", trumps)


def turns(
    body: str, *, players: int = 3, hand: int = 2, deck: str = "", dealt: str = "", number: int = 4
) -> str:
    """A game in which each in turn does something."""
    deck = deck or "(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE))"
    return f"""
(game
  (define (hand) ((current player) iloc HAND))
  (define (hands) (union (all player 'P ('P iloc HAND))))
  (define (lay 'C) (move 'C (top (game vloc PILE))))
  (define (draw) (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))
  (define (matches 'C) (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc PILE)))))
  (define (worth) (sum ((current player) iloc HAND) using (game points VALUE)))
  (setup
    (create players {players})
    (create deck (game iloc STOCK) (deck {deck})))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat {hand} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    {dealt}))
  (stage player
    (end (== (game sto TURN) {number}))
    {body}
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""


TURNED = "(move (top (game iloc STOCK)) (top (game vloc PILE)))"
EIGHT = "(SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE, FOUR))"
PLAY = "(choice ((any (hand) 'C (lay 'C))))"

RULES = {
    "follow suit": Rule(
        tricks(),
        {
            "two clauses": """
        ((not (leading)) (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'C (suited 'C))) 0))
          (any (hand) 'C (play 'C)))""",
            "let": """
        (let (filter (hand) 'C (suited 'C)) 'FOLLOW
          (do (
            ((not (leading)) (any 'FOLLOW 'C (play 'C))))))
        (let (filter (hand) 'C (suited 'C)) 'FOLLOW
          ((and (not (leading)) (== (size 'FOLLOW) 0)) (any (hand) 'C (play 'C))))""",
            "a size in the filter": """
        ((not (leading))
          (any (filter (hand) 'C
                 (or (suited 'C) (== (size (filter (hand) 'D (suited 'D))) 0))) 'C
            (play 'C)))""",
            "else": """
        ((not (leading)) (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
            "a quantifier inside": """
        ((not (leading))
          (any (hand) 'C
            ((or (suited 'C) (not (any (hand) 'D (suited 'D)))) (play 'C))))""",
            "all are of other suits": """
        ((not (leading)) (any (hand) 'C ((suited 'C) (play 'C))))
        ((and (not (leading)) (all (hand) 'D (!= (cardatt SUIT 'D) (game str LED))))
          (any (hand) 'C (play 'C)))""",
            "negated sizes": """
        ((and (not (leading)) (not (== (size (filter (hand) 'D (suited 'D))) 0)))
          (any (hand) 'C ((suited 'C) (play 'C))))
        ((and (not (leading)) (not (>= (size (filter (hand) 'D (suited 'D))) 1)))
          (any (hand) 'C (play 'C)))""",
        },
    ),
    "who cannot follow must trump": Rule(
        tricks(trumps="((SUIT : SPADES) 20)"),
        {
            "three clauses": """
        ((not (leading)) (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'D (suited 'D))) 0))
          (any (filter (hand) 'C (== (cardatt SUIT 'C) SPADES)) 'C (play 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'D (suited 'D))) 0)
              (== (size (filter (hand) 'D (== (cardatt SUIT 'D) SPADES))) 0))
          (any (hand) 'C (play 'C)))""",
            "else": """
        ((not (leading)) (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        ((and (not (leading)) (not (any (hand) 'D (suited 'D))))
          (any (filter (hand) 'C (== (cardatt SUIT 'C) SPADES)) 'C (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
            "one filter": """
        ((not (leading))
          (any (filter (hand) 'C
                 (or (suited 'C)
                     (and (not (any (hand) 'D (suited 'D)))
                          (or (== (cardatt SUIT 'C) SPADES)
                              (not (any (hand) 'D (== (cardatt SUIT 'D) SPADES))))))) 'C
            (play 'C)))""",
            "let": """
        (let (filter (hand) 'D (suited 'D)) 'FOLLOW
          (let (filter (hand) 'D (== (cardatt SUIT 'D) SPADES)) 'TRUMP
            ((not (leading))
              (any (hand) 'C
                ((or (suited 'C)
                     (and (== (size 'FOLLOW) 0)
                          (or (== (cardatt SUIT 'C) SPADES) (== (size 'TRUMP) 0))))
                  (play 'C))))))""",
        },
    ),
    "who can must beat": Rule(
        tricks().replace(
            "(setup",
            """(define (beats 'C)
    (and (suited 'C)
         (all (filter (trick) 'D (suited 'D)) 'D
           (> (score 'C using (game points ORDER)) (score 'D using (game points ORDER))))))
  (setup""",
            1,
        ),
        {
            "three clauses": """
        ((not (leading)) (any (filter (hand) 'C (beats 'C)) 'C (play 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'D (beats 'D))) 0))
          (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'D (suited 'D))) 0))
          (any (hand) 'C (play 'C)))""",
            "else": """
        ((not (leading)) (any (filter (hand) 'C (beats 'C)) 'C (play 'C)))
        ((and (not (leading)) (not (any (hand) 'D (beats 'D))))
          (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
            "the highest score of the trick": """
        ((not (leading))
          (any (filter (hand) 'C
                 (and (suited 'C)
                      (> (score 'C using (game points ORDER))
                         (scoremax (filter (trick) 'D (suited 'D)) using (game points ORDER))))) 'C
            (play 'C)))
        ((and (not (leading))
              (== (size (filter (hand) 'C
                          (and (suited 'C)
                               (> (score 'C using (game points ORDER))
                                  (scoremax (filter (trick) 'D (suited 'D))
                                    using (game points ORDER)))))) 0))
          (any (filter (hand) 'C (suited 'C)) 'C (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
        },
    ),
    "the left bower is a trump": Rule(
        tricks(
            """
        ((leading)
          (any (hand) 'C
            (do (
              (play 'C)
              (set (game str LED) (cardatt SUIT 'C))
              ((left 'C) (set (game str LED) SPADES))))))""",
            "((SUIT : SPADES) 20)",
        ),
        {
            "an extra test": """
        ((not (leading))
          (any (filter (hand) 'C
                 (or (and (suited 'C) (not (left 'C)))
                     (and (left 'C) (== (game str LED) SPADES)))) 'C
            (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
            "two suits apart": """
        ((and (not (leading)) (== (game str LED) SPADES))
          (any (filter (hand) 'C (or (== (cardatt SUIT 'C) SPADES) (left 'C))) 'C (play 'C)))
        ((and (not (leading)) (!= (game str LED) SPADES))
          (any (filter (hand) 'C (and (suited 'C) (not (left 'C)))) 'C (play 'C)))
        (else (any (hand) 'C (play 'C)))""",
            "a union": """
        ((and (not (leading)) (!= (game str LED) SPADES))
          (any (filter (hand) 'C (and (suited 'C) (not (left 'C)))) 'C (play 'C)))
        ((and (not (leading)) (== (game str LED) SPADES))
          (any (union (filter (hand) 'C (suited 'C)) (filter (hand) 'C (left 'C))) 'C (play 'C)))
        ((and (not (leading)) (!= (game str LED) SPADES)
              (== (size (filter (hand) 'C (and (suited 'C) (not (left 'C))))) 0))
          (any (hand) 'C (play 'C)))
        ((and (not (leading)) (== (game str LED) SPADES)
              (== (size (union (filter (hand) 'C (suited 'C)) (filter (hand) 'C (left 'C)))) 0))
          (any (hand) 'C (play 'C)))""",
        },
    ),
    "hearts are not led until broken": Rule(
        TRICKS.replace("LEAD\n", "\n", 1)
        .replace("TRUMPS", "")
        .replace(
            "(setup",
            """(define (lay 'C)
    (do (((== (cardatt SUIT 'C) HEARTS) (set (game sto BROKEN) 1)) (play 'C))))
  (define (lead 'C) (do ((lay 'C) (set (game str LED) (cardatt SUIT 'C)))))
  (define (heart 'C) (== (cardatt SUIT 'C) HEARTS))
  (setup""",
            1,
        )
        .replace(
            "        ...",
            """        ((not (leading)) (any (filter (hand) 'C (suited 'C)) 'C (lay 'C)))
        ((and (not (leading)) (== (size (filter (hand) 'C (suited 'C))) 0))
          (any (hand) 'C (lay 'C)))
        ...""",
        ),
        {
            "three clauses": """
        ((and (leading) (== (game sto BROKEN) 1)) (any (hand) 'C (lead 'C)))
        ((and (leading) (== (game sto BROKEN) 0))
          (any (filter (hand) 'C (not (heart 'C))) 'C (lead 'C)))
        ((and (leading) (== (game sto BROKEN) 0)
              (== (size (filter (hand) 'C (not (heart 'C)))) 0))
          (any (hand) 'C (lead 'C)))""",
            "one condition": """
        ((leading)
          (any (hand) 'C
            ((or (not (heart 'C)) (== (game sto BROKEN) 1) (all (hand) 'D (heart 'D)))
              (lead 'C))))""",
            "others, and hearts": """
        ((leading) (any (filter (hand) 'C (!= (cardatt SUIT 'C) HEARTS)) 'C (lead 'C)))
        ((and (leading)
              (or (== (game sto BROKEN) 1) (not (any (hand) 'D (!= (cardatt SUIT 'D) HEARTS)))))
          (any (filter (hand) 'C (heart 'C)) 'C (lead 'C)))""",
        },
    ),
    "pass only if unable": Rule(
        turns("(choice (\n      ...))", dealt=TURNED, players=2, deck=EIGHT),
        {
            "else": """
      (any (filter (hand) 'C (matches 'C)) 'C (lay 'C))
      (else (turn pass))""",
            "a size": """
      (any (filter (hand) 'C (matches 'C)) 'C (lay 'C))
      ((== (size (filter (hand) 'C (matches 'C))) 0) (turn pass))""",
            "a quantifier": """
      ((any (hand) 'D (matches 'D)) (any (hand) 'C ((matches 'C) (lay 'C))))
      ((not (any (hand) 'D (matches 'D))) (turn pass))""",
            "all of another suit": """
      (any (hand) 'C ((matches 'C) (lay 'C)))
      ((all (hand) 'D (!= (cardatt SUIT 'D) (cardatt SUIT (top (game vloc PILE)))))
        (turn pass))""",
        },
    ),
    "who cannot play draws": Rule(
        turns("(choice (\n      ...))", dealt=TURNED, players=2, deck=EIGHT),
        {
            "else": """
      (any (filter (hand) 'C (matches 'C)) 'C (lay 'C))
      (else (draw))""",
            "a size": """
      (any (filter (hand) 'C (matches 'C)) 'C (lay 'C))
      ((== (size (filter (hand) 'C (matches 'C))) 0) (draw))""",
            "let": """
      (let (filter (hand) 'C (matches 'C)) 'FIT
        (any 'FIT 'C (lay 'C)))
      (let (size (filter (hand) 'C (matches 'C))) 'N
        ((< 'N 1) (draw)))""",
            "not any": """
      (any (hand) 'C ((matches 'C) (lay 'C)))
      ((not (any (hand) 'D (matches 'D))) (draw))""",
        },
    ),
    "whoever has the lowest card leads": Rule(
        turns(PLAY, dealt="...", deck="(RANK (ONE, TWO, THREE)) (SUIT (SPADES, HEARTS))"),
        {
            "the owner of a card": """
    (cycle current (owner (top (filter (hands) 'C
      (and (== (cardatt RANK 'C) ONE) (== (cardatt SUIT 'C) SPADES))))))""",
            "whoever has it": """
    (all player 'P
      ((any ('P iloc HAND) 'C (and (== (cardatt RANK 'C) ONE) (== (cardatt SUIT 'C) SPADES)))
        (cycle current 'P)))""",
            "let": """
    (let (filter (hands) 'C (and (== (cardatt RANK 'C) ONE) (== (cardatt SUIT 'C) SPADES))) 'LOW
      (let (owner (top 'LOW)) 'W (cycle current 'W)))""",
            "the lowest score": """
    (set (game points LOWEST) (((RANK : ONE) (SUIT : SPADES) -1)))
    (cycle current (owner (min (hands) using (game points LOWEST))))""",
        },
    ),
    "bid at most your points": Rule(
        turns("(choice (\n      ...))\n    " + PLAY, number=3),
        {
            "a condition": """
      (any (range 0 .. 6) 'N ((<= 'N (worth)) (set ((current player) sto BID) 'N)))""",
            "negated": """
      (any (range 0 .. 6) 'N ((not (> 'N (worth))) (set ((current player) sto BID) 'N)))""",
            "a range to the points": """
      (any (range 0 .. (worth)) 'N (set ((current player) sto BID) 'N))""",
            "let": """
      (let (worth) 'MOST
        (any (range 0 .. 6) 'N ((>= 'MOST 'N) (set ((current player) sto BID) 'N))))""",
        },
    ),
    "knock with at most three points": Rule(
        turns("(choice (\n      ...\n      (turn pass)))\n    " + PLAY, number=3),
        {
            "at most": """
      ((<= (worth) 3) (inc ((current player) sto KNOCKED)))""",
            "less": """
      ((< (worth) 4) (inc ((current player) sto KNOCKED)))""",
            "not more": """
      ((not (>= (worth) 4)) (inc ((current player) sto KNOCKED)))""",
            "let": """
      (let (worth) 'N ((<= 'N 3) (inc ((current player) sto KNOCKED))))""",
        },
    ),
    "the dealer's last card is trumps": Rule(
        turns(PLAY, dealt="...", number=3),
        {
            "its suit": """
    (set (game str TRUMP) (cardatt SUIT (top ((2 player) iloc HAND))))""",
            "let": """
    (let (top ((2 player) iloc HAND)) 'LAST (set (game str TRUMP) (cardatt SUIT 'LAST)))""",
            "suit by suit": """
    (all (SPADES, HEARTS) 'S
      ((== (cardatt SUIT (top ((2 player) iloc HAND))) 'S) (set (game str TRUMP) 'S)))""",
        },
    ),
}
