"""States: a game at one moment, as a value.

A state is a flat array of integers, all the rules can read, plus its last *step*: what has happened
so far, shared with the states it came from. `after` gives a new state and leaves this one alone.

As long as nobody asks what happened, the rules are played without telling it. Whoever asks a step
for its events has that one decision played again from the row of numbers before it, by the
functions that tell; and from then on these play the game.
"""

from __future__ import annotations

from array import array
from functools import partial
from typing import Any, NoReturn, TypeAlias

from kibitz.engine.actions import Action
from kibitz.engine.buffers import BUFFERS
from kibitz.engine.disclosures import Log
from kibitz.engine.events import Event, decode
from kibitz.engine.game import Game
from kibitz.engine.keys import Key
from kibitz.engine.observation import Observation
from kibitz.engine.observer import Observer, Who, observer
from kibitz.engine.pictures import Cards, picture
from kibitz.engine.step import Happened, Step, Unasked, tale_of
from kibitz.engine.twins import labels, offers, unmarked
from kibitz.errors import GameError, IllegalAction, KibitzError, did_you_mean
from kibitz.recycle.layout import BITS
from kibitz.recycle.prelude import EVENTS

__all__ = ["State", "begin", "stores_of"]

NO_CHANCE = array("q", [0, 0])
CHOICE = EVENTS["choice"]

Numbers: TypeAlias = "array[int]"

MOST_TOLD = 1 << 17
"""Numbers of events in one step."""


class State:
    """A game at one moment, with all hands. Immutable; made by `game.new` and `state.after`.

    >>> state = kibitz.load("agram", NUMP=3).new(seed=7)
    >>> print(*state.actions, sep=", ")
    play 8♠, play 4♣, play 5♣, play 8♣, play A♥, play A♣
    >>> state.after("AH")
    <Agram after 1 decision, East to move>
    """

    __slots__ = ("_actions", "_codes", "array", "game", "last")

    game: Game
    array: Numbers
    last: Step
    """The last step, from which one gets to those before it."""
    _codes: Numbers | None
    """What the emitted functions call the options, once they were listed."""
    _actions: tuple[Action, ...] | None
    """And what others call them, once somebody has asked."""

    def __init__(
        self, game: Game, numbers: Numbers, last: Step, codes: Numbers | None = None
    ) -> None:
        put_game(self, game)
        put_array(self, numbers)
        put_last(self, last)
        put_codes(self, codes)
        put_actions(self, None)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a state does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state does not change: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        from kibitz.engine.replay import pickled

        return pickled(self)

    # --- whose turn, and what can be done -----------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.array[0] == 0

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the game is over."""
        position = self.array[0]
        if position == 0:
            return None
        return self.array[self.game.rules.turns[position]]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; without teams everyone is alone."""
        layout = self.game.layout
        of = self.array[layout.team_of : layout.team_of + self.game.players]
        return tuple(
            tuple(seat for seat, team in enumerate(of) if team == number)
            for number in range(self.array[layout.team_count])
        )

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of the rules."""
        return self._actions or _named(self)

    @property
    def codes(self) -> Numbers:
        """What the emitted functions call each of them."""
        return self._codes or _listed(self)

    def weights(self) -> list[float]:
        """How many complete options stand behind each action: a card of a subset, many."""
        ways = self.game.functions["ways"]
        return [ways(self.array, code) for code in self.codes]

    def action(self, text: str) -> Action:
        """The legal action a person means: its text, label, or the card it plays."""
        wanted = text.strip().lower()
        for action in self.actions:
            if wanted in (action.text.lower(), action.label.lower()):
                return action
        offered = offers(self)
        read = zip(offered, labels(self.game, offered), strict=True)
        plain = [a for a, label in read if wanted in (unmarked(a).lower(), label.lower())]
        if len(plain) == 1:
            return plain[0]
        found = [
            action
            for action in offered
            if [wanted] in ([c.lower() for c in action.cards], [str(n) for n in action.numbers])
            or wanted in [self.game.card(c).symbol.lower() for c in action.cards]
        ]
        if len(found) == 1:
            return found[0]
        near = did_you_mean(wanted, [action.text for action in self.actions])
        raise IllegalAction(f"`{text}` is not on offer{near}")

    def after(self, action: Action | str, chance: Numbers = NO_CHANCE) -> State:
        """The state after an action, which may be given as one would type it: `after("QH")`.

        Outcomes of chance may be given, for replaying.
        """
        if isinstance(action, str):
            action = self.action(action)
        index = _index(self.actions, action)
        if index < 0:
            raise _illegal(self, action)
        code = self.codes[index]
        game, before = self.game, self.array
        position = before[0]
        seat = before[game.rules.turns[position]]
        if chance is not NO_CHANCE or self.last.asked:  # who asked then, will ask now
            numbers, happened = _decided(game, before, code, seat, action.id, chance)
            return State(game, numbers, Step(self.last, *happened, action, seat, position))
        numbers = array("q", before)
        listed = game.rules.follow(numbers, code)
        if numbers[1]:
            raise game.fault(numbers[1])
        find_out = partial(_told_of_decision, game, before, code, seat, action.id)
        return State(game, numbers, Unasked(self.last, find_out, action, seat, position), listed)

    # --- the end ------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat as the rules count it, also before the end."""
        out = array("q", bytes(8 * self.game.players))
        numbers = array("q", self.array)
        self.game.functions["scores"](numbers, out)
        if numbers[1]:
            raise self.game.fault(numbers[1])
        return tuple(out)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of every seat, 1 the best; equal scores share the better one."""
        scores = self.scores
        if not self.game.program.highest_wins:
            scores = tuple(-score for score in scores)
        return tuple(1 + sum(other > score for other in scores) for score in scores)

    # --- looking ------------------------------------------------------------------------------

    def cards(self, place: str) -> tuple[str, ...]:
        """The cards of a place by name, bottom first: `state.cards("HAND 0")`."""
        return tuple(self.game.cards[c].text for c in self.cards_at(self.game.place(place)))

    def faces(self, place: str) -> Cards:
        """The same as faces."""
        return Cards(self.game.cards[c] for c in self.cards_at(self.game.place(place)))

    def store(self, name: str) -> int | str:
        """A number or name kept by the rules: `state.store("SCORE 0")`."""
        slots = self.game.store_slots
        if name not in slots:
            raise KibitzError(f"{self.game.title} keeps no `{name}`{did_you_mean(name, slots)}")
        at, named = slots[name]
        return self.game.name_list[self.array[at]] if named else self.array[at]

    @property
    def stores(self) -> dict[str, int | str]:
        """All numbers and names kept by the rules."""
        numbers, names = self.array, self.game.name_list
        return {
            name: names[numbers[at]] if named else numbers[at]
            for name, (at, named) in self.game.store_slots.items()
        }

    def count_at(self, place: int) -> int:
        """How many cards lie in a place."""
        count = self.game.functions["count"](self.array, place)
        assert isinstance(count, int)
        return count

    def cards_at(self, place: int) -> tuple[int, ...]:
        """The cards of a place, bottom first where that is decided; looking decides nothing."""
        layout, numbers = self.game.layout, self.array
        if place in layout.memories:
            at = layout.memories[place]
            return tuple(numbers[at + 1 : at + 1 + numbers[at]])
        words = layout.words
        first = layout.sets + place * words
        members = _bits(numbers[first])
        for word in range(1, words):
            members += [word * BITS + bit for bit in _bits(numbers[first + word])]
        if len(members) < 2:
            return tuple(members)
        if self.game.functions["ORDERED"][place]:  # type: ignore[index]
            pool = layout.pools.get(place)

            def height(card: int) -> int:
                loose = pool is not None and numbers[pool + card // BITS] >> card % BITS & 1
                return 0 if loose else numbers[layout.rank + card]

            members.sort(key=height)
        return tuple(members)

    def observation(self, who: Who) -> Observation:
        """What a seat (None: a spectator) has seen and sees."""
        somebody, sees = observer(self.game, who), self.game.telling["sees"]
        places: dict[str, tuple[int, ...] | int] = {}
        for place, name in enumerate(self.game.place_names):
            visible = somebody.sees(sees(self.array, place))
            places[name] = self.cards_at(place) if visible else self.count_at(place)
        events = tale_of(self.last, somebody).events
        actions = self.actions if somebody.decides(self.to_move) else ()
        ids = tuple(action.id for action in actions)
        stores = stores_of(self, somebody)
        return Observation(somebody.seat, self.to_move, places, stores, events, ids)

    # --- the past -----------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """The steps so far, the deal first."""
        steps: list[Step] = []
        step: Step | None = self.last
        while step is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as it was."""
        return tuple(event for step in self.steps() for event in decode(step.events))

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(step.action for step in self.steps() if step.action is not None)

    # --- as a value ---------------------------------------------------------------------------

    def __bytes__(self) -> bytes:
        return self.array.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.hash == other.game.hash and self.array == other.array

    def __hash__(self) -> int:
        return hash(self.array.tobytes())

    def __repr__(self) -> str:
        moves = len(self.history)
        turn = "over" if self.over else f"{self.game.seats[self.to_move or 0]} to move"
        return f"<{self.game.title} after {moves} decision{'' if moves == 1 else 's'}, {turn}>"

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def __str__(self) -> str:
        lines = [repr(self)]
        for place, name in enumerate(self.game.place_names):
            cards = self.cards_at(place)
            if cards:
                shown = " ".join(self.game.cards[c].symbol for c in cards)
                lines.append(f"  {name}: {shown}")
        return "\n".join(lines)


put_game, put_array, put_last, put_codes, put_actions = (
    State.__dict__[slot].__set__ for slot in ("game", "array", "last", "_codes", "_actions")
)
"""Set what is set once, past the guard: the quickest way to do it."""


def _named(state: State) -> tuple[Action, ...]:
    """The actions on offer in a state, which keeps them."""
    game, numbers = state.game, state.array
    if numbers[0] == 0:
        return ()
    scratch = array("q", numbers) if numbers[0] in game.rules.general else numbers
    actions = game.namer.actions(numbers, state.codes, scratch)
    put_actions(state, actions)
    return actions


def _listed(state: State) -> Numbers:
    """Their codes, which it keeps, too."""
    game, numbers = state.game, state.array
    position = numbers[0]
    if position == 0:
        return array("q")
    scratch = array("q", numbers) if position in game.rules.general else numbers
    count = game.functions["options"](numbers, BUFFERS.codes, scratch, BUFFERS.work)
    if numbers[1]:
        fault, numbers[1] = numbers[1], 0
        raise game.fault(fault)
    if count == 0:
        raise game.no_option(position)
    codes = BUFFERS.codes[:count]
    put_codes(state, codes)
    return codes


def begin(game: Game, key: Key, chance: Numbers = NO_CHANCE) -> State:
    """Deal a game; outcomes of chance are given or drawn."""
    if chance is not NO_CHANCE:
        numbers, happened = _dealt(game, key, chance)
        return State(game, numbers, Step(None, *happened, None, -1))
    numbers = _with_key(game, key)
    listed = game.rules.deal(numbers)
    if numbers[1]:
        raise game.fault(numbers[1])
    step = Unasked(None, partial(_told_of_deal, game, key), None, -1)
    return State(game, numbers, step, listed)


def _with_key(game: Game, key: Key) -> Numbers:
    """A state before the deal."""
    numbers, at = array("q", game.blank), game.layout.KEY
    numbers[at], numbers[at + 1] = key
    return numbers


def _dealt(game: Game, key: Key, chance: Numbers) -> tuple[Numbers, Happened]:
    """The numbers after a deal, and what has happened."""
    numbers, log = _with_key(game, key), Log()
    game.telling["run"](numbers, 1, log, chance)
    if numbers[1]:
        raise game.fault(numbers[1])
    del log[0]
    return numbers, (_told(log), tuple(log.disclosures))


def _decided(
    game: Game, before: Numbers, code: int, seat: int, action: int, chance: Numbers
) -> tuple[Numbers, Happened]:
    """The numbers after a decision, and what has happened."""
    numbers, log = array("q", before), Log()
    game.telling["apply"](numbers, code, BUFFERS.work, log, chance)
    if numbers[1]:
        raise game.fault(numbers[1])
    log[0:1] = (CHOICE, seat, action, 0, 1 << seat, 0)
    return numbers, (_told(log), tuple(log.disclosures))


def _told_of_deal(game: Game, key: Key) -> Happened:
    return _dealt(game, key, NO_CHANCE)[1]


def _told_of_decision(game: Game, before: Numbers, code: int, seat: int, action: int) -> Happened:
    return _decided(game, before, code, seat, action, NO_CHANCE)[1]


def stores_of(state: State, who: Observer) -> dict[str, int | str]:
    """The numbers and names that somebody sees: all but what is private to another."""
    slots, private = state.game.store_slots, state.game.layout.private
    hidden = {at for at, owner in private.items() if not who.sees(1 << owner)}
    return {name: kept for name, kept in state.stores.items() if slots[name][0] not in hidden}


def _told(log: Log) -> Numbers:
    if len(log) > MOST_TOLD:
        raise GameError("more happens at once in this game than can be told")
    return array("q", log)


def _bits(word: int) -> list[int]:
    found = []
    while word:
        found.append((word & -word).bit_length() - 1)
        word &= word - 1
    return found


def _index(actions: tuple[Action, ...], action: Action) -> int:
    """Where an action is in a list, -1 if it is not. As a rule it was taken from there, and need
    not be compared, which takes longer."""
    for index, offered in enumerate(actions):
        if offered is action:
            return index
    return actions.index(action) if action in actions else -1


def _illegal(state: State, action: Action) -> IllegalAction:
    if not isinstance(action, Action):
        return IllegalAction(f"{action!r} is not an action", "take one of state.actions")
    if state.over:
        return IllegalAction(f"`{action.label}` is not on offer: the game is over")
    who = state.game.seats[state.to_move or 0]
    offered = ", ".join(str(a) for a in state.actions[:12])
    return IllegalAction(f"`{action.label}` is not on offer: {who} can {offered}")
