"""Analyses of a server: one after the other, so many and no more; reports are kept."""

from __future__ import annotations

import asyncio
import json
import os
import select
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from kibitz.analysis.effort import EFFORTS, Effort
from kibitz.analysis.report import Report
from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.table import analyses
from kibitz.table.analyses import Analyses, analysed, one_process
from kibitz.table.games import Catalogue
from kibitz.table.limits import Limits
from kibitz.table.reports import Reports
from kibitz.table.thinkers import Thinkers
from kibitz.work import AsyncPool, Died, Job, Late, Refused

from .conftest import Serve, TestClient
from .fabricated import COMMAND, GATE, record_of, report_of
from .serving import serving

AGRAM = load("agram")
ANN, BEA = "192.0.2.1", "192.0.2.2"


class Analyst(AsyncPool):
    """Notes what is to be analysed, and is done with it when it is told to be."""

    def __init__(self) -> None:
        super().__init__(1)
        self.done = asyncio.Event()
        self.fails: Exception | None = None
        self.job = Job("")

    async def ask(self, job: Job) -> bytes:
        self.job = job
        await self.done.wait()
        if self.fails is not None:
            raise self.fails
        return json.dumps(report_of(AGRAM).to_json()).encode()

    @property
    def game(self) -> dict[str, Any]:
        found: dict[str, Any] = self.job.things["game"].of["description"]
        return found


@pytest.fixture
def analysts(monkeypatch: pytest.MonkeyPatch) -> list[Analyst]:
    """All who were asked to analyse something."""
    found: list[Analyst] = []

    def another() -> Analyst:
        found.append(Analyst())
        return found[-1]

    monkeypatch.setattr(analyses, "one_process", another)
    return found


def run(
    folder: Path,
    work: Callable[[Analyses], Awaitable[None]],
    *files: Path,
    limits: Limits = Limits(),  # noqa: B008  it cannot be changed
) -> None:
    async def main() -> None:
        found = Analyses(folder / "analyses", Catalogue(files), limits)
        try:
            await work(found)
        finally:
            await found.close()

    asyncio.run(main())


async def until(so: Callable[[], object]) -> None:
    while not so():
        await asyncio.sleep(0)


async def settled(found: Analyses, game: str) -> None:
    """Wait until a game is not being analysed any more."""
    await until(lambda: state(found, game) not in ("waiting", "running"))


def state(found: Analyses, game: str, visitor: str = ANN) -> str:
    return str(found.told(visitor)[game]["state"])


# --- the queue ------------------------------------------------------------------------------------


def test_games_are_analysed_one_after_the_other(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        for game in ("agram", "tarot", "brisca"):
            await found.begin(game, ANN)
        await until(lambda: analysts and analysts[0].job.call)
        told = found.told(ANN)
        assert told["agram"] == {
            "state": "running", "done": 0.0, "doing": "", "yours": True, "report": None,
        }  # fmt: skip
        assert [told[game]["before"] for game in ("tarot", "brisca")] == [1, 2]
        assert len(analysts) == 1
        progress = tmp_path / "analyses" / "progress.part"
        for written in ('[0.25, "secrets"]', ""):  # what is being written is empty for a moment
            progress.write_text(written)
            assert found.told(ANN)["agram"].items() >= {"done": 0.25, "doing": "secrets"}.items()
        analysts[0].done.set()
        await until(lambda: len(analysts) == 2 and analysts[1].job.call)
        assert analysts[1].game["name"] == "tarot"
        assert analysts[0].closed
        assert found.told(ANN)["agram"]["report"]["current"]
        assert found.told(ANN)["tarot"]["done"] == 0.0

    run(tmp_path, work)


def test_what_several_want_is_analysed_once(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        for visitor in (ANN, BEA, ANN):
            await found.begin("agram", visitor)
        await until(lambda: analysts)
        analysts[0].done.set()
        await settled(found, "agram")
        await found.begin("agram", BEA)  # there is a report
        assert state(found, "agram") == "none"
        assert len(analysts) == 1

    run(tmp_path, work)


def test_there_is_a_limit_to_what_waits_for_all_and_for_one(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    async def work(found: Analyses) -> None:
        await found.begin("agram", ANN)
        await found.begin("tarot", ANN)
        with pytest.raises(KibitzError, match=r"^2 games of yours wait to be analysed already"):
            await found.begin("brisca", ANN)
        await found.begin("brisca", BEA)
        await found.begin("brisca", ANN)  # that waits anyway
        await found.begin("boerenbridge", BEA)
        with pytest.raises(KibitzError, match=r"^4 games wait to be analysed already"):
            await found.begin("mine", "192.0.2.3")

    mine = tmp_path / "mine.rcy"
    mine.write_text(AGRAM.source.text)
    run(tmp_path, work, mine, limits=Limits(analyses=4))


def test_a_cancelled_analysis_leaves_nothing_and_the_next_begins(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    async def work(found: Analyses) -> None:
        for game in ("agram", "tarot", "brisca"):
            await found.begin(game, ANN)
        await until(lambda: analysts and analysts[0].job.call)
        await found.cancel("tarot", ANN)  # it was waiting
        await found.cancel("agram", ANN)
        assert analysts[0].closed
        assert state(found, "agram") == state(found, "tarot") == "none"
        await until(lambda: len(analysts) == 2 and analysts[1].job.call)
        assert analysts[1].game["name"] == "brisca"
        await found.cancel("brisca", ANN)
        await found.cancel("brisca", ANN)  # again
        assert list((tmp_path / "analyses").iterdir()) == []

    run(tmp_path, work)


def test_nobody_cancels_what_another_wants(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        await found.begin("agram", ANN)
        with pytest.raises(KibitzError, match="somebody else has asked for this analysis"):
            await found.cancel("agram", BEA)
        assert [found.told(who)["agram"]["yours"] for who in (ANN, BEA)] == [True, False]
        await found.begin("agram", BEA)
        await found.cancel("agram", ANN)
        assert [found.told(who)["agram"]["yours"] for who in (ANN, BEA)] == [False, True]

    run(tmp_path, work)


# --- failures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Refused("mine.rcy:7:3: there is no card left"), "mine.rcy:7:3: there is no card left"),
        (Died(-9, 1), "the process that analysed this game has died"),
        (Late(1800.0), "this takes too long for the lobby"),
        (ValueError("East has AH"), "something went wrong inside Kibitz (ValueError)"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    tmp_path: Path, analysts: list[Analyst], fault: Exception, sentence: str
) -> None:
    async def work(found: Analyses) -> None:
        await found.begin("agram", ANN)
        await until(lambda: analysts)
        analysts[0].fails = fault
        analysts[0].done.set()
        await settled(found, "agram")
        assert found.told(BEA)["agram"]["error"] == sentence
        assert analysts[0].closed
        await found.begin("agram", BEA)  # somebody tries it again
        assert state(found, "agram") == "waiting"

    run(tmp_path, work)


def test_what_went_wrong_is_forgotten_when_the_game_is_changed(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    mine = tmp_path / "mine.rcy"

    async def work(found: Analyses) -> None:
        await found.begin("mine", ANN)
        await until(lambda: analysts)
        analysts[0].fails = Refused("mine.rcy:7:3: there is no card left")
        analysts[0].done.set()
        await settled(found, "mine")
        assert state(found, "mine") == "failed"
        mine.write_text(f"; mended\n{AGRAM.source.text}")
        assert state(found, "mine") == "none"

    mine.write_text(AGRAM.source.text)
    run(tmp_path, work, mine)


def test_where_nothing_can_be_kept_it_is_said(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        await found.begin("agram", ANN)
        await settled(found, "agram")
        assert found.told(ANN)["agram"]["error"] == "no report can be kept here: File exists"

    (tmp_path / "analyses").write_text("no folder")
    run(tmp_path, work)


def test_a_game_that_cannot_be_read_is_not_begun(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        with pytest.raises(KibitzError, match=r"^broken\.rcy:1"):
            await found.begin("broken", ANN)
        assert state(found, "broken") == "none"

    broken = tmp_path / "broken.rcy"
    broken.write_text("(game")
    run(tmp_path, work, broken)


# --- reports --------------------------------------------------------------------------------------


async def analysed_to_the_end(found: Analyses, analysts: list[Analyst], game: str) -> None:
    before = len(analysts)
    await found.begin(game, ANN)
    await until(lambda: len(analysts) > before)
    analysts[-1].done.set()
    await settled(found, game)
    assert state(found, game) == "none"


def test_reports_are_there_after_a_restart(tmp_path: Path, analysts: list[Analyst]) -> None:
    ids = []

    async def first(found: Analyses) -> None:
        await analysed_to_the_end(found, analysts, "agram")
        ids.append(found.told(ANN)["agram"]["report"]["id"])

    async def second(found: Analyses) -> None:
        assert found.told(ANN)["agram"]["report"] == {
            "id": ids[0], "when": path.stat().st_mtime, "current": True,
        }  # fmt: skip
        await found.begin("agram", ANN)
        assert state(found, "agram") == "none"
        assert Report.from_json(json.loads(found.reports.text(ids[0]))).about.name == "agram"

    run(tmp_path, first)
    path = tmp_path / "analyses" / f"{ids[0]}.json"
    run(tmp_path, second)
    assert len(analysts) == 1


def test_a_game_that_was_changed_is_analysed_anew_and_the_former_report_stays(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    mine, text = tmp_path / "mine.rcy", AGRAM.source.text

    async def work(found: Analyses) -> None:
        await analysed_to_the_end(found, analysts, "mine")
        former = found.told(ANN)["mine"]["report"]
        mine.write_text(f"; a line more, and all after it have other numbers\n{text}")
        assert found.told(ANN)["mine"]["report"] == former | {"current": False}
        await analysed_to_the_end(found, analysts, "mine")
        assert found.told(ANN)["mine"]["report"]["id"] != former["id"]
        assert found.told(ANN)["mine"]["report"]["current"]
        mine.write_text(text)
        assert found.told(ANN)["mine"]["report"] == former

    mine.write_text(text)
    run(tmp_path, work, mine)


def test_an_analysis_of_a_game_that_was_changed_meanwhile_gives_way(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    mine = tmp_path / "mine.rcy"

    async def work(found: Analyses) -> None:
        await found.begin("mine", ANN)
        await until(lambda: analysts and analysts[0].job.call)
        mine.write_text(f"; changed\n{AGRAM.source.text}")
        await found.begin("mine", BEA)
        assert state(found, "mine") == "waiting"
        await until(lambda: len(analysts) == 2 and analysts[1].job.call)
        assert analysts[1].game["text"].startswith("; changed")
        assert analysts[0].closed

    mine.write_text(AGRAM.source.text)
    run(tmp_path, work, mine)


def test_reports_of_games_with_the_same_name_are_told_apart(
    tmp_path: Path, analysts: list[Analyst]
) -> None:
    mine = tmp_path / "agram.rcy"

    async def work(found: Analyses) -> None:
        await analysed_to_the_end(found, analysts, "agram")
        assert found.told(ANN)["agram-2"]["report"] is None

    mine.write_text(f"; mine\n{AGRAM.source.text}")
    run(tmp_path, work, mine)


@pytest.mark.parametrize("stem", ["mój żółw", "x" * 240, "-", "a.b"])
def test_a_report_is_kept_whatever_letters_its_game_has(
    tmp_path: Path, analysts: list[Analyst], stem: str
) -> None:
    async def first(found: Analyses) -> None:
        await analysed_to_the_end(found, analysts, stem)

    async def second(found: Analyses) -> None:
        assert found.told(ANN)[stem]["report"]["current"]

    mine = tmp_path / f"{stem}.rcy"
    mine.write_text(AGRAM.source.text)
    for work in (first, second):
        run(tmp_path, work, mine)


def test_the_folder_of_a_game_is_not_told(tmp_path: Path, analysts: list[Analyst]) -> None:
    async def work(found: Analyses) -> None:
        await found.begin("mine", ANN)
        await until(lambda: analysts and analysts[0].job.call)
        assert analysts[0].game["file"] == "mine.rcy"

    mine = tmp_path / "mine.rcy"
    mine.write_text(AGRAM.source.text)
    run(tmp_path, work, mine)


# --- the addresses --------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """A report that a server before this one has made; its id."""
    found = Analyses(tmp_path / "data" / "analyses", Catalogue())
    id_ = found.reports.name("agram", Catalogue().description("agram"))
    found.reports.keep(id_, json.dumps(report_of(AGRAM).to_json()).encode())
    return id_


def test_a_report_is_a_page_in_which_nothing_runs(kept: str, client: TestClient) -> None:
    assert client.get("/api/lobby").json()["analyses"]["agram"]["report"]["id"] == kept
    data = client.get(f"/api/analyses/{kept}").json()
    assert Report.from_json(data).about.title == "Agram"
    page = client.get(f"/analysis/{kept}")
    assert page.headers["content-type"].startswith("text/html")
    assert "Agram" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert "script" not in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "same-origin"
    assert client.get(f"/analysis/{kept}").content == page.content


def test_nothing_but_reports_is_to_be_had(kept: str, client: TestClient) -> None:
    for id_ in ("nothing", "..%2Ftables", "%2Fetc%2Fpasswd", "progress", "agram-0123456789abcdef"):
        for path in ("/analysis", "/api/analyses"):
            answer = client.get(f"{path}/{id_}")
            assert answer.status_code == 404
            assert "Traceback" not in answer.text


def test_only_what_is_called_like_a_report_is_one(tmp_path: Path) -> None:
    report, folder = f"agram-{'0' * 16}", f"brisca-{'0' * 16}"
    for name in (report, "notes", "agram-0123"):
        (tmp_path / f"{name}.json").write_text("{}")
    (tmp_path / f"{folder}.json").mkdir()
    found = Reports(tmp_path)
    assert [name for name in (report, folder, "notes", "agram-0123") if name in found] == [report]


def test_a_report_that_is_damaged_is_a_sentence_and_can_be_made_anew(
    kept: str, client: TestClient, tmp_path: Path
) -> None:
    found: Analyses = client.app.state.analyses  # type: ignore[attr-defined]
    for text in ("", "{", "[]", '{"format": "kibitz-analysis", "version": "x"}'):
        found.reports.keep(kept, text.encode())
        answer = client.get(f"/analysis/{kept}")
        assert (answer.status_code, "This report is damaged." in answer.text) == (400, True)
        assert client.get("/api/analyses").json()["agram"]["report"] is None


def test_a_report_that_was_removed_is_not_there(
    kept: str, client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / "data" / "analyses" / f"{kept}.json").unlink()
    assert client.get(f"/api/analyses/{kept}").status_code == 404
    assert client.get("/api/analyses").json()["agram"]["report"] is None


def test_an_analysis_is_asked_for_by_our_page_only(
    client: TestClient, analysts: list[Analyst]
) -> None:
    path = "/api/games/agram/analysis"
    assert client.post(path, content="{}").status_code == 400  # so a form could send it
    stranger = {"Origin": "http://example.org"}
    assert client.post(path, json={}, headers=stranger).status_code == 403
    assert client.get("/api/analyses").json()["agram"]["state"] == "none"
    assert client.post("/api/games/nothing/analysis", json={}).status_code == 404
    assert client.post(path, json={}).json()["agram"]["state"] in ("waiting", "running")
    assert client.delete(path, headers=stranger).status_code == 403
    assert client.delete(path).json()["agram"]["state"] == "none"


# --- records of reports ---------------------------------------------------------------------------


def test_a_game_of_ones_own_opens_from_its_report(
    serve: Serve, tmp_path: Path, quick: None
) -> None:
    mine = tmp_path / "mine.rcy"
    mine.write_text(AGRAM.source.text)
    text = record_of(load(mine)).to_json()
    go = serve(files=[mine]).post("/api/records", content=text).json()["go"]
    assert go
    answer = serve("elsewhere").post("/api/records", content=text)
    assert answer.status_code == 400
    assert "`mine`" in answer.json()["error"]
    assert "kibitz table FILE.rcy" in answer.json()["hint"]


# --- processes ------------------------------------------------------------------------------------


def test_an_analysis_stands_back_behind_those_who_play_and_what_they_wait_for() -> None:
    thinkers = Thinkers()
    others = thinkers.bots, thinkers.questions, thinkers.warming.pool
    assert one_process().nice > max(pool.nice for pool in others)
    assert len(one_process().workers) == one_process().tries == 1


@pytest.mark.parametrize("kindly", [True, False], ids=["stopped", "killed"])
def test_a_server_that_ends_takes_its_analysis_with_it(tmp_path: Path, kindly: bool) -> None:
    gate, folder = tmp_path / GATE, tmp_path / "analyses"
    os.mkfifo(gate)
    with serving(tmp_path, command=COMMAND) as server:
        ask(server.address, "/api/games/agram/analysis")
        with gate.open("wb") as held:  # so it has begun
            if kindly:
                server.process.terminate()
                server.process.wait()
            else:
                server.kill()
            nobody_reads = select.poll()
            nobody_reads.register(held.fileno(), 0)
            assert nobody_reads.poll() == [(held.fileno(), select.POLLERR)]
    assert not kindly or list(folder.iterdir()) == []
    Analyses(folder, Catalogue())  # the next server
    assert list(folder.iterdir()) == []


def ask(address: str, path: str) -> None:
    request = Request(address + path, b"{}", {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        assert answer.status == 200


def test_a_real_analysis_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EFFORTS, "quick", Effort("quick", 60, 4, 0.01, 40.0))
    progress = tmp_path / "progress.part"
    found = Report.from_json(analysed(load("agram", NUMP=2), str(progress)))
    assert (found.effort, found.seed, found.stopped) == ("quick", 1, None)
    if found.measured:
        done, doing = json.loads(progress.read_text())
        assert 0 < done <= 1
        assert doing
