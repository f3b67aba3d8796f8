"""The protocol: playing over the wire, the lobby, and wrong messages, which change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from kibitz.draw.cards import hand_svg
from kibitz.engine import Record, load
from kibitz.engine.descriptions import house_games
from kibitz.table import messages
from kibitz.table.hall import Hall
from kibitz.table.table import Table

from .conftest import Serve, TestClient, made, order, play_to_the_end, until

# --- playing --------------------------------------------------------------------------------------


def test_a_person_plays_a_whole_game(client: TestClient) -> None:
    tokens = made(client, "Ann", "", "", "")
    assert tokens["go"] == tokens["seats"][0]
    with client.websocket_connect(f"/api/at/{tokens['go']}/live") as socket:
        messages = play_to_the_end(socket)
    assert [one["is"] for one in messages[:2]] == ["table", "moment"]
    assert not any(one["is"] == "error" for one in messages)
    moments = [one["at"] for one in messages if one["is"] == "moment"]
    assert sorted(set(moments)) == list(range(25))
    opened = [one for one in messages if one["is"] == "table"]
    assert [one["open"] for one in opened] == [False, True]
    assert len(opened[-1]["log"]) == 25
    record = Record.from_json(client.get(f"/api/at/{tokens['go']}/record").text)
    assert record.replay(load("agram"))[-1].over


def test_a_reload_shows_the_same(client: TestClient) -> None:
    token = made(client, "Ann", "Bea", "", "")["go"]
    found = []
    for _ in range(2):
        with client.websocket_connect(f"/api/at/{token}/live") as socket:
            found.append([socket.receive_text(), socket.receive_text()])
    assert found[0] == found[1]


def test_two_people_play_and_neither_gets_the_others_cards(client: TestClient) -> None:
    tokens = made(client, "Ann", "Bea", "", "")
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (table,) = hall.live.values()
    for number in (0, 1):
        with client.websocket_connect(f"/api/at/{tokens['seats'][number]}/live") as socket:
            message = until(socket, "moment")
            assert sorted(message["places"][f"HAND {number}"]) == sorted(
                table.state.cards_at(table.game.place(f"HAND {number}"))
            )
            assert message["places"][f"HAND {1 - number}"] == 6


def test_a_host_hands_out_links_and_a_watcher_gets_none(client: TestClient) -> None:
    tokens = client.post("/api/tables", json=order("Ann", "Bea", "", "")).json()
    links = {}
    for role, seat in (("host", None), ("watch", None), ("go", 0)):
        found = client.get(f"/api/at/{tokens[role]}/table").json()
        assert found["you"] == seat
        links[role] = [seat["invitation"] for seat in found["seats"]]
    assert [bool(link) for link in tokens["invitations"]] == [False, True, False, False]
    handed = tokens["invitations"]
    assert links == {"host": handed, "go": handed, "watch": [None] * 4}


def test_a_record_can_be_looked_at(client: TestClient) -> None:
    state = load("agram", NUMP=3).new(5)
    for _ in range(7):
        state = state.after(state.actions[0])
    text = Record.of(state, ("Ann", "Bea", "Cas")).to_json()
    go = client.post("/api/records", content=text).json()["go"]
    table = client.get(f"/api/at/{go}/table").json()
    assert (table["open"], table["last"], table["over"]) == (True, 7, False)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bea", "Cas"]
    assert not any(table["may"][what] for what in ("act", "step", "agree", "rematch"))
    assert client.get(f"/api/at/{go}/moment?at=3").json()["at"] == 3
    again = json.loads(client.get(f"/api/at/{go}/record").text)
    assert again == json.loads(text)


def test_a_record_of_robobrisca_can_be_looked_at(client: TestClient) -> None:
    page = Path(__file__).parents[1] / "interop" / "robobrisca" / "osla-bot2.txt"
    answer = client.post("/api/records", content=page.read_bytes())
    table = client.get(f"/api/at/{answer.json()['go']}/table").json()
    assert (table["game"]["title"], table["last"], table["over"]) == ("Brisca", 40, True)
    assert [seat["name"] for seat in table["seats"]] == ["OSLAPlayer", "Bot2"] * 2
    wrong = page.read_bytes().replace(b"0 O3 10", b"0 O1 10")
    answer = client.post("/api/records", content=wrong)
    assert answer.status_code == 400
    assert "line 8" in answer.json()["error"]


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"\xff\xfe", b"[1]", b'{"version": 9}', b"not a record", b"[" * 5000],
)
def test_a_record_that_is_none_is_one_sentence(client: TestClient, text: bytes) -> None:
    answer = client.post("/api/records", content=text)
    assert answer.status_code == 400
    assert "record" in answer.json()["error"]


def test_a_record_of_another_game_is_refused(client: TestClient) -> None:
    data = json.loads(Record.of(load("agram").new(1)).to_json())
    for change in ({"game": "bridge"}, {"hash": "0" * 16}, {"parameters": {"NUMP": 99}}):
        answer = client.post("/api/records", content=json.dumps(data | change))
        assert answer.status_code == 400
        assert "does not have" in answer.json()["error"]
    answer = client.post("/api/records", content=json.dumps(data | {"actions": ["fly"]}))
    assert "not on offer" in answer.json()["error"]


# --- wrong messages -------------------------------------------------------------------------------


def unchanged(client: TestClient, tokens: dict[str, Any]) -> list[str]:
    """All that is kept and shown of a table."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (id_, _, _) = hall.archive.find(tokens["host"]) or ("", "", 0)
    shown = client.get(f"/api/at/{tokens['host']}/table").json()
    for seat in shown["seats"]:
        del seat["here"]
    return [repr(hall.archive.table(id_)), repr(hall.archive.moves(id_)), json.dumps(shown)]


@pytest.mark.parametrize(
    ("role", "text"),
    [
        (0, "no JSON"),
        (0, "[]"),
        (0, '{"do": "shuffle"}'),
        (0, '{"do": "act", "at": 0, "action": "play 2X"}'),
        (0, '{"do": "act", "at": 1, "action": "OWN"}'),
        (0, '{"do": "act", "at": 0, "action": "OTHERS"}'),
        (0, '{"do": "act", "at": 0, "action": "OWN", "seat": 1}'),
        (1, '{"do": "act", "at": 0, "action": "OWN"}'),
        ("watch", '{"do": "act", "at": 0, "action": "OWN"}'),
        ("host", '{"do": "act", "at": 0, "action": "OWN"}'),
        ("watch", '{"do": "agree"}'),
        ("watch", '{"do": "name", "name": "Eve"}'),
        ("watch", '{"do": "pace", "seconds": 0}'),
        (1, '{"do": "pace", "seconds": 0}'),
        (1, '{"do": "step"}'),
        ("host", '{"do": "pause"}'),
        ("watch", '{"do": "run"}'),
        ("watch", '{"do": "rematch"}'),
        (0, '{"do": "rematch"}'),
        (0, '{"do": "name", "name": "\\u0007"}'),
    ],
)
def test_a_wrong_message_is_a_sentence_and_changes_nothing(
    client: TestClient, tokens: dict[str, Any], role: int | str, text: str
) -> None:
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (table,) = hall.live.values()
    own = {action.text for action in table.state.actions}
    others = {f"play {card.text}" for card in table.game.cards} - own
    text = text.replace("OWN", min(own)).replace("OTHERS", min(others))
    before = unchanged(client, tokens)
    token = tokens["seats"][role] if isinstance(role, int) else tokens[role]
    with client.websocket_connect(f"/api/at/{token}/live") as socket:
        for _ in range(2):  # it stays connected
            socket.send_text(text)
            socket.send_text('{"do": "pace", "seconds": -1}')  # what comes next, if it was done
            assert not until(socket, "error")["text"].startswith("the pace is")
            assert until(socket, "error")["text"].startswith("the pace is")
        socket.send_bytes(b"\x00\x01")
        assert until(socket, "error")["text"] == "this is not JSON"
    assert unchanged(client, tokens) == before


def test_a_message_that_is_too_long_ends_the_connection(
    client: TestClient, tokens: dict[str, Any]
) -> None:
    before = unchanged(client, tokens)
    with client.websocket_connect(f"/api/at/{tokens['go']}/live") as socket:
        socket.send_text('{"do": "name", "name": "' + "x" * 5000 + '"}')
        assert "4096" in until(socket, "error")["text"]
        with pytest.raises(WebSocketDisconnect) as caught:
            until(socket, "nothing")
    assert caught.value.code == 1009
    assert unchanged(client, tokens) == before


def test_too_many_messages_end_the_connection(client: TestClient, tokens: dict[str, Any]) -> None:
    with client.websocket_connect(f"/api/at/{tokens['go']}/live") as socket:
        for _ in range(300):
            socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as caught:
            _ = [socket.receive_text() for _ in range(300)]
    assert caught.value.code == 1008


def test_an_unknown_token_gets_a_sentence(client: TestClient) -> None:
    for path in ("table", "moment", "record", "knowledge", "hint", "cards.svg", "position"):
        answer = client.get(f"/api/at/forged/{path}")
        assert answer.status_code == 404
        assert answer.json() == {"error": "there is no table behind this link", "hint": None}
    page = client.get("/at/forged")
    assert page.status_code == 404
    assert "There is no table behind this link." in page.text
    with client.websocket_connect("/api/at/forged/live") as socket:
        assert until(socket, "error")["text"] == "there is no table behind this link"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


@pytest.mark.parametrize("at", ["-1", "1", "x", "1e3", "99999999999", "²"])
def test_a_moment_that_is_not_there_is_a_sentence(
    client: TestClient, tokens: dict[str, Any], at: str
) -> None:
    for path in ("moment", "position", "knowledge"):
        answer = client.get(f"/api/at/{tokens['go']}/{path}", params={"at": at})
        assert answer.status_code == 400
        assert answer.json()["error"] == "at is a number from 0 to 0"


@pytest.mark.parametrize(
    ("role", "path"),
    [
        (0, "record"),
        ("host", "record"),
        (0, "knowledge?eyes=1"),
        ("watch", "knowledge?eyes=0"),
        ("watch", "kripke?card=3S"),
        ("host", "kripke?card=3S"),
        (1, "hint"),
        ("watch", "hint"),
    ],
)
def test_what_would_give_cards_away_is_forbidden(
    client: TestClient, tokens: dict[str, Any], role: int | str, path: str
) -> None:
    token = tokens["seats"][role] if isinstance(role, int) else tokens[role]
    answer = client.get(f"/api/at/{token}/{path}")
    assert answer.status_code == 403
    assert answer.json()["error"]


def test_a_watcher_cannot_ask_a_formula(client: TestClient, tokens: dict[str, Any]) -> None:
    answer = client.post(f"/api/at/{tokens['watch']}/ask", json={"formula": "K N has(E,3S)"})
    assert answer.status_code == 403


def test_what_one_knows_oneself_is_answered(client: TestClient, tokens: dict[str, Any]) -> None:
    own = f"/api/at/{tokens['go']}"
    assert client.get(f"{own}/knowledge").json()["eyes"] == 0
    assert client.get(f"/api/at/{tokens['watch']}/knowledge").status_code == 200
    assert len(client.get(f"{own}/counts").json()["seats"]) == 1
    assert client.get(f"{own}/kripke?card=3S").status_code == 200
    assert client.get(f"{own}/kripke?card=ZZ").status_code == 400
    asked = client.post(f"{own}/ask", json={"formula": "K N has(N,3S)"})
    assert len(asked.json()["answers"]) == 1
    wrong = client.post(f"{own}/ask", json={"formula": "K K ("})
    assert (wrong.status_code, "\n" in wrong.json()["error"]) == (400, False)
    long = client.post(f"{own}/ask", json={"formula": "♥" * 5000})
    assert long.json()["error"] == "a formula has at most 2,000 characters, this one 5,000"
    assert client.post(f"{own}/ask", json={"formula": "x" * 90_000}).status_code == 413
    assert client.post(f"{own}/ask", content="{").status_code == 400


def test_the_truth_is_for_those_behind_the_players(
    client: TestClient, tokens: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the cards are nobody is told who sits at the table, nor who only watches closed hands;
    not even a seat when all hands are shown has it marked."""
    for token in (*filter(None, tokens["seats"]), tokens["watch"], tokens["host"]):
        assert "truth" not in client.get(f"/api/at/{token}/knowledge").json()
    bots = [{"who": "bot", "bot": "random"}] * 4
    wishes = {"game": "agram", "mode": "kibitz", "running": False, "seats": bots}
    table = client.post("/api/tables", json=wishes).json()
    found = client.get(f"/api/at/{table['go']}/knowledge").json()
    assert sorted(map(int, found["truth"])) == sorted(row["card"] for row in found["rows"])
    keys = {column["key"] for column in found["columns"]}
    assert set(found["truth"].values()) <= keys
    monkeypatch.setattr(Table, "open", property(lambda self: True))
    assert "truth" not in client.get(f"/api/at/{tokens['go']}/knowledge").json()


def test_half_a_character_cannot_be_sent(client: TestClient, tokens: dict[str, Any]) -> None:
    own, kind = f"/api/at/{tokens['go']}", {"Content-Type": "application/json"}
    for path, text in (
        ("/api/tables", b'{"game": "\\ud800", "seats": [{"who": "me"}]}'),
        (f"{own}/ask", b'{"formula": "\\ud800"}'),
    ):
        answer = client.post(path, content=text, headers=kind)
        assert (answer.status_code, answer.json()["error"]) == (400, "this is not JSON")
    assert client.post(f"{own}/ask", json={"formula": "K N has(N,3S)"}).status_code == 200
    with client.websocket_connect(f"{own}/live") as socket:
        socket.send_text('{"do": "act", "at": 0, "action": "\\ud800"}')
        assert until(socket, "error")["text"] == "this is not JSON"
    data = json.loads(Record.of(load("agram").new(1), ("Ann\ud800\u202e", "B" * 40)).to_json())
    go = client.post("/api/records", content=json.dumps(data)).json()["go"]
    seats = client.get(f"/api/at/{go}/table").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "B" * 24, "", ""]
    answer = client.post("/api/records", content=json.dumps(data | {"game": "\ud800"}))
    assert (answer.status_code, "does not have" in answer.json()["error"]) == (400, True)


def test_a_fault_of_ours_is_a_sentence_and_nobody_is_left_behind(
    client: TestClient, tokens: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("the queen of hearts")

    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (table,) = hall.live.values()
    for whose, what in ((messages, "welcome"), (Table, "act"), (Hall, "at")):
        with monkeypatch.context() as patch:
            patch.setattr(whose, what, fail)
            with client.websocket_connect(f"/api/at/{tokens['go']}/live") as socket:
                socket.send_text('{"do": "act", "at": 0, "action": "x"}')
                said = until(socket, "error")["text"]
                assert said == "something went wrong inside Kibitz (ValueError)"
                with pytest.raises(WebSocketDisconnect) as caught:
                    until(socket, "nothing")
                assert caught.value.code == 1011
        assert not table.listeners


# --- the lobby ------------------------------------------------------------------------------------


def test_the_lobby_shows_games_and_tables(serve: Serve, quick: None, tmp_path: Path) -> None:
    (tmp_path / "mine.rcy").write_text(load("agram").source.text)
    (tmp_path / "agram.rcy").write_text("(game")
    client = serve(files=[tmp_path / "mine.rcy", tmp_path / "agram.rcy"])
    made(client, "Ann", "", "", "", mode="play")
    made(client, "", "", "", "", game="mine", mode="kibitz")
    found = client.get("/api/lobby").json()
    games = {game["id"]: game for game in found["games"]}
    assert set(games) == {*house_games(), "mine", "agram-2"}
    assert games["mine"]["own"]
    assert "error" not in games["mine"]
    assert "agram.rcy" in games["agram-2"]["error"]
    assert [(table["title"], table["mode"]) for table in found["tables"]] == [
        ("Mine", "kibitz"),
        ("Agram", "play"),
    ]
    assert found["tables"][1]["seats"][0] == {"seat": "North", "name": "Ann", "kind": "person"}


def test_a_game_tells_its_parameters_and_bots(client: TestClient) -> None:
    found = client.get("/api/games/agram?NUMP=3").json()
    assert len(found["seats"]) == 3
    assert {"name": "NUMP", "value": 3}.items() <= found["parameters"][0].items()
    bots = {bot["name"]: bot for bot in found["bots"]}
    assert "ismcts" in bots
    assert not {"human", "slow", "greedy"} & set(bots)
    assert bots["ismcts"]["title"] == "Searcher"
    iterations = bots["ismcts"]["parameters"][0]
    assert iterations["name"] == "iterations"
    assert "how many times to try" in iterations["about"]
    assert client.get("/api/games/agram?NUMP=99").status_code == 400
    assert client.get("/api/games/agram?NOPE=1").status_code == 400
    assert client.get("/api/games/nothing").status_code == 404
    assert client.get("/api/games/..%2F..%2Fetc%2Fpasswd").status_code == 404


def test_a_wrong_order_makes_no_table(client: TestClient) -> None:
    good = order("Ann", "", "", "")
    for change in ({"game": "/etc/passwd"}, {"seats": good["seats"][:3]}, {"parameters": {"X": 1}}):
        answer = client.post("/api/tables", json=good | change)
        assert answer.status_code == 400
        assert "\n" not in answer.json()["error"]
    assert client.post("/api/tables", content=json.dumps(good)).status_code == 400
    assert client.post("/api/tables", json=good | {"x": "y" * 70_000}).status_code == 413
    assert client.get("/api/lobby").json()["tables"] == []


def test_what_is_wrong_with_a_bot_names_its_seats(client: TestClient) -> None:
    good = order("Ann", "", "", "")
    for bot, complaint in (
        ("ismcts:iterations=many", "iterations of `ismcts` cannot be `many`"),
        ("nobody", "there is no bot `nobody` here"),
    ):
        wrong = {"who": "bot", "bot": bot}
        for seats, where in (((2,), "South"), ((1, 3), "East and West")):
            chairs = [wrong if n in seats else chair for n, chair in enumerate(good["seats"])]
            answer = client.post("/api/tables", json=good | {"seats": chairs})
            assert answer.json()["error"] == f"{where}: {complaint}"
    long = [*good["seats"][:3], {"who": "invite", "name": "x" * 40}]
    answer = client.post("/api/tables", json=good | {"seats": long})
    assert answer.json()["error"] == "seat 4: a name has at most 24 characters"


def test_a_broken_file_of_a_bot_does_not_close_the_lobby(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import nothing_there")
    name = f"{tmp_path}/mine.py:Mine"
    client = serve(bots=(name,))
    bots = {bot["name"]: bot for bot in client.get("/api/games/agram").json()["bots"]}
    assert bots[name]["about"].startswith("cannot be used: ")
    assert "ismcts" in bots


def test_browsers_are_told_to_be_careful(client: TestClient, tokens: dict[str, Any]) -> None:
    for path, cache in ((f"/api/at/{tokens['go']}/table", "no-store"), ("/nowhere", "no-cache")):
        headers = client.get(path).headers
        assert headers["cache-control"] == cache
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe-eval" not in headers["content-security-policy"]


def test_the_cards_are_one_picture(client: TestClient, tokens: dict[str, Any]) -> None:
    answer = client.get(f"/api/at/{tokens['watch']}/cards.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'id="card-0"' in answer.text


def test_every_game_has_a_cover_of_its_own_cards(client: TestClient) -> None:
    covers = {game: client.get(f"/api/games/{game}/cover.svg").text for game in house_games()}
    assert len(set(covers.values())) == len(covers)
    for game, cover in covers.items():
        named = [load(game).card(text) for text in load(game).sheet.table.cover]
        assert cover == hand_svg(named)
    assert client.get("/api/games/nothing/cover.svg").status_code == 404
