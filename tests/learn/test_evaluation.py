"""Evaluations: they are matches, however they are played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli.conftest import FEWEST
from conftest import LoadText

import kibitz
from kibitz.arena.match import match
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.learn import evaluation
from kibitz.learn.curve import Measured
from kibitz.learn.evaluation import SEED, deals_of, evaluate, played, seatings_of, usual
from kibitz.nets import Network, blank, write

SMALL = kibitz.load("agram", NUMP=3, HAND=4, TRICKS=4)

PARTNERS = """(game
  (setup (create players 4) (create teams (0, 2) (1, 3))
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)) (SUIT (CLUBS, HEARTS)))))
  (do ((set (game points WORTH) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)
                                 ((RANK : FOUR) 4)))
       (shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player (end (all player 'P (== (size ('P iloc HAND)) 1)))
    (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PILE)))))))
  (scoring max (sum ((current player) vloc PILE) using (game points WORTH))))
"""
"""Everybody keeps a card; partners win if one of them has shown the highest."""

ALONE = """(game
  (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((shuffle (game iloc STOCK))
       (repeat 2 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))
       (set (game points WORTH) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PILE))))))
  (scoring max (sum ((0 player) vloc PILE) using (game points WORTH))))
"""


def in_a_match(
    game: Game, network: Network, opponent: str, deals: int, folder: Path
) -> tuple[object, ...]:
    """The same figures, as `kibitz match` finds them."""
    write(network, folder / "it.npz")
    names = [f"net:{folder / 'it.npz'}", opponent]
    found = match(game, names, deals, SEED, seatings=seatings_of(game), mode="python")
    own, apart = found.bots[0], found.difference
    assert apart is not None
    sign = 1 if found.highest_wins else -1
    ends = sorted(sign * end for end in apart.ci95 or ())
    return own.mean_score, own.ci95, sign * apart.mean, tuple(ends), own.win_share, own.win_ci95


def figures(found: Measured) -> tuple[object, ...]:
    return (
        *(found.score, found.score_interval, found.over, found.over_interval),
        *(found.wins, found.wins_interval),
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_a_match_though_it_is_played_on_a_stage(seed: int, tmp_path: Path) -> None:
    network = blank(SMALL, "possible", hidden=(8,), seed=seed)
    (found,) = evaluate(SMALL, network, ["first"], 36, mode="python")
    assert (found.opponent, found.games) == ("first", 36)
    assert figures(found) == in_a_match(SMALL, network, "first", 6, tmp_path)
    assert found.over != 0


@pytest.mark.parametrize("text", [FEWEST, PARTNERS], ids=["the fewest win", "partners"])
def test_also_where_the_fewest_or_partners_win(
    text: str, load_text: LoadText, tmp_path: Path
) -> None:
    game = load_text(text)
    network = blank(game, hidden=(8,), seed=4)
    (found,) = evaluate(game, network, ["first"], 40, mode="python")
    deals = found.games // len(seatings_of(game))
    assert figures(found) == in_a_match(game, network, "first", deals, tmp_path)


def test_against_a_bot_that_is_not_compiled_it_is_a_match_indeed(tmp_path: Path) -> None:
    network = blank(SMALL, hidden=(8,))
    found = evaluate(SMALL, network, ["osla:deals=1", "random"], 12, mode="python")
    assert [met.opponent for met in found] == ["osla:deals=1", "random"]
    assert figures(found[0]) == in_a_match(SMALL, network, "osla:deals=1", 2, tmp_path)


def test_whoever_plays_which_deals_it_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    network = blank(SMALL, hidden=(8,))
    whole = evaluate(SMALL, network, ["random"], 36, mode="python")
    monkeypatch.setattr(evaluation, "LOT", 7)
    assert evaluate(SMALL, network, ["random"], 36, mode="python") == whole


def test_a_player_alone_is_compared_with_another_in_the_same_deals(load_text: LoadText) -> None:
    game = load_text(ALONE)
    assert seatings_of(game) == [(0,), (1,)]
    (found,) = evaluate(game, blank(game, hidden=(4,)), ["first"], 20, mode="python")
    assert found.games == 20
    assert found.wins == 1


@pytest.mark.parametrize(
    ("teams", "found"),
    [
        ("(0, 1) (2, 3)", [(0, 0, 1, 1), (1, 1, 0, 0)]),
        ("(0, 1) (2) (3)", [(0, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]),
    ],
)
def test_teams_are_not_parted(teams: str, found: Sequence[object], load_text: LoadText) -> None:
    assert seatings_of(load_text(PARTNERS.replace("(0, 2) (1, 3)", teams))) == found


def test_about_as_many_games_are_played_as_were_asked_for() -> None:
    assert len(seatings_of(SMALL)) == 6
    assert [deals_of(SMALL, games) for games in (1, 12, 20, 100)] == [2, 2, 3, 17]


def test_who_is_met_if_nobody_is_named() -> None:
    assert usual(SMALL) == ("random",)
    assert usual(kibitz.load("brisca")) == ("random", "rule")


def test_a_bot_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    out = SimpleNamespace(name="my.py", faults=1, fault="ValueError: oh")
    monkeypatch.setattr(evaluation, "match", lambda *_, **__: SimpleNamespace(bots=[out]))
    with pytest.raises(KibitzError, match=r"my.py failed in an evaluation: ValueError: oh"):
        evaluate(SMALL, blank(SMALL, hidden=(4,)), ["my.py"], 2, mode="python")


def test_a_job_tells_the_scores_and_teams_of_its_games(load_text: LoadText) -> None:
    game = load_text(PARTNERS)
    found = played(game, blank(game, hidden=(4,)), "first", seatings_of(game), 3, 5, SEED, "python")
    assert len(found["scores"]) == 4
    assert found["teams"] == [[0, 1, 0, 1]] * 4
