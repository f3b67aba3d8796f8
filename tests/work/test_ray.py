"""A Ray cluster as a place where work runs: the same answers as anywhere, and nobody is missed for
long who goes.

One cluster of two workers, on this machine, serves all tests of a process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import work
from kibitz.arena import away, simulated
from kibitz.arena.plan import Plan
from kibitz.engine import Game
from kibitz.errors import GameError, KibitzError
from kibitz.work import Died, Here, Job, Late, Place, Pool, Thing
from kibitz.work.edition import Edition, edition
from kibitz.work.folders import packed

pytestmark = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install 'kibitz[cluster]'"
)

HERE = f"{__package__}.working"
CLOCKS = {"seconds", "cpu_seconds", "decisions_per_second", "seconds_per_decision", "workers"}
"""What may differ where the games are the same."""

SOMETIMES = """(game
  (setup (create players 2) (create deck (game vloc DECK) (deck (RANK (ONE, TWO, THREE)))))
  (do ((set (game points VALUE) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))
       (shuffle (game vloc DECK))))
  (choice ((turn pass)))
  (do ((set (game sto X) (// 1 (- 3 (score (top (game vloc DECK)) using (game points VALUE)))))))
  (scoring max 0))"""
"""A game that fails in every third deal or so."""

LoadText = Callable[..., Game]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Place]:
    with work.open("ray", 2) as place:
        yield place


@pytest.fixture
def on(cluster: Place, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `on` is to be for a match or a simulation, which leave the cluster as it is."""

    def lent(on: str | None, workers: int | None = None) -> AbstractContextManager[Place]:
        assert on == "ray"
        return nullcontext(cluster)

    for module in ("engine.simulation", "arena.simulated", "arena.players"):
        monkeypatch.setattr(f"kibitz.{module}.open_place", lent)
    return "ray"


def echo(value: object) -> Job:
    return Job(f"{HERE}:echo", {"value": value})


def timeless(found: Any) -> Any:
    """A result without what the clock says."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key not in CLOCKS}
    return [timeless(part) for part in found] if isinstance(found, list | tuple) else found


# --- jobs -----------------------------------------------------------------------------------------


def test_answers_are_those_of_any_other_place(cluster: Place) -> None:
    jobs = [echo([n, "♥"]) for n in range(9)]
    with Pool(2) as pool:
        assert list(cluster.map(jobs)) == list(pool.map(jobs)) == list(Here().map(jobs))
    assert sorted(cluster.as_they_come(jobs)) == list(enumerate([n, "♥"] for n in range(9)))
    assert (cluster.size, cluster.near) == (2, True)


def test_what_was_told_is_known_and_grows(cluster: Place) -> None:
    cards = ["QH", "10S", "AC"]
    for number in range(4):
        pile = Thing("p", f"{HERE}:Pile", {"name": "trick"}, cards[:number])
        found = cluster.ask(Job(f"{HERE}:top", things={"pile": pile}))
        assert found == ["trick", number, *cards[:number][-1:]]


def test_a_complaint_is_raised(cluster: Place) -> None:
    with pytest.raises(KibitzError, match="the cards are wet") as caught:
        cluster.ask(Job(f"{HERE}:complain"))
    assert caught.value.hint == "dry them"


def test_what_is_printed_is_heard_nowhere(
    cluster: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cluster.ask(Job(f"{HERE}:shout")) == "quiet"
    assert capfd.readouterr() == ("", "")


def test_a_folder_is_unpacked_there(cluster: Place, tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "my.py").write_text("pass\n")
    job = Job(f"{HERE}:names_in", things={"folder": packed(tmp_path / "bots")})
    assert cluster.ask(job) == ["my.py"]


# --- workers that are lost ------------------------------------------------------------------------


def test_a_worker_killed_in_the_middle_of_a_job_is_replaced_and_the_job_done_again(
    cluster: Place, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def kill() -> None:
        with open(pipe, encoding="utf-8") as said:
            os.kill(int(said.read()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    job = Job(f"{HERE}:think_once", {"pipe": str(pipe), "note": str(tmp_path / "begun")})
    assert list(cluster.map([echo(1), job, echo(3)])) == [1, "done", 3]
    killer.join()
    assert capfd.readouterr() == ("", "")


def test_a_job_that_kills_every_worker_is_given_up(cluster: Place) -> None:
    with pytest.raises(Died, match="has died, 3 times"):
        cluster.ask(Job(f"{HERE}:die"))
    assert cluster.ask(echo(1)) == 1


def test_a_job_that_takes_too_long_ends_its_worker(cluster: Place) -> None:
    with pytest.raises(Late):
        cluster.ask(Job(f"{HERE}:forever", seconds=0.05))
    assert cluster.ask(echo(1)) == 1


# --- games ----------------------------------------------------------------------------------------


def test_a_match_comes_out_the_same(on: str, tmp_path: Path) -> None:
    game = kibitz.load("agram", NUMP=2)
    here, there = (
        kibitz.match(game, ["random", "first"], 3, mode="python", record=tmp_path / name, on=where)
        for name, where in (("here", None), ("there", on))
    )
    assert timeless(here.as_json()) == timeless(there.as_json())
    assert there.workers == 2
    written = [sorted((tmp_path / name).iterdir()) for name in ("here", "there")]
    assert [path.name for path in written[0]] == [path.name for path in written[1]]
    assert [path.read_bytes() for path in written[0]] == [path.read_bytes() for path in written[1]]


def test_a_bot_in_a_file_plays_there_as_here(
    on: str, cluster: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where our files are not to be seen."""
    (tmp_path / "beside.py").write_text("LAST = -1\n")
    (tmp_path / "my.py").write_text(
        "from beside import LAST\n\n\nclass Last:\n"
        "    def choose(self, view, budget):\n        return view.actions[LAST]\n"
    )
    game, bots = kibitz.load("agram", NUMP=2), [f"{tmp_path}/my.py:Last", "random"]
    here = kibitz.match(game, bots, 1)
    told = away.told

    def from_afar(plan: Plan, near: bool) -> Thing:
        found = told(plan, near=False)
        (tmp_path / "beside.py").write_text("LAST = 'it is what was packed that is played'\n")
        return found

    monkeypatch.setattr(away, "told", from_afar)
    there = kibitz.match(game, bots, 1, on=on)
    assert timeless(here.as_json()) == timeless(there.as_json())


@pytest.mark.parametrize("bots", ["random,first", "rule"])
@pytest.mark.parametrize(("mode", "games"), [("python", 12), ("native", 200)])
def test_a_simulation_comes_out_the_same(on: str, bots: str, mode: str, games: int) -> None:
    game = kibitz.load("brisca") if bots == "rule" else kibitz.load("agram", NUMP=2)
    here, there = (
        simulated.simulate(game, games, 5, bots=bots.split(","), mode=mode, on=where)
        for where in (None, on)
    )
    assert here.games == there.games == games
    assert timeless(here.as_json()) == timeless(there.as_json())


def test_a_simulation_goes_on_from_a_position(on: str) -> None:
    game = kibitz.load("agram", NUMP=2)
    start = game.new(seed=3)
    start = start.after(start.actions[1])
    here, there = (
        game.simulate(20, 5, start=start, mode="python", on=where) for where in (None, on)
    )
    assert timeless(here.as_json()) == timeless(there.as_json())


def test_of_the_games_that_fail_the_first_is_told(on: str, load_text: LoadText) -> None:
    game = load_text(SOMETIMES)
    told = []
    for where in (None, on):
        with pytest.raises(GameError) as caught:
            game.simulate(60, 1, mode="python", on=where)
        told.append((caught.value.message, caught.value.hint))
    assert told[0] == told[1]


# --- what cannot be reached -----------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_cluster_that_is_not_there_is_a_sentence(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        address = f"{scheme}127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(KibitzError, match=f"no Ray cluster can be reached at {address}"):
            work.open(address)


def test_a_process_works_on_one_cluster_at_a_time(
    cluster: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But twice on the same: who finds no core to spare shares one."""
    with pytest.raises(KibitzError, match="works on a Ray cluster already"):
        work.open("ray://cards.example:10001")
    monkeypatch.setattr("kibitz.work.ray.PATIENCE", 0.1)
    with work.open("ray", 1) as guest:
        assert guest.ask(echo(1)) == 1
    assert cluster.ask(echo(2)) == 2


def test_a_worker_with_another_kibitz_is_refused(
    cluster: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Edition("0.0.1", "3.9", "0" * 16)
    monkeypatch.setattr("kibitz.work.ray.edition", lambda: other)
    with pytest.raises(KibitzError, match="is of no use: it has Kibitz") as caught:
        cluster.ask(Job(f"{HERE}:die"))  # so that another has to come
    assert f"it has {edition()}, and here is {other}" in caught.value.message
    assert "the same Kibitz" in str(caught.value.hint)


def test_what_is_no_place_is_a_sentence() -> None:
    with pytest.raises(KibitzError, match="work does not run on `roy`; did you mean `ray`"):
        work.open("roy")


def test_ray_that_is_not_installed_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(KibitzError, match="Ray is not installed") as caught:
        work.open("ray")
    assert caught.value.hint == "pip install 'kibitz[cluster]'"
