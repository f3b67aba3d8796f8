"""The searcher of the published figures: what it deals, how it ranks, what it takes."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.analysis.surveys import (
    BEST,
    CHOSEN,
    GAP,
    GIVEN_BACK,
    MOVER,
    OPTIONS,
    WHOLE,
    WORST,
    Manner,
    Surveyor,
    kinds_of_cards,
)
from kibitz.analysis.watched import is_past_needed, watched
from kibitz.engine import Game, State
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.series import play_of_series
from kibitz.errors import KibitzError

from .known import NAMES, known

ROOT = Path(__file__).parents[2]
DESCRIPTIONS = sorted(
    [
        *(ROOT / "src/kibitz/games").glob("*.rcy"),
        *(ROOT / "tests/games/small").glob("*.rcy"),
        *(ROOT / "tests/knowledge").rglob("*.rcy"),
        *(ROOT / "tests/analysis/games").glob("*.rcy"),
    ]
)

PILES = """(game
  (setup (create players 2)
    (create deck (game hloc LEFT) (deck (RANK (ONE, TWO, THREE, FOUR, FIVE, SIX)))))
  (do ((set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)
         ((RANK : FOUR) 4) ((RANK : FIVE) 5) ((RANK : SIX) 6)))
       (shuffle (game hloc LEFT))
       (repeat 3 (move (top (game hloc LEFT)) (top (game hloc RIGHT))))))
  (stage player
    (end (all player 'P (== (size ('P vloc DRAWN)) 1)))
    (choice ((move (top (game hloc LEFT)) (top ((current player) vloc DRAWN)))
             (move (top (game hloc RIGHT)) (top ((current player) vloc DRAWN))))))
  (scoring max (sum ((current player) vloc DRAWN) using (game points VALUE))))"""
"""Draw from one of two piles: the higher card wins."""

ATTIC = """(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS))
            (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK)))))
  (do (
    (all (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) ACE)) 'C
      (move 'C (top (game iloc ATTIC))))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 10 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P vloc TABLE)) 1)))
    (choice ((any ((current player) iloc HAND) 'C
      (move 'C (top ((current player) vloc TABLE)))))))
  (do (
    (repeat 2 (move (top (filter (game iloc ATTIC) 'C (== (cardatt RANK 'C) ACE)))
                    (top (game vloc SHOWN))))))
  (scoring max (size (filter ((current player) vloc TABLE) 'C (== (cardatt SUIT 'C) SPADES)))))"""
"""The aces are put into an attic, and brought down after the play: whoever forgets that, and deals
them out, has none to bring down."""

LoadText = Callable[..., Game]


def redealt(state: State, n: int) -> list[array[int]]:
    """Fresh deals of what the mover cannot see, by the kernel."""
    game = state.game
    kernel: Any = game.kernel("surveys")
    cards, size = len(game.cards), game.layout.size
    hidden, dealt = array("q", bytes(8 * (3 * cards + 4))), array("q", bytes(8 * (2 * cards + 2)))
    kinds = kinds_of_cards(game)
    kernel["hide"](state.array, hidden, kinds, state.to_move)
    found = []
    for i in range(n):
        target = array("q", bytes(8 * size))
        kernel["redeal"](state.array, target, hidden, dealt, kinds[0], i, 7)
        found.append(target)
    return found


def seen(game: Game, numbers: array[int], seat: int) -> array[int]:
    """A state as a seat sees it."""
    target = array("q", bytes(8 * game.layout.size))
    kernel: Any = game.kernel("surveys")
    kernel["seen"](numbers, target, seat)
    return target


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_a_fresh_deal_looks_the_same_to_whoever_has_to_decide(name: str) -> None:
    game = kibitz.load(name)
    for state in play_of_series(game, 3, 0)[:-1:7]:
        seat = state.to_move
        assert seat is not None
        sizes = {place: len(state.cards(place)) for place in game.place_names}
        for numbers in redealt(state, 3):
            assert seen(game, numbers, seat) == seen(game, state.array, seat)
            there = State(game, numbers, state.last)
            assert {place: len(there.cards(place)) for place in game.place_names} == sizes
            offered: Any = game.functions["offer"]
            spaces = BUFFERS.codes, array("q", numbers), BUFFERS.work
            assert offered(numbers, *spaces) == len(state.actions)


def test_all_deals_of_what_one_cannot_see_are_equally_likely() -> None:
    state = kibitz.load("kuhn").new(seed=1)
    theirs = next(name for name in state.game.place_names if "1" in name and state.cards(name))
    dealt = Counter(
        State(state.game, each, state.last).cards(theirs) for each in redealt(state, 400)
    )
    assert len(dealt) == 2
    assert all(160 < often < 240 for often in dealt.values())


def test_cards_with_other_attributes_are_not_dealt_to_hands() -> None:
    game = kibitz.load("boerenbridge")  # four cards without a rank say which suit is trumps
    state = game.new(seed=1)
    for numbers in redealt(state, 20):
        held = State(game, numbers, state.last).cards("HAND 1")
        assert all(len(card) > 1 for card in held)


@pytest.mark.parametrize(
    ("scores", "teams", "ranks"),
    [
        ([9, 5, 7, 1], [0, 1, 2, 3], [1, 1 / 3, 2 / 3, 0]),
        ([1, 0, 0, 0], [0, 1, 2, 3], [1, 2 / 3, 2 / 3, 2 / 3]),  # as in Agram
        ([4, 4, 4, 1], [0, 1, 2, 3], [1, 1, 1, 0]),
        ([8, 3, 8, 3], [0, 1, 0, 1], [1, 0, 1, 0]),  # partners are one
        ([5, 5, 5, 5], [0, 1, 0, 1], [1, 1, 1, 1]),
    ],
)
def test_who_is_equal_has_the_better_rank(
    scores: list[int], teams: list[int], ranks: list[float]
) -> None:
    game = kibitz.load("agram")
    state = array("q", game.blank)
    at = game.layout.team_of
    state[at : at + 4] = array("q", teams)
    kernel: Any = game.kernel("surveys")
    found = [kernel["rank_of"](state, scores, seat) / WHOLE for seat in range(4)]
    assert found == pytest.approx(ranks)


def test_the_fewest_points_rank_first_where_they_win() -> None:
    game = known("fewest")
    kernel: Any = game.kernel("surveys")
    found = [kernel["rank_of"](game.blank, [2, 0, 3], seat) / WHOLE for seat in range(3)]
    assert found == [0.5, 1, 0]


@pytest.mark.parametrize("name", ["agram", "boerenbridge"])
def test_both_modes_survey_the_same(name: str) -> None:
    game = kibitz.load(name)
    native, python = Surveyor(game, "native"), Surveyor(game, "python")
    how = Manner(playouts=1, longest=40, limit=16, again=300_000, few=2, many=2)
    for searchers in (0b1111, 0b0010):
        one, two = (each.play(5, 3, searchers, how) for each in (native, python))
        assert np.array_equal(one.rows, two.rows)
        assert np.array_equal(one.choices, two.choices)
        assert np.array_equal(one.scores, two.scores)
        assert len(one.rows) > 0


def test_what_lies_between_the_best_and_the_worst_is_measured_by_other_playouts(
    load_text: Callable[[str], Game],
) -> None:
    """On average nothing does between two piles that nobody has seen; by the playouts that picked
    the two it would seem so."""
    surveyor = Surveyor(load_text(PILES), "python")
    how = Manner(playouts=1, again=1_000_000, few=2, many=2)
    rows = np.concatenate([surveyor.play(3, number, 0b11, how).rows for number in range(80)])
    gaps = rows[:, GAP] / WHOLE / 2
    assert len(gaps) == 160
    assert 0 < abs(gaps.mean()) < 3 * gaps.std() / len(gaps) ** 0.5


def test_where_nobody_searches_it_is_the_game_of_a_simulation() -> None:
    game = kibitz.load("agram")
    played = Surveyor(game, "python").play(8, 2, 0, Manner())
    states = play_of_series(game, 8, 2)
    assert tuple(played.scores) == states[-1].scores
    assert len(played.choices) == len(states) - 1
    assert len(played.rows) == 0


def test_only_searchers_survey_their_decisions() -> None:
    played = Surveyor(kibitz.load("agram")).play(1, 0, 0b0100, Manner())
    assert set(played.rows[:, MOVER].tolist()) == {2}
    assert len(played.rows) == 6
    choices = Surveyor(kibitz.load("agram")).play(1, 0, 0b0100, Manner(forced=False))
    assert len(choices.rows) == int((played.rows[:, OPTIONS] > 1).sum())


def test_who_can_take_the_last_card_takes_it() -> None:
    state = known("skill", HEAP=3).new(seed=1)
    row = Surveyor(state.game, "python").survey(state, 0, Manner())
    assert row is not None
    assert row[CHOSEN] == 2
    assert row[BEST] == 10 * WHOLE
    assert row[WORST] < row[BEST]


def test_of_equal_options_any_is_taken() -> None:
    surveyor = Surveyor(known("alldrawn"), "python")
    firsts = {int(surveyor.play(1, number, 0b11, Manner()).choices[0]) for number in range(12)}
    assert firsts == {0, 1}


def test_a_game_that_relies_on_the_past_is_given_back_and_played_with_views(
    load_text: LoadText,
) -> None:
    attic = load_text(ATTIC)
    assert is_past_needed(attic, 1)
    assert not is_past_needed(kibitz.load("agram"), 1)
    surveyor = Surveyor(attic, "python")
    how = Manner(playouts=4)
    assert surveyor.play(1, 0, 0b11, how).end == GIVEN_BACK
    played = watched(surveyor, 1, 0, 0b11, how)
    assert len(played.rows) == 2
    assert played.rows[:, OPTIONS].tolist() == [10, 10]
    assert (played.rows[:, BEST] > played.rows[:, WORST]).all()


def test_other_bots_are_watched() -> None:
    surveyor = Surveyor.of(kibitz.load("agram"))
    played = watched(surveyor, 1, 0, 0b0001, Manner(), ("first",))
    assert len(played.rows) == 6
    mine = played.rows[:, 0]
    assert (played.choices[mine] == 0).all()


def test_rules_that_fail_are_said_to() -> None:
    surveyor = Surveyor(known("stuck"), "python")

    def play_all() -> None:
        for number in range(20):
            surveyor.play(1, number, 0b11, Manner(playouts=1))

    with pytest.raises(KibitzError, match="no option"):
        play_all()


@pytest.mark.slow
@pytest.mark.parametrize("path", DESCRIPTIONS, ids=lambda path: path.stem)
def test_every_game_can_be_surveyed(path: Path) -> None:
    game = kibitz.load(path)
    surveyor = Surveyor(game, "python")
    how = Manner(playouts=1, longest=4, limit=3)
    everybody = (1 << game.players) - 1
    if path.stem in NAMES and path.stem in ("nobody", "stuck"):
        return
    played = surveyor.play(1, 1, everybody, how)
    assert played.end != GIVEN_BACK
    assert len(played.rows) == len(played.choices) > 0
