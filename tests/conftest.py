"""What all tests share: small RECYCLE programs, written into a file, loaded and dealt.

`rules` is the short way: a few statements, put into a game with a deck `(game vloc DECK)` of
1 2 3 4 5 (5 on top) and a point map `(game points VALUE)` that scores a card its rank. A test that
asks for it runs twice: with these few cards, and with a box of seventy more that nobody touches,
for which the engine needs a second word for its sets of cards.

Games that tests compile are kept in the user's cache, shared by all workers and all copies of the
project, and found again by the next run: their names contain a hash of all that went into them. The
user's own are not touched.

`make test-quick` leaves out what is marked as slow: see `slow.py`.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings
from platformdirs import user_cache_path
from slow import SLOW

from kibitz.engine import Game, State
from kibitz.engine import cache as store
from kibitz.engine import game as engine_game
from kibitz.engine import load as load_game

os.environ["KIBITZ_CACHE"] = str(user_cache_path("kibitz") / "tests")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is for a job in the background of a shell, and for all that it starts; but some tests
    # interrupt what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("kibitz", derandomize=True)
settings.load_profile("kibitz")
"""The same examples in every run: what fails here fails everywhere, and again."""

KEPT = 7 * 24 * 3600
"""Seconds for which tests find again what they compiled."""

ONE_TO_FIVE = "(RANK (ONE, TWO, THREE, FOUR, FIVE))"

VALUE = """(do ((set (game points VALUE) (
    ((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3) ((RANK : FOUR) 4) ((RANK : FIVE) 5)
    ((RANK : SIX) 6) ((RANK : SEVEN) 7) ((RANK : EIGHT) 8) ((RANK : NINE) 9)))))"""

BOX = """(create deck (game hloc BOX)
    (deck (LETTER (A, B, C, D, E, F, G)) (NUMBER (A, B, C, D, E, F, G, H, I, J))))"""

LoadText = Callable[..., Game]
Rules = Callable[..., State]
Groups = Callable[..., list[str]]
Value = Callable[..., int]
Truth = Callable[..., bool]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", help="keep the pictures that browser tests take in this folder")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Delete what was compiled long ago: most of it belongs to rules or emitters that are gone."""
    if not hasattr(session.config, "workerinput"):
        store.clear([old for old in store.compiled_games() if old.made < time.time() - KEPT])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow. What waits for a browser comes first: one worker does so while the others
    reckon, instead of all of them in the end."""
    slow = {Path(__file__).parent / name for name in SLOW}

    @cache
    def is_slow(path: Path) -> bool:
        return not slow.isdisjoint((path, *path.parents))

    for item in items:
        if is_slow(item.path):
            item.add_marker("slow")
    items.sort(key=lambda item: item.path.parent.name != "browser")


def pytest_collection_finish() -> None:
    """All tests stay until the end: nobody need look for garbage among them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's event loop counts as running in a worker that has driven a browser, also in
    tests that have nothing to do with it and run a loop of their own."""
    if request.path.parent.name == "browser":
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(autouse=True)
def same_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game dealt without a seed is dealt from the name of the test and how many it dealt before:
    what fails here fails everywhere, and again."""
    numbers = count()

    def token_hex(size: int) -> str:
        return sha256(f"{request.node.nodeid} {next(numbers)}".encode()).hexdigest()[: 2 * size]

    monkeypatch.setattr(engine_game, "secrets", SimpleNamespace(token_hex=token_hex))


@pytest.fixture
def load_text(tmp_path: Path) -> LoadText:
    """A description given as text, loaded from a file of its own."""
    numbers = count()

    def load(text: str, **parameters: int | str) -> Game:
        path = tmp_path / f"program_{next(numbers)}.rcy"
        path.write_text(text, encoding="utf-8")
        return load_game(path, **parameters)

    return load


@pytest.fixture
def run_program(load_text: LoadText) -> Rules:
    """A description given as text, dealt: over already if it needs no decision."""

    def run(text: str, seed: int = 1, **parameters: int | str) -> State:
        return load_text(text, **parameters).new(seed)

    return run


@pytest.fixture(params=["few cards", "many cards"])
def game_of(request: pytest.FixtureRequest, load_text: LoadText) -> LoadText:
    """A game made of a few statements; `spell` is a place to be read, see `spelled`."""

    def make(
        body: str,
        *,
        players: int = 2,
        teams: str = "",
        deck: str = ONE_TO_FIVE,
        setup: str = "",
        declare: str = "",
        scoring: str = "max 0",
        spell: str = "",
        **parameters: int | str,
    ) -> Game:
        more = BOX if request.param == "many cards" else ""
        text = f"""(game {declare}
  (setup (create players {players}) {teams} {more}
    (create deck (game vloc DECK) (deck {deck})) {setup})
  {VALUE}
  {body}
  {spelled(spell) if spell else ""}
  (scoring {scoring}))"""
        return load_text(text, **parameters)

    return make


@pytest.fixture
def rules(game_of: LoadText) -> Rules:
    """A few statements, run up to the first decision or the end."""

    def run(body: str, seed: int = 1, **options: Any) -> State:
        return game_of(body, **options).new(seed)

    return run


@pytest.fixture
def value(rules: Rules) -> Value:
    """The value of a number."""

    def evaluate(expression: str, before: str = "", **options: Any) -> int:
        state = rules(f"{before} (do ((set (game sto RESULT) {expression})))", **options)
        result = state.store("RESULT")
        assert isinstance(result, int)
        return result

    return evaluate


@pytest.fixture
def truth(rules: Rules) -> Truth:
    """Whether a condition holds."""

    def evaluate(condition: str, before: str = "", **options: Any) -> bool:
        state = rules(f"{before} (do (({condition} (set (game sto RESULT) 1))))", **options)
        return state.store("RESULT") == 1

    return evaluate


@pytest.fixture
def groups(rules: Rules) -> Groups:
    """The members of a list of groups, in its order, each as the cards from the bottom up."""

    def evaluate(expression: str, before: str = "", **options: Any) -> list[str]:
        choice = f"""(choice ((any {expression} 'GROUP
            (do ((turn pass) (all 'GROUP 'CARD (move 'CARD (top (game vloc TAKEN)))))))))"""
        state = rules(f"{before} {choice}", **options)
        return [" ".join(action.cards) for action in state.actions]

    return evaluate


def spelled(place: str) -> str:
    """Statements that read a place from the bottom up into the digits of `(game sto ORDER)`."""
    return f"""(do ((all (range 0..9) 'I ((< 'I (size {place}))
        (set (game sto ORDER)
          (+ (* 10 (game sto ORDER)) (score ('I {place}) using (game points VALUE))))))))"""
