"""References to games: another process makes the same game from them, without its files."""

from __future__ import annotations

import json
from pathlib import Path

from kibitz.engine import load
from kibitz.engine.descriptions import describe, house_games
from kibitz.engine.reference import GameRef, made

TINY = """(game (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (A, B)))))
  (choice ((any (range 1..3) 'K (set ((0 player) sto GAIN) 'K))))
  (scoring max ((current player) sto GAIN)))"""


def test_the_game_of_a_reference_is_the_same() -> None:
    for name in house_games():
        game = load(name)
        sent = json.loads(json.dumps(GameRef.of(game).thing.of))
        assert made(**sent) == game
        assert made(**sent).new(3) == game.new(3)


def test_a_user_s_game_is_made_where_its_files_are_not(tmp_path: Path) -> None:
    path = tmp_path / "tiny.rcy"
    path.write_text(TINY)
    path.with_suffix(".toml").write_text('title = "Tiny and odd"\nseats = ["Ann", "Bea"]\n')
    ref = GameRef.of(load(path))
    for file in tmp_path.iterdir():
        file.unlink()
    game = GameRef.told(ref.thing.of).game()
    assert (game.title, game.seats) == ("Tiny and odd", ("Ann", "Bea"))


def test_games_are_told_apart_by_texts_and_parameters() -> None:
    one, other = (GameRef.of(load("agram", NUMP=players)).digest for players in (3, 4))
    assert one != other
    assert GameRef.of(load("agram", NUMP=3)).digest == one
    assert GameRef.of(load("brisca")).digest not in (one, other)


def test_the_parameters_that_are_not_given_are_the_usual_ones() -> None:
    assert GameRef(describe("agram"), {}).game() == load("agram")
