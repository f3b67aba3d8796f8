"""A person at the terminal, as a bot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kibitz.arena.play import play
from kibitz.bots.human import Human
from kibitz.bots.plain import First
from kibitz.bots.player import Seated
from kibitz.engine import Action, State, load
from kibitz.engine.keys import derive_key
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view

AGRAM = load("agram").new(seed=3)
GUESS = load("boerenbridge").new(seed=1)


def chosen(state: State, monkeypatch: pytest.MonkeyPatch, *typed: str) -> Action:
    type_in(monkeypatch, *typed)
    return Human().choose(view(state, state.to_move), None)


def type_in(monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
    lines: Iterator[str] = iter(typed)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_a_choice_is_a_number_a_card_or_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    second = AGRAM.actions[1]
    card = AGRAM.game.card(second.cards[0])
    for typed in ("2", card.text.lower(), card.symbol, second.text, f" {second.label.upper()} "):
        assert chosen(AGRAM, monkeypatch, typed) == second


def test_a_number_on_offer_means_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(GUESS, monkeypatch, "0").label == "guess 0"


def test_several_cards_are_typed_in_one_line_in_any_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = load("tarot", AUCTION="NO").new(5)
    human = Human()
    type_in(monkeypatch, "3h", "qs 3h jc 2d 9s KH", "3h 3h jc 2d 9s 1c", "qs, 3h J♣ 2d 9s 1c")
    for _ in range(6):
        state = state.after(human.choose(view(state, state.to_move), None))
    assert set(state.cards("DISCARD 0")) == {"QS", "3H", "JC", "2D", "9S", "1C"}
    shown = capsys.readouterr().out
    assert "choose 6 of 3♥ 4♥" in shown
    assert shown.count("all the cards that are asked for") == 3


def test_nonsense_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = AGRAM.cards("HAND 1")[0]
    assert chosen(AGRAM, monkeypatch, "99", "hm", "", other, "1") == AGRAM.actions[0]
    shown = capsys.readouterr().out
    for typed in ("99", "hm", "", other):
        assert f"`{typed}` is not on offer" in shown


def test_one_sees_what_the_seat_sees_and_no_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen(AGRAM, monkeypatch, "1")
    shown = capsys.readouterr().out
    for face in AGRAM.game.cards:
        mine = face in AGRAM.faces("HAND 0")
        assert (f" {face.symbol}" in shown) == mine
    assert "hand 1: 6 cards" in shown
    assert "North, this is what you see:" in shown


def test_when_nobody_is_there_that_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KibitzError, match="nobody is there to choose for North"):
        chosen(AGRAM, monkeypatch, "hm")


def test_a_person_sits_at_a_table_like_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *"111111")
    seats = [Seated("me", Human(), 1), Seated("first", First(), 2)]
    assert play(load("agram", NUMP=2), derive_key(1), seats).state.over
