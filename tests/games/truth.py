"""The truth files: exact numbers of option sequences and endings, one deal on each line.

A line has three to five fields, divided by `|`:

    parameters | deal | counts by depth | endings | moves played before the counting

Counts are the numbers of option sequences of length 1, 2, 3 and so on. Endings are given when
the counts reach the end of the game: the scores by seat, and how many sequences lead to them.
`python -m tests.games.truth`, from the root of the project, writes the files anew from the
plain rule modules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from . import rules_agram, rules_boerenbridge, rules_brisca, rules_hearts, rules_ninety_eight
from .perft import Position, Scores, census, moves, play

FOLDER = Path(__file__).parent / "truth"
RULES: dict[str, ModuleType] = {
    "agram": rules_agram,
    "boerenbridge": rules_boerenbridge,
    "brisca": rules_brisca,
    "hearts": rules_hearts,
    "ninety-eight": rules_ninety_eight,
}

Parameters = dict[str, int | str]
Deal = dict[str, str]


@dataclass(frozen=True)
class Truth:
    """One line: a deal and what is true of it."""

    parameters: Parameters
    deal: Deal
    counts: list[int]
    endings: Counter[Scores] = field(default_factory=Counter)
    before: tuple[str, ...] = ()

    def __str__(self) -> str:
        fields = [
            " ".join(f"{name}={value}" for name, value in self.parameters.items()),
            " ; ".join(f"{place}: {cards}" for place, cards in self.deal.items()),
            " ".join(map(str, self.counts)),
            ", ".join(
                f"{' '.join(map(str, scores))} x{count}"
                for scores, count in sorted(self.endings.items(), reverse=True)
            ),
            " ".join(self.before),
        ]
        while not fields[-1]:
            fields.pop()
        return " | ".join(fields)


def parse_truth(line: str) -> Truth:
    """Read one line of a truth file."""
    parameters, deal, counts, endings, before = (*line.split("|"), "", "")[:5]
    pairs = (pair.split("=") for pair in parameters.split())
    places = (place.split(":") for place in deal.split(";"))
    results = (ending.split("x") for ending in endings.split(",") if ending.strip())
    return Truth(
        {name: int(value) if value.isdigit() else value for name, value in pairs},
        {place.strip(): cards.strip() for place, cards in places},
        [int(count) for count in counts.split()],
        Counter({tuple(map(int, scores.split())): int(times) for scores, times in results}),
        tuple(before.split()),
    )


def truths(game: str) -> list[Truth]:
    """All that is known about a game."""
    lines = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [parse_truth(line) for line in lines if line.strip() and not line.startswith("#")]


def count(
    game: str, parameters: Parameters, deal: Deal, depth: int, before: tuple[str, ...] = ()
) -> Truth:
    """Find the truth by the plain rules."""
    position: Position = play(RULES[game].start(deal, **parameters), *before)
    counts, endings = census(position, depth)
    while not counts[-1]:
        counts.pop()
    return Truth(parameters, deal, counts, endings, before)


def random_moves(position: Position, number: int, rng: random.Random) -> tuple[str, ...]:
    """Some legal moves, one after another."""
    chosen = []
    for _ in range(number):
        chosen.append(rng.choice(moves(position)))
        position = play(position, chosen[-1])
    return tuple(chosen)


def agram_deal(players: int, hand: int, rng: random.Random) -> Deal:
    """A random deal of Agram."""
    cards = rng.sample(rules_agram.DECK, players * hand)
    return {f"HAND {p}": " ".join(cards[p * hand : (p + 1) * hand]) for p in range(players)}


def boerenbridge_deal(n: int, rng: random.Random) -> Deal:
    """A random deal of a round of Boeren Bridge."""
    cards = rng.sample(rules_boerenbridge.round_deck(n), 4 * n)
    hands = {f"HAND {p}": " ".join(cards[p * n : (p + 1) * n]) for p in range(4)}
    return {**hands, "TRUMP": rng.choice(rules_boerenbridge.SUITS)}


def brisca_deal(rng: random.Random) -> Deal:
    """A random deal of Brisca."""
    cards = rng.sample(rules_brisca.DECK, 40)
    hands = {f"HAND {p}": " ".join(cards[3 * p : 3 * p + 3]) for p in range(4)}
    return {**hands, "STOCK": " ".join(cards[12:39]), "TRUMP": cards[39]}


def hearts_deal(rng: random.Random) -> Deal:
    """A random deal of Hearts."""
    cards = rng.sample(rules_hearts.DECK, 52)
    return {f"HAND {p}": " ".join(cards[13 * p : 13 * p + 13]) for p in range(4)}


def ninety_eight_deal(players: int, hand: int, rng: random.Random) -> Deal:
    """A random deal of Ninety-Eight."""
    cards = rng.sample(rules_ninety_eight.DECK, 52)
    hands = {f"HAND {p}": " ".join(cards[p * hand : (p + 1) * hand]) for p in range(players)}
    return {**hands, "STOCK": " ".join(cards[players * hand :])}


def find_agram() -> Iterator[Truth]:
    """Small games to the end, large ones to some depth."""
    rng = random.Random(1)
    deal = {"HAND 0": "3H 9C", "HAND 1": "4H AD"}
    yield count("agram", {"NUMP": 2, "HAND": 2, "TRICKS": 2}, deal, 4)
    deal = {"HAND 0": "3H 4H 5H", "HAND 1": "6H 7H 8H"}
    yield count("agram", {"NUMP": 2, "HAND": 3, "TRICKS": 3}, deal, 6)
    deal = {"HAND 0": "3S 4S 5S", "HAND 1": "6H 7H 8H"}
    yield count("agram", {"NUMP": 2, "HAND": 3, "TRICKS": 3}, deal, 6)
    for players, hand, tricks, depth in (
        (2, 1, 1, 2),
        (2, 2, 1, 2),
        (2, 3, 3, 6),
        (2, 4, 4, 8),
        (2, 5, 2, 4),
        (2, 6, 6, 6),
        (3, 2, 2, 6),
        (3, 3, 3, 9),
        (3, 6, 6, 6),
        (4, 2, 2, 8),
        (4, 3, 3, 12),
        (4, 6, 6, 7),
        (5, 2, 2, 10),
        (5, 7, 7, 6),
        (6, 2, 2, 12),
        (6, 5, 5, 7),
    ):
        parameters: Parameters = {"NUMP": players, "HAND": hand, "TRICKS": tricks}
        yield count("agram", parameters, agram_deal(players, hand, rng), depth)
    # Late in a long game: the last three tricks, all of them.
    for players in (2, 3, 4, 5):
        parameters = {"NUMP": players, "HAND": 6, "TRICKS": 6}
        deal = agram_deal(players, 6, rng)
        before = random_moves(rules_agram.start(deal, NUMP=players), 3 * players, rng)
        yield count("agram", parameters, deal, 3 * players, before)


def find_boerenbridge() -> Iterator[Truth]:
    """Whole rounds of one and two cards, the guesses of larger ones, and the play after some."""
    rng = random.Random(2)
    for dealer in ("BYONE", "FREE"):
        for n, depth in ((1, 9), (1, 9), (2, 13), (3, 6), (4, 5)):
            parameters: Parameters = {"FIRST": n, "PEAK": n, "DEALER": dealer}
            yield count("boerenbridge", parameters, boerenbridge_deal(n, rng), depth)
    for n, guesses in ((2, "1 0 1 2"), (3, "1 1 0 2"), (3, "0 0 0 0"), (3, "3 0 1 1")):
        parameters = {"FIRST": n, "PEAK": n, "DEALER": "BYONE"}
        deal = boerenbridge_deal(n, rng)
        yield count("boerenbridge", parameters, deal, 4 * n, tuple(guesses.split()))
    # The dealer guessed one and has to choose between none and two.
    parameters = {"FIRST": 3, "PEAK": 3, "DEALER": "BYONE"}
    deal = boerenbridge_deal(3, rng)
    yield count("boerenbridge", parameters, deal, 4, ("1", "1", "0", "1"))
    # The last tricks of long rounds, where no tricks at all may be worth twenty points.
    for n, guesses in ((6, "0 0 0 0"), (6, "0 2 1 0"), (8, "0 3 0 1"), (13, "0 4 0 0")):
        parameters = {"FIRST": n, "PEAK": n, "DEALER": "BYONE"}
        deal = boerenbridge_deal(n, rng)
        spoken = tuple(guesses.split())
        position = play(rules_boerenbridge.start(deal, FIRST=n, PEAK=n), *spoken)
        before = spoken + random_moves(position, 4 * (n - 3), rng)
        yield count("boerenbridge", parameters, deal, 12, before)


def find_brisca() -> Iterator[Truth]:
    """The first cards from each seat, and last tricks: some won, some with a possible draw."""
    rng = random.Random(3)
    for first in range(4):
        parameters: Parameters = {"TIE": "DRAW", "FIRST": first}
        yield count("brisca", parameters, brisca_deal(rng), 6)
    draws = 0
    others = 0
    while draws < 3 or others < 3:
        parameters = {"TIE": "DRAW", "FIRST": rng.randrange(4)}
        deal = brisca_deal(rng)
        before = random_moves(rules_brisca.start(deal, **parameters), 28, rng)  # type: ignore[arg-type]
        position = play(rules_brisca.start(deal, **parameters), *before)  # type: ignore[arg-type]
        if max(position.points) > 60:
            continue
        truth = count("brisca", parameters, deal, 12, before)
        if (0, 0, 0, 0) in truth.endings and draws < 3:
            draws += 1
            yield truth
            yield count("brisca", {**parameters, "TIE": "SECOND"}, deal, 12, before)
        elif len(truth.endings) == 2 and others < 3:
            others += 1
            yield truth


def find_hearts() -> Iterator[Truth]:
    """The first cards, passed and played, and the last three tricks of some deals."""
    rng = random.Random(6)
    for variant in (
        {"PASS": "LEFT"},
        {"PASS": "NONE"},
        {"PASS": "NONE", "FIRST": "LEFT", "BLOOD": "YES", "MOON": "NO"},
        {"PASS": "NONE", "FIRST": "LEFT", "BREAK": "NO"},
    ):
        parameters: Parameters = dict(variant)
        yield count("hearts", parameters, hearts_deal(rng), 4)
    for way in ("LEFT", "RIGHT", "ACROSS", "NONE"):
        parameters = {"PASS": way}
        deal = hearts_deal(rng)
        passed = 0 if way == "NONE" else 12
        start = rules_hearts.start(deal, PASS=way)
        yield count("hearts", parameters, deal, 12, random_moves(start, passed + 40, rng))


def find_ninety_eight() -> Iterator[Truth]:
    """The first cards, and the end of games with few cards and a low limit."""
    rng = random.Random(7)
    yield count("ninety-eight", {"NUMP": 4}, ninety_eight_deal(4, 4, rng), 5)
    for players, hand, out in ((2, 2, "ONE"), (3, 2, "ALL"), (4, 2, "ONE"), (4, 1, "ALL")):
        parameters: Parameters = {"NUMP": players, "HAND": hand, "MOST": 20, "OUT": out}
        yield count("ninety-eight", parameters, ninety_eight_deal(players, hand, rng), 12)


def write() -> None:
    """Write all truth files."""
    finders = {
        "agram": find_agram,
        "boerenbridge": find_boerenbridge,
        "brisca": find_brisca,
        "hearts": find_hearts,
        "ninety-eight": find_ninety_eight,
    }
    for game, find in finders.items():
        header = "# parameters | deal | counts by depth | endings | moves played before\n"
        lines = "".join(f"{truth}\n" for truth in find())
        (FOLDER / f"{game}.txt").write_text(header + lines, encoding="utf-8")


if __name__ == "__main__":
    write()
