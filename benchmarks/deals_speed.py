"""How fast deals are counted, weighed and dealt, in positions like those of the house games.

python benchmarks/deals_speed.py
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from kibitz import load
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.worlds import Count, Worlds

KEY = (12345, 67890)
N = 20_000
SECONDS = 1.0


def boerenbridge(voids: bool) -> Worlds:
    """Three hands of five and the stock; with voids, each hand has shown out of one suit."""
    suits = [card % 4 for card in range(47)]
    masks = [0b1111 & ~(1 << suit if voids and suit < 3 else 0) for suit in suits]
    return Worlds((5, 5, 5, 32), tuple(masks))


def tarot(cards: int, dog: int, voids: bool, laws: bool = False) -> Worlds:
    """Two hands and the dog; card 0 is the petit, the next ones are other trumps."""
    trumps = (2 * cards + dog) // 4
    total = 2 * cards + dog
    suits = [4 if card <= trumps else card % 4 for card in range(total)]
    masks = [0b111 & ~(1 << suit if voids and suit < 2 else 0) for suit in suits]
    others = ((1 << trumps) - 1) << 1
    petit_sec = tuple(
        (Count(1 << hand, 1, 0, 0), Count(1 << hand, others, 1, total)) for hand in range(2)
    )
    return Worlds((cards, cards, dog), tuple(masks), petit_sec if laws else ())


def brisca() -> Worlds:
    """Three hands of three and the stock, from which somebody drew a card that all have seen."""
    masks = [0b0001, *[0b1111] * 20, *[0b1110] * 5]
    return Worlds((3, 3, 3, 17), tuple(masks))


POSITIONS: tuple[tuple[str, str, Callable[[], Worlds]], ...] = (
    ("Boeren Bridge 5 x 4, start", "boerenbridge", lambda: boerenbridge(False)),
    ("Boeren Bridge 5 x 4, voids", "boerenbridge", lambda: boerenbridge(True)),
    ("Tarot 24 left, start", "tarot", lambda: tarot(24, 6, False)),
    ("Tarot 24 left, no petit sec", "tarot", lambda: tarot(24, 6, False, True)),
    ("Tarot 12 left, voids", "tarot", lambda: tarot(12, 6, True)),
    ("Tarot 12 left, voids, no petit sec", "tarot", lambda: tarot(12, 6, True, True)),
    ("Brisca, a card seen", "brisca", brisca),
)


def per_call(work: Callable[[], object]) -> float:
    """Milliseconds of CPU time that something takes, the best of some rounds."""
    best = float("inf")
    begun = time.process_time()
    while time.process_time() - begun < SECONDS / 4:
        start = time.process_time()
        for _ in range(5):
            work()
        best = min(best, (time.process_time() - start) / 5)
    return 1000 * best


def deals_per_second(name: str, worlds: Worlds) -> float:
    """Complete states dealt natively in a CPU-second."""
    game = load(name)
    deals = Deals(worlds)
    cards, places = range(len(worlds.masks)), range(len(worlds.sizes))
    blank = [0] * game.layout.size
    deals.states(game, blank, cards, places, KEY, 10)
    best = 0.0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        start = time.process_time()
        deals.states(game, blank, cards, places, KEY, N)
        best = max(best, N / (time.process_time() - start))
    return best


def rows() -> Iterator[str]:
    head = ("worlds", "count", "probabilities", "shoe", "Python sample", "deals/s")
    yield f"{'position':36}" + "".join(f"{title:>14}" for title in head)
    for title, name, make in POSITIONS:
        worlds = make()
        ready = Deals(worlds)
        ready.sample(KEY, 0)
        times = (
            per_call(lambda w=worlds: Deals(w).count),  # type: ignore[misc]
            per_call(lambda w=worlds: Deals(w).probabilities),  # type: ignore[misc]
            per_call(lambda w=worlds: Deals(w)._shoe),  # type: ignore[misc]
            per_call(lambda d=ready: d.sample(KEY, 7)),  # type: ignore[misc]
        )
        shown = "".join(f"{ms:11.3f} ms" for ms in times)
        yield f"{title:36}{ready.count:14.2g}{shown}{deals_per_second(name, worlds):14,.0f}"


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
