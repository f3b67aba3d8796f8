"""What the page is told about knowledge: the right things, in the right shape, and no more."""

from __future__ import annotations

import json
import random
from itertools import count, pairwise
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest

from kibitz.engine import Game, State, load, native
from kibitz.engine.picking import pickings
from kibitz.engine.series import play_of_series
from kibitz.errors import KibitzError
from kibitz.knowledge import questions
from kibitz.knowledge.deals.estimates import Estimate
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Doubt
from kibitz.knowledge.logic import bdd, models
from kibitz.knowledge.views import view
from kibitz.table import known
from kibitz.table.questions import DEEPEST, LARGEST, LONGEST

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
SVG = "{http://www.w3.org/2000/svg}"


def states_of(name: str, seed: int = 1) -> list[State]:
    return play_of_series(load(name), seed, 0)


def moments(name: str, few: int = 4) -> list[State]:
    states = states_of(name)
    return states[:: max(1, len(states) // few)]


def table() -> list[State]:
    """Boeren Bridge, three cards each; North leads hearts, and East has none."""
    hands = {"HAND 0": "QH QS KS", "HAND 1": "AS KD AD", "HAND 2": "KH AH QD", "HAND 3": "QC KC AC"}
    states = [load("boerenbridge").new(seed=4, deal=hands)]
    for action in (*["guess 0"] * 4, "QH", "AS", "KH", "QC"):
        states.append(states[-1].after(action))
    return states


def without_at(found: dict[str, Any]) -> dict[str, Any]:
    """A state out of a view does not know how many decisions came before."""
    return {name: value for name, value in found.items() if name != "at"}


# --- the table of knowledge ---------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
def test_chances_are_those_of_the_view_and_all_of_it_is_json(name: str) -> None:
    for state in moments(name):
        game = state.game
        for eyes in (None, *range(game.players)):
            found = json.loads(json.dumps(known.knowledge(state, eyes)))
            assert found["eyes"] == ("all" if eyes is None else eyes)
            assert found["at"] == len(state.history)
            assert found["exact"] is True
            assert found["note"] is None
            own = view(state, eyes).knowledge
            own = own.common if eyes is None else own
            assert found["count"] == f"{own.count:,}"
            keys = [column["key"] for column in found["columns"]]
            assert [column["seat"] for column in found["columns"]][: game.players] == [
                *range(game.players)
            ]
            for row in found["rows"]:
                face = game.cards[row["card"]]
                chances = dict(zip(keys, row["chances"], strict=True))
                assert {k: p for k, p in chances.items() if p} == own.probabilities[
                    face.text + face.mark
                ]
                assert sum(row["chances"]) == pytest.approx(1)
                assert row["sure"] == (max(row["chances"]) > 0.999999)


def test_only_cards_that_somebody_wonders_about_have_a_row() -> None:
    start, led = table()[4:6]
    names = {start.game.cards[row["card"]].text for row in known.knowledge(start, 3)["rows"]}
    assert names == {*("QH", "QS", "KS", "AS", "KD", "AD", "KH", "AH", "QD", "QC", "KC", "AC")}
    after = {led.game.cards[row["card"]].text for row in known.knowledge(led, 3)["rows"]}
    assert names - after == {"QH"}


def test_one_who_cannot_follow_has_no_chance_of_hearts() -> None:
    void = table()[6]
    found = known.knowledge(void, None)
    east = [column["name"] for column in found["columns"]].index("East")
    for row in found["rows"]:
        suit = void.game.cards[row["card"]].attributes["SUIT"]
        assert (row["chances"][east] == 0) == (suit == "HEARTS")


def test_what_cannot_be_counted_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(self: Knowledge) -> int:
        raise KibitzError("there are too many kinds of cards")

    state = table()[4]
    monkeypatch.setattr(Knowledge, "count", property(beyond))
    found = known.knowledge(state, 1)
    assert found["rows"] == []
    assert found["note"] == "The deals cannot be counted: there are too many kinds of cards."
    assert known.counts([state], 0, [0])["counts"] == [[None]]


def test_what_is_not_exact_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "exact", property(lambda self: False))
    found = known.knowledge(table()[4], 1)
    assert found["exact"] is False
    assert found["note"].startswith("Not all of it is followed")
    assert found["rows"]


def test_what_is_not_followed_is_said_with_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    state, own = table()[4], 1
    rule = state.game.source.line(76).strip()
    doubts = (
        Doubt(3, 1 << own, 76, "which of equal cards is the best is drawn"),
        Doubt(4, 1 << 3, 12, "only West knows it"),
        Doubt(8, 1 << own, 76, "which of equal cards is the best is drawn"),
        Doubt(9, 1 << own, 0, "a card was taken by its position"),
    )
    monkeypatch.setattr(Knowledge, "exact", property(lambda self: False))
    monkeypatch.setattr(Knowledge, "doubts", property(lambda self: doubts))
    found = json.loads(json.dumps(known.knowledge(state, own)))
    assert [each["words"] for each in found["unfollowed"]] == [
        "after decision 3 (and 1 more time): what line 76 shows about a hand is not followed "
        "(which of equal cards is the best is drawn)",
        "after decision 9: a card was taken by its position",
    ]
    assert [each["rule"] for each in found["unfollowed"]] == [rule, ""]


def test_where_a_formula_is_refused_the_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    doubts = (Doubt(0, 0, 55, "a reason"), Doubt(2, 0, 98, "another"))
    monkeypatch.setattr(Knowledge, "complete", property(lambda self: False))
    monkeypatch.setattr(Knowledge, "doubts", property(lambda self: doubts))
    states = table()
    (answer,) = known.ask(states, "K N has(E,QH)", None, 4, 4)["answers"]
    assert answer["refused"].endswith(
        "at the deal: what line 55 shows about a hand is not followed (a reason); and 1 more."
    )
    assert answer["hint"].startswith(f"line 55 is: {states[0].game.source.line(55).strip()}; ")


def test_what_is_estimated_is_believed_and_never_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """That none of the samples has a card in a hand does not make it known that it is not there."""
    state = table()[4]
    exact = known.knowledge(state, 1)
    assert exact["estimate"] is None
    monkeypatch.setattr(Knowledge, "estimate", property(lambda self: Estimate(900, 2100, 400)))
    found = known.knowledge(state, 1)
    assert found["estimate"] == {
        "low": "900",
        "high": "2,100",
        "samples": "400",
        "text": "with a confidence of 95 %, from 900 to 2,100",
    }
    assert [row["card"] for row in found["rows"]] == [row["card"] for row in exact["rows"]]
    own = view(state, 1).knowledge
    sampled = {card: {next(iter(row)): 1.0} for card, row in own.probabilities.items()}
    monkeypatch.setattr(Knowledge, "probabilities", property(lambda self: sampled))
    for row in known.knowledge(state, 1)["rows"]:
        seen = row["card"] in own.located
        assert row["sure"] == seen
        assert sum(chance > 0 for chance in row["chances"]) == (1 if seen else 3)


def test_the_truth_is_told_only_if_it_is_asked_for() -> None:
    state = table()[4]
    assert "truth" not in known.knowledge(state, None)
    truth = known.knowledge(state, None, truth=True)["truth"]
    assert truth[state.game.card("KH").number] == "HAND 2"
    assert len(truth) == 12


def test_that_each_knows_it_does_not_make_it_common_knowledge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table()[4]
    king, south = state.game.card("KH").number, state.game.place_names.index("HAND 2")

    def alone(self: Knowledge, card: int) -> list[int]:
        return [south] if self.seat is not None else [south, south + 1]

    monkeypatch.setattr(Knowledge, "possible_places", alone)
    told = known.kripke(state, king, None)["where"]
    assert told.endswith(" Each of them knows where it is, but that is not common knowledge.")
    assert "Each of them" not in known.kripke(state, king, 3)["where"]  # West cannot know that


def test_who_does_not_know_whether_is_shown_two_deals() -> None:
    (answer,) = known.ask(table(), "Kw W has(N,KH)", None, 5, 5)["answers"]
    assert answer["truth"] is False
    so, not_so = answer["differing"]
    hand = "West: Q♣ K♣ A♣"
    assert hand in so
    assert hand in not_so
    assert "K♥" in so.partition(";")[0]
    assert "K♥" not in not_so.partition(";")[0]
    (known_to,) = known.ask(table(), "Kw S has(N,KH)", None, 5, 5)["answers"]
    assert (known_to["truth"], known_to["differing"]) == (True, None)


# --- the curve ----------------------------------------------------------------------------------


def test_the_deals_of_every_seat_grow_fewer_within_a_round() -> None:
    states = table()
    found = json.loads(json.dumps(known.counts(states, 0, range(4))))
    assert found["seats"] == [0, 1, 2, 3]
    assert found["texts"][0] == ["1,680"] * 4
    assert found["texts"][6][3] == "100"
    assert len(found["counts"]) == len(found["common"]) == len(states)
    for before, after in pairwise(found["counts"]):
        assert all(new <= old for old, new in zip(before, after, strict=True))
    assert found["counts"][-1] < found["counts"][0]
    assert 10 ** found["counts"][0][2] == pytest.approx(1680, rel=1e-4)


def test_counts_are_asked_from_a_moment_on() -> None:
    states = states_of("brisca")
    whole = known.counts(states, 0, [1])
    rest = known.counts(states, 30, [1])
    assert rest["since"] == 30
    assert rest["counts"] == whole["counts"][30:]
    assert rest["common_texts"] == whole["common_texts"][30:]
    assert known.counts(states, len(states), [1])["counts"] == []


# --- the model of a card ------------------------------------------------------------------------


def world_of(found: dict[str, Any], label: str) -> ElementTree.Element:
    (world,) = (
        e for e in ElementTree.fromstring(found["svg"]).iter() if e.get("data-world") == label
    )
    return world


def test_a_world_vanishes_in_its_place_when_somebody_cannot_follow() -> None:
    before, after = (known.kripke(state, "KH", None) for state in table()[5:7])
    assert (before["worlds"], after["worlds"]) == (4, 3)
    assert before["title"] == "K♥"
    told = "Common knowledge: it is with"
    assert before["where"] == f"{told} North, East, South or West. Who knows where it is: South."
    assert after["where"] == f"{told} North, South or West. Who knows where it is: South."
    for label in ("North", "East", "South", "West"):
        old, new = (world_of(found, label).find(f"{SVG}rect") for found in (before, after))
        assert old is not None
        assert new is not None
        assert (old.get("x"), old.get("y")) == (new.get("x"), new.get("y"))
        assert ("kz-impossible" in (new.get("class") or "")) == (label == "East")
    assert [agent["worlds"] for agent in after["agents"]] == [2, 3, 1, 2]
    views = [ElementTree.fromstring(found["svg"]).get("viewBox") for found in (before, after)]
    assert views[0] == views[1]


def test_a_card_that_is_played_has_one_world_among_the_empty_hands() -> None:
    led = table()[5]
    found = known.kripke(led, led.game.card("QH").number, None)
    assert found["worlds"] == 1
    assert found["where"] == "Everybody sees it: North's trick."
    assert "kz-actual" in str(
        [e.get("class") for e in world_of(found, "everybody sees it | North's trick").iter()]
    )
    assert world_of(found, "South") is not None


def test_lines_and_dots_say_whose_they_are() -> None:
    found = known.kripke(table()[4], "KH", None)
    root = ElementTree.fromstring(found["svg"])
    lines = [e for e in root.iter() if e.get("data-pair")]
    assert sorted(e.get("data-agent") or "" for e in lines) == sorted("0123" * 3)
    assert {e.get("data-at") for e in root.iter() if e.get("data-at")} == {
        *("North", "East", "South", "West")
    }
    assert root.find(f"{SVG}style") is None  # the page has it


def test_a_seat_is_not_shown_the_true_world_unless_it_knows() -> None:
    state = table()[4]
    assert "kz-actual" not in known.kripke(state, "KH", 3)["svg"]
    assert "kz-actual" in known.kripke(state, "KH", 2)["svg"]
    assert known.kripke(state, "KH", 2)["where"].endswith("West. You have it.")
    assert known.kripke(state, "KH", 3)["where"].endswith("You know more: North, East or South.")
    assert [agent["worlds"] for agent in known.kripke(state, "KH", 3)["agents"]] == [
        *(None, None, None, 3)
    ]


@pytest.mark.parametrize("name", HOUSE)
def test_every_card_of_every_game_has_a_model_or_a_sentence(name: str) -> None:
    for state in moments(name, 2):
        for face in state.game.cards[:: len(state.game.cards) // 5]:
            found = json.loads(json.dumps(known.kripke(state, face.number, None)))
            assert found["card"] == face.number
            if found["note"] is None:
                root = ElementTree.fromstring(found["svg"])
                assert len([e for e in root.iter() if "kz-actual" in (e.get("class") or "")]) == 1
                assert found["text"].startswith("Kripke model")
            else:
                assert "not in play" in found["note"]


def test_no_two_worlds_stand_in_one_place() -> None:
    for name in HOUSE:
        for state in moments(name, 4):
            for face in state.game.cards[3 :: len(state.game.cards) // 3]:
                svg = known.kripke(state, face.number, None)["svg"]
                spots = [
                    (rect.get("x"), rect.get("y"))
                    for rect in (ElementTree.fromstring(svg).iter(f"{SVG}rect") if svg else ())
                ]
                assert len(spots) == len(set(spots))


def test_an_unknown_card_is_an_error() -> None:
    state = table()[4]
    with pytest.raises(KibitzError, match="no card `QX`"):
        known.kripke(state, "QX", None)
    with pytest.raises(KibitzError, match="no card 99"):
        known.kripke(state, 99, None)


# --- formulas -----------------------------------------------------------------------------------

FORMULAS = {
    "agram": "K N ~has(E,hearts)",
    "boerenbridge": "C N,E,S,W ~has(E,hearts) | Kw S has(W,QH)",
    "brisca": "K N ~has(E,oros)",
}


@pytest.mark.parametrize(("name", "formula"), FORMULAS.items())
@pytest.mark.parametrize("seat", [None, 2])
def test_the_answer_at_every_moment_is_that_of_the_question(
    name: str, formula: str, seat: int | None
) -> None:
    states = states_of(name)
    last = len(states) - 1
    found = json.loads(json.dumps(known.ask(states, formula, seat, 0, last, seconds=inf)))
    assert found["stopped"] is None
    assert [answer["at"] for answer in found["answers"]] == [*range(len(states))]
    for state, answer in zip(states, found["answers"], strict=True):
        asked = questions.ask(state if seat is None else view(state, seat), formula)
        assert found["formula"] == asked.formula
        assert answer["truth"] is asked.truth
        assert answer["why"] == list(asked.reasons)
        assert answer["counterexample"] == asked.counterexample
        assert answer["refused"] is None


def test_some_moments_only() -> None:
    states = table()
    found = known.ask(states, "K N ~has(E,hearts)", None, 5, 6)
    assert [(answer["at"], answer["truth"]) for answer in found["answers"]] == [
        (5, False), (6, True),
    ]  # fmt: skip
    assert found["answers"][1]["why"] == ["East has no hearts"]
    assert len(known.ask(states, "true", None, 3, 999)["answers"]) == len(states) - 3


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("", "type a formula"),
        ("K N has(E,QX)", r"no card or suit `QX` \(character 11\)"),
        ("K Q true", r"no seat `Q` \(character 3\)"),
        ("K N true &\n  K Q true", r"no seat `Q` \(line 2, character 5\)"),
        ("has(E,QH) &", "expected a formula"),
        ("p1", "no propositions"),
        ("~" * LONGEST + "true", f"at most {LONGEST:,} characters"),
        ("~" * (DEEPEST + 1) + "true", f"nested {DEEPEST + 2} deep"),
        ("(" * 240 + "true" + ")" * 240, "nested more than 150 deep"),
        ("|".join(["true"] * (LARGEST + 1)), f"{LARGEST} are the most"),
    ],
)
def test_a_formula_that_cannot_be_asked_is_refused_in_a_sentence(
    formula: str, sentence: str
) -> None:
    with pytest.raises(KibitzError, match=sentence) as caught:
        known.ask(table(), formula, None, 0, 3)
    assert "\n" not in caught.value.message


def test_there_is_no_moment_after_the_last_and_none_before_the_deal() -> None:
    states = table()
    for since, until in ((-1, 2), (len(states), len(states)), (4, 3)):
        with pytest.raises(KibitzError, match="no moment"):
            known.ask(states, "true", None, since, until)


def test_if_time_runs_out_the_rest_is_not_asked() -> None:
    clock = count().__next__  # each look at it takes a second
    found = known.ask(states_of("agram"), "K N ~has(E,hearts)", None, 0, 24, seconds=2, clock=clock)
    assert 1 <= len(found["answers"]) < 25
    assert found["stopped"] == (
        f"This takes a while: answered from move 0 to {len(found['answers']) - 1}."
    )


def test_the_moments_nearest_to_the_one_looked_at_are_answered_first() -> None:
    clock = count().__next__
    states = states_of("boerenbridge")[:30]
    found = known.ask(states, "K N ~has(E,hearts)", None, 0, 29, 20, seconds=3, clock=clock)
    moments = [answer["at"] for answer in found["answers"]]
    assert 20 in moments
    assert moments == [*range(moments[0], moments[-1] + 1)]
    assert abs((moments[0] - 20) + (moments[-1] - 20)) <= 1  # as many before as after
    assert (
        found["stopped"] == f"This takes a while: answered from move {moments[0]} to {moments[-1]}."
    )


@pytest.mark.parametrize("at", [0, 7, 24])
def test_the_order_in_which_moments_are_asked_changes_no_answer(at: int) -> None:
    states, formula = states_of("agram"), "K N ~has(E,hearts)"
    assert known.ask(states, formula, 1, 0, 24, at) == known.ask(states, formula, 1, 0, 24)


def test_a_moment_without_a_sure_answer_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "complete", property(lambda self: False))
    (answer,) = known.ask(table(), "K N has(E,QH)", None, 4, 4)["answers"]
    assert answer["truth"] is None
    assert answer["refused"].startswith("Somebody may know more than is followed here")


# --- hints --------------------------------------------------------------------------------------


def to_choose(name: str) -> State:
    """A state in which somebody has a choice."""
    return next(state for state in states_of(name)[5:] if len(state.actions) > 1)


def test_a_hint_tells_what_was_thought_of_every_option() -> None:
    state = to_choose("agram")
    assert state.to_move is not None
    found = json.loads(json.dumps(known.hint(state, state.to_move, "ismcts:iterations=50")))
    assert found["best"] == found["thoughts"][0]["text"]
    assert {each["text"] for each in found["thoughts"]} == {a.text for a in state.actions}
    assert found["iterations"] == 50
    assert found["note"] is None
    for each in found["thoughts"]:
        words = [
            piece if isinstance(piece, str) else state.game.cards[piece["card"]].symbol
            for piece in each["label"]
        ]
        assert "".join(words) in {action.label for action in state.actions}


def test_where_nothing_can_be_chosen_there_is_nothing_to_think_about() -> None:
    state = next(s for s in states_of("agram") if len(s.actions) == 1)
    assert state.to_move is not None
    found = known.hint(state, state.to_move)
    assert found["best"] == state.actions[0].text
    assert found["note"] == "There is nothing else you can do."


def test_a_bot_that_does_not_tell_still_gives_a_hint() -> None:
    state = to_choose("agram")
    assert state.to_move is not None
    found = known.hint(state, state.to_move, "first")
    assert found["best"] == state.actions[0].text
    assert found["thoughts"] == []
    assert "does not say why" in found["note"]


def test_a_hint_for_several_cards_is_about_all_of_them() -> None:
    state = load("tarot", AUCTION="NO").new(5)
    found = known.hint(state, 0, "first")
    assert found["cards"] == list(pickings(state)[0].cards[:6])
    assert found["best"] == state.actions[0].text
    later = state.after(state.actions[0])
    assert known.hint(later, 0, "first")["cards"] == found["cards"][1:]


def test_hints_are_for_whose_turn_it_is_and_from_bots() -> None:
    state = to_choose("agram")
    assert state.to_move is not None
    with pytest.raises(KibitzError, match="not your turn"):
        known.hint(state, (state.to_move + 1) % 4)
    with pytest.raises(KibitzError, match="is a person"):
        known.hint(state, state.to_move, "human")


def test_a_game_that_cannot_be_searched_has_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise KibitzError("nobody can search here")

    state = to_choose("agram")
    assert state.to_move is not None
    monkeypatch.setattr(Game, "kernel", refuse)
    found = known.hint(state, state.to_move)
    assert found["best"] is None
    assert found["note"].startswith("No hint: ")
    assert found["note"].endswith(": nobody can search here.")


def test_where_nothing_can_be_compiled_there_is_a_hint_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(game: object, kernel: str) -> None:
        raise KibitzError("llvmlite is not installed")

    monkeypatch.setattr(native, "file_of", refuse)
    state = to_choose("agram")
    assert state.to_move is not None
    found = known.hint(state, state.to_move, "ismcts:iterations=20")
    assert found["best"] in {action.text for action in state.actions}
    assert found["note"] is None


# --- nothing hidden gets out --------------------------------------------------------------------


def told(state: State, seat: int) -> str:
    """All that a seat can be told, but hints."""
    game = state.game
    found = [
        without_at(known.knowledge(state, seat)),
        known.counts([state], 0, [seat]),
        *(
            without_at(known.kripke(state, face.number, seat))
            for face in game.cards[2 :: len(game.cards) // 3]
        ),
    ]
    if game.name in FORMULAS:  # elsewhere it takes a second
        found.append(known.ask([state], FORMULAS[game.name], seat, 0, 0))
    return json.dumps(found, sort_keys=True)


@pytest.mark.parametrize("name", HOUSE)
def test_swapping_cards_a_seat_cannot_see_changes_nothing_it_is_told(name: str) -> None:
    rng = random.Random(5)
    states = states_of(name)
    for state in states[1 :: max(1, len(states) // 4)]:
        for seat in range(state.game.players):
            assert told(state, seat) == told(view(state, seat).sample(rng), seat)


@pytest.mark.parametrize("name", HOUSE)
def test_swapping_cards_changes_nothing_that_spectators_are_told(name: str) -> None:
    rng = random.Random(6)
    for state in moments(name):
        other = view(state, None).sample(rng)
        assert without_at(known.knowledge(state, None)) == without_at(known.knowledge(other, None))
        assert known.counts([state], 0, []) == known.counts([other], 0, [])


def test_a_hint_depends_on_nothing_the_seat_cannot_see() -> None:
    rng = random.Random(7)
    state = to_choose("agram")
    seat = state.to_move
    assert seat is not None
    found = known.hint(state, seat, "ismcts:iterations=60")
    for _ in range(3):
        assert known.hint(view(state, seat).sample(rng), seat, "ismcts:iterations=60") == found


def test_nor_does_a_hint_of_several_cards() -> None:
    rng, state = random.Random(8), load("tarot", AUCTION="NO").new(5)
    assert state.to_move == 0
    found = known.hint(state, 0, "osla:deals=1")
    assert len(found["cards"]) == 6
    for _ in range(3):
        assert known.hint(view(state, 0).sample(rng), 0, "osla:deals=1") == found


def test_without_decision_diagrams_a_moment_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(bdd, "import_module", missing)
    monkeypatch.setattr(models, "MOST_TABLES", 1)  # too large for the others
    monkeypatch.setattr(models, "MOST_ROWS", 1)
    monkeypatch.setattr(models, "AT_ONCE", 1)
    asked = "K N ~K E has(S,KH)"
    (answer,) = known.ask(table(), asked, None, 4, 4)["answers"]
    assert "the package `dd` is not installed" in answer["refused"]
    assert answer["hint"] == "pip install 'kibitz[logic]'"
