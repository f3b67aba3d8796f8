"""Cards that came to a place at different times: what is known of them, against brute force.

Every game that would have looked the same to a seat is played (the oracle); each is as likely as
any other, so the chance that a card is somewhere is the share of those games in which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.engine.disclosures import MANY, Count, Disclosure, One, Picked
from kibitz.knowledge import Knowledge, view
from kibitz.knowledge.logic import spell
from kibitz.knowledge.pictures import card_picture
from kibitz.knowledge.questions import ask
from kibitz.knowledge.updates import LEDGER, ledger_of
from kibitz.knowledge.vocabulary import vocabulary_of

from .oracle import History, Placement, histories, placement
from .small import described, small
from .test_ledger import assert_true_world
from .test_nested import Definition, known_by, random_formula

DRAWING = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE, FOUR)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      (any (filter ((current player) iloc HAND) 'C
             (or (== (size (game vloc TRICK)) 0)
                 (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc TRICK)))))) 'C
        (move 'C (top (game vloc TRICK))))
      ((and (> (size (game vloc TRICK)) 0)
            (== (size (filter ((current player) iloc HAND) 'C
              (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc TRICK)))))) 0))
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc TRICK)))))))
    (do (
      ((== (size (game vloc TRICK)) 2)
        (do (
          (repeat all (move (top (game vloc TRICK)) (top (game vloc OUT))))
          ((> (size (game iloc STOCK)) 1)
            (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))))))
  (scoring max 0))
"""
"""Follow suit if you can; after each trick both draw a card that the other does not see."""

CRAZY = """
(game
  (define (fits 'C)
    (or (== (cardatt SUIT 'C) (cardatt SUIT (top (game vloc PILE))))
        (== (cardatt RANK 'C) (cardatt RANK (top (game vloc PILE))))))
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE, FOUR)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
    (move (top (game iloc STOCK)) (top (game vloc PILE)))))
  (stage player
    (end (or (any player 'P (== (size ('P iloc HAND)) 0)) (== (size (game iloc STOCK)) 0)))
    (choice (
      (any (filter ((current player) iloc HAND) 'C (fits 'C)) 'C (move 'C (top (game vloc PILE))))
      ((== (size (filter ((current player) iloc HAND) 'C (fits 'C))) 0)
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))))
  (scoring max 0))
"""
"""Whoever has no card of the suit or rank on top of the pile draws one."""

LAYING_ASIDE = CRAZY.replace(
    """
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))))""",
    """
        (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))
      ((> (size ((current player) iloc HAND)) 2)
        (any ((current player) iloc HAND) 'C (move 'C (top ((current player) iloc ASIDE))))))))""",
)
"""And whoever has three cards may lay one aside, face down."""

PASSING = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 3))
    (choice ((any (subsets NUMBER ((current player) iloc HAND)) 'S
      (all 'S 'C (move 'C (top ((current player) iloc PASS)))))))
    (do ((inc (game sto TURN)))))
  (do (
    (repeat all (move (top ((0 player) iloc PASS)) (top ((1 player) iloc HAND))))
    (repeat all (move (top ((1 player) iloc PASS)) (top ((2 player) iloc HAND))))
    (repeat all (move (top ((2 player) iloc PASS)) (top ((0 player) iloc HAND))))))
  (stage player (end (== (game sto TURN) 6))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
"""Everybody lays cards aside for the left neighbour; then all take them up, and play."""

HEARTS = """
(game
  (setup (create players 4)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))
            (RANK (TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN,
                   JACK, QUEEN, KING, ACE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 13 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 4))
    (choice ((any (subsets 3 ((current player) iloc HAND)) 'S
      (all 'S 'C (move 'C (top ((current player) iloc PASS)))))))
    (do ((inc (game sto TURN)))))
  (do (
    (repeat all (move (top ((0 player) iloc PASS)) (top ((1 player) iloc HAND))))
    (repeat all (move (top ((1 player) iloc PASS)) (top ((2 player) iloc HAND))))
    (repeat all (move (top ((2 player) iloc PASS)) (top ((3 player) iloc HAND))))
    (repeat all (move (top ((3 player) iloc PASS)) (top ((0 player) iloc HAND))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      (any (filter ((current player) iloc HAND) 'C
             (or (== (size (game vloc TRICK)) 0)
                 (== (cardatt SUIT 'C) (cardatt SUIT (bottom (game vloc TRICK)))))) 'C
        (move 'C (top (game vloc TRICK))))
      ((and (> (size (game vloc TRICK)) 0)
            (== (size (filter ((current player) iloc HAND) 'C
              (== (cardatt SUIT 'C) (cardatt SUIT (bottom (game vloc TRICK)))))) 0))
        (any ((current player) iloc HAND) 'C (move 'C (top (game vloc TRICK)))))))
    (do (
      ((== (size (game vloc TRICK)) 4)
        (repeat all (move (top (game vloc TRICK)) (top (game hloc OUT))))))))
  (scoring max 0))
"""

GUESSING = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (GUARD, PRIEST, BARON, PRINCE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((any (PRIEST, BARON, PRINCE) 'R (set (game str WANT) 'R))))
    (do (
      ((== (cardatt RANK (top ((next player) iloc HAND))) (game str WANT))
        (inc (game sto HIT)))
      (inc (game sto TURN)))))
  (scoring max 0))
"""

LAYING = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) iloc LAID))))))
  (choice ((turn pass)))
  (do ((move (top ((0 player) iloc LAID)) (top (game vloc SHOWN)))))
  (choice ((turn pass)))
  (scoring max 0))
"""
"""North lays a card face down; later it is turned up."""

RETURNING = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (SUIT (SPADES, HEARTS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 4))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE))))))
    (do (
      (inc (game sto TURN))
      ((== (game sto TURN) 2)
        (do (
          (repeat all (move (top (game vloc PILE)) (top (game iloc STOCK))))
          (shuffle (game iloc STOCK))
          (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))))))
  (scoring max 0))
"""
"""Both play a card; these go back to the stock, it is shuffled, and both draw one."""


def played(game: Game, seed: int) -> Iterator[State]:
    rng, state = Random(seed), game.new(seed)
    yield state
    while not state.over:
        state = state.after(rng.choice(state.actions))
        yield state


def knows(state: State, seat: int) -> Knowledge:
    return view(state, seat).knowledge


def deals(knowledge: Knowledge) -> Counter[Placement]:
    """The ways the cards can lie that a seat thinks possible, and how often each comes about."""
    frame, found = knowledge.frame, Counter[Placement]()
    for world in knowledge.deals.worlds() if frame.cards else [()]:
        where = dict.fromkeys(range(len(knowledge.game.cards)), -1)
        for card, at in zip(frame.cards, world, strict=True):
            where[card] = frame.places[at]
        where.update(knowledge.located)
        found[tuple(where.items())] += 1
    return found


def assert_as_by_brute_force(state: State, seat: int, found: list[History] | None = None) -> None:
    """Deals and probabilities are those of all games that would have looked the same."""
    if found is None:
        found = histories(state, seat)
    lying = [(placement(each.state), each.weight) for each in found]
    whole = sum(weight for _, weight in lying)
    knowledge, names = knows(state, seat), state.game.place_names
    possible = {each for each, _ in lying}
    assert set(deals(knowledge)) == possible
    assert knowledge.count == len(possible)
    for card, places in knowledge.probabilities.items():
        number = state.game.card(card).number
        assert sum(places.values()) == pytest.approx(1)
        for place, likely in places.items():
            here = names.index(place)
            share = sum(weight for each, weight in lying if dict(each)[number] == here) / whole
            assert likely == pytest.approx(float(share)), (card, place)


def test_what_was_drawn_after_a_void_is_told_from_what_was_held() -> None:
    game, divided = described(DRAWING), 0
    for seed in range(14):
        for number, state in enumerate(played(game, seed)):
            assert_true_world(state)
            divided += bool(ledger_of(state).more)
            seat = (seed + number) % 2
            assert knows(state, seat).exact
            assert knows(state, seat).complete
            assert_as_by_brute_force(state, seat)
    assert divided > 10, "else nothing was tried"


def test_who_cannot_play_draws() -> None:
    game, divided = described(CRAZY), 0
    for seed in range(16):
        for number, state in enumerate(played(game, seed)):
            assert_true_world(state)
            divided += bool(ledger_of(state).more)
            seat = (seed + number) % 2
            assert knows(state, seat).exact
            assert_as_by_brute_force(state, seat)
    assert divided > 10, "else nothing was tried"


def test_what_is_taken_out_of_several_lots_is_never_wrong_and_exact_means_exact() -> None:
    game, exact, rough = described(LAYING_ASIDE), 0, 0
    for seed in range(20):
        for number, state in enumerate(played(game, seed)):
            if number > 7:
                break
            assert_true_world(state)
            seat = (seed + number) % 2
            found = histories(state, seat)
            assert {placement(each.state) for each in found} <= set(deals(knows(state, seat)))
            if knows(state, seat).exact:
                exact += 1
                assert_as_by_brute_force(state, seat, found)
            else:
                rough += 1
                assert all(doubt.line for doubt in knows(state, seat).doubts)
                assert knows(state, seat).doubts
    assert exact > 50
    assert rough > 3


def test_a_heart_in_a_hand_that_had_none_is_the_card_drawn() -> None:
    hands = {"HAND 0": "1H 2H", "HAND 1": "1S 2S"}
    state = described(DRAWING).new(seed=1, deal=hands)
    for move in ("1H", "1S"):
        state = state.after(move)
    north = knows(state, 0)  # South had no hearts, and has drawn a card
    hearts = [north.probability(card, "South") for card in ("3H", "4H")]
    spades = [north.probability(card, "South") for card in ("2S", "3S", "4S")]
    assert sum(hearts + spades) == pytest.approx(2)
    assert max(hearts) < min(spades)


@pytest.mark.parametrize("name", ["eights", "brisca"])
def test_games_in_which_cards_are_drawn(name: str) -> None:
    game, exact = small(name), 0
    for seed in range(12):
        states = list(played(game, seed))
        state = Random(seed).choice(states[: 9 if name == "eights" else None])
        seat = seed % 2
        if knows(state, seat).exact:
            exact += 1
            assert_as_by_brute_force(state, seat)
    assert exact > 9


@pytest.mark.parametrize("number", [1, 2])
def test_passing_cards_leaves_nothing_open(number: int) -> None:
    """Neither where the cards are, nor what the others know."""
    game = described(PASSING.replace("NUMBER", str(number)))
    definition, rng = Definition(), Random(number)
    for seed in range(2):
        for at, state in enumerate(played(game, seed)):
            assert_true_world(state)
            seat = (seed + at) % 3
            assert knows(state, seat).complete
            assert_as_by_brute_force(state, seat)
            for _ in range(4 if at in (3, 6) else 0):
                formula = random_formula(game, rng, 2)
                text = spell(formula, vocabulary_of(game))
                assert ask(state, text).truth == definition.true(formula, state), text
                assert known_by(state, seat, text) == definition.known(formula, state, seat), text


def test_three_cards_passed_in_hearts_are_known_to_who_passed_them() -> None:
    text = (
        PASSING.replace("NUMBER", "3")
        .replace("repeat 2", "repeat 5")
        .replace("(ONE, TWO, THREE)", "(ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT)")
    )
    state = described(text).new(seed=2)
    passed = []
    for _ in range(3):
        chosen: list[str] = []
        seat = state.to_move
        while state.to_move == seat and not state.over:
            action = state.actions[0]
            chosen += action.cards
            state = state.after(action)
            if len(chosen) >= 3:
                break
        passed.append(chosen)
    north = knows(state, 0)
    assert north.complete
    assert all(north.places(card) == ("HAND 1",) for card in passed[0])
    assert ask(state, f"K 0 has(1,{passed[0][0]}) & K 1 K 0 has(1,{passed[0][0]})").truth
    assert not ask(state, f"K 2 has(1,{passed[0][0]})").truth
    for _ in range(3):
        state = state.after(state.actions[0])
        assert knows(state, 0).complete
        assert all(place != ("HAND 2",) for place in map(north.places, passed[0]))


def test_the_whole_of_hearts_with_52_cards_is_followed() -> None:
    """Three cards are passed, suit is followed, tricks lie face down."""
    rng, state, divided = Random(1), described(HEARTS).new(1), 0
    while not state.over:
        state = state.after(rng.choice(state.actions))
        ledger = ledger_of(state)
        assert not ledger.doubts
        divided += bool(ledger.ghosts)
        assert sum(ledger.counts().values()) + state.count_at(state.game.place("TRICK")) == 52
        assert view(state, 2).knowledge.count > 0
    assert divided > 40, "till the end nobody else knows which cards were passed"
    assert not ledger_of(state).more


def test_in_the_model_of_a_card_a_hand_is_one_world() -> None:
    hands = {"HAND 0": "1H 2H", "HAND 1": "1S 2S"}
    state = described(DRAWING).new(seed=1, deal=hands)
    for move in ("1H", "1S"):
        state = state.after(move)
    assert len(knows(state, 0).common.frame.places) > 3, "South's hand is two lots"
    model = card_picture(state, "4S")
    assert sorted(world.label for world in model.worlds) == ["North", "South", "the stock"]
    assert sum(world.actual for world in model.worlds) == 1
    labels = [{model.worlds[a].label, model.worlds[b].label} for a, b in model.relation("North")]
    assert labels == [{"South", "the stock"}], "North sees whether the card is North's"


def test_a_failed_guess_counts_in_probabilities_too() -> None:
    game = described(GUESSING)
    first = game.new(seed=3)
    for action in first.actions:
        state = first.after(action)
        hit = bool(state.store("HIT"))
        wanted = str(state.store("WANT"))
        north = knows(state, 0)
        (card,) = [face.text for face in game.cards if face.attributes["RANK"] == wanted]
        if north.located.get(game.card(card).number) is None:
            assert north.probability(card, "South") == float(hit)
        assert not ledger_of(state).predicates
        assert_as_by_brute_force(state, 0)


HIGH = 0b111000
"""The hearts of a deck of six cards."""


def followed(state: State) -> bool:
    """Whether the card that North laid was a heart, or North had none."""
    moves = state.steps()[1].events
    laid = next(moves[at + 1] for at in range(0, len(moves), 6) if moves[at] == 1)
    kept = [card for card, place in placement(state) if place == state.game.place("HAND 0")]
    return bool(HIGH >> laid & 1) or not any(HIGH >> card & 1 for card in kept)


def test_a_card_laid_face_down_that_had_to_follow_teaches_when_it_is_turned_up() -> None:
    """North had to lay a heart if there was one."""
    game = described(LAYING)
    for seed in range(12):
        first = game.new(seed)
        hand, laid = game.place("HAND 0"), game.place("LAID 0")
        held = set(first.cards_at(hand))
        hearts = [card for card in held if HIGH >> card & 1]
        card = min(hearts or held)
        (action,) = [a for a in first.actions if game.card(a.cards[0]).number == card]
        state = first.after(action)
        rule = One((Picked(HIGH), Count(1 << hand, HIGH, 0, 0)))
        shown = Disclosure(0, rule, 1 << card, 1 << hand, False, -1, MANY)
        assert state.last.events  # they are found out with what they disclose
        state.last.disclosures = (shown,)

        for _ in range(2):
            found = [each for each in histories(state, 1, merged=False) if followed(each.state)]
            assert knows(state, 1).exact
            assert_as_by_brute_force(state, 1, found)
            state = state.after("pass")
        if not hearts:
            assert not any(knows(state, 1).probability(f"{n}H", 0) for n in (1, 2, 3))
        assert laid not in {spot.place for spot in ledger_of(state).more}


def test_what_is_played_comes_back_and_is_shuffled() -> None:
    game = described(RETURNING)
    for seed in range(10):
        for number, state in enumerate(played(game, seed)):
            assert_true_world(state)
            seat = (seed + number) % 2
            assert knows(state, seat).exact
            if number < 2:
                assert_as_by_brute_force(state, seat)


def test_lots_go_over_the_wire_and_are_the_same_after_a_swap() -> None:
    for text in (DRAWING, PASSING.replace("NUMBER", "1")):
        game = described(text)
        for state in list(played(game, 3))[2:]:
            for seat in (None, *range(game.players)):
                seen = view(state, seat)
                again = view(seen.sample(Random(1)), seat)
                assert again.to_json() == seen.to_json()
                assert type(seen).from_json(game, seen.to_json()) == seen
        assert LEDGER.of(state.last) is not None
