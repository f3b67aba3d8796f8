"""Workers: jobs, limits, deaths; what is told once is not told again."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from kibitz.engine import load
from kibitz.engine.descriptions import describe
from kibitz.engine.replay import Move, deal_of, move_of
from kibitz.errors import KibitzError
from kibitz.table import worker
from kibitz.table.worker import Desk, answered
from kibitz.table.workers import About, GameRef, Pool, Refused, Worker, _text

HERE = f"{__package__}.working"
AGRAM = GameRef.of(describe("agram"), {})
LONG = 60.0


def run(work: Callable[[Pool], Awaitable[Any]], size: int = 1, **options: Any) -> Any:
    async def main() -> Any:
        pool = Pool(size, **options)
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(main())


def call(
    name: str, seconds: float = LONG, **arguments: Any
) -> Callable[[Pool], Coroutine[Any, Any, Any]]:
    async def work(pool: Pool) -> Any:
        return json.loads(await pool.ask(f"{HERE}:{name}", AGRAM, seconds=seconds, **arguments))

    return work


def played(moves: int, name: str = "boerenbridge") -> tuple[GameRef, About, list[bytes]]:
    """A table after some moves, and its states."""
    rng, state = random.Random(5), load(name).new(3)
    deal, made, states = deal_of(state), list[Move](), [bytes(state)]
    for _ in range(moves):
        action = rng.choice(state.actions)
        state = state.after(action)
        made.append(move_of(state))
        states.append(bytes(state))
    return GameRef.of(describe(name), {}), About("t", deal, made, moves), states


def test_a_job_is_answered() -> None:
    assert run(call("echo", value={"a": [1, "♥"]})) == ["Agram", {"a": [1, "♥"]}]


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_answered() -> None:
    async def work(pool: Pool) -> Any:
        with pytest.raises(KibitzError, match=r"longer than 0\.05 s"):
            await call("forever", seconds=0.05)(pool)
        return await call("echo", value=1)(pool)

    assert run(work) == ["Agram", 1]


def test_a_job_whose_process_dies_is_tried_once_more(tmp_path: Path) -> None:
    assert run(call("die", note=str(tmp_path / "died"))) == "alive"


def test_a_job_that_kills_every_process_is_given_up() -> None:
    with pytest.raises(KibitzError, match="died, twice"):
        run(call("always_die"))


def test_a_complaint_comes_back_as_it_was() -> None:
    with pytest.raises(Refused) as caught:
        run(call("complain"))
    assert (caught.value.message, caught.value.hint) == ("the cards are wet", "dry them")


def test_other_errors_are_one_sentence_that_tells_no_cards() -> None:
    with pytest.raises(Refused, match="went wrong") as caught:
        run(call("crash"))
    assert "queen" not in str(caught.value)


def test_an_answer_that_is_too_long_is_a_sentence() -> None:
    with pytest.raises(Refused, match="too long"):
        run(call("long"))


def test_what_is_printed_in_a_worker_is_heard_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(call("shout")) == "quiet"
    assert capfd.readouterr() == ("", "")


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert run(call("infinity")) == [None, None, 1.5]


def test_a_process_that_talks_nonsense_is_ended() -> None:
    async def work(pool: Pool) -> Any:
        with pytest.raises(KibitzError, match="died, twice"):
            await call("babble")(pool)
        return await call("echo", value=1)(pool)

    assert run(work) == ["Agram", 1]


def test_a_fault_of_ours_holds_up_no_other_job_and_tells_no_cards(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """What cannot be written down was once printed, with the deal that went before it."""

    async def work(pool: Pool) -> Any:
        jobs = [call("echo", value=value)(pool) for value in (1, "\ud800", 2)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, fault, third = run(work)
    assert (first, third) == (["Agram", 1], ["Agram", 2])
    assert fault.message == "something went wrong inside Kibitz (UnicodeEncodeError)"
    gc.collect()
    assert capfd.readouterr() == ("", "")


def test_a_job_does_not_wait_for_a_busy_process_while_another_is_idle() -> None:
    """Also if both were busy when it came."""

    async def work(pool: Pool) -> Any:
        slow = asyncio.create_task(call("forever")(pool))
        await asyncio.sleep(0)
        held = next(worker for worker in pool.workers if worker.busy)
        quick = asyncio.create_task(call("echo", value=1)(pool))
        await asyncio.sleep(0)
        assert all(worker.busy for worker in pool.workers)
        third = asyncio.create_task(call("echo", value=2)(pool))
        await asyncio.sleep(0)
        assert len(held.waiting) == 1  # it is for the one who thinks for ever
        await asyncio.wait({slow, third}, return_when=asyncio.FIRST_COMPLETED)
        assert not slow.done()
        slow.cancel()
        return await quick, await third

    assert run(work, size=2) == (["Agram", 1], ["Agram", 2])


def test_a_process_may_take_so_much_memory_and_no_more() -> None:
    with pytest.raises(Refused, match="more memory"):
        run(call("greed"), memory=2 << 30)


def test_too_many_jobs_are_refused() -> None:
    async def work(pool: Pool) -> Any:
        jobs = [asyncio.create_task(call("echo", value=n)(pool)) for n in range(6)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    found = run(work, most=4)
    refused = [one for one in found if isinstance(one, KibitzError)]
    assert refused
    assert "too much" in refused[0].message
    assert ["Agram", 0] in found


def test_who_waits_is_told_when_the_server_stops() -> None:
    async def main() -> object:
        pool = Pool(1)
        jobs = [asyncio.create_task(call("forever")(pool)) for _ in range(3)]
        await asyncio.sleep(0)
        await pool.close()
        return await asyncio.gather(*jobs, return_exceptions=True)

    found = asyncio.run(main())
    assert isinstance(found, list)
    assert [str(error) for error in found] == ["the server is being stopped"] * 3


def test_workers_end_when_their_server_is_killed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = (
        "import asyncio\nfrom tests.table.test_workers import call\n"
        "from kibitz.table.workers import Pool\n"
        "async def main():\n"
        f"    pool = Pool(1)\n    await call('hold', pipe={str(pipe)!r})(pool)\n"
        "    busy = asyncio.create_task(call('forever')(pool))\n"
        "    await asyncio.sleep(0)\n    print('held', flush=True)\n    await busy\n"
        "asyncio.run(main())"
    )
    root = Path(__file__).parent.parent.parent
    server = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=root, env=os.environ
    )
    with pipe.open("rb") as end, server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"held\n"
        server.send_signal(signal.SIGKILL)
        assert end.read() == b""  # nobody holds the other end any more


# --- what a worker knows ------------------------------------------------------------------------


def test_a_table_is_told_once_and_then_move_by_move() -> None:
    game, about, states = played(12)
    known, desk = Worker(), Desk()
    sizes = []
    for moves in range(13):
        job = _job(game, About("t", about.deal, about.moves, moves))
        text = _text(known, job, full=False)
        sizes.append(len(text))
        assert (
            answered(desk, json.loads(text))
            == b"+" + json.dumps([1, moves, states[moves].hex()]).encode()
        )
    assert all(size < 400 for size in sizes[1:])


def test_a_worker_that_has_forgotten_asks_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LAST", 1)
    game, about, states = played(6)
    known, desk = Worker(), Desk()
    other = About("u", about.deal, about.moves, 2)
    for one in (about, other):
        answered(desk, json.loads(_text(known, _job(game, one), full=False)))
    short = _text(known, _job(game, about), full=False)
    assert answered(desk, json.loads(short)) == b"?"
    full = _text(known, _job(game, about), full=True)
    assert states[6].hex() in answered(desk, json.loads(full)).decode()


def test_a_pool_tells_again_what_was_forgotten() -> None:
    game, about, states = played(8)

    async def work(pool: Pool) -> list[Any]:
        found = []
        for moves in (2, 8, 3, 8):
            one = About("t", about.deal, about.moves, moves)
            whole = moves == 8
            answer = await pool.ask(f"{HERE}:seen", game, one, seconds=LONG, whole=whole)
            found.append(json.loads(answer))
        return found

    wanted = [(2, 1), (8, 9), (3, 1), (8, 9)]
    assert run(work) == [[length, moves, states[moves].hex()] for moves, length in wanted]


def test_what_a_worker_remembers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LAST", 3)
    monkeypatch.setattr(worker, "WHOLE", 2)
    game, about, _ = played(2)
    known, desk = Worker(), Desk()
    for number in range(10):
        one = About(f"t{number}", about.deal, about.moves, 2)
        for whole in (False, True):
            answered(desk, json.loads(_text(known, _job(game, one, whole), full=False)))
    assert (len(desk.last), len(desk.whole), len(desk.games)) == (3, 2, 1)


def test_a_table_that_is_over_is_forgotten() -> None:
    game, about, _ = played(3)

    async def work(pool: Pool) -> Any:
        for id_ in ("t1", "t2", "t3"):
            one = About(id_, about.deal, about.moves, 3)
            await pool.ask(f"{HERE}:seen", game, one, seconds=LONG)
        pool.forget("t1")
        pool.forget("t2")
        pool.forget("unknown")
        return _text(pool.workers[0], _job(game, about), full=False)

    text = json.loads(run(work))
    assert text["forget"] == ["t1", "t2"]
    desk = Desk()
    desk.last["t1"] = desk.last["t2"] = worker.Case(0, [])
    assert answered(desk, text) == b"?"  # it is told of a game it does not know
    assert not desk.last


def test_a_table_is_served_by_the_same_worker_unless_it_is_busy() -> None:
    game, about, _ = played(1)

    async def work(pool: Pool) -> Any:
        def ask() -> Awaitable[bytes]:
            return pool.ask(f"{HERE}:process", game, about, seconds=LONG)

        first, second = await ask(), await ask()
        at_once = await asyncio.gather(ask(), ask())
        return first, second, at_once

    first, second, at_once = run(work, size=2)
    assert first == second
    assert len(set(at_once)) == 2


def _job(game: GameRef, about: About, whole: bool = False) -> Any:
    from kibitz.table.workers import Job

    return Job(f"{HERE}:seen", game, about, whole, {}, LONG, None)  # type: ignore[arg-type]
