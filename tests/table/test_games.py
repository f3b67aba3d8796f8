"""The games of a server: those who want one take turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping

import pytest

from kibitz.engine.descriptions import Description
from kibitz.engine.game import Game
from kibitz.table import games
from kibitz.table.games import Catalogue


def test_whoever_wants_many_games_does_not_keep_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, agram, begin = list[object](), Catalogue().description("agram").game(), threading.Event()

    def make(description: Description, parameters: Mapping[str, int | str]) -> Game:
        begin.wait()
        made.append(parameters["NUMP"])
        return agram

    monkeypatch.setattr(games, "_make", make)

    async def work() -> None:
        catalogue = Catalogue()
        wanted = [(f"{number}", "Ann") for number in range(6)] + [("B", "Bea")]
        asked = [
            asyncio.create_task(catalogue.find("agram", {"NUMP": what}, who))
            for what, who in wanted
        ]
        await asyncio.sleep(0)  # all have asked before the first is made
        begin.set()
        await asyncio.gather(*asked)

    asyncio.run(work())
    assert made == ["0", "B", "1", "2", "3", "4", "5"]
