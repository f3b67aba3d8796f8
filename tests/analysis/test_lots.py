"""How many games at random are worth it: reckoned, never measured by the clock."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.analysis.effort import EFFORTS, effort
from kibitz.analysis.lots import lots
from kibitz.analysis.study import Asked, Pilot
from kibitz.errors import KibitzError

USUAL = Asked(EFFORTS["usual"])


def pilot(decisions: float, unfinished: float = 0) -> Pilot:
    return Pilot(decisions, 3, decisions, unfinished, 10_000)


def test_short_games_are_played_as_often_as_the_effort_says() -> None:
    found = lots(kibitz.load("agram"), USUAL, pilot(24), 0.03, 50_000)
    assert (found.games, found.native) == (50_000, True)


def test_long_games_are_played_less_often() -> None:
    long, longer, endless = (
        lots(kibitz.load("agram"), USUAL, pilot(decisions), 0.03, 50_000).games
        for decisions in (9_000, 27_000, 9e9)
    )
    assert 2.8 < long / longer < 3.2
    assert (long < 50_000, endless) == (True, 200)


def test_games_without_an_end_are_not_played_again_and_again() -> None:
    assert lots(kibitz.load("agram"), USUAL, pilot(500, 0.9), 0.03, 50_000).games == 200


def test_games_whose_options_must_be_tried_cost_more() -> None:
    plain, tried = (
        lots(kibitz.load(name), USUAL, pilot(100), 0.03, 50_000)
        for name in ("agram", "tests/games/small/rummy.rcy")
    )
    assert tried.games < plain.games
    assert tried.size < plain.size


def test_who_asks_for_a_number_of_games_gets_it() -> None:
    game, asked = kibitz.load("agram"), Asked(EFFORTS["quick"], random=77)
    assert lots(game, asked, pilot(9_000, 1), 0.03, 5_000).games == 77


def test_a_few_short_games_are_not_worth_compiling() -> None:
    found = lots(kibitz.load("agram"), Asked(EFFORTS["quick"], random=100), pilot(24), 0.03, 100)
    assert not found.native


@pytest.mark.parametrize("cost", [0, 1e-6, 0.01, 1, 1e9])
def test_an_effort_is_between_its_limits(cost: float) -> None:
    for each in EFFORTS.values():
        assert 50 <= each.games(0.2, cost) <= each.searched


def test_there_is_no_such_effort() -> None:
    assert effort("quick").random == 5_000
    with pytest.raises(KibitzError, match="there is no effort `qick`; did you mean `quick`"):
        effort("qick")
