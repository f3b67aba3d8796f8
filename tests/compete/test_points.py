"""What a game is worth, and who stands where."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from kibitz.arena.statistics import GameResult
from kibitz.compete.charter import Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, PlayedGame
from kibitz.compete.points import Tally, ranked, score, tallies, wins

PAIR = ("Ana", "Bea", "Ana", "Bea")


def game(names: tuple[str, ...], scores: tuple[int, ...], *winners: tuple[int, ...]) -> PlayedGame:
    n = len(names)
    result = GameResult(scores, winners, [1] * n, [0.0] * n, [0] * n)
    return PlayedGame(GameId(0, 0, 0, 0, 0), names, tuple(range(n)), result)


def test_a_victory_of_partners_is_one_point() -> None:
    assert wins(game(PAIR, (70, 50, 70, 50), (0, 2))) == {"Ana": 1, "Bea": 0}


def test_a_shared_victory_counts_in_parts() -> None:
    assert wins(game(PAIR, (60,) * 4, (0, 2), (1, 3))) == {
        "Ana": Fraction(1, 2),
        "Bea": Fraction(1, 2),
    }


def test_two_at_a_table_of_singles_win_with_any_of_their_seats() -> None:
    names = ("Ana", "Bea", "Bea")
    assert wins(game(names, (1, 2, 2), (1,), (2,))) == {"Ana": 0, "Bea": 1}
    assert wins(game(names, (2, 1, 2), (0,), (2,))) == {
        "Ana": Fraction(1, 2),
        "Bea": Fraction(1, 2),
    }


def test_entrants_in_one_team_share_its_victory() -> None:
    names = ("Ana", "Bea", "Cleo", "Dora")
    found = wins(game(names, (0, 1, 1, 1), (1, 2, 3)))
    assert found == {
        "Ana": 0,
        "Bea": Fraction(1, 3),
        "Cleo": Fraction(1, 3),
        "Dora": Fraction(1, 3),
    }
    assert sum(found.values()) == 1


def test_a_score_is_the_mean_of_the_seats_one_has() -> None:
    assert score(game(("Ana", "Bea", "Bea"), (5, 2, 3))) == {"Ana": 5, "Bea": Fraction(5, 2)}


def test_the_margin_is_what_one_has_more_than_the_others() -> None:
    found = tallies(Phase("league", 2), [game(("Ana", "Bea", "Cleo"), (9, 2, 4), (0,))])
    assert found["Ana"].margin == 6
    assert sum(tally.margin for tally in found.values()) == 0


def table(phase: Phase, found: dict[str, Tally], *, highest: bool = True) -> list[tuple[str, bool]]:
    rows = ranked(phase, 0, sorted(found), found, Lots.seeded("x"), highest=highest)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    return [(row.name, row.lot) for row in rows]


def test_more_points_are_better_and_fewer_where_the_game_wants_few() -> None:
    found = {"Ana": Tally(points=Fraction(1)), "Bea": Tally(points=Fraction(3))}
    wins_count = Phase("league", 2)
    score_counts = replace(wins_count, points="score")
    assert table(wins_count, found) == [("Bea", False), ("Ana", False)]
    assert table(wins_count, found, highest=False) == [("Bea", False), ("Ana", False)]
    assert table(score_counts, found, highest=False) == [("Ana", False), ("Bea", False)]


def test_equals_are_parted_by_lot_or_first_by_their_scores() -> None:
    found = {
        "Ana": Tally(points=Fraction(2), margin=Fraction(1)),
        "Bea": Tally(points=Fraction(2), margin=Fraction(5)),
    }
    by_lot = table(Phase("league", 2), found)
    assert {name for name, _ in by_lot} == {"Ana", "Bea"}
    assert all(lot for _, lot in by_lot)
    assert table(Phase("league", 2, ties="score"), found) == [("Bea", False), ("Ana", False)]
