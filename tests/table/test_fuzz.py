"""Whatever is sent, the answer is one sentence and the table stays as it was."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz.errors import KibitzError
from kibitz.table.orders import FIELDS, read_message, read_order

from .conftest import TestClient, made, order, until
from .test_app import unchanged

NUMBERS = (
    st.integers() | st.floats() | st.sampled_from([10**400, -1, 1 << 62, 1 << 63, 0, 1, 1e308])
)
TEXTS = st.text(max_size=8) | st.sampled_from(
    ["", "\ud800", "a\udfff", "\x00", "play 3S", "act", "agree", "null", "♥" * 50, "../..", "🂡"]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
MESSAGES = ANYTHING | st.fixed_dictionaries(
    {"do": st.sampled_from([*FIELDS, "x"]) | ANYTHING},
    optional={
        "at": ANYTHING | st.just(0), "action": ANYTHING, "name": ANYTHING, "seconds": ANYTHING,
        "seat": ANYTHING,
    },
)  # fmt: skip
ORDERED = ("game", "parameters", "mode", "pace", "running", "seed", "seats", "x")
ORDERS = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        ["game", "parameters", "mode", "pace", "running", "seed", "seats", "x"], ANYTHING
    ),
)


@settings(max_examples=300, deadline=None)
@given(MESSAGES)
def test_a_message_is_understood_or_refused_with_a_sentence(value: Any) -> None:
    with suppress(KibitzError):
        message = read_message(json.dumps(value))
        assert message.do in FIELDS
        message.text.encode()


@settings(max_examples=300, deadline=None)
@given(ORDERS)
def test_an_order_is_understood_or_refused_with_a_sentence(change: dict[str, Any]) -> None:
    with suppress(KibitzError):
        read_order(order("Ann", "", "", "") | change)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(MESSAGES, min_size=1, max_size=8), st.sampled_from([1, "watch", "host"]))
def test_what_is_sent_to_a_table_changes_nothing(
    client: TestClient, values: list[Any], role: int | str
) -> None:
    """By somebody whose turn it is not; what is theirs to change is left out: a name, an agreement,
    a pace, and for the host a chair."""
    tokens = made(client, "Ann", "Bea", "", "")
    before = unchanged(client, tokens)
    token = tokens["seats"][role] if isinstance(role, int) else tokens[role]
    may = ["name", "agree", "pace", "free"]
    with client.websocket_connect(f"/api/at/{token}/live") as socket:
        for value in values:
            if isinstance(value, dict) and value.get("do") in may:
                value["do"] = "act"
            socket.send_text(json.dumps(value))
            error = until(socket, "error")
            assert error["text"]
            assert "inside Kibitz" not in error["text"]
    assert unchanged(client, tokens) == before


@pytest.mark.parametrize("seed", range(6))
def test_what_is_asked_of_a_table_is_answered(client: TestClient, seed: int) -> None:
    rng = random.Random(seed)
    tokens = made(client, "Ann", "Bea", "", "")
    before = unchanged(client, tokens)
    words = ["", "0", "1", "-1", "all", "3S", "²", "%00", "%ff", "%ED%A0%80", "9" * 30, "x" * 900]
    paths = ["moment", "position", "knowledge", "counts", "kripke", "hint", "record", "x", "..%2f"]
    bodies = [
        b"", b"{", b"[]", b'{"formula": "\\ud800"}', b'{"formula": 3}', b'{"formula": "("}',
        b'{"formula": "true", "since": 9}', b'{"formula": "true", "until": -1}', b"\xff",
        b"[" * 1900, b'{"formula": "' + b"~" * 490 + b'true"}',
    ]  # fmt: skip
    kind = {"Content-Type": "application/json"}
    for _ in range(12):
        token = rng.choice([tokens["seats"][1], tokens["watch"], tokens["host"]])
        query = "&".join(f"{name}={rng.choice(words)}" for name in ("at", "eyes", "since", "card"))
        found = client.get(f"/api/at/{token}/{rng.choice(paths)}?{query}")
        asked = client.post(f"/api/at/{token}/ask", content=rng.choice(bodies), headers=kind)
        for answer in (found, asked):
            assert answer.status_code in (200, 400, 403, 404, 413), answer.text
            if answer.status_code != 200:
                assert answer.json()["error"]
                assert "inside Kibitz" not in answer.json()["error"]
    assert unchanged(client, tokens) == before
