"""Small games, counted: against rules worked out by hand, and against games that were played."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from conftest import LoadText

import kibitz
from kibitz.analysis.exact import Exact, exact
from kibitz.analysis.run import report
from kibitz.engine.game import Game

from .known import known

KUHN = "kuhn"


def counted(game: Game) -> Exact:
    found = exact(game)
    assert found is not None
    return found


def kuhn(cards: tuple[int, int], said: str = "") -> tuple[Fraction, Fraction, Fraction]:
    """Kuhn poker by hand: decisions, what the first seat gains, how often it wins."""
    higher = 1 if cards[0] > cards[1] else -1
    ends = {"kk": higher, "bf": 1, "bc": 2 * higher, "kbf": -1, "kbc": 2 * higher}
    if said in ends:
        return Fraction(0), Fraction(ends[said]), Fraction(ends[said] > 0)
    both = [kuhn(cards, said + each) for each in ("fc" if said.endswith("b") else "kb")]
    decisions, gain, wins = ((a + b) / 2 for a, b in zip(*both, strict=True))
    return decisions + 1, gain, wins


def test_kuhn_poker_is_what_it_is_by_hand() -> None:
    deals = [kuhn(deal) for deal in permutations((1, 2, 3), 2)]
    decisions, gain, wins = (sum(each) / 6 for each in zip(*deals, strict=True))
    assert (decisions, gain, wins) == (Fraction(9, 4), Fraction(1, 8), Fraction(9, 16))
    found = counted(kibitz.load(KUHN))
    assert found.decisions == decisions
    assert found.scores == (gain, -gain)
    assert found.wins == (wins, 1 - wins)


def test_a_report_has_the_exact_values_of_kuhn_poker() -> None:
    found = report(kibitz.load(KUHN), random=200, studies=("random", "exact"), workers=1)
    values = {key: found.figure(f"exact_{key}") for key in ("decisions", "wins", "scores")}
    assert {key: each and each.value for key, each in values.items()} == {
        "decisions": 2.25,
        "wins": 0.5625,
        "scores": 0.125,
    }
    assert all(each is not None and each.exact and each.ci95 is None for each in values.values())
    assert found.measured["exact_scores"].data["fractions"] == ["1/8", "-1/8"]
    for key in ("decisions", "win_share"):
        played = found.figure(key)
        truth = values["decisions" if key == "decisions" else "wins"]
        assert played is not None
        assert truth is not None
        assert played.ci95 is not None
        assert played.ci95[0] <= truth.value <= played.ci95[1]


def test_with_one_card_each_the_leader_of_agram_wins_31_of_35() -> None:
    """The other needs a higher card of the same suit: 2 * 140 / 2 of 35 * 34 / 2 pairs."""
    found = counted(kibitz.load("agram", NUMP=2, HAND=1, TRICKS=1))
    assert found.wins == (Fraction(31, 35), Fraction(4, 35))
    assert found.decisions == 2


def test_chance_during_the_play_is_counted(load_text: LoadText) -> None:
    """Roll a die, or pass: a six wins, and so does whoever passes if nobody has one."""
    game = load_text("""(game
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (choice (
    (turn pass)
    (set (game sto DIE) (random 1..6))))
  (do (((== (game sto DIE) 6) (inc ((0 player) sto SCORE)))
       ((!= (game sto DIE) 6) (inc ((1 player) sto SCORE)))))
  (scoring max ((current player) sto SCORE)))""")
    found = counted(game)
    assert found.scores == (Fraction(1, 12), Fraction(11, 12))


def test_of_a_set_that_is_picked_every_set_is_as_likely(load_text: LoadText) -> None:
    """Two of four cards: the lowest is among them in half of the sets, however they are picked."""
    game = load_text("""(game
  (setup (create players 1)
    (create deck (game vloc ROW) (deck (RANK (A, B, C, D)))))
  (do ((repeat 4 (move (top (game vloc ROW)) (top ((0 player) vloc HAND))))))
  (choice ((any (subsets 2 ((current player) vloc HAND)) 'S
    (all 'S 'C (move 'C (top (game vloc OUT)))))))
  (scoring max (size (filter (game vloc OUT) 'C (== (cardatt RANK 'C) A)))))""")
    found = counted(game)
    assert found.scores == (Fraction(1, 2),)
    assert found.decisions == 2


def test_partners_win_together(load_text: LoadText) -> None:
    game = load_text("""(game
  (setup (create players 4) (create teams (0, 2) (1, 3))
    (create deck (game vloc BOX) (deck (RANK (A)))))
  (choice ((set (game sto A) 1) (turn pass)))
  (do (((== (game sto A) 1) (inc ((team (0 player)) sto SUM)))))
  (scoring max ((team (current player)) sto SUM)))""")
    assert counted(game).wins == tuple(Fraction(n, 4) for n in (3, 1, 3, 1))


@pytest.mark.parametrize("name", ["deadclause", "fewest", "skill"])
def test_what_is_counted_is_what_is_played(name: str) -> None:
    game = known(name)
    found, played = counted(game), game.simulate(800, seed=3, mode="python", workers=1)
    assert float(found.decisions) == pytest.approx(played.decisions_mean, abs=0.2)
    assert [float(each) for each in found.wins] == pytest.approx(played.win_share, abs=0.06)


@pytest.mark.parametrize("name", ["agram", "tarot", "tests/games/small/rummy.rcy"])
def test_large_games_are_left_alone(name: str) -> None:
    assert exact(kibitz.load(name)) is None


def test_a_game_without_an_end_is_left_alone() -> None:
    assert exact(known("endless")) is None
    assert exact(known("dice")) is None
