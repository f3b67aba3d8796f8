"""Every measure has its sentence, whatever is missing from it."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.fabricated import about, fabricate, measured, seats
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.sentences import sentence


def told(
    key: str,
    figure: Figure | None = None,
    rows: tuple[Row, ...] = (),
    data: dict[str, Any] | None = None,
) -> str:
    found = Measured(figure, rows, None, data or {}, key)
    return sentence(fabricate(measured={key: found}), key)


@pytest.mark.parametrize("key", measured())
def test_a_measure_says_something_even_if_all_is_missing(key: str) -> None:
    for line in (sentence(fabricate(), key), told(key)):
        assert line.endswith(".")
        assert line[0].isupper() or line[0].isdigit()
        assert "None" not in line


def test_one_that_is_not_known_says_its_figure_or_its_rows() -> None:
    assert told("inner_peace", about(0.02, 0.5)) == "Inner peace: 0.50 (0.48 to 0.52)."
    spread = told("inner_peace", None, seats(1.0, 2.0, 3.0, 4.0, half=0.1))
    assert spread == "Inner peace: from 1.0 (North) to 4.0 (West)."


def test_a_seat_has_an_edge_only_if_it_is_sure() -> None:
    sure = told("wins_all", None, seats(0.31, 0.25, 0.22, 0.22, half=0.018))
    assert sure.endswith("where 25 % is even: this seat has an edge.")
    open_ = told("wins_all", None, seats(0.27, 0.25, 0.24, 0.24, half=0.02))
    assert open_.endswith("where 25 % is even: no seat is shown to be favoured.")


def test_length_that_never_varies_is_not_a_mean() -> None:
    assert told("decisions", Figure(24.0, (24.0, 24.0), 9)).startswith("Every game that was played")
    assert told("decisions", about(0.5, 24.0)) == "A game takes 24.0 decisions (23.5 to 24.5)."


def test_what_never_ended_did_not_take_so_long() -> None:
    lengths = {
        "decisions": Measured(Figure(60.0, (60.0, 60.0), 9), key="decisions"),
        "unfinished": Measured(Figure(1.0, (0.7, 1.0), 9), key="unfinished"),
    }
    told = sentence(fabricate(measured=lengths), "decisions")
    assert told == "No game had ended when it was left, after 60 decisions."
    lengths["unfinished"] = Measured(about(0.05, 0.86), key="unfinished")
    lengths["decisions"] = Measured(about(2.0, 56.0), key="decisions")
    told = sentence(fabricate(measured=lengths), "decisions")
    assert told.startswith("A game takes more than 56 decisions (54 to 58)")


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("decisions", "Nobody decides anything."),
        ("forced", "No decision is forced: there was always more than one option."),
        ("secrets_gained", "There is nothing to learn about where the cards are."),
        ("secrets_left", "At the end every seat knows where all cards are."),
        ("deals_needed", "In the deals that were played, more tries were not shown to be better."),
    ],
)
def test_nothing_is_no_number(key: str, line: str) -> None:
    figure = None if key == "deals_needed" else Figure(0.0, (0.0, 0.0), 9)
    assert told(key, figure) == line


def test_if_nobody_decides_what_tells_something_nobody_gives_most_away() -> None:
    nothing = seats(0.0, 0.0, 0.0, 0.0, half=0.0)
    assert told("secrets_given", about(0.0, 0.0), nothing).startswith("No decision tells")


def test_who_plays_alone_wins_against_nobody() -> None:
    alone = (Row("Seat 1", Figure(1.0, (0.99, 1.0), 500)),)
    assert told("win_share", None, alone) == "There is nobody to win against."


def test_numbers_in_passing_have_few_digits() -> None:
    tricks = (
        Row("1", Figure(7.0, (7.0, 7.0), 9), "leader"),
        Row("1", Figure(2.4554, (2.4541, 2.4567), 9), "followers"),
    )
    assert told("options_by_place", None, tricks).endswith("7 options and each follower 2.46.")
    nearly = (Row("1", Figure(23.999, (23.98, 24.0), 9), "leader"), tricks[1])
    assert "the leader has 24 options and" in told("options_by_place", None, nearly)
    forced = (Row("1", Figure(1.0, (1.0, 1.0), 9), "leader"), tricks[1])
    assert "the leader has 1 option and" in told("options_by_place", None, forced)


def test_of_two_seats_the_one_that_wins_more_is_named() -> None:
    for low, high in ((0, 1), (1, 0)):
        rows = [
            Row(("North", "South")[seat], about(0.01, share))
            for seat, share in ((low, 0.4375), (high, 0.5625))
        ]
        told_ = told("win_share", None, tuple(rows))
        assert told_.startswith(f"{('North', 'South')[high]} wins 56 %")
        assert told_.endswith("this seat has an edge.")


@pytest.mark.parametrize(
    ("value", "course"),
    [(0.6, "options become fewer"), (0.4, "options become more"), (0.51, "are not shown to")],
)
def test_convergence_has_a_direction_if_it_is_sure(value: float, course: str) -> None:
    assert course in told("convergence", about(0.02, value))
    assert "are not shown to" in told("convergence", Figure(value, None, 1))


@pytest.mark.parametrize(("decisions", "course"), [(40, "nearly as many"), (80, "become fewer")])
def test_an_option_that_nobody_misses_is_no_course(decisions: float, course: str) -> None:
    """0.005 above a half is a hundredth of an option a decision: of 40, not half an option."""
    length = Measured(about(0.0, decisions))
    found = Measured(about(0.001, 0.505))
    made = fabricate(measured={**measured(), "decisions": length, "convergence": found})
    assert course in sentence(made, "convergence")


def test_what_may_be_more_is_said_to_be_at_least_that() -> None:
    for key, least in (("decided", ""), ("settled", "the last "), ("claims", "")):
        found = Measured(about(0.02, 0.4), note="at least: in 7 % of the games ...")
        assert f"at least {least}40 %" in sentence(fabricate(measured={key: found}), key)
    assert "at least" not in told("decided", about(0.02, 0.4))


def test_who_stands_first_is_named_only_if_that_is_sure_among_all() -> None:
    """One of many is always ahead, by chance if by nothing else."""
    sure = told("secrets_given", about(0.1, 6.9), seats(7.5, 6.9, 6.7, 6.5, half=0.2))
    assert sure.startswith("North gives most away")
    # the intervals of each seat alone are apart, but not those of all four together
    for rows in (seats(7.5, 7.05, 6.7, 6.5, half=0.2), (Row("North", Figure(7.0, None, 1)),)):
        assert "North" not in told("secrets_given", about(0.1, 6.9), rows)
    even = seats(1.0, 1.0, 1.0, 1.0, half=0.1)
    for key in ("options_by_kind", "regret", "secrets_by_rule"):
        assert "most" not in told(key, about(0.1, 1.0), even)


def test_equal_shares_that_were_counted_favour_nobody() -> None:
    """Seven sevenths add up to a little less than one, as computers reckon."""
    rows = tuple(Row(str(seat), Figure(1 / 7, None, 0, exact=True)) for seat in range(7))
    assert told("exact_wins", None, rows).endswith("no seat is favoured.")


def test_what_is_worth_nothing_is_not_shown_to_be_worth_something() -> None:
    assert "was not shown to be worth anything" in told("attention", about(0.02, 0.01))
    assert told("attention", about(0.02, 0.1)).startswith(
        "Knowing all that can be inferred is worth"
    )
    assert told("hidden", about(0.02, -0.1)).startswith("Seeing all cards costs")


def test_order_that_may_be_none_is_called_so() -> None:
    assert told("order", about(0.1, 0.05)).endswith("not shown to beat random players.")


def test_dead_wood_is_listed_by_what_it_lacks() -> None:
    data = {"never_offered": [{"line": 4}, {"line": 5}], "never_matters": [{"line": 9}]}
    assert told("dead_wood", data={**data, "games": 1234}) == (
        "In 1,234 games at random, agram.rcy:4 and agram.rcy:5 were never offered; agram.rcy:9 "
        "was always the same as another."
    )


def test_a_loss_is_said_without_a_sign() -> None:
    assert told("hidden", about(0.1, -0.5)).endswith(
        "costs 0.50 points (0.40 to 0.60) a game and seat."
    )
    lost = told("thinking", about(0.2, -1.8), (Row("200 tries against random", about(0.2, -1.8)),))
    assert lost == "200 tries lose 1.8 points (1.6 to 2.0) a game against random play."
