"""Getting bots ready at a terminal: what is said about it, each sentence once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kibitz.bots.plain import First
from kibitz.bots.searchers import HASTE, Ismcts, Pimc
from kibitz.cli import readying
from kibitz.cli.readying import Readying
from kibitz.engine import Game, load
from kibitz.engine.workshop import Workshop
from kibitz.errors import KibitzError

AGRAM = load("agram")


class Closed(Workshop):
    """Takes orders and compiles nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[str] = []

    def order(self, game: Game, kernels: Iterable[str]) -> list[str]:
        self.orders += kernels
        return list(self.orders)


def compiled(monkeypatch: pytest.MonkeyPatch, yes: bool) -> None:
    monkeypatch.setattr(readying, "is_compiled", lambda game, kernel: yes)


def test_it_is_said_that_it_has_begun_and_that_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Readying(AGRAM, Closed())
    found.take(Ismcts())
    compiled(monkeypatch, False)
    said = found.news(terminal=True)
    assert said is not None
    assert said.startswith("Agram is being compiled for this machine, once: about ")
    assert said.endswith("Until then the bots try fewer games for each decision.")
    assert found.news(terminal=True) is None
    compiled(monkeypatch, True)
    assert found.news(terminal=True) == "Agram is compiled: the bots think at full speed now."
    assert found.news(terminal=True) is None


def test_nothing_is_said_where_all_is_ready_or_nobody_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = Readying(AGRAM, Closed())
    found.take(First())
    assert found.news(terminal=True) is None
    found.take(Ismcts())
    compiled(monkeypatch, False)
    assert found.news(terminal=False) is None
    compiled(monkeypatch, True)
    assert found.news(terminal=True) is None


def test_that_nothing_can_be_compiled_is_said_in_any_case() -> None:
    shop = Closed()
    found = Readying(AGRAM, shop, same=True)
    shop.trouble = KibitzError("Numba is not installed")
    said = "The bots take longer over each decision: Numba is not installed."
    assert [found.news(terminal=False) for _ in range(2)] == [said, None]


def test_a_bot_gets_what_it_needs_and_what_it_lacked() -> None:
    shop, bot = Closed(), Pimc(endings=12)
    found = Readying(AGRAM, shop)
    found.take(bot)
    assert shop.orders == ["deals", "trees", "solver"]
    assert (bot.waits, bot.haste) == (False, HASTE)
    bot.lacking = ("trials",)
    found.heard(bot)
    assert shop.orders[-1] == "trials"
    Readying(AGRAM, shop, same=True).take(bot)
    assert bot.haste is None
