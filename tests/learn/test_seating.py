"""Who plays with the learner: drawn by weights, the same for the same seed and game."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz import KibitzError
from kibitz.engine.primitives import noise
from kibitz.learn.seating import Company, Seating, noises

NUMBERS = np.arange(2000)


def test_random_numbers_are_those_of_the_engine() -> None:
    key, counters = (12345678901234567, 3210987654321098765), np.array([[0, 1, 2], [7, 10**12, 5]])
    found = noises(key, -10, counters)
    assert found.tolist() == [[noise(*key, -10, c) for c in row] for row in counters.tolist()]


def test_everybody_is_there_as_often_as_their_weight_says() -> None:
    company = Company({"self": 0.5, "past": 0.3, "random": 0.2})
    places, lines = Seating.of(company, past=3).seated(NUMBERS, 4, seed=1)
    shares = np.bincount(places.ravel(), minlength=3) / places.size
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.03)  # self a little more: see below
    pool = np.bincount(lines.ravel(), minlength=5)[1:4] / (places == 1).sum()
    assert pool == pytest.approx([1 / 3] * 3, abs=0.04)


def test_somebody_who_is_recorded_is_always_there() -> None:
    company = Company({"self": 0.01, "random": 1})
    places, _ = Seating.of(company, past=0).seated(NUMBERS, 3, seed=1)
    assert ((places == 0).sum(axis=1) >= 1).all()
    seats = (places == 0).mean(axis=0)
    assert seats == pytest.approx([1 / 3] * 3, abs=0.05)


def test_without_earlier_selves_the_learner_sits_there() -> None:
    seating = Seating.of(Company({"past": 1, "random": 1}), past=0)
    assert (seating.names, seating.lines) == (("self", "random"), (0, "random"))
    places, _ = seating.seated(NUMBERS, 4, seed=1)
    assert (places == 0).mean() == pytest.approx(0.5, abs=0.05)


def test_who_sits_in_a_game_depends_on_its_number_and_the_seed_only() -> None:
    seating = Seating.of(Company({"self": 1, "past": 1, "first": 1}), past=2)
    whole, part = seating.seated(NUMBERS, 4, 7), seating.seated(NUMBERS[500:600], 4, 7)
    other = seating.seated(NUMBERS, 4, 8)
    for all_, some, others in zip(whole, part, other, strict=True):
        assert np.array_equal(all_[500:600], some)
        assert not np.array_equal(all_, others)


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("self", {"self": 1}),
        ("self=0.5, past=0.3,full-kripke=2", {"self": 0.5, "past": 0.3, "full-kripke": 2}),
    ],
)
def test_a_company_as_it_is_typed(text: str, weights: dict[str, float]) -> None:
    assert Company.read(text).weights == weights


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nobody is in the company"),
        ("self=0", "nobody in the company ever plays"),
        ("self=much", "`much` is no weight"),
        ("self=-1", "`self` cannot be there -1.0 times"),
        ("self=nan", "`self` cannot be there nan times"),
    ],
)
def test_a_company_that_makes_no_sense(text: str, sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        Company.read(text)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ismcts", "only bots that are compiled can play here: `ismcts` has no compiled version"),
        ("selv", "there is no bot `selv`; did you mean `self`?"),
        ("rule", "not meant for Boeren Bridge"),
        ("somebody/else.py", "`somebody/else.py` is none"),
    ],
)
def test_bots_that_cannot_play_with_a_learner_and_who_can(name: str, sentence: str) -> None:
    with pytest.raises(KibitzError) as caught:
        Company({"self": 1, name: 1}).check(kibitz.load("boerenbridge"))
    assert sentence in caught.value.message
    assert "random, first, greedy, greedy-kripke, full-kripke" in (caught.value.hint or "")
