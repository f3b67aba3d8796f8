"""The workshop: kernels are ordered and not waited for, and nothing of it is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest

from kibitz.engine import Game, cache, compiler, load, workshop
from kibitz.engine.native import file_of, is_at_hand, is_being_compiled, is_compiled
from kibitz.engine.workshop import Workshop
from kibitz.errors import KibitzError
from kibitz.work import Job

AGRAM = load("agram")

HOLDING = """
import os, threading

def hold(path):
    os.open(path, os.O_WRONLY)
    threading.Event().wait()
"""
OWNER = """
import sys
from kibitz.engine import load, workshop
from kibitz.work import Job

workshop.job = lambda game, kernel: Job("holding:hold", {"path": sys.argv[1]})
shop = workshop.Workshop()
assert shop.order(load("agram"), ["trees"]) == ["trees"]
sys.stdin.read()
"""


class Bench:
    """Takes jobs and never ends one by itself."""

    def __init__(self, *size: int, **options: int) -> None:
        self.jobs: list[Job] = []
        self.answers: list[Future[bytes]] = []

    def hand_out(self, job: Job) -> Future[bytes]:
        self.jobs.append(job)
        self.answers.append(Future())
        return self.answers[-1]

    def close(self) -> None:
        pass


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Nothing is compiled, and whatever is ordered comes here."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "compiled"))
    found = Bench()
    monkeypatch.setattr(workshop, "Pool", lambda *size, **options: found)
    return found


@pytest.fixture
def unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of which nobody has compiled anything."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "compiled"))
    (tmp_path / "unseen.rcy").write_text(AGRAM.source.text)
    return load(tmp_path / "unseen.rcy")


def test_what_is_ordered_is_not_waited_for_and_ordered_once(bench: Bench, unseen: Game) -> None:
    with Workshop() as shop:
        assert shop.order(unseen, ["deals", "trees"]) == ["deals", "trees"]
        assert shop.order(unseen, ["trees", "solver"]) == ["trees", "solver"]
    assert [job.arguments["kernel"] for job in bench.jobs] == ["deals", "trees", "solver"]
    assert shop.trouble is None


def test_what_goes_wrong_elsewhere_is_known(bench: Bench, unseen: Game) -> None:
    with Workshop() as shop:
        shop.order(unseen, ["trees"])
        bench.answers[0].set_exception(KibitzError("no room is left"))
        assert shop.trouble is not None
        assert shop.trouble.message == "no room is left"
        shop.order(unseen, ["trees"])
    assert len(bench.jobs) == 1


def test_where_nothing_can_be_compiled_nothing_is_ordered(
    bench: Bench, unseen: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workshop() as shop:
        (tmp_path / "file").touch()
        monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "file" / "compiled"))
        assert shop.order(unseen, ["trees"]) == []
        assert shop.trouble is not None
        assert "cannot be used" in shop.trouble.message
    assert bench.jobs == []


def test_a_broken_llvmlite_is_a_sentence(unseen: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    monkeypatch.delitem(sys.modules, "kibitz.engine.compiler.machine", raising=False)
    monkeypatch.delattr(compiler, "machine", raising=False)
    with pytest.raises(KibitzError, match="llvmlite cannot be used: "):
        workshop.compiled(unseen, "steps")


def test_a_damaged_kernel_is_not_at_hand_where_it_cannot_be_compiled_anew(
    unseen: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(unseen, "trees")
    assert not is_at_hand(unseen, "trees")
    cache.secure(path)
    (path.parent / "__pycache__" / f"{path.stem}.0{cache.CODE}").touch()
    assert is_compiled(unseen, "trees")
    monkeypatch.setitem(sys.modules, "kibitz.engine.compiler.machine", None)
    monkeypatch.delattr(compiler, "machine", raising=False)
    assert not is_at_hand(unseen, "trees")


def test_it_is_known_that_another_compiles(unseen: Game) -> None:
    path = file_of(unseen, "trees")
    path.parent.mkdir()
    assert not is_being_compiled(unseen, "trees")
    with cache.locked(path):
        assert is_being_compiled(unseen, "trees")
    assert not is_being_compiled(unseen, "trees")


def test_a_compiler_ends_with_whoever_wanted_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "holding.py").write_text(HOLDING)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(pipe)],
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, "KIBITZ_CACHE": str(tmp_path / "compiled")},
    ) as owner:
        with pipe.open("rb") as held:  # the compiler has opened the other end
            owner.kill()
            assert held.read() == b""
