"""The commands as a whole: help, version, mistakes, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import __version__
from kibitz.arena import match
from kibitz.cli.main import main
from kibitz.cli.visible import escaped, visible
from kibitz.engine import Record, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.search.trees import think

from .conftest import Kibitz

COMMANDS = (
    *("games", "rules", "play", "table", "simulate", "match", "bots"),
    *("know", "solve", "record", "check", "show", "logic", "bench", "cache", "sandbox", "compete"),
    "analyse",
)


def run(*words: str, code: str = "") -> subprocess.CompletedProcess[str]:
    command = ["-c", code] if code else ["-m", "kibitz", *words]
    return subprocess.run(
        [sys.executable, "-X", "dev", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_help_lists_the_commands(kibitz: Kibitz) -> None:
    result = kibitz("--help")
    assert result.exit_code == 0
    assert all(f" {command} " in result.output for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(kibitz: Kibitz, command: str) -> None:
    result = kibitz(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_help_is_as_wide_as_the_terminal(kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = [line.strip() for line in kibitz("train", "--help").output.splitlines()]
    [paragraph] = [line for line in lines if line.startswith("It plays games with itself")]
    assert len(paragraph) > 150


def test_version(kibitz: Kibitz) -> None:
    assert kibitz("--version").output == f"kibitz {__version__}\n"


@pytest.mark.parametrize(
    ("words", "light"),
    [
        (("--help",), ("kibitz.engine", "kibitz.recycle", "platformdirs", "starlette", "asyncio")),
        (("bench", "--help"), ("kibitz.engine", "kibitz.recycle", "platformdirs")),
        (("cache",), ()),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(
    words: tuple[str, ...], light: tuple[str, ...]
) -> None:
    done = run(
        code=f"import sys\nsys.argv = ['kibitz', *{words}]\nfrom kibitz.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"heavy = {{'numpy', 'llvmlite', 'pyspiel', 'jax', 'kibitz.learn', *{light}}}\n"
        "print('heavy:', sorted(heavy & set(sys.modules)))"
    )
    assert done.stdout.endswith("heavy: []\n")
    assert done.stderr == ""


def test_an_unknown_game_is_one_sentence_on_standard_error() -> None:
    done = run("rules", "agrm")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: there is no game `agrm`; did you mean `agram`?")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("plya",), ("play", "agram", "--sed", "3"), ("simulate",)])
def test_a_mistyped_command_or_option_is_refused(kibitz: Kibitz, words: tuple[str, ...]) -> None:
    result = kibitz(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize("setting", ["NUMP", "=3", "NUMP="])
def test_a_setting_needs_a_name_and_a_value(kibitz: Kibitz, setting: str) -> None:
    result = kibitz("show", "agram", "--set", setting)
    assert result.exit_code == 2
    assert "NAME=VALUE" in result.stderr


@pytest.mark.parametrize("command", ["simulate", "play", "show", "check"])
def test_an_unknown_parameter_is_wrong_input(kibitz: Kibitz, command: str) -> None:
    result = kibitz(command, "agram", "--set", "NUMPP=3")
    assert result.exit_code == 2
    assert "agram has no parameter NUMPP; did you mean `NUMP`?" in result.stderr


@pytest.mark.parametrize("setting", ["NUMP=many", "NUMP=7", "NUMP=99999999999"])
def test_a_parameter_out_of_range_is_wrong_input(kibitz: Kibitz, setting: str) -> None:
    result = kibitz("simulate", "agram", "--set", setting)
    assert result.exit_code == 2
    assert "NUMP" in result.stderr


def test_a_broken_description_is_wrong_input_for_all_but_check(
    kibitz: Kibitz, broken: Path
) -> None:
    for command in ("rules", "show", "simulate", "play"):
        result = kibitz(command, str(broken))
        assert result.exit_code == 2
        assert "unknown action `mvoe`; did you mean `move`?" in result.stderr
        assert "'MANY" in result.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-X", "dev", "-m", "kibitz", "show", "tarot", "--python"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


# --- whatever goes wrong --------------------------------------------------------------------------


def ended(*words: str) -> int | str | None:
    """How the command line ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["kibitz", *words])
        with pytest.raises(SystemExit) as end:
            main()
    return end.value.code


def test_a_mistake_of_ours_is_one_sentence_and_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(*given: object) -> None:
        raise IndentationError("expected an indented block")

    monkeypatch.setattr("kibitz.engine.game.Game.__init__", fail)
    folder, new = tmp_path / "kept", tmp_path / "new.rcy"  # that no other test has made
    folder.mkdir()
    new.write_text((Path(__file__).parent.parent / "games" / "small" / "eights.rcy").read_text())
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert ended("rules", str(new)) == 3
    (kept,) = folder.iterdir()
    assert capsys.readouterr().err == (
        "error: something went wrong inside Kibitz (IndentationError)\n"
        f"  hint: please report it, with the file {kept}, which says where\n"
    )
    assert "expected an indented block" in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0


def test_check_goes_on_to_the_next_file_after_a_mistake_of_ours(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, suspicious: Path, broken: Path
) -> None:
    def fail(*given: object) -> None:
        raise IndentationError("expected an indented block")

    monkeypatch.setattr("kibitz.engine.game.Game.__init__", fail)
    result = kibitz("check", str(suspicious), str(broken))
    assert result.exit_code == 1
    assert "something went wrong inside Kibitz (IndentationError)" in result.stdout
    assert "unknown action `mvoe`" in result.stdout


def test_ctrl_c_while_everything_is_imported_ends_without_a_word() -> None:
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from kibitz.__main__ import main\n"
        "main()\n"
    )
    done = run(code=code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_and_closed_streams_are_no_traceback() -> None:
    script = '"$0" -m kibitz games'
    for end, code, said in (
        (" >/dev/full", 2, "error: No space left on device\n"),
        (" >&-", 0, ""),
        (" <&- >&- 2>&-", 0, ""),
    ):
        done = subprocess.run(
            ["sh", "-c", script + end, sys.executable],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (code, said), end


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "agram", "--limit", str(10**30)), "from 1 to 1,000,000"),
        (("simulate", "agram", "-n", str(10**30)), "games cannot be played"),
        (("match", "agram", "random", "first", "-n", str(10**20)), "deals cannot be played"),
        (("rules", "a" * 300), "there is no game `aaa"),
        (("rules", "a" * 300 + ".rcy"), "there is no file"),
        (("rules", "\0"), "there is no game"),
        (("rules", ""), "is a folder"),
        (("simulate", "agram", "--bots", "ismcts"), "kibitz match"),
        (("know", "agram", "--record", __file__), "this is not a record of a game: it is not JSON"),
    ],
)
def test_what_is_too_much_or_too_strange_is_refused(
    kibitz: Kibitz, words: tuple[str, ...], said: str
) -> None:
    result = kibitz(*words)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="every file ends here")
@pytest.mark.parametrize("words", [("rules",), ("logic",), ("know", "agram", "--record")])
def test_a_file_that_never_ends_is_too_large(kibitz: Kibitz, words: tuple[str, ...]) -> None:
    result = kibitz(*words, "/dev/zero")
    assert result.exit_code == 2
    assert "/dev/zero is too large to be" in result.stderr


def test_nothing_that_is_printed_acts_on_the_terminal(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("rules", "\x1b]0;title\x07agram\x9b2J\u202e")
    assert "there is no game `␛]0;titleagram\ufffd2J\ufffd`" in result.stderr
    path = tmp_path / "odd.json"
    state = load("agram").new(1)
    Record.of(state, ("\x1b[2Jyou",) * 4).save(path)
    shown = kibitz("know", "agram", "--record", str(path)).output
    assert "\x1b" not in shown
    assert visible("a\tb\n") == "a\tb\n"
    assert escaped('"\x9b"') == '"\\u009b"'


def test_python_is_told_what_was_expected_too() -> None:
    for call in (
        lambda: load(3),  # type: ignore[arg-type]
        lambda: load("a" * 300),
        lambda: match("agram", ["first"] * 4, 1),  # type: ignore[arg-type]
        lambda: think(view(load("agram").new(1), 0), seconds=-1),
        lambda: Record.from_json("[]"),
        lambda: Record.from_json("{}"),
        lambda: Record.open("/nowhere/at/all"),
    ):
        with pytest.raises(KibitzError) as error:
            call()
        assert "object" not in error.value.message or "JSON" in error.value.message
