"""The commands as a whole: help, version, mistakes, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz import __version__

from .conftest import Kibitz

COMMANDS = (
    *("games", "rules", "play", "table", "simulate", "match", "bots"),
    *("know", "solve", "check", "show", "logic", "bench", "cache"),
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
        f"heavy = {{'numpy', 'numba', 'pyspiel', *{light}}}\n"
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
