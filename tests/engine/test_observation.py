"""What a seat sees, and that it sees nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random

import pytest

from kibitz.engine import Game, State
from kibitz.engine.conformance import interchangeable, permuted
from kibitz.engine.events import walk
from kibitz.engine.observer import observer
from kibitz.engine.step import Step
from kibitz.recycle.layout import BITS
from kibitz.recycle.prelude import EVENTS

from .tables import GAMES, game, line

Load = Callable[..., Game]
Seat = int | None
CARD_EVENTS = (EVENTS["move"], EVENTS["remember"], EVENTS["forget"])


def seats(of: Game) -> list[Seat]:
    return [*range(of.players), None]


def visible(state: State, place: int, seat: Seat) -> bool:
    """Whether a seat sees the cards of a place, by the table of the language."""
    for family in state.game.layout.families.values():
        if not family.base <= place < family.base + family.size:
            continue
        owner = (place - family.base) // family.room
        if family.sight in ("vloc", "mem"):
            return True
        if family.sight == "hloc":
            return False
        if family.owner == "game":
            return family.sight == "oloc"
        own = [owner] if family.owner == "player" else list(state.teams[owner])
        return (seat in own) == (family.sight == "iloc")
    raise AssertionError(f"no family of place {place}")


def hidden(state: State, seat: Seat) -> set[int]:
    """The cards that lie where a seat cannot look."""
    return {
        card
        for place in range(state.game.layout.places)
        if not visible(state, place, seat)
        for card in state.cards_at(place)
    }


def redealt(state: State, seat: Seat, rng: Random) -> State:
    """The state with the cards a seat cannot see dealt anew, in the array and in what happened
    since the seat last saw any of them."""
    layout = state.game.layout
    cards = sorted(hidden(state, seat))
    mixed = rng.sample(cards, len(cards))
    to = dict(zip(cards, mixed, strict=True))
    old, new = state.array, array("q", state.array)

    def moved(at: int) -> None:
        for word in range(layout.words):
            new[at + word] = 0
        for card in range(len(state.game.cards)):
            if old[at + card // BITS] >> card % BITS & 1:
                target = to.get(card, card)
                new[at + target // BITS] |= 1 << target % BITS

    for card, target in to.items():
        new[layout.where + target] = old[layout.where + card]
        new[layout.rank + target] = old[layout.rank + card]
    for place in range(layout.places):
        if place not in layout.memories:
            moved(layout.sets + place * layout.words)
    for at in layout.pools.values():
        moved(at)
    if state.to_move != seat:
        moved(layout.chosen)

    bit = observer(state.game, seat).number
    steps = state.steps()
    latest = -1
    number = 0
    for step in steps:
        for kind, card, _, _, seen, _ in walk(step.events):
            if kind in CARD_EVENTS and seen >> bit & 1 and card in to:
                latest = number
            number += 1
    table: Step | None = None
    number = 0
    for step in steps:
        events = array("q", step.events)
        for at in range(0, len(events), 6):
            if number > latest and events[at] in CARD_EVENTS:
                events[at + 1] = to.get(events[at + 1], events[at + 1])
            number += 1
        table = Step(table, events, step.disclosures, step.action, step.seat)
    assert table is not None
    return State(state.game, new, table)


@pytest.mark.parametrize("name", GAMES)
def test_places_show_their_cards_to_those_who_may_look_and_their_number_to_the_others(
    name: str,
) -> None:
    for state in line(game(name).new(1), Random(1), 100):
        for seat in seats(game(name)):
            places = state.observation(seat).places
            assert list(places) == list(game(name).place_names)
            for number, (place, cards) in enumerate(places.items()):
                if visible(state, number, seat):
                    assert cards == state.cards_at(number), place
                else:
                    assert cards == len(state.cards_at(number)), place


@pytest.mark.parametrize("name", GAMES)
def test_a_moved_card_is_seen_by_those_who_see_where_it_leaves_or_where_it_comes(
    name: str,
) -> None:
    state = [*line(game(name).new(2), Random(2), 100)][-1]
    for seat in seats(game(name)):
        shown = state.observation(seat).events
        private = state.game.layout.private
        told = [event for event in state.events if private.get(event.slot, seat) == seat]
        assert len(shown) == len(told)
        for event, truth in zip(shown, told, strict=True):
            assert (event.kind, event.source, event.target) == (
                truth.kind,
                truth.source,
                truth.target,
            )
            if event.kind == "move":
                ends = [end for end in (truth.source, truth.target) if end >= 0]
                seen = any(visible(state, end, seat) for end in ends)
                assert event.card == (truth.card if seen else -1)


@pytest.mark.parametrize("name", GAMES)
def test_only_whoever_chooses_sees_his_option(name: str) -> None:
    state = [*line(game(name).new(3), Random(3), 60)][-1]
    chosen = [event for event in state.events if event.kind == "choice"]
    assert [event.value for event in chosen] == [action.id for action in state.history]
    for seat in seats(game(name)):
        shown = [e for e in state.observation(seat).events if e.kind == "choice"]
        assert [e.value for e in shown] == [e.value if e.seat == seat else -1 for e in chosen]


@pytest.mark.parametrize("name", GAMES)
def test_options_are_shown_only_to_the_player_whose_turn_it_is(name: str) -> None:
    for state in line(game(name).new(4), Random(4), 30):
        for seat in seats(game(name)):
            options = state.observation(seat).options
            mine = seat is not None and seat == state.to_move
            assert options == (tuple(a.id for a in state.actions) if mine else ())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_an_observation_does_not_depend_on_the_cards_a_seat_cannot_see(
    name: str, seed: int
) -> None:
    rng = Random(seed)
    changed = 0
    for state in line(game(name).new(seed), Random(seed), 80):
        for seat in seats(game(name)):
            other = redealt(state, seat, rng)
            changed += bytes(other) != bytes(state)
            assert bytes(other.observation(seat)) == bytes(state.observation(seat))
    assert changed > 0


@pytest.mark.parametrize("name", GAMES)
def test_two_cards_a_seat_cannot_tell_apart_may_be_exchanged_behind_its_back(name: str) -> None:
    """Since the shuffle in which it lost sight of them."""
    rng = Random(name)
    for state in line(game(name).new(6), Random(6), 40):
        for seat in seats(game(name)):
            for cards, since in interchangeable(state, seat):
                one, two = rng.sample(cards, 2)
                other = permuted(state, one, two, since)
                assert bytes(other.observation(seat)) == bytes(state.observation(seat))


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_tells_what_a_seat_sees(name: str) -> None:
    """Against the test above: whoever sees one of two exchanged cards notices."""
    state = game(name).new(1)
    views = {bytes(game(name).new(seed).observation(0)) for seed in range(10)}
    assert len(views) > 1
    assert bytes(state.observation(0)) != bytes(state.observation(None))


@pytest.mark.parametrize("name", GAMES)
def test_looking_changes_nothing(name: str) -> None:
    state = game(name).new(1)
    before = bytes(state)
    views = [bytes(state.observation(seat)) for seat in seats(game(name))]
    assert views == [bytes(state.observation(seat)) for seat in seats(game(name))]
    assert bytes(state) == before


@pytest.mark.parametrize(
    ("kind", "owner", "seen"),
    [
        ("vloc", "(1 player)", [0, 1, 2, None]),
        ("iloc", "(1 player)", [1]),
        ("hloc", "(1 player)", []),
        ("oloc", "(1 player)", [0, 2, None]),
        ("vloc", "game", [0, 1, 2, None]),
        ("iloc", "game", []),
        ("hloc", "game", []),
        ("iloc", "(0 team)", [0, 2]),
        ("vloc", "(0 team)", [0, 1, 2, None]),
        ("hloc", "(0 team)", []),
    ],
)
def test_the_kinds_of_places(game_of: Load, kind: str, owner: str, seen: list[Seat]) -> None:
    """A card goes from a place nobody sees to one that some see, and back."""
    made = game_of(
        f"""(do (
          (move (top (game vloc DECK)) (top (game hloc DARK)))))
        (choice ((turn pass)))
        (do ((move (top (game hloc DARK)) (top ({owner} {kind} X)))))
        (choice ((turn pass)))
        (do ((move (top ({owner} {kind} X)) (top (game hloc DARK)))))""",
        players=3,
        teams="(create teams (0, 2) (1))",
    )
    state = made.new(1)
    name = {"game": "X", "(1 player)": "X 1", "(0 team)": "X team 0"}[owner]
    card = state.cards_at(made.place_names.index("DARK"))[0]
    there = state.after(state.actions[0])
    back = there.after(there.actions[0])
    for seat in seats(made):
        assert there.observation(seat).places[name] == ((card,) if seat in seen else 1)
        moves = [e.card for e in back.observation(seat).events if e.kind == "move"][-2:]
        assert moves == ([card, card] if seat in seen else [-1, -1])
        assert back.observation(seat).places["DARK"] == 1


def test_a_memory_is_seen_by_everybody(game_of: Load) -> None:
    made = game_of("""(do (
        (move (top (game vloc DECK)) (top ((0 player) iloc HAND)))
        (remember (top ((0 player) iloc HAND)) (top (game mem M)))))""")
    state = made.new(1)
    [card] = state.cards_at(made.place_names.index("HAND 0"))
    for seat in seats(made):
        assert state.observation(seat).places["M"] == (card,)


def test_contents_of_swapped_places_are_seen_by_those_who_see_either(game_of: Load) -> None:
    made = game_of("""(do (
        (move (top (game vloc DECK)) (top ((0 player) iloc HAND)))
        (move (top (game vloc DECK)) (top (game hloc DARK)))
        (swap ((0 player) iloc HAND) (game hloc DARK))))""")
    state = made.new(1)
    for seat in seats(made):
        moves = [e.card for e in state.observation(seat).events if e.kind == "move"][-2:]
        assert (-1 in moves) == (seat != 0)


def test_stores_are_public(game_of: Load) -> None:
    state = game_of("(do ((set ((1 player) sto GUESS) 3) (set (game str TRUMP) HEARTS)))").new(1)
    for seat in (0, 1, None):
        stores = state.observation(seat).stores
        assert (stores["GUESS 1"], stores["TRUMP"]) == (3, "HEARTS")


def test_a_card_picked_from_a_hidden_hand_is_seen_by_the_two_players(game_of: Load) -> None:
    made = game_of(
        """(do (
          (repeat 2 (move (top (game vloc DECK)) (top (game hloc DARK))))
          (repeat 2 (move (top (game hloc DARK)) (top ((1 player) iloc HAND))))))
        (choice ((any ((1 player) iloc HAND) 'C (move 'C (top ((current player) iloc HAND))))))""",
        players=3,
    )
    state = made.new(1)
    after = state.after(state.actions[0])
    last = [
        [e.card for e in after.observation(seat).events if e.kind == "move"][-1]
        for seat in seats(made)
    ]
    assert last[0] == last[1] >= 0
    assert last[2:] == [-1, -1]
