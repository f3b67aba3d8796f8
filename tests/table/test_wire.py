"""What crosses the wire is the view of whoever gets it: swap the cards they cannot see, and
the same bytes come."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from house import HOUSE

from kibitz.engine import load
from kibitz.engine.descriptions import describe
from kibitz.engine.reference import GameRef
from kibitz.engine.replay import Move, deal_of, move_of
from kibitz.knowledge.views import view
from kibitz.table.chronicle import Chronicle
from kibitz.table.games import Made
from kibitz.table.hall import Hall
from kibitz.table.kept import Kept, Sitter
from kibitz.table.table import Table

from .conftest import TestClient, made, until


def seated(client: TestClient, name: str, seed: int) -> Table:
    """A game in the middle, with a person at every seat."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    description, rng = describe(name), random.Random(seed)
    game = description.game()
    states, moves = [game.new(seed)], list[Move]()
    while not states[-1].over:
        action = rng.choice(states[-1].actions)
        states.append(states[-1].after(action))
        moves.append(move_of(states[-1]))
    states, moves = states[:-1], moves[:-1]
    seats = tuple(Sitter(f"P{n}", token=f"{name}-seat-{n}") for n in range(game.players))
    deal = deal_of(states[0])
    tokens = f"{name}-host", f"{name}-watch"
    rest = seats, 1.0, True, 0.0, len(moves), "person"
    kept = Kept(name, description.digest, {}, deal, "play", *tokens, *rest)  # type: ignore[arg-type]
    hall.archive.add(kept, description, moves)
    ref = GameRef(description, {})
    return Table(kept, Made(game, ref), states, moves, hall.archive, hall.thinkers)


def received(client: TestClient, token: str, at: int) -> list[str]:
    """All that comes to a token: at connecting, and what it can ask for."""
    texts = []
    with client.websocket_connect(f"/api/at/{token}/live") as socket:
        texts += [socket.receive_text() for _ in range(2)]
    for path in ("table", f"moment?at={at}", f"position?at={at}", "record"):
        texts.append(client.get(f"/api/at/{token}/{path}").text)
    return texts


@pytest.mark.parametrize("name", HOUSE)
def test_what_is_sent_does_not_depend_on_cards_one_cannot_see(
    client: TestClient, name: str
) -> None:
    live, rng = seated(client, name, seed=4), random.Random(1)
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    all_states, all_moves = live.states, live.moves
    observers: list[int | None] = [*range(live.game.players), None]
    for at in range(0, len(all_states), max(1, len(all_states) // 9)):
        observer = observers[at % len(observers)]
        tokens = [f"{name}-host", f"{name}-watch"]
        if observer is not None:
            tokens = [f"{name}-seat-{observer}"]
        states = all_states[: at + 1]
        live.moves = all_moves[:at]
        imagined = [view(state, observer).sample(rng) for state in states]
        for token in tokens:
            found = []
            for version in (states, imagined):
                live.states = version
                live.chronicle = Chronicle(version)
                hall.live = {name: live}
                found.append(received(client, token, at // 2))
            assert found[0] == found[1]


@pytest.mark.parametrize("name", ["agram", "brisca"])
def test_nothing_sent_before_the_end_contains_key_or_seed(client: TestClient, name: str) -> None:
    players = load(name).players
    tokens = made(client, "Ann", "Bea", *[""] * (players - 2), game=name)
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    (table,) = hall.live.values()
    words = [str(number) for number in table.kept.deal.key]
    sockets = [client.websocket_connect(f"/api/at/{token}/live") for token in tokens["seats"][:2]]
    with sockets[0] as ann, sockets[1] as bea:
        seen: list[dict[str, Any]] = [{"at": -1}, {"at": -1}]
        for _ in range(8):
            _wait_for_people(client, table)
            told = [client.get("/api/lobby").text]
            for token in (*tokens["seats"][:2], tokens["watch"], tokens["host"]):
                for path in ("table", "moment", "position", "record"):
                    told.append(client.get(f"/api/at/{token}/{path}").text)
            for number, socket in enumerate((ann, bea)):
                while seen[number]["at"] < table.last:
                    seen[number] = until(socket, "moment")
                    told.append(json.dumps(seen[number]))
            assert not any(word in text for word in words for text in told)
            seat = table.state.to_move
            assert seat in (0, 1)
            at = table.last
            act = {"do": "act", "at": at, "action": seen[seat]["actions"][-1]["text"]}
            (ann, bea)[seat].send_json(act)
            seen[seat] = until((ann, bea)[seat], "moment", at=at + 1)


def _wait_for_people(client: TestClient, table: Table) -> None:
    async def rest() -> None:
        import asyncio

        while (task := table.clockwork.task) is not None:
            await asyncio.wait({task})

    assert client.portal is not None
    client.portal.call(rest)
