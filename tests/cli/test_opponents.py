"""Who sits at a table in the terminal: any bot, other people; bots that fail."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from kibitz.bots import guests
from kibitz.bots.guests import Guest
from kibitz.bots.names import find
from kibitz.cli import opponents
from kibitz.engine import load, native
from kibitz.errors import KibitzError

from .conftest import Kibitz
from .test_play import SMALL, screens

KUHN = "kuhn"

FILE = """
class Last:
    def __init__(self, mood: str = "good"):
        self.mood = mood

    def choose(self, view, budget):
        if self.mood == "bad" and len(view.events) > 60:
            raise ValueError("enough of this")
        if self.mood == "odd":
            return "play AS"
        if self.mood == "late":
            raise SystemExit(1)
        if self.mood == "timed":
            raise ValueError(f"I have {budget} seconds")
        return view.actions[-1]

class Teller(Last):
    def finish(self, result):
        with open("told.txt", "a") as file:
            print(result.seat, sum(result.scores), file=file)

class Cheater(Last):
    def choose_seeing_all(self, state, budget):
        return state.actions[0]

class Elsewhere(Last):
    def choose(self, view, budget):
        import kibitz
        return kibitz.load("boerenbridge").new(seed=1).actions[0]
"""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Bots in a file, and we are where it is."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my.py"
    path.write_text(FILE)
    return path


def test_a_bot_with_parameters_and_one_in_a_file(play: Kibitz, tmp_path: Path) -> None:
    bots = "slow:seconds=0,my.py:Last:mood=good,first"
    result = play("agram", "--seed", "3", "--bots", bots, typed="1\n" * 6)
    assert result.exit_code == 0
    for name in ("slow:seconds=0", "my.py:Last:mood=good", "first"):
        assert re.search(rf"\d\. +\w+ +{name} +\d", screens(result.stdout)[-1])
    (path,) = (tmp_path / "data" / "kibitz" / "records").iterdir()
    assert json.loads(path.read_text())["players"] == [
        *("you", "slow:seconds=0", "my.py:Last:mood=good", "first")
    ]


def test_if_nobody_is_named_the_bots_search(kibitz: Kibitz) -> None:
    result = kibitz("play", KUHN, "--seed", "2", typed="1\n" * 3)
    assert result.exit_code == 0
    assert re.search(r"ismcts +−?\d", result.stdout)
    assert result.stderr == ""


def test_where_a_search_could_not_imagine_what_is_private_the_bots_are_random() -> None:
    game = load(str(SMALL / "guesses.rcy"))
    name, said = opponents.usual(game)
    assert name == "random"
    assert said is not None
    assert said.endswith("as they do hidden cards; random ones play instead.")


def test_on_a_terminal_it_is_said_that_a_game_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load(KUHN)
    monkeypatch.setattr(guests, "is_compiled", lambda game, kernel: False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    opponents.prepare(game, [find("random", game)])
    assert capsys.readouterr().err == ""
    opponents.prepare(game, [find("ismcts", game)])
    said = capsys.readouterr().err
    assert re.search(rf"compiling {game.title} for this machine, once: about \d+ s", said)


def test_where_nothing_can_be_compiled_the_bots_search_in_python_and_it_is_said_once(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(game: object, kernel: str) -> None:
        raise KibitzError("llvmlite is not installed", "use --mode python")

    monkeypatch.setattr(native, "file_of", refuse)
    result = kibitz("play", "agram", "--bots", "ismcts:iterations=5", typed="1\n" * 6)
    said = "The bots try fewer games for each decision: llvmlite is not installed."
    assert result.exit_code == 0
    assert result.stdout.count(said) == 1
    assert re.search(r"ismcts:iterations=5 +\d", screens(result.stdout)[-1])


def test_bots_play_the_same_after_undo_and_resume(play: Kibitz) -> None:
    options = ("--seed", "3", "--bots", "slow:seconds=0,random,slow:seconds=0")
    whole = screens(play("agram", *options, typed="1\n" * 6).stdout)
    undone = screens(play("agram", *options, typed="1\n1\nundo\n1\n").stdout)
    again = [screen.split("\n", 1)[-1] for screen in undone]
    assert again[4] == again[2] == whole[2].split("\n", 1)[-1]
    rest = screens(play("agram", "--resume", typed="1\n" * 4).stdout)
    assert rest[1:] == whole[3:]


def test_a_bot_answers_by_the_position_alone() -> None:
    game = load("agram")
    guest = Guest(find("random", game), None, "play")
    states = [game.new(seed) for seed in range(8)]
    answers = [guest.after(state)[0] for state in states]
    assert [guest.after(state)[0] for state in reversed(states)] == answers[::-1]
    assert len({answer.history[0].id for answer in answers}) > 2


def test_bots_that_played_are_told_how_it_ended(play: Kibitz, tmp_path: Path) -> None:
    play("agram", "--seed", "3", "--bots", "my.py:Teller", typed="1\n" * 6)
    assert (tmp_path / "told.txt").read_text().splitlines() == ["1 1", "2 1", "3 1"]


# --- bots that fail -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("my.py:Last:mood=bad", "failed at decision 9 (East): ValueError: enough of this\n"),
        (
            "my.py:Last:mood=odd",
            "chose wrongly at decision 2 (East): its answer is not an action (it is of type str)\n",
        ),
        ("my.py:Last:mood=late", "failed at decision 2 (East): SystemExit: 1\n"),
        ("my.py:Elsewhere", "chose wrongly at decision 2 (East): `guess 0` is not on offer\n"),
    ],
)
def test_a_failing_bot_is_blamed_and_the_game_saved(play: Kibitz, bot: str, said: str) -> None:
    result = play("agram", "--seed", "3", "--bots", f"{bot},first,first", typed="1\n1\n")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: the bot `{bot}` {said}  hint: ")
    assert "kibitz play agram --resume" in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


def test_after_a_bot_was_mended_the_game_goes_on(play: Kibitz, file: Path) -> None:
    play("agram", "--seed", "3", "--bots", "my.py:Last:mood=odd", typed="1\n")
    file.write_text(FILE.replace('return "play AS"', "return view.actions[0]"))
    result = play("agram", "--resume", typed="1\n" * 5)
    assert result.exit_code == 0
    assert ", the end" in result.stdout


def test_a_bot_that_is_gone_is_missed_on_resume(play: Kibitz, file: Path) -> None:
    play("agram", "--bots", "my.py:Last", typed="1\n")
    file.unlink()
    result = play("agram", "--resume")
    assert result.exit_code == 2
    said = "error: the saved game cannot be resumed: there is no file `my.py`"
    assert result.stderr.startswith(said)
    assert "; or delete " in result.stderr


def test_a_game_that_was_left_has_its_bots(play: Kibitz) -> None:
    play("agram", typed="1\n")
    result = play("agram", "--resume", "--bots", "first")
    assert result.exit_code == 2
    assert "the saved game has its own seat, deal and bots" in result.stderr


def test_a_cheater_cannot_play(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", "--bots", "my.py:Cheater", typed="1\n")
    assert result.exit_code == 2
    assert "`my.py:Cheater` wants to see all hands" in result.stderr


def test_bots_are_given_a_budget(play: Kibitz) -> None:
    options = ("--seed", "3", "--bots", "my.py:Last:mood=timed", "--budget")
    assert "I have 2.5 seconds" in play("agram", *options, "2.5", typed="1\n").stderr
    for wrong in ("0", "inf", "nan"):
        assert f"a budget cannot be {wrong} seconds" in play("agram", *options, wrong).stderr


# --- people ---------------------------------------------------------------------------------------

SHARED = ("--seed", "3", "--bots", "first,human,first")


def test_two_people_share_a_terminal(play: Kibitz) -> None:
    result = play("agram", *SHARED, typed="\n1\n\n1\nquit\n")
    assert result.exit_code == 0
    north, south = re.split(r"South is next\. Press Enter if that is you: ", result.stdout)[:2]
    assert "North is next. Press Enter if that is you: " in north
    assert "you are North" in north
    assert "you are South" in south
    assert "North leads" in south
    state = load("agram").new(3)
    held = {face.symbol for face in state.faces("HAND 0")}
    played = set(re.findall(r"You lead (\S+)\.|North leads (\S+)\.", result.stdout)[0])
    assert not any(symbol in south for symbol in held - played)


def test_a_game_of_people_is_resumed_and_ends_for_all_of_them(play: Kibitz) -> None:
    play("agram", *SHARED, typed="\n1\n\n1\nquit\n")
    result = play("agram", "--resume", typed="\n1\n" * 12)
    assert result.exit_code == 0
    last = result.stdout.partition("Agram, the end")[2]
    assert re.search(r"^(North|East|South|West) wins\.$", last, re.MULTILINE)
    assert "human" in last
    assert "You" not in last


def test_who_is_not_at_the_keyboard_can_leave(play: Kibitz) -> None:
    assert "nothing was played yet" in play("agram", *SHARED, typed="quit\n").stdout
    assert "Saved." in play("agram", *SHARED, typed="\n1\nquit\n").stdout


def test_undo_gives_the_keyboard_back(play: Kibitz) -> None:
    """What is taken back is the decision of who asks for it, with all that came after."""
    result = play("agram", *SHARED, typed="\n1\n\n1\n1\n\nundo\n1\n\nundo\nquit\n")
    nexts = re.findall(r"(\w+) is next\. Press Enter", result.stdout)
    assert nexts == ["North", "South", "North", "South"]
    assert result.stdout.count("there is nothing to take back") == 1


def test_nobody_takes_back_what_another_one_decided(play: Kibitz) -> None:
    result = play("agram", *SHARED, typed="\n1\n\nundo\nundo\nquit\n")
    assert re.findall(r"(\w+) is next\. Press Enter", result.stdout) == ["North", "South"]
    assert result.stdout.count("there is nothing to take back") == 2


def test_the_terminal_forgets_what_the_one_before_has_seen(
    play: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    shared = play("agram", *SHARED, typed="\n1\n\n1\n1\n\nquit\n").stdout
    before = re.split(r"(?:North|South) is next\. Press Enter", shared)[:-1]
    assert len(before) == 3
    assert all(screen.endswith("\x1b[3J") for screen in before)
    assert "\x1b[3J" not in play("agram", "--seed", "3", typed="1\n1\n").stdout
