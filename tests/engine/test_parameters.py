"""What a sheet says about parameters: titles, limits, and relations between them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.engine import Game, Record, load
from kibitz.engine.parameters import Parameter, Relation, Unreadable, read_relation
from kibitz.engine.reference import GameRef, made
from kibitz.errors import KibitzError

TITLES = {"FIRST": Parameter("cards at first"), "HAND": Parameter("cards each")}

ROUNDS = """(game (declare 3 'FIRST) (declare 5 'PEAK) (declare LEFT 'OPENER)
  (setup (create players 2))
  (stage player (end (>= (game sto N) 'PEAK)) (choice ((inc (game sto N) 'FIRST))))
  (scoring max (game sto N)))"""


def rounds(folder: Path, sheet: str, text: str = ROUNDS) -> Path:
    path = folder / "rounds.rcy"
    path.write_text(text)
    path.with_suffix(".toml").write_text(sheet)
    return path


def refused(path: Path, **parameters: int | str) -> KibitzError:
    with pytest.raises(KibitzError) as caught:
        load(path, **parameters)
    return caught.value


# --- relations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("FIRST <= PEAK", True),
        ("FIRST > PEAK", False),
        ("1 <= FIRST < PEAK", True),
        ("FIRST * 2 + 1 == PEAK + 2", True),
        ("PEAK // FIRST == 1 and PEAK % FIRST == 2", True),
        ("FIRST == 4 or OPENER == LEFT", True),
        ("not (OPENER == LEFT)", False),
        ("OPENER != WINNER", True),
        ("FIRST > -1", True),
        ("FIRST // (PEAK - 5) == 1", False),
    ],
)
def test_a_relation_holds_or_does_not(text: str, holds: bool) -> None:
    assert read_relation(text, "").holds({"FIRST": 3, "PEAK": 5, "OPENER": "LEFT"}) == holds


@pytest.mark.parametrize(
    "text",
    [
        "", "FIRST", "FIRST <=", "FIRST = 3", "3", "FIRST + 1", "FIRST ** 9 < 2", "f(FIRST) < 2",
        "FIRST.real < 2", "FIRST in (1, 2)", "FIRST < 'three'", "FIRST < 1.5", "(lambda: 1) < 2",
        "FIRST is PEAK", "[FIRST] == 1", "1 < 2" + " + 1" * 100, "(" * 300, "\x00 < 1",
    ],
)  # fmt: skip
def test_what_is_no_relation_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read_relation(text, "")


def test_names_and_numbers_are_not_mixed() -> None:
    for text in ("OPENER < 3", "OPENER + 1 == 2", "-OPENER == 1"):
        with pytest.raises(Unreadable):
            Relation(text).holds({"OPENER": "LEFT"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("FIRST <= PEAK", "cards at first (FIRST=9) must be at most PEAK (PEAK=5)"),
        ("FIRST < 9", "cards at first (FIRST=9) must be less than 9"),
        ("10 <= FIRST", "10 must be at most cards at first (FIRST=9)"),
        (
            "FIRST * HAND <= 35",
            "cards at first × cards each (FIRST=9, HAND=4: 36) must be at most 35",
        ),
        ("OPENER == WINNER", "OPENER (OPENER=LEFT) must be WINNER"),
        (
            "FIRST < 9 or OPENER != LEFT",
            "these do not go together: cards at first (FIRST) = 9, OPENER = LEFT",
        ),
    ],
)
def test_what_does_not_hold_is_told_by_titles(text: str, sentence: str) -> None:
    values: dict[str, int | str] = {"FIRST": 9, "PEAK": 5, "HAND": 4, "OPENER": "LEFT"}
    relation = read_relation(text, "")
    assert not relation.holds(values)
    assert relation.complaint(values, TITLES) == sentence


# --- at every door --------------------------------------------------------------------------------


def test_rounds_that_cannot_grow_are_refused() -> None:
    with pytest.raises(KibitzError, match=r"first round \(FIRST=9\) must be at most .* \(PEAK=5\)"):
        load("boerenbridge", FIRST=9)
    with pytest.raises(KibitzError, match=r"players × cards each \(NUMP=6, HAND=6: 36\)"):
        load("agram", NUMP=6)


def test_who_sends_or_keeps_such_a_game_is_refused_too() -> None:
    sound = load("boerenbridge", FIRST=5)
    told = json.loads(json.dumps(GameRef.of(sound).thing.of))
    told["parameters"]["FIRST"] = 9
    with pytest.raises(KibitzError, match="must be at most"):
        made(**told)
    record = Record.of(sound.new(1))
    record.parameters["FIRST"] = 9
    with pytest.raises(KibitzError, match="must be at most"):
        load(record.game, **record.parameters)


@pytest.mark.parametrize(
    ("limits", "value", "hint"),
    [
        ("min = 2", 1, "at least 2"),
        ("max = 6", 7, "at most 6"),
        ("min = 2\nmax = 6", 7, "from 2 to 6"),
        ("values = [3, 5]", 4, "one of: 3, 5"),
    ],
)
def test_limits_are_told_as_they_are(tmp_path: Path, limits: str, value: int, hint: str) -> None:
    path = rounds(tmp_path, f"[parameters.FIRST]\ntitle = 'cards'\n{limits}\n")
    error = refused(path, FIRST=value)
    assert (error.message, error.hint) == (f"cards (FIRST) cannot be {value}", hint)


# --- what the description declares itself ---------------------------------------------------------

BEYOND = "[parameters.FIRST]\nmax = 2\n\n[relations]\n'PEAK <= FIRST' = 'just so'\n"


def test_what_is_declared_is_allowed_wherever_the_game_is_made(tmp_path: Path) -> None:
    path = rounds(tmp_path, BEYOND)
    game = load(path)
    assert made(**GameRef.of(game).thing.of) == game
    record = Record.of(game.new(1))
    assert record.replay(load(path, **record.parameters))
    assert refused(path, FIRST=4).hint == "at most 2"
    assert refused(path, PEAK=6).hint == "just so"


def test_its_author_is_warned(tmp_path: Path) -> None:
    game: Game = kibitz.load(rounds(tmp_path, BEYOND))
    assert [(warning.line, warning.message) for warning in game.warnings] == [
        (1, "FIRST is 3 here, but its sheet allows at most 2"),
        (1, "its sheet asks for PEAK <= FIRST: PEAK (PEAK=5) must be at most FIRST (FIRST=3)"),
    ]
