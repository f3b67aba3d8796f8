"""What a sandbox holds on this machine: attacks are tried in it, and judged.

    for verdict in tried("bwrap"):
        print(verdict.attack, verdict.holds)

An attack that is to be kept from something holds if it got nothing; one that does not answer holds
if the judge is told so in time and the next game can be played.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kibitz.seats import calls, crowd, landlock
from kibitz.seats.booth import Booth
from kibitz.seats.limits import own_user
from kibitz.seats.line import Gone, Late, Line, TooLong
from kibitz.seats.terms import Sandbox, Terms

__all__ = ["TRIALS", "Ground", "Trial", "Verdict", "promises", "tried"]

TARGET = "kibitz.seats.attacks:main"

SHORT, LONG, RESTED = 0.2, 10.0, 0.25
"""Seconds for an attack that does not answer, for one that does, and for one that rests."""

Needs = Literal["nothing", "limits", "count", "files", "signals", "calls"]
"""What has to be there for an attack to be held: nothing but us, limits of the kernel, one on
processes (root has none), Landlock, Landlock that knows of signals, or seccomp."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An attack, what should come of it, and how that is judged."""

    name: str
    attack: str
    """In words."""
    should: str
    """What should happen."""
    needs: Needs
    judged: Callable[[Ground, str], str]
    """What it got, or what else went wrong; nothing, if it was held."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an attack."""

    name: str
    attack: str
    should: str
    kind: str
    promised: bool
    """Whether this kind of sandbox is to hold it on this machine."""
    got: str
    """What it got; nothing, if it was held."""

    @property
    def holds(self) -> bool:
        return not self.got

    def to_json(self) -> dict[str, Any]:
        names = ("name", "attack", "should", "kind", "promised", "got")
        return {**{name: getattr(self, name) for name in names}, "holds": self.holds}


def promises(kind: str, needs: Needs) -> bool:
    """Whether a kind of sandbox is to hold what needs this, on this machine."""
    if needs == "nothing" or kind == "bwrap":
        return True
    if kind != "limits":
        return False
    there = {
        "limits": True,
        "count": os.geteuid() != 0 or own_user(0) is not None,
        "files": landlock.version() >= 1,
        "signals": landlock.version() >= 6,
        "calls": calls.is_known(),
    }
    return there[needs]


class Ground:
    """Where attacks are tried: a booth, and things of the judge's that it should not get at."""

    def __init__(self, kind: Sandbox) -> None:
        self.terms = Terms(sandbox=kind, memory=128 << 20, processes=16, start=20.0)
        self.token = f"k{secrets.token_hex(6)}"
        self.booth = self._booth()
        self.kind = self.booth.kind
        self._kept = ExitStack()
        self.facts: dict[str, Any] = {}

    def _booth(self) -> Booth:
        return Booth("attack", None, 0, self.terms, target=TARGET)

    def __enter__(self) -> Ground:
        folder = self._kept.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        file = Path(folder, "hands")
        file.write_text("KH QD")
        os.environ["KIBITZ_TRIAL"] = self.token
        self._kept.callback(os.environ.pop, "KIBITZ_TRIAL", None)
        self._kept.callback(self.booth.close)
        abstract = f"kibitz-{self.token}"
        port = self._listens(socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1]
        self._listens(socket.AF_UNIX, "\0" + abstract)
        self._listens(socket.AF_UNIX, str(Path(folder, "s")))
        os.chmod(Path(folder, "s"), 0o777)
        self.facts = {
            "judge": os.getpid(),
            "home": str(Path.home()),
            "folder": folder,
            "file": str(file),
            "port": port,
            "abstract": abstract,
            "named": str(Path(folder, "s")),
            "token": self.token,
            "words": [self.token, folder, "--seed"],
            "memory": self.terms.memory,
            "processes": self.terms.processes,
        }
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.close()

    def _listens(self, family: int, address: Any) -> socket.socket:  # of whatever family
        line = self._kept.enter_context(socket.socket(family))
        line.bind(address)
        line.listen()
        return line

    def asked(self, line: Line, attack: str, seconds: float = LONG) -> str:
        """What an attack got in a process."""
        line.drop()
        line.send(json.dumps({"attack": attack, "facts": self.facts}))
        answer = json.loads(line.receive(seconds))
        return str(answer["got"])

    def got(self, attack: str, seconds: float = LONG) -> str:
        """What an attack got, in a new process."""
        return self.asked(self.booth.open(), attack, seconds)

    @contextmanager
    def partner(self) -> Iterator[Booth]:
        """Another booth, of the partner."""
        with self._booth() as booth:
            yield booth


def tried(kind: Sandbox, wanted: Callable[[Trial], bool] = lambda trial: True) -> Iterator[Verdict]:
    """All attacks, tried one after the other in a sandbox of this kind."""
    with Ground(kind) as ground:
        for trial in TRIALS:
            if wanted(trial):
                yield judged(ground, trial)


def judged(ground: Ground, trial: Trial) -> Verdict:
    """Try one."""
    try:
        got = trial.judged(ground, trial.name)
    except (Late, Gone, TooLong, ValueError, KeyError) as error:
        got = f"the judge was not told: {type(error).__name__} {error}"
    finally:
        ground.booth.clear()
    promised = promises(ground.kind, trial.needs)
    return Verdict(trial.name, trial.attack, trial.should, ground.kind, promised, got)


# --- how they are judged --------------------------------------------------------------------------


def _kept_from(ground: Ground, name: str) -> str:
    """It must get nothing."""
    return ground.got(name)


def _kept_or_ended(ground: Ground, name: str) -> str:
    """It must get nothing; its process may end over it."""
    try:
        return ground.got(name)
    except Gone:
        return ""


def _noticed(*errors: type[Exception]) -> Callable[[Ground, str], str]:
    """The judge must be told by one of these errors, and the next game be possible."""

    def judge(ground: Ground, name: str) -> str:
        begun = time.monotonic()
        try:
            ground.got(name, SHORT)
        except errors:
            pass
        else:
            return "it was not noticed"
        if time.monotonic() - begun > SHORT + 2.0:
            return "it was noticed too late"
        return "" if _plays(ground) else "no game can be played any more"

    return judge


def _plays(ground: Ground) -> bool:
    """Whether another game can be played in the booth."""
    try:
        return bool(ground.got("worked"))
    except (Late, Gone):
        return False


def _warm_lives(ground: Ground, name: str) -> str:
    before = ground.booth.started
    with suppress(Gone):
        ground.got(name)
    ground.booth.wake()
    return "" if _plays(ground) and ground.booth.started == before else "the warm process ended"


def _answers(ground: Ground, name: str) -> str:
    """It must answer, and what it printed must be cut."""
    line = ground.booth.open()
    ground.asked(line, name)
    return "" if len(line.said()) < 1 << 16 else "all of it was kept"


def _ended_with_code(ground: Ground, name: str) -> str:
    try:
        ground.got(name, 2.0)
    except Gone as gone:
        return "" if gone.code == 7 else f"exit code {gone.code}"
    return "it was not noticed"


def _asked_anew(ground: Ground, name: str) -> str:
    """What was said before a question must not answer it."""
    line = ground.booth.open()
    ground.asked(line, name)
    seconds = ground.asked(line, "worked")
    return seconds if seconds == "early" else ""


def _stands_still(ground: Ground, name: str) -> str:
    """What it works while it rests is told from what it works before and after."""
    line = ground.booth.open()
    ground.asked(line, name)
    begun, before = time.monotonic(), float(ground.asked(line, "worked"))
    ground.booth.rest()
    time.sleep(RESTED)
    ground.booth.wake()
    worked = float(ground.asked(line, "worked")) - before
    awake = time.monotonic() - begun - RESTED
    return "" if worked < awake + RESTED / 2 else f"worked {worked:.2f} s of another's turn"


def _forgotten(ground: Ground, name: str) -> str:
    ground.got(name)
    return ground.got("find_something")


def _not_heard(ground: Ground, name: str) -> str:
    ground.got(name)
    with ground.partner() as partner:
        return ground.asked(partner.open(), "hear_partner")


def _all_end(ground: Ground, name: str) -> str:
    """When a judge is killed, all its processes must end."""
    words = [sys.executable, "-c", JUDGE, json.dumps([sys.path, ground.terms.sandbox])]
    judge = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert judge.stdout is not None
    with judge, judge.stdout as said:
        said.readline()
        processes = list(crowd.descendants(judge.pid))
        judge.send_signal(signal.SIGKILL)
        judge.wait()
    end = time.monotonic() + 5.0
    while (left := [pid for pid in processes if _is_alive(pid)]) and time.monotonic() < end:
        time.sleep(0.01)
    if not processes:
        return "nothing was started"
    return f"{len(left)} processes are left" if left else ""


JUDGE = """\
import json, sys
path, kind = json.loads(sys.argv[1])
sys.path[:] = path
from kibitz.seats.trials import Ground
with Ground(kind) as ground:
    ground.got("leave_something")
    print("ready", flush=True)
    sys.stdin.read()
    while True:
        import time
        time.sleep(60)
"""


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in (b"Z", b"X")


# --- all of them ----------------------------------------------------------------------------------

GONE = "it gets nothing"

TRIALS: tuple[Trial, ...] = (
    Trial("read_system_files", "reads /etc/passwd", GONE, "files", _kept_from),
    Trial("read_home", "lists the home folder", GONE, "files", _kept_from),
    Trial("read_judges_file", "reads a file of the judge's", GONE, "files", _kept_from),
    Trial("read_judges_memory", "reads the judge's memory", GONE, "files", _kept_from),
    Trial("read_warm_memory", "reads the memory it was forked from", GONE, "files", _kept_from),
    Trial("list_processes", "lists other processes", GONE, "files", _kept_from),
    Trial(
        "read_argv_and_environment",
        "looks for secrets in arguments and environment",
        GONE,
        "limits",
        _kept_from,
    ),
    Trial("find_descriptors", "looks for open descriptors", GONE, "nothing", _kept_from),
    Trial("kill_warm", "kills the process it was forked from", "it lives", "signals", _warm_lives),
    Trial("kill_judge", "sends the judge a signal", "it may not", "signals", _kept_from),
    Trial("trace_others", "traces other processes", "it may not", "calls", _kept_from),
    Trial("become_root", "becomes root", "it may not", "calls", _kept_from),
    Trial("mount", "mounts a file system", "it may not", "calls", _kept_from),
    Trial("make_namespace", "makes a user namespace", "it may not", "calls", _kept_from),
    Trial("connect_tcp", "connects to 127.0.0.1", "there is no network", "calls", _kept_from),
    Trial("send_udp", "sends a datagram", "there is no network", "calls", _kept_from),
    Trial("connect_abstract", "connects to an abstract socket", GONE, "calls", _kept_from),
    Trial("connect_named", "connects to a socket in a folder", GONE, "calls", _kept_from),
    Trial("fork_bomb", "forks without end", "it is stopped", "count", _kept_from),
    Trial("thread_bomb", "starts threads without end", "it is stopped", "count", _kept_from),
    Trial("memory_bomb", "takes all memory", "it is stopped", "limits", _kept_or_ended),
    Trial(
        "memory_bomb_of_many",
        "takes all memory in several processes",
        "they are ended",
        "limits",
        _kept_or_ended,
    ),
    Trial("fill_disk", "writes files", "it cannot", "limits", _kept_from),
    Trial("fill_memory_file", "writes files in memory", "it cannot", "limits", _kept_from),
    Trial("raise_limits", "raises its limits", "it may not", "limits", _kept_from),
    Trial("run_for_ever_in_c", "never comes back from C", "it is late", "nothing", _noticed(Late)),
    Trial("ignore_signals", "ignores all signals", "it is late", "nothing", _noticed(Late)),
    Trial("stop_itself", "stops itself", "it is late", "nothing", _noticed(Late)),
    Trial(
        "close_everything",
        "closes its descriptors",
        "the judge is told",
        "nothing",
        _noticed(Late, Gone),
    ),
    Trial(
        "say_too_much",
        "answers without end",
        "it is cut off",
        "nothing",
        _noticed(TooLong),
    ),
    Trial("say_half", "answers half a line", "it is late", "nothing", _noticed(Late)),
    Trial("print_a_lot", "prints megabytes", "the game goes on", "nothing", _answers),
    Trial(
        "leave_channel_to_child",
        "ends, but a child keeps its line",
        "the judge is told",
        "nothing",
        _ended_with_code,
    ),
    Trial(
        "answer_beforehand",
        "answers before it is asked",
        "that does not count",
        "nothing",
        _asked_anew,
    ),
    Trial(
        "think_on",
        "goes on thinking when it is another's turn",
        "it stands still",
        "calls",
        _stands_still,
    ),
    Trial(
        "leave_something",
        "leaves something for the next game",
        "that finds nothing",
        "calls",
        _forgotten,
    ),
    Trial("tell_partner", "locks a file its partner sees", "it may not", "calls", _not_heard),
    Trial("judge_killed", "its judge is killed", "no process is left", "nothing", _all_end),
)
"""All attacks."""
