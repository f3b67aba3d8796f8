"""The page that RoboBrisca writes of a game: its 48 lines as data, and what is odd about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.errors import RecordError

__all__ = ["Page", "Play", "is_page", "read_page", "written_again", "wrong"]

SEATS, HELD, STOCK = 4, 3, 28
NAMES, FIRST, PILE, HANDS, PLAYS, TOTALS = 1, 2, 3, 4, 8, 48
"""Which line is what."""

CARD = re.compile(r"[OECB]([1-7]|1[0-2])")
SEAT = re.compile(r"\s*[0-3]\s*")
NO_NUMBERS = ("None", "True", "False")
"""Rewards that a heuristic may have said, too."""

AFTER, ENDS = "after", "ends"
"""What is kept besides lines: what comes after the last one, how lines end."""


@dataclass(frozen=True, slots=True)
class Play:
    """A line about a card that is played."""

    line: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page whose lines say what they should; whether they are a game is another question."""

    lines: list[str]
    """All 48, without their ends."""
    ends: str
    after: str
    first: int
    """The seat that opens."""
    stock: list[str]
    hands: list[list[str]]
    plays: list[Play]
    totals: list[int]

    def differing(self, ours: Sequence[str]) -> dict[str, str]:
        """What is to be kept if we would write these lines: each that is not the same, and what is
        odd about their ends."""
        pairs = enumerate(zip(self.lines, ours, strict=True), 1)
        kept = {f"line {number}": theirs for number, (theirs, own) in pairs if theirs != own}
        if self.ends != "\n":
            kept[ENDS] = self.ends
        if self.after:
            kept[AFTER] = self.after
        return kept


def is_page(text: str) -> bool:
    """Whether a text is meant to be such a page, right or wrong.

    >>> is_page('{"game": "brisca"}')
    False
    """
    lines = text[:8000].splitlines()
    if len(lines) < HANDS or not re.fullmatch(r"\s*\d\s*", lines[FIRST - 1]):
        return False
    stock = lines[PILE - 1].split()
    return len(stock) > HELD and sum(bool(CARD.fullmatch(card)) for card in stock) > len(stock) / 2


def written_again(lines: Sequence[str], kept: dict[str, str]) -> str:
    """The text of a page that we would write so, with what was kept of it."""
    same = [kept.get(f"line {number}", line) for number, line in enumerate(lines, 1)]
    return kept.get(ENDS, "\n").join(same) + kept.get(AFTER, "")


def wrong(line: int, what: str) -> RecordError:
    """A complaint about a line."""
    return RecordError(f"line {line}: {what}")


def read_page(text: str) -> Page:
    """The page with this text; what cannot be one is refused, with the line."""
    if not text.strip():
        raise RecordError(
            "it is empty, so no game is recorded in it",
            "RoboBrisca leaves such a file if a bot fails",
        )
    ends = "\r\n" if text.count("\r\n") == text.count("\n") > 0 else "\n"
    if "\n" not in text and "\r" in text:
        ends = "\r"
    lines = text.split(ends)
    blank = 0
    while not lines[-1 - blank].strip():
        blank += 1
    after = "".join(ends + line for line in lines[len(lines) - blank :])
    lines = _of_48(lines[: len(lines) - blank], ends)
    first, pile, hands = _seat(lines, FIRST), _cards(lines, PILE, STOCK), []
    for line in range(HANDS, HANDS + SEATS):
        hands.append(_cards(lines, line, HELD))
    _each_once([pile, *hands])
    plays = [_play(lines, line) for line in range(PLAYS, TOTALS)]
    return Page(lines, ends, after, first, pile, hands, plays, _totals(lines))


def _of_48(lines: list[str], ends: str) -> list[str]:
    """All lines of a page. There are more only where a name goes over several."""
    more = len(lines) - TOTALS
    if more > 0 and SEAT.fullmatch(lines[more + 1]) and not SEAT.fullmatch(lines[1]):
        return [ends.join(lines[: more + 1]), *lines[more + 1 :]]
    if more > 0:
        raise wrong(TOTALS + 1, f"there are {len(lines)} lines, where a record has {TOTALS}")
    if more < 0:
        raise wrong(len(lines), f"this is the last line, where a record has {TOTALS}")
    return lines


def _seat(lines: Sequence[str], line: int) -> int:
    if not SEAT.fullmatch(lines[line - 1]):
        raise wrong(line, f"`{_short(lines[line - 1])}` is not the seat that opens, 0 to 3")
    return int(lines[line - 1])


def _cards(lines: Sequence[str], line: int, count: int) -> list[str]:
    found = lines[line - 1].split()
    for card in found:
        if not CARD.fullmatch(card):
            raise wrong(line, f"`{_short(card)}` is not a card")
    if len(found) != count:
        what = "the stock" if line == PILE else f"the hand of seat {line - HANDS}"
        raise wrong(line, f"{what} has {len(found)} cards instead of {count}")
    return found


def _each_once(dealt: Sequence[Sequence[str]]) -> None:
    """Every card is dealt once; there are as many as there should be."""
    seen: dict[str, int] = {}
    for line, cards in enumerate(dealt, PILE):
        for card in cards:
            if card in seen:
                raise wrong(line, f"`{card}` was in line {seen[card]} already")
            seen[card] = line


def _play(lines: Sequence[str], line: int) -> Play:
    words = lines[line - 1].split()
    if len(words) != 3:
        raise wrong(line, f"`{_short(lines[line - 1])}` is not a seat, a card and a reward")
    seat, card, reward = words
    if not SEAT.fullmatch(seat):
        raise wrong(line, f"`{_short(seat)}` is not a seat, 0 to 3")
    if not CARD.fullmatch(card):
        raise wrong(line, f"`{_short(card)}` is not a card")
    if not _is_reward(reward):
        raise wrong(line, f"`{_short(reward)}` is not a reward, which is a number")
    return Play(line, int(seat), card)


def _is_reward(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text in NO_NUMBERS
    return True


def _totals(lines: Sequence[str]) -> list[int]:
    words = lines[TOTALS - 1].split()
    if len(words) != SEATS or not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise wrong(TOTALS, f"`{_short(lines[TOTALS - 1])}` are not the points of four seats")
    return [int(word) for word in words]


def _short(text: str) -> str:
    """As much of it as is worth repeating."""
    text = text.strip()
    return text if len(text) <= 40 else f"{text[:37]}..."
