"""`kibitz know`: what every seat knows, in words and as data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series
from kibitz.errors import KibitzError
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.deals.estimates import Estimate
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.ledger import Doubt
from kibitz.knowledge.views import view

from .conftest import FAILING, STUCK, Kibitz

HOUSE = ("agram", "boerenbridge", "brisca", "tarot")

AS_EAST_SEES_IT = """\
Agram after decision 14 of 24: South to move, as East sees it ──────────────────────────────────────
  random players, seed 1, 24 decisions

  North    2 cards
  East     4♠ 6♥
> South    3 cards
  West     3 cards
  stock    11 cards
  trick    North 4♦  East 7♠
  discard  12 cards
  so far   trick 4

Where cards may be, given what East knows
  card                 North   East   South   West   stock
  ────────────────────────────────────────────────────────
  3♠ 5♠ 6♠ 8♠ 9♠ 10♠     11%      ·     16%    16%     58%
  4♠                       ·   sure       ·      ·       ·
  4♥ 5♥ 8♥ A♥            11%      ·     16%    16%     58%
  6♥                       ·   sure       ·      ·       ·
  3♣ 8♣ 9♣ 10♣ A♣        11%      ·     16%    16%     58%
  6♦ 7♦ 9♦ A♦            11%      ·     16%    16%     58%
  sure and ·: known. Per cent: believed, all deals being equally likely.

Possible deals
  East                 42,325,920
  common knowledge  5,756,325,120
  Common knowledge is what everybody knows, and knows that everybody knows, and so on: each player
  alone may know more.

Announced by playing: decision, whose, what everybody learnt
  14  East  East has no diamonds  [! ~has(E,diamonds)]
"""


def plain(text: str) -> str:
    """A text without the spaces that nobody sees."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def data(kibitz: Kibitz, *words: str) -> dict[str, Any]:
    result = kibitz("know", *words, "--json")
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A game of Agram, as the simulation with seed 4 plays it first."""
    path = tmp_path / "game.json"
    Record.of(play_of_series(load("agram"), 4, 0)[-1]).save(path)
    return path


def test_the_position_and_what_a_seat_knows(kibitz: Kibitz) -> None:
    result = kibitz("know", "agram", "--at", "14", "--seat", "East")
    assert result.exit_code == 0
    assert plain(result.stdout) == AS_EAST_SEES_IT
    assert result.stderr == ""


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", HOUSE)
def test_it_fits_the_terminal(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, name: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = kibitz("know", name)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.splitlines()) <= width
    assert "…" not in result.stdout


def test_the_kibitzer_sees_all_hands(kibitz: Kibitz) -> None:
    shown = kibitz("know", "agram", "--at", "14").stdout
    state = play_of_series(load("agram"), 1, 0)[14]
    for seat in range(4):
        held = {face.symbol for face in state.faces(f"HAND {seat}")}
        line = next(x for x in shown.splitlines() if x[2:].startswith(state.game.seats[seat]))
        assert held <= set(line.split())
    for name in ("North", "East", "South", "West", "common knowledge"):
        assert re.search(rf"^  {name} +[\d,]+ *$", shown, re.MULTILINE)


def test_a_seat_is_shown_no_card_it_cannot_see(kibitz: Kibitz) -> None:
    state = play_of_series(load("agram"), 1, 0)[14]
    shown = kibitz("know", "agram", "--at", "14", "--seat", "0", "--why", "8S").stdout
    position = shown.partition("Where cards may be")[0]
    seen = set(re.findall(r"(?:10|[3-9A])[♠♥♣♦]", position))
    open_cards = {face.symbol for place in ("TRICK 0", "TRICK 1") for face in state.faces(place)}
    assert seen == {face.symbol for face in state.faces("HAND 0")} | open_cards


@pytest.mark.parametrize("name", HOUSE)
def test_numbers_are_those_of_the_views(kibitz: Kibitz, name: str) -> None:
    found = data(kibitz, name)
    state = play_of_series(load(name), 1, 0)[found["decision"]]
    game = state.game
    assert found["game"] == name
    assert found["parameters"] == game.parameters
    assert found["to_move"] == game.seats[state.to_move or 0]
    assert found["seat"] is None
    own = [view(state, seat).knowledge for seat in range(game.players)]
    counts = {game.seats[seat]: own[seat].count for seat in range(game.players)}
    assert found["deals"] == counts | {"common": own[0].common.count}
    assert found["exact"] is True
    assert found["probabilities"] == own[0].common.probabilities
    assert [a["words"] for a in found["announcements"]] == [a.words for a in own[0].announcements]
    assert found["answers"] == []


def test_data_for_a_seat_has_only_what_it_knows(kibitz: Kibitz) -> None:
    found = data(kibitz, "tarot", "--seat", "w")
    state = play_of_series(load("tarot"), 1, 0)[found["decision"]]
    assert found["seat"] == "West"
    assert set(found["deals"]) == {"West", "common"}
    assert found["probabilities"] == view(state, 2).knowledge.probabilities
    assert all(sum(row.values()) == pytest.approx(1) for row in found["probabilities"].values())


def test_what_was_announced_is_told_with_its_decision(kibitz: Kibitz) -> None:
    assert data(kibitz, "agram", "--at", "14")["announcements"] == [
        {
            "decision": 14,
            "seat": "East",
            "words": "East has no diamonds",
            "notation": "[! ~has(E,diamonds)]",
        }
    ]


def test_what_was_announced_about_earlier_deals_is_only_counted(kibitz: Kibitz) -> None:
    shown = kibitz("know", "boerenbridge").stdout
    told = shown.partition("Announced by playing")[2]
    more = re.search(r"and (\d+) more about earlier deals", told)
    assert more is not None
    lines = re.findall(r"^ +\d+ +\w+ .*\[!", told, re.MULTILINE)
    assert len(lines) + int(more[1]) == len(data(kibitz, "boerenbridge")["announcements"])


def test_why_a_card_cannot_be_somewhere(kibitz: Kibitz) -> None:
    shown = plain(kibitz("know", "agram", "--at", "14", "--why", "ad").stdout)
    why = shown.partition("Why: A♦\n")[2]
    assert "everybody  East has no diamonds (decision 14)\n" in why
    for seat in ("North", "East", "South", "West"):
        assert re.search(rf"^  {seat} ", why, re.MULTILINE)
    found = data(kibitz, "agram", "--at", "14", "--why", "AD", "--seat", "S")
    assert set(found["why"]) == {"everybody", "South"}
    assert {"words": "East has no diamonds", "decision": 14} in found["why"]["South"]


def test_what_cannot_be_counted_is_said_and_the_rest_is_shown(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many(_: Deals) -> int:
        raise KibitzError("the table of these deals would have more than 99 entries")

    for asked in ("count", "count_faces", "probabilities"):
        monkeypatch.setattr(Deals, asked, property(too_many))
    fish = str(Path(__file__).parent.parent / "games" / "small" / "gofish.rcy")
    result = kibitz("know", fish, "--at", "3")
    assert result.exit_code == 0
    assert "The deals cannot be counted: " in result.stdout
    assert "Announced by playing" in result.stdout
    found = data(kibitz, fish, "--at", "3")
    assert (found["deals"], found["probabilities"], found["exact"]) == (None, None, False)
    assert found["announcements"]


def test_what_is_not_followed_is_said_with_the_rule(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    east = Doubt(12, 1 << 1, 35, "which of equal cards is the best is drawn")
    monkeypatch.setattr(Knowledge, "exact", property(lambda self: self.seat != 1))
    monkeypatch.setattr(Knowledge, "doubts", property(lambda self: (east,)))
    told = plain(kibitz("know", "agram", "--at", "14").stdout)
    rule = load("agram").source.line(35).strip()
    assert "Not followed: East may know more than this says." in told
    because = "after decision 12: what line 35 shows about a hand is not followed (which of equal"
    assert because in " ".join(told.split())
    assert f"    35 | {rule}" in told
    assert "42,325,920  at most" in told
    found = data(kibitz, "agram", "--at", "14")
    assert found["exact"] is False
    assert [(who, len(why)) for who, why in found["unfollowed"].items()] == [
        *(("North", 0), ("East", 1), ("South", 0), ("West", 0), ("common", 0))
    ]
    (reason,) = found["unfollowed"]["East"]
    assert (reason["line"], reason["rule"], reason["decision"]) == (35, rule, 12)


def test_what_is_estimated_is_told_from_what_is_known(
    kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(data(kibitz, "agram", "--at", "14")["estimates"].values()) == {None}
    about = Estimate(40_000_000, 45_000_000, 400)
    monkeypatch.setattr(Knowledge, "estimate", property(lambda self: about))
    told = plain(kibitz("know", "agram", "--at", "14", "--seat", "East").stdout)
    count = "about 42,325,920  with a confidence of 95 %, from 40,000,000 to 45,000,000"
    assert count in " ".join(told.split()).replace("920 with", "920  with")
    assert "4♥ 5♥ 8♥ A♥ ~11% · ~16% ~16% ~58%" in " ".join(told.split())
    assert "6♥ · sure · · ·" in " ".join(told.split())  # that card East sees
    assert "Per cent: believed, estimated by samples (~)." in told
    found = data(kibitz, "agram", "--at", "14", "--seat", "East")
    assert found["estimates"]["East"] == {
        "low": 40_000_000,
        "high": 45_000_000,
        "samples": 400,
    }


# --- which moment ---------------------------------------------------------------------------------


def test_the_first_game_of_a_simulation_is_looked_into(kibitz: Kibitz, recorded: Path) -> None:
    for at in ("0", "13", "-1"):
        by_seed = data(kibitz, "agram", "--seed", "4", "--at", at)
        assert data(kibitz, "agram", "--record", str(recorded), "--at", at) == by_seed
    assert by_seed["decision"] == 23


def test_a_record_is_shown_at_its_end_and_a_seed_in_the_middle(
    kibitz: Kibitz, recorded: Path
) -> None:
    assert data(kibitz, "agram")["decision"] == 12
    assert data(kibitz, "agram", "--record", str(recorded))["decision"] == 24
    shown = kibitz("know", "agram", "--record", str(recorded)).stdout
    assert "Agram after decision 24 of 24: over" in shown
    assert "The game is over: --at -1, or --at K, looks at a moment before." in shown
    assert "Agram as dealt: North to move" in kibitz("know", "agram", "--at", "0").stdout


def test_at_the_end_of_a_record_the_last_trick_is_shown(kibitz: Kibitz, recorded: Path) -> None:
    """All its cards are gathered already: without it there would be nothing to look at."""
    shown = plain(kibitz("know", "agram", "--record", str(recorded)).stdout)
    line = re.search(r"last trick +(.*)", shown)
    assert line is not None
    assert re.fullmatch(r"(\w+ (\d+|A)[♠♥♣♦] +){4}taken by \w+ *", line[1])


def test_a_record_has_its_own_parameters(kibitz: Kibitz, tmp_path: Path) -> None:
    path = tmp_path / "three.json"
    Record.of(play_of_series(load("agram", NUMP=3), 1, 0)[5]).save(path)
    assert set(data(kibitz, "agram", "--record", str(path))["deals"]) == {
        *("North", "East", "South", "common")
    }
    assert data(kibitz, "agram", "--record", str(path), "--set", "NUMP=3")["decision"] == 5
    result = kibitz("know", "agram", "--record", str(path), "--set", "NUMP=4")
    assert result.exit_code == 2
    assert f"the game in {path} has NUMP=3" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seat", "Up"), "Agram has no seat `Up`"),
        (("--seat", "4"), "its seats are North (N), East (E), South (S), West (W)"),
        (("--why", "ZZ"), "there is no card `ZZ` in Agram"),
        (("--kripke", "ZZ"), "there is no card `ZZ` in Agram"),
        (("--kripke", "deal"), "deals are too many to draw; the limit is 64"),
        (("--at", "25"), "there is no decision 25: this game has 24"),
        (("--at", "-25"), "--at goes from 0, the deal, to 24, or from -1 back to -24"),
        (("--at", "x"), "--at"),
        (
            ("--record", "game.json", "--seed", "1"),
            "--record and --seed ask for two different games",
        ),
        (("--record", "/nowhere/at/all.json"), "cannot be read: No such file"),
        (("--dot",), "--dot and --out are for a drawing"),
        (("--out", "x.svg"), "add --kripke CARD"),
        (("--kripke", "8S", "--json", "--dot"), "--json writes the model as data"),
        (("--kripke", "8S", "--out", "/nowhere/x.svg"), "/nowhere/x.svg cannot be written"),
        (("--set", "NUMP"), "`NUMP` does not set a parameter"),
    ],
)
def test_wrong_options_are_refused(kibitz: Kibitz, options: tuple[str, ...], message: str) -> None:
    result = kibitz("know", "agram", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_record_of_another_game_is_refused(kibitz: Kibitz, recorded: Path) -> None:
    result = kibitz("know", "brisca", "--record", str(recorded))
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: {recorded} is the record of a game of agram, not of brisca\n"
        f"  hint: kibitz know agram --record {recorded}\n"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:50], "this is not a record of a game"),
        (lambda text: "[]", "this is not a record of a game"),
        (lambda text: text.replace('"play ', '"eat ', 1), "decision 1 of the record"),
        (lambda text: text.replace('"hash": "', '"hash": "0'), "another description"),
        (lambda text: text.replace('"NUMP": 4', '"NUMP": 40'), "not 40"),
    ],
)
def test_a_broken_record_is_refused(
    kibitz: Kibitz, recorded: Path, change: Any, message: str
) -> None:
    recorded.write_text(change(recorded.read_text()))
    result = kibitz("know", "agram", "--record", str(recorded))
    assert result.exit_code == 2
    assert message in result.stderr
    assert str(recorded) in result.stderr
    assert result.stdout == ""


# --- drawings -------------------------------------------------------------------------------------


def test_the_model_of_a_card_is_drawn(kibitz: Kibitz, tmp_path: Path) -> None:
    svg = kibitz("know", "agram", "--at", "14", "--kripke", "8S")
    assert svg.stdout.startswith("<svg")
    dot = kibitz("know", "agram", "--at", "14", "--kripke", "8S", "--dot")
    assert dot.stdout.startswith("graph kripke {")
    file = tmp_path / "card.svg"
    told = kibitz("know", "agram", "--at", "14", "--kripke", "8S", "--out", str(file))
    assert told.stdout == f"8♠: drawn in {file}\n"
    assert file.read_text(encoding="utf-8").strip() == svg.stdout.strip()


def test_the_model_is_data_too_and_hides_what_a_seat_does_not_know(kibitz: Kibitz) -> None:
    whole = data(kibitz, "agram", "--at", "14", "--kripke", "8S")["kripke"]
    assert [w["label"] for w in whole["worlds"] if w["actual"]] == ["the stock"]
    own = data(kibitz, "agram", "--at", "14", "--kripke", "8S", "--seat", "N")["kripke"]
    assert not any(world["actual"] for world in own["worlds"])
    assert [agent["strong"] != [] for agent in own["agents"]] == [True, False, False, False]


def test_a_game_whose_rules_fail_later_can_be_looked_at(kibitz: Kibitz, tmp_path: Path) -> None:
    (path := tmp_path / "failing.rcy").write_text(FAILING)
    result = kibitz("know", str(path), "--at", "2")
    assert result.exit_code == 0
    assert "Failing after decision 2 of 3: West to move" in result.stdout
    assert "random players, seed 1; the rules fail after decision 3" in result.stdout
    for words in ((), ("--at", "4")):
        result = kibitz("know", str(path), *words)
        assert result.exit_code == 2
        assert "after decision 3: " in result.stderr
        assert "there is no card to move" in result.stderr
        assert "--at 3 shows the last position" in result.stderr


def test_a_position_without_an_option_is_shown_to_the_kibitzer_alone(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    (path := tmp_path / "stuck.rcy").write_text(STUCK)
    result = kibitz("know", str(path), "--at", "1")
    assert "> South" in result.stdout
    assert "no option at this choice" in result.stderr
    assert "> South  2 cards" in kibitz("know", str(path), "--at", "1", "--seat", "N").stdout
