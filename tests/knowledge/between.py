"""Small descriptions, each with one way in which what happens between decisions shows something
about hidden cards.

Three players have two cards each of nine, three stay in the stock. Everybody passes; before or
after that the rules do something that everybody sees.
"""

from __future__ import annotations

VALUES = "(set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))"
"""Cards of one rank are worth the same."""

ORDER = """(set (game points ORDER) (
      ((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)
      ((SUIT : HEARTS) 10) ((SUIT : CLUBS) 20)))"""
"""Every card is worth something else."""

WHOLE = "(union (all player 'P ('P iloc HAND)))"
HAND = "((current player) iloc HAND)"
NEXT = "((next player) iloc HAND)"


def suited(suit: str, hand: str = HAND) -> str:
    """The cards of a suit in a hand."""
    return f"(filter {hand} 'C (== (cardatt SUIT 'C) {suit}))"


LOWEST = "(and (== (cardatt SUIT 'C) CLUBS) (== (cardatt RANK 'C) ONE))"


def game(rule: str, after: str = "", choice: str = "(turn pass)", turns: int = 3) -> str:
    """A game in which something is done once all have their cards, and something after every
    turn."""
    before = f"(do ({rule}))" if rule else ""
    afterwards = f"(do ({after}))" if after else ""
    return f"""
(game
  (setup (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    {VALUES}
    {ORDER}
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  {before}
  (stage player (end (== (game sto TURN) {turns}))
    (choice ({choice}))
    {afterwards}
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""


EXACT = {
    # --- whose turn it is
    "who has the lowest club leads, by owner": game(
        f"(cycle current (owner (top (filter {WHOLE} 'C {LOWEST}))))"
    ).replace("(repeat 2", "(repeat 3"),
    "who has the lowest club is counted, by a loop": game(
        f"(all player 'Q ((> (size (filter ('Q iloc HAND) 'C {LOWEST})) 0) (inc ('Q sto LOW))))"
    ),
    "who has it leads, by a loop": game(
        f"(all player 'Q ((any ('Q iloc HAND) 'C {LOWEST}) (cycle current 'Q)))"
    ),
    "who has the best card of all leads": game(
        f"(cycle current (owner (max {WHOLE} using (game points ORDER))))"
    ),
    "who has the best card is raised, by a name": game(
        f"(let (owner (max {WHOLE} using (game points ORDER))) 'Q (inc ('Q sto BEST)))"
    ),
    "the owner of a card that was noted": game(
        f"""(all (filter {WHOLE} 'C {LOWEST}) 'C (remember 'C (top (game mem LOW))))
        ((> (size (game mem LOW)) 0) (set (game sto WHO) (pid (owner (top (game mem LOW))))))"""
    ),
    # --- which store or place
    "an index": game(f"(inc (game sto FOUND {'(size ' + suited('HEARTS') + ')'}))"),
    "a place by its index": game(
        f"(move (top (game iloc STOCK)) (top (game iloc PILE (size {suited('HEARTS')}))))"
    ),
    "whose pile a card goes to": game(
        f"""(move (top (game iloc STOCK))
          (top ((owner (max {WHOLE} using (game points ORDER))) iloc PILE)))"""
    ),
    # --- players
    "which players have hearts": game(
        f"(all (filter player 'Q (> (size {suited('HEARTS', '''('Q iloc HAND)''')}) 0)) 'Q "
        "(inc ('Q sto HEARTED)))"
    ),
    "how many players have hearts": game(
        f"(set (game sto MANY) (size (filter player 'Q "
        f"(> (size {suited('HEARTS', '''('Q iloc HAND)''')}) 0))))"
    ),
    "whether all have hearts": game(
        f"((all player 'Q (> (size {suited('HEARTS', '''('Q iloc HAND)''')}) 0)) "
        "(inc (game sto ALL)))"
    ),
    "one number for all who have a one": game(
        "(all player 'Q ((any ('Q iloc HAND) 'C (== (cardatt RANK 'C) ONE)) (inc (game sto ONES))))"
    ),
    # --- how often
    "repeated for every heart": game(f"(repeat (size {suited('HEARTS')}) (inc (game sto LOVE)))"),
    "repeated so often as the hearts are more than the clubs": game(
        f"(repeat (- (size {suited('HEARTS')}) (size {suited('CLUBS')})) (inc (game sto LOVE)))"
    ),
    "something for every heart": game(f"(all {suited('HEARTS')} 'D (inc (game sto LOVE)))"),
    "something for every heart and every club": game(
        f"""(all {suited("HEARTS")} 'D (inc (game sto LOVE)))
        (all {suited("CLUBS")} 'D (inc (game sto LOVE)))"""
    ),
    "nothing is seen if there are none": game(
        f"((< (size {suited('HEARTS')}) 2) (all {suited('HEARTS')} 'D (inc (game sto LOVE))))"
    ),
    # --- values
    "a sum": game(f"(set (game sto WORTH) (sum {HAND} using (game points VALUE)))"),
    "a highest score": game(f"(set (game sto HIGH) (scoremax {HAND} using (game points VALUE)))"),
    "a lowest score": game(f"(set (game sto LOW) (scoremin {HAND} using (game points VALUE)))"),
    "a comparison with a best score": game(
        f"((> (score (max {HAND} using (game points ORDER)) using (game points ORDER)) 12) "
        "(inc (game sto HIGH)))"
    ),
    "the suit of the best card": game(
        f"(set (game str TRUMP) (cardatt SUIT (max {HAND} using (game points ORDER))))"
    ),
    "the best card is noted": game(
        f"(remember (max {HAND} using (game points ORDER)) (top (game mem BEST)))"
    ),
    "the best card is noted, by a name, though it may have equals": game(
        f"(let (scoremax {HAND} using (game points VALUE)) 'N "
        "(set (game sto HIGH) (+ 'N (* 2 'N))))"
    ),
    "runs are counted": game(
        f"(set (game sto RUNS) (size (runs largest 2 {HAND} using (game points VALUE))))"
    ),
    "points by the suit of a hidden card": game(
        f"""(let (max {HAND} using (game points ORDER)) 'B
          (set (game points TRUMPS) (((SUIT : (cardatt SUIT 'B)) 100))))"""
    ),
    "two hidden numbers": game(
        f"((> (size {suited('HEARTS')}) (size {suited('SPADES')})) (inc (game sto MORE)))"
    ),
    "a sum of sizes": game(
        f"((== (+ (size {suited('HEARTS')}) (size {suited('SPADES')}) 1) 3) (inc (game sto MORE)))"
    ),
    "a size taken away": game(f"((>= (- 3 (size {suited('HEARTS')})) 2) (inc (game sto MORE)))"),
    "a size that has a name": game(
        f"(let (size {suited('HEARTS')}) 'N (do (((not (> 'N 0)) (inc (game sto NONE))) "
        "((== (+ 'N 1) 2) (inc (game sto ONE))))))"
    ),
    "cards that have a name": game(
        f"(let {suited('HEARTS')} 'F (do (((== (size 'F) 0) (inc (game sto NONE))) "
        "((any 'F 'D (== (cardatt RANK 'D) ONE)) (inc (game sto LOW))))))"
    ),
    "cards that are also elsewhere": game(
        f"""(move (top (game iloc STOCK)) (top (game vloc UP)))
        ((any {HAND} 'C (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc UP)))))
          (inc (game sto SAME)))"""
    ),
    # --- what looks the same
    "the same whether or not": game(
        f"""((> (size {suited("HEARTS")}) 0) (set (game sto X) (game sto Y)))
        ((not (> (size {suited("HEARTS")}) 0)) (set (game sto X) (game sto Z)))"""
    ),
    "two reasons for the same": game(
        f"""((> (size {suited("HEARTS")}) 0) (inc (game sto X)))
        ((> (size {suited("CLUBS")}) 0) (inc (game sto X)))"""
    ),
    "two branches": game(
        f"""((> (size {suited("HEARTS")}) 0) (set (game sto X) 1))
        (else (set (game sto X) 2))"""
    ),
    # --- in turns
    "at every turn": game(
        "", f"((== (size {suited('HEARTS')}) 0) (inc ((current player) sto VOID)))"
    ),
    "whoever can is next": game(
        "",
        "(all (other player) 'Q ((any ('Q iloc HAND) 'C (== (cardatt RANK 'C) ONE)) "
        "(cycle next 'Q)))",
    ),
    "cards laid open are the best": game(
        "",
        "((> (size ((current player) iloc HAND)) 0) "
        "(move (max ((current player) iloc HAND) using (game points ORDER)) "
        "(top (game vloc PILE))))",
        turns=4,
    ),
    # --- a card known by its position
    "the top card of the stock": game(
        "(set (game str TRUMP) (cardatt SUIT (top (game iloc STOCK))))"
    ),
    "the dealer's last card": game(
        "(set (game str TRUMP) (cardatt SUIT (top ((2 player) iloc HAND))))"
    ),
}
"""Rules after which everything that can be known is."""

SOUND = {
    "equal cards": game(
        f"(set (game str TRUMP) (cardatt SUIT (max {HAND} using (game points VALUE))))"
    ),
    "the best card goes to the neighbour": game(
        f"(move (max {HAND} using (game points ORDER)) (top {NEXT}))"
    ),
    "the same is done afterwards, in a stage of its own": game(
        f"((> (size {suited('HEARTS')}) 0) (inc (game sto X)))"
    ).replace(
        "(stage player (end (== (game sto TURN)",
        """(stage player (end (== (game sto Y) 1))
    (do (((> (size ((next player) iloc HAND)) 1) (inc (game sto X))) (inc (game sto Y)))))
  (stage player (end (== (game sto TURN)""",
    ),
}
"""Rules that show more than is followed: nothing that is possible may be excluded."""

IN_ORDER = {
    "a heart goes to the neighbour": game(
        f"((> (size {suited('HEARTS')}) 0) (move (top {suited('HEARTS')}) (top {NEXT})))"
    ),
}
"""Rules that ask in which order the cards came: what does not depend on it is known."""

VOID = suited("HEARTS")
SCORE = "using (game points VALUE)"
NONE = "(inc (game sto NONE))"
PHRASINGS = {
    "no hearts": [
        f"((== (size {VOID}) 0) {NONE})",
        f"((not (> (size {VOID}) 0)) {NONE})",
        f"((< (size {VOID}) 1) {NONE})",
        f"((== 0 (size {VOID})) {NONE})",
        f"((all {HAND} 'C (!= (cardatt SUIT 'C) HEARTS)) {NONE})",
        f"((not (any {HAND} 'C (== (cardatt SUIT 'C) HEARTS))) {NONE})",
        f"(let {VOID} 'F ((== (size 'F) 0) {NONE}))",
        f"(let (size {VOID}) 'N ((<= 'N 0) {NONE}))",
        f"((== (+ 1 (size {VOID})) 1) {NONE})",
        f"((== (size {HAND}) (size (filter {HAND} 'C (!= (cardatt SUIT 'C) HEARTS)))) {NONE})",
        f"(do (((> (size {VOID}) 0) (inc (game sto SOME))) (else {NONE})))",
        f"((not (or (any {VOID} 'D (== (cardatt RANK 'D) ONE)) "
        f"(any {VOID} 'D (!= (cardatt RANK 'D) ONE)))) {NONE})",
    ],
    "a best card, which may have equals": [
        f"(move (max {HAND} {SCORE}) (top (game vloc PILE)))",
        f"(let (max {HAND} {SCORE}) 'B (move 'B (top (game vloc PILE))))",
        f"""(do ((remember (max {HAND} {SCORE}) (top (game mem BEST)))
               (move (top (game mem BEST)) (top (game vloc PILE)))
               (forget (top (game mem BEST)))))""",
    ],
    "a three": [
        f"((> (score (max {HAND} {SCORE}) {SCORE}) 2) {NONE})",
        f"((== (scoremax {HAND} {SCORE}) 3) {NONE})",
        f"((> (size (filter {HAND} 'C (== (cardatt RANK 'C) THREE))) 0) {NONE})",
        f"((any {HAND} 'C (>= (score 'C {SCORE}) 3)) {NONE})",
        f"(let (scoremax {HAND} {SCORE}) 'N ((not (< 'N 3)) {NONE}))",
        f"(let (max {HAND} {SCORE}) 'B ((== (score 'B {SCORE}) 3) {NONE}))",
    ],
    "who has the lowest club": [
        f"(all player 'Q ((any ('Q iloc HAND) 'C {LOWEST}) (inc ('Q sto LOW))))",
        f"(all player 'Q ((== (size (filter ('Q iloc HAND) 'C {LOWEST})) 1) (inc ('Q sto LOW))))",
        f"(all (filter player 'Q (any ('Q iloc HAND) 'C {LOWEST})) 'Q (inc ('Q sto LOW)))",
        f"""((any {WHOLE} 'C {LOWEST})
          (let (owner (top (filter {WHOLE} 'C {LOWEST}))) 'Q (inc ('Q sto LOW))))""",
    ],
}
"""The same rule in several words: the same must be known."""

MISSING = game(
    "",
    """((and (> (size (game vloc PILE)) 0)
              (any (filter ((next player) iloc HAND) 'C
                     (> (score 'C using (game points VALUE))
                        (score (top (game vloc PILE)) using (game points VALUE)))) 'D
                (== (cardatt SUIT 'D) HEARTS)))
          (inc ((current player) sto BEATEN)))
        ((any (filter ((next player) iloc EXTRA) 'C
                (> (score 'C using (game points VALUE))
                   (score (top (game vloc PILE)) using (game points VALUE)))) 'D
           (== (cardatt SUIT 'D) HEARTS))
          (inc ((current player) sto MORE)))""",
    """(turn pass)
      (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))
      ((> (size (game vloc PILE)) 0)
        (any ((current player) iloc HAND) 'C (move 'C (top ((current player) iloc EXTRA)))))""",
    turns=4,
)
"""Hidden cards are compared with the top card of a pile that may be empty: none is, while there are
none to be compared."""

MILLION = game(
    f"""(set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 20) ((RANK : THREE) 1000000)))
    ((any {HAND} 'C (> (score 'C using (game points VALUE)) 999999)) (inc (game sto RICH)))"""
)
"""Points so far apart that there is no table of them."""
