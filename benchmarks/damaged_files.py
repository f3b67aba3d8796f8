"""Damaged files of all kinds, each read as its command reads it: none may end in a traceback.

    python benchmarks/damaged_files.py 40

Sheets, weights, records (a saved game is one) and bots, so many of each, by a seeded generator.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from kibitz.arena import play
from kibitz.bots.names import find
from kibitz.bots.plain import First
from kibitz.bots.player import Seated
from kibitz.cli import records
from kibitz.engine import Record, load
from kibitz.engine.descriptions import house_games
from kibitz.engine.keys import derive_key
from kibitz.errors import KibitzError

BOT = """from kibitz.bots.plain import Random


class Mine(Random):
    def __init__(self, x: int = 3):
        self.x = x
"""


def damage(data: bytes, random: Random) -> bytes:
    """Some bytes changed, a stretch gone, doubled or noise."""
    at, end = sorted(random.choices(range(len(data) + 1), k=2))
    noise = random.randbytes(random.choice((1, 4, 40)))
    few = bytearray(data)
    for _ in range(random.randint(1, 4)):
        few[random.randrange(len(few))] = random.choice(b"\0\"'[]{}()=,.:;019aZ\n\x1b\xff")
    return random.choice(
        (
            bytes(few),
            data[:at],
            data[at:end],
            data[:at] + noise + data[at:],
            data[:at] + data[end:],
            data[:end] + data[at:],
        )
    )


def outcome(read: Callable[[], object]) -> str:
    try:
        read()
    except KibitzError as error:
        return "refused" if "Traceback" not in str(error) else "crashed"
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        return "crashed"
    return "read"


def main(count: int) -> None:
    random, ends = Random(14), Counter[tuple[str, str]]()
    agram, brisca = house_games()["agram"], house_games()["brisca"]
    game = load("agram")
    seats = [Seated("first", First(), seat) for seat in range(game.players)]
    record = Record.of(play(game, derive_key(1), seats).state, ("you", "a", "b", "c")).to_json()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mine, kept = folder / "mine.rcy", folder / "record.json"
        for number in range(count):
            shutil.copy(agram, mine)
            sheet = mine.with_suffix(".toml")
            sheet.write_bytes(damage(agram.with_suffix(".toml").read_bytes(), random))
            ends["sheet", outcome(lambda: load(mine).new(1))] += 1
            sheet.unlink()
            shutil.copy(brisca, mine)
            weights = mine.with_suffix(".weight.py.txt")
            weights.write_bytes(damage(brisca.with_suffix(".weight.py.txt").read_bytes(), random))
            ends["weights", outcome(lambda: load(mine).kernel("trees"))] += 1
            weights.unlink()
            kept.write_bytes(damage(record.encode(), random))
            ends["record", outcome(lambda: records.read(kept, "agram", {}))] += 1
            bot = folder / f"bot{number}.py"
            bot.write_bytes(damage(BOT.encode(), random))
            ends["bot", outcome(lambda: find(f"{bot}:Mine:x=4", game).make())] += 1  # noqa: B023
    for (kind, end), times in sorted(ends.items()):
        print(f"{kind:>8} {end:>8} {times:6,}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
