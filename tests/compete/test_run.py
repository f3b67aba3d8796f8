"""Competitions that are stopped anywhere go on as if they had not been."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.compete import sittings
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.phases import Stage
from kibitz.compete.report import write
from kibitz.compete.run import Audience, begin, resume, run
from kibitz.compete.store import Store
from kibitz.errors import KibitzError

from .examples import Counting, Enough, read

SMALL = Charter(
    "Small",
    "brisca",
    (Entrant("Ana", "random"), Entrant("Bea", "first"), Entrant("Cleo", "random")),
    (Phase("gauntlet", 4, opponents=("first",), best=2), Phase("cup", 4)),
    seed="small",
)
BOT = "def choose(V, K, O, n, seat, seed):\n    return {}\n"


@pytest.fixture(autouse=True)
def game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "LAP", 0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is published of the small competition."""
    folder = tmp_path_factory.mktemp("whole") / "cup"
    with begin(read(SMALL), folder) as store:
        assert run(store, Path(), workers=1)
        write(store)
    return published(folder)


def published(folder: Path) -> dict[str, bytes]:
    """All that may not depend on how a competition was played."""
    names = ["results.json", "report.html", "secret.txt", "commitment.txt"]
    found = {name: (folder / name).read_bytes() for name in names}
    for path in sorted((folder / "records").iterdir()):
        found[path.name] = path.read_bytes()
    return found


class Killed(BaseException):
    """Whoever played is gone."""


def goes_on(folder: Path) -> dict[str, bytes]:
    with resume(read(SMALL), folder) as store:
        assert run(store, Path(), workers=1)
        write(store)
    return published(folder)


@pytest.mark.parametrize("after", [0, 1, 5, 12, 15])
def test_stopped_after_some_games(tmp_path: Path, whole: dict[str, bytes], after: int) -> None:
    with begin(read(SMALL), tmp_path / "cup") as store:
        if after:
            with pytest.raises(Enough):
                run(store, Path(), workers=1, audience=Counting(after))
        assert store.status().games == after
    assert goes_on(tmp_path / "cup") == whole


POINTS = ["enter", "_keep", "finish", "draw", "begin", "note"]


@pytest.mark.parametrize("method", POINTS)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_killed_around_everything_that_is_written(
    tmp_path: Path,
    whole: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    before: bool,
) -> None:
    store = begin(read(SMALL), tmp_path / "cup")
    usual, times = getattr(Store, method), iter(range(100))

    def dies(*given: Any, **named: Any) -> Any:
        if next(times) < 1:
            return usual(*given, **named)
        if not before:
            usual(*given, **named)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Store, method, dies)
        try:
            run(store, Path(), workers=1)
        except Killed:
            pass
    store.close()
    assert goes_on(tmp_path / "cup") == whole


def test_several_workers_play_the_same(tmp_path: Path, whole: dict[str, bytes]) -> None:
    with begin(read(SMALL), tmp_path / "cup") as store:
        assert run(store, Path(), workers=2)
        write(store)
    assert published(tmp_path / "cup") == whole


def test_a_finished_competition_has_nothing_left_to_play(tmp_path: Path) -> None:
    with begin(read(SMALL), tmp_path / "cup") as store:
        run(store, Path(), workers=1)
        audience = Counting(None)
        assert run(store, Path(), workers=1, audience=audience)
        assert audience.games == 0


def test_without_resume_a_competition_is_not_begun_again(tmp_path: Path) -> None:
    begin(read(SMALL), tmp_path / "cup").close()
    with pytest.raises(KibitzError, match="there is a competition") as error:
        begin(read(SMALL), tmp_path / "cup")
    assert "--resume" in (error.value.hint or "")


def test_a_changed_charter_is_refused_with_what_has_changed(tmp_path: Path) -> None:
    begin(read(SMALL), tmp_path / "cup").close()
    other = replace(SMALL, title="Other")
    with pytest.raises(KibitzError, match="title was Small, and is Other"):
        resume(read(other), tmp_path / "cup")


def test_what_another_competition_has_published_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    (tmp_path / "commitment.txt").write_text("0" * 64)
    (tmp_path / "secret.txt").write_text("0" * 32)
    with begin(read(replace(SMALL, seed=None)), tmp_path) as store:
        assert (tmp_path / "commitment.txt").read_text().strip() == store.lots.commitment
        assert not (tmp_path / "secret.txt").exists()


def test_two_cannot_play_one_competition(tmp_path: Path) -> None:
    with (
        begin(read(SMALL), tmp_path / "cup"),
        pytest.raises(KibitzError, match="being played already"),
    ):
        resume(read(SMALL), tmp_path / "cup")


# --- versions of bots -----------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "mine.bot.py.txt").write_text(BOT.format("0"))
    return tmp_path


def test_another_version_may_be_handed_in_between_phases_and_only_then(own: Path) -> None:
    charter = Charter(
        "Own",
        "brisca",
        (Entrant("Ana", "mine.bot.py.txt"), Entrant("Bea", "first")),
        (Phase("league", 2), Phase("league", 2), Phase("league", 2, resubmit=True)),
        seed="own",
    )
    given = replace(read(charter), folder=own)
    with begin(given, own / "cup") as store:
        with pytest.raises(Enough):
            run(store, own, workers=1, audience=Counting(1))
        (own / "mine.bot.py.txt").write_text(BOT.format("n - 1"))
        assert not run(store, own, workers=1)
        status = store.status()
        assert (status.state, status.phase, status.games) == ("waiting", 2, 4)
        assert status.sandbox == ""
        assert run(store, own, workers=1)
        hashes = [one.hash for one in store.versions() if one.name == "Ana"]
        assert hashes[0] == hashes[1] != hashes[2]
        assert store.status().state == "finished"


def test_the_charter_is_in_no_version(own: Path) -> None:
    text = "it has a seed in it"
    (own / "cup.toml").write_text(text)
    (own / "ana.py").write_text("class Ana: ...")
    of = replace(SMALL, entrants=(Entrant("Ana", "ana.py"), Entrant("Bea", "first")))
    with begin(replace(read(of), text=text, folder=own), own / "cup") as store:
        with pytest.raises(Enough):
            run(store, own, workers=1, sandbox="off", audience=Stopping())
        (version,) = (own / "cup" / "versions").iterdir()
        names = {path.name for path in version.rglob("*") if path.is_file()}
        assert names == {"ana.py", "mine.bot.py.txt"}


class Stopping(Audience):
    """Has enough before the first game."""

    def begins(self, stage: Stage) -> None:
        raise Enough


def test_only_the_owner_can_read_what_is_secret(tmp_path: Path) -> None:
    with begin(read(replace(SMALL, seed=None)), tmp_path / "cup") as store:
        assert store.status().secret is None
        assert (tmp_path / "cup" / "competition.sqlite").stat().st_mode & 0o077 == 0
        assert not (tmp_path / "cup" / "secret.txt").exists()
        assert store.lots.commitment == (tmp_path / "cup" / "commitment.txt").read_text().strip()
        run(store, Path(), workers=1)
        assert (tmp_path / "cup" / "secret.txt").read_text().strip() == store.lots.secret
