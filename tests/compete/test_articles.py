"""Reading charters: what they say, and all that is wrong with them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.compete.articles import read_charter
from kibitz.compete.charter import Charter, Entrant, Phase, Stop
from kibitz.compete.clauses import CLAUSES, reference
from kibitz.compete.run import changes
from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import DescriptionError

GOOD = """
title = "RoboBrisca 2026"
game = "brisca"
points = "score"
[parameters]
TIE = "SECOND"
[limits]
move = 0.5
memory = "1 GB"
failures = 2
[[entrants]]
name = "Ana"
bot = "ana/bot.py:Bot:depth=3"
team = ["Ana", "Bea"]
contact = "ana@example.org"
[[entrants]]
name = "Rule"
bot = "rule"
[[phases]]
kind = "gauntlet"
opponents = ["first"]
games = 10
best = 2
[[phases]]
kind = "cup"
resubmit = true
games = 10
points = "wins"
stop = {better = 0.6}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ana").mkdir()
    (tmp_path / "ana" / "bot.py").write_text("class Bot:\n    def choose(self, v, b): ...\n")
    return tmp_path


def charter(folder: Path, text: str) -> Charter:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return read_charter(path).charter


def complaints(folder: Path, text: str) -> list[str]:
    """What is said of a charter: line, column, and the sentence."""
    with pytest.raises(DescriptionError) as error:
        charter(folder, text)
    return [
        f"{one.line}:{one.column} {one.message} ({one.hint})" for one in error.value.diagnostics
    ]


def test_a_charter_says_who_plays_what_and_how(folder: Path) -> None:
    found = charter(folder, GOOD)
    assert found.title == "RoboBrisca 2026"
    assert found.parameters == {"TIE": "SECOND"}
    assert found.entrants == (
        Entrant("Ana", "ana/bot.py:Bot:depth=3", ("Ana", "Bea"), "ana@example.org"),
        Entrant("Rule", "rule"),
    )
    assert found.phases == (
        Phase("gauntlet", 10, "Gauntlet", opponents=("first",), best=2, points="score"),
        Phase("cup", 10, "Cup", resubmit=True, stop=Stop(better=0.6)),
    )
    assert (found.terms.move, found.terms.strikes, found.terms.memory) == (0.5, 2, 10**9)
    assert found.seed is None


def test_a_charter_can_be_kept_and_read_again(folder: Path) -> None:
    found = charter(folder, GOOD)
    assert Charter.from_json(found.to_json()) == found
    assert changes(found, found) == []


def test_what_has_changed_is_told(folder: Path) -> None:
    one = charter(folder, GOOD)
    other = charter(folder, GOOD.replace("games = 10\nbest", "games = 20\nbest"))
    assert changes(one, other) == ["phases 1.games was 10, and is 20"]


def test_all_mistakes_are_told_at_once_each_where_it_stands(folder: Path) -> None:
    text = """titel = "x"
game = "brisca"
[parameters]
TYE = "SECOND"
[limits]
move = -1
memory = "1 XB"
[[entrants]]
name = "Ana"
bot = "nobody/bot.py"
[[entrants]]
name = "Ana"
bot = "rul"
[[phases]]
kind = "gauntlet"
opponents = ["first", "frist"]
games = 11
rounds = 3
[[phases]]
kind = "cupp"
games = 0
"""
    found = complaints(folder, text)
    expected = [
        "1:1 a charter has no `titel`; did you mean `title`?",
        "4:1 Brisca has no parameter `TYE`; did you mean `TIE`?",
        "6:8 `move` cannot be -1 (from 0.01 to 86,400)",
        "7:10 `memory` must be a size like `1 GB`",
        "10:7 there is no file `nobody/bot.py`",
        "12:8 two entrants are called `Ana` (the other is on line 9)",
        "13:7 there is no bot `rul`; did you mean `rule`?",
        "16:23 there is no bot `frist`; did you mean `first`?",
        "18:1 `rounds` is for a swiss phase, not for a gauntlet phase",
        "20:8 `kind` cannot be `cupp`; did you mean `cup`?",
        "21:9 `games` cannot be 0 (from 1 to 100,000)",
    ]
    assert len(found) == len(expected)
    assert all(one.startswith(start) for one, start in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("games = 10\nbest", "games = 11\nbest", "10 or 12"),
        ("best = 2", "best = 3", "3 cannot go on (2 take part in this phase)"),
        ('opponents = ["first"]', "opponents = []", "there are no opponents"),
        ('name = "Ana"', 'name = "bot:ana"', "nobody can be called `bot:ana`"),
        ("resubmit = true", "best = 2", "`best` is for a gauntlet phase"),
        ("failures = 2", "opponents = 2", "it belongs to a phase"),
        ('bot = "rule"', 'bot = "human"', "person"),
        ('bot = "rule"', 'bot = "ana"', "there is no bot `ana`"),
        ('bot = "rule"', 'bot = "ana/"', "is a folder (there is bot.py in it)"),
        ('game = "brisca"', 'game = "none.rcy"', "there is no file"),
        ("{better = 0.6}", "{better = 0.5}", "`better` cannot be 0.5"),
        ('TIE = "SECOND"', "TIE = 1.5", "`TIE` must be a number or a name"),
        ('memory = "1 GB"', 'memory = "99999999 TB"', "no machine has so much memory"),
        ("[limits]", "[limits", "this is no TOML"),
        ('contact = "ana@example.org"', "", None),
    ],
)
def test_one_mistake_is_told(folder: Path, before: str, after: str, said: str | None) -> None:
    assert before in GOOD
    text = GOOD.replace(before, after, 1)
    if said is None:
        charter(folder, text)
    else:
        assert any(said in one for one in complaints(folder, text))


def test_a_cup_needs_a_field_that_fits(folder: Path) -> None:
    head = 'title = "x"\ngame = "brisca"\n'
    many = "".join(f'[[entrants]]\nname = "n{k}"\nbot = "first"\n' for k in range(65))
    cup = '[[phases]]\nkind = "cup"\ngames = 2\n'
    (found,) = complaints(folder, head + many + cup)
    assert "a cup is for 64 entrants at most, and here there are 65" in found
    (alone,) = complaints(folder, f'{head}[[entrants]]\nname = "a"\nbot = "first"\n{cup}')
    assert "a cup phase needs 2 entrants, and here there are 1" in alone


def test_a_folder_of_bots_enters_as_a_whole(folder: Path) -> None:
    bots = folder / "bots"
    (bots / "team" / "Players").mkdir(parents=True)
    (bots / "own").mkdir()
    (bots / "Cleo.py").write_text("class C:\n    def choose(self, v, b): ...\n")
    (bots / "helper.py").write_text("def help(): ...\n")
    (bots / "broken.py").write_text("class C(:\n")
    (bots / "own" / "bot.py").write_text("class D:\n    def choose(self, v, b): ...\n")
    (bots / "own" / "other.py").write_text("class E:\n    def choose(self, v, b): ...\n")
    (bots / "team" / "Players" / "Bot3.py").write_text("class X(Player):\n\tpass\n")
    text = (
        'title = "x"\ngame = "brisca"\nentrants = "bots"\n[[phases]]\nkind = "league"\ngames = 2\n'
    )
    found = charter(folder, text)
    assert [(one.name, one.bot) for one in found.entrants] == [
        ("Cleo", "bots/Cleo.py"),
        ("broken", "bots/broken.py"),
        ("own", "bots/own/bot.py"),
        ("team", "bots/team/Players/Bot3.py"),
    ]
    (bots / "own" / "bot.py").rename(bots / "own" / "another.py")
    (said,) = complaints(folder, text)
    assert "the folder `own` has several bots: another.py, other.py" in said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["bot:rule.py"], "nobody can be called `bot:rule`"),
        (["x" * 41 + ".py"], "is too long"),
        (["a\nb.py"], "is no name"),
        (["\udcff.py"], "is no name"),
        (["a.py:b.py"], "there is no file"),
        (["ana.py", "ana.pl"], "`ana.pl` and `ana.py` would have the same name"),
        (["ana.bot.py.txt"], "ana.bot.py.txt"),
    ],
)
def test_the_names_of_strangers_files_are_names_of_entrants_or_refused(
    folder: Path, names: list[str], said: str
) -> None:
    (folder / "bots").mkdir()
    for name in names:
        (folder / "bots" / name).write_text("class C:\n    def choose(self, v, b): ...\n")
        (folder / "bots" / name).chmod(0o755)
    (folder / "bots" / "other.py").write_text("class C:\n    def choose(self, v, b): ...\n")
    head = 'title = "x"\ngame = "brisca"\nentrants = "bots"\n'
    found = complaints(folder, f'{head}[[phases]]\nkind = "league"\ngames = 2\n')
    assert any(said in one for one in found)


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="cannot be read"):
        read_charter(tmp_path / "none.toml")


def test_every_clause_is_explained() -> None:
    text = reference()
    assert all(f"| `{clause.path}` |" in text for clause in CLAUSES)
