"""The names of the four seats in a line, where they may themselves have spaces in them.

Such a line cannot be read in general. It is guessed: partners are the same bot, and what is in
brackets belongs to the word before it. But whatever is guessed, the names make the same line.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["line_of", "names_in"]

SEATS = 4
OPENING = ("[", "(", "{", "<")


def line_of(names: Sequence[str]) -> str:
    """The names as RoboBrisca writes them.

    >>> line_of(["OSLAPlayer", "Bot2", "OSLAPlayer", "Bot2"])
    'OSLAPlayer Bot2 OSLAPlayer Bot2 '
    """
    return "".join(f"{name} " for name in names)


def names_in(line: str) -> tuple[str, ...]:
    """The names in such a line.

    >>> names_in("OSLA Bot4 [NN/bot4.nn] OSLA Bot4 [NN/bot4.nn] ")
    ('OSLA', 'Bot4 [NN/bot4.nn]', 'OSLA', 'Bot4 [NN/bot4.nn]')
    """
    words = line.removesuffix(" ").split(" ")
    if len(words) <= SEATS:
        return (*words, *[""] * (SEATS - len(words)))
    half, odd = divmod(len(words), 2)
    if not odd and words[:half] == words[half:]:
        return _parted(words[:half], 2) * 2
    return _parted(words, SEATS)


def _parted(words: Sequence[str], count: int) -> tuple[str, ...]:
    """So many names, made of these words."""
    if len(words) % count == 0 and len(set(_evenly(words, count))) == 1:
        return _evenly(words, count)
    names: list[str] = []
    for word in words:
        if names and (word.startswith(OPENING) or _is_open(names[-1])):
            names[-1] += f" {word}"
        else:
            names.append(word)
    if len(names) < count:
        names = list(words)
    return (*names[: count - 1], " ".join(names[count - 1 :]))


def _evenly(words: Sequence[str], count: int) -> tuple[str, ...]:
    size = len(words) // count
    return tuple(" ".join(words[at : at + size]) for at in range(0, len(words), size))


def _is_open(name: str) -> bool:
    """Whether a bracket is open at the end of a name."""
    return any(name.count(a) > name.count(b) for a, b in zip("[({<", "])}>", strict=True))
