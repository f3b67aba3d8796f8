"""Weights that a game brings along: what sensible players choose."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from kibitz.engine import Game, State, load
from kibitz.errors import KibitzError
from kibitz.knowledge.views import view
from kibitz.search.trees import think

TAROT = load("tarot")
OPEN_TAROT = load("tarot", AUCTION="NO")
BRISCA = load("brisca")


def weights(state: State) -> dict[str, int]:
    """What each action weighs."""
    weight = cast(Callable[..., int], state.game.kernel("trees")["weight"])
    actions = state.actions
    return {a.text: weight(state.array, c) for a, c in zip(actions, state.codes, strict=True)}


def dealt(game: Game, hand: str) -> State:
    return game.new(deal={"HAND 0": hand}, seed=1)


STRONG = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T1 EX KH KD KC KS QH QD QC QS CH CD CC CS"
WEAK = "1H 2H 3H 4H 5H 1D 2D 3D 4D 5D 6D 1C 2C 3C 4C 5C 1S 2S 3S 4S 5S 6S T2 T3"


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    strong, weak = weights(dealt(TAROT, STRONG)), weights(dealt(TAROT, WEAK))
    assert strong["garde sans"] > strong["garde"] > strong["prise"] == strong["pass"] == 0
    assert weak["pass"] > weak["prise"] > weak["garde"] == weak["garde sans"] == 0


def test_a_discard_takes_whole_suits_without_a_king_and_goes_on_to_its_end() -> None:
    hand = "KH 2H 3H 4H 5H 6H KD 2D 3D 4D 5D 6D 1C 2C 9C 1S 5S JS T2 T3 T4 T5 T6 T7"
    state = dealt(OPEN_TAROT, f"{hand} T8 T9 T10 T11 T12 T13")
    gone = []
    while state.store("TRICKNO") == 0 and state.actions[0].text.startswith("discard"):
        allowed = [text for text, weight in weights(state).items() if weight > 0]
        gone.append(allowed)
        state = state.after(allowed[0])
    assert gone == [[f"discard {card}"] for card in ("1C", "2C", "9C", "1S", "5S", "JS")]


def test_cards_to_be_played_have_no_weight_in_tarot() -> None:
    state = dealt(OPEN_TAROT, STRONG)
    while state.store("TRICKNO") == 0:
        state = state.after(state.actions[0])
    assert set(weights(state).values()) == {-1}


def test_in_brisca_nobody_throws_an_ace_on_a_trick_that_is_lost() -> None:
    named = {f"{c.attributes['RANK']} {c.attributes['SUIT']}": c.text for c in BRISCA.cards}
    hands = {
        "HAND 0": f"{named['AS OROS']} {named['DOS COPAS']} {named['CUATRO COPAS']}",
        "HAND 1": f"{named['TRES OROS']} {named['DOS OROS']} {named['CINCO COPAS']}",
    }
    trump = named["REY BASTOS"]
    state = BRISCA.new(deal={**hands, "TRUMP": trump}, seed=1).after(named["AS OROS"])
    found = weights(state)
    low, high = (next(t for t in found if t.endswith(named[c])) for c in ("DOS OROS", "TRES OROS"))
    assert found[low] > found[high]


def test_a_game_without_weights_has_no_opinion() -> None:
    assert set(weights(load("agram").new(1)).values()) == {-1}


# --- files ----------------------------------------------------------------------------------------


def described(folder: Path, text: str) -> Path:
    """Agram with weights of its own."""
    path = folder / "mine.rcy"
    path.write_text(load("agram").source.text, encoding="utf-8")
    path.with_suffix(".weight.py.txt").write_text(text, encoding="utf-8")
    return path


def test_a_game_of_ones_own_may_bring_weights(tmp_path: Path) -> None:
    text = "def weight(S, code):\n    return 1 + held(S, PLACE_HAND, RANK_ACE) * (code == 3)\n"
    state = load(described(tmp_path, text)).new(1)
    assert min(weights(state).values()) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "def weight(S, code)\n    return 1\n",
            "mine.weight.py.txt:1:20: error: this is not Python: expected ':'",
        ),
        ("def wait(S, code):\n    return 1\n", "there is no function weight(S, code)"),
        ("def weight(S):\n    return 1\n", "txt:1:1: error: it is written weight(S, code)"),
        (
            "def weight(S, code):\n    return 1\n\n\ndef worth(S):\n    return 1\n",
            "txt:5:1: error: it is written worth(S, seat, score)",
        ),
    ],
)
def test_weights_that_are_none_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(KibitzError) as error:
        load(described(tmp_path, text))
    assert message in error.value.message


def test_a_name_that_is_not_there_is_refused_with_its_line_and_the_nearest(tmp_path: Path) -> None:
    text = "# how to lead\n\n\ndef weight(S, code):\n    return S[STORE_LEED]\n"
    game = load(described(tmp_path, text))
    with pytest.raises(KibitzError, match=r"txt:5:14: .*STORE_LEED.*did you mean `STORE_LEAD`"):
        game.kernel("trees")


def test_a_name_the_engine_fills_in_is_refused(tmp_path: Path) -> None:
    text = "SIZE = 99999999\n\n\ndef weight(S, code):\n    return 1\n"
    game = load(described(tmp_path, text))
    with pytest.raises(KibitzError, match=r"txt:1:1: error: `SIZE` is a name the engine uses"):
        game.kernel("trees")


@pytest.mark.parametrize("name", ["won", "types", "np", "inner", "upper_half", "len"])
def test_names_of_weights_take_nothing_away_from_the_engine(tmp_path: Path, name: str) -> None:
    text = (
        f"def {name}(x):\n    return 1 << 40\n\n\ndef weight(S, code):\n    return {name}(code)\n"
    )
    game = load(described(tmp_path, text))
    assert set(weights(game.new(1)).values()) == {1 << 40}
    assert not re.search(rf"^def {name}\(x\)", game.kernel_text("trees"), re.MULTILINE)


def test_what_is_asked_of_bits_is_held_to_the_bits_there_are(tmp_path: Path) -> None:
    text = """
def weight(S, code):
    x = code - code
    x <<= x - 1
    beside = lowest(x) + nth_bit(5, 2) + nth_bit(5, -1) == -3 and lowest(8) + nth_bit(5, 1) == 5
    return 1 + (beside and 1 << 66 == 4 and 8 >> x - 63 == 4)
"""
    game = load(described(tmp_path, text))
    assert set(weights(game.new(1)).values()) == {2}


def test_a_table_of_the_engine_is_not_read_beyond_its_end(tmp_path: Path) -> None:
    text = "def weight(S, code):\n    return held(S, PLACE_HAND, SIGHT)\n"
    printed = load(described(tmp_path, text)).kernel_text("trees")
    assert re.search(r"held\(S, \d*\w*, SIGHT, \d+\)", printed)
    assert "range(min(WORDS, size))" in printed


def test_the_weights_of_a_stranger_run_no_code_of_theirs(tmp_path: Path) -> None:
    note = tmp_path / "note"
    text = f"open({str(note)!r}, 'w')\n\n\ndef weight(S, code):\n    return 1\n"
    with pytest.raises(KibitzError, match=r"mine.weight.py.txt:1:1: error: only functions"):
        load(described(tmp_path, text))
    game = Game(load("agram").source, load("agram").sheet, "agram", {}, text)  # from a store, say
    for mode in ("python", "native"):
        with pytest.raises(KibitzError, match="only functions and constants"):
            game.kernel("trees", mode)
    assert not note.exists()


@pytest.mark.parametrize("mode", ["python", "native"])
def test_no_index_leads_out_of_the_state_or_a_table(tmp_path: Path, mode: str) -> None:
    text = """
OWN = table((7, 8, 9))

def weight(S, code):
    far = 1 << 50
    beside = S[far] + S[-far] == 2 * S[0] and OWN[far] + OWN[-1] == 14
    return 1 + (beside and held(S, far, RANK_ACE) == held(S, -far, RANK_ACE))
"""
    game = load(described(tmp_path, text))
    weight = cast(Callable[..., int], game.kernel("trees", "python")["weight"])
    assert weight(game.new(1).array, 0) == 2
    if mode == "native":
        assert think(view(game.new(1), 0), iterations=50).iterations == 50


def test_weights_on_one_line_are_weights_too(tmp_path: Path) -> None:
    state = load(described(tmp_path, "def weight(S, code): return 7\n")).new(1)
    assert set(weights(state).values()) == {7}
