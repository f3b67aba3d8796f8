"""What every seat does not know: counted by hand, by brute force, and balanced to the last bit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import comb, factorial, log2
from pathlib import Path

import pytest
from conftest import LoadText
from knowledge.oracle import deals, followed

import kibitz
from kibitz.analysis import report
from kibitz.analysis.books import Books, Change
from kibitz.analysis.giveaways import giveaways_of
from kibitz.analysis.keeping import played
from kibitz.analysis.measured import Measured, Row
from kibitz.analysis.report import Report
from kibitz.analysis.secrets import Secrets, secrets_half
from kibitz.draw.flow import Flow
from kibitz.engine import Game, State
from kibitz.engine.series import play_of_series

RULES = Path(__file__).parent.parent / "knowledge" / "rules"

NORTH, EAST, SOUTH, WEST = range(4)

OPEN = """
(game
  (setup (create players 2)
    (create deck (game vloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((all player 'P (repeat 2 (move (top (game vloc STOCK)) (top ('P vloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P vloc HAND)) 0)))
    (choice ((any ((current player) vloc HAND) 'C (move 'C (top (game vloc TABLE)))))))
  (scoring max 0))
"""

SECRET_NUMBER = """
(game
  (setup (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do ((shuffle (game iloc STOCK))
       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice ((any ((current player) iloc HAND) 'C (do (
      (move 'C (top (game vloc TABLE)))
      (set ((current player) isto OWN) 1)))))))
  (scoring max 0))
"""


def described(text: str, folder: Path) -> Game:
    """A game of one's own."""
    file = folder / "own.rcy"
    file.write_text(text)
    return kibitz.load(str(file))


def entries(states: list[State]) -> Iterator[tuple[State, State, list[Change]]]:
    """The books of a game: before, after, and what each seat found out."""
    books = Books(states[0].game)
    books.begin(states[0])
    for before, after in pairwise(states):
        yield before, after, books.after(before, after)


def played_out(state: State, *actions: str) -> list[State]:
    states = [state]
    for action in actions:
        states.append(states[-1].after(action))
    return states


# --- counted by hand ------------------------------------------------------------------------------


def test_with_one_card_each_there_are_34_others_and_then_none() -> None:
    game = kibitz.load("agram", NUMP=2, HAND=1, TRICKS=1)
    state = game.new(seed=1)
    assert [left.bits for left in Books(game).begin(state)] == [log2(34), log2(34)]
    ((_, _, (north, east)),) = entries(played_out(state, state.actions[0].text))
    assert (north.seen, north.told, north.left.bits) == (0, 0, log2(34))
    assert (east.seen, east.told, east.left.bits) == (log2(34), 0, 0)


def test_a_void_that_is_shown_excludes_the_hearts_and_nothing_else() -> None:
    """East has two of the 33 cards that North does not see, and plays one. Of the other 32 eight
    are hearts: the last card of East is one of 32 by what was seen, of 24 by the rules."""
    game = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2)
    state = game.new(seed=1, deal={"HAND 0": "3H 4S", "HAND 1": "AC 5S"})
    lead, void = entries(played_out(state, "3H", "AC"))
    assert lead[2][EAST].seen == log2(comb(33, 2)) - log2(32)
    north, east = void[2]
    assert north.seen == log2(comb(33, 2)) - log2(32)
    assert north.inferred == ((47, log2(32) - log2(24)),)
    assert (north.new, north.left.bits) == (0, log2(24))
    assert (east.seen, east.inferred) == (0, ())


def test_who_follows_suit_tells_nothing_but_the_card() -> None:
    game = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2)
    state = game.new(seed=1, deal={"HAND 0": "3H 4S", "HAND 1": "AH 5S"})
    _, (_, _, changes) = entries(played_out(state, "3H", "AH"))
    assert changes[NORTH].inferred == ()


def test_cards_drawn_unseen_are_new_and_the_own_one_is_seen() -> None:
    """Brisca, the first trick: North has seen three cards, the trump and the trick. West's card is
    one of 34 of which West has three; then all draw one of the 27 of the stock."""
    game = kibitz.load("brisca")
    states = play_of_series(game, 3, 0)[:5]
    *_, (before, after, changes) = entries(states)
    assert before.to_move == WEST
    assert after.to_move is not None
    winner, north = after.to_move, changes[NORTH]
    stock = 27 - (NORTH - winner) % 4  # those who draw before North take theirs from it
    assert north.seen == pytest.approx(log2(34 / 3) + log2(33 / stock), abs=1e-9)
    left = log2(factorial(32) // (factorial(3) ** 3 * factorial(23)))
    assert north.left.bits == pytest.approx(left, abs=1e-9)
    began = log2(factorial(34) // (2 * 2 * factorial(3) * factorial(27)))
    assert north.new == pytest.approx(left - began + north.seen, abs=1e-9)
    assert north.new > 0


def test_cards_that_are_dealt_anew_are_new() -> None:
    """Boeren Bridge: before the next round everybody has seen all cards; then they are dealt."""
    states = play_of_series(kibitz.load("boerenbridge"), 1, 0)
    books = Books(states[0].game)
    books.begin(states[0])
    dealt = []
    for before, after in pairwise(states):
        started = [left.bits for left in books.left]
        changes = books.after(before, after)
        if any(change.new for change in changes):
            dealt.append((started, changes))
    assert len(dealt) == 4  # five rounds
    for started, changes in dealt:
        for bits, change in zip(started, changes, strict=True):
            assert change.seen == pytest.approx(bits, abs=1e-9)
            assert change.new == pytest.approx(change.left.bits, abs=1e-9)


# --- brute force ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["follow", "musttrump", "heartsbroken"])
def test_bits_are_those_of_all_deals_that_would_have_looked_the_same(name: str) -> None:
    """What was seen: of the deals before, those in which the card was where it came from. What was
    inferred: those among them in which the rules would not have allowed it."""
    game = kibitz.load(str(RULES / f"{name}.rcy"))
    told = 0.0
    for number in range(6):
        states = play_of_series(game, 1, number)
        books = list(entries(states))
        for seat in range(game.players):
            ways = [deals(found) for _, found in followed(states, seat)]
            for (before, after, changes), some, left in zip(books, ways, ways[1:], strict=False):
                change = changes[seat]
                assert change.left.bits == pytest.approx(log2(len(left)), abs=1e-9)
                at = game.layout.where
                (card,) = (
                    card
                    for card in range(len(game.cards))
                    if game.place_names[before.array[at + card]].startswith("HAND")
                    and before.array[at + card] != after.array[at + card]
                )
                there = [deal for deal in some if (card, before.array[at + card]) in deal]
                assert change.seen == pytest.approx(log2(len(some) / len(there)), abs=1e-9)
                assert change.told == pytest.approx(log2(len(there) / len(left)), abs=1e-9)
                told += change.told
    assert told > 0


@pytest.mark.parametrize(
    ("name", "games"), [("agram", 2), ("brisca", 2), ("boerenbridge", 1), ("tarot", 1)]
)
def test_the_books_balance(name: str, games: int) -> None:
    game = kibitz.load(name)
    for number in range(games):
        states = play_of_series(game, 2, number)[:60]
        books = Books(game)
        balance = [left.bits for left in books.begin(states[0])]
        for before, after in pairwise(states):
            for seat, change in enumerate(books.after(before, after)):
                assert change.seen > -1e-9
                assert change.told > -1e-9
                assert change.left.exact
                balance[seat] += change.new - change.seen - change.told
                assert balance[seat] == pytest.approx(change.left.bits, abs=1e-9)
        knowledge = [kibitz.view(states[-1], seat).knowledge for seat in range(game.players)]
        assert [log2(each.count) for each in knowledge] == [each.bits for each in books.left]


# --- rules that tell ------------------------------------------------------------------------------


def lines_told(game: Game, games: int) -> set[int]:
    """The lines from which something was inferred in some games."""
    return {
        line
        for number in range(games)
        for _, _, changes in entries(play_of_series(game, 1, number))
        for change in changes
        for line, _ in change.inferred
    }


def test_the_clause_that_allowed_it_is_named() -> None:
    game = kibitz.load(str(RULES / "follow.rcy"))
    (line,) = lines_told(game, 6)
    assert giveaways_of(game).text(line).startswith("((and (not (leading)) (== (size (filter")


def test_the_clause_is_named_though_another_has_a_label(load_text: LoadText) -> None:
    text = kibitz.load("agram").source.text
    led = "(move 'C (top ((current player) vloc TRICK)))"
    game = load_text(text.replace(led, f'(label "lead {{}}" {led})', 1))
    (line,) = lines_told(game, 3)
    assert giveaways_of(game).text(line).startswith("((and (!= (game str LEAD) NONE)")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("howmany", "(set (game sto HOLDERS) (size (filter player"),
        ("duel", "((> (score (top ((current player) iloc HAND))"),
        ("repeatcount", "(repeat (size (filter ((next player) iloc HAND)"),
    ],
)
def test_the_statement_whose_outcome_shows_it_is_named(name: str, text: str) -> None:
    game = kibitz.load(str(RULES / f"{name}.rcy"))
    told = [giveaways_of(game).text(line) for line in lines_told(game, 6)]
    assert any(each.startswith(text) for each in told)


# --- the study ------------------------------------------------------------------------------------


def study(game: Game, **more: object) -> Report:
    given = {"games": 6, "studies": ("secrets",), "workers": 1, **more}
    return report(game, effort="quick", **given)  # type: ignore[arg-type]


def test_the_report_says_how_secrets_come_out() -> None:
    found = study(kibitz.load("agram")).measured
    start = log2(factorial(29) // (factorial(6) ** 3 * factorial(11)))
    figure = found["secrets"].figure
    assert figure is not None
    assert figure.value == pytest.approx(start)
    north = [row.figure.value for row in found["secrets"].rows if row.group == "North"]
    assert len(north) == 25
    assert north == sorted(north, reverse=True)
    books = found["secrets_gained"].data["books"]
    gained = books["seen"] + books["inferred"]
    assert books["start"] + books["new"] - gained == pytest.approx(books["left"], abs=1e-9)
    told = found["secrets_gained"].figure
    assert told is not None
    assert told.value == pytest.approx(gained)
    (rule,) = found["secrets_by_rule"].data["rules"]
    assert rule["line"] == 47
    assert rule["bits"] == pytest.approx(books["inferred"])
    assert found["secrets_by_rule"].rows[0].label == "agram.rcy:47"
    given = [row.figure.value for row in found["secrets_given"].rows]
    assert 3 * sum(given) == pytest.approx(4 * gained)
    half = found["secrets_half"].figure
    assert half is not None
    assert half.value == pytest.approx(1 - sum(_at_half(found["secrets"].rows)) / 4 / start)
    assert found["secrets"].note is None


def _at_half(rows: tuple[Row, ...]) -> list[float]:
    return [row.figure.value for row in rows if row.label == "12"]


def test_the_same_seed_gives_the_same_whatever_the_lots() -> None:
    game = kibitz.load("agram", NUMP=3, HAND=2, TRICKS=2)
    once, again, other = (json.dumps(study(game, seed=seed).to_json()) for seed in (5, 5, 6))
    assert once == again
    assert once != other
    settings = {"bots": [], "limit": 500, "stride": 1, "one_each": False, "seed": 5}
    whole = played(game, first=0, last=4, **settings)  # type: ignore[arg-type]
    parts = [played(game, first=n, last=n + 1, **settings) for n in range(4)]  # type: ignore[arg-type]
    assert whole["games"] == [part["games"][0] for part in parts]


def test_other_bots_may_play() -> None:
    game = kibitz.load("agram", NUMP=2, HAND=3, TRICKS=3)
    found = study(game, bots=("osla:deals=2",), games=2)
    sample = found.samples["secrets"]
    assert sample.bots == ("osla:deals=2",)
    assert sample.title == "what every seat knows, of osla:deals=2"
    assert found.measured["secrets"].figure is not None


def test_in_a_game_with_open_cards_there_are_no_secrets(tmp_path: Path) -> None:
    found = study(described(OPEN, tmp_path)).measured
    for key in ("secrets", "secrets_gained", "secrets_left", "secrets_by_rule"):
        figure = found[key].figure
        assert figure is not None
        assert figure.value == 0
    assert "secrets_half" not in found  # there is nothing of which half could be out
    assert found["information_flow"].data["places"][0]["sight"] == "open"


def test_private_numbers_do_no_harm(tmp_path: Path) -> None:
    found = study(described(SECRET_NUMBER, tmp_path))
    assert not found.skipped
    assert found.measured["secrets"].figure is not None


def test_a_game_that_does_not_end_is_followed_for_a_while(tmp_path: Path) -> None:
    text = OPEN.replace("(end (all player 'P (== (size ('P vloc HAND)) 0)))", "(end (== 1 2))")
    text = text.replace("(top (game vloc TABLE))", "(top ((current player) vloc HAND))")
    found = study(described(text, tmp_path), games=2)
    assert found.samples["secrets"].unfinished == 2
    assert "2 games were not followed to their end" in str(found.measured["secrets"].note)


def test_where_counting_is_hard_one_seat_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.analysis.secrets.HARD", 0.0)
    found = study(kibitz.load("agram", NUMP=3), games=3).measured
    assert "one seat was followed in each game" in str(found["secrets"].note)
    assert {row.group for row in found["secrets"].rows} <= {"North", "East", "South"}
    figure = found["secrets"].figure
    assert figure is not None
    assert figure.value == pytest.approx(log2(comb(29, 6) * comb(23, 6)))


def test_the_flow_of_agram_is_from_the_stock_to_the_discard() -> None:
    found = Flow.from_json(study(kibitz.load("agram")).measured["information_flow"].data)
    seen = [(place.name, place.owner, place.sight) for place in found.places]
    assert seen == [
        ("stock", "", "hidden"),
        ("hand", "each player", "own"),
        ("trick", "each player", "open"),
        ("discard", "", "open"),
    ]
    moves = [(m.source, m.target, m.cards, m.seen) for m in found.moves]
    assert moves == [(0, 1, 24, "some"), (1, 2, 24, "all"), (2, 3, 24, "all")]


def test_if_only_one_seat_is_followed_every_seat_has_its_turn() -> None:
    found = played(
        kibitz.load("agram", NUMP=3), first=2, last=6, seed=1, bots=(), limit=3, stride=1,
        one_each=True,
    )  # fmt: skip
    assert [each["seats"] for each in found["games"]] == [[2], [0], [1], [2]]


def test_half_of_a_game_that_was_not_followed_to_its_end_is_not_its_half() -> None:
    def books(gone: float, whole: bool) -> dict[str, object]:
        return {"half": [gone, 10.0], "whole": whole, "positions": 1, "sure": 1}

    def half(*games: dict[str, object]) -> Measured:
        made = Secrets(kibitz.load("agram"), (), games, 1, Flow("", (), ()), True, False)
        found = secrets_half(made)
        assert found is not None
        return found

    found = half(books(6.0, True), books(1.0, False), books(8.0, True))
    assert found.figure is not None
    assert found.figure.value == pytest.approx(0.7)
    assert found.residuals is None  # they would not go by the numbers of the deals
    found = half(books(6.0, True), books(8.0, True))
    assert found.residuals is not None
