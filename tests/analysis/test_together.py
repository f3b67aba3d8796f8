"""Games in which all win or lose together: nobody can be ahead, but all can do better."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.analysis import Report, contest, depth, luck, worth
from kibitz.analysis.contest import Cost, Kind, duel
from kibitz.analysis.effort import EFFORTS
from kibitz.analysis.findings import findings, headlines
from kibitz.analysis.markdown import report_text
from kibitz.analysis.page import report_page
from kibitz.analysis.study import Asked, Pilot
from kibitz.errors import KibitzError
from kibitz.search.trees import usual_policy

from .known import known
from .skilful import GUESS, TOGETHER, described, figure_of, gathered


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """These games are too small to be compiled."""
    monkeypatch.setattr(contest, "MODE", "python")


def test_who_asks_not_whose_score_it_is_has_one_for_all() -> None:
    assert described(TOGETHER).program.together
    assert not described(GUESS).program.together
    assert kibitz.load("hanabi").program.together
    for name in ("agram", "bridge", "cheat", "kuhn"):
        assert not kibitz.load(name).program.together
    assert not known("endless").program.together  # a constant is no score
    assert not known("alone").program.together


def test_one_team_is_together_whatever_each_scores() -> None:
    partners = "(create players 2) (create teams (0, 1))"
    assert described(GUESS.replace("(create players 2)", partners)).program.together


def test_two_that_win_together_are_no_enemies() -> None:
    assert usual_policy(described(GUESS), [0, 1]) == "paranoid"
    assert usual_policy(described(TOGETHER), [0, 1]) == "maxn"


def test_a_deal_is_played_by_each_kind_at_all_seats() -> None:
    rows = [
        duel(described(TOGETHER), number, 1, (Kind("search", 32), Kind("random")), 100)
        for number in range(12)
    ]
    for points, wins, ranks, victories, unfinished in rows:
        assert points in (0, 1, 2)  # both guess right, and at random none to both
        assert wins == ranks == (points > 0)
        assert victories == 0.5 + 0.5 * wins
        assert unfinished == 0
    assert len({row[0] for row in rows}) > 1


def test_what_thinking_is_worth() -> None:
    found = gathered(luck.STUDY, TOGETHER, 30)
    gain = figure_of(luck.thinking(found))
    assert gain.ci95 is not None
    assert gain.ci95[0] <= 1 <= gain.ci95[1]  # of two guesses one is right at random
    assert luck.luck(found) is None  # searchers always guess right: nothing is left to the deal
    assert luck.thinking(gathered(luck.STUDY, GUESS, 8)) is None


def test_attention_is_counted_in_points_alone() -> None:
    found = worth.attention(gathered(worth.STUDY, TOGETHER, 24))
    assert found is not None
    assert [row.label for row in found.rows] == ["points"]
    assert figure_of(found).value > 0.4  # who does not listen is right as often as not


def test_the_ladder_is_climbed_by_scores() -> None:
    assert figure_of(depth.depth(gathered(depth.STUDY, TOGETHER, 24))).value >= 1


@pytest.fixture(scope="module")
def found() -> Report:
    return kibitz.analysis.report(
        described(TOGETHER), effort="quick", games=4, random=40, workers=1
    )


def test_nobody_is_said_to_be_ahead(found: Report) -> None:
    assert not {"win_share", "fairness", "draws", "order", "security", "decided"} & set(
        found.measured
    )
    assert found.skipped["searched"] == found.skipped["ends"]
    assert "together" in found.skipped["ends"]
    shared = figure_of(found.measured["score"])
    assert shared.value == pytest.approx(1, abs=0.5)
    told = [sentence for _, sentence in headlines(found)]
    assert any("together" in sentence for sentence in told)
    assert not any("ahead" in one.sentence or "lead" in one.sentence for one in findings(found))


def test_the_report_is_written(found: Report) -> None:
    assert "together" in report_text(found)
    assert "together" in report_page(found)


# --- deals that are hard to find ------------------------------------------------------------------


def test_what_it_takes_to_find_a_deal_is_reckoned_with() -> None:
    """Three of Hanabi's hints leave one deal of hundreds, and native code cannot tell which."""
    pilot = Pilot(decisions=17, options=22, choices=17, unfinished=0, limit=100)
    hanabi = Cost(kibitz.load("hanabi"), pilot)
    assert hanabi.sifting > luck.HARD
    assert luck.searcher(hanabi, 20) == Kind("open", 20)
    with pytest.raises(KibitzError, match="too hard to find"):
        hanabi.deals(Asked(EFFORTS["quick"]), 0.1, 2, [Kind("search", 200)])


def test_mostly_it_takes_nothing() -> None:
    agram = Cost(kibitz.load("agram"), Pilot(24, 2.4, 14, 0, 100))
    assert agram.sifting == 0
    assert luck.searcher(agram, 20) == Kind("search", 20)
