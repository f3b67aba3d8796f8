"""Networks and bots play as they would at a table, and what is recorded is what happened."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from conftest import LoadText

import kibitz
from kibitz import KibitzError
from kibitz.arena.simulated import simulate
from kibitz.engine import Game
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.learn import Company, Lot, act, packing_of
from kibitz.learn.stage import Stage
from kibitz.nets import Network, blank, preferences

SEED = 3
SELF = Company({"self": 1})

Decision = tuple[State, int, int]
"""A position, the row of the lot that was recorded there, and the game."""


def small(name: str = "agram") -> Game:
    if name == "agram":
        return kibitz.load("agram", NUMP=2, HAND=3, TRICKS=3)
    return kibitz.load("boerenbridge", FIRST=1, PEAK=2)


def games(game: Game, network: Network, n: int, **settings: object) -> Lot:
    given = {"networks": [network], "company": SELF, "mode": "python", "seed": SEED, **settings}
    return act(game, range(n), knowledge=network.purpose.knowledge, **given)  # type: ignore[arg-type]


def replayed(game: Game, lot: Lot) -> Iterator[Decision]:
    """The games of a lot once more, at a table, where all seats are recorded."""
    row = 0
    for number in range(len(lot.scores)):
        state = begin(game, game_key(SEED, number))
        while not state.over:
            actions = state.actions
            if len(actions) > 1:
                yield state, row, number
                (taken,) = [each for each in actions if each.id == lot.actions[row]]
                row += 1
            state = state.after(actions[0] if len(actions) == 1 else taken)
        sign = 1 if game.program.highest_wins else -1
        assert [sign * score for score in state.scores] == lot.scores[number].tolist()
    assert row == len(lot)


def seen(state: State, network: Network) -> np.ndarray:
    assert state.to_move is not None
    return kibitz.view(state, state.to_move).encode(network.purpose.knowledge)


@pytest.mark.parametrize("knowledge", KNOWLEDGE)
@pytest.mark.parametrize("name", ["agram", "boerenbridge"])
def test_what_is_recorded_is_what_a_seat_saw_and_did(name: str, knowledge: str) -> None:
    game = small(name)
    network = blank(game, knowledge, hidden=(5,), scale=1)
    lot = games(game, network, 4, epsilon=0.3)
    packing = packing_of(game, knowledge)
    for state, row, number in replayed(game, lot):
        assert (lot.games[row], lot.seats[row]) == (number, state.to_move)
        wanted = packing.pack(seen(state, network)[None])
        assert lot.rows[row].tolist() == wanted[0].tolist()


@pytest.mark.parametrize("hidden", [(), (7,), (6, 9)])
@pytest.mark.parametrize("head", ["q", "policy"])
def test_a_network_takes_what_it_likes_best(hidden: tuple[int, ...], head: str) -> None:
    game = small()
    network = blank(game, "possible", hidden, (head, "value"), scale=1)
    lot = games(game, network, 20)
    for state, row, _ in replayed(game, lot):
        mask = np.zeros((1, game.action_count), bool)
        mask[0, [action.id for action in state.actions]] = True
        liked = preferences(network, seen(state, network)[None], mask)[0]
        assert liked[lot.actions[row]] >= liked.max() - 1e-5


def test_who_goes_astray_takes_any_option_as_often_as_it_should() -> None:
    game = small()
    network = blank(game, hidden=(5,), scale=1)
    greedy, astray = (games(game, network, 200, epsilon=e) for e in (0.0, 0.5))
    always = games(game, network, 200, epsilon=1.0)
    first = [np.unique(lot.games, return_index=True)[1] for lot in (greedy, astray, always)]
    wish, some, any_ = (
        lot.actions[at] for lot, at in zip((greedy, astray, always), first, strict=True)
    )
    assert (some == wish).mean() == pytest.approx(0.5 + 0.5 / 3, abs=0.1)
    assert (any_ == wish).mean() == pytest.approx(1 / 3, abs=0.1)


def test_a_policy_is_drawn_from_by_its_softmax() -> None:
    game = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2)
    plain = blank(game, hidden=(), heads=("policy",), scale=1)
    weights, bias = np.zeros_like(plain.heads["policy"][0]), np.zeros(game.action_count, np.float32)
    bias[::2] = np.log(3)
    network = Network(plain.purpose, (), {"policy": (weights, bias)}, 1.0)
    lot = games(game, network, 600, choose="softmax")
    first = np.unique(lot.games, return_index=True)[1]
    packing, parts = packing_of(game), game.encoding.parts
    masks = packing.unpack(lot.rows[first])[:, parts["mask"]] != 0
    mixed = masks[:, ::2].sum(axis=1) == 1
    often = (lot.actions[first][mixed] % 2 == 0).mean()
    assert often == pytest.approx(3 / 4, abs=0.08)
    with pytest.raises(KibitzError, match="has no policy to draw from"):
        games(game, blank(game, hidden=(), scale=1), 1, choose="softmax")


def test_rewards_are_what_a_seat_scored_more() -> None:
    game = small("boerenbridge")
    lot = games(game, blank(game, hidden=(5,), scale=1), 3, epsilon=0.5)
    at, rounds = game.layout.ROUND, {}
    before = np.zeros(len(lot))
    for state, row, _ in replayed(game, lot):
        before[row], rounds[row] = state.scores[lot.seats[row]], state.array[at]
    for row in range(len(lot)):
        seat, number = lot.seats[row], lot.games[row]
        own = [
            r for r in range(row + 1, len(lot)) if (lot.seats[r], lot.games[r]) == (seat, number)
        ]
        final = lot.scores[number, seat]
        assert lot.rest[row] == final - before[row]
        assert lot.following[row] == (own[0] if own else -1)
        assert lot.steps[row] == (before[own[0]] if own else final) - before[row]
        later = [r for r in own if rounds[r] > rounds[row]]
        assert lot.later[row] == (later[0] if later else -1)
        assert lot.hand[row] == (before[later[0]] if later else final) - before[row]


def test_what_hands_are_worth_adds_up_to_the_final_score() -> None:
    game = small("boerenbridge")
    lot = games(game, blank(game, hidden=(5,), scale=1), 5, epsilon=0.5)
    for number, scores in enumerate(lot.scores):
        for seat, score in enumerate(scores):
            own = np.flatnonzero((lot.games == number) & (lot.seats == seat))
            row, total, hands = own[0], 0.0, 0
            while row >= 0:
                total, row, hands = total + lot.hand[row], lot.later[row], hands + 1
            assert (total, hands) == (score, 3)


LOWEST = """
(game
  (setup (create players 2)
    (create deck (game vloc DECK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (stage player (end (== (game sto TURNS) 3))
    (choice ((set (game sto TAKEN) 1) (set (game sto TAKEN) 5)))
    (do ((inc ((current player) sto PAID) (game sto TAKEN)) (inc (game sto TURNS)))))
  (scoring min {}))
"""


def test_where_the_lowest_score_wins_less_is_better(load_text: LoadText) -> None:
    game = load_text(LOWEST.format("((current player) sto PAID)"))
    lot = games(game, blank(game, hidden=(), scale=1), 10, epsilon=1)
    assert set(lot.scores[:, 1]) == {-1, -5}
    assert set(lot.steps) == {-1, -5}
    assert np.array_equal(lot.hand, lot.rest)


def test_scores_that_cannot_be_reckoned_before_the_end_count_at_the_end(
    load_text: LoadText,
) -> None:
    score = "(// ((current player) sto PAID) (// (game sto TURNS) 3))"
    game = load_text(LOWEST.format(score))
    lot = games(game, blank(game, hidden=(), scale=1), 10, epsilon=1)
    assert np.array_equal(lot.rest, lot.scores[lot.games, lot.seats])
    assert np.array_equal(lot.hand, lot.rest)


def test_both_modes_play_the_same_games_to_the_last_bit() -> None:
    game = small()
    networks = [blank(game, "none", (9, 6), scale=1, seed=seed) for seed in (1, 2)]
    company = Company({"self": 1, "past": 1, "random": 1, "first": 1})
    lots = [
        act(
            *(game, range(5, 40)),
            seed=SEED,
            networks=networks,
            company=company,
            epsilon=0.2,
            mode=mode,
        ).to_json()
        for mode in ("python", "native")
    ]
    assert lots[0] == lots[1]
    assert lots[0]["names"] == ["self", "past", "random", "first"]


def test_bots_of_the_house_play_as_they_do_in_a_match() -> None:
    game = small("boerenbridge")
    bots = ["full-kripke", "greedy", "greedy-kripke", "first"]
    stage = Stage(game, bots, mode="python")
    (played,) = stage.play(np.arange(4), np.tile(np.arange(4), (4, 1)), SEED)
    result = simulate(game, 4, SEED, bots=bots, mode="python")
    assert played.scores.mean(axis=0).tolist() == result.score_mean
    assert played.speechless.sum() == 0


def test_of_a_bot_that_is_recorded_one_learns_what_it_does() -> None:
    game = small("boerenbridge")
    company, recorded = Company({"full-kripke": 1, "random": 1}), "full-kripke"
    lot = act(
        *(game, range(3)),
        seed=SEED,
        networks=[],
        company=company,
        recorded=recorded,
        knowledge="possible",
        mode="python",
    )
    places = lot.places[lot.games, lot.seats]
    assert set(places) == {0}
    assert lot.names == ("full-kripke", "random")


def test_games_that_do_not_end_teach_nothing() -> None:
    game = small()
    lot = games(game, blank(game, hidden=(), scale=1), 3, limit=2)
    assert (len(lot), len(lot.scores), lot.unfinished) == (0, 0, 3)


def test_a_game_of_many_decisions_gets_the_room_it_needs() -> None:
    game = small()
    network = blank(game, hidden=(), scale=1)
    stage = Stage(game, [network], recorded=[0], mode="python")
    numbers, seats = np.arange(4), np.zeros((4, 2), np.int64)
    (whole,) = stage.play(numbers, seats, SEED)
    parts = list(stage.play(numbers, seats, SEED, room=1))
    assert len(parts) > 1
    assert np.array_equal(np.concatenate([part.rows for part in parts]), whole.rows)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"epsilon": 2.0}, "an epsilon of 2.0"),
        ({"choose": "bravely"}, "nobody chooses by `bravely`"),
        ({"networks": []}, "there is no network that learns"),
        ({"company": Company({"ismcts": 1})}, "only bots that are compiled can play here"),
    ],
)
def test_what_cannot_be_played(settings: dict[str, object], sentence: str) -> None:
    game = small()
    with pytest.raises(KibitzError, match=sentence):
        games(game, blank(game, hidden=(), scale=1), 1, **settings)


def test_a_game_whose_options_have_no_numbers_is_refused_at_once() -> None:
    game = kibitz.load("tests/games/small/fishing.rcy")
    with pytest.raises(KibitzError, match="cannot play Fishing: some of its options have no num"):
        Stage(game, ["random"], mode="python")


def test_a_game_is_left_when_an_option_has_no_number_after_all(load_text: LoadText) -> None:
    text = LOWEST.format("((current player) sto PAID)").replace("TAKEN) 5)", "TAKEN) 5)\n" + LARGE)
    game = load_text(text)
    with pytest.raises(KibitzError, match="some of its options have no number"):
        games(game, blank(game, hidden=(), scale=1), 1)


LARGE = "(any (range 63 .. 64) 'N (set (game sto TAKEN) 'N))"


def test_options_that_must_be_described_have_their_numbers() -> None:
    game = kibitz.load("tests/games/small/gofish.rcy")
    lot = games(game, blank(game, hidden=(3,), scale=1), 2, epsilon=0.5)
    assert list(replayed(game, lot))


def test_a_network_of_another_game_has_no_seat_here() -> None:
    network = blank(small("boerenbridge"), hidden=(), scale=1)
    with pytest.raises(KibitzError, match="does not fit"):
        games(small(), network, 1)


def test_whoever_learns_sees_what_it_learns_from() -> None:
    game = small()
    with pytest.raises(KibitzError, match="another knowledge"):
        Stage(game, [blank(game, hidden=(), scale=1)], recorded=[0], knowledge="possible")
