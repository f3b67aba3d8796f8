"""A booth: a process for each game, forked from a warm one; what is in force, and what ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from kibitz import load
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.seats import bwrap, crowd
from kibitz.seats.booth import Booth, Gone, Late, TooLong, available
from kibitz.seats.terms import Sandbox, Terms

from .targets import HERE, KINDS, asked, booth, unavailable

SHORT = 0.05


@pytest.fixture(scope="module", params=KINDS)
def held(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Booth]:
    """A booth of each kind, for a bot in a folder of its own."""
    if reason := unavailable(request.param):
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("mine")
    (folder / "my.py").write_text("import colorsys, helper, kibitz\n")
    (folder / "helper.py").write_text("import xml.dom.minidom, no_such_module\n")
    with booth(f"{folder}/my.py:MyBot:depth=3", request.param) as made:
        yield made


def test_a_line_that_is_sent_is_answered(held: Booth) -> None:
    line = held.open()
    line.send("QH")
    assert line.receive(10) == "QH"


def test_each_game_has_a_process_of_its_own_and_finds_nothing_of_the_last(held: Booth) -> None:
    line = held.open()
    line.send("exec sys.left = 'the hand of seat 1'")
    assert asked(line, "hasattr(sys, 'left')") == "True"
    assert asked(held.open(), "hasattr(sys, 'left')") == "False"


def test_what_the_bots_files_import_is_loaded_before_a_game_but_nothing_of_its_own(
    held: Booth,
) -> None:
    line = held.open()
    loaded = "[name in sys.modules for name in ('colorsys', 'xml.dom.minidom', 'helper', 'my')]"
    assert asked(line, loaded) == "[True, True, False, False]"


def test_a_bot_is_told_where_its_file_is(held: Booth) -> None:
    line = held.open()
    assert asked(line, "told['bot'].endswith('/my.py:MyBot:depth=3')") == "True"
    assert asked(line, "os.path.isfile(told['file'])") == "True"
    assert asked(line, "os.getcwd() == told['folder'] == os.path.dirname(told['file'])") == "True"
    if held.kind == "bwrap":
        assert asked(line, "told['bot']") == "/bot/my.py:MyBot:depth=3"


def test_nothing_comes_in_time(held: Booth) -> None:
    line = held.open()
    line.send("exec import time; time.sleep(60)")
    with pytest.raises(Late):
        line.receive(SHORT)


@pytest.mark.parametrize(
    ("does", "code"),
    [("os._exit(3)", 3), ("os.kill(os.getpid(), 9)", -9), ("sys.exit()", 0), ("1 / 0", 1)],
)
def test_how_a_process_ended_is_told(held: Booth, does: str, code: int) -> None:
    line = held.open()
    line.send(f"exec {does}")
    with pytest.raises(Gone) as gone:
        line.receive(10)
    assert gone.value.code == code
    with pytest.raises(Gone):
        line.send("QH")
    if code == 1:
        assert "ZeroDivisionError" in line.said()


def test_an_answer_counts_even_if_its_process_has_ended_since(held: Booth) -> None:
    line = held.open()
    line.send("exec channel.sendall(b'QH\\n'); os._exit(0)")
    assert line.receive(10) == "QH"
    with pytest.raises(Gone):
        line.receive(10)


def test_what_is_printed_is_kept_and_is_not_the_protocol(held: Booth) -> None:
    line = held.open()
    line.send("exec print('I have', 'QH')")
    line.send("exec os.write(2, b'and KH\\n')")
    line.send("7C")
    assert line.receive(10) == "7C"
    assert line.said() == "I have QH\nand KH\n"


def test_only_the_end_of_what_is_printed_is_kept(held: Booth) -> None:
    line = held.open()
    line.send("exec print('x' * 300_000 + 'end')")
    line.send("7C")
    assert line.receive(10) == "7C"
    said = line.said()
    assert len(said) < 10_000
    assert said.endswith("end\n")


def test_lines_that_come_together_are_taken_one_by_one_or_dropped(held: Booth) -> None:
    line = held.open()
    line.send("exec channel.sendall(b'QH\\nKH\\n7')")
    assert line.receive(10) == "QH"
    line.drop()
    line.send("AH")
    assert line.receive(10) == "AH"


def test_half_a_line_is_not_an_answer(held: Booth) -> None:
    line = held.open()
    line.send("exec channel.sendall(b'Q')")
    with pytest.raises(Late):
        line.receive(SHORT)


@pytest.mark.parametrize("end", ["", "\\n"])
def test_an_answer_can_be_too_long(held: Booth, end: str) -> None:
    line = held.open()
    line.send(f"exec channel.sendall(b'x' * 1_100_000 + b'{end}')")
    with pytest.raises(TooLong):
        line.receive(10)


def test_who_does_not_listen_does_not_hold_the_judge(held: Booth) -> None:
    line = held.open()
    line.send("exec import time; time.sleep(60)")
    line.send("x" * 4_000_000)
    with pytest.raises(Late):
        line.receive(SHORT)


def test_all_of_a_long_message_comes_through(held: Booth) -> None:
    line = held.open()
    line.send("x" * 1_000_000)
    assert len(line.receive(10)) == 1_000_000


def test_processes_that_rest_do_nothing_and_go_on_when_they_wake(held: Booth) -> None:
    line = held.open()
    assert asked(line, "1")
    held.rest()
    line.send("QH")
    with pytest.raises(Late):
        line.receive(SHORT)
    held.wake()
    assert line.receive(10) == "QH"


def test_a_booth_that_is_cleared_ends_processes_wherever_they_hide(held: Booth) -> None:
    line = held.open()
    child = "[os.fork() or (os.setsid(), os.fork() or __import__('time').sleep(60))]"
    assert asked(line, child)
    warm, *playing = _processes(held)
    assert len(playing) >= 2
    held.clear()
    assert _processes(held) == [warm]
    assert asked(held.open(), "1") == "1"


def _processes(held: Booth) -> list[int]:
    """The warm process, and those that were forked from it."""
    assert held._process is not None
    return list(crowd.descendants(held._process.pid))


def test_standard_input_is_empty(held: Booth) -> None:
    assert asked(held.open(), "repr(sys.stdin.read())") == "''"


def test_only_what_a_bot_needs_is_open(held: Booth) -> None:
    found = asked(held.open(), "[n for n in range(64) if os.path.exists(f'/proc/self/fd/{n}')]")
    assert found == "[0, 1, 2, 3]"


def test_a_bot_that_is_held_has_nothing_of_our_environment(
    monkeypatch: pytest.MonkeyPatch, held: Booth
) -> None:
    monkeypatch.setenv("SECRET", "QH")
    held.close()
    assert asked(held.open(), "'SECRET' in os.environ") == str(held.kind == "off")
    assert asked(held.open(), "os.environ['PYTHONHASHSEED']") == "0"


def test_numpy_can_be_used_within_the_limits(held: Booth) -> None:
    found = asked(
        held.open(), "__import__('numpy').eye(300).dot(__import__('numpy').eye(300)).sum()"
    )
    assert float(found) == 300


def test_the_warm_process_is_started_anew_if_it_is_gone(held: Booth) -> None:
    assert asked(held.open(), "1")
    before = held.started
    os.kill(held._process.pid, signal.SIGKILL)  # type: ignore[union-attr]
    held._process.wait()  # type: ignore[union-attr]
    assert asked(held.open(), "2") == "2"
    assert held.started == before + 1


# --- one of each ----------------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Sandbox:
    if reason := unavailable(request.param):
        pytest.skip(reason)
    found: Sandbox = request.param
    return found


def test_files_that_are_ours_alone_can_be_played_with(kind: Sandbox, tmp_path: Path) -> None:
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    file = folder / "my.py"
    file.write_text("a bot")
    file.chmod(0o600)
    with booth(f"{file}:MyBot", kind) as held:
        assert asked(held.open(), "open(told['file']).read()") == "a bot"
        if kind != "off":
            assert asked(held.open(), "os.getuid()") != "0"


@pytest.mark.parametrize("interpreter", ["node", "perl", "sh"])
def test_a_program_in_another_language_has_the_protocol_on_its_standard_streams(
    kind: Sandbox, interpreter: str, tmp_path: Path
) -> None:
    if shutil.which(interpreter, path="/usr/bin:/bin") is None:
        pytest.skip(f"{interpreter} is not installed")
    text = {
        "node": "require('readline').createInterface({input: process.stdin})"
        ".on('line', line => { console.error('heard'); console.log('said ' + line) })",
        "perl": '$| = 1; while (<STDIN>) { print STDERR "heard\\n"; print "said $_" }',
        "sh": 'while read line; do echo heard >&2; echo "said $line"; done',
    }[interpreter]
    file = tmp_path / "bot"
    file.write_text(f"#!/usr/bin/env {interpreter}\n{text}\n")
    file.chmod(0o755)
    with Booth(str(file), None, 0, Terms(sandbox=kind)) as held:
        line = held.open()
        line.send("QH")
        assert line.receive(20) == "said QH"
        assert line.said() == "heard\n"


def test_a_guest_finds_its_game_made(kind: Sandbox) -> None:
    ref = GameRef.of(load("agram"))
    terms = Terms(sandbox=kind)
    with Booth("nobody", ref, 1, terms, target="echoes:echo", visible=[HERE]) as held:
        found = asked(held.open(), "(told['game'].name, told['seat'], told['folder'])")
    assert found == "('agram', 1, None)"


def test_whoever_is_not_there_any_more_leaves_nobody_behind(kind: Sandbox) -> None:
    judge = subprocess.Popen(
        [sys.executable, "-c", JUDGE, json.dumps([sys.path, str(HERE.parent), kind])],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert judge.stdout is not None
    with judge, judge.stdout as said:
        assert said.readline() == "ready\n"
        processes = list(crowd.descendants(judge.pid))
        judge.kill()
    assert len(processes) >= 3
    watched = [found for pid in processes if (found := _pidfd(pid)) is not None]
    for descriptor in watched:
        assert _ended(descriptor)
        os.close(descriptor)


JUDGE = """
import json, sys
path, tests, kind = json.loads(sys.argv[1])
sys.path[:] = [*path, tests]
from seats.targets import asked, booth
with booth("nobody", kind) as held:
    line = held.open()
    asked(line, "[p := os.pipe(), os.fork() or (os.setsid(), os.fork(), os.write(p[1], b'!'), "
        "__import__('time').sleep(60)), os.read(p[0], 1)]")  # there are two more, who say nothing
    print("ready", flush=True)
    line.receive(60)
"""


def _pidfd(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _ended(descriptor: int) -> bool:
    """Whether a process has ended, or does so soon."""
    import select

    return bool(select.select([descriptor], [], [], 10)[0])


def test_what_cannot_be_loaded_is_told_in_a_sentence() -> None:
    with Booth("nobody", None, 0, Terms(), target="no_such_module:main") as held:
        with pytest.raises(KibitzError, match=r"does not start: .*no_such_module"):
            held.open()


def test_what_ends_whoever_imports_it_ends_the_games_of_that_bot_alone(
    kind: Sandbox, tmp_path: Path
) -> None:
    installed, own = tmp_path / "installed", tmp_path / "own"
    for folder in (installed, own):
        folder.mkdir()
    (installed / "fatal.py").write_text("import os\nos._exit(3)\n")
    (own / "my.py").write_text("if False:\n    import fatal\n")
    with Booth(
        *(f"{own}/my.py", None, 1, Terms(sandbox=kind)),
        target="echoes:echo",
        visible=[HERE, installed],
    ) as held:
        assert asked(held.open(), "1 + 1") == "2"


def test_auto_is_the_best_there_is() -> None:
    found, why = available()
    assert found == ("bwrap" if bwrap.refusal() is None else "limits")
    assert why


def test_bwrap_is_refused_with_a_reason_where_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    bwrap.refusal.cache_clear()
    try:
        found, why = available()
        assert found == "limits"
        assert why.startswith("bwrap is not installed; ")
        with pytest.raises(KibitzError, match="bwrap is not installed"):
            booth("nobody", "bwrap")
    finally:
        bwrap.refusal.cache_clear()


def test_a_bot_is_in_the_folder_that_it_sees(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="is not in"):
        Booth("bots/my.py:MyBot", None, 0, Terms(), folder=tmp_path)


def test_a_folder_named_players_keeps_its_name(tmp_path: Path) -> None:
    kind = available()[0]
    players = tmp_path / "Players"
    players.mkdir()
    (players / "My.py").write_text("")
    with booth(f"{players}/../Players/My.py", cast(Sandbox, kind)) as held:
        assert asked(held.open(), "told['bot'].endswith('/Players/My.py')") == "True"
        assert asked(held.open(), "os.path.exists(told['bot'])") == "True"


def test_what_a_bot_prints_cannot_do_anything_to_a_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    terms = Terms()
    heard = Booth("nobody", None, 0, terms, target="echoes:echo", visible=[HERE], heard=True)
    with heard:
        line = heard.open()
        line.send("exec print('\\x1b[2Jboo')")
        line.send("QH")
        line.receive(10)
    assert capfd.readouterr().err == "␛[2Jboo\n"
