"""Games at random, tallied: against plain Python that keeps every game, and against simulations."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest
from conftest import LoadText

import kibitz
from kibitz.analysis.figures import mean, ratio
from kibitz.analysis.tallies import Tally, labels_of, played
from kibitz.engine.game import Game
from kibitz.engine.primitives import luck, scaled
from kibitz.engine.simulation import CHOOSING, game_key

from .known import known

SMALL = "tests/games/small"
SEED, GAMES = 7, 30


@dataclass
class Plain:
    """A game as somebody would note it who sits beside the players."""

    options: list[int] = field(default_factory=list)
    leading: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    following: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    places: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))


def watched(game: Game, i: int, trick: str | None = None) -> Plain:
    """Game number i of a simulation, played by the book; `trick` is the places of the trick."""
    key = game_key(SEED, i)
    state, plain, tricks = game.new(key=key), Plain(), 0
    while not state.over:
        n = len(state.actions)
        plain.options.append(n)
        if trick and state.actions[0].label.startswith("play"):
            lie = sum(len(state.cards(f"{trick} {seat}")) for seat in range(game.players))
            tricks += lie == 0
            (plain.following if lie else plain.leading)[tricks - 1].append(n)
            plain.places[lie].append(n)
        made = len(plain.options) - 1
        state = state.after(state.actions[scaled(luck(*key, CHOOSING, made), n)])
    return plain


def tallied(game: Game, games: int = GAMES, **settings: Any) -> Tally:
    tally = Tally(game)
    given = {"limit": 10_000, "native": False, "keep": False, **settings}
    tally.add(played(game, 0, games, SEED, **given))
    return tally


@pytest.fixture(scope="module")
def agram() -> tuple[Tally, list[Plain]]:
    game = kibitz.load("agram", NUMP=3)
    return tallied(game, keep=True), [watched(game, i, "TRICK") for i in range(GAMES)]


def test_decisions_choices_and_options(agram: tuple[Tally, list[Plain]]) -> None:
    tally, games = agram
    made = [len(game.options) for game in games]
    free = [sum(n > 1 for n in game.options) for game in games]
    assert tally.decisions_mean == mean(made)
    assert tally.choices_mean == mean(free)
    close(tally.options_mean, ratio([sum(game.options) for game in games], made))
    forced = [a - b for a, b in zip(made, free, strict=True)]
    close(tally.forced_share, ratio(forced, made))
    assert tally.ended == Counter(made)


def test_longer_games_count_more_and_are_one_observation_each() -> None:
    """Games of Eights end when a hand is empty: some soon, some late."""
    game = kibitz.load(f"{SMALL}/eights.rcy")
    tally, games = tallied(game), [watched(game, i).options for i in range(GAMES)]
    made = list(map(len, games))
    assert len(set(made)) > 5
    close(tally.options_mean, ratio(list(map(sum, games)), made))
    close(tally.forced_share, ratio([each.count(1) for each in games], made))
    close(tally.kind(0).mean(), tally.options_mean)


def test_options_by_decision(agram: tuple[Tally, list[Plain]]) -> None:
    tally, games = agram
    for number in range(18):
        found = [game.options[number] for game in games]
        assert tally.steps[number] == [GAMES, sum(found), sum(n * n for n in found)]
    assert tally.steps[18][0] == 0


def test_options_by_place_in_the_trick(agram: tuple[Tally, list[Plain]]) -> None:
    tally, games = agram
    for trick in range(6):
        each = [game.leading[trick] for game in games]
        close(tally.leading(trick).mean(), ratio(list(map(sum, each)), list(map(len, each))))
        each = [game.following[trick] for game in games]
        close(tally.following(trick).mean(), ratio(list(map(sum, each)), list(map(len, each))))
    for cards in range(3):
        each = [game.places[cards] for game in games]
        close(tally.place(cards).mean(), ratio(list(map(sum, each)), list(map(len, each))))
    assert tally.leading(6).mean() is None


def test_convergence_is_one_minus_half_the_slope_plus_a_half(
    agram: tuple[Tally, list[Plain]],
) -> None:
    tally, games = agram
    found = []
    for game in games:
        n = len(game.options)
        middle, level = (n - 1) / 2, sum(game.options) / n
        above = sum((i - middle) * (each - level) for i, each in enumerate(game.options))
        below = sum((i - middle) ** 2 for i in range(n))
        found.append(1 - (above / below / 2 + 0.5))
    close(tally.convergence, mean(found))


def test_rows_are_kept_if_asked_for(agram: tuple[Tally, list[Plain]]) -> None:
    tally, games = agram
    assert tally.rows[::5] == [len(game.options) for game in games]
    assert tally.rows[1::5] == [sum(game.options) for game in games]
    assert tally.rows[3::5] == [sum(i * n for i, n in enumerate(game.options)) for game in games]
    assert tallied(kibitz.load("agram"), 2).rows == []


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "tarot", f"{SMALL}/eights.rcy"])
def test_a_report_and_a_simulation_agree(name: str) -> None:
    game = kibitz.load(name)
    tally, found = tallied(game), game.simulate(GAMES, SEED, mode="python", workers=1)
    assert tally.decisions == found.decisions
    assert tally.options / tally.decisions == found.options_mean
    assert 1 - tally.choices / tally.decisions == pytest.approx(found.forced_share)
    assert [total / GAMES for total in tally.scores] == found.score_mean
    if name != "tarot":  # in which the defenders win together
        assert [tally.won(seat) / GAMES for seat in range(game.players)] == found.win_share
    by_decision = [total / n for n, total, _ in tally.steps if n]
    assert by_decision == found.options_by_decision[:200]


SETS = """(game
  (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H)))))
  (do ((shuffle (game iloc STOCK))
       (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) 2))
    (choice (
      (any (subsets 2 ((current player) iloc HAND)) 'S
        (all 'S 'C (move 'C (top ((current player) vloc OUT)))))
      (turn pass)))
    (do ((inc (game sto TURNS)))))
  (scoring max (size ((current player) vloc OUT))))"""
"""Whoever does not pass lays two of four cards."""


@pytest.mark.parametrize("name", ["agram", f"{SMALL}/gofish.rcy", "sets"])
def test_both_modes_tally_the_same(name: str, load_text: LoadText) -> None:
    game = load_text(SETS) if name == "sets" else kibitz.load(name)
    one, other = (
        played(game, 3, 15, SEED, limit=40, native=native, keep=True) for native in (False, True)
    )
    assert one == other


def test_lots_add_up() -> None:
    game = kibitz.load("boerenbridge")
    parts, whole = Tally(game), Tally(game)
    for first in (0, 4, 8):
        parts.add(played(game, first, first + 4, SEED, 10_000, False, True))
    whole.add(played(game, 0, 12, SEED, 10_000, False, True))
    converged = [tally.products[5:7] for tally in (parts, whole)]
    assert converged[0] == pytest.approx(converged[1])  # sums of fractions: but for the last digit
    parts.products[5:7] = whole.products[5:7]
    assert vars(parts) == vars(whole)


def test_a_round_begins_with_its_first_trick() -> None:
    """Boerenbridge is played with 1 to 5 cards and back: only some rounds have a fifth trick."""
    tally = tallied(kibitz.load("boerenbridge"))
    rounds = [tally.leading(trick).decisions / GAMES for trick in range(6)]
    assert rounds == sorted(rounds, reverse=True)
    assert rounds[0] > rounds[4] > rounds[5] == 0
    fifth = tally.leading(4).mean()
    assert fifth is not None
    assert fifth.value == 1


SAYING = """(game
  (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
  (do ((shuffle (game iloc STOCK))
       (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (do ((set (game str SAID) NO)))
    (stage player
      (end (all player 'P (== (size ('P vloc TRICK)) 1)))
      (choice (
        (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc TRICK))))
        ((and (== (game str SAID) NO) (all player 'P (== (size ('P vloc TRICK)) 0)))
          (set (game str SAID) YES))))
      (do (((== (size ((current player) vloc TRICK)) 0) (cycle next current)))))
    (do ((all player 'P (move (top ('P vloc TRICK)) (top (game vloc OUT)))))))
  (scoring max 0))"""
"""Three tricks of two; whoever leads may say something first, and leads then."""


def test_who_says_something_before_leading_has_not_led_yet(load_text: LoadText) -> None:
    tally = tallied(load_text(SAYING))
    for trick in range(3):
        assert GAMES < tally.leading(trick).decisions < 2 * GAMES
        assert tally.following(trick).decisions == GAMES
    assert tally.leading(3).decisions == 0


def test_every_kind_of_decision_has_its_options() -> None:
    game = kibitz.load("boerenbridge")
    tally = tallied(game)
    guess, play = tally.kind(0), tally.kind(1)
    assert labels_of(game) == ["guess (boerenbridge.rcy:55)", "play (boerenbridge.rcy:98)"]
    assert guess.decisions + play.decisions == tally.decisions
    assert guess.options + play.options == tally.options
    part = guess.share(tally.games, tally.decisions, tally.products[0])
    assert part is not None
    assert part.value == guess.decisions / tally.decisions


def test_partners_win_together() -> None:
    tally = tallied(known("partners"), 60)
    won = [tally.won(seat) for seat in range(4)]
    assert won[0] == won[2]
    assert won[1] == won[3]
    assert won[0] + won[1] == 60
    assert sum(tally.winners[2:]) == 0


def test_rules_that_fail_are_named_by_their_line() -> None:
    with pytest.raises(kibitz.KibitzError, match=r"stuck.rcy:15:5: .* no option"):
        tallied(known("stuck"))


def close(found: Any, expected: Any) -> None:
    """The same figure, but for the last digits."""
    assert found.value == pytest.approx(expected.value, abs=1e-12)
    assert found.ci95 == pytest.approx(expected.ci95, abs=1e-9)
    assert found.n == expected.n
