"""What a worker remembers: things are told once, then only their new parts."""

from __future__ import annotations

import json
from typing import Any

from kibitz.work.job import Job, Thing, message
from kibitz.work.memory import Memory

HERE = f"{__package__}.working"
CARDS = ["QH", "10S", "AC", "7D"]


def pile(cards: int, key: str = "p", room: int = 32) -> Thing:
    return Thing(key, f"{HERE}:Pile", {"name": "trick"}, CARDS[:cards], room)


def ask(memory: Memory, thing: Thing, known: dict[str, int], **more: Any) -> bytes:
    job = Job(f"{HERE}:top", things={"pile": thing})
    return memory.answered(json.dumps(message(job, known, **more)).encode())


def test_a_thing_is_told_once_and_then_part_by_part() -> None:
    memory = Memory()
    assert ask(memory, pile(1), {}) == b'+["trick", 1, "QH"]'
    job = message(Job("", things={"pile": pile(4)}), {"p": 1})
    assert job["things"]["pile"]["parts"] == CARDS[1:]
    assert "of" not in job["things"]["pile"]
    assert ask(memory, pile(4), {"p": 1}) == b'+["trick", 4, "7D"]'


def test_parts_that_are_told_again_are_not_added_again() -> None:
    memory = Memory()
    ask(memory, pile(3), {})
    assert ask(memory, pile(4), {"p": 1}) == b'+["trick", 4, "7D"]'
    assert ask(memory, pile(2), {"p": 2}) == b'+["trick", 4, "7D"]'


def test_what_is_not_known_is_asked_for() -> None:
    memory = Memory()
    assert ask(memory, pile(2), {"p": 1}) == b"?"
    ask(memory, pile(1), {})
    assert ask(memory, pile(4), {"p": 3}) == b"?"  # there is a gap
    assert ask(memory, pile(4), {}) == b'+["trick", 4, "7D"]'


def test_what_could_not_grow_is_forgotten() -> None:
    memory = Memory()
    ask(memory, pile(1), {})
    wrong = Thing("p", f"{HERE}:Pile", {"name": "trick"}, ["QH", "joker"])
    assert ask(memory, wrong, {"p": 1}) == b'-["there are no jokers in this deck", null]'
    assert ask(memory, pile(1), {"p": 1}) == b"?"


def test_there_is_room_for_some_things_and_the_oldest_goes() -> None:
    memory = Memory()
    for key in ("a", "b", "a", "c"):
        ask(memory, pile(0, key, room=2), {})
    found = [ask(memory, pile(0, key, room=2), {key: 0})[:1] for key in ("a", "c", "b")]
    assert found == [b"+", b"+", b"?"]


def test_what_is_not_needed_any_more_is_forgotten() -> None:
    memory = Memory()
    for key in ("a", "b"):
        ask(memory, pile(0, key), {})
    assert ask(memory, pile(0, "b"), {"b": 0}, forget=["a"])[:1] == b"+"
    assert ask(memory, pile(0, "a"), {"a": 0}) == b"?"


def test_things_that_never_change_are_told_apart_by_what_they_are_made_of() -> None:
    one, same, other = (Thing.once("m:f", of) for of in ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {}))
    assert one.key == same.key != other.key
