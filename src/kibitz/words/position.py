"""A position: what lies where at a table, as one observer sees it, in card players' words.

It is made in one place and drawn in many: on the page, in the terminal, in JSON, as a text to be
copied (`str`). Whoever draws it needs to know nothing of rules, states and events.

>>> import kibitz
>>> from kibitz.words.sights import sight
>>> state = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2).new(seed=1)
>>> print(position(sight(kibitz.view(state, 0))), end="")
Agram as dealt, as North sees it: North to move.
<BLANKLINE>
North  hand 8♥ 4♣
East   hand 2 cards
Table: stock 31 cards · trick 1
Options: play 8♥, play 4♣
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.picking import Picking
from kibitz.engine.twins import labels
from kibitz.words.chips import Chip, chips, seat_chips
from kibitz.words.sights import Sight
from kibitz.words.story import Story, Trick
from kibitz.words.words import Place, Words, counted, listed

__all__ = ["Pile", "Position", "Side", "There", "lying", "position"]

There = tuple[int, ...] | int
"""The cards of a place, or how many there are where they cannot be seen."""

OPTIONS = 60
"""Options that are written out in a text."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards that lie in one place."""

    place: Place
    role: str
    """hand, trick, pile, stock, centre, beside or unshown."""
    there: There
    """The cards, the lowest first, those of a hand as one holds them; or how many there are."""

    @property
    def count(self) -> int:
        return self.there if isinstance(self.there, int) else len(self.there)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards as far as they are seen."""
        return () if isinstance(self.there, int) else self.there


@dataclass(frozen=True, slots=True)
class Side:
    """A team of several seats, or one of several teams."""

    seats: tuple[int, ...]
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the table, and who sees it."""

    game: Game
    seat: int | None
    """Who looks; None: somebody who has no seat."""
    open: bool
    """Whether all cards are shown."""
    made: int
    """How many decisions led here."""
    to_move: int | None
    """None: the game is over."""
    piles: tuple[Pile, ...]
    """The places that hold cards."""
    seats: tuple[tuple[Chip, ...], ...]
    """What the table shows of every seat besides its cards."""
    sides: tuple[Side, ...]
    """The teams, if they say more than the seats do."""
    chips: tuple[Chip, ...]
    """What it shows of the game."""
    trick: Trick | None
    last_trick: Trick | None
    led: str
    """The suit to follow, by its name in the deck; empty: none."""
    trump: str
    picked: tuple[int, ...]
    """The cards chosen already where several are asked for one by one."""
    actions: tuple[Action, ...]
    """What whoever looks can do, as people count it: see `kibitz.engine.twins`."""
    pickings: tuple[Picking, ...]
    """The sets of cards that these begin or go on with, card by card."""
    scores: tuple[int, ...] | None
    ranks: tuple[int, ...] | None
    """How it ended, if it did and may be told."""

    def of(self, owner: str, who: int = 0) -> Iterator[Pile]:
        """The piles of a seat (player), a team or the game."""
        return (p for p in self.piles if (p.place.owner, p.place.who) == (owner, who))

    def __str__(self) -> str:
        return "\n".join(_lines(self)) + "\n"


def position(sight: Sight, story: Story | None = None) -> Position:
    """The position somebody has in sight; `story`, if it has been followed to the end."""
    if story is None:
        story, last = sight.latest()
        story.follow(last)
    game, words = sight.game, story.words
    over = sight.to_move is None

    def shown(owner: str, who: int = 0) -> tuple[Chip, ...]:
        return tuple(chips(words, sight.stores, story.decided, owner, who, over))

    several = 1 < len(sight.teams) < game.players
    return Position(
        game,
        sight.seat,
        sight.open,
        story.made,
        sight.to_move,
        tuple(_piles(words, sight)),
        tuple(
            [
                tuple(seat_chips(words, sight.stores, story.decided, seat, sight.teams, over))
                for seat in range(game.players)
            ]
        ),
        tuple([Side(seats, shown("team", n)) for n, seats in enumerate(sight.teams) if several]),
        shown("game"),
        story.current(),
        story.last,
        story.suit_led(),
        story.trump(),
        _picked(sight, story),
        sight.offers,
        sight.pickings,
        sight.scores,
        sight.ranks,
    )


def lying(words: Words, place: Place, there: There) -> There:
    """The cards of a place as they lie: in the order of the pile, or as one holds them."""
    if isinstance(there, int):
        return there
    if len(there) > 1 and (not place.ordered or words.setting.roles[place.number] == "hand"):
        return tuple(words.sorted(there))
    return there


def _piles(words: Words, sight: Sight) -> list[Pile]:
    roles, places = words.setting.roles, sight.places
    return [
        Pile(place, roles[place.number], lying(words, place, there))
        for place in words.places
        if (there := places[place.key])
    ]


def _picked(sight: Sight, story: Story) -> tuple[int, ...]:
    if story.picking is None or story.picking[0] != sight.to_move:
        return ()
    return tuple(sight.game.card(card).number for card in story.picking[1])


# --- as a text ------------------------------------------------------------------------------------


def _lines(now: Position) -> Iterator[str]:
    """The seats with what they hold, the table, the trick: as many lines as it takes."""
    game = now.game
    whose = "" if now.seat is None else f", as {game.seats[now.seat]} sees it"
    when = "as dealt" if not now.made else f"after {counted(now.made, 'decision')}"
    turn = "over" if now.to_move is None else f"{game.seats[now.to_move]} to move"
    yield f"{game.title} {when}{whose}: {turn}."
    yield ""
    wide = max(map(len, game.seats))
    for seat, name in enumerate(game.seats):
        yield f"{name.ljust(wide)}  {_has(now, 'player', seat, now.seats[seat])}".rstrip()
    for number, side in enumerate(now.sides):
        if has := _has(now, "team", number, side.chips):
            yield f"{listed([game.seats[seat] for seat in side.seats])}: {has}"
    if has := _has(now, "game", 0, now.chips):
        yield f"Table: {has}"
    if now.trick is not None:
        winning = now.trick.winning
        wins = "" if winning is None else f"; {game.seats[winning]} is winning"
        yield f"Trick: {_cards_of(game, now.trick)}{wins}"
    elif now.last_trick is not None:
        taker = now.last_trick.taker
        took = "" if taker is None else f"; {game.seats[taker]} took it"
        yield f"Last trick: {_cards_of(game, now.last_trick)}{took}"
    if now.actions and not now.open:
        yield f"Options: {', '.join(labels(game, now.actions)[:OPTIONS])}"


def _cards_of(game: Game, trick: Trick) -> str:
    return ", ".join(f"{game.seats[p.seat]} {game.cards[p.card].symbol}" for p in trick.cards)


def _has(now: Position, owner: str, who: int, kept: tuple[Chip, ...]) -> str:
    """What a seat, a team or the table has: cards, then what the rules keep."""
    piles = [
        f"{pile.place.name} {_cards(now.game, pile)}"
        for pile in now.of(owner, who)
        if pile.role not in ("trick", "unshown")
    ]
    return " · ".join([*piles, *map(str, kept)])


def _cards(game: Game, pile: Pile) -> str:
    symbols = " ".join(game.cards[card].symbol for card in pile.cards)
    return symbols or counted(pile.count, "card")
