"""Records: what was played can be played again, and what is damaged is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz.engine import Record
from kibitz.engine.descriptions import former_texts
from kibitz.errors import KibitzError, RecordError

from .tables import GAMES, game, last, line


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_replays_to_the_same_states(name: str, seed: int) -> None:
    states = list(line(game(name).new(seed), Random(seed), 120))
    record = Record.from_json(Record.of(states[-1], ("one", "two")).to_json())
    assert record == Record.of(states[-1], ("one", "two"))
    replayed = record.replay(game(name))
    assert [bytes(state) for state in replayed] == [bytes(state) for state in states]
    assert replayed[-1].events == states[-1].events


def test_a_record_of_a_game_that_has_just_been_dealt() -> None:
    state = game("agram").new(1)
    assert Record.of(state).replay(game("agram")) == [state]


def test_a_record_is_replayed_from_the_outcomes_not_from_the_key() -> None:
    """With another key in it the same cards are dealt and drawn."""
    end = last(game("brisca").new(1), Random(1))
    data = json.loads(Record.of(end).to_json()) | {"key": [1, 2]}
    replayed = Record.from_json(json.dumps(data)).replay(game("brisca"))[-1]
    assert replayed.scores == end.scores
    assert replayed.events == end.events


def test_a_record_of_a_game_that_began_with_a_given_deal() -> None:
    brisca = game("brisca")
    stock = " ".join(card.text for card in brisca.cards[:27])
    end = last(brisca.new(1, deal={"STOCK": stock}), Random(1))
    replayed = Record.of(end).replay(brisca)[-1]
    assert replayed.events == end.events
    assert replayed.scores == end.scores


def test_records_of_games_with_random_numbers_and_ties(tmp_path: Path) -> None:
    path = tmp_path / "dice.rcy"
    path.write_text("""(game
        (setup (create players 2) (create deck (game vloc DECK) (deck (RANK (ONE, TWO, THREE)))))
        (stage player (end (== (game sto N) 5))
          (choice ((do ((inc (game sto N)) (inc (game sto X) (random 1..6))
            (swap (max (game vloc DECK) using (game points NEVER)) (top (game vloc DECK)))))
            (turn pass))))
        (scoring max (game sto X)))""")
    dice = kibitz.load(path)
    states = list(line(dice.new(1), Random(1)))
    replayed = Record.of(states[-1]).replay(dice)
    assert [bytes(state) for state in replayed] == [bytes(state) for state in states]


def test_a_record_is_saved_whole(tmp_path: Path) -> None:
    record = Record.of(last(game("kuhn").new(1), Random(1)))
    path = tmp_path / "game.json"
    record.save(path)
    assert Record.open(path) == record
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


# Damage


def recorded() -> dict[str, Any]:
    data = json.loads(Record.of(last(game("brisca").new(1), Random(1))).to_json())
    assert isinstance(data, dict)
    return data


def one_sentence(error: KibitzError) -> bool:
    return 0 < len(error.message) < 300 and "\n" not in error.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "3",
        '"record"',
        "{}",
        '{"version": 1}',
        "[" * 100_000,
        "\x00\x01",
        "{'version': 1}",
    ],
)
def test_what_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    assert one_sentence(caught.value)


@pytest.mark.parametrize(
    "name", ["game", "hash", "parameters", "key", "actions", "chance", "version"]
)
def test_a_record_in_which_something_is_missing_is_refused(name: str) -> None:
    data = recorded()
    del data[name]
    with pytest.raises(RecordError) as caught:
        Record.from_json(json.dumps(data))
    assert one_sentence(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("version", 3),
        ("version", "one"),
        ("version", None),
        ("parameters", 3),
        ("parameters", "TIE"),
        ("parameters", None),
        ("key", 3),
        ("key", []),
        ("key", [1]),
        ("key", ["a", "b"]),
        ("key", None),
        ("key", [10**30, 1]),
        ("key", [float("inf"), 1]),
        ("key", [float("nan"), 1]),
        ("actions", 3),
        ("actions", None),
        ("actions", ["play nothing"]),
        ("actions", "play"),
        ("actions", [3]),
        ("actions", [None]),
        ("actions", [["play O1"]]),
        ("chance", 3),
        ("chance", None),
        ("chance", ["a"]),
        ("chance", [[1]]),
        ("chance", [10**30]),
        ("chance", [float("inf")]),
        ("chance", [-1]),
        ("chance", [40]),
        ("chance", [10**6]),
        ("chance", []),
        ("chance", [3, 3, 3]),
        ("hash", ""),
        ("hash", None),
        ("hash", "0000000000000000"),
        ("players", 3),
    ],
)
def test_a_record_with_a_wrong_value_is_refused(name: str, value: object) -> None:
    data = recorded() | {name: value}
    with pytest.raises(KibitzError) as caught:
        Record.from_json(json.dumps(data)).replay(game("brisca"))
    assert one_sentence(caught.value)


def test_outcomes_of_chance_that_are_missing_or_left_over_are_noticed() -> None:
    data = recorded()
    for chance in (data["chance"][:-1], [*data["chance"], 0], data["chance"][1:]):
        with pytest.raises(RecordError):
            Record.from_json(json.dumps(data | {"chance": chance})).replay(game("brisca"))


def test_a_card_cannot_be_drawn_twice() -> None:
    data = recorded()
    data["chance"][1] = data["chance"][0]
    with pytest.raises(RecordError):
        Record.from_json(json.dumps(data)).replay(game("brisca"))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("STOCK", [40]),
        ("STOCK", [10**6]),
        ("STOK", []),
        ("HAND 0", []),
    ],
)
def test_a_pile_that_does_not_fit_the_game_is_refused(name: str, change: list[int]) -> None:
    """Brisca has forty cards, numbered from 0, and its stock is the only pile."""
    brisca = game("brisca")
    stock = " ".join(card.text for card in brisca.cards[:27])
    data = json.loads(Record.of(brisca.new(1, deal={"STOCK": stock})).to_json())
    pile = data["piles"]["STOCK"]
    assert len(Record.from_json(json.dumps(data)).replay(brisca)) == 1
    data["piles"] = {name: change + pile[len(change) :]}
    with pytest.raises(RecordError, match=f"the pile `{name}` of this record does not fit"):
        Record.from_json(json.dumps(data)).replay(brisca)


@pytest.mark.parametrize("value", [3.5, None, [3], True])
def test_a_parameter_is_a_number_or_a_name(value: object) -> None:
    data = recorded()
    data["parameters"] = {"NUMP": value}
    with pytest.raises(RecordError, match="`NUMP` is not a number or a name"):
        Record.from_json(json.dumps(data))


def test_a_decision_that_was_not_on_offer_is_named() -> None:
    data = recorded()
    data["actions"][2] = data["actions"][0]
    with pytest.raises(RecordError, match="decision 3 of the record"):
        Record.from_json(json.dumps(data)).replay(game("brisca"))


def test_decisions_after_the_end_are_refused() -> None:
    data = recorded()
    data["actions"].append(data["actions"][0])
    with pytest.raises(RecordError, match="decision 41"):
        Record.from_json(json.dumps(data)).replay(game("brisca"))


def test_a_negative_outcome_of_a_roll_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dice.rcy"
    path.write_text("""(game (setup (create players 1))
        (do ((set (game sto X) (random 1..6)))) (scoring max (game sto X)))""")
    dice = kibitz.load(path)
    data = json.loads(Record.of(dice.new(1)).to_json())
    for outcome in (-1, 6, 10**9):
        with pytest.raises(RecordError):
            Record.from_json(json.dumps(data | {"chance": [outcome]})).replay(dice)


def test_another_game_or_other_parameters_are_refused() -> None:
    record = Record.of(last(game("agram").new(1), Random(1)))
    with pytest.raises(RecordError, match="another description or other parameters"):
        record.replay(game("brisca"))
    with pytest.raises(RecordError, match="another description or other parameters"):
        record.replay(kibitz.load("agram", NUMP=3))


# Descriptions that were edited


DICE = """(game ;; of chance
    (declare 2 'N) (setup (create players 'N))
    (do ((set (game sto X) (random 1..6)))) (scoring max (game sto X)))"""


def of_texts(state: kibitz.State, text: str) -> Record:
    """A record as it was written when its hash was of the whole text."""
    made = repr((text, sorted(state.game.parameters.items())))
    digest = sha256(made.encode()).hexdigest()[:16]
    return replace(Record.of(state), version=1, hash=digest)


def test_a_comment_white_space_or_a_default_changed_leaves_records_readable(tmp_path: Path) -> None:
    path = tmp_path / "dice.rcy"
    path.write_text(DICE)
    record = Record.of(kibitz.load(path).new(1))
    path.write_text(DICE.replace(";; of chance", "; of luck\n").replace("declare 2", "declare 3"))
    edited = kibitz.load(path, **record.parameters)
    assert len(Record.from_json(record.to_json()).replay(edited)) == 1
    path.write_text(DICE.replace("scoring max", "scoring min"))
    with pytest.raises(RecordError, match="another description"):
        record.replay(kibitz.load(path))


def test_a_record_with_a_hash_of_the_text_fits_that_text_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "dice.rcy"
    path.write_text(DICE)
    dice = kibitz.load(path)
    record = Record.from_json(of_texts(dice.new(1), DICE).to_json())
    assert record.fits(dice)
    path.write_text(DICE.replace("of chance", "of luck"))
    assert not record.fits(kibitz.load(path)), "nobody knows any more what that text said"


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_old_records_of_house_games_can_be_read_though_comments_have_changed(name: str) -> None:
    (text,) = former_texts(name)
    state = kibitz.load(name).new(1)
    assert text != state.game.source.text
    assert of_texts(state, text).replay(state.game) == [state]
    assert not of_texts(state, text.replace("declare", "declare ", 1)).fits(state.game)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("agram", "e2f03e7e3343b80e"),
        ("boerenbridge", "ca861e7d200b316b"),
        ("brisca", "4db4f312a3414a06"),
        ("tarot", "35c7cf500c6d16c5"),
    ],
)
def test_the_hashes_in_records_of_house_games_stay_what_they_are(name: str, digest: str) -> None:
    """Whoever changes the rules of a house game, or what a description is rewritten to before it is
    hashed, makes everybody's records of it unreadable."""
    assert kibitz.load(name).hash == digest


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "missing.json", tmp_path, bad):
        with pytest.raises(RecordError) as caught:
            Record.open(path)
        assert one_sentence(caught.value)
