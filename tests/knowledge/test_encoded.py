"""A view as a row of numbers: what its columns say is so, and a batch gives the same row."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from engine.tables import line

import kibitz
from kibitz.engine import Game, State
from kibitz.engine.columns import HEADER
from kibitz.engine.encoding import KNOWLEDGE, Positions, encode
from kibitz.engine.simulation import game_key
from kibitz.errors import KibitzError
from kibitz.knowledge.rows import row_of
from kibitz.knowledge.updates import ledger_of

from .small import HOUSE, SMALL
from .small import any_game as game

Load = Callable[..., Game]
GAMES = (*HOUSE, *sorted(path.stem for path in SMALL.glob("*.rcy")))

TEAMS = """(game (setup (create players 4) (create teams (0) (1) (2) (3))
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H, I, J, K, L)))))
  (do ((shuffle (game iloc STOCK))
    (all team 'T (repeat 2 (move (top (game iloc STOCK)) (top ('T iloc HELD)))))))
  (stage player (end (== (game sto TURNS) 9))
    (choice ((any ((team (current player)) iloc HELD) 'C (move 'C (top (game vloc OUT))))
             (turn pass)))
    (do ((inc (game sto TURNS)) (inc ((team (current player)) sto SAID))
      ((== (game sto TURNS) 3) (create teams (0, 2) (1, 3))))))
  (scoring max (game sto TURNS)))"""


def row_in_batch(state: State, seat: int, knowledge: str = "none") -> np.ndarray:
    games = state.game.batch(1, mode="python")
    games.restore(np.array([state.array]))
    found: np.ndarray = games.encode(seat, knowledge)[0]
    return found


def said(state: State, seat: int) -> Iterator[tuple[str, float]]:
    """The columns that are not 0, from what a view says, slowly."""
    of, seen = state.game, kibitz.view(state, seat)
    mine = next((k for k, team in enumerate(seen.teams) if seat in team), 0)

    def turned(name: str) -> str:
        """A place or store, called as the seat counts."""
        stem, hash_, index = name.partition("#")
        words = stem.split(" ")
        if words[-2:-1] == ["team"]:
            k = int(words[-1])
            if k < len(seen.teams):
                k = (k - mine) % len(seen.teams)
            words[-2:] = [f"team +{k}" if k else "us"]
        elif words[-1].isdigit() and len(words) > 1:
            words[-1] = seat_called(int(words[-1]))
        return " ".join(words) + hash_ + index

    def seat_called(other: int) -> str:
        k = (other - seat) % of.players
        return f"+{k}" if k else "me"

    columns = set(of.encoding.columns)
    for name, cards in seen.places.items():
        if isinstance(cards, int):
            yield f"SIZE {turned(name)}", cards
            continue
        yield f"SIZE {turned(name)}", len(cards)
        for card in cards:
            yield f"{turned(name)}: {of.cards[card]!r}", 1
        if cards:
            for attribute, printed in of.cards[cards[-1]].attributes.items():
                if f"TOP {turned(name)}: {attribute} {printed}" in columns:
                    yield f"TOP {turned(name)}: {attribute} {printed}", 1
    for name, value in seen.stores.items():
        called = turned(name)
        if isinstance(value, str):
            yield f"{called}: {value}", 1
        elif f"{called}: me" in columns:
            yield f"{called}: {seat_called(value)}", 1
        elif f"{called} (far)" in columns:
            yield called, value / (abs(value) + 8)
            yield f"{called} (far)", value / (abs(value) + 128)
        else:
            yield called, np.sign(value)
    if seen.to_move is not None:
        yield f"MOVER: {seat_called(seen.to_move)}", 1
        for team in seen.teams:
            if seat in team:
                for other in team:
                    yield f"PARTNER: {seat_called(other)}", 1
    for action in seen.actions:
        if action.id < of.action_count:
            yield of.encoding.columns[of.encoding.parts["mask"].start + action.id], 1


def check(state: State, seat: int) -> None:
    """A row says what the view says: sizes and limited numbers by their sign."""
    encoding = state.game.encoding
    row = kibitz.view(state, seat).encode()
    assert row.dtype == np.float32
    wanted = {column: value for column, value in said(state, seat) if value}
    exact = ("STAGE", "TEAM STAGE", "DECISION", "PICKED")
    found = {
        column: value
        for column, value in zip(encoding.columns, row.tolist(), strict=True)
        if value and not column.startswith(exact)
    }
    for column in wanted.keys() - set(encoding.columns):  # always the same, or no name
        assert column.startswith("PARTNER: ") or column.endswith(": ")
        del wanted[column]
    assert found.keys() == wanted.keys()
    for column, value in found.items():
        if column.startswith("SIZE"):
            assert value > 0
        elif f"{column} (far)" in wanted or column.endswith("(far)") or value == 1:
            assert value == pytest.approx(wanted[column])
        else:
            assert 0 < value / wanted[column] <= 1


@pytest.mark.parametrize("name", GAMES)
def test_a_row_says_what_the_view_says_and_a_batch_writes_the_same(name: str) -> None:
    for state in list(line(game(name).new(3), Random(3), 60))[::6]:
        for seat in range(game(name).players):
            check(state, seat)
            assert np.array_equal(kibitz.view(state, seat).encode(), row_in_batch(state, seat))


def test_teams_are_counted_from_ones_own_also_when_they_change(load_text: Load) -> None:
    of = load_text(TEAMS)
    states = list(line(of.new(1), Random(1)))
    assert len({state.teams for state in states}) == 2
    for state in states:
        for seat in range(4):
            check(state, seat)
            assert np.array_equal(kibitz.view(state, seat).encode(), row_in_batch(state, seat))


def test_cards_of_a_set_are_told_to_whoever_picks_them() -> None:
    of = game("tarot")
    for seed in range(20):
        for state in line(of.new(seed), Random(seed), 12):
            if state.array[of.layout.CHOSEN_COUNT] and state.array[0] in of.emitted.subsets:
                picks = [kibitz.view(state, seat).encode() for seat in range(3)]
                part = of.encoding.parts["picked"]
                found = [int(row[part].sum()) for row in picks]
                mover = state.to_move
                assert found == [
                    state.array[of.layout.CHOSEN_COUNT] * (seat == mover) for seat in range(3)
                ]
                return
    raise AssertionError("nobody picked a set")


# --- what is known --------------------------------------------------------------------------------


def known(state: State, seat: int) -> tuple[dict[tuple[str, str], float], dict[str, float]]:
    """How likely each card is where, by the possible deals: with the names of columns; and the
    row."""
    of, seen = state.game, kibitz.view(state, seat)
    frame = seen.knowledge.frame
    found: dict[tuple[str, str], float] = {}
    rows = seen.knowledge.deals.probabilities.tolist() if frame.cards else []
    for card, row in zip(frame.cards, rows, strict=True):
        for place, chance in zip(frame.places, row, strict=True):
            stem, _, owner = of.place_names[place].rpartition(" ")
            called = f"{stem} +{(int(owner) - seat) % of.players}" if stem else owner
            if chance > 0:
                found[called.replace("+0", "me"), repr(of.cards[card])] = chance
    columns = of.encoding.knowing("probability").columns
    return found, dict(zip(columns, seen.encode("probability").tolist(), strict=True))


EXACT = ("agram", "boerenbridge", "brisca", "tarot", "eights", "guesses", "kuhn", "marriage",
         "twopacks")  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_chances_are_those_of_the_possible_deals(name: str) -> None:
    sure = 0
    for state in list(line(game(name).new(4), Random(4), 60))[::5]:
        for seat in range(game(name).players):
            chances, row = known(state, seat)
            if not row["EXACT"]:
                continue
            sure += 1
            assert row["COUNTED"] == 1
            found = {
                tuple(column.split(" CHANCE: ")): value
                for column, value in row.items()
                if " CHANCE: " in column and value
            }
            assert found == pytest.approx(chances, abs=1e-6)
            for place, card in found:
                assert row[f"{place} MAY: {card}"] == 1
    assert sure


def test_what_may_be_is_what_the_ledger_says() -> None:
    """Somebody who did not follow has none of that suit."""
    of = game("agram")
    for state in line(of.new(4), Random(4)):
        for seat in range(4):
            seen = kibitz.view(state, seat)
            row = dict(zip(of.encoding.knowing("possible").columns, seen.encode("possible"),
                           strict=True))  # fmt: skip
            for other in range(1, 4):
                hand = 1 << of.place(f"HAND {(seat + other) % 4}")
                for card in of.cards:
                    may = seen.knowledge.possibly(1 << card.number, hand)
                    assert row[f"HAND +{other} MAY: {card!r}"] == may


def test_where_deals_are_too_many_to_be_counted_chances_are_estimates() -> None:
    of = game("boerenbridge")
    encoding = of.encoding.knowing("probability")
    plan = array("q", encoding.plan)
    plan[HEADER.index("room")] = 0
    hasty = replace(encoding, plan=plan)
    counted, part = encoding.index("COUNTED"), encoding.parts["probability"]
    estimates = 0
    for state in list(line(of.new(4), Random(4), 60))[::3]:
        games = of.batch(1, mode="python")
        games.restore(np.array([state.array]))
        offer = games.offer()
        ledgers = row_of(ledger_of(state))
        seats = np.array([1])
        given = Positions(games.states, seats, offer.seats, offer.counts, offer.actions,
                          ledgers=ledgers)  # fmt: skip
        exact, about = (encode(each, "python", given)[0] for each in (encoding, hasty))
        assert exact[counted] == 1
        if not about[counted]:
            estimates += 1
            about[counted] = 1
            assert about[part].sum() == pytest.approx(exact[part].sum(), rel=1e-5)
            assert np.abs(about[part] - exact[part]).max() < 0.1
        else:
            assert np.array_equal(about, exact)
    assert estimates


IMAGINED = [name for name in GAMES if name != "guesses"]
"""Games of which a deal can be drawn."""


@pytest.mark.parametrize("name", IMAGINED)
def test_after_a_swap_of_what_is_hidden_nothing_differs(name: str) -> None:
    """Neither in a view nor in a batch, where the whole state is at hand."""
    of = game(name)
    encoding = of.encoding.knowing("probability")
    states = list(line(of.new(6), Random(6), 40))
    for number, state in enumerate(states[:: len(states) // 6 + 1]):
        for seat in range(of.players):
            seen = kibitz.view(state, seat)
            row, other = seen.encode("probability"), seen.sample(Random(number))
            assert np.array_equal(row, kibitz.view(other, seat).encode("probability"))
            games = of.batch(1, mode="python")
            games.restore(np.array([state.array]))
            offer = games.offer()
            for whole in (state, other):
                given = Positions(
                    np.array([whole.array]),
                    np.array([seat]),
                    *(offer.seats, offer.counts, offer.actions),
                    ledgers=row_of(ledger_of(state)),
                )
                assert np.array_equal(row, encode(encoding, "python", given)[0])


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_with_knowledge_writes_the_row_of_the_view(name: str) -> None:
    """Where it says that all is known; elsewhere it may exclude less."""
    of = game(name)
    encoding = of.encoding.knowing("probability")
    exact, may = encoding.index("EXACT"), encoding.parts["possible"]
    first = encoding.knowing("none").length
    games = of.batch(2, seed=3, mode="python", knowledge=True)
    states, rng = [of.new(key=game_key(3, k)) for k in range(2)], Random(3)
    for number in range(40):
        if number % 4 == 0:
            for seat in range(of.players):
                for row, state in zip(games.encode(seat, "probability"), states, strict=True):
                    wanted = kibitz.view(state, seat).encode("probability")
                    assert np.array_equal(row[:first], wanted[:first])
                    if row[exact]:
                        assert np.array_equal(row, wanted)
                    row[exact] = 1
                    assert (row[may] >= wanted[may]).all()
        codes = [-1, -1]
        for k, state in enumerate(states):
            if not state.over:
                picked = rng.randrange(len(state.actions))
                codes[k] = games.offer().codes[k, picked]
                states[k] = state.after(state.actions[picked])
        games.apply(np.array(codes))


@pytest.mark.parametrize(("name", "knowledge"), [("boerenbridge", 2), ("caravan", 1)])
def test_native_code_writes_the_same_numbers(name: str, knowledge: int) -> None:
    games = game(name).batch(30, seed=5, mode="python", knowledge=True)
    encoding = game(name).encoding.knowing(KNOWLEDGE[knowledge])
    rng = np.random.default_rng(5)
    for _ in range(9):
        offer = games.offer()
        games.apply(offer.codes[np.arange(30), rng.integers(0, offer.counts)])
    offer, seats = games.offer(), np.arange(30) % 4
    offered = offer.seats, offer.counts, offer.actions
    given = Positions(games.states, seats, *offered, ledgers=games.ledgers)
    assert np.array_equal(
        encode(encoding, "native", given), games.encode(seats, encoding.knowledge)
    )


def test_without_ledgers_nothing_is_known() -> None:
    with pytest.raises(KibitzError, match="keeps no ledgers"):
        game("agram").batch(2, mode="python").encode(0, "possible")


def test_a_spectator_has_no_encoding() -> None:
    with pytest.raises(KibitzError, match="a spectator"):
        kibitz.view(game("agram").new(1), None).encode()
