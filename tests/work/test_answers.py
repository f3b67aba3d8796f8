"""Answers come as they were given: JSON, and bytes beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kibitz.work.answers import read, written


@pytest.mark.parametrize("value", [None, 7, "a\0b", [1.5, {"x": [True]}], {"rows": "text"}])
def test_an_answer_without_bytes_is_plain_json(value: Any) -> None:
    assert json.loads(written(value)) == value
    assert read(written(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\0\0",
        {"one": b"1", "more": [b"23", {"deep": b"\0\xff{}"}], "text": "after\0 all"},
        {"same": [b"a", b"a"], "none": None},
    ],
)
def test_bytes_come_back_where_they_were(value: Any) -> None:
    assert _plain(read(written(value))) == value


def test_numbers_that_are_none_in_json_become_null_also_beside_bytes() -> None:
    assert _plain(read(written({"x": float("nan"), "rows": b"123"}))) == {"x": None, "rows": b"123"}


def test_what_is_neither_json_nor_bytes_is_no_answer() -> None:
    with pytest.raises(TypeError, match="set cannot be an answer"):
        written({"x": {1, 2}})


def _plain(value: Any) -> Any:
    if isinstance(value, memoryview):
        return bytes(value)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value
