"""The Kripke model of one card as the page shows it: round a table, every world in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.draw.geometry import Point
from kibitz.draw.picture import KripkePicture, PictureWorld
from kibitz.draw.seated import beside, draw_seated, ring
from kibitz.engine.faces import Face
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.kripke import KripkeModel
from kibitz.knowledge.pictures import card_picture
from kibitz.knowledge.questions import ask
from kibitz.knowledge.views import view
from kibitz.knowledge.vocabulary import Vocabulary
from kibitz.knowledge.worlds import members

__all__ = ["kripke"]


def kripke(state: State, card: str | int, seat: int | None) -> dict[str, Any]:
    """The model of a card, by name or number, for the kibitzer (None), or as far as a seat knows.

    `worlds` is how many are possible; each agent comes with how many it really considers possible,
    where that may be told.
    """
    face = _face(state.game, card)
    knowledge = view(state, seat).knowledge
    found: dict[str, Any] = {
        "at": len(state.history),
        "card": face.number,
        "title": face.symbol,
    }
    try:
        model = card_picture(state, face.text + face.mark, seat)
        picture, spots = _seated(model, knowledge, face)
        where = _where(state, knowledge, face, seat)
    except KibitzError as error:
        return found | {
            "svg": "",
            "worlds": 0,
            "agents": [],
            "text": "",
            "where": "",
            "note": f"{error.message}.",
        }
    return found | {
        "svg": draw_seated(picture, spots),
        "worlds": sum(world.possible for world in model.worlds),
        "agents": [
            {"name": name, "seat": k, "worlds": len(model.considered[k]) or None}
            for k, name in enumerate(model.agents)
        ],
        "text": picture.description(),
        "where": where,
        "note": None,
    }


def _face(game: Game, card: str | int) -> Face:
    if isinstance(card, str):
        return game.card(card)
    if not 0 <= card < len(game.cards):
        raise KibitzError(f"{game.title} has no card {card}")
    return game.cards[card]


def _where(state: State, knowledge: Knowledge, face: Face, seat: int | None) -> str:
    """Where the card may be, in words; a seat is told what it knows itself. What everybody sees or
    was told in public is common knowledge; what each has found out alone is not."""
    words, common = knowledge.words, knowledge.common
    if face.number in common.located:
        return f"Everybody sees it: {words.holder(1 << common.located[face.number])}."
    shared = common.possible_places(face.number)
    if len(shared) == 1:
        return f"It is common knowledge where it is: {_listed(words, shared)}."
    told = f"Common knowledge: it is with {_listed(words, shared)}."
    if seat is None:
        return told + _each(state, face)
    own = knowledge.possible_places(face.number)
    if len(own) == len(shared):
        return told
    if face.number not in knowledge.located:
        return f"{told} You know more: {_listed(words, own)}."
    if words.hands[seat] >> own[0] & 1:
        return f"{told} You have it."
    return f"{told} You see it: {_listed(words, own)}."


def _each(state: State, face: Face) -> str:
    """Who knows where a card is, for whoever stands behind the players, and whether that is common
    knowledge. Nothing is said of it where somebody may know more than is followed."""
    seats = state.game.seats
    known = [view(state, seat).knowledge for seat in range(len(seats))]
    if not all(own.exact for own in known):
        return ""
    alone = [own.seat for own in known if len(own.possible_places(face.number)) == 1]
    if len(alone) < len(seats):
        names = [seats[seat] for seat in alone if seat is not None]
        who = f"Who knows where it is: {', '.join(names)}" if names else "Nobody knows where it is"
        return f" {who}."
    words, (place,) = known[0].words, known[0].possible_places(face.number)
    there = f"has({words.places_name(1 << place)},{words.cards_name(1 << face.number)})"
    try:
        common = ask(state, f"C {','.join(map(words.seat_name, range(len(seats))))} {there}").truth
    except KibitzError:
        return " Each of them knows where it is."
    also = "that is common knowledge, too" if common else "but that is not common knowledge"
    return f" Each of them knows where it is, {'and ' if common else ''}{also}."


def _listed(words: Vocabulary, places: Sequence[int]) -> str:
    """Places joined by commas and a last `or`."""
    names = [words.holder(1 << place) for place in places]
    hands = {place for hand in words.hands for place in members(hand)}
    order = sorted(range(len(names)), key=lambda k: places[k] not in hands)  # players first
    names = [names[k] for k in order]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _seated(
    model: KripkeModel, knowledge: Knowledge, face: Face
) -> tuple[KripkePicture, list[Point]]:
    """The picture of a model with all hands in it, also those that hold nothing any more, and the
    spot of every world."""
    game, hands = knowledge.game, knowledge.words.hands
    seats, seen = ring(game.players), face.number in knowledge.common.located
    where: list[int | None] = [
        None if seen or not isinstance(world.key, int) else knowledge.common.frame.places[world.key]
        for world in model.worlds
    ]
    holders = [
        next((seat for seat, hand in enumerate(hands) if at is not None and hand >> at & 1), None)
        for at in where
    ]
    others = iter([(0.0, 0.0)] if seen else beside(holders.count(None), game.players))
    spots = []
    for k, seat in enumerate(holders):
        if seat is None:
            spots.append(next(others))
        else:  # a hand may be of several places: they stand below each other
            x, y = seats[seat]
            spots.append((x, y + 50.0 * holders[:k].count(seat)))
    picture = model.picture()
    empty = [seat for seat in range(game.players) if seat not in holders]
    worlds = tuple(replace(world, probability=None) for world in picture.worlds)
    worlds += tuple(PictureWorld((game.seats[seat],), 0.0) for seat in empty)
    return replace(picture, worlds=worlds), spots + [seats[seat] for seat in empty]
