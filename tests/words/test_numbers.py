"""What the rules keep and have changed, in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kibitz.engine import Game, State, load

from .spoken import after, played, said, small, told

BASTOS = {
    "HAND 0": "O1 C2 B4",
    "HAND 1": "O3 C12 B2",
    "HAND 2": "O2 E1 C7",
    "HAND 3": "C1 E2 B10",
    "TRUMP": "B12",
}


def numbers(state: State, seat: int | None) -> list[str]:
    """What is told of numbers."""
    return [str(sentence) for sentence in told(state, seat) if sentence.kind == "numbers"]


def owned(tmp_path: Path, name: str, table: str) -> Game:
    """A house game with a sheet of one's own."""
    path = tmp_path / "own.rcy"
    path.write_text(load(name).source.text, encoding="utf-8")
    path.with_suffix(".toml").write_text(table, encoding="utf-8")
    return load(path)


# --- the sheet's own sentences --------------------------------------------------------------------


def test_the_trump_is_told_in_the_words_of_the_sheet() -> None:
    assert "Bastos are trumps." in said(load("brisca").new(1, deal=BASTOS), 0)


def test_it_is_told_anew_in_every_round() -> None:
    state = load("boerenbridge", FIRST=1, PEAK=2).new(1)
    while state.store("ROUND") == 0:
        state = state.after(state.actions[0])
    trumps = [line for line in said(state, 0) if line.endswith(" are trumps.")]
    assert len(trumps) == 2


def test_a_dealer_who_must_guess_again_is_told_so() -> None:
    """Three tricks, and the guesses add up to three: 1, 0, 0 and 2."""
    state = after(load("boerenbridge").new(1), "guess 1", "guess 0", "guess 0", "guess 2")
    guess, again, turn = said(state, 3)[-3:]
    assert (guess, turn) == ("You guess 2.", "You are next.")
    assert again.startswith("The guesses add up to the number of tricks, so you must change ")
    assert again.endswith(" guess.")
    assert "so West must change " in said(state, 0)[-2]


def test_a_change_with_one_possible_outcome_is_told_with_it() -> None:
    state = after(load("boerenbridge").new(1), "guess 1", "guess 1", "guess 1", "guess 0")
    [line] = [line for line in said(state, 3) if line.startswith("The guesses add up")]
    assert line.endswith(" guess to 1.")


def test_guesses_that_do_not_add_up_need_no_change() -> None:
    state = after(load("boerenbridge").new(1), *["guess 1"] * 4)
    assert not any(line.startswith("The guesses add up") for line in said(state, 3))


def test_a_sentence_of_the_sheet_can_say_whose_it_is(tmp_path: Path) -> None:
    game = owned(
        tmp_path,
        "boerenbridge",
        "[table]\ntrick = 'TRICK'\n[table.says]\nTRUMP = 'trumps: {}'\n",
    )
    assert "Trumps: spades." in said(game.new(1), 0)


# --- what the table shows -------------------------------------------------------------------------


def test_points_are_told_with_what_was_added() -> None:
    """The one and the three of oros: eleven and ten."""
    state = played(load("brisca").new(1, deal=BASTOS), "O1", "O3", "O2", "E2")
    assert numbers(state, 1) == ["Points: North and South 21 (+21)."]
    assert numbers(state, 0) == ["Points: you and South 21 (+21)."]


def test_a_trick_is_taken_before_it_is_counted() -> None:
    lines = said(played(load("brisca").new(1, deal=BASTOS), "O1", "O3", "O2", "E2"), 1)
    assert lines.index("North takes the trick.") + 1 == lines.index(
        "Points: North and South 21 (+21)."
    )


def test_a_score_that_falls_has_a_minus() -> None:
    hands = {f"HAND {seat}": card for seat, card in enumerate(("AS", "AH", "AC", "AD"))}
    game = load("boerenbridge", FIRST=1, PEAK=1)
    state = after(game.new(deal={**hands, "TRUMP": "S"}), *["guess 0"] * 4)
    state = played(state, "AS", "AH", "AC", "AD")
    assert numbers(state, 1)[-1] == (
        "Score: North −2 (−2), you 10 (+10), South 10 (+10), West 10 (+10)."
    )


def test_several_numbers_are_told_in_one_line_in_the_order_of_the_sheet(tmp_path: Path) -> None:
    sheet = "[table]\ntrick = 'TRICK'\n[table.seats]\nSCORE = 'score'\nTRICKS = 'tricks'\n"
    game = owned(tmp_path, "boerenbridge", sheet)
    state = after(game.new(1), *["guess 1"] * 4)
    while not any("; " in line for line in numbers(state, 0)):
        state = state.after(state.actions[0])
    assert re.fullmatch(r"Score: you .+; tricks: .+\.", numbers(state, 0)[-1])


def test_that_bids_are_taken_back_for_the_next_deal_is_not_told() -> None:
    assert numbers(after(load("tarot").new(1), "pass", "pass", "pass"), 0) == []


def test_what_the_sheet_does_not_want_told_is_not() -> None:
    """Agram shows which trick it is, and says nothing of it."""
    state = load("agram").new(1)
    for _ in range(4):
        state = state.after(state.actions[0])
    assert numbers(state, 0) == []


@pytest.mark.parametrize(
    ("anew", "lines"), [("true", ["Cards: North 3."] * 2), ("false", ["Cards: North 3 (+3)."])]
)
def test_what_is_counted_anew_is_told_as_it_is_though_it_was_as_much_before(
    tmp_path: Path, anew: str, lines: list[str]
) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(
        """(game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ONE)))))
          (stage player (end (== (game sto DEALNO) 2))
            (choice ((turn pass)))
            (do ((set ((0 player) sto CARDS) 3) (inc (game sto DEALNO)))))
          (scoring max 0))""",
        encoding="utf-8",
    )
    sheet = f"[table.seats]\nCARDS = {{ name = 'cards', anew = {anew} }}\n"
    path.with_suffix(".toml").write_text(sheet, encoding="utf-8")
    assert numbers(after(load(path).new(1), "pass", "pass"), None) == lines


# --- without a sheet ------------------------------------------------------------------------------


def test_everything_is_told_in_brackets() -> None:
    state = small("gofish").new(1)
    [ask, *_] = [action for action in state.actions if "South" in action.text]
    assert numbers(state.after(ask), 1) == ["(whom 2)"]


def test_what_all_have_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(
        """(game (setup (create players 3) (create deck (game iloc STOCK) (deck (RANK (ONE)))))
          (choice ((turn pass)))
          (do ((all player 'P (set ('P sto LIVES) 3)) (set ((1 player) sto COINS) 2)
               (set (game str MOOD) NONE)))
          (choice ((turn pass)))
          (scoring max 0))""",
        encoding="utf-8",
    )
    state = load(path).new(1).after("pass")
    assert numbers(state, None) == ["(lives 3 for all; coins: East 2)"]
    assert numbers(state, 1) == ["(lives 3 for all; coins: you 2)"]
