"""A view on the wire is the same where nobody ever had the state."""

from __future__ import annotations

import json
import pickle
import re
from random import Random

import pytest

from kibitz.engine import load
from kibitz.errors import KibitzError
from kibitz.knowledge import wire
from kibitz.knowledge.views import View, view

from .elsewhere import LARGE, answers, elsewhere, led_to
from .small import any_game, described
from .test_ledger import GAMES, IMAGINED
from .test_own_rules import RULES, TAIL, VALUED, played
from .test_views import everybody, hidden_cards, some


@pytest.mark.parametrize("name", GAMES)
def test_a_view_from_the_wire_is_the_same(name: str) -> None:
    for state in some(name, 3, 3):
        for seen in everybody(state):
            again = View.from_json(any_game(name), seen.to_json())
            assert again == seen
            assert answers(again) == answers(seen)


@pytest.mark.parametrize("name", GAMES)
def test_another_process_makes_the_same_of_a_view(name: str) -> None:
    """It gets the description of the game and the text, and never had the state."""
    game = any_game(name)
    views = [seen for state in some(name, 7, 2) for seen in everybody(state)][-5:]
    found = elsewhere(game, [seen.to_json() for seen in views])
    assert found == [answers(seen) for seen in views]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_can_be_reached_in_another_process(name: str) -> None:
    """Neither in the text nor in anything that is made of it."""
    game = any_game(name)
    layout = game.layout
    cases = [(state, seen) for state in some(name, 6, 2) for seen in everybody(state)][-5:]
    found = elsewhere(game, [seen.to_json() for _, seen in cases], led_to)
    for (state, seen), there in zip(cases, found, strict=True):
        key = set(state.array[layout.KEY : layout.KEY + 2])
        assert min(key) > LARGE
        assert not key & set(there["numbers"])
        assert not any(str(part) in seen.to_json() for part in key)
        assert there["rows"]
        for row in there["rows"]:
            for card, place in hidden_cards(state, seen).items():
                at = layout.sets + place * layout.words
                assert row[layout.where + card] == -1
                assert not any(row[at : at + layout.words])


@pytest.mark.parametrize("name", IMAGINED)
def test_the_text_is_the_same_after_a_swap_of_what_is_hidden(name: str) -> None:
    for number, state in enumerate(some(name, 2, 4)):
        for seen in everybody(state):
            text = seen.to_json()
            assert view(seen.sample(Random(number)), seen.observer).to_json() == text


@pytest.mark.parametrize("name", RULES)
def test_what_no_law_can_say_goes_over_the_wire(name: str) -> None:
    for state in list(played(described(RULES[name]), 1))[:4]:
        for seen in everybody(state):
            again = View.from_json(state.game, seen.to_json())
            assert again == seen
            assert again.knowledge.count == seen.knowledge.count


KEEPING = """
    (let (top (game iloc STOCK)) 'NEXT
      (choice (
        (any (range 1 .. 6) 'N
          ((<= 'N (sum ((current player) iloc HAND) using (game points VALUE)))
            (do ((set (game sto BID) 'N)
                 (move 'NEXT (top (game iloc ASIDE))))))))))
"""


def test_a_hidden_card_that_the_rules_keep_by_a_name_is_in_no_view() -> None:
    """Nor in the moment at which a bid was tested, which a view remembers."""
    game = described(VALUED + KEEPING + TAIL)
    hands = {"HAND 0": "1S 2S", "HAND 1": "3S 1H", "HAND 2": "2H 3H"}
    told = []
    for stock in ("1C 2C 3C", "3C 2C 1C"):
        state = game.new(seed=1, deal={**hands, "STOCK": stock})
        for _ in range(2):
            state = state.after(state.actions[-1])
        told.append([seen.to_json() for seen in everybody(state)])
    assert told[0] == told[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_told_bit_by_bit(name: str) -> None:
    """Whoever has the last view needs only what has happened since."""
    game, told = any_game(name), dict[int | None, View]()
    for state in some(name, 5, 6):
        for seen in everybody(state):
            earlier = told.get(seen.seat)
            since = 0 if earlier is None else len(earlier.tale)
            told[seen.seat] = View.from_json(game, seen.to_json(since), earlier)
            assert told[seen.seat] == seen
            assert told[seen.seat].events == seen.events


def test_a_later_view_will_do_to_go_on_from() -> None:
    first = load("agram").new(1)
    second = first.after(first.actions[0])
    third = second.after(second.actions[0])
    early, late, last = (view(state, 0) for state in (first, second, third))
    assert View.from_json(last.game, last.to_json(len(early.tale)), late) == last


def test_views_are_values() -> None:
    state = load("agram").new(1)
    seen = view(state, 0)
    assert seen == view(load("agram").new(1), 0)
    assert hash(seen) == hash(view(load("agram").new(1), 0))
    assert seen != view(state, 1)
    assert seen != view(state.after(state.actions[0]), 0)
    assert pickle.loads(pickle.dumps(seen)) == seen
    with pytest.raises(AttributeError, match="a view does not change"):
        seen.game = load("brisca")
    with pytest.raises(AttributeError, match="a view does not change"):
        del seen.observer


AGRAM = load("agram")

# What is not a view of this game is refused with one sentence.


def refused(text: str, sentence: str, earlier: View | None = None) -> None:
    with pytest.raises(KibitzError, match=sentence) as caught:
        View.from_json(AGRAM, text, earlier)
    assert "\n" not in caught.value.message
    python = r"object|argument|subscript|NoneType|'int'|unpack|index|Expecting|expected|type '"
    assert not re.search(python, caught.value.message), caught.value.message


def test_what_is_no_view_is_refused() -> None:
    for text in ("", "{", "[]", "3", "null", '"view"', "{}", '{"kibitz": "record"}', "[" * 10_000):
        refused(text, "this is not a view of a game")


def test_a_view_of_another_game_or_version_is_refused() -> None:
    refused(view(load("agram", NUMP=3).new(1), 0).to_json(), "a view of another game than")
    message = json.loads(view(load("agram").new(1), 0).to_json())
    refused(json.dumps(message | {"version": 2}), "a view of version 2 cannot be read")


def test_a_view_that_was_changed_on_the_way_is_refused() -> None:
    message = json.loads(view(load("agram").new(1), 0).to_json())
    for name, value in message["told"].items():
        for other in (None, "x", [["x"]], 1 << 70):
            if other != value:
                changed = message | {"told": message["told"] | {name: other}}
                refused(json.dumps(changed), "this is not a view of a game")
        missing = {key: each for key, each in message["told"].items() if key != name}
        refused(json.dumps(message | {"told": missing}), "this is not a view of a game")


def test_what_can_be_no_view_is_refused_though_its_check_is_right() -> None:
    message = json.loads(view(load("agram").new(1), 0).to_json())
    told = message["told"]
    for name, value in (
        ("numbers", [1 << 70, *told["numbers"][1:]]),
        ("numbers", told["numbers"][1:]),
        ("events", told["events"][1:]),
        ("since", -1),
        ("gaps", [[1, 2, 3]]),
        ("ledger", told["ledger"] | {"sizes": []}),
    ):
        body = told | {name: value}
        check = wire._check(wire._dumped(body))
        refused(
            json.dumps(message | {"told": body, "check": check}), "this is not a view of a game"
        )


def test_a_view_without_what_happened_before_is_refused() -> None:
    state = load("agram").new(1)
    seen = view(state, 0)
    text = seen.to_json(since=2)
    refused(text, "goes on after 2 events that were not told here")
    refused(text, "goes on after 2 events that were not told here", view(state, 1))
    for since in (-1, len(seen.tale) + 1):
        with pytest.raises(KibitzError, match="cannot be told since"):
            seen.to_json(since)
