"""What a round has brought to everybody: the score sheet of a game, one line for each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.words.chips import Chip, chip_of, shown, team_alone
from kibitz.words.rounds import Round, Rounds, family_of
from kibitz.words.sights import Sight
from kibitz.words.story import Story
from kibitz.words.words import Words

__all__ = ["Share", "Tally", "Total", "ended", "sheet", "tallies", "valued"]


@dataclass(frozen=True, slots=True)
class Total:
    """Something that is counted from round to round."""

    name: str
    won: int
    """In this round."""
    value: int
    """After it."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat or a team has from a round."""

    chips: tuple[Chip, ...]
    """What was theirs in this round: a guess, the tricks they took."""
    totals: tuple[Total, ...]
    made: bool | None
    """Whether they did what they had said; None: nothing was said."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A round that was played, for all seats, and for the teams where these keep something."""

    number: int
    last: int
    """The decision that ended it."""
    seats: tuple[Share, ...]
    teams: tuple[Share, ...]

    def parties(self) -> tuple[str, tuple[Share, ...]]:
        """Who counts: the teams (team) if they have totals, else the seats (player)."""
        together = any(share.totals for share in self.teams)
        return ("team", self.teams) if together else ("player", self.seats)


def sheet(seen: Sight) -> tuple[Tally, ...]:
    """The score sheet, as somebody who looks can keep it."""
    story, last = seen.latest()
    story.follow(last)
    return tallies(story, seen.to_move is None)


def tallies(story: Story, over: bool) -> tuple[Tally, ...]:
    """All rounds played so far; none if the game is over and was but one."""
    rounds = _rounds(story, over)
    return tuple(_tally(story.words, rounds, number) for number in range(len(rounds.played)))


def ended(story: Story, over: bool) -> Tally | None:
    """The round that has ended with the last decision, if one has."""
    rounds = _rounds(story, over)
    if not rounds.played or rounds.played[-1].last != story.made:
        return None
    return _tally(story.words, rounds, len(rounds.played) - 1)


def valued(words: Words, values: Mapping[int, int]) -> dict[str, int | str]:
    """What the rules keep, by name instead of by slot; what is private only if it was told."""
    names = words.game.name_list
    return {
        store.key: names[values.get(slot, 0)] if store.text else values.get(slot, 0)
        for slot, store in words.stores.items()
        if not store.private or slot in values
    }


def _rounds(story: Story, over: bool) -> Rounds:
    """A game of one deal has no rounds: how it ended is its result."""
    rounds = story.rounds
    if over and rounds.played:
        return rounds.closed(story.made, story.stores, story.decided)
    return rounds


def _tally(words: Words, rounds: Rounds, number: int) -> Tally:
    now = rounds.played[number]
    before = rounds.played[number - 1].values if number else rounds.opening
    several = 1 < len(words.teams) < words.game.players
    seats = []
    for seat in range(words.game.players):
        share = _share(words, rounds, now, before, "player", seat)
        if (team := team_alone(words.teams, seat)) is not None:
            more = _share(words, rounds, now, before, "team", team)
            share = Share(share.chips + more.chips, share.totals + more.totals, share.made)
        seats.append(share)
    teams = range(len(words.teams) if several else 0)
    return Tally(
        now.number,
        now.last,
        tuple(seats),
        tuple([_share(words, rounds, now, before, "team", team) for team in teams]),
    )


def _share(
    words: Words, rounds: Rounds, now: Round, before: Mapping[int, int], owner: str, who: int
) -> Share:
    values = valued(words, now.values)
    chips: list[Chip] = []
    totals: list[Total] = []
    made: bool | None = None
    for store, item in shown(words, values, owner, who):
        value = values[store.key]
        if item.anew or family_of(store) in (rounds.own or ()):
            chip = chip_of(words, store, item, value, now.decided)
            chips += [chip] if chip is not None else []
            if item.made and store.slot in now.decided:
                own = [s.key for s in words.of(owner, who) if s.family == item.made]
                made = any(values.get(key) == value for key in own)
        elif isinstance(value, int) and item.form == "number":
            totals.append(Total(item.name, value - before.get(store.slot, 0), value))
    return Share(tuple(chips), tuple(totals), made)
