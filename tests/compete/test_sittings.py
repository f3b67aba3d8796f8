"""What comes of a sitting does not depend on where it was played."""

from __future__ import annotations

from pathlib import Path

from kibitz.arena.plan import Outcome
from kibitz.arena.statistics import GameResult
from kibitz.compete.sittings import _private
from kibitz.seats.failures import Failure


def failed(said: str, trace: str = "") -> Outcome:
    failure = Failure(3, "raised", said, trace)
    return Outcome(
        GameResult((1, 0), ((0,),), (5, 5), (0, 0), (0, 0), True, ((failure,), ())), None
    )


def test_what_a_bot_says_went_wrong_is_the_same_wherever_its_files_are(tmp_path: Path) -> None:
    bots = [f"{tmp_path}/{place}/versions/ab/my/bot.py" for place in ("here", "there")]
    one, other = (
        _private(failed("no", f"{Path(bot).parent}/bot.py, line 3, in choose: x"), [bot])
        for bot in bots
    )
    assert one == other
    assert one.result.failures[0][0].trace == "/bot/bot.py, line 3, in choose: x"


def test_nor_does_it_tell_where_in_memory_something_was() -> None:
    one, other = (
        _private(failed(f"ValueError: <Card object at {at}> is not in list"), [])
        for at in ("0x7f3a5c0d1e90", "0x10fe53ad0")
    )
    assert one == other
    assert one.result.failures[0][0].said == "ValueError: <Card object at 0x...> is not in list"
