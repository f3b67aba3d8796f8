"""Twins: two packs on one table. A name means the face, and what looks the same is one option."""

from __future__ import annotations

from collections import Counter

import pytest

import kibitz
from kibitz import Record
from kibitz.engine.copies import played
from kibitz.engine.picking import picked, pickings
from kibitz.engine.twins import labels, offers, twins, unmarked
from kibitz.errors import KibitzError
from kibitz.knowledge.prospects import prospects
from kibitz.table.frames import options
from kibitz.words import Words
from kibitz.words.pieces import plain
from kibitz.words.position import position
from kibitz.words.sights import open_sight, sight
from kibitz.words.telling import tell_all

from .small import SMALL, described

HANDS = {
    "HAND 0": "AH KH JC JC QC AS",
    "HAND 1": "AH KH KC KC AC AS",
    "HAND 2": "QS QS JS JH QC AC",
}
"""North has both jacks of clubs and one of the queens; West has the other queen."""


def two_packs() -> kibitz.State:
    return kibitz.load(str(SMALL / "twopacks.rcy")).new(seed=1, deal=HANDS)


# --- what a name means ----------------------------------------------------------------------------


def test_a_name_means_any_copy_and_a_number_a_single_one() -> None:
    game = two_packs().game
    assert [str(face.number) for face in game.copies("QC")] == [
        str(face.number) for copy in ("QC.1", "QC.2") for face in game.copies(copy)
    ]
    assert game.card("QC.1") == game.card("QC") != game.card("q♣.2")


def test_who_holds_either_copy_holds_the_card() -> None:
    state = two_packs()
    for seat, hand in enumerate(HANDS.values()):
        mine = kibitz.view(state, seat).knowledge
        for card in hand.split():
            assert mine.probability(card, seat) == 1
            assert f"HAND {seat}" in mine.places(card)
            assert mine.ask(f"has({state.game.seats[seat][0]},{card})").truth is True
        copies = [mine.probability(f"QC.{n}", seat) for n in (1, 2)]
        assert sorted(copies) == [0, float("QC" in hand)]


def test_the_chance_of_a_face_is_that_of_at_least_one_copy() -> None:
    """North sees neither of the kings of clubs: eighteen cards are unseen, six in each place."""
    north = kibitz.view(two_packs(), 0).knowledge
    neither = 12 * 11 / (18 * 17)
    for place in ("East", "West", "STOCK"):
        assert abs(north.probability("KC", place) - (1 - neither)) < 1e-12
        assert abs(north.probability("KC.2", place) - 1 / 3) < 1e-12
    assert abs(north.probability("KC", "East or West") - (1 - 6 * 5 / (18 * 17))) < 1e-12
    assert north.probabilities["KC"] == {
        place: north.probability("KC", place) for place in ("HAND 1", "HAND 2", "STOCK")
    }
    assert north.probabilities["JC"] == {"HAND 0": 1.0}
    assert north.probabilities["QC"]["HAND 0"] == 1
    assert abs(north.probabilities["QC"]["HAND 1"] - 1 / 3) < 1e-12


def test_every_face_has_one_row_whoever_shows_it() -> None:
    state = two_packs()
    north = kibitz.view(state, 0).knowledge
    assert set(north.probabilities) == {face.text for face in state.game.cards}
    shown = prospects(north)
    assert {state.game.cards[card].text for card in shown.chances} == set(north.probabilities)
    assert all(not state.game.cards[card].mark for card in shown.chances)
    assert shown.estimate is None


def test_a_copy_in_the_open_does_not_hide_the_other() -> None:
    state = two_packs().after("QC")
    east = kibitz.view(state, 1).knowledge
    assert "TRICK 0" in east.places("QC")
    assert east.probability("QC", "TRICK 0") == 1
    assert set(east.probabilities["QC"]) == {"HAND 0", "HAND 2", "STOCK"}
    assert east.why("QC", "West")


# --- what is offered ------------------------------------------------------------------------------


def test_options_that_differ_only_in_the_copy_are_one() -> None:
    state = two_packs()
    assert len(state.actions) == 6
    assert [unmarked(action) for action in offers(state)] == [
        unmarked(action) for action in state.actions if action not in _later_copies(state)
    ]
    assert len(offers(state)) == len({card for a in offers(state) for card in a.cards}) == 5
    assert offers(kibitz.view(state, 0)) == offers(state)
    assert offers(kibitz.view(state, 1)) == ()


def _later_copies(state: kibitz.State) -> list[kibitz.Action]:
    seen: set[tuple[str, ...]] = set()
    return [a for a in state.actions if a.cards in seen or seen.add(a.cards)]  # type: ignore[func-returns-value]


def test_people_are_offered_each_card_once() -> None:
    state = two_packs()
    for seen in (sight(kibitz.view(state, 0)), open_sight(state)):
        now = position(seen)
        assert now.actions == offers(state)
        shown = options(now, Words(state.game, 0))
        assert len(shown) == 5
        jacks = next(one for one in shown if one["copies"])
        cards = [jacks["card"], *jacks["copies"]]
        assert [state.game.cards[card].text for card in cards] == ["JC", "JC"]


def test_whoever_types_a_card_means_any_copy() -> None:
    state = two_packs()
    west = state.after("QC").after("KC")
    assert west.action("QC").cards == west.action("play QC").cards == ("QC",)
    assert state.action("JC") == offers(state)[[a.cards for a in offers(state)].index(("JC",))]
    second = next(a for a in state.actions if a.text == "play JC.2")
    assert state.action("play JC.2") == second


def test_which_copy_is_played_is_drawn_whatever_was_asked_for() -> None:
    """Else the second jack would tell that the first is elsewhere."""
    game, seen = two_packs().game, Counter[tuple[str, str]]()
    for seed in range(40):
        state = game.new(seed=seed, deal=HANDS)
        for copy in state.actions:
            if copy.cards == ("JC",):
                seen[copy.text, played(state, copy).history[0].text] += 1
                assert played(state, copy) == played(state, copy)
        alone = state.action("QC")
        assert played(state, alone).history == (alone,)
    assert sum(seen.values()) == 80
    for asked in ("play JC", "play JC.2"):
        assert 8 < seen[asked, "play JC"] < 32 > seen[asked, "play JC.2"] > 8


def test_a_set_is_picked_by_its_faces() -> None:
    game = described(SET)
    found = Counter[frozenset[int]]()
    for seed in range(60):
        state = game.new(seed=seed)
        (picking,) = pickings(state)
        jack, other, queen, _ = (face.number for name in "JQ" for face in game.copies(name))
        last = picked(state, picking, [queen, jack])[-1]
        gone = frozenset(last.cards_at(game.place("HEAP")))
        assert sorted(game.cards[card].text for card in gone) == ["J", "Q"]
        found[gone & {jack, other}] += 1
        both = picked(state, picking, [other, jack])[-1]
        assert set(both.cards_at(game.place("HEAP"))) == {jack, other}
    assert len(found) == 2
    assert min(found.values()) > 15


def test_a_lone_second_copy_is_read_without_its_number() -> None:
    """East has one ace of hearts, whichever: it is offered, and told, as the ace of hearts."""
    state = two_packs().after("AH")
    ace = state.action("AH")
    assert ace.text == "play AH.2"
    assert "play A♥" in labels(state.game, offers(state))
    assert state.action("play A♥") == state.action("play AH") == ace
    told = [plain(line.pieces) for part in tell_all(state.after(ace)) for line in part]
    assert "East plays A♥." in told
    shown = options(position(sight(kibitz.view(state, 1))), Words(state.game, 1))
    assert all(".2" not in str(one["label"]) for one in shown)


def test_a_record_knows_which_copy_it_was() -> None:
    state = two_packs()
    second = next(a for a in state.actions if a.text == "play JC.2")
    played = state.after(second)
    assert Record.of(played).replay(state.game)[-1].history == (second,)


def test_a_search_says_one_thing_of_either_copy() -> None:
    thinking = kibitz.think(kibitz.view(two_packs(), 0), iterations=300)
    assert sorted(thought.action.id for thought in thinking.thoughts) == sorted(
        action.id for action in offers(two_packs())
    )
    assert sum(thought.visits for thought in thinking.thoughts) == 300


SET = """(game
  (setup (create players 2)
    (repeat 2 (create deck (game iloc STOCK) (deck (RANK (J, Q))))))
  (do ((repeat 4 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))))
  (stage player (end (> (size (game vloc HEAP)) 0))
    (choice ((any (subsets 2 ((current player) iloc HAND)) 'S
      (all 'S 'C (move 'C (top (game vloc HEAP))))))))
  (scoring max 0))
"""
"""Two of four cards are put away together."""

ROW = """(game
  (setup (create players 2)
    (repeat 2 (create deck (game vloc ROW) (deck (RANK (A, B))))))
  (stage player (end (== (size (game vloc HEAP)) 4))
    (choice ((any (game vloc ROW) 'C (move 'C (top (game vloc HEAP))))))
    (do ({more})))
  (scoring max 0))
"""
"""Four cards in a row, two of each kind; players take one in turn."""


def test_where_the_order_counts_copies_are_different_options() -> None:
    """What lies on top of the row afterwards depends on the copy that was taken."""
    plain = described(ROW.format(more="(turn pass)")).new(seed=1)
    assert (len(plain.actions), len(offers(plain))) == (4, 2)
    looked = (
        "((> (size (game vloc ROW)) 0) (set (game str TOP) (cardatt RANK (top (game vloc ROW)))))"
    )
    ordered = described(ROW.format(more=looked)).new(seed=1)
    assert offers(ordered) == ordered.actions


def test_a_deck_without_twins_is_left_alone() -> None:
    state = kibitz.load("agram").new(seed=1)
    assert offers(state) == state.actions
    assert twins(state) == tuple(range(len(state.actions)))


def test_a_copy_that_does_not_exist() -> None:
    with pytest.raises(KibitzError, match=r"QC\.3"):
        kibitz.view(two_packs(), 0).knowledge.places("QC.3")
