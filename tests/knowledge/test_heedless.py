"""Deals of somebody who has paid no attention: what is in sight, and nothing else."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from kibitz.engine import Game, State, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View, dealer_of, heedless_dealer_of, view
from kibitz.search.trees import think

from .small import SMALL, any_game, described

DRAWN = 400

VOW = """
;; One has all hearts and the other all spades, and must play nothing else: hardly any other deal of
;; their cards would do.
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK)
      (deck (SUIT (HEARTS, SPADES)) (RANK (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P)))))
  (do (
    (all (filter (game iloc STOCK) 'C (== (cardatt SUIT 'C) HEARTS)) 'C
      (move 'C (top ((0 player) iloc HAND))))
    (all (filter (game iloc STOCK) 'C (== (cardatt SUIT 'C) SPADES)) 'C
      (move 'C (top ((1 player) iloc HAND))))
    (repeat 8 (move (top ((1 player) iloc HAND)) (top (game hloc AWAY))))
    (repeat 8 (move (top ((0 player) iloc HAND)) (top (game hloc AWAY))))))
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


def drawn(seen: View, n: int, *, heedless: bool) -> list[State]:
    rows = seen.samples(n, Random(1), "python", heedless=heedless)
    return [State(seen.game, array("q", row.tobytes()), seen._seen.last) for row in rows]


def decisions(game: Game, seed: int) -> Iterator[View]:
    """What those see who decide in a random game."""
    rng, state = Random(seed), game.new(seed)
    for _ in range(80):
        if state.over:
            return
        yield view(state, state.to_move)
        state = state.after(rng.choice(state.actions))


def shown_void() -> tuple[State, str]:
    """Agram for two, in which East has just not followed suit; and that suit."""
    game = load("agram", NUMP=2)
    for seed in range(100):
        state = game.new(seed).after(game.new(seed).actions[0])
        led = game.card(state.cards("TRICK 0")[0]).attributes["SUIT"]
        suits = {game.card(action.cards[0]).attributes["SUIT"] for action in state.actions}
        if suits and led not in suits:
            return state.after(state.actions[0]), led
    raise AssertionError


def test_who_has_not_watched_deals_the_suit_that_was_refused_as_often_as_any() -> None:
    state, led = shown_void()
    seen = view(state, 0)
    unseen = [c for c in range(35) if seen._told.numbers[state.game.layout.where + c] < 0]
    suited = [c for c in unseen if state.game.cards[c].attributes["SUIT"] == led]
    hand = len(state.cards("HAND 1"))
    expected = hand * len(suited) / len(unseen)

    def held(sample: State) -> int:
        return sum(card in suited for card in sample.cards_at(state.game.place("HAND 1")))

    careful = [held(sample) for sample in drawn(seen, DRAWN, heedless=False)]
    careless = [held(sample) for sample in drawn(seen, DRAWN, heedless=True)]
    assert set(careful) == {0}
    assert sum(careless) / DRAWN == pytest.approx(expected, abs=5 / DRAWN**0.5)
    assert heedless_dealer_of(seen).deals.count > dealer_of(seen).deals.count


def test_every_card_out_of_sight_is_as_likely_everywhere() -> None:
    state, _ = shown_void()
    seen = view(state, 0)
    hand = state.game.place("HAND 1")
    often = Counter(c for s in drawn(seen, DRAWN, heedless=True) for c in s.cards_at(hand))
    unseen = [c for c in range(35) if seen._told.numbers[state.game.layout.where + c] < 0]
    chance = len(state.cards("HAND 1")) / len(unseen)
    for card in unseen:
        error = (chance * (1 - chance) / DRAWN) ** 0.5
        assert often[card] / DRAWN == pytest.approx(chance, abs=5 * error)


@pytest.mark.parametrize(
    "name", ["boerenbridge", "brisca", "tarot", *sorted(p.stem for p in SMALL.glob("*.rcy"))]
)
def test_what_is_in_sight_stays_as_it_is(name: str) -> None:
    game = any_game(name)
    for number, seen in enumerate(decisions(game, 2)):
        if game.layout.private:
            with pytest.raises(KibitzError, match="only one player sees"):
                heedless_dealer_of(seen)
            return
        if number % 9:
            continue
        for sample in drawn(seen, 2, heedless=True):
            for place, cards in seen.places.items():
                lying = sample.cards_at(game.place(place))
                assert (len(lying) if isinstance(cards, int) else lying) == cards


def test_markers_beside_the_pack_are_not_dealt_to_hands() -> None:
    """In Boeren Bridge four markers tell trumps: they lie face down beside the pack."""
    game = load("boerenbridge")
    for seen in list(decisions(game, 1))[::7]:
        for sample in drawn(seen, 5, heedless=True):
            for seat in range(4):
                cards = sample.cards_at(game.place(f"HAND {seat}"))
                assert all("RANK" in game.cards[card].attributes for card in cards)


def test_a_search_without_attention_is_the_same_as_ever_where_nothing_was_shown() -> None:
    seen = view(load("agram").new(5), 0)
    one, other = (
        think(seen, iterations=40, mode="python", heedless=heedless) for heedless in (False, True)
    )
    assert one.thoughts == other.thoughts


def test_where_hardly_any_deal_will_do_the_search_is_refused_in_one_sentence() -> None:
    state = described(VOW).new(1)
    assert think(view(state, 0), iterations=20, mode="python").iterations == 20
    with pytest.raises(KibitzError, match="hardly a deal in which the game goes on"):
        think(view(state, 0), iterations=20, mode="python", heedless=True)
