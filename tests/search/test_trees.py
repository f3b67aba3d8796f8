"""Tree search: what it may know, what it must find, and that it says the same twice."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz.engine import Game, State, load
from kibitz.engine.numbers import deeds_text
from kibitz.engine.primitives import noise
from kibitz.errors import KibitzError, OutOfReach
from kibitz.search import solve, trees
from kibitz.search.trees import Method, think, think_openly

from .minimax import endings

SMALL = Path(__file__).parent.parent / "games" / "small"
HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
PLAYING = {"tarot": {"AUCTION": "NO"}}
"""Parameters with which a game comes to its cards soonest."""
ISMCTS = Method("ismcts")
CLASSIC = Method("paranoid-classic", "paranoid", 2.0, classic=True)
PIMC = Method("pimc", group=10)
FLAT = Method("pimc", group=4, flat=True)


@cache
def game(name: str, **parameters: int | str) -> Game:
    return load(name, **parameters)


def decisions(name: str, seed: int, **parameters: int | str) -> Iterator[State]:
    """The states of a random game in which there is something to decide."""
    rng = Random(seed)
    state = game(name, **parameters).new(seed)
    while not state.over:
        if len(state.actions) > 1:
            yield state
        state = state.after(rng.choice(state.actions))


def position(name: str, seed: int, number: int, **parameters: int | str) -> State:
    return next(islice(decisions(name, seed, **parameters), number, None))


# --- what a search may know -----------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("method", [ISMCTS, PIMC, CLASSIC], ids=lambda method: method.name)
def test_a_move_does_not_change_when_hidden_cards_are_swapped(name: str, method: Method) -> None:
    for number in (1, 5, 10):
        state = position(name, 3, number)
        seat = state.to_move
        view = kibitz.view(state, seat)
        other = kibitz.view(view.sample(Random(number)), seat)
        thought, again = (
            think(each, method, iterations=60, mode="python") for each in (view, other)
        )
        assert thought.thoughts == again.thoughts


def laid_aside(state: State, cards: list[str], keys: array[int]) -> State:
    """Name the cards of a discard one by one, and let everybody take note in `keys`."""
    kernel = state.game.kernel("trees")
    for card in cards:
        action = next(a for a in state.actions if a.cards == (card,))
        code = state.codes[state.actions.index(action)]
        kernel["observe"](state.array, code, action.id, state.to_move, keys)
        state = state.after(action)
    return state


def test_two_hidden_discards_with_one_public_history_are_one_node_of_a_defender() -> None:
    state = game("tarot", AUCTION="NO").new(4)
    taker = state.to_move
    free = [a.cards[0] for a in state.actions][:7]
    one, other = array("q", [5] * 3), array("q", [5] * 3)
    first = laid_aside(state, free[:6], one)
    second = laid_aside(state, free[1:7], other)
    assert first.cards(f"HAND {taker}") != second.cards(f"HAND {taker}")
    for seat in range(3):
        assert (one[seat] == other[seat]) == (seat != taker)


@pytest.mark.parametrize("path", sorted(SMALL.glob("*.rcy")), ids=lambda path: path.stem)
def test_a_card_taken_from_where_everybody_sees_it_is_no_secret(path: Path) -> None:
    rng = Random(1)
    state = load(path).new(1)
    closed, sees = (state.game.functions[name] for name in ("closed", "sees"))
    everybody = (2 << state.game.players) - 1
    for _ in range(60):
        if state.over:
            break
        for action, code in zip(state.actions, state.codes, strict=True):
            if len(action.cards) == 1 and closed(state.array, code):
                card = state.game.card(action.cards[0]).number
                place = state.array[state.game.layout.where + card]
                assert sees(state.array, place) != everybody, action
        state = state.after(rng.choice(state.actions))


def test_what_is_shown_makes_different_nodes_for_everybody() -> None:
    state = position("tarot", 1, 12, AUCTION="NO")
    assert state.actions[0].text.startswith("play")
    kernel = state.game.kernel("trees")
    found = []
    for action, code in list(zip(state.actions, state.codes, strict=True))[:2]:
        keys = array("q", [5] * 3)
        kernel["observe"](state.array, code, action.id, state.to_move, keys)
        found.append(keys)
    assert all(a != b for a, b in zip(*found, strict=True))


def test_how_often_an_option_was_on_offer_is_counted() -> None:
    """Agram: an opponent has the ten of hearts in some deals only, and only then could play it."""
    state = position("agram", 1, 0)
    view = kibitz.view(state, state.to_move)
    assert view.seat is not None

    def deal(n: int, rng: Random) -> trees.Numbers:
        rows: trees.Numbers = view.samples(n, rng, "python")
        return rows

    question = trees._Question(state.game, view.seat, view.actions, deal, ISMCTS, "python")
    tree = trees._Tree(question, 400, None, "1")
    tree.grow(inf)
    entries, mask = tree.memory[:2]
    played = view.actions[int(tree.options[:, 0].argmax())]
    kernel = state.game.kernel("trees")
    node = noise(noise(0, 0, -6, 1), (1 << 31) + played.id, -6, 0)
    found = {}
    for card in range(len(state.game.cards)):
        at = kernel["entry"](entries, mask, node ^ (card + 1))
        if entries[at]:
            found[card] = entries[at + 1], entries[at + 2]
    visits = sum(tries for tries, _ in found.values())
    assert visits > 20
    assert all(tries <= offered <= visits for tries, offered in found.values())
    assert sum(offered < visits for _, offered in found.values()) > len(found) / 2


def test_what_nobody_does_is_not_tried() -> None:
    weak = "1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 6D 1C 2C 3C 4C 5C 1S 2S 3S 4S 5S 6S T2 T3"
    state = game("tarot").new(deal={"HAND 0": weak}, seed=1)
    thinking = think(kibitz.view(state, 0), ISMCTS, iterations=60, mode="python")
    tries = {thought.action.text: thought.visits for thought in thinking.thoughts}
    assert tries["garde"] == tries["garde sans"] == tries["garde contre"] == 0
    assert tries["pass"] + tries["prise"] == 60


# --- policies -------------------------------------------------------------------------------------


def test_paranoid_and_maxn_are_the_same_in_three_player_tarot() -> None:
    """Also for a defender, whose partner is no enemy: the sides are those of the game."""
    roles = set()
    for number in (8, 9, 10, 20, 35):
        state = position("tarot", 2, number, AUCTION="NO")
        roles.add(state.to_move == state.store("TAKER"))
        one, other = (
            think(
                kibitz.view(state, state.to_move),
                Method("ismcts", policy),
                iterations=150,
                mode="python",
            )
            for policy in ("paranoid", "maxn")
        )
        assert one.thoughts == other.thoughts
    assert roles == {True, False}


def test_paranoid_and_maxn_differ_where_everyone_is_for_himself() -> None:
    view = kibitz.view(state := position("agram", 2, 3), state.to_move)
    one, other = (
        think(view, Method("ismcts", policy), iterations=150, mode="python")
        for policy in ("paranoid", "maxn")
    )
    assert one.thoughts != other.thoughts


@pytest.mark.parametrize(
    ("scores", "seat", "result"),
    [((1, -1, 1, -1), 0, 2), ((1, -1, 1, -1), 1, 0), ((0, 0, 0, 0), 3, 1), ((0, 2, 1, 0), 2, 0)],
)
def test_the_classic_counts_what_a_side_has_won(
    scores: tuple[int, ...], seat: int, result: int
) -> None:
    state = game("brisca").new(1)
    assert state.game.kernel("trees")["won"](state.array, array("q", scores), seat) == result


def test_in_brisca_points_count_beside_the_victory() -> None:
    state = game("brisca").new(1)
    numbers = array("q", state.array)
    numbers[state.game.layout.stores["team", "sto", "POINTS"]] = 50
    worth = state.game.kernel("trees")["worth"]
    assert [worth(numbers, seat, 1) for seat in range(4)] == [80, -20, 80, -20]


# --- what it must find ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards"), [("agram", 16), ("boerenbridge", 16), ("brisca", 12), ("tarot", 12)]
)
def test_with_open_cards_the_best_card_of_an_ending_is_found(name: str, cards: int) -> None:
    """The share for all four games together must be 99 %, so that of a hundred one may fail."""
    wrong = []
    method = Method("uct", "paranoid", 1.5, group=2000)
    for state in endings(game(name, **PLAYING.get(name, {})), cards, 100):
        best = solve(state, state.to_move, mode="native", line=False).best
        if think_openly(state, method, iterations=2000).best not in best:
            wrong.append(state)
    assert len(wrong) <= 1, wrong


def test_a_winning_last_card_is_seen() -> None:
    """Agram, one trick to go: who holds the higher card of the suit led knows it."""
    hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    state = game("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    thinking = think_openly(state, Method("uct", "maxn", group=400), iterations=400, mode="python")
    assert thinking.best.cards == ("3S",)
    assert thinking.thoughts[0].value > thinking.thoughts[1].value


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method", [ISMCTS, PIMC, FLAT, CLASSIC], ids=lambda m: f"{m.name} {m.flat}"
)
def test_every_action_has_its_tries_value_and_interval(method: Method) -> None:
    state = position("boerenbridge", 5, 9)
    thinking = think(kibitz.view(state, state.to_move), method, iterations=80, mode="python")
    assert {thought.action for thought in thinking.thoughts} == set(state.actions)
    assert sum(thought.visits for thought in thinking.thoughts) == thinking.iterations == 80
    for thought in thinking.thoughts:
        assert thought.low <= thought.value <= thought.high


def test_playouts_stop_at_the_end_of_the_round() -> None:
    """Boeren Bridge: nobody gains or loses more than one round pays."""
    state = position("boerenbridge", 1, 2)
    thinking = think(kibitz.view(state, state.to_move), ISMCTS, iterations=100, mode="python")
    assert all(-6 <= thought.value <= 16 for thought in thinking.thoughts)


def test_where_the_lowest_score_wins_the_values_are_still_scores(tmp_path: Path) -> None:
    text = kibitz.load("agram").source.text.replace("(scoring max", "(scoring min")
    (tmp_path / "misere.rcy").write_text(text)
    hands = {"HAND 0": "3S 10H", "HAND 1": "9S 4H", "HAND 2": "5D 6D"}
    state = load(tmp_path / "misere.rcy", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    thinking = think_openly(state, Method("uct", group=300), iterations=300, mode="python")
    assert thinking.best.cards == ("10H",)
    assert 0 <= thinking.thoughts[0].value < thinking.thoughts[1].value <= 1


def test_a_flat_search_tries_all_options_as_often() -> None:
    view = kibitz.view(state := position("boerenbridge", 1, 2), state.to_move)
    method = Method("pimc", group=len(view.actions), flat=True)
    thinking = think(view, method, iterations=5 * len(view.actions), mode="python")
    assert {thought.visits for thought in thinking.thoughts} == {5}


def test_of_a_flat_search_an_option_that_was_not_tried_is_not_the_best() -> None:
    view = kibitz.view(state := position("boerenbridge", 1, 2), state.to_move)
    thinking = think(view, Method("pimc", group=9, flat=True), iterations=2, mode="python")
    assert [thought.visits for thought in thinking.thoughts][:3] == [1, 1, 0]


def test_the_constants_are_those_of_the_kernel() -> None:
    kernel = game("agram").kernel("trees")
    for name in ("PARANOID", "CLASSIC", "FLAT", "DEEPEST", "FEW", "PATH", "ENTRY_SIZE"):
        assert kernel[name] == getattr(trees, name)


# --- the same again -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize(
    "method", [ISMCTS, PIMC, FLAT, CLASSIC], ids=lambda m: f"{m.name} {m.flat}"
)
def test_both_modes_think_the_same(name: str, method: Method) -> None:
    for number in (0, 4, 9):
        state = position(name, 7, number)
        view = kibitz.view(state, state.to_move)
        native, python = (
            think(view, method, iterations=50, seed=number, mode=mode)
            for mode in ("native", "python")
        )
        assert native.thoughts == python.thoughts


def test_threads_share_the_iterations_and_say_the_same_each_time() -> None:
    state = position("brisca", 2, 4)
    view = kibitz.view(state, state.to_move)
    one, again, alone = (
        think(view, ISMCTS, iterations=301, seed=9, threads=threads) for threads in (3, 3, 1)
    )
    assert one.thoughts == again.thoughts
    assert one.iterations == 301
    assert one.thoughts != alone.thoughts


def test_another_seed_thinks_of_other_deals() -> None:
    view = kibitz.view(state := position("agram", 1, 2), state.to_move)
    one, other = (think(view, ISMCTS, iterations=50, seed=s, mode="python") for s in (1, 2))
    assert one.thoughts != other.thoughts


@pytest.mark.parametrize("method", [ISMCTS, Method("pimc", group=300)], ids=lambda m: m.name)
def test_a_search_by_the_clock_goes_on_until_the_time_is_over(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock on which an iteration takes a tenth of a millisecond."""
    made: list[int] = []
    monkeypatch.setattr("kibitz.search.trees.time.perf_counter", lambda: sum(made) / 10_000)
    kept = trees._Tree._laps

    def laps(tree: trees._Tree, until: float) -> Iterator[tuple[int, int]]:
        for first, n in kept(tree, until):
            yield first, n
            made.append(n)

    monkeypatch.setattr(trees._Tree, "_laps", laps)
    view = kibitz.view(state := position("agram", 1, 2), state.to_move)
    thinking = think(view, method, iterations=None, seconds=0.2, mode="python")
    assert sum(thought.visits for thought in thinking.thoughts) == thinking.iterations == sum(made)
    assert 2000 - 2 * method.group <= thinking.iterations <= 2000
    assert len(made) > 3


def test_a_full_tree_grows_no_more_but_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST_ENTRIES", 64)
    view = kibitz.view(state := position("agram", 1, 2), state.to_move)
    for method in (ISMCTS, CLASSIC, PIMC):
        thinking = think(view, method, iterations=500, mode="python")
        assert sum(thought.visits for thought in thinking.thoughts) == 500


def test_a_tree_for_each_deal_leaves_no_room_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many deals there are, each is searched: what never wins is hardly tried."""
    hands = {"HAND 0": "3S 9H", "HAND 1": "10S 4H", "HAND 2": "5D 6D"}
    state = game("agram", NUMP=3, HAND=2, TRICKS=2).new(deal=hands, seed=1)
    monkeypatch.setattr(trees, "LARGE_GROUP", 1)
    method = Method("pimc", "maxn", group=50)
    thinking = think_openly(state, method, iterations=5000, mode="python")
    assert thinking.best.cards == ("3S",)
    assert thinking.thoughts[0].visits > 4 * thinking.thoughts[1].visits


def test_threads_of_a_new_process_wait_for_each_other_to_compile() -> None:
    program = (
        "import kibitz; from kibitz.search import Method, think; game = kibitz.load('agram');"
        "print(think(kibitz.view(game.new(1), 0), Method('ismcts'), threads=4).iterations)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1000\n", "")


# --- refusals -------------------------------------------------------------------------------------


def test_who_is_not_to_move_has_nothing_to_think_about() -> None:
    state = position("agram", 1, 2)
    assert state.to_move is not None
    with pytest.raises(KibitzError, match="not this seat's turn"):
        think(kibitz.view(state, (state.to_move + 1) % 4), ISMCTS)


def test_where_no_fitting_deal_can_be_found_a_search_pays_no_attention_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = position("agram", 1, 2)
    view = kibitz.view(state, state.to_move)
    assert "attention" not in think(view, ISMCTS, iterations=20, mode="python").method
    heedless = think(view, ISMCTS, iterations=20, mode="python", heedless=True)

    def out_of_reach(*_: object, **__: object) -> None:
        raise OutOfReach("there are too many")

    monkeypatch.setattr("kibitz.knowledge.dealer.Dealer.source", out_of_reach)
    with pytest.raises(OutOfReach):
        think(view, ISMCTS, iterations=20, mode="python", heedless=True)
    monkeypatch.undo()
    monkeypatch.setattr("kibitz.search.trees.dealer_of", out_of_reach)
    found = think(kibitz.view(state, state.to_move), ISMCTS, iterations=20, mode="python")
    assert found.method.endswith("paying no attention")
    assert found.thoughts == heedless.thoughts


def test_a_search_needs_an_end() -> None:
    view = kibitz.view(state := position("agram", 1, 2), state.to_move)
    with pytest.raises(KibitzError, match="would never end"):
        think(view, ISMCTS, iterations=None)
    with pytest.raises(KibitzError, match="cannot have 0 iterations and 1 threads"):
        think(view, ISMCTS, iterations=0)


def test_what_is_given_in_the_wrong_place_is_a_sentence() -> None:
    state = load("agram", NUMP=2).new(7)
    with pytest.raises(KibitzError, match="this is of type int") as refused:
        think(kibitz.view(state, 0), 100)  # type: ignore[arg-type]
    assert "iterations=100" in str(refused.value.hint)
    with pytest.raises(KibitzError, match="one thinks about a view"):
        think(state)  # type: ignore[arg-type]


TAKE = """
(game
  (setup (create players 2) (create deck (game vloc HEAP) (deck (RANK (A, B, C, D, E)))))
  (stage player
    (end (== (size (game vloc HEAP)) 0))
    (choice (
      (any (range 1 .. (min 3 (size (game vloc HEAP)))) 'N
        (repeat 'N (move (top (game vloc HEAP)) (top ((current player) vloc TAKEN)))))))
    (do ((all player 'P (set ('P sto SCORE) 0)) (set ((current player) sto SCORE) 1))))
  (scoring max ((current player) sto SCORE)))
"""


def test_options_that_only_differ_in_how_often_something_is_done_are_told_apart(
    load_text: Callable[[str], Game],
) -> None:
    """Of five cards, who takes one leaves four, and wins whatever the other takes."""
    state = load_text(TAKE).new(1)
    thoughts = think(kibitz.view(state, 0), iterations=60, mode="python").thoughts
    assert all(thought.visits for thought in thoughts)
    assert thoughts[0].action == state.actions[0]


BLIND = """
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P oloc HAND)))))))
  (stage player
    (end (== (game sto TURNS) 2))
    (choice (
      (any ((current player) oloc HAND) 'C (move 'C (top (game vloc AWAY))))
      (any ((current player) oloc HAND) 'C (move 'C (top ((current player) vloc KEPT))))))
    (do ((inc (game sto TURNS)))))
  (scoring max (size ((current player) vloc KEPT))))
"""

BY_PLACE = """
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
  (stage player
    (end (== (game sto TURNS) 2))
    (choice (
      (any (range 1..2) 'N (do ((set (game sto SPOT) 'N) (set (game str DOES) NOTHING))))
      (any (range 1..2) 'N (do ((set (game sto SPOT) 'N) (set (game str DOES) SCORE))))
      (any (A, B) 'X (any (range 1..2) 'N
        (do ((set (game sto SPOT) 'N) (set (game str SAID) 'X)))))))
    (do (
      ((== (game str DOES) SCORE) (inc ((current player) sto POINTS)))
      (set (game str DOES) NOTHING)
      (inc (game sto TURNS)))))
  (scoring max ((current player) sto POINTS)))
"""


@pytest.mark.parametrize("text", [BLIND, BY_PLACE])
def test_options_that_do_different_things_with_the_same_are_told_apart(
    load_text: Callable[[str], Game], text: str
) -> None:
    """To throw away a card that one does not see is not to keep it."""
    state = load_text(text).new(1)
    thoughts = think(kibitz.view(state, 0), iterations=100, mode="python").thoughts
    assert all(thought.visits for thought in thoughts)
    assert state.after(thoughts[0].action).scores[0] == 1


def test_clauses_that_do_the_same_are_one_to_a_search(load_text: Callable[[str], Game]) -> None:
    """Whatever they require for it: who looks on cannot tell them apart either."""
    clause = "(any ((current player) oloc HAND) 'C (move 'C (top (game vloc AWAY))))"
    twice = BLIND.replace(clause, f"((> (game sto TURNS) 0) {clause}) {clause}")
    for text, others in ((BLIND, 1), (twice, 1)):
        assert deeds_text(load_text(text)).count("return") == 1 + others
