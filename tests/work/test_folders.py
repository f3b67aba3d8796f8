"""Folders that are told: what comes out is what went in, and nothing of it is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.errors import KibitzError
from kibitz.work import Here, Job, Pool, folders
from kibitz.work.folders import packed, sweep, unpacked

HERE = f"{__package__}.working"


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A folder as somebody has who writes a bot."""
    folder = tmp_path / "Players"
    (folder / "data").mkdir(parents=True)
    (folder / "my.py").write_text("from other import thing\n")
    (folder / "data" / "weights.bin").write_bytes(bytes(range(256)))
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "my.pyc").write_bytes(b"old")
    return folder


@pytest.fixture(autouse=True)
def _own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is unpacked lies where this test can count it."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    folders._home.cache_clear()


def left(tmp_path: Path) -> list[str]:
    return sorted(
        str(path.relative_to(tmp_path)) for path in (tmp_path / "tmp").rglob("*") if path.is_file()
    )


def test_a_folder_comes_out_as_it_went_in(bots: Path) -> None:
    folder = unpacked(**packed(bots).of)
    found = folder.path
    assert found.name == "Players"
    assert sorted(path.name for path in found.rglob("*")) == ["data", "my.py", "run", "weights.bin"]
    assert (found / "data" / "weights.bin").read_bytes() == bytes(range(256))
    assert os.access(found / "run", os.X_OK)
    assert not os.access(found / "my.py", os.X_OK)


def test_a_file_comes_alone(bots: Path) -> None:
    folder = unpacked(**packed(bots / "my.py").of)
    found = folder.path
    assert found.read_text() == "from other import thing\n"
    assert list(found.parent.iterdir()) == [found]


def test_the_same_folder_has_the_same_key_and_another_has_another(bots: Path) -> None:
    before = packed(bots)
    assert packed(bots).key == before.key
    (bots / "my.py").write_text("pass\n")
    assert packed(bots).key != before.key


def test_a_worker_unpacks_what_it_was_told_and_it_goes_with_it(bots: Path, tmp_path: Path) -> None:
    job = Job(f"{HERE}:names_in", things={"folder": packed(bots)})
    with Pool(1) as pool:
        assert pool.ask(job) == ["data", "my.py", "run"]
        assert len(left(tmp_path)) == 4  # three files and a lock
    assert left(tmp_path) == []


def test_what_is_forgotten_is_removed(bots: Path, tmp_path: Path) -> None:
    with Here() as here:
        here.ask(Job(f"{HERE}:names_in", things={"folder": packed(bots)}))
        assert len(left(tmp_path)) == 4
    assert [name for name in left(tmp_path) if not name.endswith(".lock")] == []


def test_what_somebody_left_who_was_killed_is_swept_away(bots: Path, tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path;"
        "from kibitz.work.folders import packed, unpacked;"
        "kept = unpacked(**packed(Path(sys.argv[1])).of); os.kill(os.getpid(), 9)"
    )
    own = unpacked(**packed(bots / "run").of)
    subprocess.run([sys.executable, "-c", code, str(bots)], check=False)
    assert len(left(tmp_path)) == 2 + 4
    sweep()
    assert len(left(tmp_path)) == 2  # ours, for we are here
    assert own.path.is_file()


def test_a_name_leads_nowhere_but_down() -> None:
    for name in ("../out", "/etc/passwd", "a/../../b"):
        with pytest.raises(KibitzError, match="no name of a file"):
            unpacked("bots", [[name, False, ""]])
    with pytest.raises(KibitzError, match="no name of a file"):
        unpacked("..", [])


def test_what_is_too_large_is_a_sentence(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "LARGEST", 100)
    with pytest.raises(KibitzError, match="too large to be sent"):
        packed(bots)


def test_what_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="is not there"):
        packed(tmp_path / "nothing")
