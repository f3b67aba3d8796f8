"""Pools in an event loop: jobs, limits, deaths, and who is served when."""

from __future__ import annotations

import asyncio
import gc
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.work import AsyncPool, Died, Job, Refused, Thing
from kibitz.work.job import message
from kibitz.work.process import Process
from kibitz.work.wire import packed

HERE = f"{__package__}.working"
PATIENCE = 60.0
"""Seconds after which a test gives up waiting; nothing here takes nearly as long."""


def run(work: Callable[[AsyncPool], Awaitable[Any]], size: int = 1, **options: Any) -> Any:
    async def main() -> Any:
        pool = AsyncPool(size, **options)
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(main())


async def ask(
    pool: AsyncPool,
    name: str,
    seconds: float | None = None,
    asker: str = "",
    kind: str = "",
    **arguments: Any,
) -> Any:
    job = Job(f"{HERE}:{name}", arguments, askers=(asker,), seconds=seconds, kind=kind)
    return json.loads(await pool.ask(job))


def one(name: str, **options: Any) -> Any:
    """The answer to a single job."""
    return run(lambda pool: ask(pool, name, **options))


def test_a_job_is_answered() -> None:
    assert one("echo", value={"a": [1, "♥"]}) == {"a": [1, "♥"]}


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_answered() -> None:
    async def work(pool: AsyncPool) -> Any:
        with pytest.raises(KibitzError, match=r"longer than 0\.05 s"):
            await ask(pool, "forever", seconds=0.05)
        return await ask(pool, "echo", value=1)

    assert run(work) == 1


def test_a_job_whose_process_dies_is_tried_once_more(tmp_path: Path) -> None:
    assert one("die_once", note=str(tmp_path / "died")) == "alive"


def test_a_job_that_kills_every_process_is_given_up() -> None:
    with pytest.raises(Died, match="died, twice") as caught:
        one("die")
    assert caught.value.code == 3


def test_a_complaint_comes_back_as_it_was() -> None:
    with pytest.raises(Refused) as caught:
        one("complain")
    assert (caught.value.message, caught.value.hint) == ("the cards are wet", "dry them")


def test_other_errors_are_one_sentence_that_tells_no_cards() -> None:
    with pytest.raises(Refused, match="went wrong") as caught:
        one("crash")
    assert "queen" not in str(caught.value)


def test_an_answer_that_is_too_long_is_a_sentence() -> None:
    with pytest.raises(Refused, match="too long"):
        one("long")


def test_what_is_printed_in_a_worker_is_heard_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert one("shout") == "quiet"
    assert capfd.readouterr() == ("", "")


def test_what_is_printed_can_be_heard_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(lambda pool: ask(pool, "shout"), heard=True) == "quiet"
    assert capfd.readouterr() == ("", "my cards are\nmine too\nall acesall kings")


def test_workers_do_not_hear_ctrl_c() -> None:
    assert one("deafness") is True


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert one("infinity") == [None, None, 1.5]


def test_a_process_may_take_so_much_memory_and_no_more() -> None:
    with pytest.raises(Refused, match="more memory"):
        run(lambda pool: ask(pool, "greed"), memory=2 << 30)


# --- what is believed -----------------------------------------------------------------------------


def test_a_process_that_talks_nonsense_is_ended() -> None:
    async def work(pool: AsyncPool) -> Any:
        with pytest.raises(KibitzError, match="died, twice"):
            await ask(pool, "babble")
        return await ask(pool, "echo", value=1)

    assert run(work) == 1


def test_a_process_is_ended_though_nobody_has_read_all_it_said() -> None:
    async def main() -> None:
        process = await Process.start()
        job = json.dumps(message(Job(f"{HERE}:babble_on"), {}))
        process._jobs.write(packed(1, job.encode()))
        answers = process.process._transport.get_pipe_transport(1)  # type: ignore[attr-defined]
        while answers.is_reading():
            await asyncio.sleep(0)
        await asyncio.wait_for(process.end(), PATIENCE)

    asyncio.run(main())


def test_an_answer_that_came_before_its_job_is_not_believed() -> None:
    """A job writes down the answers to later ones, with numbers that will be asked for; but one is
    waited for that has another number, and nothing is believed after that."""

    async def work(pool: AsyncPool) -> Any:
        with pytest.raises(Died):
            await ask(pool, "answer_too_early", text='+"a lie"')
        return [await ask(pool, "echo", value=value) for value in range(8)]

    assert run(work) == list(range(8))


def test_a_job_that_comes_back_twice_is_answered_once() -> None:
    """It has forked, and both processes go on."""

    async def work(pool: AsyncPool) -> Any:
        first = await ask(pool, "process")
        forked = await ask(pool, "fork", seconds=60)
        rest = [await ask(pool, "echo", value=value) for value in range(3)]
        return forked, rest, await ask(pool, "process") == first

    forked, rest, same = run(work)
    assert forked > 0  # it is the parent that answers
    assert (rest, same) == ([0, 1, 2], True)


def test_a_fault_of_ours_holds_up_no_other_job_and_tells_no_cards(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """What cannot be written down was once printed, with the deal that went before it."""

    async def work(pool: AsyncPool) -> Any:
        jobs = [ask(pool, "echo", value=value) for value in (1, "\ud800", 2)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, fault, third = run(work)
    assert (first, third) == (1, 2)
    assert fault.message == "something went wrong inside Kibitz (UnicodeEncodeError)"
    gc.collect()
    assert capfd.readouterr() == ("", "")


# --- who does what --------------------------------------------------------------------------------


def test_one_who_asks_for_much_does_not_hold_up_another() -> None:
    async def work(pool: AsyncPool) -> list[str]:
        done: list[str] = []

        async def served(asker: str, value: int) -> None:
            done.append(await ask(pool, "echo", asker=asker, value=f"{asker}{value}"))

        many = [served("ann", value) for value in range(30)]
        await asyncio.gather(*many, served("bea", 0))
        return done

    assert run(work).index("bea0") <= 2


def test_jobs_that_take_long_leave_a_process_for_those_that_do_not() -> None:
    async def work(pool: AsyncPool) -> Any:
        long = [asyncio.create_task(ask(pool, "forever", kind="search")) for _ in range(3)]
        await asyncio.sleep(0)
        found = [await ask(pool, "echo", value=value) for value in (1, 2)]
        for job in long:
            assert not job.done()
            job.cancel()
        return found

    assert run(work, size=2) == [1, 2]


def test_who_asks_for_much_is_refused_and_others_are_not() -> None:
    async def work(pool: AsyncPool) -> Any:
        busy = asyncio.create_task(ask(pool, "forever"))
        await asyncio.sleep(0)
        ann = [asyncio.create_task(ask(pool, "echo", asker="ann", value=n)) for n in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(KibitzError, match="too much"):
            await ann[2]
        bea = asyncio.create_task(ask(pool, "echo", asker="bea", value=0))
        ann[0].cancel()  # what is not wanted any more does not count
        await asyncio.sleep(0)
        ann.append(asyncio.create_task(ask(pool, "echo", asker="ann", value=3)))
        await asyncio.sleep(0)
        assert not any(job.done() for job in (bea, ann[1], ann[3]))
        for job in (busy, bea, ann[1], ann[3]):
            job.cancel()

    run(work, most=4)


def test_a_job_does_not_wait_for_a_busy_process_while_another_is_idle() -> None:
    """Also if both were busy when it came."""

    async def work(pool: AsyncPool) -> Any:
        slow = asyncio.create_task(ask(pool, "forever"))
        await asyncio.sleep(0)
        quick = [asyncio.create_task(ask(pool, "echo", value=value)) for value in (1, 2)]
        found = await asyncio.gather(*quick)
        assert not slow.done()
        slow.cancel()
        return found

    assert run(work, size=2) == [1, 2]


def test_too_many_jobs_are_refused() -> None:
    async def work(pool: AsyncPool) -> Any:
        jobs = [asyncio.create_task(ask(pool, "echo", asker=f"{n}", value=n)) for n in range(6)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    *answered, refused = run(work, most=4)
    assert answered == [0, 1, 2, 3, 4]  # one is being done, four wait
    assert refused.message == "too much is being thought about at once"


def test_who_waits_is_told_when_the_server_stops() -> None:
    async def main() -> list[Any]:
        pool = AsyncPool(1)
        jobs = [asyncio.create_task(ask(pool, "forever")) for _ in range(3)]
        await asyncio.sleep(0)
        await pool.close()
        jobs.append(asyncio.create_task(ask(pool, "forever")))
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert [str(error) for error in asyncio.run(main())] == ["the server is being stopped"] * 4


def test_a_process_is_ended_though_somebody_else_holds_its_pipe() -> None:
    """A process that the program has forked has all its pipes."""

    async def main() -> None:
        pool = AsyncPool(1)
        await ask(pool, "echo", value=1)
        process = pool.workers[0].process
        assert isinstance(process, Process)
        other = os.dup(process._jobs.get_extra_info("pipe").fileno())
        try:
            await asyncio.wait_for(pool.close(), PATIENCE)
        finally:
            os.close(other)

    asyncio.run(main())


def test_a_process_that_is_being_ended_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the pool is closed meanwhile."""
    ended: list[int] = []
    end = Process.end

    async def work(pool: AsyncPool) -> None:
        ending = asyncio.Event()

        async def watched(process: Process) -> int:
            ending.set()
            ended.append(await end(process))
            return ended[-1]

        monkeypatch.setattr(Process, "end", watched)
        job = asyncio.create_task(ask(pool, "forever", seconds=0.01))
        await ending.wait()
        await pool.close()
        with pytest.raises(KibitzError, match="is being stopped"):
            await job

    run(work)
    assert len(ended) == 1


def test_that_no_process_can_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(*_: int) -> Process:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(Process, "start", start)
    with pytest.raises(KibitzError, match=r"no process could be started .*: Resource temporarily"):
        one("echo", value=1)


# --- what workers are told ------------------------------------------------------------------------


def pile(cards: list[str], key: str = "p") -> Thing:
    return Thing(key, f"{HERE}:Pile", {"name": "trick"}, cards, room=2)


def test_a_pool_tells_again_what_was_forgotten() -> None:
    async def work(pool: AsyncPool) -> list[Any]:
        cards, found = ["QH"], list[Any]()
        for key in ("p", "p", "a", "b", "p", "p"):  # there is room for two
            job = Job(f"{HERE}:top", things={"pile": pile(cards, key)})
            found.append(json.loads(await pool.ask(job)))
            cards.append("AC")
        return found

    found = run(work)
    assert [cards for _, cards, *_ in found] == [1, 2, 3, 4, 5, 6]


def test_a_job_goes_to_the_worker_that_knows_what_it_is_about() -> None:
    async def work(pool: AsyncPool) -> Any:
        def process(key: str) -> Awaitable[bytes]:
            return pool.ask(Job(f"{HERE}:process_of", things={"pile": pile([], key)}))

        a, b = await asyncio.gather(process("a"), process("b"))
        assert a != b
        again = [await process(key) for key in "abab"]
        return again == [a, b, a, b], len(set(await asyncio.gather(process("a"), process("a"))))

    assert run(work, size=2) == (True, 2)  # but it does not wait for it


def test_what_is_not_needed_any_more_is_forgotten_with_the_next_job() -> None:
    async def work(pool: AsyncPool) -> Any:
        for key in ("a", "b"):
            await pool.ask(Job(f"{HERE}:top", things={"pile": pile([], key)}))
        pool.forget("a")
        pool.forget("unknown")
        (worker,) = pool.workers
        before = list(worker.forget)
        await ask(pool, "echo", value=1)
        return before, worker.forget, list(worker.told)

    assert run(work) == (["a"], [], ["b"])
