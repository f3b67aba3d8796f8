"""What people may ask for: whatever else comes is refused with one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.table.orders import read_message, read_name, read_order

from .conftest import order

BOTS = ("", "", "", "")


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "3", '"act"', "{}", '{"do": 1}', '{"do": "fly"}', '{"do": ["act"]}',
        '{"do": "act"}', '{"do": "act", "at": 0}', '{"do": "act", "at": "0", "action": "x"}',
        '{"do": "act", "at": true, "action": "x"}', '{"do": "act", "at": -1, "action": "x"}',
        '{"do": "act", "at": 0, "action": 7}', '{"do": "act", "at": 0, "action": ""}',
        '{"do": "pick", "at": 0, "cards": [1]}', '{"do": "pick", "at": 0, "picks": 0, "cards": 1}',
        '{"do": "pick", "at": 0, "picks": -1, "cards": []}',
        '{"do": "pick", "at": 0, "picks": 0, "cards": ["QH"]}',
        '{"do": "pick", "at": 0, "picks": 0, "cards": [[1]]}',
        '{"do": "pick", "at": 0, "picks": 0, "cards": [' + "1," * 512 + '1]}',
        '{"do": "act", "at": 1e3, "action": "x"}', '{"do": "agree", "for": 1}',
        '{"do": "pace", "seconds": NaN}', '{"do": "pace", "seconds": -1}',
        '{"do": "pace", "seconds": 1e99}', '{"do": "pace", "seconds": "1"}',
        '{"do": "name", "name": null}', '{"do": "name", "name": "a\\u0000b"}',
        '{"do": "name", "name": "a\\u2028b"}', '{"do": "name", "name": "a\\u2029b"}',
        '{"do": "name", "name": "a\\u202eb"}', '{"do": "name", "name": "' + "x" * 25 + '"}',
        "[" * 3000,
    ],
)  # fmt: skip
def test_a_message_that_is_wrong_is_one_sentence(text: str) -> None:
    with pytest.raises(KibitzError) as caught:
        read_message(text)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("do", ["agree", "pause", "rematch", "run", "step"])
def test_what_needs_no_more_words_is_understood(do: str) -> None:
    assert read_message(f'{{"do": "{do}"}}').do == do


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "this is not JSON"),
        ("[]", "this is not a JSON object"),
        ('{"do": "fly"}', "this message asks for nothing known"),
        ('{"do": "act"}', "a message to act must also say action, at"),
        ('{"do": "agree", "for": 1}', "a message to agree must also say nothing"),
        ('{"do": "act", "at": 0, "action": 7}', "action is a text of at most 1000 characters"),
        ('{"do": "act", "at": -1, "action": "x"}', "at is a whole number"),
    ],
)
def test_it_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(KibitzError) as caught:
        read_message(text)
    assert caught.value.message == said


def test_names_are_trimmed() -> None:
    assert read_name("  Zoë Ōe  ") == "Zoë Ōe"
    assert read_name("") == ""


@pytest.mark.parametrize(
    "change",
    [
        {"mode": "cheat"}, {"pace": -1}, {"pace": "fast"}, {"pace": True}, {"seats": None},
        {"seats": []}, {"seats": [1, 2]}, {"seats": [{"who": "you"}] * 4}, {"key": [1, 2]},
        {"seats": [{"who": "me"}] * 4}, {"seats": [{"who": "bot"}] * 4}, {"seed": 3},
        {"seats": [{"who": "me", "bot": "first"}] + [{"who": "invite"}] * 3}, {"game": 3},
        {"parameters": {"NUMP": 3.5}}, {"parameters": [1]}, {"running": 1},
        {"seats": [{"who": "bot", "bot": "first", "name": "x" * 30}] * 4}, {"deal": {}},
    ],
)  # fmt: skip
def test_an_order_that_is_wrong_is_one_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(KibitzError):
        read_order(order("Ann", "", "", "") | change)


def test_a_seed_is_for_tables_of_bots_only() -> None:
    assert read_order(order(*BOTS, mode="kibitz", seed=3)).seed == 3
    with pytest.raises(KibitzError, match="give the cards away"):
        read_order(order("Ann", *BOTS[1:], mode="kibitz", seed=3))
