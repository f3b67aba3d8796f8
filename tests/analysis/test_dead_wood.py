"""Dead wood: clauses that are never offered, or never matter, named with their lines."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import LoadText

import kibitz
from kibitz.analysis.clauses import clauses_of, played
from kibitz.analysis.measured import Measured
from kibitz.analysis.run import report
from kibitz.analysis.switches import settings
from kibitz.engine.game import Game

from .known import known

SMALL = "tests/games/small"


def wood(game: Game, games: int = 300) -> Measured:
    return report(game, random=games, studies=("random",), workers=1).measured["dead_wood"]


def lines(found: list[dict[str, Any]]) -> list[int]:
    return [each["line"] for each in found]


def test_a_planted_dead_clause_is_named_with_its_line() -> None:
    found = wood(known("deadclause"))
    assert lines(found.data["never_offered"]) == [18]
    assert found.data["never_offered"][0]["text"].startswith(
        "((== ((current player) sto SCORE) 10)"
    )
    assert found.note is not None
    assert "never offered in 300 games at random" in found.note
    assert found.note.endswith("fewer than one of 79 games (95 %): line 18")


def test_two_ways_to_do_the_same_do_not_matter_and_a_forced_move_is_no_dead_wood() -> None:
    found = wood(known("deadclause")).data
    assert lines(found["never_matters"]) == [20, 21]
    assert lines(found["only_forced"]) == [22]


def test_clauses_in_use_have_the_share_of_games_in_which_they_were_taken() -> None:
    found = wood(known("deadclause"), 2000)
    rows = {row.label: row.figure.value for row in found.rows}
    assert rows["deadclause.rcy:16"] == pytest.approx(1 - (2 / 3) ** 3, abs=0.03)
    assert rows["deadclause.rcy:18"] == 0
    assert rows["deadclause.rcy:22"] == 1
    assert lines(found.data["clauses"]) == [16, 18, 20, 21, 22]


SWITCHED = """(game
  (declare NO 'EXTRA)
  (declare 2 'TURNS)
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (stage player
    (end (== (game sto MADE) 'TURNS))
    (choice (
      (inc ((current player) sto SCORE))
      (inc ((current player) sto SCORE) 2)
      ((== 'EXTRA YES) (inc ((current player) sto SCORE) 3))
      ((== (game sto MADE) 2) (inc ((current player) sto SCORE) 4))
      ((== (game sto MADE) 99) (inc ((current player) sto SCORE) 5))))
    (do ((inc (game sto MADE)))))
  (scoring max ((current player) sto SCORE)))
"""


def test_what_a_parameter_leaves_out_is_no_dead_wood(load_text: LoadText) -> None:
    game = load_text(SWITCHED)
    assert set(settings(game)) == {("EXTRA", "YES"), ("TURNS", 3), ("TURNS", 1)}
    found = wood(game)
    assert lines(found.data["never_offered"]) == [12]
    assert [(each["line"], each["with"]) for each in found.data["switched_off"]] == [
        (10, "EXTRA=YES"),
        (11, "TURNS=3"),
    ]
    assert found.note is not None
    assert found.note.endswith("only with EXTRA=YES: line 10; only with TURNS=3: line 11")


RARE = """(game
  (setup (create players 2) (create deck (game vloc BOX) (deck (RANK (A)))))
  (do ((set (game sto DIE) (random 1..{sides}))))
  (choice (
    ((== (game sto DIE) 1)
      (inc ((current player) sto SCORE)))
    (turn pass)))
  (scoring max ((current player) sto SCORE)))"""


def test_a_rare_clause_is_not_called_dead(load_text: LoadText) -> None:
    """In one of 40 games it is offered: with 300 games somebody sees it."""
    found = wood(load_text(RARE.format(sides=40)))
    assert lines(found.data["never_offered"]) == []
    assert found.data["clauses"][0]["line"] == 5
    assert 0 < found.data["clauses"][0]["offered"] < 30
    assert found.note is None


def test_what_was_not_seen_is_not_called_impossible(load_text: LoadText) -> None:
    found = wood(load_text(RARE.format(sides=1_000_000)))
    assert lines(found.data["never_offered"]) == [5]
    assert found.data["games"] == 300
    assert found.rows[0].figure.ci95 == pytest.approx((0, 0.0126), abs=1e-3)
    assert found.note is not None
    assert found.note.startswith("never offered in 300 games at random, so in fewer than one of 79")


def test_clauses_that_do_the_same_are_told_apart_by_their_conditions() -> None:
    """In Agram all three clauses play a card: who leads, who follows, and who cannot."""
    game = kibitz.load("agram")
    assert [clause.line for clause in clauses_of(game)] == [38, 42, 47]
    uses = played(game, 0, 50, 1, 10_000, native=False)["uses"]
    assert uses[0] == [50, 50, 50, 50]
    found = wood(kibitz.load("agram", HAND=1, TRICKS=1)).data
    assert [each["mattered"] for each in found["clauses"]] == [0, 0, 0]
    assert found["clauses"][0]["offered"] == 300


OVERLAPPING = """(game
  (setup (create players 1)
    (create deck (game vloc ROW) (deck (RANK (A, B, C)))))
  (do ((move (top (game vloc ROW)) (top ((0 player) vloc HAND)))
       (move (top (game vloc ROW)) (top ((0 player) vloc HAND)))))
  (choice (
    (any ((current player) vloc HAND) 'C (move 'C (top (game vloc OUT))))
    (any (filter ((current player) vloc HAND) 'C (== (cardatt RANK 'C) B)) 'C
      (move 'C (top (game vloc OUT))))))
  (scoring max 0))"""


def test_a_clause_that_offers_only_what_another_does_never_matters(load_text: LoadText) -> None:
    """The hand is C and B; every card may be played, so that a rule for the B says nothing new. The
    game has two options, and each is taken in half of the games."""
    found = wood(load_text(OVERLAPPING), 2000)
    first, second = found.data["clauses"]
    assert (first["taken"], first["mattered"]) == (2000, 2000)
    assert second["taken"] == pytest.approx(1000, abs=120)
    assert (second["offered"], second["mattered"]) == (2000, 0)
    assert lines(found.data["never_matters"]) == [8]


@pytest.mark.parametrize("name", [f"{SMALL}/eights.rcy", f"{SMALL}/marriage.rcy"])
def test_both_modes_count_the_same(name: str) -> None:
    game = kibitz.load(name)
    one, other = (played(game, 2, 8, 3, 200, native=native) for native in (False, True))
    assert one == other


@pytest.mark.parametrize("name", ["caravan", "eights", "guesses", "twopacks"])
def test_every_clause_of_the_small_games_is_in_use(name: str) -> None:
    found = wood(kibitz.load(f"{SMALL}/{name}.rcy"), 40).data
    assert found["never_offered"] == found["never_taken"] == []
