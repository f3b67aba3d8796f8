"""Faults of our own are told to whoever runs the server, and nothing else is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.table.faults import LOGGER, MOST, Faults, noted
from kibitz.table.orders import shown_name

NAMES = LOGGER.name, "asyncio", "uvicorn.error"


@pytest.fixture
def shown() -> Iterator[list[str]]:
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    found: list[str] = []
    Faults(found.append).listen()
    yield found
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


SECRET: Any = SimpleNamespace(card="QH")


def failed() -> Exception:
    """An error of ours, with something in its text that is nobody's business."""
    try:
        shown_name(SECRET)
    except Exception as error:
        return error
    raise AssertionError


def test_a_fault_of_ours_in_a_task_is_one_line_without_what_it_is_about(shown: list[str]) -> None:
    async def main() -> None:
        asyncio.get_running_loop().call_soon(shown_name, SECRET)
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(shown_name, SECRET)
        await asyncio.sleep(0)

    asyncio.run(main())
    (line,) = shown
    assert line.startswith(
        "something went wrong inside Kibitz: TypeError in table/orders.py, line "
    )
    assert "QH" not in line


def test_a_fault_that_somebody_is_told_of_is_noted_too(shown: list[str]) -> None:
    told = noted(failed())
    assert isinstance(told, KibitzError)
    assert len(shown) == 1
    logging.getLogger("uvicorn.error").error("Exception in ASGI application", exc_info=failed())
    assert len(shown) == 1  # the same


def test_connections_that_fail_are_not_shown(shown: list[str]) -> None:
    logger = logging.getLogger("asyncio")
    logger.error("socket.accept() out of system resource")
    for error in (OSError("too many open files"), ConnectionResetError(), ValueError("elsewhere")):
        logger.error("Fatal error on transport", exc_info=error)
    assert shown == []


def test_there_is_an_end_to_it(shown: list[str]) -> None:
    for number in range(MOST + 30):
        LOGGER.error("fault %s", number)
    assert len(shown) == MOST
