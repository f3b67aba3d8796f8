"""Warnings: true where they are given, silent where names are computed."""

from __future__ import annotations

import pytest

from kibitz.recycle.diagnostics import Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.lint import lint

from .mutations import descriptions
from .snippets import sound

DEAL = "(all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))"


def warnings(where: str, text: str) -> list[str]:
    """The warnings about a piece of an otherwise sound game."""
    program, found = elaborate(Source(sound(where, text)))
    assert found.all == []
    lint(program, found)
    return [warning.message for warning in found.warnings]


@pytest.mark.parametrize("name", descriptions())
def test_the_games_give_no_warnings(name: str) -> None:
    program, found = elaborate(Source(descriptions()[name], name))
    lint(program, found)
    assert list(map(str, found.all)) == []


# --- places ---------------------------------------------------------------------------------------


def test_a_place_is_known_by_owner_kind_and_name() -> None:
    play = DEAL + "(move (top {}) (top (game vloc PILE)))"
    assert warnings("action", play.format("((0 player) iloc HAND)")) == []
    for place in ("(game iloc HAND)", "((0 player) vloc HAND)", "((0 player) iloc HANDS)"):
        (warning,) = warnings("action", play.format(place))
        assert warning.startswith(f"no card is ever put into `{place}`; did you mean")


def test_a_place_is_told_once() -> None:
    move = "(move (top (game vloc NOWHERE)) (top (game vloc PILE)))"
    assert len(warnings("action", move * 3)) == 1


@pytest.mark.parametrize(
    "filling",
    [
        "(move (top (game iloc STOCK)) (bottom (game vloc X)))",
        "(move (top (game iloc STOCK)) (top (game vloc X 3)))",
        "(swap (game vloc X) (game iloc STOCK))",
        "(create deck (game vloc X) (deck (RANK (TWO))))",
        "(let (game vloc X) 'L (move (top (game iloc STOCK)) (top 'L)))",
        "(all (all player 'P (game vloc X)) 'L (move (top (game iloc STOCK)) (top 'L)))",
        "(all (X, Y) 'N (move (top (game iloc STOCK)) (top (game vloc 'N))))",
        "(set (game str N) X) (move (top (game iloc STOCK)) (top (game vloc (game str N))))",
        "(all (game iloc STOCK) 'C (move 'C (top (game vloc (cardatt RANK 'C)))))",
    ],
)
def test_ways_to_fill_a_place(filling: str) -> None:
    name = "ACE" if "cardatt" in filling else "X"
    assert warnings("action", f"{filling} (shuffle (game vloc {name}))") == []


def test_swapping_two_empty_places_fills_neither() -> None:
    swap = "(swap (game vloc A) (game vloc B))"
    assert len(warnings("action", swap)) == 2
    assert warnings("action", swap + "(move (top (game iloc STOCK)) (top (game vloc A)))") == []


def test_a_note_fills_a_memory_place() -> None:
    note = "(remember (top (game iloc STOCK)) (top (game mem LED)))"
    assert warnings("action", f"{note} (forget (top (game mem LED)))") == []
    assert len(warnings("action", "(forget (top (game mem LED)))")) == 1


def test_a_name_from_a_variable_is_not_blamed() -> None:
    text = "(all (STOCK, OTHER) 'N (shuffle (game iloc 'N)))"
    assert warnings("action", text) == []
    assert warnings("action", "(shuffle (game iloc (game str N))) (set (game str N) STOCK)") == []


# --- maps and stores ------------------------------------------------------------------------------


def test_a_point_map_that_is_set_somewhere() -> None:
    use = "(move (max (game iloc STOCK) using (game points P)) (top (game vloc PILE)))"
    assert warnings("action", use) == ["the point map `P` of the game is never set"]
    for setting in (
        "(set (game points P) (((RANK : ACE) 1)))",
        "(put points 'P (((RANK (ACE)) 1)))",
        "(all (P, Q) 'N (set (game points 'N) (((RANK : ACE) 1))))",
        "(set (game points (game str N)) (((RANK : ACE) 1))) (set (game str N) P)",
    ):
        assert warnings("action", setting + use) == []


def test_a_store_that_is_set_somewhere() -> None:
    use = "((== (game sto X) 1) (turn pass))"
    assert warnings("action", use) == ["`X` of the game is read but never set"]
    for setting in ("(set (game sto X) 1)", "(inc (game sto X))", "(dec (game sto X))"):
        assert warnings("action", setting + use) == []
    assert len(warnings("action", "(inc ((0 player) sto X))" + use)) == 1


# --- cards ----------------------------------------------------------------------------------------


def test_attributes_and_values_of_the_deck() -> None:
    def test(attribute: str, value: str) -> list[str]:
        return warnings(
            "action",
            f"(all (filter (game iloc STOCK) 'C (== (cardatt {attribute} 'C) {value})) 'C "
            "(move 'C (top (game vloc PILE))))",
        )

    assert test("RANK", "ACE") == []
    assert test("RNAK", "ACE") == ["no card has an attribute `RNAK`; did you mean `RANK`?"]
    assert test("RANK", "ACES") == ["no card has `ACES` as its RANK; did you mean `ACE`?"]


def test_awards_for_cards_that_are_not_there_are_no_slip() -> None:
    award = "(set (game points P) (((RANK : {}) 1)))"
    use = "(move (max (game iloc STOCK) using (game points P)) (top (game vloc PILE)))"
    assert warnings("action", award.format("SEVEN") + use) == []
    assert len(warnings("action", award.format("KINGS") + use)) == 1


# --- choices --------------------------------------------------------------------------------------

TABLE = "(move (top (game iloc STOCK)) (top (game vloc TABLE)))"
TAKE = "(do ((inc (game sto TAKEN)) (all 'S 'C (move 'C (top (game vloc WON))))))"


@pytest.mark.parametrize(
    ("collection", "body", "warned"),
    [
        ("(subsets (game vloc TABLE))", TAKE, True),
        ("(subsets (game vloc TABLE))", f"((< (size 'S) 3) {TAKE})", True),
        ("(subsets (game vloc TABLE))", f"((== (size (game vloc TABLE)) 3) {TAKE})", True),
        ("(filter (subsets (game vloc TABLE)) 'G (<= (size 'G) 2))", TAKE, True),
        ("(subsets (game vloc TABLE))", f"((> (max (size 'S) 1) 0) {TAKE})", True),
        ("(subsets (game vloc TABLE))", f"((> (max (size 'S) 0) 0) {TAKE})", False),
        ("(subsets (game vloc TABLE))", f"((> (size 'S) 0) {TAKE})", False),
        ("(subsets (game vloc TABLE))", f"((!= (size 'S) 0) {TAKE})", False),
        ("(subsets (game vloc TABLE))", f"((not (== 0 (size 'S))) {TAKE})", False),
        ("(subsets (game vloc TABLE))", f"((== (size 'S) (game sto TAKEN)) {TAKE})", False),
        ("(filter (subsets (game vloc TABLE)) 'G (>= (size 'G) 1))", TAKE, False),
        ("(filter (subsets (game vloc TABLE)) 'G (and (== 1 1) (== (size 'G) 2)))", TAKE, False),
        ("(filter (subsets (game vloc TABLE)) 'G (any 'G 'C (== 1 1)))", TAKE, False),
        ("(subsets 2 (game vloc TABLE))", TAKE, False),
        ("(partition RANK (game vloc TABLE))", TAKE, False),
        # Nothing is done with an empty group here, so it is no option.
        ("(subsets (game vloc TABLE))", "(all 'S 'C (move 'C (top (game vloc WON))))", False),
        ("(subsets (game vloc TABLE))", "(repeat all (move (top 'S) (top (game vloc W))))", False),
    ],
)
def test_an_empty_group_on_offer(collection: str, body: str, warned: bool) -> None:
    found = warnings("choice", f"{TABLE} (any {collection} 'S {body})")
    assert found == ["`'S` may be a group of no cards, which is offered like any other"] * warned


HIDDEN = "what is legal depends here on cards that the chooser may not see"
GIVE = "(move (top (game iloc STOCK)) (top ('P iloc HAND)))"


@pytest.mark.parametrize(
    ("clause", "warned"),
    [
        ("((any ('P iloc HAND) 'C (== (cardatt RANK 'C) ACE)) {})", True),
        ("((== (size (filter ('P iloc HAND) 'C (== (cardatt RANK 'C) ACE))) 0) {})", True),
        ("((> (sum ('P iloc HAND) using (game points V)) 3) {})", True),
        ("(let (size (partition RANK ('P iloc HAND))) 'N ((> 'N 1) {}))", True),
        ("((== (cardatt RANK (top (game iloc STOCK))) ACE) {})", True),
        ("((== (cardatt RANK (top ((current player) hloc SECRET))) ACE) {})", True),
        ("((== (owner (max ('P iloc HAND) using (game points V))) 'P) {})", True),
        # How many cards somebody has is no secret, and neither is what lies open.
        ("((> (size ('P iloc HAND)) 1) {})", False),
        ("((any ('P vloc SHOWN) 'C (== (cardatt RANK 'C) ACE)) {})", False),
        ("((any ('P oloc HEAD) 'C (== (cardatt RANK 'C) ACE)) {})", False),
        ("((any ((current player) iloc HAND) 'C (== (cardatt RANK 'C) ACE)) {})", False),
        ("(let (current player) 'Q ((== (cardatt RANK (top ('Q iloc HAND))) ACE) {}))", False),
        ("((any ((team (current player)) iloc BOTH) 'C (== (cardatt RANK 'C) ACE)) {})", False),
        # An effect that depends on hidden cards is no matter of legality.
        ("(do ({} ((== (cardatt RANK (top ('P iloc HAND))) ACE) (inc (game sto X)))))", False),
        # One of the two happens in any case.
        ("(do (((== (cardatt RANK (top ('P iloc HAND))) ACE) {}) "
         "((!= (cardatt RANK (top ('P iloc HAND))) ACE) (inc (game sto X)))))", False),
    ],
)  # fmt: skip
def test_legality_that_depends_on_hidden_cards(clause: str, warned: bool) -> None:
    fill = " ".join(
        f"(move (top (game iloc STOCK)) (top {place}))"
        for place in ("((current player) hloc SECRET)", "((current player) vloc SHOWN)",
                      "((current player) oloc HEAD)", "((current team) iloc BOTH)")
    )  # fmt: skip
    points = "(set (game points V) (((RANK : ACE) 1)))"
    text = f"(do ({fill} {points}))\n(choice ((any (other player) 'P {clause.format(GIVE)})))"
    assert warnings("play", text) == [HIDDEN] * warned


def test_alone_at_the_table_one_sees_all_hands() -> None:
    text = (
        "(game (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ACE)))))"
        f"(do ({DEAL})) (choice ((all player 'P "
        "((any ('P iloc HAND) 'C (== (cardatt RANK 'C) ACE)) (turn pass)))"
        "(turn pass))) (scoring max 0))"
    )
    program, found = elaborate(Source(text))
    lint(program, found)
    assert found.all == []


# --- stages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "body", "warned"),
    [
        ("(== (size (game iloc STOCK)) 0)", "(do ((turn pass)))", True),
        ("(== (size (game iloc STOCK)) 0)", "(do ((shuffle (game iloc STOCK))))", False),
        ("(== (size (game iloc STOCK)) 0)", "(choice ((turn pass)))", False),
        ("(== (pid (current player)) 1)", "(do ((turn pass)))", False),
    ],
)
def test_a_stage_in_which_nothing_changes(end: str, body: str, warned: bool) -> None:
    found = warnings("play", f"(stage player (end {end}) {body})")
    assert found == ["nothing in this stage changes anything"] * warned
