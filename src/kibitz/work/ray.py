"""A Ray cluster as a place where work runs: https://www.ray.io

A worker is an actor of Ray's, with a memory like any other worker's; who does what, what was told
to whom, and what is done if one is lost, `kibitz.work.async_pool` says, as for processes of this
machine. A node that goes away takes its workers with it: their jobs are begun again elsewhere.

Without an address Ray is started on this machine, for the occasion: nobody else can reach it, and
nothing is left of it. Ray's own messages are not shown, and what a job prints is heard nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.work.async_pool import Hand
from kibitz.work.cores import cores
from kibitz.work.edition import edition
from kibitz.work.folders import leave, room, sweep
from kibitz.work.memory import Memory
from kibitz.work.pool import Pool

__all__ = ["Ray"]

TRIES = 3
"""How often a job is begun whose worker is lost: machines come and go."""

PATIENCE = 20.0
"""Seconds after which a worker that got no core of its own shares one with others."""

LEAVE = 2.0
"""Seconds a worker may take to tidy up before it is ended."""

KNOCK = 10.0
"""Seconds after which a cluster that does not answer is not there."""

STORE = 80_000_000
"""Bytes Ray may keep of what is sent, on this machine: hardly anything is."""

LONGEST = 44
"""Characters the name of a folder may have for Ray's sockets to have names in it."""


class Ray(Pool):
    """Some workers of a cluster. Use it in a `with` statement, which ends them."""

    def __init__(self, address: str | None = None, size: int | None = None) -> None:
        self.ray = _library()
        edition()  # takes a moment, and later others wait
        named = address or os.environ.get("RAY_ADDRESS") or "local"
        self._ours = not self.ray.is_initialized()
        """Whether it is ours to leave; else this process was in a cluster before."""
        self._folder: str | None = None
        self.near = self._ours and named == "local"
        if self.near:
            self._folder = _folder()
            _start_here(self.ray, self._folder, size or cores())
        elif self._ours:
            _reach(self.ray, named)
        elif address is not None:
            raise KibitzError(
                f"this process works on a Ray cluster already, so it cannot on {address}",
                "say ray, without an address, for that one",
            )
        super().__init__(size or self._cores(), tries=TRIES, start=self._hire)

    def _cores(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    async def _hire(self) -> Hand:
        """A worker with a core of its own; if there is none to be had, one that shares."""
        try:
            return await self._hired(1, PATIENCE)
        except TimeoutError:
            return await self._hired(0, None)

    async def _hired(self, room: int, patience: float | None) -> Hand:
        hand = _Hand(self.ray, await asyncio.to_thread(self._actor, room))
        try:
            await asyncio.wait_for(hand.introduce(), patience)
        except BaseException:
            await hand.end()
            raise
        return hand

    def _actor(self, room: int) -> Any:
        kind = self.ray.remote(_Worker)
        return kind.options(num_cpus=room, scheduling_strategy="SPREAD").remote()

    def close(self) -> None:
        """End all workers, also in the middle of a job, and leave the cluster."""
        try:
            super().close()
        finally:
            if self._ours:
                with _quiet():
                    self.ray.shutdown()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                sweep()


class _Hand:
    """A worker as its owner sees it."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self.ray, self.actor = ray, actor
        self.busy = True
        """Whether it would not hear at once what is said to it."""

    async def introduce(self) -> None:
        """Wait until it is there; it has to have the same Kibitz as we."""
        try:
            found = await (await asyncio.to_thread(self.actor.edition.remote))
        except self.ray.exceptions.RayTaskError as error:
            raise _unfit(f"Kibitz cannot be loaded there ({_sentence(error.cause)})") from None
        except self.ray.exceptions.RayError as error:
            raise OSError(0, _sentence(error)) from None
        self.busy = False
        if found != str(edition()):
            raise _unfit(f"it has {found}, and here is {edition()}")

    async def ask(self, job: bytes) -> bytes:
        """The answer to a job."""
        self.busy = True
        try:
            answer = bytes(await self.actor.answered.remote(job))
        except self.ray.exceptions.RayError:
            raise EOFError("a worker of the cluster is lost") from None
        self.busy = False
        return answer

    async def end(self) -> int | None:
        """End it; how it ended is not known."""
        with suppress(Exception):  # it may be gone, and the cluster too
            if not self.busy:
                await asyncio.wait_for(self.actor.leave.remote(), LEAVE)
        with suppress(Exception):
            self.ray.kill(self.actor)
        return None


class _Worker:
    """The actor: what `kibitz.work.worker` is in a process of this machine."""

    def __init__(self) -> None:
        self.memory, self.own = Memory(), os.getpid()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):  # Ray would keep it in a file
            os.dup2(nowhere, stream)
        os.environ.pop("RAY_AUTH_TOKEN", None)  # is for Ray, not for bots

    def edition(self) -> str:
        return str(edition())

    def answered(self, job: bytes) -> bytes:
        answer = self.memory.answered(job)
        if os.getpid() != self.own:  # the job has forked, and both have come back: one may answer
            os._exit(0)
        return answer

    def leave(self) -> None:
        leave()


# --- Ray ------------------------------------------------------------------------------------------


def _library() -> Any:
    """Ray, if it is installed."""
    try:
        with _quiet(), _environment({}):
            import ray
    except ImportError:
        raise KibitzError(
            "Ray is not installed, so there is no cluster", "pip install 'kibitz[cluster]'"
        ) from None
    with suppress(AttributeError):  # it would print on standard output that a worker was lost
        ray._private.worker._worker_logs_enabled = False
    return ray


def _start_here(ray: Any, folder: str, size: int) -> None:
    """Start Ray on this machine, for this process."""
    try:
        with _quiet(), _alone(ray), _environment(_settings()), _own_signals():
            ray.init(
                address="local",
                num_cpus=size,
                num_gpus=0,
                object_store_memory=STORE,
                include_dashboard=False,
                log_to_driver=False,
                configure_logging=False,
                _temp_dir=folder,
                _node_ip_address="127.0.0.1",
            )
    except (OSError, RuntimeError, ValueError) as error:
        with _quiet(), suppress(Exception):
            ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
        raise KibitzError(
            f"Ray cannot be started here: {_sentence(error)}", "without --on it is not needed"
        ) from None


def _reach(ray: Any, address: str) -> None:
    """Become a guest of a cluster that is there."""
    try:
        _knock(address)
        with _quiet(), _environment({}), _own_signals():
            ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        if "ersion" in str(error):
            raise _unfit(_sentence(error)) from None
        raise KibitzError(
            f"no Ray cluster can be reached at {address}: {_sentence(error)}",
            "is it running? From outside its address is ray://host:10001",
        ) from None


def _knock(address: str) -> None:
    """Whether anybody is there at all: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()


def _unfit(why: str) -> KibitzError:
    return KibitzError(
        f"a worker of the cluster is of no use: {why}",
        "all machines need the same Kibitz, Python and Ray",
    )


def _sentence(error: BaseException | None) -> str:
    """What Ray says, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines)[:200] or type(error).__name__


def _folder() -> str:
    """A folder of ours for what Ray writes."""
    found = str(room())
    return found if len(found) < LONGEST else tempfile.mkdtemp(prefix="kibitz-", dir="/tmp")


def _settings() -> dict[str, str]:
    """Ray as we start it: nobody but we may use it; its workers find the modules we find."""
    return {
        "PYTHONPATH": os.pathsep.join(str(Path(part).absolute()) for part in sys.path),
        "RAY_AUTH_TOKEN": _token(),
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    }


@cache
def _token() -> str:
    """What our cluster is opened with. Ray remembers the first it is told in a process."""
    return secrets.token_hex(32)


@contextmanager
def _alone(ray: Any) -> Iterator[None]:
    """Ray is reached from this machine only. It has this for systems where it knows no clusters; a
    variable says so to what it starts, but it has read that itself when it was imported."""
    known: Any = getattr(getattr(ray, "_private", None), "ray_constants", None)
    before = getattr(known, "ENABLE_RAY_CLUSTER", None)
    if before is None:
        yield
        return
    known.ENABLE_RAY_CLUSTER = False
    try:
        with _environment({"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}):
            yield
    finally:
        known.ENABLE_RAY_CLUSTER = before


@contextmanager
def _environment(settings: dict[str, str]) -> Iterator[None]:
    """With these variables, for a moment; what is started then keeps them. Ray never reports to its
    makers."""
    before = dict(os.environ)
    os.environ.update(settings)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        yield
    finally:
        for name in {name for name in os.environ if name.startswith("RAY_")} | set(settings):
            if name in before:
                os.environ[name] = before[name]
            else:
                del os.environ[name]


@contextmanager
def _quiet() -> Iterator[None]:
    """Ray keeps what it has to say to itself."""
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _own_signals() -> Iterator[None]:
    """Signals are heard as before by whoever heard them before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, heard in before.items():
            signal.signal(each, heard)
