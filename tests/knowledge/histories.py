"""The definition of knowledge, by brute force: deal in every other way, play the same, and see
whether it looks the same.

`possible_deals` gives every way the cards can lie now, as a seat that thinks of everything would
find it: it tries all deals, all later draws and all decisions it could not see, and keeps those in
which everything it saw would have come out as it did. Nothing here knows of masks or laws.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from kibitz.engine import Action, Game, State
from kibitz.engine.events import Event, decode, seen_part
from kibitz.engine.observer import observer
from kibitz.engine.state import begin
from kibitz.engine.step import Step
from kibitz.errors import GameError, KibitzError
from kibitz.recycle.prelude import EVENTS


@dataclass(frozen=True)
class Draw:
    """A card that was drawn: in which step, to which place, and which, as far as that is given."""

    step: int
    place: int
    card: int
    given: bool
    """The seat saw it, or it was drawn before the cards were shuffled again."""
    old: bool


Group = tuple[int, int]

Placement = tuple[tuple[int, int], ...]
"""Where every card lies: pairs of card and place, cards in order."""


def placement(state: State) -> Placement:
    """Where every card lies."""
    game = state.game
    return tuple((card, state.array[game.layout.where + card]) for card in range(len(game.cards)))


def possible_deals(state: State, seat: int, in_order: bool = False) -> set[Placement]:
    """Every way the cards can lie now, in the eyes of a seat; where the rules ask in which order
    cards were dealt, in every order."""
    return set(map(placement, possible_states(state, seat, in_order)))


def possible_states(state: State, seat: int, in_order: bool = False) -> Iterator[State]:
    """Every game that would have looked the same to a seat."""
    steps = state.steps()
    told = [tuple(decode(seen_part(step.events, observer(state.game, seat)))) for step in steps]
    truly = [card for step in steps for card in _cards_drawn(step)]
    draws = list(_draws(steps, seat))
    known = {draw.card for draw in draws if draw.given and not draw.old}
    unseen = sorted(set(range(len(state.game.cards))) - known - _never_drawn(state, set(truly)))
    backs = {card: frozenset(face.attributes) for card, face in enumerate(state.game.cards)}
    for chance in _outcomes(draws, unseen, in_order):
        if any(backs[a] != backs[b] for a, b in zip(chance, truly, strict=True)):
            continue
        key = (state.array[state.game.layout.KEY], state.array[state.game.layout.KEY + 1])
        outcomes = array("q", [0, len(chance) or -1, *chance])
        first = _begun(state.game, key, outcomes)
        if first is not None:
            yield from _replayed(first, steps, told, 0, outcomes, seat)


def _begun(game: Game, key: tuple[int, int], outcomes: array[int]) -> State | None:
    try:
        return begin(game, key, outcomes)
    except KibitzError:  # the outcomes do not fit: this deal would have gone another way
        return None


def _replayed(
    state: State,
    steps: list[Step],
    told: list[tuple[Event, ...]],
    number: int,
    outcomes: array[int],
    seat: int,
) -> Iterator[State]:
    """Go on playing as long as it looks the same."""
    if tuple(decode(seen_part(state.last.events, observer(state.game, seat)))) != told[number]:
        return
    if number + 1 == len(steps):
        yield state
        return
    if state.over or state.to_move != steps[number + 1].seat:
        return
    wanted = steps[number + 1].action
    assert wanted is not None
    others = state.to_move != seat  # of others one sees what they do, not what they decide
    for action in _offered(state):
        if others or action.id == wanted.id:
            after = array("q", outcomes)
            try:
                following = state.after(action, after)
            except KibitzError:
                continue
            yield from _replayed(following, steps, told, number + 1, after, seat)


def _offered(state: State) -> tuple[Action, ...]:
    try:
        return state.actions
    except GameError:  # with so few cards a taker may have none that they may lay aside
        return ()


def _draws(steps: list[Step], seat: int) -> Iterator[Draw]:
    """The cards drawn in the game, as the seat saw them. Those drawn before a place was shuffled
    again do not bear on where cards are now: they are taken as they were."""
    raw = array("q")
    for step in steps:
        raw.extend(step.events)
    shuffles: Counter[int] = Counter(
        raw[at + 1] for at in range(0, len(raw), 6) if raw[at] == EVENTS["shuffle"]
    )
    moves = [at for at in range(0, len(raw), 6) if raw[at] == EVENTS["move"]]
    stage = [number for number, step in enumerate(steps) for _ in range(len(step.events) // 6)]
    so_far: Counter[int] = Counter()
    for at in range(0, len(raw), 6):
        if raw[at] == EVENTS["shuffle"]:
            so_far[raw[at + 1]] += 1
        if raw[at] == EVENTS["chance"] and raw[at + 1] == 0:
            card, source = raw[at + 2], raw[at + 3]
            move = next((m for m in moves if m > at and raw[m + 1] == card), None)
            old = so_far[source] < shuffles[source]
            if move is None:  # looked at where it lies
                yield Draw(stage[at // 6], source, card, old, old)
                continue
            seen = bool(raw[move + 4] >> seat & 1)
            yield Draw(stage[at // 6], raw[move + 3], card, seen or old, old)


def _cards_drawn(step: Step) -> Iterator[int]:
    raw = step.events
    for at in range(0, len(raw), 6):
        if raw[at] == EVENTS["chance"] and raw[at + 1] == 0:
            yield raw[at + 2]


def _never_drawn(state: State, drawn: set[int]) -> set[int]:
    """Cards that lie where they lay at the beginning, in an open place."""
    start = state.game.blank
    where = state.game.layout.where
    moved = {
        raw[at + 1]
        for raw in (step.events for step in state.steps())
        for at in range(0, len(raw), 6)
        if raw[at] == EVENTS["move"]
    }
    pooled = set(state.game.layout.pools)
    return {
        card
        for card in range(len(state.game.cards))
        if card not in drawn and card not in moved and start[where + card] not in pooled
    }


def _outcomes(draws: list[Draw], unseen: list[int], in_order: bool) -> Iterator[list[int]]:
    """All outcomes of chance that agree with the cards seen. Cards drawn in one step for one place
    come in some order, which mostly makes no difference: then one is enough."""
    groups = Counter((draw.step, draw.place) for draw in draws if not draw.given)

    def dealt(left: list[Group], cards: list[int]) -> Iterator[dict[Group, tuple[int, ...]]]:
        if not left:
            yield {}
            return
        ways = permutations if in_order else combinations
        for chosen in ways(cards, groups[left[0]]):
            rest = [card for card in cards if card not in chosen]
            for others in dealt(left[1:], rest):
                yield {left[0]: chosen, **others}

    for deal in dealt(list(groups), unseen):
        cards = {group: iter(chosen) for group, chosen in deal.items()}
        yield [d.card if d.given else next(cards[d.step, d.place]) for d in draws]
