"""A position as a text to be copied: what one may see, in words."""

from __future__ import annotations

from kibitz.table.sights import Sight
from kibitz.words import Words, counted, listed
from kibitz.words.chips import chips
from kibitz.words.story import Story

__all__ = ["position"]


def position(sight: Sight) -> str:
    """The seats with what they hold, the table, the trick: as many lines as it takes."""
    story = sight.story()
    number = 0
    for step in sight.steps():
        story.follow(step)
        number = step.number
    game = sight.game
    whose = "" if sight.seat is None else f", as {game.seats[sight.seat]} sees it"
    when = "as dealt" if not number else f"after {counted(number, 'decision')}"
    turn = "over" if sight.to_move is None else f"{game.seats[sight.to_move]} to move"
    lines = [f"{game.title} {when}{whose}: {turn}.", ""]
    wide = max(map(len, game.seats))
    for seat, name in enumerate(game.seats):
        lines.append(f"{name.ljust(wide)}  {_belongings(sight, story, 'player', seat)}".rstrip())
    if 1 < len(sight.teams) < game.players:
        for team, members in enumerate(sight.teams):
            has = _belongings(sight, story, "team", team)
            if has:
                lines.append(f"{listed([game.seats[seat] for seat in members])}: {has}")
    table = _belongings(sight, story, "game", 0)
    if table:
        lines.append(f"Table: {table}")
    trick = story.current()
    if trick is not None:
        cards = ", ".join(f"{game.seats[p.seat]} {game.cards[p.card].symbol}" for p in trick.cards)
        wins = "" if trick.winning is None else f"; {game.seats[trick.winning]} is winning"
        lines.append(f"Trick: {cards}{wins}")
    if sight.actions and not sight.open:
        lines.append(f"Options: {', '.join(action.label for action in sight.actions[:60])}")
    return "\n".join(lines) + "\n"


def _belongings(sight: Sight, story: Story, owner: str, who: int) -> str:
    """What a seat, a team or the table has: cards, then what the rules keep."""
    words, roles = story.words, story.words.layout.roles
    parts = []
    for place in words.places:
        there = sight.places[place.key]
        mine = place.owner == owner and place.who == who
        if mine and there and roles[place.number] not in ("trick", "unshown"):
            parts.append(f"{place.name} {_cards(words, there, place.ordered)}")
    over = sight.to_move is None
    for chip in chips(words, sight.stores, story.decided, owner, who, over):
        parts.append(f"{chip.name} {chip.value}")
    return " · ".join(parts)


def _cards(words: Words, there: tuple[int, ...] | int, ordered: bool) -> str:
    if isinstance(there, int):
        return counted(there, "card")
    cards = there if ordered else words.sorted(there)
    return " ".join(words.game.cards[card].symbol for card in cards)
