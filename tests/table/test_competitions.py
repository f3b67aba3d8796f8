"""Competitions of a server: what is told of them, games at tables, files that may be seen."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from kibitz.cli.watching import watching
from kibitz.compete.charter import Phase
from kibitz.errors import KibitzError
from kibitz.seats.failures import Failure
from kibitz.table.competitions import names_of
from kibitz.table.scoreboard import Scoreboard
from kibitz.table.tidings import SILENCE, Tidings

from .conftest import Serve, TestClient, until
from .contest import CONTACT, NASTY, Contest, charter_of

GAUNTLET = Phase("gauntlet", 2, "Gauntlet", opponents=("rule",), best=2)
BROKEN = Failure(3, "raised", "it raised ValueError", "Traceback: line 1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cup"


@pytest.fixture
def contest(folder: Path) -> Iterator[Contest]:
    found = Contest(folder, charter_of())
    yield found
    found.close()


@pytest.fixture
def client(serve: Serve, contest: Contest, folder: Path, quick: None) -> TestClient:
    return serve(competitions=[folder])


@pytest.fixture(autouse=True)
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look again and again, and make everything anew each time."""
    monkeypatch.setattr("kibitz.table.competitions.OFTEN", 0.01)
    monkeypatch.setattr("kibitz.table.tidings.SOONEST", 0.0)
    monkeypatch.setattr("kibitz.table.tidings.SHARE", 1e9)


def parts(client: TestClient, id_: str = "cup") -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/competitions/{id_}").json()
    return found


def part(socket: Any, name: str) -> dict[str, Any]:
    """The next time a part is told."""
    return until(socket, "part", part=name)["data"]  # type: ignore[no-any-return]


# --- what is told ---------------------------------------------------------------------------------


def test_the_lobby_lists_competitions_with_their_state(
    client: TestClient, contest: Contest
) -> None:
    contest.play(3)
    line = {"id": "cup", "title": "The autumn cup", "game": "Agram", "state": "playing"}
    assert client.get("/api/lobby").json()["competitions"] == [line | {"played": 3, "planned": 12}]
    contest.play()
    (found,) = client.get("/api/lobby").json()["competitions"]
    assert found["state"] == "over"


def test_standings_are_told_for_each_phase(client: TestClient, contest: Contest) -> None:
    contest.play()
    league, cup = parts(client)["standings"]["phases"]
    assert [row["rank"] for row in league["rows"]] == [1, 2, 3, 4]
    assert sum(row["points"] for row in league["rows"]) == 12  # a point for each game
    assert {row["fate"] for row in league["rows"]} == {"through"}
    assert [row["fate"] for row in cup["rows"]] == ["first", None, None, None]
    assert cup["rows"][0]["note"] == "winner"


def test_a_name_is_text_and_a_contact_is_nobodys_business(
    client: TestClient, contest: Contest
) -> None:
    contest.play(13, BROKEN)
    found = parts(client)
    assert {"key": NASTY, "name": NASTY} in found["head"]["entrants"]
    for drawing in ("bracket", "pairs"):
        assert "Cat &amp; &lt;u&gt;Mouse" in found[drawing]["svg"]
        assert "<u>" not in found[drawing]["svg"]
    assert CONTACT not in json.dumps(found)
    assert CONTACT not in client.get("/api/competitions/cup/games").text


def test_the_secret_is_told_at_the_end_and_not_before(client: TestClient, contest: Contest) -> None:
    contest.play(3)
    contest.begin()
    secret, head = contest.lots.secret, parts(client)["head"]
    assert (head["secret"], head["commitment"]) == (None, contest.lots.commitment)
    with client.websocket_connect("/api/competitions/cup/live") as socket:
        told = [socket.receive_text() for _ in range(8)]
    assert not any(secret in text for text in (json.dumps(head), *told))
    contest.play()
    assert parts(client)["head"]["secret"] == secret


def test_a_seed_in_the_charter_is_no_reason_to_tell_it(tmp_path: Path) -> None:
    contest = Contest(tmp_path / "seeded", replace(charter_of(), seed="a test"))
    tidings = Tidings(tmp_path / "seeded")
    assert tidings.look().parts["head"]["secret"] is None
    tidings.close()
    contest.close()


def test_failures_are_told_by_cause_with_what_was_said_first(
    client: TestClient, contest: Contest
) -> None:
    contest.play(2, BROKEN)
    rows = parts(client)["failures"]["rows"]
    assert sum(cause["count"] for row in rows for cause in row["causes"]) == 2
    (cause,) = rows[0]["causes"]
    assert (cause["cause"], cause["said"], cause["trace"]) == (
        "raised", BROKEN.said, BROKEN.trace,
    )  # fmt: skip
    assert sum(game["failures"] for game in parts(client)["games"]["newest"]) == 2


def test_a_gauntlet_is_drawn_with_the_organisers_bots_across(serve: Serve, tmp_path: Path) -> None:
    contest = Contest(tmp_path / "g", charter_of(4, "agram", GAUNTLET, Phase("cup", 2)))
    contest.play(8)
    found = parts(serve(competitions=[tmp_path / "g"]), "g")
    assert found["pairs"]["title"] == "Gauntlet"
    assert found["pairs"]["svg"].count("of 2 games") == 4
    assert {"key": "bot:rule", "name": "bot:rule"} in found["head"]["entrants"]
    assert found["bracket"] == {"svg": "", "title": ""}
    contest.close()


def test_those_who_follow_are_told_what_has_changed_and_nothing_else(
    client: TestClient, contest: Contest
) -> None:
    contest.play(2)
    with client.websocket_connect("/api/competitions/cup/live") as socket:
        first = {socket.receive_json()["part"] for _ in range(8)}
        assert first == {
            "head", "standings", "bracket", "pairs", "now", "games", "failures", "trouble",
        }  # fmt: skip
        contest.play(1)
        assert part(socket, "head")["played"] == 3
        game, state = contest.begin()
        assert [one["at"] for one in part(socket, "now")["games"]] == [0]
        contest.step(game, state)
        told = socket.receive_json()
        assert (told["part"], told["data"]["games"][0]["at"]) == ("now", 1)


def test_whoever_talks_too_much_is_not_listened_to(client: TestClient, contest: Contest) -> None:
    with client.websocket_connect("/api/competitions/cup/live") as socket:
        for _ in range(60):
            socket.send_text("hello")
        assert until(socket, "error")["text"] == "too many messages"


# --- games ----------------------------------------------------------------------------------------


def test_finished_games_are_listed_by_entrant_and_from_a_number_back(
    client: TestClient, contest: Contest
) -> None:
    contest.play()
    newest = parts(client)["games"]
    assert newest["total"] > len(newest["newest"]) == 12
    path = "/api/competitions/cup/games"
    older = client.get(path, params={"before": newest["newest"][-1]["number"]}).json()
    numbers = [game["number"] for game in newest["newest"] + older["games"]]
    assert numbers == sorted(numbers, reverse=True)
    own = client.get(path, params={"entrant": NASTY}).json()["games"]
    assert own
    assert all(NASTY in [side["name"] for side in game["sides"]] for game in own)
    assert client.get(path, params={"entrant": "nobody"}).json() == {"games": [], "more": False}
    assert client.get(path, params={"before": "x"}).status_code == 400


def test_a_finished_game_opens_at_a_table_for_all(client: TestClient, contest: Contest) -> None:
    contest.play(2)
    game = parts(client)["games"]["newest"][0]
    answer = client.get(f"/competition/cup/game/{game['id']}", follow_redirects=False)
    assert answer.status_code == 303
    where = answer.headers["location"]
    assert where.endswith("?competition=cup")
    token = where.removeprefix("/at/").partition("?")[0]
    table = client.get(f"/api/at/{token}/table").json()
    assert (table["over"], table["open"], table["role"]) == (True, True, "watch")
    names = {side["name"] for side in game["sides"]}
    assert {seat["name"] for seat in table["seats"]} == {name[:24] for name in names}
    assert not any(table["may"].values())
    again = client.get(f"/competition/cup/game/{game['id']}", follow_redirects=False)
    assert again.headers["location"] == where


def opened(client: TestClient, game: object) -> str:
    """The token of the table of a game."""
    answer = client.get(f"/competition/cup/game/{game}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/at/").partition("?")[0]


def test_a_game_being_played_goes_on_at_its_table(client: TestClient, contest: Contest) -> None:
    contest.play(2)
    game, state = contest.begin()
    state = contest.step(game, state)
    token = opened(client, game.id)
    with client.websocket_connect(f"/api/at/{token}/live") as socket:
        table = until(socket, "table")
        assert (table["last"], table["open"], table["over"]) == (1, True, False)
        assert table["running"]
        assert all(seat["here"] for seat in table["seats"])
        socket.send_json({"do": "act", "at": 1, "action": state.actions[0].text})
        assert "only watch" in until(socket, "error")["text"]
        for at in (2, 3):
            state = contest.step(game, state)
            assert until(socket, "moment", at=at)["last"] == at
        contest.end(game, state)
        assert until(socket, "status", over=True)["trouble"] is None
    known = client.get(f"/api/at/{token}/knowledge?at=2&eyes=0")
    assert known.status_code == 200
    assert opened(client, game.id) == token
    kept = json.loads(client.get(f"/api/at/{token}/record").text)
    assert kept["actions"] == json.loads(contest.store.record(game.id) or "")["actions"]


def test_a_game_that_is_begun_anew_is_another_table(client: TestClient, contest: Contest) -> None:
    game, state = contest.begin()
    after = contest.step(game, contest.step(game, state))
    token = opened(client, game.id)
    with client.websocket_connect(f"/api/at/{token}/live") as socket:
        assert until(socket, "table")["last"] == 2
        other = state.after(state.actions[0 if after.history[0] != state.actions[0] else -1])
        contest.scribe.see(other.after(other.actions[0]))
        assert "begun anew" in until(socket, "status", running=False)["trouble"]
    assert opened(client, game.id) != token


def test_a_game_that_is_not_there_is_a_sentence(client: TestClient, contest: Contest) -> None:
    for game in ("1-1-01-0001-1", "9-9-99-9999-9", "x", "1-1-1-1-1", "1" * 200):
        answer = client.get(f"/competition/cup/game/{game}")
        assert answer.status_code == 404
        assert "game" in answer.text


# --- files ----------------------------------------------------------------------------------------


def test_the_report_is_served_and_nothing_in_it_runs(
    client: TestClient, contest: Contest, folder: Path
) -> None:
    assert client.get("/competition/cup/report.html").status_code == 404
    (folder / "report.html").write_text("<h1>Report</h1>")
    answer = client.get("/competition/cup/report.html")
    assert (answer.text, answer.headers["content-type"][:9]) == ("<h1>Report</h1>", "text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "script-src" not in answer.headers["content-security-policy"]
    assert parts(client)["head"]["report"]


def test_a_record_is_served_as_a_file(client: TestClient, contest: Contest) -> None:
    contest.play(1)
    id_ = parts(client)["games"]["newest"][0]["id"]
    assert client.get(f"/competition/cup/records/{id_}.json").json()["game"] == "agram"
    assert client.get("/competition/cup/records/1-1-99-0001-1.json").status_code == 404
    seen = client.get(
        f"/competition/cup/records/{id_}.json",
        headers={"accept": "text/html,*/*"},
        follow_redirects=False,
    )  # a link of the report that somebody follows
    assert (seen.status_code, seen.headers["location"]) == (303, f"../game/{id_}")


def test_nothing_else_of_the_folder_is_served(
    client: TestClient, contest: Contest, folder: Path
) -> None:
    for own in ("secret.txt", "commitment.txt"):
        (folder / own).write_text("x")
    for name in (
        "competition.sqlite", "live.sqlite", "secret.txt", "commitment.txt", "versions/a/b.py",
        "records/..%2Fcompetition.sqlite", "..%2Fcup%2Fsecret.txt", "records/", "report.html%00",
    ):  # fmt: skip
        assert client.get(f"/competition/cup/{name}").status_code == 404, name


def test_a_link_in_the_folder_leads_nowhere(
    client: TestClient, contest: Contest, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "private").write_text("mine")
    os.symlink(tmp_path / "private", folder / "report.html")
    assert client.get("/competition/cup/report.html").status_code == 404


def test_a_competition_that_is_not_there_is_a_sentence(client: TestClient) -> None:
    for path in ("/competition/other", "/api/competitions/other"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "no such competition" in answer.text
    with client.websocket_connect("/api/competitions/other/live") as socket:
        assert "no such competition" in socket.receive_json()["text"]


def test_a_store_that_cannot_be_read_is_a_sentence(
    client: TestClient, contest: Contest, folder: Path
) -> None:
    contest.play(1)
    contest.close()
    (folder / "competition.sqlite").write_bytes(b"no database")
    for path in folder.glob("competition.sqlite-*"):
        path.unlink()
    with client.websocket_connect("/api/competitions/cup/live") as socket:
        while part(socket, "trouble")["text"] is None:
            pass
    assert client.get("/api/lobby").status_code == 200


def test_folders_of_one_name_are_told_apart() -> None:
    found = names_of([Path("/a/cup"), Path("/b/cup"), Path("/c/cup")])
    assert found == ["cup", "cup-2", "cup-3"]


# --- reading --------------------------------------------------------------------------------------


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_made_anew_of_files_that_are_as_they_were(
    contest: Contest, folder: Path
) -> None:
    contest.play(2)
    tidings = Tidings(folder)
    assert len(tidings.look().parts) > 3
    assert set(tidings.look().parts) == {"head"}
    contest.play(1)
    assert "games" in tidings.look().parts
    tidings.close()


def test_tables_are_made_rarely_if_they_take_long(
    contest: Contest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.table.tidings.SHARE", 0.1)
    clock = Clock()
    tidings = Tidings(folder, clock)
    slowly = Scoreboard.parts

    def slow(board: Scoreboard) -> dict[str, Any]:
        clock.now += 2.0
        return slowly(board)

    monkeypatch.setattr(Scoreboard, "parts", slow)
    contest.play(1)
    assert "standings" in tidings.look().parts
    contest.play(1)
    assert "standings" not in tidings.look().parts
    clock.now += 19.0
    assert "standings" in tidings.look().parts  # nothing was written since, but it was due
    tidings.close()


def test_the_time_left_is_reckoned_from_what_was_played(contest: Contest, folder: Path) -> None:
    clock = Clock()
    tidings = Tidings(folder, clock)
    contest.play(1)
    assert tidings.look().parts["head"]["left"] is None
    contest.play(10)
    clock.now += 1000.0
    assert tidings.look().parts["head"]["left"] == 100.0  # one game of the league is left
    tidings.close()


def test_a_competition_that_nobody_plays_is_interrupted(contest: Contest, folder: Path) -> None:
    contest.play(1)
    tidings = Tidings(folder, now=lambda: time.time() + 2 * SILENCE)
    assert tidings.look().parts["head"]["state"] == "playing"  # somebody thinks
    contest.close()
    tidings.close()
    tidings = Tidings(folder, now=lambda: time.time() + 2 * SILENCE)
    assert tidings.look().parts["head"]["state"] == "stopped"
    tidings.close()


# --- beside whoever plays -------------------------------------------------------------------------


def test_a_page_beside_a_competition_ends_with_it(contest: Contest, folder: Path) -> None:
    with watching(folder, port=0) as watch:
        assert watch.address.endswith("/competition/cup")
        told = watch.address.replace("/competition/", "/api/competitions/")
        with urlopen(told) as answer:
            assert json.load(answer)["head"]["played"] == 0
    assert watch.process.returncode == 0


def test_a_page_that_cannot_be_served_is_a_sentence(contest: Contest, folder: Path) -> None:
    with pytest.raises(KibitzError, match="no address"), watching(folder, host="nowhere.invalid"):
        pass


def test_a_charter_has_no_say_in_what_is_shown(tmp_path: Path) -> None:
    """A title is text as well."""
    odd = replace(charter_of(), title="\u202eevil\n" + "x" * 500)
    contest = Contest(tmp_path / "odd", odd)
    tidings = Tidings(tmp_path / "odd")
    title = tidings.summary()["title"]
    assert title.startswith("evil x")
    assert len(title) <= 60
    tidings.close()
    contest.close()
