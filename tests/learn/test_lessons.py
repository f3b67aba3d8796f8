"""Lessons are what the teacher's games show when they are played again, decision by decision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.bots.luggage import Luggage, packed
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.errors import KibitzError
from kibitz.learn import lessons
from kibitz.learn.lessons import Lessons, Notes, kept, notes_file, read_notes, rows, write_notes
from kibitz.learn.teachers import Course, School
from learn.thinkers import THINKER, thinking_in_python

__all__ = ["thinking_in_python"]

HERE = Path(__file__).parent
HANDS = kibitz.load("boerenbridge", FIRST=1, PEAK=2)
FEWEST = kibitz.load(HERE.parent / "analysis" / "games" / "fewest.rcy")


def taught(game: Game, course: Course, games: range) -> Notes:
    return School(game, course, Luggage(**packed(course.bots, True, game))).notes(games)


def states(game: Game, notes: Notes) -> list[list[State]]:
    """All states of each game."""
    taken, found = iter(notes.taken.tolist()), []
    for number, length in enumerate(notes.lengths.tolist()):
        played = [begin(game, game_key(notes.course["seed"], notes.first + number))]
        for _ in range(length):
            played.append(played[-1].after(played[-1].actions[next(taken)]))
        found.append(played)
    return found


def found(game: Game, notes: list[Notes], knowledge: str = "none") -> Lessons:
    return rows(game, notes, knowledge, "python")


@pytest.mark.parametrize("knowledge", ["none", "possible", "probability"])
@pytest.mark.usefixtures("thinking_in_python")
def test_rows_are_what_whoever_decides_sees(knowledge: str) -> None:
    notes = taught(HANDS, Course(THINKER), range(2))
    made = found(HANDS, [notes], knowledge)
    at = 0
    for played in states(HANDS, notes):
        for state in played:
            if len(state.actions) > 1:
                row = kibitz.view(state, state.to_move).encode(knowledge)
                near = np.allclose(made.packing.unpack(made.rows[at : at + 1])[0], row, atol=1e-3)
                assert near, state
                numbers = [action.id for action in state.actions]
                assert made.options[at].tolist()[: len(numbers)] == numbers
                assert (made.options[at, len(numbers) :] == -1).all()
                at += 1
    assert at == len(made) == len(notes)


@pytest.mark.parametrize("game", [HANDS, FEWEST], ids=["hands", "fewest"])
def test_results_are_counted_from_whoever_decides(game: Game) -> None:
    notes = taught(game, Course("random"), range(3))
    made = found(game, [notes])
    sign = 1 if game.program.highest_wins else -1
    at = 0
    for number, played in enumerate(states(game, notes)):
        for step, state in enumerate(played):
            if len(state.actions) < 2:
                continue
            hand = next(
                (other for other in played[step:] if rounds(other) != rounds(state)), played[-1]
            )
            for end, told in ((hand, made.hand), (played[-1], made.rest)):
                turned = [(state.to_move + k) % game.players for k in range(game.players)]  # type: ignore[operator]
                won = [sign * (end.scores[seat] - state.scores[seat]) for seat in turned]
                assert told[at].tolist() == won
            assert made.games[at] == number
            at += 1
    assert at == len(made) > 0
    assert np.array_equal(made.foreseen, made.hand)  # nobody has told what to expect


def rounds(state: State) -> int:
    return state.array[state.game.layout.ROUND]


def test_a_game_of_several_hands_has_a_hand_and_a_rest() -> None:
    made = found(HANDS, [taught(HANDS, Course("random"), range(3))])
    assert not np.array_equal(made.hand, made.rest)


@pytest.mark.usefixtures("thinking_in_python")
def test_values_are_what_is_still_to_come() -> None:
    notes = taught(HANDS, Course(THINKER), range(3))
    made = found(HANDS, [notes])
    moments = [state for game in states(HANDS, notes) for state in game if len(state.actions) > 1]
    starts = np.cumsum(notes.widths[notes.widths > 1])
    for at, state in enumerate(moments):
        n = len(state.actions)
        tries = notes.tries[starts[at] - n : starts[at]]
        means = notes.means[starts[at] - n : starts[at]]
        own = state.scores[state.to_move or 0]
        assert np.allclose(made.visits[at, :n], tries / 12)
        assert np.allclose(made.values[at, :n][tries > 0], means[tries > 0] - own)
        assert not made.values[at, :n][tries == 0].any()
        expected = (made.visits[at] * made.values[at]).sum()
        assert np.isclose(made.foreseen[at, 0], expected, atol=1e-4)


@pytest.mark.usefixtures("thinking_in_python")
def test_what_is_foreseen_for_the_others_is_what_is_said_at_their_next_decision() -> None:
    notes = taught(HANDS, Course(THINKER, stray=1), range(2))
    made = found(HANDS, [notes])
    moments = [
        (number, state)
        for number, game in enumerate(states(HANDS, notes))
        for state in game
        if len(state.actions) > 1
    ]
    for at, (number, state) in enumerate(moments):
        for k in range(1, HANDS.players):
            seat = ((state.to_move or 0) + k) % HANDS.players
            later = next(
                (
                    then
                    for then, (other, after) in enumerate(moments)
                    if then > at and other == number
                    and rounds(after) == rounds(state) and after.to_move == seat
                ),
                None,
            )  # fmt: skip
            if later is None:
                assert made.foreseen[at, k] == made.hand[at, k]
            else:
                won = moments[later][1].scores[seat] - state.scores[seat]
                assert np.isclose(made.foreseen[at, k], made.foreseen[later, 0] + won, atol=1e-4)


def test_notes_are_played_again_in_whatever_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course("random")
    pieces = [taught(HANDS, course, range(at, at + 2)) for at in (0, 2, 6)]
    whole = found(HANDS, pieces)
    monkeypatch.setattr(lessons, "AT_ONCE", 2)
    parted = found(HANDS, pieces)
    for name in ("rows", "options", "hand", "rest", "choices", "games"):
        assert np.array_equal(getattr(whole, name), getattr(parted, name)), name
    assert whole.games.max() == 5


def test_nothing_is_learnt_from_nothing() -> None:
    with pytest.raises(KibitzError) as refused:
        rows(HANDS, [])
    assert "nothing to learn Boeren Bridge from" in refused.value.message


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    notes = taught(HANDS, Course("random"), range(1))
    path = notes_file(tmp_path, notes)
    write_notes(notes, path)
    assert len(kept(HANDS, tmp_path)) == 1
    data = path.read_bytes()
    for broken in (data[: len(data) // 2], b"", b"not a file of NumPy"):
        path.write_bytes(broken)
        with pytest.raises(KibitzError) as refused:
            read_notes(path)
        assert str(path) in refused.value.message


def test_parts_that_do_not_go_together_are_refused() -> None:
    notes = taught(HANDS, Course("random"), range(1))
    wrong = Notes(
        notes.game, notes.series, notes.course, notes.first, notes.lengths, notes.taken,
        notes.widths, notes.choices[:-1], notes.tries, notes.means,
    )  # fmt: skip
    with pytest.raises(KibitzError) as refused:
        Notes.from_data(wrong.data())
    assert "do not go together" in refused.value.message
