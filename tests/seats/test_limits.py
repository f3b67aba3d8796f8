"""Users, files and time of those who are held."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz.seats import limits
from kibitz.seats.limits import is_reachable, is_readable, own_user, seconds_for


def test_booths_have_users_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(limits, "_users", lambda: [(0, 1 << 32)])
    found = {own_user(number) for number in range(200)}
    assert len(found) == 200
    assert all(user is not None and user >= 1 << 30 for user in found)


def test_where_there_are_few_users_a_booth_takes_one_of_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(limits, "_users", lambda: [(0, 65536)])
    user = own_user(1)
    assert user is not None
    assert 32768 <= user < 65536
    monkeypatch.setattr(limits, "_users", lambda: [(0, 1)])
    assert own_user(1) is None


def test_who_is_not_root_stays_who_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert own_user(1) is None


def test_files_that_everybody_can_read_are_told_from_those_that_not_all_can(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "in").mkdir(mode=0o755)
    file = tmp_path / "in" / "my.py"
    file.write_text("")
    file.chmod(0o644)
    (tmp_path / "in" / "gone").symlink_to("nowhere")
    assert is_readable(str(tmp_path))
    assert is_readable(str(file))
    file.chmod(0o600)
    assert not is_readable(str(tmp_path))
    assert not is_readable(str(file))
    file.chmod(0o644)
    (tmp_path / "in").chmod(0o700)
    assert not is_readable(str(tmp_path))
    assert not is_reachable(str(file))
    assert is_reachable("/usr/bin")
    assert not is_reachable("/nowhere/at/all")


def test_time_on_the_processor_is_more_than_a_bot_needs_that_keeps_to_its_time() -> None:
    assert seconds_for(60, None, 0) is None
    seconds = seconds_for(60, 1.0, 30)
    assert seconds is not None
    assert seconds >= 60 + 30 + 1000
