"""Lanes: there is always a worker for what is quick."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.work.job import Job
from kibitz.work.lanes import LONG, Lanes


@dataclass(frozen=True, eq=False)
class Asked:
    job: Job
    long: bool


def asked(lanes: Lanes[Asked], kind: str, asker: str = "ann") -> Asked:
    job = Job("think", askers=(asker,), kind=kind)
    return Asked(job, lanes.is_long(job))


def learnt(lanes: Lanes[Asked], kind: str, seconds: float) -> None:
    """So long a kind of work takes."""
    job = asked(lanes, kind)
    assert lanes.begin(job)
    lanes.end(job, seconds)


def test_what_is_not_known_counts_as_long_until_it_is() -> None:
    lanes = Lanes[Asked](2)
    assert asked(lanes, "search").long
    assert not asked(lanes, "").long
    learnt(lanes, "search", LONG / 2)
    assert not asked(lanes, "search").long
    learnt(lanes, "search", 10 * LONG)
    assert asked(lanes, "search").long


def test_long_work_leaves_a_worker_for_quick_work() -> None:
    lanes = Lanes[Asked](3)
    long = [asked(lanes, "search") for _ in range(3)]
    assert [lanes.begin(job) for job in long] == [True, True, False]
    lanes.add(long[2])
    quick = [asked(lanes, "") for _ in range(2)]
    assert lanes.begin(quick[0])
    lanes.add(quick[1])
    assert lanes.end(quick[0], 0.1) is quick[1]
    assert lanes.end(quick[1], 0.1) is None  # the long one still waits
    assert lanes.end(long[0], 9.0) is long[2]
    assert len(lanes) == 0


def test_quick_work_does_not_hold_up_long_work_for_ever() -> None:
    lanes = Lanes[Asked](2)
    quick = [asked(lanes, "") for _ in range(9)]
    assert all(lanes.begin(job) for job in quick[:2])
    for job in quick[2:]:
        lanes.add(job)
    long = asked(lanes, "search", "bea")
    lanes.add(long)
    assert lanes.end(quick[0], 0.1) is long


def test_one_worker_serves_all_in_turn() -> None:
    lanes = Lanes[Asked](1)
    first, second = asked(lanes, "search"), asked(lanes, "")
    assert not first.long
    assert lanes.begin(first)
    lanes.add(second)
    assert lanes.end(first, 9.0) is second


def test_what_nobody_waits_for_any_more_does_not_wait() -> None:
    lanes = Lanes[Asked](2)
    for kind in ("", "search"):
        job = asked(lanes, kind)
        lanes.add(job)
        assert (len(lanes), lanes.waiting(("ann",)), lanes.waiting(())) == (1, 1, 0)
        lanes.remove(job)
        assert (len(lanes), lanes.waiting(("ann",))) == (0, 0)


def test_nobody_has_all_workers_for_what_is_long() -> None:
    lanes = Lanes[Asked](3, each=1)
    first, second, third = (asked(lanes, f"search {number}") for number in range(3))
    assert lanes.begin(first)
    assert not lanes.begin(second)  # one at a time
    lanes.add(second)
    lanes.add(third)
    bea = asked(lanes, "search 9", "bea")
    assert lanes.begin(bea)  # she waits for nobody
    cas = asked(lanes, "search 9", "cas")
    lanes.add(cas)
    assert lanes.end(bea, 1.0) is cas
    assert lanes.end(cas, 1.0) is None  # Ann has hers
    assert lanes.end(first, 1.0) is second
    assert lanes.end(second, 1.0) is third
    assert lanes.end(third, 1.0) is None
    assert len(lanes) == 0
