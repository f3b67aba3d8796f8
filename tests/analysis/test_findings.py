"""Findings claim what intervals allow, and no more."""

from __future__ import annotations

import pytest

from analysis.fabricated import about, fabricate, measured, rows, seats
from kibitz.analysis.figures import Figure
from kibitz.analysis.findings import RULES, Finding, findings, headlines
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.report import Report


def only(**found: Measured) -> Report:
    """A report with a few measures."""
    return fabricate(measured={key: _named(one, key) for key, one in found.items()})


def _named(one: Measured, key: str) -> Measured:
    return Measured(one.figure, one.rows, one.note, one.data, key)


def the(report: Report) -> Finding | None:
    found = findings(report)
    assert len(found) <= 1
    return found[0] if found else None


def sentence(report: Report) -> str:
    found = the(report)
    assert found is not None
    return found.sentence


def test_three_are_chosen_the_furthest_first_and_no_measure_twice() -> None:
    found = findings(fabricate())
    assert len(found) == 3
    scores = [one.score for one in findings(fabricate(), most=len(RULES))]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    keys = [one.key for one in findings(fabricate(), most=len(RULES))]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(measured())


def test_a_report_without_figures_has_none() -> None:
    empty = fabricate(measured={})
    assert findings(empty) == []
    assert headlines(empty) == []


def test_a_seat_is_favoured_only_if_it_is_sure_among_all_seats() -> None:
    told = sentence(only(wins_all=Measured(None, seats(0.31, 0.25, 0.22, 0.22, half=0.018))))
    assert told.startswith("North has an edge: it wins 31 % (29 to 33) if all seats search")
    # the interval of this seat alone is apart from 25 %, but one of four seats often is
    assert the(only(wins_all=Measured(None, seats(0.28, 0.24, 0.24, 0.24, half=0.028)))) is None


def test_a_seat_may_be_at_a_disadvantage() -> None:
    told = sentence(only(win_share=Measured(None, seats(0.27, 0.27, 0.27, 0.19, half=0.01))))
    assert told.startswith("West has a handicap: it wins 19 %")


def test_seats_of_a_team_win_together() -> None:
    """With two teams of two, every seat wins half of the games: nothing is odd about that."""
    assert the(only(win_share=Measured(None, seats(0.5, 0.5, 0.5, 0.5, half=0.01)))) is None


def test_what_good_players_win_goes_before_what_random_ones_do() -> None:
    report = only(
        win_share=Measured(None, seats(0.4, 0.2, 0.2, 0.2, half=0.01)),
        wins_all=Measured(None, seats(0.2, 0.4, 0.2, 0.2, half=0.01)),
    )
    assert sentence(report).startswith("East has an edge")


def test_an_exact_share_needs_no_interval() -> None:
    share = [Figure(value, None, 0, exact=True) for value in (0.5625, 0.4375)]
    found = seats(0.25, 0.25, 0.25, 0.25, half=0)[:2]
    of = Measured(None, tuple(type(row)(row.label, f) for row, f in zip(found, share, strict=True)))
    assert "it wins exactly 56.25 %" in sentence(only(exact_wins=of))


@pytest.mark.parametrize(
    ("key", "figure", "told"),
    [
        ("unfinished", about(0.001, 0.02), "2.0 % (1.9 to 2.1) of the games at random did not end"),
        ("choices", about(0.0, 0.0), "There is hardly anything to choose: 0 choices in a game."),
        ("forced", about(0.02, 0.81), "Players are forced most of the time: at 81 % (79 to 83)"),
        ("order", about(0.02, 0.03), "Skill hardly pays"),
        ("order", about(0.02, 0.91), "Skill pays very much"),
        ("decided", about(0.02, 0.5), "Results are decided early: with 50 %"),
        ("lead_changes", about(0.1, 0.2), "The lead hardly changes hands: 0.2"),
        ("depth", about(0.0, 0.0), "There is no depth to be seen"),
        (
            "depth",
            about(1.0, 7.0),
            "It is a deep game: the ladder of searchers has 7 rungs (6 to 8)",
        ),
        ("security", about(0.02, 0.2), "Winners come from behind"),
        ("security", about(0.02, 0.8), "Who is ahead stays there"),
        ("draws", about(0.02, 0.3), "First place is often shared: in 30 %"),
    ],
)
def test_rules_say_what_they_find(key: str, figure: Figure, told: str) -> None:
    assert sentence(only(**{key: Measured(figure)})).startswith(told)


@pytest.mark.parametrize(
    ("key", "figure"),
    [
        ("unfinished", Figure(0.0, (0.0, 0.01), 100)),
        ("choices", about(0.1, 0.0)),
        ("forced", about(0.05, 0.53)),
        ("order", about(0.05, 0.08)),
        ("order", about(0.05, 0.62)),
        ("decided", about(0.1, 0.35)),
        ("lead_changes", about(1.0, 3.5)),
        ("depth", about(0.0, 3.0, exact=True)),
        ("depth", about(0.0, 0.0, exact=True)),
        ("depth", Figure(0.0, (0.0, 2.0), 100)),
        ("depth", Figure(6.0, (4.0, 8.0), 100)),
        ("security", about(0.1, 0.25)),
        ("draws", about(0.05, 0.12)),
        ("order", Figure(0.9, None, 1)),
        # beyond its border alone, but of so many rules one often is
        ("forced", about(0.04, 0.55)),
        ("draws", about(0.025, 0.13)),
    ],
)
def test_nothing_is_claimed_that_an_interval_leaves_open(key: str, figure: Figure) -> None:
    assert the(only(**{key: Measured(figure)})) is None


@pytest.mark.parametrize(
    ("key", "label", "value", "told"),
    [
        ("attention", "wins", 0.1, "Attention pays"),
        ("attention", "wins", 0.0, "Attention hardly pays"),
        ("attention", "wins", 0.03, None),
        ("hidden", "wins", 0.2, "The hidden cards cost much"),
        ("luck", "deal", 0.8, "The deal decides most"),
        ("luck", "deal", 0.02, "The deal decides little"),
        ("luck", "deal", 0.3, None),
        ("stakes", "nothing", 0.7, "Most choices hardly matter"),
        ("stakes", "a lot", 0.7, None),
    ],
)
def test_rules_look_at_rows(key: str, label: str, value: float, told: str | None) -> None:
    report = only(**{key: Measured(None, rows({label: value}, 0.02))})
    if told is None:
        assert the(report) is None
    else:
        assert sentence(report).startswith(told)


def test_dead_wood_is_named_with_its_line() -> None:
    entries = [{"line": 10 + k, "text": "(x)"} for k in range(5)]
    data = {"games": 10_000, "never_offered": entries, "never_taken": []}
    report = only(dead_wood=Measured(data=data))  # of 50,000 games, these were looked at
    assert sentence(report) == (
        "Clauses are dead wood in 10,000 games at random: agram.rcy:10, agram.rcy:11, agram.rcy:12 "
        "and 2 more (never offered)."
    )
    assert the(only(dead_wood=Measured(data={"never_offered": []}))) is None


def test_headlines_answer_the_questions_with_intervals() -> None:
    told = dict(headlines(fabricate()))
    assert told["wins_all"] == (
        "North wins 31 % (29 to 33) if all seats search, where 25 % is even: this seat has an edge."
    )
    assert "win_share" not in told
    assert "win_share" in dict(headlines(fabricate(without=("wins_all",))))


def test_a_few_deals_that_came_out_alike_do_not_show_that_attention_does_not_pay() -> None:
    same = (Row("wins", Figure(0.0, (0.0, 0.0), 4)),)
    assert the(only(attention=Measured(same[0].figure, same))) is None


def test_where_few_games_were_searched_those_at_random_tell_who_has_an_edge() -> None:
    random = Measured(None, seats(0.42, 0.22, 0.18, 0.18, half=0.01), key="win_share")
    for half, told in ((0.2, "win_share"), (0.001, "wins_all")):
        searched = Measured(None, seats(0.3, 0.3, 0.2, 0.2, half=half), key="wins_all")
        found = fabricate(measured={"wins_all": searched, "win_share": random})
        assert [key for key, _ in headlines(found)] == [told]
