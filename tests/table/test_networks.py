"""Networks at a table: offered where a game has one, chosen by whoever runs the server, and asked
for a second opinion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.nets import blank, write
from kibitz.table import jobs, known
from kibitz.table.hall import Hall

from .running import create, rests, run


@pytest.fixture
def own(tmp_path: Path) -> Game:
    """A small game with its network beside it."""
    house = kibitz.load("agram")
    path = tmp_path / "small.rcy"
    path.write_text(house.source.text)
    path.with_suffix(".toml").write_text(house.sheet.text or "")
    game = kibitz.load(path, NUMP=2, HAND=3)
    write(blank(game, hidden=(8,), scale=2.0), tmp_path / "small.net.npz")
    return game


def test_the_lobby_offers_the_network_of_a_game_that_has_one(own: Game) -> None:
    (entry,) = [one for one in jobs.bots(own, []) if one["name"] == "net"]
    assert entry["title"] == "Network"
    assert entry["parameters"] == []  # no page says which file is read
    other = kibitz.load(own.source.name, NUMP=3, HAND=3)
    assert "net" not in [one["name"] for one in jobs.bots(other, [])]


def test_a_network_of_the_user_is_offered_where_it_fits(own: Game, tmp_path: Path) -> None:
    name = f"net:{tmp_path}/small.net.npz"
    (entry,) = [one for one in jobs.bots(own, [name]) if one["name"] == name]
    assert (entry["about"], entry["parameters"]) == ("with a network of your own", [])
    (entry,) = [one for one in jobs.bots(kibitz.load("brisca"), [name]) if one["name"] == name]
    assert entry["about"].startswith("cannot be used: ")


def test_it_sits_at_a_table(own: Game, tmp_path: Path) -> None:
    given = f"net:{tmp_path}/small.net.npz"

    async def work(hall: Hall) -> None:
        seats = [{"who": "bot", "bot": bot} for bot in ("net", given)]
        settings = {"NUMP": 2, "HAND": 3}
        more = {"game": "small", "parameters": settings, "mode": "kibitz", "running": True}
        table = await create(hall, **more, seats=seats)
        await rests(table)
        assert table.state.over
        assert table.clockwork.trouble is None

    run(tmp_path, work, files=(tmp_path / "small.rcy",), bots=(given,))


@pytest.mark.parametrize("name", ["net:x.npz", "net:file=x.npz", "net: file = x.npz", "net:../x"])
def test_no_page_says_which_file_is_read(own: Game, tmp_path: Path, name: str) -> None:
    async def work(hall: Hall) -> None:
        with pytest.raises(KibitzError, match="was not given to this server"):
            await create(hall, seats=[{"who": "bot", "bot": name}] * 4)

    run(tmp_path, work)


def test_a_hint_tells_what_the_network_would_do_as_well(own: Game) -> None:
    state = own.new(seed=1)
    found = json.loads(json.dumps(known.advice(state, 0)))
    assert (found["method"], found["measure"]) == ("Searcher", "score")
    said = found["network"]
    assert (said["method"], said["measure"], said["note"]) == ("Network", "points", None)
    assert said["best"] == said["thoughts"][0]["text"]
    assert {one["text"] for one in said["thoughts"]} == {action.text for action in state.actions}
    for one in said["thoughts"]:
        assert isinstance(one["value"], float)
        assert (one["visits"], one["low"], one["high"]) == (None, None, None)


def test_without_a_network_and_without_a_choice_there_is_one_opinion(own: Game) -> None:
    other = kibitz.load(own.source.name, NUMP=3, HAND=3)
    assert known.advice(other.new(seed=1), 0)["network"] is None
    state = own.new(seed=1)
    while len(state.actions) > 1:
        state = state.after(state.actions[0])
    assert state.to_move is not None
    assert known.advice(state, state.to_move)["network"] is None
