"""What must be true of every game, whatever its rules: the test that `kibitz check --play` runs.

Random games are played and watched: cards are neither lost nor doubled, every option on offer can
be played, what a seat observes does not depend on cards it cannot see, the same seed gives the same
game, and a record replays it. Each check is a plain function that raises `Nonconformity`.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.events import WIDTH, Raw, decode, kinds, walk
from kibitz.engine.game import Game
from kibitz.engine.observation import Observation
from kibitz.engine.observer import observer
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.engine.step import Step
from kibitz.errors import KibitzError
from kibitz.recycle.layout import BITS
from kibitz.recycle.prelude import EVENTS
from kibitz.recycle.tree import Kind

__all__ = [
    "Conformance",
    "Nonconformity",
    "Peeking",
    "Problem",
    "Unplayable",
    "check_cards",
    "check_events",
    "check_observations",
    "check_options",
    "check_record",
    "conform",
    "interchangeable",
    "permuted",
    "rewritten",
]

MOST_TRIED = 2_000
"""Decisions after which a game is left unfinished."""

TRIED = 5
"""Options tried at each decision beside the one played."""

LOOKS = 10
"""So many of the first positions of a game are looked at from some seats, later ones less often."""


class Nonconformity(KibitzError):
    """Something that must hold for every game does not hold for this one."""


class Unplayable(Nonconformity):
    """An option cannot be played."""

    def __init__(self, action: Action, message: str) -> None:
        super().__init__(message)
        self.action = action


class Peeking(Nonconformity):
    """What a player may do depends on cards they cannot see: the rules may be like that."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, and in which game: `game.new(seed)` after so many decisions."""

    seed: int
    decision: int
    message: str
    played: tuple[str, ...] = ()
    """These decisions."""
    choice: str | None = None
    """What was tried then, if it was an option that went wrong."""

    def __str__(self) -> str:
        return f"game {self.seed}, after {self.decision} decisions: {self.message}"


@dataclass
class Conformance:
    """The outcome of a conformance test."""

    games: int = 0
    decisions: int = 0
    unfinished: int = 0
    swaps: int = 0
    """Pairs of hidden cards that were exchanged behind a seat's back."""
    problems: list[Problem] = field(default_factory=list)
    peeking: Problem | None = None
    """The first time that hidden cards decided what was legal; no problem, but worth a warning."""

    @property
    def ok(self) -> bool:
        return not self.problems

    def as_json(self) -> dict[str, Any]:
        return {"ok": self.ok, **asdict(self)}


def conform(
    game: Game,
    games: int,
    seed: int = 1,
    *,
    limit: int = MOST_TRIED,
    progress: Callable[[int], None] | None = None,
) -> Conformance:
    """Play random games, seeds `seed`, `seed + 1`, ..., and look for problems, one a game."""
    result = Conformance()
    for number in range(games):
        try:
            _conform_one(game, seed + number, limit, result)
        except KeyboardInterrupt:  # report what was played
            if result.games == 0:
                raise
            break
        result.games += 1
        if progress is not None:
            progress(number + 1)
    return result


def _conform_one(game: Game, seed: int, limit: int, result: Conformance) -> None:
    rng = random.Random(f"{game.hash}/{seed}")
    made = 0
    played: list[Action] = []
    try:
        state = game.new(seed)
        marks = [bytes(state)]
        while True:
            check_cards(state)
            if state.over or made == limit:
                break
            if rng.random() * (made + 1) < LOOKS:
                some = (state.to_move, rng.choice((*range(game.players), None)))
                try:
                    result.swaps += check_observations(state, rng, tuple(dict.fromkeys(some)))
                except Peeking as error:
                    result.peeking = result.peeking or Problem(seed, made, error.message)
            check_options(state)
            for action in rng.sample(state.actions, min(TRIED, len(state.actions))):
                _played(state, action)
            action = rng.choices(state.actions, state.weights())[0]
            state = _played(state, action)
            played.append(action)
            marks.append(bytes(state))
            made += 1
        check_events(state)
        result.swaps += check_observations(state, rng)
        _ = state.scores
        result.unfinished += not state.over
        _check_seed(game, seed, played, marks)
        check_record(state, marks)
    except KibitzError as error:
        texts = tuple(action.text for action in played)
        choice = error.action.text if isinstance(error, Unplayable) else None
        result.problems.append(Problem(seed, made, str(error), texts, choice))
    result.decisions += made


# --- the checks -----------------------------------------------------------------------------------


def check_cards(state: State) -> None:
    """Every card that was created lies in exactly one place, the one it says."""
    game, layout, numbers = state.game, state.game.layout, state.array
    homes: dict[int, int] = {}
    for place, name in enumerate(game.place_names):
        if place in layout.memories:
            continue
        cards = state.cards_at(place)
        if len(cards) != state.count_at(place):
            raise Nonconformity(f"{name} does not hold as many cards as it counts")
        for card in cards:
            if card in homes:
                other = game.place_names[homes[card]]
                raise Nonconformity(f"{game.cards[card].text} lies in {other} and in {name}")
            homes[card] = place
    for face in game.cards:
        home = numbers[layout.where + face.number]
        if homes.get(face.number, home) != home:
            raise Nonconformity(f"{face.text} does not lie where it says it does")
    created = len(_setup_cards(game))
    for raw in _log(state):
        if EVENTS["deck"] in kinds(raw):
            created += sum(event.value for event in decode(raw) if event.kind == "deck")
    if len(homes) != created:
        raise Nonconformity(f"there are {len(homes)} cards, but {created} were created")


def check_events(state: State) -> None:
    """All that happened, taken together, gives the places and stores as they are now."""
    game = state.game
    homes = _first_homes(state)
    stores: dict[int, int] = {}
    for event in state.events:
        if event.kind == "deck":
            homes.update((event.card + i, event.target) for i in range(event.value))
        elif event.kind == "move":
            if homes.get(event.card, -1) != event.source:
                raise Nonconformity(
                    f"{game.cards[event.card].text} is told to leave "
                    f"{_place(game, event.source)}, but lies in "
                    f"{_place(game, homes.get(event.card, -1))}"
                )
            homes[event.card] = event.target
        elif event.kind in ("number", "name"):
            stores[event.slot] = event.value
    for card, home in homes.items():
        if state.array[game.layout.where + card] != home:
            raise Nonconformity(
                f"{game.cards[card].text} came to {_place(game, home)} but does not lie there"
            )
    for slot, value in stores.items():
        if state.array[slot] != value:
            raise Nonconformity(f"a store was set to {value} and is {state.array[slot]} now")


def check_options(state: State) -> None:
    """Options have numbers and names of their own, and listing them changes nothing."""
    before = bytes(state)
    actions = state.actions
    again = State(state.game, array("q", state.array), state.last)
    if again.actions != actions or bytes(again) != before:
        raise Nonconformity("listing the options twice gives something else the second time")
    if bytes(state) != before:
        raise Nonconformity("listing the options changes the state")
    numbers: dict[int, Action] = {}
    texts: dict[str, Action] = {}
    for action in actions:
        if numbers.setdefault(action.id, action) is not action:
            raise Nonconformity(f"`{numbers[action.id]}` and `{action}` have the same number")
        if texts.setdefault(action.text, action) is not action:
            raise Nonconformity(f"two options are written `{action.text}`")
    if len(state.weights()) != len(actions) or min(state.weights()) <= 0:
        raise Nonconformity("an option on offer stands for no way to play it")


def check_observations(
    state: State, rng: random.Random, seats: Sequence[int | None] | None = None
) -> int:
    """Whoever is to move is offered what there is, and no seat sees what is hidden from it.

    Two cards that a seat cannot tell apart are exchanged, and what is private to another is
    changed; it must not notice. Gives how often that was tried. `seats`: only from these (None: a
    spectator). Raises `Peeking` if nothing but the options differs.
    """
    game = state.game
    ids = tuple(action.id for action in state.actions)
    swaps = 0
    for seat in (*range(game.players), None) if seats is None else seats:
        who = "a spectator" if seat is None else game.seats[seat]
        seen = state.observation(seat)
        if seen.options != (ids if seat == state.to_move and seat is not None else ()):
            raise Nonconformity(f"{who} observes other options than there are")
        for place, name in enumerate(game.place_names):
            there = seen.places[name]
            if there != state.count_at(place) and there != state.cards_at(place):
                raise Nonconformity(f"{who} observes other cards in {name} than there are")
        pair = _some_pair(state, seat, rng)
        if pair is not None:
            _exchange(state, seat, who, *pair)
            swaps += 1
        for slot, owner in game.layout.private.items():
            if owner != seat:
                _change(state, seat, who, slot)
                swaps += 1
    return swaps


def _change(state: State, seat: int | None, who: str, slot: int) -> None:
    """Change a number that is private to another; the seat must not notice."""
    name = next(name for name, (at, _) in state.game.store_slots.items() if at == slot)
    unseen = f"{name}, which is private to another"
    try:
        changed = rewritten(state, slot, int(not state.array[slot])).observation(seat)
    except KibitzError as error:
        raise Peeking(f"what {who} may do depends on {unseen}: {error.message}") from None
    _compare(state.observation(seat), changed, who, unseen)


def _exchange(state: State, seat: int | None, who: str, a: int, b: int, since: int) -> None:
    """Exchange two cards; the seat must not notice."""
    cards = state.game.cards
    names = f"{cards[a].text} and {cards[b].text}, which cannot be seen from there"
    try:
        changed = permuted(state, a, b, since).observation(seat)
    except KibitzError as error:
        raise Peeking(f"what {who} may do depends on {names}: {error.message}") from None
    _compare(state.observation(seat), changed, who, names)


def _compare(seen: Observation, changed: Observation, who: str, names: str) -> None:
    """Two observations must not differ."""
    if bytes(changed) == bytes(seen):
        return
    for part in ("events", "places", "stores", "to_move"):
        if getattr(changed, part) != getattr(seen, part):
            raise Nonconformity(f"the {part} that {who} observes depend on {names}")
    raise Peeking(f"what {who} may do depends on {names}")


def check_record(state: State, marks: list[bytes] | None = None) -> None:
    """The record of a game, written and read, replays to the same states."""
    record = Record.from_json(Record.of(state).to_json())
    states = record.replay(state.game)
    if bytes(states[-1]) != bytes(state) or _log(states[-1]) != _log(state):
        raise Nonconformity("the record of the game replays to another state")
    if marks is not None and [bytes(s) for s in states] != marks:
        raise Nonconformity("the record of the game replays through other states")


def _check_seed(game: Game, seed: int, played: list[Action], marks: list[bytes]) -> None:
    """The same seed and the same decisions give the same game."""
    state = game.new(seed)
    for number, action in enumerate(played):
        if bytes(state) != marks[number]:
            break
        state = state.after(action)
    if bytes(state) != marks[-1]:
        raise Nonconformity("the same seed and decisions give another game the second time")


def _played(state: State, action: Action) -> State:
    """The state after an action, the same in the emitted variant that tells nothing."""
    before = bytes(state)
    try:
        after = state.after(action)
    except KibitzError as error:
        message = f"`{action}` is on offer and cannot be played: {error.message}"
        raise Unplayable(action, message) from None
    if bytes(state) != before:
        raise Unplayable(action, f"`{action}` changes the state it is played in")
    code = state.codes[state.actions.index(action)]
    quiet = array("q", state.array)
    state.game.functions["apply"](quiet, code, BUFFERS.work)
    if quiet != after.array and not _alike(after, quiet):
        raise Unplayable(action, f"`{action}` leads elsewhere when nobody is told about it")
    return after


def _alike(state: State, numbers: array[int]) -> bool:
    """Whether an array is that of a state but for the stamps that keep cards in order."""
    layout = state.game.layout
    stamps = {layout.CLOCK, *range(layout.rank, layout.rank + len(state.game.cards))}
    if any(
        one != two and at not in stamps
        for at, (one, two) in enumerate(zip(state.array, numbers, strict=True))
    ):
        return False
    other = State(state.game, numbers, state.last)
    return all(state.cards_at(p) == other.cards_at(p) for p in range(layout.places))


# --- cards a seat cannot tell apart ---------------------------------------------------------------


def permuted(state: State, a: int, b: int, since: int = 0) -> State:
    """The state with two cards exchanged: as they lie, and in all that happened to them.

    `since` is the number of the raw event from which on they are exchanged, that of a shuffle say.
    """
    layout = state.game.layout
    numbers = array("q", state.array)
    swap = {a: b, b: a}
    for block in (layout.where, layout.rank):
        numbers[block + a], numbers[block + b] = numbers[block + b], numbers[block + a]
    sets = [layout.sets + place * layout.words for place in range(layout.places)]
    for at in (*sets, *layout.pools.values(), layout.chosen):
        _exchange_bits(numbers, at, a, b)
    lists = list(layout.memories.values())
    for binding, slot in layout.slots.items():
        if binding.kind is Kind.CARD:
            numbers[slot] = swap.get(numbers[slot], numbers[slot])
        elif binding.kind is Kind.CARDS and not binding.spot:
            lists.append(slot)
    for at in lists:
        for i in range(at + 1, at + 1 + numbers[at]):
            numbers[i] = swap.get(numbers[i], numbers[i])
    last: Step | None = None
    count = 0
    for step in state.steps():
        raw = array("q", step.events)
        for at in range(0, len(raw), WIDTH):
            field_ = _card_field(raw[at], raw[at + 1])
            if count >= since and field_:
                raw[at + field_] = swap.get(raw[at + field_], raw[at + field_])
            count += 1
        last = Step(last, raw, (), step.action, step.seat)
    assert last is not None
    return State(state.game, numbers, last)


def rewritten(state: State, slot: int, value: int) -> State:
    """The state with another number in a store: now, and whenever it was set."""
    numbers = array("q", state.array)
    numbers[slot] = value
    last: Step | None = None
    for step in state.steps():
        raw = array("q", step.events)
        for at in range(0, len(raw), WIDTH):
            if raw[at] in (EVENTS["number"], EVENTS["name"]) and raw[at + 1] == slot:
                raw[at + 2] = value
        last = Step(last, raw, (), step.action, step.seat)
    assert last is not None
    return State(state.game, numbers, last)


def interchangeable(state: State, seat: int | None) -> list[tuple[tuple[int, ...], int]]:
    """Groups of cards that a seat cannot tell apart, and the raw event since which.

    These are the cards, hidden now, of a deck none of which it has seen yet, and those that were
    shuffled together and that it has not seen since.
    """
    game, layout = state.game, state.game.layout
    who, sees = observer(game, seat), game.telling["sees"]
    noted = {card for place in layout.memories for card in state.cards_at(place)}
    hidden = {
        card
        for place in range(layout.places)
        if place not in layout.memories and not who.sees(sees(state.array, place))
        for card in state.cards_at(place)
    } - noted
    last_seen: dict[int, int] = {}
    homes = _first_homes(state)
    mixed = [(set(copy), 0) for copies in layout.copies.values() for copy in copies]
    for number, (kind, one, two, three, seen, _) in enumerate(_raw(state)):
        if kind == EVENTS["deck"]:
            homes.update((card, one) for card in range(two, two + three))
        elif kind == EVENTS["move"]:
            homes[one] = three
        elif kind == EVENTS["shuffle"]:
            mixed.append(({card for card, home in homes.items() if home == one}, number))
        field_ = _card_field(kind, one)
        if field_ and who.sees(seen):
            last_seen[one] = number
    groups = []
    for cards, number in mixed:
        alike = sorted(c for c in cards & hidden if last_seen.get(c, -1) < number)
        if len(alike) > 1:
            groups.append((tuple(alike), number))
    return groups


def _some_pair(state: State, seat: int | None, rng: random.Random) -> tuple[int, int, int] | None:
    groups = interchangeable(state, seat)
    if not groups:
        return None
    cards, since = rng.choice(groups)
    a, b = rng.sample(cards, 2)
    return a, b, since


def _card_field(kind: int, one: int) -> int:
    """Where the card stands in a raw event; 0: there is none."""
    if kind in (EVENTS["move"], EVENTS["remember"], EVENTS["forget"]):
        return 1
    return 2 if kind == EVENTS["chance"] and one == 0 else 0


def _exchange_bits(numbers: array[int], at: int, a: int, b: int) -> None:
    """Exchange the membership of two cards in a set."""
    one, two = (numbers[at + card // BITS] >> card % BITS & 1 for card in (a, b))
    if one != two:
        numbers[at + a // BITS] ^= 1 << a % BITS
        numbers[at + b // BITS] ^= 1 << b % BITS


def _log(state: State) -> list[array[int]]:
    """The raw events of each step, the deal first."""
    return [step.events for step in state.steps()]


def _raw(state: State) -> Iterator[Raw]:
    for raw in _log(state):
        yield from walk(raw)


def _setup_cards(game: Game) -> list[int]:
    """The cards that are there before the game starts."""
    return [
        card
        for node in dict.fromkeys(game.program.decks)
        for copy in game.layout.copies[node]
        for card in copy
    ]


def _first_homes(state: State) -> dict[int, int]:
    """Where the cards of the setup lay at first: where they were first seen to leave, or still."""
    where = state.game.layout.where
    homes = {card: state.array[where + card] for card in _setup_cards(state.game)}
    for event in reversed(state.events):
        if event.kind == "move" and event.card in homes:
            homes[event.card] = event.source
    return homes


def _place(game: Game, place: int) -> str:
    return "nowhere" if place < 0 else game.place_names[place]
