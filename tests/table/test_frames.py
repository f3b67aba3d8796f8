"""What is sent to a page: made from a view alone, and true of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from conftest import LoadText

import kibitz
from kibitz.engine.descriptions import load
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.engine.observer import kibitzer, observer
from kibitz.engine.record import Record
from kibitz.engine.state import State
from kibitz.table.frames import game_card, log, moment
from kibitz.table.lobby import game_sheet
from kibitz.table.places import shown_until
from kibitz.words import Words
from kibitz.words.position import position
from kibitz.words.sights import MILESTONE, look, open_sight, sight
from kibitz.words.story import Chapter, Story

SMALL = Path(__file__).parent.parent / "games" / "small"
HOUSE = ("agram", "boerenbridge", "brisca", "tarot")
OTHERS = tuple(str(path) for path in sorted(SMALL.glob("*.rcy")))
IMAGINED = tuple(name for name in OTHERS if not name.endswith("guesses.rcy"))
"""Games whose hidden part can be drawn; of private numbers nothing is (words/test_private)."""


def game_along(game: Game, seed: int, most: int = 400) -> Iterator[State]:
    """The states of a random game."""
    rng = Random(seed)
    state = game.new(seed)
    yield state
    for _ in range(most):
        if state.over:
            return
        state = state.after(rng.choice(state.actions))
        yield state


def sent(state: State, seat: int | None) -> str:
    """All that a seat gets, as it crosses the wire."""
    seen = sight(kibitz.view(state, seat))
    return json.dumps([moment(seen), list(log(seen)), str(position(seen))])


def shown(state: State, seat: int | None = None) -> dict[str, Any]:
    return moment(sight(kibitz.view(state, seat)))


def sentences(step: dict[str, Any], game: Game) -> list[str]:
    """What a step tells, as letters."""

    def letters(piece: Any) -> str:
        if isinstance(piece, str):
            return piece
        return game.cards[piece["card"]].symbol if "card" in piece else str(piece["text"])

    return ["".join(map(letters, told["pieces"])) for told in step["told"]]


# --- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOUSE, *IMAGINED])
def test_swapping_cards_a_seat_cannot_see_changes_nothing_it_gets(name: str) -> None:
    game = load(name)
    rng = Random(7)
    states = list(game_along(game, 11))
    for state in rng.sample(states, min(len(states), 12)):
        for seat in (None, *range(game.players)):
            view = kibitz.view(state, seat)
            other = view.sample(rng)
            assert sent(other, seat) == sent(state, seat)


@pytest.mark.parametrize("name", HOUSE)
def test_nothing_that_is_sent_contains_the_key(name: str) -> None:
    game = load(name)
    for state in list(game_along(game, 5))[::7]:
        key = state.array[game.layout.KEY : game.layout.KEY + 2]
        for seat in (None, *range(game.players)):
            text = sent(state, seat)
            assert not any(str(number) in text for number in key)


@pytest.mark.parametrize("name", HOUSE)
def test_a_seat_gets_the_cards_it_sees_and_counts_of_the_others(name: str) -> None:
    game = load(name)
    for state in list(game_along(game, 3))[::5]:
        for seat in range(game.players):
            places = shown(state, seat)["places"]
            for other in range(game.players):
                hand = state.cards_at(game.place(f"HAND {other}"))
                there = places.get(f"HAND {other}", [] if other == seat else 0)
                if other == seat:
                    assert sorted(there) == sorted(hand)
                else:
                    assert there == len(hand)


def test_actions_are_only_for_whose_turn_it_is() -> None:
    state = load("agram").new(1)
    assert len(shown(state, 0)["actions"]) == 6
    assert shown(state, 1)["actions"] == shown(state)["actions"] == []


def test_what_everybody_learns_is_told_in_words_of_the_game() -> None:
    """Which line of the rules tested what is for `kibitz know`."""
    state = list(game_along(load("old-maid"), 2, 12))[-1]
    assert any("rules" in one.words for one in kibitz.view(state, 0).knowledge.announcements)
    assert "of the rules" not in str([*log(sight(kibitz.view(state, 0)))])


# --- the same all the way -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOUSE, *OTHERS])
def test_the_log_is_the_steps_of_all_moments(name: str) -> None:
    game = load(name)
    states = list(game_along(game, 2, 80))
    for seat in (None, 0):
        steps = [shown(state, seat)["step"] for state in states]
        assert [step["at"] for step in steps] == list(range(len(states)))
        last = states[-1]
        told = list(log(sight(kibitz.view(last, seat))))
        if all(state.teams == last.teams for state in states):  # else a team is called otherwise
            assert told == steps


@pytest.mark.parametrize("name", HOUSE)
def test_who_comes_late_is_shown_the_same_as_who_watched_all_along(name: str) -> None:
    game = load(name)
    for seat in (None, 1):
        watched = [shown(state, seat) for state in game_along(game, 6)]
        for at in (0, 5, 6, 20, len(watched) - 1):
            late = list(game_along(game, 6))
            assert shown(late[at], seat) == watched[at]
            assert shown(late[at], seat) == watched[at]
    watched = [moment(open_sight(state)) for state in game_along(game, 6)]
    late = list(game_along(game, 6))
    assert moment(open_sight(late[-1])) == watched[-1]
    assert moment(open_sight(late[9])) == watched[9]


@pytest.mark.parametrize("name", [*HOUSE, *OTHERS])
def test_every_game_can_be_watched_with_all_cards_open(name: str) -> None:
    game = load(name)
    for state in game_along(game, 4, 60):
        seen = open_sight(state)
        found = moment(seen)
        json.dumps([found, list(log(seen)), game_card(game)])
        assert str(position(seen)).startswith(game.title)
        for key, there in found["places"].items():
            assert sorted(there) == sorted(state.cards_at(game.place(key)))
        assert (found["result"] is None) == (not state.over)


def test_the_result_is_told_when_all_is_open() -> None:
    state = list(game_along(load("brisca"), 1))[-1]
    result = moment(open_sight(state))["result"]
    assert result["scores"] == list(state.scores)
    assert result["ranks"] == list(state.ranks)
    said = "".join(part if isinstance(part, str) else part["text"] for part in result["verdict"])
    assert said in ("North and South win.", "East and West win.", "A draw.")
    assert sum(int(one["chips"][0]["value"]) for one in result["standings"]) == 120


# --- tricks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        *((name, {}) for name in HOUSE),
        ("boerenbridge", {"FIRST": 1, "PEAK": 4, "OPENER": "WINNER"}),
        ("tarot", {"DEALS": 2, "AUCTION": "NO"}),
        ("agram", {"NUMP": 3}),
    ],
)
def test_who_is_winning_a_full_trick_takes_it(name: str, parameters: dict[str, int | str]) -> None:
    game = load(name, **parameters)
    taken = 0
    for seed in range(3):
        full: dict[str, Any] | None = None
        for state in game_along(game, seed):
            found = shown(state)
            if found["before"] is not None and found["trick"] is None and found["last_trick"]:
                taken += 1
                last = found["last_trick"]
                assert last["winning"] == last["taker"]
                assert len(last["cards"]) == game.players
                assert last["cards"][:-1] == (full or last)["cards"][: game.players - 1]
                assert last["led"] == last["cards"][0]["seat"]
                for played in last["cards"]:
                    assert found["before"]["places"][f"TRICK {played['seat']}"] == [played["card"]]
                who = game.seats[last["taker"]]
                assert f"{who} takes the trick." in sentences(found["step"], game)
            full = found["trick"]
    assert taken > 10


@pytest.mark.parametrize("name", ["agram", "brisca", "boerenbridge"])
def test_who_takes_a_trick_leads_the_next_of_the_round(name: str) -> None:
    game = load(name)
    states = list(game_along(game, 9))
    for before, after in pairwise(states):
        taken, led = shown(before), shown(after)
        hand = sum(len(before.cards_at(game.place(f"HAND {s}"))) for s in range(game.players))
        if taken["last_trick"] and taken["before"] and led["trick"] and hand:
            assert led["trick"]["led"] == taken["last_trick"]["taker"]


def test_the_last_trick_of_a_round_lies_there_with_the_chips_of_that_round() -> None:
    """What follows it deals the next round, with other trumps and no guesses."""
    states = list(game_along(load("boerenbridge"), 5))
    ends = [pair for pair in pairwise(states) if shown(pair[1])["step"]["round"]]
    assert len(ends) == 5
    for before, after in ends:
        was, now = shown(before), shown(after)
        full = now["before"]
        assert full["chips"] == was["chips"] != (now["chips"] if not after.over else None)
        for seat, chips in enumerate(full["seats"]):
            had, has = values(was["seats"][seat]), values(chips)
            took = seat == now["last_trick"]["taker"]
            assert (has["guess"], has["score"]) == (had["guess"], had["score"])
            assert int(has["tricks"]) == int(had["tricks"]) + took
        assert len(full["trick"]["cards"]) == 4
        assert full["trick"]["winning"] == now["last_trick"]["taker"]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("crazy-eights", {"PILE": 1, "LEFT": 0}),
        ("cribbage", {"STARTER": 1, "CRIB": 4, "PLAYED": 8}),
        ("golf", {"PILE": 1, "UP": 18}),
    ],
)
def test_all_that_was_counted_lies_there_when_a_round_is_over(
    name: str, counted: dict[str, int]
) -> None:
    """Also what had lain there before the last card, and is gathered first."""
    game = load(name) if name == "cribbage" else load(name, DEALS=2)
    end = next(state for state in game_along(game, 5) if shown(state)["step"]["round"])
    then = shown(end)
    lying = then["places"] | then["before"]["places"]
    for place, least in counted.items():
        there = [cards for key, cards in lying.items() if place in key.split()]
        assert sum(map(len, there)) >= least, place
    assert sum(len(cards) for cards in lying.values() if not isinstance(cards, int)) > 12
    (deal,) = [chip["value"] for chip in then["before"]["chips"] if chip["name"] == "deal"] or "1"
    assert deal == "1"


def test_the_card_played_last_lies_on_top_when_a_round_is_over() -> None:
    game = load("crazy-eights", DEALS=2)
    end = next(state for state in game_along(game, 5) if shown(state)["step"]["round"])
    pile = shown(end)["before"]["places"]["PILE"]
    assert str(end.history[-1]) == f"play {game.cards[pile[-1]].symbol}"


@pytest.mark.parametrize("name", [*HOUSE, *OTHERS])
def test_the_log_says_at_which_moves_there_are_two_looks(name: str) -> None:
    states = list(game_along(load(name), 2, most=80))
    steps = list(log(sight(kibitz.view(states[-1], 0))))
    assert [step["looks"] == 2 for step in steps] == [
        shown(state, 0)["before"] is not None for state in states
    ]


def test_the_led_suit_wins_and_trump_beats_it() -> None:
    game = load("boerenbridge")
    seen = set()
    for seed in range(12):
        for state in game_along(game, seed):
            trick = shown(state)["trick"]
            if trick is None:
                continue
            faces = [(p["seat"], game.cards[p["card"]].attributes) for p in trick["cards"]]
            trump, led = state.store("TRUMP"), faces[0][1]["SUIT"]
            ranks = [face.attributes["RANK"] for face in game.cards[:13]]
            best = max(
                faces,
                key=lambda f: (
                    (f[1]["SUIT"] == trump) * 26
                    + (f[1]["SUIT"] == led) * 13
                    + ranks.index(f[1]["RANK"])
                ),
            )
            assert trick["winning"] == best[0]
            seen.add((best[1]["SUIT"] == trump, best[1]["SUIT"] == led))
    assert {(True, False), (False, True)} <= seen


def test_the_excuse_never_wins() -> None:
    game = load("tarot")
    excuse = game.card("EX").number
    alone = together = 0
    for seed in range(8):
        for state in game_along(game, seed):
            trick = shown(state)["trick"]
            if trick and excuse in [played["card"] for played in trick["cards"]]:
                who = next(p["seat"] for p in trick["cards"] if p["card"] == excuse)
                assert trick["winning"] != who
                alone += len(trick["cards"]) == 1
                together += len(trick["cards"]) > 1
                assert (trick["winning"] is None) == (len(trick["cards"]) == 1)
    assert together
    assert alone


# --- what is shown --------------------------------------------------------------------------------


def values(chips: list[dict[str, str]]) -> dict[str, str]:
    return {chip["name"]: chip["value"] for chip in chips}


def test_a_guess_is_shown_once_it_is_made() -> None:
    game = load("boerenbridge")
    state = game.new(1)
    guesses = [values(chips)["guess"] for chips in shown(state)["seats"]]
    assert guesses == ["–"] * 4
    state = state.after("guess 0")
    assert [values(chips)["guess"] for chips in shown(state)["seats"]] == ["0", "–", "–", "–"]
    for state in game_along(game, 1):
        if state.store("ROUND") == 1:
            break
    assert [values(chips)["guess"] for chips in shown(state)["seats"]] == ["–"] * 4


def test_boeren_bridge_shows_trump_round_and_cards() -> None:
    game = load("boerenbridge")
    states = list(game_along(game, 1))
    for state in states:
        chips = shown(state)["chips"]
        assert chips[0]["suit"] == state.store("TRUMP")
        rounds = int(state.store("ROUND")) + (not state.over)
        assert values(chips)["round"] == str(rounds)
        assert values(chips).get("cards") == (None if state.over else str(state.store("CARDS")))
    assert values(shown(states[-1])["chips"])["round"] == "5"


def test_a_forced_change_of_guess_is_told() -> None:
    game = load("boerenbridge")
    state = game.new(1)
    for guess in ("guess 1", "guess 1", "guess 0"):
        state = state.after(guess)
    again = state.after("guess 1")
    assert sentences(shown(again)["step"], game)[:2] == [
        "West guesses 1.",
        "The guesses add up to the number of tricks, so West must change their guess.",
    ]
    assert sentences(shown(again, 3)["step"], game)[:2] == [
        "You guess 1.",
        "The guesses add up to the number of tricks, so you must change your guess.",
    ]
    state = game.new(1)
    for guess in ("guess 1", "guess 1", "guess 1", "guess 0"):
        state = state.after(guess)
    assert sentences(shown(state)["step"], game)[:2] == [
        "West guesses 0.",
        "The guesses add up to the number of tricks, so West must change their guess to 1.",
    ]
    assert values(shown(state)["seats"][3])["guess"] == "1"


def test_trump_lead_and_scores_are_told() -> None:
    game = load("boerenbridge")
    states = list(game_along(game, 1))
    deal = sentences(shown(states[0])["step"], game)
    trump = str(states[0].store("TRUMP")).capitalize()
    assert deal == ["Everybody gets 3 cards.", f"{trump} are trumps.", "North is next."]
    led = next(state for state in states if shown(state)["trick"])
    assert " leads " in sentences(shown(led)["step"], game)[0]
    scored = next(state for state in states if state.store("ROUND") == 1)
    told = sentences(shown(scored)["step"], game)
    score = next(line for line in told if line.startswith("Score: "))
    for seat, name in enumerate(game.seats):
        number = str(scored.store(f"SCORE {seat}")).replace("-", "−")
        assert f"{name} {number} (" in score
    assert told.index(score) < told.index("Everybody gets 4 cards.")


def test_what_a_move_announces_is_marked() -> None:
    game = load("agram")
    found = []
    for state in game_along(game, 1):
        found += shown(state)["step"]["announced"]
    assert {
        "words": [{"seat": 1, "text": "East"}, " has no hearts"],
        "notation": "[! ~has(E,hearts)]",
    } in found


def test_brisca_shows_the_stock_the_trump_card_and_points() -> None:
    game = load("brisca")
    state = game.new(1)
    found = shown(state, 0)
    assert found["places"]["STOCK"] == 27
    assert found["places"]["TRUMP"] == list(state.cards_at(game.place("TRUMP")))
    assert [team["seats"] for team in found["teams"]] == [[0, 2], [1, 3]]
    assert values(found["teams"][0]["chips"]) == {"points": "0", "cards": "0"}
    assert found["chips"][0]["suit"] == state.store("TRUMP")


def test_tarot_shows_bids_the_taker_and_the_dog() -> None:
    game = load("tarot")
    state = game.new(2)
    assert values(shown(state)["chips"]) == {}
    state = state.after("pass").after("prise")
    assert [values(chips)["bid"] for chips in shown(state)["seats"]] == ["pass", "prise", "–"]
    dog = sorted(state.cards_at(game.place("DOG")))
    assert shown(state)["places"]["DOG"] == 6
    state = state.after("pass")
    found = shown(state)
    assert values(found["chips"])["taker"] == "East"
    assert {"name": "taker", "value": "East", "seat": 1} in found["chips"]
    assert [team["seats"] for team in found["teams"]] == [[1], [0, 2]]
    assert sorted(found["before"]["places"]["SHOWN"]) == dog
    line = sentences(found["step"], game)[1]
    assert line.startswith("East gets ")
    assert line.endswith(" from the dog.")
    first = state.actions[0]
    (asked,) = shown(state, 1)["picks"]
    assert (asked["size"], asked["before"], asked["after"]) == (6, ["discard "], [])
    assert len(asked["cards"]) > len(shown(state, 1)["actions"])
    assert {action["picks"] for action in shown(state, 1)["actions"]} == {0}
    assert shown(state, 0)["picks"] == []
    mine = shown(state.after(first), 1)
    assert mine["picks"][0]["size"] == 5
    assert mine["picked"] == [game.card(first.cards[0]).number]
    assert sentences(shown(state.after(first), 0)["step"], game)[0] == "East is choosing."
    assert shown(state.after(first), 0)["picked"] == []


def test_an_action_that_is_a_card_of_the_hand_says_so() -> None:
    game = load("brisca")
    found = shown(game.new(1), 0)
    assert sorted(action["card"] for action in found["actions"]) == sorted(
        found["places"]["HAND 0"]
    )
    assert [action["key"] for action in found["actions"]] == ["1", "2", "3"]
    guesses = shown(load("boerenbridge").new(1), 0)["actions"]
    assert [(action["card"], action["key"]) for action in guesses[:2]] == [(None, "0"), (None, "1")]


# --- the game -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "card", "name"),
    [
        ("agram", "AH", "ace of hearts"),
        ("boerenbridge", "QH", "queen of hearts"),
        ("boerenbridge", "10S", "10 of spades"),
        ("brisca", "O3", "3 of oros"),
        ("brisca", "B10", "sota of bastos"),
        ("tarot", "T21", "trump 21"),
        ("tarot", "EX", "the Excuse"),
        ("tarot", "CD", "knight of diamonds"),
        ("kuhn", "Q", "queen"),
    ],
)
def test_cards_are_named_for_the_ear(game: str, card: str, name: str) -> None:
    loaded = load(game)
    assert game_card(loaded)["cards"][loaded.card(card).number]["name"] == name


def test_a_game_tells_what_its_places_are() -> None:
    roles = {place["key"]: place["role"] for place in game_card(load("boerenbridge"))["places"]}
    assert roles["HAND 0"] == "hand"
    assert roles["TRICK 3"] == "trick"
    assert roles["WON 1"] == "pile"
    assert roles["BOX"] == "unshown"


def test_a_trick_is_found_without_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "own.rcy"
    path.write_text(load("agram").source.text)
    game = load(path)
    assert {p["role"] for p in game_card(game)["places"] if "TRICK" in p["key"]} == {"trick"}
    state = game.new(1)
    for _ in range(4):
        state = state.after(state.actions[0])
    found = shown(state)
    assert found["last_trick"]["winning"] == found["last_trick"]["taker"] == found["to_move"]


# --- positions ------------------------------------------------------------------------------------


def test_a_position_is_what_one_may_see() -> None:
    game = load("boerenbridge")
    state = game.new(1)
    for guess in ("guess 1", "guess 2", "guess 0", "guess 3"):
        state = state.after(guess)
    lead = state.actions[0]
    state = state.after(lead)
    text = str(position(sight(kibitz.view(state, 1))))
    assert text.startswith("Boeren Bridge after 5 decisions, as East sees it: East to move.\n")
    assert f"Trick: North {lead.label.split()[1]}; North is winning" in text
    for seat in range(4):
        for face in state.faces(f"HAND {seat}"):
            assert (face.symbol in text) == (seat == 1)


def test_looking_back_costs_no_more_the_longer_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tale tells of a few steps only, few have to be gone through again, and moments come out
    as if they were the only one."""
    followed, follow = [0], Story.follow

    def counted(story: Story, chapter: Chapter) -> None:
        followed[0] += 1
        follow(story, chapter)

    monkeypatch.setattr(Story, "follow", counted)
    game, rng = load("tarot", DEALS=2), Random(3)
    states = list(game_along(game, 3))
    fresh = Record.of(states[-1]).replay(game)
    for who in (kibitzer(game), observer(game, None), observer(game, 1)):
        back = list(range(len(states) - 1, -1, -1))
        for at in (*back, *rng.sample(back, 20)):
            alone = (
                open_sight(states[at]) if who.everything else sight(kibitz.view(states[at], who))
            )
            wanted, before = moment(alone), followed[0]
            assert moment(look(fresh, at, who)) == wanted
            assert at == back[0] or followed[0] - before <= 2 * MILESTONE
    told = [len(tale.raw) for state in fresh for tale in state.last.tales.values()]
    most = max(len(state.last.events) * 8 for state in fresh)
    assert max(told) <= MILESTONE * most


def test_the_log_can_be_gone_on_with() -> None:
    state = load("agram").new(2)
    for _ in range(9):
        state = state.after(state.actions[0])
    for seen in (open_sight(state), sight(kibitz.view(state, 1))):
        assert [*log(seen)][4:] == [*log(seen, 4)]
        assert [*log(seen, 10)] == []


TWO_WAYS = """
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (choice (
      (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc SHOWN))))
      (any ((current player) iloc HAND) 'C (move 'C (top (game vloc ASIDE))))))
  )
  (scoring max (size ((current player) vloc SHOWN))))
"""


def test_a_card_that_can_go_two_ways_is_not_played_by_a_click_on_it(load_text: LoadText) -> None:
    state = load_text(TWO_WAYS).new(1)
    offered = moment(sight(kibitz.view(state, 0)))["actions"]
    assert len(offered) == 4
    assert [action["card"] for action in offered] == [None] * 4
    one_way = moment(sight(kibitz.view(load("agram").new(1), 0)))["actions"]
    assert None not in [action["card"] for action in one_way]


@pytest.mark.parametrize(
    ("role", "sight", "looks"),
    [
        ("centre", "vloc", True),
        ("centre", "hloc", False),  # face down: there is nothing to be seen
        ("pile", "vloc", False),  # on a pile one sees that it grows
        ("unshown", "vloc", False),
    ],
)
def test_a_card_that_comes_and_goes_is_looked_at_only_where_it_can_be_seen(
    role: str, sight: str, looks: bool
) -> None:
    setting = SimpleNamespace(trick=(), roles=["hand", role])
    places = [SimpleNamespace(sight="iloc"), SimpleNamespace(sight=sight)]
    words = SimpleNamespace(setting=setting, places=places)
    there_and_back = [
        Event("move", card=7, source=0, target=1),
        Event("move", card=7, source=1, target=0),
    ]
    assert (shown_until(cast(Words, words), there_and_back) == 1) is looks


def test_a_set_up_offers_a_bot_that_can_play_the_game() -> None:
    assert game_sheet(load("agram"))["usual"] == "ismcts"
    assert game_sheet(load(str(SMALL / "guesses.rcy")))["usual"] == "random"
