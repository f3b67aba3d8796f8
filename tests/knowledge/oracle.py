"""The definition of knowledge, by brute force: deal in every other way, play the same, and see
whether it looks the same.

    for state, found in followed(states, who): ...     along a game, one position after the other
    histories(state, who)                              of one position
    deals(found), shares(found)                        where the cards can lie, and how likely

A *history* is a game that would have looked to somebody as the true one did: they were told the
same, at their own turns they were offered the same, and nobody else was to decide. Only the engine
is used here, nothing of `kibitz.knowledge`: every card that chance can draw is drawn, every option
of the others is tried, and whatever looks different is dropped as soon as it does.

Histories are weighted as by plain redealing: every order of a shuffled pile has the same chance,
and of several decisions that look alike each counts as one. That is so for copies of a card as for
any cards: to play the one jack of clubs or the other are two decisions, as the rules have it, so
that the second jack is as likely in the hand the first came from as any other card.

Cards that look the same are the same to everybody, so what is compared are faces: a card stands
for the first of its copies.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TypeAlias

from kibitz.engine import Action, Game, State
from kibitz.engine.events import WIDTH, Raw, seen_part, walk
from kibitz.engine.observer import Observer, Who, observer
from kibitz.engine.replay import again, deal_again, taken_apart
from kibitz.engine.state import begin
from kibitz.errors import GameError, KibitzError
from kibitz.recycle.layout import BITS
from kibitz.recycle.prelude import EVENTS

MOVE, CHANCE, CHOICE = EVENTS["move"], EVENTS["chance"], EVENTS["choice"]
SHUFFLE, DECK = EVENTS["shuffle"], EVENTS["deck"]
WITH_CARD = MOVE, EVENTS["remember"], EVENTS["forget"]

KEY = 1, 1
"""Of no consequence: whatever chance decides is tried in every way."""

MARK = re.compile(r"(?<=\S)\.\d+")
"""What is written behind a card that is not the first of its kind: `QC.2`."""

Placement = tuple[tuple[int, int], ...]
"""Where every card lies: pairs of face and place, in order."""

Told = tuple[int, ...]
"""An event as somebody sees it."""


@dataclass(frozen=True)
class History:
    """A game that looks the same, and its share of all that chance and the others could do."""

    state: State
    weight: Fraction


Alike: TypeAlias = "Callable[[array[int], bool], bool]"
"""Whether the first events of a step, or all of them, look as they did."""

ALL_DEALS = 8
"""With so many cards all deals are made once, for all observers."""


# --- what is asked --------------------------------------------------------------------------------


def histories(state: State, who: Who, merged: bool = True) -> list[History]:
    """All that would have looked the same. Those that end in the same position are one, unless
    somebody wants to know what *others* know in each: that depends on how it came about."""
    deal, moves = taken_apart(state)
    states = [deal_again(state.game, deal)]
    for move in moves:
        states.append(again(states[-1], move))
    *_, (_, found) = followed(states, who, merged)
    return found


def followed(
    states: Iterable[State], who: Who, merged: bool = True
) -> Iterator[tuple[State, list[History]]]:
    """The states of a game from the deal on, and the histories of each."""
    found: list[History] = []
    before: State | None = None
    for state in states:
        somebody = observer(state.game, who)
        if before is None:
            found = _dealt(state, somebody)
        else:
            found = list(_gone_on(found, before, state, somebody))
        if merged:
            found = _merged(found)
        yield state, found
        before = state


def placement(state: State) -> Placement:
    """Where every card lies."""
    where, faces = state.game.layout.where, faces_of(state.game)
    return tuple(sorted((face, state.array[where + card]) for card, face in enumerate(faces)))


def deals(found: Iterable[History]) -> set[Placement]:
    """Every way the cards can lie now."""
    return {placement(history.state) for history in found}


def shares(found: Sequence[History]) -> dict[tuple[int, int], Fraction]:
    """For each face and place the share of the histories in which a card of it lies there."""
    total = sum((history.weight for history in found), Fraction())
    counts: dict[tuple[int, int], Fraction] = {}
    for history in found:
        for there in set(placement(history.state)):
            counts[there] = counts.get(there, Fraction()) + history.weight
    return {there: weight / total for there, weight in counts.items()}


@cache
def faces_of(game: Game) -> tuple[int, ...]:
    """For every card the first that looks the same."""
    firsts: dict[frozenset[tuple[str, str]], int] = {}
    looks = (frozenset(card.attributes.items()) for card in game.cards)
    return tuple(firsts.setdefault(look, number) for number, look in enumerate(looks))


# --- what looks the same --------------------------------------------------------------------------


def _events_seen(game: Game, raw: array[int], somebody: Observer) -> list[Told]:
    """Events as somebody sees them: faces for cards, and for a decision who decided; also to which
    end of a pile a card goes."""
    faces = faces_of(game)
    told: list[Told] = []
    for kind, one, two, three, _, more in walk(seen_part(raw, somebody)):
        if kind == CHOICE:
            told.append((kind, one))
        elif kind in WITH_CARD:
            told.append((kind, faces[one] if one >= 0 else -1, two, three, more))
        elif kind != CHANCE:
            told.append((kind, one, two, three))
    return told


def _situation(state: State, somebody: Observer) -> tuple[object, ...]:
    """What somebody sees besides the events: whose turn it is to decide what, the point maps, and
    what they are offered."""
    layout = state.game.layout
    maps = min((each.at for each in layout.maps.values()), default=layout.where)
    offered: list[str] = []
    if somebody.decides(state.to_move):
        offered = sorted({_said(action) for action in _offered(state)})
    return state.array[0], state.to_move, bytes(state.array[maps : layout.where]), offered


def _offered(state: State) -> tuple[Action, ...]:
    try:
        return state.actions
    except GameError:  # there is no option: the rules end here
        return ()


def _said(action: Action) -> str:
    """An action without the marks that tell copies of a card apart."""
    return MARK.sub("", action.text)


# --- one step of a history ------------------------------------------------------------------------


def _gone_on(
    found: list[History], before: State, now: State, somebody: Observer
) -> Iterator[History]:
    """The histories after one more decision."""
    game, step = now.game, now.last
    told = _events_seen(game, step.events, somebody)
    situation = _situation(now, somebody)
    assert step.action is not None
    own = _said(step.action) if step.seat == somebody.seat else None
    for history in found:
        state = history.state
        for action in _offered(state):
            if own is not None and _said(action) != own:
                continue

            def play(fate: Fate, action: Action = action, state: State = state) -> State:
                return state.after(action, fate)

            def alike(raw: array[int], whole: bool) -> bool:
                seen = _events_seen(game, raw, somebody)
                return seen == told if whole else seen == told[: len(seen)]

            for after, weight in _every_way(play, state.array, alike):
                if _situation(after, somebody) == situation:
                    yield History(after, history.weight * weight)


def _merged(found: list[History]) -> list[History]:
    """Histories that ended in the same position as one."""
    weights: dict[bytes, Fraction] = {}
    states: dict[bytes, State] = {}
    for history in found:
        key = bytes(history.state)
        weights[key] = weights.get(key, Fraction()) + history.weight
        states.setdefault(key, history.state)
    return [History(states[key], weight) for key, weight in weights.items()]


# --- the deal -------------------------------------------------------------------------------------


def _dealt(now: State, somebody: Observer) -> list[History]:
    """The histories when the cards have been dealt."""
    game, told = now.game, _in_order(now.game, now.last.events, somebody)
    situation = _situation(now, somebody)
    if len(game.cards) <= ALL_DEALS:
        found = [
            history
            for history in all_deals(game)
            if _in_order(game, history.state.last.events, somebody) == told
        ]
    else:
        found = list(_deals_like(now, told, somebody))
    return [each for each in found if _situation(each.state, somebody) == situation]


@cache
def all_deals(game: Game) -> list[History]:
    """Every deal. Cards drawn one after the other come to a hand in some order that makes no
    difference: one is enough, with the weight of all. Where that is not so, as if the rules
    draw until something happens, the weights would not add up to 1, or another order would give
    another deal; then every order is tried."""
    found = _deals(game, ordered=True)
    if sum(history.weight for history in found) == 1 and all(
        _whatever_order(game, history.state) for history in found
    ):
        return found
    return _deals(game, ordered=False)


def _deals(game: Game, ordered: bool) -> list[History]:
    """Every deal; of those that differ in the order alone only one."""

    def deal(fate: Fate) -> State:
        return begin(game, KEY, fate)

    def ascending(raw: array[int], whole: bool) -> bool:
        return not ordered or all(
            _sorted(game, group) == [card for _, card in group] for group in _groups(game, raw)
        )

    found = []
    for state, weight in _every_way(deal, game.blank, ascending):
        for group in _groups(game, state.last.events) if ordered else ():
            weight *= _orders([faces_of(game)[card] for _, card in group])
        found.append(History(state, weight))
    return found


def _deals_like(now: State, told: list[Told], somebody: Observer) -> Iterator[History]:
    """The same for more cards than can be dealt in every way: only deals are tried by which
    somebody gets the cards they saw. This works for games that deal hands, and look at most at
    cards that stay where they are, as at the top card of the stock."""
    game, raw = now.game, now.last.events
    events = list(walk(raw))
    truly = _reordered(game, raw, lambda group: _sorted(game, group))
    numbers = {at: n for n, at in enumerate(a for a, e in enumerate(events) if e[0] == CHANCE)}
    settled = _settled(game, raw)
    unseen: list[list[int]] = []
    for group in _groups(game, raw):
        draws = [numbers[at - 1] for at, _ in group if at - 1 in numbers]
        hidden = not events[group[0][0]][4] >> somebody.number & 1
        if hidden and draws and draws[0] >= settled:
            unseen.append(draws)
    unseen += [[numbers[at]] for at in _looks(events) if numbers[at] >= settled]
    assert faces_of(game) == tuple(range(len(game.cards))), "no twins"
    free = sorted(
        set(
            _drawable(game, game.blank, raw[: WIDTH * _at(events, settled)], _pile(events, settled))
        )
        - {card for n, card in enumerate(truly) if n >= settled and not any(n in d for d in unseen)}
    )
    checked = False
    for dealt in _shared_out(unseen, free):
        outcomes = [dealt.get(n, card) for n, card in enumerate(truly)]
        try:
            state = begin(game, KEY, array("q", [0, len(outcomes) or -1, *outcomes]))
        except KibitzError:  # it would have gone another way
            continue
        if _in_order(game, state.last.events, somebody) == told:
            checked = checked or _whatever_order(game, state)
            assert checked
            yield History(state, Fraction(1))


def _looks(events: list[Raw]) -> Iterator[int]:
    """The draws by which a card is looked at where it lies."""
    for at, (kind, what, card, place, _, _) in enumerate(events):
        if kind == CHANCE and what == 0:
            after = events[at + 1] if at + 1 < len(events) else None
            if after is None or after[:3] != (MOVE, card, place):
                yield at


def _at(events: list[Raw], chances: int) -> int:
    """Where the first event of chance after so many is."""
    return [at for at, event in enumerate(events) if event[0] == CHANCE][chances]


def _pile(events: list[Raw], chances: int) -> int:
    """The place from which it draws."""
    return events[_at(events, chances)][3]


def _shared_out(groups: list[list[int]], cards: list[int]) -> Iterator[dict[int, int]]:
    """Every way to give cards to groups of draws, in order."""
    if not groups:
        yield {}
        return
    for chosen in combinations(cards, len(groups[0])):
        rest = [card for card in cards if card not in chosen]
        for others in _shared_out(groups[1:], rest):
            yield {**dict(zip(groups[0], chosen, strict=True)), **others}


def _orders(cards: list[int]) -> int:
    """In how many orders some cards can come, of which some are alike."""
    ways = 1
    seen: Counter[int] = Counter()
    for number, card in enumerate(cards, 1):
        seen[card] += 1
        ways = ways * number // seen[card]
    return ways


def _whatever_order(game: Game, state: State) -> bool:
    """Whether the cards of each hand might as well have come in the opposite order."""
    outcomes = _reordered(game, state.last.events, lambda group: [card for _, card in group[::-1]])
    return bytes(begin(game, KEY, _fate(outcomes))) == bytes(state)


def _reordered(game: Game, raw: array[int], how: Callable[[Group], list[int]]) -> list[int]:
    """The outcomes of chance by which the cards of each hand would come in another order."""
    outcomes = {at: two for at, (kind, _, two, _, _, _) in enumerate(walk(raw)) if kind == CHANCE}
    for group in _groups(game, raw):
        for (at, _), card in zip(group, how(group), strict=True):
            if at - 1 in outcomes:  # else it was the last card of the pile
                outcomes[at - 1] = card
    return list(outcomes.values())


def _settled(game: Game, raw: array[int]) -> int:
    """How many outcomes of chance there were before all cards were gathered and shuffled for the
    last time. Where the cards are now does not depend on them: as they were is as good as any."""
    where = list(game.blank[game.layout.where : game.layout.where + len(game.cards)])
    chances = settled = 0
    for kind, one, two, three, _, _ in walk(raw):
        if kind == MOVE:
            where[one] = three
        elif kind == DECK:
            where[two : two + three] = [one] * three
        elif kind == CHANCE:
            chances += 1
        elif kind == SHUFFLE and all(place in (one, -1) for place in where):
            settled = chances
    return settled


Group = list[tuple[int, int]]
"""Cards that came to a place in one run: the events by which they came, and which they are."""

Draw = tuple[int, int, int, int]
"""Which event it is, the run it belongs to, the card, and where it went."""


def _draws(game: Game, raw: array[int]) -> Iterator[Draw]:
    """The cards drawn. A run is what is drawn without anything else happening; a card that comes
    to a place that keeps an order is a run of its own."""
    stamped, pools = game.functions["STAMPED"], game.layout.pools
    run = 0
    for at, (kind, one, source, place, _, _) in enumerate(walk(raw)):
        if kind == MOVE and source in pools:
            yield at, -1 - at if stamped[place] else run, one, place  # type: ignore[index]
        elif kind != CHANCE or one != 0:
            run += 1


def _groups(game: Game, raw: array[int]) -> list[Group]:
    """The cards that came to each place in each run, with the events by which they came."""
    groups: dict[tuple[int, int], Group] = {}
    for at, run, card, place in _draws(game, raw):
        groups.setdefault((run, place), []).append((at, card))
    return list(groups.values())


def _in_order(game: Game, raw: array[int], somebody: Observer) -> list[Told]:
    """The events of the deal as somebody sees them, were the cards of each hand to come in
    order."""
    ordered = raw[:]
    for group in _groups(game, raw):
        for (at, _), card in zip(group, _sorted(game, group), strict=True):
            ordered[WIDTH * at + 1] = card
    return _events_seen(game, ordered, somebody)


def _sorted(game: Game, group: Group) -> list[int]:
    faces = faces_of(game)
    return sorted((card for _, card in group), key=lambda card: (faces[card], card))


# --- chance ---------------------------------------------------------------------------------------


class Fate(array):  # type: ignore[type-arg]
    """Outcomes of chance as the engine takes them: how many were used, how many there are, and all.
    When they are used up, the engine goes on by itself."""

    def __getitem__(self, at: int) -> int:  # type: ignore[override]
        if at == 1 and super().__getitem__(0) == super().__getitem__(1):
            return 0
        return int(super().__getitem__(at))


def _fate(outcomes: Sequence[int]) -> Fate:
    return Fate("q", [0, len(outcomes), *outcomes])


def _every_way(
    play: Callable[[Fate], State],
    before: array[int],
    alike: Alike,
) -> Iterator[tuple[State, Fraction]]:
    """Every outcome of chance by which a step looks alike (asked of its first events, and of all),
    with its probability. The step is played with the outcomes decided so far, the engine decides
    the rest; the first that it decided by itself is what has to be tried in every way."""
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        outcomes, weight = pending.pop()
        state = play(_fate(outcomes))
        raw = state.last.events
        chances = [at for at, kind in enumerate(raw[::WIDTH]) if kind == CHANCE]
        decided = len(chances) == len(outcomes)
        at = WIDTH * (len(raw) // WIDTH if decided else chances[len(outcomes)])
        if not alike(raw[:at], decided):
            continue
        if decided:
            yield state, weight
            continue
        _, what, outcome, among, _, _ = raw[at : at + WIDTH]
        if what == 0:
            choices = _drawable(state.game, before, raw[:at], among)
            assert faces_of(state.game)[outcome] in map(faces_of(state.game).__getitem__, choices)
        else:
            choices = Counter(range(among))
        for choice, copies in sorted(choices.items(), reverse=True):
            pending.append(((*outcomes, choice), weight * Fraction(copies, choices.total())))


def _drawable(game: Game, before: array[int], raw: array[int], place: int) -> Counter[int]:
    """The cards that may be drawn from a place after some events: of those that look the same the
    first, and how many there are."""
    layout = game.layout
    where = list(before[layout.where : layout.where + len(game.cards)])
    at = layout.pools[place]
    pool = {card for card in range(len(where)) if before[at + card // BITS] >> card % BITS & 1}
    for kind, one, two, three, _, _ in walk(raw):
        if kind == MOVE:
            where[one] = three
            pool.discard(one)
        elif kind == CHANCE and one == 0 and three == place:
            pool.discard(two)
        elif kind == SHUFFLE and one == place:
            pool = {card for card, there in enumerate(where) if there == place}
        elif kind == DECK:
            where[two : two + three] = [one] * three
    faces = faces_of(game)
    firsts: dict[int, int] = {}
    for card in sorted(pool):
        firsts.setdefault(faces[card], card)
    return Counter(firsts[faces[card]] for card in pool)
