"""Orders: a pile keeps one only where somebody can look at it before the next shuffle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz.engine import Game, State
from kibitz.engine import load as load_game
from kibitz.engine.conformance import conform
from kibitz.recycle.orders import Orders
from kibitz.recycle.tree import Node

Load = Callable[..., Game]
Rules = Callable[..., State]

DECK = "(game vloc DECK)"
STOCK = "(create deck (game iloc STOCK) (deck (RANK (SIX, SEVEN, EIGHT, NINE))))"
DRAW = "(move (top (game iloc STOCK)) (top (game vloc PILE)))"
SHUFFLE = "(shuffle (game iloc STOCK))"
BACK = "(move (top (game vloc PILE)) (top (game iloc STOCK)))"


def keeping(game: Game) -> set[str]:
    """The places whose cards are kept in the order they were put there."""
    return {family.name for family in game.layout.families.values() if family.stamped}


# Piles that are shuffled before anyone looks


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(f"(do ({SHUFFLE} (repeat 3 {DRAW})))", id="a deck"),
        pytest.param(
            f"""(do (
                (all (filter (game vloc DECK) 'C (!= (cardatt RANK 'C) TWO)) 'C
                  (move 'C (top (game iloc STOCK))))
                {SHUFFLE} {DRAW}))""",
            id="some cards of a box",
        ),
        pytest.param(
            f"""(do ({SHUFFLE} {DRAW} {BACK} {SHUFFLE} {DRAW}))""",
            id="a card put back and shuffled in",
        ),
        pytest.param(
            f"""(stage player (end (== (game sto TURNS) 3)) (do ({SHUFFLE} {DRAW}))
                (do ({BACK} (inc (game sto TURNS)))))""",
            id="put back in one turn, shuffled in the next",
        ),
        pytest.param(
            f"""(do ({SHUFFLE} {DRAW} ((== (game sto X) 0) {BACK}) {SHUFFLE} {DRAW}))""",
            id="put back under a condition",
        ),
        pytest.param(
            f"""(do ({SHUFFLE} {DRAW}))
                (choice ((turn pass) {BACK}))
                (do ((set (game sto LEFT) (size (game iloc STOCK))) {SHUFFLE} {DRAW}))""",
            id="put back if somebody likes to, and counted",
        ),
        pytest.param(
            f"""(do ({SHUFFLE} (set (game str TOP) (cardatt RANK (top (game iloc STOCK))))
                {DRAW}))""",
            id="looked at twice after a shuffle",
        ),
        pytest.param(
            f"""(let (game iloc STOCK) 'S (do ((shuffle 'S) {DRAW} {BACK} {SHUFFLE} {DRAW})))""",
            id="by another name",
        ),
    ],
)
def test_a_pile_that_is_shuffled_before_anyone_looks_keeps_no_order(
    game_of: Load, play: str
) -> None:
    game = game_of(play, setup=STOCK)
    assert "STOCK" not in keeping(game)
    assert "DECK" not in keeping(game)
    assert conform(game, 2).ok


def test_everybodys_own_pile_shuffled_by_himself_keeps_no_order(game_of: Load) -> None:
    game = game_of("""(do (
        (all player 'P (do (
          (repeat 2 (move (top (game vloc DECK)) (top ('P hloc OWN))))
          (shuffle ('P hloc OWN))
          (move (top ('P hloc OWN)) (top ('P vloc SHOWN))))))))""")
    assert keeping(game) == {"DECK"}


def test_the_house_games_keep_an_order_only_of_tricks_and_trumps() -> None:
    assert keeping(kibitz.load("agram")) == {"TRICK"}
    assert keeping(kibitz.load("boerenbridge")) == {"TRICK", "TRUMP"}
    assert keeping(kibitz.load("brisca")) == {"TRICK", "TRUMP"}
    assert keeping(kibitz.load("tarot")) == {"TRICK"}


# Piles that are looked at as they lie


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(f"(do ({DRAW}))", id="never shuffled"),
        pytest.param(f"(do ({DRAW} {SHUFFLE}))", id="shuffled too late"),
        pytest.param(f"(do ({SHUFFLE} {DRAW} {BACK} {DRAW}))", id="a card put back on top"),
        pytest.param(
            f"(do ({SHUFFLE} (move (top (game iloc STOCK)) (bottom (game iloc STOCK))) {DRAW}))",
            id="a card put underneath",
        ),
        pytest.param(f"(do (((== (game sto X) 0) {SHUFFLE}) {DRAW}))", id="perhaps shuffled"),
        pytest.param(f"(do ((repeat (game sto N) {SHUFFLE}) {DRAW}))", id="shuffled N times"),
        pytest.param(
            f"""(do ({SHUFFLE}))
            (stage player (end (== (game sto TURNS) 3))
              (do ({DRAW} {BACK} (inc (game sto TURNS)))))""",
            id="put back in one turn, drawn in the next",
        ),
        pytest.param(
            f"""(do ({SHUFFLE} (repeat 3 {DRAW})))
            (stage player (end (== (game sto TURNS) 3))
              (choice ((turn pass) {BACK}))
              (do ((inc (game sto TURNS)))))
            (do ({DRAW}))""",
            id="put back if somebody likes to",
        ),
        pytest.param(
            f"(do ({SHUFFLE} {DRAW})) (choice ({DRAW} (do ({BACK} {DRAW}))))",
            id="put back and drawn in one option",
        ),
        pytest.param(
            f"(do ({SHUFFLE} (move (top {DECK}) (1 (game iloc STOCK))) {SHUFFLE} {DRAW}))",
            id="put somewhere between",
        ),
        pytest.param(
            f"""(let (filter (game iloc STOCK) 'C (!= (cardatt RANK 'C) SIX)) 'S
              (do ({SHUFFLE} (move (top 'S) (top (game vloc PILE))))))""",
            id="written down before the shuffle, used after it",
        ),
        pytest.param(
            f"(do ({SHUFFLE} {DRAW} (swap (game iloc STOCK) (game iloc OTHER)) {SHUFFLE}))",
            id="swapped for another pile",
        ),
        pytest.param(
            f"""(do ((move (top (game vloc DECK)) (top (game iloc STOCK 1)))
              {SHUFFLE} (move (top (game iloc STOCK 1)) (top (game vloc PILE)))))""",
            id="two piles of one name, the other one shuffled",
        ),
        pytest.param(
            f"""(do ((all (STOCK, OTHER) 'N (shuffle (game iloc 'N)))
              (move (top (game vloc DECK)) (top (game iloc OTHER))) {DRAW}))""",
            id="shuffled by a name that can be several",
        ),
    ],
)
def test_a_pile_that_is_looked_at_as_it_lies_keeps_its_order(game_of: Load, play: str) -> None:
    game = game_of(play, setup=STOCK)
    assert "STOCK" in keeping(game)
    assert conform(game, 2).ok


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(
            """(all player 'P (do (
              (move (top (game vloc DECK)) (top ('P hloc OWN)))
              (shuffle ((0 player) hloc OWN))
              (move (top ('P hloc OWN)) (top ('P vloc SHOWN))))))""",
            id="another player's is shuffled",
        ),
        pytest.param(
            """(do (
              (all player 'P (move (top (game vloc DECK)) (top ('P hloc OWN))))
              (all player 'P (do (
                (move (top ('P hloc OWN)) (top ('P vloc SHOWN))) (shuffle ('P hloc OWN)))))))""",
            id="shuffled after the look",
        ),
        pytest.param(
            """(do (
              (move (top (game vloc DECK)) (top ((current player) hloc OWN)))
              (cycle current (next player))
              (shuffle ((current player) hloc OWN))
              (cycle current (previous player))
              (move (top ((current player) hloc OWN)) (top (game vloc SHOWN)))))""",
            id="somebody else's turn between",
        ),
        pytest.param(
            """(do (
              (move (top (game vloc DECK)) (top ((1 player) hloc OWN)))
              (all player 'P (do (
                (shuffle ((next player) hloc OWN))
                (move (top ((1 player) hloc OWN)) (top (game vloc SHOWN))))))))""",
            id="whose is shuffled depends",
        ),
        pytest.param(
            """(do (
              (all player 'P (do (
                (shuffle ('P hloc OWN))
                (set (game str SEEN) (cardatt RANK (top ((0 player) hloc OWN))))
                (repeat 2 (move (top (game vloc DECK)) (top ('P hloc OWN)))))))))""",
            id="shuffled by each player in turn",
        ),
        pytest.param(
            """(do ((turn pass))) (stage player (end (== (size (game vloc DECK)) 1)) (do (
                (shuffle ((current player) hloc OWN))
                (set (game str SEEN) (cardatt RANK (top ((0 player) hloc OWN))))
                (repeat 2 (move (top (game vloc DECK)) (top ((current player) hloc OWN)))))))""",
            id="shuffled by whose turn it is",
        ),
    ],
)
def test_a_pile_is_shuffled_only_if_it_is_surely_the_same_pile(game_of: Load, play: str) -> None:
    game = game_of(play if play.startswith("(do") else f"(do ({play}))")
    assert "OWN" in keeping(game)


def test_the_score_may_look_at_any_time(game_of: Load) -> None:
    score = "max (score (top (game iloc STOCK)) using (game points VALUE))"
    assert "STOCK" in keeping(game_of(f"(do ({SHUFFLE}))", setup=STOCK, scoring=score))


def test_a_pile_in_full_view_keeps_its_order(game_of: Load) -> None:
    """Or else the order in which it is shown would tell where its cards come from."""
    game = game_of("""(do ((shuffle (game vloc DECK)) (repeat 2 (move (top (game vloc DECK))
        (top (game vloc PILE))))))""")
    assert "DECK" in keeping(game)


def test_a_card_put_back_on_top_is_drawn_again(game_of: Load) -> None:
    game = game_of(
        f"""(do ({SHUFFLE} {DRAW} (set (game str ONE) (cardatt RANK (top (game vloc PILE)))) {BACK}
        {DRAW} (set (game str TWO) (cardatt RANK (top (game vloc PILE))))))""",
        setup=STOCK,
    )
    for seed in range(20):
        state = game.new(seed)
        assert state.store("ONE") == state.store("TWO")


def test_a_card_looked_at_stays_on_top(game_of: Load) -> None:
    look = "(cardatt RANK (top (game iloc STOCK)))"
    game = game_of(
        f"""(do ({SHUFFLE} (set (game str ONE) {look})
        (set (game str LOW) (cardatt RANK (bottom (game iloc STOCK)))) (set (game str TWO) {look})
        (repeat 4 {DRAW}) (set (game str LAST) (cardatt RANK (top (game vloc PILE))))
        (set (game str FIRST) (cardatt RANK (bottom (game vloc PILE))))))""",
        setup=STOCK,
    )
    assert "STOCK" not in keeping(game)
    for seed in range(20):
        state = game.new(seed)
        assert state.store("ONE") == state.store("TWO") == state.store("FIRST")
        assert state.store("LOW") == state.store("LAST")


# Whole piles


def test_a_whole_pile_moved_to_where_no_order_is_kept_keeps_none_itself(game_of: Load) -> None:
    game = game_of(
        f"""(do (
        (all player 'P (repeat 2 (move (top (game vloc DECK)) (top ('P vloc WON)))))
        (all player 'P (repeat all (move (top ('P vloc WON)) (top (game vloc BIN)))))
        (repeat (size (game vloc BIN)) (move (bottom (game vloc BIN)) (top (game iloc STOCK))))
        {SHUFFLE}))""",
        setup=STOCK,
    )
    assert keeping(game) == {"DECK"}
    state = game.new(1)
    assert sorted(state.cards("STOCK")) == ["2", "3", "4", "5", "6", "7", "8", "9"]
    assert state.cards("WON 0") == state.cards("WON 1") == state.cards("BIN") == ()
    moves = [event.card for event in state.events if event.kind == "move"]
    assert len(moves) == 12
    assert set(moves[:4]) == set(moves[4:8]) == set(moves[8:])


def test_a_whole_pile_moved_to_where_an_order_is_kept_comes_in_order(rules: Rules) -> None:
    state = rules(
        """(do (
        (repeat 4 (move (top (game vloc DECK)) (top (game vloc WON))))
        (repeat all (move (top (game vloc WON)) (top (game vloc PILE))))))""",
        spell="(game vloc PILE)",
    )
    assert state.store("ORDER") == 2345


def test_cards_go_one_by_one_to_where_an_order_is_kept_in_the_order_they_lie(rules: Rules) -> None:
    state = rules(
        """(do (
        (repeat all (move (top (game vloc DECK)) (top (game vloc ROW))))
        (all (filter (game vloc ROW) 'C (!= (cardatt RANK 'C) TWO)) 'C
          (move 'C (top (game vloc PILE))))))""",
        spell="(game vloc PILE)",
    )
    assert state.store("ORDER") == 5431


def test_an_empty_pile_goes_nowhere_even_if_nowhere_does_not_exist(game_of: Load) -> None:
    play = """(do ({} (set (game sto WINNER) 7)
        (repeat all (move (top (game vloc TRICK)) (top (((game sto WINNER) player) vloc WON))))))"""
    assert game_of(play.format("")).new(1).over
    with pytest.raises(kibitz.KibitzError, match="no such player"):
        game_of(play.format("(move (top (game vloc DECK)) (top (game vloc TRICK)))")).new(1)


def test_a_pile_moved_onto_itself_stays(game_of: Load) -> None:
    play = "(do ((repeat all (move (top (game vloc DECK)) (top (game vloc DECK))))))"
    assert len(game_of(play).new(1).cards("DECK")) == 5


def test_half_a_pile_is_not_a_whole_one(rules: Rules) -> None:
    state = rules(
        """(do (
        (repeat (- (size (game vloc DECK)) 1) (move (top (game vloc DECK)) (top (game vloc BIN))))
        (set (game sto LEFT) (score (top (game vloc DECK)) using (game points VALUE)))))"""
    )
    assert state.store("LEFT") == 1


def test_which_card_goes_where_is_not_left_to_chance(rules: Rules) -> None:
    """The loop runs over a pile in order: its top card's owner gets what lies lowest."""
    state = rules(
        """(do (
        (move (top (game vloc DECK)) (top ((1 player) vloc BID)))
        (move (top (game vloc DECK)) (top ((0 player) vloc BID)))
        (all (union ((1 player) vloc BID) ((0 player) vloc BID)) 'C
          (move (top (game vloc DECK)) (top ((owner 'C) vloc HAND))))))"""
    )
    assert (state.cards("HAND 1"), state.cards("HAND 0")) == (("3",), ("2",))


# Made-up games, played with and without orders

HIDDEN = [
    ["(game iloc A)"],
    ["(game hloc B)"],
    ["('P hloc D)", "((current player) hloc D)", "((0 player) hloc D)", "((next player) hloc D)"],
    ["(game hloc E 1)", "(game hloc E 0)", "(game hloc E (% (game sto H) 2))"],
]
RANKS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")


def made_up(rng: Random) -> str:
    """A game of random statements about a hidden place and an open one; most looks come after a
    shuffle, but some do not."""
    hidden = rng.choice(HIDDEN)
    table = "(game vloc C)"

    def place(inside: bool) -> str:
        return rng.choice(hidden).replace("'P", "'P" if inside else "(1 player)")

    def statement(depth: int, inside: bool) -> str:
        x = place(inside)
        y = rng.choice((table, table, place(inside)))
        end, other = rng.choice(("top", "bottom")), rng.choice(("top", "bottom"))
        some = f"(> (size {x}) 0)"
        put = [
            f"((> (size {table}) 3) (repeat 3 (move (top {table}) ({end} {x}))))",
            f"(repeat all (move ({end} {table}) ({other} {x})))",
            f"(all {table} 'C (move 'C ({end} {x})))",
        ]
        use = [
            f"(all {x} 'C {look(chr(39) + 'C')})",
            f"({some} {look(f'({end} {x})')})",
            f"({some} (move ({end} {x}) ({other} {y})))",
            f"((> (size {x}) 2) (repeat 3 (move (top {x}) (top {y}))))",
        ]
        whole = [
            f"(repeat all (move ({end} {x}) ({other} {y})))",
            f"(repeat (size {x}) (move ({end} {x}) ({other} {y})))",
            f"(all {x} 'C (move 'C ({end} {y})))",
            f"(all {table} 'C {look(chr(39) + 'C')})",
        ]
        rare = [
            f"((and {some} (> (size {y}) 0)) (swap ({end} {x}) ({other} {y})))",
            f"(cycle current {rng.choice(('(next player)', '(0 player)'))})",
            f"((> (size {x}) 1) (move (top {x}) (1 {y})))",
            f"(swap {x} {y})",
        ]
        shuffled = [
            f"(do ((shuffle {x}) {rng.choice(use)} {rng.choice(use)}))",
            f"(let {x} 'S (do ((shuffle 'S) {rng.choice(use)})))",
            f"(shuffle {x})",
        ]
        kinds = (put, shuffled, shuffled, whole, use, rare)
        if depth == 0 or rng.random() < 0.6:
            return rng.choice(rng.choices(kinds, (6, 4, 4, 3, 1, 0.3))[0])
        return rng.choice(
            (
                f"((== (% (game sto H) 2) {rng.randrange(2)}) {block(depth - 1, inside)})",
                f"(all player 'P {block(depth - 1, True)})",
                block(depth - 1, inside),
            )
        )

    def look(card: str) -> str:
        value = f"(+ (* 7 (game sto H)) (score {card} using (game points V)))"
        return f"(set (game sto H) (% {value} 10007))"

    def block(depth: int, inside: bool) -> str:
        parts = [statement(depth, inside) for _ in range(rng.randrange(1, 4))]
        return "(do (" + " ".join(parts) + "))"

    def choice() -> str:
        return f"(choice ((turn pass) {block(1, False)}))" if rng.random() < 0.4 else ""

    awards = " ".join(f"((RANK : {rank}) {n})" for n, rank in enumerate(RANKS, 1))
    return f"""(game
      (setup (create players 2)
        (create deck {rng.choice((table, place(False)))} (deck (RANK ({", ".join(RANKS)})))))
      (do ((set (game points V) ({awards})))) {block(1, False)}
      (stage player (end (>= (game sto TURNS) {rng.randrange(1, 5)}))
        {block(1, False)} {choice()} {block(1, False)} (do ((inc (game sto TURNS)))))
      (do ((all {table} 'C {look("'C")})))
      (scoring max 0))"""


def played(game: Game, seed: int) -> list[object]:
    """What the rules have seen of the cards by each decision, and where they lie."""
    found: list[object] = []
    state, rng = game.new(seed), Random(seed)
    while True:
        places = [frozenset(state.cards_at(place)) for place in range(game.layout.places)]
        found += [state.store("H"), places]
        if state.over:
            return found
        state = state.after(state.actions[rng.randrange(len(state.actions))])


def everything_ordered(patch: pytest.MonkeyPatch) -> None:
    """Every place that is looked at keeps an order, and every loop looks."""

    def stamp(orders: Orders) -> bool:
        changed = False
        for family in orders.layout.families.values():
            if family.ordered and not family.stamped:
                family.stamped = changed = True
        return changed

    def no(orders: Orders, node: Node) -> bool:
        return False

    patch.setattr(Orders, "_stamp", stamp)
    patch.setattr(Orders, "free", no)
    patch.setattr(Orders, "drains", no)


@pytest.mark.parametrize("number", range(40))
def test_made_up_games_come_to_the_same_if_everything_is_ordered(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = tmp_path / "game.rcy", tmp_path / "ordered.rcy"  # the same file is the same game
    for path in paths:
        path.write_text(made_up(Random(number)), encoding="utf-8")
    game = load_game(paths[0])
    assert game.telling  # written now, not when it is needed
    everything_ordered(monkeypatch)
    ordered = load_game(paths[1])
    assert keeping(game) <= keeping(ordered)
    for seed in range(4):
        assert played(game, seed) == played(ordered, seed)
    assert conform(game, 2).ok
