"""A teacher's games are the same whoever plays them; what is there is not played again."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.bots.luggage import Luggage, packed
from kibitz.errors import KibitzError
from kibitz.learn.lessons import KINDS, Notes, kept
from kibitz.learn.teachers import LOT, Course, School, teach
from kibitz.work import Pool
from learn.thinkers import THINKER, thinking_in_python

__all__ = ["thinking_in_python"]

GAME = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2)


def school(course: Course) -> School:
    return School(GAME, course, Luggage(**packed(course.bots, True, GAME)))


def same(one: Notes, other: Notes) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in KINDS)


def files(folder: Path) -> dict[str, int]:
    """The files of a folder, and when they were written."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "lessons").iterdir()}


@pytest.mark.usefixtures("thinking_in_python")
def test_a_game_does_not_depend_on_those_before_it() -> None:
    course = Course(THINKER, seed=3, company={"teacher": 0.7, "random": 0.3})
    whole, late = school(course).notes(range(4)), school(course).notes(range(2, 4))
    early = school(course).notes(range(2))
    for name in KINDS:
        parts = [getattr(early, name), getattr(late, name)]
        assert np.array_equal(np.concatenate(parts), getattr(whole, name)), name
    assert (early.first, late.first, early.series) == (0, 2, late.series)


def test_another_seed_gives_other_games() -> None:
    one, other = (school(Course("random", seed)).notes(range(5)) for seed in (1, 2))
    assert one.series != other.series
    assert not same(one, other)


@pytest.mark.usefixtures("thinking_in_python")
def test_a_search_tells_what_it_tried_and_what_came_of_it() -> None:
    notes = school(Course(THINKER)).notes(range(3))
    widths = notes.widths[notes.widths > 1]
    starts = np.cumsum(widths) - widths
    assert (np.add.reduceat(notes.tries, starts) == 12).all()
    best = np.maximum.reduceat(notes.tries, starts)
    assert (notes.tries[starts + notes.choices] == best).all()
    assert notes.means.min() >= 0  # the last trick is won, or not
    assert 0 < notes.means.max() <= 1


def test_who_does_not_think_tells_what_it_would_play() -> None:
    notes = school(Course("first")).notes(range(3))
    assert not notes.choices.any()
    assert not notes.tries.any()


def test_who_never_strays_plays_as_it_says() -> None:
    notes = school(Course("random", stray=0)).notes(range(5))
    assert np.array_equal(notes.taken[notes.widths > 1], notes.choices)


def test_who_strays_plays_otherwise_but_says_the_same() -> None:
    notes = school(Course("first", stray=1)).notes(range(5))
    assert notes.taken[notes.widths > 1].any()
    assert not notes.choices.any()


def test_the_teacher_is_asked_whoever_plays() -> None:
    notes = school(Course("first", stray=0, company={"random": 1})).notes(range(5))
    assert len(notes.choices) == (notes.widths > 1).sum()
    assert notes.taken[notes.widths > 1].any()
    assert not notes.choices.any()


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    course = Course("random")
    told: list[tuple[int, int]] = []
    had = teach(GAME, course, 10, tmp_path, progress=lambda *those: told.append(those))
    before = files(tmp_path)
    assert len(before) == 1
    assert told[0] == (0, 10)
    assert told[-1][0] == had == len(kept(GAME, tmp_path)[0])
    assert teach(GAME, course, 10, tmp_path) == had
    assert files(tmp_path) == before
    more = teach(GAME, course, 2 * had, tmp_path)
    assert files(tmp_path).items() > before.items()
    assert [notes.first for notes in kept(GAME, tmp_path)] == [0, LOT]
    assert more == sum(map(len, kept(GAME, tmp_path)))


def test_several_courses_may_be_in_one_folder(tmp_path: Path) -> None:
    teach(GAME, Course("random"), 10, tmp_path)
    teach(GAME, Course("first"), 10, tmp_path)
    assert sorted(notes.course["teacher"] for notes in kept(GAME, tmp_path)) == ["first", "random"]
    assert not kept(kibitz.load("agram", NUMP=2), tmp_path)


def test_others_play_the_same(tmp_path: Path) -> None:
    with Pool(2) as place:
        teach(GAME, Course("random"), 2 * 60, tmp_path / "away", place=place)
    teach(GAME, Course("random"), 2 * 60, tmp_path / "here")
    pairs = zip(kept(GAME, tmp_path / "away"), kept(GAME, tmp_path / "here"), strict=True)
    assert all(same(one, other) for one, other in pairs)


def test_who_has_had_enough_gets_what_there_is(tmp_path: Path) -> None:
    enough = threading.Event()

    def told(lessons: int, wanted: int) -> None:
        if lessons:
            enough.set()

    had = teach(GAME, Course("random"), 10_000, tmp_path, progress=told, enough=enough)
    assert 0 < had < 10_000
    assert len(files(tmp_path)) == 1


def test_notes_come_through_json_as_they_were() -> None:
    notes = school(Course("random")).notes(range(2))
    again = Notes.from_json(json.loads(json.dumps(notes.to_json())))
    assert same(notes, again)
    assert (again.game, again.series, again.course) == (GAME.hash, notes.series, notes.course)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"stray": 1.5}, "nobody strays 1.5 of the time"),
        ({"company": {}}, "somebody has to play"),
        ({"company": {"random": 0}}, "somebody has to play"),
        ({"company": {"bots/my.py:Mine": 1}}, "nobody learns from `bots/my.py:Mine`"),
    ],
)
def test_what_is_no_course_is_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(KibitzError) as refused:
        Course("first", **settings)  # type: ignore[arg-type]
    assert said in refused.value.message


def test_a_bot_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(KibitzError) as refused:
        teach(GAME, Course("ismtcs"), 10, tmp_path)
    assert "there is no bot `ismtcs`" in refused.value.message
