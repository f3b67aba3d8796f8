"""Messages: their numbers and lengths are checked."""

from __future__ import annotations

from io import BytesIO

import pytest

from kibitz.errors import KibitzError
from kibitz.work.wire import HEAD, MOST, Garbled, length_of, packed, read


def test_messages_are_read_as_they_were_sent() -> None:
    stream = BytesIO(packed(1, b"ace") + packed(2, b"") + packed(3, b"king"))
    assert [read(stream) for _ in range(4)] == [(1, b"ace"), (2, b""), (3, b"king"), None]


@pytest.mark.parametrize("cut", [1, HEAD.size, HEAD.size + 2])
def test_a_message_that_was_cut_off_is_none(cut: int) -> None:
    assert read(BytesIO(packed(1, b"ace")[:cut])) is None


def test_an_answer_to_another_job_is_no_answer() -> None:
    with pytest.raises(Garbled):
        length_of(packed(1, b"ace")[: HEAD.size], 2)


def test_what_is_too_long_is_neither_sent_nor_waited_for() -> None:
    with pytest.raises(KibitzError, match="too long"):
        packed(1, bytes(MOST + 1))
    with pytest.raises(Garbled):
        length_of(HEAD.pack(1, MOST + 1), 1)
    assert read(BytesIO(HEAD.pack(1, MOST + 1) + bytes(MOST + 1))) is None
