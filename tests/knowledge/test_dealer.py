"""States drawn where hidden cards lie in an order, are kept by a name, or must pass tests.

Each that is possible comes as often as any other, both modes give the same bytes, and nothing that
is seen changes.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kibitz import load
from kibitz.engine import Game, State
from kibitz.engine.native import kernel_text
from kibitz.errors import KibitzError
from kibitz.knowledge.dealer import TESTS_IN_TURN, Dealer, Source, kernels_to_deal
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.trials import list_shoe
from kibitz.knowledge.deals.weighing import weighed
from kibitz.knowledge.views import View, dealer_of, view
from kibitz.knowledge.worlds import Count, Sum, Worlds

from .oracle import deals, histories
from .small import any_game, described
from .test_deals import all_worlds, some_count, some_worlds

DEALT = Path(__file__).parent / "dealt"
OWN = ("auction", "holdem", "knock")
SMALL = ("caravan", "kuhn", "marriage", "rummy")


@cache
def game_of(name: str) -> Game:
    """One of the games of this folder, or any other."""
    return load(DEALT / f"{name}.rcy") if name in OWN else any_game(name)


def some(name: str, seed: int, number: int) -> list[State]:
    """A few states of a game played at random, in which somebody must decide."""
    rng, states = Random(seed), [game_of(name).new(seed)]
    while not states[-1].over and len(states) < 120:
        states.append(states[-1].after(rng.choice(states[-1].actions)))
    return [state for state in states[:: max(1, len(states) // number)] if not state.over]


def known_by_tests(name: str, number: int) -> list[View]:
    """What somebody who must decide knows, where there are tests in it: of some games played by
    those who do the first thing they can as often as anything else."""
    found: list[View] = []
    for seed in range(100):
        rng, state = Random(seed), game_of(name).new(seed)
        while not state.over:
            seen = view(state, state.to_move)
            if seen.knowledge.frame.worlds.tests and rng.random() < 0.3:
                found.append(seen)
            state = state.after(rng.choice([state.actions[0], rng.choice(state.actions)]))
        if len(found) >= number:
            break
    assert len(found) >= number
    return found[:number]


def drawn(seen: View, n: int, seed: int = 1, mode: str = "python") -> list[State]:
    """Samples as states."""
    rows = seen.samples(n, Random(seed), mode)
    return [State(seen.game, array("q", row.tobytes()), seen._seen.last) for row in rows]


def deviation(found: Iterable[Hashable], possible: Sequence[Hashable]) -> float:
    """How far what was found is from even, in standard deviations; all of it must be possible."""
    seen = Counter(found)
    assert set(seen) <= set(possible)
    expected = seen.total() / len(possible)
    total = sum((seen[each] - expected) ** 2 / expected for each in possible)
    freedom = len(possible) - 1
    return float((total - freedom) / (2 * freedom) ** 0.5)


# --- both modes, and what is seen -----------------------------------------------------------------


@pytest.mark.parametrize("name", [*OWN, *SMALL])
def test_python_and_native_draw_the_same_bytes(name: str) -> None:
    for number, state in enumerate(some(name, 3, 8)):
        seen = view(state, state.to_move)
        python = seen.samples(4, Random(number), "python")
        native = view(state, state.to_move).samples(4, Random(number), "native")
        assert python.tobytes() == native.tobytes()


@pytest.mark.parametrize("name", OWN)
def test_whoever_sees_a_sampled_state_sees_the_same(name: str) -> None:
    for number, state in enumerate(some(name, 2, 5)):
        for seat in (None, *range(state.game.players)):
            seen = view(state, seat)
            for other in [seen.sample(Random(number)), *drawn(seen, 2, number, "native")]:
                again = view(other, seat)
                assert bytes(again) == bytes(seen)
                assert again.actions == seen.actions
                one, two = again.knowledge.frame, seen.knowledge.frame
                assert (one.cards, one.places, one.located) == (two.cards, two.places, two.located)
                assert replace(one.worlds, tests=()) == replace(two.worlds, tests=())


@pytest.mark.parametrize("name", [*OWN, *SMALL])
def test_a_sampled_state_can_be_played_to_the_end(name: str) -> None:
    for state in some(name, 5, 3):
        rng = Random(1)
        for other in drawn(view(state, state.to_move), 2, mode="native"):
            for _ in range(200):
                if other.over:
                    break
                other = other.after(rng.choice(other.actions))
            assert other.over or name == "rummy"


def test_samples_do_not_depend_on_those_before() -> None:
    state = some("auction", 4, 3)[1]
    one, two = view(state, state.to_move), view(state, state.to_move)
    one.samples(3, Random(8), "native")
    assert np.array_equal(one.samples(5, Random(9), "native"), two.samples(5, Random(9), "native"))


def test_the_house_games_are_dealt_as_before() -> None:
    assert kernels_to_deal(load("agram")) == kernels_to_deal(load("tarot")) == ("deals",)
    assert kernels_to_deal(game_of("kuhn")) == ("deals", "trials"), "hands keep an order there"
    assert kernels_to_deal(game_of("auction")) == ("deals", "trials"), "hands are tested there"
    assert "trial" not in kernel_text("deals")


# --- orders and names -----------------------------------------------------------------------------

PILED = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))
       (repeat all (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game hloc PILE))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top (game hloc PILE))))))
  (choice ((turn pass)))
  (do ((move (top (game hloc PILE)) (top (game vloc SHOWN)))))
  (scoring max 0))
"""


def test_hidden_cards_lie_in_any_order() -> None:
    """North has put two cards on a pile, one upon the other, and its top will be turned up."""
    state = described(PILED).new(seed=1)
    for _ in range(2):
        state = state.after(state.actions[0])
    seen = view(state, 1)
    piles = [tuple(map(str, each.cards("PILE"))) for each in drawn(seen, 1200)]
    assert abs(deviation(piles, list(permutations("1234", 2)))) < 4
    native = [tuple(map(str, each.cards("PILE"))) for each in drawn(seen, 1200, mode="native")]
    assert piles == native


NAMED = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE)))))
  (do ((shuffle (game iloc STOCK))
       (repeat 4 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (choice ((any ((0 player) iloc HAND) 'C (move 'C (top ((0 player) iloc FIRST))))))
  (stage player (end (== (game sto TURNS) 1))
    (let (actual (top ((0 player) iloc FIRST))) 'KEPT
      (let (filter ((0 player) iloc HAND) 'C (!= (cardatt RANK 'C) NONE)) 'ALL
        (choice (
          (turn pass)
          (do ((move 'KEPT (top ((0 player) iloc HAND)))
               (all 'ALL 'C (move 'C (top ((0 player) iloc LAID))))))))))
    (do ((inc (game sto TURNS)))))
  (scoring max 0))
"""


def kept_by_name(seen: View, state: State) -> tuple[int, ...]:
    """The cards that stand where the view has none."""
    return tuple(state.array[gap.at] for gap in seen._told.gaps)


def test_a_name_stands_for_any_card_of_its_place_and_a_list_for_cards_that_differ() -> None:
    """North keeps a card, and a list of the other three: East knows that they are North's."""
    state = described(NAMED).new(seed=1)
    state = state.after(state.actions[0])
    seen = view(state, 1)
    assert len(seen._told.gaps) == 4
    first, hand = (seen.game.place(name) for name in ("FIRST 0", "HAND 0"))
    assert Counter(gap.place for gap in seen._told.gaps) == {first: 1, hand: 3}
    named = []
    for each in drawn(seen, 2000):
        cards = kept_by_name(seen, each)
        for card, gap in zip(cards, seen._told.gaps, strict=True):
            assert each.array[seen.game.layout.where + card] == gap.place
        named.append(cards)
    assert abs(deviation(named, list(permutations(range(5), 4)))) < 4
    singly = [kept_by_name(seen, seen.sample(rng)) for rng in map(Random, range(2000))]
    assert abs(deviation(singly, list(permutations(range(5), 4)))) < 4
    assert named == [kept_by_name(seen, each) for each in drawn(seen, 2000, mode="native")]


# --- tests of hidden cards ------------------------------------------------------------------------

VALUED = """
(game
  (setup (create players 3)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS)) (RANK (ONE, TWO, THREE)))))
  (do (
    (set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 4)))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (== (game sto TURN) 3))
    (choice (SAYING))
    (do ((inc (game sto TURN)))))
  (scoring max 0))
"""
SAYINGS = {
    "at least five": """
      ((>= (sum ((current player) iloc HAND) using (game points VALUE)) 5)
        (set ((current player) str SAYS) MUCH))
      ((< (sum ((current player) iloc HAND) using (game points VALUE)) 5)
        (set ((current player) str SAYS) LITTLE))""",
    "how much": """
      (set ((current player) sto SAYS) (sum ((current player) iloc HAND) using (game points VALUE)))
    """,
    "points and cards": """
      ((> (+ (sum ((current player) iloc HAND) using (game points VALUE))
             (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))) 5)
        (set ((current player) str SAYS) MUCH))
      ((<= (+ (sum ((current player) iloc HAND) using (game points VALUE))
              (size (filter ((current player) iloc HAND) 'C (== (cardatt SUIT 'C) HEARTS)))) 5)
        (set ((current player) str SAYS) LITTLE))""",
    "not even": """
      ((== (% (sum ((current player) iloc HAND) using (game points VALUE)) 2) 1)
        (set ((current player) str SAYS) ODD))
      ((== (% (sum ((current player) iloc HAND) using (game points VALUE)) 2) 0)
        (set ((current player) str SAYS) EVEN))""",
    "the best": """
      ((== (% (scoremax ((current player) iloc HAND) using (game points VALUE)) 2) 0)
        (set ((current player) str SAYS) EVEN))
      ((!= (% (scoremax ((current player) iloc HAND) using (game points VALUE)) 2) 0)
        (set ((current player) str SAYS) ODD))""",
}


def said(what: str, seed: int) -> View:
    """What North knows after East and South have spoken; South is the last."""
    state = described(VALUED.replace("SAYING", SAYINGS[what])).new(seed=seed)
    for _ in range(3):
        state = state.after(state.actions[0])
    return view(state, 0)


def lying(state: State) -> tuple[tuple[int, int], ...]:
    """Where every card lies."""
    where = state.game.layout.where
    return tuple((card, state.array[where + card]) for card in range(len(state.game.cards)))


@pytest.mark.parametrize("what", SAYINGS)
def test_every_deal_that_agrees_with_what_was_said_comes_as_often(what: str) -> None:
    state = described(VALUED.replace("SAYING", SAYINGS[what])).new(seed=2)
    for _ in range(2):
        state = state.after(state.actions[0])
    seen = view(state, 0)
    assert seen.knowledge.frame.worlds.tests
    possible = sorted(deals(histories(state, 0)))
    assert 1 < len(possible) < 210
    found = [lying(each) for each in drawn(seen, 20 * len(possible))]
    assert abs(deviation(found, possible)) < 4
    native = drawn(view(state, 0), 20 * len(possible), mode="native")
    assert found == [lying(each) for each in native]
    singly = [lying(seen.sample(rng)) for rng in map(Random, range(10 * len(possible)))]
    assert abs(deviation(singly, possible)) < 4


@pytest.mark.parametrize("what", SAYINGS)
def test_deals_from_a_list_come_as_often_too(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.knowledge.dealer.OFTEN", 0)
    monkeypatch.setattr("kibitz.knowledge.dealer.TRIED", 0)
    monkeypatch.setattr("kibitz.knowledge.dealer.PROBES", 1)
    monkeypatch.setattr("kibitz.knowledge.dealer.SETTLED", unlucky(what))
    state = described(VALUED.replace("SAYING", SAYINGS[what])).new(seed=2)
    for _ in range(2):
        state = state.after(state.actions[0])
    seen = view(state, 0)
    possible = sorted(deals(histories(state, 0)))
    found = [lying(each) for each in drawn(seen, 20 * len(possible))]
    assert dealer_of(seen).way == "listed"
    assert abs(deviation(found, possible)) < 4


@pytest.mark.parametrize("most", [0, 1000])
@pytest.mark.parametrize("what", ["at least five", "not even"])
def test_tests_that_cannot_be_compiled_are_respected_too(
    what: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are done in Python: on all deals if these are few, or on those that are drawn."""
    monkeypatch.setattr("kibitz.knowledge.dealer.is_compiled_test", lambda game, test: False)
    monkeypatch.setattr("kibitz.knowledge.dealer.MOST_TRIED", most)
    state = described(VALUED.replace("SAYING", SAYINGS[what])).new(seed=2)
    for _ in range(2):
        state = state.after(state.actions[0])
    seen = view(state, 0)
    possible = sorted(deals(histories(state, 0)))
    found = [lying(each) for each in drawn(seen, 20 * len(possible))]
    assert abs(deviation(found, possible)) < 4
    assert (dealer_of(seen).way == "listed") == (most > 0)
    native = drawn(view(state, 0), 20 * len(possible), mode="native")
    assert found == [lying(each) for each in native]


def unlucky(what: str) -> tuple[int, int]:
    """A key with which the first world fails."""
    state = described(VALUED.replace("SAYING", SAYINGS[what])).new(seed=2)
    for _ in range(2):
        state = state.after(state.actions[0])
    worlds = view(state, 0).knowledge.frame.worlds
    plain = Deals(replace(worlds, tests=()))
    return next((k, k) for k in range(100) if not worlds.allows(plain.sample((k, k), 0)))


def untested(seen: View, n: int) -> list[tuple[int, ...]]:
    """Worlds as they would be dealt if there were no tests."""
    deals = Deals(replace(seen.knowledge.frame.worlds, tests=()))
    return [deals.sample((3, 4), number) for number in range(n)]


@pytest.mark.parametrize("mode", ["python", "native"])
@pytest.mark.parametrize("name", ["auction", "knock"])
def test_a_kernel_tests_as_the_rules_do(name: str, mode: str) -> None:
    """What is compiled says of every world and test what Python says, whether it passes or not."""
    asked = 0
    for seen in known_by_tests(name, 12):
        worlds = untested(seen, 40)
        tests = seen.knowledge.frame.worlds.tests
        expected = [[test(world) for test in tests] for world in worlds]
        assert judged(dealer_of(seen), worlds, mode) == expected
        asked += len({passed for row in expected for passed in row}) == 2
    assert asked > 4, "some pass and some fail"


def judged(dealer: Dealer, worlds: list[tuple[int, ...]], mode: str) -> list[list[bool]]:
    """[world, test]: which tests worlds pass, as the kernel says."""
    source = Source(list_shoe(np.array(worlds, np.int8)), 0, 2 * len(worlds[0]) + 1, "listed")
    found: list[list[bool]] = dealer._tried(source, len(worlds), mode, TESTS_IN_TURN).tolist()
    return found


@dataclass(frozen=True)
class Never:
    """A test that no world passes."""

    cards: tuple[int, ...]
    then: tuple[int, ...]
    condition: bool = False

    def __call__(self, world: Sequence[int]) -> bool:
        return False


@pytest.mark.parametrize("most", [0, 1000])
def test_what_cannot_be_is_an_error_and_no_deal(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the deals are few enough to be listed or not."""
    monkeypatch.setattr("kibitz.knowledge.dealer.MOST_LISTED", most)
    monkeypatch.setattr("kibitz.knowledge.dealer.ENOUGH", 2000)
    monkeypatch.setattr("kibitz.knowledge.dealer.PROBES", 2000)
    seen = said("at least five", 2)
    frame = seen.knowledge.frame
    never = Never(frame.cards, frame.places)
    worlds = replace(frame.worlds, tests=(*frame.worlds.tests, never))
    impossible = replace(dealer_of(seen), deals=Deals(worlds), frame=replace(frame, worlds=worlds))
    with pytest.raises(KibitzError, match="no deal"):
        impossible.states((1, 2), 3, "python")


# --- sums of points -------------------------------------------------------------------------------


def lawful(worlds: Worlds) -> list[tuple[int, ...]]:
    """Every world that keeps all sums, found by trying everything."""
    return [
        world
        for world in all_worlds(worlds)
        if all(any(each.holds(world) for each in law) for law in worlds.sums)
    ]


def some_sum(draw: random.Random, places: int, cards: int) -> Sum:
    points = tuple(draw.choice((0, 0, 1, 2, 5)) for _ in range(cards))
    least = draw.randint(0, 6)
    most = draw.choice((least, least + 2, 10**6))
    counted = sum(1 << card for card, n in enumerate(points) if n)
    return Sum(draw.randrange(1, 1 << places), counted, least, most, points)


def worlds_with_sums(seed: int) -> Worlds:
    draw = random.Random(seed)
    plain = some_worlds(seed, laws=seed % 2 == 0)
    places, cards = len(plain.sizes), len(plain.masks)
    make: list[Callable[[random.Random, int, int], Count | Sum]] = [some_sum, some_sum, some_count]
    sums = tuple(
        tuple(draw.choice(make)(draw, places, cards) for _ in range(draw.choice((1, 1, 2))))
        for _ in range(draw.randint(1, 2))
    )
    return replace(plain, sums=sums)


def test_worlds_with_sums_of_points_are_counted_exactly() -> None:
    numbers = Counter[bool]()
    for seed in range(400):
        worlds = worlds_with_sums(seed)
        expected = lawful(worlds)
        assert Deals(worlds).count == len(expected), seed
        numbers[bool(expected)] += 1
    assert min(numbers.values()) > 40, "some can be, some cannot"


def test_so_are_the_honours_of_a_whole_deal() -> None:
    """Two of three hands have said how many points they have at least: far too many deals to try,
    so they are counted card by card."""
    points = tuple(n for n in (4, 3, 2, 1) for _ in range(4)) + (0,) * 20
    honours = (1 << 16) - 1
    sizes, least = (12, 12, 12), (10, 14)
    sums = tuple((Sum(1 << i, honours, n, 10**6, points),) for i, n in enumerate(least))
    found = Counter[tuple[tuple[int, ...], tuple[int, ...]]]({(sizes, least): 1})
    for each in points:
        so_far, found = found, Counter()
        for (left, wanted), ways in so_far.items():
            for i, room in enumerate(left):
                if room:
                    rest = (*left[:i], room - 1, *left[i + 1 :])
                    still = tuple(max(0, n - each * (k == i)) for k, n in enumerate(wanted))
                    found[rest, still] += ways
    worlds = Worlds(sizes=sizes, masks=(7,) * len(points), sums=sums)
    assert Deals(worlds).count == found[(0, 0, 0), (0, 0)]


def test_worlds_with_sums_of_points_are_dealt_evenly() -> None:
    tried = 0
    for seed in range(400):
        worlds = worlds_with_sums(seed)
        expected = lawful(worlds)
        if 2 < len(expected) < 60:
            deals = Deals(worlds)
            found = [deals.sample((5, 6), number) for number in range(40 * len(expected))]
            assert abs(deviation(found, expected)) < 5, seed
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("name", ["auction", "knock"])
def test_points_that_were_told_are_sums_that_say_as_much_as_the_test(name: str) -> None:
    outcomes = Counter[bool]()
    for seen in known_by_tests(name, 12):
        frame = seen.knowledge.frame
        for test in frame.worlds.tests:
            laws = weighed(seen.game, test)  # type: ignore[arg-type]
            assert laws
            for world in untested(seen, 20):
                kept = all(any(each.holds(world) for each in law) for law in laws)
                assert kept == test(world)
                outcomes[kept] += 1
    assert len(outcomes) == 2


def test_a_strong_hand_is_dealt_by_its_points() -> None:
    """Whoever says STRONG has more than seventeen points: one deal in fifty; they are not sought
    among all deals."""
    game = game_of("auction")
    deal = {"HAND 1": "AS KS QS AH KH QH JH AC 2C 3C 4C 2D 3D"}
    state = game.new(seed=1, deal=deal)
    state = state.after(state.actions[0])
    state = state.after(state.actions[0])
    assert state.store("BID 1") == "STRONG"
    seen = view(state, 2)
    points = {"J": 1, "Q": 2, "K": 3, "A": 4}
    for other in drawn(seen, 50, mode="native"):
        assert sum([points.get(card[0], 0) for card in other.cards("HAND 1")]) > 17
    assert dealer_of(seen).way == "weighed"
