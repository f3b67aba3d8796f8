"""How `truth/tarot.txt` and `truth/tarot_examples.txt` were found, and deals for other tests.

`python -m games.truth_tarot`, from the folder `tests`, writes both files anew.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import rules_tarot as rules
from .counting import Deal, Truth, parse_truth
from .perft import Scores, census, play
from .truth import FOLDER

__all__ = ["examples", "lopsided_deal", "tarot_deal"]

Policy = Callable[[rules.Position, random.Random], str]


# Deals


def _deal(hands: Iterable[Iterable[str]], dog: Iterable[str]) -> Deal:
    written = {f"HAND {seat}": " ".join(rules.ordered(hand)) for seat, hand in enumerate(hands)}
    return {**written, "DOG": " ".join(rules.ordered(dog))}


def _around(seat: int, hand: list[str], rng: random.Random) -> Deal:
    """A deal with a given hand; the other cards fall as they like."""
    others = [card for card in rules.DECK if card not in hand]
    while True:
        rng.shuffle(others)
        hands = [others[:24], others[24:48]]
        hands.insert(seat, hand)
        if not any(map(rules.petit_sec, hands)):
            return _deal(hands, others[48:])


def tarot_deal(rng: random.Random) -> Deal:
    """A random deal that is not void."""
    while True:
        hand = rng.sample(rules.DECK, 24)
        if not rules.petit_sec(hand):
            return _around(0, hand, rng)


def lopsided_deal(rng: random.Random, seat: int | None = None, low: int = 12) -> Deal:
    """A deal in which somebody has many trumps, and often all the kings: poignées and chelems."""
    trumps = [card for card in rules.DECK if rules.suit(card) in "TE"]
    if rng.random() < 0.5:
        rng.shuffle(trumps)
    else:
        trumps.reverse()
    plain = [card for card in rules.DECK if rules.suit(card) not in "TE"]
    rng.shuffle(plain)
    if rng.random() < 0.7:
        plain.sort(key=lambda card: card[0] != "K")
    hand = (trumps[: rng.randint(low, 21)] + plain)[:24]
    return _around(rng.randrange(3) if seat is None else seat, hand, rng)


# Ways to play


def quietly(position: rules.Position, rng: random.Random) -> str:
    """Anything but an announcement."""
    plain = [a for a in position.actions if a != "announced" and not a.isdigit()]
    return rng.choice(plain)


def saving(*kept: str) -> Policy:
    """Quietly, and keeping some cards to the end."""

    def choose(position: rules.Position, rng: random.Random) -> str:
        plain = [a for a in position.actions if a != "announced" and not a.isdigit()]
        return rng.choice([a for a in plain if a not in kept] or plain)

    return choose


def patiently(position: rules.Position, rng: random.Random) -> str:
    """As long as there are other cards, no trump and not the Excuse."""
    plain = [a for a in position.actions if a != "announced" and not a.isdigit()]
    return rng.choice([a for a in plain if rules.suit(a) not in "TE"] or plain)


def hunting(position: rules.Position, rng: random.Random) -> str:
    """The taker shows thirteen trumps, draws the others' trumps and keeps the petit."""
    mine = position.to_move == position.taker
    if mine and "13" in position.actions:
        return "13"
    trumps = [a for a in position.actions if a[0] == "T" and a != "T1"]
    if mine and trumps and len(position.tricks) > 3 and rng.random() < 0.6:
        return max(trumps, key=rules.height)
    return saving("T1")(position, rng)


def triumphantly(position: rules.Position, rng: random.Random) -> str:
    """The taker announces everything and plays from the top, the petit and the Excuse last."""
    if position.to_move != position.taker:
        return quietly(position, rng)
    for word in ("announced", "18"):
        if word in position.actions:
            return word

    def order(card: str) -> int:
        if card in ("EX", "T1"):
            return -2 if card == "EX" else -1
        return rules.height(card) + 100 * (rules.suit(card) == "T")

    return max(position.actions, key=order)


def haplessly(position: rules.Position, rng: random.Random) -> str:
    """The taker plays low and the Excuse to the fourth trick, the others high."""
    cards = [a for a in position.actions if not a.isdigit()]
    if "announced" in cards:
        return "pass"
    if position.to_move != position.taker:
        return max(cards, key=lambda card: 0 if card == "EX" else rules.height(card))
    if "EX" in cards and len(position.tricks) == 3:
        return "EX"
    return min(cards, key=lambda card: 99 if card == "EX" else rules.height(card))


# Counts


def _parameters(words: str) -> dict[str, Any]:
    return dict(word.split("=") for word in words.split())


def _count(words: str, deal: Deal, before: Iterable[str], depth: int) -> Truth:
    parameters = _parameters(words)
    before = tuple(before)
    position = play(rules.start(deal, **parameters), *before)
    counts, endings = census(position, depth)
    return Truth(parameters, deal, counts, endings, before)


def _grown(words: str, deal: Deal, bids: str, tricks: int, rng: random.Random) -> tuple[str, ...]:
    """Decisions up to the end of a trick, in which the Excuse is not played."""
    parameters = _parameters(words)
    before = bids.split()
    position = play(rules.start(deal, **parameters), *before)
    while len(position.tricks) < tricks:
        before.append(patiently(position, rng))
        position = position.after(before[-1])
    return tuple(before)


def find_tarot() -> Iterator[tuple[str, Truth]]:
    """Beginnings of all kinds, and last tricks."""
    rng = random.Random(2024)
    yield "the auction after a prise", _count("", tarot_deal(rng), ["prise"], 2)
    deal = tarot_deal(rng)
    yield "three cards of the discard", _count("", deal, ["pass", "garde", "pass"], 3)
    deal = tarot_deal(rng)
    yield "three cards of the discard, without an auction", _count("AUCTION=NO", deal, [], 3)
    deal = tarot_deal(rng)
    bids = ["prise", "gardesans", "pass"]
    yield "garde sans: the chelem, then the first trick", _count("", deal, bids, 4)
    deal = tarot_deal(rng)
    bids = ["pass", "pass", "gardecontre"]
    yield "garde contre: the first trick", _count("SLAM=NO", deal, bids, 3)

    bids = ["gardecontre", "pass", "pass"]
    deal = _around(0, ["EX", *rng.sample(rules.DECK[:-1], 23)], rng)
    yield "the Excuse is led", _count("SLAM=NO", deal, [*bids, "EX"], 3)

    def trumps(number: int, *others: str) -> Deal:
        hand = [*others, *rng.sample(rules.DECK[56:77], number)]
        return _around(0, hand + rng.sample(rules.DECK[:56], 24 - len(hand)), rng)

    deal = trumps(15)
    yield "fifteen trumps: a poignée of thirteen or fifteen", _count("SLAM=NO", deal, bids, 3)
    deal = trumps(12, "EX")
    yield (
        "twelve trumps and the Excuse: only one poignée, then any card",
        _count("SLAM=NO", deal, [*bids, "13"], 15),
    )
    deal = trumps(17, "EX")
    yield (
        "seventeen trumps and the Excuse: a poignée of fifteen is one of trumps",
        _count("SLAM=NO", deal, [*bids, "15"], 15),
    )
    hand = [*rules.DECK[56:75], "KH", "KD", "KC", "KS", "5C"]
    plain = [card for card in rules.DECK[:56] if card not in hand]
    rng.shuffle(plain)
    deal = _deal([plain[:24], plain[24:48], hand], [*plain[48:], "T20", "T21", "EX"])
    yield (
        "only four cards to discard freely: two trumps make up six",
        _count("SLAM=NO", deal, ["pass", "pass", "prise"], 2),
    )

    for words, spoken, tricks, least in (
        ("AUCTION=NO SLAM=NO", "", 20, 150),
        ("AUCTION=NO", "", 20, 150),
        ("", "prise pass pass", 20, 150),
        ("", "pass gardecontre pass", 20, 150),
        ("SLAM=NO", "pass pass gardesans", 21, 30),
        ("", "garde pass pass", 21, 30),
    ):
        while True:
            deal = tarot_deal(rng)
            before = _grown(words, deal, spoken, tricks, rng)
            if "EX" in before:
                continue
            truth = _count(words, deal, before, 6)
            if least < truth.counts[-1] < 300:
                break
        depth = 3 * (24 - tricks)
        title = f"the last {24 - tricks} tricks, the Excuse still in a hand"
        yield title, _count(words, deal, before, depth)


# Examples of scores


def _example(
    words: str, deal: Deal, bids: str, policy: Policy, rng: random.Random
) -> tuple[rules.Position, Truth]:
    """A whole deal as a truth: everything but the last card was played before."""
    parameters = _parameters(words)
    chosen = bids.split()
    position = play(rules.start(deal, **parameters), *chosen)
    while not position.over:
        chosen.append(policy(position, rng))
        position = position.after(chosen[-1])
    endings: Counter[Scores] = Counter({tuple(position.scores): 1})
    return position, Truth(parameters, deal, [1], endings, tuple(chosen[:-1]))


def _search(
    words: str,
    deal: Callable[[random.Random], Deal],
    bids: str,
    policy: Policy,
    wanted: Callable[[rules.Position], bool],
    seed: int,
) -> Truth:
    rng = random.Random(seed)
    while True:
        position, truth = _example(words, deal(rng), bids, policy, rng)
        if wanted(position):
            return truth


def find_examples() -> Iterator[tuple[str, Truth]]:
    """One deal for each example of the rules, and for the rarer bonuses."""

    def counts(halves: int, bouts: int, petit: int = 0) -> Callable[[rules.Position], bool]:
        return lambda position: (
            position.result == (halves, bouts, petit) and not any(position.poignees)
        )

    yield (
        "garde, 2 bouts, 49.5 points",
        _search("SLAM=NO", tarot_deal, "garde pass pass", quietly, counts(99, 2), 1),
    )
    yield (
        "prise, 2 bouts, 40.5 points",
        _search("SLAM=NO", tarot_deal, "pass prise pass", quietly, counts(81, 2), 2),
    )
    yield (
        "garde sans, 3 bouts, 47 points, petit au bout and simple poignée by the taker",
        _search(
            "SLAM=NO",
            lambda rng: _around(
                0,
                [
                    *("T1", "T19", "T20", "T21", "EX"),
                    *rng.sample(rules.DECK[57:74], 9),
                    *rng.sample(rules.DECK[:56], 10),
                ],
                rng,
            ),
            "gardesans pass pass",
            hunting,
            lambda position: position.result == (94, 3, 1) and position.poignees == (13, 0, 0),
            4,
        ),
    )
    yield (
        "garde made by 3 with the petit au bout for the defence",
        _search(
            "SLAM=NO",
            tarot_deal,
            "pass pass garde",
            saving("T1"),
            lambda position: position.result in ((88, 2, -1), (78, 3, -1), (108, 1, -1)),
            3,
        ),
    )
    top = ["EX", "T1", *rules.DECK[60:77], "KH", "KD", "KC", "KS", "QS"]
    deal = _around(2, top, random.Random(7))
    yield (
        "garde sans, chelem announced and made with the Excuse last, the petit in the trick "
        "before, triple poignée",
        _example("", deal, "pass pass gardesans", triumphantly, random.Random(1))[1],
    )
    low = [card for card in rules.DECK[:56] if rules.height(card) <= 8]
    yield (
        "garde contre, every trick and the petit au bout for the defence, to which the Excuse "
        "goes over",
        _search(
            "",
            lambda rng: _around(1, ["EX", *rng.sample(low, 23)], rng),
            "pass gardecontre pass",
            haplessly,
            lambda position: position.won == 0,
            5,
        ),
    )
    yield (
        "prise, chelem announced and failed",
        _search(
            "",
            tarot_deal,
            "prise pass pass",
            lambda position, rng: (
                "announced" if "announced" in position.actions else quietly(position, rng)
            ),
            lambda position: position.result == (92, 2, 0),
            6,
        ),
    )


def examples() -> list[tuple[str, Truth]]:
    """The examples with their titles."""
    lines = (FOLDER / "tarot_examples.txt").read_text(encoding="utf-8").splitlines()
    return [
        (title.removeprefix("# "), parse_truth(line))
        for title, line in zip(lines[1::2], lines[2::2], strict=True)
    ]


def write() -> None:
    """Write both files."""
    header = "# parameters | deal | counts by depth | endings | moves played before\n"
    for name, find in (("tarot", find_tarot), ("tarot_examples", find_examples)):
        lines = "".join(f"# {title}\n{truth}\n" for title, truth in find())
        (FOLDER / f"{name}.txt").write_text(header + lines, encoding="utf-8")


if __name__ == "__main__":
    write()
