"""`kibitz logic`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Kibitz

BIRTHDAY = """
VARS 5,6,7,8,14,15,16,17,18,19
LAW AND ( ONEOF (5,6,7,8), ONEOF (14,15,16,17,18,19)
        , OR (5 & 15, 5 & 16, 5 & 19, 6 & 17, 6 & 18, 7 & 14, 7 & 16, 8 & 14, 8 & 15, 8 & 17) )
OBS albert: 5,6,7,8
    bernard: 14,15,16,17,18,19
TRUE? {7,16} albert knows -- the month
  that 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "birthday.txt"
    path.write_text(
        BIRTHDAY.replace("knows -- the month\n  that", "knows that -- the month\n ")
        + "VALID? bernard knows whether 7\n"
        "WHERE? <! albert knows that (~ bernard knows whether (5,6,7,8))>\n"
        "  <! bernard knows whether (5,6,7,8)> albert knows whether (14,15,16,17)\n"
        "WHERE? Bot\nTRUE? {} Top\nWHERE? bernard knows whether (5,6,7,8)\n",
        encoding="utf-8",
    )
    return path


def test_every_question_is_answered_in_plain_words(kibitz: Kibitz, file: Path) -> None:
    result = kibitz("logic", str(file))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Is this so with only 7, 16 true?  albert knows that 7",
        "  Yes.",
        "Is this so in all states?  bernard knows whether 7",
        "  No.",
        "Where is this so?  <! albert knows that (~ bernard knows whether (5,6,7,8))> "
        "<! bernard knows whether (5,6,7,8)> albert knows whether (14,15,16,17)",
        "  In one state:",
        "    7, 16",
        "Where is this so?  Bot",
        "  Nowhere.",
        "Is this so with nothing true?  Top",
        "  Yes.",
        "Where is this so?  bernard knows whether (5,6,7,8)",
        "  In 2 states:",
        "    5, 19",
        "    6, 18",
    ]


def test_the_answers_as_json_in_the_order_of_the_file(kibitz: Kibitz, file: Path) -> None:
    result = kibitz("logic", str(file), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found == {"answers": [True, False, [[7, 16]], [], True, [[5, 19], [6, 18]]]}


def test_a_file_that_asks_nothing(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("VARS 1 LAW Top OBS a: 1")
    assert kibitz("logic", str(path)).stdout == "The file asks nothing.\n"
    assert json.loads(kibitz("logic", str(path), "--json").stdout) == {"answers": []}


def test_a_mistake_is_shown_with_its_place_and_a_hint(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("VARS 1\nLAW Top\nOBS alice: 1\nVALID? alcie knows that 1\n")
    for words in (("logic", str(path)), ("logic", str(path), "--json")):
        result = kibitz(*words)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "wrong.txt:4:8: error: there is no agent `alcie`; did you mean `alice`?" in (
            result.stderr
        )
        assert "  hint: those after OBS are alice" in result.stderr


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_a_file_that_cannot_be_read_is_one_sentence(
    kibitz: Kibitz, tmp_path: Path, name: str
) -> None:
    result = kibitz("logic", str(tmp_path / name))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "cannot be read: " in result.stderr


def test_a_file_that_is_no_text_is_one_sentence(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\xff\xfe\x00VARS")
    result = kibitz("logic", str(path))
    assert result.exit_code == 2
    assert "is not a text in UTF-8" in result.stderr
