"""From forms to a typed program: kinds, dialects, parameters, decks."""

from __future__ import annotations

import pytest

from kibitz.errors import KibitzError
from kibitz.recycle.diagnostics import DescriptionError, Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.tree import Binding, DeckForm, Kind, Node, Program, walk

from .mutations import descriptions
from .snippets import sound


def program(where: str, text: str, **parameters: int | str) -> Program:
    """A game that is sound but for one piece."""
    return elaborate(Source(sound(where, text)), parameters)[0]


def statement(text: str) -> Node:
    """An action, as it is understood."""
    do = program("action", text).body[0]  # a play in which something is shuffled may follow
    return do.args[0]


def value(text: str) -> Node:
    """A number, as it is understood."""
    return statement(f"(set (game sto X) {text})").args[1]


def nodes(game: Program, op: str) -> list[Node]:
    return [node for node in game.nodes() if node.op == op]


# --- kinds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "op", "kind"),
    [
        ("3", "num", Kind.INT),
        ("(game sto N)", "store", Kind.INT),
        ("(+ 1 2 3)", "+", Kind.INT),
        ("(mod 7 2)", "%", Kind.INT),
        ("(random 3)", "random", Kind.INT),
        ("HEARTS", "name", Kind.STR),
        ("(game str N)", "store", Kind.STR),
        ("(cardatt RANK (top (game iloc STOCK)))", "cardatt", Kind.STR),
        ("(top (game iloc STOCK))", "top", Kind.CARD),
        ("(3 (game iloc STOCK))", "nth", Kind.CARD),
        ("((game sto N) (game iloc STOCK))", "nth", Kind.CARD),
        ("(max (game iloc STOCK) using (game points P))", "max", Kind.CARD),
        ("(actual (top (game iloc STOCK)))", "top", Kind.CARD),
        ("(current player)", "current", Kind.PLAYER),
        ("(2 player)", "player_number", Kind.PLAYER),
        ("((game sto N) player)", "player_number", Kind.PLAYER),
        ("(owner (top (game iloc STOCK)))", "owner", Kind.PLAYER),
        ("(current team)", "current_team", Kind.TEAM),
        ("(team (current player))", "team_of", Kind.TEAM),
        ("player", "players", Kind.PLAYERS),
        ("(other player)", "others", Kind.PLAYERS),
        ("team", "teams", Kind.TEAMS),
        ("(range 1 .. 3)", "range", Kind.INTS),
        ("(HEARTS, SPADES)", "names", Kind.STRS),
        ("(game iloc STOCK)", "place", Kind.CARDS),
        ("(top 3 (game iloc STOCK))", "first", Kind.CARDS),
        ("(top (partition RANK (game iloc STOCK)))", "group_top", Kind.CARDS),
        ("(1 (partition RANK (game iloc STOCK)))", "group_nth", Kind.CARDS),
        ("(union (game iloc STOCK) (game vloc PILE))", "union", Kind.CARDS),
        ("(partition RANK (game iloc STOCK))", "partition", Kind.GROUPS),
        ("(subsets (game iloc STOCK))", "subsets", Kind.GROUPS),
        ("(all player 'P ('P iloc HAND))", "eachloc", Kind.GROUPS),
        ("(indexed game vloc PILE)", "indexed", Kind.GROUPS),
    ],
)
def test_the_kind_of_an_expression(expression: str, op: str, kind: Kind) -> None:
    let = statement(f"(let {expression} 'X (turn pass))")
    assert (let.args[0].op, let.args[0].kind) == (op, kind)
    assert let.bound.kind is kind


@pytest.mark.parametrize(
    ("collection", "kind"),
    [
        ("player", Kind.PLAYER),
        ("(other team)", Kind.TEAM),
        ("(current team)", Kind.PLAYER),
        ("(range 1 .. 3)", Kind.INT),
        ("(HEARTS, SPADES)", Kind.STR),
        ("(game iloc STOCK)", Kind.CARD),
        ("(partition RANK (game iloc STOCK))", Kind.CARDS),
        ("(filter (range 1 .. 3) 'N (> 'N 1))", Kind.INT),
        ("(filter (subsets (game iloc STOCK)) 'S (== (size 'S) 2))", Kind.CARDS),
    ],
)
def test_the_kind_of_a_member(collection: str, kind: Kind) -> None:
    assert statement(f"(all {collection} 'X (turn pass))").bound.kind is kind


def test_an_any_or_all_is_a_condition_or_a_statement() -> None:
    when = statement("((any player 'P (== 'P (current player))) (turn pass))")
    assert when.args[0].kind is Kind.BOOL
    assert statement("(any player 'P (turn pass))").op == "each"


def test_names_are_resolved_by_what_they_are_bound_to() -> None:
    cards = statement("(let (game iloc STOCK) 'V (move (top 'V) (top (game vloc PILE))))")
    groups = statement(
        "(let (partition RANK (game iloc STOCK)) 'V (move (top (top 'V)) (top (game vloc PILE))))"
    )
    assert [node.op for node in walk(cards.args[1])][1] == "top"
    assert [node.op for node in walk(groups.args[1])][1:3] == ["top", "group_top"]


def test_inner_names_shadow_outer_ones() -> None:
    outer = statement("(let 1 'X (let HEARTS 'X (set (game str Y) 'X)))")
    variables = [node for node in walk(outer) if node.op == "var"]
    assert [node.kind for node in variables] == [Kind.STR]


def test_a_place_has_an_index() -> None:
    def index(place: str) -> Node:
        return statement(f"(shuffle {place})").args[0].args[2]

    assert index("(game vloc PILE)").value == 0
    assert index("(game vloc PILE 3)").value == 3


def test_one_can_move_into_a_place_that_is_a_member() -> None:
    for collection in ("(indexed game vloc PILE)", "(all player 'P ('P vloc PILE))"):
        each = statement(f"(all {collection} 'L (move (top (game iloc STOCK)) (top 'L)))")
        assert each.bound.spot
    with pytest.raises(DescriptionError, match="not a place one can put a card into"):
        statement("(all (subsets (game iloc STOCK)) 'L (move (top 'L) (top 'L)))")


# --- dialects -------------------------------------------------------------------------------------


def awards(action: str) -> list[tuple[list[str], int]]:
    """The awards of a point map: its pairs and what they score."""
    node = statement(action)
    assert node.op == "set_points"
    assert node.args[0].op == "points"
    return [
        ([f"{pair.args[0].value} {pair.args[1].value}" for pair in award.args[:-1]],
         award.args[-1].number)
        for award in node.args[1:]
    ]  # fmt: skip


def test_awards_of_all_generations_mean_the_same() -> None:
    expected = [(["RANK ACE"], 14), (["RANK KING", "SUIT HEARTS"], 13)]
    now = "(set (game points P) (((RANK : ACE) 14) ((RANK : KING) (SUIT : HEARTS) 13)))"
    old = "(put points 'P (((RANK (ACE)) 14) ((RANK (KING)) (SUIT (HEARTS)) 13)))"
    assert awards(now) == awards(old) == expected


def test_an_old_award_may_list_values() -> None:
    assert awards("(put points 'P (((RANK (ACE, KING)) 14)))") == [
        (["RANK ACE"], 14), (["RANK KING"], 14),
    ]  # fmt: skip


def test_an_award_may_depend_on_the_game() -> None:
    for pair in ("(SUIT : (game str LED))", "(SUIT (cardatt SUIT (top (game vloc PILE))))"):
        node = statement(f"(set (game points P) (({pair} 100)))")
        assert node.args[1].args[0].args[1].kind is Kind.STR


def test_the_name_of_a_map_in_the_oldest_files() -> None:
    old, now = (
        value(f"(score (top (game iloc STOCK)) using {points})").args[1]
        for points in ("'PREC", "(game points PREC)")
    )
    assert old.op == now.op == "points"
    assert list(map(str, old.args)) == list(map(str, now.args)) == ["(game)", "(name PREC)"]


def test_partition_takes_its_attribute_first_or_last() -> None:
    first = statement("(all (partition RANK (game iloc STOCK)) 'G (turn pass))")
    last = statement("(all (partition (game iloc STOCK) RANK) 'G (turn pass))")
    assert str(first) == str(last)


def test_mod_is_remainder() -> None:
    assert str(value("(mod 7 2)")) == str(value("(% 7 2)"))


def test_increments_default_to_one() -> None:
    assert str(statement("(inc (game sto X))")) == str(statement("(inc (game sto X) 1)"))


def test_random_starts_at_zero() -> None:
    assert str(value("(random 5)")) == str(value("(random 0 .. 5)"))


def test_a_repeat_may_move_whole_places() -> None:
    assert statement("(repeat all (move (top (game iloc STOCK)) (top (game vloc A))))").op == (
        "repeat_all"
    )


def test_cycle_takes_words_of_the_stage_it_stands_in() -> None:
    game = program(
        "play",
        "(stage player (end (== 1 1)) (do ((cycle next current))))"
        "(stage team (end (== 1 1)) (do ((cycle next previous))))",
    )
    assert [node.args[0].op for node in nodes(game, "cycle")] == ["current", "previous_team"]


# --- teams ----------------------------------------------------------------------------------------


def teams(text: str, players: int = 4) -> tuple[tuple[int, ...], ...]:
    return program("setup", f"(setup (create players {players}) {text})").teams


def test_without_teams_everybody_is_one() -> None:
    assert teams("", 3) == ((0,), (1,), (2,))


def test_teams_count_from_zero_or_one() -> None:
    assert teams("(create teams (0, 2) (1, 3))") == ((0, 2), (1, 3))
    assert teams("(create teams (1, 3) (2, 4))") == ((0, 2), (1, 3))
    assert teams("(create teams (0) (1) (2) (3))") == ((0,), (1,), (2,), (3,))


def test_teams_keep_the_order_of_their_lists() -> None:
    assert teams("(create teams (1, 3) (0, 2))") == ((1, 3), (0, 2))


def test_every_player_is_in_a_team_and_no_stranger() -> None:
    assert teams("(create teams (0, 2))", 3) == ((0, 2), (1,))
    assert teams("(create teams (0, 5) (1, 7))", 2) == ((0,), (1,))


def test_teams_made_in_play_are_whole_too() -> None:
    game = program("action", "(create teams (0, 9))")
    assert nodes(game, "create_teams")[0].value == ((0,), (1,))


def test_teams_made_in_play_may_be_meant_for_more_players() -> None:
    text = """(game (setup (create players 2) (create deck (game vloc A) (deck (N (ONE)))))
      (do (((== (size player) 4) (create teams (0, 2) (1, 3))) (shuffle (game vloc A))))
      (scoring max 0))"""
    _, found = elaborate(Source(text, "g.rcy"), name="g")
    assert found.all == []


# --- decks ----------------------------------------------------------------------------------------


def deck(text: str) -> list[dict[str, str]]:
    """The cards of all decks of a setup."""
    game = program("setup", f"(setup (create players 2) {text})")
    cards: list[dict[str, str]] = []
    for node in game.decks:
        assert isinstance(node.value, DeckForm)
        cards += node.value.cards
    return cards


def test_the_first_attribute_varies_slowest() -> None:
    cards = deck("(create deck (game iloc X) (deck (SUIT (HEARTS, SPADES)) (RANK (ACE, KING))))")
    assert cards == [
        {"SUIT": "HEARTS", "RANK": "ACE"}, {"SUIT": "HEARTS", "RANK": "KING"},
        {"SUIT": "SPADES", "RANK": "ACE"}, {"SUIT": "SPADES", "RANK": "KING"},
    ]  # fmt: skip


def test_values_may_carry_attributes() -> None:
    cards = deck(
        "(create deck (game iloc X) (deck (RANK (ACE))"
        " (COLOR (RED (SUIT (HEARTS, DIAMONDS))) (BLACK (SUIT (CLUBS, SPADES))))))"
    )
    assert [tuple(card.values()) for card in cards] == [
        ("ACE", "RED", "HEARTS"), ("ACE", "RED", "DIAMONDS"),
        ("ACE", "BLACK", "CLUBS"), ("ACE", "BLACK", "SPADES"),
    ]  # fmt: skip


def test_several_values_may_carry_the_same() -> None:
    cards = deck("(create deck (game iloc X) (deck (RANK (ACE, TEN (POINTS (HIGH))) (SIX))))")
    assert cards == [
        {"RANK": "ACE", "POINTS": "HIGH"}, {"RANK": "TEN", "POINTS": "HIGH"}, {"RANK": "SIX"},
    ]  # fmt: skip


def test_attributes_nest_in_attributes() -> None:
    cards = deck("(create deck (game iloc X) (deck (A (B (C (D (E (F, G))) (H))) (I))))")
    assert cards == [
        {"A": "B", "C": "D", "E": "F"}, {"A": "B", "C": "D", "E": "G"}, {"A": "B", "C": "H"},
        {"A": "I"},
    ]  # fmt: skip


def test_a_deck_may_be_repeated_and_have_a_back() -> None:
    cards = deck("(repeat 3 (create deck RED (game iloc X) (deck (RANK (ACE, KING)))))")
    assert [card["RANK"] for card in cards] == ["ACE", "KING"] * 3
    game = program("setup", "(setup (create players 2) "
                            "(create deck RED (game iloc X) (deck (RANK (ACE)))))")  # fmt: skip
    assert isinstance(game.decks[0].value, DeckForm)
    assert game.decks[0].value.back == "RED"


def test_decks_stand_in_the_order_of_the_text() -> None:
    one = "(create deck (game iloc X) (deck (RANK ({}))))"
    cards = deck(one.format("ACE") + one.format("TWO"))
    assert [card["RANK"] for card in cards] == ["ACE", "TWO"]


# --- parameters -----------------------------------------------------------------------------------

DECLARED = "(declare 3 'N) (declare HEARTS 'TRUMP) (declare (+ 'N 1) 'M) (declare (A, B) 'NAMES)"


def binding(game: Program, name: str) -> Binding:
    return next(b for b in game.declarations if b.name == name)


def test_numbers_and_names_are_parameters() -> None:
    game = program("declare", DECLARED)
    assert game.parameters == {"N": 3, "TRUMP": "HEARTS"}
    assert [b.name for b in game.declarations] == ["N", "TRUMP", "M", "NAMES"]


def test_parameters_can_be_overridden() -> None:
    game = program("declare", DECLARED, N="5", TRUMP="spades")
    assert game.parameters == {"N": 5, "TRUMP": "SPADES"}
    declared = binding(game, "N").value
    assert declared is not None
    assert declared.value == 5


def test_a_parameter_may_shape_the_game() -> None:
    text = "(declare 3 'N)\n(declare 2 'LESS)\n(declare 7 'OTHER)"
    whole = sound("declare", text).replace("players 2", "players (- (* 2 'N) 'LESS)")
    game, _ = elaborate(Source(whole))
    assert game.players == 4
    assert game.fixed == {"N", "LESS"}
    assert elaborate(Source(whole), {"N": 5})[0].players == 8
    with pytest.raises(KibitzError, match="1 to 16 players, not 18"):
        elaborate(Source(whole), {"N": 10})


def test_declared_collections_are_written_out() -> None:
    text = sound("declare", "(declare (A, B) 'NAMES)").replace(
        "(shuffle (game iloc STOCK))", "(all 'NAMES 'X (turn pass))"
    )
    game, _ = elaborate(Source(text))
    assert nodes(game, "each")[0].args[0].value == ("A", "B")


@pytest.mark.parametrize("wrong", [{"N": "x"}, {"N": 2**40}, {"TRUMP": "3"}, {"NUMBER": 3}])
def test_wrong_parameters_are_refused(wrong: dict[str, int | str]) -> None:
    with pytest.raises(KibitzError):
        program("declare", DECLARED, **wrong)


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", descriptions())
def test_the_games_are_understood(name: str) -> None:
    game, found = elaborate(Source(descriptions()[name], name), name=name)
    assert found.all == []
    assert game.name == name
    assert not any(node.kind is Kind.WRONG for node in game.nodes())
    assert all(0 <= node.at[0] <= node.at[1] for node in game.nodes())


def test_scoring_high_or_low() -> None:
    assert program("scoring", "(scoring max 0)").highest_wins
    assert not program("scoring", "(scoring min 0)").highest_wins


def test_all_errors_are_found_in_one_run() -> None:
    text = sound("action", "(mvoe 1)\n(turn past)\n(inc (game str X))\n((= 1 1) (shuffle 3))")
    with pytest.raises(DescriptionError) as caught:
        elaborate(Source(text))
    assert [error.line for error in caught.value.diagnostics] == [5, 6, 7, 8, 8]
