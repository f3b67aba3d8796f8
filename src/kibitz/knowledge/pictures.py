"""Pictures of a position: the Kripke model of one card, or of the whole deal, from a state.

    card_picture(state, "QH")             who may have her, and who can tell which worlds apart
    card_picture(state, "QH", seat=1)     the same, without what East does not know
    deal_picture(state)                   every possible deal, where there are few

The worlds are those of common knowledge. What a seat really considers possible, from its own cards
and all it has seen, is drawn heavier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.kripke import KripkeModel, KripkeWorld, card_model, deal_model
from kibitz.knowledge.updates import ledger_of
from kibitz.knowledge.views import view
from kibitz.knowledge.vocabulary import vocabulary_of

__all__ = ["card_picture", "deal_picture"]


def card_picture(state: State, card: str, seat: int | None = None) -> KripkeModel:
    """The model of one card: a world for every place it may be in, as far as everybody knows.

    Hands it cannot be in any more are impossible worlds: they fade. With a seat, nothing is shown
    that this seat does not know: which world is true, and what the others consider possible.
    """
    game = state.game
    face = game.card(card)
    words = vocabulary_of(game)
    knowledge = view(state, 0).knowledge.common
    frame = knowledge.frame
    if face.number in knowledge.located:
        where = words.holder(1 << knowledge.located[face.number])
        return _seen_by_all(face.symbol, where, game.seats)
    if face.number not in frame.cards:
        raise KibitzError(f"{face.text} is not in play now")
    hands = 0
    for hand in words.hands:
        hands |= hand
    model = card_model(
        frame.worlds,
        _observed(knowledge, frame),
        frame.cards.index(face.number),
        None,
        [words.holder(1 << place) for place in frame.places],
        game.seats,
        [i for i, place in enumerate(frame.places) if hands >> place & 1],
        actual=_actual(state, frame),
        title=face.symbol,
    )
    model = _by_place(model, frame)
    thought = []
    for observer in range(game.players):
        places = _own(state, observer).possible_places(face.number)
        thought.append(
            frozenset(
                number
                for number, world in enumerate(model.worlds)
                if isinstance(world.key, int) and frame.places[world.key] in places
            )
        )
    return _as_known_to(replace(model, considered=tuple(thought)), seat)


def _by_place(model: KripkeModel, frame: Frame) -> KripkeModel:
    """The model of a card with one world for every place, where a place has several lots."""
    if len(set(frame.places)) == len(frame.places):
        return model
    groups: dict[int, list[int]] = {}
    for number, world in enumerate(model.worlds):
        assert isinstance(world.key, int)
        groups.setdefault(frame.places[world.key], []).append(number)
    new = {old: number for number, olds in enumerate(groups.values()) for old in olds}
    worlds = tuple(
        replace(
            model.worlds[olds[0]],
            possible=any(model.worlds[old].possible for old in olds),
            actual=any(model.worlds[old].actual for old in olds),
        )
        for olds in groups.values()
    )
    relations = tuple(
        frozenset((min(new[a], new[b]), max(new[a], new[b])) for a, b in pairs if new[a] != new[b])
        for pairs in model.relations
    )
    considered = tuple(frozenset(new[old] for old in own) for own in model.considered)
    return replace(model, worlds=worlds, relations=relations, considered=considered)


def deal_picture(state: State, limit: int = 64, seat: int | None = None) -> KripkeModel:
    """The model of the whole deal: a world for every possible one, refused if they are too many.

    Cards of which everybody knows where they are stand in no world.
    """
    game = state.game
    words = vocabulary_of(game)
    knowledge = view(state, 0).knowledge.common
    settled = _settled(knowledge)
    frame = knowledge.frame_with(settled)
    if not frame.cards:
        return _seen_by_all(game.title, "all cards", game.seats)
    model = deal_model(
        frame.worlds,
        _observed(knowledge, frame),
        _actual(state, frame),
        [game.cards[card].symbol for card in frame.cards],
        [words.holder(1 << place) for place in frame.places],
        game.seats,
        title=game.title,
        limit=limit,
    )
    thought = []
    for observer in range(game.players):
        own = _own(state, observer)
        thought.append(
            frozenset(
                number
                for number, world in enumerate(model.worlds)
                if isinstance(world.key, tuple) and _allows(own, frame, world.key, settled)
            )
        )
    return _as_known_to(replace(model, considered=tuple(thought)), seat)


def _settled(knowledge: Knowledge) -> dict[int, int]:
    """The unseen cards of which it is known in which lot they are, and in which."""
    frame = knowledge.frame
    found = {card: knowledge.deals.possible(i) for i, card in enumerate(frame.cards)}
    return {
        card: frame.lots[lots.bit_length() - 1]
        for card, lots in found.items()
        if lots and not lots & (lots - 1)
    }


def _seen_by_all(title: str, where: str, seats: Sequence[str]) -> KripkeModel:
    """One world, and it is true."""
    world = KripkeWorld(0, ("everybody sees it", where), actual=True, probability=1.0)
    nobody: frozenset[tuple[int, int]] = frozenset()
    count = len(seats)
    return KripkeModel(title, (world,), tuple(seats), (nobody,) * count, (frozenset((0,)),) * count)


def _observed(knowledge: Knowledge, frame: Frame) -> list[int]:
    """For each seat the places of the worlds whose cards it knows."""
    knowers = knowledge.knowers(frame)
    return [
        sum(1 << i for i, seats in enumerate(knowers) if seats >> seat & 1)
        for seat in range(knowledge.game.players)
    ]


def _actual(state: State, frame: Frame) -> tuple[int, ...]:
    """The true deal."""
    at = state.game.layout.where
    return frame.world(ledger_of(state), {card: state.array[at + card] for card in frame.cards})


def _own(state: State, seat: int) -> Knowledge:
    return view(state, seat).knowledge


def _allows(own: Knowledge, frame: Frame, deal: tuple[int, ...], settled: dict[int, int]) -> bool:
    """Whether a deal everybody considers possible is possible to one who knows more."""
    lots = settled | {card: frame.lots[i] for card, i in zip(frame.cards, deal, strict=True)}
    places = {card: frame.places[i] for card, i in zip(frame.cards, deal, strict=True)}
    if any(
        own.located.get(card, place) != place
        for card, place in places.items()
        if card not in frame.ghosts
    ):
        return False
    mine = own.frame
    if any(lots.get(card) not in mine.lots for card in mine.cards):
        return False
    world = [mine.lots.index(lots[card]) for card in mine.cards]
    return not mine.cards or mine.worlds.allows(world)


def _as_known_to(model: KripkeModel, seat: int | None) -> KripkeModel:
    """The model without what a seat does not know; all of it for the kibitzer."""
    if seat is None:
        return model
    mine = model.considered[seat]
    worlds = tuple(
        replace(world, actual=mine == {number}) for number, world in enumerate(model.worlds)
    )
    considered = tuple(mine if own == seat else frozenset() for own in range(len(model.agents)))
    return replace(model, worlds=worlds, considered=considered)
