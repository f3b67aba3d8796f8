"""Versions of bots: copies that are known by their contents."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz.compete import entrants
from kibitz.compete.entrants import (
    VERSIONS,
    digest_of,
    found_from,
    house,
    lies_at,
    take,
    typed_from,
    version_of,
)
from kibitz.errors import KibitzError


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    folder = tmp_path / "bots"
    (folder / "data").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    (folder / "ana.py").write_text("import helper\n")
    (folder / "bea.py").write_text("b\n")
    (folder / "helper.py").write_text("h\n")
    (folder / "data" / "weights").write_bytes(bytes(range(256)))
    (folder / ".secret").write_text("s\n")
    (folder / "__pycache__" / "ana.pyc").write_text("p\n")
    return folder


def test_a_version_has_all_of_a_bots_folder_but_what_is_hidden_and_other_entrants(
    bots: Path, tmp_path: Path
) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    taken = take(home, tmp_path, "bots/ana.py:Ana:depth=3", ["bots/bea.py", "rule"])
    at = home / VERSIONS / taken.hash
    files = {path.relative_to(at).as_posix() for path in at.rglob("*") if path.is_file()}
    assert files == {"bots/ana.py", "bots/helper.py", "bots/data/weights"}
    assert taken.bot == f"{VERSIONS}/{taken.hash}/bots/ana.py:Ana:depth=3"
    assert (home / taken.bot.partition(":")[0]).read_text() == "import helper\n"
    assert version_of(str(home / taken.bot)) == at
    assert digest_of(at) == taken.hash


def test_links_that_lead_out_of_a_bots_folder_are_not_followed(bots: Path, tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    (home / "competition.sqlite").write_text("the secret")
    (bots / "loot").symlink_to(home / "competition.sqlite")
    (bots / "out").symlink_to(home)
    (bots / "same").symlink_to(bots / "helper.py")
    taken = take(home, tmp_path, "bots/ana.py", ["bots/bea.py"])
    at = home / VERSIONS / taken.hash / "bots"
    assert {path.name for path in at.iterdir()} == {"ana.py", "helper.py", "same", "data"}
    assert not (at / "same").is_symlink()
    (bots / "carla.py").symlink_to(tmp_path / "elsewhere.py")
    (tmp_path / "elsewhere.py").write_text("e\n")
    with pytest.raises(KibitzError, match="a link that leads out of its folder"):
        take(home, tmp_path, "bots/carla.py")


def test_the_hash_is_of_contents_names_and_what_can_be_run(bots: Path, tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()

    def hash_now() -> str:
        return take(home, tmp_path, "bots/ana.py").hash

    first = hash_now()
    assert hash_now() == first
    (bots / "helper.py").write_text("H\n")
    second = hash_now()
    (bots / "helper.py").chmod(0o755)
    third = hash_now()
    (bots / "helper.py").rename(bots / "helpers.py")
    assert len({first, second, third, hash_now()}) == 4
    assert digest_of(home / VERSIONS / first) == first


def test_a_changed_version_does_not_have_its_hash(bots: Path, tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    taken = take(home, tmp_path, "bots/ana.py")
    (home / VERSIONS / taken.hash / "bots" / "more").write_text("m")
    assert digest_of(home / VERSIONS / taken.hash) != taken.hash


def test_the_competition_itself_is_in_no_version(tmp_path: Path) -> None:
    home = tmp_path / "cup"
    (home / "records").mkdir(parents=True)
    (home / "competition.sqlite").write_text("secret")
    (tmp_path / "ana.py").write_text("a")
    taken = take(home, tmp_path, "ana.py")
    found = [path.name for path in (home / VERSIONS / taken.hash).rglob("*") if path.is_file()]
    assert found == ["ana.py"]


def test_a_link_brings_nothing_into_a_version_that_is_not_the_bots(
    bots: Path, tmp_path: Path
) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    (home / "competition.sqlite").write_text("the secret")
    (bots / "loot").symlink_to(home / "competition.sqlite")
    (bots / "again").symlink_to("data/weights")
    taken = take(home, tmp_path, "bots/ana.py", ["bots/bea.py"])
    names = {path.name for path in (home / VERSIONS / taken.hash).rglob("*")}
    assert "loot" not in names
    assert "again" in names


def test_a_charter_is_in_no_version_for_a_seed_may_stand_in_it(tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    (tmp_path / "cup.toml").write_text('seed = "x"')
    (tmp_path / "ana.py").write_text("a")
    taken = take(home, tmp_path, "ana.py")
    found = [path.name for path in (home / VERSIONS / taken.hash).rglob("*") if path.is_file()]
    assert found == ["ana.py"]


def test_files_may_be_called_anything(bots: Path, tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    strange = os.fsdecode(os.fsencode(bots) + b"/\xff\nname")
    Path(strange).write_text("s")
    taken = take(home, tmp_path, "bots/ana.py")
    assert digest_of(home / VERSIONS / taken.hash) == taken.hash


def test_a_bot_of_robobrisca_keeps_its_folder_players(tmp_path: Path) -> None:
    players = tmp_path / "team" / "Players"
    players.mkdir(parents=True)
    (players / "Bot3.py").write_text("class B(Player): pass\n")
    home = tmp_path / "cup"
    home.mkdir()
    taken = take(home, tmp_path, "team/Players/Bot3.py")
    assert taken.bot == f"{VERSIONS}/{taken.hash}/Players/Bot3.py"


def test_a_network_is_kept_alone(bots: Path, tmp_path: Path) -> None:
    home = tmp_path / "cup"
    home.mkdir()
    (bots / "my.npz").write_bytes(b"numbers")
    taken = take(home, tmp_path, "net:bots/my.npz", ["bots/bea.py"])
    assert taken.bot == f"net:file={VERSIONS}/{taken.hash}/bots/my.npz"
    assert lies_at(taken.bot) == f"{VERSIONS}/{taken.hash}/bots/my.npz"
    at = home / VERSIONS / taken.hash
    assert [path.name for path in at.rglob("*") if path.is_file()] == ["my.npz"]
    assert digest_of(at) == taken.hash
    there = found_from(home, taken.bot)
    assert there == f"net:file={at}/bots/my.npz"
    assert version_of(there) == at
    assert take(home, tmp_path, "net:file=bots/my.npz") == taken
    assert typed_from(tmp_path, "net:bots/my.npz") == f"net:file={bots.resolve()}/my.npz"
    with pytest.raises(KibitzError, match=r"there is no file `net:lost\.npz`"):
        typed_from(tmp_path, "net:lost.npz")


def test_programs_and_house_bots_are_found_from_anywhere(tmp_path: Path) -> None:
    assert found_from(tmp_path, "osla:deals=2") == "osla:deals=2"
    assert lies_at("osla:deals=2") is None
    assert found_from(tmp_path, f"{VERSIONS}/abc/x/prog") == f"{tmp_path}/{VERSIONS}/abc/x/prog"


def test_a_house_bot_has_a_version_without_files(tmp_path: Path) -> None:
    taken = take(tmp_path, tmp_path, "osla:deals=2")
    assert taken == house("osla:deals=2") != house("osla:deals=3")
    assert taken.bot == "osla:deals=2"
    assert list(tmp_path.iterdir()) == []
    assert version_of(taken.bot) is None


def test_a_folder_that_is_too_large_is_refused(
    bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "MOST_FILES", 2)
    with pytest.raises(KibitzError, match="2 files") as error:
        take(tmp_path / "cup", tmp_path, "bots/ana.py")
    assert error.value.hint == "put the bot and what it needs into a folder of its own"
