"""Bots by name: of the house, of a package, in a file."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from kibitz.bots import sources
from kibitz.bots.house import HOUSE
from kibitz.bots.names import called, described, find, listed, names, split
from kibitz.bots.plain import Random, Slow
from kibitz.engine import load
from kibitz.errors import KibitzError

AGRAM, TAROT = load("agram"), load("tarot")

FILE = """
from dataclasses import dataclass

from helper import FIRST

@dataclass
class MyBot:
    depth: int = 2

    def choose(self, view, budget):
        return view.actions[FIRST]

class Touchy:
    def __init__(self, depth: int = 1):
        if depth > 3:
            raise ValueError("too deep")

    def choose(self, view, budget):
        return view.actions[0]

class Nobody:
    pass

def somebody():
    return MyBot()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("FIRST = 0")
    path = tmp_path / "my.py"
    path.write_text(FILE)
    return path


def complaint(text: str) -> str:
    with pytest.raises(KibitzError) as refused:
        find(text, AGRAM).make()
    return str(refused.value)


def test_a_house_bot() -> None:
    entry = find(" random ", AGRAM)
    assert entry.name == "random"
    assert isinstance(entry.make(), Random)


def test_parameters_follow_a_colon() -> None:
    bot = find("slow:seconds=0.5", AGRAM).make()
    assert isinstance(bot, Slow)
    assert bot.seconds == 0.5


@pytest.mark.parametrize("name", [name for name, bot in HOUSE.items() if not bot.brought])
def test_every_house_bot_can_be_made(name: str) -> None:
    for game in HOUSE[name].games or ("agram",):
        assert callable(find(name, load(game)).make().choose)


def test_a_bot_of_some_games_only_is_refused_in_others() -> None:
    assert complaint("rule") == (
        f"the bot `rule` is not meant for Agram, only for {' and '.join(HOUSE['rule'].games)}\n"
        f"  hint: here there are {', '.join(names(AGRAM))}"
    )


def test_names_are_those_of_the_game() -> None:
    assert "rule" in names(TAROT)
    assert "rule" not in names(AGRAM)
    assert set(names()) >= {*names(TAROT), *names(AGRAM), "greedy"}


def test_an_unknown_name_is_refused() -> None:
    assert complaint("randm:x=3").startswith(
        "there is no bot `randm`; did you mean `random`?\n  hint: one of: random, first, "
    )


# --- files ----------------------------------------------------------------------------------------


def test_a_bot_in_a_file(file: Path) -> None:
    assert type(find(f"{file}:MyBot", AGRAM).make()).__name__ == "MyBot"
    entry = find(f"{file}:MyBot:depth=3", AGRAM)
    assert entry.settings == {"depth": 3}
    assert entry.name == f"{file}:MyBot:depth=3"


def test_two_bots_of_one_file_come_from_one_module(file: Path) -> None:
    one, two = find(f"{file}:MyBot", AGRAM), find(f"{file}:Touchy", AGRAM)
    assert one.kind.__module__ == two.kind.__module__


def test_a_changed_file_is_read_anew(file: Path) -> None:
    find(f"{file}:MyBot", AGRAM)
    file.write_text(FILE.replace("depth: int = 2", "depth: int = 2222"))
    assert "depth=2222" in complaint(f"{file}:MyBot:x=1")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("MyBt", "{file} has no `MyBt`; did you mean `MyBot`?\n  hint: it has MyBot, Touchy"),
        ("", "`{file}:` does not say which class of {file}\n  hint: it has MyBot, Touchy"),
        ("Nobody", "`{file}:Nobody` is not a bot: it is a class without a method choose"),
        ("somebody", "`{file}:somebody` is not a bot: it is not a class"),
        ("MyBot:deep=3", "`{file}:MyBot` has no parameter `deep`; did you mean `depth`?"),
        ("Touchy:depth=9", "`{file}:Touchy:depth=9` cannot be made: ValueError: too deep"),
    ],
)
def test_what_is_wrong_with_a_bot_in_a_file_is_said(file: Path, name: str, message: str) -> None:
    assert complaint(f"{file}:{name}").startswith(message.format(file=file))


def test_where_a_bot_could_not_be_made_is_said(file: Path) -> None:
    line = FILE[: FILE.index("raise")].count("\n") + 1
    assert complaint(f"{file}:Touchy:depth=9").endswith(f"\n  hint: {file}, line {line}")


def test_a_file_alone_does_not_say_which_class(file: Path) -> None:
    assert "does not say which class" in complaint(str(file))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert complaint(f"{tmp_path}/your.py:Bot").startswith(f"there is no file `{tmp_path}/your.py`")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero", 2),
        ("import nothing_of_the_kind\n", "ModuleNotFoundError: No module named", 1),
        ("\n\ndef bot(:\n", "SyntaxError: ", 3),
        ("raise SystemExit\n", "SystemExit", 1),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused(
    tmp_path: Path, text: str, message: str, line: int
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    said = complaint(f"{path}:Bot")
    assert said.startswith(f"{path} cannot be imported: {message}")
    assert said.endswith(f"hint: {path}, line {line}")


# --- packages -------------------------------------------------------------------------------------


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that bring bots: a good one, one that is not there, one that is none."""
    found = {
        name: EntryPoint(name, target, sources.GROUP)
        for name, target in (
            ("late", "kibitz.bots.plain:Slow"),
            ("gone", "kibitz.nowhere:Bot"),
            ("thing", "kibitz.engine.state:State"),
            ("random", "kibitz.bots.plain:First"),
        )
    }
    monkeypatch.setattr(sources, "brought", lambda group: found.values())


@pytest.mark.usefixtures("installed")
def test_a_bot_of_an_installed_package_is_found_by_its_name() -> None:
    assert isinstance(find("late:seconds=1", AGRAM).make(), Slow)
    assert "late" in names(AGRAM)
    assert "did you mean `late`?" in complaint("latte")


@pytest.mark.usefixtures("installed")
def test_a_package_does_not_replace_a_house_bot() -> None:
    assert isinstance(find("random", AGRAM).make(), Random)
    assert names(AGRAM).count("random") == 1


@pytest.mark.usefixtures("installed")
def test_a_bot_of_a_package_that_cannot_be_used_is_refused() -> None:
    assert complaint("gone").startswith(
        "the bot `gone` of an installed package cannot be used: ModuleNotFoundError: "
    )
    assert complaint("thing").startswith(
        "`thing` is not a bot: it is a class without a method choose"
    )


@pytest.mark.usefixtures("installed")
def test_the_list_says_what_can_be_set_and_what_cannot_be_used() -> None:
    lines = {(bot.name, bot.game): bot for bot in listed()}
    assert [str(one) for one in lines["slow", None].parameters] == ["seconds=0.2"]
    assert "ModuleNotFoundError" in (lines["gone", None].error or "")
    assert {game for name, game in lines if name == "rule"} >= {"tarot", "brisca"}
    assert [bot.game for bot in listed(TAROT) if bot.name == "rule"] == ["tarot"]


# --- several --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("random", ["random"]),
        ("random, first", ["random", "first"]),
        ("a:x=1,y=2,b", ["a:x=1,y=2", "b"]),
        ("my.py:Bot:x=1,y=2,my.py:Bot:x=3", ["my.py:Bot:x=1,y=2", "my.py:Bot:x=3"]),
    ],
)
def test_names_in_a_row_are_told_from_parameters(text: str, found: list[str]) -> None:
    assert split(text) == found


def test_people_meet_bots_under_other_names_than_the_command_line() -> None:
    titles = [bot.title for bot in HOUSE.values()]
    assert len(set(titles)) == len(titles)
    assert not {"ismcts", "pimc", "osla"} & {title.lower() for title in titles}
    assert called("ismcts:seconds=2") == "Searcher"
    assert described("ismcts:seconds=2,threads=2").endswith("only; seconds=2, threads=2")
    assert described("first") == "the first option listed"


def test_nobody_at_the_table_is_told_where_a_file_lies() -> None:
    for bot in ("/home/ann/secret/my.py:random", "/home/ann/secret/my.py:random:depth=3"):
        assert called(bot) == "random"
        assert "/" not in described(bot)


def test_every_setting_of_a_house_bot_is_explained() -> None:
    for bot in listed():
        assert bot.name not in HOUSE or all(one.about for one in bot.parameters), bot.name
