"""Records of RoboBrisca become ours and theirs again, byte for byte; what is no game is refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.engine.series import play_of_series
from kibitz.errors import RecordError
from kibitz.interop.robobrisca.names import line_of, names_in
from kibitz.interop.robobrisca.records import bytes_of, is_robobrisca_record, record_of, text_of

from .slowly import played

THEIRS = (Path(__file__).parent / "osla-bot2.txt").read_bytes()
"""The record that is known to be one of theirs."""


def there_and_back(data: bytes) -> Record:
    """The record, which was kept as JSON in between and gives the same bytes."""
    record = record_of(data)
    kept = Record.from_json(record.to_json())
    assert kept == record
    assert bytes_of(kept) == data
    return record


def page(seed: int, first: int = 0, names: str = "A B A B ") -> list[str]:
    return played(Random(seed), first).page(names)


def test_a_record_of_theirs_is_a_game_of_ours() -> None:
    record = there_and_back(THEIRS)
    assert record.players == ("OSLAPlayer", "Bot2", "OSLAPlayer", "Bot2")
    assert record.parameters == {"TIE": "SECOND", "FIRST": 0}
    assert record.origin == {}
    assert "origin" not in record.to_json()
    states = record.replay(load("brisca", TIE="SECOND"))
    assert len(states) == 41
    assert states[-1].store("POINTS team 0") == 63
    assert states[-1].ranks == (1, 3, 1, 3)


@pytest.mark.parametrize("seed", range(40))
def test_any_game_by_a_slow_program_comes_back_as_it_was(seed: int) -> None:
    table = played(Random(seed), seed % 4)
    record = there_and_back("\n".join(table.page()).encode())
    assert record.origin == {}
    final = record.replay(load("brisca", TIE="SECOND", FIRST=seed % 4))[-1]
    for team in (0, 1):
        cards = {card for seat in (team, team + 2) for card in table.won[seat]}
        assert set(final.cards(f"WON team {team}")) == cards


def test_hands_are_dealt_in_their_order() -> None:
    lines = page(3)
    swapped = lines[3].split()
    lines[3] = "".join(f"{card} " for card in reversed(swapped))
    record = there_and_back("\n".join(lines).encode())
    assert record.chance != there_and_back("\n".join(page(3)).encode()).chance
    assert record.origin == {}


# --- oddities -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("OSLA Bot2 OSLA Bot2 ", ("OSLA", "Bot2")),
        (
            "Bot4 [NN/bot4_1e4.nn] OSLA Bot4 [NN/bot4_1e4.nn] OSLA ",
            ("Bot4 [NN/bot4_1e4.nn]", "OSLA"),
        ),
        ("OSLA Bot4 [NN/my bot.nn] OSLA Bot4 [NN/my bot.nn] ", ("OSLA", "Bot4 [NN/my bot.nn]")),
        ("IA Lovers IA Lovers IA Lovers IA Lovers ", ("IA Lovers", "IA Lovers")),
        ("A (1) B (2) A (1) B (2) ", ("A (1)", "B (2)")),
        ("    ", ("", "")),
        ("A  A  ", ("A", "")),
        ("Ñandú 🃏 Ñandú 🃏 ", ("Ñandú", "🃏")),
    ],
)
def test_names_with_spaces_are_guessed(line: str, names: tuple[str, str]) -> None:
    assert names_in(line) == names * 2
    assert line_of(names_in(line)) == line
    there_and_back("\n".join(page(1, names=line)).encode())


@pytest.mark.parametrize(
    "line",
    ["", "A", "A B A B", "A B A", "a b c d e f g ", "A\tB\tA\tB\t", "\x00", "A \u2028 B ", "[ ( "],
)
def test_a_line_of_names_may_be_anything(line: str) -> None:
    there_and_back("\n".join(page(1, names=line)).encode())


def test_a_name_may_go_over_lines() -> None:
    record = there_and_back("\n".join(page(1, names="Two\nlines B Two\nlines B ")).encode())
    assert record.players == ("Two\nlines", "B", "Two\nlines", "B")


@pytest.mark.parametrize("after", ["", "\n", "\n\n", "\n \n"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_they_do(ends: str, after: str) -> None:
    record = there_and_back((ends.join(page(2)) + after.replace("\n", ends)).encode())
    assert len(record.origin) <= 3


def test_mixed_ends_of_lines_are_kept() -> None:
    lines = page(2)
    text = "\r\n".join(lines[:20]) + "\n" + "\n".join(lines[20:])
    record = there_and_back(text.encode())
    assert len(record.origin) == 1 + 19


def test_missing_and_other_spaces_are_kept() -> None:
    bare = [line.rstrip() for line in page(5)]
    assert len(there_and_back("\n".join(bare).encode()).origin) == 1 + 7
    there_and_back("\n".join(line.replace(" ", "\t") for line in page(5)).encode())
    there_and_back("\n".join(f"  {line}  " for line in page(5)).encode())


@pytest.mark.parametrize(
    "reward", ["-77", "-0", "3.5", "-1e-05", "nan", "-inf", "None", "True", "007"]
)
def test_rewards_of_another_heuristic_are_kept(reward: str) -> None:
    lines = page(6)
    lines[7] = f"{' '.join(lines[7].split()[:2])} {reward}"
    assert "line 8" in there_and_back("\n".join(lines).encode()).origin


def test_other_encodings_are_kept() -> None:
    text = "\n".join(page(7, names="Peña B Peña B "))
    assert there_and_back(text.encode("utf-8")).origin == {}
    assert there_and_back(text.encode("latin-1")).players[0] == "Peña"
    assert there_and_back(text.encode("utf-8-sig")).players[0] == "Peña"


# --- no games -------------------------------------------------------------------------------------


def damaged(line: int, old: str, new: str) -> str:
    lines = THEIRS.decode().split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "old", "new", "said"),
    [
        (2, "0", "4", "line 2: `4` is not the seat that opens, 0 to 3"),
        (2, "0", "", "line 2: `` is not the seat that opens, 0 to 3"),
        (2, "0", "1", "line 8: it is the turn of seat 1, not 0"),
        (3, "C4", "C8", "line 3: `C8` is not a card"),
        (3, "C4 ", "", "line 3: the stock has 27 cards instead of 28"),
        (3, "C4", "O7", "line 3: `O7` was in line 3 already"),
        (4, "O6", "E2", "line 4: `E2` was in line 3 already"),
        (5, "C2 ", "", "line 5: the hand of seat 1 has 2 cards instead of 3"),
        (8, "0", "1", "line 8: it is the turn of seat 0, not 1"),
        (8, "O3", "C4", "line 8: seat 0 does not hold `C4`"),
        (8, "O3", "X3", "line 8: `X3` is not a card"),
        (8, "10", "ten", "line 8: `ten` is not a reward, which is a number"),
        (8, " 10", "", "line 8: `0 O3` is not a seat, a card and a reward"),
        (8, "0", "5", "line 8: `5` is not a seat, 0 to 3"),
        (12, "C3", "B1", "line 12: seat 2 does not hold `B1`"),
        (48, "63", "62", "line 48: seat 2 has won 63 points, not 62"),
        (48, "63", "six", "line 48: `0 7 six 50` are not the points of four seats"),
        (48, "0 ", "", "line 48: `7 63 50` are not the points of four seats"),
    ],
)
def test_what_is_no_game_is_refused_with_its_line(line: int, old: str, new: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        record_of(damaged(line, old, new))
    assert caught.value.message == said


def test_missing_and_superfluous_lines_are_told() -> None:
    lines = THEIRS.decode().split("\n")
    for text, said in [
        ("", "it is empty, so no game is recorded in it"),
        ("\n".join(lines[:30]), "line 30: this is the last line, where a record has 48"),
        ("\n".join([*lines, "0 O1 3"]), "line 49: there are 49 lines, where a record has 48"),
    ]:
        with pytest.raises(RecordError) as caught:
            record_of(text)
        assert caught.value.message == said


def test_one_changed_letter_never_passes_for_another_game() -> None:
    """Whatever is changed, the text is refused or comes back as it is."""
    rng, text = Random(1), THEIRS.decode()
    for _ in range(100):
        at = rng.randrange(len(text))
        other = text[:at] + rng.choice("0123456789OECB \n-x") + text[at + 1 :]
        with suppress(RecordError):
            there_and_back(other.encode())


# --- ours -----------------------------------------------------------------------------------------


def test_games_played_here_go_there_and_back() -> None:
    for first in range(4):
        game = load("brisca", FIRST=first)
        record = Record.of(play_of_series(game, 1, first)[-1], ("rule", "osla:deals=20") * 2)
        again = record_of(text_of(record))
        assert (again.actions, again.chance, again.players) == (
            record.actions,
            record.chance,
            record.players,
        )
        assert again.origin == {}


def test_two_names_are_those_of_the_teams_and_none_those_of_the_seats() -> None:
    state = play_of_series(load("brisca"), 1, 0)[-1]
    assert text_of(Record.of(state, ("a", "b"))).startswith("a b a b \n")
    assert text_of(Record.of(state)).startswith("North East South West \n")
    with pytest.raises(RecordError, match="it names 3 players for 4 seats"):
        text_of(Record.of(state, ("a", "b", "c")))


def test_what_they_cannot_write_is_refused() -> None:
    state = load("brisca").new(seed=1)
    with pytest.raises(RecordError, match="the game is not over: 0 of 40 decisions were made"):
        text_of(Record.of(state))
    with pytest.raises(RecordError, match="it is a game of agram"):
        text_of(Record.of(load("agram").new(seed=1)))


def test_an_origin_that_does_not_fit_is_refused() -> None:
    record = record_of(THEIRS)
    other = {"format": "robobrisca", "line 8": "0 B7 0"}
    with pytest.raises(RecordError, match="what this record keeps of its origin is wrong, line 1"):
        text_of(replace(record, origin=other))
    with pytest.raises(RecordError, match="`line 8` is not a text"):
        Record.from_json(replace(record, origin={"line 8": 8}).to_json())  # type: ignore[dict-item]
    assert text_of(replace(record, origin={"format": "another", "line 8": ""})) == THEIRS.decode()


def test_such_a_record_is_told_from_ours() -> None:
    assert is_robobrisca_record(THEIRS.decode())
    assert is_robobrisca_record(damaged(3, "C4", "C8"))
    assert is_robobrisca_record("\n".join(page(1, names="    ")))
    assert not is_robobrisca_record(record_of(THEIRS).to_json())
    assert not is_robobrisca_record("")
    assert not is_robobrisca_record("a\n0\nb\nc\n")
