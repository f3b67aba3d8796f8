"""What a decision shows, however the choice is phrased.

Every rule is written in several ways. In each of them what is told must be what the decision
shows, no more and no less; and in all of them the same must be known.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.engine.disclosures import Condition, Count, One, Picked, Secret, untold
from kibitz.knowledge import view
from kibitz.knowledge.updates import ledger_of

from .claims import claimed_deals
from .faithful import verdict
from .oracle import Placement, deals, histories
from .small import described
from .test_own_rules import HEAD, TAIL, VALUED

HAND = "((current player) iloc HAND)"
PILE = "(top (game vloc PILE))"
FACE_DOWN = "(top (game hloc DARK))"
VALUE = "(game points VALUE)"


def of(suit: str, card: str = "'C") -> str:
    return f"(== (cardatt SUIT {card}) {suit})"


def cards(test: str, card: str = "'C") -> str:
    return f"(filter {HAND} {card} {test})"


def play(card: str = "'C") -> str:
    return f"(move {card} {PILE})"


HEARTS = cards(of("HEARTS"))
NO_HEARTS = f"(== (size {cards(of('HEARTS', chr(39) + 'D'), chr(39) + 'D')}) 0)"
BEATS = f"(> (score 'C using {VALUE}) (score (max (game vloc PILE) using {VALUE}) using {VALUE}))"

RULES: dict[str, dict[str, str]] = {
    "who has hearts plays one": {
        "two clauses": f"""(choice ((any {HEARTS} 'C {play()})
            ({NO_HEARTS} (any {HAND} 'C {play()}))))""",
        "else": f"(choice ((any {HEARTS} 'C {play()}) (else (any {HAND} 'C {play()}))))",
        "not": f"""(choice ((any {HEARTS} 'C {play()})
            ((not (> (size {HEARTS}) 0)) (any {HAND} 'C {play()}))))""",
        "a test of the card": f"""(choice ((any {HAND} 'C
            ((or {of("HEARTS")} {NO_HEARTS}) {play()}))))""",
        "a filter of both": f"""(choice ((any (filter {HAND} 'C (or {of("HEARTS")} {NO_HEARTS})) 'C
            {play()})))""",
        "a named number": f"""(let (size {HEARTS}) 'N (choice ((any {HEARTS} 'C {play()})
            ((== 'N 0) (any {HAND} 'C {play()})))))""",
        "named cards": f"""(let {HEARTS} 'F (choice ((any 'F 'C {play()})
            ((== (size 'F) 0) (any {HAND} 'C {play()})))))""",
        "named in the clause": f"""(choice ((any {HEARTS} 'C {play()})
            (let (size {HEARTS}) 'N ((== 'N 0) (any {HAND} 'C {play()})))))""",
        "a named player": f"""(let (current player) 'ME (choice (
            (any (filter ('ME iloc HAND) 'C {of("HEARTS")}) 'C {play()})
            ((== (size (filter ('ME iloc HAND) 'C {of("HEARTS")})) 0)
              (any ('ME iloc HAND) 'C {play()})))))""",
        "suit first": f"""(choice ((any (SPADES, HEARTS, CLUBS) 'S
            (any {cards(of("'S"))} 'C ((or (== 'S HEARTS) {NO_HEARTS}) {play()})))))""",
        "another clause": f"""(choice ((any {HEARTS} 'C {play()})
            ({NO_HEARTS} (any {HAND} 'C {play()}))
            (any (SPADES, CLUBS) 'S ((== (size {cards(of("'S"))}) 2)
              (any {cards(of("'S"))} 'C (do ({play()} (inc (game sto PAIRS)))))))))""",
        "something besides": f"""(choice (
            (any {HEARTS} 'C (do ({play()} ({of("CLUBS")} (inc (game sto CLUBBED))))))
            ({NO_HEARTS}
              (any {HAND} 'C (do ({play()} ({of("CLUBS")} (inc (game sto CLUBBED)))))))))""",
    },
    "who has hearts lays one face down": {
        "two clauses": f"""(choice ((any {HEARTS} 'C (move 'C {FACE_DOWN}))
            ({NO_HEARTS} (any {HAND} 'C (move 'C {FACE_DOWN})))))""",
        "else": f"""(choice ((any {HEARTS} 'C (move 'C {FACE_DOWN}))
            (else (any {HAND} 'C (move 'C {FACE_DOWN})))))""",
        "a test of the card": f"""(choice ((any {HAND} 'C
            ((or {of("HEARTS")} {NO_HEARTS}) (move 'C {FACE_DOWN})))))""",
        "named cards": f"""(let {HEARTS} 'F (choice ((any 'F 'C (move 'C {FACE_DOWN}))
            ((== (size 'F) 0) (any {HAND} 'C (move 'C {FACE_DOWN}))))))""",
        "labels": f"""(choice ((any {HEARTS} 'C (label "love {{}}" (move 'C {FACE_DOWN})))
            ({NO_HEARTS} (any {HAND} 'C (label "leave {{}}" (move 'C {FACE_DOWN}))))))""",
        "a subset of one": f"""(choice (
            (any (subsets 1 {HEARTS}) 'S (all 'S 'C (move 'C {FACE_DOWN})))
            ({NO_HEARTS} (any (subsets 1 {HAND}) 'S (all 'S 'C (move 'C {FACE_DOWN}))))))""",
    },
    "the higher card must be played": {
        "two clauses": f"""(choice (((== (size (game vloc PILE)) 0) (any {HAND} 'C {play()}))
            ((> (size (game vloc PILE)) 0) (any {cards(BEATS)} 'C {play()}))
            ((and (> (size (game vloc PILE)) 0) (== (size {cards(BEATS)}) 0))
              (any {HAND} 'C {play()}))))""",
        "else": f"""(choice (((== (size (game vloc PILE)) 0) (any {HAND} 'C {play()}))
            ((> (size (game vloc PILE)) 0) (any {cards(BEATS)} 'C {play()}))
            (else (any {HAND} 'C {play()}))))""",
        "a named number": f"""(choice (((== (size (game vloc PILE)) 0) (any {HAND} 'C {play()}))
            ((> (size (game vloc PILE)) 0)
              (let (scoremax (game vloc PILE) using {VALUE}) 'N
                (any {cards(f"(> (score 'C using {VALUE}) 'N)")} 'C {play()})))
            ((and (> (size (game vloc PILE)) 0) (not (any {HAND} 'C {BEATS})))
              (any {HAND} 'C {play()}))))""",
    },
    "only hearts in hand": {
        "sizes": f"""(choice ((any {cards("(not " + of("HEARTS") + ")")} 'C {play()})
            ((== (size {HEARTS}) (size {HAND})) (any {HAND} 'C {play()})) (turn pass)))""",
        "all": f"""(choice ((any {cards("(!= (cardatt SUIT 'C) HEARTS)")} 'C {play()})
            ((all {HAND} 'C {of("HEARTS")}) (any {HAND} 'C {play()})) (turn pass)))""",
    },
    "passing shows a lack of hearts": {
        "else": f"(choice ((any {HEARTS} 'C {play()}) (else (turn pass))))",
        "a condition": f"(choice ((any {HEARTS} 'C {play()}) ({NO_HEARTS} (turn pass))))",
        "two that look the same": f"""(choice ((any {HEARTS} 'C {play()})
            ((and {NO_HEARTS} (any {HAND} 'C {of("CLUBS")})) (turn pass))
            ((and {NO_HEARTS} (all {HAND} 'C (!= (cardatt SUIT 'C) CLUBS))) (turn pass))))""",
    },
    "who cannot play draws": {
        "else": f"""(choice ((any {HEARTS} 'C {play()})
            (else (move (top (game iloc STOCK)) (top {HAND})))))""",
        "a condition": f"""(choice ((any {HEARTS} 'C {play()})
            ({NO_HEARTS} (move (top (game iloc STOCK)) (top {HAND})))))""",
    },
    "a bid needs the points": {
        "a test of the number": f"""(choice ((any (range 1 .. 6) 'N
            ((<= 'N (sum {HAND} using {VALUE})) (set (game sto BID) 'N)))))""",
        "a range": f"""(choice ((any (range 1 .. (sum {HAND} using {VALUE})) 'N
            (set (game sto BID) 'N))))""",
        "a filter": f"""(choice (
            (any (filter (range 1 .. 6) 'N (<= 'N (sum {HAND} using {VALUE}))) 'N
            (set (game sto BID) 'N))))""",
        "a named sum": f"""(let (sum {HAND} using {VALUE}) 'M (choice ((any (range 1 .. 6) 'N
            ((<= 'N 'M) (set (game sto BID) 'N))))))""",
    },
    "two of a suit, or a pass": {
        "partition": f"""(choice ((any (filter (partition SUIT {HAND}) 'G (== (size 'G) 2)) 'G
            (all 'G 'C {play()})) (else (turn pass))))""",
        "subsets": f"""(choice ((any (subsets 2 {HAND}) 'G
            ((any (SPADES, HEARTS, CLUBS) 'S (== (size (filter 'G 'C {of("'S")})) 2))
              (all 'G 'C {play()}))) (else (turn pass))))""",
    },
    "a heart for somebody, or a card for the neighbour": {
        "any player": f"""(choice (
            (any (other player) 'P (any {HEARTS} 'C (move 'C (top ('P iloc HAND)))))
            ({NO_HEARTS} (any {HAND} 'C (move 'C (top ((next player) iloc HAND)))))))""",
        "card first": f"""(choice (
            (any {HEARTS} 'C (any (other player) 'P (move 'C (top ('P iloc HAND)))))
            (else (any {HAND} 'C (move 'C (top ((next player) iloc HAND)))))))""",
    },
    "a pair, or a pass": {
        "else": f"""(choice ((any (tuples 2 {HAND} using {VALUE}) 'G (all 'G 'C {play()}))
            (else (turn pass))))""",
        "a number": f"""(choice ((any (tuples 2 {HAND} using {VALUE}) 'G (all 'G 'C {play()}))
            ((== (size (tuples 2 {HAND} using {VALUE})) 0) (turn pass))))""",
        "two cards": f"""(choice ((any (subsets 2 {HAND}) 'G
            ((any (range 1 .. 3) 'N
               (== (size (filter 'G 'C (== (score 'C using {VALUE}) 'N))) 2))
              (all 'G 'C {play()})))
            (else (turn pass))))""",
    },
    "two hearts face down, or a pass": {
        "of the hearts": f"""(choice ((any (subsets 2 {HEARTS}) 'S
            (all 'S 'C (move 'C {FACE_DOWN}))) (turn pass)))""",
        "of the hand": f"""(choice (((== (size {HEARTS}) 2)
            (any (subsets 2 {HAND}) 'S (all 'S 'C (move 'C {FACE_DOWN})))) (turn pass)))""",
    },
    "something unseen decides": {
        "a name": f"""(choice ((any (SPADES, HEARTS, CLUBS) 'S
            ((== (size {cards(of("'S"))}) 2) (turn pass))) (any {HAND} 'C {play()})))""",
        "a card": f"""(choice ((any {HAND} 'C
            ((== (size (filter {HAND} 'D (== (cardatt SUIT 'D) (cardatt SUIT 'C)))) 2) (turn pass)))
            (any {HAND} 'C {play()})))""",
    },
    "one card, then another of its suit": {
        "after the first": f"""(choice ((any {HAND} 'C (do ({play()}
            (any (filter {HAND} 'D (== (cardatt SUIT 'D) (cardatt SUIT 'C))) 'D {play("'D")}))))
            (turn pass)))""",
    },
    "from the hand, or without hearts from the reserve": {
        "two clauses": f"""(choice ((any {HAND} 'C {play()})
            ({NO_HEARTS} (any ((current player) iloc BACK) 'C {play()}))
            (any {HAND} 'C (move 'C (top ((current player) iloc BACK))))))""",
    },
}
"""What must be true, and how it may be written."""

NOT_YET = {"who has hearts lays one face down", "a heart for somebody, or a card for the neighbour"}
"""What is told of cards picked unseen."""

WAYS = [(rule, way) for rule, ways in RULES.items() for way in ways]


def game_of(rule: str, way: str) -> Game:
    return described(VALUED + RULES[rule][way] + TAIL)


def played(game: Game, seed: int, most: int = 4) -> list[State]:
    """The states of a game in which everybody does something at random that does not depend on how
    the rules are written."""
    state, rng = game.new(seed), Random(seed)
    states = [state]
    while not state.over and len(states) <= most:
        looks = sorted(
            state.actions, key=lambda action: (action.cards, action.numbers, str(action))
        )
        state = state.after(rng.choice(looks))
        states.append(state)
    return states


@pytest.mark.parametrize(("rule", "way"), WAYS)
def test_what_is_told_is_what_the_decision_shows(rule: str, way: str) -> None:
    game = game_of(rule, way)
    for seed in range(2):
        states = played(game, seed, 3)
        for before, after in pairwise(states):
            assert verdict(before, after).right, (seed, str(after), after.last.disclosures)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in NOT_YET])
def test_the_same_is_known_however_it_is_phrased(rule: str) -> None:
    known: dict[str, list[set[Placement]]] = {}
    for way in RULES[rule]:
        known[way] = []
        for seed in range(2):
            state = played(game_of(rule, way), seed)[-1]
            knowledge = view(state, 2).knowledge
            found = claimed_deals(knowledge)
            assert knowledge.exact
            assert found == deals(histories(state, 2))
            known[way].append(found)
    first, *others = known.values()
    assert all(each == first for each in others)


# --- trick games ----------------------------------------------------------------------------------

TRICK = "(top ((current player) vloc TRICK))"
TRICKS = "(union (all player 'P ('P vloc TRICK)))"
RANKS = "(game points RANKS)"
LEADING = "(== (size (game mem FIRST)) 0)"
FOLLOWING = "(> (size (game mem FIRST)) 0)"
LEAD = f"""(do ((move 'C {TRICK})
        (remember (top ((current player) vloc TRICK)) (top (game mem FIRST)))
        (set (game str LED) (cardatt SUIT 'C))
        (set (game points STAKE) (((SUIT : (cardatt SUIT 'C)) 1)))))"""
LEADER = f"({LEADING} (any {HAND} 'C {LEAD}))"
LED = of("(game str LED)")
TRUMP = of("HEARTS")
TRUMP_THAT_BEATS = f"""(and {TRUMP}
    (> (score 'C using {RANKS}) (score (max {TRICKS} using {RANKS}) using {RANKS})))"""
LOSING = f"(!= (team (current player)) (team (owner (max {TRICKS} using {RANKS}))))"
BOWER = f"""(or (and {LED} (not (and (== (cardatt RANK 'C) THREE) {of("CLUBS")})))
    (and (== (game str LED) SPADES) (== (cardatt RANK 'C) THREE) {of("CLUBS")}))"""


def must(follow: str, *more: str) -> str:
    """Follow; other clauses for those who cannot."""
    clause = f"({FOLLOWING} (any {cards(follow)} 'C (move 'C {TRICK})))"
    return f"(choice ({LEADER} {clause} {' '.join(more)}))"


def cannot(follow: str, also: str = "", which: str = HAND) -> str:
    return f"""((and {FOLLOWING} (== (size {cards(follow)}) 0) {also})
        (any {which} 'C (move 'C {TRICK})))"""


def has(test: str, number: str = "> ") -> str:
    return f"({number} (size {cards(test)}) 0)"


FIRST = "(cardatt SUIT (top (game mem FIRST)))"
OWNED = "(cardatt SUIT (top ((owner (top (game mem FIRST))) vloc TRICK)))"
TRICK_GAMES = {
    "a store": must(LED, cannot(LED)),
    "a memory": must(of(FIRST), cannot(of(FIRST))),
    "the leader's card": must(of(OWNED), cannot(of(OWNED))),
    "named cards": f"""(let {cards(LED)} 'F (choice ({LEADER}
        ({FOLLOWING} (any 'F 'C (move 'C {TRICK})))
        ((and {FOLLOWING} (== (size 'F) 0)) (any {HAND} 'C (move 'C {TRICK}))))))""",
    "the left bower": must(BOWER, cannot(BOWER)),
    "trumps are a set of cards": must(
        f"(or {LED} (and (== (cardatt RANK 'C) THREE) (== (game str LED) SPADES)))",
        cannot(f"(or {LED} (and (== (cardatt RANK 'C) THREE) (== (game str LED) SPADES)))"),
    ),
    "must trump and beat": must(
        LED,
        cannot(LED, has(TRUMP_THAT_BEATS), cards(TRUMP_THAT_BEATS)),
        cannot(LED, has(TRUMP_THAT_BEATS, "==") + has(TRUMP), cards(TRUMP)),
        cannot(LED, has(TRUMP, "==")),
    ),
    "must trump an enemy": must(
        LED,
        cannot(LED, LOSING + has(TRUMP), cards(TRUMP)),
        cannot(LED, f"(not {LOSING})"),
        cannot(LED, has(TRUMP, "==")),
    ),
    "hearts are broken": f"""(choice (
        ((and {LEADING} (or (== (game sto BROKEN) 1) (== (size {HEARTS}) (size {HAND}))))
          (any {HAND} 'C {LEAD}))
        ((and {LEADING} (== (game sto BROKEN) 0))
          (any {cards("(not " + of("HEARTS") + ")")} 'C {LEAD}))
        ({FOLLOWING} (any {cards(LED)} 'C (move 'C {TRICK})))
        ((and {FOLLOWING} (== (size {cards(LED)}) 0))
          (any {HAND} 'C (do ((move 'C {TRICK}) ({of("HEARTS")} (set (game sto BROKEN) 1))))))))""",
    "a marriage": must(
        LED,
        cannot(LED),
        f"""(any (SPADES, HEARTS, CLUBS) 'S
          ((and {LEADING} (any {HAND} 'C (and {of("'S")} (== (cardatt RANK 'C) ONE)))
                (any {HAND} 'C (and {of("'S")} (== (cardatt RANK 'C) TWO))))
            (any {cards(of("'S"))} 'C (do ({LEAD} (inc ((current player) sto MARRIED)))))))""",
    ),
}


def trick_game(choice: str) -> Game:
    return described(
        f"""
(game
  (setup (create players 3) (create teams (0, 2) (1))
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points RANKS) (((RANK : THREE) 3) ((RANK : TWO) 2) ((RANK : ONE) 1)
                              ((SUIT : HEARTS) 30) ((SUIT : CLUBS) 10)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (stage player (end (all player 'P (== (size ('P vloc TRICK)) 1)))
      {choice})
    (do (
      (cycle next (owner (max {TRICKS} using {RANKS})))
      (repeat all (forget (top (game mem FIRST))))
      (all player 'P (move (top ('P vloc TRICK)) (top (game vloc WON)))))))
  (scoring max 0))
"""
    )


@pytest.mark.parametrize("name", TRICK_GAMES)
def test_trick_games_are_followed_as_sets(name: str) -> None:
    game, rng, learnt = trick_game(TRICK_GAMES[name]), Random(2), 0
    for seed in range(6):
        states = played(game, seed, 6)
        state = rng.choice(states[2:])
        for seat in (0, 2):
            knowledge = view(state, seat).knowledge
            assert knowledge.exact
            assert claimed_deals(knowledge) == deals(histories(state, seat))
        assert not ledger_of(state).predicates
        learnt += len(ledger_of(state).entries)
    assert learnt, "somebody could not follow"


# --- what cannot be followed ----------------------------------------------------------------------


def told(state: State) -> list[Condition]:
    return [each.condition for each in state.last.disclosures]


def test_a_pick_laid_face_down_says_under_which_condition_it_may_be_what() -> None:
    game = game_of("who has hearts lays one face down", "two clauses")
    state = game.new(seed=1, deal={"HAND 0": "2H 3C", "HAND 1": "3H 1S", "HAND 2": "1C 2C"})
    (one,) = told(state.after(state.actions[0]))
    assert isinstance(one, One)
    assert sorted(type(part).__name__ for part in one.parts) == ["Count", "Picked"]
    hearts = sum(1 << face.number for face in game.cards if "HEARTS" in face.attributes.values())
    assert Picked(hearts) in one.parts


def test_a_clause_that_is_publicly_impossible_now_makes_nothing_untold() -> None:
    choice = f"""(choice ((any {HEARTS} 'C {play()}) ({NO_HEARTS} (any {HAND} 'C {play()}))
        ((> (game sto TURN) 9) (any {HAND} 'C (do ({play()} (any {HAND} 'D
          ((== (cardatt RANK (top {HAND})) ONE) {play("'D")}))))))))"""
    state = described(VALUED + choice + TAIL).new(1)
    for _ in range(3):
        state = state.after(state.actions[0])
        assert not any(True for condition in told(state) for _ in untold(condition))
        assert all(isinstance(condition, Count) for condition in told(state))


def test_what_can_only_be_tried_is_tried_again_on_other_deals() -> None:
    game = game_of("one card, then another of its suit", "after the first")
    state = game.new(seed=1, deal={"HAND 0": "2H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 2C"})
    both = next(action for action in state.actions if len(action.cards) == 2)
    (test,) = told(state.after(both))
    assert isinstance(test, Secret)
    assert view(state.after(both), 1).knowledge.exact


def test_what_the_options_show_to_the_chooser_alone_is_not_followed() -> None:
    hearts = "(filter ('P iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS))"
    choice = f"""(choice ((any (filter (other player) 'P (> (size {hearts}) 0)) 'P
        (set (game sto WHO) (pid 'P))) (turn pass)))"""
    state = described(HEAD + choice + TAIL).new(1)
    assert not view(state, 0).knowledge.exact


@pytest.mark.parametrize(
    "choice",
    [
        f"""(choice ((any {HEARTS} 'C (do ((move 'C {FACE_DOWN}) (any {HAND} 'D {play("'D")}))))
            (turn pass)))""",
        f"""(choice ((any (partition SUIT {HAND}) 'G (all 'G 'C (move 'C {FACE_DOWN})))
            (turn pass)))""",
        f"""(choice ((do ((move (top (game iloc STOCK)) (top {HAND})) (any {HEARTS} 'C {play()})))
            (turn pass)))""",
    ],
)
def test_what_is_not_followed_is_said_to_be_so(choice: str) -> None:
    game = described(HEAD + choice + TAIL)
    doubts = 0
    for seed in range(3):
        states = played(game, seed, 3)
        for before, after in pairwise(states):
            found = verdict(before, after)
            assert found.honest
            doubts += found.untold
    assert doubts


@pytest.mark.parametrize("way", RULES["two hearts face down, or a pass"])
def test_who_begins_to_pick_two_hearts_has_two(way: str) -> None:
    game = game_of("two hearts face down, or a pass", way)
    state = game.new(seed=1, deal={"HAND 0": "2H 3H", "HAND 1": "3C 1S", "HAND 2": "1C 2C"})
    begun = state.after(next(action for action in state.actions if action.cards))
    assert begun.to_move == 0, "another card is to be picked"
    assert verdict(state, begun).right
    assert claimed_deals(view(begun, 1).knowledge) == deals(histories(begun, 1))
    assert view(begun, 1).knowledge.exact
    assert verdict(begun, begun.after(begun.actions[0])).honest
