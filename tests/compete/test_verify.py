"""Whatever is changed in the folder of a competition, somebody finds it."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.lots import Lots
from kibitz.compete.report import write
from kibitz.compete.rows import TABLES, seal
from kibitz.compete.run import begin, run
from kibitz.compete.store import FILE, Store
from kibitz.compete.verify import Verdict, verify
from kibitz.errors import KibitzError
from kibitz.seats.terms import Terms

from .examples import read

BOT = "def choose(V, K, O, n, seat, seed):\n    return 0\n"
SMALL = Charter(
    "Small",
    "brisca",
    (Entrant("Ana", "first"), Entrant("Bea", "mine.bot.py.txt"), Entrant("Cleo", "random")),
    (Phase("league", 2, "League", best=2), Phase("cup", 2, "Cup")),
    seed="small",
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    (folder / "mine.bot.py.txt").write_text(BOT)
    with begin(replace(read(SMALL), folder=folder), folder / "cup") as store:
        run(store, folder, workers=1)
        write(store)
    return folder / "cup"


@pytest.fixture
def cup(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "cup"))


def looked(folder: Path, *, again: bool = False) -> Verdict:
    with Store.open(folder) as store:
        return verify(store, again=again)


def told(folder: Path) -> list[str]:
    """What is said against the rows of a store; it may be so much changed that it cannot be
    read."""
    try:
        with Store.open(folder) as store:
            return list(store.broken())
    except KibitzError as error:
        return [error.message]


def change(folder: Path, sql: str, *given: Any, sealed: bool = False) -> None:
    """Change rows; who knows how gives them new seals, too."""
    with closing(sqlite3.connect(folder / FILE)) as base, base:
        base.execute(sql, given)
        for name in TABLES if sealed else ():
            rows = base.execute(f"select rowid, * from {name}").fetchall()
            for at, *row in rows:
                base.execute(
                    f"update {name} set seal = ? where rowid = ?", (seal(name, row[:-1]), at)
                )


def test_a_sound_competition_agrees(sound: Path) -> None:
    found = looked(sound)
    assert found.wrong == []
    assert found.games == found.replayed > 6
    assert found.versions == 1


def test_games_of_house_bots_are_played_again_if_that_is_asked_for(sound: Path) -> None:
    found = looked(sound, again=True)
    assert found.wrong == []
    assert 0 < found.again < found.games  # Bea has a file


NUMBERS = [
    (name, column)
    for name, columns in TABLES.items()
    for column in (part.split()[0] for part in columns.split(", "))
]


@pytest.mark.parametrize(("name", "column"), NUMBERS, ids=lambda text: str(text))
def test_no_number_of_the_store_can_be_changed_unseen(cup: Path, name: str, column: str) -> None:
    with closing(sqlite3.connect(cup / FILE)) as base:
        rows = base.execute(f"select rowid, {column} from {name}").fetchall()
    at, value = random.Random(f"{name} {column}").choice(rows)
    other: Any = value + 1000 if isinstance(value, int) else _another(str(value))
    change(cup, f"update {name} set {column} = ? where rowid = ?", other, at)
    assert told(cup)


def _another(text: str) -> str:
    """A text with one digit changed, or with one more."""
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text + "1"
    at = random.Random(text).choice(digits)
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]


def set_json(name: str, column: str, how: Callable[[Any], Any]) -> Callable[[Path], None]:
    """Change something written as JSON in the first row of a table."""

    def damage(cup: Path) -> None:
        with closing(sqlite3.connect(cup / FILE)) as base:
            at, text = base.execute(
                f"select rowid, {column} from {name} order by rowid limit 1"
            ).fetchone()
        value = json.dumps(how(json.loads(text)))
        change(cup, f"update {name} set {column} = ? where rowid = ?", value, at, sealed=True)

    return damage


def sql(text: str) -> Callable[[Path], None]:
    return lambda cup: change(cup, text, sealed=True)


def file(name: str, how: Callable[[Path], object]) -> Callable[[Path], None]:
    return lambda cup: (how(cup / name), None)[1]


def other_secret(cup: Path) -> None:
    lots = Lots.new()
    change(cup, "update facts set value = ? where name = 'secret'", lots.secret, sealed=True)
    (cup / "secret.txt").write_text(f"{lots.secret}\n")
    (cup / "commitment.txt").write_text(f"{lots.commitment}\n")


def other_bot(cup: Path) -> None:
    for path in (cup / "versions").rglob("*.txt"):
        path.write_text("x")


def swapped_deals(cup: Path) -> None:
    """Two games change places: records and results, files too."""
    with closing(sqlite3.connect(cup / FILE)) as base:
        rows = base.execute("select number from games where phase = 0 and turn = 0").fetchall()
    (one,), (other,) = rows[:2]
    for a, b in ((one, -1), (other, one), (-1, other)):
        change(cup, "update games set meeting = meeting + 50 where number = ?", a)
        change(cup, "update games set number = ? where number = ?", b, a)
    with closing(sqlite3.connect(cup / FILE)) as base:
        keep = "names, seating, meeting, deal, turn, round, phase"
        first = base.execute(f"select {keep} from games where number = ?", (one,)).fetchone()
        second = base.execute(f"select {keep} from games where number = ?", (other,)).fetchone()
    marks = ", ".join(f"{name.strip()} = ?" for name in keep.split(","))
    for number, values in ((one, second), (other, first)):
        change(
            cup,
            f"update games set {marks} where number = ?",
            *(*values[:2], values[2] - 50, *values[3:], number),
            sealed=True,
        )


def folder_for_record(cup: Path) -> None:
    record = cup / "records" / "1-1-01-0001-1.json"
    record.unlink()
    record.mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a score": (
        set_json("games", "scores", lambda scores: [scores[0] + 1, *scores[1:]]),
        "game 1-1-01-0001-1 has scores",
    ),
    "the winners": (
        set_json("games", "winners", lambda won: [[1, 3]] if won == [[0, 2]] else [[0, 2]]),
        "was not won by those who are said to have won it",
    ),
    "a forfeit": (set_json("games", "forfeits", lambda _: [0]), "who has forfeited it"),
    "who sat where": (
        set_json("games", "names", lambda names: [names[1], names[0], *names[2:]]),
        "sat there, but it should have been",
    ),
    "a missing game": (sql("delete from games where number = 3"), "is missing"),
    "a missing meeting": (
        sql("delete from meetings where phase = 0 and number = 1"),
        "should have met, but did not",
    ),
    "another meeting": (
        set_json("meetings", "entrants", lambda names: names[::-1]),
        "met, but it should have been",
    ),
    "more deals": (sql("update meetings set deals = 5 where number = 0"), "is not as the charter"),
    "another field": (set_json("fields", "names", lambda names: names[::-1]), "took part, but it"),
    "points in a table": (
        sql("update standings set points = '99' where rank = 1 and phase = 0"),
        "is not what was played",
    ),
    "places in a table": (
        sql("update standings set name = 'Cleo' where rank = 1 and phase = 1"),
        "in the table, but it is",
    ),
    "a missing place": (sql("delete from standings where rank = 3"), "place 3 is missing"),
    "a charter with more games": (
        sql("update facts set value = replace(value, '\"games\": 2', '\"games\": 4')"),
        "is missing",
    ),
    "the secret": (other_secret, "was dealt by another key than the secret has for it"),
    "the secret's file": (
        file("secret.txt", lambda path: path.write_text("0" * 32)),
        "is not the one the deals were drawn by",
    ),
    "the commitment": (
        file("commitment.txt", lambda path: path.write_text("0" * 64)),
        "the secret does not fit the commitment",
    ),
    "no commitment": (file("commitment.txt", Path.unlink), "the commitment was not published"),
    "a record's file": (
        file("records/1-1-01-0001-1.json", lambda path: path.write_text("{}")),
        "the file records/1-1-01-0001-1.json is not its record",
    ),
    "no record": (
        file("records/1-1-01-0001-1.json", Path.unlink),
        "its record is not in records/1-1-01-0001-1.json",
    ),
    "one record more": (
        file("records/more.json", lambda path: path.write_text("{}")),
        "records/more.json is the record of no game",
    ),
    "the report": (
        file("report.html", lambda path: path.write_text(path.read_text().replace("Ana", "Bea"))),
        "report.html does not say what was played",
    ),
    "the results": (
        file("results.json", lambda path: path.write_text(path.read_text().replace("2", "3", 1))),
        "results.json does not say what was played",
    ),
    "a folder for a record": (
        folder_for_record,
        "cannot be read any further",
    ),
    "no number at all": (
        sql("update standings set points = '1/0' where rank = 1 and phase = 0"),
        "cannot be read any further",
    ),
    "a bot": (other_bot, "the files of Bea in versions/"),
    "a swapped deal": (swapped_deals, "its record is not that of this deal"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_whoever_changes_something_and_its_seal_is_found_out(cup: Path, what: str) -> None:
    damage, said = DAMAGES[what]
    damage(cup)
    found = looked(cup).wrong
    assert any(said in sentence for sentence in found), found


def test_what_nobody_can_read_is_told_in_a_sentence(cup: Path) -> None:
    change(cup, "update facts set value = x'ff' where name = 'text'")
    assert any("cannot be read any further" in one for one in looked(cup).wrong)


def test_a_record_that_was_changed_together_with_its_file_does_not_fit_the_deal(cup: Path) -> None:
    with closing(sqlite3.connect(cup / FILE)) as base:
        text = json.loads(base.execute("select record from games where number = 1").fetchone()[0])
    text["chance"][0], text["chance"][1] = text["chance"][1], text["chance"][0]
    record = json.dumps(text)
    change(cup, "update games set record = ? where number = 1", record, sealed=True)
    (cup / "records" / "1-1-01-0001-1.json").write_text(record)
    assert any("its record is not that of this deal" in one for one in looked(cup).wrong)


# --- failures -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A competition in which Bea fails at her first decision, and has lost by the second."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "bad.py").write_text("class Bad:\n    def choose(self, view, budget): ...\n")
    of = Charter(
        "Failing",
        "brisca",
        (Entrant("Ana", "rule"), Entrant("Bea", "bad.py")),
        (Phase("league", 2),),
        seed="failing",
        terms=Terms(strikes=2),
    )
    with begin(replace(read(of), folder=folder), folder / "cup") as store:
        run(store, folder, workers=1, sandbox="off")
        write(store)
    return folder / "cup"


def test_what_was_drawn_for_who_failed_is_drawn_again(failing: Path) -> None:
    found = looked(failing)
    assert found.wrong == []
    with Store.open(failing) as store:
        assert all(game.result.forfeits for _, game in store.games())


def test_nobody_can_be_said_to_have_failed_who_has_not(failing: Path, tmp_path: Path) -> None:
    cup = Path(shutil.copytree(failing, tmp_path / "cup"))
    with Store.open(cup) as store:
        (_, game), *_ = store.games()
        ana = game.names.index("Ana")
        failures = [[one.to_json() for one in seat] for seat in game.result.failures]
    failures[ana] = [[decision, "late", "too late", "", ""] for decision in range(ana, 16, 4)]
    forfeits = sorted({*game.result.forfeits, ana})
    change(
        cup,
        "update games set failures = ?, forfeits = ? where number = 1",
        *(json.dumps(failures), json.dumps(forfeits)),
        sealed=True,
    )
    assert any("Ana is said to have failed at decision" in one for one in looked(cup).wrong)


def test_a_competition_that_is_not_over_can_be_verified_so_far(tmp_path: Path) -> None:
    of = replace(SMALL, entrants=SMALL.entrants[::2], phases=(Phase("league", 2),))
    with begin(read(of), tmp_path / "cup") as store:
        found = verify(store)
        assert found.wrong == []
        assert found.unknown == ["the report: the competition is not over"]
