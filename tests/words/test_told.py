"""What is told: sentences as values, in the words of the game, to one seat or to all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz.engine.descriptions import load
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.words import Card, Seat, Sentence, Words, plain, tell

SMALL = Path(__file__).parent.parent / "games" / "small"
GAMES = ["agram", "boerenbridge", "brisca", "tarot", *map(str, sorted(SMALL.glob("*.rcy")))]


def told(state: State, seat: int | None, since: int = 0) -> list[Sentence]:
    view = kibitz.view(state, seat)
    words = Words(state.game, seat)
    words.teams = view.teams
    by_number = state.game.namer.by_number
    return tell(words, view.events, since, by_number, to_move=view.to_move)


def after(game: Game, *actions: str, seed: int = 1) -> State:
    state = game.new(seed)
    for action in actions:
        state = state.after(action)
    return state


# --- sentences ------------------------------------------------------------------------------------


def test_the_first_card_of_a_trick_is_led_and_the_others_played() -> None:
    game = load("agram")
    state = game.new(1)
    first = state.actions[0]
    state = state.after(first)
    second = state.actions[0]
    state = state.after(second)
    lines = [str(sentence) for sentence in told(state, 1)]
    assert lines[-2:] == [f"North leads {first.label[5:]}.", f"You play {second.label[5:]}."]
    did = told(state, 1)[-1]
    assert did.kind == "did"
    assert did.pieces[0] == Seat(1, "You")
    assert did.pieces[2] == Card(game.card(second.cards[0]).number, second.label[5:])


def test_the_second_copy_of_a_card_is_told_once_too() -> None:
    state = load(str(SMALL / "twopacks.rcy")).new(1)
    while not (second := [a for a in state.actions if a.label.endswith(".2")]):
        state = state.after(state.actions[0])
    seat, before = state.to_move, len(kibitz.view(state, state.to_move).events)
    lines = [str(sentence) for sentence in told(state.after(second[0]), seat, before)]
    assert lines[0].endswith(f"{second[0].label.split()[-1].removesuffix('.2')}.")
    assert not any("goes to" in line for line in lines)


def test_who_takes_a_trick_is_told_and_not_where_its_cards_go() -> None:
    state = load("agram").new(1)
    for _ in range(4):
        state = state.after(state.actions[0])
    lines = [str(sentence) for sentence in told(state, None)]
    who = state.game.seats[state.to_move or 0]
    assert lines[-2:] == [f"{who} takes the trick.", f"{who} is next."]
    assert not any("discard" in line for line in lines)


CAPTURE = {"TABLE": "9C 5C 4C QC", "HAND 0": "9D 6D 2D KD"}


@pytest.mark.parametrize("unshown", [True, False])
def test_what_is_noted_where_nobody_looks_is_not_told(tmp_path: Path, unshown: bool) -> None:
    """Casino notes the card that captures, in a place that its sheet does not show."""
    game, path = load("casino"), tmp_path / "own.rcy"
    path.write_text(game.source.text, encoding="utf-8")
    role = 'PLAYED = "unshown"\n' if unshown else ""
    sheet = f'[faces]\norder = ["RANK", "SUIT"]\n[table.roles]\n{role}'
    path.with_suffix(".toml").write_text(sheet, encoding="utf-8")
    state = load(path).new(1, deal=CAPTURE).after("play 9D to capture 9C")
    lines = [str(sentence) for sentence in told(state, 1)]
    at = lines.index("North plays 9♦ to capture 9♣.")
    assert lines[at + 1 :] == ([] if unshown else ["9♦ is noted in the played."])


def test_whose_turn_it_is_is_not_told_of_somebody_who_is_not_next() -> None:
    """Whoever captures goes on, but nothing is left to take after the last group."""
    state = load("casino").new(1, deal=CAPTURE).after("play 9D to capture 9C")
    state = state.after(next(a for a in state.actions if a.text != "take no more"))
    assert state.to_move == 1
    assert str(told(state, None)[-1]) == "North takes 4♣ 5♣ too."


def test_cards_gathered_in_for_the_next_deal_are_not_told_and_those_laid_open_are() -> None:
    hands = {"HAND 0": "AS 2S 3S 4C 5C 6C 9D 9H 9S 5D", "HAND 1": "KC QC JC 2D 2H 2C 7S 8H 10H 4H"}
    state = load("gin-rummy", GOAL=100, BACK="YES").new(1, deal={**hands, "PILE": "KS"})
    state = state.after("take KS").after("knock with KS")
    lines = [str(sentence) for sentence in told(state, None)]
    assert "9♠ 9♦ 9♥ go to North's sets." in lines
    assert not any("to the stock" in line for line in lines)
    assert lines[-2] == "North and South get 10 cards each from the stock."


def test_cards_picked_one_by_one_are_told_together_to_who_picks_them_too() -> None:
    state = load("tarot", AUCTION="NO").new(5)
    cards = [state.game.card(action.cards[0]).symbol for action in state.actions[:6]]
    for _ in range(3):
        state = state.after(state.actions[0])
    assert str(told(state, 0)[-1]) == "You are choosing."
    for _ in range(3):
        state = state.after(state.actions[0])
    lines = [str(sentence) for sentence in told(state, 0)]
    assert lines[-2:] == ["You are choosing.", f"You discard {' '.join(cards)}."]
    assert "North discards 6 cards." in [str(sentence) for sentence in told(state, 1)]


def test_a_card_drawn_is_told_to_who_drew_it() -> None:
    state = load("brisca").new(1)
    for _ in range(4):
        state = state.after(state.actions[0])
    hand = set(state.faces("HAND 0"))
    drawn = [str(s) for s in told(state, 0) if str(s).startswith("You get ")][-1]
    assert drawn.endswith(" from the stock.")
    assert drawn.split()[2] in {face.symbol for face in hand}
    everybody = [str(sentence) for sentence in told(state, None)]
    assert "Everybody gets a card from the stock." in everybody


def test_a_bid_is_called_as_the_sheet_says() -> None:
    state = after(load("tarot"), "pass", "garde sans")
    assert [str(s) for s in told(state, 2)][-2:] == ["North passes.", "East: garde sans."]


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_can_be_read(name: str) -> None:
    game = load(name)
    rng = Random(3)
    state = game.new(3)
    for _ in range(150):
        if state.over:
            break
        state = state.after(rng.choice(state.actions))
    for seat in (None, 0, game.players - 1):
        for sentence in told(state, seat):
            text = str(sentence)
            assert text[0] == "(" or text.endswith(".")
            assert text[0].upper() == text[0]
            assert "{" not in text
            assert sentence.kind in ("did", "followed", "numbers", "next")


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_known_by_its_number_and_label(name: str) -> None:
    game = load(name)
    rng = Random(5)
    state = game.new(5)
    for _ in range(100):
        if state.over:
            break
        for action in state.actions:
            dense = action.id < game.action_count
            found = [game.namer.by_number(action.id, label) for label in ("", *game.labels)]
            assert action in found if dense else not any(found)
        state = state.after(rng.choice(state.actions))


# --- the sheet ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("trik = 'TRICK'", "`table` has no `trik`; did you mean `trick`?"),
        ("trick = 1", "`table.trick` must be a text"),
        (
            "trick = 'TRICKS'",
            "names a place `TRICKS`",
        ),
        (
            "led = 'LEAP'",
            "`table.led` names a store `LEAP`",
        ),
        ("trump = 'WIND'", "names a store or suit `WIND`"),
        ("ranks = 3", "`table.ranks` must be a list of texts"),
        (
            "unshown = ['STOKC']",
            "own.toml:2: `table.unshown` names a place `STOKC`",
        ),
        ("roles = {STOCK = 'heap'}", "`table.roles.STOCK` cannot be `heap`"),
        ("roles = 'STOCK'", "`table.roles` must be a table"),
        ("seats = {PLAYED = 'played'}", "names a store of the players `PLAYED`"),
        ("game = {PLAYED = 3}", "`table.game.PLAYED` must be a text or a table"),
        ("game = {PLAYED = {nam = 'x'}}", "`table.game.PLAYED` has no `nam`; did you mean `name`?"),
        ("game = {PLAYED = {plus = 'x'}}", "`table.game.PLAYED.plus` must be a number"),
        ("game = {PLAYED = {told = 1}}", "`table.game.PLAYED.told` must be true or false"),
        (
            "game = {PLAYED = {as = 'sea'}}",
            "`table.game.PLAYED.as` cannot be `sea`; did you mean `seat`?",
        ),
        ("game = {PLAYED = {if = 'LEED'}}", "names a store `LEED`"),
        ("cards = {ACE = 1}", "`table.cards.ACE` must be a text"),
        ("says = {LEAD = '{suit} is led'}", "`table.says.LEAD` cannot be filled in"),
        (
            "says = {LEEAD = '{} is led'}",
            "names a store `LEEAD`",
        ),
    ],
)
def test_a_wrong_table_section_is_refused(tmp_path: Path, section: str, message: str) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(load("agram").source.text)
    path.with_suffix(".toml").write_text(f"[table]\n{section}\n")
    with pytest.raises(kibitz.KibitzError) as caught:
        load(path)
    assert message in str(caught.value)


# --- deal after deal ------------------------------------------------------------------------------


def lines_of(state: State, seat: int | None = None) -> list[str]:
    return [str(sentence) for sentence in told(state, seat)]


def test_cards_shown_are_told_also_when_the_next_deal_follows() -> None:
    state = load("kuhn", DEALS=2).new(deal={"HAND 0": "K", "HAND 1": "J"})
    lines = lines_of(state.after("bet").after("call"), 0)
    assert lines[-6:-3] == ["South calls.", "You show K.", "South shows J."]


def test_so_are_cards_that_the_rules_only_note() -> None:
    state = load("holdem", NUMP=2, DEALS=2).new(1)
    symbols = {card.text: card.symbol for card in state.game.cards}
    hands = [{symbols[card] for card in state.cards(f"HAND {seat}")} for seat in (0, 1)]
    while state.store("NUMBER") == 0:
        state = state.after("call" if "call" in map(str, state.actions) else "check")
    shown = [line.rstrip(".").split(" shows ") for line in lines_of(state) if " shows " in line]
    assert [who for who, _ in shown] == ["North", "East"]
    assert [set(cards.split()) for _, cards in shown] == hands


def test_that_cards_are_gathered_for_the_next_deal_goes_without_saying() -> None:
    lines = lines_of(after(load("leduc", DEALS=2), "check", "check", "bet", "fold"))
    assert any(line.endswith("is turned up.") for line in lines)
    assert not any("to the stock" in line for line in lines)


def test_but_a_pile_that_becomes_the_stock_in_a_deal_is_told() -> None:
    rng = Random(0)
    state = load("crazy-eights", RESHUFFLES=3).new(0)
    while state.store("RESHUFFLED") == 0:
        state = state.after(rng.choice(state.actions))
    assert any(line.endswith("cards from the pile go to the stock.") for line in lines_of(state))


def test_a_name_that_was_empty_and_is_none_has_not_changed() -> None:
    assert not any("none" in line for line in lines_of(load("holdem").new(1)))


# --- who is next ----------------------------------------------------------------------------------


def test_who_is_next_is_told_where_it_is_not_the_seat_one_expects() -> None:
    state = after(load("skat"), "bid 18")
    assert lines_of(state)[-2:] == ["East bids 18.", "North is next."]
    assert lines_of(state.after("yes"))[-1] == "North: yes."


def test_but_not_in_the_middle_of_a_trick() -> None:
    state = after(load("bridge"), "1♣", "pass", "pass", "pass")
    state = state.after(state.actions[0])
    state = state.after(state.actions[0])
    assert " from dummy." in lines_of(state)[-1]


def test_nor_for_a_player_who_has_only_begun() -> None:
    state = load("cheat").new(1)
    state = state.after(state.actions[0])
    assert lines_of(state)[-1].startswith("North lays ")


def test_a_card_nobody_sees_is_one_of_somebodys_hand() -> None:
    state = load("old-maid").new(1)
    words = Words(state.game, 3)
    first = state.actions[0]
    assert plain(words.label(first)) == "draw card 1 of your hand"
    assert plain(Words(state.game, 0).label(first)) == "draw card 1 of West's hand"


def test_a_hint_names_whom_and_what_also_to_those_who_cannot_see_why() -> None:
    state = after(load("hanabi", NUMP=3), "tell East what is 1", seed=0)
    for seat, who in enumerate(("You tell", "North tells", "North tells")):
        assert f"{who} East what is 1." in [str(each) for each in told(state, seat)]
