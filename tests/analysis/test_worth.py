"""What knowing is worth, in games where that is plain."""

from __future__ import annotations

import pytest

from kibitz.analysis import contest, worth
from kibitz.analysis.contest import Kind
from kibitz.analysis.worth import STUDY, attention, hidden
from kibitz.errors import KibitzError

from .skilful import ALONE, CHANCE, GUESS, LUCK, NIM, PRIVATE, figure_of, gathered


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python, with few tries: these games are small."""
    monkeypatch.setattr(contest, "MODE", "python")
    for name, how in {"KNOWING": "search", "HEEDLESS": "heedless", "SEEING": "open"}.items():
        monkeypatch.setattr(worth, name, Kind(how, 12))


def test_a_suit_that_was_told_is_worth_half_a_point_to_who_has_listened() -> None:
    """The other guesses: right in half of the games. Who knows the suit need not see the card."""
    found = gathered(STUDY, GUESS, 24, pairing=True)
    gain = attention(found)
    low, high = figure_of(gain).ci95 or (0, 0)
    assert 0.1 < low < 0.5 < high
    assert gain is not None
    assert [row.label for row in gain.rows] == ["points", "wins"]
    assert gain.residuals is not None
    assert len(gain.residuals) == 12
    assert figure_of(hidden(found)).value == 0
    (sample,) = found.samples
    assert (sample.games, sample.deals) == (48, 12)


def test_knowledge_of_what_does_not_count_is_worth_nothing() -> None:
    found = gathered(STUDY, LUCK, 8)
    for measured in (attention(found), hidden(found)):
        assert figure_of(measured).value == 0
        assert measured is not None
        assert measured.residuals is None


@pytest.mark.parametrize("text", [NIM, CHANCE], ids=["all open", "nothing to decide"])
def test_where_nothing_is_hidden_knowing_is_worth_exactly_nothing(text: str) -> None:
    found = gathered(STUDY, text, 8)
    for measured in (attention(found), hidden(found)):
        assert figure_of(measured).exact
        assert figure_of(measured).value == 0
    assert found.samples[0].games == 0


def test_nobody_to_play_against() -> None:
    assert gathered(STUDY, ALONE, 8) is None


def test_what_nobody_can_imagine_is_said_in_one_sentence() -> None:
    with pytest.raises(KibitzError, match="cannot imagine it"):
        gathered(STUDY, PRIVATE, 8)
