"""`kibitz cache`, and what happens to files in it that are damaged."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kibitz.engine import cache as store
from kibitz.errors import KibitzError

from .conftest import TINY, Kibitz, finish, start

SAMPLE = ("simulate", "-n", "40", "--mode", "native", "--json")


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with one compiled game in it."""
    folder = tmp_path_factory.mktemp("master")
    rules = folder / "tiny.rcy"
    rules.write_text(TINY)
    finish(start(*SAMPLE, str(rules), KIBITZ_CACHE=str(folder / "compiled")))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def compiled(master: Path, fresh: Path) -> Path:
    """A copy of it, to be damaged."""
    shutil.copytree(master / "compiled", fresh)
    return fresh


def test_the_list_names_game_kernel_size_folder_and_total(kibitz: Kibitz, compiled: Path) -> None:
    result = kibitz("cache")
    assert result.exit_code == 0
    head, _, row, _, total = result.stdout.strip().splitlines()
    assert head.split() == ["game", "kernel", "size", "compiled"]
    assert row.split()[:2] == ["tiny", "playouts"]
    assert row.split()[3] == "kB"
    assert total.startswith("1 kernel, ")
    assert total.endswith(f"kB, in {compiled}")


def test_the_list_as_json(kibitz: Kibitz, compiled: Path) -> None:
    found = json.loads(kibitz("cache", "--json").stdout)
    assert (found["folder"], found["cleared"]) == (str(compiled), False)
    (entry,) = found["compiled"]
    assert (entry["game"], entry["kernel"], entry["whole"]) == ("tiny", "playouts", True)
    files = [path for path in compiled.rglob("*") if path.is_file()]
    assert sorted(entry["files"]) == sorted(map(str, files))
    assert entry["size"] == found["size"] == sum(path.stat().st_size for path in files)


def test_clear_deletes_all(kibitz: Kibitz, compiled: Path) -> None:
    result = kibitz("cache", "--clear")
    assert result.exit_code == 0
    assert result.stdout.startswith("Deleted all: 1 kernel, ")
    assert [path for path in compiled.rglob("*") if path.is_file()] == []
    assert kibitz("cache").stdout.startswith("Nothing is compiled.")
    assert kibitz("cache", "--clear").stdout.startswith(
        "Nothing is compiled, so nothing is deleted"
    )


def test_clear_of_a_game_leaves_the_others(kibitz: Kibitz, compiled: Path) -> None:
    other = compiled / "other_game-playouts-0123456789abcdef.py"
    other.write_text("")
    assert kibitz("cache", "tiny", "--clear").stdout.startswith("Deleted of tiny: 1 kernel, ")
    assert [path for path in compiled.rglob("*") if path.is_file()] == [other]
    assert "not yet" in kibitz("cache").stdout  # there is no machine code of this one
    assert (
        json.loads(kibitz("cache", "other_game", "--json").stdout)["compiled"][0]["whole"] is False
    )


def test_a_game_may_be_given_by_its_description(kibitz: Kibitz, compiled: Path, tiny: Path) -> None:
    assert "playouts" in kibitz("cache", str(tiny)).stdout


def test_a_stranger_in_the_folder_is_left_alone(kibitz: Kibitz, compiled: Path) -> None:
    (compiled / "letter.txt").write_text("mine")
    kibitz("cache", "--clear")
    assert (compiled / "letter.txt").read_text() == "mine"


def test_a_folder_that_is_not_there_is_empty(kibitz: Kibitz, fresh: Path) -> None:
    for words in (("cache",), ("cache", "--clear"), ("cache", "agram"), ("cache", "--json")):
        result = kibitz(*words)
        assert result.exit_code == 0
        assert result.stderr == ""
    assert kibitz("cache", "agram").stdout.startswith("Nothing of agram is compiled.")
    assert not fresh.exists()


@pytest.mark.parametrize(
    ("name", "meant"), [("agrm", "; did you mean `agram`?"), ("tniy", "; did you mean `tiny`?")]
)
def test_an_unknown_game_is_wrong_input(
    kibitz: Kibitz, compiled: Path, name: str, meant: str
) -> None:
    result = kibitz("cache", name, "--clear")
    assert result.exit_code == 2
    assert result.stderr == f"error: there is no game `{name}`, nor is one compiled{meant}\n"
    assert list(compiled.glob("tiny-*.py"))


def test_a_file_that_cannot_be_deleted_is_one_sentence(
    kibitz: Kibitz, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", refuse)
    result = kibitz("cache", "--clear")
    monkeypatch.undo()
    assert result.exit_code == 2
    assert "cannot be deleted: Permission denied" in result.stderr


# --- damage ---------------------------------------------------------------------------------------


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize(
    ("pattern", "damage"),
    [
        ("__pycache__/*.o", halve),
        ("__pycache__/*.o", empty),
        ("*.py", halve),
    ],
    ids=["half the code", "no code", "half the text"],
)
def test_a_damaged_file_is_made_anew(
    compiled: Path, tiny: Path, pattern: str, damage: Callable[[Path], None]
) -> None:
    (path,) = compiled.glob(pattern)
    size = path.stat().st_size
    damage(path)
    out, error = finish(start(*SAMPLE, str(tiny)))
    assert json.loads(out)["mode"] == "native"
    assert json.loads(out)["games"] == 40
    assert error == ""
    (healed,) = compiled.glob(pattern)
    assert healed.stat().st_size == pytest.approx(size, rel=0.1)


# --- strangers ------------------------------------------------------------------------------------


def playing(tiny: Path) -> dict[str, object]:
    """What came of some games, compiled or not."""
    words = ("simulate", "-n", "40", "--mode", "native", "--json", str(tiny))
    process = start(*words)
    out, error = process.communicate(timeout=120)
    return json.loads(out) if process.returncode == 0 else {"error": error}


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_a_folder_others_can_write_to_is_refused_and_one_they_can_read_is_closed(
    compiled: Path, tiny: Path
) -> None:
    compiled.chmod(0o777)
    said = f"compiled games are not loaded from {compiled}: others can write there"
    assert str(playing(tiny)["error"]).startswith(f"error: {said}\n  hint: set KIBITZ_CACHE")
    compiled.chmod(0o755)
    (code,) = compiled.glob("__pycache__/*.o")
    code.chmod(0o666)  # somebody may have been there: it is made anew
    code.write_bytes(b"")
    assert playing(tiny)["games"] == 40
    assert compiled.stat().st_mode & 0o777 == 0o700
    assert (compiled / "__pycache__").stat().st_mode & 0o777 == 0o700
    assert code.stat().st_size > 0
    assert code.stat().st_mode & 0o022 == 0


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")
def test_a_folder_of_somebody_else_is_refused(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = compiled.glob("*.py")
    store.secure(text)
    monkeypatch.setattr(os, "getuid", lambda: compiled.stat().st_uid + 1)
    with pytest.raises(KibitzError, match="others can write there"):
        store.secure(text)
