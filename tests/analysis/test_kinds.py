"""Kinds of decisions: where a description asks its players for something, and what it is called."""

from __future__ import annotations

import kibitz
from kibitz.analysis.kinds import kinds

SMALL = "tests/games/small"


def test_agram_has_one_choice_with_three_clauses() -> None:
    game = kibitz.load("agram")
    [kind] = kinds(game).values()
    assert kind.position == game.new(1).array[0]
    assert kind.label == "play (agram.rcy:36)"
    assert kind.text == "(choice ("
    assert [clause.line for clause in kind.clauses] == [38, 42, 47]
    assert kind.clauses[0].text.startswith("((== (game str LEAD) NONE) (any ((current player)")
    assert kind.tricks


def test_players_say_what_they_do() -> None:
    said = {kind.line: kind.words for kind in kinds(kibitz.load("boerenbridge")).values()}
    assert said == {55: "guess", 98: "play"}
    [betting] = kinds(kibitz.load("kuhn")).values()
    assert betting.words == "check, bet, fold or call"
    [eights] = kinds(kibitz.load(f"{SMALL}/eights.rcy")).values()
    assert [clause.words for clause in eights.clauses] == ["play", "name", "draw"]


def test_a_long_list_of_words_is_cut() -> None:
    words = [kind.words for kind in kinds(kibitz.load("tarot")).values()]
    assert words[0] == "pass, prise, garde or other"


def test_only_cards_played_to_the_trick_are() -> None:
    found = {kind.line: kind.tricks for kind in kinds(kibitz.load("boerenbridge")).values()}
    assert found == {55: False, 98: True}


def test_a_further_card_of_a_set_goes_on_with_a_decision() -> None:
    game = kibitz.load("tarot", AUCTION="NO")
    state = game.new(5)
    first = kinds(game)[state.array[0]]
    second = kinds(game)[state.after(state.actions[0]).array[0]]
    assert (first.line, first.goes_on) == (158, False)
    assert (second.line, second.goes_on) == (158, True)
